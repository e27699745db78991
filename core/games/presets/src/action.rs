//! A move: from where to where, over what, and what the piece becomes.

use super::board::PieceTypeId;
use super::position::NOWHERE;
use chess::Square;

/// Special kind of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Special {
    /// Nothing.
    None,
    /// A pawn goes two squares and may be taken in passing.
    Double,
    /// A pawn takes another in passing.
    EnPassant,
    /// The king castles.
    Castle,
}

/// A move. In several legs it touches one or two squares before the last.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Action {
    from: u8,
    to: u8,
    via: [u8; 2],
    promotion: u8,
    special: Special,
    rook: u8,
}

impl Action {
    /// The most legs that a move has.
    pub const MOST_LEGS: usize = 3;

    /// A move straight from one square to another.
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Self {
        Self {
            from: from.index() as u8,
            to: to.index() as u8,
            via: [NOWHERE; 2],
            promotion: NOWHERE,
            special: Special::None,
            rook: NOWHERE,
        }
    }

    /// The same move, special in some way.
    #[must_use]
    pub const fn special(mut self, special: Special) -> Self {
        self.special = special;
        self
    }

    /// The same castling, written as the king taking that rook.
    #[must_use]
    pub(super) const fn over(mut self, rook: Square) -> Self {
        self.rook = rook.index() as u8;
        self
    }

    /// The same move, the piece becoming another.
    #[must_use]
    pub const fn promoting(mut self, kind: PieceTypeId) -> Self {
        self.promotion = kind.0;
        self
    }

    /// The move with one more leg; `None` where it has three.
    #[must_use]
    pub fn then(mut self, to: Square) -> Option<Self> {
        let free = self.via.iter_mut().find(|v| **v == NOWHERE)?;
        *free = self.to;
        self.to = to.index() as u8;
        Some(self)
    }

    /// Returns the square on which the move starts.
    #[must_use]
    pub const fn from(&self) -> Square {
        Square::wrap(self.from)
    }

    /// Returns the square on which the move ends; for castling that of the king.
    #[must_use]
    pub const fn to(&self) -> Square {
        Square::wrap(self.to)
    }

    /// Returns the square on which the move ends in its text: for castling in Chess960 that of
    /// the rook.
    #[must_use]
    pub const fn written_to(&self) -> Square {
        match self.rook {
            NOWHERE => self.to(),
            rook => Square::wrap(rook),
        }
    }

    /// Returns the special kind of the move.
    #[must_use]
    pub const fn kind(&self) -> Special {
        self.special
    }

    /// Returns the type to which the piece is promoted, if any.
    #[must_use]
    pub const fn promotion(&self) -> Option<PieceTypeId> {
        match self.promotion {
            NOWHERE => None,
            kind => Some(PieceTypeId(kind)),
        }
    }

    /// Counts the legs of the move, at least one.
    #[must_use]
    pub fn len(&self) -> usize {
        1 + self.via.iter().filter(|v| **v != NOWHERE).count()
    }

    /// Never: a move has a leg at least.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// The squares it touches in turn, the last one included.
    pub fn legs(&self) -> impl Iterator<Item = Square> + use<> {
        self.via
            .into_iter()
            .chain([self.to])
            .filter_map(Square::new)
    }

    /// The way it goes, whatever is special about it.
    pub(super) const fn way(&self) -> [u8; 6] {
        let Self {
            from,
            to,
            via: [first, second],
            promotion,
            rook,
            ..
        } = *self;
        [from, to, first, second, promotion, rook]
    }
}

/// The squares; the letter of a promotion is the rules' to know.
impl std::fmt::Debug for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.from())?;
        for leg in self.legs() {
            write!(f, "{leg}")?;
        }
        match self.promotion() {
            Some(kind) => write!(f, "={}", kind.0),
            None => Ok(()),
        }
    }
}
