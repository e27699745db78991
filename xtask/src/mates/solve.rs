//! Having the bot `search` find every mate of the file, one after the other.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use boardwright::host::{Bot, Decision, Game, Limits, Score, Subject};
use boardwright::jobs::Control;
use boardwright::value::Dict;

use super::path;
use crate::Failure;

/// Time that the bot has for each mate.
const TIME: Duration = Duration::from_secs(1);

/// Result of solving the file.
#[derive(Debug)]
pub struct Solved {
    solved: usize,
    missed: Vec<String>,
    worst: (f64, String),
    total: f64,
}

impl fmt::Display for Solved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.missed {
            writeln!(f, "missed: {line}")?;
        }
        let Self { solved, worst, .. } = self;
        write!(
            f,
            "{solved} of {} found in {:.1} s; the longest took {:.0} ms: {}",
            solved + self.missed.len(),
            self.total / 1000.0,
            worst.0,
            worst.1
        )
    }
}

/// Asks a new bot for each line; a mate is found if its first move is one of those
/// that were proved and its length is right.
///
/// # Errors
///
/// Those of the library.
pub fn solve(root: &Path) -> Result<Solved, Failure> {
    let text = crate::read(&path(root))?;
    let mut done = Solved {
        solved: 0,
        missed: Vec::new(),
        worst: (0.0, String::new()),
        total: 0.0,
    };
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        let fields: Vec<_> = line.split(" ; ").collect();
        let [_, game, position, moves, first] = fields[..] else {
            return Err(Failure::new(format!("{line}: not five fields")));
        };
        let found = decide(game, position).map_err(|e| Failure::new(format!("{line}: {e}")))?;
        let plies = moves
            .strip_prefix("mate ")
            .and_then(|n| n.parse::<i32>().ok())
            .map(|n| 2 * n - 1);
        let action = &found.action;
        let proved = plies.map(Score::Mate);
        let right = proved.is_some()
            && found.score == proved
            && first.split(' ').any(|text| text == action);
        if !right {
            let score = found.score.map_or_else(String::new, |s| s.to_string());
            done.missed.push(format!("{line}: {action} {score}"));
            continue;
        }
        let time = found.time.as_millis() as f64;
        done.solved += 1;
        done.total += time;
        if time > done.worst.0 {
            done.worst = (time, line.to_owned());
        }
    }
    Ok(done)
}

fn decide(game: &str, position: &str) -> boardwright::Result<Decision<String>> {
    let state = Game::new(game, &Dict::new())?.parse(position, &[])?;
    let bot = Bot::new("search", game, &Dict::new(), 1)?;
    let limits = Limits {
        movetime: Some(TIME),
        ..Limits::default()
    };
    let work = bot.decide(&Subject::State(&state, None), limits)?;
    work.run(&Control::new(None))
}
