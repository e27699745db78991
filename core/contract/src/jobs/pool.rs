//! The queue, its worker threads, and the reaper that answers for jobs which end
//! before they have begun.

use std::collections::{BTreeMap, VecDeque};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use super::queue::{Meta, Queue, QueuedJob, Rank};
use super::{Control, Listed, PoolSettings, Request, Work};
use crate::error::{Error, Result};
use crate::process::PerProcess;

const STACK: usize = 8 << 20;

/// The end of a job.
#[derive(Debug)]
pub struct Finished<T> {
    /// What it came to.
    pub result: Result<T>,
    /// How long it waited.
    pub queued: Duration,
    /// How long it ran.
    pub ran: Duration,
}

/// A queued job: runs it, or answers for it with the error.
/// In between it says that its thread is free again, so that who hears of the end
/// finds a place for the next job.
type Run = Box<dyn FnOnce(&Control, Option<Error>, &dyn Fn()) + Send>;

#[derive(Default)]
struct PoolState {
    queue: Queue<Run>,
    /// Jobs that a worker is to take up at once; they count as running.
    ready: VecDeque<QueuedJob<Run>>,
    workers: usize,
    /// How many of them have a job.
    active: usize,
    /// Jobs taken out of the queue that the reaper has to answer for.
    ended: Vec<QueuedJob<Run>>,
    /// What is to be called at a time.
    timers: BTreeMap<(Instant, u64), Box<dyn FnOnce() + Send>>,
    reaper: bool,
    next_id: u64,
    closed: bool,
    handles: Vec<JoinHandle<()>>,
}

impl PoolState {
    /// Moves the queued jobs that must not start any more to the reaper.
    fn sweep(&mut self, ends: impl Fn(&Meta) -> bool) {
        self.queue.sweep(ends, &mut self.ended);
    }

    /// When the reaper has something to do next.
    fn next_event(&self) -> Option<Instant> {
        let deadlines = self.queue.queued();
        let deadlines = deadlines.filter_map(|job| job.control.deadline());
        deadlines
            .chain(self.timers.keys().next().map(|(at, _)| *at))
            .min()
    }

    fn due(&mut self, now: Instant) -> Option<Box<dyn FnOnce() + Send>> {
        let first = self.timers.first_entry()?;
        (first.key().0 <= now).then(|| first.remove())
    }
}

/// The pool of one process.
pub(super) struct Pool {
    process: u32,
    pub(super) settings: PoolSettings,
    inner: Mutex<PoolState>,
    work: Condvar,
    reap: Condvar,
    rayon: Mutex<Option<Arc<rayon::ThreadPool>>>,
}

/// The pool of the running process.
pub(super) fn current() -> &'static Pool {
    static POOL: PerProcess<Pool> = PerProcess::new();
    POOL.get(|process| Pool::new(process, PoolSettings::of_process()))
}

/// A handle on a job.
#[derive(Clone)]
pub struct JobHandle {
    id: u64,
    control: Arc<Control>,
    pool: &'static Pool,
}

impl std::fmt::Debug for JobHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Ticket({})", self.id)
    }
}

impl JobHandle {
    /// The number of the job, by which [`cancel`](super::cancel) finds it.
    #[must_use]
    pub const fn id(&self) -> u64 {
        self.id
    }

    /// Asks the job to stop. One that still waits is taken out of the queue; the
    /// completion comes from a thread of the library's own in either case.
    pub fn cancel(&self) {
        if self.control.is_over() {
            return;
        }
        // The locks of another process's job may be held by threads that are not here.
        if self.is_of_this_process() {
            self.control.cancel();
            self.pool.cancelled(self.id);
        }
    }

    /// Asks the job to end with what it has, see [`Control::finish_early`].
    pub fn finish_early(&self) {
        self.control.finish_early();
    }

    /// Tells a job that ponders that the expected move was made.
    pub fn ponder_hit(&self) {
        self.control.ponder_hit();
    }

    /// The same job, bound to whoever holds what this returns.
    #[must_use]
    pub const fn owned(self) -> Owned {
        Owned(self)
    }

    /// Whether the job was queued by this process and not by one it was forked from.
    #[must_use]
    pub fn is_of_this_process(&self) -> bool {
        self.pool.process == std::process::id()
    }
}

/// A handle whose job is cancelled when it is dropped.
#[derive(Debug)]
pub struct Owned(JobHandle);

impl Owned {
    /// The handle that binds nobody.
    #[must_use]
    pub const fn ticket(&self) -> &JobHandle {
        &self.0
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// A call that is to be made at a time; dropped, it is not made.
pub struct Timer {
    key: Option<(Instant, u64)>,
    pool: &'static Pool,
}

impl std::fmt::Debug for Timer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Timer({:?})", self.key)
    }
}

impl Timer {
    /// Lets the call be made whatever becomes of whoever asked for it.
    pub fn leave(mut self) {
        self.key = None;
    }

    /// Something that says whether the call is still to be made.
    #[cfg(any(test, feature = "testing"))]
    pub fn probe(&self) -> impl Fn() -> bool + use<> {
        let (key, pool) = (self.key, self.pool);
        move || key.is_some_and(|key| pool.lock().timers.contains_key(&key))
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        if let Some(key) = self.key.take()
            && self.pool.process == std::process::id()
        {
            // What the call holds is let go outside the lock.
            let call = self.pool.lock().timers.remove(&key);
            drop(call);
        }
    }
}

impl Pool {
    /// A pool of its own.
    pub(super) fn new(process: u32, settings: PoolSettings) -> Self {
        Self {
            process,
            settings,
            inner: Mutex::default(),
            work: Condvar::new(),
            reap: Condvar::new(),
            rayon: Mutex::new(None),
        }
    }

    // No code of a job or a host runs under the lock, so a poisoned one is sound.
    fn lock(&self) -> MutexGuard<'_, PoolState> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn submit<T: Send + 'static>(
        &'static self,
        request: Request,
        work: Work<T>,
        done: impl FnOnce(Finished<T>) + Send + 'static,
    ) -> Result<JobHandle> {
        let called = Instant::now();
        let (kind, rank) = (work.kind(), Rank::of(work.class(), called));
        // A deadline too far off to be represented is none.
        let deadline = request.deadline.and_then(|d| called.checked_add(d));
        let control = Arc::new(Control::new(deadline));
        let run: Run = Box::new(move |control, refused, free| {
            let started = Instant::now();
            let result = match refused {
                Some(error) => {
                    // What it holds is let go before the end is told, as by work that ran.
                    drop(work);
                    Err(error)
                }
                None => catch_unwind(AssertUnwindSafe(|| work.run(control)))
                    .unwrap_or_else(|_| Err(Error::internal("a job failed unexpectedly"))),
            };
            let finished = Finished {
                result,
                queued: started - called,
                ran: started.elapsed(),
            };
            control.end();
            free();
            // A host's completion that panics must not take the thread with it.
            let _ = catch_unwind(AssertUnwindSafe(|| done(finished)));
        });
        let mut inner = self.lock();
        if inner.closed {
            return Err(Error::cancelled("the pool has been shut down"));
        }
        let threads = self.settings.threads();
        let max = self.settings.max_queue();
        let room = inner.queue.has_room(rank, threads) || inner.queue.waiting() < max;
        if !request.patient && !room {
            return Err(Error::busy(format!("{max} jobs are waiting already")));
        }
        inner.next_id += 1;
        let id = inner.next_id;
        let meta = Meta {
            id,
            caller: request.caller,
            kind,
            rank,
            called,
            control: Arc::clone(&control),
        };
        inner.queue.push(QueuedJob { meta, work: run });
        if let Err(error) = self.dispatch(&mut inner) {
            // There is no thread at all, and none is to be had.
            let own = |entry: &QueuedJob<Run>| entry.meta.id == id;
            let place = inner.ready.iter().position(own);
            let refused = place.and_then(|place| inner.ready.remove(place));
            inner.queue.ended(id);
            inner.sweep(|meta| meta.id == id);
            let swept = inner.ended.iter().position(own);
            let refused = (refused, swept.map(|place| inner.ended.remove(place)));
            drop(inner);
            drop(refused);
            return Err(error);
        }
        if deadline.is_some() {
            self.need_reaper(&mut inner);
        }
        drop(inner);
        if deadline.is_some() {
            self.reap.notify_one();
        }
        Ok(JobHandle {
            id,
            control,
            pool: self,
        })
    }

    /// Hands the jobs whose turn it is to workers, and starts as many of those as
    /// are missing.
    fn dispatch(&'static self, inner: &mut PoolState) -> Result<()> {
        let (now, threads) = (Instant::now(), self.settings.threads());
        while let Some(entry) = inner.queue.next(now, threads) {
            inner.ready.push_back(entry);
            self.work.notify_one();
        }
        while inner.ready.len() > inner.workers - inner.active {
            match spawn("boardwright-job", move || self.serve()) {
                Ok(handle) => {
                    inner.workers += 1;
                    inner.handles.retain(|handle| !handle.is_finished());
                    inner.handles.push(handle);
                }
                Err(error) if inner.workers == 0 => return Err(error),
                // One of those there are takes it up in its turn.
                Err(_) => break,
            }
        }
        Ok(())
    }

    /// A worker's life.
    fn serve(&'static self) {
        let mut inner = self.lock();
        loop {
            let Some(entry) = inner.ready.pop_front() else {
                // One more than there are threads is kept for work that is let in
                // beside others.
                if inner.workers > self.settings.threads() + 1 || inner.closed {
                    inner.workers -= 1;
                    return;
                }
                inner = self
                    .work
                    .wait(inner)
                    .unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            inner.active += 1;
            drop(inner);
            let (meta, run) = (entry.meta, entry.work);
            let refused = meta.control.check().err();
            let free = || self.lock().queue.ended(meta.id);
            run(&meta.control, refused, &free);
            inner = self.lock();
            inner.active -= 1;
            // It cannot fail: this worker is there.
            let _ = self.dispatch(&mut inner);
        }
    }

    fn need_reaper(&'static self, inner: &mut PoolState) {
        if !inner.reaper {
            // Without it a job that ends in the queue is answered for when its
            // turn comes, late but still.
            if let Ok(handle) = spawn("boardwright-reaper", move || self.reap()) {
                inner.reaper = true;
                inner.handles.push(handle);
            }
        }
    }

    /// The reaper's life: answers for jobs that were cancelled, or whose deadline
    /// passed, while they waited.
    fn reap(&self) {
        let mut inner = self.lock();
        loop {
            let now = Instant::now();
            inner.sweep(|job| job.control.deadline().is_some_and(|d| d <= now));
            let ended = std::mem::take(&mut inner.ended);
            if !ended.is_empty() {
                drop(inner);
                for job in ended {
                    let control = job.meta.control;
                    (job.work)(&control, Some(control.reason()), &|| ());
                }
                inner = self.lock();
                continue;
            }
            if inner.closed {
                return;
            }
            if let Some(call) = inner.due(now) {
                drop(inner);
                let _ = catch_unwind(AssertUnwindSafe(call));
                inner = self.lock();
                continue;
            }
            inner = match inner.next_event() {
                None => self
                    .reap
                    .wait(inner)
                    .unwrap_or_else(PoisonError::into_inner),
                Some(at) => {
                    let left = at.saturating_duration_since(now);
                    self.reap
                        .wait_timeout(inner, left)
                        .unwrap_or_else(PoisonError::into_inner)
                        .0
                }
            };
        }
    }

    pub(super) fn timer(&'static self, delay: Duration, call: Box<dyn FnOnce() + Send>) -> Timer {
        let at = Instant::now() + delay;
        let mut inner = self.lock();
        let none = Timer {
            key: None,
            pool: self,
        };
        if inner.closed {
            return none;
        }
        inner.next_id += 1;
        let key = (at, inner.next_id);
        inner.timers.insert(key, call);
        self.need_reaper(&mut inner);
        drop(inner);
        self.reap.notify_one();
        Timer {
            key: Some(key),
            ..none
        }
    }

    /// Cancels the jobs that are chosen by their number and their caller, and counts
    /// them.
    pub(super) fn cancel_where(&'static self, chosen: impl Fn(u64, u64) -> bool) -> usize {
        let tickets: Vec<_> = {
            let inner = self.lock();
            let running = inner.queue.running().iter().map(|(meta, _)| meta);
            running
                .chain(inner.queue.queued())
                .filter(|meta| chosen(meta.id, meta.caller))
                .map(|meta| (meta.id, Arc::clone(&meta.control)))
                .collect()
        };
        for (id, control) in &tickets {
            control.cancel();
            self.cancelled(*id);
        }
        tickets.len()
    }

    pub(super) fn list(&self) -> Vec<Listed> {
        let now = Instant::now();
        let of = |meta: &Meta, started: Option<Instant>| Listed {
            id: meta.id,
            kind: meta.kind,
            class: meta.rank.name(),
            caller: meta.caller,
            age: now.saturating_duration_since(meta.called),
            running: started.map(|at| now.saturating_duration_since(at)),
            cancelled: meta.control.is_cancelled(),
        };
        let inner = self.lock();
        let running = inner.queue.running().iter();
        let running = running.map(|(meta, at)| of(meta, Some(*at)));
        let waiting = inner.queue.queued().map(|meta| of(meta, None));
        let mut jobs: Vec<_> = running.chain(waiting).collect();
        drop(inner);
        jobs.sort_by_key(|job| job.id);
        jobs
    }

    fn cancelled(&'static self, id: u64) {
        let mut inner = self.lock();
        inner.sweep(|job| job.id == id);
        if !inner.ended.is_empty() {
            self.need_reaper(&mut inner);
            drop(inner);
            self.reap.notify_one();
        }
    }

    pub(super) fn reconfigured(&'static self) {
        // Where no thread is to be had, the next job is told so.
        let _ = self.dispatch(&mut self.lock());
        self.work.notify_all();
    }

    pub(super) fn load(&self) -> (usize, usize) {
        let inner = self.lock();
        (inner.queue.waiting(), inner.queue.running().len())
    }

    /// A rayon pool of so many threads, but no more than work at once here or than the
    /// machine has. The one for all of them is kept, others go with who asked.
    pub(super) fn rayon(&self, threads: usize) -> Result<Arc<rayon::ThreadPool>> {
        let here = self.settings.threads();
        let most = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = threads.clamp(1, most.max(here));
        if threads != here {
            return parts(threads).map(Arc::new);
        }
        let mut slot = self.rayon.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pool) = slot.as_ref().filter(|p| p.current_num_threads() == threads) {
            return Ok(Arc::clone(pool));
        }
        Ok(Arc::clone(slot.insert(Arc::new(parts(threads)?))))
    }

    /// How many threads the rayon pool has that is kept.
    #[cfg(test)]
    pub(super) fn parts(&self) -> Option<usize> {
        let slot = self.rayon.lock().unwrap_or_else(PoisonError::into_inner);
        slot.as_ref().map(|pool| pool.current_num_threads())
    }

    pub(super) fn shutdown(&'static self) {
        let mut inner = self.lock();
        inner.closed = true;
        for (meta, _) in inner.queue.running() {
            meta.control.cancel();
        }
        inner.sweep(|job| {
            job.control.cancel();
            true
        });
        if !inner.ended.is_empty() {
            self.need_reaper(&mut inner);
        }
        let handles = std::mem::take(&mut inner.handles);
        let timers = std::mem::take(&mut inner.timers);
        drop(inner);
        drop(timers);
        self.work.notify_all();
        self.reap.notify_all();
        let this = std::thread::current().id();
        for handle in handles.into_iter().filter(|h| h.thread().id() != this) {
            // A worker cannot panic: jobs and completions are caught.
            let _ = handle.join();
        }
        self.rayon
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
    }
}

/// Threads for the parts of a job.
fn parts(threads: usize) -> Result<rayon::ThreadPool> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK)
        .thread_name(|i| format!("boardwright-part-{i}"))
        .start_handler(|_| lower_priority())
        .build()
        .map_err(|e| Error::internal(format!("no threads can be started: {e}")))
}

fn spawn(name: &str, life: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>> {
    Builder::new()
        .name(name.into())
        .stack_size(STACK)
        .spawn(|| {
            lower_priority();
            life();
        })
        .map_err(|e| Error::internal(format!("no thread can be started: {e}")))
}

/// Makes the calling thread give way to the host's own. Linux keeps a nice value
/// for each thread; elsewhere threads run at the priority of the process.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    {
        // Not allowed is no reason not to run.
        let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), 5);
    }
}
