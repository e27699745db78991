//! Operations of EPD as plain values, for hosts: a map of codes to moves, numbers and texts.

use ::records::epd::{Operand, OperandKind, Operation, Word};
use contract::error::{Error, Result};
use contract::value::{Dict, Value, quoted_value};

/// Returns operations as a map, in order: lists of moves, numbers, texts; of a code without a
/// meaning here the list of its words, those in quotes with their quotes.
#[must_use]
pub fn operations_to_plain(operations: &[Operation<String>]) -> Dict {
    let plain = |operand: &Operand<String>| match operand {
        Operand::Moves(moves) | Operand::Line(moves) => moves.clone().into(),
        Operand::Integer(number) => (*number).into(),
        Operand::Text(text) => text.clone().into(),
        Operand::Words(words) => words.iter().map(plain_word).collect(),
    };
    let pairs = operations
        .iter()
        .map(|o| (o.code.clone(), plain(&o.operand)));
    pairs.collect()
}

fn plain_word(word: &Word) -> Value {
    match word {
        Word::Bare(word) => word.clone().into(),
        Word::Quoted(text) => format!("\"{text}\"").into(),
    }
}

/// Reads operations from a map as [`operations_to_plain`] returns it. A single move may stand
/// for a list of one; of a code without a meaning here a text stands for itself in quotes, a
/// number for its digits, and nothing for no words.
///
/// # Errors
///
/// `invalid_option`, naming the code.
pub fn operations_from_plain(given: Dict) -> Result<Vec<Operation<String>>> {
    let operation = |(code, value): (String, Value)| {
        let operand = operand(&code, value)?;
        Ok(Operation { code, operand })
    };
    given.into_iter().map(operation).collect()
}

fn operand(code: &str, value: Value) -> Result<Operand<String>> {
    let wrong = |takes: &str, value: &Value| {
        let got = quoted_value(value);
        Error::invalid_option(format!("operations: {code}: takes {takes}, not {got}"))
    };
    let moves = |value: Value| match value {
        Value::String(text) => Ok(vec![text]),
        Value::Array(items) => items
            .into_iter()
            .map(|item| match item {
                Value::String(text) => Ok(text),
                other => Err(wrong("moves as texts", &other)),
            })
            .collect(),
        other => Err(wrong("moves", &other)),
    };
    Ok(match (OperandKind::of(code), value) {
        (OperandKind::Moves, value) => Operand::Moves(moves(value)?),
        (OperandKind::Line, value) => Operand::Line(moves(value)?),
        (OperandKind::Integer, value) => match value.as_i64() {
            Some(number) => Operand::Integer(number),
            None => return Err(wrong("a whole number", &value)),
        },
        (OperandKind::Text, Value::String(text)) => Operand::Text(text),
        (OperandKind::Text, other) => return Err(wrong("a text", &other)),
        (OperandKind::Words, Value::Null) => Operand::Words(Vec::new()),
        (OperandKind::Words, Value::String(text)) => Operand::Words(vec![Word::Quoted(text)]),
        (OperandKind::Words, number @ Value::Number(_)) => {
            Operand::Words(vec![Word::Bare(number.to_string())])
        }
        (OperandKind::Words, Value::Array(items)) => {
            let words = items.into_iter().map(|item| match item {
                Value::String(word) => Ok(read_word(word)),
                Value::Number(number) => Ok(Word::Bare(number.to_string())),
                other => Err(wrong("words", &other)),
            });
            Operand::Words(words.collect::<Result<_>>()?)
        }
        (OperandKind::Words, other) => return Err(wrong("words", &other)),
    })
}

/// A word; one that begins and ends with a quote is a text in quotes.
fn read_word(word: String) -> Word {
    let inner = word
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    match inner {
        Some(text) => Word::Quoted(text.to_owned()),
        None => Word::Bare(word),
    }
}

#[cfg(test)]
mod tests {
    use contract::value::Dict;
    use serde_json::json;

    use super::*;
    use crate::host::Game;

    fn dict(value: Value) -> Dict {
        value.as_object().cloned().unwrap_or_default()
    }

    #[test]
    fn operations_survive_their_plain_form() {
        let chess = Game::new("chess", &Dict::new()).unwrap();
        let line = "4k3/P7/8/8/8/8/8/R3K3 w Q - bm O-O-O a8=Q+; ce -35; id \"two; \\\"x\\\"\"; \
                    odd word 7 \"and \\\"text\\\"\"; noop;";
        let (state, operations) = chess.parse_epd(line, None).unwrap();
        let plain = operations_to_plain(&operations);
        let expected = json!({
            "bm": ["e1c1", "a7a8q"],
            "ce": -35,
            "id": "two; \"x\"",
            "odd": ["word", "7", "\"and \"text\"\""],
            "noop": [],
        });
        assert_eq!(Value::Object(plain.clone()), expected);
        let again = operations_from_plain(plain).unwrap();
        let written = state.epd(&again).unwrap();
        assert_eq!(written, line);
        assert_eq!(chess.parse_epd(&written, None).unwrap().1, operations);
    }

    #[test]
    fn wrong_operations_are_named() {
        let state = crate::host::start("chess", &Dict::new()).unwrap();
        let write = |given: Value| {
            let operations = operations_from_plain(dict(given))?;
            state.epd(&operations)
        };
        assert!(write(json!({"bm": "Nf3", "pv": ["e2e4", "e5"], "n": null, "t": "a b"})).is_ok());
        for (given, what) in [
            (json!({"bm": 5}), "bm"),
            (json!({"bm": [5]}), "bm"),
            (json!({"bm": []}), "none"),
            (json!({"bm": ["Nf4"]}), "Nf4"),
            (json!({"ce": "1"}), "ce"),
            (json!({"ce": 1.5}), "1.5"),
            (json!({"fmvn": 0}), "too small"),
            (json!({"id": 1}), "id"),
            (json!({"9x": 1}), "9x"),
            (json!({"x": ["a b"]}), "without quotes"),
            (json!({"x": ["a;"]}), "without quotes"),
            (json!({"x": [""]}), "without quotes"),
            (json!({"x": ["\"open"]}), "without quotes"),
            (json!({"x": true}), "x"),
        ] {
            let error = write(given).unwrap_err();
            assert!(error.message().contains(what), "{error}");
        }
    }
}
