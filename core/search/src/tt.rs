//! The transposition table: what is known of positions that were searched.
//!
//! It is shared by threads without a lock. An entry is two words of which the
//! first is the key mixed with the second, so that a pair torn between two
//! threads does not match and is not believed (Hyatt and Mann, "A lock-less
//! transposition table implementation for parallel search", 2002). A wrong entry
//! can at worst cost strength: moves read from it are checked before they are made.
//!
//! It takes memory as it is used, while threads go on with it. Its buckets lie in segments,
//! each as large as all before it. When as many positions were visited as call for more, the
//! next segment is added, and the entries are moved to where they belong now: their keys
//! follow from their two words. This depends on nothing but what was searched, so that
//! every machine finds the same.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};

use super::{MATE_BOUND, MAX_PLY};
use contract::error::Result;
use contract::memory::{self, Claim};
use prefetch_index::prefetch_index;

/// Kind of bound that a stored score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is at most this.
    Upper,
    /// It is at least this.
    Lower,
    /// It is this.
    Exact,
}

/// Transposition table entry of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TableEntry {
    /// The best move by its code; 0 for none.
    pub(crate) code: u16,
    /// The score, mates counted from this position.
    pub(crate) score: i32,
    /// The static evaluation.
    pub(crate) eval: i32,
    /// Depth of the search, in plies.
    pub(crate) depth: i32,
    /// Kind of bound that the score is.
    pub(crate) bound: Bound,
}

const SLOTS: usize = 4;
/// Bytes of a bucket: one line of the cache.
const BUCKET: usize = 64;
const GENERATIONS: u8 = 32;
/// Depths may be a little below zero, in quiescence.
const DEPTH_OFFSET: i32 = 8;

#[repr(align(64))]
struct Bucket([(AtomicU64, AtomicU64); SLOTS]);

impl Bucket {
    const fn empty() -> Self {
        Self([const { (AtomicU64::new(0), AtomicU64::new(0)) }; SLOTS])
    }
}

/// Buckets of the first segment, and of a table at its birth.
const FIRST: usize = 512;
/// Segments of the largest table, 64 GB.
const SEGMENTS: usize = 22;
/// Up to so many buckets, 8 MB, a table grows while it is used; that takes two
/// milliseconds at most.
const GRADUAL: usize = 1 << 17;
/// So many positions visited call for a bucket: then hardly any bucket overflows, and
/// a table that grows finds what a whole one finds.
const SPARSE: u64 = 2;

/// The table.
pub(crate) struct TranspositionTable {
    segments: [OnceLock<Box<[Bucket]>>; SEGMENTS],
    /// Number of buckets in use; all of them are allocated.
    used: AtomicUsize,
    /// Largest number of buckets.
    most: usize,
    /// Positions visited with it.
    visited: AtomicU64,
    generation: AtomicU8,
    claim: Claim,
}

/// The segment of a bucket, and its place there.
#[inline(always)]
const fn place(index: usize) -> (usize, usize) {
    let segment = usize::BITS - (index / FIRST).leading_zeros();
    let size = FIRST << segment.saturating_sub(1);
    (segment as usize, index & (size - 1))
}

impl std::fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table({} buckets)", self.buckets())
    }
}

impl TranspositionTable {
    /// A table that may come to take about so many bytes, and takes little as yet.
    ///
    /// # Errors
    ///
    /// `invalid_option` where not even that is to be had.
    pub(crate) fn new(bytes: usize) -> Result<Self> {
        let table = Self {
            segments: [const { OnceLock::new() }; SEGMENTS],
            used: AtomicUsize::new(0),
            most: (bytes / BUCKET).clamp(1, FIRST << (SEGMENTS - 1)),
            visited: AtomicU64::new(0),
            generation: AtomicU8::new(0),
            claim: Claim::default(),
        };
        let first = table.most.min(FIRST);
        table.claim.set(first * BUCKET)?;
        if !table.extend(first) {
            return Err(memory::refused(first * BUCKET));
        }
        Ok(table)
    }

    /// Claims what it may come to take in a search of so many positions, and takes at
    /// once what it could not take in between.
    ///
    /// # Errors
    ///
    /// `invalid_option` where that is not to be had.
    pub(crate) fn prepare(&self, nodes: u64) -> Result<()> {
        let visited = self.visited.load(Ordering::Relaxed);
        let called_for = visited.saturating_add(nodes).saturating_mul(SPARSE);
        let called_for = usize::try_from(called_for).unwrap_or(usize::MAX);
        let all = self.most.min(called_for.max(self.buckets()));
        if all <= GRADUAL {
            // A step of growth may go beyond what is called for.
            return self.claim.set(self.most.min(all * 4).min(GRADUAL) * BUCKET);
        }
        let before = self.bytes();
        self.claim.set(self.most * BUCKET)?;
        if self.extend(self.most) {
            return Ok(());
        }
        self.claim.set(before.max(self.bytes()))?;
        Err(memory::refused(self.most * BUCKET))
    }

    /// Gives back what it claimed and did not take.
    pub(crate) fn rest(&self) {
        // Less than before is never refused.
        let _ = self.claim.set(self.bytes());
    }

    /// Returns the memory allocated for buckets, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let taken = self.segments.iter().filter_map(OnceLock::get);
        taken.map(|segment| segment.len() * BUCKET).sum()
    }

    /// Takes note of positions visited.
    pub(crate) fn visited(&self, nodes: u64) {
        self.visited.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Grows if so many positions were visited that they call for it. To be called by one
    /// thread, which others need not wait for.
    pub(crate) fn grow(&self) {
        let used = self.buckets();
        let called_for = self.visited.load(Ordering::Relaxed).saturating_mul(SPARSE);
        if called_for > used as u64 && used < self.most.min(GRADUAL) {
            // Where the machine has no more, it goes on with what it has.
            self.extend(self.most.min(GRADUAL).min(used * 4));
        }
    }

    fn buckets(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    /// Takes more buckets into use, up to a number; whether that could be had.
    fn extend(&self, to: usize) -> bool {
        let (last, _) = place(to - 1);
        for (number, segment) in self.segments.iter().enumerate().take(last + 1) {
            if segment.get().is_some() {
                continue;
            }
            let start = if number == 0 {
                0
            } else {
                FIRST << (number - 1)
            };
            let size = self.most.min(FIRST << number) - start;
            let Some(mut buckets) = memory::room(size) else {
                return false;
            };
            buckets.extend(std::iter::repeat_with(Bucket::empty).take(size));
            let _ = segment.set(buckets.into_boxed_slice());
        }
        let before = self.used.swap(to, Ordering::Relaxed);
        // From the top: an entry moves up, into buckets that were seen to, or stays.
        for index in (0..before).rev() {
            for (check, data) in &self.at(index).0 {
                let old = data.load(Ordering::Relaxed);
                let key = check.load(Ordering::Relaxed) ^ old;
                if old == 0 || self.index(key) == index {
                    continue;
                }
                data.store(0, Ordering::Relaxed);
                self.put(key, old);
            }
        }
        true
    }

    /// Puts an entry that has moved into its bucket, instead of the one that is worth least.
    fn put(&self, key: u64, entry: u64) {
        let value = |data: u64| if data == 0 { i32::MIN } else { depth_of(data) };
        let bucket = &self.bucket(key).0;
        let least = bucket
            .iter()
            .min_by_key(|(_, data)| value(data.load(Ordering::Relaxed)));
        if let Some((check, data)) = least {
            check.store(key ^ entry, Ordering::Relaxed);
            data.store(entry, Ordering::Relaxed);
        }
    }

    /// From now on what was stored earlier is worth less.
    pub(crate) fn new_generation(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    #[inline(always)]
    fn index(&self, key: u64) -> usize {
        // The high bits choose, by multiplication: the size need not be a power of two.
        ((u128::from(key) * self.buckets() as u128) >> 64) as usize
    }

    #[inline(always)]
    fn at(&self, index: usize) -> &Bucket {
        static NONE: Bucket = Bucket::empty();
        let (segment, place) = place(index);
        // What is in use is there.
        self.segments[segment]
            .get()
            .map_or(&NONE, |buckets| &buckets[place])
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        self.at(self.index(key))
    }

    /// Begins to bring the bucket of a position near, for it is to be probed soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        let (segment, place) = place(self.index(key));
        if let Some(buckets) = self.segments[segment].get() {
            prefetch_index(buckets, place);
        }
    }

    /// Returns the entry of a position, with mate scores adjusted to its distance from the root.
    #[inline]
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<TableEntry> {
        for (check, data) in &self.bucket(key).0 {
            let data = data.load(Ordering::Relaxed);
            if data != 0 && check.load(Ordering::Relaxed) ^ data == key {
                return Some(unpack(data, ply));
            }
        }
        None
    }

    /// Stores what was found; a move that is already known is kept if there is
    /// no new one.
    #[inline]
    pub(crate) fn store(&self, key: u64, entry: TableEntry, ply: usize) {
        let generation = self.generation.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        let (mut worst, mut worst_worth) = (0, i32::MAX);
        let mut code = entry.code;
        for (i, (check, data)) in bucket.0.iter().enumerate() {
            let old = data.load(Ordering::Relaxed);
            if old != 0 && check.load(Ordering::Relaxed) ^ old == key {
                if code == 0 {
                    code = old as u16;
                }
                let shallower = entry.depth + 3 < depth_of(old);
                if shallower && entry.bound != Bound::Exact && age_of(old) == generation {
                    return;
                }
                worst = i;
                break;
            }
            let aged = (generation + GENERATIONS - age_of(old)) % GENERATIONS;
            let value = if old == 0 {
                i32::MIN
            } else {
                depth_of(old) - 4 * i32::from(aged)
            };
            if value < worst_worth {
                (worst, worst_worth) = (i, value);
            }
        }
        let data = pack(TableEntry { code, ..entry }, generation, ply);
        let (check, place) = &bucket.0[worst];
        check.store(key ^ data, Ordering::Relaxed);
        place.store(data, Ordering::Relaxed);
    }

    /// Returns the share of the table filled with entries of this search, in thousandths, estimated
    /// from its first 250 buckets.
    pub(crate) fn fullness(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = self.buckets().min(250);
        let used = (0..sample)
            .flat_map(|index| &self.at(index).0)
            .filter(|(_, data)| {
                let data = data.load(Ordering::Relaxed);
                data != 0 && age_of(data) == generation
            })
            .count();
        (used * 1000 / (sample * SLOTS)) as u32
    }
}

// code 16 | score 16 | eval 16 | depth 8 | bound 2 | generation 5, and one bit
// that is always set, so that no entry is 0.
fn pack(entry: TableEntry, generation: u8, ply: usize) -> u64 {
    let ply = ply as i32;
    let score = match entry.score {
        s if s >= MATE_BOUND => s + ply,
        s if s <= -MATE_BOUND => s - ply,
        s => s,
    };
    let depth = (entry.depth + DEPTH_OFFSET).clamp(0, 255) as u64;
    u64::from(entry.code)
        | u64::from(score as i16 as u16) << 16
        | u64::from(entry.eval as i16 as u16) << 32
        | depth << 48
        | (entry.bound as u64) << 56
        | u64::from(generation) << 58
        | 1 << 63
}

fn unpack(data: u64, ply: usize) -> TableEntry {
    let ply = ply as i32;
    let score = i32::from((data >> 16) as u16 as i16);
    TableEntry {
        code: data as u16,
        score: match score {
            s if s >= MATE_BOUND => s - ply,
            s if s <= -MATE_BOUND => s + ply,
            s => s,
        },
        eval: i32::from((data >> 32) as u16 as i16),
        depth: depth_of(data),
        bound: match data >> 56 & 3 {
            0 => Bound::Upper,
            1 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

const fn depth_of(data: u64) -> i32 {
    (data >> 48 & 255) as i32 - DEPTH_OFFSET
}

const fn age_of(data: u64) -> u8 {
    (data >> 58 & 31) as u8
}

const _: () = assert!(MAX_PLY + (DEPTH_OFFSET as usize) < 256);

#[cfg(test)]
mod tests {
    use super::super::MATE;
    use super::*;

    fn entry(code: u16, score: i32, depth: i32, bound: Bound) -> TableEntry {
        TableEntry {
            code,
            score,
            eval: -123,
            depth,
            bound,
        }
    }

    #[test]
    fn entries_come_back() {
        let table = TranspositionTable::new(1 << 16).unwrap();
        for (i, bound) in [Bound::Upper, Bound::Lower, Bound::Exact]
            .into_iter()
            .enumerate()
        {
            let key = 0x1234_5678_9abc_def0 + ((i as u64) << 60);
            let stored = entry(77, -4321, 9, bound);
            table.store(key, stored, 5);
            assert_eq!(table.probe(key, 5), Some(stored));
            assert_eq!(table.probe(key + 1, 5), None);
        }
    }

    #[test]
    fn mates_are_counted_from_the_position() {
        let table = TranspositionTable::new(1 << 10).unwrap();
        table.store(1, entry(1, MATE - 7, 4, Bound::Exact), 4);
        assert_eq!(table.probe(1, 2).unwrap().score, MATE - 5);
        table.store(2, entry(1, -(MATE - 7), 4, Bound::Exact), 4);
        assert_eq!(table.probe(2, 6).unwrap().score, -(MATE - 9));
    }

    #[test]
    fn a_known_move_is_kept_and_deep_entries_outlive_shallow_ones() {
        let table = TranspositionTable::new(BUCKET).unwrap();
        table.store(1, entry(5, 10, 20, Bound::Exact), 0);
        table.store(1, entry(0, 11, 20, Bound::Upper), 0);
        assert_eq!(table.probe(1, 0).unwrap().code, 5);
        for key in 2..50 {
            table.store(key, entry(6, 0, 1, Bound::Lower), 0);
        }
        assert!(table.probe(1, 0).is_some());
        for _ in 0..8 {
            table.new_generation();
        }
        for key in 2..50 {
            table.store(key, entry(6, 0, 1, Bound::Lower), 0);
        }
        assert_eq!(table.probe(1, 0), None);
        assert_eq!(table.fullness(), 1000);
    }

    fn key(n: u64) -> u64 {
        n.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    #[test]
    fn every_bucket_has_its_own_place() {
        let mut next = (0, 0);
        for index in 0..FIRST * 16 {
            assert_eq!(place(index), next, "{index}");
            let size = FIRST << usize::saturating_sub(next.0, 1);
            next = if next.1 + 1 == size {
                (next.0 + 1, 0)
            } else {
                (next.0, next.1 + 1)
            };
        }
    }

    #[test]
    fn it_grows_with_what_is_visited_and_keeps_what_it_knows() {
        // Not a power of two, so that the last segment is cut off.
        let most = 3 << 20;
        let table = TranspositionTable::new(most).unwrap();
        assert_eq!(table.bytes(), FIRST * BUCKET);
        table.prepare(u64::MAX).unwrap();
        let mut sizes = vec![table.bytes()];
        for n in 1..=20_000 {
            table.store(key(n), entry(n as u16 | 1, 7, 3, Bound::Exact), 0);
            table.visited(1);
            if n % 512 == 0 {
                table.grow();
                sizes.push(table.bytes());
            }
        }
        assert!(sizes.is_sorted());
        assert_eq!(table.bytes(), most);
        let known = (1..=20_000).filter(|n| table.probe(key(*n), 0).is_some());
        assert!(known.count() > 19_950);
        table.rest();
    }

    #[test]
    fn a_small_search_takes_little_and_a_large_one_all_at_once() {
        let table = TranspositionTable::new(64 << 20).unwrap();
        table.prepare(200).unwrap();
        table.visited(200);
        table.grow();
        assert_eq!(table.bytes(), FIRST * BUCKET);
        table.prepare(u64::MAX).unwrap();
        assert_eq!(table.bytes(), 64 << 20);
        table.store(1 << 63, entry(3, 1, 1, Bound::Exact), 0);
        assert!(table.probe(1 << 63, 0).is_some());
    }

    #[test]
    fn what_cannot_be_had_is_an_error() {
        memory::set_ceiling(4096).unwrap();
        let table = TranspositionTable::new(usize::MAX).unwrap();
        let refused = table.prepare(u64::MAX).unwrap_err();
        assert_eq!(refused.kind(), contract::ErrorKind::InvalidOption);
        assert_eq!(table.bytes(), FIRST * BUCKET);
        table.store(1, entry(3, 1, 1, Bound::Exact), 0);
        assert!(table.probe(1, 0).is_some());
    }
}
