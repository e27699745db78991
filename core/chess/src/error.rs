//! The errors of this crate.

use std::borrow::Cow;

/// Kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A position or a move that cannot be read; the message says where.
    InvalidNotation,
    /// A number or a setup out of its range.
    InvalidArgument,
    /// A well-formed move that the rules forbid; the message says why.
    IllegalMove,
}

impl ErrorKind {
    /// Returns the stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::InvalidNotation => "invalid_notation",
            Self::InvalidArgument => "invalid_argument",
            Self::IllegalMove => "illegal_move",
        }
    }
}

/// The result of every fallible call.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An [`ErrorKind`] and a sentence that names the fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    kind: ErrorKind,
    message: Cow<'static, str>,
}

impl Error {
    /// Returns the kind of the fault.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the stable code of the kind.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.kind.code()
    }

    /// Returns the sentence.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the sentence, by value.
    #[must_use]
    pub fn into_message(self) -> Cow<'static, str> {
        self.message
    }

    pub(crate) fn invalid_notation(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::InvalidNotation, message)
    }

    pub(crate) fn invalid_argument(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::InvalidArgument, message)
    }

    pub(crate) fn illegal_move(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::IllegalMove, message)
    }

    fn new(kind: ErrorKind, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            kind,
            message: message.into(),
        }
    }
}

/// Quotes foreign text for a message: escaped, and cut to a length suitable for a log line.
#[must_use]
pub(crate) fn quoted(text: &str) -> String {
    const LIMIT: usize = 60;
    let mut out = String::with_capacity(text.len().min(LIMIT) + 2);
    out.push('"');
    for (shown, c) in text.chars().enumerate() {
        if shown == LIMIT {
            out.push('…');
            break;
        }
        out.extend(c.escape_debug());
    }
    out.push('"');
    out
}
