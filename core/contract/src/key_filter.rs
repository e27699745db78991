//! A filter of the keys of earlier positions: it tells of most new keys that they are new, without
//! a walk through the past.

use crate::history::PositionHistory;

/// A set of keys that remembers a bit of 4096 for each.
#[derive(Clone, Debug)]
pub struct KeyFilter([u64; 64]);

impl KeyFilter {
    /// No keys.
    pub const EMPTY: Self = Self([0; 64]);

    /// The keys of earlier positions.
    #[must_use]
    pub fn of(past: &dyn PositionHistory) -> Self {
        let mut filter = Self::EMPTY;
        past.add_to(&mut filter);
        filter
    }

    /// Returns the word of a key and its bit there.
    #[inline]
    const fn place(key: u64) -> (usize, u64) {
        ((key >> 58) as usize, 1 << (key >> 52 & 63))
    }

    /// Adds a key.
    #[inline]
    pub const fn insert(&mut self, key: u64) {
        let (word, bit) = Self::place(key);
        self.0[word] |= bit;
    }

    /// Returns false if a key was certainly not added.
    #[inline]
    #[must_use]
    pub const fn may_have(&self, key: u64) -> bool {
        let (word, bit) = Self::place(key);
        self.0[word] & bit != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::History;

    #[test]
    fn a_filter_has_all_that_was_added_and_little_else() {
        let key = |n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut history = History::<(), ()>::default();
        (0..200).for_each(|n| history.push(key(n), None, ()));
        let filter = KeyFilter::of(&history);
        assert!((0..200).all(|n| filter.may_have(key(n))));
        let wrong = (200..4200).filter(|n| filter.may_have(key(*n))).count();
        assert!(wrong < 400, "{wrong} of 4000");
        assert!((0..200).all(|n| !KeyFilter::EMPTY.may_have(key(n))));
    }
}
