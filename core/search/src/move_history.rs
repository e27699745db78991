//! Move history: statistics of the moves that refuted others.
//!
//! Values drift towards what they are told by a share of the distance left, so
//! they never leave their range.

use super::feature::{Feature, Features};
use super::hooks::Searched;

/// No value is greater than this, nor less than its negative.
pub(super) const GREATEST: i32 = 16384;

/// Indices of a move in the statistics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HistoryIndex {
    /// Its slot.
    pub(super) slot: usize,
    /// Its pair slot.
    pub(super) pair: usize,
}

/// The statistics of one thread.
pub(super) struct Statistics {
    /// For either side, how often a quiet move was good.
    quiet: [Vec<i16>; 2],
    /// For either side, how often a tactical move was good.
    tactical: [Vec<i16>; 2],
    /// History score of a move after the previous move, and after the one before that: by the earlier
    /// one, nothing where none has been told, so that a short search need not clear all of it.
    after: Vec<Box<[i16]>>,
    pairs: usize,
    without: Features,
}

impl Statistics {
    pub(super) fn new<G: Searched>(without: Features) -> Self {
        Self {
            quiet: std::array::from_fn(|_| vec![0; G::SLOTS]),
            tactical: std::array::from_fn(|_| vec![0; G::SLOTS]),
            after: vec![Box::default(); G::PAIRS],
            pairs: G::PAIRS,
            without,
        }
    }

    /// Returns the history score of a quiet move: its own plus that after each of the previous
    /// moves.
    #[inline]
    pub(super) fn quiet(&self, side: bool, place: HistoryIndex, before: [Option<usize>; 2]) -> i32 {
        let mut sum = i32::from(self.quiet[usize::from(side)][place.slot]);
        if self.pairs > 0 {
            for earlier in before.into_iter().flatten() {
                sum += i32::from(*self.after[earlier].get(place.pair).unwrap_or(&0));
            }
        }
        sum
    }

    /// Returns the history score of a tactical move.
    #[inline]
    pub(super) fn tactical(&self, side: bool, place: HistoryIndex) -> i32 {
        i32::from(self.tactical[usize::from(side)][place.slot])
    }

    pub(super) fn update_quiet(
        &mut self,
        side: bool,
        place: HistoryIndex,
        before: [Option<usize>; 2],
        bonus: i32,
    ) {
        if !self.without.has(Feature::QuietHistory) {
            apply_gravity(&mut self.quiet[usize::from(side)][place.slot], bonus);
        }
        if self.pairs > 0 && !self.without.has(Feature::PairHistory) {
            for earlier in before.into_iter().flatten() {
                let row = &mut self.after[earlier];
                if row.is_empty() {
                    *row = vec![0; self.pairs].into();
                }
                apply_gravity(&mut row[place.pair], bonus);
            }
        }
    }

    pub(super) fn learn_tactical(&mut self, side: bool, place: HistoryIndex, bonus: i32) {
        if !self.without.has(Feature::TacticalHistory) {
            apply_gravity(&mut self.tactical[usize::from(side)][place.slot], bonus);
        }
    }
}

/// Returns the history bonus for a cut-off at a depth, 0 to 1900.
pub(super) fn bonus(depth: i32) -> i32 {
    (170 * depth - 60).clamp(0, 1900)
}

fn apply_gravity(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / GREATEST) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_in_range() {
        let mut value = 0;
        for _ in 0..10_000 {
            apply_gravity(&mut value, 1900);
        }
        assert!(i32::from(value) <= GREATEST && i32::from(value) > GREATEST - 1900);
        for _ in 0..10_000 {
            apply_gravity(&mut value, -1900);
        }
        assert!(i32::from(value) >= -GREATEST);
        assert!(bonus(1) > 0 && bonus(100) == 1900);
    }
}
