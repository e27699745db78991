//! `boardwright openings`: random openings that favour nobody much, one to a line; and files of them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;

use boardwright::Error;
use boardwright::arena::{Opening, Stop};
use boardwright::host::{self, Game};
use serde_json::json;

use crate::args::{OpeningsArgs, dict};
use crate::console::{Console, Failure};
use crate::job::{Interrupt, POLL};

/// An opening by its number, or the reason why there is none.
type Found = (u64, Result<Opening, Error>);

pub(crate) fn run(console: &mut Console, args: &OpeningsArgs) -> Result<(), Failure> {
    let game = Game::new(&args.game, &dict(&args.options))?;
    let openings = args.random.of(&game, args.seed);
    let interrupt = Interrupt::notice()?;
    let (next, stop) = (AtomicU64::new(0), Stop::new());
    thread::scope(|scope| {
        let (found, finds) = mpsc::channel();
        for _ in 0..args.threads {
            let found = found.clone();
            scope.spawn(|| {
                let found = found;
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= args.count {
                        break;
                    }
                    let opening = host::guard(|| openings.opening(&game, number, &stop));
                    if found.send((number, opening)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(found);
        let told = tell(console, &finds, &interrupt, &stop);
        // Whoever still looks for one need not go on.
        stop.ask();
        told
    })
}

/// Writes openings as they are found, in the order of their numbers.
fn tell(
    console: &mut Console,
    finds: &Receiver<Found>,
    interrupt: &Interrupt,
    stop: &Stop,
) -> Result<(), Failure> {
    let (mut waiting, mut number) = (BTreeMap::new(), 0);
    loop {
        match finds.recv_timeout(POLL) {
            Ok((number, opening)) => {
                waiting.insert(number, opening);
            }
            Err(RecvTimeoutError::Timeout) if interrupt.pressed() => stop.ask(),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        while let Some(opening) = waiting.remove(&number) {
            write(console, &opening?)?;
            number += 1;
        }
    }
}

fn write(console: &mut Console, opening: &Opening) -> Result<(), Failure> {
    let position = opening.state.notation();
    match console.is_json() {
        true => {
            let moves: Vec<_> = opening.moves.iter().map(|(_, text)| text).collect();
            console.json(&json!({ "position": position, "moves": moves }))?;
        }
        false => console.line(format_args!("{position}"))?,
    }
    // Whoever waits for the next one sees this one meanwhile.
    console.flush()
}

/// The positions of a file, one to a line.
pub(crate) fn positions(path: &Path) -> Result<Vec<String>, Failure> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::Io(format!("cannot read {}", path.display()), error))?;
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(lines.map(str::to_owned).collect())
}
