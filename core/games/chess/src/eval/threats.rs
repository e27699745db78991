//! Threats to either side as bits: checks that may be given, squares round the king that nobody
//! defends, pieces that are attacked. A network cannot tell them by pieces on squares.

use super::reach::{Gathered, Reach};
use super::terms::forward;
use chess::{Bitboard, Board, Color, Piece, attacks};

/// Number of bits of threats to a king.
pub(super) const KING_BITS: usize = 29;
/// Those of checks that may be dropped.
const DROP_BITS: u32 = 15;
/// Number of bits of threats to the pieces of a side.
pub(super) const PIECE_BITS: usize = 21;

/// The threats to White and to Black: from the lowest bit on those to the king, then those to the
/// pieces.
#[inline(always)]
pub(super) fn threats(board: &Board, reach: &[Reach; 2]) -> [u64; 2] {
    Color::ALL.map(|color| {
        let (ours, theirs) = (&reach[color.index()], &reach[(!color).index()]);
        let to_king = to_king(board, color, ours, theirs);
        to_king | to_pieces(board, color, ours, theirs) << KING_BITS
    })
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
    if board.has_pocket(!color) {
        for (piece, checks) in Piece::DROPPABLE.into_iter().zip(checks) {
            let from = match board.pocket(!color, piece) {
                0 => Bitboard::EMPTY,
                _ => checks & empty,
            };
            gathered.steps((from - taken).len(), 2);
            gathered.add((from & beside).any());
        }
    } else {
        gathered.push(0, DROP_BITS);
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
    gathered.steps(doublings(weak & attacked), 3);
    gathered.steps(doublings(weak & empty), 3);
    // Squares to flee to.
    gathered.steps((ours.king - board.colors(color) - attacked).len(), 3);
    gathered.bits(KING_BITS)
}

/// The number of times that one square doubles up to the size of a set, and one more; 0 for none.
#[inline(always)]
const fn doublings(set: Bitboard) -> u32 {
    u32::BITS - set.len().leading_zeros()
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
    let several = by_pawns & men | by_minors | hanging & men;
    gathered.steps(several.len().saturating_sub(1), 2);
    for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
        gathered.add((own & theirs.all()).meets(board.pieces(piece)));
    }
    // Attacked twice and defended once at most.
    let outnumbered = own & (theirs.twice - ours.twice);
    gathered.steps(outnumbered.len(), 2);
    gathered.add((outnumbered & men).any());
    gathered.add(board.pinned_of(color).any());
    gathered.bits(PIECE_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::tests::board;

    /// The threats to White's king and to its pieces.
    fn white(fen: &str) -> [u64; 2] {
        let board = board(fen);
        let [white, _] = threats(&board, &Reach::of_both(&board));
        [white & ((1 << KING_BITS) - 1), white >> KING_BITS]
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
