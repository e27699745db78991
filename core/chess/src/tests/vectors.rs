//! `tests/vectors/*.perft`, which every language of the project runs.

use std::path::Path;

use super::super::{Board, FenOptions, Rules, perft_bulk, perft_full};

/// Most leaves that are counted for a line unless all of them are requested.
const QUICK: u64 = 20_000_000;
/// Above this number the moves of the last ply are counted and not made.
const FULL: u64 = 1_000_000;

fn run(file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/vectors")
        .join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let all = std::env::var_os("BOARDWRIGHT_FULL").is_some();
    let mut lines = 0;
    for line in text.lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fields: Vec<_> = line.split(';').map(str::trim).collect();
        let [name, variant, fen, counts @ ..] = fields.as_slice() else {
            panic!("{file}: {line}");
        };
        let (rules, options) = match *variant {
            "chess" | "chess(chess960=true)" => (Rules::CHESS, FenOptions::CHESS),
            "crazyhouse" => (Rules::CRAZYHOUSE, FenOptions::CRAZYHOUSE),
            "bughouse-board" => (Rules::BUGHOUSE, FenOptions::BUGHOUSE),
            other => panic!("{file}: unknown variant {other}"),
        };
        let board =
            Board::from_fen(fen, &options).unwrap_or_else(|error| panic!("{name}: {error}"));
        for count in counts {
            let (depth, leaves) = count
                .split_once(' ')
                .unwrap_or_else(|| panic!("{name}: {count}"));
            let depth = depth.trim_start_matches('d').parse().unwrap();
            let leaves: u64 = leaves.parse().unwrap();
            if leaves <= QUICK || all {
                assert_eq!(perft_bulk(&board, &rules, depth), leaves, "{name} d{depth}");
            }
            if leaves <= FULL {
                assert_eq!(
                    perft_full(&board, &rules, depth),
                    leaves,
                    "{name} d{depth} full"
                );
            }
        }
        lines += 1;
    }
    assert!(lines > 0, "{file} is empty");
}

#[test]
fn chess() {
    run("chess.perft");
}

#[test]
fn chess960() {
    run("chess960.perft");
}

#[test]
fn crazyhouse() {
    run("crazyhouse.perft");
}

#[test]
fn bughouse_board() {
    run("bughouse-board.perft");
}
