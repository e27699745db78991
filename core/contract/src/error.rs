//! The one error of the library.
//!
//! Every fallible call returns [`Error`]: a [kind](ErrorKind) with a stable string code,
//! which each host language maps to an exception class of its own, and a sentence that
//! names the fault. An error about a hidden-information game must never carry anything that
//! the seat concerned may not know.

use std::borrow::Cow;

/// Kind of a fault, with a stable code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum ErrorKind {
    /// No game of that name is registered.
    UnknownGame,
    /// The game has no bot of that name.
    UnknownBot,
    /// An option or argument that does not exist, or a value out of its range.
    InvalidOption,
    /// A position, move or saved form that cannot be read; says where.
    InvalidNotation,
    /// A well-formed move that the rules forbid; says why if that may be revealed.
    IllegalMove,
    /// The seat is not live.
    NotYourTurn,
    /// The game has ended.
    GameOver,
    /// The call would reveal to a seat something that it may not know.
    HiddenInformation,
    /// The game lacks the requested feature.
    Unsupported,
    /// The queue is full.
    Busy,
    /// The bot is busy with other work.
    BotBusy,
    /// A bot of the host's own failed; says how.
    BotFailed,
    /// The handle has been disposed of.
    Disposed,
    /// The caller cancelled, or the deadline passed.
    Cancelled,
    /// A fault of the library's own.
    Internal,
}

impl ErrorKind {
    /// All kinds, in the order of their declaration.
    pub const ALL: [Self; 15] = [
        Self::UnknownGame,
        Self::UnknownBot,
        Self::InvalidOption,
        Self::InvalidNotation,
        Self::IllegalMove,
        Self::NotYourTurn,
        Self::GameOver,
        Self::HiddenInformation,
        Self::Unsupported,
        Self::Busy,
        Self::BotBusy,
        Self::BotFailed,
        Self::Disposed,
        Self::Cancelled,
        Self::Internal,
    ];

    /// Returns the stable code, the same in every host language.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::UnknownGame => "unknown_game",
            Self::UnknownBot => "unknown_bot",
            Self::InvalidOption => "invalid_option",
            Self::InvalidNotation => "invalid_notation",
            Self::IllegalMove => "illegal_move",
            Self::NotYourTurn => "not_your_turn",
            Self::GameOver => "game_over",
            Self::HiddenInformation => "hidden_information",
            Self::Unsupported => "unsupported",
            Self::Busy => "busy",
            Self::BotBusy => "bot_busy",
            Self::BotFailed => "bot_failed",
            Self::Disposed => "disposed",
            Self::Cancelled => "cancelled",
            Self::Internal => "internal",
        }
    }
}

/// The result of a fallible call.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An [`ErrorKind`] and a sentence that names the fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    kind: ErrorKind,
    message: Cow<'static, str>,
}

impl Error {
    /// Creates an error of the given kind.
    #[must_use]
    pub fn new(kind: ErrorKind, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            kind,
            message: message.into(),
        }
    }

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

    /// Returns the same error with the place of the fault before its sentence, as in
    /// `move 3: e2e5 is not legal`.
    #[must_use]
    pub fn at(&self, place: impl std::fmt::Display) -> Self {
        Self::new(self.kind, format!("{place}: {}", self.message))
    }
}

macro_rules! shorthands {
    ($($(#[$doc:meta])* $name:ident => $kind:ident),+ $(,)?) => {
        impl Error {
            $($(#[$doc])*
            #[must_use]
            pub fn $name(message: impl Into<Cow<'static, str>>) -> Self {
                Self::new(ErrorKind::$kind, message)
            })+
        }
    };
}

shorthands! {
    /// Creates an [`ErrorKind::InvalidOption`].
    invalid_option => InvalidOption,
    /// Creates an [`ErrorKind::InvalidNotation`].
    invalid_notation => InvalidNotation,
    /// Creates an [`ErrorKind::IllegalMove`].
    illegal_move => IllegalMove,
    /// Creates an [`ErrorKind::NotYourTurn`].
    not_your_turn => NotYourTurn,
    /// Creates an [`ErrorKind::GameOver`].
    game_over => GameOver,
    /// Creates an [`ErrorKind::HiddenInformation`].
    hidden_information => HiddenInformation,
    /// Creates an [`ErrorKind::Unsupported`].
    unsupported => Unsupported,
    /// Creates an [`ErrorKind::Busy`].
    busy => Busy,
    /// Creates an [`ErrorKind::BotBusy`].
    bot_busy => BotBusy,
    /// Creates an [`ErrorKind::Disposed`].
    disposed => Disposed,
    /// Creates an [`ErrorKind::Cancelled`].
    cancelled => Cancelled,
    /// Creates an [`ErrorKind::Internal`].
    internal => Internal,
}

/// Quotes foreign text for an error message: escaped, and cut to a length suitable for a
/// log line.
#[must_use]
pub fn quoted(text: &str) -> String {
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
