//! Bots of this process as players.
//!
//! A decision runs on the thread that plays the game, not on the pool of
//! [`contract::jobs`]: a match has its threads to itself, and the pool's lowered
//! priority would handicap a bot against a program of its own process.

use std::time::Duration;

use super::player::{Decided, Fault, FaultKind, Player, Setup, Stop, Turn};
use crate::host::{Bot, Decision, Game, Subject, guard};
use contract::error::{Error, ErrorKind, Result};
use contract::value::Dict;

/// Time by which a bot's deadline lies after the referee's, so that it is the referee who finds
/// that it is late.
const SLACK: Duration = Duration::from_millis(200);

/// A bot by name. Every game is played by a fresh one, so that what it decides
/// follows from the game's seed alone.
#[derive(Debug)]
pub struct BotPlayer {
    /// The name of the bot.
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
                guard(|| Ok(decided(work?.run(&control)?)))
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

/// A decision of a bot as that of a player; what is 0 is not known.
fn decided(decision: Decision<String>) -> Decided {
    Decided {
        text: decision.action,
        score: decision.score,
        depth: Some(decision.depth).filter(|n| *n > 0),
        nodes: Some(decision.nodes).filter(|n| *n > 0),
        fallback: decision.fallback,
        hold: decision.hold,
    }
}
