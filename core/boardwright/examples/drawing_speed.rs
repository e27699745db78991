//! The time of a picture of each game: `cargo run --release --example drawing_speed`.

#![allow(clippy::print_stdout)]

use std::time::Instant;

use boardwright::Error;
use boardwright::host::{DrawingOptions, Game};
use boardwright::registry::GAMES;

fn main() -> Result<(), Error> {
    const ROUNDS: u32 = 2_000;
    let options = DrawingOptions::default();
    for entry in GAMES {
        let name = entry.info().name;
        let state = Game::new(name, &Default::default())?.start()?;
        let bytes = state.svg(&options)?.len();
        // The median of nine runs.
        let mut times = Vec::new();
        for _ in 0..9 {
            let begun = Instant::now();
            for _ in 0..ROUNDS {
                std::hint::black_box(state.svg(&options)?);
            }
            times.push(begun.elapsed() / ROUNDS);
        }
        times.sort_unstable();
        let micros = times[4].as_secs_f64() * 1e6;
        println!("{name}: {micros:.1} µs, {bytes} bytes");
    }
    Ok(())
}
