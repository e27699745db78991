//! Where time comes from: the machine's clock, or one that a test sets, so that what
//! is late and what is not follows from the test and never from the machine.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A source of time.
#[derive(Clone, Default)]
pub enum Time {
    /// The machine's.
    #[default]
    Machine,
    /// What a function tells.
    Told(Arc<dyn Fn() -> Instant + Send + Sync>),
    /// One that stands still but for what it is moved on by; clones share it.
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
    /// The present time.
    #[inline]
    pub fn now(&self) -> Instant {
        match self {
            Self::Machine => Instant::now(),
            Self::Told(clock) => clock(),
            Self::Set(now) => *now.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// The time that has passed since a point in time.
    pub fn since(&self, at: Instant) -> Duration {
        self.now().saturating_duration_since(at)
    }
}

impl Time {
    /// A time that stands still.
    pub fn set() -> Self {
        Self::Set(Arc::new(Mutex::new(Instant::now())))
    }

    /// Moves a time on that was set.
    pub fn pass(&self, time: Duration) {
        match self {
            Self::Set(now) => *now.lock().unwrap_or_else(PoisonError::into_inner) += time,
            _ => panic!("only a time that was set is moved on"),
        }
    }
}
