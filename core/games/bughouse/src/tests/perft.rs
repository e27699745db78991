//! Counts of interleaved plies, against the slow implementation.

use std::sync::Arc;

use serde_json::json;

use super::super::Bughouse;
use super::slow::Slow;
use super::{EMPTY, FROZEN, MATED, START, both, full, rules, with};
use contract::jobs::Control;
use contract::rng::Rng;
use contract::state::{Rules, State};
use search::perft::{PerftOptions, perft};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R[NPnp] w KQkq - 0 1";
const PROMOTED: &str = "4k3/1Q~6/8/8/4b3/8/Kpp5/8[] b - - 0 1";
const PASSING: &str = "4k3/8/8/8/1p1p4/8/8/4K3[P] w - - 0 1";
const RICH: &str = "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1";

fn counted(a: &str, b: &str, depth: u32) -> u64 {
    let state = both(a, b);
    let options = PerftOptions::default();
    perft(&state, depth, options, &Control::default()).unwrap()
}

#[test]
fn two_boards_count_as_the_slow_implementation_does() {
    for (a, b, depth) in [
        (EMPTY, PROMOTED, 4),
        (PASSING, PROMOTED, 3),
        (PROMOTED, FROZEN, 4),
        (START, PASSING, 3),
        (KIWIPETE, PROMOTED, 2),
        (RICH, KIWIPETE, 2),
        (START, START, if full() { 4 } else { 3 }),
        (EMPTY, PASSING, if full() { 5 } else { 4 }),
        (FROZEN, FROZEN, 2),
        (MATED, START, 2),
    ] {
        let expected = Slow::read(&format!("{a} | {b}")).perft(depth);
        assert_eq!(counted(a, b, depth), expected, "{a} | {b} at {depth}");
    }
}

/// Without captures the boards are independent, and plies interleave in all ways.
#[test]
fn quiet_boards_interleave_by_the_binomial_coefficients() {
    // A board counts 20, 400, 8902 from the start; nothing is taken before the
    // third ply, and what is taken there cannot be dropped before the fourth.
    assert_eq!(counted(START, START, 1), 40);
    assert_eq!(counted(START, START, 2), 2 * 400 + 2 * 20 * 20);
    assert_eq!(counted(START, START, 3), 2 * 8902 + 6 * 400 * 20);
    // What is taken at the third ply is for a seat that is not on turn at the
    // fourth.
    let independent = 2 * 197_281 + 8 * 8902 * 20 + 6 * 400 * 400;
    assert_eq!(counted(START, START, 4), independent);
}

#[test]
fn lists_agree_with_the_slow_implementation_in_random_games() {
    let mates = held_against(&rules(), Slow::read, "checkmate");
    assert!(mates > 0, "no game of these was mated");
}

#[test]
fn without_pins_lists_agree_with_the_slow_implementation_too() {
    let unbound = with(&json!({ "pins": "off" }));
    let taken = held_against(&unbound, Slow::without_pins, "king_taken");
    assert!(taken > 5, "{taken} kings were taken");
}

/// Plays random games beside the slow implementation; returns how many ended for a reason.
fn held_against(rules: &Arc<Rules<Bughouse>>, slow: fn(&str) -> Slow, reason: &str) -> u32 {
    let games = if full() { 400 } else { 12 };
    let mut ends = 0;
    for seed in 0..games {
        let mut rng = Rng::derived(&[seed, 0x510]);
        let mut state = State::start(rules).unwrap();
        for _ in 0..120 {
            let slow = slow(&state.notation());
            let mut listed: Vec<_> = state
                .legal(None)
                .iter()
                .map(|a| state.write(a, None).unwrap())
                .collect();
            listed.sort();
            if state.outcome().is_none_or(|o| o.reason == reason) {
                assert_eq!(listed, slow.texts(), "{}", state.notation());
            }
            let lost = slow.lost().contains(&true);
            let ended = state.outcome().is_some_and(|o| o.reason == reason);
            assert_eq!(ended, lost, "{}", state.notation());
            ends += u32::from(lost);
            let again = State::parse(rules, &state.notation(), &[]).unwrap();
            assert_eq!(again.position(), state.position());
            let moves = state.legal(None);
            if moves.is_empty() {
                break;
            }
            // Captures more often than by chance, so that pockets fill.
            let mut chosen = &moves[rng.below(moves.len() as u32) as usize];
            for _ in 0..2 {
                let taken = state.position().board(chosen.board).captured_by(chosen.mv);
                if taken.is_none() {
                    chosen = &moves[rng.below(moves.len() as u32) as usize];
                }
            }
            state = state.play(chosen).unwrap();
        }
    }
    ends
}

#[test]
fn the_shared_counts() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../tests/vectors/bughouse.perft");
    let text = std::fs::read_to_string(file).unwrap();
    let mut compared = 0;
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        let fields: Vec<_> = line.split(" ; ").collect();
        assert_eq!(fields[1], "bughouse");
        let (a, b) = fields[2].split_once(" | ").unwrap();
        for field in &fields[3..] {
            let (depth, leaves) = field.split_once(' ').unwrap();
            let depth: u32 = depth.trim_start_matches('d').parse().unwrap();
            let leaves: u64 = leaves.parse().unwrap();
            if leaves < 200_000_000 || full() {
                assert_eq!(counted(a, b, depth), leaves, "{line}");
                compared += 1;
            }
        }
    }
    assert!(compared > 5);
}
