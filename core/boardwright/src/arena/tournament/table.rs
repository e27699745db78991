//! The table of a tournament, as a value and as Markdown. All of it follows from the results:
//! it holds no times, and is the same whatever ended first.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use super::plan::{Schedule, System};
use super::{Encounter, Tournament};
use crate::arena::estimate::{Estimate, Trinomial};
use crate::arena::rating::EloPool;
use crate::arena::record::Played;
use crate::arena::sprt::Verdict;
use crate::arena::summary::{Plies, Results, Summary};
use contract::value::Named;

/// A table of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TournamentTable"))]
pub struct Table {
    /// The game.
    pub game: String,
    /// The system by which players met.
    pub system: System,
    /// The number of games.
    pub games: u64,
    /// True if all games have been played.
    pub complete: bool,
    /// The players, the first one first.
    pub players: Vec<Standing>,
    /// The results of each player, in that order, against each player, in that order; null where
    /// they have not met.
    pub cells: Vec<Vec<Option<Cell>>>,
    /// The results by seat, whoever held it.
    pub seats: Named<Results>,
    /// The number of games by how they ended.
    pub reasons: BTreeMap<String, u64>,
    /// The lengths of the games.
    pub plies: Plies,
    /// The difference in strength, in a match of two players.
    pub estimate: Option<Estimate>,
    /// State of the sequential test, where there is one.
    pub sprt: Option<Verdict>,
}

/// A player in a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standing {
    /// The place; players who cannot be told apart share one.
    pub rank: u64,
    /// The name.
    pub name: String,
    /// The number in the list of players, from 0.
    pub number: u64,
    /// The results of all games. The points are those of the games alone.
    #[serde(flatten)]
    pub total: Results,
    /// The points for rounds without an opponent.
    pub bye_points: f64,
    /// The tie break, which tells players with as many points apart: the sum of the points of all opponents,
    /// once for each encounter (Buchholz) in a Swiss tournament, otherwise those of the
    /// opponents, times the share of points against them (Sonneborn and Berger).
    pub tie_break: f64,
    /// The number of rounds of a knock-out that were won.
    pub rounds_won: Option<u32>,
    /// The results by seat.
    pub by_seat: Named<Results>,
    /// The rating from all games of the tournament, on average 0 and rounded to a tenth; null in
    /// games of more than two players.
    pub elo: Option<f64>,
    /// Half of the 95 % interval of the rating.
    pub elo_error: Option<f64>,
    /// The likelihood of being stronger than the next in the table, in thousandths.
    pub superiority: Option<u32>,
    /// The number of moves that were decided.
    pub moves: u64,
    /// The number of positions that are said to have been looked at.
    pub nodes: u64,
    /// The number of games that were lost by what is not a move, by its
    /// [code](crate::arena::FaultKind::code).
    pub errors: BTreeMap<&'static str, u64>,
    /// The number of moves for which another player had to step in.
    pub fallbacks: u64,
}

/// Results of one player against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TournamentCell"))]
pub struct Cell {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Cell {
    fn half_points(&self) -> u64 {
        2 * self.wins + self.draws
    }

    fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// The order of a player in the table; greater is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    survived: u32,
    half_points: u64,
    tie_break: u64,
    wins: u64,
}

/// Results against each other: who held the better seats of a game.
fn cells(players: usize, played: &BTreeMap<u64, Played>) -> Vec<Cell> {
    let mut cells = vec![Cell::default(); players * players];
    for game in played.values() {
        let mut present: Vec<_> = game.players.clone();
        present.sort_unstable();
        present.dedup();
        for a in &present {
            for b in present.iter().filter(|b| *b != a) {
                let Some(cell) = cells.get_mut(a * players + b) else {
                    continue;
                };
                match game.half_points(*a).cmp(&game.half_points(*b)) {
                    std::cmp::Ordering::Greater => cell.wins += 1,
                    std::cmp::Ordering::Equal => cell.draws += 1,
                    std::cmp::Ordering::Less => cell.losses += 1,
                }
            }
        }
    }
    cells
}

/// The parts of a table by players' numbers.
struct Counts {
    players: usize,
    sum: Summary,
    schedule: Schedule,
    cells: Vec<Cell>,
    byes: Vec<u64>,
}

impl Counts {
    fn cell(&self, a: usize, b: usize) -> Cell {
        self.cells[a * self.players + b]
    }

    fn half_points(&self, player: usize) -> u64 {
        let total = &self.sum.players[player].total;
        2 * total.wins + total.draws + self.byes[player]
    }

    /// Four times the points of the tie-break, to be a whole number.
    fn tie_break(&self, player: usize, tournament: &Tournament) -> u64 {
        if tournament.plan.system == System::Swiss {
            let own = |e: &&Encounter| e.players.contains(&player);
            let met = self.schedule.encounters.iter().filter(own);
            let others = met.flat_map(|e| e.players.iter().filter(|p| **p != player));
            return others.map(|other| 2 * self.half_points(*other)).sum();
        }
        let each = |other: usize| {
            let cell = self.cell(player, other);
            let share =
                (cell.half_points() * 2 * self.half_points(other)).checked_div(2 * cell.games());
            share.unwrap_or(0)
        };
        (0..self.players).filter(|o| *o != player).map(each).sum()
    }

    fn rank(&self, player: usize, tournament: &Tournament) -> Rank {
        Rank {
            survived: self.schedule.survived.get(player).copied().unwrap_or(0),
            half_points: self.half_points(player),
            tie_break: self.tie_break(player, tournament),
            wins: self.sum.players[player].total.wins,
        }
    }
}

impl Tournament {
    /// The table of the games played so far.
    #[must_use]
    pub fn table(&self, played: &BTreeMap<u64, Played>) -> Table {
        let players = self.plan.players;
        let schedule = self.schedule(played);
        let mut byes = vec![0; players];
        for bye in &schedule.byes {
            byes[bye.player] += self.plan.bye_half_points();
        }
        let sum = self.summary(played);
        let complete = schedule.complete
            && schedule.encounters.iter().all(|e| {
                let mut games = self.games_of(e);
                games.all(|id| played.contains_key(&id))
            });
        let counts = Counts {
            players,
            cells: cells(players, played),
            sum,
            schedule,
            byes,
        };
        let ranks: Vec<_> = (0..players).map(|n| counts.rank(n, self)).collect();
        let mut order: Vec<_> = (0..players).collect();
        order.sort_by_key(|n| (std::cmp::Reverse(ranks[*n]), *n));
        let elo = self.elo(&counts);
        let standings = order.iter().enumerate().map(|(place, number)| {
            let tally = &counts.sum.players[*number];
            let rank = 1 + ranks
                .iter()
                .filter(|other| **other > ranks[*number])
                .count();
            let next = order.get(place + 1);
            let superiority = elo
                .as_ref()
                .zip(next)
                .and_then(|(elo, next)| elo.superiority(*number, *next));
            Standing {
                rank: rank as u64,
                name: self.names.get(*number).cloned().unwrap_or_default(),
                number: *number as u64,
                total: Results::of(&tally.total),
                bye_points: counts.byes[*number] as f64 / 2.0,
                tie_break: ranks[*number].tie_break as f64 / 4.0,
                rounds_won: counts.schedule.survived.get(*number).copied(),
                by_seat: self.by_seat(&tally.by_seat),
                elo: elo.as_ref().map(|elo| tenths(elo.elo[*number])),
                elo_error: elo.as_ref().map(|elo| tenths(elo.error[*number])),
                superiority: superiority.map(|p| (1000.0 * p).round() as u32),
                moves: tally.effort.moves,
                nodes: tally.effort.nodes,
                errors: tally.faults.clone(),
                fallbacks: tally.fallbacks,
            }
        });
        let row = |a: &usize| {
            let cell = |b: &usize| Some(counts.cell(*a, *b)).filter(|c| c.games() > 0);
            order.iter().map(cell).collect()
        };
        let (total, shortest, longest) = counts.sum.plies;
        Table {
            game: self.game.name().to_owned(),
            system: self.plan.system,
            games: counts.sum.games,
            complete,
            players: standings.collect(),
            cells: order.iter().map(row).collect(),
            seats: self.by_seat(&counts.sum.seats),
            reasons: counts.sum.reasons.clone(),
            plies: Plies {
                mean: (counts.sum.games > 0).then(|| total as f64 / counts.sum.games as f64),
                shortest,
                longest,
            },
            estimate: counts.sum.estimate(),
            sprt: self.verdict(&counts.sum),
        }
    }

    fn by_seat(&self, results: &[Trinomial]) -> Named<Results> {
        let seats = self.game.seats().iter().zip(results);
        Named(
            seats
                .map(|(name, r)| (name.clone(), Results::of(r)))
                .collect(),
        )
    }

    /// The ratings, where two players at a time have met.
    fn elo(&self, counts: &Counts) -> Option<crate::arena::rating::EloRatings> {
        if self.plan.at_once != 2 || counts.sum.games == 0 {
            return None;
        }
        let mut pool = EloPool::new(counts.players);
        for a in 0..counts.players {
            for b in 0..counts.players {
                pool.add(a, b, counts.cell(a, b).half_points());
            }
        }
        pool.ratings()
    }
}

/// A number rounded to tenths, and never minus zero.
pub(in crate::arena) fn tenths(number: f64) -> f64 {
    (10.0 * number).round() / 10.0 + 0.0
}

impl Table {
    /// The table in Markdown: the players, and who won how many points against whom.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut out = String::new();
        let rated = self.players.iter().any(|p| p.elo.is_some());
        out.push_str("| # | player | games | + | = | − | points |");
        out.push_str(if rated { " % | Elo | ± |" } else { " % |" });
        for place in 1..=self.players.len() {
            let _ = write!(out, " {place} |");
        }
        out.push_str(" errors | fallbacks |\n|--:|---|--:|--:|--:|--:|--:|");
        out.push_str(if rated { "--:|--:|--:|" } else { "--:|" });
        out.push_str(&"--:|".repeat(self.players.len() + 2));
        out.push('\n');
        for (player, cells) in self.players.iter().zip(&self.cells) {
            let total = &player.total;
            let games = total.wins + total.draws + total.losses;
            let share = total
                .score
                .map_or_else(String::new, |s| format!("{:.1}", 100.0 * s));
            let _ = write!(
                out,
                "| {} | {} | {games} | {} | {} | {} | {} | {share} |",
                player.rank,
                cell_text(&player.name),
                total.wins,
                total.draws,
                total.losses,
                total.points + player.bye_points,
            );
            if rated {
                let shown =
                    |number: Option<f64>| number.map_or_else(String::new, |n| n.to_string());
                let elo = player.elo.map_or_else(String::new, |n| format!("{n:+.1}"));
                let _ = write!(out, " {elo} | {} |", shown(player.elo_error));
            }
            for cell in cells {
                match cell {
                    Some(cell) => {
                        let _ = write!(out, " {} |", cell.half_points() as f64 / 2.0);
                    }
                    None => out.push_str(" |"),
                }
            }
            let errors: u64 = player.errors.values().sum();
            let _ = writeln!(out, " {errors} | {} |", player.fallbacks);
        }
        out
    }
}

/// A text that does not end a cell.
pub(in crate::arena) fn cell_text(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('|', "\\|")
        .replace(['\n', '\r'], " ")
}
