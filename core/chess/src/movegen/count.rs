//! Counting legal moves without listing them.

use std::ops::ControlFlow;

use super::super::attacks;
use super::super::bitboard::Bitboard;
use super::super::board::{Board, Pockets, Position, Record};
use super::super::rules::{DropAggression, Rules};
use super::super::side::{Side, for_side};
use super::super::types::Piece;
use super::{Checks, KingMoves, PawnMoves, Sets, Stages};

impl Board {
    /// Counts the legal moves.
    #[inline]
    #[must_use]
    pub fn count_legal(&self, rules: &Rules) -> u32 {
        for_side!(self.turn(), S => self.position().count_for::<S>(&Checks::under(&self.view::<S>(), rules), rules))
    }

    /// Counts as [`Self::count_legal`], with the checks and pins given.
    #[inline]
    pub(super) fn count_with(&self, checks: &Checks, rules: &Rules) -> u32 {
        for_side!(self.turn(), S => self.position().count_for::<S>(checks, rules))
    }

    /// Returns true if there is a legal move.
    #[must_use]
    pub fn has_legal(&self, rules: &Rules) -> bool {
        for_side!(self.turn(), S => {
            let checks = Checks::under(&self.view::<S>(), rules);
            self.position().has_move::<S>(&checks, rules, Stages::ALL)
        })
    }
}

impl<P: Pockets, R: Record> Position<P, R> {
    /// Returns true if there is a legal move of some stages.
    pub(super) fn has_move<S: Side>(&self, checks: &Checks, rules: &Rules, stages: Stages) -> bool {
        let mut first = Sets(|_| ControlFlow::Break(()));
        self.visit_for::<S, _>(checks, rules, stages, &mut first)
            .is_break()
    }

    /// Counts the legal moves.
    #[inline(always)]
    pub(in super::super) fn count_for<S: Side>(&self, checks: &Checks, rules: &Rules) -> u32 {
        let view = self.view::<S>();
        let king = KingMoves::new(&view, checks, !view.us, self.own_castling::<S>());
        let mut count = king.steps.len() + king.castling.len();
        if let Some(square) = self.en_passant() {
            // Of a copy, so that the original stays in registers.
            let copy = *self;
            count += copy.en_passant_sources::<S>(square).len();
        }
        if checks.mask.is_empty() {
            return count;
        }
        let target = checks.mask - view.us;

        // Single steps end on empty squares, captures on enemy squares, and double steps
        // never end on the target of a single step: two sets hold all four without overlap.
        let pawns = PawnMoves::new(&view, checks, view.pawns() & view.us);
        let most = pawns.single | pawns.double | pawns.left;
        count += most.len() + pawns.right.len();
        let last = Bitboard(S::LAST_RANK);
        if (most | pawns.right).meets(last) {
            count += 3 * ((most & last).len() + (pawns.right & last).len());
        }

        let movable = view.us - checks.pinned;
        for from in view.knights() & movable {
            count += (attacks::knight(from) & target).len();
        }
        // A queen is counted once as a bishop and once as a rook.
        for from in view.diagonal() & movable {
            count += (attacks::bishop(from, view.occupied) & target).len();
        }
        for from in view.straight() & movable {
            count += (attacks::rook(from, view.occupied) & target).len();
        }
        for from in (view.diagonal() | view.straight()) & checks.pinned {
            let on_line = target & attacks::line(view.king(), from);
            if view.diagonal().has(from) {
                count += (attacks::bishop(from, view.occupied) & on_line).len();
            }
            if view.straight().has(from) {
                count += (attacks::rook(from, view.occupied) & on_line).len();
            }
        }

        if self.has_pocket(S::COLOR) {
            count += self.count_drops::<S>(checks, rules);
        }
        count
    }

    #[inline(always)]
    fn count_drops<S: Side>(&self, checks: &Checks, rules: &Rules) -> u32 {
        let view = self.view::<S>();
        if rules.drop_aggression == DropAggression::MateAllowed {
            let empty = checks.mask - view.occupied;
            let pawns = if self.pocket(S::COLOR, Piece::Pawn) > 0 {
                empty & rules.pawn_drops(S::COLOR)
            } else {
                Bitboard::EMPTY
            };
            return self.kinds_of_officers(S::COLOR) * empty.len() + pawns.len();
        }
        Piece::DROPPABLE
            .into_iter()
            .filter(|&piece| self.pocket(S::COLOR, piece) > 0)
            .map(|piece| self.drop_targets(&view, checks, rules, piece).len())
            .sum()
    }
}
