//! `tests/playthroughs/*.txt`: one game of each, with all that can be seen of it
//! at every ply, for people to read when a change alters it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use boardwright::Error;
use boardwright::host::{self, MoveRef, SeatRef, State, seat_names};
use boardwright::registry::{Entry, GAMES};
use boardwright::rng::{GENERATOR, Rng};
use boardwright::value::{Dict, Value};
use serde_json::json;

use crate::Failure;
use crate::sample::walk;

/// The length of game that is looked for, in plies, and among how many seeds.
const LONGEST: usize = 160;
const SEEDS: u64 = 200;

/// In how many plies from the start all legal moves are listed.
const LISTED: usize = 6;

/// The file of a game.
#[must_use]
pub fn path(root: &Path, entry: &Entry) -> PathBuf {
    root.join("tests/playthroughs")
        .join(format!("{}.txt", entry.info().name))
}

/// Makes the files of all registered games anew, and names them.
///
/// # Errors
///
/// Names the file that cannot be written.
pub fn write(root: &Path) -> Result<Vec<String>, Failure> {
    let mut written = Vec::new();
    for entry in GAMES {
        let path = path(root, entry);
        crate::write(&path, &playthrough(entry)?)?;
        written.push(
            path.strip_prefix(root)
                .unwrap_or(&path)
                .display()
                .to_string(),
        );
    }
    Ok(written)
}

/// Compares the file of a game with a new playthrough and returns the first difference, in words;
/// `None` if there is none.
#[must_use]
pub fn compare(root: &Path, entry: &Entry) -> Option<String> {
    let path = path(root, entry);
    let name = path.strip_prefix(root).unwrap_or(&path).display();
    let expected = match crate::read(&path) {
        Ok(text) => text,
        Err(failure) => return Some(format!("{failure}: make it with `make vectors`")),
    };
    match playthrough(entry) {
        Err(failure) => Some(format!("{name}: {failure}")),
        Ok(got) => crate::first_difference(&expected, &got).map(|at| format!("{name}, {at}")),
    }
}

/// The golden game of an entry, under its default options: the random game of the
/// first seed that ends soon, or else of the first seed as far as it came.
///
/// # Errors
///
/// Those of the library.
pub fn playthrough(entry: &Entry) -> Result<String, Failure> {
    let start = host::start(entry.info().name, &Dict::new())?;
    let (seed, moves) = choose(&start)?;
    let mut out = String::new();
    head(&mut out, &start, seed)?;
    let mut state = start;
    for (ply, text) in moves.iter().enumerate() {
        seen(&mut out, &state, ply < LISTED)?;
        made(&mut out, &state, text)?;
        state = state.play(None, MoveRef::Text(text), None)?;
    }
    seen(&mut out, &state, true)?;
    put(&mut out, "outcome", json!(state.outcome()));
    Ok(out)
}

fn choose(start: &State) -> Result<(u64, Vec<String>), Error> {
    let game = |seed| walk(start, &mut Rng::derived(&[seed]), LONGEST);
    for seed in 1..=SEEDS {
        let (moves, last) = game(seed)?;
        if last.outcome().is_some() {
            return Ok((seed, moves));
        }
    }
    Ok((1, game(1)?.0))
}

fn head(out: &mut String, start: &State, seed: u64) -> Result<(), Failure> {
    let game = start.game();
    let info = game.info();
    *out += "# A golden game; made by `make vectors`, not by hand. A difference means that\n\
             # the rules, a notation, a key, words or what a seat observes has changed.\n";
    put(out, "game", info.name);
    put(out, "summary", info.summary);
    put(out, "seats", game.seats().join(" "));
    put(out, "hidden", game.hidden());
    put(out, "styles", info.styles.join(" "));
    put(out, "action ids", game.action_texts().len());
    for (name, value) in game.options() {
        put(out, &format!("option {name}"), value);
    }
    put(
        out,
        "moves drawn by",
        format_args!("{GENERATOR} from the seed {seed}"),
    );
    Ok(())
}

/// Writes all that can be seen of a state; board and legal moves only if `all`.
fn seen(out: &mut String, state: &State, all: bool) -> Result<(), Error> {
    let game = state.game();
    put(out, "\nply", state.ply());
    put(out, "notation", state.notation());
    put(out, "key", state.key());
    put(out, "live", dash(&seat_names(&game, state.live())));
    if all {
        *out += &state.draw();
        put(out, "in words", state.describe_text(None)?);
        let moves = state.legal_moves(None, None)?;
        put(out, &format!("{} legal", moves.len()), dash(&moves));
    } else {
        put(out, "legal", state.count_legal(None)?);
    }
    if game.hidden() {
        for (seat, name) in (0..).zip(game.seats()) {
            let observation = state.observe(SeatRef::Index(seat))?;
            put(out, &format!("{name} observes"), observation.text());
            put(out, &format!("{name} may act"), observation.may_act());
            if all {
                put(out, &format!("{name} is told"), observation.describe_text());
            }
            put(
                out,
                &format!("{name} may try"),
                dash(&observation.candidates()),
            );
            put(out, &format!("{name} key"), observation.key());
        }
    }
    Ok(())
}

/// A move and what it brings about.
fn made(out: &mut String, state: &State, text: &str) -> Result<(), Error> {
    let game = state.game();
    let action = MoveRef::Text(text);
    let mut texts = Vec::new();
    for style in game.info().styles {
        texts.push(format!(
            "{style} {}",
            state.move_text(None, action, Some(style), None)?
        ));
    }
    put(out, "move", texts.join(", "));
    put(out, "in words", state.move_in_words(None, action, None)?);
    if !game.action_texts().is_empty() {
        put(out, "action id", state.action_id(None, text)?);
    }
    if let Value::Array(events) = state.report(None, action, None)? {
        for event in events {
            put(out, "event", event);
        }
    }
    Ok(())
}

fn dash(words: &[String]) -> String {
    if words.is_empty() {
        "-".into()
    } else {
        words.join(" ")
    }
}

fn put(out: &mut String, name: &str, value: impl std::fmt::Display) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{name}: {value}");
}
