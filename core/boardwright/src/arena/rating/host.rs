//! The registry of bots for hosts: questions and changes from plain values to plain values.

use std::path::Path;

use serde::de::DeserializeOwned;
use serde_json::json;

use super::games::{RatedGame, RatedResult, each, mode_of, rated_game};
use super::registry::{BotKind, BotStatus, RegisteredBot, Registry};
use crate::arena::spec::NamedPlayer;
use crate::host::{Game, SeatRef, guard};
use crate::registry;
use crate::taken::Taken;
use contract::error::{Error, Result, quoted};
use contract::value::{Dict, Value, quoted_value, to_value};

/// The mode of who gives none.
const MODE: &str = "one_seat";

/// The most games of one call.
const MOST_GAMES: u64 = 1_000_000;

const KINDS: [(&str, BotKind); 2] = [
    ("internal", BotKind::Internal),
    ("external", BotKind::External),
];

const STATUSES: [(&str, BotStatus); 3] = [
    ("active", BotStatus::Active),
    ("paused", BotStatus::Paused),
    ("retired", BotStatus::Retired),
];

/// A registry of bots as hosts hold it: a value, which they keep and change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BotRegistry(Registry);

impl BotRegistry {
    /// A registry without bots.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads what the question `text` has answered.
    ///
    /// # Errors
    ///
    /// As [`Registry::from_json`].
    pub fn parse(text: &str) -> Result<Self> {
        guard(|| Registry::from_json(text).map(Self))
    }

    /// Reads the file that the question `save` has written; without one it is empty.
    ///
    /// # Errors
    ///
    /// As [`Registry::load`].
    pub fn load(path: &str) -> Result<Self> {
        guard(|| Registry::load(Path::new(path)).map(Self))
    }

    /// The number of bots.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.bots().len()
    }

    /// Returns true without bots.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Answers a question.
    ///
    /// | question | takes | answer |
    /// |---|---|---|
    /// | `bots` | | the bots by their names |
    /// | `bot` | `name` | the bot |
    /// | `rating` | `name`, `game`, `mode` | the results and ratings |
    /// | `leaderboard` | `game`, `mode` | the [`Leaderboard`](super::Leaderboard) |
    /// | `markdown` | `game`, `mode` | the leaderboard in Markdown |
    /// | `text` | | the registry as JSON |
    /// | `save` | `path` | null, once it is in the file |
    ///
    /// # Errors
    ///
    /// `invalid_option` for a question that there is not, for arguments that it does not take, and
    /// for a bot that is not registered.
    pub fn ask(&self, question: &str, given: Dict) -> Result<Value> {
        guard(|| {
            let mut taken = Taken::new(given);
            match question {
                "bots" => {
                    taken.end()?;
                    to_value(self.0.bots())
                }
                "bot" => {
                    let name = needed(&mut taken, "name")?;
                    taken.end()?;
                    let bot = self.0.bots().get(&name);
                    bot.map_or_else(|| Err(Registry::unknown(&name)), to_value)
                }
                "rating" => {
                    let name = needed(&mut taken, "name")?;
                    let (game, mode) = (known_game(&mut taken)?, mode(&mut taken)?);
                    taken.end()?;
                    to_value(&self.0.rating(&name, &game, &mode)?)
                }
                "leaderboard" | "markdown" => {
                    let (game, mode) = (known_game(&mut taken)?, mode(&mut taken)?);
                    taken.end()?;
                    let board = self.0.leaderboard(&game, &mode);
                    match question {
                        "markdown" => Ok(board.markdown().into()),
                        _ => to_value(&board),
                    }
                }
                "text" => {
                    taken.end()?;
                    self.0.to_json().map(Value::String)
                }
                "save" => {
                    let path = needed(&mut taken, "path")?;
                    taken.end()?;
                    self.0.save(Path::new(&path)).map(|()| Value::Null)
                }
                other => Err(no_such("question", other)),
            }
        })
    }

    /// Makes a change; one that is refused changes nothing.
    ///
    /// | change | takes | answer |
    /// |---|---|---|
    /// | `register` | `name`, `kind`, `player`, `modes`, `status` | the bot |
    /// | `set_status` | `name`, `status` | the bot |
    /// | `remove` | `name` | the bot that was taken out |
    /// | `rate` | `batch`, `game`, `mode`, `results` | true, or false for a batch that was rated before |
    /// | `rate_game` | `batch`, `game`, `options`, `players`, `winners`, `mode` | the same, of one game by the names at its seats |
    ///
    /// `player` is one as tournaments take it, for a bot that is `external` any map of the host's
    /// own. `modes` has the modes of each game that the bot plays; a list of games is short for
    /// `one_seat` in each.
    ///
    /// # Errors
    ///
    /// As [`ask`](Self::ask); `unknown_game`; those of [`Registry::rate`].
    pub fn change(&mut self, change: &str, given: Dict) -> Result<Value> {
        let mut taken = Taken::new(given);
        guard(|| match change {
            "register" => self.register(taken),
            "set_status" => {
                let name = needed(&mut taken, "name")?;
                let status = taken.word("status", &STATUSES)?;
                taken.end()?;
                let status = status.ok_or_else(|| missing("status"))?;
                self.0.set_status(&name, status)?;
                to_value(&self.0.bots().get(&name))
            }
            "remove" => {
                let name = needed(&mut taken, "name")?;
                taken.end()?;
                to_value(&self.0.remove(&name)?)
            }
            "rate" => {
                let batch = needed(&mut taken, "batch")?;
                let (game, mode) = (known_game(&mut taken)?, mode(&mut taken)?);
                let results = taken.list("results")?;
                taken.end()?;
                let results = results.ok_or_else(|| missing("results"))?;
                let results = read_results(results)?;
                let rated = self.0.rate(&batch, &game, &mode, &each(&results))?;
                Ok(Value::Bool(rated))
            }
            "rate_game" => self.rate_game(taken),
            other => Err(no_such("change", other)),
        })
    }

    fn register(&mut self, mut taken: Taken<'_>) -> Result<Value> {
        let name = needed(&mut taken, "name")?;
        let kind = taken.word("kind", &KINDS)?.unwrap_or(BotKind::Internal);
        let status = taken.word("status", &STATUSES)?.unwrap_or_default();
        let (player, modes) = (taken.value("player"), taken.value("modes"));
        taken.end()?;
        let modes = match modes {
            None => Dict::new(),
            Some(Value::Object(modes)) => modes,
            Some(Value::Array(games)) => {
                let game = |game: Value| match game {
                    Value::String(game) => Ok((game, json!([MODE]))),
                    other => Err(wrong("modes", "the name of a game", &other)),
                };
                games.into_iter().map(game).collect::<Result<_>>()?
            }
            Some(other) => return Err(wrong("modes", "a map or a list", &other)),
        };
        for game in modes.keys() {
            registry::find(game)?;
        }
        let modes = serde_json::from_value(Value::Object(modes))
            .map_err(|error| Error::invalid_option(format!("modes: {error}")))?;
        let player = match (kind, player) {
            (_, None) => Dict::new(),
            (BotKind::External, Some(Value::Object(player))) => player,
            (_, Some(player)) => match NamedPlayer::read("player", &player, None)?.describe() {
                Value::Object(player) => player,
                other => return Err(wrong("player", "a map", &other)),
            },
        };
        let bot = RegisteredBot {
            kind,
            modes,
            status,
            player,
            ratings: Default::default(),
        };
        self.0.register(&name, bot)?;
        to_value(&self.0.bots().get(&name))
    }

    fn rate_game(&mut self, mut taken: Taken<'_>) -> Result<Value> {
        let batch = needed(&mut taken, "batch")?;
        let game = taken.game()?.ok_or_else(|| missing("game"))?;
        let (players, winners) = (taken.map("players")?, taken.list("winners")?);
        let mode = taken.text("mode")?;
        taken.end()?;
        let players = players.ok_or_else(|| missing("players"))?;
        let winners = winners.ok_or_else(|| missing("winners"))?;
        let names = names_at(&game, &players)?;
        let seat = |seat: Value| match &seat {
            Value::String(name) => game.seat(SeatRef::read(name)).map(|seat| seat.0),
            other => Err(wrong("winners", "the names of seats", other)),
        };
        let winners = winners.into_iter().map(seat).collect::<Result<Vec<_>>>()?;
        let mode = match mode {
            Some(mode) => mode,
            None => mode_of(seats_each(&names)?),
        };
        let played = rated_game(&names, &game.sides(), &winners);
        let rated = self.0.rate(&batch, game.name(), &mode, &[played])?;
        Ok(Value::Bool(rated))
    }
}

/// The name of the player at each seat.
fn names_at<'a>(game: &Game, players: &'a Dict) -> Result<Vec<&'a str>> {
    let mut names = vec![None; game.seats().len()];
    for (seat, name) in players {
        let Value::String(name) = name else {
            return Err(wrong("players", "names of bots", name));
        };
        names[game.seat(SeatRef::read(seat))?.index()] = Some(&**name);
    }
    let named = |(seat, name): (&String, Option<&'a str>)| {
        name.ok_or_else(|| {
            Error::invalid_option(format!("players: nobody is named for {}", quoted(seat)))
        })
    };
    game.seats().iter().zip(names).map(named).collect()
}

/// The number of seats of each player, if all have as many.
fn seats_each(names: &[&str]) -> Result<usize> {
    let count = |name: &&str| names.iter().filter(|other| *other == name).count();
    let first = names.first().map_or(1, count);
    if names.iter().all(|name| count(name) == first) {
        return Ok(first);
    }
    Err(Error::invalid_option(
        "mode: has to be given where players have unlike numbers of seats",
    ))
}

/// Reads results, and counts their games.
pub(super) fn read_results(results: Vec<Value>) -> Result<Vec<RatedResult>> {
    let results: Vec<RatedResult> = read("results", Value::Array(results))?;
    let games = results.iter().map(|result| result.games);
    let all = games.fold(0_u64, u64::saturating_add);
    if all > MOST_GAMES {
        return Err(Error::invalid_option(format!(
            "results: takes at most {MOST_GAMES} games, not {all}"
        )));
    }
    for result in &results {
        let sides = result.sides.clone();
        RatedGame { sides }.check()?;
    }
    Ok(results)
}

pub(super) fn read<T: DeserializeOwned>(name: &str, value: Value) -> Result<T> {
    serde_json::from_value(value).map_err(|error| Error::invalid_option(format!("{name}: {error}")))
}

pub(super) fn missing(name: &str) -> Error {
    Error::invalid_option(format!("{name}: has to be given"))
}

fn wrong(name: &str, takes: &str, got: &Value) -> Error {
    let got = quoted_value(got);
    Error::invalid_option(format!("{name}: takes {takes}, not {got}"))
}

pub(super) fn no_such(kind: &str, name: &str) -> Error {
    Error::invalid_option(format!("there is no {kind} {}", quoted(name)))
}

fn needed<'a>(taken: &mut Taken<'a>, name: &'a str) -> Result<String> {
    taken.text(name)?.ok_or_else(|| missing(name))
}

/// The name of a game that exists.
fn known_game(taken: &mut Taken<'_>) -> Result<String> {
    let game = needed(taken, "game")?;
    registry::find(&game)?;
    Ok(game)
}

fn mode(taken: &mut Taken<'_>) -> Result<String> {
    Ok(taken.text("mode")?.unwrap_or_else(|| MODE.to_owned()))
}
