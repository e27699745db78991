//! Players by language models. `Boardwright.LanguageModel` makes the calls.

use boardwright::host;
use boardwright::model::{self, LanguageModel};
use boardwright::value::{Dict, Serialize};
use boardwright::{Error, Result};
use rustler::{Env, NifResult, Resource, ResourceArc, Term};

use crate::errors::{bare, tagged};
use crate::observation::Observation;
use crate::own::Question;
use crate::value::{Reader, term};

/// A player.
pub(crate) struct Model(LanguageModel);

#[rustler::resource_impl]
impl Resource for Model {}

/// The steps from a question to its answer; given up when it is collected before its end.
pub(crate) struct Turn(model::Turn);

#[rustler::resource_impl]
impl Resource for Turn {}

/// A player with options.
#[rustler::nif(schedule = "DirtyCpu")]
fn model_new<'a>(env: Env<'a>, options: Term<'a>) -> Term<'a> {
    let new = || {
        let mut reader = Reader::new();
        let mut dict = Dict::new();
        for (name, value) in reader.pairs("options", options)? {
            dict.insert(name.clone(), reader.value(&name, value)?);
        }
        let model = host::guard(|| LanguageModel::new(&dict))?;
        Ok::<_, Error>(ResourceArc::new(Model(model)))
    };
    tagged(env, new())
}

/// The names of its models.
#[rustler::nif]
fn model_names(model: &Model) -> Vec<String> {
    model.0.models().into_iter().map(str::to_owned).collect()
}

/// Begins to answer a question.
#[rustler::nif(schedule = "DirtyCpu")]
fn model_ask<'a>(env: Env<'a>, model: &Model, question: &Question) -> NifResult<Term<'a>> {
    let turn = host::guard(|| {
        let question = question.asked()?;
        Ok(model.0.ask(question.details(), question.observation()))
    });
    bare(env, turn.map(|turn| ResourceArc::new(Turn(turn))))
}

/// Begins to check all endpoints.
#[rustler::nif]
fn model_preflight(model: &Model) -> ResourceArc<Turn> {
    ResourceArc::new(Turn(model.0.preflight()))
}

/// The prompt for the move of a seat.
#[rustler::nif(schedule = "DirtyCpu")]
fn model_prompt<'a>(env: Env<'a>, model: &Model, observation: &Observation) -> NifResult<Term<'a>> {
    let prompt = host::guard(|| Ok(model.0.prompt(&observation.inner)));
    plain(env, prompt)
}

/// The counts so far.
#[rustler::nif]
fn model_stats<'a>(env: Env<'a>, model: &Model) -> NifResult<Term<'a>> {
    plain(env, Ok(model.0.stats()))
}

/// The last exchanges with the endpoints.
#[rustler::nif(schedule = "DirtyCpu")]
fn model_transcript<'a>(env: Env<'a>, model: &Model) -> NifResult<Term<'a>> {
    let transcript = host::guard(|| model.0.transcript());
    plain(env, transcript)
}

/// The next step, with what a call came to if it was the last one.
#[rustler::nif(schedule = "DirtyCpu")]
fn turn_step<'a>(env: Env<'a>, turn: &Turn, now: u64, reply: Term<'a>) -> NifResult<Term<'a>> {
    let step = host::guard(|| {
        let reply = Reader::new().value("response", reply)?;
        let reply = Some(reply).filter(|reply| !reply.is_null());
        turn.0.step_with(now, reply.as_ref())
    });
    plain(env, step)
}

fn plain<'a>(env: Env<'a>, value: Result<impl Serialize>) -> NifResult<Term<'a>> {
    bare(env, value.and_then(|value| term(env, &value)))
}
