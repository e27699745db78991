//! The players whose games the positions come from: they take what they can get
//! and are now and then careless, so that kings come to harm in many ways.

use boardwright::chess::{Board, Move, Rules, Stages};
use boardwright::rng::Rng;

use super::worth;

/// Random plies that begin a game, and how long it is at most.
const OPENING: u32 = 6;
const PLIES: u32 = 140;
/// Of a hundred moves so many are random, for a side.
const CARELESS: [u32; 4] = [0, 15, 40, 100];

/// The positions of a game after its opening.
pub(super) fn game(rules: &Rules, rng: &mut Rng) -> Vec<Board> {
    let mut board = Board::start();
    let careless = [(); 2].map(|()| CARELESS[rng.below(CARELESS.len() as u32) as usize]);
    let mut seen = Vec::new();
    for ply in 0..PLIES {
        let random = ply < OPENING || rng.below(100) < careless[board.turn().index()];
        let mv = if random {
            board.random_legal(rules, |count| rng.below(count))
        } else {
            greedy(&board, rules, rng)
        };
        let Some(mv) = mv else {
            break;
        };
        board = board.make(mv, rules);
        if ply >= OPENING {
            seen.push(board);
        }
    }
    seen
}

/// The move that wins the most once the enemy has taken back the most; mate
/// before all, and a check rather than none. What is equal goes by lot.
fn greedy(board: &Board, rules: &Rules, rng: &mut Rng) -> Option<Move> {
    let mut best = None;
    for mv in board.legal_moves(rules) {
        let next = board.make(mv, rules);
        let lost = next
            .moves_of(rules, Stages::CAPTURES)
            .iter()
            .map(|reply| gain(&next, *reply))
            .max()
            .unwrap_or(0);
        let check = if !next.is_check() {
            0
        } else if next.has_legal(rules) {
            50
        } else {
            100_000
        };
        let score = 100 * (gain(board, mv) - lost) + check + rng.below(100) as i32;
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, mv));
        }
    }
    best.map(|(_, mv)| mv)
}

/// Returns the material gain of a move by capture and promotion, in pawns.
fn gain(board: &Board, mv: Move) -> i32 {
    let taken = board.captured_by(mv).map_or(0, |c| worth(c.demoted()));
    let promoted = mv.promoted_to().map_or(0, |piece| worth(piece) - 1);
    taken + promoted
}
