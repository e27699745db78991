//! Where time comes from: the machine's clock, or one that a test sets, so that what
//! is late and what is not follows from the test and never from the machine.

#[cfg(test)]
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A source of time.
#[derive(Clone, Debug, Default)]
pub(crate) enum Time {
    /// The machine's.
    #[default]
    Machine,
    /// One that stands still but for what it is moved on by; clones share it.
    #[cfg(test)]
    Set(Arc<Mutex<Instant>>),
}

impl Time {
    /// The present time.
    pub(crate) fn now(&self) -> Instant {
        match self {
            Self::Machine => Instant::now(),
            #[cfg(test)]
            Self::Set(now) => *now.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// The time that has passed since a point in time.
    pub(crate) fn since(&self, at: Instant) -> Duration {
        self.now().saturating_duration_since(at)
    }
}

#[cfg(test)]
impl Time {
    /// A time that stands still.
    pub(crate) fn set() -> Self {
        Self::Set(Arc::new(Mutex::new(Instant::now())))
    }

    /// Moves a time on that was set.
    pub(crate) fn pass(&self, time: Duration) {
        match self {
            Self::Machine => panic!("the machine's time cannot be set"),
            Self::Set(now) => *now.lock().unwrap_or_else(PoisonError::into_inner) += time,
        }
    }
}
