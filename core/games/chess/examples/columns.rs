//! Reads the main lines of a PGN file of chess into columns and prints the speed.
//!
//! `cargo run --release -p boardwright-chess-games --example columns -- games.pgn [THREADS] [ROUNDS]`

use std::sync::Arc;
use std::time::Instant;

use boardwright_chess_games::Chess;
use contract::jobs::Control;
use contract::state::Rules;
use contract::value::Dict;
use records::columns::{self, BoardRules, ColumnOptions, Reading};

#[allow(
    clippy::print_stdout,
    reason = "an example that reports to its terminal"
)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let bytes = std::fs::read(args.next().ok_or("which file?")?)?;
    let mut number = |or: usize| args.next().map_or(Ok(or), |text| text.parse());
    let (threads, rounds) = (number(1)?, number(3)?);
    let options = ColumnOptions {
        clocks: true,
        ..ColumnOptions::default()
    };
    let rules: Arc<dyn BoardRules> = Rules::<Chess>::new(&Dict::new())?;
    let reading = Reading {
        threads,
        stop: false,
        progress: &|_| {},
        control: &Control::new(None),
    };
    for _ in 0..rounds {
        let begun = Instant::now();
        let always = columns::always(Arc::clone(&rules));
        let read = columns::read(&bytes, &always, &options, &reading)?;
        let seconds = begun.elapsed().as_secs_f64();
        println!(
            "{} games, {} plies, {} damaged: {:.0} MB/s, {:.0} games/s",
            read.games(),
            read.moves.len(),
            read.damages.len(),
            bytes.len() as f64 / 1e6 / seconds,
            read.games() as f64 / seconds
        );
    }
    Ok(())
}
