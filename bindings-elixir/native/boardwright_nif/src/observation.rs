//! Observations: the knowledge of one seat.

use boardwright::host;
use boardwright::value::Dict;
use rustler::{Env, NifResult, Resource, ResourceArc, Term};

use crate::args::{self, options_and_rest};
use crate::errors::bare;
use crate::game::Game;
use crate::lists::{id_list, text_list, with_ids};
use crate::results::outcome;
use crate::twins::twins;
use crate::value::term;

/// An observation.
pub(crate) struct Observation {
    pub(crate) inner: host::Observation,
}

#[rustler::resource_impl]
impl Resource for Observation {}

impl Observation {
    /// An observation as Elixir holds it.
    pub(crate) fn resource(inner: host::Observation) -> ResourceArc<Self> {
        ResourceArc::new(Self { inner })
    }
}

#[rustler::nif]
fn observation_game(observation: &Observation) -> ResourceArc<Game> {
    ResourceArc::new(Game(observation.inner.game()))
}

#[rustler::nif]
fn observation_inspect<'a>(env: Env<'a>, observation: &Observation) -> NifResult<Term<'a>> {
    bare(env, host::guard(|| Ok(format!("{:?}", observation.inner))))
}

#[rustler::nif]
fn observation_outcome<'a>(env: Env<'a>, observation: &Observation) -> NifResult<Term<'a>> {
    let value = host::guard(|| Ok(observation.inner.outcome()));
    bare(env, value.map(|value| outcome(env, value.as_ref())))
}

fn candidates<'a>(env: Env<'a>, observation: &Observation) -> NifResult<Term<'a>> {
    let texts = host::guard(|| Ok(observation.inner.candidates()));
    bare(env, texts.map(|texts| text_list(env, &texts)))
}

fn candidate_ids<'a>(env: Env<'a>, observation: &Observation) -> NifResult<Term<'a>> {
    let ids = with_ids(
        |ids| observation.inner.candidate_ids(ids),
        |ids| id_list(env, ids),
    );
    bare(env, ids)
}

twins! {
    Observation;
    observation_candidates observation_candidates_dirty candidates, slow, ();
    observation_candidate_ids observation_candidate_ids_dirty candidate_ids, slow, ();
    observation_svg observation_svg_dirty svg_now, told_or_slow, (given);
}

fn slow(observation: &Observation) -> bool {
    observation.inner.game().slow()
}

/// Answers a question of which it is not known before how long it takes.
#[rustler::nif(schedule = "DirtyCpu")]
fn observation_ask<'a>(
    env: Env<'a>,
    observation: &Observation,
    question: Term<'a>,
    given: Term<'a>,
) -> NifResult<Term<'a>> {
    let ask = || {
        let question = args::word("question", question)?;
        let ([], given): (_, Dict) = options_and_rest("ask", given, [])?;
        observation.inner.ask(&question, &given)
    };
    bare(env, ask().and_then(|answer| term(env, &answer)))
}

/// All that a seat was told of a whole game belongs on a dirty scheduler.
fn told_or_slow(observation: &Observation) -> bool {
    let game = observation.inner.game();
    game.hidden() || game.slow()
}

// <made: observation> by `cargo run -p xtask -- reference` from `boardwright::queries`
#[rustler::nif]
fn observation_seat<'a>(env: Env<'a>, observation: &Observation) -> NifResult<Term<'a>> {
    let answer = host::guard(|| Ok(observation.inner.seat()));
    bare(env, answer)
}

#[rustler::nif]
fn observation_text<'a>(env: Env<'a>, observation: &Observation) -> NifResult<Term<'a>> {
    let answer = host::guard(|| Ok(observation.inner.text()));
    bare(env, answer)
}

#[rustler::nif]
fn observation_key<'a>(env: Env<'a>, observation: &Observation) -> NifResult<Term<'a>> {
    let answer = host::guard(|| Ok(observation.inner.key()));
    bare(env, answer)
}

#[rustler::nif]
fn observation_may_act<'a>(env: Env<'a>, observation: &Observation) -> NifResult<Term<'a>> {
    let answer = host::guard(|| Ok(observation.inner.may_act()));
    bare(env, answer)
}

fn observation_describe_now<'a>(env: Env<'a>, observation: &Observation) -> NifResult<Term<'a>> {
    let answer = observation.inner.description();
    bare(env, answer.and_then(|told| term(env, &told)))
}

fn observation_describe_text_now<'a>(
    env: Env<'a>,
    observation: &Observation,
) -> NifResult<Term<'a>> {
    let answer = host::guard(|| Ok(observation.inner.describe_text()));
    bare(env, answer)
}

fn observation_move_in_words_now<'a>(
    env: Env<'a>,
    observation: &Observation,
    action: Term<'a>,
) -> NifResult<Term<'a>> {
    let ask = || {
        let action = args::action(action)?;
        observation.inner.move_in_words(action)
    };
    let answer = ask();
    bare(env, answer)
}

#[rustler::nif]
fn observation_draw<'a>(env: Env<'a>, observation: &Observation) -> NifResult<Term<'a>> {
    let answer = host::guard(|| Ok(observation.inner.draw()));
    bare(env, answer)
}

twins! {
    Observation;
    observation_describe observation_describe_dirty observation_describe_now, told_or_slow, ();
    observation_describe_text observation_describe_text_dirty observation_describe_text_now, slow, ();
    observation_move_in_words observation_move_in_words_dirty observation_move_in_words_now, slow, (action);
}
// </made: observation>

/// Draws what the seat knows as SVG.
fn svg_now<'a>(env: Env<'a>, observation: &Observation, given: Term<'a>) -> NifResult<Term<'a>> {
    let draw = || {
        let ([], options): (_, Dict) = options_and_rest("svg", given, [])?;
        observation
            .inner
            .svg(&host::DrawingOptions::read(&options)?)
    };
    bare(env, draw())
}

#[rustler::nif]
fn observation_same<'a>(
    env: Env<'a>,
    observation: &Observation,
    other: &Observation,
) -> NifResult<Term<'a>> {
    bare(env, host::guard(|| Ok(observation.inner == other.inner)))
}

#[rustler::nif]
fn observation_hash<'a>(env: Env<'a>, observation: &Observation) -> NifResult<Term<'a>> {
    bare(env, host::guard(|| Ok(observation.inner.hash_code())))
}
