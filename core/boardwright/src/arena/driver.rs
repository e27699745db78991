//! Many games at once: threads of its own, each of which keeps its players from
//! game to game.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use super::opening::Openings;
use super::pairing::{Pairing, PairingPlan};
use super::player::{Player, Stop};
use super::record::Played;
use super::referee::{self, Conditions, STACK};
use crate::host::{Game, guard};
use contract::error::{Error, ErrorKind, Result};
use contract::time::Time;

/// Interval at which whoever runs the match is asked to go on, and at which a game in which nothing
/// happens checks if it was stopped.
pub(super) const POLL: Duration = Duration::from_millis(50);

/// Makes the players of a match; called with the number of the one that is needed,
/// once for each thread and seat that it takes at a time.
pub type PlayerFactory<'a> = dyn Fn(usize) -> Result<Box<dyn Player>> + Sync + 'a;

/// A match.
#[derive(Clone, Debug)]
pub struct Match {
    /// The rules.
    pub game: Game,
    /// The seats of the players.
    pub plan: PairingPlan,
    /// The openings of the games.
    pub openings: Openings,
    /// Under what conditions they are played.
    pub conditions: Conditions,
    /// The seed of the players' random numbers.
    pub seed: u64,
    /// Games played at once.
    pub concurrency: usize,
}

impl Match {
    /// Plays the games that are not in `done`. `finished` is handed each on the
    /// calling thread, in the order in which they end; once it breaks off, games
    /// under way are played to their ends and no further ones begin. `stopped` is
    /// asked there every 50 ms whether to stop at once.
    ///
    /// # Errors
    ///
    /// `cancelled` when stopped; the first that `finished` returns, or that keeps
    /// a player from playing or an opening from being made.
    pub fn run(
        &self,
        entrants: &PlayerFactory<'_>,
        done: &BTreeSet<u64>,
        finished: impl FnMut(Played) -> Result<ControlFlow<()>>,
        stopped: impl FnMut() -> bool,
    ) -> Result<()> {
        self.run_by(&Time::default(), entrants, done, finished, stopped)
    }

    /// The same, with players timed by this time.
    pub(super) fn run_by(
        &self,
        time: &Time,
        entrants: &PlayerFactory<'_>,
        done: &BTreeSet<u64>,
        mut finished: impl FnMut(Played) -> Result<ControlFlow<()>>,
        mut stopped: impl FnMut() -> bool,
    ) -> Result<()> {
        let stop = Stop::new();
        let enough = AtomicBool::new(false);
        let next = AtomicU64::new(0);
        let (send, games) = mpsc::channel::<Result<Played>>();
        std::thread::scope(|scope| {
            let mut failed = None;
            for worker in 0..self.concurrency.max(1) {
                let (send, stop, enough, next) = (send.clone(), &stop, &enough, &next);
                let started = std::thread::Builder::new()
                    .name(format!("boardwright-match-{worker}"))
                    .stack_size(STACK)
                    .spawn_scoped(scope, move || {
                        self.work(time, entrants, done, next, enough, stop, &send);
                    });
                if let Err(error) = started {
                    stop.ask();
                    failed = Some(Error::internal(format!("no thread for a game: {error}")));
                }
            }
            drop(send);
            loop {
                let game = match games.recv_timeout(POLL) {
                    Ok(game) => Some(game),
                    Err(mpsc::RecvTimeoutError::Timeout) => None,
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                };
                let flow = match game {
                    Some(game) if failed.is_none() => game.and_then(&mut finished),
                    _ => Ok(ControlFlow::Continue(())),
                };
                match flow {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(ControlFlow::Break(())) => enough.store(true, Ordering::Relaxed),
                    // A game that was broken off says no more than that.
                    Err(error) if stop.asked() && error.kind() == ErrorKind::Cancelled => {}
                    Err(error) => {
                        stop.ask();
                        failed = Some(error);
                    }
                }
                if !stop.asked() && stopped() {
                    stop.ask();
                }
            }
            match failed {
                Some(error) => Err(error),
                None => stop.check(),
            }
        })
    }

    /// Plays one game after another until there are no more.
    #[expect(
        clippy::too_many_arguments,
        reason = "what the threads of a match share"
    )]
    fn work(
        &self,
        time: &Time,
        entrants: &PlayerFactory<'_>,
        done: &BTreeSet<u64>,
        next: &AtomicU64,
        enough: &AtomicBool,
        stop: &Stop,
        send: &mpsc::Sender<Result<Played>>,
    ) {
        let mut bench = PlayerPool::new(self.plan.players());
        while !enough.load(Ordering::Relaxed) && !stop.asked() {
            let id = next.fetch_add(1, Ordering::Relaxed);
            let Some(pairing) = self.plan.pairing(id) else {
                return;
            };
            if done.contains(&id) {
                continue;
            }
            let played = guard(|| self.play_one(time, id, &pairing, entrants, &mut bench, stop));
            let failed = played.is_err();
            // Nobody receives only when the match has been given up.
            if send.send(played).is_err() || failed {
                return;
            }
        }
    }

    fn play_one(
        &self,
        time: &Time,
        id: u64,
        pairing: &Pairing,
        entrants: &PlayerFactory<'_>,
        bench: &mut PlayerPool,
        stop: &Stop,
    ) -> Result<Played> {
        let opening = self.openings.opening(&self.game, pairing.opening, stop)?;
        let mut players = bench.call(&pairing.players, entrants)?;
        let played = referee::play_by(
            time,
            id,
            pairing.opening,
            &self.game,
            &self.conditions,
            opening,
            &mut players,
            &pairing.players,
            self.seed,
            stop,
        )?;
        bench.send_back(&pairing.players, players);
        Ok(played)
    }
}

/// The players of one thread between their games: for each, as many as it has seats
/// in a game, since one that held two seats would know what both see.
pub(super) struct PlayerPool(Vec<Vec<Box<dyn Player>>>);

impl PlayerPool {
    pub(super) fn new(players: usize) -> Self {
        Self((0..players).map(|_| Vec::new()).collect())
    }

    /// Lets all go but these.
    pub(super) fn keep(&mut self, players: &[usize]) {
        for (number, bench) in self.0.iter_mut().enumerate() {
            if !players.contains(&number) {
                bench.clear();
            }
        }
    }

    /// The players for these seats.
    pub(super) fn call(
        &mut self,
        seats: &[usize],
        entrants: &PlayerFactory<'_>,
    ) -> Result<Vec<Box<dyn Player>>> {
        let call = |number: &usize| match self.0.get_mut(*number).and_then(Vec::pop) {
            Some(player) => Ok(player),
            None => entrants(*number),
        };
        seats.iter().map(call).collect()
    }

    pub(super) fn send_back(&mut self, seats: &[usize], players: Vec<Box<dyn Player>>) {
        for (number, player) in seats.iter().zip(players) {
            if let Some(bench) = self.0.get_mut(*number) {
                bench.push(player);
            }
        }
    }
}
