//! Settings of a table, read from plain values in one place.

use serde::Serialize;

use super::clock::TimeControl;
use super::decider::Decider;
use crate::host::{Bot, Game, unfolded};
use crate::own::OWN;
use contract::error::{Error, Result, quoted};
use contract::game::{GameInfo, Seat};
use contract::rng::{self, Rng};
use contract::text::check_seen;
use contract::value::{Dict, Value, quoted_value, whole_number};

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

/// Fate of a seat whose person does not come back.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OnAbandoned {
    /// It loses.
    Lose,
    /// The first bot that the game has takes its place.
    Bot,
    /// A bot of the library takes its place, described as in [`occupant`].
    #[serde(untagged)]
    Named(Dict),
}

/// Consequence for the game when a seat leaves it: resigns, loses on time or is abandoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OnLeave {
    /// The others play on, in games that go on without a seat.
    PlayOn,
    /// The game ends, and the others win.
    End,
}

/// Consequence of a flag that falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OnFlag {
    /// The seat leaves the game.
    Lose,
    /// The seat plays on without time.
    PlayOn,
}

/// Consequence of too many refused moves of a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OnRetryLimit {
    /// The table tries the candidates that are left.
    Candidates,
    /// Another bot steps in for that move.
    Fallback,
    /// The seat resigns.
    Resign,
}

/// Settings of a table, without the game and the seats. Serialised it is the map that
/// [`TableSettings::read`] reads, except for the time when the table was made.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableSettings {
    /// The clocks, if there are any.
    pub clock: Option<TimeControl>,
    /// Time that a person may be away, in milliseconds; `None` for no limit.
    pub grace: Option<u64>,
    /// Consequence when `grace` has run out.
    pub on_abandoned: OnAbandoned,
    /// Consequence for the others when a seat resigns, loses on time or is abandoned.
    pub on_leave: OnLeave,
    /// Consequence for a seat whose flag falls.
    pub on_flag: OnFlag,
    /// Number of refusals of a bot's moves in one turn that are tolerated; `None` for the game's
    /// own number.
    pub retry_cap: Option<u32>,
    /// Consequence when `retry_cap` is exceeded.
    pub on_cap: OnRetryLimit,
    /// Time that a bot may take for one move before another steps in, in milliseconds from its
    /// start.
    pub bot_timeout: u64,
    /// Number of attempts without a move that a person, or a program of the host's, may make in one
    /// turn; after that only candidates of the seat are accepted.
    pub attempt_cap: u32,
    /// True if moves can be taken back by agreement; `None` allows it only in games that hide
    /// nothing.
    pub undo: Option<bool>,
    /// True if seats can change the position, or the rules in force, by agreement.
    #[serde(default)]
    pub edits: bool,
    /// Number of moves after which spectators are told of one; `None` for at once where nothing
    /// is hidden, and for after the end where something is.
    pub spectator_delay: Option<u64>,
    /// Seed of the delays, the moves of last resort, and the seeds of bots that were given none;
    /// `None` for one from the operating system.
    pub seed: Option<u64>,
    /// The host's clock when the table is made, in milliseconds.
    #[serde(skip)]
    pub now: Option<u64>,
    /// True if the table begins paused: nobody moves and no bot is asked before `resume`.
    #[serde(skip)]
    pub paused: bool,
}

impl Default for TableSettings {
    fn default() -> Self {
        Self {
            clock: None,
            grace: None,
            on_abandoned: OnAbandoned::Lose,
            on_leave: OnLeave::PlayOn,
            on_flag: OnFlag::Lose,
            retry_cap: None,
            on_cap: OnRetryLimit::Candidates,
            bot_timeout: 60_000,
            attempt_cap: 100,
            undo: None,
            edits: false,
            spectator_delay: None,
            seed: None,
            now: None,
            paused: false,
        }
    }
}

/// The names of the settings, for the error about one that does not exist.
const NAMES: &[&str] = &[
    "clock",
    "grace",
    "on_abandoned",
    "on_leave",
    "on_flag",
    "retry_cap",
    "on_cap",
    "bot_timeout",
    "attempt_cap",
    "undo",
    "edits",
    "spectator_delay",
    "seed",
    "now",
    "paused",
];

fn wrong(name: &str, takes: &str, value: &Value) -> Error {
    let got = quoted_value(value);
    Error::invalid_option(format!("{name}: takes {takes}, not {got}"))
}

pub(super) fn number(name: &str, value: &Value) -> Result<u64> {
    whole_number(value)
        .and_then(|n| u64::try_from(n).ok())
        .ok_or_else(|| wrong(name, "an integer of at least 0", value))
}

fn flag(name: &str, value: &Value) -> Result<bool> {
    let flag = value.as_bool();
    flag.ok_or_else(|| wrong(name, "true or false", value))
}

fn cap(name: &str, value: &Value) -> Result<u32> {
    u32::try_from(number(name, value)?).map_err(|_| wrong(name, "an integer up to 2^32 - 1", value))
}

/// Refuses options of the game among the settings, where a newcomer looks for them.
///
/// # Errors
///
/// `invalid_option`, saying where the option belongs.
pub(super) fn check_place(game: &GameInfo, settings: &Dict) -> Result<()> {
    let of_game = |name: &&String| game.options.iter().any(|option| option.name == **name);
    let misplaced = |name: &&String| !NAMES.contains(&name.as_str()) && of_game(name);
    match settings.keys().find(misplaced) {
        None => Ok(()),
        Some(name) => Err(Error::invalid_option(format!(
            "a table has no option {}: {} has it, whose options go into `options`",
            quoted(name),
            game.name
        ))),
    }
}

/// Refuses options that there are not.
pub(crate) fn only(of: &str, dict: &Dict, names: &[&str]) -> Result<()> {
    match dict.keys().find(|k| !names.contains(&k.as_str())) {
        None => Ok(()),
        Some(name) => Err(Error::invalid_option(format!(
            "{of} has no option {}: there are {}",
            quoted(name),
            names.join(", ")
        ))),
    }
}

impl TableSettings {
    /// Reads settings; what is missing or null keeps its default.
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming the setting and what it takes.
    pub fn read(given: &Dict) -> Result<Self> {
        only("a table", given, NAMES)?;
        let mut settings = Self::default();
        for (name, value) in given.iter().filter(|(_, v)| !v.is_null()) {
            match name.as_str() {
                "clock" => settings.clock = Some(time_control(value)?),
                "grace" => settings.grace = Some(number(name, value)?),
                "retry_cap" => settings.retry_cap = Some(cap(name, value)?),
                "attempt_cap" => settings.attempt_cap = cap(name, value)?,
                "bot_timeout" => settings.bot_timeout = number(name, value)?,
                "spectator_delay" => settings.spectator_delay = Some(number(name, value)?),
                "seed" => settings.seed = Some(number(name, value)?),
                "now" => settings.now = Some(number(name, value)?),
                "undo" => settings.undo = Some(flag(name, value)?),
                "edits" => settings.edits = flag(name, value)?,
                "paused" => settings.paused = flag(name, value)?,
                "on_leave" => {
                    settings.on_leave = match value.as_str() {
                        Some("play_on") => OnLeave::PlayOn,
                        Some("end") => OnLeave::End,
                        _ => return Err(wrong(name, "one of play_on, end", value)),
                    };
                }
                "on_flag" => {
                    settings.on_flag = match value.as_str() {
                        Some("lose") => OnFlag::Lose,
                        Some("play_on") => OnFlag::PlayOn,
                        _ => return Err(wrong(name, "one of lose, play_on", value)),
                    };
                }
                "on_abandoned" => {
                    settings.on_abandoned = match value {
                        Value::String(word) if word == "lose" => OnAbandoned::Lose,
                        Value::String(word) if word == "bot" => OnAbandoned::Bot,
                        Value::Object(bot) => OnAbandoned::Named(bot.clone()),
                        _ => {
                            let takes = "lose, bot, or a map with the name of a bot";
                            return Err(wrong(name, takes, value));
                        }
                    };
                }
                _ => {
                    settings.on_cap = match value.as_str() {
                        Some("candidates") => OnRetryLimit::Candidates,
                        Some("fallback") => OnRetryLimit::Fallback,
                        Some("resign") => OnRetryLimit::Resign,
                        _ => return Err(wrong(name, "one of candidates, fallback, resign", value)),
                    };
                }
            }
        }
        Ok(settings)
    }

    /// Checks what depends on the game: the bot for abandoned seats.
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming the field; `unknown_bot`, with what exists.
    pub(super) fn check(&self, game: &Game) -> Result<()> {
        let OnAbandoned::Named(described) = &self.on_abandoned else {
            return Ok(());
        };
        let seat = bot_seat(game, "on_abandoned", described, 0)?;
        if seat.plays_team() {
            return Err(Error::invalid_option(
                "on_abandoned.options: takes a bot of one seat, not one that plays a team",
            ));
        }
        match seat.bot {
            Decider::Library(_) => Ok(()),
            // It comes when nobody is there to attend to it.
            Decider::Own(_) => Err(Error::invalid_option(
                "on_abandoned.bot: takes a bot of the library, not one of the host's own",
            )),
        }
    }

    /// The seed, drawn from the operating system if none was given.
    pub(super) fn seeded(&mut self) -> Result<u64> {
        let seed = self.seed.map_or_else(rng::from_system, Ok)?;
        self.seed = Some(seed);
        Ok(seed)
    }
}

fn time_control(value: &Value) -> Result<TimeControl> {
    let takes = "a map with base and, if wanted, increment and delay, in milliseconds";
    let dict = value
        .as_object()
        .ok_or_else(|| wrong("clock", takes, value))?;
    only("clock", dict, &["base", "increment", "delay"])?;
    let part = |name: &str| {
        let full = format!("clock.{name}");
        dict.get(name)
            .filter(|v| !v.is_null())
            .map(|v| number(&full, v))
            .transpose()
    };
    Ok(TimeControl {
        base: part("base")?
            .ok_or_else(|| Error::invalid_option(format!("clock: takes {takes}")))?,
        increment: part("increment")?.unwrap_or(0),
        delay: part("delay")?.unwrap_or(0),
    })
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

fn bot_seat(game: &Game, field: &str, dict: &Dict, seed: u64) -> Result<BotSeat> {
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
