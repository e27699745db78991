//! The library's own bounded pool of threads.
//!
//! Everything that may take longer than a host can wait, which is search, perft
//! and playouts, runs here: never on a host's event loop, scheduler or thread
//! pool. A job has a [`Control`] that it polls, a deadline that counts from the
//! call, and exactly one completion, delivered on a thread of ours. Callers take
//! turns; a full queue says `busy`. Threads are started when first needed, with
//! 8 MB of stack and a lowered priority.
//!
//! After a fork the threads of the parent do not exist in the child, and its
//! locks may be held for ever: the process id is compared before any lock is
//! touched, and a child makes a pool of its own.

mod control;
mod pool;

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

pub use control::Control;
pub use pool::{Finished, Ticket};

use crate::error::{Error, Result};

static THREADS: AtomicUsize = AtomicUsize::new(0);
static MAX_QUEUE: AtomicUsize = AtomicUsize::new(4096);

/// The most threads that may be configured.
pub const MOST_THREADS: usize = 1024;

/// Sets how many jobs run at once, and how many more may wait before further
/// ones are refused as `busy`. What is `None` stays as it is; a fresh process has
/// as many threads as the machine has processors, and a queue of 4096.
///
/// # Errors
///
/// `invalid_option` for no threads or more than [`MOST_THREADS`].
pub fn configure(threads: Option<usize>, max_queue: Option<usize>) -> Result<()> {
    if let Some(threads) = threads {
        if threads == 0 || threads > MOST_THREADS {
            return Err(Error::invalid_option(format!(
                "threads: takes an integer from 1 to {MOST_THREADS}, not {threads}"
            )));
        }
        THREADS.store(threads, Ordering::Relaxed);
    }
    if let Some(max) = max_queue {
        MAX_QUEUE.store(max, Ordering::Relaxed);
    }
    pool::current().reconfigured();
    Ok(())
}

/// How many jobs run at once.
#[must_use]
pub fn threads() -> usize {
    match THREADS.load(Ordering::Relaxed) {
        0 => std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
        n => n,
    }
}

/// How many jobs may wait.
#[must_use]
pub fn max_queue() -> usize {
    MAX_QUEUE.load(Ordering::Relaxed)
}

/// How many jobs wait, and how many run.
#[must_use]
pub fn load() -> (usize, usize) {
    pool::current().load()
}

/// A number for a caller, so that callers can be served in turn.
#[must_use]
pub fn new_caller() -> u64 {
    static NEXT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// How a job is to be queued.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request {
    /// Who asks; jobs of different callers take turns.
    pub caller: u64,
    /// When the answer must be there, counted from the call.
    pub deadline: Option<Duration>,
    /// Waits however long the queue is, and is never refused as `busy`.
    pub patient: bool,
}

/// Queues a job. `done` is called exactly once on a thread of the library's own,
/// unless the job is refused here, in which case it is dropped.
///
/// # Errors
///
/// `busy` when the queue is full, `cancelled` after [`shutdown`].
pub fn submit<T: Send + 'static>(
    request: Request,
    work: impl FnOnce(&Control) -> Result<T> + Send + 'static,
    done: impl FnOnce(Finished<T>) + Send + 'static,
) -> Result<Ticket> {
    pool::current().submit(request, work, done)
}

/// Queues a job whose result is fetched by the caller.
///
/// # Errors
///
/// As for [`submit`].
pub fn start<T: Send + 'static>(
    request: Request,
    work: impl FnOnce(&Control) -> Result<T> + Send + 'static,
) -> Result<Task<T>> {
    let (send, results) = mpsc::sync_channel(1);
    let ticket = submit(request, work, move |finished| {
        // The caller may have lost interest; then nobody is there to be told.
        let _ = send.send(finished);
    })?;
    Ok(Task { ticket, results })
}

/// A job whose result is fetched by its caller.
#[derive(Debug)]
pub struct Task<T> {
    ticket: Ticket,
    results: mpsc::Receiver<Finished<T>>,
}

impl<T> Task<T> {
    /// The handle by which it can be cancelled.
    #[must_use]
    pub const fn ticket(&self) -> &Ticket {
        &self.ticket
    }

    /// Waits for the end, up to a time if one is given; `None` when it has passed.
    #[must_use]
    pub fn wait(&self, timeout: Option<Duration>) -> Option<Finished<T>> {
        let lost = || Finished {
            result: Err(Error::cancelled(
                "the job was lost with its process or pool",
            )),
            queued: Duration::ZERO,
            ran: Duration::ZERO,
        };
        if !self.ticket.is_of_this_process() {
            return Some(lost());
        }
        match timeout {
            None => Some(self.results.recv().unwrap_or_else(|_| lost())),
            Some(timeout) => match self.results.recv_timeout(timeout) {
                Ok(finished) => Some(finished),
                Err(mpsc::RecvTimeoutError::Timeout) => None,
                Err(mpsc::RecvTimeoutError::Disconnected) => Some(lost()),
            },
        }
    }
}

/// Calls a closure after a time, on a thread of the library's own that serves all
/// such calls: it must be quick. A delay of more than a day counts as a day.
pub fn later(delay: Duration, call: impl FnOnce() + Send + 'static) {
    const LONGEST: Duration = Duration::from_secs(24 * 3600);
    pool::current().later(delay.min(LONGEST), Box::new(call));
}

/// Runs a closure on the rayon pool that jobs use for work they split up. Its
/// threads run nothing but such pieces, so that a job which waits for its own
/// pieces never finds itself running another job.
///
/// # Errors
///
/// `internal` if the machine refuses the threads.
pub fn in_parallel<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> Result<T> {
    Ok(pool::current().rayon(threads)?.install(work))
}

/// Starts a piece of work beside a job, on the same pool as
/// [`in_parallel`]. Nobody waits for it: it must end soon after its job has ended,
/// and it may come to run only then.
///
/// # Errors
///
/// `internal` if the machine refuses the threads.
pub fn assist(work: impl FnOnce() + Send + 'static) -> Result<()> {
    pool::current().rayon(threads())?.spawn(move || {
        // A panic in it must not end the process, as one that nobody takes in would.
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
    });
    Ok(())
}

/// Cancels everything, waits for the threads to end, and refuses jobs from then
/// on: for a host that is about to exit.
pub fn shutdown() {
    pool::current().shutdown();
}

#[cfg(test)]
pub(crate) mod place;
#[cfg(test)]
mod tests;
