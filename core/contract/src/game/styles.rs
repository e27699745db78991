//! Styles of notation, and moves that are read in them.

use super::{Game, Seat};
use crate::error::{Error, Result, quoted};
use crate::history::PositionHistory;

/// Returns `unsupported` unless the style is the game's canonical one.
pub fn canonical_only<G: Game>(style: &str) -> Result<()> {
    if G::INFO.styles.first() == Some(&style) {
        Ok(())
    } else {
        Err(unknown_style::<G>(style))
    }
}

/// Reads a move of a recorded game step by step: the end, the text, the turn, the rules;
/// see [`Game::read_recorded`]. `seat` is the mover, if the record says so.
///
/// # Errors
///
/// As in [`Game::read_recorded`].
pub fn read_and_check<G: Game>(
    game: &G,
    position: &G::Position,
    past: &dyn PositionHistory,
    seat: Option<Seat>,
    text: &str,
    style: &str,
    play_on: bool,
) -> Result<G::Action> {
    if !play_on && let Some(outcome) = game.outcome(position, past) {
        return Err(outcome.over());
    }
    let action = game.read(position, past, seat, text, style)?;
    let actor = game.actor(position, &action);
    if seat.is_some_and(|seat| seat != actor) || !game.live(position).contains(actor) {
        return Err(Error::not_your_turn(
            "it is not the turn of that move's side",
        ));
    }
    game.check(position, past, &action)?;
    Ok(action)
}

/// Returns the error for a style of notation that a game lacks.
pub fn unknown_style<G: Game>(style: &str) -> Error {
    Error::unsupported(format!(
        "{} has no notation {}: there are {}",
        G::INFO.name,
        quoted(style),
        G::INFO.styles.join(", ")
    ))
}
