//! Games of the search against itself with a change: what a feature or a number gains.

use boardwright::arena::Estimate;
use boardwright::error::quoted;
use boardwright::search::{Feature, Params};
use boardwright::{Error, Result};

use super::{Fields, number_among};

/// The numbers of a search that a change may set.
pub(crate) trait Numbers: Copy + Send + Sync {
    /// All of them.
    const FIELDS: &'static [Fields];

    /// The numbers and the features of any game's search.
    fn search(&mut self) -> &mut Params;

    /// The number of a name.
    fn field(&mut self, name: &str) -> Option<&mut i32>;
}

impl Numbers for Params {
    const FIELDS: &'static [Fields] = &[Self::FIELDS];

    fn search(&mut self) -> &mut Params {
        self
    }

    fn field(&mut self, name: &str) -> Option<&mut i32> {
        Self::field(self, name)
    }
}

/// The numbers with a change: parts joined by commas, each of them `-FEATURE`, which is
/// left out, or `NUMBER=VALUE`.
///
/// # Errors
///
/// `invalid_option` for what is neither a feature nor a number, and for a value beyond the range of
/// its number.
pub(crate) fn changed<N: Numbers>(base: N, change: &str) -> Result<N> {
    let mut numbers = base;
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
            let search = numbers.search();
            search.without = search.without.with(feature);
            continue;
        }
        let (name, number) = assigned(part, N::FIELDS)?;
        if let Some(field) = numbers.field(name) {
            *field = number;
        }
    }
    Ok(numbers)
}

/// A number among some and its new value, of `NUMBER=VALUE`.
///
/// # Errors
///
/// `invalid_option` for what is no such number, and for a value beyond its range.
pub(crate) fn assigned<'a>(part: &'a str, lists: &[Fields]) -> Result<(&'a str, i32)> {
    let (name, value) = part.split_once('=').ok_or_else(|| {
        Error::invalid_option(format!("change: {} is no NUMBER=VALUE", quoted(part)))
    })?;
    let (least, greatest) = number_among(name, lists)?;
    let given = value.parse().ok();
    let wanted = given.filter(|number| (least..=greatest).contains(number));
    let number = wanted.ok_or_else(|| {
        Error::invalid_option(format!(
            "change: {name} takes {least} to {greatest}, {} given",
            quoted(value)
        ))
    })?;
    Ok((name, number))
}

/// The changes that leave out each feature by itself.
pub(crate) fn features() -> Vec<String> {
    Feature::ALL.iter().map(|f| format!("-{}", f.0)).collect()
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
            ("null_slope=0", "2 to 8"),
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
}
