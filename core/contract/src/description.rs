//! States and observations for clients: serialised they are maps, the same in every host.

use serde::Serialize;

use crate::game::NamedOutcome;
use crate::value::Dict;

/// A state with all that is in it.
#[derive(Clone, Debug, Serialize)]
pub struct StateDescription<P> {
    /// The name of the game.
    pub game: &'static str,
    /// Its options by name, defaults included.
    pub options: Dict,
    /// The names of the seats, in order.
    pub seats: Vec<String>,
    /// How the game ended, if it has.
    pub outcome: Option<NamedOutcome>,
    /// The position.
    #[serde(flatten)]
    pub known: PositionDescription<P>,
}

/// A position of any game, with what the game says of it.
#[derive(Clone, Debug, Serialize)]
pub struct PositionDescription<P> {
    /// The position as text, as it is parsed.
    pub notation: String,
    /// The key by which the rules know it again, 16 hexadecimal digits.
    pub key: String,
    /// How many moves were made since the first position that is known.
    pub ply: usize,
    /// The seats that may act.
    pub live: Vec<String>,
    /// The seat that may act, where it is one alone.
    pub to_move: Option<String>,
    /// What the game says of it.
    #[serde(flatten)]
    pub position: P,
}

/// What a seat knows of a state.
#[derive(Clone, Debug, Serialize)]
pub struct ObservationDescription<V> {
    /// The name of the game.
    pub game: &'static str,
    /// Its options by name, those excepted that seats must not know.
    pub options: Dict,
    /// The names of the seats, in order.
    pub seats: Vec<String>,
    /// The seat that knows this.
    pub seat: Option<String>,
    /// Whether it may act, as far as it can know.
    pub may_act: bool,
    /// How the game ended, if it has and the seat was told.
    pub outcome: Option<NamedOutcome>,
    /// What the game says of it.
    #[serde(flatten)]
    pub known: V,
}
