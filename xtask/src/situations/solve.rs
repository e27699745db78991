//! Having the engine play every situation of the file through UBI.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use boardwright::protocol::Engine;

use super::path;
use crate::Failure;

/// What it has for each of them.
const TIME: Duration = Duration::from_secs(1);
/// Far longer than that.
const PATIENCE: Duration = Duration::from_secs(60);

/// How it did.
#[derive(Debug)]
pub struct Solved {
    /// Solved and all, by kind.
    kinds: BTreeMap<String, (usize, usize)>,
    missed: Vec<String>,
}

impl fmt::Display for Solved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.missed {
            writeln!(f, "missed: {line}")?;
        }
        for (kind, (solved, all)) in &self.kinds {
            writeln!(f, "{kind}: {solved} of {all}")?;
        }
        let sum =
            |part: fn(&(usize, usize)) -> usize| -> usize { self.kinds.values().map(part).sum() };
        write!(f, "{} of {} solved", sum(|k| k.0), sum(|k| k.1))
    }
}

/// Plays every situation for a second.
///
/// # Errors
///
/// Those of the library.
pub fn solve(root: &Path) -> Result<Solved, Failure> {
    let text = crate::read(&path(root))?;
    let mut done = Solved {
        kinds: BTreeMap::new(),
        missed: Vec::new(),
    };
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        let fields: Vec<_> = line.split(" ; ").collect();
        let [name, position, seat, clocks, message, expected] = fields[..] else {
            return Err(Failure::new(format!("{line}: not six fields")));
        };
        let said = ask(position, seat, clocks, message)?;
        let right = judged(expected, seat, &said);
        let kind = name.split(' ').next().unwrap_or_default();
        let count = done.kinds.entry(kind.to_owned()).or_default();
        count.0 += usize::from(right);
        count.1 += 1;
        if !right {
            let last = said.iter().rev().take(3).rev().cloned().collect::<Vec<_>>();
            done.missed.push(format!("{line}: {}", last.join(" / ")));
        }
    }
    Ok(done)
}

/// Whether the last that was said is what was expected.
fn judged(expected: &str, seat: &str, said: &[String]) -> bool {
    let letter = seat.get(..1).unwrap_or_default();
    let sits = said
        .iter()
        .any(|line| line.starts_with("info board") && line.contains(" sit "));
    let best = said.iter().find_map(|line| {
        let text = line.strip_prefix("bestmove board ")?.split(' ').nth(1)?;
        Some(format!("{letter}:{text}").to_lowercase())
    });
    let (what, moves) = expected.split_once(' ').unwrap_or((expected, ""));
    let named = |text: &String| moves.split(' ').any(|m| m.to_lowercase() == *text);
    match (what, best) {
        ("sit", _) => sits,
        ("best", Some(best)) => !sits && named(&best),
        ("avoid", Some(best)) => !named(&best),
        _ => false,
    }
}

/// What a new engine says in a situation.
fn ask(position: &str, seat: &str, clocks: &str, message: &str) -> Result<Vec<String>, Failure> {
    let (says, heard) = mpsc::channel();
    let sink = move |line: &str| {
        // Nobody listens any more once it has answered.
        let _ = says.send(line.to_owned());
    };
    let engine = Engine::new("ubi", Box::new(sink))?;
    engine.send("setoption name TeamMessageMode value full")?;
    let mut go = format!(
        "go board {} movetime {}",
        seat.get(..1).unwrap_or_default(),
        TIME.as_millis()
    );
    if clocks == "-" {
        engine.send(&format!("position {position}"))?;
    } else {
        engine.send(&format!("position {position} clock {clocks}"))?;
        let own: Vec<_> = clocks.split(' ').collect();
        let own = own.chunks(2).nth(usize::from(seat.starts_with('B')));
        if let Some([white, black]) = own {
            go.push_str(&format!(" wtime {white} btime {black}"));
        }
    }
    if message != "-" {
        engine.send(&format!("partnermsg {message}"))?;
    }
    engine.send(&go)?;
    last(&engine, &heard)
}

fn last(engine: &Engine, heard: &Receiver<String>) -> Result<Vec<String>, Failure> {
    if !engine.wait(PATIENCE) {
        return Err(Failure::new("no answer"));
    }
    Ok(heard.try_iter().collect())
}
