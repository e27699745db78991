//! The keys of a line that a search or a playout follows.

use std::ops::ControlFlow;

use super::PositionHistory;

/// The history of a playout or a search: the keys of the state it started from and a stack
/// of those since.
pub struct KeyStack<'a> {
    before: &'a (dyn PositionHistory + Sync),
    since: Vec<u64>,
    /// Number of keys in each slot. Most positions are new, and a zero here tells so
    /// without a walk. A saturated count stays saturated.
    seen: [u8; PLACES],
}

impl std::fmt::Debug for KeyStack<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KeyStack")
            .field("before", &self.before.len())
            .field("since", &self.since)
            .finish_non_exhaustive()
    }
}

const PLACES: usize = 2048;

/// Returns the slot in which a key is counted.
const fn place(key: u64) -> usize {
    (key >> 52) as usize % PLACES
}

impl<'a> KeyStack<'a> {
    /// Starts a line after `before`.
    #[must_use]
    pub fn after(before: &'a (dyn PositionHistory + Sync)) -> Self {
        let mut seen = [0_u8; PLACES];
        let _ = before.each(&mut |key| {
            let count = &mut seen[place(key)];
            *count = count.saturating_add(1);
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
        let count = &mut self.seen[place(key)];
        *count = count.saturating_add(1);
        self.since.push(key);
    }

    /// Removes the newest key.
    pub fn pop(&mut self) {
        if let Some(key) = self.since.pop() {
            let count = &mut self.seen[place(key)];
            if *count < u8::MAX {
                *count = count.saturating_sub(1);
            }
        }
    }
}

impl PositionHistory for KeyStack<'_> {
    fn occurrences(&self, key: u64, within: usize) -> u32 {
        if self.seen[place(key)] == 0 {
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

    fn has_filter(&self) -> bool {
        true
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
