//! The rules of a game, and how states come about.

use boardwright::host;
use boardwright::value::Dict;
use boardwright::{Error, Result};
use rustler::{Encoder, Env, NifResult, Resource, ResourceArc, Term};

use crate::args::{action_id, items, maybe_word, notation, options, options_and_rest, saved, word};
use crate::atoms;
use crate::errors::{bare, tagged};
use crate::state::State;
use crate::value::{encode, term};

/// The rules of a game with their options fixed.
pub(crate) struct Game(pub(crate) host::Game);

#[rustler::resource_impl]
impl Resource for Game {}

fn find(name: Term<'_>, options: &Dict) -> Result<host::Game> {
    host::Game::new(&word("game", name)?, options)
}

/// The texts of all action ids; empty for a game without ids.
pub(crate) fn texts(game: &host::Game) -> Result<&[Box<str>]> {
    host::guard(|| Ok(game.action_texts()))
}

fn start_of(game: host::Game) -> Result<ResourceArc<State>> {
    let state = game.start()?;
    Ok(State::resource(state, game))
}

fn parse_of(
    game: host::Game,
    text: Term<'_>,
    history: Option<Term<'_>>,
) -> Result<ResourceArc<State>> {
    let earlier = match history {
        None => Vec::new(),
        Some(history) => items("history", "a list of notations", history)?,
    };
    let earlier = earlier
        .into_iter()
        .map(|text| notation("history", text))
        .collect::<Result<Vec<_>>>()?;
    let state = game.parse(notation("notation", text)?, &earlier)?;
    Ok(State::resource(state, game))
}

/// `start`, and the same for a dirty thread where there are options to be read.
macro_rules! start {
    ($($name:ident $schedule:literal),+) => {$(
        #[rustler::nif(schedule = $schedule)]
        fn $name<'a>(env: Env<'a>, name: Term<'a>, options: Term<'a>) -> Term<'a> {
            let start = || {
                let ([], options) = options_and_rest("start", options, [])?;
                start_of(find(name, &options)?)
            };
            tagged(env, start())
        }
    )+};
}

start!(start "Normal", start_dirty "DirtyCpu");

/// `parse`, and the same for a dirty thread where earlier positions come with it, or the
/// rules are slow: there it answers `:dirty`.
macro_rules! parse {
    ($($name:ident $schedule:literal $dirty:literal),+) => {$(
        #[rustler::nif(schedule = $schedule)]
        fn $name<'a>(env: Env<'a>, name: Term<'a>, text: Term<'a>, options: Term<'a>) -> Term<'a> {
            let parse = || {
                let ([history], options) = options_and_rest("parse", options, ["history"])?;
                let game = find(name, &options)?;
                if !$dirty && game.slow() {
                    return Ok(None);
                }
                parse_of(game, text, history).map(Some)
            };
            or_dirty(env, parse())
        }
    )+};
}

parse!(parse "Normal" false, parse_dirty "DirtyCpu" true);

/// Reads a line of EPD: `{:ok, {state, operations}}`.
fn parse_epd_of<'a>(
    env: Env<'a>,
    game: host::Game,
    line: Term<'a>,
    style: Option<Term<'a>>,
) -> Result<(ResourceArc<State>, Term<'a>)> {
    let style = maybe_word("style", style)?;
    let (state, operations) = game.parse_epd(notation("EPD", line)?, style.as_deref())?;
    Ok((State::resource(state, game), encode(env, &operations)))
}

#[rustler::nif(schedule = "DirtyCpu")]
fn parse_epd<'a>(env: Env<'a>, line: Term<'a>, given: Term<'a>) -> Term<'a> {
    let parse = || {
        let names = ["game", "style"];
        let ([game, style], options) = options_and_rest("parse_epd", given, names)?;
        let name = maybe_word("game", game)?.unwrap_or("chess".into());
        let game = host::Game::new(&name, &options)?;
        parse_epd_of(env, game, line, style)
    };
    tagged(env, parse())
}

#[rustler::nif(schedule = "DirtyCpu")]
fn game_parse_epd<'a>(env: Env<'a>, game: &Game, line: Term<'a>, given: Term<'a>) -> Term<'a> {
    let parse = || {
        let [style] = options("parse_epd", given, ["style"])?;
        parse_epd_of(env, game.0.clone(), line, style)
    };
    tagged(env, parse())
}

/// An answer, or `:dirty` where there is none yet.
pub(crate) fn or_dirty<'a>(env: Env<'a>, result: Result<Option<impl Encoder>>) -> Term<'a> {
    match result.transpose() {
        None => atoms::dirty().encode(env),
        Some(result) => tagged(env, result),
    }
}

macro_rules! load {
    ($($name:ident $schedule:literal),+) => {$(
        #[rustler::nif(schedule = $schedule)]
        fn $name<'a>(env: Env<'a>, text: Term<'a>) -> Term<'a> {
            let load = || {
                let state = host::load(saved(text)?)?;
                let game = state.game();
                Ok(State::resource(state, game))
            };
            tagged(env, load())
        }
    )+};
}

load!(load "Normal", load_dirty "DirtyCpu");

macro_rules! game_new {
    ($($name:ident $schedule:literal),+) => {$(
        #[rustler::nif(schedule = $schedule)]
        fn $name<'a>(env: Env<'a>, name: Term<'a>, options: Term<'a>) -> Term<'a> {
            let new = || {
                let ([], options) = options_and_rest("game", options, [])?;
                Ok(ResourceArc::new(Game(find(name, &options)?)))
            };
            tagged(env, new())
        }
    )+};
}

game_new!(game_new "Normal", game_new_dirty "DirtyCpu");

#[rustler::nif]
fn game_name(game: &Game) -> &'static str {
    game.0.name()
}

#[rustler::nif]
fn game_options<'a>(env: Env<'a>, game: &Game) -> Term<'a> {
    encode(env, &game.0.options())
}

#[rustler::nif]
fn game_questions<'a>(env: Env<'a>, game: &Game) -> NifResult<Term<'a>> {
    bare(env, term(env, &game.0.questions()))
}

#[rustler::nif]
fn game_seats(game: &Game) -> Vec<String> {
    game.0.seats().to_vec()
}

#[rustler::nif]
fn game_hidden(game: &Game) -> bool {
    game.0.hidden()
}

#[rustler::nif]
fn game_start<'a>(env: Env<'a>, game: &Game) -> Term<'a> {
    tagged(env, start_of(game.0.clone()))
}

macro_rules! game_parse {
    ($($name:ident $schedule:literal $dirty:literal),+) => {$(
        #[rustler::nif(schedule = $schedule)]
        fn $name<'a>(env: Env<'a>, game: &Game, text: Term<'a>, given: Term<'a>) -> Term<'a> {
            let parse = || {
                let [history] = options("parse", given, ["history"])?;
                if !$dirty && game.0.slow() {
                    return Ok(None);
                }
                parse_of(game.0.clone(), text, history).map(Some)
            };
            or_dirty(env, parse())
        }
    )+};
}

game_parse!(game_parse "Normal" false, game_parse_dirty "DirtyCpu" true);

#[rustler::nif]
fn game_action_count<'a>(env: Env<'a>, game: &Game) -> NifResult<Term<'a>> {
    let count = texts(&game.0).map(<[_]>::len);
    bare(env, count.map(|count| Some(count).filter(|n| *n > 0)))
}

#[rustler::nif]
fn game_action_text<'a>(env: Env<'a>, game: &Game, id: Term<'a>) -> NifResult<Term<'a>> {
    let text = || {
        let (id, texts) = (action_id(id)?, texts(&game.0)?);
        let name = game.0.name();
        match texts.get(id as usize) {
            Some(text) => Ok(text.encode(env)),
            None if texts.is_empty() => Err(no_ids(&game.0)),
            None => Err(Error::invalid_notation(format!(
                "action id {id}: {name} has the ids 0 to {}",
                texts.len() - 1
            ))),
        }
    };
    bare(env, text())
}

/// The error for a game without action ids.
fn no_ids(game: &host::Game) -> Error {
    Error::unsupported(format!("{} has no action ids", game.name()))
}

#[rustler::nif]
fn game_same(game: &Game, other: &Game) -> bool {
    game.0.same(&other.0)
}
