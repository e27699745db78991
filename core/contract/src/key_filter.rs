//! Filters of the keys of earlier positions: they tell of most new keys that they are new, without
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

const PLACES: usize = 2048;

/// A multiset of keys that counts how many share each of 2048 places, so that the keys of a line
/// can be taken off again.
#[derive(Clone, Debug)]
pub struct KeyCounts([u8; PLACES]);

impl KeyCounts {
    /// No keys.
    pub const EMPTY: Self = Self([0; PLACES]);

    #[inline]
    const fn place(key: u64) -> usize {
        (key >> 52) as usize % PLACES
    }

    /// Adds a key.
    #[inline]
    pub const fn insert(&mut self, key: u64) {
        let count = &mut self.0[Self::place(key)];
        *count = count.saturating_add(1);
    }

    /// Takes off a key that was added. A count that is saturated stays so.
    #[inline]
    pub const fn remove(&mut self, key: u64) {
        let count = &mut self.0[Self::place(key)];
        if *count < u8::MAX {
            *count = count.saturating_sub(1);
        }
    }

    /// Returns false if a key is certainly not among them.
    #[inline]
    #[must_use]
    pub const fn may_have(&self, key: u64) -> bool {
        self.0[Self::place(key)] != 0
    }
}

/// A filter of the past: that which a history keeps, or one made for the purpose.
#[derive(Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "it lives on the stack while the moves of one position are listed"
)]
pub enum Seen<'a> {
    /// Kept with a history that only grows.
    Kept(&'a KeyFilter),
    /// Kept with a line that goes back as well.
    Counted(&'a KeyCounts),
    /// Made by a walk through the past.
    Made(KeyFilter),
}

impl Seen<'_> {
    /// Returns false if a key is certainly not in the past.
    #[inline]
    #[must_use]
    pub const fn may_have(&self, key: u64) -> bool {
        match self {
            Self::Kept(filter) => filter.may_have(key),
            Self::Counted(counts) => counts.may_have(key),
            Self::Made(filter) => filter.may_have(key),
        }
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

    #[test]
    fn counted_keys_can_be_taken_off() {
        let mut counts = KeyCounts::EMPTY;
        let key = |n: u64| n << 52;
        counts.insert(key(3));
        counts.insert(key(3));
        counts.remove(key(3));
        assert!(counts.may_have(key(3)) && !counts.may_have(key(4)));
        counts.remove(key(3));
        assert!(!counts.may_have(key(3)));
        // More than it can count stay.
        (0..300).for_each(|_| counts.insert(key(5)));
        (0..300).for_each(|_| counts.remove(key(5)));
        assert!(counts.may_have(key(5)));
    }
}
