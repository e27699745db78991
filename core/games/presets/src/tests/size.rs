//! Definitions and positions are bounded in size, and so is the work of one call.

use serde_json::json;

use super::{Presets, rules};
use contract::bot::Limits;
use contract::rng::Rng;
use contract::state::State;
use contract::work;

/// A document with one piece that moves so.
fn piece(betza: &str) -> String {
    format!("id = \"x\"\n[[piece]]\nid = \"x0\"\nletter = \"X\"\nbetza = \"{betza}\"\n")
}

fn full() -> bool {
    std::env::var("BOARDWRIGHT_FULL").is_ok_and(|v| v == "1")
}

fn read(betza: &str, presets: &str, fen: &str) -> contract::Result<State<Presets>> {
    let rules = rules(json!({ "define": piece(betza), "presets": presets }));
    State::parse(&rules, fen, &[])
}

/// Returns the work of a call, in moves tested and positions made.
fn cost(call: impl FnOnce()) -> u64 {
    let before = work::done();
    call();
    work::done() - before
}

#[test]
fn what_a_piece_is_said_to_do_twice_counts_once() {
    let twice = "RBNNCCZZHHDDAAGG".repeat(12);
    let once = super::super::movement::Moves::parse("RBNNCCZZHHDDAAGG").unwrap();
    let moves = super::super::movement::Moves::parse(&twice).unwrap();
    assert_eq!(moves.parts, once.parts);
    // What is written is kept as it was written.
    assert_eq!(moves.betza(), Some(&*twice));
}

#[test]
fn a_piece_of_too_many_steps_is_refused() {
    let many: String = (1..=8)
        .flat_map(|n| ["N", "C", "Z"].map(|atom| format!("m{atom}{n}c{atom}{n}")))
        .collect();
    let error = super::super::movement::Moves::parse(&many).unwrap_err();
    assert!(error.to_string().contains("96 are the most"), "{error}");
}

#[test]
fn an_army_that_leads_to_too_many_squares_is_refused() {
    let fen = "XXXXXXkX/XXXXXXXX/XXXXXXXX/8/8/xxxxxxxx/xxxxxxxx/xxxxxxKx w - - 0 1";
    let error = read("QNCZ", "x+last-piece-standing", fen).unwrap_err();
    assert_eq!(error.code(), "invalid_notation");
    assert!(error.to_string().contains("1024"), "{error}");
    let few = "XXXXXXkX/XXX5/8/8/8/8/xxx5/xxxxxxKx w - - 0 1";
    assert!(read("QNCZ", "x+last-piece-standing", few).is_ok());
    // It is the same for presets that add moves.
    assert!(read("QNCZ", "x+last-piece-standing+berserker", few).is_ok());
    let error = read("QNCZ", "x+last-piece-standing+berserker", fen).unwrap_err();
    assert!(error.to_string().contains("1024"), "{error}");
    // A document with such a start is refused as well.
    let document = format!("{}start = \"{fen}\"\n", "id = \"y\"\n") + &piece("QNCZ")[9..];
    let rules = rules(json!({ "define": document, "presets": "y+last-piece-standing" }));
    let error = State::<Presets>::start(&rules).unwrap_err();
    assert!(error.to_string().contains("1024"), "{error}");
}

/// The most that a call does, about twenty milliseconds on an ordinary machine.
const MOST: u64 = 40_000;

/// Returns the work of listing the moves, of playing one, and of listing the choices of a seat.
fn costs(state: &State<Presets>) -> [u64; 3] {
    let mut moves = Vec::new();
    let listed = cost(|| moves = state.legal(None));
    let played = moves.last().map_or(0, |mv| {
        cost(|| {
            let next = state.play(mv).unwrap();
            std::hint::black_box(next.outcome());
        })
    });
    let chosen = cost(|| drop(state.choices(contract::game::Seat(0), &Limits::default())));
    [listed, played, chosen]
}

/// A board with so many pieces of these letters on either side, and kings; bound to the
/// dark squares, or anywhere.
fn crowd(letters: &str, bound: bool, men: usize, seed: u64) -> String {
    let mut rng = Rng::derived(&[seed, men as u64, 0x517e]);
    let mut squares: Vec<usize> = (0..64).collect();
    for i in 0..64 {
        squares.swap(i, i + rng.below(64 - i as u32) as usize);
    }
    let letters: Vec<char> = letters.chars().collect();
    let mut board = ['1'; 64];
    if bound {
        // Light ones first, where nobody comes to the kings.
        squares.sort_by_key(|square| (square / 8 + square % 8) % 2);
        let (lights, darks) = squares.split_at(32);
        squares = [&lights[..2], darks].concat();
    }
    board[squares[0]] = 'K';
    board[squares[1]] = 'k';
    for (i, square) in squares[2..].iter().take(2 * men).enumerate() {
        let letter = letters[rng.below(letters.len() as u32) as usize];
        board[*square] = match i % 2 {
            0 => letter,
            _ => letter.to_ascii_lowercase(),
        };
    }
    let ranks: Vec<String> = board.chunks(8).map(String::from_iter).collect();
    let fen = (1..=8).rev().fold(ranks.join("/"), |fen, n| {
        fen.replace(&"1".repeat(n), &n.to_string())
    });
    fen + " w - - 0 1"
}

#[test]
fn one_call_does_not_take_more_than_so_much_in_what_is_accepted() {
    let mut late = Vec::new();
    for (betza, presets, letters, bound) in [
        ("BCCDDAAGG", "x", "X", true),
        ("RBNNCCZZHHDDAAGG", "x+last-piece-standing", "X", false),
        ("BCCDDAAGG", "x+wrap-board", "X", true),
        ("QN", "x+last-piece-standing+berserker", "X", false),
        ("BCCDDAAGG", "x+berserker", "X", true),
        ("N", "x+berserker+piece-hp", "QRBN", false),
        (
            "N",
            "x+poisoned-squares+explosive-rook+queen-splits",
            "B",
            true,
        ),
        ("N", "x+horde+berserker", "Q", false),
    ] {
        let (mut accepted, mut worst) = (0, [0; 3]);
        for men in [5, 8, 12, 16, 24] {
            for seed in 0..if full() { 100 } else { 6 } {
                let fen = crowd(letters, bound, men, seed);
                let Ok(state) = read(betza, presets, &fen) else {
                    continue;
                };
                accepted += 1;
                let costs = costs(&state);
                for (worst, cost) in worst.iter_mut().zip(costs) {
                    *worst = cost.max(*worst);
                }
            }
        }
        // The horde grown up, against an army that has just begun.
        if presets.contains("horde") {
            let fen = "rnbqkbnr/pppppppp/8/8/8/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ b kq - 0 1";
            let costs = costs(&read(betza, presets, fen).unwrap());
            worst = std::array::from_fn(|i| worst[i].max(costs[i]));
            accepted += 3;
        }
        if worst.iter().any(|cost| *cost > MOST) || accepted < 3 {
            late.push(format!("{presets} {letters}: {worst:?} of {accepted}"));
        }
    }
    assert!(late.is_empty(), "{late:?}");
}
