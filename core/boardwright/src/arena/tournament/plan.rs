//! The encounters of a tournament, as a pure function of its players, its seed and the
//! results so far.
//!
//! An [`Encounter`] is a number of games between some players, who change seats between
//! them. Those of a round robin or a gauntlet are known from the start; those of a round of a
//! Swiss tournament or a knock-out once all of the round before are over. Nothing depends on
//! the order in which games end.

use serde::{Deserialize, Serialize};

use super::{knock_out, swiss};
use contract::error::{Error, Result};
use contract::rng::Rng;

/// Tells the drawing of lots from other uses of the same seed.
const LOTS: u64 = 0x6c6f_7473;

/// The most players of a tournament.
pub const MOST_PLAYERS: usize = 256;

/// The most encounters of a tournament.
const MOST_ENCOUNTERS: u64 = 1 << 20;

/// A system by which players meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TournamentSystem"))]
#[serde(rename_all = "snake_case")]
pub enum System {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first players meet all others, who do not meet each other.
    Gauntlet,
    /// In each round, players with about as many points meet who have not met.
    Swiss,
    /// A player that loses is out.
    KnockOut,
    /// Everybody stays at one seat: games without exchange of seats.
    Fixed,
}

impl System {
    /// All systems by their names.
    pub const ALL: [(&'static str, Self); 5] = [
        ("round_robin", Self::RoundRobin),
        ("gauntlet", Self::Gauntlet),
        ("swiss", Self::Swiss),
        ("knock_out", Self::KnockOut),
        ("fixed", Self::Fixed),
    ];

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        let named = Self::ALL.iter().find(|(_, system)| *system == self);
        named.map_or("", |(name, _)| name)
    }
}

/// Players, and the system by which they meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The system.
    pub system: System,
    /// Number of players.
    pub players: usize,
    /// Number of players of one game.
    pub at_once: usize,
    /// Number of games of an encounter.
    pub games: u64,
    /// The number of times that all meet in a round robin or gauntlet; the rounds of a Swiss tournament.
    pub rounds: u32,
    /// Number of first players who meet the others in a gauntlet.
    pub challengers: usize,
    /// The seed of the lots that are drawn in a Swiss tournament and a knock-out; `None` takes
    /// the players in the order in which they are given, the strongest first.
    pub lots: Option<u64>,
}

/// Some games between some players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encounter {
    /// Its number, from 0.
    pub number: u64,
    /// The round, from 0.
    pub round: u32,
    /// The players.
    pub players: Vec<usize>,
}

/// A player who has no opponent in a round of a Swiss tournament, which counts as a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bye {
    /// The round, from 0.
    pub round: u32,
    /// The player.
    pub player: usize,
}

/// The encounters that are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    /// The encounters, in the order of their numbers.
    pub encounters: Vec<Encounter>,
    /// The byes.
    pub byes: Vec<Bye>,
    /// True if no further ones can follow.
    pub complete: bool,
    /// The round in which each player was knocked out, or the number of rounds for who was not;
    /// empty for other systems.
    pub survived: Vec<u32>,
}

impl Schedule {
    /// Adds an encounter.
    pub(super) fn add(&mut self, round: u32, players: Vec<usize>) -> &Encounter {
        let number = self.encounters.len() as u64;
        self.encounters.push(Encounter {
            number,
            round,
            players,
        });
        &self.encounters[number as usize]
    }
}

/// The half points of each player of an encounter, in their order; `None` while it is not over.
pub type Results<'a> = dyn Fn(&Encounter) -> Option<Vec<u64>> + 'a;

impl Plan {
    /// Checks the numbers against each other.
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming what does not fit.
    pub fn check(&self) -> Result<()> {
        let least = match self.system {
            System::Fixed => 1,
            System::Gauntlet => self.at_once.max(1 + self.challengers),
            _ => self.at_once,
        };
        let players = self.players;
        if players < least || players > MOST_PLAYERS {
            return Err(Error::invalid_option(format!(
                "players: takes from {least} to {MOST_PLAYERS}, not {players}"
            )));
        }
        if self.system == System::KnockOut && self.at_once != 2 {
            return Err(Error::invalid_option(format!(
                "system: knock_out takes two players to a game, not {}",
                self.at_once
            )));
        }
        if self.rounds == 0 {
            return Err(Error::invalid_option("rounds: takes at least 1, not 0"));
        }
        if self.system == System::Gauntlet && self.challengers == 0 {
            return Err(Error::invalid_option(
                "challengers: takes at least 1, not 0",
            ));
        }
        if self.games == 0 || !self.games.is_multiple_of(self.turns()) {
            return Err(Error::invalid_option(format!(
                "games: takes a multiple of {}, so that everybody has every seat equally often, \
                 not {}",
                self.turns(),
                self.games
            )));
        }
        let count = self.count();
        if count > MOST_ENCOUNTERS {
            return Err(Error::invalid_option(format!(
                "players: so many meet {count} times, and {MOST_ENCOUNTERS} is the most"
            )));
        }
        Ok(())
    }

    /// The number of games that have one opening.
    #[must_use]
    pub fn turns(&self) -> u64 {
        match self.system {
            System::Fixed => 1,
            _ => self.at_once as u64,
        }
    }

    /// Half points of a bye: those of winning an encounter.
    #[must_use]
    pub const fn bye_half_points(&self) -> u64 {
        2 * self.games
    }

    /// The number of games, as far as it is known. There are more encounters than
    /// [`count`](Self::count) says once ties of a knock-out are broken.
    pub(super) fn expected_games(&self, known: usize) -> u64 {
        let encounters = self.count().max(known as u64);
        encounters.saturating_mul(self.games)
    }

    /// The number of encounters, without those that break ties of a knock-out.
    #[must_use]
    pub fn count(&self) -> u64 {
        let players = self.players as u64;
        let rounds = u64::from(self.rounds);
        match self.system {
            System::RoundRobin => rounds.saturating_mul(choose(players, self.at_once as u64)),
            System::Gauntlet => {
                let challengers = self.challengers as u64;
                let others = players.saturating_sub(challengers);
                let each = choose(others, self.at_once as u64 - 1);
                rounds.saturating_mul(challengers.saturating_mul(each))
            }
            System::Swiss => rounds.saturating_mul(players / self.at_once as u64),
            System::KnockOut => players.saturating_sub(1),
            System::Fixed => 1,
        }
    }

    /// The encounters that follow from the results so far.
    #[must_use]
    pub fn schedule(&self, results: &Results<'_>) -> Schedule {
        match self.system {
            System::RoundRobin => self.round_robin(),
            System::Gauntlet => self.gauntlet(),
            System::Swiss => swiss::schedule(self, results),
            System::KnockOut => knock_out::schedule(self, results),
            System::Fixed => {
                let mut schedule = Schedule::default();
                schedule.add(0, (0..self.players).collect());
                schedule.complete = true;
                schedule
            }
        }
    }

    /// The players by lot, or in the order in which they are given.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut order: Vec<_> = (0..self.players).collect();
        if let Some(seed) = self.lots {
            let mut rng = Rng::derived(&[seed, LOTS]);
            for last in (1..order.len()).rev() {
                order.swap(last, rng.below(last as u32 + 1) as usize);
            }
        }
        order
    }

    fn round_robin(&self) -> Schedule {
        let mut schedule = Schedule::default();
        let mut round = 0;
        for _ in 0..self.rounds {
            if self.at_once == 2 {
                for pairs in circle(self.players) {
                    for pair in pairs {
                        schedule.add(round, pair.to_vec());
                    }
                    round += 1;
                }
                continue;
            }
            for group in subsets(self.players, self.at_once) {
                schedule.add(round, group);
            }
            round += 1;
        }
        schedule.complete = true;
        schedule
    }

    fn gauntlet(&self) -> Schedule {
        let mut schedule = Schedule::default();
        let others = self.players.saturating_sub(self.challengers);
        for round in 0..self.rounds {
            for challenger in 0..self.challengers {
                for group in subsets(others, self.at_once - 1) {
                    let group = group.into_iter().map(|other| other + self.challengers);
                    let players = std::iter::once(challenger).chain(group).collect();
                    schedule.add(round, players);
                }
            }
        }
        schedule.complete = true;
        schedule
    }
}

/// The rounds of a round robin by the circle method of R. Schurig: the first player stays, all
/// others move on by one.
fn circle(players: usize) -> Vec<Vec<[usize; 2]>> {
    let places = players.next_multiple_of(2);
    let at = |round: usize, place: usize| match place {
        0 => 0,
        place => 1 + (place - 1 + round) % (places - 1),
    };
    let round = |round| {
        let pairs = (0..places / 2).map(|i| [at(round, i), at(round, places - 1 - i)]);
        // With an odd number of players the last place is empty.
        pairs.filter(|p| p.iter().all(|n| *n < players)).collect()
    };
    (0..places - 1).map(round).collect()
}

/// All subsets of so many of the numbers from 0, in lexicographic order.
fn subsets(of: usize, size: usize) -> Vec<Vec<usize>> {
    if size > of {
        return Vec::new();
    }
    let mut all = Vec::new();
    let mut current: Vec<usize> = (0..size).collect();
    loop {
        all.push(current.clone());
        let Some(at) = (0..size).rev().find(|i| current[*i] < of - size + i) else {
            return all;
        };
        current[at] += 1;
        for next in at + 1..size {
            current[next] = current[next - 1] + 1;
        }
    }
}

/// The number of such subsets, or the greatest number.
fn choose(of: u64, size: u64) -> u64 {
    if size > of {
        return 0;
    }
    let mut count = 1u64;
    for i in 0..size.min(of - size) {
        match count.checked_mul(of - i) {
            Some(product) => count = product / (i + 1),
            None => return u64::MAX,
        }
    }
    count
}
