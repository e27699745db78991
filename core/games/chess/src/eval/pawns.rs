//! The structure of pawns, found for all of them at once.

use super::terms::{TermEvaluator, TermTrace, beside, distance, forward, relative, sign};
use super::weights::{
    backward_pawn, connected_pawn, doubled_pawn, isolated_pawn, passed_free, passed_own_king,
    passed_pawn, passed_their_king,
};
use chess::{Bitboard, Color, Piece};

impl<T: TermTrace> TermEvaluator<'_, T> {
    #[inline(always)]
    pub(super) fn pawns(&mut self, color: Color) {
        let (us, sign) = (color.index(), sign(color));
        let ours = self.pieces_of(color, Piece::Pawn);
        let theirs = self.pieces_of(!color, Piece::Pawn);
        let pawn = Piece::Pawn.index();
        let (covered, their_cover) = (self.by[us][pawn], self.by[1 - us][pawn]);

        let sets = PawnSets::of(color, [ours, theirs], [covered, their_cover]);
        for (index, set) in [
            (doubled_pawn, sets.doubled),
            (isolated_pawn, sets.isolated),
            (backward_pawn, sets.backward),
        ] {
            if set.any() {
                self.term(index, sign * set.len() as i32);
            }
        }
        for square in sets.connected {
            self.term(connected_pawn + relative(color, square) / 8, sign);
        }
        let kings = [self.king_of(color), self.king_of(!color)];
        for square in sets.passed {
            let rank = relative(color, square) / 8;
            self.term(passed_pawn + rank, sign);
            if let Some(stop) = forward(color, square.into()).first() {
                if !self.occupied.has(stop) {
                    self.term(passed_free + rank, sign);
                }
                self.term(passed_own_king + distance(kings[0], stop), sign);
                self.term(passed_their_king + distance(kings[1], stop), sign);
            }
        }
    }
}

/// The pawns of a side by their place among the others.
#[derive(Clone, Copy, Debug)]
pub(super) struct PawnSets {
    pub(super) doubled: Bitboard,
    /// Defended by another one, or beside it.
    pub(super) connected: Bitboard,
    pub(super) isolated: Bitboard,
    /// Nobody beside or behind can come to its side, and it cannot go ahead.
    pub(super) backward: Bitboard,
    pub(super) passed: Bitboard,
}

impl PawnSets {
    /// The sets by the pawns of the side and of the other one, and by the squares that those and
    /// these attack.
    #[inline(always)]
    pub(super) fn of(
        color: Color,
        [ours, theirs]: [Bitboard; 2],
        [covered, their_cover]: [Bitboard; 2],
    ) -> Self {
        let reached = filled(color, ours);
        let doubled = ours & filled(!color, forward(!color, ours));
        let connected = ours & (covered | beside(ours));
        let single = ours - connected;
        let isolated = single - beside(reached | filled(!color, ours));
        let alone = single - isolated - beside(reached);
        let guarded = filled(!color, forward(!color, theirs));
        Self {
            doubled,
            connected,
            isolated,
            backward: alone & forward(!color, their_cover),
            passed: ours - doubled - guarded - beside(guarded),
        }
    }
}

/// The squares of a set and all ahead of them on their files.
#[inline(always)]
pub(super) fn filled(color: Color, set: Bitboard) -> Bitboard {
    let mut all = set.0;
    for ranks in [8, 16, 32] {
        all |= match color {
            Color::White => all << ranks,
            Color::Black => all >> ranks,
        };
    }
    Bitboard(all)
}
