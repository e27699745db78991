//! Receivers of generated moves: one method for each kind of set, so that the properties
//! known when a set is made (the piece, the direction of the pawns) are still constants
//! when its moves are made.

use std::ops::ControlFlow;

use super::super::bitboard::Bitboard;
use super::super::types::{Piece, Square};
use super::MoveSet;

/// The variants of [`MoveSet`] as methods.
pub(in super::super) trait Sink {
    fn piece(&mut self, piece: Piece, from: Square, to: Bitboard) -> ControlFlow<()>;
    fn pawns(&mut self, step: i8, to: Bitboard) -> ControlFlow<()>;
    fn promotions(&mut self, step: i8, to: Bitboard) -> ControlFlow<()>;
    fn en_passant(&mut self, from: Bitboard, to: Square) -> ControlFlow<()>;
    fn castle(&mut self, king: Square, rooks: Bitboard) -> ControlFlow<()>;
    fn drop(&mut self, piece: Piece, to: Bitboard) -> ControlFlow<()>;
}

/// Passes on each set as a value.
pub(in super::super) struct Sets<F>(pub(super) F);

impl<F: FnMut(MoveSet) -> ControlFlow<()>> Sink for Sets<F> {
    #[inline(always)]
    fn piece(&mut self, piece: Piece, from: Square, to: Bitboard) -> ControlFlow<()> {
        (self.0)(MoveSet::Piece { piece, from, to })
    }

    #[inline(always)]
    fn pawns(&mut self, step: i8, to: Bitboard) -> ControlFlow<()> {
        (self.0)(MoveSet::Pawns { step, to })
    }

    #[inline(always)]
    fn promotions(&mut self, step: i8, to: Bitboard) -> ControlFlow<()> {
        (self.0)(MoveSet::Promotions { step, to })
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Bitboard, to: Square) -> ControlFlow<()> {
        (self.0)(MoveSet::EnPassant { from, to })
    }

    #[inline(always)]
    fn castle(&mut self, king: Square, rooks: Bitboard) -> ControlFlow<()> {
        (self.0)(MoveSet::Castle { king, rooks })
    }

    #[inline(always)]
    fn drop(&mut self, piece: Piece, to: Bitboard) -> ControlFlow<()> {
        (self.0)(MoveSet::Drop { piece, to })
    }
}
