//! The seats of the players in each game of a match.
//!
//! Seats are dealt to the players in turn; the games of one opening deal them
//! again, begun by the next player each time, until everybody has sat everywhere
//! equally often. With two players and two seats those are the pairs whose
//! results the pentanomial statistics count. Seats that win and lose together go
//! to one player as long as there are sides enough.

use contract::error::{Error, Result};

/// The games of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairingPlan {
    games: u64,
    players: usize,
    seats: usize,
    /// The side of each seat.
    sides: [u8; MOST_SEATS],
}

/// As many seats as a game can have.
const MOST_SEATS: usize = 16;

/// One game of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Which opening, from 0.
    pub opening: u64,
    /// Which of the games of that opening, from 0.
    pub round: usize,
    /// The player at each seat.
    pub players: Vec<usize>,
}

impl PairingPlan {
    /// So many games between so many players at so many seats.
    ///
    /// # Errors
    ///
    /// `invalid_option` where there are fewer than two players, or more than seats.
    pub fn new(games: u64, players: usize, seats: usize) -> Result<Self> {
        if players < 2 || players > seats {
            return Err(Error::invalid_option(format!(
                "players: takes from 2 to {seats}, the number of seats, not {players}"
            )));
        }
        let mut plan = Self {
            games,
            players,
            seats,
            sides: [0; MOST_SEATS],
        };
        for (seat, side) in plan.sides.iter_mut().enumerate() {
            *side = seat as u8;
        }
        Ok(plan)
    }

    /// The same for seats of these sides, see [`Game::sides`](crate::host::Game::sides).
    ///
    /// # Errors
    ///
    /// As [`PairingPlan::new`].
    pub fn between(games: u64, players: usize, sides: &[usize]) -> Result<Self> {
        let mut plan = Self::new(games, players, sides.len())?;
        let count = sides.iter().max().map_or(0, |most| most + 1);
        if players <= count {
            for (dealt, side) in plan.sides.iter_mut().zip(sides) {
                *dealt = *side as u8;
            }
        }
        Ok(plan)
    }

    /// Counts the games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Counts the players.
    #[must_use]
    pub const fn players(&self) -> usize {
        self.players
    }

    /// The game of this number, from 0; `None` beyond the last one.
    #[must_use]
    pub fn pairing(&self, id: u64) -> Option<Pairing> {
        if id >= self.games {
            return None;
        }
        let players = self.players as u64;
        let round = (id % players) as usize;
        Some(Pairing {
            opening: id / players,
            round,
            players: self.sides[..self.seats.min(MOST_SEATS)]
                .iter()
                .map(|side| (usize::from(*side) + round) % self.players)
                .collect(),
        })
    }
}
