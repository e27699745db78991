//! `tests/vectors/*.questions`: questions about positions, which every language answers alike.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use boardwright::host::{ArgumentDescription, Game, State};
use boardwright::registry::{Entry, GAMES};
use boardwright::rng::Rng;
use boardwright::value::{Dict, Value};

use crate::Failure;
use crate::sample::{draw, label, walk};

/// Plies after which questions are asked.
const PLIES: [usize; 5] = [0, 7, 19, 40, 90];
/// Moves of a variation.
const LINE: usize = 4;

const HEADER: &str = "\
# Questions about positions; made by `cargo run -p xtask -- vectors`, not by hand.
# name ; game(options) ; moves from the start, or - ; question ; arguments as JSON ; answer as JSON, or the code of the error
";

/// The file of a game.
#[must_use]
pub fn path(root: &Path, entry: &Entry) -> PathBuf {
    root.join("tests/vectors")
        .join(format!("{}.questions", entry.info().name))
}

/// Makes the files of all games that are shipped and answer questions, and names them.
///
/// # Errors
///
/// Names the file that cannot be written.
pub fn write(root: &Path) -> Result<Vec<String>, Failure> {
    let mut written = Vec::new();
    for entry in GAMES.iter().filter(|e| e.shipped()) {
        let Some(text) = questions(entry)? else {
            continue;
        };
        let path = path(root, entry);
        crate::write(&path, &text)?;
        let shown = path.strip_prefix(root).unwrap_or(&path);
        written.push(shown.display().to_string());
    }
    Ok(written)
}

/// The text of a game's file; none for a game without questions.
///
/// # Errors
///
/// Those of the library.
pub fn questions(entry: &Entry) -> Result<Option<String>, Failure> {
    let info = entry.info();
    let mut text = HEADER.to_owned();
    let mut lines = 0_u64;
    for options in options_of(info.name) {
        let game = Game::new(info.name, &options)?;
        let questions = game.questions();
        if questions.is_empty() {
            return Ok(None);
        }
        for plies in PLIES {
            let mut rng = Rng::derived(&[0x0061_736b, lines]);
            let (moves, state) = walk(&game.start()?, &mut rng, plies)?;
            for question in &questions {
                lines += 1;
                let given = arguments(&state, &question.arguments, &mut rng)?;
                let answer = match state.ask(question.name, &given) {
                    Ok(answer) => answer.to_string(),
                    Err(error) => error.code().to_owned(),
                };
                let fields = [
                    format!("question {lines}"),
                    label(info.name, &options),
                    match moves.is_empty() {
                        true => "-".into(),
                        false => moves.join(" "),
                    },
                    question.name.to_owned(),
                    Value::Object(given).to_string(),
                    answer,
                ];
                if let Some(field) = fields.iter().find(|f| f.is_empty() || f.contains(" ; ")) {
                    let message = format!("{field:?} cannot be a field of a vector");
                    return Err(Failure::new(message));
                }
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{}", fields.join(" ; "));
            }
        }
    }
    Ok(Some(text))
}

/// Sets of options under which a game is asked.
fn options_of(name: &str) -> Vec<Dict> {
    let one = |name: &str, value: Value| [(name.to_owned(), value)].into_iter().collect();
    match name {
        "chess" => {
            let mut shuffled: Dict = one("chess960", true.into());
            shuffled.insert("chess960_position".into(), 77.into());
            vec![Dict::new(), shuffled]
        }
        "chess+" => ["atomic", "horde", "antichess", "cannon", "berserker"]
            .map(|presets| one("presets", presets.into()))
            .to_vec(),
        "jarls" => vec![one("players", 2.into()), one("players", 3.into())],
        _ => vec![Dict::new()],
    }
}

/// Arguments by chance: those that have to be given, and half of the others.
fn arguments(state: &State, takes: &[ArgumentDescription], rng: &mut Rng) -> Result<Dict, Failure> {
    let mut given = Dict::new();
    for argument in takes {
        if !argument.required && rng.below(2) == 0 {
            continue;
        }
        let any = |rng: &mut Rng, of: &[&str]| of[rng.below(of.len() as u32) as usize].to_owned();
        let value: Value = match (argument.kind, argument.name) {
            ("choice", _) => any(rng, argument.values.as_deref().unwrap_or_default()).into(),
            ("move", _) => match draw(state, rng)? {
                // On one of several boards the board is an argument of its own.
                Some(text) => text.rsplit(':').next().unwrap_or_default().into(),
                None => "e2e4".into(),
            },
            ("moves", _) => {
                let (moves, _) = walk(state, rng, LINE)?;
                moves.into()
            }
            ("flag", _) => (rng.below(2) == 0).into(),
            ("int", _) => argument.min.unwrap_or_default().into(),
            (_, "square" | "point") => format!(
                "{}{}",
                any(rng, &["a", "b", "d", "e", "h"]),
                1 + rng.below(8)
            )
            .into(),
            (_, "hex") => format!("{},{}", rng.below(5), rng.below(3)).into(),
            (_, "kind") => any(rng, &["pawn", "knight", "king"]).into(),
            (_, "notation") => any(
                rng,
                &[
                    "8/8/8/8/8/8/8/8 w - - 0 1",
                    "4k3/8/8/8/8/8/8/4K3 w K e3 0 1",
                ],
            )
            .into(),
            _ => continue,
        };
        given.insert(argument.name.to_owned(), value);
    }
    Ok(given)
}
