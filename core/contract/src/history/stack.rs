//! The keys of a line that a search or a playout follows.

use std::ops::ControlFlow;

use super::PositionHistory;
use crate::key_filter::{KeyCounts, Seen};

/// The history of a playout or a search: the keys of the state it started from and a stack
/// of those since.
pub struct KeyStack<'a> {
    before: &'a (dyn PositionHistory + Sync),
    since: Vec<u64>,
    seen: KeyCounts,
}

impl std::fmt::Debug for KeyStack<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KeyStack")
            .field("before", &self.before.len())
            .field("since", &self.since)
            .finish_non_exhaustive()
    }
}

impl<'a> KeyStack<'a> {
    /// Starts a line after `before`.
    #[must_use]
    pub fn after(before: &'a (dyn PositionHistory + Sync)) -> Self {
        let mut seen = KeyCounts::EMPTY;
        let _ = before.each(&mut |key| {
            seen.insert(key);
            ControlFlow::Continue(())
        });
        Self {
            before,
            since: Vec::new(),
            seen,
        }
    }

    /// Appends the key of a position.
    pub fn push(&mut self, key: u64) {
        self.seen.insert(key);
        self.since.push(key);
    }

    /// Removes the newest key.
    pub fn pop(&mut self) {
        if let Some(key) = self.since.pop() {
            self.seen.remove(key);
        }
    }
}

impl PositionHistory for KeyStack<'_> {
    fn occurrences(&self, key: u64, within: usize) -> u32 {
        if !self.seen.may_have(key) {
            return 0;
        }
        let recent = self.since.as_slice().occurrences(key, within);
        match within.saturating_sub(self.since.len()) {
            0 => recent,
            older => recent + self.before.occurrences(key, older),
        }
    }

    fn len(&self) -> usize {
        self.before.len() + self.since.len()
    }

    fn each(&self, visit: &mut dyn FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        self.since.as_slice().each(visit)?;
        self.before.each(visit)
    }

    fn seen(&self) -> Option<Seen<'_>> {
        Some(Seen::Counted(&self.seen))
    }
}

#[cfg(test)]
mod tests {
    use super::super::History;
    use super::*;

    #[test]
    fn a_line_counts_what_was_before_it() {
        let mut before = History::<u16, ()>::default();
        for key in (0..40).chain([7]) {
            before.push(key, None, ());
        }
        let mut line = KeyStack::after(&before);
        line.push(7);
        assert_eq!(line.occurrences(7, usize::MAX), 3);
        assert_eq!(line.occurrences(7, 2), 2);
        assert_eq!(line.len(), 42);
        line.pop();
        assert_eq!(line.occurrences(7, usize::MAX), 2);
    }
}
