//! Tuning the numbers of the search by games.
//!
//! Simultaneous perturbation (Spall, 1998): all numbers are moved at once by a
//! random step, the search with the step plays two games against the search
//! without it moved the other way, and all numbers follow the winner a little.

use std::sync::Arc;

use super::number;
use super::selfplay::{self, SelfplaySettings};
use boardwright::chess::{OneBoard, Variant};
use boardwright::error::Result;
use boardwright::game::Seat;
use boardwright::jobs::Control;
use boardwright::rng::Rng;
use boardwright::search::{Engine, Params};
use boardwright::state::Rules;

/// A number that is tuned.
#[derive(Clone, Debug, PartialEq)]
struct Number {
    name: &'static str,
    least: f64,
    greatest: f64,
    value: f64,
}

/// A tuner and how far it has come.
#[derive(Clone, Debug)]
pub(crate) struct Spsa {
    base: Params,
    numbers: Vec<Number>,
    rounds: u32,
    done: u32,
}

/// A step that is to be tried.
#[derive(Clone, Debug)]
pub(crate) struct Trial {
    /// With the step.
    pub(crate) plus: Params,
    /// With its opposite.
    pub(crate) minus: Params,
    signs: Vec<f64>,
    round: u32,
}

impl Spsa {
    /// A tuner of the named numbers of the search, or of all, for so many rounds.
    ///
    /// # Errors
    ///
    /// `invalid_option` for a name that does not exist.
    pub(crate) fn new(base: Params, names: &[String], rounds: u32) -> Result<Self> {
        for name in names {
            number(name)?;
        }
        let mut given = base;
        let numbers = Params::FIELDS
            .iter()
            .filter(|(f, ..)| names.is_empty() || names.iter().any(|n| n == f))
            .filter_map(|(name, least, greatest)| {
                Some(Number {
                    name,
                    least: f64::from(*least),
                    greatest: f64::from(*greatest),
                    value: f64::from(*given.field(name)?),
                })
            })
            .collect();
        Ok(Self {
            base,
            numbers,
            rounds: rounds.max(1),
            done: 0,
        })
    }

    /// Returns the step size of a round, as a share of a number's range.
    fn size(&self, round: u32) -> f64 {
        0.06 / (f64::from(round) + 1.0).powf(0.101)
    }

    /// Returns the gain of a round: the share of a number's range by which it follows a winner.
    fn gain(&self, round: u32) -> f64 {
        let stability = 0.1 * f64::from(self.rounds);
        0.02 * ((stability + 1.0) / (stability + f64::from(round) + 1.0)).powf(0.602)
    }

    fn params(&self, step: impl Fn(usize, &Number) -> f64) -> Params {
        let mut params = self.base;
        for (i, number) in self.numbers.iter().enumerate() {
            let value = (number.value + step(i, number)).clamp(number.least, number.greatest);
            if let Some(field) = params.field(number.name) {
                *field = value.round() as i32;
            }
        }
        params
    }

    /// The next step to try.
    pub(crate) fn next(&mut self, rng: &mut Rng) -> Trial {
        let round = self.done;
        self.done += 1;
        let signs: Vec<f64> = self
            .numbers
            .iter()
            .map(|_| if rng.below(2) == 0 { 1.0 } else { -1.0 })
            .collect();
        let size = self.size(round);
        let step = |i: usize, n: &Number| signs[i] * size * (n.greatest - n.least);
        Trial {
            plus: self.params(step),
            minus: self.params(|i, n| -step(i, n)),
            signs,
            round,
        }
    }

    /// Learns from a trial: `lead` is how many points `plus` was ahead.
    pub(crate) fn update(&mut self, trial: &Trial, lead: f64) {
        let gain = self.gain(trial.round);
        for (number, sign) in self.numbers.iter_mut().zip(&trial.signs) {
            let moved = number.value + sign * gain * lead * (number.greatest - number.least);
            number.value = moved.clamp(number.least, number.greatest);
        }
    }

    /// The numbers as they stand.
    #[cfg(test)]
    fn current(&self) -> Params {
        self.params(|_, _| 0.0)
    }

    /// The tuned numbers by name.
    #[must_use]
    pub(crate) fn values(&self) -> Vec<(&'static str, f64)> {
        self.numbers.iter().map(|n| (n.name, n.value)).collect()
    }
}

/// Two games of a trial from the same opening with colours swapped; how many
/// points the step was ahead.
///
/// # Errors
///
/// `cancelled`.
pub(crate) fn trial<V: Variant>(
    rules: &Arc<Rules<OneBoard<V>>>,
    trial: &Trial,
    settings: &SelfplaySettings,
    seed: u64,
    control: &Control,
) -> Result<f64> {
    let mut rng = Rng::derived(&[seed, 0x5b5a]);
    let (mut plus, mut minus) = (Engine::new(2), Engine::new(2));
    let start = selfplay::opening(rules, &mut plus, settings, &mut rng, control)?;
    (plus.params, minus.params) = (trial.plus, trial.minus);
    let first = selfplay::play(
        [&mut plus, &mut minus],
        start.clone(),
        settings,
        control,
        |_, _| {},
    )?;
    let second = selfplay::play([&mut minus, &mut plus], start, settings, control, |_, _| {})?;
    Ok(2.0 * (first.score(Seat(0)) + second.score(Seat(1))) - 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_the_winner_and_stay_in_their_range() {
        let names = ["delta".to_owned(), "window".to_owned()];
        let mut spsa = Spsa::new(Params::DEFAULT, &names, 2000).unwrap();
        let mut rng = Rng::derived(&[1]);
        for _ in 0..2000 {
            let trial = spsa.next(&mut rng);
            // More of `delta` is better up to 600, `window` does not matter.
            let distance = |p: &Params| (p.delta - 600).abs();
            let lead = (distance(&trial.minus) - distance(&trial.plus)).signum();
            spsa.update(&trial, f64::from(lead));
        }
        let found = spsa.current();
        assert!((found.delta - 600).abs() < 120, "{found:?}");
        assert!((5..=200).contains(&found.window));
        assert_eq!(found.lmp_base, Params::DEFAULT.lmp_base);
        assert!(Spsa::new(Params::DEFAULT, &["what".into()], 1).is_err());
    }
}
