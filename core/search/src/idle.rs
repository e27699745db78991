//! Store for the transposition tables of searches between decisions.
//!
//! A table is warm for the next decision of its game. But many games may stand still: a table
//! that nobody came back for in a while is freed, and the longest idle ones are where all
//! of them take too much together. Small ones, which a search of few positions leaves, may
//! stay.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};
use std::time::{Duration, Instant};

use super::tt::TranspositionTable;
use contract::process::PerProcess;
use contract::{jobs, memory};

/// Tables of so many bytes may stay as long as their searches live.
const SMALL: usize = 64 << 10;
/// Larger ones may take so many bytes together, or as much as so many like the last one
/// would, but never more than a quarter of what all tables may take.
const TOGETHER: usize = 256 << 20;
const WARM: usize = 32;
/// They are freed after so long.
const LONGEST: Duration = Duration::from_secs(60);

/// A place for one table, and under which number it is known in the lot; 0 for none.
#[derive(Debug, Default)]
struct Slot {
    table: Mutex<Option<Arc<TranspositionTable>>>,
    number: AtomicU64,
}

impl Slot {
    /// Nobody waits here: who holds it takes the table away, or did so before a fork.
    fn try_lock(&self) -> Option<MutexGuard<'_, Option<Arc<TranspositionTable>>>> {
        match self.table.try_lock() {
            Ok(table) => Some(table),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

/// Place in which one search leaves its table.
#[derive(Debug, Default)]
pub(crate) struct IdleTable(Arc<Slot>);

impl IdleTable {
    /// The table, if one was left and is still there.
    pub(crate) fn take(&mut self) -> Option<Arc<TranspositionTable>> {
        self.forget();
        self.0.try_lock()?.take()
    }

    /// Leaves a table until it is taken, forgotten, or idle for too long.
    pub(crate) fn leave(&mut self, table: Arc<TranspositionTable>) {
        table.rest();
        let bytes = table.bytes();
        let slot = Arc::default();
        self.forget();
        self.0 = slot;
        if let Some(mut place) = self.0.try_lock() {
            *place = Some(table);
        }
        if bytes > SMALL {
            let ceiling = usize::try_from(memory::ceiling() << 20).unwrap_or(usize::MAX);
            let most = TOGETHER.max(WARM * bytes).min(ceiling / 4);
            let mut lot = lot();
            let (number, gone) = lot.leave(&self.0, bytes, Instant::now(), most);
            self.0.number.store(number, Ordering::Relaxed);
            lot.arrange();
            drop(lot);
            free(gone);
        }
    }

    /// Frees what was left.
    pub(crate) fn clear(&mut self) {
        drop(self.take());
    }

    /// Strikes the place from the lot.
    fn forget(&self) {
        let number = self.0.number.swap(0, Ordering::Relaxed);
        if number != 0 {
            lot().strike(number);
        }
    }
}

impl Drop for IdleTable {
    fn drop(&mut self) {
        self.forget();
    }
}

/// Frees all tables that were left, for one that needs the room.
pub(crate) fn free_all() {
    let mut lot = lot();
    let gone = lot.free_down_to(0);
    drop(lot);
    free(gone);
}

/// Frees the tables of some places, with no lock of the lot held.
fn free(slots: Vec<Weak<Slot>>) {
    for slot in slots.iter().filter_map(Weak::upgrade) {
        let table = slot.try_lock().and_then(|mut table| table.take());
        drop(table);
    }
}

#[derive(Debug)]
struct Left {
    slot: Weak<Slot>,
    bytes: usize,
    since: Instant,
}

/// The tables that were left, by numbers that grow with time.
#[derive(Debug, Default)]
struct Lot {
    left: BTreeMap<u64, Left>,
    bytes: usize,
    last: u64,
    /// True if a job is scheduled to free outdated tables.
    arranged: bool,
}

fn lot() -> MutexGuard<'static, Lot> {
    static LOT: PerProcess<Mutex<Lot>> = PerProcess::new();
    LOT.get(|_| Mutex::default())
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
}

impl Lot {
    /// Takes up a place; its number, and whose tables are to be freed so that all
    /// together take no more than so many bytes.
    fn leave(
        &mut self,
        slot: &Arc<Slot>,
        bytes: usize,
        since: Instant,
        most: usize,
    ) -> (u64, Vec<Weak<Slot>>) {
        self.last += 1;
        let slot = Arc::downgrade(slot);
        self.left.insert(self.last, Left { slot, bytes, since });
        self.bytes += bytes;
        (self.last, self.free_down_to(most))
    }

    fn strike(&mut self, number: u64) {
        // A fork has none of its parent's.
        if let Some(left) = self.left.remove(&number) {
            self.bytes -= left.bytes;
        }
    }

    fn free_down_to(&mut self, most: usize) -> Vec<Weak<Slot>> {
        let mut gone = Vec::new();
        while self.bytes > most {
            let Some((_, left)) = self.left.pop_first() else {
                break;
            };
            self.bytes -= left.bytes;
            gone.push(left.slot);
        }
        gone
    }

    /// Those that have been idle for too long.
    fn outdated(&mut self, now: Instant) -> Vec<Weak<Slot>> {
        let mut gone = Vec::new();
        while let Some(first) = self.left.first_entry() {
            if first.get().since + LONGEST > now {
                break;
            }
            let left = first.remove();
            self.bytes -= left.bytes;
            gone.push(left.slot);
        }
        gone
    }

    /// Has somebody come when the first is due.
    fn arrange(&mut self) {
        if let (false, Some(first)) = (self.arranged, self.left.values().next()) {
            self.arranged = true;
            let wait = (first.since + LONGEST).saturating_duration_since(Instant::now());
            jobs::later(wait, || {
                let mut lot = lot();
                lot.arranged = false;
                let gone = lot.outdated(Instant::now());
                lot.arrange();
                drop(lot);
                free(gone);
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTES: usize = 1 << 20;

    fn slot() -> Arc<Slot> {
        let slot = Slot::default();
        *slot.table.lock().unwrap() = Some(Arc::new(TranspositionTable::new(BYTES).unwrap()));
        Arc::new(slot)
    }

    fn is_warm(slot: &Slot) -> bool {
        slot.table.lock().unwrap().is_some()
    }

    #[test]
    fn the_longest_idle_are_freed_where_all_take_too_much() {
        let mut lot = Lot::default();
        let slots: Vec<_> = (0..5).map(|_| slot()).collect();
        let now = Instant::now();
        for slot in &slots {
            let (_, gone) = lot.leave(slot, BYTES, now, 3 * BYTES);
            free(gone);
        }
        let warm: Vec<_> = slots.iter().map(|slot| is_warm(slot)).collect();
        assert_eq!(warm, [false, false, true, true, true]);
        assert_eq!(lot.bytes, 3 * BYTES);
    }

    #[test]
    fn who_stays_away_too_long_finds_nothing() {
        let mut lot = Lot::default();
        let (early, taken, late) = (slot(), slot(), slot());
        let now = Instant::now();
        lot.leave(&early, BYTES, now, usize::MAX);
        let (number, _) = lot.leave(&taken, BYTES, now, usize::MAX);
        lot.leave(&late, BYTES, now + LONGEST / 2, usize::MAX);
        lot.strike(number);
        assert!(lot.outdated(now + LONGEST / 2).is_empty());
        free(lot.outdated(now + LONGEST));
        assert_eq!(
            [&early, &taken, &late].map(|s| is_warm(s)),
            [false, true, true]
        );
        free(lot.outdated(now + 2 * LONGEST));
        assert_eq!(
            [&early, &taken, &late].map(|s| is_warm(s)),
            [false, true, false]
        );
        assert_eq!(lot.bytes, 0);
    }

    #[test]
    fn a_table_that_was_left_is_found_again() {
        let mut place = IdleTable::default();
        assert!(place.take().is_none());
        let table = Arc::new(TranspositionTable::new(BYTES).unwrap());
        place.leave(Arc::clone(&table));
        assert!(
            place
                .take()
                .is_some_and(|found| Arc::ptr_eq(&found, &table))
        );
        assert!(place.take().is_none());
        place.leave(table);
        place.clear();
        assert!(place.take().is_none());
    }
}
