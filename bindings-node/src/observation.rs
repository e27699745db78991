//! What a seat may know.

use boardwright::host::{Observation, guard};
use napi_derive::napi;

use crate::args::Ids;
use crate::errors::{OrRaise, Result};
use crate::handle::Handle;
use crate::json;
use crate::state::{listed, outcome, texts};

/// Frees an observation.
#[napi(catch_unwind)]
pub(crate) fn observation_dispose(observation: Handle<Observation>) {
    observation.dispose();
}

/// The name of its seat.
#[napi(catch_unwind)]
pub(crate) fn observation_seat(observation: Handle<Observation>) -> Result<String> {
    let observation = observation.get()?;
    guard(|| Ok(observation.seat())).or_raise()
}

/// All that the seat knows, as text.
#[napi(catch_unwind)]
pub(crate) fn observation_text(observation: Handle<Observation>) -> Result<String> {
    observation.get()?.text().or_raise()
}

/// The key of the information set.
#[napi(catch_unwind)]
pub(crate) fn observation_key(observation: Handle<Observation>) -> Result<String> {
    observation.get()?.key().or_raise()
}

/// Whether the seat may act, as far as it can know.
#[napi(catch_unwind)]
pub(crate) fn may_act(observation: Handle<Observation>) -> Result<bool> {
    observation.get()?.may_act().or_raise()
}

/// How the game ended, as JSON, or nothing.
#[napi(catch_unwind)]
pub(crate) fn observation_outcome(observation: Handle<Observation>) -> Result<Option<String>> {
    let ended = observation.get()?.outcome().or_raise()?;
    outcome(ended.as_ref()).or_raise()
}

/// The moves that the seat may try, as JSON.
#[napi(catch_unwind)]
pub(crate) fn candidates(observation: Handle<Observation>) -> Result<String> {
    let moves = observation.get()?.candidates();
    moves.and_then(texts).or_raise()
}

/// Writes their ids into the buffer; says how many there are, which may be more
/// than it has room for.
#[napi(catch_unwind)]
pub(crate) fn candidate_ids(observation: Handle<Observation>, ids: Ids) -> Result<u32> {
    let observation = observation.get()?;
    listed(ids, |out| observation.candidate_ids(out))
}

/// What the seat knows, as JSON.
#[napi(catch_unwind)]
pub(crate) fn observation_describe(observation: Handle<Observation>) -> Result<String> {
    let value = observation.get()?.describe();
    value.and_then(|value| json::write(&value)).or_raise()
}

/// What the seat sees, drawn in text.
#[napi(catch_unwind)]
pub(crate) fn observation_draw(observation: Handle<Observation>) -> Result<String> {
    observation.get()?.draw().or_raise()
}

/// Whether two observations are the same.
#[napi(catch_unwind)]
pub(crate) fn observation_equals(
    observation: Handle<Observation>,
    other: Handle<Observation>,
) -> Result<bool> {
    let (observation, other) = (observation.get()?, other.get()?);
    guard(|| Ok(*observation == *other)).or_raise()
}

/// A short text for a debugger.
#[napi(catch_unwind)]
pub(crate) fn observation_inspect(observation: Handle<Observation>) -> Result<String> {
    let observation = observation.get()?;
    guard(|| Ok(format!("{:?}", *observation))).or_raise()
}
