//! Deciders.

use std::time::Duration;

use boardwright::rim::{Bot, Limits, Observation, State, Subject};
use napi::bindgen_prelude::BigInt;
use napi_derive::napi;

use crate::args::SeatArg;
use crate::errors::{OrRaise, Result};
use crate::handle::{Handle, New};
use crate::jobs::{Desk, milliseconds};
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

/// Within what a bot decides; times in milliseconds.
#[napi(object, object_to_js = false)]
pub(crate) struct Within {
    pub movetime: Option<f64>,
    pub deadline: Option<f64>,
    pub nodes: Option<f64>,
    pub depth: Option<u32>,
}

impl Within {
    fn limits(&self) -> Limits {
        Limits {
            movetime: milliseconds(self.movetime),
            deadline: milliseconds(self.deadline),
            nodes: self.nodes.map(|n| n as u64),
            depth: self.depth,
            ..Limits::default()
        }
    }

    fn deadline(&self) -> Option<Duration> {
        milliseconds(self.deadline)
    }
}

/// Queues a decision for a state of a game that hides nothing.
#[napi(catch_unwind)]
pub(crate) fn decide_state(
    desk: Handle<Desk>,
    job: i64,
    bot: Handle<Bot>,
    state: Handle<State>,
    seat: SeatArg,
    within: Within,
) -> Result<()> {
    let (bot, state) = (bot.get()?, state.get()?);
    let subject = Subject::State(&state, seat.get());
    let work = bot.decide(&subject, within.limits()).or_raise()?;
    desk.get()?
        .submit(job, bot.caller(), within.deadline(), work)
}

/// Queues a decision for an observation.
#[napi(catch_unwind)]
pub(crate) fn decide_observation(
    desk: Handle<Desk>,
    job: i64,
    bot: Handle<Bot>,
    observation: Handle<Observation>,
    within: Within,
) -> Result<()> {
    let (bot, observation) = (bot.get()?, observation.get()?);
    let subject = Subject::Observation(&observation);
    let work = bot.decide(&subject, within.limits()).or_raise()?;
    desk.get()?
        .submit(job, bot.caller(), within.deadline(), work)
}
