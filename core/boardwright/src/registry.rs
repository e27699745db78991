//! THE one list of games. A game exists in every host language, on the command
//! line, in the shared vectors and in the tests by standing here.

use contract::error::{Error, ErrorKind, Result, quoted};
use contract::state::Saved;
use contract::value::Dict;
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

/// The rules of the game of that name under the given options. What follows the name
/// of a game that ends in `+` stands for options of it.
///
/// # Errors
///
/// `unknown_game` and `invalid_option`, with what exists.
pub fn rules(name: &str, options: &Dict) -> Result<AnyGame> {
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
    find(&saved.game)?.load(&saved)
}
