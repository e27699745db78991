//! The proof compared with the definition of a mate, and known positions.

use super::{MateProof, find_mate};
use crate::tests::Rng;
use crate::{Board, DropAggression, FenOptions, MoveList, Rank, Rules};

const PLENTY: u64 = u64::MAX;

/// Finds the first moves by the definition: all moves, all replies, no order.
fn first_moves(board: &Board, rules: &Rules, moves: u8) -> MoveList {
    let mut all = board.legal_moves(rules);
    all.retain(|mv| is_lost(&board.make(*mv, rules), rules, moves - 1));
    all
}

fn is_lost(board: &Board, rules: &Rules, moves: u8) -> bool {
    let replies = board.legal_moves(rules);
    if replies.is_empty() {
        return board.is_mate(rules);
    }
    moves > 0
        && replies
            .iter()
            .map(|mv| board.make(*mv, rules))
            .all(|next| (1..=moves).any(|moves| !first_moves(&next, rules, moves).is_empty()))
}

fn by_definition(board: &Board, rules: &Rules, moves: u8) -> Option<(u8, MoveList)> {
    (1..=moves)
        .map(|moves| (moves, first_moves(board, rules, moves)))
        .find(|(_, first)| !first.is_empty())
}

fn proved(board: &Board, rules: &Rules, moves: u8) -> Option<(u8, MoveList)> {
    match find_mate(board, rules, moves, PLENTY) {
        MateProof::Mate(mate) => Some((mate.moves, mate.first)),
        MateProof::NoMate => None,
        MateProof::Undecided => panic!("{board:?}: a full allowance was used up"),
    }
}

/// Compares proof and definition in every position of random games; returns the number of
/// mates by their length.
fn compare(start: &str, rules: &Rules, games: u64, plies: u32, moves: u8) -> [usize; 3] {
    let options = FenOptions {
        rules: *rules,
        allow_pocket: true,
        exposed_king: false,
    };
    let mut found = [0; 3];
    for seed in 0..games {
        let mut rng = Rng::derived(&[u64::from(moves), seed]);
        let mut board = Board::from_fen(start, &options).unwrap();
        for _ in 0..plies {
            let expected = by_definition(&board, rules, moves);
            assert_eq!(proved(&board, rules, moves), expected, "{board:?}");
            if let Some((moves, _)) = expected {
                found[usize::from(moves) - 1] += 1;
            }
            let Some(mv) = board.random_legal(rules, |count| rng.below(count)) else {
                break;
            };
            board = board.make(mv, rules);
        }
    }
    found
}

#[test]
fn the_proof_agrees_with_the_definition_in_one() {
    const OPEN: &str = "r1bqk2r/ppp2ppp/2n5/2bnp3/4P1P1/3P1N1P/PP3P2/RNBQKB1R[QNPbnp] w KQkq - 0 1";
    const LAST: &str = "4k3/P2R3P/8/1pP5/5pP1/8/p2r3p/4K2R[] w K - 0 1";
    let wide = Rules::BUGHOUSE.pawn_drop_ranks(Rank::First, Rank::Sixth);
    let tame = Rules::CRAZYHOUSE.drop_aggression(DropAggression::NoChessMate);
    for rules in [Rules::CRAZYHOUSE, wide, tame, Rules::CHESS] {
        let mut sum = 0;
        for start in [OPEN, LAST] {
            sum += compare(start, &rules, 40, 60, 1)[0];
        }
        assert!(sum > 10, "{rules:?}: only {sum} mates were compared");
    }
}

#[test]
fn the_proof_agrees_with_the_definition_in_more() {
    let mut found = [0; 3];
    for start in [
        "7k/8/8/8/8/8/R7/1R5K[] w - - 0 1",
        "8/8/2k5/8/2P5/8/1p6/K5QR[] w - - 0 1",
        "7k/8/5K2/8/8/8/Q7/8[] w - - 0 1",
    ] {
        for (sum, more) in found.iter_mut().zip(compare(start, &Rules::CHESS, 8, 6, 2)) {
            *sum += more;
        }
    }
    assert!(found[0] > 3 && found[1] > 10, "{found:?}");
    const DROPS: &str = "7k/8/4K3/8/8/8/8/8[RP] w - - 0 1";
    let found = compare(DROPS, &Rules::CRAZYHOUSE, 12, 4, 2);
    assert!(found[0] + found[1] > 4 && found[1] > 0, "{found:?}");
    // Mates in three with few pieces and no subtle moves.
    for fen in [
        "8/6k1/8/8/8/8/R7/1R5K w - - 0 1",
        "8/8/8/8/8/5K1k/8/6R1 b - - 0 1",
        "k7/8/1K6/8/8/8/8/7R b - - 0 1",
        "7k/8/5K2/6P1/8/8/8/8 w - - 0 1",
        "8/8/8/8/8/k1K5/8/1R6 w - - 0 1",
    ] {
        let board: Board = fen.parse().unwrap();
        assert_eq!(
            proved(&board, &Rules::CHESS, 3),
            by_definition(&board, &Rules::CHESS, 3),
            "{fen}"
        );
    }
}

#[test]
fn quiet_moves_are_not_forgotten() {
    // Morphy's problem: the rook sacrifices itself, and no check mates in two.
    let board: Board = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1".parse().unwrap();
    let (moves, first) = proved(&board, &Rules::CHESS, 3).unwrap();
    assert_eq!(moves, 2);
    assert_eq!(first.as_slice(), [board.read_uci("a1a6").unwrap()]);
}

#[test]
fn stalemate_is_no_mate() {
    // The queen on f7 would stalemate the king.
    let board: Board = "7k/8/5K2/8/8/8/Q7/8 w - - 0 1".parse().unwrap();
    let (moves, first) = proved(&board, &Rules::CHESS, 3).unwrap();
    assert_eq!(moves, 2);
    assert!(
        !first.contains(&board.read_uci("a2f7").unwrap()),
        "{first:?}"
    );
}

#[test]
fn the_allowance_is_kept() {
    let board: Board = "8/6k1/8/8/8/8/R7/1R5K w - - 0 1".parse().unwrap();
    let find = |moves, nodes| find_mate(&board, &Rules::CHESS, moves, nodes);
    assert_eq!(find(3, 0), MateProof::Undecided);
    assert_eq!(find(3, 100), MateProof::Undecided);
    assert_eq!(find(255, 1000), MateProof::Undecided);
    assert_eq!(find(0, 0), MateProof::NoMate);
    assert!(matches!(find(3, PLENTY), MateProof::Mate(_)));
}

#[test]
fn who_cannot_move_cannot_mate() {
    for fen in [
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "6k1/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    ] {
        let board: Board = fen.parse().unwrap();
        assert_eq!(proved(&board, &Rules::CHESS, 3), None, "{fen}");
    }
}
