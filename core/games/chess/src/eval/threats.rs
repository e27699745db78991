//! Threats to either side as bits: checks that may be given, squares round the king that nobody
//! defends, pieces that are attacked. A network cannot tell them by pieces on squares.

use super::terms::forward;
use chess::{Bitboard, Board, Color, Piece, Square, attacks};

/// Number of bits of threats to a king.
pub const KING_BITS: usize = 29;
/// Number of bits of threats to the pieces of a side.
pub const PIECE_BITS: usize = 21;

/// The threats to White and to Black: those to the king, those to the pieces.
#[must_use]
#[inline]
pub fn threats(board: &Board) -> [[u64; 2]; 2] {
    let reach = Color::ALL.map(|color| Reach::of(board, color));
    Color::ALL.map(|color| {
        let (ours, theirs) = (&reach[color.index()], &reach[(!color).index()]);
        [
            to_king(board, color, ours, theirs),
            to_pieces(board, color, ours, theirs),
        ]
    })
}

/// The squares that a side attacks.
#[derive(Clone, Copy, Default)]
struct Reach {
    /// By kind, pawn to queen.
    by: [Bitboard; 5],
    /// By all but the king.
    pieces: Bitboard,
    /// By two, of which one may be the king.
    twice: Bitboard,
    king: Bitboard,
}

impl Reach {
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
    fn all(&self) -> Bitboard {
        self.pieces | self.king
    }
}

/// Gathers bits from the lowest on.
#[derive(Default)]
struct Gathered {
    bits: u64,
    count: u32,
}

impl Gathered {
    #[inline(always)]
    fn add(&mut self, set: bool) {
        self.bits |= u64::from(set) << self.count;
        self.count += 1;
    }

    /// A bit for each of some numbers that a set has at least.
    #[inline(always)]
    fn steps(&mut self, set: Bitboard, steps: &[u32]) {
        let number = set.len();
        for step in steps {
            self.add(number >= *step);
        }
    }
}

#[inline(always)]
fn to_king(board: &Board, color: Color, ours: &Reach, theirs: &Reach) -> u64 {
    let mut gathered = Gathered::default();
    let king = board.king(color);
    let occupied = board.occupied();
    let (empty, attacked) = (!occupied, theirs.all());
    let bishop = attacks::bishop(king, occupied);
    let rook = attacks::rook(king, occupied);
    let checks = [
        attacks::pawn(color, king),
        attacks::knight(king),
        bishop,
        rook,
        bishop | rook,
    ];
    // From elsewhere a check cannot be answered by taking.
    let taken = ours.pieces | (ours.king - attacked);
    let beside = ours.king & (attacked - ours.pieces);
    for (piece, checks) in Piece::DROPPABLE.into_iter().zip(checks) {
        let held = board.has_pocket(!color) && board.pocket(!color, piece) > 0;
        let from = match held {
            true => checks & empty,
            false => Bitboard::EMPTY,
        };
        gathered.steps(from - taken, &[1, 2]);
        gathered.add((from & beside).any());
    }
    let free = !board.colors(!color);
    let mut parried = false;
    for (reached, checks) in theirs.by.into_iter().zip(checks).skip(1) {
        let from = reached & checks & free;
        let safe = (from - taken).any();
        gathered.add(safe);
        parried |= from.any() && !safe;
    }
    gathered.add(parried);
    // Round the king and one rank further ahead.
    let weak = (ours.king | forward(color, ours.king)) - ours.pieces;
    gathered.steps(weak & attacked, &[1, 2, 4]);
    gathered.steps(weak & empty, &[1, 2, 4]);
    // Squares to flee to.
    gathered.steps(ours.king - board.colors(color) - attacked, &[1, 2, 3]);
    debug_assert_eq!(gathered.count as usize, KING_BITS);
    gathered.bits
}

#[inline(always)]
fn to_pieces(board: &Board, color: Color, ours: &Reach, theirs: &Reach) -> u64 {
    let mut gathered = Gathered::default();
    let own = board.colors(color) - board.king(color).into();
    let men = own - board.pieces(Piece::Pawn);
    let queens = own & board.pieces(Piece::Queen);
    let rooks = own & board.pieces(Piece::Rook);
    let [by_pawns, by_knights, by_bishops, by_rooks, _] = theirs.by;
    // Attacked and defended by nobody.
    let hanging = own & (theirs.all() - ours.all());
    for piece in Piece::DROPPABLE {
        gathered.add(hanging.meets(board.pieces(piece)));
    }
    gathered.add((hanging & men).more_than_one());
    gathered.add((hanging - men).more_than_one());
    // Attacked by pieces of less worth.
    let by_minors = (by_knights | by_bishops) & (rooks | queens) | by_rooks & queens;
    gathered.add((by_pawns & (men - rooks - queens)).any());
    gathered.add(by_pawns.meets(rooks));
    gathered.add(by_pawns.meets(queens));
    gathered.add(by_minors.any());
    gathered.steps(by_pawns & men | by_minors | hanging & men, &[2, 3]);
    for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
        gathered.add((own & theirs.all()).meets(board.pieces(piece)));
    }
    // Attacked twice and defended once at most.
    let outnumbered = own & (theirs.twice - ours.twice);
    gathered.steps(outnumbered, &[1, 2]);
    gathered.add((outnumbered & men).any());
    gathered.add(board.pinned_of(color).any());
    debug_assert_eq!(gathered.count as usize, PIECE_BITS);
    gathered.bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::tests::board;

    /// The threats to White's king and to its pieces.
    fn white(fen: &str) -> [u64; 2] {
        threats(&board(fen))[0]
    }

    /// The bits of checks by a piece in hand: one safe square, two, one beside the king.
    const fn by_hand(piece: Piece) -> u64 {
        0b111 << (3 * piece.index())
    }

    #[test]
    fn nothing_threatens_at_the_start() {
        let [king, pieces] = white("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1");
        assert_eq!((king, pieces), (0, 0));
    }

    #[test]
    fn checks_from_the_hand_are_told_by_piece() {
        let [king, _] = white("4k3/8/8/8/8/8/PPPP1PPP/RNBQKBNR[n] w - - 0 1");
        // Both d3 and f3 are guarded.
        assert_eq!(king & by_hand(Piece::Knight), 0);
        let [king, _] = white("4k3/8/8/8/8/8/8/4K3[n] w - - 0 1");
        assert_eq!(king & by_hand(Piece::Knight), 0b11 << 3);
        assert_eq!(king & by_hand(Piece::Queen), 0);
        // A queen beside the king that the knight defends.
        let [king, _] = white("4k3/8/8/8/8/3n4/8/5K2[q] w - - 0 1");
        assert_eq!(king & by_hand(Piece::Queen), 0b111 << 12);
        let [king, _] = white("4k3/8/8/8/8/8/8/5K2[q] w - - 0 1");
        assert_eq!(king & by_hand(Piece::Queen), 0b011 << 12);
    }

    #[test]
    fn pieces_that_are_attacked_are_told_by_kind() {
        let [_, pieces] = white("4k3/8/8/8/n2N4/8/8/4K2r[] w - - 0 1");
        assert_eq!(pieces, 0);
        // The rook attacks a knight that nobody defends.
        let [_, pieces] = white("4k3/8/8/8/r2N4/8/8/4K3[] w - - 0 1");
        assert_eq!(pieces, 1 << Piece::Knight.index() | 1 << 13);
        // Defended it is attacked only.
        let [_, pieces] = white("4k3/8/8/8/r2N4/4P3/8/4K3[] w - - 0 1");
        assert_eq!(pieces, 1 << 13);
        // A pawn attacks two pieces, the queen by one of less worth.
        let [_, pieces] = white("4k3/8/8/4p3/3N1Q2/8/8/4K3[] w - - 0 1");
        assert_eq!(pieces >> 7 & 0b1111, 0b101);
        assert_eq!(pieces >> 11 & 0b11, 0b01);
    }

    #[test]
    fn a_pin_is_a_threat() {
        let pin = 1 << (PIECE_BITS - 1);
        let [_, pieces] = white("4r1k1/8/8/8/8/4N3/8/4K3[] w - - 0 1");
        assert_ne!(pieces & pin, 0);
        let [_, pieces] = white("4r1k1/8/8/4P3/8/4N3/8/4K3[] w - - 0 1");
        assert_eq!(pieces & pin, 0);
    }
}
