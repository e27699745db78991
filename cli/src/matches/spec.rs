//! The names of players: `search(level=max,hash=16)` for a bot of ours, `engine:COMMAND
//! ARGUMENTS[Option=Value,…]` for a program that speaks UCI, `ubi:…` and `bei:…` for one that speaks
//! UBI or BEI.

use boardwright::Error;
use boardwright::error::quoted;
use boardwright::value::Dict;
use boardwright_engines::Language;

/// A player as the user names it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Spec {
    /// A bot of the game.
    Bot {
        /// Its name.
        name: String,
        /// Its options.
        options: Dict,
    },
    /// A program.
    Engine {
        /// The protocol that it speaks.
        language: Language,
        /// The program and its arguments.
        command: Vec<String>,
        /// The options set at the start.
        options: Vec<(String, String)>,
    },
}

/// The prefixes of commands.
const ENGINES: [(&str, Language); 3] = [
    ("engine:", Language::Uci),
    ("ubi:", Language::Ubi),
    ("bei:", Language::Bei),
];

impl Spec {
    /// Reads the player that is given as argument `of`.
    pub(crate) fn read(of: &str, text: &str) -> Result<Self, Error> {
        let wrong = |what: &str| Error::invalid_option(format!("{of}: {}: {what}", quoted(text)));
        let engine = ENGINES
            .iter()
            .find_map(|(prefix, language)| Some((text.strip_prefix(prefix)?, *language)));
        if let Some((rest, language)) = engine {
            let (command, list) = split(rest, '[', ']').ok_or_else(|| wrong("a ] is missing"))?;
            let command = words(command).ok_or_else(|| wrong("a quotation mark is missing"))?;
            if command.first().is_none_or(String::is_empty) {
                return Err(wrong("the command is missing"));
            }
            let options = pairs(list)
                .ok_or_else(|| wrong("options take the form [Name=Value,Name=Value]"))?;
            return Ok(Self::Engine {
                language,
                command,
                options,
            });
        }
        let (name, list) = split(text, '(', ')').ok_or_else(|| wrong("a ) is missing"))?;
        if name.trim().is_empty() {
            return Err(wrong("the name of the bot is missing"));
        }
        let options = pairs(list)
            .ok_or_else(|| wrong("options take the form (name=value,name=value)"))?
            .into_iter()
            .map(|(name, value)| {
                let value = serde_json::from_str(&value).unwrap_or_else(|_| value.into());
                (name, value)
            })
            .collect();
        Ok(Self::Bot {
            name: name.trim().to_owned(),
            options,
        })
    }
}

/// Splits a text into the part before a list in brackets, and the list; nothing where the list has
/// no end.
fn split(text: &str, open: char, close: char) -> Option<(&str, &str)> {
    match text.split_once(open) {
        None => Some((text, "")),
        Some((before, list)) => Some((before, list.trim_end().strip_suffix(close)?)),
    }
}

/// Names and values with commas between.
fn pairs(list: &str) -> Option<Vec<(String, String)>> {
    if list.trim().is_empty() {
        return Some(Vec::new());
    }
    list.split(',')
        .map(|pair| {
            let (name, value) = pair.split_once('=')?;
            let (name, value) = (name.trim(), value.trim());
            (!name.is_empty()).then(|| (name.to_owned(), value.to_owned()))
        })
        .collect()
}

/// Words with spaces between, where quotation marks of either kind hold words
/// together; nothing where one is missing.
fn words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(mark) if c == mark => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn bots_have_options() {
        let read = |text| Spec::read("a", text);
        let bot = |name: &str, options: serde_json::Value| Spec::Bot {
            name: name.into(),
            options: options.as_object().unwrap().clone(),
        };
        assert_eq!(read("random"), Ok(bot("random", json!({}))));
        assert_eq!(read("search()"), Ok(bot("search", json!({}))));
        assert_eq!(
            read("search(level=max, hash=16,x=true)"),
            Ok(bot(
                "search",
                json!({ "level": "max", "hash": 16, "x": true })
            ))
        );
        for wrong in ["", "search(level", "search(level)", "search(=1)", "(a=1)"] {
            let error = read(wrong).unwrap_err();
            assert!(error.message().starts_with("a: "), "{error}");
        }
    }

    #[test]
    fn engines_have_arguments_and_options() {
        let read = |text| Spec::read("b", text);
        let engine = |command: &[&str], options: &[(&str, &str)]| Spec::Engine {
            language: Language::Uci,
            command: command.iter().map(|w| (*w).to_owned()).collect(),
            options: options
                .iter()
                .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()))
                .collect(),
        };
        assert_eq!(
            read("engine:fairy-stockfish[UCI_Variant=crazyhouse,Skill Level=10]"),
            Ok(engine(
                &["fairy-stockfish"],
                &[("UCI_Variant", "crazyhouse"), ("Skill Level", "10")]
            ))
        );
        assert_eq!(
            read("engine:\"a program\" uci '' --x"),
            Ok(engine(&["a program", "uci", "", "--x"], &[]))
        );
        for wrong in [
            "engine:",
            "engine:x[a=1",
            "engine:x[a]",
            "engine:'x",
            "engine:[a=1]",
        ] {
            let error = read(wrong).unwrap_err();
            assert!(error.message().starts_with("b: "), "{error}");
        }
    }
}
