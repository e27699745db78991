//! The position of one board: plain data, no history.
//!
//! Only this module and its children ([`compose`], [`make`], [`setup`]) see the fields, and
//! each change of one goes with the change of the hash.

mod compose;
mod make;
mod setup;
mod zobrist;

use std::hash::{Hash, Hasher};

pub use make::Captured;
pub(super) use make::Passed;
pub use setup::Setup;
use zobrist::KEYS;

use super::bitboard::Bitboard;
use super::side::{Side, View};
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

const NO_SQUARE: u64 = 64;

// Bit offsets of the parts of the clock word.
const EN_PASSANT: u32 = 8;
const HALFMOVE: u32 = 16;
const FULLMOVE: u32 = 32;

/// Returns the bit offset of a piece's count, a byte of the pocket's word.
const fn pocket_shift(piece: Piece) -> u32 {
    8 * piece as u32
}

/// A position of chess, crazyhouse or one board of bughouse.
///
/// The pieces are kept in three planes, one for each bit of a piece's code, and a plane for
/// Black: a move is a few operations on four words, whatever moves or is captured. The rest
/// is whole words too, ten in all, because a byte written into a struct that is then copied
/// stalls the processor for longer than shifting it into place.
///
/// Equality covers everything, including the move counters; [`Board::hash`] omits the
/// counters, so that it serves for repetition.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board {
    planes: [u64; 3],
    black: u64,
    promoted: u64,
    /// The squares of the rooks that may still castle.
    castling: u64,
    /// By colour; a byte for each piece, pawn to queen.
    pockets: [u64; 2],
    hash: u64,
    /// From the lowest bit: a bit for the side to move; at [`EN_PASSANT`] a byte with the
    /// square behind a pawn that can be captured en passant by a legal move, or 64; at
    /// [`HALFMOVE`] two bytes, at [`FULLMOVE`] four.
    clock: u64,
}

// Copied on every move: two cache lines are the limit.
const _: () = assert!(size_of::<Board>() <= 128);

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
        state.write_u64(self.clock);
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
    const EMPTY: Self = Self {
        planes: [0; 3],
        black: 0,
        promoted: 0,
        castling: 0,
        pockets: [0; 2],
        hash: 0,
        clock: 1 << FULLMOVE | NO_SQUARE << EN_PASSANT,
    };

    /// Returns the start position of chess, crazyhouse and bughouse.
    #[must_use]
    pub fn start() -> Self {
        super::chess960::standard()
    }

    /// Returns the side to move.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Color {
        if self.clock & 1 == 0 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// Returns all pieces of a kind.
    #[inline]
    #[must_use]
    pub const fn pieces(&self, piece: Piece) -> Bitboard {
        let code = CODE[piece.index()];
        let mut set = !0;
        let mut plane = 0;
        while plane < 3 {
            let wanted = code >> plane & 1 != 0;
            set &= if wanted {
                self.planes[plane]
            } else {
                !self.planes[plane]
            };
            plane += 1;
        }
        Bitboard(set)
    }

    /// Returns all pieces of a side.
    #[inline]
    #[must_use]
    pub const fn colors(&self, color: Color) -> Bitboard {
        Bitboard(match color {
            Color::White => self.occupied().0 & !self.black,
            Color::Black => self.black,
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
        Bitboard(self.planes[0] | self.planes[1] | self.planes[2])
    }

    /// Returns the code of the piece on a square, 0 if it is empty.
    #[inline(always)]
    const fn code_at(&self, square: Square) -> usize {
        let by = square.index() as u32;
        ((self.planes[0] >> by & 1)
            | (self.planes[1] >> by & 1) << 1
            | (self.planes[2] >> by & 1) << 2) as usize
    }

    /// Returns the kind of the piece on a square.
    #[inline]
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        MAN[self.code_at(square)]
    }

    /// Returns the side of the piece on a square.
    #[inline]
    #[must_use]
    pub const fn color_at(&self, square: Square) -> Option<Color> {
        if !self.occupied().has(square) {
            None
        } else if self.black & square.bit() != 0 {
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
    pub const fn promoted(&self) -> Bitboard {
        Bitboard(self.promoted)
    }

    /// Returns the number of a piece in a side's pocket.
    #[inline]
    #[must_use]
    pub const fn pocket(&self, color: Color, piece: Piece) -> u8 {
        (self.pockets[color.index()] >> pocket_shift(piece)) as u8
    }

    /// Counts the kinds of pieces other than pawns in a side's pocket.
    #[inline(always)]
    pub(super) const fn kinds_of_officers(&self, color: Color) -> u32 {
        const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let counts = self.pockets[color.index()] >> 8;
        // The highest bit of a byte gets set unless the byte is 0.
        ((((counts & LOW) + LOW) | counts) & !LOW).count_ones()
    }

    /// Returns true if a side has anything in its pocket.
    #[inline]
    #[must_use]
    pub const fn has_pocket(&self, color: Color) -> bool {
        self.pockets[color.index()] != 0
    }

    /// Returns the squares of the rooks that may still castle, of both sides.
    #[inline]
    #[must_use]
    pub const fn castling(&self) -> Bitboard {
        Bitboard(self.castling)
    }

    /// Returns the rooks of a side that may still castle: towards the a-file and towards
    /// the h-file as seen from the king.
    #[must_use]
    pub fn castling_rooks(&self, color: Color) -> [Option<Square>; 2] {
        let king = Bitboard(self.king(color).bit() - 1);
        let rooks = self.castling() & Bitboard::rank(color.back_rank());
        [(rooks & king).first(), (rooks - king).last()]
    }

    /// Returns the square behind a pawn that can be captured en passant by a legal move.
    #[inline]
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        Square::new((self.clock >> EN_PASSANT) as u8)
    }

    /// Returns the plies since the last capture, pawn move or pawn drop.
    #[inline]
    #[must_use]
    pub const fn halfmove(&self) -> u16 {
        (self.clock >> HALFMOVE) as u16
    }

    /// Returns the number of the move, incremented after Black's.
    #[inline]
    #[must_use]
    pub const fn fullmove(&self) -> u32 {
        (self.clock >> FULLMOVE) as u32
    }

    /// Returns the key of the position, without the counters.
    #[inline]
    #[must_use]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns the key of the position without the pockets.
    #[must_use]
    pub fn hash_without_pockets(&self) -> u64 {
        self.hash.wrapping_sub(self.pocket_hash())
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
            let color = usize::from(self.black & square.bit() != 0);
            add(KEYS.men[color][self.code_at(square)][square.index()]);
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
        self.clock =
            self.clock & 0xffff | (halfmove as u64) << HALFMOVE | (fullmove as u64) << FULLMOVE;
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
        self.change_pocket(color, piece, change);
        Ok(self)
    }

    /// Adds to the count of a piece in a side's pocket; a negative change is given wrapped.
    fn change_pocket(&mut self, color: Color, piece: Piece, change: u64) {
        let word = &mut self.pockets[color.index()];
        *word = word.wrapping_add(change << pocket_shift(piece));
        let key = KEYS.in_pocket(color, piece);
        self.hash = self.hash.wrapping_add(key.wrapping_mul(change));
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
        self.hash = self.hash_without_pockets();
        self.pockets = [0; 2];
        self
    }

    /// Returns the same position without marks of promotion.
    #[must_use]
    pub fn without_promoted_marks(mut self) -> Self {
        for square in self.promoted() {
            self.hash = self.hash.wrapping_sub(KEYS.promoted[square.index()]);
        }
        self.promoted = 0;
        self
    }

    /// Returns the words of the position as one side sees them.
    #[inline(always)]
    pub(super) fn view<S: Side>(&self) -> View<S> {
        View::new(self.planes, self.black)
    }

    fn put(&mut self, color: Color, piece: Piece, square: Square) {
        self.remove(square);
        self.stand(color, piece, square);
    }

    /// Puts a piece on a square that must be empty.
    #[inline]
    fn stand(&mut self, color: Color, piece: Piece, square: Square) {
        let code = CODE[piece.index()];
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            *plane |= u64::from(code >> bit & 1) << square.index();
        }
        if color == Color::Black {
            self.black |= square.bit();
        }
        let key = KEYS.men[color.index()][usize::from(code)][square.index()];
        self.hash = self.hash.wrapping_add(key);
    }

    fn remove(&mut self, square: Square) {
        let color = usize::from(self.black & square.bit() != 0);
        let key = KEYS.men[color][self.code_at(square)][square.index()];
        self.hash = self.hash.wrapping_sub(key);
        for plane in &mut self.planes {
            *plane &= !square.bit();
        }
        self.black &= !square.bit();
    }

    fn mark_promoted(&mut self, square: Square) {
        if self.promoted & square.bit() == 0 {
            self.promoted |= square.bit();
            self.hash = self.hash.wrapping_add(KEYS.promoted[square.index()]);
        }
    }

    /// Removes castling rights.
    fn lose_castling(&mut self, rooks: u64) {
        for square in Bitboard(self.castling & rooks) {
            self.hash = self.hash.wrapping_sub(KEYS.castling[square.index()]);
        }
        self.castling &= !rooks;
    }

    fn grant_castling(&mut self, square: Square) {
        if self.castling & square.bit() == 0 {
            self.castling |= square.bit();
            self.hash = self.hash.wrapping_add(KEYS.castling[square.index()]);
        }
    }

    fn set_turn(&mut self, turn: Color) {
        if self.turn() != turn {
            self.clock ^= 1;
            self.hash = match turn {
                Color::White => self.hash.wrapping_sub(KEYS.black_to_move),
                Color::Black => self.hash.wrapping_add(KEYS.black_to_move),
            };
        }
    }

    /// Sets the square behind a pawn that has just moved two ranks, if `S`, the side to
    /// move, can capture it.
    fn offer_en_passant<S: Side>(&mut self, square: Square) {
        if self.view::<S>().en_passant_sources(square).any() {
            self.clock &= !(0xff << EN_PASSANT);
            self.clock |= (square.index() as u64) << EN_PASSANT;
            let key = KEYS.en_passant[square.file().index()];
            self.hash = self.hash.wrapping_add(key);
        }
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
