//! Source of time: the machine's clock, or one that a test sets, so that lateness follows
//! from the test and never from the machine.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A source of time.
#[derive(Clone, Default)]
pub enum Time {
    /// The machine's clock.
    #[default]
    Machine,
    /// The result of a function.
    Told(Arc<dyn Fn() -> Instant + Send + Sync>),
    /// A clock that stands still until a test moves it on; clones share it.
    Set(Arc<Mutex<Instant>>),
}

impl fmt::Debug for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Machine => "the clock",
            Self::Told(_) => "a clock",
            Self::Set(_) => "a clock that is set",
        })
    }
}

impl Time {
    /// Returns the present time.
    #[inline]
    pub fn now(&self) -> Instant {
        match self {
            Self::Machine => Instant::now(),
            Self::Told(clock) => clock(),
            Self::Set(now) => *now.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Returns the time since `at`.
    pub fn since(&self, at: Instant) -> Duration {
        self.now().saturating_duration_since(at)
    }
}

impl Time {
    /// Creates a clock that stands still.
    pub fn set() -> Self {
        Self::Set(Arc::new(Mutex::new(Instant::now())))
    }

    /// Moves on a clock made by [`set`](Self::set).
    pub fn pass(&self, time: Duration) {
        match self {
            Self::Set(now) => *now.lock().unwrap_or_else(PoisonError::into_inner) += time,
            _ => panic!("only a time that was set is moved on"),
        }
    }
}
