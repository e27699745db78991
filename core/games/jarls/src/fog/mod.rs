//! Fog: a player sees only the hexes within four of one of their own pieces.
//!
//! `sight.rs` is the referee: it alone reads a whole position, and hands out what
//! a seat sees of it. `view.rs` is what a seat holds: it is made of that, of the
//! terrain it has seen before, and of a digest of all it has seen and heard, and
//! cannot name a position. The referee's side of it is one function for what is
//! seen and one for what is told, so that there is nowhere else to leak.
//!
//! Everybody knows whose turn it is, the turn, the round and its first player, the
//! radius that is left, and who is still in the game. Nobody is told of rounds
//! without an elimination, of eliminations they do not see (of their own pieces
//! they are), of the weights of a fight, or who else has to give up a warrior.
//! Which moves there are depends only on what their player sees: every attack on a
//! visible piece is listed whatever comes of it, and a piece or shield that the
//! player does not see does not end the line of a draft. Shields that players place
//! are placed in the open, before the fog falls. While players give up warriors all others
//! are told that it is the turn of whoever begins the round: that somebody has to choose
//! they can tell from the wait, who it is they cannot.

mod sight;
mod view;

use contract::view::{EitherView, FullView};

use crate::Jarls;

pub use sight::SightedPly;
#[cfg(test)]
pub(super) use sight::leaks;
pub(super) use sight::{Duty, Glimpse};
pub use view::{FogDescription, FogView};

/// The knowledge of a seat: everything, or under fog what it has seen and heard.
pub type JarlsView = EitherView<FullView<Jarls>, FogView>;
