//! Games, and states that come from texts.

use boardwright::arguments;
use boardwright::host::{self, Game, State};
use boardwright::value::Value;
use napi_derive::napi;
use serde_json::json;

use crate::errors::{OrRaise, Result};
use crate::handle::{Handle, New};
use crate::json;

/// All games, as JSON.
#[napi(catch_unwind)]
pub(crate) fn games() -> Result<String> {
    json::write(&host::games()).or_raise()
}

/// All presets of composed chess, as JSON.
#[napi(catch_unwind)]
pub(crate) fn presets() -> Result<String> {
    host::presets().and_then(|all| json::write(&all)).or_raise()
}

/// The codes of all errors, as JSON.
#[napi(catch_unwind)]
pub(crate) fn error_codes() -> Result<String> {
    json::write(&host::error_codes()).or_raise()
}

/// The version of the library.
#[napi(catch_unwind)]
pub(crate) fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// The bounds of the values in the options of one call.
#[napi(object, object_from_js = false)]
pub(crate) struct ValueBounds {
    pub deepest: u32,
    pub most_values: u32,
}

/// The bounds of the values in the options of one call.
#[napi(catch_unwind)]
pub(crate) fn value_bounds() -> ValueBounds {
    ValueBounds {
        deepest: arguments::DEEPEST as u32,
        most_values: arguments::MOST_VALUES as u32,
    }
}

/// The rules of a game; the options are JSON.
#[napi(catch_unwind)]
pub(crate) fn game(name: String, options: String) -> Result<New<Game>> {
    json::read(&options)
        .and_then(|options| Game::new(&name, &options))
        .map(New)
        .or_raise()
}

/// The rules of a state.
#[napi(catch_unwind)]
pub(crate) fn game_of(state: Handle<State>) -> Result<New<Game>> {
    Ok(New(state.get()?.game()))
}

/// Returns the properties of the rules as JSON.
#[napi(catch_unwind)]
pub(crate) fn game_info(game: Handle<Game>) -> Result<String> {
    let game = game.get()?;
    json::write(&json!({
        "name": game.name(),
        "options": game.options(),
        "seats": game.seats(),
        "hidden": game.hidden(),
        "styles": game.info().styles,
    }))
    .or_raise()
}

/// Lists the questions about states, as JSON.
#[napi(catch_unwind)]
pub(crate) fn game_questions(game: Handle<Game>) -> Result<String> {
    let game = game.get()?;
    json::write(&game.questions()).or_raise()
}

/// The texts of all action ids, as JSON; none for a game without ids.
#[napi(catch_unwind)]
pub(crate) fn action_texts(game: Handle<Game>) -> Result<String> {
    let game = game.get()?;
    let texts = game.action_texts().iter().map(|t| Value::from(&**t));
    json::write(&texts.collect::<Value>()).or_raise()
}

/// The first state.
#[napi(catch_unwind)]
pub(crate) fn start(game: Handle<Game>) -> Result<New<State>> {
    game.get()?.start().map(New).or_raise()
}

/// Reads a position, and earlier ones (oldest first).
#[napi(catch_unwind)]
pub(crate) fn parse(game: Handle<Game>, text: String, earlier: Vec<String>) -> Result<New<State>> {
    let earlier: Vec<_> = earlier.iter().map(String::as_str).collect();
    game.get()?.parse(&text, &earlier).map(New).or_raise()
}

/// Reads a line of EPD: the state, and the operations as JSON.
#[napi(catch_unwind)]
pub(crate) fn parse_epd(
    game: Handle<Game>,
    line: String,
    style: Option<String>,
) -> Result<(New<State>, String)> {
    let (state, operations) = game.get()?.parse_epd(&line, style.as_deref()).or_raise()?;
    let operations = json::write(&operations).or_raise()?;
    Ok((New(state), operations))
}

/// Takes up what `save` wrote.
#[napi(catch_unwind)]
pub(crate) fn load(text: String) -> Result<New<State>> {
    host::load(&text).map(New).or_raise()
}
