//! A side known at compile time, and the position as that side sees it.
//!
//! Move generation and making are compiled once for White and once for Black: shifts and
//! ranks become constants, and perft changes sides without a branch.

use std::marker::PhantomData;

use super::attacks;
use super::bitboard::Bitboard;
use super::types::{Color, Square};

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;

/// White or Black as a type.
pub(super) trait Side: Sized {
    /// The enemy.
    type Other: Side<Other = Self>;
    const COLOR: Color;
    const WHITE: bool = matches!(Self::COLOR, Color::White);
    /// Index difference of one step ahead.
    const AHEAD: i8 = if Self::WHITE { 8 } else { -8 };
    /// Index difference of a capture towards the a-file.
    const LEFT: i8 = if Self::WHITE { 7 } else { -9 };
    /// Index difference of a capture towards the h-file.
    const RIGHT: i8 = if Self::WHITE { 9 } else { -7 };
    const FIRST_RANK: u64 = if Self::WHITE { 0xff } else { 0xff << 56 };
    const THIRD_RANK: u64 = if Self::WHITE { 0xff << 16 } else { 0xff << 40 };
    const LAST_RANK: u64 = if Self::WHITE { 0xff << 56 } else { 0xff };

    /// Returns squares of the first rank, of a bit for each file.
    #[inline(always)]
    fn first_rank(files: u8) -> Bitboard {
        Bitboard(u64::from(files) << if Self::WHITE { 0 } else { 56 })
    }

    /// Returns the files of squares of the first rank, a bit for each.
    #[inline(always)]
    fn files_on_first_rank(set: Bitboard) -> u8 {
        (set.0 >> if Self::WHITE { 0 } else { 56 }) as u8
    }

    #[inline(always)]
    fn ahead(set: Bitboard) -> Bitboard {
        Bitboard(if Self::WHITE { set.0 << 8 } else { set.0 >> 8 })
    }

    #[inline(always)]
    fn left(set: Bitboard) -> Bitboard {
        let set = set.0 & NOT_A;
        Bitboard(if Self::WHITE { set << 7 } else { set >> 9 })
    }

    #[inline(always)]
    fn right(set: Bitboard) -> Bitboard {
        let set = set.0 & NOT_H;
        Bitboard(if Self::WHITE { set << 9 } else { set >> 7 })
    }
}

pub(super) enum White {}
pub(super) enum Black {}

impl Side for White {
    type Other = Black;
    const COLOR: Color = Color::White;
}

impl Side for Black {
    type Other = White;
    const COLOR: Color = Color::Black;
}

/// Calls a function generic over the side with the side of a colour.
macro_rules! for_side {
    ($color:expr, $S:ident => $call:expr) => {
        match $color {
            $crate::types::Color::White => {
                type $S = $crate::side::White;
                $call
            }
            $crate::types::Color::Black => {
                type $S = $crate::side::Black;
                $call
            }
        }
    };
}
pub(super) use for_side;

/// The pieces of a position, split into `us`, the side `S`, and `them`. Everything is
/// derived from four words, so that unused parts cost nothing.
pub(super) struct View<S> {
    planes: [u64; 3],
    pub(super) us: Bitboard,
    pub(super) them: Bitboard,
    pub(super) occupied: Bitboard,
    side: PhantomData<S>,
}

impl<S: Side> View<S> {
    #[inline(always)]
    pub(super) fn new(planes: [u64; 3], black: u64) -> Self {
        let occupied = planes[0] | planes[1] | planes[2];
        let white = occupied & !black;
        let (us, them) = if S::WHITE {
            (white, black)
        } else {
            (black, white)
        };
        Self {
            planes,
            us: Bitboard(us),
            them: Bitboard(them),
            occupied: Bitboard(occupied),
            side: PhantomData,
        }
    }

    #[inline(always)]
    pub(super) fn pawns(&self) -> Bitboard {
        Bitboard(self.planes[0] & !self.planes[1] & !self.planes[2])
    }

    #[inline(always)]
    pub(super) fn knights(&self) -> Bitboard {
        Bitboard(self.planes[1] & !self.planes[0] & !self.planes[2])
    }

    #[inline(always)]
    pub(super) fn kings(&self) -> Bitboard {
        Bitboard(self.planes[0] & self.planes[1] & !self.planes[2])
    }

    /// Returns bishops and queens.
    #[inline(always)]
    pub(super) fn diagonal(&self) -> Bitboard {
        Bitboard(self.planes[0] & self.planes[2])
    }

    /// Returns rooks and queens.
    #[inline(always)]
    pub(super) fn straight(&self) -> Bitboard {
        Bitboard(self.planes[1] & self.planes[2])
    }

    #[inline(always)]
    pub(super) fn king(&self) -> Square {
        Square::wrap((self.kings() & self.us).0.trailing_zeros() as u8)
    }

    #[inline(always)]
    pub(super) fn their_king(&self) -> Square {
        Square::wrap((self.kings() & self.them).0.trailing_zeros() as u8)
    }

    /// Returns the pieces of `them` that attack a square, with `occupied` as the blockers.
    #[inline(always)]
    pub(super) fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        ((attacks::knight(square) & self.knights())
            | (attacks::pawn(S::COLOR, square) & self.pawns())
            | (attacks::king(square) & self.kings())
            | (attacks::bishop(square, occupied) & self.diagonal())
            | (attacks::rook(square, occupied) & self.straight()))
            & self.them
    }
}
