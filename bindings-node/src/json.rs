//! Plain values as JSON texts, in numbers that JavaScript can hold.

use boardwright::Error;
use boardwright::value::{Dict, Value};

/// Up to here a number of JavaScript's stands for one integer only.
const EXACT: u64 = 1 << 53;

/// A value as JSON.
///
/// # Errors
///
/// `unsupported` for an integer that JavaScript cannot tell from its neighbours.
pub(crate) fn write(value: &Value) -> boardwright::Result<String> {
    check(value)?;
    serde_json::to_string(value).map_err(|e| Error::internal(e.to_string()))
}

/// A count as a number.
///
/// # Errors
///
/// As [`write`].
pub(crate) fn count(count: impl TryInto<u64>) -> boardwright::Result<f64> {
    let count = count.try_into().unwrap_or(u64::MAX);
    exact(count).map(|()| count as f64)
}

/// Reads the options that `lib/check.js` has written.
///
/// # Errors
///
/// `invalid_option`.
pub(crate) fn read(text: &str) -> boardwright::Result<Dict> {
    serde_json::from_str(text).map_err(|e| Error::invalid_option(format!("options: {e}")))
}

fn check(value: &Value) -> boardwright::Result<()> {
    match value {
        Value::Number(n) => match (n.as_u64(), n.as_i64()) {
            (Some(n), _) => exact(n),
            (None, Some(n)) => exact(n.unsigned_abs()),
            (None, None) => Ok(()),
        },
        Value::Array(items) => items.iter().try_for_each(check),
        Value::Object(map) => map.values().try_for_each(check),
        Value::Null | Value::Bool(_) | Value::String(_) => Ok(()),
    }
}

fn exact(n: u64) -> boardwright::Result<()> {
    if n <= EXACT {
        Ok(())
    } else {
        Err(Error::unsupported(format!(
            "the result has the number {n}, and JavaScript counts to 2^53"
        )))
    }
}
