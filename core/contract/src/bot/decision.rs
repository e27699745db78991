//! A bot's answer, and the steps of its analysis.
//!
//! Moves are those of a game inside the library and texts in its canonical notation outside
//! of it; `map` converts one to the other. Serialised, times are in milliseconds.

use std::fmt;
use std::time::{Duration, Instant};

use super::messages::Said;
use serde::{Deserialize, Serialize, Serializer};

/// The value of a position or a move for the decider; serialised as `unit` and `value`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "unit", content = "value", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Score {
    /// Hundredths of a pawn, from the decider's side.
    Centipawns(i32),
    /// Tenths of an extra turn, from the decider's side.
    Decitempi(i32),
    /// Points of the game's own, from the decider's side.
    Points(i32),
    /// Plies to the mate, positive if the decider mates.
    Mate(i32),
    /// Probability of winning, from 0 to 1.
    WinProbability(f64),
}

impl Score {
    /// Returns the value without its unit.
    #[must_use]
    pub fn value(self) -> f64 {
        match self {
            Self::Centipawns(value) | Self::Decitempi(value) | Self::Points(value) => value.into(),
            Self::Mate(plies) => plies.into(),
            Self::WinProbability(chance) => chance,
        }
    }
}

/// Writes the unit and the value, as in `centipawns 12`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(value) => write!(f, "centipawns {value}"),
            Self::Decitempi(value) => write!(f, "decitempi {value}"),
            Self::Points(value) => write!(f, "points {value}"),
            Self::Mate(plies) => write!(f, "mate {plies}"),
            Self::WinProbability(chance) => write!(f, "win_probability {chance}"),
        }
    }
}

/// The direction in which a score is inexact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// The value is at least that.
    Lower,
    /// The value is at most that.
    Upper,
}

/// A move that a bot considered beside the one it chose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Alternative<A> {
    /// The move.
    #[serde(rename = "move")]
    pub action: A,
    /// Its value, if the bot has an opinion.
    pub score: Option<Score>,
}

/// The answer of a bot.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Decision<A> {
    /// The move.
    #[serde(rename = "move")]
    pub action: A,
    /// Its value, if the bot has an opinion.
    pub score: Option<Score>,
    /// The principal variation, starting with its own move.
    pub pv: Vec<A>,
    /// Plies searched.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Other moves that it considered.
    pub alternatives: Vec<Alternative<A>>,
    /// Words for the host; no other seat sees them before the end.
    pub messages: Vec<String>,
    /// Words for those it plays with.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub says: Vec<Said>,
    /// Time to hold the move back: to sit. If the game goes on elsewhere meanwhile, the
    /// seat should decide again; otherwise this is its move then.
    #[serde(serialize_with = "milliseconds")]
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    pub hold: Duration,
    /// Time that the decision took, measured by the code that ran the bot.
    #[serde(serialize_with = "milliseconds")]
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    pub time: Duration,
    /// The name of the bot that stepped in, if one had to.
    pub fallback: Option<String>,
    /// True if it offers a draw with its move.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub offer_draw: bool,
    /// True if it would rather resign than make its move.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub resign: bool,
}

impl<A: Clone> Decision<A> {
    /// Creates a decision for a move without an opinion.
    #[must_use]
    pub fn plain(action: A) -> Self {
        Self {
            pv: vec![action.clone()],
            action,
            score: None,
            depth: 0,
            nodes: 0,
            alternatives: Vec::new(),
            messages: Vec::new(),
            says: Vec::new(),
            hold: Duration::ZERO,
            time: Duration::ZERO,
            fallback: None,
            offer_draw: false,
            resign: false,
        }
    }
}

impl<A> Decision<A> {
    /// Converts its moves.
    #[must_use]
    pub fn map<B>(self, write: impl Fn(&A) -> B) -> Decision<B> {
        Decision {
            action: write(&self.action),
            score: self.score,
            pv: self.pv.iter().map(&write).collect(),
            depth: self.depth,
            nodes: self.nodes,
            alternatives: self
                .alternatives
                .iter()
                .map(|other| Alternative {
                    action: write(&other.action),
                    score: other.score,
                })
                .collect(),
            messages: self.messages,
            says: self.says,
            hold: self.hold,
            time: self.time,
            fallback: self.fallback,
            offer_draw: self.offer_draw,
            resign: self.resign,
        }
    }
}

/// A step of an analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct Info<A> {
    /// Plies searched.
    pub depth: u32,
    /// Plies of the longest line searched.
    pub selective_depth: u32,
    /// The rank of the line among the best, from 1.
    pub line: u32,
    /// The value of the line, if the bot has an opinion.
    pub score: Option<Score>,
    /// Set if the score is only a bound.
    pub bound: Option<Bound>,
    /// Positions visited.
    pub nodes: u64,
    /// Time since the analysis began.
    pub time: Duration,
    /// Used entries of its table, in thousandths.
    pub hash_full: u32,
    /// The principal variation, starting with its own move.
    pub pv: Vec<A>,
}

impl<A: Clone> Info<A> {
    /// Creates the one step that a decision shows.
    pub fn of(decision: &Decision<A>, started: Instant) -> Self {
        Self {
            depth: decision.depth,
            selective_depth: decision.depth,
            line: 1,
            score: decision.score,
            bound: None,
            nodes: decision.nodes,
            time: started.elapsed(),
            hash_full: 0,
            pv: decision.pv.clone(),
        }
    }
}

impl<A> Info<A> {
    /// Returns the positions visited in a second.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }

    /// Converts its moves.
    #[must_use]
    pub fn map<B>(&self, write: impl Fn(&A) -> B) -> Info<B> {
        Info {
            depth: self.depth,
            selective_depth: self.selective_depth,
            line: self.line,
            score: self.score,
            bound: self.bound,
            nodes: self.nodes,
            time: self.time,
            hash_full: self.hash_full,
            pv: self.pv.iter().map(write).collect(),
        }
    }
}

/// [`Info`] for clients: with the speed, which follows from other fields.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Info"))]
struct InfoFields<'a, A> {
    /// The plies it has looked ahead.
    depth: u32,
    /// The plies of the longest line it has looked at.
    selective_depth: u32,
    /// The rank of the line among the best, from 1.
    line: u32,
    /// The value of the line, where the bot has an opinion.
    score: Option<Score>,
    /// On which side of the score the value lies, where it is not exact.
    bound: Option<Bound>,
    /// Positions looked at.
    nodes: u64,
    /// Milliseconds since it began.
    time: u64,
    /// Positions looked at in a second.
    nodes_per_second: u64,
    /// Entries in use of its table, in thousandths.
    hash_full: u32,
    /// The line it expects, its own move first.
    pv: &'a [A],
}

impl<A: Serialize> Serialize for Info<A> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = InfoFields {
            depth: self.depth,
            selective_depth: self.selective_depth,
            line: self.line,
            score: self.score,
            bound: self.bound,
            nodes: self.nodes,
            time: self.time.as_millis() as u64,
            nodes_per_second: self.nodes_per_second(),
            hash_full: self.hash_full,
            pv: &self.pv,
        };
        fields.serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl<A: schemars::JsonSchema> schemars::JsonSchema for Info<A> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        InfoFields::<A>::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        InfoFields::<A>::json_schema(generator)
    }
}

/// Statistics of a belief: the set of positions that a bot holds possible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BeliefCounters {
    /// Positions in the set.
    pub size: usize,
    /// True if they are all that the log allows.
    pub exact: bool,
    /// Number of times that no position was left.
    pub depletions: u32,
    /// Number of times that replaying an earlier set helped.
    pub replays: u32,
    /// Number of times that positions had to be invented.
    pub rejuvenations: u32,
}

fn milliseconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(time.as_millis() as u64)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_hosts_get_has_the_names_of_the_specification() {
        let decision = Decision {
            score: Some(Score::Mate(3)),
            alternatives: vec![Alternative {
                action: 2,
                score: None,
            }],
            hold: Duration::from_millis(1500),
            ..Decision::plain(1)
        };
        let written = serde_json::to_value(decision.map(|n| format!("m{n}"))).unwrap();
        assert_eq!(
            written,
            json!({
                "move": "m1", "score": { "unit": "mate", "value": 3 }, "pv": ["m1"],
                "depth": 0, "nodes": 0, "alternatives": [{ "move": "m2", "score": null }],
                "messages": [], "hold": 1500, "time": 0, "fallback": null,
            })
        );
        let info = Info {
            bound: Some(Bound::Upper),
            nodes: 500,
            time: Duration::from_millis(250),
            ..Info::of(&Decision::plain("e2e4"), Instant::now())
        };
        assert_eq!(
            serde_json::to_value(&info).unwrap(),
            json!({
                "depth": 0, "selective_depth": 0, "line": 1, "score": null, "bound": "upper",
                "nodes": 500, "time": 250, "nodes_per_second": 2000, "hash_full": 0,
                "pv": ["e2e4"],
            })
        );
    }
}
