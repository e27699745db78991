//! The history that a state carries: the repetition keys of earlier positions and the
//! records that their moves left for the views.
//!
//! States are immutable and share their history. It is kept in chunks, so that a copy is
//! cheap and looking back walks through contiguous memory; a loop drops the chain of
//! chunks, because dropping ten thousand links by recursion would overflow the stack.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use smallvec::SmallVec;

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

    /// Returns true if there is no earlier position.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
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

/// The history of a playout or a search: the keys of the state it started from and a stack
/// of those since.
#[derive(Debug)]
pub struct KeyStack<'a, R> {
    before: &'a History<R>,
    since: Vec<u64>,
    /// Number of keys in each slot. Most positions are new, and a zero here tells so
    /// without a walk. A saturated count stays saturated.
    seen: [u8; PLACES],
}

const PLACES: usize = 2048;

/// Returns the slot in which a key is counted.
const fn place(key: u64) -> usize {
    (key >> 52) as usize % PLACES
}

impl<'a, R> KeyStack<'a, R> {
    /// Starts a line after `before`.
    #[must_use]
    pub fn after(before: &'a History<R>) -> Self {
        let mut seen = [0_u8; PLACES];
        for entry in before.backwards() {
            let count = &mut seen[place(entry.key)];
            *count = count.saturating_add(1);
        }
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

impl<R> PositionHistory for KeyStack<'_, R> {
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
}

/// An earlier position: its key, and the record of the move made there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HistoryEntry<R> {
    /// The repetition key of the position.
    pub key: u64,
    /// The record that the move made there left behind.
    pub record: R,
}

const CHUNK: usize = 16;

#[derive(Debug)]
struct Chunk<R> {
    entries: SmallVec<[HistoryEntry<R>; CHUNK]>,
    earlier: Option<Arc<Chunk<R>>>,
}

impl<R> Drop for Chunk<R> {
    fn drop(&mut self) {
        let mut next = self.earlier.take();
        while let Some(mut chunk) = next.and_then(Arc::into_inner) {
            next = chunk.earlier.take();
        }
    }
}

/// The earlier positions of a state, shared between states.
#[derive(Clone, Debug)]
pub struct History<R> {
    recent: SmallVec<[HistoryEntry<R>; CHUNK]>,
    older: Option<Arc<Chunk<R>>>,
    len: usize,
}

impl<R> Default for History<R> {
    fn default() -> Self {
        Self {
            recent: SmallVec::new(),
            older: None,
            len: 0,
        }
    }
}

impl<R> History<R> {
    /// Returns the number of plies in it.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns true if it is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Iterates from the newest entry to the oldest.
    pub fn backwards(&self) -> impl Iterator<Item = &HistoryEntry<R>> {
        let mut chunk = self.older.as_deref();
        let older = std::iter::from_fn(move || {
            let this = chunk?;
            chunk = this.earlier.as_deref();
            Some(this.entries.iter().rev())
        });
        self.recent.iter().rev().chain(older.flatten())
    }

    /// Iterates from the oldest entry to the newest; collects references first.
    pub fn forwards(&self) -> impl Iterator<Item = &HistoryEntry<R>> {
        let mut all: Vec<_> = self.backwards().collect();
        all.reverse();
        all.into_iter()
    }
}

impl<R: Clone> History<R> {
    /// Appends the position that was left and the record of the move made there.
    pub fn push(&mut self, key: u64, record: R) {
        if self.recent.len() == CHUNK {
            let entries = std::mem::take(&mut self.recent);
            self.older = Some(Arc::new(Chunk {
                entries,
                earlier: self.older.take(),
            }));
        }
        self.recent.push(HistoryEntry { key, record });
        self.len += 1;
    }
}

impl<R> PositionHistory for History<R> {
    fn occurrences(&self, key: u64, within: usize) -> u32 {
        self.backwards()
            .take(within)
            .filter(|e| e.key == key)
            .count() as u32
    }

    fn len(&self) -> usize {
        self.len
    }

    fn each(&self, visit: &mut dyn FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        self.backwards().try_for_each(|entry| visit(entry.key))
    }
}

impl<R: PartialEq> PartialEq for History<R> {
    fn eq(&self, other: &Self) -> bool {
        if self.len != other.len || self.recent != other.recent {
            return false;
        }
        let (mut a, mut b) = (&self.older, &other.older);
        // Chunks are filled in step, so equal histories are cut at the same places.
        while let (Some(x), Some(y)) = (a, b) {
            if Arc::ptr_eq(x, y) {
                return true;
            }
            if x.entries != y.entries {
                return false;
            }
            (a, b) = (&x.earlier, &y.earlier);
        }
        a.is_none() && b.is_none()
    }
}

impl<R: Eq> Eq for History<R> {}

impl<R: Hash> Hash for History<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len.hash(state);
        self.recent.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn long(n: u64) -> History<()> {
        let mut history = History::default();
        for key in 0..n {
            history.push(key, ());
        }
        history
    }

    #[test]
    fn counts_within_a_window() {
        let mut history = long(40);
        history.push(7, ());
        assert_eq!(history.occurrences(7, usize::MAX), 2);
        assert_eq!(history.occurrences(7, 33), 1);
        assert_eq!(history.occurrences(7, 34), 2);
        assert_eq!(history.occurrences(99, 100), 0);
        let mut line = KeyStack::after(&history);
        line.push(7);
        assert_eq!(line.occurrences(7, usize::MAX), 3);
        assert_eq!(line.occurrences(7, 2), 2);
        assert_eq!(PositionHistory::len(&line), 42);
        line.pop();
        assert_eq!(line.occurrences(7, usize::MAX), 2);
    }

    #[test]
    fn equality_is_by_content_and_order() {
        let (a, b) = (long(50), long(50));
        assert_eq!(a, b);
        assert_ne!(a, long(51));
        let mut c = long(49);
        c.push(0, ());
        assert_ne!(a, c);
        assert_eq!(
            a.forwards().map(|e| e.key).collect::<Vec<_>>(),
            (0..50).collect::<Vec<_>>()
        );
    }

    #[test]
    fn a_long_past_is_dropped_without_recursion() {
        // On a stack of 64 kB a recursive drop of 60 000 chunks would overflow.
        std::thread::Builder::new()
            .stack_size(64 << 10)
            .spawn(|| drop(long(1_000_000)))
            .unwrap()
            .join()
            .unwrap();
    }
}
