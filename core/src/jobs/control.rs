//! What a running job polls: has it been cancelled, has its time run out?

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::error::{Error, Result};

/// The strings by which a job is held from outside.
#[derive(Debug, Default)]
pub struct Control {
    cancelled: AtomicBool,
    deadline: Option<Instant>,
    /// A bound that the work has set itself once it runs.
    bound: OnceLock<Instant>,
}

impl Control {
    /// A control that stops by itself at `deadline`, if there is one.
    #[must_use]
    pub const fn new(deadline: Option<Instant>) -> Self {
        Self {
            cancelled: AtomicBool::new(false),
            deadline,
            bound: OnceLock::new(),
        }
    }

    /// Asks the job to stop.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked it to stop.
    #[inline]
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// When the answer must be there.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        match (self.deadline, self.bound.get().copied()) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// Bounds work that has begun, besides the deadline that counts from the
    /// call. Only the first bound counts.
    pub fn bound(&self, at: Instant) {
        let _ = self.bound.set(at);
    }

    /// Whether it must stop: it was cancelled, or its deadline has passed. Reads
    /// the clock, so poll it every thousand nodes or so.
    #[inline]
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.is_cancelled() || self.deadline().is_some_and(|d| Instant::now() >= d)
    }

    /// `Ok` while it may go on.
    ///
    /// # Errors
    ///
    /// `cancelled`, saying whether it was the caller or the deadline.
    #[inline]
    pub fn check(&self) -> Result<()> {
        if self.stopped() {
            Err(self.reason())
        } else {
            Ok(())
        }
    }

    pub(super) fn reason(&self) -> Error {
        Error::cancelled(if self.is_cancelled() {
            "cancelled by the caller"
        } else {
            "the deadline has passed"
        })
    }
}
