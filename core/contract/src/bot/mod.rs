//! Deciders: made by name for one game, told nothing but an observation.

mod decision;
mod limits;

use std::time::{Duration, Instant};

use crate::error::{Error, ErrorKind, Result, quoted};
use crate::game::{Game, Seat};
use crate::jobs::{Class, Control};
use crate::state::Observation;
use crate::value::Dict;

pub use decision::{Alternative, BeliefCounters, Bound, Decision, Info, Score};
pub use limits::{Clock, Limits, NODES};

/// How often a decision is made anew at most because what it rests on has changed
/// ([`Game::decision_key`]); after that it counts if it can still be made.
pub const MAX_RESTARTS: u32 = 3;

/// Who is told what a bot thinks while it does.
pub type Watch<'a, A> = &'a mut (dyn FnMut(&Info<A>) + Send);

/// A decider for one game. It is a session and may keep what it learns between
/// decisions; it must be ready to give a legal answer whenever it is stopped.
///
/// Limits hold for every bot. It looks at the clock and at its control so often that
/// it ends within a few milliseconds of its time or of a cancel, and never looks at
/// more positions than `nodes`. Where the limits leave it no time to look at any move,
/// its answer is one that is legal, or that may be tried where that is not known.
pub trait Bot<G: Game>: Send {
    /// Decides for the seat whose observation it is given. The observation has
    /// at least one candidate.
    ///
    /// # Errors
    ///
    /// `cancelled` when it was stopped before it had any move.
    fn decide(
        &mut self,
        observation: &Observation<G>,
        limits: &Limits,
        control: &Control,
    ) -> Result<Decision<G::Action>>;

    /// Decides as [`decide`](Self::decide) does, in full strength, and tells what it
    /// thinks meanwhile. Where nothing bounds it, a bot that can think longer goes
    /// on until it is told to conclude. A bot that has nothing to tell tells its
    /// decision.
    ///
    /// # Errors
    ///
    /// As [`decide`](Self::decide).
    fn analyse(
        &mut self,
        observation: &Observation<G>,
        limits: &Limits,
        control: &Control,
        watch: Watch<'_, G::Action>,
    ) -> Result<Decision<G::Action>> {
        let started = Instant::now();
        let decision = self.decide(observation, limits, control)?;
        watch(&Info::of(&decision, started));
        Ok(decision)
    }

    /// Forgets what it has learnt of this game: another one begins.
    fn new_game(&mut self) {}

    /// Takes other options in the middle of a game, as if it had been made with them,
    /// and keeps what it has learnt. Returns whether it can; else nothing has changed.
    ///
    /// # Errors
    ///
    /// `invalid_option`.
    fn adjust(&mut self, options: &Dict) -> Result<bool> {
        let _ = options;
        Ok(false)
    }

    /// Whether it accepts the draw that another seat offers; no, unless a bot
    /// knows better.
    ///
    /// # Errors
    ///
    /// `cancelled`.
    fn accepts_draw(&mut self, observation: &Observation<G>, control: &Control) -> Result<bool> {
        let _ = (observation, control);
        Ok(false)
    }

    /// Whether a decision within limits takes a few milliseconds at most, so that it need
    /// not wait for others.
    fn is_quick(&self, limits: &Limits) -> bool {
        let _ = limits;
        false
    }

    /// The keys of all positions that it held possible when it last decided; none
    /// for a bot that keeps no such set. For measurements: who knows the truth can
    /// look whether it is among them.
    fn believed(&self) -> Option<Vec<u64>> {
        None
    }

    /// Counts of what became of the set of positions that it holds possible in this
    /// game; none for a bot that keeps no such set.
    fn belief_counters(&self) -> Option<BeliefCounters> {
        None
    }
}

impl<G: Game, B: Bot<G> + ?Sized> Bot<G> for Box<B> {
    fn decide(
        &mut self,
        observation: &Observation<G>,
        limits: &Limits,
        control: &Control,
    ) -> Result<Decision<G::Action>> {
        (**self).decide(observation, limits, control)
    }

    fn analyse(
        &mut self,
        observation: &Observation<G>,
        limits: &Limits,
        control: &Control,
        watch: Watch<'_, G::Action>,
    ) -> Result<Decision<G::Action>> {
        (**self).analyse(observation, limits, control, watch)
    }

    fn new_game(&mut self) {
        (**self).new_game();
    }

    fn adjust(&mut self, options: &Dict) -> Result<bool> {
        (**self).adjust(options)
    }

    fn accepts_draw(&mut self, observation: &Observation<G>, control: &Control) -> Result<bool> {
        (**self).accepts_draw(observation, control)
    }

    fn is_quick(&self, limits: &Limits) -> bool {
        (**self).is_quick(limits)
    }

    fn believed(&self) -> Option<Vec<u64>> {
        (**self).believed()
    }

    fn belief_counters(&self) -> Option<BeliefCounters> {
        (**self).belief_counters()
    }
}

/// The names of the bots that every game has.
pub const COMMON: &[&str] = &["random"];

/// The names of a game's bots.
pub fn names<G: Game>() -> impl Iterator<Item = &'static str> {
    COMMON.iter().copied().chain(G::INFO.bots.iter().copied())
}

/// The error for a bot that a game does not have.
pub fn unknown<G: Game>(name: &str) -> Error {
    Error::new(
        ErrorKind::UnknownBot,
        format!(
            "{} has no bot {}: there are {}",
            G::INFO.name,
            quoted(name),
            names::<G>().collect::<Vec<_>>().join(", ")
        ),
    )
}

/// How urgent work within limits is that a seat asks for.
pub fn class(limits: &Limits, seat: Seat) -> Class {
    /// So little time makes it short work.
    const LITTLE: Duration = Duration::from_millis(10);
    match (limits.movetime, limits.clock_of(seat)) {
        // Without an end until it is told of one.
        _ if limits.ponder => Class::Long,
        (Some(time), _) if time <= LITTLE => Class::Short,
        (_, Some(clock)) => Class::Clocked(clock.remaining),
        _ => Class::Long,
    }
}

/// Runs a decision and notes the time it took.
///
/// # Errors
///
/// `game_over` and `not_your_turn` where the seat has nothing to decide, and
/// whatever the bot says.
pub fn decide<G: Game>(
    bot: &mut dyn Bot<G>,
    observation: &Observation<G>,
    limits: &Limits,
    control: &Control,
) -> Result<Decision<G::Action>> {
    check(observation)?;
    let limits = &limits_of_seat(observation, limits)?;
    let started = Instant::now();
    let mut decision = bot.decide(observation, limits, control)?;
    decision.time = started.elapsed();
    Ok(decision)
}

/// Runs an analysis and notes the time it took; `watch` is told of every step.
///
/// # Errors
///
/// As [`decide`].
pub fn analyse<G: Game>(
    bot: &mut dyn Bot<G>,
    observation: &Observation<G>,
    limits: &Limits,
    control: &Control,
    watch: Watch<'_, G::Action>,
) -> Result<Decision<G::Action>> {
    check(observation)?;
    let limits = &limits_of_seat(observation, limits)?;
    let started = Instant::now();
    let mut decision = bot.analyse(observation, limits, control, watch)?;
    decision.time = started.elapsed();
    Ok(decision)
}

/// The limits with the clock of the seat that decides.
fn limits_of_seat<G: Game>(observation: &Observation<G>, limits: &Limits) -> Result<Limits> {
    let seats = observation.rules().game().seat_names().len();
    limits.of_seat(observation.seat(), seats)
}

/// Whether the seat has anything to decide.
///
/// # Errors
///
/// `game_over`, `not_your_turn`.
pub fn check<G: Game>(observation: &Observation<G>) -> Result<()> {
    let seats = observation.rules().seat_names();
    let seat = seats
        .get(observation.seat().index())
        .map_or("?", String::as_str);
    if observation.outcome().is_some() {
        return Err(Error::game_over("the game has ended"));
    }
    if !observation.may_act() {
        return Err(Error::not_your_turn(format!(
            "{seat} has nothing to decide now"
        )));
    }
    Ok(())
}
