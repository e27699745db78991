//! Work that the calling thread shares with others, in calls so short that waking a thread takes
//! as long as they do.
//!
//! So threads stay awake for a moment after a call, as another is likely to follow. They run
//! at a lowered priority, and give way to whoever else wants the processor.

use std::hint::spin_loop;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::pool;
use crate::error::Result;

/// Time for which threads stay awake after a call: some times that which it takes to wake one.
const AWAKE: Duration = Duration::from_micros(500);

/// Time that the calling thread waits awake for others to end.
const PATIENCE: Duration = Duration::from_micros(500);

/// Looks at something before the clock is asked.
const LOOKS: u32 = 32;

/// The threads of a process that are kept awake.
#[derive(Debug)]
pub(super) struct Awake {
    count: AtomicUsize,
    /// Until when, in nanoseconds from `start`.
    until: AtomicU64,
    start: Instant,
}

impl Awake {
    pub(super) fn new() -> Self {
        Self {
            count: AtomicUsize::new(0),
            until: AtomicU64::new(0),
            start: Instant::now(),
        }
    }

    fn now(&self) -> u64 {
        self.start.elapsed().as_nanos() as u64
    }

    /// Keeps as many threads of a pool awake for the usual time from now on.
    fn keep(self: &Arc<Self>, pool: &rayon::ThreadPool, threads: usize) {
        let until = self.now() + AWAKE.as_nanos() as u64;
        self.until.fetch_max(until, Ordering::Relaxed);
        while self.count.load(Ordering::Relaxed) < threads {
            self.count.fetch_add(1, Ordering::Relaxed);
            let this = Arc::clone(self);
            pool.spawn(move || this.stay());
        }
    }

    /// Does what others ask of the thread until the time is over.
    fn stay(&self) {
        while self.now() < self.until.load(Ordering::Relaxed) {
            for _ in 0..LOOKS {
                if rayon::yield_now() != Some(rayon::Yield::Executed) {
                    spin_loop();
                }
            }
        }
        self.count.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Does a list of pieces of work on the calling thread and others, as many as `threads` in all, at
/// most as many as [`in_parallel`](super::in_parallel) takes.
///
/// The calling thread begins at once, and does what others have not begun yet. Each thread begins
/// with the same pieces in every call of the same number, so that what belongs to them stays in
/// its cache. The others stay awake for half a millisecond after a call.
///
/// # Errors
///
/// The first in the order of the pieces; those after it may have been done or not. `internal` if
/// the machine refuses the threads.
pub fn share<T: Send>(
    threads: usize,
    pieces: Vec<T>,
    work: impl Fn(T) -> Result<()> + Sync,
) -> Result<()> {
    let pool = pool::current();
    let threads = pool.at_most(threads).min(pieces.len());
    if threads <= 1 {
        return pieces.into_iter().try_for_each(work);
    }
    let count = pieces.len();
    let slots: Vec<_> = pieces.into_iter().map(|p| Mutex::new(Some(p))).collect();
    let (ended, failed) = (AtomicUsize::new(0), Mutex::new(None));
    let one = |at: usize| {
        let piece = lock(&slots[at]).take();
        let Some(piece) = piece else { return };
        if let Err(error) = work(piece) {
            let mut failed = lock(&failed);
            if failed.as_ref().is_none_or(|(first, _)| at < *first) {
                *failed = Some((at, error));
            }
        }
    };
    let size = count.div_ceil(threads);
    let own = |thread: usize| (thread * size).min(count)..((thread + 1) * size).min(count);
    let live = |thread: usize| {
        own(thread).for_each(one);
        // What others come to last is what they have least likely begun.
        (1..threads).for_each(|other| own((thread + other) % threads).rev().for_each(one));
        ended.fetch_add(1, Ordering::Release);
    };
    let helpers = pool.helpers(threads - 1)?;
    helpers.in_place_scope(|scope| {
        for thread in 1..threads {
            let live = &live;
            scope.spawn(move |_| live(thread));
        }
        pool.awake.keep(&helpers, threads - 1);
        live(0);
        wait_for(|| ended.load(Ordering::Acquire) == threads);
    });
    pool.awake.keep(&helpers, threads - 1);
    let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    failed.map_or(Ok(()), |(_, error)| Err(error))
}

/// Waits awake until something is so, but not for long, and then as long again as a thread takes
/// to leave the work that it has ended.
fn wait_for(is_so: impl Fn() -> bool) {
    let since = Instant::now();
    while since.elapsed() < PATIENCE {
        if (0..LOOKS).any(|_| {
            spin_loop();
            is_so()
        }) {
            (0..LOOKS).for_each(|_| spin_loop());
            return;
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    #[test]
    fn each_piece_is_done_once_by_any_number_of_threads() {
        for (threads, count) in [(1, 5), (2, 0), (2, 1), (2, 7), (3, 100), (64, 1000)] {
            let mut done = vec![0_u32; count];
            share(threads, done.iter_mut().collect(), |place| {
                *place += 1;
                Ok(())
            })
            .unwrap();
            assert!(done.iter().all(|times| *times == 1), "{threads} {count}");
        }
    }

    #[test]
    fn the_first_error_is_told() {
        for threads in [1, 2, 4] {
            let refused = share(threads, (0..50).collect(), |number: usize| match number {
                20 | 21 | 40 => Err(Error::invalid_option(format!("piece {number}"))),
                _ => Ok(()),
            });
            assert_eq!(refused.unwrap_err().message(), "piece 20");
        }
    }

    #[test]
    fn other_threads_take_part() {
        // Two pieces meet, so they are done by two threads.
        let both = std::sync::Barrier::new(2);
        let meet = |_| {
            both.wait();
            Ok(())
        };
        if pool::current().at_most(2) == 2 {
            share(2, vec![0, 1], meet).unwrap();
        }
    }
}
