//! Counting the leaves of the tree of legal moves, for any game.
//!
//! The last ply is counted and not made (bulk counting). Ends that counters or
//! the past bring about are ignored, as is customary.

use std::sync::atomic::{AtomicU64, Ordering};

use contract::arguments;
use contract::error::{Error, Result};
use contract::game::{Flow, Game};
use contract::history::{EmptyHistory, KeyStack};
use contract::jobs::{self, Class, Control};
use contract::memory::{self, Claim};
use contract::state::State;

/// Subtrees of at least this depth look whether they have been cancelled.
const POLL_DEPTH: u32 = 3;
/// Subtrees of at most this depth are left to the game, if it counts them by itself.
const OWN_DEPTH: u32 = 3;
/// The same with a table, which knows more of deeper ones than the game is fast.
const OWN_DEPTH_WITH_TABLE: u32 = 2;
/// Trees of at least this depth are shared among threads by pairs of moves.
const PAIRS_DEPTH: u32 = 5;

/// Options of a count.
#[derive(Clone, Copy, Debug)]
pub struct PerftOptions {
    /// Number of threads that share the work, 1 to 1024; with 1 the calling one.
    pub threads: usize,
    /// Size of a table of counts of positions met before, in MiB up to 65 536; 0 for none.
    pub hash: usize,
}

impl Default for PerftOptions {
    fn default() -> Self {
        Self {
            threads: 1,
            hash: 0,
        }
    }
}

/// News of a count, told from any thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// So many subtrees of the first moves are complete that were not before.
    Moves(usize),
    /// The use of the table, after everything.
    Table(TableUse),
}

/// The use that was made of a table of counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableUse {
    /// Counts that it has room for.
    pub entries: u64,
    /// Counts that it holds in the end.
    pub filled: u64,
    /// Positions that were looked up.
    pub looked_up: u64,
    /// Those of them that were found.
    pub found: u64,
}

/// The number of leaves `depth` plies below the state.
///
/// # Errors
///
/// `invalid_option` for a depth over 64 and for options out of range, `cancelled`, and
/// `unsupported` for a hash table with a game whose moves depend
/// on the past and for counts that no 64 bits hold.
pub fn perft<G: Game>(
    state: &State<G>,
    depth: u32,
    options: PerftOptions,
    control: &Control,
) -> Result<u64> {
    match depth {
        0 => Ok(1),
        _ => divide(state, depth, options, control, &|_| ())?
            .iter()
            .try_fold(0, |sum, (_, n)| add(sum, *n)),
    }
}

/// The number of leaves below each legal move. `progress` is told, from any
/// thread, each time a move's subtree is complete, and of the table in the end.
///
/// # Errors
///
/// As for [`perft`].
pub fn divide<G: Game>(
    state: &State<G>,
    depth: u32,
    options: PerftOptions,
    control: &Control,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Vec<(G::Action, u64)>> {
    arguments::DEPTH.check(depth.into())?;
    arguments::THREADS.check(options.threads as i128)?;
    arguments::HASH.check(options.hash as i128)?;
    if G::HISTORY_DEPENDENT && options.hash > 0 {
        return Err(Error::unsupported(format!(
            "hash: the moves of {} depend on earlier positions, so counts cannot be shared",
            G::INFO.name
        )));
    }
    let table = (options.hash > 0)
        .then(|| PerftTable::new(options.hash))
        .transpose()?;
    let pairs = options.threads > 1 && depth >= PAIRS_DEPTH && !G::HISTORY_DEPENDENT;
    let below = |action: &G::Action| -> Result<u64> {
        let mut line = KeyStack::after(state.history());
        let (position, _) = state.game().play(state.position(), action);
        if G::HISTORY_DEPENDENT {
            line.push(state.key());
        }
        let mut walk = Walk::new(state.game(), control, table.as_ref());
        let leaves = if depth <= 1 {
            1
        } else if pairs {
            walk.by_replies(&position, depth - 1)?
        } else {
            walk.node(&position, &mut line, depth - 1)?
        };
        walk.report();
        progress(Progress::Moves(1));
        Ok(leaves)
    };
    let moves = if state.outcome().is_some() && state.game().hidden() {
        Vec::new()
    } else {
        let mut moves = Vec::new();
        let _ = state
            .game()
            .legal(state.position(), state.history(), |action| {
                moves.push(action);
                Flow::Continue(())
            });
        moves
    };
    let counts: Vec<u64> = if options.threads > 1 && depth > 1 {
        use rayon::prelude::*;
        jobs::in_parallel(options.threads, || {
            moves.par_iter().map(below).collect::<Result<_>>()
        })??
    } else {
        moves.iter().map(below).collect::<Result<_>>()?
    };
    if let Some(table) = &table {
        progress(Progress::Table(table.in_use()));
    }
    Ok(moves.into_iter().zip(counts).collect())
}

/// Returns the urgency of a count: short up to depth 1.
pub const fn class(depth: u32) -> Class {
    if depth <= 1 {
        Class::Short
    } else {
        Class::Long
    }
}

/// A sum of counts.
fn add(a: u64, b: u64) -> Result<u64> {
    a.checked_add(b)
        .ok_or_else(|| Error::unsupported("there are 2^64 leaves or more, which is not counted"))
}

struct Walk<'a, G: Game> {
    game: &'a G,
    control: &'a Control,
    table: Option<&'a PerftTable>,
    /// By this walk alone, so that threads do not share a counter.
    used: TableUse,
}

impl<'a, G: Game> Walk<'a, G> {
    fn new(game: &'a G, control: &'a Control, table: Option<&'a PerftTable>) -> Self {
        Self {
            game,
            control,
            table,
            used: TableUse::default(),
        }
    }

    /// Adds the use of the table to that of others.
    fn report(&self) {
        if let Some(table) = self.table {
            table.filled.fetch_add(self.used.filled, Ordering::Relaxed);
            table
                .looked_up
                .fetch_add(self.used.looked_up, Ordering::Relaxed);
            table.found.fetch_add(self.used.found, Ordering::Relaxed);
        }
    }

    /// Counts the leaves below a position, the subtree of each move by any thread.
    fn by_replies(&self, position: &G::Position, depth: u32) -> Result<u64> {
        use rayon::prelude::*;
        let mut replies = Vec::new();
        let _ = self.game.legal(position, &EmptyHistory, |action| {
            replies.push(action);
            Flow::Continue(())
        });
        let counts = replies.par_iter().map(|action| {
            let (next, _) = self.game.play(position, action);
            let mut walk = Walk::new(self.game, self.control, self.table);
            let leaves = walk.node(&next, &mut KeyStack::after(&EmptyHistory), depth - 1)?;
            walk.report();
            Ok(leaves)
        });
        counts.try_reduce(|| 0, add)
    }

    fn node(&mut self, position: &G::Position, line: &mut KeyStack<'_>, depth: u32) -> Result<u64> {
        if depth <= 1 {
            return Ok(if G::HISTORY_DEPENDENT {
                self.game.count_legal(position, line)
            } else {
                self.game.count_legal(position, &EmptyHistory)
            });
        }
        if depth >= POLL_DEPTH {
            self.control.check()?;
        }
        let own_depth = match self.table {
            None => OWN_DEPTH,
            Some(_) => OWN_DEPTH_WITH_TABLE,
        };
        if depth <= own_depth
            && let Some(count) = self.game.count_leaves(position, depth)
        {
            return Ok(count);
        }
        let key = match self.table {
            None => 0,
            Some(table) => {
                let key = self.game.search_key(position);
                self.used.looked_up += 1;
                if let Some(count) = table.get(key, depth) {
                    self.used.found += 1;
                    return Ok(count);
                }
                key
            }
        };
        let mut total = 0;
        if G::HISTORY_DEPENDENT {
            let mut moves = Vec::new();
            let _ = self.game.legal(position, line, |action| {
                moves.push(action);
                Flow::Continue(())
            });
            line.push(self.game.key(position));
            for action in &moves {
                let (next, _) = self.game.play(position, action);
                total = add(total, self.node(&next, line, depth - 1)?)?;
            }
            line.pop();
        } else {
            let mut failed = None;
            let _ = self.game.legal(position, &EmptyHistory, |action| {
                let (next, _) = self.game.play(position, &action);
                let below = self.node(&next, line, depth - 1);
                match below.and_then(|count| add(total, count)) {
                    Ok(sum) => {
                        total = sum;
                        Flow::Continue(())
                    }
                    Err(error) => {
                        failed = Some(error);
                        Flow::Break(())
                    }
                }
            });
            if let Some(error) = failed {
                return Err(error);
            }
        }
        if let Some(table) = self.table {
            self.used.filled += u64::from(table.put(key, depth, total));
        }
        Ok(total)
    }
}

/// A table of counts that threads share without locks: a torn entry does not
/// match its key (Hyatt and Mann, "A lockless transposition table").
struct PerftTable {
    entries: Vec<[AtomicU64; 2]>,
    filled: AtomicU64,
    looked_up: AtomicU64,
    found: AtomicU64,
    _claim: Claim,
}

impl PerftTable {
    /// Writes the whole table once; what the machine cannot give is refused where
    /// it says so in time.
    fn new(megabytes: usize) -> Result<Self> {
        let count = megabytes.saturating_mul(1 << 20) / 16;
        let claim = Claim::default();
        claim.set(megabytes.saturating_mul(1 << 20))?;
        let refused = || memory::refused(megabytes.saturating_mul(1 << 20));
        let mut entries = memory::room(count).ok_or_else(refused)?;
        entries.resize_with(count, || [AtomicU64::new(0), AtomicU64::new(0)]);
        Ok(Self {
            entries,
            filled: AtomicU64::new(0),
            looked_up: AtomicU64::new(0),
            found: AtomicU64::new(0),
            _claim: claim,
        })
    }

    fn in_use(&self) -> TableUse {
        let entries = self.entries.len() as u64;
        TableUse {
            entries,
            // Threads that fill a place at once both count it.
            filled: self.filled.load(Ordering::Relaxed).min(entries),
            looked_up: self.looked_up.load(Ordering::Relaxed),
            found: self.found.load(Ordering::Relaxed),
        }
    }

    fn slot(&self, key: u64) -> &[AtomicU64; 2] {
        // The high half of a product maps the key evenly onto any size.
        &self.entries[((u128::from(key) * self.entries.len() as u128) >> 64) as usize]
    }

    /// Depths are told apart by the key, not the slot, so the whole key counts.
    const fn salted(key: u64, depth: u32) -> u64 {
        key ^ (depth as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn get(&self, key: u64, depth: u32) -> Option<u64> {
        let key = Self::salted(key, depth);
        let [check, count] = self.slot(key);
        let count = count.load(Ordering::Relaxed);
        (check.load(Ordering::Relaxed) ^ count == key && count != 0).then_some(count)
    }

    /// Returns true if the place was empty.
    fn put(&self, key: u64, depth: u32, count: u64) -> bool {
        let key = Self::salted(key, depth);
        let [check, stored] = self.slot(key);
        let empty = stored.load(Ordering::Relaxed) == 0;
        check.store(key ^ count, Ordering::Relaxed);
        stored.store(count, Ordering::Relaxed);
        empty && count != 0
    }
}
