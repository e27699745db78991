//! Pockets and a record of the game, which a position keeps beside its pieces and rights, or
//! does not.

use super::super::bitboard::Bitboard;
use super::super::side::Side;
use super::super::types::{Color, Piece};
use super::zobrist::KEYS;

// Bit offsets of the parts of the clock.
const HALFMOVE: u32 = 16;
const FULLMOVE: u32 = 32;

/// Returns the bit offset of a piece's count, a byte of the pocket's word.
pub(super) const fn pocket_shift(piece: Piece) -> u32 {
    8 * piece as u32
}

/// Pieces in pockets and marks of promotion, kept or not.
pub(in super::super) trait Pockets: Copy {
    const KEPT: bool;

    /// Returns the counts of a side, a byte for each piece, pawn to queen.
    fn counts(&self, color: Color) -> u64;

    /// Adds to a count; a negative change is given wrapped.
    fn add(&mut self, color: Color, piece: Piece, change: u64);

    fn promoted(&self) -> Bitboard;

    fn set_promoted(&mut self, set: Bitboard);
}

/// Pockets and marks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Held {
    promoted: u64,
    counts: [u64; 2],
}

impl Held {
    pub(super) const EMPTY: Self = Self {
        promoted: 0,
        counts: [0; 2],
    };

    /// Returns true if neither side has anything in its pocket.
    pub(super) const fn are_empty(&self) -> bool {
        self.counts[0] | self.counts[1] == 0
    }
}

impl Pockets for Held {
    const KEPT: bool = true;

    #[inline(always)]
    fn counts(&self, color: Color) -> u64 {
        self.counts[color.index()]
    }

    #[inline(always)]
    fn add(&mut self, color: Color, piece: Piece, change: u64) {
        let word = &mut self.counts[color.index()];
        *word = word.wrapping_add(change << pocket_shift(piece));
    }

    #[inline(always)]
    fn promoted(&self) -> Bitboard {
        Bitboard(self.promoted)
    }

    #[inline(always)]
    fn set_promoted(&mut self, set: Bitboard) {
        self.promoted = set.0;
    }
}

/// Empty pockets that stay empty.
#[derive(Clone, Copy)]
pub(in super::super) struct NoPockets;

impl Pockets for NoPockets {
    const KEPT: bool = false;

    #[inline(always)]
    fn counts(&self, _: Color) -> u64 {
        0
    }

    #[inline(always)]
    fn add(&mut self, _: Color, _: Piece, _: u64) {}

    #[inline(always)]
    fn promoted(&self) -> Bitboard {
        Bitboard::EMPTY
    }

    #[inline(always)]
    fn set_promoted(&mut self, _: Bitboard) {}
}

/// The pocket of the side to move alone, for counting its moves.
#[derive(Clone, Copy)]
pub(in super::super) struct Pocket(pub(in super::super) u64);

impl Pockets for Pocket {
    const KEPT: bool = true;

    #[inline(always)]
    fn counts(&self, _: Color) -> u64 {
        self.0
    }

    #[inline(always)]
    fn add(&mut self, _: Color, piece: Piece, change: u64) {
        self.0 = self.0.wrapping_add(change << pocket_shift(piece));
    }

    #[inline(always)]
    fn promoted(&self) -> Bitboard {
        Bitboard::EMPTY
    }

    #[inline(always)]
    fn set_promoted(&mut self, _: Bitboard) {}
}

/// Hash, side to move and counters, kept or not.
pub(in super::super) trait Record: Copy {
    /// True if there is a hash.
    const KEPT: bool;

    /// Adds a key to the hash, if there is one.
    #[inline(always)]
    fn add(&mut self, _: u64) {}

    /// Takes a key from the hash, if there is one.
    #[inline(always)]
    fn subtract(&mut self, _: u64) {}

    /// Counts halfmoves from 0 again.
    fn begin_anew(&mut self);

    /// Counts a move of `S` and passes the turn.
    fn pass<S: Side>(&mut self);
}

/// Hash, side to move and counters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Kept {
    pub(super) hash: u64,
    /// From the lowest bit: a bit for the side to move; at [`HALFMOVE`] two bytes, at
    /// [`FULLMOVE`] four.
    pub(super) clock: u64,
}

impl Kept {
    pub(super) const EMPTY: Self = Self {
        hash: 0,
        clock: 1 << FULLMOVE,
    };

    pub(super) const fn turn(self) -> Color {
        if self.clock & 1 == 0 {
            Color::White
        } else {
            Color::Black
        }
    }

    pub(super) const fn halfmove(self) -> u16 {
        (self.clock >> HALFMOVE) as u16
    }

    pub(super) const fn fullmove(self) -> u32 {
        (self.clock >> FULLMOVE) as u32
    }

    pub(super) const fn set_counters(&mut self, halfmove: u16, fullmove: u32) {
        self.clock = self.clock & 1 | (halfmove as u64) << HALFMOVE | (fullmove as u64) << FULLMOVE;
    }

    pub(super) fn set_turn(&mut self, turn: Color) {
        if self.turn() != turn {
            self.clock ^= 1;
            self.add(KEYS.passed_by(!turn));
        }
    }
}

impl Record for Kept {
    const KEPT: bool = true;

    #[inline(always)]
    fn add(&mut self, key: u64) {
        self.hash = self.hash.wrapping_add(key);
    }

    #[inline(always)]
    fn subtract(&mut self, key: u64) {
        self.hash = self.hash.wrapping_sub(key);
    }

    #[inline(always)]
    fn begin_anew(&mut self) {
        self.clock &= !(0xffff << HALFMOVE);
    }

    #[inline(always)]
    fn pass<S: Side>(&mut self) {
        self.add(KEYS.passed_by(S::COLOR));
        let halfmove = self.halfmove().saturating_add(1);
        let fullmove = self.fullmove().saturating_add(u32::from(!S::WHITE));
        self.clock =
            u64::from(S::WHITE) | u64::from(halfmove) << HALFMOVE | u64::from(fullmove) << FULLMOVE;
    }
}

/// Nothing but the plies since the last irreversible move; the side to move is known from
/// elsewhere.
#[derive(Clone, Copy)]
pub(in super::super) struct Counted(pub(in super::super) u64);

impl Record for Counted {
    const KEPT: bool = false;

    #[inline(always)]
    fn begin_anew(&mut self) {
        self.0 = 0;
    }

    #[inline(always)]
    fn pass<S: Side>(&mut self) {
        self.0 += 1;
    }
}

/// Neither hash nor counters; the side to move is known from elsewhere.
#[derive(Clone, Copy)]
pub(in super::super) struct Unrecorded;

impl Record for Unrecorded {
    const KEPT: bool = false;

    #[inline(always)]
    fn begin_anew(&mut self) {}

    #[inline(always)]
    fn pass<S: Side>(&mut self) {}
}
