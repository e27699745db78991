//! The keys of the positions of one of several games.

use std::ops::ControlFlow;

use contract::history::PositionHistory;
use contract::key_filter::{KeyFilter, Seen};

/// The keys of a game's positions. Unlike a stack it cannot go back, and takes a tenth of the
/// memory beside the keys: of many games each has its own, and all of them are used in turn.
pub(super) struct Line {
    keys: Vec<u64>,
    seen: KeyFilter,
}

impl Line {
    pub(super) const fn new() -> Self {
        Self {
            keys: Vec::new(),
            seen: KeyFilter::EMPTY,
        }
    }

    /// Appends the key of a position.
    pub(super) fn push(&mut self, key: u64) {
        self.seen.insert(key);
        self.keys.push(key);
    }
}

impl PositionHistory for Line {
    fn occurrences(&self, key: u64, within: usize) -> u32 {
        match self.seen.may_have(key) {
            false => 0,
            true => self.keys.as_slice().occurrences(key, within),
        }
    }

    fn len(&self) -> usize {
        self.keys.len()
    }

    fn each(&self, visit: &mut dyn FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        self.keys.as_slice().each(visit)
    }

    fn seen(&self) -> Option<Seen<'_>> {
        Some(Seen::Kept(&self.seen))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_knows_what_a_slice_of_its_keys_knows() {
        let mut line = Line::new();
        assert!(line.is_empty() && line.occurrences(0, usize::MAX) == 0);
        let mut keys = Vec::new();
        for n in 0..300_u64 {
            // Few different keys, and some that share a place.
            let key = ((n % 40) << 54) | (n % 3);
            line.push(key);
            keys.push(key);
            for asked in [key, key + 1, key ^ (1 << 63), 7] {
                for within in [0, 1, 4, 100, usize::MAX] {
                    let expected = keys.as_slice().occurrences(asked, within);
                    assert_eq!(line.occurrences(asked, within), expected);
                }
            }
        }
        assert_eq!(line.len(), 300);
        let mut found = Vec::new();
        let _ = line.each(&mut |key| {
            found.push(key);
            ControlFlow::Continue(())
        });
        found.reverse();
        assert_eq!(found, keys);
    }
}
