//! What one seat may know.

use boardwright::host;
use rustler::{Encoder, Env, NifResult, Resource, ResourceArc, Term};

use crate::atoms;
use crate::errors::bare;
use crate::game::{Game, share};
use crate::lists::{id_list, text_list, with_ids};
use crate::results::outcome;
use crate::value::encode;

/// An observation.
pub(crate) struct Observation(pub(crate) host::Observation);

#[rustler::resource_impl]
impl Resource for Observation {}

impl Observation {
    /// An observation as Elixir holds it.
    pub(crate) fn resource(inner: host::Observation) -> ResourceArc<Self> {
        ResourceArc::new(Self(inner))
    }
}

#[rustler::nif]
fn observation_game(observation: &Observation) -> ResourceArc<Game> {
    ResourceArc::new(Game(share(observation.0.game())))
}

#[rustler::nif]
fn observation_seat(observation: &Observation) -> String {
    observation.0.seat()
}

#[rustler::nif]
fn observation_inspect<'a>(env: Env<'a>, observation: &Observation) -> NifResult<Term<'a>> {
    bare(env, host::guard(|| Ok(format!("{:?}", observation.0))))
}

#[rustler::nif]
fn observation_text<'a>(env: Env<'a>, observation: &Observation) -> NifResult<Term<'a>> {
    bare(env, observation.0.text())
}

#[rustler::nif]
fn observation_key<'a>(env: Env<'a>, observation: &Observation) -> NifResult<Term<'a>> {
    bare(env, observation.0.key())
}

#[rustler::nif]
fn observation_may_act<'a>(env: Env<'a>, observation: &Observation) -> NifResult<Term<'a>> {
    bare(env, observation.0.may_act())
}

#[rustler::nif]
fn observation_outcome<'a>(env: Env<'a>, observation: &Observation) -> NifResult<Term<'a>> {
    let value = observation.0.outcome();
    bare(env, value.map(|value| outcome(env, value.as_ref())))
}

#[rustler::nif]
fn observation_candidates<'a>(env: Env<'a>, observation: &Observation) -> NifResult<Term<'a>> {
    if observation.0.game().slow() {
        return Ok(atoms::dirty().encode(env));
    }
    candidates(env, observation)
}

#[rustler::nif(schedule = "DirtyCpu")]
fn observation_candidates_dirty<'a>(
    env: Env<'a>,
    observation: &Observation,
) -> NifResult<Term<'a>> {
    candidates(env, observation)
}

fn candidates<'a>(env: Env<'a>, observation: &Observation) -> NifResult<Term<'a>> {
    let texts = observation.0.candidates();
    bare(env, texts.map(|texts| text_list(env, &texts)))
}

#[rustler::nif]
fn observation_candidate_ids<'a>(env: Env<'a>, observation: &Observation) -> NifResult<Term<'a>> {
    if observation.0.game().slow() {
        return Ok(atoms::dirty().encode(env));
    }
    candidate_ids(env, observation)
}

#[rustler::nif(schedule = "DirtyCpu")]
fn observation_candidate_ids_dirty<'a>(
    env: Env<'a>,
    observation: &Observation,
) -> NifResult<Term<'a>> {
    candidate_ids(env, observation)
}

fn candidate_ids<'a>(env: Env<'a>, observation: &Observation) -> NifResult<Term<'a>> {
    let ids = with_ids(
        |ids| observation.0.candidate_ids(ids),
        |ids| id_list(env, ids),
    );
    bare(env, ids)
}

/// What the seat knows, or `:dirty` where that is all it was told of a whole game, which
/// belongs on a dirty scheduler.
#[rustler::nif]
fn observation_describe<'a>(env: Env<'a>, observation: &Observation) -> NifResult<Term<'a>> {
    let game = observation.0.game();
    if game.hidden() || game.slow() {
        return Ok(atoms::dirty().encode(env));
    }
    described(env, observation)
}

#[rustler::nif(schedule = "DirtyCpu")]
fn observation_describe_dirty<'a>(env: Env<'a>, observation: &Observation) -> NifResult<Term<'a>> {
    described(env, observation)
}

fn described<'a>(env: Env<'a>, observation: &Observation) -> NifResult<Term<'a>> {
    let value = observation.0.describe();
    bare(env, value.map(|value| encode(env, &value)))
}

#[rustler::nif]
fn observation_draw<'a>(env: Env<'a>, observation: &Observation) -> NifResult<Term<'a>> {
    bare(env, observation.0.draw())
}

#[rustler::nif]
fn observation_same<'a>(
    env: Env<'a>,
    observation: &Observation,
    other: &Observation,
) -> NifResult<Term<'a>> {
    bare(env, host::guard(|| Ok(observation.0 == other.0)))
}

#[rustler::nif]
fn observation_hash<'a>(env: Env<'a>, observation: &Observation) -> NifResult<Term<'a>> {
    bare(env, host::guard(|| Ok(observation.0.hash_code())))
}
