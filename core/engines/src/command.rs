//! Commands of programs, as the host's own code writes them.

use boardwright::error::quoted;
use boardwright::value::{Dict, Value, quoted_value};
use boardwright::{Error, Result};

use crate::protocol::Language;

/// A program, as the host's own code names it; never made from what a client sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineCommand {
    /// The protocol that it speaks.
    pub language: Language,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The options set at the start, by the program's names.
    pub options: Vec<(String, String)>,
}

impl EngineCommand {
    /// Reads plain values: `command`, the program or a list of it and its arguments; `protocol`,
    /// `uci` (if it is not given), `ubi` or `bei`; `options`, a map of strings, integers, booleans,
    /// and nulls for buttons.
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming what is wrong.
    pub fn read(given: &Dict) -> Result<Self> {
        let names = ["command", "protocol", "options"];
        if let Some(key) = given.keys().find(|key| !names.contains(&key.as_str())) {
            return Err(Error::invalid_option(format!(
                "a program has no {}: it has {}",
                quoted(key),
                names.join(", ")
            )));
        }
        let given = |name: &str| given.get(name).filter(|value| !value.is_null());
        let language = match given("protocol") {
            None => Language::Uci,
            Some(Value::String(name)) => name.parse()?,
            Some(other) => return Err(wrong("protocol", "a string", other)),
        };
        let command = match given("command") {
            None => return Err(Error::invalid_option("command: is missing")),
            Some(Value::String(program)) => vec![program.clone()],
            Some(Value::Array(words)) => words.iter().map(word).collect::<Result<_>>()?,
            Some(other) => return Err(wrong("command", "a list of strings", other)),
        };
        if command.first().is_none_or(String::is_empty) {
            return Err(Error::invalid_option("command: is empty"));
        }
        let options = match given("options") {
            None => Vec::new(),
            Some(Value::Object(options)) => options.iter().map(option).collect::<Result<_>>()?,
            Some(other) => return Err(wrong("options", "a map", other)),
        };
        Ok(Self {
            language,
            command,
            options,
        })
    }
}

fn wrong(what: &str, takes: &str, got: &Value) -> Error {
    let got = quoted_value(got);
    Error::invalid_option(format!("{what}: takes {takes}, not {got}"))
}

fn word(value: &Value) -> Result<String> {
    let text = value.as_str().filter(|text| !text.contains('\0'));
    text.map(str::to_owned)
        .ok_or_else(|| wrong("command", "a list of strings", value))
}

fn option((name, value): (&String, &Value)) -> Result<(String, String)> {
    let text = match value {
        Value::Null => String::new(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) if !number.is_f64() => number.to_string(),
        Value::String(text) => text.clone(),
        other => return Err(wrong(name, "a string, an integer or a boolean", other)),
    };
    // A line of its own would be another command.
    if [name, &text]
        .iter()
        .any(|text| text.contains(['\0', '\n', '\r']))
    {
        return Err(Error::invalid_option(format!(
            "options: {} has a line break",
            quoted(name)
        )));
    }
    Ok((name.clone(), text))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(value: Value) -> Result<EngineCommand> {
        EngineCommand::read(value.as_object().expect("a map"))
    }

    #[test]
    fn plain_values_are_read() {
        let options = json!({ "Hash": 16, "Ponder": false, "Clear Hash": null, "Style": "calm" });
        let given = json!({ "command": ["x", "-q"], "protocol": "ubi", "options": options });
        let read = read(given).unwrap();
        assert_eq!(read.language, Language::Ubi);
        assert_eq!(read.command, ["x", "-q"]);
        let mut options: Vec<_> = (read.options.iter())
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        options.sort_unstable();
        let wanted = [
            ("Clear Hash", ""),
            ("Hash", "16"),
            ("Ponder", "false"),
            ("Style", "calm"),
        ];
        assert_eq!(options, wanted);
        let plain = self::read(json!({ "command": "x" })).unwrap();
        assert_eq!(
            (plain.language, plain.command),
            (Language::Uci, vec!["x".to_owned()])
        );
    }

    #[test]
    fn wrong_values_are_refused_by_name() {
        for (given, word) in [
            (json!({}), "command"),
            (json!({ "command": [] }), "command"),
            (json!({ "command": "" }), "command"),
            (json!({ "command": [1] }), "command"),
            (json!({ "command": ["a\0"] }), "command"),
            (json!({ "command": {} }), "command"),
            (json!({ "command": "x", "protocol": "usi" }), "protocol"),
            (json!({ "command": "x", "protocol": 1 }), "protocol"),
            (json!({ "command": "x", "options": [] }), "options"),
            (json!({ "command": "x", "options": { "A": 1.5 } }), "A"),
            (
                json!({ "command": "x", "options": { "A": "1\nquit" } }),
                "options",
            ),
            (json!({ "command": "x", "movetime": 5 }), "movetime"),
        ] {
            let error = read(given.clone()).expect_err("it is refused");
            assert_eq!(error.code(), "invalid_option");
            assert!(error.message().contains(word), "{given}: {error}");
        }
    }
}
