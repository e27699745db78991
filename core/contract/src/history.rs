//! The history that a state carries: the repetition keys of earlier positions, the moves made
//! there, and the records that those left for the views.

mod played;
mod stack;

use std::ops::ControlFlow;

pub use played::{History, HistoryEntry};
pub use stack::KeyStack;

use crate::key_filter::{KeyFilter, Seen};

/// The keys of earlier positions, for rules that know repetition. Search has a stack of its
/// own for it.
pub trait PositionHistory {
    /// Returns the number of times that `key` occurs among the last `within` earlier
    /// positions.
    fn occurrences(&self, key: u64, within: usize) -> u32;

    /// Returns the number of known earlier positions.
    fn len(&self) -> usize;

    /// Visits the keys of earlier positions, the newest first, until the visitor breaks:
    /// for rules that recognise a part of a position.
    fn each(&self, visit: &mut dyn FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()>;

    /// Adds the keys of earlier positions to a filter.
    fn add_to(&self, filter: &mut KeyFilter) {
        let _ = self.each(&mut |key| {
            filter.insert(key);
            ControlFlow::Continue(())
        });
    }

    /// Returns true if an earlier key has the same bits as `key` in one of `parts`, which are
    /// masks: for games whose keys have parts that some moves leave alone.
    fn has_alike(&self, key: u64, parts: [u64; 2]) -> bool {
        self.each(&mut |earlier| match alike(earlier ^ key, parts) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
        .is_break()
    }

    /// Returns true if there is no earlier position.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the filter of all keys, if the history keeps one; [`KeyFilter::of`] makes one otherwise.
    fn seen(&self) -> Option<Seen<'_>> {
        None
    }
}

/// Returns true if two keys that differ in some bits have the same in one of two parts.
#[inline]
const fn alike(difference: u64, parts: [u64; 2]) -> bool {
    difference & parts[0] == 0 || difference & parts[1] == 0
}

/// An empty history.
#[derive(Clone, Copy, Debug, Default)]
pub struct EmptyHistory;

impl PositionHistory for EmptyHistory {
    fn occurrences(&self, _: u64, _: usize) -> u32 {
        0
    }

    fn len(&self) -> usize {
        0
    }

    fn each(&self, _: &mut dyn FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// A history with one position appended.
pub struct WithOne<'a> {
    past: &'a dyn PositionHistory,
    key: u64,
}

impl<'a> WithOne<'a> {
    /// Appends a position's key to `past`.
    pub const fn new(past: &'a dyn PositionHistory, key: u64) -> Self {
        Self { past, key }
    }
}

impl PositionHistory for WithOne<'_> {
    fn occurrences(&self, key: u64, within: usize) -> u32 {
        match within {
            0 => 0,
            _ => u32::from(self.key == key) + self.past.occurrences(key, within - 1),
        }
    }

    fn len(&self) -> usize {
        self.past.len() + 1
    }

    fn each(&self, visit: &mut dyn FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        visit(self.key)?;
        self.past.each(visit)
    }
}

impl PositionHistory for [u64] {
    fn occurrences(&self, key: u64, within: usize) -> u32 {
        let from = <[u64]>::len(self).saturating_sub(within);
        self[from..].iter().filter(|k| **k == key).count() as u32
    }

    fn len(&self) -> usize {
        <[u64]>::len(self)
    }

    fn each(&self, visit: &mut dyn FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        self.iter().rev().try_for_each(|key| visit(*key))
    }
}
