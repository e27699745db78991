//! Bots, and the subjects of their decisions.

use super::{Observation, SeatRef, State, guard, maybe_seat};
use crate::registry;
use crate::table::only;
use contract::bot::{BeliefCounters, Decision, Info, Limits, Said};
use contract::error::{Error, Result};
use contract::fork;
use contract::game::Seat;
use contract::jobs::Work;
use contract::state::key_text;
use contract::value::{Dict, Value, quoted_value};
use dynamic::{AnyBot, AnyObservation};
use std::sync::{Arc, OnceLock};

/// A map in which `bot` is as [`Bot::described`] gives it, with the name, options and seed of that
/// one in its place; none where `bot` is something else.
///
/// # Errors
///
/// `invalid_option` for a bot of another game, and for options or a seed beside it.
pub(crate) fn unfolded(given: &Dict, game: Option<&str>) -> Result<Option<Dict>> {
    let Some(Value::Object(bot)) = given.get("bot") else {
        return Ok(None);
    };
    only("bot", bot, &["bot", "game", "options", "seed"])?;
    let mut out = bot.clone();
    if let (Some(plays), Some(game)) = (out.remove("game"), game)
        && plays != game
    {
        return Err(Error::invalid_option(format!(
            "bot: it plays {}, not {game}",
            quoted_value(&plays)
        )));
    }
    for (name, value) in given.iter().filter(|(name, _)| *name != "bot") {
        if matches!(name.as_str(), "options" | "seed") && !value.is_null() {
            return Err(Error::invalid_option(format!(
                "{name}: the bot has its own already"
            )));
        }
        out.entry(name).or_insert_with(|| value.clone());
    }
    Ok(Some(out))
}

/// Subject of a question to a bot.
#[derive(Clone, Debug)]
pub enum Subject<'a> {
    /// A state, for a game that hides nothing; with the seat, where several are live.
    State(&'a State, Option<SeatRef<'a>>),
    /// Observation of a seat.
    Observation(&'a Observation),
}

/// A bot in the process that made it, and, where that was forked since, the one that
/// stands for it there: what a thread was at in the parent is left half-way in the child.
struct ProcessBot {
    process: u32,
    bot: AnyBot,
    after_fork: OnceLock<Arc<ProcessBot>>,
}

impl ProcessBot {
    fn new(bot: AnyBot) -> Arc<Self> {
        Arc::new(Self {
            process: std::process::id(),
            bot,
            after_fork: OnceLock::new(),
        })
    }
}

/// A bot for one game. In the child of a fork it is as new.
#[derive(Clone)]
pub struct Bot {
    inner: Arc<ProcessBot>,
    caller: u64,
    /// Its options and seed, so that a table can be saved.
    options: Arc<Dict>,
    seed: u64,
}

impl std::fmt::Debug for Bot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Bot({}, {})", self.name(), self.game())
    }
}

impl Bot {
    /// A bot by name.
    ///
    /// # Errors
    ///
    /// `unknown_game`, `unknown_bot`, `invalid_option`; all say what exists.
    pub fn new(name: &str, game: &str, options: &Dict, seed: u64) -> Result<Self> {
        guard(|| {
            let inner = ProcessBot::new(registry::find(game)?.bot(name, options, seed)?);
            let caller = contract::jobs::new_caller();
            let options = Arc::new(options.clone());
            Ok(Self {
                inner,
                caller,
                options,
                seed,
            })
        })
    }

    /// The one of the running process.
    fn here(&self) -> AnyBot {
        let process = std::process::id();
        let mut own = &self.inner;
        while own.process != process {
            own = fork::once(&own.after_fork, || ProcessBot::new(self.made_anew()));
        }
        Arc::clone(&own.bot)
    }

    fn made_anew(&self) -> AnyBot {
        let made = registry::find(self.game())
            .and_then(|game| game.bot(self.name(), &self.options, self.seed));
        // What has been made once can be made again.
        made.unwrap_or_else(|_| Arc::clone(&self.inner.bot))
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.inner.bot.name()
    }

    /// The name of the game it plays.
    #[must_use]
    pub fn game(&self) -> &'static str {
        self.inner.bot.info().name
    }

    /// The options it was made with.
    #[must_use]
    pub fn options(&self) -> &Dict {
        &self.options
    }

    /// The seed it was made with.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The bot by plain values: `bot` with its name, `game`, `options` and, where it is to be kept,
    /// `seed`. The seats of tables and the players of tournaments take this as their `bot`, and
    /// make one like it.
    #[must_use]
    pub fn described(&self, seeded: bool) -> Dict {
        let mut described = Dict::new();
        described.insert("bot".into(), self.name().into());
        described.insert("game".into(), self.game().into());
        described.insert("options".into(), Value::Object((*self.options).clone()));
        if seeded {
            described.insert("seed".into(), self.seed.into());
        }
        described
    }

    /// The same bot without anything that it has learnt.
    #[must_use]
    pub fn renewed(&self) -> Self {
        // What has been made once can be made again.
        Self::new(self.name(), self.game(), &self.options, self.seed)
            .unwrap_or_else(|_| self.clone())
    }

    /// The bot with other options: the same one, which keeps what it has learnt and has them
    /// whoever asks it, if it can take them; else another one.
    ///
    /// # Errors
    ///
    /// `invalid_option`, `bot_busy` while the bot is engaged.
    pub fn with_options(&self, options: &Dict) -> Result<Self> {
        guard(|| {
            if !self.here().adjust(options)? {
                return Self::new(self.name(), self.game(), options, self.seed);
            }
            Ok(Self {
                options: Arc::new(options.clone()),
                ..self.clone()
            })
        })
    }

    /// Returns true if it talks with those it plays with.
    #[must_use]
    pub fn talks(&self) -> bool {
        self.here().talks()
    }

    /// Returns true if it plays all seats of a team, as one player.
    #[must_use]
    pub fn plays_team(&self) -> bool {
        self.inner.bot.plays_team()
    }

    /// Finds out, after its last decision has become a move, what those it plays with should
    /// know. Engages the bot until anything else does; cancel it before.
    ///
    /// # Errors
    ///
    /// `bot_busy` while the bot is engaged.
    pub fn reflect(&self) -> Result<Work<Vec<Said>>> {
        guard(|| self.here().reflect())
    }

    /// Asks the bot whether it accepts a draw. Engages the bot as [`decide`](Self::decide) does.
    ///
    /// # Errors
    ///
    /// `bot_busy` while the bot is engaged.
    pub fn answer_draw(&self, observation: &Observation) -> Result<Work<bool>> {
        guard(|| self.here().answer_draw(Arc::clone(&observation.0)))
    }

    /// The keys of all positions that it held possible when it last decided, each as
    /// [`State::key`] writes it; none for a bot that keeps no such set. For
    /// measurements: who knows the truth can look whether it is among them.
    ///
    /// # Errors
    ///
    /// `bot_busy` while the bot is engaged.
    pub fn believed(&self) -> Result<Option<Vec<String>>> {
        guard(|| {
            let keys = self.here().believed()?;
            Ok(keys.map(|keys| keys.into_iter().map(key_text).collect()))
        })
    }

    /// Counts of what became of the positions that it holds possible in this game; none
    /// for a bot that keeps no such set.
    ///
    /// # Errors
    ///
    /// `bot_busy` while the bot is engaged.
    pub fn belief_counters(&self) -> Result<Option<BeliefCounters>> {
        guard(|| self.here().belief_counters())
    }

    /// Under which number its jobs are queued.
    #[must_use]
    pub const fn caller(&self) -> u64 {
        self.caller
    }

    /// A decision.
    ///
    /// ```
    /// use boardwright::host::{self, Bot, Limits, Subject};
    ///
    /// let state = host::start("crazyhouse", &Default::default())?;
    /// let bot = Bot::new("search", "crazyhouse", &Default::default(), 1)?;
    /// let limits = Limits {
    ///     nodes: Some(1_000),
    ///     ..Limits::default()
    /// };
    /// let decision = bot.decide(&Subject::State(&state, None), limits)?.wait()?;
    /// assert!(state.legal_moves(None, None)?.contains(&decision.action));
    /// # Ok::<(), boardwright::Error>(())
    /// ```
    ///
    /// The bot is engaged from this call until the work has run, is dropped, or was
    /// cancelled while it ran.
    ///
    /// # Errors
    ///
    /// `hidden_information` for a state of a game that hides anything,
    /// `not_your_turn`, `game_over`, `invalid_option`, and `bot_busy` while the bot is engaged.
    pub fn decide(&self, subject: &Subject<'_>, limits: Limits) -> Result<Work<Decision<String>>> {
        guard(|| self.here().decide(self.given(subject)?, limits))
    }

    /// An analysis: what [`decide`](Self::decide) gives, in full strength, with
    /// `watch` told of each step on the thread that runs it. Without limits it goes on until it is concluded
    /// or cancelled.
    ///
    /// # Errors
    ///
    /// As [`decide`](Self::decide).
    pub fn analyse(
        &self,
        subject: &Subject<'_>,
        limits: Limits,
        watch: Box<dyn FnMut(Info<String>) + Send>,
    ) -> Result<Work<Decision<String>>> {
        guard(|| self.here().analyse(self.given(subject)?, limits, watch))
    }

    /// Has it forget what it learnt of a game, so that the next decision is as if
    /// it were new.
    ///
    /// # Errors
    ///
    /// `bot_busy` while the bot is engaged.
    pub fn new_game(&self) -> Result<()> {
        guard(|| self.here().new_game())
    }

    /// Returns the observation for the bot.
    pub(super) fn given(&self, subject: &Subject<'_>) -> Result<AnyObservation> {
        subject.observation(Some(self.game()))
    }
}

impl Subject<'_> {
    /// Returns the observation for a bot that plays this game, or any. A wrong game is reported
    /// before any other error in the subject.
    pub(crate) fn observation(&self, plays: Option<&str>) -> Result<AnyObservation> {
        let (what, game) = match self {
            Self::State(state, _) => ("a state", state.game()),
            Self::Observation(observation) => ("an observation", observation.game()),
        };
        if let Some(plays) = plays.filter(|plays| *plays != game.name()) {
            return Err(Error::invalid_option(format!(
                "the bot plays {plays} and was given {what} of {}",
                game.name()
            )));
        }
        match self {
            Self::Observation(observation) => Ok(Arc::clone(&observation.0)),
            Self::State(state, of) => whole_observation(state, *of),
        }
    }
}

fn whole_observation(state: &State, of: Option<SeatRef<'_>>) -> Result<AnyObservation> {
    let rules = state.0.rules();
    if rules.hidden() {
        return Err(Error::hidden_information(format!(
            "{} hides information: give the bot state.observe(seat), not the state",
            rules.info().name
        )));
    }
    let live = state.0.live();
    let seat = match (maybe_seat(&rules, of)?, live.single()) {
        (Some(seat), _) | (None, Some(seat)) => seat,
        (None, None) if live.is_empty() => Seat(0),
        (None, None) => {
            let names: Vec<_> = live
                .iter()
                .filter_map(|s| rules.seat_names().get(s.index()))
                .cloned()
                .collect();
            return Err(Error::invalid_option(format!(
                "seat: several may act, so name one of {}",
                names.join(", ")
            )));
        }
    };
    Ok(state.0.observe(seat))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_bot_that_was_made_stands_for_its_name_options_and_seed() {
        let dict = |value: Value| value.as_object().unwrap().clone();
        let options = dict(json!({ "level": "casual" }));
        let bot = Bot::new("search", "chess", &options, u64::MAX).unwrap();
        let seat =
            |seeded| dict(json!({ "name": "A", "seed": null, "bot": bot.described(seeded) }));
        let wanted = json!({ "bot": "search", "options": { "level": "casual" }, "name": "A", "seed": u64::MAX });
        assert_eq!(unfolded(&seat(true), Some("chess")), Ok(Some(dict(wanted))));
        let wanted =
            json!({ "bot": "search", "options": { "level": "casual" }, "name": "A", "seed": null });
        assert_eq!(unfolded(&seat(false), None), Ok(Some(dict(wanted))));
        assert_eq!(unfolded(&dict(json!({ "bot": "search" })), None), Ok(None));
        let refused = |given: Value| unfolded(&dict(given), Some("jarls")).unwrap_err();
        let made = bot.described(false);
        for (given, message) in [
            (json!({ "bot": made }), "bot: it plays \"chess\", not jarls"),
            (
                json!({ "bot": { "bot": "random" }, "options": {} }),
                "options: the bot has its own already",
            ),
            (
                json!({ "bot": { "bot": "random" }, "seed": 1 }),
                "seed: the bot has its own already",
            ),
            (
                json!({ "bot": { "bot": "random", "hash": 1 } }),
                "bot has no option \"hash\": there are bot, game, options, seed",
            ),
        ] {
            let error = refused(given);
            assert_eq!((error.code(), error.message()), ("invalid_option", message));
        }
    }
}
