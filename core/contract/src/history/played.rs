//! The past of a game, shared between its states.
//!
//! States are immutable and share their history. It is kept in chunks, so that a copy is
//! cheap and looking back walks through contiguous memory; a loop drops the chain of
//! chunks, because dropping ten thousand links by recursion would overflow the stack.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use super::{PositionHistory, alike};
use crate::key_filter::KeyFilter;

/// An earlier position of a [`History`].
#[derive(Debug)]
pub struct HistoryEntry<'a, A, R> {
    /// The repetition key of the position.
    pub key: u64,
    /// The move made there; none for a position that was given without one.
    pub action: Option<&'a A>,
    /// The record that the move left behind.
    pub record: &'a R,
}

/// Number of plies in a chunk: few, because every state has a chunk of its own.
const CHUNK: usize = 4;

/// The plies of a chunk, each part in an array of its own so that none is padded.
#[derive(Clone, Debug)]
struct Plies<A, R> {
    keys: [u64; CHUNK],
    actions: [Option<A>; CHUNK],
    records: [R; CHUNK],
}

impl<A, R: Default> Default for Plies<A, R> {
    fn default() -> Self {
        Self {
            keys: [0; CHUNK],
            actions: [const { None }; CHUNK],
            records: std::array::from_fn(|_| R::default()),
        }
    }
}

impl<A, R> Plies<A, R> {
    /// Iterates over the first `count` plies from the newest to the oldest.
    fn backwards(&self, count: usize) -> impl Iterator<Item = HistoryEntry<'_, A, R>> {
        (0..count).rev().map(|i| HistoryEntry {
            key: self.keys[i],
            action: self.actions[i].as_ref(),
            record: &self.records[i],
        })
    }
}

/// A full chunk.
#[derive(Debug)]
struct Chunk<A, R> {
    plies: Plies<A, R>,
    earlier: Option<Arc<Self>>,
}

impl<A, R> Drop for Chunk<A, R> {
    fn drop(&mut self) {
        let mut next = self.earlier.take();
        while let Some(mut chunk) = next.and_then(Arc::into_inner) {
            next = chunk.earlier.take();
        }
    }
}

/// The earlier positions of a state, with the moves made there, shared between states.
///
/// Histories are equal if their keys and records are: the moves are told apart by nothing
/// that the rules or a view can see.
#[derive(Clone, Debug)]
pub struct History<A, R> {
    /// The newest plies: one to [`CHUNK`] of them, unless the history is empty.
    recent: Plies<A, R>,
    older: Option<Arc<Chunk<A, R>>>,
    len: usize,
}

impl<A, R: Default> Default for History<A, R> {
    fn default() -> Self {
        Self {
            recent: Plies::default(),
            older: None,
            len: 0,
        }
    }
}

/// Returns the number of plies in the newest chunk of a history.
const fn in_newest(len: usize) -> usize {
    match len {
        0 => 0,
        len => (len - 1) % CHUNK + 1,
    }
}

impl<A, R> History<A, R> {
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

    /// The chunks from the newest to the oldest, each with the number of its plies.
    fn chunks(&self) -> impl Iterator<Item = (&Plies<A, R>, usize)> {
        let mut next = self.older.as_deref();
        let older = std::iter::from_fn(move || {
            let chunk = next?;
            next = chunk.earlier.as_deref();
            Some((&chunk.plies, CHUNK))
        });
        std::iter::once((&self.recent, in_newest(self.len))).chain(older)
    }

    /// Returns the newest entry.
    #[must_use]
    pub fn last(&self) -> Option<HistoryEntry<'_, A, R>> {
        self.recent.backwards(in_newest(self.len)).next()
    }

    /// Iterates from the newest entry to the oldest.
    pub fn backwards(&self) -> impl Iterator<Item = HistoryEntry<'_, A, R>> {
        self.chunks()
            .flat_map(|(plies, count)| plies.backwards(count))
    }

    /// Iterates from the oldest entry to the newest; collects the entries first.
    pub fn forwards(&self) -> impl Iterator<Item = HistoryEntry<'_, A, R>> {
        let mut all = Vec::with_capacity(self.len);
        all.extend(self.backwards());
        all.reverse();
        all.into_iter()
    }
}

impl<A: Clone, R: Clone + Default> History<A, R> {
    /// Appends the position that was left, the move made there, if it is known, and the
    /// record of it.
    pub fn push(&mut self, key: u64, action: Option<A>, record: R) {
        let filled = in_newest(self.len);
        let at = filled % CHUNK;
        if filled == CHUNK {
            let plies = std::mem::take(&mut self.recent);
            self.older = Some(Arc::new(Chunk {
                plies,
                earlier: self.older.take(),
            }));
        }
        self.recent.keys[at] = key;
        self.recent.actions[at] = action;
        self.recent.records[at] = record;
        self.len += 1;
    }

    /// Returns its first `len` plies, which share the chunks; itself if it has no more.
    #[must_use]
    pub fn first(&self, len: usize) -> Self {
        if len >= self.len {
            return self.clone();
        }
        let mut newest = (&self.recent, self.older.as_ref());
        for _ in len.div_ceil(CHUNK)..self.len.div_ceil(CHUNK) {
            // There are as many chunks as the length says.
            let Some(chunk) = newest.1 else { break };
            newest = (&chunk.plies, chunk.earlier.as_ref());
        }
        if len == 0 {
            return Self::default();
        }
        let mut first = Self {
            recent: newest.0.clone(),
            older: newest.1.cloned(),
            len,
        };
        for at in in_newest(len)..CHUNK {
            first.recent.actions[at] = None;
            first.recent.records[at] = R::default();
        }
        first
    }

    /// Returns the same keys and records without the moves.
    #[must_use]
    pub fn without_moves<B: Clone>(&self) -> History<B, R> {
        let mut bare = History::default();
        for entry in self.forwards() {
            bare.push(entry.key, None, entry.record.clone());
        }
        bare
    }
}

impl<A, R> PositionHistory for History<A, R> {
    fn occurrences(&self, key: u64, within: usize) -> u32 {
        let count = |keys: &[u64]| keys.iter().filter(|k| **k == key).count() as u32;
        let newest = in_newest(self.len);
        let seen = newest.min(within);
        let mut found = count(&self.recent.keys[newest - seen..newest]);
        let mut left = within - seen;
        let mut next = self.older.as_deref();
        while let Some(chunk) = next {
            if left < CHUNK {
                return found + count(&chunk.plies.keys[CHUNK - left..]);
            }
            found += count(&chunk.plies.keys);
            left -= CHUNK;
            next = chunk.earlier.as_deref();
        }
        found
    }

    fn len(&self) -> usize {
        self.len
    }

    fn each(&self, visit: &mut dyn FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        for (plies, count) in self.chunks() {
            plies.keys[..count]
                .iter()
                .rev()
                .try_for_each(|k| visit(*k))?;
        }
        ControlFlow::Continue(())
    }

    fn has_alike(&self, key: u64, parts: [u64; 2]) -> bool {
        self.chunks().any(|(plies, count)| {
            let keys = plies.keys[..count].iter();
            // All of a chunk are asked, for it hardly ever is so.
            keys.fold(false, |any, k| any | alike(k ^ key, parts))
        })
    }

    fn add_to(&self, filter: &mut KeyFilter) {
        for (plies, count) in self.chunks() {
            plies.keys[..count]
                .iter()
                .for_each(|key| filter.insert(*key));
        }
    }
}

impl<A, R: PartialEq> PartialEq for History<A, R> {
    fn eq(&self, other: &Self) -> bool {
        let same = |a: &Plies<A, R>, b: &Plies<A, R>, count: usize| {
            a.keys[..count] == b.keys[..count] && a.records[..count] == b.records[..count]
        };
        if self.len != other.len || !same(&self.recent, &other.recent, in_newest(self.len)) {
            return false;
        }
        let (mut a, mut b) = (&self.older, &other.older);
        // Chunks are filled in step, so equal histories are cut at the same places.
        while let (Some(x), Some(y)) = (a, b) {
            if Arc::ptr_eq(x, y) {
                return true;
            }
            if !same(&x.plies, &y.plies, CHUNK) {
                return false;
            }
            (a, b) = (&x.earlier, &y.earlier);
        }
        a.is_none() && b.is_none()
    }
}

impl<A, R: Eq> Eq for History<A, R> {}

impl<A, R: Hash> Hash for History<A, R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let count = in_newest(self.len);
        self.len.hash(state);
        self.recent.keys[..count].hash(state);
        self.recent.records[..count].hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn long(n: u64) -> History<u16, ()> {
        let mut history = History::default();
        for key in 0..n {
            history.push(key, Some(key as u16), ());
        }
        history
    }

    #[test]
    fn counts_within_a_window() {
        let mut history = long(40);
        history.push(7, None, ());
        assert_eq!(history.occurrences(7, usize::MAX), 2);
        assert_eq!(history.occurrences(7, 33), 1);
        assert_eq!(history.occurrences(7, 34), 2);
        assert_eq!(history.occurrences(99, 100), 0);
    }

    #[test]
    fn likeness_in_a_part_is_found_in_all_chunks_as_in_a_slice() {
        let keys: Vec<u64> = (0..23).map(|n| (n << 32) | (1000 + n)).collect();
        let mut history = History::<u16, ()>::default();
        let parts = [0xffff, 0xffff << 32];
        assert!(!history.has_alike(0, parts));
        keys.iter().for_each(|key| history.push(*key, None, ()));
        for n in 0..30 {
            for key in [n << 32, 1000 + n, (n << 32) | 5, (77 << 32) | (1000 + n)] {
                let expected = keys.iter().any(|k| k >> 32 == key >> 32)
                    || keys.iter().any(|k| k & 0xffff == key & 0xffff);
                assert_eq!(history.has_alike(key, parts), expected, "{key:x}");
                assert_eq!(keys.as_slice().has_alike(key, parts), expected, "{key:x}");
            }
        }
    }

    #[test]
    fn equality_is_by_content_and_order() {
        let (a, b) = (long(50), long(50));
        assert_eq!(a, b);
        assert_ne!(a, long(51));
        let mut c = long(49);
        c.push(0, None, ());
        assert_ne!(a, c);
        assert_eq!(
            a.forwards().map(|e| e.key).collect::<Vec<_>>(),
            (0..50).collect::<Vec<_>>()
        );
    }

    #[test]
    fn moves_tell_no_histories_apart() {
        let mut known = long(9);
        let mut bare = known.without_moves::<u16>();
        assert_eq!(known, bare);
        assert!(bare.backwards().all(|entry| entry.action.is_none()));
        known.push(9, Some(1), ());
        bare.push(9, Some(2), ());
        assert_eq!(known, bare);
    }

    #[test]
    fn the_first_plies_are_those_that_it_had_then() {
        let all = long(3 * CHUNK as u64 + 2);
        for len in 0..=all.len() {
            let first = all.first(len);
            assert_eq!((first.len(), &first), (len, &long(len as u64)));
            let moves = first.forwards().filter_map(|entry| entry.action.copied());
            assert_eq!(
                moves.collect::<Vec<_>>(),
                (0..len as u16).collect::<Vec<_>>()
            );
            let mut further = first.clone();
            further.push(77, Some(7), ());
            let newest = further.backwards().next().unwrap();
            assert_eq!((newest.key, newest.action), (77, Some(&7)));
        }
        assert_eq!(all.first(usize::MAX), all);
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
