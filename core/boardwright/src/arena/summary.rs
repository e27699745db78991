//! Results of a match, counted from its games.

use std::collections::BTreeMap;

use serde::Serialize;

use super::estimate::{Estimate, Pentanomial, Trinomial};
use super::record::Played;
use contract::value::Named;

/// Time and search effort that one player spent on its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Moves it decided.
    pub moves: u64,
    /// Microseconds for all of them.
    pub time: u64,
    /// Microseconds for the longest.
    pub longest: u64,
    /// Positions it says it looked at.
    pub nodes: u64,
    /// The sum of the depths it says it reached.
    pub depths: u64,
    /// Number of moves for which it reported a depth.
    pub with_depth: u64,
}

/// Results of a match for one player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All its games.
    pub total: Trinomial,
    /// Its games by the seats it held.
    pub by_seat: Vec<Trinomial>,
    /// Time and search effort that it spent.
    pub effort: Effort,
    /// Number of games that it lost by each kind of fault that is not a move, by
    /// [code](super::FaultKind::code).
    pub faults: BTreeMap<&'static str, u64>,
    /// Moves for which another player had to step in.
    pub fallbacks: u64,
}

impl Tally {
    /// Counts the games that it lost by something that is not a move.
    #[must_use]
    pub fn errors(&self) -> u64 {
        self.faults.values().sum()
    }

    /// Adds what came of it for another player, as if both were one. The games of
    /// both are counted, also where they were the same.
    pub fn add(&mut self, other: &Self) {
        let join = |own: &mut Trinomial, other: &Trinomial| {
            own.wins += other.wins;
            own.draws += other.draws;
            own.losses += other.losses;
        };
        join(&mut self.total, &other.total);
        self.by_seat.resize(
            self.by_seat.len().max(other.by_seat.len()),
            Trinomial::default(),
        );
        for (own, other) in self.by_seat.iter_mut().zip(&other.by_seat) {
            join(own, other);
        }
        let (own, effort) = (&mut self.effort, &other.effort);
        own.moves += effort.moves;
        own.time = own.time.saturating_add(effort.time);
        own.longest = own.longest.max(effort.longest);
        own.nodes = own.nodes.saturating_add(effort.nodes);
        own.depths += effort.depths;
        own.with_depth += effort.with_depth;
        for (kind, count) in &other.faults {
            *self.faults.entry(kind).or_default() += count;
        }
        self.fallbacks += other.fallbacks;
    }
}

/// Results of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Games played.
    pub games: u64,
    /// Results of each player.
    pub players: Vec<Tally>,
    /// Results by seat, whoever held it.
    pub seats: Vec<Trinomial>,
    /// Why games ended, and how often.
    pub reasons: BTreeMap<String, u64>,
    /// Plies of all games, openings included; of the shortest and of the longest.
    pub plies: (u64, u64, u64),
    /// The first player's results in complete pairs, in a match of two.
    pub pairs: Pentanomial,
    /// Openings of which one game has been counted, with the first player's half
    /// points of it.
    halves: BTreeMap<u64, u64>,
}

fn add(results: &mut Trinomial, half_points: u64) {
    match half_points {
        0 => results.losses += 1,
        1 => results.draws += 1,
        _ => results.wins += 1,
    }
}

impl Summary {
    /// No games yet of a match between so many players at so many seats.
    #[must_use]
    pub fn new(players: usize, seats: usize) -> Self {
        let tally = Tally {
            by_seat: vec![Trinomial::default(); seats],
            ..Tally::default()
        };
        Self {
            players: vec![tally; players],
            seats: vec![Trinomial::default(); seats],
            ..Self::default()
        }
    }

    /// Counts the games of a match between so many players at so many seats.
    #[must_use]
    pub fn of<'a>(
        players: usize,
        seats: usize,
        games: impl IntoIterator<Item = &'a Played>,
    ) -> Self {
        let mut sum = Self::new(players, seats);
        for game in games {
            sum.add(game);
        }
        sum
    }

    /// Estimates by how much the first player is stronger than the second, in a match of two: by
    /// complete pairs, or by single games where there is no pair.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        let [first, _] = &self.players[..] else {
            return None;
        };
        Estimate::of_pairs(&self.pairs).or_else(|| Estimate::of_games(&first.total))
    }

    /// Counts a game.
    pub fn add(&mut self, game: &Played) {
        if self.players.len() == 2 {
            let half_points = game.half_points(0);
            match self.halves.remove(&game.opening) {
                Some(other) => self.pairs.add(half_points + other),
                None => {
                    self.halves.insert(game.opening, half_points);
                }
            }
        }
        let plies = game.plies.len() as u64;
        let (total, least, most) = self.plies;
        let least = if self.games == 0 {
            plies
        } else {
            least.min(plies)
        };
        self.plies = (total + plies, least, most.max(plies));
        self.games += 1;
        *self.reasons.entry(game.reason.clone()).or_default() += 1;
        for (seat, results) in self.seats.iter_mut().enumerate() {
            let won = game.winners.iter().any(|w| usize::from(*w) == seat);
            let half_points = match (game.is_draw(), won) {
                (true, _) => 1,
                (false, true) => 2,
                (false, false) => 0,
            };
            add(results, half_points);
        }
        for (number, player) in self.players.iter_mut().enumerate() {
            if !game.players.contains(&number) {
                continue;
            }
            let half_points = game.half_points(number);
            add(&mut player.total, half_points);
            for (seat, results) in player.by_seat.iter_mut().enumerate() {
                if game.players.get(seat) == Some(&number) {
                    add(results, half_points);
                }
            }
        }
        for ply in game.decided() {
            let number = game.players.get(usize::from(ply.seat));
            let Some(player) = number.and_then(|n| self.players.get_mut(*n)) else {
                continue;
            };
            let effort = &mut player.effort;
            let time = ply.time.unwrap_or(0);
            effort.moves += 1;
            effort.time = effort.time.saturating_add(time);
            effort.longest = effort.longest.max(time);
            effort.nodes = effort.nodes.saturating_add(ply.nodes.unwrap_or(0));
            if let Some(depth) = ply.depth {
                effort.depths += u64::from(depth);
                effort.with_depth += 1;
            }
            player.fallbacks += u64::from(ply.fallback.is_some());
        }
        if let Some(fault) = &game.fault
            && let Some(player) = self.players.get_mut(fault.player)
        {
            *player.faults.entry(fault.kind.code()).or_default() += 1;
        }
    }

    /// The match for clients, under the names of players and seats.
    #[must_use]
    pub fn describe(&self, players: &[String], seats: &[String]) -> MatchDescription {
        let by_name = |all: &[Trinomial]| {
            let named = seats.iter().zip(all);
            Named(
                named
                    .map(|(name, r)| (name.clone(), Results::of(r)))
                    .collect(),
            )
        };
        let mean = |sum: u64, count: u64| (count > 0).then(|| sum as f64 / count as f64);
        let player = |(name, tally): (&String, &Tally)| {
            let effort = &tally.effort;
            PlayerDescription {
                name: name.clone(),
                total: Results::of(&tally.total),
                by_seat: by_name(&tally.by_seat),
                moves: effort.moves,
                mean_time: mean(effort.time, effort.moves).map(|t| t / 1000.0),
                longest_time: effort.longest as f64 / 1000.0,
                mean_nodes: mean(effort.nodes, effort.moves),
                mean_depth: mean(effort.depths, effort.with_depth),
                errors: tally.faults.clone(),
                fallbacks: tally.fallbacks,
            }
        };
        let (plies, shortest, longest) = self.plies;
        MatchDescription {
            games: self.games,
            players: players.iter().zip(&self.players).map(player).collect(),
            seats: by_name(&self.seats),
            reasons: self.reasons.clone(),
            plies: Plies {
                mean: mean(plies, self.games),
                shortest,
                longest,
            },
            pairs: self.pairs,
            estimate: self.estimate(),
        }
    }
}

/// A match for clients.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchDescription {
    /// The number of games.
    pub games: u64,
    /// The players, in order.
    pub players: Vec<PlayerDescription>,
    /// The results by seat, whoever held it.
    pub seats: Named<Results>,
    /// The number of games by how they ended.
    pub reasons: BTreeMap<String, u64>,
    /// The lengths of the games.
    pub plies: Plies,
    /// The results of pairs of games from one opening with seats exchanged.
    pub pairs: Pentanomial,
    /// The difference in strength, of two players.
    pub estimate: Option<Estimate>,
}

/// A player of a match, for clients. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerDescription {
    /// The name.
    pub name: String,
    /// The results of all its games.
    #[serde(flatten)]
    pub total: Results,
    /// The results by the seat it held.
    pub by_seat: Named<Results>,
    /// The number of moves it decided.
    pub moves: u64,
    /// The mean time of a move; none without moves.
    pub mean_time: Option<f64>,
    /// The time of the longest.
    pub longest_time: f64,
    /// The mean number of positions it says it looked at.
    pub mean_nodes: Option<f64>,
    /// The mean depth it says it reached, in plies.
    pub mean_depth: Option<f64>,
    /// The games it lost by what is not a move, by [code](super::FaultKind::code).
    pub errors: BTreeMap<&'static str, u64>,
    /// The moves for which another player had to step in.
    pub fallbacks: u64,
}

/// The results of games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Results {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// A point for a win, half of one for a draw.
    pub points: f64,
    /// Points per game; none without games.
    pub score: Option<f64>,
}

impl Results {
    pub(super) fn of(results: &Trinomial) -> Self {
        Self {
            wins: results.wins,
            draws: results.draws,
            losses: results.losses,
            points: results.points(),
            score: (results.games() > 0).then(|| results.points() / results.games() as f64),
        }
    }
}

/// The lengths of games, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Plies {
    /// The mean; none without games.
    pub mean: Option<f64>,
    /// The shortest.
    pub shortest: u64,
    /// The longest.
    pub longest: u64,
}
