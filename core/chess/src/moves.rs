//! A move in 16 bits.

use std::fmt;

use super::types::{File, Piece, Square};

/// Special effects of a move besides carrying a piece from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MoveKind {
    /// None (a capture included).
    Normal,
    /// Castling; `to` is the square of the rook.
    Castle,
    /// A pawn captures en passant.
    EnPassant,
    /// A pawn reaches the last rank and promotes to this piece.
    Promotion(Piece),
    /// This piece is dropped from the pocket; `from` and `to` are the same.
    Drop(Piece),
}

/// A move: from, to and kind. Castling is king-takes-rook; [`Move::uci`] and [`Move::id`]
/// convert it to a dialect of notation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

const KIND: u32 = 12;
const CASTLE: u16 = 1 << KIND;
const EN_PASSANT: u16 = 2 << KIND;
// The number of the piece is added: promotions to knight, bishop, rook and queen have kinds
// 4 to 7, drops of pawn to queen 8 to 12.
const PROMOTION: u16 = 3 << KIND;
const DROP: u16 = 8 << KIND;

impl Move {
    const fn pack(from: Square, to: Square, kind: u16) -> Self {
        Self(kind | (from.index() as u16) << 6 | to.index() as u16)
    }

    /// Creates an ordinary move.
    #[inline]
    #[must_use]
    pub const fn normal(from: Square, to: Square) -> Self {
        Self::pack(from, to, 0)
    }

    /// Creates castling of the king on `king` with the rook on `rook`.
    #[inline]
    #[must_use]
    pub const fn castle(king: Square, rook: Square) -> Self {
        Self::pack(king, rook, CASTLE)
    }

    /// Creates an en passant capture.
    #[inline]
    #[must_use]
    pub const fn en_passant(from: Square, to: Square) -> Self {
        Self::pack(from, to, EN_PASSANT)
    }

    /// Creates a promotion. A pawn or a king counts as a queen.
    #[inline]
    #[must_use]
    pub const fn promotion(from: Square, to: Square, piece: Piece) -> Self {
        let piece = match piece {
            Piece::Pawn | Piece::King => Piece::Queen,
            piece => piece,
        };
        Self::pack(from, to, PROMOTION + ((piece as u16) << KIND))
    }

    /// Creates a drop. A king counts as a queen.
    #[inline]
    #[must_use]
    pub const fn drop(piece: Piece, to: Square) -> Self {
        let piece = match piece {
            Piece::King => Piece::Queen,
            piece => piece,
        };
        Self::pack(to, to, DROP + ((piece as u16) << KIND))
    }

    /// Returns the move of a packed form, unless no move has that form.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let mv = Self(bits);
        let same = mv.from().index() == mv.to().index();
        let valid = match bits >> KIND {
            8..=12 => same,
            3 | 13..=15 => false,
            _ => !same,
        };
        if valid { Some(mv) } else { None }
    }

    /// Returns the packed form: 6 bits to, 6 bits from, 4 bits kind.
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// Returns the origin; for a drop the same as [`Self::to`].
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::wrap((self.0 >> 6) as u8)
    }

    /// Returns the destination; for castling the square of the rook.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::wrap(self.0 as u8)
    }

    /// Returns the kind of the move.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        match self.0 >> KIND {
            1 => MoveKind::Castle,
            2 => MoveKind::EnPassant,
            4 => MoveKind::Promotion(Piece::Knight),
            5 => MoveKind::Promotion(Piece::Bishop),
            6 => MoveKind::Promotion(Piece::Rook),
            7 => MoveKind::Promotion(Piece::Queen),
            8 => MoveKind::Drop(Piece::Pawn),
            9 => MoveKind::Drop(Piece::Knight),
            10 => MoveKind::Drop(Piece::Bishop),
            11 => MoveKind::Drop(Piece::Rook),
            12 => MoveKind::Drop(Piece::Queen),
            _ => MoveKind::Normal,
        }
    }

    /// Returns the squares of king and rook after castling, the same in Chess960.
    #[inline]
    #[must_use]
    pub const fn castled(self) -> (Square, Square) {
        let rank = self.from().rank();
        let (king, rook) = if self.to().index() > self.from().index() {
            (File::G, File::F)
        } else {
            (File::C, File::D)
        };
        (Square::at(king, rank), Square::at(rook, rank))
    }

    /// Returns the piece that a pawn promotes to.
    #[inline]
    #[must_use]
    pub const fn promoted_to(self) -> Option<Piece> {
        match self.kind() {
            MoveKind::Promotion(piece) => Some(piece),
            _ => None,
        }
    }

    /// Returns the piece that is dropped.
    #[inline]
    #[must_use]
    pub const fn dropped(self) -> Option<Piece> {
        match self.kind() {
            MoveKind::Drop(piece) => Some(piece),
            _ => None,
        }
    }

    /// Returns true if the move drops a piece from the pocket.
    #[inline]
    #[must_use]
    pub const fn is_drop(self) -> bool {
        self.0 >= DROP
    }

    /// Returns true if the move is castling.
    #[inline]
    #[must_use]
    pub const fn is_castle(self) -> bool {
        self.0 >> KIND == 1
    }
}

/// Writes the move as [`Move::uci`], with castling as king-takes-rook.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(5);
        if let Some(piece) = self.dropped() {
            text.push(piece.letter());
            text.push('@');
        } else {
            self.from().push_to(&mut text);
        }
        self.to().push_to(&mut text);
        if let Some(piece) = self.promoted_to() {
            text.push(piece.letter().to_ascii_lowercase());
        }
        f.pad(&text)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_round_trip() {
        let mut valid = 0;
        for bits in 0..=u16::MAX {
            let Some(mv) = Move::from_bits(bits) else {
                continue;
            };
            valid += 1;
            let again = match mv.kind() {
                MoveKind::Normal => Move::normal(mv.from(), mv.to()),
                MoveKind::Castle => Move::castle(mv.from(), mv.to()),
                MoveKind::EnPassant => Move::en_passant(mv.from(), mv.to()),
                MoveKind::Promotion(piece) => Move::promotion(mv.from(), mv.to(), piece),
                MoveKind::Drop(piece) => Move::drop(piece, mv.to()),
            };
            assert_eq!(again, mv);
            assert_eq!(mv.to_bits(), bits);
        }
        assert_eq!(valid, 7 * 64 * 63 + 5 * 64);
    }
}
