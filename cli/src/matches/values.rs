//! The formats of the values of a match's arguments.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use boardwright::arena::{Sprt, TimeControl};
use boardwright::error::quoted;

/// The most that an opening may favour a side; nothing for no bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Balance(pub(crate) Option<u32>);

impl Display for Balance {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(bound) => bound.fmt(f),
            None => f.write_str("any"),
        }
    }
}

pub(crate) fn balance(text: &str) -> Result<Balance, String> {
    if text == "any" {
        return Ok(Balance(None));
    }
    let bound = text
        .parse()
        .map_err(|_| format!("{} is neither a number of centipawns nor any", quoted(text)))?;
    Ok(Balance(Some(bound)))
}

/// Seconds that are not negative and not more than thirty days.
fn seconds(text: &str, unit: f64) -> Option<Duration> {
    const LONGEST: f64 = 30.0 * 24.0 * 3600.0;
    let plain = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.');
    let number: f64 = text.parse().ok().filter(|_| plain)?;
    let seconds = number * unit;
    (seconds <= LONGEST).then(|| Duration::from_secs_f64(seconds))
}

/// `100ms`, `1.5s`, `2m`.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0)];
    units
        .into_iter()
        .find_map(|(name, unit)| seconds(text.strip_suffix(name)?, unit))
        .ok_or_else(|| format!("{} is not a time like 100ms, 1.5s or 2m", quoted(text)))
}

/// `60+0.5`, both in seconds.
pub(crate) fn time_control(text: &str) -> Result<TimeControl, String> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    match (seconds(base, 1.0), seconds(increment, 1.0)) {
        (Some(base), Some(increment)) if !base.is_zero() => Ok(TimeControl { base, increment }),
        _ => Err(format!(
            "{} is not of the form BASE+INC in seconds, as 60+0.5",
            quoted(text)
        )),
    }
}

/// `0,5` or `0,5,0.05,0.05`.
pub(crate) fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|n| n.trim().parse()).collect();
    match numbers.as_deref() {
        Ok([elo0, elo1]) => Sprt::new(*elo0, *elo1, 0.05, 0.05),
        Ok([elo0, elo1, alpha, beta]) => Sprt::new(*elo0, *elo1, *alpha, *beta),
        _ => {
            return Err(format!(
                "{} is not of the form ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA",
                quoted(text)
            ));
        }
    }
    .map_err(|error| error.message().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        assert_eq!(time("100ms"), Ok(Duration::from_millis(100)));
        assert_eq!(time("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(time("2m"), Ok(Duration::from_secs(120)));
        for wrong in ["", "100", "ms", "-1s", "1e9s", "infs", "NaNs", "99999999m"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn clocks_are_base_and_increment() {
        let control = time_control("60+0.5").unwrap();
        assert_eq!(control.base, Duration::from_secs(60));
        assert_eq!(control.increment, Duration::from_millis(500));
        assert_eq!(time_control("5").unwrap().increment, Duration::ZERO);
        for wrong in ["", "+1", "0+1", "1+", "40/60", "1+-1"] {
            assert!(time_control(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn tests_have_two_or_four_numbers() {
        let test = sprt("-3,5").unwrap();
        assert_eq!((test.elo0, test.elo1, test.alpha), (-3.0, 5.0, 0.05));
        assert_eq!(sprt("0,5,0.1,0.2").unwrap().beta, 0.2);
        for wrong in ["", "1", "5,0", "0,5,0.1", "0,x", "0,5,0,0"] {
            assert!(sprt(wrong).is_err(), "{wrong}");
        }
        for bound in ["any", "0", "150"] {
            assert_eq!(balance(bound).unwrap().to_string(), bound);
        }
        assert_eq!(balance("any"), Ok(Balance(None)));
        assert!(balance("-1").is_err());
    }
}
