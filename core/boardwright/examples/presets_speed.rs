//! Number of lists of legal moves per second with three presets in force, on one thread: `cargo run
//! --release --example presets_speed`.

use std::time::{Duration, Instant};

use boardwright::game::Game;
use boardwright::history::EmptyHistory;
use boardwright::presets::Presets;
use boardwright::rng::Rng;
use boardwright::state::{Rules, State};

const SETS: [&str; 5] = [
    "",
    "piece-hp+king-heals+explosive-rook",
    "three-check+king-of-the-hill+pawn-stamina",
    "queen-splits+knight-immunity+capture-to-win",
    "piece-shield+poisoned-squares+explosive-rook",
];

#[allow(clippy::print_stdout)]
fn main() -> boardwright::Result<()> {
    for set in SETS {
        let options = [("presets".to_owned(), set.into())].into_iter().collect();
        let rules = Rules::<Presets>::new(&options)?;
        let mut positions = Vec::new();
        for seed in 0..20 {
            let mut rng = Rng::new(seed);
            let mut state = State::start(&rules)?;
            for _ in 0..60 {
                let moves = state.legal(None);
                if moves.is_empty() {
                    break;
                }
                positions.push(state.position().clone());
                let chosen = &moves[rng.below(moves.len() as u32) as usize];
                state = state.play(chosen)?;
            }
        }
        let (mut lists, mut moves) = (0_u64, 0_u64);
        let started = Instant::now();
        while started.elapsed() < Duration::from_secs(2) {
            for position in &positions {
                moves += rules.game().count_legal(position, &EmptyHistory);
            }
            lists += positions.len() as u64;
        }
        let seconds = started.elapsed().as_secs_f64();
        println!(
            "{:45} {:>9.0} lists/s {:>11.0} moves/s",
            if set.is_empty() { "no preset" } else { set },
            lists as f64 / seconds,
            moves as f64 / seconds,
        );
    }
    Ok(())
}
