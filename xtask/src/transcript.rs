//! `tests/protocols/ubi.txt`: a whole game of bughouse between four programs that speak UBI,
//! as one of them heard and said it. It is a golden file: a test plays the game again.
//!
//! All lines are the same every time, since every search is one of nodes and of one thread; of
//! the times and the version, which are not, a dash is written.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use boardwright::game::Seat;
use boardwright::host::{MoveRef, SeatRef, State};
use boardwright::protocol::Engine;
use boardwright::value::Dict;
use serde_json::json;

use crate::Failure;

/// Positions that are searched for a move.
const NODES: u64 = 3000;

/// Of each clock at the start, and what a move takes of it, in milliseconds.
const CLOCK: u64 = 180_000;
const MOVE: u64 = 1000;

/// The most plies.
const PLIES: usize = 400;

/// Far longer than a search of so few positions takes.
const PATIENCE: Duration = Duration::from_secs(60);

const FILE: &str = "tests/protocols/ubi.txt";

/// A program at a seat, and what passed between it and its host.
struct TranscriptPlayer {
    engine: Engine,
    said: Receiver<String>,
    lines: Vec<String>,
}

impl TranscriptPlayer {
    fn new() -> Result<Self, Failure> {
        let (says, said) = mpsc::channel();
        let sink = move |line: &str| {
            // Nobody listens any more once the game is over.
            let _ = says.send(line.to_owned());
        };
        let mut player = Self {
            engine: Engine::new("ubi", Box::new(sink))?,
            said,
            lines: Vec::new(),
        };
        for line in [
            "ubi",
            "setoption name TeamMessageMode value full",
            "isready",
        ] {
            player.tell(line)?;
        }
        Ok(player)
    }

    /// Tells it a line, and waits for all that it has to say of it.
    fn tell(&mut self, line: &str) -> Result<Vec<String>, Failure> {
        self.engine.send(line)?;
        if !self.engine.wait(PATIENCE) {
            return Err(Failure::new(format!("no end of {line:?}")));
        }
        let said: Vec<_> = self.said.try_iter().collect();
        self.lines.push(format!("> {line}"));
        self.lines
            .extend(said.iter().map(|line| format!("< {line}")));
        Ok(said)
    }
}

/// A game that was played.
#[derive(Debug)]
pub struct Game {
    /// The moves of both boards in the order in which they were made.
    pub moves: Vec<String>,
    /// Outcome as JSON; `None` if the game did not end within the limit of plies, or nobody could
    /// move.
    pub outcome: Option<String>,
    /// Dialogue of each program with its host.
    pub lines: Vec<Vec<String>>,
}

/// Plays the game.
///
/// # Errors
///
/// Those of the library; a program that does not answer or whose move is illegal.
pub fn play(plies: usize) -> Result<Game, Failure> {
    let mut state = boardwright::host::start("bughouse", &Dict::new())?;
    let names = state.game().seats().to_vec();
    let mut players = names
        .iter()
        .map(|_| TranscriptPlayer::new())
        .collect::<Result<Vec<_>, _>>()?;
    let (mut clocks, mut turns) = (vec![CLOCK; names.len()], vec![0_usize; names.len()]);
    let mut moves = Vec::new();
    while moves.len() < plies && state.outcome().is_none() {
        let Some(seat) = next(&state, &turns)? else {
            break;
        };
        let at = seat.index();
        let said = ask(&mut players[at], &state, &names[at], &clocks)?;
        for line in &said {
            if let Some(message) = line.strip_prefix("teammsg ") {
                for partner in state.game().team(seat).without(seat).iter() {
                    players[partner.index()].tell(&format!("partnermsg {message}"))?;
                }
            }
        }
        let text = best(&said)
            .ok_or_else(|| Failure::new(format!("{} does not move: {said:?}", names[at])))?;
        state = state.play(None, MoveRef::Text(&text), None)?;
        moves.push(text);
        clocks[at] = clocks[at].saturating_sub(MOVE);
        turns[at] += 1;
    }
    for player in &mut players {
        player.tell("quit")?;
    }
    let outcome = state.outcome();
    Ok(Game {
        moves,
        outcome: outcome.map(|outcome| json!(outcome).to_string()),
        lines: players.into_iter().map(|player| player.lines).collect(),
    })
}

/// Of those who have a move, who has made fewest.
fn next(state: &State, turns: &[usize]) -> Result<Option<Seat>, Failure> {
    let mut found: Option<Seat> = None;
    for seat in state.live().iter() {
        let sooner = found.is_none_or(|other| turns[seat.index()] < turns[other.index()]);
        if sooner && state.count_legal(Some(SeatRef::Index(i64::from(seat.0))))? > 0 {
            found = Some(seat);
        }
    }
    Ok(found)
}

fn ask(
    player: &mut TranscriptPlayer,
    state: &State,
    name: &str,
    clocks: &[u64],
) -> Result<Vec<String>, Failure> {
    let board = name.split('.').next().unwrap_or(name);
    let clocks: Vec<_> = clocks.iter().map(u64::to_string).collect();
    let mut said = player.tell(&format!(
        "position {} clock {}",
        state.notation(),
        clocks.join(" ")
    ))?;
    said.extend(player.tell(&format!("go board {board} nodes {NODES}"))?);
    Ok(said)
}

/// The move of a line `bestmove board A e2e4 …`, as the game writes it.
fn best(said: &[String]) -> Option<String> {
    let line = said
        .iter()
        .find_map(|line| line.strip_prefix("bestmove board "))?;
    let mut words = line.split_ascii_whitespace();
    Some(format!("{}:{}", words.next()?, words.next()?))
}

/// The text of the file: the game to its end.
///
/// # Errors
///
/// As [`play`].
pub fn text() -> Result<String, Failure> {
    let game = play(PLIES)?;
    let mut text = format!(
        "# A game of bughouse between four programs `boardwright engine ubi`, a search of {NODES} nodes a move,\n\
         # as the one at A.white heard (>) and said (<) it; then all moves in their order, and the end.\n\
         # Made by `cargo run --release -p xtask -- transcript`.\n\n"
    );
    // Writing to a string cannot fail.
    for line in game.lines.first().into_iter().flatten() {
        let _ = writeln!(text, "{}", without_times(line));
    }
    text.push('\n');
    for row in game.moves.chunks(10) {
        let _ = writeln!(text, "{}", row.join(" "));
    }
    let end = game.outcome.unwrap_or_else(|| "unfinished".into());
    let _ = writeln!(text, "\n{end}");
    Ok(text)
}

/// A line with a dash for what differs between two runs or two versions.
fn without_times(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for i in 1..words.len() {
        let differs = matches!(words[i - 1], "nps" | "time");
        if differs && words[i].bytes().all(|byte| byte.is_ascii_digit()) {
            words[i] = "-";
        }
        if words[i] == env!("CARGO_PKG_VERSION") {
            words[i] = "-";
        }
    }
    words.join(" ")
}

/// Plays the game and writes the file.
///
/// # Errors
///
/// As [`play`]; names the file if it cannot be written.
pub fn write(root: &Path) -> Result<String, Failure> {
    crate::write(&root.join(FILE), &text()?)?;
    Ok(FILE.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_programs_play_the_golden_game() {
        let written = crate::read(&crate::root().join(FILE)).expect("the golden file");
        let played = text().expect("a game");
        let differs = crate::first_difference(&played, &written);
        assert!(
            differs.is_none(),
            "{FILE}: {differs:?}; `cargo run --release -p xtask -- transcript` makes it again"
        );
        let count = |start: &str| {
            let lines = played.lines().filter(|line| line.starts_with(start));
            lines.count()
        };
        assert!(count("> go board ") >= 5);
        assert_eq!(count("> go board "), count("< bestmove board "));
        // Nothing but the network that it names: no complaint.
        assert_eq!(count("< info string"), 1);
        assert_eq!(
            count("< info string bughouse is evaluated by the network "),
            1
        );
    }

    #[test]
    fn times_are_not_written() {
        assert_eq!(
            without_times("< info depth 3 nodes 12 nps 700 time 4 pv d2d4"),
            "< info depth 3 nodes 12 nps - time - pv d2d4"
        );
        assert_eq!(without_times("> go time 4s"), "> go time 4s");
    }
}
