//! Bots of this process as players.
//!
//! A decision runs on the thread that plays the game, not on the pool of
//! [`crate::jobs`]: a match has its threads to itself, and the pool's lowered
//! priority would handicap a bot against a program of its own process.

use std::time::Duration;

use super::player::{Decided, Fault, FaultKind, Player, Setup, Stop, Turn};
use crate::bots;
use crate::error::{Error, ErrorKind, Result, quoted};
use crate::rim::{Bot, Game, Subject, guard};
use crate::value::{Dict, Value};

/// How much later than the referee a bot is told to come to an end, so that it is
/// the referee who finds that it is late.
const SLACK: Duration = Duration::from_millis(200);

/// A bot by name. Every game is played by a fresh one, so that what it decides
/// follows from the game's seed alone.
#[derive(Debug)]
pub struct BotPlayer {
    /// What it is called.
    name: String,
    /// The name it is made by.
    made: String,
    options: Dict,
    bot: Option<Bot>,
}

impl BotPlayer {
    /// A bot of the game with these options, called `label`.
    ///
    /// # Errors
    ///
    /// `unknown_bot` and `invalid_option`, both with what exists.
    pub fn new(label: &str, name: &str, options: &Dict, game: &Game) -> Result<Self> {
        Bot::new(name, game.name(), options, 0)?;
        Ok(Self {
            name: label.to_owned(),
            made: name.to_owned(),
            options: options.clone(),
            bot: None,
        })
    }
}

impl Player for BotPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, setup: &Setup<'_>, _: &Stop) -> Result<()> {
        let bot = Bot::new(&self.made, setup.game.name(), &self.options, setup.seed)?;
        self.bot = Some(bot);
        Ok(())
    }

    fn decide(&mut self, turn: &Turn<'_>, stop: &Stop) -> Result<Decided, Fault> {
        let control = stop.control(turn.allowance.saturating_add(SLACK));
        turn.recall.concludes(&control);
        let decided = self.bot.as_ref().map_or_else(
            || Err(Error::internal("the bot was asked before the game began")),
            |bot| {
                let work = bot.decide(&Subject::Observation(turn.observation), turn.limits.clone());
                guard(|| read(&work?.run(&control)?))
            },
        );
        decided.map_err(|error| {
            if stop.asked() {
                return Fault::Stopped;
            }
            let kind = match error.kind() {
                ErrorKind::Cancelled => FaultKind::Timeout,
                _ => FaultKind::Crash,
            };
            Fault::Of(kind, format!("[{}] {error}", error.code()))
        })
    }
}

/// A decision as a bot reports it.
fn read(value: &Value) -> Result<Decided> {
    let text = value["move"].as_str().ok_or_else(|| {
        let shown = quoted(&value.to_string());
        Error::internal(format!("the decision has no move: {shown}"))
    })?;
    let count = |name: &str| value[name].as_u64().filter(|n| *n > 0);
    Ok(Decided {
        text: text.to_owned(),
        score: Some(&value["score"]).filter(|v| !v.is_null()).cloned(),
        depth: count("depth").and_then(|n| u32::try_from(n).ok()),
        nodes: count("nodes"),
        fallback: value["fallback"].as_str().map(str::to_owned),
        hold: bots::hold(value),
    })
}
