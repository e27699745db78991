//! Settings of a table, read from plain values in one place.

use serde::Serialize;

use super::clock::TimeControl;
use super::decider::Decider;
use super::occupants::bot_seat;
use crate::host::Game;
use contract::error::{Error, Result, quoted};
use contract::game::GameInfo;
use contract::rng;
use contract::value::{Dict, Value, quoted_value, whole_number};

/// Fate of a seat whose person does not come back.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OnAbandoned {
    /// It loses.
    Lose,
    /// The first bot that the game has takes its place.
    Bot,
    /// A bot of the library takes its place, described as in [`occupant`](super::occupant).
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

pub(super) fn wrong(name: &str, takes: &str, value: &Value) -> Error {
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
