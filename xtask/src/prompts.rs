//! `tests/prompts/*.txt`: what language models are told of each game, in each style, for people
//! to read when a change alters it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use boardwright::host::{Game, SeatRef};
use boardwright::model::LanguageModel;
use boardwright::registry::{Entry, GAMES};
use boardwright::rng::Rng;
use boardwright::value::Dict;
use serde_json::json;

use crate::sample::{label, variants, walk};
use crate::{Failure, first_difference, read};

/// Plies after which a game is told.
const PLIES: usize = 6;
/// Styles of prompts, with and without the list of moves.
const STYLES: [(&str, &str); 4] = [
    ("beginner", "list"),
    ("intermediate", "list"),
    ("intermediate", "hidden"),
    ("hard", "list"),
];

/// The file of a game.
#[must_use]
pub fn path(root: &Path, entry: &Entry) -> PathBuf {
    root.join("tests/prompts")
        .join(format!("{}.txt", entry.info().name))
}

/// Makes the files of all shipped games anew, and names them.
///
/// # Errors
///
/// Names the file that cannot be written.
pub fn write(root: &Path) -> Result<Vec<String>, Failure> {
    let mut written = Vec::new();
    for entry in GAMES.iter().filter(|entry| entry.shipped()) {
        let path = path(root, entry);
        crate::write(&path, &prompts(entry)?)?;
        let shown = path.strip_prefix(root).unwrap_or(&path);
        written.push(shown.display().to_string());
    }
    Ok(written)
}

/// Compares the file of a game with new prompts and returns the first difference, in words;
/// `None` if there is none.
#[must_use]
pub fn compare(root: &Path, entry: &Entry) -> Option<String> {
    let path = path(root, entry);
    let name = path.strip_prefix(root).unwrap_or(&path).display();
    let expected = match read(&path) {
        Ok(text) => text,
        Err(failure) => return Some(format!("{failure}: make it with `make vectors`")),
    };
    match prompts(entry) {
        Err(failure) => Some(format!("{name}: {failure}")),
        Ok(got) => first_difference(&expected, &got).map(|at| format!("{name}: {at}")),
    }
}

/// The prompts of a game: in every style under the default options, and in the first of them
/// under each of the others.
///
/// # Errors
///
/// Those of the library.
pub fn prompts(entry: &Entry) -> Result<String, Failure> {
    let info = entry.info();
    let mut text = String::from(
        "Prompts for language models; made by `cargo run -p xtask -- prompts`, not by hand.\n",
    );
    for options in std::iter::once(Dict::new()).chain(variants(info)?) {
        let game = Game::new(info.name, &options)?;
        let (_, state) = walk(&game.start()?, &mut Rng::new(1), PLIES)?;
        let seats = 0..game.seats().len();
        let mut seats = seats.map(|seat| state.observe(SeatRef::Index(seat as i64)));
        let acting = seats.find(|seat| seat.as_ref().is_ok_and(|seat| seat.may_act()));
        let Some(observation) = acting.transpose()? else {
            continue;
        };
        let varied = !options.is_empty();
        for (style, moves) in STYLES {
            let player = json!({
                "endpoints": [{ "base_url": "http://localhost/v1", "model": "any" }],
                "style": style,
                "legal_moves": moves,
            });
            let player = LanguageModel::new(player.as_object().unwrap_or(&Dict::new()))?;
            let prompt = player.prompt(&observation);
            let name = label(info.name, &options);
            // Other options differ in the rules; those are longest in the first style.
            let told = if varied { &prompt[..1] } else { &prompt };
            for message in told {
                let role = format!("{:?}", message.role).to_lowercase();
                // Writing to a text does not fail.
                let _ = write!(
                    text,
                    "\n=== {name}, {style}, {moves}: {role}\n{}\n",
                    message.content
                );
            }
            if varied {
                break;
            }
        }
    }
    Ok(text)
}
