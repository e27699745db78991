//! Tournaments: who meets whom, game after game, and what came of it.
//!
//! A [`Tournament`] is a value, its [`schedule`](Tournament::schedule) a pure function of the
//! games played so far, and its [`table`](Tournament::table) one of all of them. The seeds of a
//! game derive from the tournament's, the number of its encounter and its number therein, so
//! that games with limits that do not depend on time are the same on any number of threads,
//! after any interruption, in every host.

mod host;
mod knock_out;
mod ledger;
mod plan;
mod queue;
mod run;
mod settings;
mod swiss;
mod table;

use std::collections::BTreeMap;

pub use host::{
    Begun, FinishedGame, GameFault, PlayerTimes, Told, TournamentReport, tournament,
    tournament_counted,
};
pub use knock_out::TIE_BREAKS;
pub use plan::{Bye, Encounter, MOST_PLAYERS, Plan, Results, Schedule, System};
pub use queue::{JobQueue, TournamentQueue};
pub use run::{Finished, Progress};
pub use settings::{Occasion, TOURNAMENT, TournamentOption, TournamentSettings};
pub(super) use settings::{read_conditions, read_sprt};
pub use table::{Cell, Standing, Table};
pub(super) use table::{cell_text, tenths};

use super::driver::{PlayerFactory, PlayerPool};
use super::opening::Openings;
use super::pairing::PairingPlan;
use super::player::Stop;
use super::record::Played;
use super::referee::{self, Conditions};
use super::sprt::{Sprt, Verdict};
use super::summary::Summary;
use crate::host::Game;
use contract::error::{Error, Result};
use contract::rng::Rng;

/// Tells the seeds of games from other uses of the same seed.
const GAMES: u64 = 0x6761_6d65;

/// A tournament.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The rules.
    pub game: Game,
    /// The names of the players.
    pub names: Vec<String>,
    /// The players, and how they meet.
    pub plan: Plan,
    /// The openings; each is played once from every side.
    pub openings: Openings,
    /// Under what conditions games are played.
    pub conditions: Conditions,
    /// The seed.
    pub seed: u64,
    /// The test that ends a match of two players early.
    pub sprt: Option<Sprt>,
}

impl Tournament {
    /// Checks that it can be played.
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming what does not fit.
    pub fn check(&self) -> Result<()> {
        self.plan.check()?;
        if self.names.len() != self.plan.players {
            return Err(Error::invalid_option(format!(
                "players: {} have names, and there are {}",
                self.names.len(),
                self.plan.players
            )));
        }
        let seats = self.game.seats().len();
        match self.plan.system {
            System::Fixed if self.plan.players != seats => {
                return Err(Error::invalid_option(format!(
                    "players: takes {seats}, one for each seat, not {}",
                    self.plan.players
                )));
            }
            System::Fixed => {}
            _ => {
                PairingPlan::between(self.plan.games, self.plan.at_once, &self.game.sides())?;
            }
        }
        if self.sprt.is_some() && (self.plan.players != 2 || self.plan.count() != 1) {
            return Err(Error::invalid_option(
                "sprt: ends a match of two players, and this is none",
            ));
        }
        Ok(())
    }

    /// The encounters that follow from the games played so far.
    #[must_use]
    pub fn schedule(&self, played: &BTreeMap<u64, Played>) -> Schedule {
        self.plan
            .schedule(&|encounter| self.half_points(encounter, played))
    }

    /// The numbers of the games of an encounter.
    #[must_use]
    pub fn games_of(&self, encounter: &Encounter) -> std::ops::Range<u64> {
        let first = encounter.number * self.plan.games;
        first..first + self.plan.games
    }

    /// The seed of a game, from which its players' derive.
    #[must_use]
    pub fn game_seed(&self, id: u64) -> u64 {
        let (encounter, game) = (id / self.plan.games, id % self.plan.games);
        Rng::derived(&[self.seed, GAMES, encounter, game]).next_u64()
    }

    /// The number of the opening of a game of an encounter, and the player at each seat.
    pub(super) fn seats_of(&self, encounter: &Encounter, game: u64) -> Result<(u64, Vec<usize>)> {
        let each = self.plan.games / self.plan.turns();
        let first = encounter.number * each;
        if self.plan.system == System::Fixed {
            return Ok((first + game, encounter.players.clone()));
        }
        let plan = PairingPlan::between(self.plan.games, self.plan.at_once, &self.game.sides())?;
        let pairing = plan
            .pairing(game)
            .ok_or_else(|| Error::internal("an encounter has no such game"))?;
        let players = pairing
            .players
            .iter()
            .filter_map(|n| encounter.players.get(*n));
        Ok((first + pairing.opening, players.copied().collect()))
    }

    fn play(
        &self,
        id: u64,
        encounter: &Encounter,
        factory: &PlayerFactory<'_>,
        pool: &mut PlayerPool,
        stop: &Stop,
    ) -> Result<Played> {
        let (number, seats) = self.seats_of(encounter, id % self.plan.games)?;
        let opening = self.openings.opening(&self.game, number, stop)?;
        let mut players = pool.call(&seats, factory)?;
        let mut played = referee::play(
            0,
            number,
            &self.game,
            &self.conditions,
            opening,
            &mut players,
            &seats,
            self.game_seed(id),
            stop,
        )?;
        played.id = id;
        pool.send_back(&seats, players);
        Ok(played)
    }

    /// The half points of the players of an encounter, once all of its games are over.
    fn half_points(
        &self,
        encounter: &Encounter,
        played: &BTreeMap<u64, Played>,
    ) -> Option<Vec<u64>> {
        let mut sums = vec![0; encounter.players.len()];
        for id in self.games_of(encounter) {
            let game = played.get(&id)?;
            for (sum, player) in sums.iter_mut().zip(&encounter.players) {
                *sum += game.half_points(*player);
            }
        }
        Some(sums)
    }

    /// The sum of games, with times and search effort.
    #[must_use]
    pub fn summary(&self, played: &BTreeMap<u64, Played>) -> Summary {
        let (players, seats) = (self.plan.players, self.game.seats().len());
        let own = |n: &usize| *n < players;
        let games = played.values().filter(|g| g.players.iter().all(own));
        Summary::of(players, seats, games)
    }

    /// State of the test for these games; `None` without one.
    #[must_use]
    pub fn verdict(&self, sum: &Summary) -> Option<Verdict> {
        self.sprt.map(|sprt| sprt.verdict(&sum.pairs))
    }

    fn is_decided(&self, sum: Option<&Summary>) -> bool {
        let verdict = sum.and_then(|sum| self.verdict(sum));
        verdict.is_some_and(|verdict| verdict != Verdict::Undecided)
    }
}
