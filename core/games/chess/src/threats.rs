//! Threats by pieces of less worth, by which quiet moves are ordered before anything is known of
//! them.

use chess::{Bitboard, Board, Piece, Square, attacks};

/// Promise of a move that brings a piece away from the attack of one of less worth, by piece.
const PROMISE: [i32; 6] = [0, 8000, 8000, 12_000, 16_000, 0];

/// Squares that the side that is not to move attacks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threats {
    /// Attacks of pawns.
    pawns: Bitboard,
    /// Attacks of pawns, knights and bishops.
    minors: Bitboard,
    /// Attacks of these and of rooks.
    rooks: Bitboard,
}

impl Threats {
    /// No threats.
    pub(crate) const NONE: Self = Self {
        pawns: Bitboard::EMPTY,
        minors: Bitboard::EMPTY,
        rooks: Bitboard::EMPTY,
    };

    /// The threats to the side to move.
    #[inline]
    pub(crate) fn of(board: &Board) -> Self {
        let (them, occupied) = (!board.turn(), board.occupied());
        let pieces = |piece| board.colored_pieces(them, piece).into_iter();
        let (left, right) = attacks::pawns(them, board.colored_pieces(them, Piece::Pawn));
        let pawns = left | right;
        let minors = pieces(Piece::Bishop)
            .map(|square| attacks::bishop(square, occupied))
            .chain(pieces(Piece::Knight).map(attacks::knight))
            .fold(pawns, |all, attacked| all | attacked);
        let rooks = pieces(Piece::Rook)
            .map(|square| attacks::rook(square, occupied))
            .fold(minors, |all, attacked| all | attacked);
        Self {
            pawns,
            minors,
            rooks,
        }
    }

    /// The squares on which a piece is attacked by one of less worth.
    #[inline]
    const fn to(&self, piece: Piece) -> Bitboard {
        match piece {
            Piece::Pawn | Piece::King => Bitboard::EMPTY,
            Piece::Knight | Piece::Bishop => self.pawns,
            Piece::Rook => self.minors,
            Piece::Queen => self.rooks,
        }
    }

    /// The promise of a move of a piece from a square that is attacked by one of less worth.
    #[inline]
    pub(crate) fn leaving(&self, piece: Piece, from: Square) -> i32 {
        i32::from(self.to(piece).has(from)) * PROMISE[piece.index()]
    }

    /// The promise of a piece that comes to a square: below zero where one of less worth attacks
    /// it.
    #[inline]
    pub(crate) fn coming(&self, piece: Piece, to: Square) -> i32 {
        -self.leaving(piece, to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::FenOptions;

    #[test]
    fn pieces_are_threatened_by_what_is_worth_less() {
        // Black's pawn on d6 attacks e5 and c5, the knight g4, the rook the file of a.
        let fen = "r3k3/8/3p1n2/8/8/8/8/R2QK3 w - - 0 1";
        let board = Board::from_fen(fen, &FenOptions::CHESS).unwrap();
        let threats = Threats::of(&board);
        let square = |name: &str| -> Square { name.parse().unwrap() };
        for (piece, name, threatened) in [
            (Piece::Knight, "e5", true),
            (Piece::Knight, "g4", false),
            (Piece::Rook, "g4", true),
            (Piece::Rook, "a1", false),
            (Piece::Queen, "a4", true),
            (Piece::Queen, "b3", false),
            (Piece::Pawn, "e5", false),
            (Piece::King, "e5", false),
        ] {
            let left = threats.leaving(piece, square(name));
            assert_eq!(left > 0, threatened, "{piece:?} on {name}");
            assert_eq!(threats.coming(piece, square(name)), -left);
        }
    }
}
