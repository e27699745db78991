//! States and observations for clients: serialised they are maps, the same in every host.

use serde::Serialize;

use crate::game::NamedOutcome;
use crate::value::Dict;

/// A complete state.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StateDescription<P> {
    /// The name of the game.
    pub game: &'static str,
    /// Its options by name, defaults included.
    pub options: Dict,
    /// The names of the seats, in order.
    pub seats: Vec<String>,
    /// Result of the game, if it has ended.
    pub outcome: Option<NamedOutcome>,
    /// The position.
    #[serde(flatten)]
    pub known: PositionDescription<P>,
}

/// A position of any game, with the game's own description.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionDescription<P> {
    /// The position as text, in the form that is parsed.
    pub notation: String,
    /// The repetition key, 16 hexadecimal digits.
    pub key: String,
    /// Number of moves made since the first known position.
    pub ply: usize,
    /// The seats that may act.
    pub live: Vec<String>,
    /// The seat that may act, if it is the only one.
    pub to_move: Option<String>,
    /// The game's own description.
    #[serde(flatten)]
    pub position: P,
}

/// A position beside what a table says of it: without whose turn it is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TablePosition<P> {
    /// The position as text, in the form that is parsed.
    pub notation: String,
    /// The repetition key, 16 hexadecimal digits.
    pub key: String,
    /// Number of moves made since the first known position.
    pub ply: usize,
    /// The game's own description.
    #[serde(flatten)]
    pub position: P,
}

/// The part of a state that a seat knows beside what a table says of it: without the seat, whose
/// turn it is, and how the game has ended.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableObservation<V> {
    /// The name of the game.
    pub game: &'static str,
    /// Its options by name, without those that seats must not know.
    pub options: Dict,
    /// The names of the seats, in order.
    pub seats: Vec<String>,
    /// True if the seat may act, as far as it can know.
    pub may_act: bool,
    /// The game's own description.
    #[serde(flatten)]
    pub known: V,
}

/// The part of a state that a seat knows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ObservationDescription<V> {
    /// The name of the game.
    pub game: &'static str,
    /// Its options by name, without those that seats must not know.
    pub options: Dict,
    /// The names of the seats, in order.
    pub seats: Vec<String>,
    /// The seat of this observation.
    pub seat: Option<String>,
    /// True if the seat may act, as far as it can know.
    pub may_act: bool,
    /// Result of the game, if it has ended and the seat knows it.
    pub outcome: Option<NamedOutcome>,
    /// The game's own description.
    #[serde(flatten)]
    pub known: V,
}
