//! What an engine has said to a host that takes its lines on a thread of its own.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Lines that wait for a host which may not be called by whichever thread has
/// something to say: it is called once, and then takes all that there is.
#[derive(Debug, Default)]
pub struct LineQueue(Mutex<PendingLines>);

#[derive(Debug, Default)]
struct PendingLines {
    lines: Vec<String>,
    /// Whether the host has been called and not been seen to the end of it.
    notified: bool,
}

impl LineQueue {
    fn lock(&self) -> MutexGuard<'_, PendingLines> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a line; true if the host is to be called.
    #[must_use]
    pub fn keep(&self, line: &str) -> bool {
        let mut said = self.lock();
        said.lines.push(line.to_owned());
        !std::mem::replace(&mut said.notified, true)
    }

    /// Takes all lines. The host is called for the next one that comes.
    #[must_use]
    pub fn take(&self) -> Vec<String> {
        let mut said = self.lock();
        said.notified = false;
        std::mem::take(&mut said.lines)
    }

    /// Takes all lines, for a host that asks until there are none: it is not called
    /// again before that, so that lines stay in order when calls could overtake
    /// each other.
    #[must_use]
    pub fn more(&self) -> Option<Vec<String>> {
        let mut said = self.lock();
        if said.lines.is_empty() {
            said.notified = false;
            return None;
        }
        Some(std::mem::take(&mut said.lines))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_called_once_for_what_it_then_takes() {
        let unheard = LineQueue::default();
        assert!(unheard.keep("a"));
        assert!(!unheard.keep("b"));
        assert_eq!(unheard.take(), ["a", "b"]);
        assert!(unheard.take().is_empty());
        assert!(unheard.keep("c"));
    }

    #[test]
    fn one_that_asks_until_there_is_nothing_is_not_called_meanwhile() {
        let unheard = LineQueue::default();
        assert!(unheard.keep("a"));
        assert_eq!(unheard.more(), Some(vec!["a".to_owned()]));
        assert!(!unheard.keep("b"));
        assert_eq!(unheard.more(), Some(vec!["b".to_owned()]));
        assert_eq!(unheard.more(), None);
        assert!(unheard.keep("c"));
    }
}
