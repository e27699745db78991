//! Long algebraic notation as in UCI: `e2e4`, `e7e8q`, `N@f3`.
//!
//! Writing needs no position. Reading does, because only the position shows that `e1g1`
//! castles; so [`Board`] reads the text.

use super::board::Board;
use super::moves::{Move, MoveKind};
use super::rules::Rules;
use super::types::{File, Piece, Square};
use crate::error::{Error, Result, quoted};

/// Notation of castling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// A king on the e-file goes two squares, `e1g1`, if the rook stands in the
    /// corner; otherwise as in [`Self::Chess960`].
    #[default]
    Standard,
    /// The king takes its own rook, `e1h1`.
    Chess960,
}

impl Move {
    /// Returns origin and destination as a dialect writes them.
    pub(super) fn written(self, dialect: Dialect) -> (Square, Square) {
        let (from, to) = (self.from(), self.to());
        let standard = self.is_castle() && dialect == Dialect::Standard && from.file() == File::E;
        let file = match to.file() {
            File::A if standard => File::C,
            File::H if standard => File::G,
            file => file,
        };
        (from, Square::at(file, to.rank()))
    }

    /// Returns the text of the move.
    #[must_use]
    pub fn uci(self, dialect: Dialect) -> String {
        let mut out = String::with_capacity(5);
        let (from, to) = self.written(dialect);
        match self.kind() {
            MoveKind::Drop(piece) => {
                out.push(piece.letter());
                out.push('@');
            }
            _ => from.push_to(&mut out),
        }
        to.push_to(&mut out);
        if let Some(piece) = self.promoted_to() {
            out.push(piece.letter().to_ascii_lowercase());
        }
        out
    }
}

fn malformed(text: &str, why: &str) -> Error {
    Error::invalid_notation(format!("move: {} {why}", quoted(text)))
}

impl Board {
    /// Reads a move without checking its legality. Accepts both dialects of castling, and
    /// drops in either case; ignores blanks around the text.
    ///
    /// # Errors
    ///
    /// `invalid_notation` if the text cannot be a move at all.
    pub fn read_uci(&self, text: &str) -> Result<Move> {
        let text = text.trim();
        let bytes = text.as_bytes();
        if let [letter, b'@', to @ ..] = bytes {
            let piece = Piece::from_letter(char::from(*letter))
                .filter(|&piece| piece != Piece::King)
                .ok_or_else(|| malformed(text, "drops none of P, N, B, R and Q"))?;
            let to = Square::from_bytes(to)
                .ok_or_else(|| malformed(text, "does not name a square to drop on"))?;
            return Ok(Move::drop(piece, to));
        }
        let (squares, promotion) = match bytes.len() {
            4 => (bytes, None),
            5 => (&bytes[..4], Some(char::from(bytes[4]))),
            _ => {
                return Err(malformed(
                    text,
                    "is neither like e2e4 or e7e8q nor like N@f3",
                ));
            }
        };
        let square = |part: &[u8]| {
            Square::from_bytes(part).ok_or_else(|| malformed(text, "does not name two squares"))
        };
        let (from, to) = (square(&squares[..2])?, square(&squares[2..])?);
        if from == to {
            return Err(malformed(text, "goes nowhere"));
        }
        let promotion = promotion
            .map(|letter| {
                Piece::from_letter(letter)
                    .filter(|piece| Piece::PROMOTIONS.contains(piece))
                    .ok_or_else(|| malformed(text, "promotes to none of n, b, r and q"))
            })
            .transpose()?;
        Ok(self.move_between(from, to, promotion))
    }

    /// Reads a legal move.
    ///
    /// # Errors
    ///
    /// `invalid_notation` if the text cannot be a move at all; `illegal_move`, with the
    /// reason, if it is illegal here.
    pub fn parse_uci(&self, text: &str, rules: &Rules) -> Result<Move> {
        let mv = self.read_uci(text)?;
        self.check_legal(mv, rules)?;
        Ok(mv)
    }

    /// Returns the move from one square to another: the position determines castling and en
    /// passant.
    pub(super) fn move_between(&self, from: Square, to: Square, promotion: Option<Piece>) -> Move {
        if let Some(piece) = promotion {
            return Move::promotion(from, to, piece);
        }
        let ours = self.colors(self.turn());
        let piece = self.piece_at(from).filter(|_| ours.has(from));
        match piece {
            Some(Piece::King) => self.king_move(from, to),
            Some(Piece::Pawn) if self.en_passant() == Some(to) && from.file() != to.file() => {
                Move::en_passant(from, to)
            }
            _ => Move::normal(from, to),
        }
    }

    fn king_move(&self, from: Square, to: Square) -> Move {
        let color = self.turn();
        if self.colored_piece_at(to) == Some((color, Piece::Rook)) {
            return Move::castle(from, to);
        }
        let same_rank = from.rank() == to.rank();
        let [queenside, kingside] = self.castling_rooks(color);
        let rook = match (from.file(), to.file()) {
            (File::E, File::C) if same_rank => queenside,
            (File::E, File::G) if same_rank => kingside,
            _ => None,
        };
        rook.map_or(Move::normal(from, to), |rook| Move::castle(from, rook))
    }
}

#[cfg(test)]
mod tests {
    use super::super::fen::FenOptions;
    use super::*;

    #[test]
    fn castling_is_understood_in_both_dialects() {
        let board: Board = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().unwrap();
        for (texts, standard, other) in [
            (["e1g1", "e1h1"], "e1g1", "e1h1"),
            (["e1c1", "e1a1"], "e1c1", "e1a1"),
        ] {
            for text in texts {
                let mv = board.parse_uci(text, &Rules::CHESS).unwrap();
                assert_eq!(mv.uci(Dialect::Standard), standard);
                assert_eq!(mv.uci(Dialect::Chess960), other);
            }
        }
        let shifted: Board = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1".parse().unwrap();
        let mv = shifted.parse_uci("e1g1", &Rules::CHESS).unwrap();
        assert_eq!(mv.uci(Dialect::Standard), "e1g1");
        assert!(mv.is_castle());
        assert!(
            shifted
                .parse_uci("e1c1", &Rules::CHESS)
                .unwrap()
                .is_castle()
        );
    }

    #[test]
    fn a_king_beside_its_goal_does_not_castle() {
        let board: Board = "4k3/8/8/8/8/8/8/5K1R w H - 0 1".parse().unwrap();
        assert!(!board.parse_uci("f1g1", &Rules::CHESS).unwrap().is_castle());
        assert!(board.parse_uci("f1h1", &Rules::CHESS).unwrap().is_castle());
    }

    #[test]
    fn malformed_and_illegal_are_different_errors() {
        let board = Board::start();
        for text in [
            "",
            "e2",
            "e2e",
            "e2e9",
            "e2e4qq",
            "e7e8k",
            "e7e8p",
            "K@e4",
            "N@",
            "N@e",
            "X@e4",
            "e2e2",
            "0000",
            "e2-e4",
            "é2e4",
            "N@éé",
            "\u{1F600}",
        ] {
            let error = board.parse_uci(text, &Rules::CHESS).unwrap_err();
            assert_eq!(error.code(), "invalid_notation", "{text:?}: {error}");
        }
        for text in [
            "e2e5", "e7e5", "e4e5", "e1e2", "e1g1", "b1d2", "N@e4", "a2b3", "e2e4q",
        ] {
            let error = board.parse_uci(text, &Rules::CHESS).unwrap_err();
            assert_eq!(error.code(), "illegal_move", "{text:?}: {error}");
        }
    }

    #[test]
    fn drops_are_read_in_either_case() {
        let text = "4k3/8/8/8/8/8/8/4K3[Np] w - - 0 1";
        let board = Board::from_fen(text, &FenOptions::CRAZYHOUSE).unwrap();
        for text in ["N@e4", "n@e4"] {
            let mv = board.parse_uci(text, &Rules::CRAZYHOUSE).unwrap();
            assert_eq!(mv.uci(Dialect::Standard), "N@e4");
        }
        assert!(board.parse_uci("p@e4", &Rules::CRAZYHOUSE).is_err());
    }
}
