//! Effects of moves, as seats are told of them.

use std::fmt::Debug;
use std::panic::{RefUnwindSafe, UnwindSafe};

use serde::Serialize;

use crate::schema::Described;

/// An effect of a move. Serialised it is a map whose `kind` names it.
pub trait GameEvent:
    Described + Debug + PartialEq + Send + Sync + UnwindSafe + RefUnwindSafe + 'static
{
    /// Returns true if it announces the end of the game.
    fn ends_game(&self) -> bool;
}

/// No event, for games whose moves have no effects to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum NoEvent {}

impl GameEvent for NoEvent {
    fn ends_game(&self) -> bool {
        match *self {}
    }
}

/// An event that a seat sees of a move: the move, or one of its effects.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SeatEvent<E> {
    /// A seat has made a move.
    Moved {
        /// The mover.
        seat: Option<String>,
        /// The move, as the game writes it.
        #[serde(rename = "move")]
        text: String,
    },
    /// An effect that the game reports.
    #[serde(untagged)]
    Game(E),
}
