//! `boardwright bench`: a fixed workload whose node count is a fingerprint.
//!
//! For every game that is shipped: perft of the start and of positions that
//! seeded random walks come to, and seeded random games. What is counted does not
//! depend on the machine, the number of threads or the order in which moves are
//! made, so the count changes only when the rules, the generator of random
//! numbers or the way moves are drawn do.

use std::path::Path;
use std::time::Duration;

use boardwright::Error;
use boardwright::host::{self, MoveRef, PerftOptions, PlayoutOptions, State};
use boardwright::registry::{self, Entry};
use boardwright::rng::Rng;
use boardwright::value::Dict;
use serde_json::json;

use crate::args::BenchArgs;
use crate::console::{Console, Failure, Tone};
use crate::job;
use crate::perft::{millions, per_second};

/// Length of the walks in plies; the first is the start itself.
const WALKS: [u32; 5] = [0, 8, 16, 32, 64];

/// A position is counted one ply deeper until there are this many leaves.
const ENOUGH: u64 = 1_000_000;

/// The deepest count, for positions in which there is little to do.
const DEEPEST: u32 = 8;

/// Random games from the start.
const GAMES: u64 = 1_000;

/// After how many plies a random game is given up.
const PLY_LIMIT: u32 = 400;

/// The measurements of one game.
struct Share {
    name: &'static str,
    /// Leaves counted; these follow from the rules alone.
    leaves: u64,
    /// Plies of random games, which depend on how moves are drawn, too.
    plies: u64,
    took: Duration,
}

impl Share {
    const fn nodes(&self) -> u64 {
        self.leaves + self.plies
    }

    fn speed(&self) -> Option<u64> {
        per_second(self.nodes(), self.took)
    }
}

pub(crate) fn run(console: &mut Console, args: &BenchArgs) -> Result<(), Failure> {
    let expected = args.check.as_deref().map(read).transpose()?;
    let threads = args.threads;
    let mut shares = Vec::new();
    for entry in registry::GAMES.iter().filter(|e| e.shipped()) {
        let share = share(entry, threads)?;
        if !console.is_json() {
            let speed = millions(share.speed());
            let name = console.tone(Tone::Strong, share.name);
            console.line(format_args!(
                "{name}: {} leaves and {} plies, {speed} M nodes/s",
                share.leaves, share.plies
            ))?;
            console.flush()?;
        }
        shares.push(share);
    }
    let nodes: u64 = shares.iter().map(Share::nodes).sum();
    let took: Duration = shares.iter().map(|s| s.took).sum();
    let speed = per_second(nodes, took);
    if console.is_json() {
        let games: Vec<_> = shares
            .iter()
            .map(|s| {
                json!({
                    "game": s.name,
                    "leaves": s.leaves,
                    "plies": s.plies,
                    "nodes": s.nodes(),
                    "seconds": s.took.as_secs_f64(),
                    "nps": s.speed(),
                })
            })
            .collect();
        console.json(&json!({
            "games": games,
            "threads": threads,
            "seconds": took.as_secs_f64(),
            "nodes": nodes,
            "nps": speed,
        }))?;
    } else {
        console.line(format_args!("{nodes} nodes {} nps", speed.unwrap_or(0)))?;
    }
    match expected {
        Some(expected) if expected != nodes => Err(Failure::Fingerprint { expected, nodes }),
        _ => Ok(()),
    }
}

/// The number in a file.
fn read(path: &Path) -> Result<u64, Failure> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::Io(format!("cannot read {}", path.display()), error))?;
    text.trim().parse().map_err(|_| {
        Failure::Library(Error::invalid_option(format!(
            "check: {} does not hold a whole number",
            path.display()
        )))
    })
}

fn share(entry: &Entry, threads: usize) -> Result<Share, Failure> {
    let name = entry.info().name;
    let start = host::start(name, &Dict::new())?;
    let mut share = Share {
        name,
        leaves: 0,
        plies: 0,
        took: Duration::ZERO,
    };
    for (seed, plies) in (0..).zip(WALKS) {
        let state = walk(&start, seed, plies)?;
        for depth in 1..=DEEPEST {
            let done = job::run(state.perft(depth, PerftOptions { threads, hash: 0 }))?;
            let leaves = done.value;
            share.leaves += leaves;
            share.took += done.took;
            if leaves == 0 || leaves >= ENOUGH {
                break;
            }
        }
    }
    let options = PlayoutOptions {
        games: GAMES,
        seed: 1,
        ply_limit: PLY_LIMIT,
        threads,
    };
    let done = job::run(start.playouts(options)?)?;
    share.plies += done.value.plies;
    share.took += done.took;
    Ok(share)
}

/// Walks by random moves; returns the last position in which there is a move, if the game ends
/// before so many plies. Moves are drawn from the sorted list of their texts, so that their order
/// of generation does not matter.
fn walk(start: &State, seed: u64, plies: u32) -> Result<State, Error> {
    let mut rng = Rng::derived(&[seed]);
    let mut state = start.clone();
    for _ in 0..plies {
        let mut moves = state.legal_moves(None, None)?;
        moves.sort_unstable();
        let Some(text) = moves.get(rng.below(moves.len() as u32) as usize) else {
            break;
        };
        let next = state.play(None, MoveRef::Text(text), None)?;
        if next.count_legal(None)? == 0 {
            break;
        }
        state = next;
    }
    Ok(state)
}
