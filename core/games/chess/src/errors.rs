//! The errors of boards as those of games.

use chess::ErrorKind as Kind;
use contract::error::{Error, ErrorKind, Result};

/// The conversion of a board's result into a game's.
pub trait OrError<T> {
    /// The same with an error of the library's.
    ///
    /// # Errors
    ///
    /// The one that there was.
    fn or_error(self) -> Result<T>;
}

impl<T> OrError<T> for chess::Result<T> {
    fn or_error(self) -> Result<T> {
        self.map_err(|error| {
            let kind = match error.kind() {
                Kind::InvalidNotation => ErrorKind::InvalidNotation,
                Kind::IllegalMove => ErrorKind::IllegalMove,
                // A number or a setup out of its range, and what may be added.
                _ => ErrorKind::InvalidOption,
            };
            Error::new(kind, error.into_message())
        })
    }
}
