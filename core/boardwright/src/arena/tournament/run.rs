//! The games of a tournament, played by several threads.
//!
//! Threads of the pool's helpers take one game after the other from the tournament's [`Ledger`].

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::Tournament;
use super::ledger::Ledger;
use super::plan::Encounter;
use crate::arena::driver::{PlayerFactory, PlayerPool};
use crate::arena::player::Stop;
use crate::arena::record::Played;
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
    ledger: Ledger,
    failed: Option<Error>,
    finished: &'a mut Finished<'b>,
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
        let ledger = Ledger::new(self, done)?;
        let stop = Arc::new(Stop::new());
        let told = Arc::clone(&stop);
        control.when_cancelled(move || told.ask());
        let told = Arc::clone(&stop);
        let _deadline = control.deadline().map(|at| {
            let left = at.saturating_duration_since(Instant::now());
            jobs::timer(left, move || told.ask())
        });
        let shared = Shared {
            ledger,
            failed: None,
            finished,
        };
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
            None => Ok(shared.ledger.into_played()),
        }
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
                if state.ledger.is_over() {
                    return;
                }
                if let Some(id) = state.ledger.begin() {
                    let encounter = state.ledger.encounter(self.tournament, id).cloned();
                    break (id, encounter.unwrap_or_default());
                }
                state = arrived.wait(state).unwrap_or_else(PoisonError::into_inner);
            };
            drop(state);
            pool.keep(&encounter.players);
            let played = guard(|| {
                self.control.check()?;
                self.tournament
                    .play(id, &encounter, self.players, &mut pool, &self.stop)
            });
            let mut state = lock(shared);
            let told = guard(|| self.take(&mut state, played?, &encounter));
            if let Err(error) = told {
                // What others say of being stopped is no news.
                state.failed.get_or_insert(error);
                state.ledger.end();
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
        let progress = Progress {
            game: &played,
            encounter,
            done: state.ledger.played().len() as u64 + 1,
            games: state.ledger.games(self.tournament),
        };
        let flow = (state.finished)(progress);
        state.ledger.finish(self.tournament, played)?;
        if flow?.is_break() {
            state.ledger.end();
        }
        Ok(())
    }
}
