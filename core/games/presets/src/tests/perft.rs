//! Counts of leaves: those of plain chess beside the fast path, those of the
//! variants as they are published (Lichess and shakmaty, Fairy-Stockfish).

use super::{Play, at, rules};
use chess::{Board, FenOptions, Rules, perft_bulk};
use contract::jobs::Control;
use contract::rng::Rng;
use search::perft::{PerftOptions, perft};
use serde_json::json;

fn leaves(presets: &str, fen: &str, depth: u32) -> u64 {
    let state = at(presets, fen);
    perft(&state, depth, PerftOptions::default(), &Control::new(None)).unwrap()
}

/// The depth is one less in the quick form where there is more to count than this.
const QUICK: u64 = 400_000;

fn check(presets: &str, fen: &str, counts: &[u64]) {
    let all = std::env::var("BOARDWRIGHT_FULL").is_ok_and(|v| v == "1");
    for (depth, count) in (1..).zip(counts) {
        if all || *count <= QUICK {
            assert_eq!(
                leaves(presets, fen, depth),
                *count,
                "{presets}: {fen} d{depth}"
            );
        }
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn without_a_preset_it_is_chess() {
    check("", START, &[20, 400, 8902, 197_281, 4_865_609]);
    check("", KIWIPETE, &[48, 2039, 97_862, 4_085_603]);
    check(
        "",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        &[14, 191, 2812, 43_238, 674_624],
    );
    check(
        "",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9467, 422_333],
    );
    check(
        "",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[44, 1486, 62_379, 2_103_487],
    );
}

#[test]
fn without_a_preset_it_agrees_with_the_fast_path_in_random_games() {
    let rules = rules(json!({}));
    let mut rng = Rng::new(31);
    for _ in 0..20 {
        let mut state = contract::state::State::start(&rules).unwrap();
        for _ in 0..120 {
            let moves = state.texts();
            if moves.is_empty() {
                break;
            }
            let fen = state.notation();
            let board = Board::from_fen(&fen, &FenOptions::CHESS).unwrap();
            assert_eq!(board.fen(), fen);
            assert_eq!(
                perft_bulk(&board, &Rules::CHESS, 2),
                leaves("", &fen, 2),
                "{fen}"
            );
            let mut theirs: Vec<String> = Vec::new();
            let _ = board.visit(&Rules::CHESS, chess::Stages::ALL, |set| {
                theirs.extend(set.into_iter().map(|m| m.uci(chess::Dialect::Standard)));
                std::ops::ControlFlow::Continue(())
            });
            let mut ours = moves.clone();
            ours.sort();
            theirs.sort();
            assert_eq!(ours, theirs, "{fen}");
            state = state.go(&moves[rng.below(moves.len() as u32) as usize]);
        }
    }
}

#[test]
fn atomic() {
    check("atomic", START, &[20, 400, 8902, 197_326, 4_864_979]);
    check(
        "atomic",
        "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1",
        &[40, 1238, 45_237, 1_434_825],
    );
    check(
        "atomic",
        "rn1qkb1r/p5pp/2p5/3p4/N3P3/5P2/PPP4P/R1BQK3 w Qkq - 0 1",
        &[28, 833, 23_353, 714_499],
    );
}

#[test]
fn three_check() {
    check("three-check", START, &[20, 400, 8902, 197_281, 4_865_609]);
    // Both have given two checks.
    let given =
        r#"{"active":[["three-check","both"]],"state":{"three-check":{"black":2,"white":2}}}"#;
    check(
        "three-check",
        &format!("{KIWIPETE} {given}"),
        &[48, 2039, 97_848],
    );
}

#[test]
fn king_of_the_hill() {
    check(
        "king-of-the-hill",
        START,
        &[20, 400, 8902, 197_281, 4_865_609],
    );
}

#[test]
fn racing_kings() {
    check(
        "racing-kings",
        "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
        &[21, 421, 11_264, 296_242],
    );
    check(
        "racing-kings",
        "4brn1/2K2k2/8/8/8/8/8/8 w - - 0 1",
        &[6, 33, 178, 3151, 12_981, 265_932],
    );
}

#[test]
fn horde() {
    check(
        "horde",
        "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
        &[8, 128, 1274, 23_310, 265_223],
    );
    check(
        "horde",
        "4k3/pp4q1/3P2p1/8/P3PP2/PPP2r2/PPP5/PPPP4 b - - 0 1",
        &[30, 241, 6633, 56_539],
    );
    check(
        "horde",
        "k7/5p2/4p2P/3p2P1/2p2P2/1p2P2P/p2P2P1/2P2P2 w - - 0 1",
        &[13, 172, 2205, 33_781],
    );
}

#[test]
fn antichess() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    check("antichess", start, &[20, 400, 8067, 153_299, 2_732_672]);
    check(
        "antichess",
        "8/1p6/8/8/8/8/P7/8 w - - 0 1",
        &[2, 4, 4, 3, 1, 0],
    );
    check(
        "antichess",
        "8/2p5/8/8/8/8/P7/8 w - - 0 1",
        &[2, 4, 4, 4, 4, 4, 4, 4, 12, 36, 312],
    );
}

#[test]
fn positions_that_all_languages_count() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../tests/vectors/chess+.perft"
    );
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = 0;
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        let fields: Vec<&str> = line.split(" ; ").collect();
        let preset = fields[1].split('"').nth(1).unwrap_or_default();
        let counts: Vec<u64> = fields[3..]
            .iter()
            .map(|f| f.split_once(' ').unwrap().1.parse().unwrap())
            .collect();
        check(preset, fields[2], &counts);
        lines += 1;
    }
    assert!(lines > 20);
}
