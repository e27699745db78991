//! Legal moves, as sets of destinations.
//!
//! No move is generated and discarded: pins and checks give masks, and each piece's
//! destinations form one [`MoveSet`], pawns one set for all pawns and direction, drops one
//! set for each piece in the pocket. Counting never looks at a single move.

mod checks;
mod count;
mod drops;
mod king;
mod legal;
mod sets;
mod sink;

use std::ops::ControlFlow;

pub use checks::Checks;
use king::KingMoves;
pub use sets::{MoveSet, MoveSetIter};
pub(super) use sink::{Sets, Sink};

use super::attacks;
use super::bitboard::Bitboard;
use super::board::{Board, Pockets, Position, Record};
use super::moves::Move;
use super::rules::Rules;
use super::side::{Side, View, for_side};
use super::types::{Piece, Square};

/// A list of moves. Positions of drop chess have hundreds; they spill over.
pub type MoveList = smallvec::SmallVec<[Move; 64]>;

/// The stages of moves to generate. In check all of them are evasions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stages(u8);

impl Stages {
    /// Captures, en passant and all promotions.
    pub const CAPTURES: Self = Self(1);
    /// All other moves of pieces on the board, castling included.
    pub const QUIETS: Self = Self(2);
    /// Drops.
    pub const DROPS: Self = Self(4);
    /// Captures and quiets.
    pub const BOARD: Self = Self(3);
    /// Everything.
    pub const ALL: Self = Self(7);

    /// Combines both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline(always)]
    const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl Board {
    /// Passes all legal moves to a visitor, set by set, until it breaks.
    #[inline]
    pub fn visit<F>(&self, rules: &Rules, stages: Stages, visitor: F) -> ControlFlow<()>
    where
        F: FnMut(MoveSet) -> ControlFlow<()>,
    {
        self.visit_with(&self.checks_under(rules), rules, stages, visitor)
    }

    /// Visits as [`Self::visit`], with the checks and pins given: for generating in stages.
    #[inline]
    pub fn visit_with<F>(
        &self,
        checks: &Checks,
        rules: &Rules,
        stages: Stages,
        visitor: F,
    ) -> ControlFlow<()>
    where
        F: FnMut(MoveSet) -> ControlFlow<()>,
    {
        let mut sink = Sets(visitor);
        for_side!(self.turn(), S => self.position().visit_for::<S, _>(checks, rules, stages, &mut sink))
    }

    /// Returns all legal moves.
    #[must_use]
    pub fn legal_moves(&self, rules: &Rules) -> MoveList {
        self.moves_of(rules, Stages::ALL)
    }

    /// Returns the legal moves of some stages.
    #[must_use]
    pub fn moves_of(&self, rules: &Rules, stages: Stages) -> MoveList {
        let mut list = MoveList::new();
        let _ = self.visit(rules, stages, |set| {
            list.extend(set);
            ControlFlow::Continue(())
        });
        list
    }

    /// Returns a random legal move: `draw` receives the number of legal moves and returns
    /// the index of one of them in the order of [`Self::legal_moves`]. It is not called if
    /// there is none.
    #[must_use]
    pub fn random_legal(&self, rules: &Rules, draw: impl FnOnce(u32) -> u32) -> Option<Move> {
        let checks = self.checks_under(rules);
        let count = self.count_with(&checks, rules);
        if count == 0 {
            return None;
        }
        self.nth_with(&checks, rules, draw(count))
    }

    /// Returns the move at `index` in the order of [`Self::legal_moves`].
    #[must_use]
    pub fn nth_legal(&self, rules: &Rules, index: u32) -> Option<Move> {
        self.nth_with(&self.checks_under(rules), rules, index)
    }

    fn nth_with(&self, checks: &Checks, rules: &Rules, index: u32) -> Option<Move> {
        let mut left = index;
        let mut found = None;
        let _ = self.visit_with(checks, rules, Stages::ALL, |set| {
            let len = set.len();
            if left < len {
                found = set.nth(left);
                return ControlFlow::Break(());
            }
            left -= len;
            ControlFlow::Continue(())
        });
        found
    }
}

impl<P: Pockets, R: Record> Position<P, R> {
    /// Passes the legal moves of some stages to a sink, until it breaks.
    #[inline(always)]
    pub(super) fn visit_for<S: Side, K: Sink>(
        &self,
        checks: &Checks,
        rules: &Rules,
        stages: Stages,
        sink: &mut K,
    ) -> ControlFlow<()> {
        let view = self.view::<S>();
        let mut goal = Bitboard::EMPTY;
        if stages.has(Stages::CAPTURES) {
            goal |= view.them;
        }
        if stages.has(Stages::QUIETS) {
            goal |= !view.occupied;
        }
        let target = goal & checks.mask;
        if let Some(to) = self.en_passant().filter(|_| stages.has(Stages::CAPTURES)) {
            let from = self.en_passant_sources::<S>(to);
            if from.any() {
                sink.en_passant(from, to)?;
            }
        }
        if stages.has(Stages::BOARD) && checks.mask.any() {
            visit_pawns(&view, checks, stages, sink)?;
            let movable = view.us - checks.pinned;
            for from in view.knights() & movable {
                emit(Piece::Knight, from, attacks::knight(from) & target, sink)?;
            }
            let diagonal = view.diagonal() & view.us;
            let straight = view.straight() & view.us;
            for from in diagonal - straight {
                let to = attacks::bishop(from, view.occupied) & checks.allowed(&view, from, target);
                emit(Piece::Bishop, from, to, sink)?;
            }
            for from in straight - diagonal {
                let to = attacks::rook(from, view.occupied) & checks.allowed(&view, from, target);
                emit(Piece::Rook, from, to, sink)?;
            }
            for from in diagonal & straight {
                let reached =
                    attacks::bishop(from, view.occupied) | attacks::rook(from, view.occupied);
                let to = reached & checks.allowed(&view, from, target);
                emit(Piece::Queen, from, to, sink)?;
            }
        }
        if stages.has(Stages::BOARD) {
            let rooks = if stages.has(Stages::QUIETS) {
                self.own_castling::<S>()
            } else {
                Bitboard::EMPTY
            };
            let king = KingMoves::new(&view, checks, goal, rooks);
            emit(Piece::King, view.king(), king.steps, sink)?;
            if king.castling.any() {
                sink.castle(view.king(), king.castling)?;
            }
        }
        if stages.has(Stages::DROPS) && self.has_pocket(S::COLOR) {
            // Unrolled, so that the piece is a constant at its use.
            self.visit_drop(Piece::Pawn, &view, checks, rules, sink)?;
            self.visit_drop(Piece::Knight, &view, checks, rules, sink)?;
            self.visit_drop(Piece::Bishop, &view, checks, rules, sink)?;
            self.visit_drop(Piece::Rook, &view, checks, rules, sink)?;
            self.visit_drop(Piece::Queen, &view, checks, rules, sink)?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn visit_drop<S: Side, K: Sink>(
        &self,
        piece: Piece,
        view: &View<S>,
        checks: &Checks,
        rules: &Rules,
        sink: &mut K,
    ) -> ControlFlow<()> {
        if self.pocket(S::COLOR, piece) > 0 {
            let to = self.drop_targets(view, checks, rules, piece);
            if to.any() {
                sink.drop(piece, to)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Destinations of pawns, each direction for all pawns at once.
struct PawnMoves {
    single: Bitboard,
    double: Bitboard,
    left: Bitboard,
    right: Bitboard,
}

impl PawnMoves {
    #[inline(always)]
    fn new<S: Side>(view: &View<S>, checks: &Checks, pawns: Bitboard) -> Self {
        // A pinned piece on a line through the king is pinned on that line, so a pawn may
        // go in a direction if it is free or on the king's line of it.
        let (file, rising, falling) = attacks::pawn_lines(view.king());
        let free = pawns - checks.pinned;
        let (left_line, right_line) = if S::WHITE {
            (falling, rising)
        } else {
            (rising, falling)
        };
        let empty = !view.occupied;
        let single = S::ahead(free | pawns & file) & empty;
        let double = S::ahead(single & Bitboard(S::THIRD_RANK)) & empty;
        let target = view.them & checks.mask;
        Self {
            single: single & checks.mask,
            double: double & checks.mask,
            left: S::left(free | pawns & left_line) & target,
            right: S::right(free | pawns & right_line) & target,
        }
    }
}

#[inline(always)]
fn visit_pawns<S: Side, K: Sink>(
    view: &View<S>,
    checks: &Checks,
    stages: Stages,
    sink: &mut K,
) -> ControlFlow<()> {
    let last = Bitboard(S::LAST_RANK);
    let pawns = PawnMoves::new(view, checks, view.pawns() & view.us);
    if stages.has(Stages::CAPTURES) {
        let promoting = pawns.left | pawns.right | pawns.single;
        if promoting.meets(last) {
            visit_promotions(S::LEFT, pawns.left & last, sink)?;
            visit_promotions(S::RIGHT, pawns.right & last, sink)?;
            visit_promotions(S::AHEAD, pawns.single & last, sink)?;
        }
        visit_steps(S::LEFT, pawns.left - last, sink)?;
        visit_steps(S::RIGHT, pawns.right - last, sink)?;
    }
    if stages.has(Stages::QUIETS) {
        visit_steps(S::AHEAD, pawns.single - last, sink)?;
        visit_steps(2 * S::AHEAD, pawns.double, sink)?;
    }
    ControlFlow::Continue(())
}

fn visit_promotions<K: Sink>(step: i8, to: Bitboard, sink: &mut K) -> ControlFlow<()> {
    if to.any() {
        sink.promotions(step, to)
    } else {
        ControlFlow::Continue(())
    }
}

#[inline(always)]
fn visit_steps<K: Sink>(step: i8, to: Bitboard, sink: &mut K) -> ControlFlow<()> {
    if to.any() {
        sink.pawns(step, to)
    } else {
        ControlFlow::Continue(())
    }
}

#[inline(always)]
fn emit<K: Sink>(piece: Piece, from: Square, to: Bitboard, sink: &mut K) -> ControlFlow<()> {
    if to.any() {
        sink.piece(piece, from, to)
    } else {
        ControlFlow::Continue(())
    }
}
