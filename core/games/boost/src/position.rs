//! A position: plain data without a past.

use super::bits::{Bits, Wide};
use super::settings::PLAYERS;

/// No player.
pub(super) const NOBODY: u8 = 255;

/// Piece on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// A pawn of a player.
    Pawn(u8),
    /// A knight of a player.
    Knight(u8),
    /// A tower of a player.
    Tower(u8),
    /// A dragon, which nobody owns.
    Dragon,
}

impl Piece {
    /// Whose it is.
    #[must_use]
    pub const fn owner(self) -> Option<u8> {
        match self {
            Self::Pawn(player) | Self::Knight(player) | Self::Tower(player) => Some(player),
            Self::Dragon => None,
        }
    }

    /// Returns the name of its kind.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pawn(_) => "pawn",
            Self::Knight(_) => "knight",
            Self::Tower(_) => "tower",
            Self::Dragon => "dragon",
        }
    }

    /// Its row in the table of hash keys.
    #[inline]
    pub(super) const fn row(self) -> usize {
        match self {
            Self::Dragon => 0,
            Self::Pawn(player) => 1 + 3 * player as usize,
            Self::Knight(player) => 2 + 3 * player as usize,
            Self::Tower(player) => 3 + 3 * player as usize,
        }
    }
}

/// The arrangement of the pieces, whose turn it is and who has resigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout<B> {
    /// The pieces of each player.
    pub(super) owners: [B; PLAYERS],
    /// The pawns of all players.
    pub(super) pawns: B,
    /// Their knights.
    pub(super) knights: B,
    /// Their towers.
    pub(super) towers: B,
    /// The dragons.
    pub(super) dragons: B,
    /// The key of the arrangement.
    pub(super) key: u64,
    /// Whose turn it is.
    pub(super) mover: u8,
    /// Players that have resigned, as bits.
    pub(super) forfeited: u8,
    /// Whose circle of dragons is complete, if one is.
    pub(super) victor: u8,
}

impl<B: Bits> Layout<B> {
    /// An empty board.
    pub(super) const EMPTY: Self = Self {
        owners: [B::EMPTY; PLAYERS],
        pawns: B::EMPTY,
        knights: B::EMPTY,
        towers: B::EMPTY,
        dragons: B::EMPTY,
        key: 0,
        mover: 0,
        forfeited: 0,
        victor: NOBODY,
    };

    /// The pieces of a player.
    #[inline]
    pub(super) fn of(&self, player: u8) -> B {
        self.owners[usize::from(player) % PLAYERS]
    }

    /// All points that something stands on.
    #[inline]
    pub(super) fn occupied(&self) -> B {
        self.pawns | self.knights | self.towers | self.dragons
    }

    /// Returns the piece on a point.
    #[inline]
    pub(super) fn at(&self, point: u8) -> Option<Piece> {
        if self.dragons.has(point) {
            return Some(Piece::Dragon);
        }
        let (owner, _) = (0..).zip(&self.owners).find(|(_, of)| of.has(point))?;
        Some(if self.pawns.has(point) {
            Piece::Pawn(owner)
        } else if self.knights.has(point) {
            Piece::Knight(owner)
        } else {
            Piece::Tower(owner)
        })
    }
}

/// A position on a board of either size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Position {
    /// On up to 128 points.
    Narrow(Layout<u128>),
    /// On more.
    Wide(Layout<Wide>),
}

// A position of a board of the other size comes from no call that keeps to the
// contract; it counts as empty.
impl Position {
    #[inline]
    pub(super) const fn narrow(&self) -> &Layout<u128> {
        match self {
            Self::Narrow(layout) => layout,
            Self::Wide(_) => &Layout::<u128>::EMPTY,
        }
    }

    #[inline]
    pub(super) const fn wide(&self) -> &Layout<Wide> {
        match self {
            Self::Wide(layout) => layout,
            Self::Narrow(_) => &Layout::<Wide>::EMPTY,
        }
    }
}

impl From<Layout<u128>> for Position {
    #[inline]
    fn from(layout: Layout<u128>) -> Self {
        Self::Narrow(layout)
    }
}

impl From<Layout<Wide>> for Position {
    #[inline]
    fn from(layout: Layout<Wide>) -> Self {
        Self::Wide(layout)
    }
}
