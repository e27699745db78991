//! Estimates of strength from results: Elo differences with 95 % error bars and the likelihood of
//! superiority, from pairs of games or from single ones.
//!
//! The two games of an opening are not independent of each other, so where games
//! come in pairs it is the pairs that are counted (the pentanomial model), which
//! makes the error bars right and mostly smaller.

use serde::Serialize;

/// The quantile of the normal distribution for a two-sided interval of 95 %.
pub(super) const Z: f64 = 1.959_963_984_540_054;

/// Wins, draws and losses of single games, from one player's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Trinomial {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Trinomial {
    /// Counts the games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: a win counts one, a draw a half.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }
}

/// Pairs of games by the points one player has of them: 0, ½, 1, 1½, 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts the pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Counts a pair with so many half points, 0 to 4.
    pub fn add(&mut self, half_points: u64) {
        self.0[half_points.min(4) as usize] += 1;
    }
}

/// The unit that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Pairs of games of one opening.
    Pentanomial,
    /// Single games.
    Trinomial,
}

/// An estimate of how much stronger one player is than another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Estimate {
    /// The unit from which it was made.
    pub method: Method,
    /// Number of those games.
    pub games: u64,
    /// The share of the points, 0 to 1.
    pub score: f64,
    /// The Elo difference; `None` where it would be infinite.
    pub elo: Option<f64>,
    /// The lower end of its 95 % interval; `None` for minus infinity.
    pub elo_low: Option<f64>,
    /// The upper end; `None` for plus infinity.
    pub elo_high: Option<f64>,
    /// The lead in standard deviations of a game, in units of Elo (800 / ln 10 for
    /// one): independent of how drawish the games are. `None` where all results are alike.
    pub normalised_elo: Option<f64>,
    /// The likelihood of superiority, 0 to 1: that the player is the stronger one,
    /// by the normal approximation.
    pub los: f64,
}

impl Estimate {
    /// From single games; `None` without any.
    #[must_use]
    pub fn of_games(results: &Trinomial) -> Option<Self> {
        let counts = [results.losses, results.draws, results.wins];
        Self::of(Method::Trinomial, &counts, 1)
    }

    /// From pairs; `None` without any.
    #[must_use]
    pub fn of_pairs(results: &Pentanomial) -> Option<Self> {
        Self::of(Method::Pentanomial, &results.0, 2)
    }

    /// From how often each result occurred, evenly spaced from 0 to 1; `each` is
    /// how many games a result is of.
    fn of(method: Method, counts: &[u64], each: u64) -> Option<Self> {
        let total: u64 = counts.iter().sum();
        if total == 0 {
            return None;
        }
        let (n, games) = (total as f64, total * each);
        let (mean, variance) = moments(counts);
        let (low, high, los) = if variance > 0.0 {
            let deviation = (variance / n).sqrt();
            let los = normal((mean - 0.5) / deviation);
            (mean - Z * deviation, mean + Z * deviation, los)
        } else {
            // Nothing varies, so nothing can be said of how much it would.
            let (low, high) = wilson(mean, games as f64);
            let los = match mean {
                m if m > 0.5 => 1.0,
                m if m < 0.5 => 0.0,
                _ => 0.5,
            };
            (low, high, los)
        };
        let spread = (variance * each as f64).sqrt();
        let normalised = (mean - 0.5) / spread * 800.0 / std::f64::consts::LN_10;
        Some(Self {
            method,
            games,
            score: mean,
            elo: elo(mean),
            elo_low: elo(low),
            elo_high: elo(high),
            normalised_elo: (variance > 0.0).then_some(normalised),
            los,
        })
    }
}

/// Mean and variance of results that are evenly spaced from 0 to 1.
fn moments(counts: &[u64]) -> (f64, f64) {
    let total = counts.iter().sum::<u64>() as f64;
    let last = (counts.len() - 1) as f64;
    let results = || {
        let value = |i: usize| i as f64 / last;
        counts
            .iter()
            .enumerate()
            .map(move |(i, n)| (value(i), *n as f64 / total))
    };
    let mean: f64 = results().map(|(x, p)| x * p).sum();
    let variance = results().map(|(x, p)| (x - mean) * (x - mean) * p).sum();
    (mean, variance)
}

/// The score interval of Wilson (1927) for a share of so many trials.
fn wilson(share: f64, trials: f64) -> (f64, f64) {
    let square = Z * Z / trials;
    let centre = (share + square / 2.0) / (1.0 + square);
    let half = (share * (1.0 - share) * square + square * square / 4.0).sqrt() / (1.0 + square);
    // At the ends the interval has no end of its own.
    let low = if share > 0.0 { centre - half } else { 0.0 };
    let high = if share < 1.0 { centre + half } else { 1.0 };
    (low, high)
}

/// The Elo difference that goes with a share of the points by the logistic model;
/// `None` for shares that no finite difference brings about.
#[must_use]
pub fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// The share of the points that an Elo difference brings about.
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// The distribution function of the normal distribution, by formula 7.1.26 of
/// Abramowitz and Stegun; its error is below 10⁻⁷.
pub(super) fn normal(x: f64) -> f64 {
    const A: [f64; 5] = [
        0.254_829_592,
        -0.284_496_736,
        1.421_413_741,
        -1.453_152_027,
        1.061_405_429,
    ];
    let scaled = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * scaled);
    let series = A.iter().rev().fold(0.0, |sum, a| (sum + a) * t);
    let tail = series * (-scaled * scaled).exp() / 2.0;
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(got: impl Into<Option<f64>>, wanted: f64, within: f64) {
        let got = got.into().expect("a number");
        assert!((got - wanted).abs() <= within, "{got} is not {wanted}");
    }

    #[test]
    fn elo_and_scores_go_with_each_other() {
        // 10^(-200/400) = 0.316228, 1 / 1.316228 = 0.759747.
        near(expected_score(200.0), 0.759_747, 1e-6);
        near(elo(0.759_747), 200.0, 1e-3);
        near(elo(0.5), 0.0, 0.0);
        // A share of 10 / 11 is odds of ten to one.
        near(elo(10.0 / 11.0), 400.0, 1e-9);
        assert_eq!((elo(0.0), elo(1.0), elo(-0.1)), (None, None, None));
    }

    #[test]
    fn the_normal_distribution_is_as_in_the_tables() {
        for (x, p) in [
            (0.0, 0.5),
            (1.0, 0.841_344_7),
            (-1.96, 0.024_997_9),
            (3.0, 0.998_650_1),
        ] {
            near(normal(x), p, 1e-6);
        }
    }

    #[test]
    fn single_games() {
        // 60 wins, 20 draws, 20 losses: mean 0.7, variance 0.6·0.09 + 0.2·0.04 +
        // 0.2·0.49 = 0.16, deviation of the mean 0.04.
        let results = Trinomial {
            wins: 60,
            draws: 20,
            losses: 20,
        };
        let estimate = Estimate::of_games(&results).unwrap();
        assert_eq!((estimate.method, estimate.games), (Method::Trinomial, 100));
        near(estimate.score, 0.7, 1e-12);
        near(estimate.elo, 147.191, 1e-3);
        // Shares 0.621601 and 0.778399.
        near(estimate.elo_low, 86.225, 1e-3);
        near(estimate.elo_high, 218.252, 1e-3);
        near(estimate.los, 1.0, 1e-6);
        // 0.2 / 0.4 of 347.4356.
        near(estimate.normalised_elo, 173.718, 1e-3);
    }

    #[test]
    fn pairs() {
        // Mean (0.25·20 + 0.5·40 + 0.75·25 + 10) / 100 = 0.5375; the squares are
        // 0.0625·20 + 0.25·40 + 0.5625·25 + 10 = 35.3125, so the variance is
        // 0.353125 - 0.28890625 = 0.06421875 and the deviation of the mean 0.0253414.
        let estimate = Estimate::of_pairs(&Pentanomial([5, 20, 40, 25, 10])).unwrap();
        assert_eq!(
            (estimate.method, estimate.games),
            (Method::Pentanomial, 200)
        );
        near(estimate.score, 0.5375, 1e-12);
        near(estimate.elo, 26.107, 1e-3);
        // 0.0375 / 0.0253414 = 1.47979.
        near(estimate.los, 0.930_54, 1e-4);
        // Shares 0.487832 and 0.587168.
        near(estimate.elo_low, -8.457, 1e-3);
        near(estimate.elo_high, 61.196, 1e-3);
        // 0.0375 / (0.253414·√2) of 347.4356.
        near(estimate.normalised_elo, 36.355, 1e-2);
    }

    #[test]
    fn results_without_variance_have_bounds_all_the_same() {
        let estimate = Estimate::of_pairs(&Pentanomial([0, 0, 0, 0, 10])).unwrap();
        assert_eq!((estimate.elo, estimate.elo_high), (None, None));
        assert_eq!(estimate.los, 1.0);
        // 20 / (20 + 3.841459) = 0.838875.
        near(estimate.elo_low, elo(0.838_875).unwrap(), 1e-2);
        let even = Estimate::of_pairs(&Pentanomial([0, 0, 3, 0, 0])).unwrap();
        near(even.elo, 0.0, 0.0);
        assert!(even.elo_low.unwrap() < -100.0 && even.elo_high.unwrap() > 100.0);
        assert_eq!(Estimate::of_pairs(&Pentanomial::default()), None);
        assert_eq!(Estimate::of_games(&Trinomial::default()), None);
    }
}
