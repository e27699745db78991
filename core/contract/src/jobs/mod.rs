//! The library's own bounded pool of threads.
//!
//! Everything that may take longer than a host can wait, which is search, perft
//! and playouts, runs here: never on a host's event loop, scheduler or thread
//! pool. A job has a [`Control`] that it polls, a deadline that counts from the
//! call, and exactly one completion, delivered on a thread of ours. Short work and
//! work with a running clock goes first and does not wait for long work to end,
//! callers take turns, and a full queue says `busy`; `queue.rs` has the order. Threads
//! are started when first needed, with 8 MB of stack and a lowered priority.
//!
//! What is dropped stops: a [`Task`] that is dropped cancels its job, as an [`Owned`]
//! ticket does, and a [`Timer`] that is dropped does not fire.
//!
//! After a fork the threads of the parent do not exist in the child, and its
//! locks may be held for ever: the process id is compared before any lock is
//! touched, and a child makes a pool of its own.

mod control;
mod pool;
mod queue;
mod work;

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use serde::Serialize;

pub use control::Control;
pub use pool::{Finished, JobHandle, Owned, Timer};
pub use work::{Class, Kind, Work};

use crate::error::{Error, Result};
use crate::memory;
use crate::value::Named;

/// How many jobs run at once, and how many may wait.
#[derive(Debug)]
struct PoolSettings {
    /// 0 for as many as the machine has processors.
    threads: AtomicUsize,
    max_queue: AtomicUsize,
}

/// What is configured, which forked processes begin with too.
static CONFIGURED: PoolSettings = PoolSettings::new(0, 4096);

impl PoolSettings {
    const fn new(threads: usize, max_queue: usize) -> Self {
        Self {
            threads: AtomicUsize::new(threads),
            max_queue: AtomicUsize::new(max_queue),
        }
    }

    fn of_process() -> Self {
        let of = |setting: &AtomicUsize| setting.load(Ordering::Relaxed);
        Self::new(of(&CONFIGURED.threads), of(&CONFIGURED.max_queue))
    }

    fn threads(&self) -> usize {
        match self.threads.load(Ordering::Relaxed) {
            0 => std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
            n => n,
        }
    }

    fn max_queue(&self) -> usize {
        self.max_queue.load(Ordering::Relaxed)
    }
}

/// The most threads that may be configured.
pub const MOST_THREADS: usize = 1024;

/// Sets how many jobs run at once, and how many more may wait before further
/// ones are refused as `busy`. What is `None` stays as it is; a fresh process has
/// as many threads as the machine has processors, and a queue of 4096. Beside long
/// work as many short jobs, and as many with a running clock, may run at once again.
///
/// # Errors
///
/// `invalid_option` for no threads or more than [`MOST_THREADS`].
pub fn configure(threads: Option<usize>, max_queue: Option<usize>) -> Result<()> {
    let pool = pool::current();
    if let Some(threads) = threads {
        if threads == 0 || threads > MOST_THREADS {
            return Err(Error::invalid_option(format!(
                "threads: takes an integer from 1 to {MOST_THREADS}, not {threads}"
            )));
        }
        for settings in [&CONFIGURED, &pool.settings] {
            settings.threads.store(threads, Ordering::Relaxed);
        }
    }
    if let Some(max) = max_queue {
        for settings in [&CONFIGURED, &pool.settings] {
            settings.max_queue.store(max, Ordering::Relaxed);
        }
    }
    pool.reconfigured();
    Ok(())
}

/// Sets how many MB all hash tables of the process may take together; a fresh process
/// may take half of what the machine has. A table that goes beyond is refused.
///
/// # Errors
///
/// `invalid_option` for 0 and for more than 2^20.
pub fn configure_hash(megabytes: u64) -> Result<()> {
    memory::set_ceiling(megabytes)
}

/// How many jobs run at once.
#[must_use]
pub fn threads() -> usize {
    pool::current().settings.threads()
}

/// How many jobs may wait.
#[must_use]
pub fn max_queue() -> usize {
    pool::current().settings.max_queue()
}

/// How many jobs wait, and how many run.
#[must_use]
pub fn load() -> (usize, usize) {
    pool::current().load()
}

/// A job that waits or runs.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The number by which it can be cancelled.
    pub id: u64,
    /// What it is about.
    pub kind: Kind,
    /// How urgent it is: `short`, `clocked` or `long`.
    pub class: &'static str,
    /// Who asked for it.
    pub caller: u64,
    /// Since it was asked for.
    pub age: Duration,
    /// Since it has been running; `None` while it waits.
    pub running: Option<Duration>,
    /// Whether it was asked to stop.
    pub cancelled: bool,
}

impl Listed {
    /// The job for clients, its times in milliseconds.
    #[must_use]
    pub fn describe(&self) -> JobDescription<u64> {
        self.describe_in(|time| time.as_millis() as u64)
    }

    /// The job for clients, its times in a unit of theirs.
    #[must_use]
    pub fn describe_in<T>(&self, unit: impl Fn(Duration) -> T) -> JobDescription<T> {
        JobDescription {
            id: self.id,
            kind: self.kind.name(),
            class: self.class,
            caller: self.caller,
            state: match self.running {
                Some(_) if self.cancelled => "stopping",
                Some(_) => "running",
                None => "waiting",
            },
            age: unit(self.age),
            ran: unit(self.running.unwrap_or_default()),
        }
    }
}

/// A job for clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct JobDescription<T> {
    /// The number, in the order in which jobs were asked for.
    pub id: u64,
    /// The kind of work, by its name.
    pub kind: &'static str,
    /// `short`, `clocked` or `long`, by which it is taken from the queue.
    pub class: &'static str,
    /// Who asked for it.
    pub caller: u64,
    /// `waiting`, `running`, or `stopping` once it was cancelled.
    pub state: &'static str,
    /// The time since it was asked for.
    pub age: T,
    /// The time that it has been running.
    pub ran: T,
}

/// The jobs that run and those that wait, in the order of their numbers, which is the
/// order in which they were asked for.
#[must_use]
pub fn list() -> Vec<Listed> {
    pool::current().list()
}

/// Cancels the job of a number. Returns whether there is one.
pub fn cancel(id: u64) -> bool {
    pool::current().cancel_where(|job, _| job == id) > 0
}

/// Cancels all jobs of a caller. Returns how many there were.
pub fn cancel_caller(caller: u64) -> usize {
    pool::current().cancel_where(|_, of| of == caller)
}

/// How busy the pool is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PoolStatistics {
    /// The threads that it has at most.
    pub threads: usize,
    /// The jobs that may wait.
    pub max_queue: usize,
    /// All jobs.
    #[serde(flatten)]
    pub all: JobCount,
    /// The jobs of each kind.
    pub kinds: Named<JobCount>,
    /// The ceiling for all hash tables, in MiB.
    pub hash_mb: u64,
    /// The bytes that hash tables have claimed.
    pub hash_bytes: usize,
}

/// The number of jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct JobCount {
    /// Those that wait.
    pub waiting: usize,
    /// Those that run.
    pub running: usize,
}

/// Tells how busy the pool is.
#[must_use]
pub fn statistics() -> PoolStatistics {
    let pool = pool::current();
    count(
        &pool.list(),
        pool.settings.threads(),
        pool.settings.max_queue(),
    )
}

fn count(jobs: &[Listed], threads: usize, max_queue: usize) -> PoolStatistics {
    let count = |kind: Option<Kind>| {
        let of = jobs
            .iter()
            .filter(|job| kind.is_none_or(|kind| job.kind == kind));
        of.fold(JobCount::default(), |sum, job| match job.running {
            Some(_) => JobCount {
                running: sum.running + 1,
                ..sum
            },
            None => JobCount {
                waiting: sum.waiting + 1,
                ..sum
            },
        })
    };
    let kinds = Kind::ALL
        .iter()
        .map(|kind| (kind.name().to_owned(), count(Some(*kind))));
    PoolStatistics {
        threads,
        max_queue,
        all: count(None),
        kinds: Named(kinds.collect()),
        hash_mb: memory::ceiling(),
        hash_bytes: memory::claimed(),
    }
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

/// Queues a long job of no particular kind; see [`Work`] for others. `done` is called exactly once on a thread of the library's own,
/// unless the job is refused here, in which case it is dropped.
///
/// # Errors
///
/// `busy` when the queue is full, `cancelled` after [`shutdown`].
pub fn submit<T: Send + 'static>(
    request: Request,
    work: impl FnOnce(&Control) -> Result<T> + Send + 'static,
    done: impl FnOnce(Finished<T>) + Send + 'static,
) -> Result<JobHandle> {
    Work::new(Kind::Other, Class::Long, work).submit(request, done)
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
    Work::new(Kind::Other, Class::Long, work).start(request)
}

/// A job whose result is fetched by its caller. Dropped, it cancels the job.
#[derive(Debug)]
pub struct Task<T> {
    ticket: Owned,
    results: mpsc::Receiver<Finished<T>>,
}

impl<T: Send + 'static> Task<T> {
    fn new(pool: &'static pool::Pool, request: Request, work: Work<T>) -> Result<Self> {
        let (send, results) = mpsc::sync_channel(1);
        let ticket = pool.submit(request, work, move |finished| {
            // The caller may have lost interest; then nobody is there to be told.
            let _ = send.send(finished);
        })?;
        Ok(Self {
            ticket: ticket.owned(),
            results,
        })
    }
}

impl<T> Task<T> {
    /// The handle by which it can be cancelled.
    #[must_use]
    pub const fn ticket(&self) -> &JobHandle {
        self.ticket.ticket()
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
        if !self.ticket().is_of_this_process() {
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
    timer(delay, call).leave();
}

/// Calls a closure as [`later`] does, unless what is returned is dropped before.
#[must_use]
pub fn timer(delay: Duration, call: impl FnOnce() + Send + 'static) -> Timer {
    const LONGEST: Duration = Duration::from_secs(24 * 3600);
    pool::current().timer(delay.min(LONGEST), Box::new(call))
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
pub fn spawn_helper(work: impl FnOnce() + Send + 'static) -> Result<()> {
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
pub(crate) mod tests;
