//! Games of the search against itself with a change: what a feature or a number gains.

use boardwright::arena::{Estimate, Pentanomial};
use boardwright::error::quoted;
use boardwright::search::{Feature, Params};
use boardwright::{Error, Result};

/// The parameters with a change: parts joined by commas, each of them `-FEATURE`, which is
/// left out, or `NUMBER=VALUE`.
///
/// # Errors
///
/// `invalid_option` for what is neither a feature nor a number, and for a value that is no number.
pub(crate) fn changed(base: Params, change: &str) -> Result<Params> {
    let mut params = base;
    for part in change.split(',') {
        if let Some(name) = part.strip_prefix('-') {
            let feature = Feature::named(name).ok_or_else(|| {
                let names: Vec<_> = Feature::ALL.iter().map(|f| f.0).collect();
                Error::invalid_option(format!(
                    "change: there is no feature {}; there are {}",
                    quoted(name),
                    names.join(", ")
                ))
            })?;
            params.without = params.without.with(feature);
            continue;
        }
        let (name, value) = part.split_once('=').ok_or_else(|| {
            Error::invalid_option(format!(
                "change: takes -FEATURE or NUMBER=VALUE, {} given",
                quoted(part)
            ))
        })?;
        let field = params.field(name).ok_or_else(|| {
            let names: Vec<_> = Params::FIELDS.iter().map(|f| f.0).collect();
            Error::invalid_option(format!(
                "change: there is no number {}; there are {}",
                quoted(name),
                names.join(", ")
            ))
        })?;
        *field = value.parse().map_err(|_| {
            Error::invalid_option(format!(
                "change: {name} takes a number, {} given",
                quoted(value)
            ))
        })?;
    }
    Ok(params)
}

/// The changes that leave out each feature by itself.
pub(crate) fn features() -> Vec<String> {
    Feature::ALL.iter().map(|f| format!("-{}", f.0)).collect()
}

/// Results of the changed search, in pairs of games.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    /// Games by the points that they gave, in halves: lost, drawn, won.
    pub(crate) games: [u64; 3],
    pairs: Pentanomial,
}

impl Tally {
    /// Counts a pair of games by their points in halves.
    pub(crate) fn add(&mut self, points: [u8; 2]) {
        for point in points {
            self.games[usize::from(point)] += 1;
        }
        self.pairs.add(points.map(u64::from).iter().sum());
    }

    /// What they say of the change; `None` without games.
    pub(crate) fn estimate(&self) -> Option<Estimate> {
        Estimate::of_pairs(&self.pairs)
    }

    /// Won, drawn, lost.
    pub(crate) fn counts(&self) -> String {
        let [lost, drawn, won] = self.games;
        format!("{won}-{drawn}-{lost}")
    }
}

/// The Elo difference of an estimate with its interval of 95 %.
pub(crate) fn elo(estimate: &Estimate) -> String {
    let number = |elo: Option<f64>, none: &str| elo.map_or(none.into(), |e| format!("{e:+.0}"));
    let none = if estimate.score > 0.5 { "+∞" } else { "-∞" };
    format!(
        "{} [{}, {}]",
        number(estimate.elo, none),
        number(estimate.elo_low, "-∞"),
        number(estimate.elo_high, "+∞")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_read() {
        let base = Params::DEFAULT;
        let both = changed(base, "-killers,delta=300").unwrap();
        assert!(both.without.has(Feature::Killers) && !both.without.has(Feature::Delta));
        assert_eq!(both.delta, 300);
        for (wrong, names) in [
            ("-killer", "null_move"),
            ("deltas=3", "lmr_base"),
            ("delta=much", "much"),
            ("delta", "NUMBER=VALUE"),
            ("", "NUMBER=VALUE"),
        ] {
            let error = changed(base, wrong).unwrap_err();
            assert!(error.to_string().contains(names), "{error}");
        }
        for change in features() {
            assert_ne!(changed(base, &change).unwrap(), base);
        }
    }

    #[test]
    fn a_tally_says_who_is_ahead() {
        let mut tally = Tally::default();
        assert!(tally.estimate().is_none());
        for points in [[2, 1], [2, 0], [2, 2], [1, 1]] {
            tally.add(points);
        }
        assert_eq!(tally.counts(), "4-3-1");
        let estimate = tally.estimate().unwrap();
        assert!(estimate.elo.unwrap() > 0.0);
        assert!(elo(&estimate).starts_with("+137 ["), "{}", elo(&estimate));
    }
}
