//! Registries of bots, which are values here, and what results say about strength.

use boardwright::Result;
use boardwright::arena::rating::{self, BotRegistry};
use rustler::{Env, Resource, ResourceArc, Term};

use crate::args::{results, saved, word};
use crate::errors::tagged;
use crate::value::encode;

/// A registry, which never changes.
pub(crate) struct Bots(BotRegistry);

#[rustler::resource_impl]
impl Resource for Bots {}

fn handle(registry: BotRegistry) -> ResourceArc<Bots> {
    ResourceArc::new(Bots(registry))
}

/// An empty registry.
#[rustler::nif]
fn registry_new() -> ResourceArc<Bots> {
    handle(BotRegistry::new())
}

/// Reads a registry from JSON.
#[rustler::nif(schedule = "DirtyCpu")]
fn registry_parse<'a>(env: Env<'a>, text: Term<'a>) -> Term<'a> {
    let read = saved(text).and_then(BotRegistry::parse);
    tagged(env, read.map(handle))
}

/// Reads a registry from a file; without one it is empty.
#[rustler::nif(schedule = "DirtyIo")]
fn registry_load<'a>(env: Env<'a>, path: Term<'a>) -> Term<'a> {
    let read = word("path", path).and_then(|path| BotRegistry::load(&path));
    tagged(env, read.map(handle))
}

/// The number of bots.
#[rustler::nif]
fn registry_size(registry: &Bots) -> usize {
    registry.0.len()
}

/// Answers a question.
#[rustler::nif(schedule = "DirtyIo")]
fn registry_ask<'a>(
    env: Env<'a>,
    registry: &Bots,
    question: Term<'a>,
    given: Term<'a>,
) -> Term<'a> {
    let ask = || {
        let question = word("question", question)?;
        registry.0.ask(&question, results("arguments", given)?)
    };
    tagged(env, ask().map(|answer| encode(env, &answer)))
}

/// Makes a change; answers with the registry that comes of it, and what the change answers.
#[rustler::nif(schedule = "DirtyCpu")]
fn registry_change<'a>(
    env: Env<'a>,
    registry: &Bots,
    change: Term<'a>,
    given: Term<'a>,
) -> Term<'a> {
    let make = || -> Result<_> {
        let change = word("change", change)?;
        let mut changed = registry.0.clone();
        let answer = changed.change(&change, results("arguments", given)?)?;
        Ok((handle(changed), encode(env, &answer)))
    };
    tagged(env, make())
}

/// Answers a question about results.
#[rustler::nif(schedule = "DirtyCpu")]
fn strength<'a>(env: Env<'a>, question: Term<'a>, given: Term<'a>) -> Term<'a> {
    let ask = || {
        let question = word("question", question)?;
        rating::strength(&question, results("arguments", given)?)
    };
    tagged(env, ask().map(|answer| encode(env, &answer)))
}
