//! Perft and reading of PGN side by side: boardwright, cozy-chess, shakmaty and
//! pgn-reader, all compiled with the same flags, taking turns, the median of several rounds.
//!
//! Each peer does it the best way it documents: cozy-chess adds up the lengths
//! of its sets of moves, shakmaty takes the length of its list. `bulk` counts
//! the moves of the last ply, `full` makes every one of them. pgn-reader hands moves to
//! shakmaty, which plays them; ours fills columns, clocks included, by the same thread.
//!
//! ```text
//! cargo run --release -- [--quick] [--json] [--rounds N] [--only TEXT]
//! ```

mod cases;
mod peers;
mod records;
mod report;

use std::time::Instant;

use cases::CASES;
use peers::{Kind, Reads};
use report::{Row, Timing};

struct Options {
    quick: bool,
    json: bool,
    rounds: usize,
    only: Option<String>,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        quick: false,
        json: false,
        rounds: 5,
        only: None,
    };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--quick" => options.quick = true,
            "--json" => options.json = true,
            "--rounds" => {
                let rounds = args.next().and_then(|text| text.parse().ok());
                options.rounds = rounds.filter(|&n| n > 0).ok_or("--rounds takes a number")?;
            }
            "--only" => options.only = Some(args.next().ok_or("--only takes a text")?),
            other => return Err(format!("unknown argument {other}")),
        }
    }
    if options.quick {
        options.rounds = options.rounds.min(3);
    }
    Ok(options)
}

fn main() -> Result<(), String> {
    let options = options()?;
    let wanted = |name: &str| options.only.as_ref().is_none_or(|only| name.contains(only));
    let mut rows = Vec::new();
    let mut row = |name: String, unit, work: &[(&'static str, Reads<'_>)]| {
        let row = measure(name, unit, work, options.rounds)?;
        if !options.json {
            println!("{row}");
        }
        rows.push(row);
        Ok::<(), String>(())
    };
    for case in CASES {
        for kind in [Kind::Bulk, Kind::Full] {
            let depth = case.depth(kind, options.quick);
            let name = format!("{} {} d{depth}", case.name, kind.name());
            if wanted(&name) {
                let peers = peers::of(case)?;
                let work = peers.iter().map(|peer| {
                    let counts: Reads<'_> = Box::new(move || Ok(peer.perft(kind, depth)));
                    (peer.name(), counts)
                });
                row(name, "leaves", &work.collect::<Vec<_>>())?;
            }
        }
    }
    let name = "chess PGN".to_owned();
    if wanted(&name) {
        let text = records::games(if options.quick { 2_000 } else { 20_000 })?;
        row(name, "plies", &records::readers(&text))?;
    }
    if options.json {
        println!("{}", report::json(&rows));
    }
    Ok(())
}

/// Times the peers in turn, round by round, so that what else the machine does
/// hits all of them alike.
fn measure(
    name: String,
    unit: &'static str,
    work: &[(&'static str, Reads<'_>)],
    rounds: usize,
) -> Result<Row, String> {
    let mut times = vec![Vec::with_capacity(rounds); work.len()];
    let mut counted = None;
    for _ in 0..rounds {
        for ((peer, work), times) in work.iter().zip(&mut times) {
            let start = Instant::now();
            let count = work()?;
            times.push(start.elapsed().as_secs_f64());
            if *counted.get_or_insert(count) != count {
                return Err(format!("{name}: {peer} counts {count}"));
            }
        }
    }
    let timings = work.iter().zip(times).map(|((peer, _), mut times)| {
        times.sort_by(f64::total_cmp);
        Timing {
            peer,
            seconds: times[times.len() / 2],
        }
    });
    Ok(Row {
        name,
        count: counted.unwrap_or(0),
        unit,
        timings: timings.collect(),
    })
}
