//! A count of work done, so that tests can measure time by it.
//!
//! The rules of each game count the positions they make and the moves they consider. A test
//! makes a clock of the count ([`Control::timed_by`](crate::jobs::Control::timed_by)): then
//! time passes by work alone, and the time between two looks at the clock is the same on
//! every machine. Without the feature `testing` nothing is counted.

#[cfg(any(test, feature = "testing"))]
mod counted {
    use std::cell::{Cell, RefCell};

    /// A count of work, and the closure to call once it is reached.
    type Alarm = (u64, Box<dyn FnOnce()>);

    thread_local! {
        static DONE: Cell<u64> = const { Cell::new(0) };
        static RINGS_AT: Cell<u64> = const { Cell::new(u64::MAX) };
        static ALARM: RefCell<Option<Alarm>> = const { RefCell::new(None) };
    }

    /// Counts some work of this thread.
    #[inline]
    pub fn add(amount: u64) {
        let done = DONE.get().wrapping_add(amount);
        DONE.set(done);
        if done >= RINGS_AT.get() {
            RINGS_AT.set(u64::MAX);
            if let Some((_, call)) = ALARM.take() {
                call();
            }
        }
    }

    /// Returns the work that this thread has done.
    #[must_use]
    pub fn done() -> u64 {
        DONE.get()
    }

    /// Calls a closure once this thread has done `amount` more; only the last such call
    /// counts.
    pub fn after(amount: u64, call: impl FnOnce() + 'static) {
        let at = DONE.get().saturating_add(amount);
        ALARM.replace(Some((at, Box::new(call))));
        RINGS_AT.set(at);
    }
}

#[cfg(any(test, feature = "testing"))]
pub use counted::{add, after, done};

/// Does nothing: work is counted only with the feature `testing`.
#[cfg(not(any(test, feature = "testing")))]
#[inline(always)]
pub const fn add(_: u64) {}
