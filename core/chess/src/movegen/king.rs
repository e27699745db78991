//! Moves of the king: steps and castling.

use super::super::attacks;
use super::super::bitboard::Bitboard;
use super::super::board::Position;
use super::super::side::{Side, View};
use super::Checks;

/// Squares that the king can go to.
pub(super) struct KingMoves {
    /// Destinations of steps.
    pub(super) steps: Bitboard,
    /// The rooks that it can castle with.
    pub(super) castling: Bitboard,
}

impl KingMoves {
    /// Finds the steps to squares of `goal` and the castlings with `rooks`. Both ask for
    /// attacks around the king, so that they are answered together.
    #[inline(always)]
    pub(super) fn new<S: Side>(
        view: &View<S>,
        checks: &Checks,
        goal: Bitboard,
        rooks: Bitboard,
    ) -> Self {
        let king = view.king();
        let steps = attacks::king(king) & goal;
        let mut paths = Bitboard::EMPTY;
        let mut open = Bitboard::EMPTY;
        if rooks.any() && checks.checkers.is_empty() {
            // A pinned rook would uncover an attack along the back rank.
            for rook in rooks - checks.pinned {
                let way = attacks::castling(king, rook);
                if !view.occupied.meets(S::first_rank(way.swept)) {
                    open |= rook.into();
                    paths |= S::first_rank(way.path);
                }
            }
        }
        let mut castling = open;
        if (steps | paths).is_empty() {
            return Self { steps, castling };
        }
        let attacked = attacked(view, steps | paths);
        if attacked.meets(paths) {
            for rook in open {
                if attacked.meets(S::first_rank(attacks::castling(king, rook).path)) {
                    castling -= rook.into();
                }
            }
        }
        Self {
            steps: steps - attacked,
            castling,
        }
    }

    /// Finds the steps to squares of `goal` alone.
    #[inline(always)]
    pub(super) fn steps<S: Side>(view: &View<S>, checks: &Checks, goal: Bitboard) -> Bitboard {
        Self::new(view, checks, goal, Bitboard::EMPTY).steps
    }
}

impl<P, R> Position<P, R> {
    /// Returns the rooks that the king can castle with.
    pub(super) fn castling_targets<S: Side>(&self, view: &View<S>, checks: &Checks) -> Bitboard {
        KingMoves::new(view, checks, Bitboard::EMPTY, self.own_castling::<S>()).castling
    }
}

/// Returns squares that are attacked when the king has left its own: of those in `asked`
/// all that are, of others some.
#[inline(always)]
fn attacked<S: Side>(view: &View<S>, asked: Bitboard) -> Bitboard {
    let king = view.king();
    let pawns = view.pawns() & view.them;
    let mut attacked = attacks::king(view.their_king())
        | S::Other::left(pawns)
        | S::Other::right(pawns);
    // Most pieces cannot reach a square beside the king even on an empty board.
    let mut reach = attacks::near(king);
    for far in asked - attacks::king(king) {
        reach.diagonal |= attacks::bishop_rays(far);
        reach.straight |= attacks::rook_rays(far);
        reach.knights |= attacks::knight(far);
    }
    for from in view.knights() & view.them & reach.knights {
        attacked |= attacks::knight(from);
    }
    // The king does not hide the squares behind it.
    let occupied = view.occupied ^ king.into();
    for from in view.diagonal() & view.them & reach.diagonal {
        attacked |= attacks::bishop(from, occupied);
    }
    for from in view.straight() & view.them & reach.straight {
        attacked |= attacks::rook(from, occupied);
    }
    attacked
}
