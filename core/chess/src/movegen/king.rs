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
        if checks.exposed {
            return Self::exposed(view, steps, rooks);
        }
        let mut open = Bitboard::EMPTY;
        let mut paths = 0;
        if rooks.any() && checks.checkers.is_empty() {
            let occupied = S::files_on_first_rank(view.occupied);
            // A pinned rook would uncover an attack along the back rank.
            for rook in rooks - checks.pinned {
                let way = attacks::castling(king, rook);
                if way.swept & occupied == 0 {
                    open |= rook.into();
                    paths |= way.path;
                }
            }
        }
        let paths = S::first_rank(paths);
        let mut castling = open;
        if (steps | paths).is_empty() {
            return Self { steps, castling };
        }
        let attacked = attacked(view, paths);
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

    /// The moves of a king that may go into check, if it has not been captured. Castling is as
    /// in chess.
    #[cold]
    fn exposed<S: Side>(view: &View<S>, steps: Bitboard, rooks: Bitboard) -> Self {
        if !view.kings().meets(view.us) {
            return Self {
                steps: Bitboard::EMPTY,
                castling: Bitboard::EMPTY,
            };
        }
        Self {
            steps,
            castling: Self::new(view, &Checks::new(view), Bitboard::EMPTY, rooks).castling,
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
    pub(in super::super) fn castling_targets<S: Side>(
        &self,
        view: &View<S>,
        checks: &Checks,
    ) -> Bitboard {
        KingMoves::new(view, checks, Bitboard::EMPTY, self.own_castling::<S>()).castling
    }
}

/// Returns squares that are attacked when the king has left its own: of those beside it and
/// those of `paths`, which are on the back rank, all that are, of others some.
#[inline(always)]
fn attacked<S: Side>(view: &View<S>, paths: Bitboard) -> Bitboard {
    let king = view.king();
    let pawns = view.pawns() & view.them;
    let mut attacked =
        attacks::king(view.their_king()) | S::Other::left(pawns) | S::Other::right(pawns);
    // Most pieces cannot reach a square beside the king even on an empty board.
    let mut reach = attacks::near(king);
    if paths.any() {
        let wider = attacks::near_castling(S::COLOR);
        reach.knights |= wider.knights;
        reach.diagonal |= wider.diagonal;
        reach.straight |= wider.straight;
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
