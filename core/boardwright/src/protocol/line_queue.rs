//! Queue of an engine's lines for a host that takes them on a thread of its own.

use std::sync::{Mutex, MutexGuard, PoisonError};

use contract::waking::WakingQueue;

/// Lines that wait for a host which may not be called by whichever thread has
/// something to say: it is called once, and then takes all that there is.
#[derive(Debug)]
pub struct LineQueue(Mutex<WakingQueue<String>>);

impl Default for LineQueue {
    fn default() -> Self {
        Self(Mutex::new(WakingQueue::new(usize::MAX)))
    }
}

impl LineQueue {
    fn lock(&self) -> MutexGuard<'_, WakingQueue<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a line; true if the host is to be called.
    #[must_use]
    pub fn keep(&self, line: &str) -> bool {
        self.lock().push(line.to_owned())
    }

    /// Takes all lines. The host is called for the next one that comes.
    #[must_use]
    pub fn take(&self) -> Vec<String> {
        self.lock().take().into()
    }

    /// Takes all lines, for a host that asks until there are none: it is not called
    /// again before that, so that lines stay in order when calls could overtake
    /// each other.
    #[must_use]
    pub fn more(&self) -> Option<Vec<String>> {
        self.lock().take_more().map(Into::into)
    }
}
