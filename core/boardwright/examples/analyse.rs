//! Analyses a position and prints what the search finds, a line an iteration:
//! `cargo run --release --example analyse -- crazyhouse 2.5 "FEN"`.

use std::time::Duration;

use boardwright::host::{self, Bot, Limits, Subject};
use boardwright::jobs::Request;
use boardwright::value::Dict;

#[allow(clippy::print_stdout)]
fn main() -> boardwright::Result<()> {
    let mut args = std::env::args().skip(1);
    let game = args.next().unwrap_or_else(|| "chess".into());
    let seconds = args.next().and_then(|s| s.parse().ok()).unwrap_or(1.0);
    let state = match args.next() {
        Some(position) => host::parse(&game, &position, &[], &Dict::new())?,
        None => host::start(&game, &Dict::new())?,
    };
    let bot = Bot::new("search", &game, &Dict::new(), 0)?;
    let limits = Limits {
        movetime: Some(Duration::from_secs_f64(seconds)),
        ..Limits::default()
    };
    let watch = Box::new(|info: host::Info<String>| {
        println!(
            "{:>3}/{:<3} {:>10} nodes {:>6} ms {:>9}/s  {}  {}",
            info.depth,
            info.selective_depth,
            info.nodes,
            info.time.as_millis(),
            info.nodes_per_second(),
            info.score.map_or_else(String::new, |s| s.to_string()),
            info.pv.join(" "),
        );
    });
    let work = bot.analyse(&Subject::State(&state, None), limits, watch)?;
    let finished = work.start(Request::default())?.wait(None);
    if let Some(finished) = finished {
        println!("{}", finished.result?.action);
    }
    Ok(())
}
