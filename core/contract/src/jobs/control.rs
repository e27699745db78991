//! The cancel flag, deadline and signals that a running job polls.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use crate::bot::Said;
use crate::error::{Error, Result};
use crate::time::Time;

/// The closure to call when a job is asked to stop.
#[derive(Default)]
struct Hook(Mutex<Option<Box<dyn FnOnce() + Send>>>);

impl fmt::Debug for Hook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hook")
    }
}

/// The receiver of what a job says while it runs.
#[derive(Default)]
struct Receiver(Mutex<Option<Hears>>);

/// Hears what a bot says while it thinks.
type Hears = Arc<dyn Fn(Said) + Send + Sync>;

impl fmt::Debug for Receiver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Receiver")
    }
}

/// The control of a job, shared by the job and its caller.
#[derive(Debug, Default)]
pub struct Control {
    /// The clock for all limits.
    time: Time,
    cancelled: AtomicBool,
    deadline: Option<Instant>,
    /// A deadline that the work has set itself while it runs.
    bound: OnceLock<Instant>,
    /// Time at which the job was asked to end with the result it has.
    concluded: OnceLock<Instant>,
    /// True once the job has ended.
    over: AtomicBool,
    /// Time at which the opponent made the expected move.
    ponder_hit: OnceLock<Instant>,
    hook: Hook,
    receiver: Receiver,
}

impl Control {
    /// Creates a control that stops by itself at `deadline`, if there is one.
    #[must_use]
    pub const fn new(deadline: Option<Instant>) -> Self {
        Self {
            time: Time::Machine,
            cancelled: AtomicBool::new(false),
            deadline,
            bound: OnceLock::new(),
            concluded: OnceLock::new(),
            over: AtomicBool::new(false),
            ponder_hit: OnceLock::new(),
            hook: Hook(Mutex::new(None)),
            receiver: Receiver(Mutex::new(None)),
        }
    }

    /// Returns the same control with another clock for all its times, for instance one that
    /// a test sets.
    #[must_use]
    pub fn timed_by(self, clock: impl Fn() -> Instant + Send + Sync + 'static) -> Self {
        Self {
            time: Time::Told(Arc::new(clock)),
            ..self
        }
    }

    /// Returns the time of its clock, the only clock for code that runs under a control.
    #[inline]
    #[must_use]
    pub fn now(&self) -> Instant {
        self.time.now()
    }

    /// Asks the job to end at once with the result it has; a job without a result gets a
    /// moment to find one.
    pub fn finish_early(&self) {
        let _ = self.concluded.set(self.now());
    }

    /// Returns true if the job was asked to end with the result it has.
    #[inline]
    #[must_use]
    pub fn is_concluded(&self) -> bool {
        self.concluded.get().is_some()
    }

    /// Returns the time at which it was asked to end with the result it has.
    #[must_use]
    pub fn concluded_at(&self) -> Option<Instant> {
        self.concluded.get().copied()
    }

    /// Tells a pondering job that the expected move was made: its time runs from now on.
    /// Only the first call counts.
    pub fn ponder_hit(&self) {
        let _ = self.ponder_hit.set(self.now());
    }

    /// Returns the time at which the expected move was made.
    #[must_use]
    pub fn ponder_hit_at(&self) -> Option<Instant> {
        self.ponder_hit.get().copied()
    }

    /// Asks the job to stop.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
        let hook = self
            .hook
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(hook) = hook {
            hook();
        }
    }

    /// Calls a closure when the job is asked to stop, on the thread that asks, or at once
    /// if it has been asked already. The closure must be quick; only the last such call
    /// counts.
    pub fn when_cancelled(&self, call: impl FnOnce() + Send + 'static) {
        let mut hook = self.hook.0.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_cancelled() {
            drop(hook);
            call();
        } else {
            *hook = Some(Box::new(call));
        }
    }

    /// Has a closure called with what the job says to its partners while it runs, on the thread
    /// of the job; only the last such call counts.
    pub fn when_said(&self, call: impl Fn(Said) + Send + Sync + 'static) {
        let receiver = self.receiver.0.lock();
        *receiver.unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(call));
    }

    /// Says something to the job's partners at once, and returns it where nobody listens.
    pub fn say(&self, said: Said) -> Option<Said> {
        let receiver = self.receiver.0.lock();
        let receiver = receiver.unwrap_or_else(PoisonError::into_inner).clone();
        match receiver {
            None => Some(said),
            Some(receiver) => {
                receiver(said);
                None
            }
        }
    }

    /// Returns true if the job was asked to stop.
    #[inline]
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Returns the time by which the answer is due.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        match (self.deadline, self.bound.get().copied()) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// Sets a deadline for running work, besides the deadline that counts from the call.
    /// Only the first call counts.
    pub fn set_deadline(&self, at: Instant) {
        let _ = self.bound.set(at);
    }

    /// Returns true if the job must stop: it was cancelled, or its deadline has passed.
    /// Reads the clock, so poll it about every thousand nodes.
    #[inline]
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.is_cancelled() || self.deadline().is_some_and(|d| self.now() >= d)
    }

    /// Returns `Ok` while the job may go on.
    ///
    /// # Errors
    ///
    /// `cancelled`, naming the caller or the deadline as the reason.
    #[inline]
    pub fn check(&self) -> Result<()> {
        if self.stopped() {
            Err(self.reason())
        } else {
            Ok(())
        }
    }

    /// Records that the job has ended.
    pub(super) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    pub(super) fn reason(&self) -> Error {
        Error::cancelled(if self.is_cancelled() {
            "cancelled by the caller"
        } else {
            "the deadline has passed"
        })
    }
}
