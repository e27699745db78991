//! Occupants of the seats of a table, read from plain values.

use serde::Serialize;

use super::decider::Decider;
use super::setup::{number, only, wrong};
use crate::host::{Bot, Game, unfolded};
use crate::own::OWN;
use contract::error::{Error, Result};
use contract::game::Seat;
use contract::rng::Rng;
use contract::text::check_seen;
use contract::value::{Dict, Value};

/// Occupant of a seat.
#[derive(Clone, Debug)]
pub enum Occupant {
    /// A person, whose moves the host commits.
    Human,
    /// A program of the host's own, whose moves the host commits.
    External,
    /// Nobody: its turn comes and passes no move.
    Empty,
    /// A bot, of the library or of the host's own, which the table asks by itself.
    Bot(BotSeat),
}

impl Occupant {
    /// The word for it.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::External => "external",
            Self::Empty => "empty",
            Self::Bot(_) => "bot",
        }
    }
}

/// A bot at a seat, and how it is asked.
#[derive(Clone, Debug)]
pub struct BotSeat {
    /// Its decider.
    pub bot: Decider,
    /// Name at the table; `None` for a name that the library chooses.
    pub name: Option<String>,
    /// For how long it may think, in milliseconds; `None` for as its limits say.
    pub movetime: Option<u64>,
    /// Positions it may look at.
    pub nodes: Option<u64>,
    /// Range from which the minimum time of its answer is drawn, in milliseconds; `None` for the
    /// table's default.
    pub delay: Option<(u64, u64)>,
    /// Consequence of a failure: no answer in time, or an error in its place.
    pub on_failure: OnFailure,
}

impl BotSeat {
    /// Returns true if one bot plays all seats of the team.
    #[must_use]
    pub fn plays_team(&self) -> bool {
        matches!(&self.bot, Decider::Library(bot) if bot.plays_team())
    }

    /// Seats a decider without a name or limits of its own.
    #[must_use]
    pub const fn new(bot: Decider) -> Self {
        Self {
            bot,
            name: None,
            movetime: None,
            nodes: None,
            delay: None,
            on_failure: OnFailure::Fallback,
        }
    }
}

/// Consequence of a failure of a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OnFailure {
    /// Another bot steps in for that move.
    Fallback,
    /// The seat loses.
    Lose,
}

/// Reads who sits at a seat: `"human"`, `"external"`, `"empty"`, or a map
/// `{"bot": NAME, "name": TEXT, "options": {…}, "seed": N, "movetime": MS, "nodes": N, "delay": MS or
/// [MS, MS], "on_failure": "fallback" or "lose"}`; a bot whose seed is not given has the one that
/// the table drew for it. In place of `NAME` and its options and seed stands a map as
/// [`Bot::described`] gives it. The bot `own` is one of the host's own, see [`Table::attend`](super::Table::attend),
/// and takes neither options nor a seed.
///
/// # Errors
///
/// `invalid_option`, naming the field; `unknown_bot`, with what exists.
pub fn occupant(game: &Game, seat: &str, value: &Value, seed: u64) -> Result<Occupant> {
    let takes = "human, external, empty, or a map with the name of a bot";
    let field = format!("seats.{seat}");
    match value {
        Value::String(word) => match word.as_str() {
            "human" => Ok(Occupant::Human),
            "external" => Ok(Occupant::External),
            "empty" => Ok(Occupant::Empty),
            _ => Err(wrong(&field, takes, value)),
        },
        Value::Object(dict) => bot_seat(game, &field, dict, seed).map(Occupant::Bot),
        _ => Err(wrong(&field, takes, value)),
    }
}

/// Has a bot that plays all seats of a team sit at those that nobody was named for. Who is named
/// at one of them is described by the same value.
///
/// # Errors
///
/// `invalid_option`, naming the seat that somebody else has.
pub(super) fn with_partners(
    game: &Game,
    named: Vec<Option<(Occupant, &Value)>>,
    seed: u64,
) -> Result<Vec<Option<Occupant>>> {
    let mut out: Vec<_> = named
        .iter()
        .map(|named| named.as_ref().map(|(occupant, _)| occupant.clone()))
        .collect();
    for (index, named) in named.iter().enumerate() {
        let Some((Occupant::Bot(bot), value)) = named else {
            continue;
        };
        let seat = Seat(index as u8);
        for other in game.team(seat).without(seat).iter() {
            if bot.plays_team() && out[other.index()].is_none() {
                let name = &game.seats()[other.index()];
                let seed = bot_seed(seed, other, 0, 0);
                out[other.index()] = Some(occupant(game, name, value, seed)?);
            }
        }
    }
    Ok(out)
}

/// Checks that a bot that plays all seats of a team has all of them.
///
/// # Errors
///
/// `invalid_option`, naming the seat that somebody else has.
pub(super) fn check_players(game: &Game, occupants: &[Occupant]) -> Result<()> {
    for (index, occupant) in occupants.iter().enumerate() {
        let Occupant::Bot(bot) = occupant else {
            continue;
        };
        let seat = Seat(index as u8);
        let same = |other: &Occupant| match other {
            Occupant::Bot(other) => other.plays_team() && other.name == bot.name,
            _ => false,
        };
        let team = game.team(seat);
        if let Some(other) = team.iter().find(|other| !same(&occupants[other.index()]))
            && bot.plays_team()
        {
            let names = game.seats();
            return Err(Error::invalid_option(format!(
                "seats.{}: the bot at {} plays all seats of its team, this one as well",
                names[other.index()],
                names[index]
            )));
        }
    }
    Ok(())
}

/// The seed of a bot that comes to a seat of a table and was given none, after so
/// many steps and questions there.
pub(super) fn bot_seed(table: u64, seat: Seat, steps: usize, asked: u64) -> u64 {
    let seat = u64::from(seat.0) << 16 | 0xb075;
    Rng::derived(&[table, seat, steps as u64, asked]).next_u64()
}

/// The longest name of a bot, in characters.
const LONGEST_NAME: usize = 100;

fn is_name(text: &str) -> bool {
    let length = text.chars().count();
    (1..=LONGEST_NAME).contains(&length)
}

pub(super) fn bot_seat(game: &Game, field: &str, dict: &Dict, seed: u64) -> Result<BotSeat> {
    let unfolded = unfolded(dict, Some(game.name()))
        .map_err(|error| Error::new(error.kind(), format!("{field}.{}", error.message())))?;
    let dict = unfolded.as_ref().unwrap_or(dict);
    only(
        field,
        dict,
        &[
            "bot",
            "name",
            "options",
            "seed",
            "movetime",
            "nodes",
            "delay",
            "on_failure",
        ],
    )?;
    let given = |name: &str| dict.get(name).filter(|v| !v.is_null());
    let number_at = |name: &str| {
        given(name)
            .map(|v| number(&format!("{field}.{name}"), v))
            .transpose()
    };
    let name = given("bot")
        .and_then(Value::as_str)
        .ok_or_else(|| Error::invalid_option(format!("{field}.bot: takes the name of a bot")))?;
    let empty = Dict::new();
    let options = match given("options") {
        None => &empty,
        Some(Value::Object(options)) => options,
        Some(other) => return Err(wrong(&format!("{field}.options"), "a map", other)),
    };
    let own_seed = number_at("seed")?;
    let bot = if name == OWN {
        if let Some(given) = ["options", "seed"]
            .into_iter()
            .find(|name| given(name).is_some())
        {
            return Err(Error::invalid_option(format!(
                "{field}.{given}: the host's own bot takes none"
            )));
        }
        Decider::Own(None)
    } else {
        let seed = own_seed.unwrap_or(seed);
        Decider::Library(Bot::new(name, game.name(), options, seed)?)
    };
    let on_failure = match given("on_failure").map(|value| (value, value.as_str())) {
        None | Some((_, Some("fallback"))) => OnFailure::Fallback,
        Some((_, Some("lose"))) => OnFailure::Lose,
        Some((value, _)) => {
            let field = format!("{field}.on_failure");
            return Err(wrong(&field, "one of fallback, lose", value));
        }
    };
    let called = match given("name") {
        None => None,
        Some(Value::String(text)) if is_name(text) => {
            check_seen(&format!("{field}.name"), text)?;
            Some(text.clone())
        }
        Some(other) => {
            let takes = format!("a text of 1 to {LONGEST_NAME} characters");
            return Err(wrong(&format!("{field}.name"), &takes, other));
        }
    };
    let delay = match given("delay") {
        None => None,
        Some(Value::Array(range)) if range.len() == 2 => {
            let name = format!("{field}.delay");
            let (low, high) = (number(&name, &range[0])?, number(&name, &range[1])?);
            Some((low.min(high), high.max(low)))
        }
        Some(value) => {
            let fixed = number(&format!("{field}.delay"), value)?;
            Some((fixed, fixed))
        }
    };
    Ok(BotSeat {
        bot,
        name: called,
        movetime: number_at("movetime")?,
        nodes: number_at("nodes")?,
        delay,
        on_failure,
    })
}
