//! The library's own bounded pool of threads.
//!
//! Everything that may take longer than a host can wait (search, perft and playouts) runs
//! here: never on a host's event loop, scheduler or thread pool. A job has a [`Control`]
//! that it polls, a deadline that counts from the call, and exactly one completion, called
//! on a thread of the library. Short work and work with a running clock goes first and does
//! not wait for long work to end, callers take turns, and a full queue refuses with `busy`;
//! `queue.rs` has the order. Threads are started when first needed, with 8 MB of stack and
//! a lowered priority.
//!
//! Dropping stops: a dropped [`Task`] cancels its job, as an [`Owned`] handle does, and a
//! dropped [`Timer`] does not fire.
//!
//! After a fork the threads of the parent do not exist in the child, and its locks may be
//! held for ever: the process id is compared before any lock is touched, and a child makes
//! a pool of its own.

mod control;
mod handle;
mod pool;
mod queue;
mod share;
mod threads;
mod work;

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{OnceLock, mpsc};
use std::time::Duration;

use serde::Serialize;

pub use control::Control;
pub use handle::{JobHandle, Owned, Timer};
pub use pool::Finished;
pub use share::share;
pub use work::{Answer, Class, Kind, Work};

use crate::error::{Error, Result};
use crate::value::Named;
use crate::{fork, memory};

/// Limits of the running and the waiting jobs.
#[derive(Debug)]
struct PoolSettings {
    /// 0 for the number of the machine's processors.
    threads: AtomicUsize,
    max_queue: AtomicUsize,
}

/// The configured settings, which forked processes start with too.
static CONFIGURED: PoolSettings = PoolSettings::new(0, 4096);

/// Returns the number of the machine's processors, as it was when it was first asked for: the
/// system reads files to answer.
fn processors() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *fork::once(&COUNT, || {
        std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
    })
}

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
            0 => processors(),
            n => n,
        }
    }

    fn max_queue(&self) -> usize {
        self.max_queue.load(Ordering::Relaxed)
    }
}

/// Highest number of threads that may be configured.
pub const MOST_THREADS: usize = 1024;

/// Sets the number of jobs that run at once, and the number that may wait before further
/// ones are refused as `busy`. `None` leaves a setting unchanged; a fresh process has as
/// many threads as the machine has processors, and a queue of 4096. Beside long work, up to
/// `threads` short jobs and up to `threads` jobs with a running clock may run.
///
/// # Errors
///
/// `invalid_option` for 0 threads or more than [`MOST_THREADS`].
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

/// Sets the memory limit in MiB for all hash tables of the process together; the default is
/// half of the machine's memory. A table that would exceed it is refused.
///
/// # Errors
///
/// `invalid_option` for 0 and for more than 2^20.
pub fn configure_hash(megabytes: u64) -> Result<()> {
    memory::set_ceiling(megabytes)
}

/// Returns the number of jobs that run at once.
#[must_use]
pub fn threads() -> usize {
    pool::current().settings.threads()
}

/// Returns the number of jobs that may wait.
#[must_use]
pub fn max_queue() -> usize {
    pool::current().settings.max_queue()
}

/// Returns the number of waiting and of running jobs.
#[must_use]
pub fn load() -> (usize, usize) {
    pool::current().load()
}

/// A job that waits or runs.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The number by which it can be cancelled.
    pub id: u64,
    /// The kind of its work.
    pub kind: Kind,
    /// Its urgency: `short`, `clocked` or `long`.
    pub class: &'static str,
    /// The caller that requested it.
    pub caller: u64,
    /// Time since it was requested.
    pub age: Duration,
    /// Time since it started; `None` while it waits.
    pub running: Option<Duration>,
    /// True if it was asked to stop.
    pub cancelled: bool,
}

impl Listed {
    /// Returns the job for clients, its times in milliseconds.
    #[must_use]
    pub fn describe(&self) -> JobDescription<u64> {
        self.describe_in(|time| time.as_millis() as u64)
    }

    /// Returns the job for clients, its times in a unit of theirs.
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobDescription<T> {
    /// The number, in the order of the requests.
    pub id: u64,
    /// The kind of work, by its name.
    pub kind: &'static str,
    /// Its urgency in the queue: `short`, `clocked` or `long`.
    pub class: &'static str,
    /// The caller that requested it.
    pub caller: u64,
    /// `waiting`, `running`, or `stopping` once it was cancelled.
    pub state: &'static str,
    /// Time since it was requested.
    pub age: T,
    /// Time that it has been running.
    pub ran: T,
}

/// Returns the running and waiting jobs, in the order of their numbers, which is the order
/// of the requests.
#[must_use]
pub fn list() -> Vec<Listed> {
    pool::current().list()
}

/// Cancels a job by its number. Returns true if it exists.
pub fn cancel(id: u64) -> bool {
    pool::current().cancel_where(|job, _| job == id) > 0
}

/// Cancels all jobs of a caller. Returns their number.
pub fn cancel_caller(caller: u64) -> usize {
    pool::current().cancel_where(|_, of| of == caller)
}

/// The load of the pool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PoolStatistics {
    /// Maximum number of jobs that run at once.
    pub threads: usize,
    /// Maximum number of jobs that wait.
    pub max_queue: usize,
    /// All jobs.
    #[serde(flatten)]
    pub all: JobCount,
    /// The jobs of each kind.
    pub kinds: Named<JobCount>,
    /// The ceiling for all hash tables, in MiB.
    pub hash_mb: u64,
    /// Bytes that hash tables have claimed.
    pub hash_bytes: usize,
}

/// Numbers of jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobCount {
    /// Jobs that wait.
    pub waiting: usize,
    /// Jobs that run.
    pub running: usize,
}

/// Returns the load of the pool.
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

/// Returns a new caller number, so that callers can be served in turn.
#[must_use]
pub fn new_caller() -> u64 {
    static NEXT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// The terms under which a job is queued.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request {
    /// The caller; jobs of different callers take turns.
    pub caller: u64,
    /// Time by which the answer is due, from the call.
    pub deadline: Option<Duration>,
    /// True to wait however long the queue is, and never be refused as `busy`.
    pub patient: bool,
}

/// Queues a long job of kind `Other`; see [`Work`] for others. `done` is called exactly
/// once on a thread of the library, unless the job is refused here, in which case it is
/// dropped.
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

/// Queues a job whose result the caller fetches.
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

/// A job whose result the caller fetches. Dropping it cancels the job.
#[derive(Debug)]
pub struct Task<T> {
    handle: Owned,
    results: mpsc::Receiver<Finished<T>>,
}

impl<T: Send + 'static> Task<T> {
    fn new(pool: &'static pool::Pool, request: Request, work: Work<T>) -> Result<Self> {
        let (send, results) = mpsc::sync_channel(1);
        let handle = pool.submit(request, work, move |finished| {
            // The caller may have dropped the receiver.
            let _ = send.send(finished);
        })?;
        Ok(Self {
            handle: handle.owned(),
            results,
        })
    }
}

impl<T> Task<T> {
    /// Returns the handle by which it can be cancelled.
    #[must_use]
    pub const fn handle(&self) -> &JobHandle {
        self.handle.handle()
    }

    /// Waits for the end, up to `timeout` if one is given; returns `None` when it has
    /// passed.
    #[must_use]
    pub fn wait(&self, timeout: Option<Duration>) -> Option<Finished<T>> {
        let lost = || Finished {
            result: Err(Error::cancelled(
                "the job was lost with its process or pool",
            )),
            queued: Duration::ZERO,
            ran: Duration::ZERO,
        };
        if !self.handle().is_of_this_process() {
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

/// Calls a closure after a delay, on one thread of the library for all such calls: it must
/// be quick. A delay of more than a day counts as a day.
pub fn later(delay: Duration, call: impl FnOnce() + Send + 'static) {
    timer(delay, call).leave();
}

/// Calls a closure as [`later`] does, unless the returned timer is dropped before.
#[must_use]
pub fn timer(delay: Duration, call: impl FnOnce() + Send + 'static) -> Timer {
    const LONGEST: Duration = Duration::from_secs(24 * 3600);
    pool::current().timer(delay.min(LONGEST), Box::new(call))
}

/// Runs a closure on the rayon pool that jobs use for work they split up. Its threads run
/// nothing but such pieces, so that a job which waits for its own pieces never runs another
/// job meanwhile.
///
/// # Errors
///
/// `internal` if the machine refuses the threads.
pub fn in_parallel<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> Result<T> {
    Ok(pool::current().rayon(threads)?.install(work))
}

/// Starts a piece of work beside a job, on the same pool as [`in_parallel`]. No job waits
/// for it: it must end soon after its job has ended, and may start only then.
///
/// # Errors
///
/// `internal` if the machine refuses the threads.
pub fn spawn_helper(work: impl FnOnce() + Send + 'static) -> Result<()> {
    pool::current().rayon(threads())?.spawn(move || {
        // An uncaught panic here would end the process.
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
    });
    Ok(())
}

/// Cancels everything, waits for the threads to end, and refuses jobs from then on: for a
/// host that is about to exit.
pub fn shutdown() {
    pool::current().shutdown();
}

#[cfg(test)]
pub(crate) mod tests;
