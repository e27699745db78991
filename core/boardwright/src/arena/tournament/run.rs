//! The games of a tournament, played by several threads.
//!
//! Threads of the pool's helpers take one game after the other. A round of which games depend
//! on the one before begins when all of that are over, so that the same games are played
//! whatever the number of threads and whatever was played before.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::Tournament;
use super::plan::{Encounter, Schedule};
use crate::arena::driver::{PlayerFactory, PlayerPool};
use crate::arena::player::Stop;
use crate::arena::record::Played;
use crate::arena::summary::Summary;
use crate::host::guard;
use contract::error::{Error, Result};
use contract::jobs::{self, Control};

/// A finished game, and what is known of the tournament by then.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The game.
    pub game: &'a Played,
    /// The encounter that it belongs to.
    pub encounter: &'a Encounter,
    /// Number of finished games, those of earlier runs included.
    pub done: u64,
    /// Number of games that are known to be played; a Swiss tournament counts all of its
    /// rounds, a knock-out no ties.
    pub games: u64,
}

/// Called with each game as it ends, on the thread that has played it, one at a time; breaks off
/// once it has seen enough.
pub type Finished<'a> = dyn FnMut(Progress<'_>) -> Result<ControlFlow<()>> + Send + 'a;

/// State that the threads share.
struct Shared<'a, 'b> {
    played: BTreeMap<u64, Played>,
    schedule: Schedule,
    /// Games that have not begun, in the order of their numbers.
    waiting: VecDeque<(u64, Encounter)>,
    running: usize,
    /// True once no further game is to begin.
    over: bool,
    failed: Option<Error>,
    finished: &'a mut Finished<'b>,
    /// The pairs of a match that a test may decide.
    sum: Option<Summary>,
}

/// The parts of a run that do not change.
struct Runner<'a> {
    tournament: &'a Tournament,
    players: &'a PlayerFactory<'a>,
    stop: Arc<Stop>,
    control: &'a Control,
}

impl Tournament {
    /// Plays the games that are missing, `concurrency` at once, and returns all of them by their
    /// numbers. Where `done` holds all there are, nothing is played.
    ///
    /// # Errors
    ///
    /// `cancelled` when the control says so; `invalid_option` for games in `done` that are not
    /// of this tournament; the first error that `finished` returns, or that keeps a player from
    /// playing or an opening from being made.
    pub fn run(
        &self,
        concurrency: usize,
        players: &PlayerFactory<'_>,
        done: BTreeMap<u64, Played>,
        finished: &mut Finished<'_>,
        control: &Control,
    ) -> Result<BTreeMap<u64, Played>> {
        self.check()?;
        let stop = Arc::new(Stop::new());
        let told = Arc::clone(&stop);
        control.when_cancelled(move || told.ask());
        let told = Arc::clone(&stop);
        let _deadline = control.deadline().map(|at| {
            let left = at.saturating_duration_since(Instant::now());
            jobs::timer(left, move || told.ask())
        });
        let mut shared = Shared {
            sum: self.sprt.map(|_| self.summary(&done)),
            played: done,
            schedule: Schedule::default(),
            waiting: VecDeque::new(),
            running: 0,
            over: false,
            failed: None,
            finished,
        };
        self.advance(&mut shared)?;
        self.check_done(&shared)?;
        let shared = Mutex::new(shared);
        let arrived = Condvar::new();
        let runner = Runner {
            tournament: self,
            players,
            stop,
            control,
        };
        let work = || runner.work(&shared, &arrived);
        if concurrency <= 1 {
            work();
        } else {
            jobs::in_parallel(concurrency, || {
                rayon::scope(|scope| {
                    for _ in 1..concurrency {
                        scope.spawn(|_| work());
                    }
                    work();
                });
            })?;
        }
        let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        match shared.failed {
            Some(error) => Err(error),
            None => Ok(shared.played),
        }
    }

    /// Finds what can begin, when nothing else can.
    fn advance(&self, shared: &mut Shared<'_, '_>) -> Result<()> {
        if shared.over || shared.running > 0 || !shared.waiting.is_empty() {
            return Ok(());
        }
        shared.schedule = self.schedule(&shared.played);
        if self.is_decided(shared.sum.as_ref()) {
            shared.over = true;
            return Ok(());
        }
        for encounter in &shared.schedule.encounters {
            for id in self.games_of(encounter) {
                if !shared.played.contains_key(&id) {
                    shared.waiting.push_back((id, encounter.clone()));
                }
            }
        }
        shared.over = shared.waiting.is_empty();
        if shared.over && !shared.schedule.complete {
            return Err(Error::internal("a round has no games"));
        }
        Ok(())
    }

    /// Checks that games of an earlier run are of this tournament.
    fn check_done(&self, shared: &Shared<'_, '_>) -> Result<()> {
        for (id, played) in &shared.played {
            let encounter = shared
                .schedule
                .encounters
                .get((id / self.plan.games) as usize);
            let expected = encounter.map(|e| self.seats_of(e, id % self.plan.games));
            let expected = expected.transpose()?;
            if expected.as_ref().map(|(_, players)| players) != Some(&played.players) {
                return Err(Error::invalid_option(format!(
                    "results: game {id} is not of this tournament"
                )));
            }
        }
        Ok(())
    }
}

fn lock<'a, 'b, 'c>(shared: &'c Mutex<Shared<'a, 'b>>) -> MutexGuard<'c, Shared<'a, 'b>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Runner<'_> {
    /// Plays one game after another until there are no more. A thread that finds none waits
    /// only while others play some, so that no number of threads is too small.
    fn work(&self, shared: &Mutex<Shared<'_, '_>>, arrived: &Condvar) {
        let mut pool = PlayerPool::new(self.tournament.plan.players);
        loop {
            let mut state = lock(shared);
            let (id, encounter) = loop {
                if state.over {
                    return;
                }
                if let Some(next) = state.waiting.pop_front() {
                    break next;
                }
                state = arrived.wait(state).unwrap_or_else(PoisonError::into_inner);
            };
            state.running += 1;
            drop(state);
            pool.keep(&encounter.players);
            let played = guard(|| {
                self.control.check()?;
                self.tournament
                    .play(id, &encounter, self.players, &mut pool, &self.stop)
            });
            let mut state = lock(shared);
            state.running -= 1;
            let told = guard(|| self.take(&mut state, played?, &encounter));
            if let Err(error) = told {
                // What others say of being stopped is no news.
                state.failed.get_or_insert(error);
                state.over = true;
                state.waiting.clear();
                self.stop.ask();
            }
            drop(state);
            arrived.notify_all();
        }
    }

    /// Takes a finished game.
    fn take(
        &self,
        state: &mut Shared<'_, '_>,
        played: Played,
        encounter: &Encounter,
    ) -> Result<()> {
        if state.failed.is_some() {
            return Ok(());
        }
        let id = played.id;
        if let Some(sum) = &mut state.sum {
            sum.add(&played);
        }
        let done = state.played.len() as u64 + 1;
        let expected = state.schedule.encounters.len() as u64;
        let games = expected.max(self.tournament.plan.count()) * self.tournament.plan.games;
        let flow = (state.finished)(Progress {
            game: &played,
            encounter,
            done,
            games,
        });
        state.played.insert(id, played);
        if flow?.is_break() || self.tournament.is_decided(state.sum.as_ref()) {
            state.waiting.clear();
            state.over = true;
            return Ok(());
        }
        self.tournament.advance(state)
    }
}
