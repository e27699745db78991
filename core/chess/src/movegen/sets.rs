//! A set of legal moves that differ in one thing.

use super::super::bitboard::Bitboard;
use super::super::moves::Move;
use super::super::types::{Piece, Square};

/// Legal moves that share all but one square; never empty when generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSet {
    /// One knight, bishop, rook, queen or king goes to any of several squares.
    Piece {
        /// The moving piece.
        piece: Piece,
        /// Its origin.
        from: Square,
        /// Its destinations.
        to: Bitboard,
    },
    /// Several pawns go in the same direction without promotion.
    Pawns {
        /// The direction: index of the destination minus index of the origin.
        step: i8,
        /// Their destinations.
        to: Bitboard,
    },
    /// Several pawns go in the same direction to the last rank; each of them has four
    /// moves.
    Promotions {
        /// The direction: index of the destination minus index of the origin.
        step: i8,
        /// Their destinations.
        to: Bitboard,
    },
    /// One or two pawns capture en passant.
    EnPassant {
        /// Their origins.
        from: Bitboard,
        /// Their destination.
        to: Square,
    },
    /// The king castles with one or two rooks.
    Castle {
        /// Square of the king.
        king: Square,
        /// Squares of the rooks.
        rooks: Bitboard,
    },
    /// A piece is dropped on any of several squares.
    Drop {
        /// The dropped piece.
        piece: Piece,
        /// Its destinations.
        to: Bitboard,
    },
}

impl MoveSet {
    /// Returns the squares in which the moves differ.
    #[inline]
    const fn squares(&self) -> Bitboard {
        match *self {
            Self::EnPassant { from: set, .. }
            | Self::Castle { rooks: set, .. }
            | Self::Piece { to: set, .. }
            | Self::Pawns { to: set, .. }
            | Self::Promotions { to: set, .. }
            | Self::Drop { to: set, .. } => set,
        }
    }

    /// Returns the number of moves in the set.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> u32 {
        match self {
            Self::Promotions { to, .. } => 4 * to.len(),
            _ => self.squares().len(),
        }
    }

    /// Returns true if the set holds no move.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.squares().is_empty()
    }

    /// Returns the move at `index` in the order of iteration.
    #[inline]
    #[must_use]
    pub fn nth(&self, index: u32) -> Option<Move> {
        if let Self::Promotions { to, .. } = self {
            let piece = Piece::PROMOTIONS[(index % 4) as usize];
            return Some(self.at(to.nth(index / 4)?, piece));
        }
        Some(self.at(self.squares().nth(index)?, Piece::Queen))
    }

    /// Returns the move of one of the squares, with a piece to promote to.
    #[inline(always)]
    const fn at(self, square: Square, promotion: Piece) -> Move {
        match self {
            Self::Piece { from, .. } => Move::normal(from, square),
            Self::Pawns { step, .. } => Move::normal(square.offset(-step), square),
            Self::Promotions { step, .. } => {
                Move::promotion(square.offset(-step), square, promotion)
            }
            Self::EnPassant { to, .. } => Move::en_passant(square, to),
            Self::Castle { king, .. } => Move::castle(king, square),
            Self::Drop { piece, .. } => Move::drop(piece, square),
        }
    }
}

impl IntoIterator for MoveSet {
    type Item = Move;
    type IntoIter = MoveSetIter;

    #[inline]
    fn into_iter(self) -> MoveSetIter {
        MoveSetIter {
            set: self,
            left: self.squares(),
            promotion: 0,
        }
    }
}

/// The moves of a [`MoveSet`].
#[derive(Clone, Debug)]
pub struct MoveSetIter {
    set: MoveSet,
    left: Bitboard,
    promotion: u8,
}

impl Iterator for MoveSetIter {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let square = self.left.first()?;
        let promotion = Piece::PROMOTIONS[usize::from(self.promotion & 3)];
        if matches!(self.set, MoveSet::Promotions { .. }) && self.promotion < 3 {
            self.promotion += 1;
        } else {
            self.promotion = 0;
            self.left -= square.into();
        }
        Some(self.set.at(square, promotion))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let squares = self.left.len() as usize;
        let len = match self.set {
            MoveSet::Promotions { .. } => 4 * squares - usize::from(self.promotion),
            _ => squares,
        };
        (len, Some(len))
    }
}

impl ExactSizeIterator for MoveSetIter {}
