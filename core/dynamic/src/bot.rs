//! Bots of any game, and the work that they are engaged with.

use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::Duration;

use contract::bot::{self, BeliefCounters, Bot, Decision, Info, Limits, Said};
use contract::error::{Error, Result};
use contract::game::{Game, GameInfo};
use contract::jobs::{Class, Control, Kind, Work};
use contract::state::Observation;
use contract::value::Dict;

use crate::{AnyBot, AnyObservation, Erased};

/// A bot with the game it plays.
pub trait DynBot: Erased {
    /// Returns its name.
    fn name(&self) -> &str;
    /// Returns the properties of its game that do not depend on the options.
    fn info(&self) -> &'static GameInfo;
    /// Prepares a decision to run on the pool. The bot is engaged from this call until the
    /// work has run or is dropped.
    ///
    /// # Errors
    ///
    /// `invalid_option` for an observation of another game, `game_over`, `not_your_turn`,
    /// and `bot_busy` while it is already engaged.
    fn decide(
        self: Arc<Self>,
        observation: AnyObservation,
        limits: Limits,
    ) -> Result<Work<Decision<String>>>;
    /// Prepares an analysis to run on the pool; `watch` receives each step on the thread
    /// that runs it. The bot is engaged meanwhile.
    ///
    /// # Errors
    ///
    /// As in [`decide`](Self::decide).
    fn analyse(
        self: Arc<Self>,
        observation: AnyObservation,
        limits: Limits,
        watch: Box<dyn FnMut(Info<String>) + Send>,
    ) -> Result<Work<Decision<String>>>;
    /// Makes it forget its knowledge of a game.
    ///
    /// # Errors
    ///
    /// `bot_busy` while it is engaged.
    fn new_game(self: Arc<Self>) -> Result<()>;
    /// Changes its options and keeps its knowledge. Returns false if it cannot.
    ///
    /// # Errors
    ///
    /// `invalid_option`, `bot_busy` while it is engaged.
    fn adjust(self: Arc<Self>, options: &Dict) -> Result<bool>;
    /// Returns true if it talks with those it plays with.
    fn talks(&self) -> bool;
    /// Returns true if it plays all seats of a team.
    fn plays_team(&self) -> bool;
    /// Prepares what it does after its decision has become a move, for those it plays with, to
    /// run on the pool. The bot is engaged meanwhile until anything else engages it, which then
    /// waits for this to end: cancel it.
    ///
    /// # Errors
    ///
    /// `bot_busy` while it is engaged.
    fn reflect(self: Arc<Self>) -> Result<Work<Vec<Said>>>;
    /// Prepares the answer to a draw offer to run on the pool, true to accept. The bot is
    /// engaged meanwhile.
    ///
    /// # Errors
    ///
    /// `invalid_option` for an observation of another game, `bot_busy` while engaged.
    fn answer_draw(self: Arc<Self>, observation: AnyObservation) -> Result<Work<bool>>;
    /// Returns the keys of the positions that it held possible when it last decided.
    ///
    /// # Errors
    ///
    /// `bot_busy` while it is engaged.
    fn believed(self: Arc<Self>) -> Result<Option<Vec<u64>>>;
    /// Returns the statistics of its belief.
    ///
    /// # Errors
    ///
    /// `bot_busy` while it is engaged.
    fn belief_counters(self: Arc<Self>) -> Result<Option<BeliefCounters>>;
}

/// A bot and the work that it is engaged with.
struct BotHandle<G: Game> {
    name: &'static str,
    bot: Mutex<Box<dyn Bot<G>>>,
    /// Number of the work that it is engaged with; 0 for none.
    engaged: AtomicU64,
    /// True if it must forget its knowledge before it does anything else. That may take a
    /// while, so it is part of the next work and not of the call.
    needs_reset: AtomicBool,
    /// True if it talks with those it plays with, and if it plays all seats of a team: its lock
    /// may be taken by a decision.
    talks: AtomicBool,
    plays_team: AtomicBool,
}

/// Frees the bot when its work is done, dropped, or cancelled.
struct BotLease<G: Game> {
    session: Arc<BotHandle<G>>,
    number: u64,
}

/// Marks the number of work that any other takes the bot from.
const YIELDS: u64 = 1 << 63;

impl<G: Game> BotLease<G> {
    fn new(session: Arc<BotHandle<G>>) -> Result<Self> {
        Self::numbered(session, 0)
    }

    /// Engages the bot until anything else does.
    fn yielding(session: Arc<BotHandle<G>>) -> Result<Self> {
        Self::numbered(session, YIELDS)
    }

    fn numbered(session: Arc<BotHandle<G>>, mark: u64) -> Result<Self> {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let number = (LAST.fetch_add(1, Ordering::Relaxed) + 1) | mark;
        let free = |engaged| (engaged == 0 || engaged & YIELDS != 0).then_some(number);
        let engaged = &session.engaged;
        match engaged.fetch_update(Ordering::Acquire, Ordering::Relaxed, free) {
            Ok(_) => Ok(Self { session, number }),
            Err(_) => Err(bot_busy()),
        }
    }

    /// Returns true if no other work has taken the bot.
    fn holds(&self) -> bool {
        self.session.engaged.load(Ordering::Acquire) == self.number
    }

    /// Returns the urgency of a decision of the bot.
    fn class(&self, observation: &Observation<G>, limits: &Limits) -> Class {
        // While cancelled work still holds the bot, the limits alone decide.
        let quick = self
            .session
            .try_lock()
            .is_some_and(|bot| bot.is_quick(limits));
        if quick {
            Class::Short
        } else {
            bot::class(limits, observation.seat())
        }
    }

    /// Locks the bot for running work. Once the work is cancelled the bot may be engaged
    /// again, and the next work waits here until this one lets go.
    fn begin(&self, control: &Control) -> Result<MutexGuard<'_, Box<dyn Bot<G>>>> {
        let (session, number) = (Arc::downgrade(&self.session), self.number);
        control.when_cancelled(move || {
            if let Some(session) = session.upgrade() {
                session.free(number);
            }
        });
        loop {
            if let Some(mut bot) = self.session.try_lock() {
                if self.session.needs_reset.swap(false, Ordering::Relaxed) {
                    bot.new_game();
                }
                return Ok(bot);
            }
            control.check()?;
            std::thread::sleep(Duration::from_micros(100));
        }
    }
}

impl<G: Game> Drop for BotLease<G> {
    fn drop(&mut self) {
        self.session.free(self.number);
    }
}

impl<G: Game> BotHandle<G> {
    fn free(&self, number: u64) {
        // Otherwise it is already engaged with other work.
        let _ = self
            .engaged
            .compare_exchange(number, 0, Ordering::Release, Ordering::Relaxed);
    }

    fn try_lock(&self) -> Option<MutexGuard<'_, Box<dyn Bot<G>>>> {
        match self.bot.try_lock() {
            Ok(bot) => Some(bot),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

fn bot_busy() -> Error {
    Error::bot_busy("the bot is still at work on another decision")
}

// A bot that panicked in a decision may be in any state of its own, but it shares no state
// with others; a poisoned lock is ignored.
impl<G: Game> UnwindSafe for BotHandle<G> {}
impl<G: Game> RefUnwindSafe for BotHandle<G> {}

impl<G: Game> DynBot for BotHandle<G> {
    fn name(&self) -> &str {
        self.name
    }

    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }

    fn decide(
        self: Arc<Self>,
        observation: AnyObservation,
        limits: Limits,
    ) -> Result<Work<Decision<String>>> {
        let observation = downcast::<G>(&observation)?;
        bot::check(&observation)?;
        let engaged = BotLease::new(self)?;
        let class = engaged.class(&observation, &limits);
        Ok(Work::new(Kind::Decision, class, move |control| {
            let mut bot = engaged.begin(control)?;
            let decision = bot::decide(&mut **bot, &observation, &limits, control)?;
            let game = observation.rules().game();
            Ok(decision.map(|action| game.text(action)))
        }))
    }

    fn analyse(
        self: Arc<Self>,
        observation: AnyObservation,
        limits: Limits,
        mut watch: Box<dyn FnMut(Info<String>) + Send>,
    ) -> Result<Work<Decision<String>>> {
        let observation = downcast::<G>(&observation)?;
        bot::check(&observation)?;
        let engaged = BotLease::new(self)?;
        let class = bot::class(&limits, observation.seat());
        Ok(Work::new(Kind::Analysis, class, move |control| {
            let mut bot = engaged.begin(control)?;
            let game = observation.rules().game();
            let text = |action: &G::Action| game.text(action);
            let decision = bot::analyse(&mut **bot, &observation, &limits, control, &mut |info| {
                watch(info.map(text));
            })?;
            Ok(decision.map(text))
        }))
    }

    fn new_game(self: Arc<Self>) -> Result<()> {
        let engaged = BotLease::new(self)?;
        engaged.session.needs_reset.store(true, Ordering::Relaxed);
        Ok(())
    }

    fn adjust(self: Arc<Self>, options: &Dict) -> Result<bool> {
        let engaged = BotLease::new(self)?;
        let mut bot = engaged.session.try_lock().ok_or_else(bot_busy)?;
        let adjusted = bot.adjust(options)?;
        let session = &engaged.session;
        session.talks.store(bot.talks(), Ordering::Relaxed);
        session
            .plays_team
            .store(bot.plays_team(), Ordering::Relaxed);
        Ok(adjusted)
    }

    fn talks(&self) -> bool {
        self.talks.load(Ordering::Relaxed)
    }

    fn plays_team(&self) -> bool {
        self.plays_team.load(Ordering::Relaxed)
    }

    fn reflect(self: Arc<Self>) -> Result<Work<Vec<Said>>> {
        let engaged = BotLease::yielding(self)?;
        Ok(Work::new(Kind::Other, Class::Long, move |control| {
            let mut bot = engaged.begin(control)?;
            match engaged.holds() {
                true => bot.reflect(control),
                false => Ok(Vec::new()),
            }
        }))
    }

    fn answer_draw(self: Arc<Self>, observation: AnyObservation) -> Result<Work<bool>> {
        let observation = downcast::<G>(&observation)?;
        let engaged = BotLease::new(self)?;
        Ok(Work::new(Kind::DrawAnswer, Class::Short, move |control| {
            let mut bot = engaged.begin(control)?;
            bot.accepts_draw(&observation, control)
        }))
    }

    fn believed(self: Arc<Self>) -> Result<Option<Vec<u64>>> {
        let engaged = BotLease::new(self)?;
        let bot = engaged.session.try_lock().ok_or_else(bot_busy)?;
        Ok(bot.believed())
    }

    fn belief_counters(self: Arc<Self>) -> Result<Option<BeliefCounters>> {
        let engaged = BotLease::new(self)?;
        let bot = engaged.session.try_lock().ok_or_else(bot_busy)?;
        Ok(bot.belief_counters())
    }
}

fn downcast<G: Game>(observation: &AnyObservation) -> Result<Observation<G>> {
    (**observation)
        .as_any()
        .downcast_ref::<Observation<G>>()
        .cloned()
        .ok_or_else(|| {
            Error::invalid_option(format!(
                "the bot plays {} and was given an observation of {}",
                G::INFO.name,
                observation.rules().info().name
            ))
        })
}

/// Creates a bot of the game, erased.
///
/// # Errors
///
/// As in [`search::bots::make`].
pub fn make_bot<G: Game>(name: &str, options: &Dict, seed: u64) -> Result<AnyBot> {
    let bot = search::bots::make::<G>(name, options, seed)?;
    let name = bot::names::<G>().find(|n| *n == name).unwrap_or_default();
    Ok(Arc::new(BotHandle::<G> {
        name,
        talks: AtomicBool::new(bot.talks()),
        plays_team: AtomicBool::new(bot.plays_team()),
        bot: Mutex::new(bot),
        engaged: AtomicU64::new(0),
        needs_reset: AtomicBool::new(false),
    }))
}
