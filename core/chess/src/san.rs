//! Standard algebraic notation: `Nbd2`, `exd6`, `O-O`, `e8=Q+`, `N@f7#`.
//!
//! Writing gives the same form as python-chess, a dropped pawn as `@e4`. Reading tolerates
//! missing or wrong redundant signs.

use super::bitboard::Bitboard;
use super::board::Board;
use super::moves::{Move, MoveKind};
use super::rules::Rules;
use super::types::{File, Piece, Rank, Square};
use crate::error::{Error, Result, quoted};

impl Board {
    /// Returns the text of a legal move.
    #[must_use]
    pub fn san(&self, mv: Move, rules: &Rules) -> String {
        let mut out = String::with_capacity(8);
        self.write_san(mv, &mut out);
        let next = self.make(mv, rules);
        if next.is_check() {
            out.push(if next.is_mate(rules) { '#' } else { '+' });
        }
        out
    }

    /// Writes the text without the sign for check.
    fn write_san(&self, mv: Move, out: &mut String) {
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::Castle => {
                out.push_str(if to > from { "O-O" } else { "O-O-O" });
                return;
            }
            MoveKind::Drop(piece) => {
                if piece != Piece::Pawn {
                    out.push(piece.letter());
                }
                out.push('@');
                to.push_to(out);
                return;
            }
            _ => {}
        }
        let takes = self.captured_by(mv).is_some();
        match self.piece_at(from) {
            Some(Piece::Pawn) | None => {
                if takes {
                    out.push(from.file().letter());
                }
            }
            Some(piece) => {
                out.push(piece.letter());
                self.write_origin(piece, from, to, out);
            }
        }
        if takes {
            out.push('x');
        }
        to.push_to(out);
        if let Some(piece) = mv.promoted_to() {
            out.push('=');
            out.push(piece.letter());
        }
    }

    /// Writes as much of the origin as needed to distinguish the move from those of other
    /// pieces of the same kind that can legally go to the same square.
    fn write_origin(&self, piece: Piece, from: Square, to: Square, out: &mut String) {
        let twins = self.colored_pieces(self.turn(), piece) - from.into();
        let rivals: Bitboard = twins
            .into_iter()
            .filter(|&twin| self.legal_from(twin).has(to))
            .collect();
        if rivals.is_empty() {
            return;
        }
        let same_file = rivals.meets(Bitboard::file(from.file()));
        if !same_file || rivals.meets(Bitboard::rank(from.rank())) {
            out.push(from.file().letter());
        }
        if same_file {
            out.push(from.rank().letter());
        }
    }

    /// Reads a legal move. Signs for check and merit may be missing or wrong, that of a
    /// capture may be missing; `0-0`, `e8Q` and `Ng1-f3` are accepted too.
    ///
    /// # Errors
    ///
    /// `invalid_notation` if the text cannot be a move at all, or fits several
    /// moves (it names them); `illegal_move`, with the reason, if it fits none.
    pub fn parse_san(&self, text: &str, rules: &Rules) -> Result<Move> {
        let wanted = Wanted::read(text)
            .ok_or_else(|| Error::invalid_notation(format!("SAN: {} is no move", quoted(text))))?;
        let checks = self.checks();
        let legal = |mv: &Move| self.is_legal_with(&checks, *mv, rules);
        let candidates = self.candidates(&wanted);
        let mut found: Vec<_> = candidates.iter().copied().filter(legal).collect();
        if let (Some(to), false) = (wanted.taken_on(), found.is_empty()) {
            found.retain(|mv| self.captured_by(*mv).is_some());
            if found.is_empty() {
                return Err(Error::illegal_move(format!(
                    "{}: there is nothing to take on {to}",
                    quoted(text)
                )));
            }
        }
        match (found.as_slice(), candidates.as_slice()) {
            (&[mv], _) => Ok(mv),
            ([], &[mv]) => {
                self.check_legal(mv, rules)?;
                Ok(mv)
            }
            ([], _) => Err(Error::illegal_move(format!(
                "{}: no {} of {} can do that",
                quoted(text),
                wanted.piece().name(),
                self.turn().name()
            ))),
            (several, _) => {
                let names: Vec<_> = several.iter().map(|&mv| self.san(mv, rules)).collect();
                Err(Error::invalid_notation(format!(
                    "SAN: {} is ambiguous: {}",
                    quoted(text),
                    names.join(", ")
                )))
            }
        }
    }

    /// Returns the moves that match the text, legal or not.
    fn candidates(&self, wanted: &Wanted) -> Vec<Move> {
        match *wanted {
            Wanted::Castle { kingside } => {
                let [queen, king] = self.castling_rooks(self.turn());
                let rook = if kingside { king } else { queen };
                let from = self.king(self.turn());
                let corner = if kingside { File::H } else { File::A };
                let rook = rook.unwrap_or(Square::at(corner, self.turn().back_rank()));
                // A king in the corner has no rook beyond it: no such move.
                if rook == from {
                    Vec::new()
                } else {
                    vec![Move::castle(from, rook)]
                }
            }
            Wanted::Drop { piece, to } => vec![Move::drop(piece, to)],
            Wanted::Move {
                piece,
                file,
                rank,
                to,
                promotion,
                takes: _,
            } => {
                let mut men = self.colored_pieces(self.turn(), piece) - to.into();
                if let Some(file) = file {
                    men &= Bitboard::file(file);
                } else if piece == Piece::Pawn {
                    men &= Bitboard::file(to.file());
                }
                if let Some(rank) = rank {
                    men &= Bitboard::rank(rank);
                }
                let moves = men.into_iter().map(|from| match (piece, promotion) {
                    (_, Some(piece)) => Move::promotion(from, to, piece),
                    // A square that the king reaches with a step never means castling.
                    (Piece::King, None) => Move::normal(from, to),
                    (_, None) => self.move_between(from, to, None),
                });
                let moves: Vec<_> = moves.collect();
                // Pieces that cannot get there do not make an illegal move ambiguous.
                let near: Vec<_> = moves
                    .iter()
                    .copied()
                    .filter(|mv| self.nearly_legal(*mv))
                    .collect();
                if near.is_empty() { moves } else { near }
            }
        }
    }

    /// Returns true if only the safety of the king can forbid a move.
    fn nearly_legal(&self, mv: Move) -> bool {
        match (mv.kind(), self.colored_piece_at(mv.from())) {
            (MoveKind::EnPassant, _) => true,
            (_, Some((color, piece))) => self.can_reach(color, piece, mv.from(), mv.to()),
            _ => false,
        }
    }
}

/// The parts of a move that a text names.
enum Wanted {
    Castle {
        kingside: bool,
    },
    Drop {
        piece: Piece,
        to: Square,
    },
    Move {
        piece: Piece,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        promotion: Option<Piece>,
        /// True if the text marks a capture.
        takes: bool,
    },
}

impl Wanted {
    const fn piece(&self) -> Piece {
        match *self {
            Self::Castle { .. } => Piece::King,
            Self::Drop { piece, .. } | Self::Move { piece, .. } => piece,
        }
    }

    /// Returns the square on which the text marks a capture.
    const fn taken_on(&self) -> Option<Square> {
        match *self {
            Self::Move {
                to, takes: true, ..
            } => Some(to),
            _ => None,
        }
    }

    fn read(text: &str) -> Option<Self> {
        let text = text
            .trim()
            .trim_end_matches(['!', '?', '+', '#'])
            .trim_end();
        let text = text.strip_suffix("e.p.").unwrap_or(text).trim_end();
        match text {
            "O-O" | "0-0" | "o-o" => return Some(Self::Castle { kingside: true }),
            "O-O-O" | "0-0-0" | "o-o-o" => return Some(Self::Castle { kingside: false }),
            _ => {}
        }
        if let Some((piece, to)) = text.split_once('@') {
            let piece = match piece.as_bytes() {
                [] => Piece::Pawn,
                [letter] => Piece::from_letter(char::from(*letter))?,
                _ => return None,
            };
            let to = Square::from_bytes(to.as_bytes())?;
            return (piece != Piece::King).then_some(Self::Drop { piece, to });
        }
        Self::read_board_move(text.as_bytes())
    }

    fn read_board_move(mut text: &[u8]) -> Option<Self> {
        let mut piece = Piece::Pawn;
        // Only capitals name pieces in front: `b` is a file.
        if let [letter @ b'A'..=b'Z', rest @ ..] = text {
            piece = Piece::from_letter(char::from(*letter))?;
            text = rest;
        }
        let mut promotion = None;
        if let [.., b'1'..=b'8'] = text {
        } else {
            if let [rest @ .., b')'] = text {
                text = rest;
            }
            let (letter, rest) = text.split_last()?;
            promotion = Piece::from_letter(char::from(*letter));
            promotion.filter(|piece| Piece::PROMOTIONS.contains(piece))?;
            text = match rest {
                [rest @ .., b'=' | b'(' | b'/'] => rest,
                rest => rest,
            };
        }
        let (front, to) = text.split_at_checked(text.len().checked_sub(2)?)?;
        let to = Square::from_bytes(to)?;
        let (front, takes) = match front {
            [front @ .., b'x' | b'X' | b':'] => (front, true),
            [front @ .., b'-'] => (front, false),
            front => (front, false),
        };
        let letter = |byte: u8| char::from(byte);
        let (file, rank) = match *front {
            [] => (None, None),
            [one] => match File::from_letter(letter(one)) {
                Some(file) => (Some(file), None),
                None => (None, Some(Rank::from_letter(letter(one))?)),
            },
            [file, rank] => (
                Some(File::from_letter(letter(file))?),
                Some(Rank::from_letter(letter(rank))?),
            ),
            _ => return None,
        };
        Some(Self::Move {
            piece,
            file,
            rank,
            to,
            promotion,
            takes,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::fen::FenOptions;
    use super::*;

    fn board(fen: &str) -> Board {
        Board::from_fen(fen, &FenOptions::CRAZYHOUSE).unwrap()
    }

    fn legal_text(fen: &str, uci: &str) -> String {
        let board = board(fen);
        let mv = board.parse_uci(uci, &Rules::CRAZYHOUSE).unwrap();
        board.san(mv, &Rules::CRAZYHOUSE)
    }

    #[test]
    fn origins_are_as_short_as_can_be() {
        for (fen, uci, san) in [
            ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "b1d2", "Nbd2"),
            ("4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1", "b1c3", "N1c3"),
            ("4k3/8/8/1N3N2/8/8/8/1N2K3 w - - 0 1", "b5d4", "Nbd4"),
            ("7k/8/8/8/1Q2Q3/8/8/KQ6 w - - 0 1", "b4b3", "Q4b3"),
            ("7k/8/8/8/1Q2Q3/8/8/KQ2Q3 w - - 0 1", "e4e2", "Q4e2"),
            ("2k5/8/8/8/Q2Q4/8/8/Q2K4 w - - 0 1", "a4d7", "Qad7+"),
            ("4k3/4r3/8/8/8/8/4N3/N3K3 w - - 0 1", "a1c2", "Nc2"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"),
            ("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7a8n", "bxa8=N"),
            ("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8c8", "O-O-O"),
            ("7k/R7/1R6/8/8/8/8/4K3 w - - 0 1", "b6b8", "Rb8#"),
            ("4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "P@e4", "@e4"),
            ("4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "N@f6", "N@f6+"),
        ] {
            assert_eq!(legal_text(fen, uci), san, "{fen} {uci}");
        }
    }

    #[test]
    fn reading_is_lenient() {
        let start = Board::start();
        for (text, uci) in [
            ("e4", "e2e4"),
            ("e2e4", "e2e4"),
            ("e2-e4", "e2e4"),
            ("Pe4", "e2e4"),
            ("Nf3!?", "g1f3"),
            ("Ngf3+", "g1f3"),
            ("Ng1f3", "g1f3"),
            (" Nf3# ", "g1f3"),
        ] {
            let mv = start.parse_san(text, &Rules::CHESS).unwrap();
            assert_eq!(mv.to_string(), uci, "{text}");
        }
        let castle = board("4k3/P7/8/8/8/8/8/4K2R w K - 0 1");
        for (text, uci) in [
            ("0-0", "e1h1"),
            ("o-o!", "e1h1"),
            ("a8Q", "a7a8q"),
            ("a8=q+", "a7a8q"),
            ("a8(N)", "a7a8n"),
            ("a8/R", "a7a8r"),
        ] {
            let mv = castle.parse_san(text, &Rules::CHESS).unwrap();
            assert_eq!(mv.to_string(), uci, "{text}");
        }
    }

    #[test]
    fn errors_are_typed() {
        let start = Board::start();
        for text in [
            "", "xx", "nf3", "N", "Ni3", "e9", "e4e5e6", "N@", "K@e4", "NN@e4", "e=Q", "é",
        ] {
            let error = start.parse_san(text, &Rules::CHESS).unwrap_err();
            assert_eq!(error.code(), "invalid_notation", "{text:?}: {error}");
        }
        for text in [
            "e5", "Nd2", "Ke2", "O-O", "Qh5", "N@e4", "exd5", "e8", "O-O-O", "Ke1",
        ] {
            let error = start.parse_san(text, &Rules::CHESS).unwrap_err();
            assert_eq!(error.code(), "illegal_move", "{text:?}: {error}");
        }
        for text in ["Nxf3", "Ng1xf3", "N:f3", "Ngxf3+"] {
            let error = start.parse_san(text, &Rules::CHESS).unwrap_err();
            assert_eq!(error.code(), "illegal_move", "{text:?}: {error}");
            let said = error.message().ends_with("there is nothing to take on f3");
            assert!(said, "{error}");
        }
        // Only one of two knights can capture, and the sign is optional.
        let takes = board("4k3/8/8/8/8/3p4/8/2N1KN2 w - - 0 1");
        for text in ["Nxd3", "Nd3", "Nc1xd3", "Nc1d3+"] {
            let mv = takes.parse_san(text, &Rules::CHESS).unwrap();
            assert_eq!(mv.to_string(), "c1d3", "{text}");
        }
        let twins = board("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1");
        let error = twins.parse_san("Nd2", &Rules::CHESS).unwrap_err();
        assert_eq!(error.code(), "invalid_notation");
        assert!(error.message().ends_with("Nbd2, Nfd2"), "{error}");
        let pinned = board("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1");
        let error = pinned.parse_san("Nc3", &Rules::CHESS).unwrap_err();
        assert!(
            error.message().contains("the king would be in check"),
            "{error}"
        );
    }
}
