//! Registries of bots, and what results say about strength, for `lib/ratings.js`.

use boardwright::arena::rating::{self, BotRegistry};
use boardwright::value::Value;
use napi_derive::napi;

use crate::errors::{OrRaise, Result};
use crate::handle::{Handle, New};
use crate::json;

/// An empty registry.
#[napi(catch_unwind)]
pub(crate) fn registry_new() -> New<BotRegistry> {
    New(BotRegistry::new())
}

/// Reads a registry from JSON.
#[napi(catch_unwind)]
pub(crate) fn registry_parse(text: String) -> Result<New<BotRegistry>> {
    BotRegistry::parse(&text).map(New).or_raise()
}

/// Reads a registry from a file; without one it is empty.
#[napi(catch_unwind)]
pub(crate) fn registry_load(path: String) -> Result<New<BotRegistry>> {
    BotRegistry::load(&path).map(New).or_raise()
}

/// The number of bots.
#[napi(catch_unwind)]
pub(crate) fn registry_size(registry: Handle<BotRegistry>) -> Result<f64> {
    json::count(registry.get()?.len() as u64).or_raise()
}

/// Answers a question, with arguments and answer as JSON.
#[napi(catch_unwind)]
pub(crate) fn registry_ask(
    registry: Handle<BotRegistry>,
    question: String,
    given: String,
) -> Result<String> {
    let given = json::read(&given).or_raise()?;
    written(registry.get()?.ask(&question, given))
}

/// Makes a change, with arguments and answer as JSON.
#[napi(catch_unwind)]
pub(crate) fn registry_change(
    registry: Handle<BotRegistry>,
    change: String,
    given: String,
) -> Result<String> {
    let given = json::read(&given).or_raise()?;
    written(registry.get_mut()?.change(&change, given))
}

/// Answers a question about results, with arguments and answer as JSON.
#[napi(catch_unwind)]
pub(crate) fn strength(question: String, given: String) -> Result<String> {
    let given = json::read(&given).or_raise()?;
    written(rating::strength(&question, given))
}

fn written(answer: boardwright::Result<Value>) -> Result<String> {
    answer.and_then(|answer| json::write(&answer)).or_raise()
}
