//! The engine in the situations of two boards, through UBI: the quick form plays one in
//! six, the full form (`BOARDWRIGHT_FULL=1`) all, with so many positions for each;
//! `cargo run -p xtask -- situations solve` gives it a second.

use xtask::situations::Budget;
use xtask::{root, situations};

/// Of a hundred the engine solves so many, at the least.
const WANTED: usize = 90;

/// Budget of the engine for each situation.
const BUDGET: Budget = Budget::Nodes(100_000);

#[test]
fn the_engine_solves_nine_in_ten() {
    let full = std::env::var("BOARDWRIGHT_FULL").is_ok_and(|v| v == "1");
    let done = situations::solve(&root(), if full { 1 } else { 6 }, BUDGET).unwrap();
    let least = done.played() * WANTED / 100;
    assert!(done.played() >= 20, "{done}");
    assert!(done.played() - done.missed().len() >= least, "{done}");
}
