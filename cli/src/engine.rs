//! `boardwright engine`: an engine protocol over the standard streams.
//!
//! All that is said in the protocol is the library's; here lines are carried.

use std::io::{self, BufRead as _, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use boardwright::protocol::Engine;
use boardwright::{Error, jobs};

use crate::args::EngineArgs;
use crate::console::{Console, Failure};

/// Time in which a search must notice that it was cancelled.
const FAREWELL: Duration = Duration::from_secs(5);

pub(crate) fn run(console: &Console, args: &EngineArgs) -> Result<(), Failure> {
    if console.is_json() {
        return Err(Error::unsupported("the lines of a protocol are not JSON").into());
    }
    // A host may have two boards searched at once, whatever there are of processors.
    if jobs::threads() < 2 {
        jobs::configure(Some(2), None)?;
    }
    let deaf = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&deaf);
    let engine = Engine::new(
        &args.protocol,
        Box::new(move |line| {
            if say(line).is_err() {
                // Nobody listens any more. What reads the input sees to the end.
                heard.store(true, Ordering::Relaxed);
            }
        }),
    )?;
    let read = carry(&engine, &deaf);
    engine.close();
    // A host that has called this as a function goes on without our searches.
    let ended = engine.wait(FAREWELL);
    read?;
    if ended {
        Ok(())
    } else {
        Err(Error::internal("a search does not end").into())
    }
}

/// Writes a line for a host that waits for it.
fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(line.as_bytes())?;
    out.write_all(b"\n")?;
    out.flush()
}

/// Carries lines from standard input until they end, or the engine has.
fn carry(engine: &Engine, deaf: &AtomicBool) -> Result<(), Failure> {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    while !engine.is_closed() && !deaf.load(Ordering::Relaxed) {
        line.clear();
        let read = input
            .read_until(b'\n', &mut line)
            .map_err(|error| Failure::Io("cannot read standard input".into(), error))?;
        if read == 0 {
            break;
        }
        // What is no text is no word of any protocol either, and is told so.
        engine.send(&String::from_utf8_lossy(&line))?;
    }
    Ok(())
}
