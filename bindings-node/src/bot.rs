//! Deciders.

use boardwright::host::{self, Bot, Info, Limits, Observation, State, Subject};
use napi::bindgen_prelude::BigInt;
use napi_derive::napi;

use crate::args::SeatArg;
use crate::errors::{OrRaise, Result};
use crate::event_queue::EventQueue;
use crate::handle::{Handle, New};
use crate::jobs::JobContext;
use crate::json;

/// A bot; the options are JSON.
#[napi(catch_unwind)]
pub(crate) fn bot(name: String, game: String, options: String, seed: BigInt) -> Result<New<Bot>> {
    let seed = seed.get_u64().1;
    json::read(&options)
        .and_then(|options| Bot::new(&name, &game, &options, seed))
        .map(New)
        .or_raise()
}

/// Frees a bot, once the decision it is at is over.
#[napi(catch_unwind)]
pub(crate) fn bot_dispose(bot: Handle<Bot>) {
    bot.dispose();
}

/// The name of a bot.
#[napi(catch_unwind)]
pub(crate) fn bot_name(bot: Handle<Bot>) -> Result<String> {
    Ok(bot.get()?.name().to_owned())
}

/// The name of the game that a bot plays.
#[napi(catch_unwind)]
pub(crate) fn bot_game(bot: Handle<Bot>) -> Result<&'static str> {
    Ok(bot.get()?.game())
}

/// Has a bot forget what it learnt of a game.
#[napi(catch_unwind)]
pub(crate) fn bot_new_game(bot: Handle<Bot>) -> Result<()> {
    bot.get()?.new_game().or_raise()
}

/// Within what a bot decides, as JSON; times in milliseconds.
pub(crate) fn limits(text: &str) -> Result<Limits> {
    json::read(text)
        .and_then(|given| Limits::read(&given))
        .or_raise()
}

/// Queues a decision for a state of a game that hides nothing.
#[napi(catch_unwind)]
pub(crate) fn decide_state(
    context: Handle<JobContext>,
    job: i64,
    bot: Handle<Bot>,
    state: Handle<State>,
    seat: SeatArg,
    limits: String,
) -> Result<()> {
    let state = state.get()?;
    let subject = Subject::State(&state, seat.get());
    decide(&*context.get()?, job, &*bot.get()?, &subject, &limits)
}

/// Queues a decision for an observation.
#[napi(catch_unwind)]
pub(crate) fn decide_observation(
    context: Handle<JobContext>,
    job: i64,
    bot: Handle<Bot>,
    observation: Handle<Observation>,
    limits: String,
) -> Result<()> {
    let observation = observation.get()?;
    let subject = Subject::Observation(&observation);
    decide(&*context.get()?, job, &*bot.get()?, &subject, &limits)
}

fn decide(
    context: &JobContext,
    job: i64,
    bot: &Bot,
    subject: &Subject<'_>,
    text: &str,
) -> Result<()> {
    let limits = limits(text)?;
    let deadline = limits.deadline;
    let work = bot.decide(subject, limits).or_raise()?;
    context.submit(job, bot.caller(), deadline, work)
}

/// Queues an analysis of a state of a game that hides nothing.
#[napi(catch_unwind)]
pub(crate) fn analyse_state(
    context: Handle<JobContext>,
    job: i64,
    bot: Handle<Bot>,
    state: Handle<State>,
    seat: SeatArg,
    limits: String,
) -> Result<New<EventQueue>> {
    let state = state.get()?;
    let subject = Subject::State(&state, seat.get());
    analyse(&*context.get()?, job, &*bot.get()?, &subject, &limits)
}

/// Queues an analysis of an observation.
#[napi(catch_unwind)]
pub(crate) fn analyse_observation(
    context: Handle<JobContext>,
    job: i64,
    bot: Handle<Bot>,
    observation: Handle<Observation>,
    limits: String,
) -> Result<New<EventQueue>> {
    let observation = observation.get()?;
    let subject = Subject::Observation(&observation);
    analyse(&*context.get()?, job, &*bot.get()?, &subject, &limits)
}

fn analyse(
    context: &JobContext,
    job: i64,
    bot: &Bot,
    subject: &Subject<'_>,
    text: &str,
) -> Result<New<EventQueue>> {
    let limits = limits(text)?;
    let deadline = limits.deadline;
    let feed = EventQueue::new(context, job);
    let told = feed.clone();
    let watch = Box::new(move |info: Info<String>| told.tell(host::fields(&info)));
    let work = bot.analyse(subject, limits, watch).or_raise()?;
    context.submit(job, bot.caller(), deadline, work)?;
    Ok(New(feed))
}

/// Takes the oldest thing that was told and not taken yet, as JSON; null where there
/// is none, and then JavaScript is called once there is.
#[napi(catch_unwind)]
pub(crate) fn event_queue_take(feed: Handle<EventQueue>) -> Result<Option<String>> {
    Ok(feed.get()?.take())
}
