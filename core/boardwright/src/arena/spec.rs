//! The names of players: `search(level=max,hash=16)` for a bot of ours, `engine:COMMAND
//! ARGUMENTS[Option=Value,…]` for a program that speaks UCI, `ubi:…` and `bei:…` for one that speaks
//! UBI or BEI.

use contract::arguments::WholeNumber;
use contract::error::{Error, Result, quoted};
use contract::value::{Dict, Value, quoted_value};

use super::bot::BotPlayer;
use super::own::Guests;
use super::player::Player;
use crate::host::{Game, unfolded};
use crate::own::OWN;
use crate::taken::Taken;

/// A player as the user names it.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayerSpec {
    /// A bot of the game.
    Bot {
        /// Its name.
        name: String,
        /// Its options.
        options: Dict,
    },
    /// A program by plain values: `command` (the program and its arguments), `protocol` and
    /// `options`. Who starts programs reads them.
    Program(Dict),
    /// A bot of the host's own, by its number among the [`Guests`].
    Own(usize),
}

const OWN_NUMBER: WholeNumber = WholeNumber {
    doc: "",
    name: "own",
    least: 0,
    most: u32::MAX as u64,
    default: None,
};

/// The prefixes of commands.
const ENGINES: [(&str, &str); 3] = [("engine:", "uci"), ("ubi:", "ubi"), ("bei:", "bei")];

impl PlayerSpec {
    /// Reads the player that is given as argument `of`.
    ///
    /// # Errors
    ///
    /// `invalid_option`, saying what is missing.
    pub fn read(of: &str, text: &str) -> Result<Self> {
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
            let options = options
                .into_iter()
                .map(|(name, value)| (name, value.into()));
            return Ok(Self::Program(program(
                command.into(),
                language,
                options.collect(),
            )));
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

/// Starts the programs that play: what reaches outside this process is not of this crate.
pub type Programs = dyn Fn(&str, &Dict, &Game) -> Result<Box<dyn Player>> + Send + Sync;

/// Reads the players of a list.
///
/// # Errors
///
/// `invalid_option`, naming what is wrong, and where there is no list.
pub(super) fn read_players(list: Option<Vec<Value>>, game: &str) -> Result<Vec<NamedPlayer>> {
    let list = list.ok_or_else(|| {
        Error::invalid_option("players: takes a list of players, and none is given")
    })?;
    let read = |(i, value): (usize, &Value)| {
        NamedPlayer::read(&format!("players[{i}]"), value, Some(game))
    };
    list.iter().enumerate().map(read).collect()
}

/// A player as hosts name it, under a name of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedPlayer {
    /// The name in tables and records.
    pub name: String,
    /// The player.
    pub spec: PlayerSpec,
}

impl NamedPlayer {
    /// Reads a player: a text as [`PlayerSpec::read`] takes it, or a map of `bot` and `options`,
    /// or of `command` (a program, or a list of it and its arguments), `protocol` (`uci` if it is
    /// not given) and `options`, or of `own`, the number of one of the host's own among the
    /// [`Guests`]; in each case with a `name`. `bot` may be as [`Bot::described`] gives it; its
    /// seed does not matter, since games have theirs. It plays the `game`, if there is one.
    ///
    /// [`Bot::described`]: crate::host::Bot::described
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming what is wrong.
    pub fn read(of: &str, given: &Value, game: Option<&str>) -> Result<Self> {
        match given {
            Value::String(text) => Ok(Self {
                name: text.clone(),
                spec: PlayerSpec::read(of, text)?,
            }),
            Value::Object(map) => Self::of_map(map, game).map_err(|error| error.at(of)),
            other => Err(Error::invalid_option(format!(
                "{of}: takes a text or a map, not {}",
                quoted_value(other)
            ))),
        }
    }

    fn of_map(given: &Dict, game: Option<&str>) -> Result<Self> {
        let map = match unfolded(given, game)? {
            Some(mut map) => {
                map.remove("seed");
                map
            }
            None => given.clone(),
        };
        let mut taken = Taken::new(map);
        let name = taken.text("name")?;
        let bot = taken.text("bot")?;
        let command = taken.value("command");
        let protocol = taken.text("protocol")?;
        let options = taken.map("options")?.unwrap_or_default();
        let own = taken.maybe_whole(&OWN_NUMBER)?;
        taken.end()?;
        let (usual, spec) = match (bot, command, own) {
            (None, None, Some(number)) if protocol.is_none() && options.is_empty() => {
                let number = usize::try_from(number).unwrap_or(usize::MAX);
                (OWN.to_owned(), PlayerSpec::Own(number))
            }
            (Some(bot), None, None) if protocol.is_none() => {
                let spec = PlayerSpec::Bot {
                    name: bot.clone(),
                    options,
                };
                (bot, spec)
            }
            (None, Some(command), None) => {
                let protocol = protocol.unwrap_or_else(|| ENGINES[0].1.to_owned());
                let name = command_name(&command);
                let spec = PlayerSpec::Program(program(command, &protocol, options));
                (name, spec)
            }
            _ => {
                return Err(Error::invalid_option(
                    "takes one of a bot, the command of a program, and a bot of the host's own",
                ));
            }
        };
        let name = name.unwrap_or(usual);
        if name.trim().is_empty() {
            return Err(Error::invalid_option("the name is empty"));
        }
        Ok(Self { name, spec })
    }

    /// The player for a game.
    ///
    /// # Errors
    ///
    /// `unknown_bot`, `invalid_option`, and those of programs.
    pub fn make(&self, game: &Game, guests: &Guests) -> Result<Box<dyn Player>> {
        match &self.spec {
            PlayerSpec::Bot { name, options } => {
                Ok(Box::new(BotPlayer::new(&self.name, name, options, game)?))
            }
            PlayerSpec::Program(program) => guests.program(&self.name, program, game),
            PlayerSpec::Own(number) => Ok(Box::new(guests.own(&self.name, *number)?)),
        }
    }

    /// The player as a plain value, which [`read`](Self::read) takes.
    #[must_use]
    pub fn describe(&self) -> Value {
        match &self.spec {
            PlayerSpec::Bot { name, options } => serde_json::json!({
                "name": self.name, "bot": name, "options": options,
            }),
            PlayerSpec::Program(program) => {
                let mut value = program.clone();
                value.insert("name".into(), self.name.as_str().into());
                Value::Object(value)
            }
            PlayerSpec::Own(number) => serde_json::json!({ "name": self.name, "own": number }),
        }
    }
}

/// A program by plain values.
fn program(command: Value, protocol: &str, options: Dict) -> Dict {
    let mut program = Dict::new();
    program.insert("command".into(), command);
    program.insert("protocol".into(), protocol.into());
    program.insert("options".into(), options.into());
    program
}

/// The words of a command as one text.
fn command_name(command: &Value) -> String {
    match command {
        Value::String(text) => text.clone(),
        Value::Array(words) => {
            let words: Vec<_> = words.iter().filter_map(Value::as_str).collect();
            words.join(" ")
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn bots_have_options() {
        let read = |text| PlayerSpec::read("a", text);
        let bot = |name: &str, options: serde_json::Value| PlayerSpec::Bot {
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
        let read = |text| PlayerSpec::read("b", text);
        let engine = |command: &[&str], options: serde_json::Value| {
            let options = options.as_object().unwrap().clone();
            PlayerSpec::Program(program(json!(command), "uci", options))
        };
        assert_eq!(
            read("engine:fairy-stockfish[UCI_Variant=crazyhouse,Skill Level=10]"),
            Ok(engine(
                &["fairy-stockfish"],
                json!({ "UCI_Variant": "crazyhouse", "Skill Level": "10" })
            ))
        );
        assert_eq!(
            read("engine:\"a program\" uci '' --x"),
            Ok(engine(&["a program", "uci", "", "--x"], json!({})))
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

    #[test]
    fn players_are_texts_or_maps() {
        let read = |value| NamedPlayer::read("players[0]", &value, Some("chess"));
        let bot = read(json!("search(level=max)")).unwrap();
        assert_eq!(bot.name, "search(level=max)");
        let named = json!({ "name": "A", "bot": "search", "options": { "level": "max" } });
        let named = read(named).unwrap();
        assert_eq!((&*named.name, &named.spec), ("A", &bot.spec));
        let options = json!({ "level": "max" }).as_object().unwrap().clone();
        let made = crate::host::Bot::new("search", "chess", &options, 5).unwrap();
        let made = Value::Object(made.described(true));
        let of_made = read(json!({ "name": "A", "bot": made })).unwrap();
        assert_eq!(of_made, named);
        let elsewhere = NamedPlayer::read("p", &json!({ "bot": made }), Some("crazyhouse"));
        assert_eq!(
            elsewhere.unwrap_err().message(),
            "p: bot: it plays \"chess\", not crazyhouse"
        );
        let engine = json!({ "command": ["sf", "--x"], "options": { "Threads": 2 } });
        let engine = read(engine).unwrap();
        assert_eq!(engine.name, "sf --x");
        let options = json!({ "Threads": 2 }).as_object().unwrap().clone();
        let wanted = program(json!(["sf", "--x"]), "uci", options);
        assert_eq!(engine.spec, PlayerSpec::Program(wanted));
        let own = read(json!({ "own": 3 })).unwrap();
        assert_eq!((&*own.name, &own.spec), ("own", &PlayerSpec::Own(3)));
        for player in [&bot, &named, &engine, &own] {
            assert_eq!(&read(player.describe()).unwrap(), player);
        }
        for (wrong, message) in [
            (json!(3), "players[0]: takes a text or a map, not 3"),
            (
                json!({}),
                "players[0]: takes one of a bot, the command of a program, and a bot of the host's own",
            ),
            (
                json!({ "bot": "a", "command": "b" }),
                "players[0]: takes one of a bot, the command of a program, and a bot of the host's own",
            ),
            (
                json!({ "own": 0, "bot": "a" }),
                "players[0]: takes one of a bot, the command of a program, and a bot of the host's own",
            ),
            (
                json!({ "bot": "a", "level": 1 }),
                "players[0]: there is no option \"level\": there are name, bot, command, protocol, \
                 options, own",
            ),
            (
                json!({ "bot": "a", "name": " " }),
                "players[0]: the name is empty",
            ),
        ] {
            assert_eq!(read(wrong).unwrap_err().message(), message);
        }
    }
}
