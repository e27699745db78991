//! The structure of a side as bits: its pawns by their place among the others, the room of its
//! pieces, and its castling rights.

use super::pawns::{PawnSets, filled};
use super::reach::{Gathered, Reach};
use super::terms::{distance, forward};
use chess::{Bitboard, Board, Color, Piece};

/// Number of bits of a side besides the squares of its passed pawns.
pub(super) const STRUCTURE_BITS: usize = 47;

/// The structure of White and of Black: the squares of passed pawns, then other bits.
#[inline(always)]
pub(super) fn structure(board: &Board, reach: &[Reach; 2]) -> [[u64; 2]; 2] {
    Color::ALL.map(|color| {
        let (ours, theirs) = (&reach[color.index()], &reach[(!color).index()]);
        let mut gathered = Gathered::default();
        let passed = pawns(board, color, ours, theirs, &mut gathered);
        room(board, color, ours, theirs, &mut gathered);
        for rook in board.castling_rooks(color) {
            gathered.add(rook.is_some());
        }
        [passed.0, gathered.bits(STRUCTURE_BITS)]
    })
}

/// Gathers bits of pawns, and returns those that are passed.
#[inline(always)]
fn pawns(
    board: &Board,
    color: Color,
    ours: &Reach,
    theirs: &Reach,
    gathered: &mut Gathered,
) -> Bitboard {
    let pawns = board.colored_pieces(color, Piece::Pawn);
    let others = board.colored_pieces(!color, Piece::Pawn);
    let sets = PawnSets::of(color, [pawns, others], [ours.by[0], theirs.by[0]]);
    let (occupied, attacked) = (board.occupied(), theirs.all());
    // Those that can go ahead, and those that nobody takes then.
    let free = sets.passed - forward(!color, occupied);
    let safe = free - forward(!color, attacked);
    gathered.push(ranks(color, free), 6);
    gathered.push(ranks(color, safe), 6);
    // Those that nothing stands before, and those that can go all the way.
    let clear = sets.passed - filled(!color, forward(!color, occupied));
    gathered.add(clear.any());
    gathered.add((clear - filled(!color, forward(!color, attacked))).any());
    kings(board, color, sets.passed, gathered);
    gathered.steps(sets.isolated.len(), 3);
    gathered.steps(sets.doubled.len(), 2);
    gathered.steps(sets.backward.len(), 2);
    gathered.steps(sets.connected.len() / 2, 2);
    gathered.add(((pawns - ours.by[0]) & theirs.pieces).any());
    sets.passed
}

/// Gathers bits of the steps from both kings to the square before the passed pawn that is furthest
/// ahead.
#[inline(always)]
fn kings(board: &Board, color: Color, passed: Bitboard, gathered: &mut Gathered) {
    /// The most steps that are told from more.
    const NEAR: usize = 3;
    let furthest = match color {
        Color::White => passed.last(),
        Color::Black => passed.first(),
    };
    let stop = furthest.and_then(|pawn| forward(color, pawn.into()).first());
    for side in [color, !color] {
        let steps = stop.map_or(NEAR + 1, |stop| distance(board.king(side), stop));
        gathered.push(0b111 << steps.clamp(1, NEAR + 1) >> 1 & 0b111, NEAR as u32);
    }
}

/// Gathers bits of the squares that pieces can go to, pawns and what they attack left out, and of
/// files without pawns that rooks stand on.
#[inline(always)]
fn room(board: &Board, color: Color, ours: &Reach, theirs: &Reach, gathered: &mut Gathered) {
    let pawns = board.colored_pieces(color, Piece::Pawn);
    let others = board.colored_pieces(!color, Piece::Pawn);
    let room = !(theirs.by[0] | pawns | board.king(color).into());
    gathered.steps((ours.by[1] & room).len() / 3, 3);
    gathered.steps((ours.by[2] & room).len() / 4, 3);
    gathered.steps((ours.by[3] & room).len() / 4, 3);
    gathered.steps((ours.by[4] & room).len() / 6, 2);
    let files = |set| filled(Color::White, set) | filled(Color::Black, set);
    let half_open = board.colored_pieces(color, Piece::Rook) - files(pawns);
    gathered.steps(half_open.len(), 2);
    gathered.steps((half_open - files(others)).len(), 2);
}

/// A bit for each rank from the second to the seventh on which a set has a square.
#[inline(always)]
const fn ranks(color: Color, set: Bitboard) -> u64 {
    /// Brings the lowest squares of all ranks together.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let set = match color {
        Color::White => set.0,
        Color::Black => set.0.swap_bytes(),
    };
    let set = set | set >> 4;
    let set = set | set >> 2;
    let set = (set | set >> 1) & 0x0101_0101_0101_0101;
    set.wrapping_mul(GATHER) >> 57 & 0b11_1111
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::tests::board;

    /// The squares of White's passed pawns, and its other bits.
    fn white(fen: &str) -> [u64; 2] {
        let board = board(fen);
        let [white, _] = structure(&board, &Reach::of_both(&board));
        white
    }

    /// So many bits from one on.
    fn part(bits: u64, first: u32, count: u32) -> u64 {
        bits >> first & ((1 << count) - 1)
    }

    #[test]
    fn passed_pawns_are_told_by_their_way() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
        let [passed, bits] = white(start);
        assert_eq!((passed, part(bits, 0, 20)), (0, 0));
        // A pawn on the fifth rank, all the way clear and not attacked.
        let [passed, bits] = white("7k/8/8/1P6/8/8/8/4K3[] w - - 0 1");
        assert_eq!(passed, 1 << 33);
        assert_eq!((part(bits, 0, 6), part(bits, 6, 6)), (0b1000, 0b1000));
        assert_eq!(part(bits, 12, 2), 0b11);
        // A king that attacks the last square, then one before the pawn.
        let [_, bits] = white("k7/8/8/1P6/8/8/8/4K3[] w - - 0 1");
        assert_eq!((part(bits, 6, 6), part(bits, 12, 2)), (0b1000, 0b01));
        let [_, bits] = white("8/8/1k6/1P6/8/8/8/4K3[] w - - 0 1");
        assert_eq!((part(bits, 0, 6), part(bits, 12, 2)), (0, 0));
        // One that a pawn beside its way guards is none.
        assert_eq!(white("7k/p7/8/1P6/8/8/8/4K3[] w - - 0 1")[0], 0);
    }

    #[test]
    fn kings_are_told_by_their_steps_to_the_passed_pawn_furthest_ahead() {
        // Three steps for its own king to b6, two for the other one.
        let [_, bits] = white("8/8/3k4/1P6/4K3/8/7P/8[] w - - 0 1");
        assert_eq!((part(bits, 14, 3), part(bits, 17, 3)), (0b100, 0b110));
    }

    #[test]
    fn pawns_are_told_by_those_beside_them() {
        let [_, bits] = white("4k3/8/8/8/8/P7/P1P5/4K3[] w - - 0 1");
        let (isolated, doubled) = (part(bits, 20, 3), part(bits, 23, 2));
        assert_eq!((isolated, doubled), (0b111, 0b01));
        let [_, bits] = white("4k3/8/8/8/8/8/PP6/4K3[] w - - 0 1");
        let (isolated, connected) = (part(bits, 20, 3), part(bits, 27, 2));
        assert_eq!((isolated, connected), (0, 0b01));
    }

    #[test]
    fn room_files_and_castling_rights_are_told() {
        let [_, bits] = white("4k3/p7/8/8/8/8/1P6/R3K2R[] w K - 0 1");
        // Rooks reach more than twelve squares, both files have none of White's pawns.
        assert_eq!(part(bits, 36, 3), 0b111);
        assert_eq!((part(bits, 41, 2), part(bits, 43, 2)), (0b11, 0b01));
        assert_eq!(part(bits, 45, 2), 0b10);
    }
}
