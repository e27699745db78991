//! Deciders: made by name for one game, and given nothing but an observation.

mod decision;
mod limits;
mod messages;

use std::time::{Duration, Instant};

use crate::error::{Error, ErrorKind, Result, quoted};
use crate::game::{Game, Seat};
use crate::jobs::{Class, Control};
use crate::state::Observation;
use crate::value::Dict;

pub use decision::{Alternative, BeliefCounters, Bound, Decision, Info, Score};
pub use limits::{Clock, Limits, NODES};
pub use messages::{Heard, MOST_HEARD, MOST_REMEMBERED, Said, make_room};

/// Maximum number of times that a decision is repeated because its basis has changed
/// ([`Game::decision_key`]); after that it counts if it can still be made.
pub const MAX_RESTARTS: u32 = 3;

/// Least time on the clock of a seat for which a message is a reason to decide anew, or to find
/// out what the partners should know. With less the seat has to move.
pub const LEAST_TIME_TO_TALK: Duration = Duration::from_millis(400);

/// The receiver of a bot's analysis.
pub type Watch<'a, A> = &'a mut (dyn FnMut(&Info<A>) + Send);

/// A decider for one game. It is a session and may keep its knowledge between decisions; it
/// must be ready to give a legal answer whenever it is stopped.
///
/// Limits hold for every bot. It looks at the clock and at its control often enough to end
/// within a few milliseconds of its time or of a cancel, and never visits more positions
/// than `nodes`. If the limits leave no time to consider any move, its answer is any legal
/// move, or one that may be tried if legality is not known.
pub trait Bot<G: Game>: Send {
    /// Decides for the seat of the observation, which has at least one candidate.
    ///
    /// # Errors
    ///
    /// `cancelled` if it was stopped before it had any move.
    fn decide(
        &mut self,
        observation: &Observation<G>,
        limits: &Limits,
        control: &Control,
    ) -> Result<Decision<G::Action>>;

    /// Decides as [`decide`](Self::decide) does, at full strength, and reports its analysis
    /// meanwhile. Without any limit, a bot that can think longer continues until it is
    /// asked to finish. A bot without an analysis reports its decision.
    ///
    /// # Errors
    ///
    /// As in [`decide`](Self::decide).
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

    /// Forgets its knowledge of this game, because another one begins.
    fn new_game(&mut self) {}

    /// Changes its options in the middle of a game, as if it had been made with them, and
    /// keeps its knowledge. Returns false, with nothing changed, if it cannot.
    ///
    /// # Errors
    ///
    /// `invalid_option`.
    fn adjust(&mut self, options: &Dict) -> Result<bool> {
        let _ = options;
        Ok(false)
    }

    /// Returns true if it accepts the draw that another seat offers; by default false.
    ///
    /// # Errors
    ///
    /// `cancelled`.
    fn accepts_draw(&mut self, observation: &Observation<G>, control: &Control) -> Result<bool> {
        let _ = (observation, control);
        Ok(false)
    }

    /// Returns true if it talks with those it plays with: it makes use of [`Limits::heard`], and
    /// says something where that is given.
    fn talks(&self) -> bool {
        false
    }

    /// Returns true if it plays all seats of a team, as one player.
    fn plays_team(&self) -> bool {
        false
    }

    /// Thinks on after its last decision has become a move, and finds out what those it plays
    /// with should know. Ends by itself; what it finds it says by
    /// [`Control::say`](crate::jobs::Control::say) as soon as it can, and returns the rest.
    ///
    /// # Errors
    ///
    /// `cancelled`.
    fn reflect(&mut self, control: &Control) -> Result<Vec<Said>> {
        let _ = control;
        Ok(Vec::new())
    }

    /// Returns true if a decision within limits takes a few milliseconds at most, so that
    /// it need not wait for others.
    fn is_quick(&self, limits: &Limits) -> bool {
        let _ = limits;
        false
    }

    /// Returns the keys of all positions that it held possible when it last decided; `None`
    /// for a bot without such a set. For measurements: a caller with the true state can
    /// check that it is among them.
    fn believed(&self) -> Option<Vec<u64>> {
        None
    }

    /// Returns the statistics of its belief in this game; `None` for a bot without one.
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

    fn talks(&self) -> bool {
        (**self).talks()
    }

    fn plays_team(&self) -> bool {
        (**self).plays_team()
    }

    fn reflect(&mut self, control: &Control) -> Result<Vec<Said>> {
        (**self).reflect(control)
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

/// Names of the bots that every game has.
pub const COMMON: &[&str] = &["random"];

/// Returns the names of a game's bots.
pub fn names<G: Game>() -> impl Iterator<Item = &'static str> {
    COMMON.iter().copied().chain(G::INFO.bots.iter().copied())
}

/// Returns the error for a bot that a game lacks.
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

/// Returns the urgency of a seat's request within limits.
pub fn class(limits: &Limits, seat: Seat) -> Class {
    /// Longest thinking time of short work.
    const LITTLE: Duration = Duration::from_millis(10);
    match (limits.movetime, limits.clock_of(seat)) {
        // Pondering has no end until the ponder hit.
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
/// `game_over` and `not_your_turn` if the seat has nothing to decide, and the errors of the
/// bot.
pub fn decide<G: Game>(
    bot: &mut dyn Bot<G>,
    observation: &Observation<G>,
    limits: &Limits,
    control: &Control,
) -> Result<Decision<G::Action>> {
    let limits = &limits_of_seat(observation, limits)?;
    let started = Instant::now();
    let mut decision = bot.decide(observation, limits, control)?;
    decision.time = started.elapsed();
    Ok(decision)
}

/// Runs an analysis and notes the time it took; `watch` receives every step.
///
/// # Errors
///
/// As in [`decide`].
pub fn analyse<G: Game>(
    bot: &mut dyn Bot<G>,
    observation: &Observation<G>,
    limits: &Limits,
    control: &Control,
    watch: Watch<'_, G::Action>,
) -> Result<Decision<G::Action>> {
    let limits = &limits_of_seat(observation, limits)?;
    let started = Instant::now();
    let mut decision = bot.analyse(observation, limits, control, watch)?;
    decision.time = started.elapsed();
    Ok(decision)
}

/// Returns the limits with the clock of the seat that decides.
///
/// # Errors
///
/// As in [`check`]; `invalid_option` for clocks of another number of seats, and for what it has
/// heard from a seat that it does not play with.
pub fn limits_of_seat<G: Game>(observation: &Observation<G>, limits: &Limits) -> Result<Limits> {
    check(observation)?;
    if let Some(heard) = &limits.heard {
        messages::check(observation.rules(), observation.seat(), heard)?;
    }
    let seats = observation.rules().game().seat_names().len();
    limits.of_seat(observation.seat(), seats)
}

/// Checks that the seat has something to decide.
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
