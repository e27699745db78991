//! Wald's sequential probability ratio test between two Elo differences, on pairs
//! of games: a match is ended as soon as it has shown what it was to show.
//!
//! The likelihood of each hypothesis is that of the distribution of pairs which
//! has the expected score of the hypothesis and makes the observed counts most
//! likely (M. Van den Bergh, "A Practical Introduction to the GSPRT"); it is
//! p / (1 + t·(x − s)) with the one t for which its mean is s.

use serde::Serialize;

use super::estimate::{Pentanomial, expected_score};
use contract::error::{Error, Result};

/// A count that stands for none, so that no result is taken for impossible.
const ALMOST_NONE: f64 = 1e-3;

/// The test: is the player better by `elo1` rather than by `elo0`?
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sprt {
    /// The Elo difference of the first hypothesis.
    pub elo0: f64,
    /// That of the second, which is greater.
    pub elo1: f64,
    /// The chance to accept the second where the first is true.
    pub alpha: f64,
    /// The chance to accept the first where the second is true.
    pub beta: f64,
}

/// State of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// More games are needed.
    Undecided,
    /// The first hypothesis is accepted.
    Elo0,
    /// The second hypothesis is accepted.
    Elo1,
}

impl Sprt {
    /// A test.
    ///
    /// # Errors
    ///
    /// `invalid_option` unless `elo0 < elo1`, both within ±1000, and both chances of
    /// an error lie between 0 and 0.5.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self> {
        let elo = |e: f64| (-1000.0..=1000.0).contains(&e);
        if !elo(elo0) || !elo(elo1) || elo0 >= elo1 {
            return Err(Error::invalid_option(format!(
                "sprt: takes elo0 less than elo1, both from -1000 to 1000, not {elo0} and {elo1}"
            )));
        }
        for (name, chance) in [("alpha", alpha), ("beta", beta)] {
            if !(chance > 0.0 && chance < 0.5) {
                return Err(Error::invalid_option(format!(
                    "sprt: {name} takes a chance between 0 and 0.5, not {chance}"
                )));
            }
        }
        Ok(Self {
            elo0,
            elo1,
            alpha,
            beta,
        })
    }

    /// Below the first of these the test accepts `elo0`, above the second `elo1`.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// The logarithm of the ratio of the hypotheses' likelihoods.
    #[must_use]
    pub fn log_likelihood_ratio(&self, results: &Pentanomial) -> f64 {
        if results.pairs() == 0 {
            return 0.0;
        }
        let counts = results
            .0
            .map(|n| if n == 0 { ALMOST_NONE } else { n as f64 });
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|n| n / total);
        let log = |elo: f64| {
            let score = expected_score(elo);
            let tilt = tilt(&shares, score);
            let each = |(i, p): (usize, &f64)| -> f64 {
                -p * (1.0 + tilt * (i as f64 / 4.0 - score)).ln()
            };
            shares.iter().enumerate().map(each).sum::<f64>()
        };
        total * (log(self.elo1) - log(self.elo0))
    }

    /// Returns the state of the test for these results.
    #[must_use]
    pub fn verdict(&self, results: &Pentanomial) -> Verdict {
        let ratio = self.log_likelihood_ratio(results);
        let (lower, upper) = self.bounds();
        if ratio >= upper {
            Verdict::Elo1
        } else if ratio <= lower {
            Verdict::Elo0
        } else {
            Verdict::Undecided
        }
    }
}

/// The t for which the mean of p / (1 + t·(x − s)) is s. The sum below falls
/// strictly between the t at which a term of it would become infinite.
fn tilt(shares: &[f64; 5], score: f64) -> f64 {
    let sum = |t: f64| -> f64 {
        let each = |(i, p): (usize, &f64)| {
            let x = i as f64 / 4.0 - score;
            p * x / (1.0 + t * x)
        };
        shares.iter().enumerate().map(each).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if sum(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test() -> Sprt {
        Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap()
    }

    #[test]
    fn bounds_are_wald_s() {
        let (lower, upper) = test().bounds();
        // ln 19.
        assert!((upper - 2.944_439).abs() < 1e-6 && (lower + upper).abs() < 1e-12);
        let (lower, upper) = Sprt::new(0.0, 5.0, 0.05, 0.1).unwrap().bounds();
        // ln (0.1 / 0.95) and ln 18.
        assert!((lower + 2.251_292).abs() < 1e-6 && (upper - 2.890_372).abs() < 1e-6);
    }

    /// Checks that, where both ends alone occur, the distributions have no freedom and the ratio is
    /// that of Bernoulli trials.
    #[test]
    fn two_results_are_bernoulli_trials() {
        let sprt = Sprt::new(-100.0, 100.0, 0.05, 0.05).unwrap();
        let ratio = sprt.log_likelihood_ratio(&Pentanomial([4000, 0, 0, 0, 6000]));
        // s1 / s0 = (1 - s0) / (1 - s1) = 10^(1/4), so 2000 · ln 10 / 4.
        let exact = 2000.0 * std::f64::consts::LN_10 / 4.0;
        assert!((ratio / exact - 1.0).abs() < 1e-4, "{ratio} {exact}");
    }

    /// Near the middle the ratio is n·(s1 − s0)·(2·mean − s0 − s1) / (2·variance).
    #[test]
    fn near_the_middle_it_is_normal() {
        let results = Pentanomial([50, 200, 480, 210, 60]);
        // Mean 0.5075, variance 0.05244375 over 1000 pairs.
        let (s0, s1) = (expected_score(0.0), expected_score(5.0));
        let expected = 1000.0 * (s1 - s0) * (2.0 * 0.5075 - s0 - s1) / (2.0 * 0.052_443_75);
        let ratio = test().log_likelihood_ratio(&results);
        assert!((ratio / expected - 1.0).abs() < 0.02, "{ratio} {expected}");
        assert_eq!(test().verdict(&results), Verdict::Undecided);
    }

    #[test]
    fn verdicts_come_with_enough_pairs() {
        let with = |counts| test().verdict(&Pentanomial(counts));
        assert_eq!(with([0; 5]), Verdict::Undecided);
        assert_eq!(with([500, 2000, 4500, 2600, 700]), Verdict::Elo1);
        assert_eq!(with([700, 2600, 4500, 2000, 500]), Verdict::Elo0);
        assert_eq!(with([0, 0, 1, 0, 0]), Verdict::Undecided);
        // A player that wins everything is not refuted by results that never came.
        assert_eq!(with([0, 0, 0, 0, 1000]), Verdict::Elo1);
        assert_eq!(with([1000, 0, 0, 0, 0]), Verdict::Elo0);
    }

    #[test]
    fn nonsense_is_refused() {
        for (elo0, elo1, alpha, beta) in [
            (5.0, 5.0, 0.05, 0.05),
            (5.0, 0.0, 0.05, 0.05),
            (f64::NAN, 5.0, 0.05, 0.05),
            (0.0, 5000.0, 0.05, 0.05),
            (0.0, 5.0, 0.0, 0.05),
            (0.0, 5.0, 0.05, 0.6),
        ] {
            let error = Sprt::new(elo0, elo1, alpha, beta).unwrap_err();
            assert!(error.message().starts_with("sprt: "), "{error}");
        }
    }
}
