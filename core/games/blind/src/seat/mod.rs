//! Knowledge of a seat: its own pieces, and a fold over its own log of attempts and announcements.
//!
//! This module must never name a board with both sides' pieces, a position, a state
//! or a history, so that nothing here can leak what it cannot reach; a test reads
//! the imports. The referee hands in a [`LogStart`] of where the log begins, and then
//! the entries of this seat's log.

mod description;
mod geometry;
mod own;
mod planes;
mod text;
mod view;

pub use description::{CheckDescription, LoggedEvent, SeatDescription, SeenDescription};
pub use geometry::ReachableSquares;
pub(super) use geometry::{candidates, legal_shape, ruled_out_by_check, tries};
pub use own::OwnPieces;
pub(crate) use planes::layout as plane_layout;
pub use view::{LogStart, SeatView, Turn};
