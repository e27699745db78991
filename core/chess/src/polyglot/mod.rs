//! Opening books of Polyglot: the key of a position, and books in memory.
//!
//! Source: the [description of the format](http://hgm.nubati.net/book_format.html).

mod book;
mod random;

pub use book::{BookEntry, BookMove, PolyglotBook};

use super::attacks;
use super::board::Board;
use super::types::{Color, Piece};
use random::RANDOM;

const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

impl Board {
    /// Returns the key by which a Polyglot book knows the position; pockets and marks of
    /// promotion do not count.
    ///
    /// The square of en passant counts if the capture is legal, which is all that a board
    /// knows of it; by the description it counts as well if the only pawn that could capture
    /// is pinned.
    #[must_use]
    pub fn polyglot_key(&self) -> u64 {
        let mut key = 0;
        for color in Color::ALL {
            for piece in Piece::ALL {
                let kind = 2 * piece.index() + usize::from(color == Color::White);
                for square in self.colored_pieces(color, piece) {
                    key ^= RANDOM[64 * kind + square.index()];
                }
            }
            let [queenside, kingside] = self.castling_rooks(color);
            for (rook, number) in [(kingside, 0), (queenside, 1)] {
                if rook.is_some() {
                    key ^= RANDOM[CASTLING + 2 * color.index() + number];
                }
            }
        }
        let passed = self.en_passant().filter(|square| {
            let pawns = self.colored_pieces(self.turn(), Piece::Pawn);
            attacks::pawn(!self.turn(), *square).meets(pawns)
        });
        if let Some(square) = passed {
            key ^= RANDOM[EN_PASSANT + square.file().index()];
        }
        if self.turn() == Color::White {
            key ^= RANDOM[WHITE_TO_MOVE];
        }
        key
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::Rules;
    use super::*;

    /// The keys that the description of the format gives as a test.
    #[test]
    fn the_nine_keys_of_the_description() {
        for (moves, key) in [
            ("", 0x463b_9618_1691_fc9c_u64),
            ("e2e4", 0x823c_9b50_fd11_4196),
            ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
            ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
            ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
            ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
            ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
            ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
            ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
        ] {
            let mut board = Board::start();
            for text in moves.split_whitespace() {
                let mv = board.parse_uci(text, &Rules::CHESS).unwrap();
                board = board.make(mv, &Rules::CHESS);
            }
            assert_eq!(board.polyglot_key(), key, "{moves}");
        }
    }
}
