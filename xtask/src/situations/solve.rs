//! Having the engine play every situation of the file through UBI.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use boardwright::protocol::Engine;

use super::path;
use crate::Failure;

/// Far longer than it takes for any of them.
const PATIENCE: Duration = Duration::from_secs(600);

/// Budget of the engine for each situation.
#[derive(Clone, Copy, Debug)]
pub enum Budget {
    /// A second, as over the board.
    Second,
    /// So many positions, which does not depend on the machine.
    Nodes(u64),
}

/// Result of solving the situations.
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
        let played = self.played();
        write!(f, "{} of {played} solved", played - self.missed.len())
    }
}

impl Solved {
    /// Returns the number of situations played.
    #[must_use]
    pub fn played(&self) -> usize {
        self.kinds.values().map(|(_, all)| all).sum()
    }

    /// Those that were not solved.
    #[must_use]
    pub fn missed(&self) -> &[String] {
        &self.missed
    }
}

/// Plays every situation, or one in so many.
///
/// # Errors
///
/// Those of the library.
pub fn solve(root: &Path, one_in: usize, budget: Budget) -> Result<Solved, Failure> {
    let text = crate::read(&path(root))?;
    let mut done = Solved {
        kinds: BTreeMap::new(),
        missed: Vec::new(),
    };
    let lines = text.lines().filter(|l| !l.starts_with('#'));
    for line in lines.step_by(one_in) {
        let fields: Vec<_> = line.split(" ; ").collect();
        let [name, position, seat, clocks, message, expected] = fields[..] else {
            return Err(Failure::new(format!("{line}: not six fields")));
        };
        let said = ask(position, seat, clocks, message, budget)?;
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

/// Returns true if the engine's lines contain the expected answer.
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

/// Returns the lines that a new engine writes in a situation.
fn ask(
    position: &str,
    seat: &str,
    clocks: &str,
    message: &str,
    budget: Budget,
) -> Result<Vec<String>, Failure> {
    let (says, heard) = mpsc::channel();
    let sink = move |line: &str| {
        // Nobody listens any more once it has answered.
        let _ = says.send(line.to_owned());
    };
    let engine = Engine::new("ubi", Box::new(sink))?;
    engine.send("setoption name TeamMessageMode value full")?;
    let board = seat.get(..1).unwrap_or_default();
    let mut go = match budget {
        Budget::Second => format!("go board {board} movetime 1000"),
        Budget::Nodes(nodes) => format!("go board {board} nodes {nodes}"),
    };
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
    if !engine.wait(PATIENCE) {
        return Err(Failure::new("no answer"));
    }
    Ok(heard.try_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_is_none_solves_nothing() {
        let said = ["bestmove board A (none)", "bestmove board B (none)"].map(str::to_owned);
        for (expected, right) in [
            ("sit", false),
            ("best A:e2e4 A:N@f7", false),
            ("avoid A:e2e4", true),
        ] {
            for seat in ["A.white", "B.black"] {
                assert_eq!(judged(expected, seat, &said), right, "{expected}");
            }
        }
    }

    #[test]
    fn moves_and_sits_are_told_apart() {
        let moves = ["bestmove board A n@f7 ponder h8g8".to_owned()];
        let sits = ["info board A sit 9600".to_owned(), moves[0].clone()];
        assert!(judged("best A:e2e4 A:N@f7", "A.white", &moves));
        assert!(!judged("best A:e2e4", "A.white", &moves));
        assert!(!judged("avoid A:N@f7", "A.white", &moves));
        assert!(judged("sit", "A.white", &sits) && !judged("sit", "A.white", &moves));
        assert!(!judged("best A:N@f7", "A.white", &sits));
    }
}
