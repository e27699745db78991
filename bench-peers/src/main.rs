//! Perft side by side: boardwright, cozy-chess and shakmaty, all compiled with
//! the same flags, taking turns, the median of several rounds.
//!
//! Each peer does it the best way it documents: cozy-chess adds up the lengths
//! of its sets of moves, shakmaty takes the length of its list. `bulk` counts
//! the moves of the last ply, `full` makes every one of them.
//!
//! ```text
//! cargo run --release -- [--quick] [--json] [--rounds N] [--only TEXT]
//! ```

mod cases;
mod peers;
mod report;

use std::time::Instant;

use cases::{CASES, Case};
use peers::Kind;
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
    let mut rows = Vec::new();
    for case in CASES {
        for kind in [Kind::Bulk, Kind::Full] {
            let depth = case.depth(kind, options.quick);
            let name = format!("{} {} d{depth}", case.name, kind.name());
            if options
                .only
                .as_ref()
                .is_some_and(|only| !name.contains(only.as_str()))
            {
                continue;
            }
            let row = measure(case, kind, depth, name, options.rounds)?;
            if !options.json {
                println!("{row}");
            }
            rows.push(row);
        }
    }
    if options.json {
        println!("{}", report::json(&rows));
    }
    Ok(())
}

/// Times the peers in turn, round by round, so that what else the machine does
/// hits all of them alike.
fn measure(
    case: &Case,
    kind: Kind,
    depth: u32,
    name: String,
    rounds: usize,
) -> Result<Row, String> {
    let peers = peers::of(case)?;
    let mut times = vec![Vec::with_capacity(rounds); peers.len()];
    let mut leaves = None;
    for _ in 0..rounds {
        for (peer, times) in peers.iter().zip(&mut times) {
            let start = Instant::now();
            let count = peer.perft(kind, depth);
            times.push(start.elapsed().as_secs_f64());
            if *leaves.get_or_insert(count) != count {
                return Err(format!("{name}: {} counts {count}", peer.name()));
            }
        }
    }
    let leaves = leaves.unwrap_or(0);
    let timings = peers.iter().zip(times).map(|(peer, mut times)| {
        times.sort_by(f64::total_cmp);
        Timing {
            peer: peer.name(),
            seconds: times[times.len() / 2],
        }
    });
    Ok(Row {
        name,
        leaves,
        timings: timings.collect(),
    })
}
