//! `boardwright perft`: counting leaves, with a progress bar over the first moves.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use boardwright::host::{PerftOptions, PerftProgress, TableUse};
use boardwright::value::Named;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;

use crate::args::PerftArgs;
use crate::console::{Console, Failure, Tone};
use crate::job;

pub(crate) fn run(console: &mut Console, args: &PerftArgs) -> Result<(), Failure> {
    let state = args.subject.state()?;
    let options = PerftOptions {
        threads: args.threads,
        hash: args.hash,
    };
    let table: Arc<OnceLock<TableUse>> = Arc::default();
    // Below no move there is nothing to divide: the position itself is the leaf.
    let (took, leaves, moves) = if args.depth == 0 {
        let done = job::run(state.perft(0, options))?;
        (done.took, done.value, Named::default())
    } else {
        let bar = bar(state.count_legal(None)?);
        let told = bar.clone();
        let used = Arc::clone(&table);
        let progress = move |news| match news {
            PerftProgress::Moves(n) => told.inc(n as u64),
            PerftProgress::Table(table) => {
                let _ = used.set(table);
            }
        };
        let work = state.divide(args.depth, options, Box::new(progress));
        let done = job::run(work);
        bar.finish_and_clear();
        let done = done?;
        let leaves = done.value.0.iter().map(|(_, n)| n).sum();
        (done.took, leaves, done.value)
    };
    let seconds = took.as_secs_f64();
    let speed = per_second(leaves, took);
    if console.is_json() {
        let game = state.game();
        let mut out = json!({
            "game": game.name(),
            "options": game.options(),
            "position": state.notation(),
            "depth": args.depth,
            "threads": options.threads,
            "hash": options.hash,
            "leaves": leaves,
            "seconds": seconds,
            "leaves_per_second": speed,
        });
        if let Some(table) = table.get() {
            out["table"] = json!({
                "entries": table.entries,
                "filled": table.filled,
                "looked_up": table.looked_up,
                "found": table.found,
            });
        }
        if args.divide {
            out["moves"] = json!(moves);
        }
        return console.json(&out);
    }
    if args.divide {
        let width = moves
            .0
            .iter()
            .map(|(text, _)| text.len())
            .max()
            .unwrap_or(0);
        for (action, leaves) in &moves.0 {
            console.line(format_args!("{action:width$}  {leaves}"))?;
        }
    }
    let leaves = console.tone(Tone::Strong, leaves);
    console.line(format_args!(
        "{leaves} leaves in {seconds:.3} s ({} M leaves/s)",
        millions(speed)
    ))?;
    if let Some(table) = table.get() {
        console.line(format_args!(
            "table: {} of {} entries filled, {} of {} positions found ({:.1} %)",
            table.filled,
            table.entries,
            table.found,
            table.looked_up,
            100.0 * table.found as f64 / table.looked_up.max(1) as f64
        ))?;
    }
    Ok(())
}

/// A bar over so many moves; hidden unless standard error is a terminal.
fn bar(moves: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(moves), ProgressDrawTarget::stderr());
    // The template is fixed, so it can be read.
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} moves, {eta} left") {
        bar.set_style(style);
    }
    bar
}

/// A rate in whole numbers, `None` for something too short to be measured.
pub(crate) fn per_second(count: u64, took: Duration) -> Option<u64> {
    let nanos = took.as_nanos();
    (nanos > 0).then(|| (u128::from(count) * 1_000_000_000 / nanos) as u64)
}

/// A rate in millions a second, for people.
pub(crate) fn millions(rate: Option<u64>) -> String {
    rate.map_or_else(|| "?".into(), |rate| format!("{:.2}", rate as f64 / 1e6))
}
