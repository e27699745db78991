//! Forking a process whose threads hold locks.
//!
//! The child of a fork has only the thread that forked, and a lock that any other thread
//! held at that moment stays locked there for ever. So any code that takes a lock which a
//! child may want passes this gate first, with [`hold`], and a host that can be forked
//! shuts the gate for that moment: [`prepare`] before, then [`parent`] or [`child`]. The
//! gate has no lock of its own and is passed in two atomic steps.
//!
//! Code behind the gate must be brief, and must wait for nothing that the forking thread
//! may hold, such as the lock of an interpreter. Data that the child need not share, such
//! as the pool of threads, is kept per process instead.

use std::cell::Cell;
use std::marker::PhantomData;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// Number of guards held by all threads.
static INSIDE: AtomicUsize = AtomicUsize::new(0);
static SHUT: AtomicBool = AtomicBool::new(false);

/// Time between two looks at a gate in use. Both a fork and the code behind the gate take
/// far less than a person notices.
const MOMENT: Duration = Duration::from_micros(50);

thread_local! {
    /// Number of guards held by this thread.
    static MINE: Cell<usize> = const { Cell::new(0) };
}

/// A guard that keeps the process from being forked until it is dropped.
#[derive(Debug)]
pub struct ForkGuard {
    /// Keeps the guard on the thread that made it.
    _here: PhantomData<*const ()>,
}

/// Passes the gate: the process is not forked until the guard is dropped. May be nested.
#[must_use]
pub fn hold() -> ForkGuard {
    let mine = MINE.get();
    loop {
        INSIDE.fetch_add(1, Ordering::SeqCst);
        // A fork waits for the threads inside, so waiting here would deadlock.
        if mine > 0 || !SHUT.load(Ordering::SeqCst) {
            break;
        }
        INSIDE.fetch_sub(1, Ordering::SeqCst);
        while SHUT.load(Ordering::SeqCst) {
            std::thread::sleep(MOMENT);
        }
    }
    MINE.set(mine + 1);
    ForkGuard { _here: PhantomData }
}

impl Drop for ForkGuard {
    fn drop(&mut self) {
        MINE.set(MINE.get() - 1);
        INSIDE.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Returns the value of a cell, made behind the gate if the cell is empty.
pub fn once<T>(cell: &OnceLock<T>, make: impl FnOnce() -> T) -> &T {
    if let Some(value) = cell.get() {
        return value;
    }
    let _held = hold();
    cell.get_or_init(make)
}

/// Shuts the gate and waits until no other thread is inside: before a fork, on the thread
/// that forks. [`parent`] or [`child`] must follow on the same thread.
pub fn prepare() {
    while SHUT.swap(true, Ordering::SeqCst) {
        std::thread::sleep(MOMENT);
    }
    while INSIDE.load(Ordering::SeqCst) > MINE.get() {
        std::thread::sleep(MOMENT);
    }
}

/// Opens the gate again, in the parent after a fork, successful or not.
pub fn parent() {
    SHUT.store(false, Ordering::SeqCst);
}

/// Opens the gate in a child, where only the calling thread can be inside.
pub fn child() {
    INSIDE.store(MINE.get(), Ordering::SeqCst);
    SHUT.store(false, Ordering::SeqCst);
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Barrier, Mutex, PoisonError};

    use super::*;

    // The gate is shared by the whole process.
    static ONE: Mutex<()> = Mutex::new(());

    #[test]
    fn nobody_is_inside_while_the_gate_is_shut() {
        let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
        let (go_on, changed) = (AtomicBool::new(true), Mutex::new((0_u64, 0_u64)));
        let ready = Barrier::new(4);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    ready.wait();
                    while go_on.load(Ordering::Relaxed) {
                        let _held = hold();
                        // Nested, as a change of a table may lead to another.
                        let _again = hold();
                        let mut both = changed.lock().unwrap();
                        both.0 += 1;
                        std::hint::black_box(&mut both);
                        both.1 += 1;
                    }
                });
            }
            ready.wait();
            for _ in 0..2_000 {
                prepare();
                // No thread holds it or has left it half-way.
                let both = *changed
                    .try_lock()
                    .expect("a lock is held behind a shut gate");
                assert_eq!(both.0, both.1);
                parent();
            }
            go_on.store(false, Ordering::Relaxed);
        });
    }

    #[test]
    fn who_forks_inside_waits_for_the_others_alone() {
        let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
        let _held = hold();
        prepare();
        drop(hold());
        parent();
    }

    #[test]
    fn a_value_is_made_once() {
        let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
        let cell = OnceLock::new();
        assert_eq!(*once(&cell, || *once(&OnceLock::new(), || 1)), 1);
        assert_eq!(*once(&cell, || 2), 1);
    }
}
