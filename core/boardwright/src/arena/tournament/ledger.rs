//! The games of a tournament: those that were played, those under way, and those that may
//! begin.
//!
//! A round of which games depend on the one before begins when all of that are over, so that
//! the same games are played whoever plays them, and whatever was played before.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::Tournament;
use super::plan::{Encounter, Schedule};
use crate::arena::record::Played;
use crate::arena::summary::Summary;
use contract::error::{Error, Result};

/// The state of a tournament's games.
#[derive(Clone, Debug)]
pub(super) struct Ledger {
    played: BTreeMap<u64, Played>,
    schedule: Schedule,
    /// Games that have not begun, those that were given back first.
    waiting: VecDeque<u64>,
    running: BTreeSet<u64>,
    over: bool,
    /// The pairs of a match that a test may decide.
    sum: Option<Summary>,
}

impl Ledger {
    /// The state after these games.
    ///
    /// # Errors
    ///
    /// `invalid_option` for a tournament that cannot be played, or games that are not of it.
    pub(super) fn new(tournament: &Tournament, done: BTreeMap<u64, Played>) -> Result<Self> {
        tournament.check()?;
        let mut ledger = Self {
            sum: tournament.sprt.map(|_| tournament.summary(&done)),
            played: done,
            schedule: Schedule::default(),
            waiting: VecDeque::new(),
            running: BTreeSet::new(),
            over: false,
        };
        ledger.advance(tournament)?;
        for (id, played) in &ledger.played {
            let encounter = ledger.encounter(tournament, *id);
            let expected = encounter.map(|e| tournament.seats_of(e, id % tournament.plan.games));
            let expected = expected.transpose()?;
            if expected.as_ref().map(|(_, players)| players) != Some(&played.players) {
                return Err(Error::invalid_option(format!(
                    "results: game {id} is not of this tournament"
                )));
            }
        }
        Ok(ledger)
    }

    /// The finished games by their numbers.
    pub(super) const fn played(&self) -> &BTreeMap<u64, Played> {
        &self.played
    }

    pub(super) fn into_played(self) -> BTreeMap<u64, Played> {
        self.played
    }

    /// True once no further game is to begin.
    pub(super) const fn is_over(&self) -> bool {
        self.over
    }

    /// The number of games that may begin.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// The encounter of a game, as far as it is known.
    pub(super) fn encounter(&self, tournament: &Tournament, id: u64) -> Option<&Encounter> {
        let number = usize::try_from(id / tournament.plan.games).ok()?;
        self.schedule.encounters.get(number)
    }

    /// The number of games that are known to be played.
    pub(super) fn games(&self, tournament: &Tournament) -> u64 {
        tournament
            .plan
            .expected_games(self.schedule.encounters.len())
    }

    /// Takes a game that may begin.
    pub(super) fn begin(&mut self) -> Option<u64> {
        let id = self.waiting.pop_front()?;
        self.running.insert(id);
        Some(id)
    }

    /// Has a game begin anew that was not played to its end; false for one that is not under
    /// way.
    pub(super) fn give_back(&mut self, id: u64) -> bool {
        if !self.running.remove(&id) {
            return false;
        }
        if !self.over {
            self.waiting.push_front(id);
        }
        true
    }

    /// Has no further game begin.
    pub(super) fn end(&mut self) {
        self.waiting.clear();
        self.over = true;
    }

    /// Takes a finished game; false where it has been played already, which changes nothing.
    pub(super) fn finish(&mut self, tournament: &Tournament, played: Played) -> Result<bool> {
        let id = played.id;
        if self.played.contains_key(&id) {
            return Ok(false);
        }
        // It may have been begun by a run that ended before.
        if !self.running.remove(&id) {
            self.waiting.retain(|other| *other != id);
        }
        if let Some(sum) = &mut self.sum {
            sum.add(&played);
        }
        self.played.insert(id, played);
        if tournament.is_decided(self.sum.as_ref()) {
            self.end();
        } else {
            self.advance(tournament)?;
        }
        Ok(true)
    }

    /// Finds what can begin, when nothing else can.
    fn advance(&mut self, tournament: &Tournament) -> Result<()> {
        if self.over || !self.running.is_empty() || !self.waiting.is_empty() {
            return Ok(());
        }
        self.schedule = tournament.schedule(&self.played);
        if tournament.is_decided(self.sum.as_ref()) {
            self.over = true;
            return Ok(());
        }
        for encounter in &self.schedule.encounters {
            let games = tournament.games_of(encounter);
            self.waiting
                .extend(games.filter(|id| !self.played.contains_key(id)));
        }
        self.over = self.waiting.is_empty();
        if self.over && !self.schedule.complete {
            return Err(Error::internal("a round has no games"));
        }
        Ok(())
    }
}
