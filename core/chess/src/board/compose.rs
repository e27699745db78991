//! Boards put together man by man, for those who try many arrangements of men that
//! they cannot see. Unlike `setup.rs` nothing is checked here.

use super::super::side::for_side;
use super::super::types::{Color, Piece, Square};
use super::Board;

impl Board {
    /// A board without men; a position only when both kings have been placed.
    pub fn bare(turn: Color) -> Self {
        let mut board = Self::EMPTY;
        board.set_turn(turn);
        board
    }

    /// Puts a man on a square that must be empty.
    #[inline]
    pub fn place(&mut self, color: Color, piece: Piece, square: Square, promoted: bool) {
        self.stand(color, piece, square);
        if promoted {
            self.mark_promoted(square);
        }
    }

    /// Lets the rook on a square castle.
    pub fn allow_castling(&mut self, rook: Square) {
        self.grant_castling(rook);
    }

    /// Adds to what a side has in its pocket.
    pub fn give(&mut self, color: Color, piece: Piece, count: u8) {
        self.change_pocket(color, piece, u64::from(count));
    }

    /// Lets the side to move take in passing on a square, if it has a pawn that
    /// legally can; asked when all men stand.
    pub fn allow_en_passant(&mut self, square: Square) {
        for_side!(self.turn(), S => self.offer_en_passant::<S>(square));
    }
}
