//! Moves that were made or drawn by lot, and their effects.

use super::{Game, Outcome};
use crate::history::PositionHistory;

/// The effect of a move on the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The seat has moved.
    Moved,
    /// The seat has done something else, and its turn goes on.
    Continued,
    /// It was refused, and the seat's turn goes on; the reason as a stable word.
    Refused(&'static str),
}

/// A move that has been made.
pub struct MoveContext<'a, G: Game> {
    /// The position in which it was made.
    pub before: &'a G::Position,
    /// The history of that position.
    pub past: &'a dyn PositionHistory,
    /// The move.
    pub action: &'a G::Action,
    /// The position it led to.
    pub after: &'a G::Position,
    /// The record that it left in the history.
    pub record: &'a G::Record,
    /// The names of the seats.
    pub seats: &'a [String],
}

/// The result of [`Game::sample`].
#[derive(Clone, Debug)]
pub enum SampledMove<G: Game> {
    /// A legal move.
    Move(G::Action),
    /// The game is over.
    Over(Outcome),
    /// No seat can move, and the game is not over: it waits for something from outside.
    Waiting,
}
