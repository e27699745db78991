//! Material that is insufficient for mate.

use super::bitboard::Bitboard;
use super::board::Board;
use super::types::{Color, Piece};

impl Board {
    /// Returns true if no sequence of legal moves of chess leads to mate: bare kings, a
    /// single knight or bishop, or only bishops on squares of one colour. Not valid in
    /// games in which captured pieces return.
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        let heavy = self.pieces(Piece::Pawn) | self.pieces(Piece::Rook) | self.pieces(Piece::Queen);
        if heavy.any() || Color::ALL.into_iter().any(|color| self.has_pocket(color)) {
            return false;
        }
        if self.pieces(Piece::Knight).any() {
            return self.occupied().len() == 3;
        }
        self.bishops_share_a_color()
    }

    /// Returns true if a side cannot mate however its enemy plays, for a flag fall in
    /// chess: it has only its king, or one knight against nothing that could smother its
    /// own king (a queen cannot be forced to), or bishops on squares of one colour with no
    /// pawn or knight on the board that could block the other squares.
    #[must_use]
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        let ours = self.colors(color);
        let heavy = self.pieces(Piece::Pawn) | self.pieces(Piece::Rook) | self.pieces(Piece::Queen);
        if heavy.meets(ours) || self.has_pocket(color) {
            return false;
        }
        if self.pieces(Piece::Knight).meets(ours) {
            let theirs = self.colors(!color);
            let harmless = self.pieces(Piece::King) | self.pieces(Piece::Queen);
            return ours.len() == 2 && (theirs - harmless).is_empty();
        }
        if self.pieces(Piece::Bishop).meets(ours) {
            let helpers = self.pieces(Piece::Pawn) | self.pieces(Piece::Knight);
            return self.bishops_share_a_color() && helpers.is_empty();
        }
        true
    }

    fn bishops_share_a_color(&self) -> bool {
        let bishops = self.pieces(Piece::Bishop);
        (bishops - Bitboard::LIGHT).is_empty() || !bishops.meets(Bitboard::LIGHT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_cases() {
        for (fen, both) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", true),
            ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true),
            ("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", false),
            ("4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", false),
            ("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false),
            ("4k3/8/8/8/8/8/8/4KBN1 w - - 0 1", false),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false),
            ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", false),
            ("4k3/8/8/8/8/8/8/B1B1K1B1 w - - 0 1", true),
        ] {
            let board: Board = fen.parse().unwrap();
            assert_eq!(board.is_insufficient_material(), both, "{fen}");
            let each = Color::ALL.map(|color| board.has_insufficient_material(color));
            assert_eq!(each == [true, true], both, "{fen}");
        }
        let board: Board = "4kq2/8/8/8/8/8/8/4KN2 w - - 0 1".parse().unwrap();
        assert!(board.has_insufficient_material(Color::White));
        assert!(!board.has_insufficient_material(Color::Black));
    }
}
