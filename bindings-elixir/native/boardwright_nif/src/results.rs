//! Results as Elixir structs.

use boardwright::host::{self, NamedOutcome};
use boardwright::jobs::Finished;
use boardwright::value::{Dict, Value};
use rustler::types::atom::Atom;
use rustler::{Encoder, Env, Term};

use crate::atoms;
use crate::errors::{map, tagged};
use crate::value::encode;

const OUTCOME: [&str; 5] = ["winner", "winners", "draw", "reason", "scores"];

const DECISION: [&str; 10] = [
    "move",
    "score",
    "pv",
    "depth",
    "nodes",
    "time",
    "alternatives",
    "messages",
    "hold",
    "fallback",
];

const INFO: [&str; 10] = [
    "depth",
    "selective_depth",
    "line",
    "score",
    "bound",
    "nodes",
    "time",
    "nodes_per_second",
    "hash_full",
    "pv",
];

const QUESTION: [&str; 8] = [
    "id", "seat", "refused", "events", "movetime", "nodes", "clock", "timeout",
];

/// The form into which the result of a job is converted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ResultKind {
    /// The value itself.
    Plain,
    /// A `Boardwright.Decision`.
    Decision,
}

impl ResultKind {
    /// The end of a job, tagged.
    pub(crate) fn finish<'a>(self, env: Env<'a>, finished: Finished<Value>) -> Term<'a> {
        let queued = u64::try_from(finished.queued.as_millis()).unwrap_or(u64::MAX);
        let term = finished.result.map(|value| match (self, &value) {
            (Self::Decision, Value::Object(decision)) => {
                let none = Value::Array(Vec::new());
                let module = atoms::decision_module();
                let said = |name| (name, decision.contains_key(name).encode(env));
                let more = [
                    ("queued", queued.encode(env)),
                    said("offer_draw"),
                    said("resign"),
                    ("says", encode(env, decision.get("says").unwrap_or(&none))),
                ];
                structure(env, module, &DECISION, decision, &more)
            }
            _ => encode(env, &value),
        });
        tagged(env, term)
    }
}

/// A `Boardwright.Info`.
pub(crate) fn info<'a>(env: Env<'a>, step: &Dict) -> Term<'a> {
    structure(env, atoms::info_module(), &INFO, step, &[])
}

/// A `Boardwright.Question`, with what is no plain value of it.
pub(crate) fn question<'a>(
    env: Env<'a>,
    details: &Dict,
    more: &[(&'static str, Term<'a>)],
) -> Term<'a> {
    structure(env, atoms::question_module(), &QUESTION, details, more)
}

/// A `Boardwright.Outcome`, or nil while there is none.
pub(crate) fn outcome<'a>(env: Env<'a>, outcome: Option<&NamedOutcome>) -> Term<'a> {
    match outcome {
        Some(outcome) => {
            let module = atoms::outcome_module();
            structure(env, module, &OUTCOME, &host::fields(outcome), &[])
        }
        None => rustler::types::atom::nil().encode(env),
    }
}

fn structure<'a>(
    env: Env<'a>,
    module: Atom,
    fields: &[&'static str],
    from: &Dict,
    more: &[(&'static str, Term<'a>)],
) -> Term<'a> {
    let nil = atoms::nil().encode(env);
    let (mut keys, mut values) = (Vec::new(), Vec::new());
    let field = |name| Atom::from_str(env, name).map_or(nil, |atom| atom.encode(env));
    for name in fields {
        keys.push(field(name));
        values.push(from.get(*name).map_or(nil, |value| encode(env, value)));
    }
    for (name, value) in more {
        keys.push(field(name));
        values.push(*value);
    }
    keys.push(atoms::structure().encode(env));
    values.push(module.encode(env));
    map(env, &keys, &values)
}
