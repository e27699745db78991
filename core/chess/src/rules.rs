//! The rules of one board that affect generating and making moves. Everything about the end
//! of a game belongs to higher layers.

use super::bitboard::Bitboard;
use super::types::{Color, Rank};

/// Destination of a captured piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Captures {
    /// Off this board: chess, or one board of bughouse, whose other board is unknown here.
    Vanish,
    /// Into the captor's own pocket, a promoted piece as a pawn: crazyhouse.
    ToPocket,
}

/// Limits on a drop against the enemy king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DropAggression {
    /// Check and mate are allowed.
    #[default]
    MateAllowed,
    /// Neither is allowed.
    NoCheck,
    /// Check is allowed, but not leaving the enemy without a legal move.
    NoChessMate,
    /// Check is allowed, and a mate that a full pocket could parry, but no other.
    NoBughouseMate,
}

/// The rules of one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Destination of a captured piece.
    pub captures: Captures,
    /// True if promoted pieces are marked. Positions that differ in a mark are different,
    /// so chess must not have them.
    pub mark_promoted: bool,
    /// True if a partner may hand over pieces: then a check that some piece could parry is
    /// no mate, even if the side has no move now.
    pub partner: bool,
    /// Limits on a drop against the enemy king.
    pub drop_aggression: DropAggression,
    /// True if a king may be left in check or go into it, and be captured, which ends the game.
    /// Castling and taking in passing stay as in chess, and there is no mate.
    pub exposed_kings: bool,
    /// Squares on which White and Black may drop pawns; see [`Rules::pawn_drop_ranks`].
    pawn_drops: [Bitboard; 2],
}

const SECOND_TO_SEVENTH: [Bitboard; 2] = [Bitboard(0x00ff_ffff_ffff_ff00); 2];

impl Rules {
    /// Chess, Chess960 included.
    pub const CHESS: Self = Self {
        captures: Captures::Vanish,
        mark_promoted: false,
        partner: false,
        drop_aggression: DropAggression::MateAllowed,
        exposed_kings: false,
        pawn_drops: SECOND_TO_SEVENTH,
    };

    /// Crazyhouse.
    pub const CRAZYHOUSE: Self = Self {
        captures: Captures::ToPocket,
        mark_promoted: true,
        ..Self::CHESS
    };

    /// One board of bughouse.
    pub const BUGHOUSE: Self = Self {
        mark_promoted: true,
        partner: true,
        ..Self::CHESS
    };

    /// Returns the same rules with pawn drops on these ranks only, as seen from the side
    /// that drops; both ranks are included. The last rank is never allowed.
    #[must_use]
    pub const fn pawn_drop_ranks(self, lowest: Rank, highest: Rank) -> Self {
        let highest = if highest as u8 == 7 { 6 } else { highest as u8 };
        let mut white = 0;
        let mut rank = lowest as u8;
        while rank <= highest {
            white |= Bitboard::rank(Rank::wrap(rank)).0;
            rank += 1;
        }
        Self {
            pawn_drops: [Bitboard(white), Bitboard(white.swap_bytes())],
            ..self
        }
    }

    /// Returns the same rules with other limits for drops.
    #[must_use]
    pub const fn drop_aggression(self, drop_aggression: DropAggression) -> Self {
        Self {
            drop_aggression,
            ..self
        }
    }

    /// Returns the same rules with kings that may be captured, or not.
    #[must_use]
    pub const fn exposed_kings(self, exposed_kings: bool) -> Self {
        Self {
            exposed_kings,
            ..self
        }
    }

    /// Returns the squares on which a side may drop pawns.
    #[inline]
    #[must_use]
    pub const fn pawn_drops(&self, color: Color) -> Bitboard {
        self.pawn_drops[color.index()]
    }

    /// Returns the squares on which a pawn of a side may stand: its own first rank only if
    /// it can be dropped there.
    #[must_use]
    pub const fn pawn_squares(&self, color: Color) -> Bitboard {
        Bitboard(SECOND_TO_SEVENTH[0].0 | self.pawn_drops(color).0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawn_ranks_are_relative() {
        let rules = Rules::BUGHOUSE.pawn_drop_ranks(Rank::First, Rank::Sixth);
        assert_eq!(rules.pawn_drops(Color::White).0, 0x0000_ffff_ffff_ffff);
        assert_eq!(rules.pawn_drops(Color::Black).0, 0xffff_ffff_ffff_0000);
        let wide = Rules::BUGHOUSE.pawn_drop_ranks(Rank::Second, Rank::Eighth);
        assert_eq!(wide, Rules::BUGHOUSE);
    }
}
