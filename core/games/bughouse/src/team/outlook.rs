//! Searches for what would decide a board, beside those for its moves.
//!
//! While a board is searched by time: the pieces that it needs, and those with which its
//! opponent would mate though it is not to move. Once it has moved and its opponent thinks:
//! the pieces with which that one would mate, and those that would decide the board for
//! itself.

use super::message::Pieces;
use super::piece_value::{self, Needs, PieceEffect, PieceProbe, QuestionNodes};
use crate::{Bughouse, place_of, seat_of};
use contract::error::Result;
use contract::game::Seat;
use contract::jobs::Control;
use contract::state::State;

/// Positions that a question takes at first, so that the partner, who may be about to move,
/// knows the plain cases at once.
const QUICK: u64 = 250;

/// Something that was found out about the board of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The pieces that the seat to move needs.
    Needs(Needs),
    /// Pieces that decide for the seat to move, by a longer look.
    Decides(Pieces),
    /// Pieces with which the opponent of the seat to move would mate.
    Endangers(Pieces),
    /// Pieces with which the opponent of a seat that has moved would mate.
    Threatens {
        /// The pieces.
        pieces: Pieces,
        /// True if it was the long look, and not the quick one.
        whole: bool,
    },
    /// Pieces that would decide for a seat that has moved.
    Wants {
        /// The pieces.
        pieces: Pieces,
        /// True if it was the long look, and not the quick one.
        whole: bool,
    },
}

/// Finds out about the board of a seat that is to move: first what it needs, where a decision
/// takes `nodes` positions and a piece must help by `margin` centipawns, then more by
/// questions of `most` positions each, unless that is 0.
///
/// # Errors
///
/// `cancelled`.
pub fn before_a_move(
    state: &State<Bughouse>,
    seat: Seat,
    margin: i64,
    nodes: u64,
    most: u64,
    control: &Control,
    mut tell: impl FnMut(Finding),
) -> Result<()> {
    tell(Finding::Needs(piece_value::needs(
        state,
        seat,
        margin,
        QuestionNodes::beside(nodes),
        control,
    )?));
    if most == 0 {
        return Ok(());
    }
    let mut theirs = PieceProbe::new(state, opponent_of(seat))?;
    let mut own = PieceProbe::new(state, seat)?;
    let endangers = |effects: &[PieceEffect]| {
        let found = piece_value::pieces(effects, PieceEffect::mates);
        Finding::Endangers(found)
    };
    let quick = theirs.about(Pieces::ALL, QUICK.min(most), control)?;
    tell(endangers(&quick));
    let effects = own.about(Pieces::ALL, most, control)?;
    tell(Finding::Decides(piece_value::pieces(
        &effects,
        PieceEffect::decides,
    )));
    let whole = theirs.about(Pieces::ALL, most, control)?;
    tell(endangers(&whole));
    Ok(())
}

/// Finds out about the board of a seat that has moved, by questions of at most so many
/// positions each; of a game that has ended, nothing.
///
/// # Errors
///
/// `cancelled`.
pub fn after_a_move(
    state: &State<Bughouse>,
    seat: Seat,
    most: u64,
    control: &Control,
    mut tell: impl FnMut(Finding),
) -> Result<()> {
    if state.outcome().is_some() {
        return Ok(());
    }
    let mut theirs = PieceProbe::new(state, opponent_of(seat))?;
    let mut own = PieceProbe::new(state, seat)?;
    let quick = Some(QUICK).filter(|quick| *quick < most);
    for nodes in quick.into_iter().chain([most]) {
        let whole = nodes == most;
        let effects = theirs.about(Pieces::ALL, nodes, control)?;
        let pieces = piece_value::pieces(&effects, PieceEffect::mates);
        tell(Finding::Threatens { pieces, whole });
        let effects = own.about(Pieces::ALL, nodes, control)?;
        let pieces = piece_value::pieces(&effects, PieceEffect::decides);
        tell(Finding::Wants { pieces, whole });
    }
    Ok(())
}

/// The seat on the other side of the same board.
fn opponent_of(seat: Seat) -> Seat {
    let (board, color) = place_of(seat);
    seat_of(board, !color)
}
