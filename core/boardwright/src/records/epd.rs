//! Operations of EPD as plain values, for hosts: a map of codes to moves, numbers and texts.

use ::records::epd::{Operand, OperandKind, Operation, Word};
use contract::error::{Error, Result};
use contract::value::{Dict, Value, quoted_value};

/// Returns operations as a map, in order: lists of moves, numbers, texts; of a code without a
/// meaning here the list of its words, those in quotes with their quotes.
pub(crate) fn operations_to_plain(operations: &[Operation<String>]) -> Dict {
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
pub(crate) fn operations_from_plain(given: &Dict) -> Result<Vec<Operation<String>>> {
    let operation = |(code, value): (&String, &Value)| {
        Ok(Operation {
            operand: operand(code, value.clone())?,
            code: code.clone(),
        })
    };
    given.iter().map(operation).collect()
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
        let expected = json!({
            "bm": ["e1c1", "a7a8q"],
            "ce": -35,
            "id": "two; \"x\"",
            "odd": ["word", "7", "\"and \"text\"\""],
            "noop": [],
        });
        assert_eq!(Value::Object(operations.clone()), expected);
        assert_eq!(state.epd(&operations).unwrap(), line);
        let (_, operations) = chess.parse_epd(line, Some("san")).unwrap();
        assert_eq!(operations["bm"], json!(["O-O-O", "a8=Q+"]));
        assert_eq!(state.epd(&operations).unwrap(), line);
        let error = chess.parse_epd(line, Some("sans")).unwrap_err();
        assert_eq!(error.code(), "unsupported");
    }

    #[test]
    fn castling_of_chess960_is_no_move_of_the_king() {
        let options = dict(json!({"chess960": true}));
        let chess = Game::new("chess", &options).unwrap();
        let line = "4k3/8/8/8/8/8/8/5KR1 w K - am Kg1; bm O-O;";
        let error = chess.parse_epd(line, None).unwrap_err();
        assert_eq!(error.message().split(": ").next(), Some("EPD, column 31"));
        let (state, operations) = chess
            .parse_epd(&line.replace("am Kg1; ", ""), None)
            .unwrap();
        assert_eq!(operations["bm"], json!(["f1g1"]));
        assert_eq!(
            state.epd(&operations).unwrap(),
            line.replace("am Kg1; ", "")
        );
    }

    #[test]
    fn games_without_san_have_none() {
        for name in ["boost", "jarls", "blind"] {
            let game = Game::new(name, &Dict::new()).unwrap();
            let state = game.start().unwrap();
            assert_eq!(state.epd(&Dict::new()).unwrap_err().code(), "unsupported");
            assert_eq!(game.parse_epd("x", None).unwrap_err().code(), "unsupported");
        }
        let bughouse = crate::host::start("bughouse", &Dict::new()).unwrap();
        assert_eq!(
            bughouse.epd(&Dict::new()).unwrap_err().code(),
            "unsupported"
        );
    }

    #[test]
    fn wrong_operations_are_named() {
        let state = crate::host::start("chess", &Dict::new()).unwrap();
        let write = |given: Value| state.epd(&dict(given));
        let given = json!({"bm": "Nf3", "pv": ["e2e4", "e5"], "n": null, "t": "a b", "m": 3});
        assert_eq!(
            write(given).unwrap(),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm Nf3; pv e4 e5; n; t \"a b\"; m 3;"
        );
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
