//! Values that are built, against plain ones.

use super::*;
use std::collections::BTreeMap;

/// Builds plain values themselves.
#[derive(Clone, Copy)]
struct Values;

impl Builder for Values {
    type Built = Value;
    type Refused = String;

    fn null(self) -> std::result::Result<Value, String> {
        Ok(Value::Null)
    }

    fn flag(self, value: bool) -> std::result::Result<Value, String> {
        Ok(value.into())
    }

    fn integer(self, value: i64) -> std::result::Result<Value, String> {
        Ok(value.into())
    }

    fn natural(self, value: u64) -> std::result::Result<Value, String> {
        Ok(value.into())
    }

    fn fraction(self, value: f64) -> std::result::Result<Value, String> {
        Ok(value.into())
    }

    fn text(self, value: &str) -> std::result::Result<Value, String> {
        match value {
            "not this one" => Err("a text is refused".into()),
            text => Ok(text.into()),
        }
    }

    fn list(self, items: Vec<Value>) -> std::result::Result<Value, String> {
        Ok(items.into())
    }

    fn map(self, entries: Vec<(Value, Value)>) -> std::result::Result<Value, String> {
        let entries = entries.into_iter();
        Ok(entries
            .map(|(key, value)| (key.as_str().unwrap_or_default().to_owned(), value))
            .collect())
    }
}

#[derive(serde::Serialize)]
struct Unit;

#[derive(serde::Serialize)]
struct Wrapped(i16);

#[derive(serde::Serialize)]
struct Pair(u8, char);

#[derive(Clone, Copy, serde::Serialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "snake_case")]
enum Word {
    OneWord,
}

#[derive(serde::Serialize)]
enum Kinds {
    Nothing,
    One(f64),
    Two(i8, i32),
    Named { first: u16, second: Option<i64> },
}

#[derive(serde::Serialize)]
struct Parts {
    text: &'static str,
    list: Vec<Option<bool>>,
    array: [u32; 3],
    by_number: BTreeMap<u8, Word>,
    by_word: BTreeMap<Word, f32>,
    by_flag: BTreeMap<bool, ()>,
    by_letter: BTreeMap<char, i64>,
    kinds: Vec<Kinds>,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
    fractions: [f64; 4],
    unit: Unit,
    wrapped: Wrapped,
    pair: Pair,
    large: (u64, i64),
}

fn parts() -> Parts {
    Parts {
        text: "with \"quotes\" and ♞",
        list: vec![None, Some(true), Some(false)],
        array: [0, 1, u32::MAX],
        by_number: [(7, Word::OneWord)].into(),
        by_word: [(Word::OneWord, 0.1)].into(),
        by_flag: [(true, ()), (false, ())].into(),
        by_letter: [('é', -1)].into(),
        kinds: vec![
            Kinds::Nothing,
            Kinds::One(-0.5),
            Kinds::Two(-1, i32::MIN),
            Kinds::Named {
                first: 1,
                second: None,
            },
        ],
        rest: [(
            "more".into(),
            serde_json::json!({ "a": [1, -2, 0.5, null] }),
        )]
        .into(),
        fractions: [1.0, f64::MAX, f64::NAN, f64::INFINITY],
        unit: Unit,
        wrapped: Wrapped(-3),
        pair: Pair(2, 'x'),
        large: (u64::MAX, i64::MIN),
    }
}

#[test]
fn what_is_built_is_the_plain_value() {
    let value = to_value(&parts()).unwrap();
    assert_eq!(build(Values, &parts()).unwrap(), value);
    assert_eq!(build(Values, &value).unwrap(), value);
    let kept = Plain::of(parts());
    assert_eq!(build(Values, &kept).unwrap(), value);
    assert_eq!(kept.value().unwrap(), value);
    let order = |value: &Value| value.to_string();
    assert_eq!(order(&build(Values, &kept).unwrap()), order(&value));
}

#[test]
fn what_cannot_be_built_is_refused_with_the_reason() {
    let by_list: BTreeMap<Vec<u8>, u8> = [(vec![1], 2)].into();
    let why = build(Values, &by_list).unwrap_err();
    assert_eq!(why.message(), to_value(&by_list).unwrap_err().message());
    for refused in [
        build(Values, "not this one"),
        build(Values, &Plain::of(["not this one"])),
    ] {
        let why = refused.unwrap_err();
        assert!(why.message().ends_with("a text is refused"), "{why}");
    }
}
