//! Deciders.

use boardwright::arguments;
use boardwright::host::{self, Info, Limits, Subject};
use boardwright::value::{Dict, Value};
use boardwright::{Error, Result};
use rustler::{Env, Resource, ResourceArc, Term};

use crate::args::{Seat, kind, maybe_millis, options, options_and_rest, whole_or_default, word};
use crate::atoms;
use crate::errors::{self, tagged};
use crate::jobs::{self, Start};
use crate::observation::Observation;
use crate::results::ResultKind;
use crate::state::State;
use crate::value::{Reader, encode};

/// A bot for one game, with true if its seed was given: where it was not, a table draws one.
pub(crate) struct Bot(host::Bot, bool);

#[rustler::resource_impl]
impl Resource for Bot {}

#[rustler::nif]
fn bot_new<'a>(env: Env<'a>, name: Term<'a>, given: Term<'a>) -> Term<'a> {
    let new = || {
        let ([game, seed], options) = options_and_rest("bot", given, ["game", "seed"])?;
        let game = game.ok_or_else(|| Error::invalid_option("game: say which one it plays"))?;
        let seeded = seed.is_some_and(|seed| atoms::nil() != seed);
        let seed = whole_or_default(&arguments::SEED, seed)?;
        let (name, game) = (word("bot", name)?, word("game", game)?);
        let bot = host::Bot::new(&name, &game, &options, seed)?;
        Ok(ResourceArc::new(Bot(bot, seeded)))
    };
    tagged(env, new())
}

/// The bot by plain values, as the library reads it at a seat or among players.
#[rustler::nif]
fn bot_described<'a>(env: Env<'a>, bot: &Bot) -> Term<'a> {
    encode(env, &Value::Object(bot.0.described(bot.1)))
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
fn bot_new_game<'a>(env: Env<'a>, bot: &Bot) -> Term<'a> {
    errors::done(env, bot.0.new_game())
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
        let (seat, limits) = limits("decide", given)?;
        let subject = self::subject(subject, seat.as_ref())?;
        let how = how(bot, &limits);
        jobs::start(env, tag, &how, bot.0.decide(&subject, limits)?)
    };
    tagged(env, decide())
}

#[rustler::nif]
fn analyse<'a>(
    env: Env<'a>,
    bot: &Bot,
    subject: Term<'a>,
    given: Term<'a>,
    tag: Term<'a>,
) -> Term<'a> {
    let analyse = || {
        let (seat, limits) = limits("analyse", given)?;
        let subject = self::subject(subject, seat.as_ref())?;
        let how = how(bot, &limits);
        jobs::start_telling(env, tag, &how, |teller| {
            let watch = Box::new(move |info: Info<String>| teller.tell(&host::fields(&info)));
            bot.0.analyse(&subject, limits, watch)
        })
    };
    tagged(env, analyse())
}

fn how(bot: &Bot, limits: &Limits) -> Start {
    Start {
        caller: Some(bot.0.caller()),
        deadline: limits.deadline,
        patient: false,
        shape: ResultKind::Decision,
    }
}

/// The seat and the limits that a call was given.
pub(crate) fn limits<'a>(of: &str, given: Term<'a>) -> Result<(Option<Seat<'a>>, Limits)> {
    const NAMES: [&str; 11] = [
        "seat", "movetime", "deadline", "nodes", "depth", "mate", "lines", "moves", "clock",
        "clocks", "heard",
    ];
    let [seat, found @ ..] = options(of, given, NAMES)?;
    let mut reader = Reader::new();
    let mut limits = Dict::new();
    for (name, term) in NAMES[1..].iter().zip(found) {
        let Some(term) = term else { continue };
        let value = match *name {
            "movetime" | "deadline" => maybe_millis(name, Some(term))?
                .map_or(Value::Null, |time| {
                    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).into()
                }),
            _ => reader.value(name, term)?,
        };
        limits.insert((*name).to_owned(), value);
    }
    whole_times(&limits)?;
    let seat = seat.map(Seat::new).transpose()?;
    Ok((seat, Limits::read(&limits)?))
}

/// Times are whole milliseconds, those of a clock too.
fn whole_times(limits: &Dict) -> Result<()> {
    let all = limits.get("clocks").and_then(Value::as_array);
    let clocks = limits
        .get("clock")
        .into_iter()
        .chain(all.into_iter().flatten());
    for clock in clocks {
        for name in ["remaining", "increment"] {
            if clock.get(name).is_some_and(Value::is_f64) {
                return Err(Error::invalid_option(format!(
                    "clock: {name}: takes whole milliseconds, not a fraction"
                )));
            }
        }
    }
    Ok(())
}

pub(crate) fn subject<'s, 'a: 's>(
    term: Term<'a>,
    seat: Option<&'s Seat<'_>>,
) -> Result<Subject<'s>> {
    if let Some(state) = term.try_get_resource::<State>() {
        return Ok(Subject::State(&state.inner, seat.map(Seat::as_ref)));
    }
    if let Some(observation) = term.try_get_resource::<Observation>() {
        return match seat {
            None => Ok(Subject::Observation(&observation.inner)),
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
