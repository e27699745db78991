//! Elo ratings of many players at once, with error bars: the maximum of the likelihood in the
//! model of Bradley and Terry (1952), found by Newton's method.
//!
//! A draw counts as half a win. So that nobody's rating is infinite, everybody has drawn a
//! further game against a player in the middle, which weighs [`PRIOR`]; a whole game would pull
//! the ends of a large field together. Error bars follow from the curvature of the
//! likelihood, which takes every game for a trial with two results: where many are drawn they
//! are on the safe side.

use crate::arena::estimate::{Z, normal};

/// The logarithm of the odds that one point of Elo stands for.
const SCALE: f64 = std::f64::consts::LN_10 / 400.0;

/// The weight of the game that everybody has drawn.
const PRIOR: f64 = 0.1;

/// Steps of Newton's method; about ten suffice.
const MOST_STEPS: usize = 100;

/// The longest step of a rating, in units of the logarithm of odds.
const LONGEST_STEP: f64 = 2.0;

/// Results of a pool of players against each other.
#[derive(Clone, Debug, PartialEq)]
pub struct EloPool {
    players: usize,
    /// Half points of the player of the row against the player of the column.
    half_points: Vec<u64>,
}

/// Ratings of a pool.
#[derive(Clone, Debug, PartialEq)]
pub struct EloRatings {
    /// The ratings, on average 0.
    pub elo: Vec<f64>,
    /// Half of each 95 % interval.
    pub error: Vec<f64>,
    /// The variances and covariances of the ratings.
    covariance: Vec<f64>,
}

impl EloPool {
    /// No games yet between so many players.
    #[must_use]
    pub fn new(players: usize) -> Self {
        Self {
            players,
            half_points: vec![0; players * players],
        }
    }

    /// Counts half points of one player against another; those of the other are counted by
    /// another call.
    pub fn add(&mut self, player: usize, opponent: usize, half_points: u64) {
        if player < self.players && opponent < self.players && player != opponent {
            self.half_points[player * self.players + opponent] += half_points;
        }
    }

    fn points(&self, player: usize, opponent: usize) -> f64 {
        self.half_points[player * self.players + opponent] as f64 / 2.0
    }

    fn games(&self, a: usize, b: usize) -> f64 {
        self.points(a, b) + self.points(b, a)
    }

    /// The ratings; `None` without players or where the numbers are too great to be solved for.
    #[must_use]
    pub fn ratings(&self) -> Option<EloRatings> {
        let n = self.players;
        let mut strength = vec![0.0; n];
        for _ in 0..MOST_STEPS {
            let (slope, curvature) = self.derivatives(&strength);
            let factor = Factor::new(curvature, n)?;
            let step = factor.solve(&slope);
            let longest = step.iter().fold(0.0_f64, |most, s| most.max(s.abs()));
            let damping = (LONGEST_STEP / longest).min(1.0);
            for (own, step) in strength.iter_mut().zip(&step) {
                *own += damping * step;
            }
            if longest < 1e-12 {
                break;
            }
        }
        let (_, curvature) = self.derivatives(&strength);
        let factor = Factor::new(curvature, n)?;
        let mut covariance = vec![0.0; n * n];
        for column in 0..n {
            let mut unit = vec![0.0; n];
            unit[column] = 1.0;
            for (row, value) in factor.solve(&unit).into_iter().enumerate() {
                covariance[row * n + column] = value;
            }
        }
        let mean = strength.iter().sum::<f64>() / n as f64;
        let count = n as f64;
        let row = |i: usize| covariance[i * n..(i + 1) * n].iter().sum::<f64>();
        let all: f64 = covariance.iter().sum();
        let error = |i: usize| {
            // The variance of the difference from the average.
            let variance = covariance[i * n + i] - 2.0 * row(i) / count + all / (count * count);
            Z * variance.max(0.0).sqrt() / SCALE
        };
        let elo: Vec<_> = strength.iter().map(|s| (s - mean) / SCALE).collect();
        let error: Vec<_> = (0..n).map(error).collect();
        let finite = elo.iter().chain(&error).all(|x| x.is_finite());
        (n > 0 && finite).then_some(EloRatings {
            elo,
            error,
            covariance,
        })
    }

    /// The slope of the logarithm of the likelihood, and its curvature with the sign reversed.
    fn derivatives(&self, strength: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let n = self.players;
        let mut slope = vec![0.0; n];
        let mut curvature = vec![0.0; n * n];
        for a in 0..n {
            // The game that everybody has drawn.
            let p = logistic(strength[a]);
            slope[a] += PRIOR * (0.5 - p);
            curvature[a * n + a] += PRIOR * p * (1.0 - p);
            for b in a + 1..n {
                let games = self.games(a, b);
                if games == 0.0 {
                    continue;
                }
                let p = logistic(strength[a] - strength[b]);
                let surplus = self.points(a, b) - games * p;
                let weight = games * p * (1.0 - p);
                slope[a] += surplus;
                slope[b] -= surplus;
                curvature[a * n + a] += weight;
                curvature[b * n + b] += weight;
                curvature[a * n + b] -= weight;
                curvature[b * n + a] -= weight;
            }
        }
        (slope, curvature)
    }
}

impl EloRatings {
    /// The likelihood that one player is stronger than another, by the normal approximation.
    #[must_use]
    pub fn superiority(&self, player: usize, other: usize) -> Option<f64> {
        let n = self.elo.len();
        let at = |i: usize, j: usize| self.covariance.get(i * n + j).copied();
        let variance = at(player, player)? + at(other, other)? - 2.0 * at(player, other)?;
        let lead = (self.elo.get(player)? - self.elo.get(other)?) * SCALE;
        (variance > 0.0).then(|| normal(lead / variance.sqrt()))
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// A positive definite matrix as the product of a lower triangle with its transpose
/// (Cholesky's decomposition).
struct Factor {
    lower: Vec<f64>,
    n: usize,
}

impl Factor {
    /// Takes a matrix apart; `None` for one that is not positive definite.
    fn new(mut matrix: Vec<f64>, n: usize) -> Option<Self> {
        for i in 0..n {
            for j in 0..=i {
                let mut sum = matrix[i * n + j];
                for k in 0..j {
                    sum -= matrix[i * n + k] * matrix[j * n + k];
                }
                matrix[i * n + j] = if i == j {
                    if sum <= 0.0 || !sum.is_finite() {
                        return None;
                    }
                    sum.sqrt()
                } else {
                    sum / matrix[j * n + j]
                };
            }
        }
        Some(Self { lower: matrix, n })
    }

    /// The solution of the equations with this right side.
    fn solve(&self, right: &[f64]) -> Vec<f64> {
        let (lower, n) = (&self.lower, self.n);
        let mut out = right.to_vec();
        for i in 0..n {
            for k in 0..i {
                out[i] -= lower[i * n + k] * out[k];
            }
            out[i] /= lower[i * n + i];
        }
        for i in (0..n).rev() {
            for k in i + 1..n {
                out[i] -= lower[k * n + i] * out[k];
            }
            out[i] /= lower[i * n + i];
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(results: &[(usize, usize, u64, u64)], players: usize) -> EloRatings {
        let mut pool = EloPool::new(players);
        for (a, b, own, other) in results {
            pool.add(*a, *b, *own);
            pool.add(*b, *a, *other);
        }
        pool.ratings().expect("ratings")
    }

    /// Two players of whom one has 75 % of very many points differ by 400·log₁₀ 3.
    #[test]
    fn two_players_differ_by_the_odds() {
        let ratings = of(&[(0, 1, 1_500_000, 500_000)], 2);
        let lead = ratings.elo[0] - ratings.elo[1];
        assert!((lead - 190.848_5).abs() < 1e-3, "{lead}");
        assert!((ratings.elo[0] + ratings.elo[1]).abs() < 1e-9);
        assert!(ratings.superiority(0, 1).unwrap() > 0.999_999);
    }

    /// The error of a difference of two is that of a share of points: at 50 % of n games its
    /// deviation is 1 / (2·√n), and the slope of Elo there 1600 / ln 10.
    #[test]
    fn error_bars_are_those_of_a_share() {
        let games = 1_000_000;
        let ratings = of(&[(0, 1, games, games)], 2);
        let difference = Z * 0.5 / (games as f64).sqrt() * 1600.0 / std::f64::consts::LN_10;
        // That of each from the average is half of it.
        assert!((ratings.error[0] / (difference / 2.0) - 1.0).abs() < 1e-3);
        assert!((ratings.superiority(0, 1).unwrap() - 0.5).abs() < 1e-6);
    }

    #[test]
    fn ratings_go_through_common_opponents() {
        let ratings = of(&[(0, 1, 30_000, 10_000), (1, 2, 30_000, 10_000)], 3);
        let [a, b, c] = ratings.elo[..] else {
            panic!("three")
        };
        assert!(
            (a - b - 190.8).abs() < 0.1 && (b - c - 190.8).abs() < 0.1,
            "{a} {b} {c}"
        );
        // Who has never met is told apart less surely.
        let ends = ratings.superiority(0, 2).unwrap();
        assert!(ends > 0.99 && ratings.error[0] > ratings.error[1]);
    }

    #[test]
    fn winning_everything_is_no_infinity() {
        let ratings = of(&[(0, 1, 40, 0), (0, 2, 40, 0), (1, 2, 20, 20)], 3);
        assert!(
            ratings.elo[0] > 500.0 && ratings.elo[0] < 2000.0,
            "{:?}",
            ratings.elo
        );
        assert!((ratings.elo[1] - ratings.elo[2]).abs() < 1e-6);
        // Nobody who has played nothing is worse than anybody.
        let idle = of(&[], 4);
        assert_eq!(idle.elo, [0.0; 4]);
        assert!(EloPool::new(0).ratings().is_none());
    }
}
