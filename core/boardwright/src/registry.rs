//! THE one list of games. A game exists in every host language, on the command
//! line, in the shared vectors and in the tests by standing here.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use contract::error::{Error, ErrorKind, Result, quoted};
use contract::fork;
use contract::state::Saved;
use contract::value::{Dict, Value};
pub use dynamic::{AnyGame, AnyState, Entry, GameDescription, SeatCount};

/// All games.
pub static GAMES: &[&Entry] = &[
    &chess_games::CHESS,
    &chess_games::CRAZYHOUSE,
    &chess_games::BUGHOUSE_BOARD,
    &bughouse::ENTRY,
    &jarls::ENTRY,
    &blind::ENTRY,
    &boost::ENTRY,
    &presets::ENTRY,
    #[cfg(feature = "test-games")]
    &crate::testing::ENTRY,
];

/// The entry of a game whose name ends in `+` and goes on in the one given, with
/// how it goes on.
fn longer(name: &str) -> Option<(&'static Entry, &str)> {
    let families = GAMES
        .iter()
        .copied()
        .filter(|e| e.info().name.ends_with('+'));
    let mut found = families.filter_map(|e| Some((e, name.strip_prefix(e.info().name)?)));
    found.next()
}

/// Rules in use lately, the last ones in front, by the name and the options with which they
/// were asked for: a table of texts, once made, serves all states of its rules.
static KNOWN: Mutex<VecDeque<(String, AnyGame)>> = Mutex::new(VecDeque::new());

/// Number of rules that are kept.
const MOST_KNOWN: usize = 64;

/// The rules of the game of that name under the given options, the same object for all who
/// ask for the same. What follows the name of a game that ends in `+` stands for options of it.
///
/// # Errors
///
/// `unknown_game` and `invalid_option`, with what exists.
pub fn rules(name: &str, options: &Dict) -> Result<AnyGame> {
    let key = match options.is_empty() {
        true => name.to_owned(),
        // No name has a line break in it.
        false => format!("{name}\n{}", Value::Object(options.clone())),
    };
    known(&key, None).map_or_else(|| Ok(known_or(&key, made(name, options)?)), Ok)
}

fn made(name: &str, options: &Dict) -> Result<AnyGame> {
    let entry = find(name)?;
    match longer(name).filter(|(_, rest)| !rest.is_empty()) {
        None => entry.rules(options),
        Some((_, rest)) => {
            let mut options = options.clone();
            entry.named(rest, &mut options)?;
            entry.rules(&options)
        }
    }
}

/// The rules that are kept under a key, or these, kept from now on.
fn known_or(key: &str, made: AnyGame) -> AnyGame {
    known(key, Some(&made)).unwrap_or(made)
}

fn known(key: &str, made: Option<&AnyGame>) -> Option<AnyGame> {
    let _held = fork::hold();
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let found = known.iter().position(|(other, _)| other == key);
    let entry = match (found.and_then(|i| known.remove(i)), made) {
        (Some(entry), _) => entry,
        (None, Some(made)) => (key.to_owned(), Arc::clone(made)),
        (None, None) => return None,
    };
    let rules = Arc::clone(&entry.1);
    known.push_front(entry);
    let forgotten = (known.len() > MOST_KNOWN).then(|| known.pop_back());
    // Its tables are freed without holding up others.
    drop(known);
    drop(forgotten);
    Some(rules)
}

/// The entry of that name.
///
/// # Errors
///
/// `unknown_game`, with what exists.
pub fn find(name: &str) -> Result<&'static Entry> {
    let exact = GAMES.iter().copied().find(|e| e.info().name == name);
    let found = exact.or_else(|| longer(name).map(|(entry, _)| entry));
    found.ok_or_else(|| {
        let names: Vec<_> = GAMES.iter().map(|e| e.info().name).collect();
        let meant = part_of(name).map_or_else(String::new, |meant| format!("; {meant} is one"));
        Error::new(
            ErrorKind::UnknownGame,
            format!(
                "there is no game {}: there are {}{meant}",
                quoted(name),
                names.join(", ")
            ),
        )
    })
}

/// The game whose name goes on with a word, as `chess+atomic` does with `atomic`.
fn part_of(word: &str) -> Option<String> {
    let families = GAMES.iter().filter(|e| e.info().name.ends_with('+'));
    let mut names = families.map(|e| format!("{}{word}", e.info().name));
    names.find(|name| rules(name, &Dict::new()).is_ok())
}

/// Takes up a state that was saved, of whatever game.
///
/// # Errors
///
/// `invalid_notation` naming the field, `unknown_game`, `invalid_option`, and
/// `unsupported` for a version that is not known.
pub fn load(text: &str) -> Result<AnyState> {
    let saved = Saved::read(text)?;
    rules(&saved.game, &saved.options)?.load(&saved)
}
