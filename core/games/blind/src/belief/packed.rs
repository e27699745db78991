//! Hidden part of a position in 32 bytes: the other side's pieces, their castling rights, and the
//! square that a pawn has just passed. Everything else is the seat's own and the same in all of
//! them: the [`Frame`].

use crate::position::Position;
use crate::seat::{SeatView, Turn};
use chess::{Bitboard, Board, Color, File, Piece, Square};
use contract::work;

/// No square.
const NOWHERE: u16 = 64;
/// The bit of a piece that came from a promotion.
const PROMOTED: u8 = 8;

/// One arrangement of the other side's pieces, with its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packed {
    occupied: u64,
    /// Half a byte for each piece, in the order of the squares: its kind and
    /// [`PROMOTED`].
    men: [u64; 2],
    /// From the lowest bit: whether the rooks of the a and the h file may castle,
    /// seven bits for the square of a capture in passing that is legal, seven for
    /// one where kings may be exposed.
    flags: u16,
    pub(crate) weight: u32,
}

const _: () = assert!(size_of::<Packed>() == 32);

/// Part of a position that all arrangements share.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The seat's own pieces, its castling, both reserves, the side to move.
    board: Board,
    theirs: Color,
}

impl Frame {
    /// Returns the part that a seat knows for certain.
    pub(crate) fn of(view: &SeatView) -> Self {
        let own = view.own_pieces();
        let mut board = Board::bare(view.to_move());
        for piece in Piece::ALL {
            for square in own.of(piece) {
                board.place(own.color, piece, square, own.promoted.has(square));
            }
        }
        for rook in own.castling {
            board.allow_castling(rook);
        }
        for piece in Piece::DROPPABLE {
            board.give(own.color, piece, own.reserve[piece.index()]);
            board.give(!own.color, piece, view.their_reserve()[piece.index()]);
        }
        Self {
            board,
            theirs: !own.color,
        }
    }

    /// The squares of the seat's own pieces.
    pub(crate) fn own_squares(&self) -> Bitboard {
        self.board.occupied()
    }

    /// The position with the other side's pieces where they are said to stand, each
    /// with whether it came from a promotion; without its castling.
    pub(crate) fn with(&self, men: impl Iterator<Item = (Square, (Piece, bool))>) -> Position {
        let mut board = self.board;
        for (square, (piece, promoted)) in men {
            board.place(self.theirs, piece, square, promoted);
        }
        Position::new(board, None)
    }

    /// The position of an arrangement, with nothing attempted in it.
    pub(crate) fn unpack(&self, packed: &Packed) -> Position {
        work::add(1);
        let mut board = self.board;
        let mut men = packed.men;
        for (number, square) in Bitboard(packed.occupied).into_iter().enumerate() {
            let word = &mut men[usize::from(number > 15)];
            let man = (*word & 15) as u8;
            *word >>= 4;
            let piece = Piece::ALL[usize::from(man & 7)];
            board.place(self.theirs, piece, square, man & PROMOTED != 0);
        }
        let rank = self.theirs.back_rank();
        for (bit, file) in [(1, File::A), (2, File::H)] {
            if packed.flags & bit != 0 {
                board.allow_castling(Square::at(file, rank));
            }
        }
        if let Some(square) = Square::new((packed.flags >> 2 & 127) as u8) {
            board.allow_en_passant(square);
        }
        let passed = Square::new((packed.flags >> 9) as u8);
        Position::new(board, passed)
    }

    /// The same with what has been done in the turn.
    pub(crate) fn unpack_in(&self, packed: &Packed, turn: &Turn) -> Position {
        Position {
            turn: turn.clone(),
            ..self.unpack(packed)
        }
    }
}

impl Packed {
    /// Returns the square of the other side's king, if that is its only piece.
    pub(crate) fn lone_king(&self) -> Option<Square> {
        let men = Bitboard(self.occupied);
        men.first().filter(|_| !men.more_than_one())
    }

    /// The other side's pieces of a position, `color` being theirs.
    pub(crate) fn of(position: &Position, color: Color, weight: u32) -> Self {
        let board = &position.board;
        let theirs = board.colors(color);
        let mut men = [0; 2];
        for (number, square) in theirs.into_iter().enumerate() {
            let kind = board.piece_at(square).map_or(0, Piece::index) as u64;
            let mark = u64::from(board.promoted().has(square)) * u64::from(PROMOTED);
            men[usize::from(number > 15)] |= (kind | mark) << (4 * (number & 15));
        }
        let rank = color.back_rank();
        let may = |file, bit| {
            let rook = Square::at(file, rank);
            u16::from(board.castling().has(rook)) * bit
        };
        let at = |square: Option<Square>| square.map_or(NOWHERE, |s| s.index() as u16);
        let flags = may(File::A, 1)
            | may(File::H, 2)
            | at(board.en_passant()) << 2
            | at(position.passed) << 9;
        Self {
            occupied: theirs.0,
            men,
            flags,
            weight,
        }
    }

    /// The same with another weight.
    pub(super) const fn weighing(self, weight: u32) -> Self {
        Self { weight, ..self }
    }

    /// The squares of the other side's pieces.
    pub(crate) const fn occupied(&self) -> Bitboard {
        Bitboard(self.occupied)
    }

    /// Returns true if two arrangements are the same, weights apart.
    pub(super) fn is(&self, other: &Self) -> bool {
        self.occupied == other.occupied && self.men == other.men && self.flags == other.flags
    }

    /// The same number for the same arrangement on every machine.
    pub(super) fn hash(&self) -> u64 {
        // The multiplier and the shifts of splitmix64.
        let mut hash = 0x9e37_79b9_7f4a_7c15_u64;
        for word in [
            self.occupied,
            self.men[0],
            self.men[1],
            u64::from(self.flags),
        ] {
            hash = (hash ^ word).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            hash ^= hash >> 29;
        }
        hash
    }
}
