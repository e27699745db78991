//! What a running job polls: has it been cancelled, has its time run out?

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use crate::error::{Error, Result};
use crate::time::Time;

/// What is called when a job is asked to stop.
#[derive(Default)]
struct Hook(Mutex<Option<Box<dyn FnOnce() + Send>>>);

impl fmt::Debug for Hook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hook")
    }
}

/// The strings by which a job is held from outside.
#[derive(Debug, Default)]
pub struct Control {
    /// Where the time comes from that limits count.
    time: Time,
    cancelled: AtomicBool,
    deadline: Option<Instant>,
    /// A bound that the work has set itself once it runs.
    bound: OnceLock<Instant>,
    /// When it was asked to end with what it has.
    concluded: OnceLock<Instant>,
    /// Whether the job has come to its end.
    over: AtomicBool,
    /// When the opponent made the move that was expected.
    ponder_hit: OnceLock<Instant>,
    hook: Hook,
}

impl Control {
    /// A control that stops by itself at `deadline`, if there is one.
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
        }
    }

    /// The same control with another clock, by which all its times are told: one
    /// that a test sets, say.
    #[must_use]
    pub fn timed_by(self, clock: impl Fn() -> Instant + Send + Sync + 'static) -> Self {
        Self {
            time: Time::Told(Arc::new(clock)),
            ..self
        }
    }

    /// The time as its clock tells it. Whoever runs under a control asks for the
    /// time nowhere else.
    #[inline]
    #[must_use]
    pub fn now(&self) -> Instant {
        self.time.now()
    }

    /// Asks the job to end at once with what it has; one that has nothing yet is
    /// given a moment to find something.
    pub fn finish_early(&self) {
        let _ = self.concluded.set(self.now());
    }

    /// Whether somebody asked it to end with what it has.
    #[inline]
    #[must_use]
    pub fn is_concluded(&self) -> bool {
        self.concluded.get().is_some()
    }

    /// When it was asked to end with what it has.
    #[must_use]
    pub fn concluded_at(&self) -> Option<Instant> {
        self.concluded.get().copied()
    }

    /// Tells a job that ponders that the expected move was made: its time runs
    /// from now on. Only the first call counts.
    pub fn ponder_hit(&self) {
        let _ = self.ponder_hit.set(self.now());
    }

    /// When the expected move was made.
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

    /// Has something called when the job is asked to stop, by the thread that asks, or
    /// at once where it has been asked already. It must be quick; only the last such
    /// call counts.
    pub fn when_cancelled(&self, call: impl FnOnce() + Send + 'static) {
        let mut hook = self.hook.0.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_cancelled() {
            drop(hook);
            call();
        } else {
            *hook = Some(Box::new(call));
        }
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
    pub fn set_deadline(&self, at: Instant) {
        let _ = self.bound.set(at);
    }

    /// Whether it must stop: it was cancelled, or its deadline has passed. Reads
    /// the clock, so poll it every thousand nodes or so.
    #[inline]
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.is_cancelled() || self.deadline().is_some_and(|d| self.now() >= d)
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

    /// Takes note that the job has come to its end.
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
