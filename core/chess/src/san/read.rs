//! Reading of standard algebraic notation, with the reason of a refusal.

use super::super::bitboard::Bitboard;
use super::super::board::Board;
use super::super::moves::{Move, MoveKind};
use super::super::rules::Rules;
use super::super::types::{File, Piece, Rank, Square};
use crate::error::{Error, Result, quoted};

impl Board {
    /// Reads a legal move. Signs for check and merit may be missing or wrong, that of a
    /// capture may be missing; `0-0`, `e8Q` and `Ng1-f3` are accepted too.
    ///
    /// # Errors
    ///
    /// `invalid_notation` if the text cannot be a move at all, or fits several
    /// moves (it names them); `illegal_move`, with the reason, if it fits none.
    pub fn parse_san(&self, text: &str, rules: &Rules) -> Result<Move> {
        if let Some(mv) = self.find_san(text.trim().as_bytes(), rules) {
            return Ok(mv);
        }
        // Only a refusal needs the list of candidates, for its reason.
        self.parse_by_candidates(text.trim(), rules)
    }

    /// Reads a move by trying every piece of its kind.
    pub(super) fn parse_by_candidates(&self, text: &str, rules: &Rules) -> Result<Move> {
        let wanted = Wanted::read(text.as_bytes())
            .ok_or_else(|| Error::invalid_notation(format!("SAN: {} is no move", quoted(text))))?;
        let checks = self.checks_under(rules);
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
            Wanted::Castle { .. } => self.castle_named(wanted).into_iter().collect(),
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

    /// Returns the castling that a text names, legal or not; a king in the corner has none
    /// beyond it.
    pub(super) fn castle_named(&self, wanted: &Wanted) -> Option<Move> {
        let Wanted::Castle { kingside } = *wanted else {
            return None;
        };
        let [queen, king] = self.castling_rooks(self.turn());
        let rook = if kingside { king } else { queen };
        let from = self.king(self.turn());
        let corner = if kingside { File::H } else { File::A };
        let rook = rook.unwrap_or(Square::at(corner, self.turn().back_rank()));
        (rook != from).then(|| Move::castle(from, rook))
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
pub(super) enum Wanted {
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

    /// Reads the parts of a text without blanks around it.
    #[inline]
    pub(super) fn read(mut text: &[u8]) -> Option<Self> {
        while let [rest @ .., b'!' | b'?' | b'+' | b'#'] = text {
            text = rest;
        }
        // The most frequent forms, which need no search: a capital, an origin, a sign of
        // capture, a square.
        match *text {
            [b'a'..=b'h', _] => return Self::plain(Piece::Pawn, None, false, text),
            [letter @ (b'B' | b'K' | b'N' | b'Q' | b'R'), ref to @ ..] if to.len() == 2 => {
                return Self::plain(Piece::from_letter(char::from(letter))?, None, false, to);
            }
            [
                letter @ (b'B' | b'K' | b'N' | b'Q' | b'R'),
                b'x',
                ref to @ ..,
            ] if to.len() == 2 => {
                return Self::plain(Piece::from_letter(char::from(letter))?, None, true, to);
            }
            [file @ b'a'..=b'h', b'x', ref to @ ..] if to.len() == 2 => {
                return Self::plain(Piece::Pawn, Some(File::wrap(file - b'a')), true, to);
            }
            _ => {}
        }
        Self::read_other(text.trim_ascii_end())
    }

    #[inline]
    fn plain(piece: Piece, file: Option<File>, takes: bool, to: &[u8]) -> Option<Self> {
        Some(Self::Move {
            piece,
            file,
            rank: None,
            to: Square::from_bytes(to)?,
            promotion: None,
            takes,
        })
    }

    fn read_other(text: &[u8]) -> Option<Self> {
        let text = text.strip_suffix(b"e.p.").unwrap_or(text).trim_ascii_end();
        match text {
            b"O-O" | b"0-0" | b"o-o" => return Some(Self::Castle { kingside: true }),
            b"O-O-O" | b"0-0-0" | b"o-o-o" => return Some(Self::Castle { kingside: false }),
            _ => {}
        }
        if let Some(at) = text.iter().position(|byte| *byte == b'@') {
            let (piece, to) = (&text[..at], &text[at + 1..]);
            let piece = match piece {
                [] => Piece::Pawn,
                [letter] => Piece::from_letter(char::from(*letter))?,
                _ => return None,
            };
            let to = Square::from_bytes(to)?;
            return (piece != Piece::King).then_some(Self::Drop { piece, to });
        }
        Self::read_board_move(text)
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
