//! The queue, its worker threads, and the reaper, which completes jobs that end before they
//! have started.

use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::handle::{JobHandle, Timer, TimerKey};
use super::queue::{Meta, Queue, QueuedJob, Rank};
use super::share::Awake;
use super::threads::{KeptPool, parts, spawn};
use super::work::Begin;
use super::{Control, Listed, PoolSettings, Request, Work};
use crate::error::{Error, Result};
use crate::process::PerProcess;

/// The end of a job.
#[derive(Debug)]
pub struct Finished<T> {
    /// Its result, or the error that ended it.
    pub result: Result<T>,
    /// Time that it waited.
    pub queued: Duration,
    /// Time that it ran.
    pub ran: Duration,
}

/// A queued job: runs, or completes with the error. Before completion it reports its thread
/// as free, so that the completion finds room for the next job.
type Run = Box<dyn FnOnce(&Control, Option<Error>, &dyn Fn()) + Send>;

#[derive(Default)]
struct PoolState {
    queue: Queue<Run>,
    /// Jobs for workers to start at once; they count as running.
    ready: VecDeque<QueuedJob<Run>>,
    workers: usize,
    /// Number of workers that have a job.
    active: usize,
    /// Jobs taken out of the queue for the reaper to complete.
    ended: Vec<QueuedJob<Run>>,
    /// Closures to call at a time.
    timers: BTreeMap<TimerKey, Box<dyn FnOnce() + Send>>,
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

    /// Returns the time of the reaper's next deadline or timer.
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
    rayon: KeptPool,
    /// Threads that stay awake for a moment after a call. They are others than those of jobs, of
    /// which some would sleep and be woken in vain.
    helpers: KeptPool,
    pub(super) awake: Arc<Awake>,
}

/// Returns the pool of the running process.
pub(super) fn current() -> &'static Pool {
    static POOL: PerProcess<Pool> = PerProcess::new();
    POOL.get(|process| Pool::new(process, PoolSettings::of_process()))
}

impl Pool {
    /// Creates a pool.
    pub(super) fn new(process: u32, settings: PoolSettings) -> Self {
        Self {
            process,
            settings,
            inner: Mutex::default(),
            work: Condvar::new(),
            reap: Condvar::new(),
            rayon: KeptPool::default(),
            helpers: KeptPool::default(),
            awake: Arc::new(Awake::new()),
        }
    }

    // No code of a job or a host runs under the lock, so a poisoned lock is sound.
    fn lock(&self) -> MutexGuard<'_, PoolState> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn submit<T: Send + 'static>(
        &'static self,
        request: Request,
        work: Work<T>,
        done: impl FnOnce(Finished<T>) + Send + 'static,
    ) -> Result<JobHandle> {
        let work = match work.begin() {
            Ok(begin) => return self.begin(request, begin, done),
            Err(work) => work,
        };
        let called = Instant::now();
        let (kind, rank) = (work.kind(), Rank::of(work.class(), called));
        // A deadline too far off to be represented counts as none.
        let deadline = request.deadline.and_then(|d| called.checked_add(d));
        let control = Arc::new(Control::new(deadline));
        let run: Run = Box::new(move |control, refused, free| {
            let started = Instant::now();
            let result = match refused {
                Some(error) => {
                    // As after a run, the work's captures are dropped before the completion
                    // is called.
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
            // There is no worker thread, and none can be started.
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

    /// Begins work that is answered from elsewhere.
    fn begin<T: Send + 'static>(
        &'static self,
        request: Request,
        begin: Begin<T>,
        done: impl FnOnce(Finished<T>) + Send + 'static,
    ) -> Result<JobHandle> {
        let called = Instant::now();
        let deadline = request.deadline.and_then(|d| called.checked_add(d));
        let control = Arc::new(Control::new(deadline));
        let id = {
            let mut inner = self.lock();
            if inner.closed {
                return Err(Error::cancelled("the pool has been shut down"));
            }
            inner.next_id += 1;
            inner.next_id
        };
        let ended = Arc::clone(&control);
        let answer = move |result| {
            ended.end();
            let finished = Finished {
                result,
                queued: Duration::ZERO,
                ran: called.elapsed(),
            };
            // Whoever answers may be a thread of the host's, on which no completion is called.
            super::later(Duration::ZERO, move || done(finished));
        };
        begin(&control, Box::new(answer));
        Ok(JobHandle {
            id,
            control,
            pool: self,
        })
    }

    /// Hands the jobs whose turn it is to workers, and starts as many workers as are
    /// missing.
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
                // An existing worker will take the job.
                Err(_) => break,
            }
        }
        Ok(())
    }

    /// Runs the loop of a worker.
    fn serve(&'static self) {
        let mut inner = self.lock();
        loop {
            let Some(entry) = inner.ready.pop_front() else {
                // One worker more than `threads` is kept for short or clocked work beside
                // long work.
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
            // It cannot fail: this worker exists.
            let _ = self.dispatch(&mut inner);
        }
    }

    fn need_reaper(&'static self, inner: &mut PoolState) {
        if !inner.reaper {
            // Without a reaper a job that ends in the queue is completed when its turn
            // comes, late but still.
            if let Ok(handle) = spawn("boardwright-reaper", move || self.reap()) {
                inner.reaper = true;
                inner.handles.push(handle);
            }
        }
    }

    /// Runs the loop of the reaper: completes jobs that were cancelled or ran past their
    /// deadline while they waited, and calls timers.
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

    #[cfg(any(test, feature = "testing"))]
    pub(super) fn has_timer(&self, key: TimerKey) -> bool {
        self.lock().timers.contains_key(&key)
    }

    pub(super) fn forget_timer(&self, key: TimerKey) {
        // The closure's captures are dropped outside the lock.
        let call = self.lock().timers.remove(&key);
        drop(call);
    }

    pub(super) fn is_of_this_process(&self) -> bool {
        self.process == std::process::id()
    }

    /// Cancels the jobs chosen by number and caller, and returns their number.
    pub(super) fn cancel_where(&'static self, chosen: impl Fn(u64, u64) -> bool) -> usize {
        let handles: Vec<_> = {
            let inner = self.lock();
            let running = inner.queue.running().iter().map(|(meta, _)| meta);
            running
                .chain(inner.queue.queued())
                .filter(|meta| chosen(meta.id, meta.caller))
                .map(|meta| (meta.id, Arc::clone(&meta.control)))
                .collect()
        };
        for (id, control) in &handles {
            control.cancel();
            self.cancelled(*id);
        }
        handles.len()
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

    pub(super) fn cancelled(&'static self, id: u64) {
        let mut inner = self.lock();
        inner.sweep(|job| job.id == id);
        if !inner.ended.is_empty() {
            self.need_reaper(&mut inner);
            drop(inner);
            self.reap.notify_one();
        }
    }

    pub(super) fn reconfigured(&'static self) {
        // If no thread can be started, the next job gets the error.
        let _ = self.dispatch(&mut self.lock());
        self.work.notify_all();
    }

    pub(super) fn load(&self) -> (usize, usize) {
        let inner = self.lock();
        (inner.queue.waiting(), inner.queue.running().len())
    }

    /// Returns a rayon pool of `threads` threads, at most the larger of
    /// `settings.threads()` and the machine's processors. The pool of `settings.threads()`
    /// is kept, others live as long as their users.
    pub(super) fn rayon(&self, threads: usize) -> Result<Arc<rayon::ThreadPool>> {
        let here = self.settings.threads();
        let threads = self.at_most(threads);
        if threads != here {
            return parts(threads).map(Arc::new);
        }
        self.rayon.get(threads, |size| size == threads)
    }

    /// Returns the rayon pool of those who [`share`](super::share), of at least so many threads.
    pub(super) fn helpers(&self, threads: usize) -> Result<Arc<rayon::ThreadPool>> {
        self.helpers.get(threads, |size| size >= threads)
    }

    /// Returns a number of threads, or the larger of `settings.threads()` and the machine's
    /// processors where that is less.
    pub(super) fn at_most(&self, threads: usize) -> usize {
        threads.clamp(1, super::processors().max(self.settings.threads()))
    }

    /// Returns the number of threads of the kept rayon pool.
    #[cfg(test)]
    pub(super) fn parts(&self) -> Option<usize> {
        self.rayon.size()
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
        self.rayon.clear();
        self.helpers.clear();
    }
}
