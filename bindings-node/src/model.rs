//! Players by language models. `lib/model.js` makes the calls.

use boardwright::Error;
use boardwright::host::{self, Observation};
use boardwright::model::{LanguageModel, Turn};
use boardwright::own::Told;
use boardwright::value::Value;
use napi_derive::napi;

use crate::errors::{OrRaise, Result};
use crate::handle::{Handle, New};
use crate::json;
use crate::own::asked;

/// A player with options as JSON.
#[napi(catch_unwind)]
pub(crate) fn model_new(options: String) -> Result<New<LanguageModel>> {
    let options = json::read(&options).or_raise()?;
    host::guard(|| LanguageModel::new(&options))
        .map(New)
        .or_raise()
}

/// The names of its models.
#[napi(catch_unwind)]
pub(crate) fn model_names(model: Handle<LanguageModel>) -> Result<Vec<String>> {
    let model = model.get()?;
    Ok(model.models().into_iter().map(str::to_owned).collect())
}

/// Begins to answer a question.
#[napi(catch_unwind)]
pub(crate) fn model_ask(model: Handle<LanguageModel>, told: Handle<Told>) -> Result<New<Turn>> {
    let (model, told) = (model.get()?, told.get()?);
    let question = asked(&told)?;
    let turn = host::guard(|| Ok(model.ask(question.details(), question.observation())));
    turn.map(New).or_raise()
}

/// Begins to check all endpoints.
#[napi(catch_unwind)]
pub(crate) fn model_preflight(model: Handle<LanguageModel>) -> Result<New<Turn>> {
    Ok(New(model.get()?.preflight()))
}

/// The prompt for the move of a seat, as JSON.
#[napi(catch_unwind)]
pub(crate) fn model_prompt(
    model: Handle<LanguageModel>,
    observation: Handle<Observation>,
) -> Result<String> {
    let (model, observation) = (model.get()?, observation.get()?);
    host::guard(|| json::write(&model.prompt(&observation))).or_raise()
}

/// The counts so far, as JSON.
#[napi(catch_unwind)]
pub(crate) fn model_stats(model: Handle<LanguageModel>) -> Result<String> {
    json::write(&model.get()?.stats()).or_raise()
}

/// The last exchanges, as JSON.
#[napi(catch_unwind)]
pub(crate) fn model_transcript(model: Handle<LanguageModel>) -> Result<String> {
    let model = model.get()?;
    let transcript = host::guard(|| model.transcript());
    transcript.and_then(|list| json::write(&list)).or_raise()
}

/// The next step, with what a call came to as JSON if it was the last one.
#[napi(catch_unwind)]
pub(crate) fn turn_step(turn: Handle<Turn>, now: f64, reply: Option<String>) -> Result<String> {
    let reply = reply.map(|reply| {
        serde_json::from_str::<Value>(&reply)
            .map_err(|e| Error::invalid_option(format!("response: {e}")))
    });
    let reply = reply.transpose().or_raise()?;
    let turn = turn.get()?;
    let now = now.max(0.0) as u64;
    let step = host::guard(|| turn.step_with(now, reply.as_ref()));
    step.and_then(|step| json::write(&step)).or_raise()
}

/// Gives a turn up, if it has not ended.
#[napi(catch_unwind)]
pub(crate) fn turn_cancel(turn: Handle<Turn>) -> Result<()> {
    turn.get()?.cancel();
    Ok(())
}
