//! Plain values as JSON texts, in numbers that JavaScript can hold.

use std::io;

use boardwright::Error;
use boardwright::value::{Dict, Serialize};
use serde_json::ser::{CompactFormatter, Formatter, Serializer};

/// Up to here a number of JavaScript's stands for one integer only.
const EXACT: u64 = 1 << 53;

/// Anything that is a plain value, as JSON.
///
/// # Errors
///
/// `unsupported` for an integer that JavaScript cannot tell from its neighbours.
pub(crate) fn write<T: Serialize + ?Sized>(value: &T) -> boardwright::Result<String> {
    let mut out = Vec::with_capacity(256);
    let written = value.serialize(&mut Serializer::with_formatter(&mut out, Exact));
    match written {
        Ok(()) => String::from_utf8(out).map_err(|e| Error::internal(e.to_string())),
        // Nothing else is refused on the way to memory.
        Err(e) if e.is_io() => Err(Error::unsupported(e.to_string())),
        Err(e) => Err(Error::internal(e.to_string())),
    }
}

/// Writes integers that JavaScript has, and refuses others.
struct Exact;

impl Formatter for Exact {
    fn write_i64<W: io::Write + ?Sized>(&mut self, writer: &mut W, n: i64) -> io::Result<()> {
        exact(n.unsigned_abs()).map_err(|e| io::Error::other(e.message().to_owned()))?;
        CompactFormatter.write_i64(writer, n)
    }

    fn write_u64<W: io::Write + ?Sized>(&mut self, writer: &mut W, n: u64) -> io::Result<()> {
        exact(n).map_err(|e| io::Error::other(e.message().to_owned()))?;
        CompactFormatter.write_u64(writer, n)
    }

    fn write_f32<W: io::Write + ?Sized>(&mut self, writer: &mut W, n: f32) -> io::Result<()> {
        // The number that it is in other languages.
        CompactFormatter.write_f64(writer, n.into())
    }
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

fn exact(n: u64) -> boardwright::Result<()> {
    if n <= EXACT {
        Ok(())
    } else {
        Err(Error::unsupported(format!(
            "the result has the number {n}, and JavaScript counts to 2^53"
        )))
    }
}
