//! The squares that each side attacks, and bits gathered of what can be told by them.

use chess::{Bitboard, Board, Color, Piece, Square, attacks};

/// The squares that a side attacks.
#[derive(Clone, Copy, Default)]
pub(super) struct Reach {
    /// By kind, pawn to queen.
    pub(super) by: [Bitboard; 5],
    /// By all but the king.
    pub(super) pieces: Bitboard,
    /// By two, of which one may be the king.
    pub(super) twice: Bitboard,
    pub(super) king: Bitboard,
}

impl Reach {
    /// The squares that White attacks, and those that Black does.
    #[inline(always)]
    pub(super) fn of_both(board: &Board) -> [Self; 2] {
        Color::ALL.map(|color| Self::of(board, color))
    }

    /// Sliders reach through those of their side that go the same way, and through the other
    /// side's king, who cannot step back on their line.
    #[inline(always)]
    fn of(board: &Board, color: Color) -> Self {
        let of = |piece| board.colored_pieces(color, piece);
        let occupied = board.occupied() - board.king(!color).into();
        let queens = of(Piece::Queen);
        let diagonal = occupied - (of(Piece::Bishop) | queens);
        let straight = occupied - (of(Piece::Rook) | queens);
        let (left, right) = attacks::pawns(color, of(Piece::Pawn));
        let mut reach = Self {
            pieces: left | right,
            twice: left & right,
            king: attacks::king(board.king(color)),
            ..Self::default()
        };
        reach.by[0] = left | right;
        reach.add(of(Piece::Knight), 1, attacks::knight);
        reach.add(of(Piece::Bishop), 2, |from| attacks::bishop(from, diagonal));
        reach.add(of(Piece::Rook), 3, |from| attacks::rook(from, straight));
        reach.add(queens, 4, |from| {
            attacks::bishop(from, diagonal) | attacks::rook(from, straight)
        });
        reach.twice |= reach.pieces & reach.king;
        reach
    }

    #[inline(always)]
    fn add(&mut self, pieces: Bitboard, kind: usize, attacks: impl Fn(Square) -> Bitboard) {
        for from in pieces {
            let reached = attacks(from);
            self.by[kind] |= reached;
            self.twice |= self.pieces & reached;
            self.pieces |= reached;
        }
    }

    #[inline(always)]
    pub(super) fn all(&self) -> Bitboard {
        self.pieces | self.king
    }
}

/// Gathers bits from the lowest on.
#[derive(Default)]
pub(super) struct Gathered {
    bits: u64,
    count: u32,
}

impl Gathered {
    #[inline(always)]
    pub(super) fn add(&mut self, set: bool) {
        self.push(u64::from(set), 1);
    }

    /// So many bits at once.
    #[inline(always)]
    pub(super) fn push(&mut self, bits: u64, count: u32) {
        debug_assert!(bits >> count == 0);
        self.bits |= bits << self.count;
        self.count += count;
    }

    /// A bit for each of the numbers from 1 to `most` that is reached.
    #[inline(always)]
    pub(super) fn steps(&mut self, number: u32, most: u32) {
        self.push(!(u64::MAX << number.min(most)), most);
    }

    /// The bits, of which there are so many.
    #[inline(always)]
    pub(super) fn bits(self, count: usize) -> u64 {
        debug_assert_eq!(self.count as usize, count);
        self.bits
    }
}
