//! The words of a position, with as much beside them as is kept.
//!
//! Generating and making moves is the same whatever is kept beside the pieces. A [`Board`]
//! keeps everything; counting leaves needs neither hash nor counters, nor pockets where
//! there are no drops, and what is not there is not copied with every move.
//!
//! [`Board`]: super::Board

use super::super::attacks;
use super::super::bitboard::Bitboard;
use super::super::side::{Side, View, White};
use super::super::types::{Color, Piece, Square};
use super::CODE;
use super::kept::{Counted, Pockets, Record, Unrecorded, pocket_shift};
use super::zobrist::KEYS;

/// Ranks on which rooks stand that may castle.
const BACK_RANKS: u64 = 0xff00_0000_0000_00ff;

/// A position as far as moves are concerned, with pockets `P` and a record `R`.
///
/// The pieces are kept in three planes, one for each bit of a piece's code, and a plane for
/// Black: a move is a few operations on four words, whatever moves or is captured. The rest
/// is whole words too, because a byte written into a struct that is then copied stalls the
/// processor for longer than shifting it into place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Position<P, R> {
    pub(super) planes: [u64; 3],
    pub(super) black: u64,
    /// The squares of the rooks that may still castle; between the back ranks the square
    /// behind a pawn that can be captured en passant by a legal move.
    pub(super) rights: u64,
    pub(super) pockets: P,
    pub(super) record: R,
}

impl<P, R> Position<P, R> {
    /// Returns the words of the position as one side sees them.
    #[inline(always)]
    pub(in super::super) fn view<S: Side>(&self) -> View<S> {
        View::new(self.planes, self.black)
    }

    /// Returns the code of the piece on a square, 0 if it is empty.
    #[inline(always)]
    pub(super) const fn code_at(&self, square: Square) -> usize {
        let by = square.index() as u32;
        ((self.planes[0] >> by & 1)
            | (self.planes[1] >> by & 1) << 1
            | (self.planes[2] >> by & 1) << 2) as usize
    }

    /// Returns all pieces of a kind.
    #[inline(always)]
    pub(in super::super) const fn pieces(&self, piece: Piece) -> Bitboard {
        let code = CODE[piece.index()];
        let mut set = !0;
        let mut plane = 0;
        while plane < 3 {
            // All bits where the code has none, so that there is no branch.
            let has = (code >> plane & 1) as u64;
            set &= self.planes[plane] ^ has.wrapping_sub(1);
            plane += 1;
        }
        Bitboard(set)
    }

    /// Returns the square behind a pawn that can be captured en passant by a legal move.
    #[inline(always)]
    pub(in super::super) const fn en_passant(&self) -> Option<Square> {
        Bitboard(self.rights & !BACK_RANKS).first()
    }

    /// Returns the pawns of `S` that can capture en passant on `square` by a legal move:
    /// their king must not be attacked afterwards. Never inlined, so that callers keep their
    /// words in registers.
    #[inline(never)]
    pub(in super::super) fn en_passant_sources<S: Side>(&self, square: Square) -> Bitboard {
        let view = self.view::<S>();
        let victim = Bitboard(square.offset(-S::AHEAD).bit());
        let candidates = attacks::pawn(!S::COLOR, square) & view.pawns() & view.us;
        candidates
            .into_iter()
            .filter(|&from| {
                let occupied = (view.occupied ^ victim ^ from.into()) | square.into();
                (view.attackers(view.king(), occupied) - victim).is_empty()
            })
            .collect()
    }

    /// Returns the squares of the rooks that may still castle, of both sides.
    #[inline(always)]
    pub(super) const fn castling(&self) -> Bitboard {
        Bitboard(self.rights & BACK_RANKS)
    }

    /// Returns the squares of the rooks of one side that may still castle.
    #[inline(always)]
    pub(in super::super) fn own_castling<S: Side>(&self) -> Bitboard {
        Bitboard(self.rights & S::FIRST_RANK)
    }

    /// Returns the rooks with which a side may still castle, on the a-side and the h-side.
    #[inline]
    pub(in super::super) fn castling_rooks<S: Side>(&self) -> [Option<Square>; 2] {
        let below = Bitboard(self.view::<S>().king().bit() - 1);
        let rooks = self.own_castling::<S>();
        [(rooks & below).first(), (rooks - below).last()]
    }
}

impl<P, R> Position<P, R> {
    /// Returns the words other than pockets and record.
    #[inline(always)]
    pub(in super::super) const fn words(&self) -> [u64; 5] {
        let [a, b, c] = self.planes;
        [a, b, c, self.black, self.rights]
    }

    /// Returns the pockets.
    #[inline(always)]
    pub(in super::super) const fn pockets(&self) -> &P {
        &self.pockets
    }
}

impl<P> Position<P, Counted> {
    /// Returns the plies since the last irreversible move.
    #[inline(always)]
    pub(in super::super) const fn halfmove(&self) -> u64 {
        self.record.0
    }
}

impl<P> Position<P, Unrecorded> {
    /// Returns the position of some words and pockets.
    #[inline(always)]
    pub(in super::super) const fn of_words([a, b, c, black, rights]: [u64; 5], pockets: P) -> Self {
        Self {
            planes: [a, b, c],
            black,
            rights,
            pockets,
            record: Unrecorded,
        }
    }
}

impl<P: Pockets, R> Position<P, R> {
    /// Returns the number of a piece in a side's pocket.
    #[inline(always)]
    pub(in super::super) fn pocket(&self, color: Color, piece: Piece) -> u8 {
        (self.pockets.counts(color) >> pocket_shift(piece)) as u8
    }

    /// Counts the kinds of pieces other than pawns in a side's pocket.
    #[inline(always)]
    pub(in super::super) fn kinds_of_officers(&self, color: Color) -> u32 {
        const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let counts = self.pockets.counts(color) >> 8;
        // The highest bit of a byte gets set unless the byte is 0.
        ((((counts & LOW) + LOW) | counts) & !LOW).count_ones()
    }

    /// Returns true if a side has anything in its pocket.
    #[inline(always)]
    pub(in super::super) fn has_pocket(&self, color: Color) -> bool {
        self.pockets.counts(color) != 0
    }
}

impl<P: Pockets, R: Record> Position<P, R> {
    /// Adds to the count of a piece in a side's pocket; a negative change is given wrapped.
    #[inline(always)]
    pub(super) fn change_pocket(&mut self, color: Color, piece: Piece, change: u64) {
        self.pockets.add(color, piece, change);
        let key = KEYS.in_pocket(color, piece);
        self.record.add(key.wrapping_mul(change));
    }

    /// Puts a piece on a square that must be empty.
    #[inline]
    pub(super) fn stand(&mut self, color: Color, piece: Piece, square: Square) {
        let code = CODE[piece.index()];
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            *plane |= u64::from(code >> bit & 1) << square.index();
        }
        if color == Color::Black {
            self.black |= square.bit();
        }
        self.record
            .add(KEYS.men[color.index()][usize::from(code)][square.index()]);
    }

    pub(super) fn remove(&mut self, square: Square) {
        let color = usize::from(self.black & square.bit() != 0);
        self.record
            .subtract(KEYS.men[color][self.code_at(square)][square.index()]);
        for plane in &mut self.planes {
            *plane &= !square.bit();
        }
        self.black &= !square.bit();
    }

    pub(super) fn put(&mut self, color: Color, piece: Piece, square: Square) {
        self.remove(square);
        self.stand(color, piece, square);
    }

    #[inline(always)]
    pub(super) fn mark_promoted(&mut self, square: Square) {
        let promoted = self.pockets.promoted();
        if P::KEPT && !promoted.has(square) {
            self.pockets.set_promoted(promoted | square.into());
            self.record.add(KEYS.promoted[square.index()]);
        }
    }

    /// Clears the mark of promotion on a square that has one.
    #[inline(always)]
    pub(super) fn unmark_promoted(&mut self, square: Square) {
        self.pockets
            .set_promoted(self.pockets.promoted() - square.into());
        self.record.subtract(KEYS.promoted[square.index()]);
    }

    /// Removes castling rights.
    #[inline(always)]
    pub(super) fn lose_castling(&mut self, rooks: u64) {
        if R::KEPT && self.rights & rooks != 0 {
            for square in Bitboard(self.rights & rooks) {
                self.record.subtract(KEYS.castling[square.index()]);
            }
        }
        self.rights &= !rooks;
    }

    /// Returns the position without rights to castle of a side whose king was captured.
    #[cold]
    pub(super) fn without_rights_of_the_fallen(mut self) -> Self {
        let view = self.view::<White>();
        let (white, black) = (view.kings() & view.us, view.kings() & view.them);
        for (king, rank) in [
            (white, White::FIRST_RANK),
            (black, <White as Side>::Other::FIRST_RANK),
        ] {
            if king.is_empty() {
                self.lose_castling(rank);
            }
        }
        self
    }

    pub(super) fn grant_castling(&mut self, square: Square) {
        if self.rights & square.bit() == 0 {
            self.rights |= square.bit();
            self.record.add(KEYS.castling[square.index()]);
        }
    }

    /// Sets the square behind a pawn that has just moved two ranks, if `S`, the side to
    /// move, can capture it.
    pub(super) fn offer_en_passant<S: Side>(&mut self, square: Square) {
        if self.en_passant_sources::<S>(square).any() {
            self.withdraw_en_passant();
            self.rights |= square.bit();
            self.record.add(KEYS.en_passant[square.file().index()]);
        }
    }

    /// Clears the square of en passant.
    #[inline(always)]
    pub(super) fn withdraw_en_passant(&mut self) {
        if R::KEPT
            && let Some(square) = self.en_passant()
        {
            self.record.subtract(KEYS.en_passant[square.file().index()]);
        }
        self.rights &= BACK_RANKS;
    }
}
