//! Tests of won endings: from random starts, of which it knows no more than that the
//! other king is alone, a lone king is mated. Limits of nodes make them the same
//! everywhere; the long form prints the figures of `docs/strength.md`.

use super::tests::{decide, nodes, recon, turn};
use crate::attempt::Attempt;
use crate::position::Position;
use crate::tests::{at, full, seen};
use crate::{Blind, recon::lone_king::PieceSets};
use chess::{Bitboard, Board, Color, FenOptions, Piece, Rules, Setup, Square};
use contract::rng::Rng;
use contract::state::State;
use search::bots::RandomBot;

/// Moves of the lone king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flight {
    /// Anywhere.
    Chance,
    /// It sees the whole board: it takes what it can, and keeps to the middle.
    Seeing,
}

/// Results of some games.
#[derive(Debug, Default)]
struct MateTally {
    mated: Vec<usize>,
    /// Number of games in which nothing was left to mate with, or the king had no move.
    thrown: usize,
    /// By fifty moves, repetition, or the limit of plies.
    late: usize,
}

/// A board with some pieces of White and a lone king, White to move; none where that
/// is no position.
fn placed(men: &[Piece], rng: &mut Rng) -> Option<Board> {
    let mut setup = Setup::default();
    let all = men.iter().map(|piece| (Color::White, *piece));
    let kings = Color::ALL.map(|color| (color, Piece::King));
    for man in all.chain(kings) {
        let square = Square::wrap(rng.below(64) as u8);
        if setup.men[square.index()].is_some() {
            return None;
        }
        setup.men[square.index()] = Some(man);
    }
    let board = setup.board(&FenOptions::CHESS).ok()?;
    // Bishops on one colour mate nobody.
    PieceSets::of(&board, Color::White).mate().then_some(board)
}

/// Every board that differs from one in the square of the lone king alone.
fn possible(board: &Board) -> Vec<Position> {
    let mut all = Vec::new();
    for square in !board.occupied() | Bitboard::from(board.king(Color::Black)) {
        let mut setup = Setup::of(board);
        setup.men[board.king(Color::Black).index()] = None;
        setup.men[square.index()] = Some((Color::Black, Piece::King));
        if let Ok(board) = setup.board(&FenOptions::CHESS) {
            all.push(Position::new(board, None));
        }
    }
    all
}

fn fled(state: &State<Blind>, rng: &mut Rng) -> Attempt {
    let board = state.position().board();
    let moves = board.legal_moves(&Rules::CHESS);
    let best = moves.into_iter().max_by_key(|mv| {
        let off = |index: usize| index.min(7 - index);
        let middle = off(mv.to().file().index()).min(off(mv.to().rank().index()));
        let takes = board.captured_by(*mv).is_some();
        (takes, middle, rng.next_u32())
    });
    let mv = best.expect("the game goes on");
    Attempt::Move {
        from: mv.from(),
        to: mv.to(),
        promotion: None,
    }
}

/// Plays some games with at most so many nodes a decision and so many plies.
fn played(
    rules: &str,
    men: &[Piece],
    flight: Flight,
    games: u64,
    most: u64,
    plies: usize,
) -> MateTally {
    let mut found = MateTally::default();
    for seed in 0..games {
        let mut rng = Rng::derived(&[seed, men.len() as u64, 0xba4e]);
        let board = loop {
            if let Some(board) = placed(men, &mut rng) {
                break board;
            }
        };
        let mut state = at(rules, &board.fen());
        let mut bot = recon(seed, &[]);
        bot.belief
            .suppose(&seen(&state, Color::White), &possible(&board));
        let mut random = RandomBot::new(seed);
        let mut done = 0;
        while state.outcome().is_none() && done < plies {
            let mover = turn(&state);
            let attempt = match (mover, flight) {
                (Color::White, _) => decide(&mut bot, &state, &nodes(most)).action,
                (Color::Black, Flight::Seeing) => fled(&state, &mut rng),
                (Color::Black, Flight::Chance) => decide(&mut random, &state, &nodes(most)).action,
            };
            state = state.play(&attempt).unwrap();
            done += usize::from(turn(&state) != mover);
        }
        match state.outcome().map(|outcome| outcome.reason) {
            Some("checkmate") => found.mated.push(done),
            Some(
                "fifty_moves"
                | "seventyfive_moves"
                | "threefold_repetition"
                | "fivefold_repetition",
            )
            | None => {
                found.late += 1;
            }
            Some(_) => found.thrown += 1,
        }
    }
    found.mated.sort_unstable();
    found
}

/// An ending, how the king moves, how many of a hundred games are to be won within
/// fifty moves.
type Ending = (&'static [Piece], Flight, usize);

const QUEEN: &[Piece] = &[Piece::Queen];
const ROOK: &[Piece] = &[Piece::Rook];
const ROOKS: &[Piece] = &[Piece::Rook, Piece::Rook];
const BISHOPS: &[Piece] = &[Piece::Bishop, Piece::Bishop];

#[test]
#[allow(clippy::print_stdout)]
fn a_lone_king_is_mated() {
    let (games, most) = if full() { (100, 30_000) } else { (4, 4_000) };
    let endings: &[Ending] = &[
        (QUEEN, Flight::Chance, 95),
        (QUEEN, Flight::Seeing, 85),
        (ROOKS, Flight::Chance, 95),
        (ROOK, Flight::Chance, 80),
        (ROOK, Flight::Seeing, 1),
        (BISHOPS, Flight::Chance, 10),
    ];
    for rules in ["wild16", "blind", "berkeley"] {
        for (men, flight, least) in endings {
            if !full() && (*least < 80 || rules == "blind") {
                continue;
            }
            let found = played(rules, men, *flight, games, most, 100);
            let mated = found.mated.len();
            println!(
                "{rules} {men:?} {flight:?}: {mated} of {games} mated, half of them within {} \
                 plies, {} thrown away, {} late",
                found.mated.get(mated / 2).copied().unwrap_or(0),
                found.thrown,
                found.late,
            );
            assert!(
                (mated + usize::from(!full())) * 100 >= games as usize * least,
                "{rules} {men:?} {flight:?}: {found:?}"
            );
        }
    }
}
