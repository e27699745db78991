//! Which games UCI can tell of, and the positions that it tells.

use std::str::SplitAsciiWhitespace;

use super::options::Options;
use super::session::BOT;
use crate::host::{Game, MoveRef, State};
use crate::protocol::driver;
use crate::registry::{self, Entry};
use contract::error::{ErrorKind, Result};
use contract::game::Hidden;
use contract::value::Dict;

/// The option by which a game becomes one of Fischer's.
const CHESS960: &str = "chess960";

/// The games that can be played through UCI: two seats that see everything, moves
/// written as UCI does, a bot that searches, and nothing that happens outside of
/// what a position and moves can tell.
pub(super) fn games() -> Vec<&'static str> {
    let plays = |entry: &Entry| {
        let info = entry.info();
        entry.shipped()
            && info.seats == (2, 2)
            && info.hidden == Hidden::Never
            && info.styles.first() == Some(&"uci")
            && info.bots.contains(&BOT)
            && !entry.changes_outside()
    };
    let games = registry::GAMES.iter().filter(|entry| plays(entry));
    games.map(|entry| entry.info().name).collect()
}

/// The games that can be played through UCI and have a network, with its name and hash.
pub(super) fn networks() -> impl Iterator<Item = (&'static str, String)> {
    games().into_iter().filter_map(|name| {
        let entry = registry::find(name).ok()?;
        Some((name, entry.network()?))
    })
}

fn start_of(name: &str, chess960: bool) -> Result<State> {
    let mut options = Dict::new();
    let known = registry::find(name)?.info().options;
    if chess960 && known.iter().any(|option| option.name == CHESS960) {
        options.insert(CHESS960.into(), true.into());
    }
    Game::new(name, &options)?.start()
}

/// The start position of the game that the options name.
pub(super) fn start(options: &Options) -> Result<State> {
    start_of(options.variant(), options.flag("UCI_Chess960"))
}

/// Reads what follows `position`.
pub(super) fn read(game: Game, mut words: SplitAsciiWhitespace<'_>) -> Result<State> {
    let state = driver::position(
        "fen",
        &mut words,
        || game.start(),
        |text| game.parse(text, &[]),
    )?;
    follow(state, &words.collect::<Vec<_>>())
}

/// The state after moves. Games that go on after a draw by the rules are followed.
fn follow(mut state: State, moves: &[&str]) -> Result<State> {
    for (i, text) in moves.iter().enumerate() {
        let action = MoveRef::Text(text);
        let played = match state.play(None, action, None) {
            Err(error) if error.kind() == ErrorKind::GameOver => {
                forgetting(&state).map_or(Err(error), |state| state.play(None, action, None))
            }
            played => played,
        };
        state = played.map_err(|error| {
            let n = moves.len();
            error.at(format_args!("move {} of {n}", i + 1))
        })?;
    }
    Ok(state)
}

/// A position that is drawn by what came before, without that: no past, and the
/// count of moves without progress begun anew. `None` if it has ended for another
/// reason.
pub(super) fn forgetting(state: &State) -> Option<State> {
    const HALFMOVE_CLOCK: usize = 4;
    let notation = state.notation();
    let mut fields: Vec<_> = notation.split(' ').collect();
    *fields.get_mut(HALFMOVE_CLOCK)? = "0";
    let state = state.game().parse(&fields.join(" "), &[]).ok()?;
    state.outcome().is_none().then_some(state)
}
