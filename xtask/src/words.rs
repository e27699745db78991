//! `tests/vectors/*.words`: positions and moves in words, which every language says alike.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use boardwright::host::{Game, MoveRef, SeatRef, State};
use boardwright::registry::{Entry, GAMES};
use boardwright::rng::Rng;
use boardwright::value::Dict;

use crate::Failure;
use crate::sample::{label, variants, walk};

/// Plies after which a game is told, under the default options and under others.
const PLIES: [usize; 4] = [0, 9, 40, 150];
const PLIES_VARIED: [usize; 1] = [17];
/// Moves of a position that are told.
const MOVES: usize = 6;

const HEADER: &str = "\
# Positions and moves in words; made by `cargo run -p xtask -- vectors`, not by hand.
# name ; game(options) ; moves from the start, or - ; seat whose observation is told, or - ; words of the position ; move = words | move = words …, or -
";

/// The file of a game.
#[must_use]
pub fn path(root: &Path, entry: &Entry) -> PathBuf {
    root.join("tests/vectors")
        .join(format!("{}.words", entry.info().name))
}

/// Makes the files of all games that are shipped anew, and names them.
///
/// # Errors
///
/// Names the file that cannot be written.
pub fn write(root: &Path) -> Result<Vec<String>, Failure> {
    let mut written = Vec::new();
    for entry in GAMES.iter().filter(|e| e.shipped()) {
        let path = path(root, entry);
        crate::write(&path, &words(entry)?)?;
        let shown = path.strip_prefix(root).unwrap_or(&path);
        written.push(shown.display().to_string());
    }
    Ok(written)
}

/// The text of a game's file: states of random games, and of hidden games what a seat knows.
///
/// # Errors
///
/// Those of the library.
pub fn words(entry: &Entry) -> Result<String, Failure> {
    let info = entry.info();
    let mut text = HEADER.to_owned();
    let mut lines = 0;
    for options in std::iter::once(Dict::new()).chain(variants(info)?) {
        let game = Game::new(info.name, &options)?;
        let plies = match options.is_empty() {
            true => &PLIES[..],
            false => &PLIES_VARIED[..],
        };
        for plies in plies {
            let mut rng = Rng::derived(&[0x0077_6f72_6473, lines]);
            let (moves, state) = walk(&game.start()?, &mut rng, *plies)?;
            let mut told = vec![("-".to_owned(), of_state(&state, &mut rng)?)];
            if game.hidden() {
                for name in game.seats() {
                    told.push((name.clone(), of_seat(&state, name, &mut rng)?));
                }
            }
            for (seat, [position, moved]) in told {
                lines += 1;
                let fields = [
                    format!("words {lines}"),
                    label(info.name, &options),
                    if moves.is_empty() {
                        "-".into()
                    } else {
                        moves.join(" ")
                    },
                    seat,
                    position,
                    moved,
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
    Ok(text)
}

/// What is said of a state, and of some of its moves.
fn of_state(state: &State, rng: &mut Rng) -> Result<[String; 2], Failure> {
    let moves = some(state.legal_moves(None, None)?, rng);
    let words = |text: &str| state.move_in_words(None, MoveRef::Text(text), None);
    Ok([state.describe_text(None)?, joined(&moves, words)?])
}

/// What is said to a seat.
fn of_seat(state: &State, name: &str, rng: &mut Rng) -> Result<[String; 2], Failure> {
    let observation = state.observe(SeatRef::Name(name))?;
    let moves = some(observation.candidates(), rng);
    let words = |text: &str| observation.move_in_words(MoveRef::Text(text));
    Ok([observation.describe_text(), joined(&moves, words)?])
}

/// Some of the moves, whatever their order is.
fn some(mut moves: Vec<String>, rng: &mut Rng) -> Vec<String> {
    moves.sort_unstable();
    let mut chosen = Vec::new();
    while chosen.len() < MOVES && !moves.is_empty() {
        chosen.push(moves.swap_remove(rng.below(moves.len() as u32) as usize));
    }
    chosen
}

fn joined(
    moves: &[String],
    words: impl Fn(&str) -> Result<String, boardwright::Error>,
) -> Result<String, Failure> {
    let told = moves.iter().map(|text| {
        let words = words(text)?;
        if [text, &words]
            .iter()
            .any(|t| t.contains(" = ") || t.contains(" | "))
        {
            let message = format!("{text} = {words}: cannot be told in a vector");
            return Err(Failure::new(message));
        }
        Ok(format!("{text} = {words}"))
    });
    let told: Vec<_> = told.collect::<Result<_, Failure>>()?;
    Ok(if told.is_empty() {
        "-".into()
    } else {
        told.join(" | ")
    })
}
