//! The position of one board: plain data, no history.
//!
//! Only this module and its children ([`compose`], [`make`], [`position`], [`setup`]) see
//! the fields, and each change of one goes with the change of the hash.

mod compose;
mod kept;
mod make;
mod position;
mod setup;
mod zobrist;

use std::hash::{Hash, Hasher};

pub(super) use kept::{Counted, NoPockets, Pocket, Pockets, Record, Unrecorded};
use kept::{Held, Kept};
pub use make::Captured;
pub(super) use make::Passed;
pub(super) use position::Position;
pub use setup::Setup;
use zobrist::KEYS;

use super::bitboard::Bitboard;
use super::moves::Move;
use super::rules::{Captures, Rules};
use super::side::{Side, View, for_side};
use super::types::{Color, File, Piece, Square};
use crate::error::{Error, Result};

/// Codes of the pieces in the planes, by [`Piece`]. Bishop, rook and queen have the highest
/// bit; diagonal movers also the lowest, straight movers also the middle one.
const CODE: [u8; 6] = [0b001, 0b010, 0b101, 0b110, 0b111, 0b011];
/// The piece of a code; code 0 is an empty square and 4 is unused.
const MAN: [Option<Piece>; 8] = [
    None,
    Some(Piece::Pawn),
    Some(Piece::Knight),
    Some(Piece::King),
    None,
    Some(Piece::Bishop),
    Some(Piece::Rook),
    Some(Piece::Queen),
];

/// A position of chess, crazyhouse or one board of bughouse.
///
/// Equality covers everything, including the move counters; [`Board::hash`] omits the
/// counters, so that it serves for repetition.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board(Position<Held, Kept>);

// Copied on every move: two cache lines are the limit.
const _: () = assert!(size_of::<Board>() <= 128);

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.record.hash);
        state.write_u64(self.0.record.clock);
    }
}

impl Default for Board {
    /// Returns the start position of chess.
    fn default() -> Self {
        Self::start()
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Board").field(&self.bfen()).finish()
    }
}

impl Board {
    const EMPTY: Self = Self(Position {
        planes: [0; 3],
        black: 0,
        rights: 0,
        pockets: Held::EMPTY,
        record: Kept::EMPTY,
    });

    /// Returns the start position of chess, crazyhouse and bughouse.
    #[must_use]
    pub fn start() -> Self {
        super::chess960::standard()
    }

    /// Returns the side to move.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.0.record.turn()
    }

    /// Returns all pieces of a kind.
    #[inline]
    #[must_use]
    pub const fn pieces(&self, piece: Piece) -> Bitboard {
        self.0.pieces(piece)
    }

    /// Returns true if a side has no king, for it was captured.
    #[inline]
    #[must_use]
    pub const fn lost_its_king(&self, color: Color) -> bool {
        self.colored_pieces(color, Piece::King).is_empty()
    }

    /// Returns all pieces of a side.
    #[inline]
    #[must_use]
    pub const fn colors(&self, color: Color) -> Bitboard {
        Bitboard(match color {
            Color::White => self.occupied().0 & !self.0.black,
            Color::Black => self.0.black,
        })
    }

    /// Returns all pieces of a kind and a side.
    #[inline]
    #[must_use]
    pub const fn colored_pieces(&self, color: Color, piece: Piece) -> Bitboard {
        Bitboard(self.colors(color).0 & self.pieces(piece).0)
    }

    /// Returns all pieces.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.0.planes[0] | self.0.planes[1] | self.0.planes[2])
    }

    /// Returns the kind of the piece on a square.
    #[inline]
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        MAN[self.0.code_at(square)]
    }

    /// Returns the side of the piece on a square.
    #[inline]
    #[must_use]
    pub const fn color_at(&self, square: Square) -> Option<Color> {
        if !self.occupied().has(square) {
            None
        } else if self.0.black & square.bit() != 0 {
            Some(Color::Black)
        } else {
            Some(Color::White)
        }
    }

    /// Returns the side and the kind of the piece on a square.
    #[inline]
    #[must_use]
    pub fn colored_piece_at(&self, square: Square) -> Option<(Color, Piece)> {
        self.color_at(square).zip(self.piece_at(square))
    }

    /// Returns the square of a side's king.
    #[inline]
    #[must_use]
    pub const fn king(&self, color: Color) -> Square {
        Square::wrap(self.colored_pieces(color, Piece::King).0.trailing_zeros() as u8)
    }

    /// Returns the promoted pieces.
    #[inline]
    #[must_use]
    pub fn promoted(&self) -> Bitboard {
        self.0.pockets.promoted()
    }

    /// Returns the number of a piece in a side's pocket.
    #[inline]
    #[must_use]
    pub fn pocket(&self, color: Color, piece: Piece) -> u8 {
        self.0.pocket(color, piece)
    }

    /// Returns true if a side has anything in its pocket.
    #[inline]
    #[must_use]
    pub fn has_pocket(&self, color: Color) -> bool {
        self.0.has_pocket(color)
    }

    /// Returns the squares of the rooks that may still castle, of both sides.
    #[inline]
    #[must_use]
    pub const fn castling(&self) -> Bitboard {
        self.0.castling()
    }

    /// Returns the rooks of a side that may still castle: towards the a-file and towards
    /// the h-file as seen from the king.
    #[must_use]
    pub fn castling_rooks(&self, color: Color) -> [Option<Square>; 2] {
        for_side!(color, S => self.0.castling_rooks::<S>())
    }

    /// Returns the square behind a pawn that can be captured en passant by a legal move.
    #[inline]
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        self.0.en_passant()
    }

    /// Returns the plies since the last capture, pawn move or pawn drop.
    #[inline]
    #[must_use]
    pub const fn halfmove(&self) -> u16 {
        self.0.record.halfmove()
    }

    /// Returns the number of the move, incremented after Black's.
    #[inline]
    #[must_use]
    pub const fn fullmove(&self) -> u32 {
        self.0.record.fullmove()
    }

    /// Returns the key of the position, without the counters.
    #[inline]
    #[must_use]
    pub const fn hash(&self) -> u64 {
        self.0.record.hash
    }

    /// Returns the key of the position without the pockets.
    #[must_use]
    pub fn hash_without_pockets(&self) -> u64 {
        self.hash().wrapping_sub(self.pocket_hash())
    }

    /// Returns what the key gains, modulo 2⁶⁴, when the piece on `from` goes to the empty square
    /// `to` and the turn passes, if no right to castle or to capture en passant is lost.
    #[inline]
    #[must_use]
    pub fn hash_change(&self, from: Square, to: Square) -> u64 {
        let color = usize::from(self.0.black & from.bit() != 0);
        let change = |keys: &[u64; 64]| keys[to.index()].wrapping_sub(keys[from.index()]);
        let piece = change(&KEYS.men[color][self.0.code_at(from)]);
        let mark = match self.promoted().has(from) {
            true => change(&KEYS.promoted),
            false => 0,
        };
        piece
            .wrapping_add(mark)
            .wrapping_add(KEYS.passed_by(Color::ALL[color]))
    }

    /// Returns the key of the position after a legal move, if the move neither castles, promotes
    /// nor captures en passant, and no right to castle or to capture en passant comes or goes.
    #[inline]
    #[must_use]
    pub fn likely_hash_after(&self, mv: Move, rules: &Rules) -> u64 {
        let (us, to) = (self.turn(), mv.to());
        let (ours, theirs) = (&KEYS.men[us.index()], &KEYS.men[(!us).index()]);
        let hash = self.hash();
        if let Some(piece) = mv.dropped() {
            return hash
                .wrapping_add(ours[CODE[piece.index()] as usize][to.index()])
                .wrapping_sub(KEYS.in_pocket(us, piece))
                .wrapping_add(KEYS.passed_by(us));
        }
        let hash = hash.wrapping_add(self.hash_change(mv.from(), to));
        let taken = self.0.code_at(to);
        let Some(piece) = MAN[taken] else {
            return hash;
        };
        let promoted = self.promoted().has(to);
        let mark = if promoted {
            KEYS.promoted[to.index()]
        } else {
            0
        };
        let held = match rules.captures {
            Captures::ToPocket => KEYS.in_pocket(us, Captured { piece, promoted }.demoted()),
            _ => 0,
        };
        hash.wrapping_sub(theirs[taken][to.index()])
            .wrapping_sub(mark)
            .wrapping_add(held)
    }

    fn pocket_hash(&self) -> u64 {
        let mut sum = 0_u64;
        for color in Color::ALL {
            for piece in Piece::DROPPABLE {
                let count = u64::from(self.pocket(color, piece));
                sum = sum.wrapping_add(KEYS.in_pocket(color, piece).wrapping_mul(count));
            }
        }
        sum
    }

    /// Computes the key from scratch; it must equal [`Self::hash`].
    #[must_use]
    pub fn recomputed_hash(&self) -> u64 {
        let mut sum = self.pocket_hash();
        let mut add = |key: u64| sum = sum.wrapping_add(key);
        for square in self.occupied() {
            let color = usize::from(self.0.black & square.bit() != 0);
            add(KEYS.men[color][self.0.code_at(square)][square.index()]);
        }
        for square in self.promoted() {
            add(KEYS.promoted[square.index()]);
        }
        for square in self.castling() {
            add(KEYS.castling[square.index()]);
        }
        if let Some(square) = self.en_passant() {
            add(KEYS.en_passant[square.file().index()]);
        }
        if self.turn() == Color::Black {
            add(KEYS.black_to_move);
        }
        sum
    }

    /// Returns the same position with other counters.
    #[must_use]
    pub const fn with_counters(mut self, halfmove: u16, fullmove: u32) -> Self {
        self.0.record.set_counters(halfmove, fullmove);
        self
    }

    /// Returns the same position with another number of a piece in a side's pocket.
    ///
    /// # Errors
    ///
    /// `invalid_argument` for a king.
    pub fn with_pocket(mut self, color: Color, piece: Piece, count: u8) -> Result<Self> {
        if piece == Piece::King {
            return Err(Error::invalid_argument(
                "pocket: a king cannot be in a pocket",
            ));
        }
        let change = u64::from(count).wrapping_sub(u64::from(self.pocket(color, piece)));
        self.0.change_pocket(color, piece, change);
        Ok(self)
    }

    /// Returns the same position with one more of a piece in a side's pocket, as when the
    /// partner in bughouse captures one.
    ///
    /// # Errors
    ///
    /// `invalid_argument` for a king, or if the pocket is full (255 of a kind).
    pub fn with_one_more(self, color: Color, piece: Piece) -> Result<Self> {
        let count = self.pocket(color, piece).checked_add(1).ok_or_else(|| {
            Error::invalid_argument(format!("pocket: more than 255 of a {}", piece.name()))
        })?;
        self.with_pocket(color, piece, count)
    }

    /// Returns the same position with empty pockets.
    #[must_use]
    pub fn without_pockets(mut self) -> Self {
        for color in Color::ALL {
            for piece in Piece::DROPPABLE {
                let count = u64::from(self.pocket(color, piece));
                self.0.change_pocket(color, piece, count.wrapping_neg());
            }
        }
        self
    }

    /// Returns the same position without marks of promotion.
    #[must_use]
    pub fn without_promoted_marks(mut self) -> Self {
        for square in self.promoted() {
            self.0.unmark_promoted(square);
        }
        self
    }

    /// Returns the position for moves to be generated for.
    #[inline(always)]
    pub(super) const fn position(&self) -> &Position<Held, Kept> {
        &self.0
    }

    /// Returns the position without hash and counters.
    pub(super) const fn unrecorded(&self) -> Position<Held, Unrecorded> {
        Position {
            planes: self.0.planes,
            black: self.0.black,
            rights: self.0.rights,
            pockets: self.0.pockets,
            record: Unrecorded,
        }
    }

    /// Returns the position without pockets and with another record, if the pockets are empty
    /// and stay so under these rules.
    pub(super) fn without_drops<R>(
        &self,
        rules: &Rules,
        record: R,
    ) -> Option<Position<NoPockets, R>> {
        let stay = rules.captures == Captures::Vanish && self.0.pockets.are_empty();
        stay.then_some(Position {
            planes: self.0.planes,
            black: self.0.black,
            rights: self.0.rights,
            pockets: NoPockets,
            record,
        })
    }

    /// Returns the words of the position as one side sees them.
    #[inline(always)]
    pub(super) fn view<S: Side>(&self) -> View<S> {
        self.0.view()
    }

    /// Returns the outermost rook of a side, to which `K` and `Q` in castling text refer.
    pub(super) fn outermost_rook(&self, color: Color, kingside: bool) -> Option<Square> {
        let rank = Bitboard::rank(color.back_rank());
        let king = self.king(color);
        if !rank.has(king) {
            return None;
        }
        let below = Bitboard(king.bit() - 1);
        let rooks = self.colored_pieces(color, Piece::Rook) & rank;
        if kingside {
            (rooks - below).last()
        } else {
            (rooks & below).first()
        }
    }

    /// Returns true if every castling right belongs to a king on the e-file and a rook in a
    /// corner.
    #[must_use]
    pub fn has_standard_castling(&self) -> bool {
        Color::ALL.into_iter().all(|color| {
            let rooks = self.castling() & Bitboard::rank(color.back_rank());
            let corners = Bitboard::file(File::A) | Bitboard::file(File::H);
            rooks.is_empty() || self.king(color).file() == File::E && (rooks - corners).is_empty()
        })
    }
}
