//! Handles on jobs, and on calls at a time.

use std::sync::Arc;
use std::time::Instant;

use super::Control;
use super::pool::Pool;

/// A handle on a job.
#[derive(Clone)]
pub struct JobHandle {
    pub(super) id: u64,
    pub(super) control: Arc<Control>,
    pub(super) pool: &'static Pool,
}

impl std::fmt::Debug for JobHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "JobHandle({})", self.id)
    }
}

impl JobHandle {
    /// Returns the number of the job, by which [`cancel`](super::cancel) finds it.
    #[must_use]
    pub const fn id(&self) -> u64 {
        self.id
    }

    /// Asks the job to stop. A waiting job is taken out of the queue; in either case the
    /// completion is called on a thread of the library.
    pub fn cancel(&self) {
        if self.control.is_over() {
            return;
        }
        // The locks of another process's job may be held by threads that do not exist here.
        if self.is_of_this_process() {
            self.control.cancel();
            self.pool.cancelled(self.id);
        }
    }

    /// Asks the job to end with what it has, see [`Control::finish_early`].
    pub fn finish_early(&self) {
        self.control.finish_early();
    }

    /// Tells a pondering job that the expected move was made.
    pub fn ponder_hit(&self) {
        self.control.ponder_hit();
    }

    /// Binds the job to the lifetime of the returned handle.
    #[must_use]
    pub const fn owned(self) -> Owned {
        Owned(self)
    }

    /// Returns true if the job was queued by this process, not by one it was forked from.
    #[must_use]
    pub fn is_of_this_process(&self) -> bool {
        self.pool.is_of_this_process()
    }
}

/// A handle whose job is cancelled when it is dropped.
#[derive(Debug)]
pub struct Owned(JobHandle);

impl Owned {
    /// Returns the handle, which does not cancel when dropped.
    #[must_use]
    pub const fn handle(&self) -> &JobHandle {
        &self.0
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// The time of a call, and its number.
pub(super) type TimerKey = (Instant, u64);

/// A call scheduled for a time; dropping the timer cancels the call.
pub struct Timer {
    /// `None` where there is nothing to cancel.
    pub(super) key: Option<TimerKey>,
    pub(super) pool: &'static Pool,
}

impl std::fmt::Debug for Timer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Timer({:?})", self.key)
    }
}

impl Timer {
    /// Detaches the timer: the call is made even though this value is gone.
    pub fn leave(mut self) {
        self.key = None;
    }

    /// Returns a closure that tells if the call is still pending.
    #[cfg(any(test, feature = "testing"))]
    pub fn probe(&self) -> impl Fn() -> bool + use<> {
        let (key, pool) = (self.key, self.pool);
        move || key.is_some_and(|key| pool.has_timer(key))
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        if let Some(key) = self.key.take()
            && self.pool.is_of_this_process()
        {
            self.pool.forget_timer(key);
        }
    }
}
