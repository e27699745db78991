//! `tests/vectors/search.decisions`: what the bot `search` decides within limits of
//! nodes, so that every language can show that it decides the same.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use boardwright::game::Seat;
use boardwright::host::{Bot, Decision, Game, Limits, Score, SeatRef, State, Subject};
use boardwright::jobs::Control;
use boardwright::rng::Rng;
use boardwright::value::{Dict, Value};
use serde_json::json;

use crate::Failure;
use crate::sample::{label, walk};

/// Number of decisions in the file.
const DECISIONS: u64 = 1000;

/// The most plies of the random game before a decision.
const PLIES: u32 = 90;

/// Start positions of Chess960.
const SHUFFLES: u32 = 960;

const BOT: &str = "search";

const HEADER: &str = "\
# What the bot `search` decides with one thread; made by `make vectors`, not by hand, and
# anew whenever the search or an evaluation has changed. Every line has a bot of its own.
# name ; game(options) ; position ; seat ; options of the bot and its seed ; nodes ; move ; score
# The seat is - where only one is live.
";

/// The file.
#[must_use]
pub fn path(root: &Path) -> PathBuf {
    root.join("tests/vectors/search.decisions")
}

/// Makes the file anew, and names it.
///
/// # Errors
///
/// Those of the library; names the file if it cannot be written.
pub fn write(root: &Path) -> Result<String, Failure> {
    let path = path(root);
    crate::write(&path, &decisions(DECISIONS)?)?;
    let shown = path.strip_prefix(root).unwrap_or(&path);
    Ok(shown.display().to_string())
}

/// The text of the file, with so many decisions.
///
/// # Errors
///
/// Those of the library.
pub fn decisions(count: u64) -> Result<String, Failure> {
    let mut text = HEADER.to_owned();
    let mut rng = Rng::derived(&[count]);
    let mut number = 0;
    while number < count {
        let (game, state) = somewhere(number, &mut rng)?;
        if state.outcome().is_some() {
            continue;
        }
        let options = options(number);
        let nodes = 200 + 100 * u64::from(rng.below(5));
        let live = state.live();
        let seat = live.iter().nth(rng.below(live.len() as u32) as usize);
        let seat = seat.filter(|_| live.len() > 1);
        let decision = decide(&game, &state, seat, &options, nodes)?;
        number += 1;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "decision {number} ; {} ; {} ; {} ; {} ; {nodes} ; {} ; {}",
            label(game.name(), &parsed_with(&game)),
            state.notation(),
            seat.map_or("-", |seat| &game.seats()[seat.index()]),
            Value::Object(options),
            decision.action,
            score(decision.score),
        );
    }
    Ok(text)
}

/// A position that a random game comes to, of one game after another.
fn somewhere(number: u64, rng: &mut Rng) -> Result<(Game, State), Failure> {
    let mut options = Dict::new();
    let name = match number % 6 {
        0 => "chess",
        1 => {
            options.insert("chess960".into(), true.into());
            options.insert("chess960_position".into(), rng.below(SHUFFLES).into());
            "chess"
        }
        2 => "crazyhouse",
        3 => "bughouse",
        4 => "boost",
        _ => "jarls",
    };
    let started = Game::new(name, &options)?.start()?;
    let plies = rng.below(PLIES) as usize;
    let (_, state) = walk(&started, rng, plies)?;
    // As the languages read it: without the history of the random game.
    let game = Game::new(name, &parsed_with(&started.game()))?;
    let state = game.parse(&state.notation(), &[])?;
    Ok((game, state))
}

/// The options with which the position of a game is read: where its start was does
/// not matter any more.
fn parsed_with(game: &Game) -> Dict {
    let flag = "chess960";
    let given = game.options().get(flag).filter(|v| **v == true).cloned();
    given.map(|v| (flag.to_owned(), v)).into_iter().collect()
}

/// Options of the bot and its seed: full strength mostly, levels and contempt in
/// between.
fn options(number: u64) -> Dict {
    let mut options = Dict::new();
    options.insert("hash".into(), 1.into());
    options.insert("seed".into(), number.into());
    match number % 10 {
        7 => options.insert("level".into(), json!("casual")),
        8 => options.insert("strength".into(), 1500.into()),
        9 => options.insert("contempt".into(), 30.into()),
        _ => None,
    };
    options
}

fn decide(
    game: &Game,
    state: &State,
    seat: Option<Seat>,
    options: &Dict,
    nodes: u64,
) -> Result<Decision<String>, Failure> {
    let mut options = options.clone();
    let seed = options
        .remove("seed")
        .and_then(|v| v.as_u64())
        .unwrap_or_default();
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let bot = Bot::new(BOT, game.name(), &options, seed)?;
    let seat = seat.map(|seat| SeatRef::Index(i64::from(seat.0)));
    let work = bot.decide(&Subject::State(state, seat), limits)?;
    Ok(work.run(&Control::new(None))?)
}

/// A score as the file has it: `centipawns 12`, or `-` for none.
fn score(score: Option<Score>) -> String {
    score.map_or_else(|| "-".into(), |score| score.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_are_the_same_every_time() {
        let once = decisions(30).expect("decisions");
        assert_eq!(once, decisions(30).expect("decisions"));
        assert_eq!(once.lines().filter(|l| !l.starts_with('#')).count(), 30);
        for part in [
            "chess ;",
            "chess(chess960=true) ;",
            "crazyhouse ;",
            "bughouse ;",
            "; A.",
            "; B.",
            "boost ;",
            "jarls ;",
            "casual",
        ] {
            assert!(once.contains(part), "{part}");
        }
    }
}
