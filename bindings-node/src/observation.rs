//! Observations: the knowledge of one seat.

use boardwright::host::{self, DrawingOptions, Observation};
use napi_derive::napi;

use crate::args::{Ids, MoveArg};
use crate::errors::{OrRaise, Result};
use crate::handle::Handle;
use crate::json;
use crate::state::{listed, outcome, texts};

/// Frees an observation.
#[napi(catch_unwind)]
pub(crate) fn observation_dispose(observation: Handle<Observation>) {
    observation.dispose();
}

/// Returns the outcome as JSON, or nothing while the game goes on.
#[napi(catch_unwind)]
pub(crate) fn observation_outcome(observation: Handle<Observation>) -> Result<Option<String>> {
    let observation = observation.get()?;
    let ended = host::guard(|| Ok(observation.outcome())).or_raise()?;
    outcome(ended.as_ref()).or_raise()
}

/// The moves that the seat may try, as JSON.
#[napi(catch_unwind)]
pub(crate) fn candidates(observation: Handle<Observation>) -> Result<String> {
    let observation = observation.get()?;
    let moves = host::guard(|| Ok(observation.candidates()));
    moves.and_then(texts).or_raise()
}

/// Writes their ids into the buffer; says how many there are, which may be more
/// than it has room for.
#[napi(catch_unwind)]
pub(crate) fn candidate_ids(observation: Handle<Observation>, ids: Ids) -> Result<u32> {
    let observation = observation.get()?;
    listed(ids, |out| observation.candidate_ids(out))
}

// <made: observation> by `cargo run -p xtask -- reference` from `boardwright::queries`
/// The name of its seat.
#[napi(catch_unwind)]
pub(crate) fn observation_seat(observation: Handle<Observation>) -> Result<String> {
    let observation = observation.get()?;
    let answer = host::guard(|| Ok(observation.seat()));
    answer.or_raise()
}

/// All that the seat knows, as text: equal exactly if the seat knows the same.
#[napi(catch_unwind)]
pub(crate) fn observation_text(observation: Handle<Observation>) -> Result<String> {
    let observation = observation.get()?;
    let answer = host::guard(|| Ok(observation.text()));
    answer.or_raise()
}

/// The key of the information set, 16 hexadecimal digits.
#[napi(catch_unwind)]
pub(crate) fn observation_key(observation: Handle<Observation>) -> Result<String> {
    let observation = observation.get()?;
    let answer = host::guard(|| Ok(observation.key()));
    answer.or_raise()
}

/// True if the seat may act, as far as it can know.
#[napi(catch_unwind)]
pub(crate) fn observation_may_act(observation: Handle<Observation>) -> Result<bool> {
    let observation = observation.get()?;
    let answer = host::guard(|| Ok(observation.may_act()));
    answer.or_raise()
}

/// Returns all that the seat knows, in plain values.
#[napi(catch_unwind)]
pub(crate) fn observation_describe(observation: Handle<Observation>) -> Result<String> {
    let observation = observation.get()?;
    let answer = observation.description();
    answer.and_then(|value| json::write(&value)).or_raise()
}

/// Describes all that the seat knows in English sentences.
#[napi(catch_unwind)]
pub(crate) fn observation_describe_text(observation: Handle<Observation>) -> Result<String> {
    let observation = observation.get()?;
    let answer = host::guard(|| Ok(observation.describe_text()));
    answer.or_raise()
}

/// Describes in English words a move that the seat may try.
#[napi(catch_unwind)]
pub(crate) fn observation_move_in_words(
    observation: Handle<Observation>,
    action: MoveArg,
) -> Result<String> {
    let observation = observation.get()?;
    let action = action.get();
    let answer = observation.move_in_words(action);
    answer.or_raise()
}

/// Draws in text what the seat sees.
#[napi(catch_unwind)]
pub(crate) fn observation_draw(observation: Handle<Observation>) -> Result<String> {
    let observation = observation.get()?;
    let answer = host::guard(|| Ok(observation.draw()));
    answer.or_raise()
}
// </made: observation>

/// Draws what the seat knows as SVG; the options are JSON.
#[napi(catch_unwind)]
pub(crate) fn observation_svg(observation: Handle<Observation>, options: String) -> Result<String> {
    let observation = observation.get()?;
    let options = json::read(&options).and_then(|options| DrawingOptions::read(&options));
    options
        .and_then(|options| observation.svg(&options))
        .or_raise()
}

/// Answers one of the questions of the game; the arguments and the answer are JSON.
#[napi(catch_unwind)]
pub(crate) fn observation_ask(
    observation: Handle<Observation>,
    question: String,
    arguments: String,
) -> Result<String> {
    let observation = observation.get()?;
    let answer = json::read(&arguments).and_then(|given| observation.ask(&question, &given));
    answer.and_then(|answer| json::write(&answer)).or_raise()
}

/// Returns true if two observations are the same.
#[napi(catch_unwind)]
pub(crate) fn observation_equals(
    observation: Handle<Observation>,
    other: Handle<Observation>,
) -> Result<bool> {
    let (observation, other) = (observation.get()?, other.get()?);
    host::guard(|| Ok(*observation == *other)).or_raise()
}

/// A short text for a debugger.
#[napi(catch_unwind)]
pub(crate) fn observation_inspect(observation: Handle<Observation>) -> Result<String> {
    let observation = observation.get()?;
    host::guard(|| Ok(format!("{:?}", *observation))).or_raise()
}
