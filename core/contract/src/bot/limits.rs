//! Limits of a bot's decisions, as hosts give them.

use std::collections::HashSet;
use std::hash::Hash;
use std::time::Duration;

use super::messages::{self, Heard};
use crate::error::{Error, Result, quoted};
use crate::game::Seat;
use crate::options::{LARGEST, OptionKind, OptionSpec};
use crate::value::{Dict, Value, kind_of, quoted_value, whole_number};

/// The option of a bot that limits its decisions by nodes.
pub const NODES: OptionSpec = OptionSpec {
    name: "nodes",
    kind: OptionKind::Int {
        default: 0,
        min: 0,
        max: LARGEST,
    },
    doc: "positions that a decision takes where nothing else bounds it; 0 for a second of time",
};

/// Limits of a bot's decision. `None` does not bind; without any limit, a decision follows
/// the bot's own options, and an analysis continues until it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Limits {
    /// Thinking time, from the start of the search.
    #[cfg_attr(feature = "schema", schemars(with = "Option<u64>"))]
    pub movetime: Option<Duration>,
    /// Time until the answer is due, from the call.
    #[cfg_attr(feature = "schema", schemars(with = "Option<u64>"))]
    pub deadline: Option<Duration>,
    /// Maximum number of positions to visit, over all threads. If it does not suffice to
    /// consider any move, the answer is a move that was not considered.
    pub nodes: Option<u64>,
    /// Plies to search.
    pub depth: Option<u32>,
    /// Number of own moves within which to mate; the search ends when a mate is found.
    pub mate: Option<u32>,
    /// The clock from which the bot allots its time.
    pub clock: Option<Clock>,
    /// The clocks of all seats in their order, for games in which the time of others
    /// matters; empty if unknown. The seat's own clock is taken from here if `clock` is not
    /// given.
    pub clocks: Vec<Clock>,
    /// The moves to choose from, in the game's canonical notation; `None` stands for all,
    /// and a list is never empty.
    pub moves: Option<Vec<String>>,
    /// Number of best moves to give a principal variation for, at least 1.
    pub lines: Option<u32>,
    /// The messages of those that the seat plays with, the oldest first; not given where it
    /// talks to nobody. A bot that talks says something itself where a list is given, also an
    /// empty one.
    pub heard: Option<Vec<Heard>>,
    /// True if times count only from
    /// [`Control::ponder_hit`](crate::jobs::Control::ponder_hit).
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub ponder: bool,
}

/// The clock of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Clock {
    /// Time left.
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    pub remaining: Duration,
    /// Time added by each move.
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    pub increment: Duration,
    /// Moves until the next time control, if there is one.
    pub moves_to_go: Option<u32>,
}

/// Longest time accepted, 30 days in milliseconds; a longer time is cut to it.
const LONGEST: u64 = 30 * 24 * 3600 * 1000;

impl Limits {
    /// Returns true if anything limits the time or the size of a search.
    #[must_use]
    pub const fn bind(&self) -> bool {
        self.movetime.is_some()
            || self.deadline.is_some()
            || self.nodes.is_some()
            || self.depth.is_some()
            || self.mate.is_some()
            || self.clock.is_some()
    }

    /// Returns the limits of one seat out of `seats`, with its own clock.
    ///
    /// # Errors
    ///
    /// `invalid_option` for clocks of another number of seats, and for an empty list of
    /// moves.
    pub(crate) fn of_seat(&self, seat: Seat, seats: usize) -> Result<Self> {
        if !self.clocks.is_empty() && self.clocks.len() != seats {
            return Err(Error::invalid_option(format!(
                "clocks: takes {seats}, one for each seat, not {}",
                self.clocks.len()
            )));
        }
        if self.moves.as_ref().is_some_and(Vec::is_empty) {
            return Err(no_moves());
        }
        Ok(Self {
            clock: self.clock_of(seat),
            ..self.clone()
        })
    }

    /// Returns the clock of the seat that decides.
    #[must_use]
    pub fn clock_of(&self, seat: Seat) -> Option<Clock> {
        self.clock
            .or_else(|| self.clocks.get(seat.index()).copied())
    }

    /// Returns the candidates that `moves` allows, in their order. `read` reads and checks
    /// a move.
    ///
    /// # Errors
    ///
    /// The errors of `read`; `not_your_turn` if there is no candidate.
    pub(crate) fn choose<A: Clone + Eq + Hash>(
        &self,
        mut candidates: Vec<A>,
        read: impl Fn(&str, &[A]) -> Result<A>,
    ) -> Result<Vec<A>> {
        if let Some(texts) = &self.moves {
            let wanted: Result<HashSet<A>> =
                texts.iter().map(|text| read(text, &candidates)).collect();
            let wanted = wanted?;
            candidates.retain(|candidate| wanted.contains(candidate));
        }
        if candidates.is_empty() {
            return Err(Error::not_your_turn("there is no move to choose from"));
        }
        Ok(candidates)
    }

    /// Reads limits as hosts give them: `movetime`, `deadline` (milliseconds), `nodes`,
    /// `depth`, `mate`, `lines` (whole numbers), `moves` (a list of at least one move),
    /// `clock` (a map of `remaining`, `increment` in milliseconds and `moves_to_go`),
    /// `clocks` (a list of such maps, one for each seat), `heard` (a list of maps of `from`,
    /// `text` and `ply`). Null counts as not given.
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming the fault.
    pub fn read(given: &Dict) -> Result<Self> {
        let mut limits = Self::default();
        for (name, value) in given.iter().filter(|(_, v)| !v.is_null()) {
            match name.as_str() {
                "movetime" => limits.movetime = Some(time(name, value)?),
                "deadline" => limits.deadline = Some(time(name, value)?),
                "nodes" => limits.nodes = Some(count(name, value, 0, u64::MAX)?),
                "depth" => limits.depth = Some(count(name, value, 0, u64::from(u32::MAX))? as u32),
                "mate" => limits.mate = Some(count(name, value, 1, 1000)? as u32),
                "lines" => limits.lines = Some(count(name, value, 1, 500)? as u32),
                "moves" => limits.moves = Some(texts(name, value)?),
                "clock" => limits.clock = Some(clock(value)?),
                "clocks" => limits.clocks = clocks(value)?,
                "heard" => limits.heard = Some(messages::read(value)?),
                _ => {
                    return Err(Error::invalid_option(format!(
                        "{} is no limit: there are movetime, deadline, nodes, depth, mate, \
                         lines, moves, clock, clocks, heard",
                        quoted(name)
                    )));
                }
            }
        }
        Ok(limits)
    }
}

fn count(name: &str, value: &Value, least: u64, greatest: u64) -> Result<u64> {
    whole_number(value)
        .and_then(|n| u64::try_from(n).ok())
        .filter(|n| (least..=greatest).contains(n))
        .ok_or_else(|| {
            Error::invalid_option(format!(
                "{name}: takes an integer from {least} on, not {}",
                quoted_value(value)
            ))
        })
}

fn time(name: &str, value: &Value) -> Result<Duration> {
    let ms = value.as_f64().filter(|ms| *ms >= 0.0).ok_or_else(|| {
        Error::invalid_option(format!(
            "{name}: takes a time that is not negative, not {}",
            quoted_value(value)
        ))
    })?;
    Ok(Duration::from_secs_f64(ms.min(LONGEST as f64) / 1000.0))
}

fn texts(name: &str, value: &Value) -> Result<Vec<String>> {
    let wrong = || {
        Error::invalid_option(format!(
            "{name}: takes a list of moves, not {}",
            kind_of(value)
        ))
    };
    value
        .as_array()
        .ok_or_else(wrong)?
        .iter()
        .map(|v| v.as_str().map(str::to_owned).ok_or_else(wrong))
        .collect::<Result<Vec<_>>>()
        .and_then(|texts| match texts.is_empty() {
            true => Err(no_moves()),
            false => Ok(texts),
        })
}

fn no_moves() -> Error {
    Error::invalid_option("moves: an empty list leaves no move to choose from; null stands for all")
}

fn clocks(value: &Value) -> Result<Vec<Clock>> {
    let wrong = || {
        Error::invalid_option(format!(
            "clocks: takes a list of clocks, one for each seat, not {}",
            kind_of(value)
        ))
    };
    value
        .as_array()
        .ok_or_else(wrong)?
        .iter()
        .map(clock)
        .collect()
}

fn clock(value: &Value) -> Result<Clock> {
    let Value::Object(map) = value else {
        return Err(Error::invalid_option(format!(
            "clock: takes a map of remaining, increment and moves_to_go, not {}",
            kind_of(value)
        )));
    };
    let mut clock = Clock::default();
    let mut told = false;
    for (name, value) in map.iter().filter(|(_, v)| !v.is_null()) {
        match name.as_str() {
            "remaining" => {
                clock.remaining = time("clock: remaining", value)?;
                told = true;
            }
            "increment" => clock.increment = time("clock: increment", value)?,
            "moves_to_go" => {
                clock.moves_to_go = Some(count("clock: moves_to_go", value, 1, 1000)? as u32);
            }
            _ => {
                return Err(Error::invalid_option(format!(
                    "clock: has no {}: there are remaining, increment, moves_to_go",
                    quoted(name)
                )));
            }
        }
    }
    if !told {
        return Err(Error::invalid_option("clock: remaining is missing"));
    }
    Ok(clock)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(value: Value) -> Result<Limits> {
        Limits::read(value.as_object().unwrap())
    }

    #[test]
    fn everything_is_read() {
        let limits = read(json!({
            "movetime": 1.5, "nodes": 7, "depth": null, "lines": 2, "moves": ["e2e4"],
            "clock": { "remaining": 60000, "increment": 0, "moves_to_go": 40 },
            "clocks": [{ "remaining": 1 }, { "remaining": 2, "increment": 3 }],
            "heard": [{ "from": "B.black", "text": "go", "ply": 3 }, { "from": "x", "text": "" }],
        }))
        .unwrap();
        let heard = limits.heard.as_deref().unwrap();
        assert_eq!((heard[0].text.as_str(), heard[0].ply), ("go", Some(3)));
        assert_eq!((heard[1].from.as_str(), heard[1].ply), ("x", None));
        assert_eq!(limits.movetime, Some(Duration::from_micros(1500)));
        assert_eq!(
            (limits.nodes, limits.depth, limits.lines),
            (Some(7), None, Some(2))
        );
        assert_eq!(limits.clock.unwrap().remaining, Duration::from_secs(60));
        assert!(limits.bind() && !Limits::default().bind());
        let second = Clock {
            remaining: Duration::from_millis(2),
            increment: Duration::from_millis(3),
            moves_to_go: None,
        };
        let own = Limits {
            clock: None,
            ..limits.clone()
        };
        assert_eq!(own.clock_of(Seat(1)), Some(second));
        assert_eq!(own.clock_of(Seat(2)), None);
        assert_eq!(limits.clock_of(Seat(1)), limits.clock);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (given, part) in [
            (json!({ "movetime": -1 }), "movetime"),
            (json!({ "movetime": "1" }), "movetime"),
            (json!({ "lines": 0 }), "lines"),
            (json!({ "nodes": 1.5 }), "nodes"),
            (json!({ "dept": 3 }), "dept"),
            (json!({ "moves": "e2e4" }), "moves"),
            (json!({ "moves": [] }), "moves: an empty list"),
            (json!({ "clock": 3 }), "clock"),
            (json!({ "clock": { "increment": 3 } }), "remaining"),
            (json!({ "clock": { "rest": 3 } }), "rest"),
            (json!({ "clocks": { "remaining": 3 } }), "clocks"),
            (json!({ "clocks": [{ "remaining": 3 }, 4] }), "clock"),
            (json!({ "heard": "go" }), "heard"),
            (json!({ "heard": ["go"] }), "heard"),
            (json!({ "heard": [{ "from": "x" }] }), "heard[0].text"),
            (
                json!({ "heard": [{ "from": 1, "text": "" }] }),
                "heard[0].from",
            ),
            (
                json!({ "heard": [{ "from": "x", "text": "", "ply": -1 }] }),
                "heard[0].ply",
            ),
            (
                json!({ "heard": [{ "from": "x", "text": "", "at": 1 }] }),
                "heard[0]: has no",
            ),
        ] {
            let error = read(given.clone()).unwrap_err();
            assert_eq!(error.kind(), crate::ErrorKind::InvalidOption, "{given}");
            assert!(error.to_string().contains(part), "{given}: {error}");
        }
    }
}
