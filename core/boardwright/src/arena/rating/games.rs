//! Games as ratings count them: who was on which side, and which side came before which.

use std::collections::{BTreeMap, BTreeSet};

use super::super::record::Played;
use super::super::tournament::Tournament;

/// A side of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The names of its players, each once.
    pub players: Vec<String>,
    /// Its place, 1 for those who won; sides that have drawn share one.
    pub place: usize,
}

/// A game between sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedGame {
    /// The sides.
    pub sides: Vec<Side>,
}

/// The word for games in which each player has so many seats, such as `one_seat`.
#[must_use]
pub fn mode_of(seats_each: usize) -> String {
    match seats_each {
        1 => "one_seat".into(),
        2 => "two_seats".into(),
        n => format!("{n}_seats"),
    }
}

impl Tournament {
    /// The mode under which its games are rated: how many seats a player has.
    #[must_use]
    pub fn mode(&self) -> String {
        mode_of(self.game.seats().len() / self.plan.at_once.max(1))
    }

    /// The games as ratings count them, in the order of their numbers. Players who hold seats of
    /// several sides are compared by what these have on average.
    #[must_use]
    pub fn rated_games(&self, played: &BTreeMap<u64, Played>) -> Vec<RatedGame> {
        let sides = self.game.sides();
        let games = played.values().filter(|game| {
            let known = |player: &usize| *player < self.names.len();
            game.players.len() == sides.len() && game.players.iter().all(known)
        });
        games.map(|game| self.rated_game(game, &sides)).collect()
    }

    fn rated_game(&self, game: &Played, sides: &[usize]) -> RatedGame {
        let name = |player: usize| self.names[player].clone();
        let mut held: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        let mut teams: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (player, side) in game.players.iter().zip(sides) {
            held.entry(*player).or_default().insert(*side);
            let team = teams.entry(*side).or_default();
            if !team.contains(player) {
                team.push(*player);
            }
        }
        if held.values().all(|sides| sides.len() == 1) {
            let won = |side: usize| {
                let seat = |seat: &u8| sides.get(usize::from(*seat)) == Some(&side);
                game.winners.iter().any(seat)
            };
            let side = |(side, team): (usize, Vec<usize>)| Side {
                place: if game.is_draw() || won(side) { 1 } else { 2 },
                players: team.into_iter().map(name).collect(),
            };
            return RatedGame {
                sides: teams.into_iter().map(side).collect(),
            };
        }
        let points: BTreeMap<usize, u64> = held
            .keys()
            .map(|player| (*player, game.half_points(*player)))
            .collect();
        let side = |(player, own): (&usize, &u64)| Side {
            place: 1 + points.values().filter(|other| *other > own).count(),
            players: vec![name(*player)],
        };
        RatedGame {
            sides: points.iter().map(side).collect(),
        }
    }
}
