//! Move history: statistics of the moves that refuted others.
//!
//! Values drift towards what they are told by a share of the distance left, so
//! they never leave their range.

use super::feature::{Feature, Features};
use super::hooks::{HistoryIndex, Searched};

/// No value is greater than this, nor less than its negative.
pub(super) const GREATEST: i32 = 16384;

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

    /// The history scores of quiet moves of a side after the two previous moves.
    #[inline]
    pub(super) fn quiet(&self, side: bool, before: [Option<u32>; 2]) -> QuietScores<'_> {
        QuietScores {
            quiet: &self.quiet[usize::from(side)],
            after: before.map(|earlier| match earlier {
                Some(earlier) if self.pairs > 0 => &self.after[earlier as usize],
                _ => [].as_slice(),
            }),
        }
    }

    /// Returns the history score of a tactical move.
    #[inline]
    pub(super) fn tactical(&self, side: bool, place: HistoryIndex) -> i32 {
        i32::from(self.tactical[usize::from(side)][place.slot as usize])
    }

    pub(super) fn update_quiet(
        &mut self,
        side: bool,
        place: HistoryIndex,
        before: [Option<u32>; 2],
        bonus: i32,
    ) {
        if !self.without.has(Feature::QuietHistory) {
            apply_gravity(
                &mut self.quiet[usize::from(side)][place.slot as usize],
                bonus,
            );
        }
        if self.pairs > 0 && !self.without.has(Feature::PairHistory) {
            for earlier in before.into_iter().flatten() {
                let row = &mut self.after[earlier as usize];
                if row.is_empty() {
                    *row = vec![0; self.pairs].into();
                }
                apply_gravity(&mut row[place.pair as usize], bonus);
            }
        }
    }

    pub(super) fn learn_tactical(&mut self, side: bool, place: HistoryIndex, bonus: i32) {
        if !self.without.has(Feature::TacticalHistory) {
            apply_gravity(
                &mut self.tactical[usize::from(side)][place.slot as usize],
                bonus,
            );
        }
    }
}

/// History scores of the quiet moves of one position.
#[derive(Clone, Copy)]
pub(super) struct QuietScores<'a> {
    quiet: &'a [i16],
    /// By the move before, and by the one before that; empty where nothing is known.
    after: [&'a [i16]; 2],
}

impl QuietScores<'_> {
    /// Returns the history score of a move: its own plus that after each of the previous moves.
    #[inline]
    pub(super) fn of(&self, place: HistoryIndex) -> i32 {
        let [one, two] = self
            .after
            .map(|row| i32::from(row.get(place.pair as usize).copied().unwrap_or(0)));
        i32::from(self.quiet[place.slot as usize]) + one + two
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
