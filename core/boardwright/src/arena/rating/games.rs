//! Games as ratings count them: who was on which side, and which side came before which.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::super::record::{Played, half_points};
use super::super::tournament::Tournament;
use contract::error::{Error, Result, quoted};

/// A side of a game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RatedSide"))]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// The names of its players, each once.
    pub players: Vec<String>,
    /// Its place, 1 for those who won; sides that have drawn share one.
    pub place: usize,
}

/// A game between sides.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RatedGame {
    /// The sides.
    pub sides: Vec<Side>,
}

impl RatedGame {
    /// Checks that it is a game of at least two sides, in which everybody is once.
    pub(super) fn check(&self) -> Result<()> {
        let wrong = |what: &str| Err(Error::invalid_option(format!("games: {what}")));
        if self.sides.len() < 2 {
            return wrong("a game has less than two sides");
        }
        let mut names = BTreeSet::new();
        for side in &self.sides {
            if side.players.is_empty() {
                return wrong("a side has no players");
            }
            if side.place == 0 {
                return wrong("a place counts from 1");
            }
            for name in &side.players {
                if !names.insert(name) {
                    return wrong(&format!("{} is twice in a game", quoted(name)));
                }
            }
        }
        Ok(())
    }
}

/// Games with one result between the same sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RatedResult {
    /// The sides.
    pub sides: Vec<Side>,
    /// The number of such games.
    #[serde(default = "one")]
    pub games: u64,
}

const fn one() -> u64 {
    1
}

/// Results of games of one game and mode, as [`BotRegistry`](super::BotRegistry) rates them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatedResults {
    /// The game.
    pub game: String,
    /// The mode: `one_seat`, `two_seats`, by how many seats a player has.
    pub mode: String,
    /// The results, in an order that is the same in every run.
    pub results: Vec<RatedResult>,
}

/// Counts games by their results.
pub(super) fn counted(games: Vec<RatedGame>) -> Vec<RatedResult> {
    let mut counts: BTreeMap<Vec<Side>, u64> = BTreeMap::new();
    for mut game in games {
        game.sides.sort();
        *counts.entry(game.sides).or_default() += 1;
    }
    let result = |(sides, games)| RatedResult { sides, games };
    counts.into_iter().map(result).collect()
}

/// The games of counted results one after the other: of each result one, then of each another, so
/// that no player's come all at the end.
pub(super) fn each(results: &[RatedResult]) -> Vec<RatedGame> {
    let most = results.iter().map(|r| r.games).max().unwrap_or_default();
    let round = |round: u64| results.iter().filter(move |r| round < r.games);
    let game = |r: &RatedResult| RatedGame {
        sides: r.sides.clone(),
    };
    (0..most).flat_map(round).map(game).collect()
}

/// A game as ratings count it, by the name of the player at each seat, the side of each and the
/// seats that won. Players who hold seats of several sides are compared by what these have on
/// average.
pub(super) fn rated_game(players: &[&str], sides: &[usize], winners: &[u8]) -> RatedGame {
    let mut held: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    let mut teams: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for (player, side) in players.iter().zip(sides) {
        held.entry(player).or_default().insert(*side);
        let team = teams.entry(*side).or_default();
        if !team.contains(player) {
            team.push(player);
        }
    }
    if held.values().all(|sides| sides.len() == 1) {
        let won = |side: usize| {
            let seat = |seat: &u8| sides.get(usize::from(*seat)) == Some(&side);
            winners.iter().any(seat)
        };
        let side = |(side, team): (usize, Vec<&str>)| Side {
            place: if winners.is_empty() || won(side) {
                1
            } else {
                2
            },
            players: team.into_iter().map(str::to_owned).collect(),
        };
        return RatedGame {
            sides: teams.into_iter().map(side).collect(),
        };
    }
    let points: BTreeMap<&str, u64> = held
        .keys()
        .map(|player| (*player, half_points(players, winners, player)))
        .collect();
    let side = |(player, own): (&&str, &u64)| Side {
        place: 1 + points.values().filter(|other| *other > own).count(),
        players: vec![(*player).to_owned()],
    };
    RatedGame {
        sides: points.iter().map(side).collect(),
    }
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
        let name = |player: &usize| &*self.names[*player];
        let game = |game: &Played| {
            let players: Vec<_> = game.players.iter().map(name).collect();
            rated_game(&players, &sides, &game.winners)
        };
        games.map(game).collect()
    }

    /// The results as ratings count them, under the game and the mode. Games that one player has
    /// played against itself are left out.
    #[must_use]
    pub fn rated_results(&self, played: &BTreeMap<u64, Played>) -> RatedResults {
        let mut games = self.rated_games(played);
        games.retain(|game| game.sides.len() > 1);
        RatedResults {
            game: self.game.name().to_owned(),
            mode: self.mode(),
            results: counted(games),
        }
    }
}
