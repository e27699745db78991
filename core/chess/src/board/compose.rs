//! Boards composed piece by piece, for searches that try many arrangements of hidden
//! pieces. Unlike in `setup.rs` nothing is checked here.

use super::super::side::for_side;
use super::super::types::{Color, Piece, Square};
use super::Board;

impl Board {
    /// Creates a board without pieces; a valid position only after both kings have been
    /// placed.
    pub fn bare(turn: Color) -> Self {
        let mut board = Self::EMPTY;
        board.0.record.set_turn(turn);
        board
    }

    /// Puts a piece on a square that must be empty.
    #[inline]
    pub fn place(&mut self, color: Color, piece: Piece, square: Square, promoted: bool) {
        self.0.stand(color, piece, square);
        if promoted {
            self.0.mark_promoted(square);
        }
    }

    /// Grants castling with the rook on a square.
    pub fn allow_castling(&mut self, rook: Square) {
        self.0.grant_castling(rook);
    }

    /// Adds pieces to a side's pocket.
    pub fn give(&mut self, color: Color, piece: Piece, count: u8) {
        self.0.change_pocket(color, piece, u64::from(count));
    }

    /// Sets the en passant square if the side to move has a pawn that can legally capture
    /// there; call it after placing all pieces.
    pub fn allow_en_passant(&mut self, square: Square) {
        for_side!(self.turn(), S => self.0.offer_en_passant::<S>(square));
    }
}
