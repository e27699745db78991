//! Who uses the pool in the tests of this crate: it is the process's, as its settings
//! are, so tests that set it up have it alone, and others share it.

use std::sync::{Condvar, Mutex, PoisonError};

use super::configure;

/// A place at the pool for as long as it is held.
pub(crate) struct Place {
    alone: bool,
}

/// How many share the pool, and whether somebody has it alone.
static AT_THE_POOL: (Mutex<(usize, bool)>, Condvar) = (Mutex::new((0, false)), Condvar::new());

impl Place {
    fn take(alone: bool) -> Self {
        let (taken, free) = &AT_THE_POOL;
        let taken = taken.lock().unwrap_or_else(PoisonError::into_inner);
        let waits = |taken: &mut (usize, bool)| taken.1 || alone && taken.0 > 0;
        let mut taken = free
            .wait_while(taken, waits)
            .unwrap_or_else(PoisonError::into_inner);
        match alone {
            true => taken.1 = true,
            false => taken.0 += 1,
        }
        Self { alone }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let (taken, free) = &AT_THE_POOL;
        let mut taken = taken.lock().unwrap_or_else(PoisonError::into_inner);
        match self.alone {
            true => taken.1 = false,
            false => taken.0 -= 1,
        }
        free.notify_all();
    }
}

/// The pool for a test that does with it what any host may.
pub(crate) fn shared() -> Place {
    let place = Place::take(false);
    configure(Some(4), Some(4096)).unwrap();
    place
}

/// The pool for a test that sets it up.
pub(crate) fn alone(threads: usize, queue: usize) -> Place {
    let place = Place::take(true);
    configure(Some(threads), Some(queue)).unwrap();
    place
}
