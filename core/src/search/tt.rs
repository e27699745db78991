//! The transposition table: what is known of positions that were searched.
//!
//! It is shared by threads without a lock. An entry is two words of which the
//! first is the key mixed with the second, so that a pair torn between two
//! threads does not match and is not believed (Hyatt and Mann, "A lock-less
//! transposition table implementation for parallel search", 2002). A wrong entry
//! can at worst cost strength: moves read from it are checked before they are made.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::{MATE_BOUND, MAX_PLY};

/// What is known about a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is at most this.
    Upper,
    /// It is at least this.
    Lower,
    /// It is this.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The best move by its code; 0 for none.
    pub(crate) code: u16,
    /// The score, mates counted from this position.
    pub(crate) score: i32,
    /// The static worth.
    pub(crate) eval: i32,
    /// How deep it was searched.
    pub(crate) depth: i32,
    /// What the score means.
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

/// The table.
pub(crate) struct Table {
    buckets: Box<[Bucket]>,
    generation: AtomicU8,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table({} buckets)", self.buckets.len())
    }
}

impl Table {
    /// A table of about so many bytes, at least one bucket.
    pub(crate) fn new(bytes: usize) -> Self {
        let count = (bytes / BUCKET).max(1);
        Self {
            buckets: std::iter::repeat_with(Bucket::empty).take(count).collect(),
            generation: AtomicU8::new(0),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        for bucket in &*self.buckets {
            for (check, data) in &bucket.0 {
                check.store(0, Ordering::Relaxed);
                data.store(0, Ordering::Relaxed);
            }
        }
        self.generation.store(0, Ordering::Relaxed);
    }

    /// From now on what was stored earlier is worth less.
    pub(crate) fn new_generation(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        // The high bits choose, by multiplication: the size need not be a power of two.
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// What is known of a position at a distance from the root.
    #[inline]
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
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
    pub(crate) fn store(&self, key: u64, entry: Entry, ply: usize) {
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
            let worth = if old == 0 {
                i32::MIN
            } else {
                depth_of(old) - 4 * i32::from(aged)
            };
            if worth < worst_worth {
                (worst, worst_worth) = (i, worth);
            }
        }
        let data = pack(Entry { code, ..entry }, generation, ply);
        let (check, place) = &bucket.0[worst];
        check.store(key ^ data, Ordering::Relaxed);
        place.store(data, Ordering::Relaxed);
    }

    /// How full it is with entries of this search, in thousandths.
    pub(crate) fn fullness(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = self.buckets.len().min(250);
        let used = self.buckets[..sample]
            .iter()
            .flat_map(|b| &b.0)
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
fn pack(entry: Entry, generation: u8, ply: usize) -> u64 {
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

fn unpack(data: u64, ply: usize) -> Entry {
    let ply = ply as i32;
    let score = i32::from((data >> 16) as u16 as i16);
    Entry {
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

    fn entry(code: u16, score: i32, depth: i32, bound: Bound) -> Entry {
        Entry {
            code,
            score,
            eval: -123,
            depth,
            bound,
        }
    }

    #[test]
    fn entries_come_back() {
        let table = Table::new(1 << 16);
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
        let table = Table::new(1 << 10);
        table.store(1, entry(1, MATE - 7, 4, Bound::Exact), 4);
        assert_eq!(table.probe(1, 2).unwrap().score, MATE - 5);
        table.store(2, entry(1, -(MATE - 7), 4, Bound::Exact), 4);
        assert_eq!(table.probe(2, 6).unwrap().score, -(MATE - 9));
    }

    #[test]
    fn a_known_move_is_kept_and_deep_entries_outlive_shallow_ones() {
        let table = Table::new(BUCKET);
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
        table.clear();
        assert_eq!(table.fullness(), 0);
    }
}
