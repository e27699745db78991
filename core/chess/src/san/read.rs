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
    pub(in super::super) fn parse_by_candidates(&self, text: &str, rules: &Rules) -> Result<Move> {
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
            Wanted::Move(Named {
                piece,
                origin,
                to,
                promotion,
                takes: _,
            }) => {
                let men = (self.colored_pieces(self.turn(), piece) & origin) - to.into();
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
    fn castle_named(&self, wanted: &Wanted) -> Option<Move> {
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
pub(in super::super) enum Wanted {
    Castle { kingside: bool },
    Drop { piece: Piece, to: Square },
    Move(Named),
}

/// The parts of a move of a piece on the board that a text names.
#[derive(Clone, Copy)]
pub(in super::super) struct Named {
    pub(in super::super) piece: Piece,
    /// The squares that it may come from: of the file or rank that is named, and a pawn of
    /// which no file is named comes from that of its destination.
    pub(super) origin: Bitboard,
    pub(super) to: Square,
    pub(super) promotion: Option<Piece>,
    /// True if the text marks a capture.
    pub(super) takes: bool,
}

impl Wanted {
    const fn piece(&self) -> Piece {
        match *self {
            Self::Castle { .. } => Piece::King,
            Self::Drop { piece, .. } | Self::Move(Named { piece, .. }) => piece,
        }
    }

    /// Returns the square on which the text marks a capture.
    const fn taken_on(&self) -> Option<Square> {
        match *self {
            Self::Move(Named {
                to, takes: true, ..
            }) => Some(to),
            _ => None,
        }
    }

    /// Reads the parts of a text without blanks around it.
    #[inline(always)]
    pub(in super::super) fn read(text: &[u8]) -> Option<Self> {
        Self::read_plain(text).or_else(|| Self::read_other(text))
    }

    /// Reads the most frequent forms: a piece, a file or rank that it comes from, a sign of
    /// capture, a square, and a sign of check. All of them take the same steps.
    #[inline(always)]
    fn read_plain(text: &[u8]) -> Option<Self> {
        let (last, rest) = text.split_last()?;
        let text = match last {
            b'+' | b'#' => rest,
            _ => text,
        };
        let length = text.len();
        let to = Square::from_bytes(text.last_chunk::<2>()?)?;
        // What stands before the square; with less of it the first byte again.
        let front = |at: usize| &FRONT[usize::from(text[at])];
        let first = front(0);
        let second = front(length.saturating_sub(4));
        let third = front(length.saturating_sub(3));
        let lengths = SHAPES.get(shape([first.class, second.class, third.class]))?;
        if u32::from(*lengths).unbounded_shr(length as u32) & 1 == 0 {
            return None;
        }
        Some(Self::Move(Named {
            piece: first.piece,
            origin: second.origin & third.origin,
            to,
            promotion: None,
            takes: third.class == SIGN,
        }))
    }

    #[inline(never)]
    fn read_other(mut text: &[u8]) -> Option<Self> {
        while let [rest @ .., b'!' | b'?' | b'+' | b'#'] = text {
            text = rest;
        }
        let text = text.trim_ascii_end();
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
        let file = file.or((piece == Piece::Pawn).then(|| to.file()));
        let origin = file.map_or(Bitboard::FULL, Bitboard::file);
        Some(Self::Move(Named {
            piece,
            origin: origin & rank.map_or(Bitboard::FULL, Bitboard::rank),
            to,
            promotion,
            takes,
        }))
    }
}

/// A byte before the square of a frequent form.
#[derive(Clone, Copy)]
struct Front {
    /// One of the classes.
    class: u8,
    /// The piece that moves, where it comes first.
    piece: Piece,
    /// The squares that the piece may come from.
    origin: Bitboard,
}

// Classes of bytes; 0 for one that no frequent form has before the square.
const LETTER: u8 = 1;
const FILE: u8 = 2;
const RANK: u8 = 3;
const SIGN: u8 = 4;
const CLASSES: usize = 5;

/// Each byte before the square.
static FRONT: [Front; 256] = {
    let mut table = [front(0, Piece::Pawn, Bitboard::FULL); 256];
    let mut i = 0;
    while i < 8 {
        let (file, rank) = (File::wrap(i), Rank::wrap(i));
        table[(b'a' + i) as usize] = front(FILE, Piece::Pawn, Bitboard::file(file));
        table[(b'1' + i) as usize] = front(RANK, Piece::Pawn, Bitboard::rank(rank));
        i += 1;
    }
    let mut i = 0;
    while i < Piece::ALL.len() {
        let piece = Piece::ALL[i];
        if !matches!(piece, Piece::Pawn) {
            let letter = piece.letter().to_ascii_uppercase();
            table[letter as usize] = front(LETTER, piece, Bitboard::FULL);
        }
        i += 1;
    }
    table[b'x' as usize] = front(SIGN, Piece::Pawn, Bitboard::FULL);
    table
};

const fn front(class: u8, piece: Piece, origin: Bitboard) -> Front {
    Front {
        class,
        piece,
        origin,
    }
}

/// The lengths of frequent forms, a bit for each, by the classes of their [`Front`].
static SHAPES: [u8; CLASSES * CLASSES * CLASSES] = {
    let mut table = [0; CLASSES * CLASSES * CLASSES];
    let shapes = [
        // `e4`, `Nf3`, and `exd5`; of shorter texts the first byte comes again.
        ([FILE, FILE, FILE], 2),
        ([LETTER, LETTER, LETTER], 3),
        ([FILE, FILE, SIGN], 4),
        // `Nxf3`, `Nbd2`, `R1d2`, `Nbxd2`, `R1xd2`
        ([LETTER, LETTER, SIGN], 4),
        ([LETTER, LETTER, FILE], 4),
        ([LETTER, LETTER, RANK], 4),
        ([LETTER, FILE, SIGN], 5),
        ([LETTER, RANK, SIGN], 5),
    ];
    let mut i = 0;
    while i < shapes.len() {
        table[shape(shapes[i].0)] |= 1 << shapes[i].1;
        i += 1;
    }
    table
};

/// The place of a shape in [`SHAPES`].
const fn shape([first, second, third]: [u8; 3]) -> usize {
    (first as usize * CLASSES + second as usize) * CLASSES + third as usize
}
