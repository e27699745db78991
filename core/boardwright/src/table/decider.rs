//! The decider at a bot's seat.

use crate::host::Bot;
use crate::own::{Ask, OWN};

/// The decider at a bot's seat.
#[derive(Clone)]
pub enum Decider {
    /// A bot of the library.
    Library(Bot),
    /// One of the host's own; `None` until the host has said who answers, as after loading.
    Own(Option<Ask>),
}

impl std::fmt::Debug for Decider {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Library(bot) => bot.fmt(f),
            Self::Own(ask) => write!(f, "Own({})", if ask.is_some() { "here" } else { "away" }),
        }
    }
}

impl Decider {
    /// Its name among the bots.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Library(bot) => bot.name(),
            Self::Own(_) => OWN,
        }
    }

    /// The same without anything that it has learnt; the host's own is left to the host.
    pub(super) fn renewed(&self) -> Self {
        match self {
            Self::Library(bot) => Self::Library(bot.renewed()),
            Self::Own(ask) => Self::Own(ask.clone()),
        }
    }

    /// The seed of a library's bot.
    pub(super) fn seed(&self) -> u64 {
        match self {
            Self::Library(bot) => bot.seed(),
            Self::Own(_) => 0,
        }
    }

    /// Returns true if there is somebody to ask.
    pub(super) const fn is_here(&self) -> bool {
        !matches!(self, Self::Own(None))
    }
}
