//! Deciders.

use boardwright::rim::{self, Limits, Subject};
use boardwright::{Error, Result};
use rustler::{Env, Resource, ResourceArc, Term};

use crate::args::{Seat, kind, maybe_millis, maybe_whole, options, options_and_rest, word};
use crate::errors::tagged;
use crate::jobs::{self, Start};
use crate::observation::Observation;
use crate::results::Shape;
use crate::state::State;

/// A bot for one game.
pub(crate) struct Bot(rim::Bot);

#[rustler::resource_impl]
impl Resource for Bot {}

#[rustler::nif]
fn bot_new<'a>(env: Env<'a>, name: Term<'a>, given: Term<'a>) -> Term<'a> {
    let new = || {
        let ([game, seed], options) = options_and_rest("bot", given, ["game", "seed"])?;
        let game = game.ok_or_else(|| Error::invalid_option("game: say which one it plays"))?;
        let seed = maybe_whole("seed", seed, 0, u64::MAX)?.unwrap_or(0);
        let (name, game) = (word("bot", name)?, word("game", game)?);
        let bot = rim::Bot::new(&name, &game, &options, seed)?;
        Ok(ResourceArc::new(Bot(bot)))
    };
    tagged(env, new())
}

#[rustler::nif]
fn bot_name(bot: &Bot) -> String {
    bot.0.name().to_owned()
}

#[rustler::nif]
fn bot_game(bot: &Bot) -> &'static str {
    bot.0.game()
}

#[rustler::nif]
fn decide<'a>(
    env: Env<'a>,
    bot: &Bot,
    subject: Term<'a>,
    given: Term<'a>,
    tag: Term<'a>,
) -> Term<'a> {
    let decide = || {
        let names = ["seat", "movetime", "deadline", "nodes", "depth"];
        let [seat, movetime, deadline, nodes, depth] = options("decide", given, names)?;
        let limits = Limits {
            movetime: maybe_millis("movetime", movetime)?,
            deadline: maybe_millis("deadline", deadline)?,
            nodes: maybe_whole("nodes", nodes, 0, u64::MAX)?,
            depth: maybe_whole("depth", depth, 0, u32::MAX.into())?.map(|depth| depth as u32),
            ..Limits::default()
        };
        let how = Start {
            caller: Some(bot.0.caller()),
            deadline: limits.deadline,
            shape: Shape::Decision,
        };
        let seat = seat.map(Seat::new).transpose()?;
        let subject = self::subject(subject, seat.as_ref())?;
        jobs::start(env, tag, &how, bot.0.decide(&subject, limits)?)
    };
    tagged(env, decide())
}

fn subject<'s, 'a: 's>(term: Term<'a>, seat: Option<&'s Seat<'_>>) -> Result<Subject<'s>> {
    if let Some(state) = term.try_get_resource::<State>() {
        return Ok(Subject::State(&state.inner, seat.map(Seat::as_ref)));
    }
    if let Some(observation) = term.try_get_resource::<Observation>() {
        return match seat {
            None => Ok(Subject::Observation(&observation.0)),
            Some(_) => Err(Error::invalid_option(
                "seat: an observation is of one seat already",
            )),
        };
    }
    let got = kind(term);
    Err(Error::invalid_option(format!(
        "a bot decides about a state or an observation, not about {got}"
    )))
}
