//! The queue, its worker threads, and the reaper that answers for jobs which end
//! before they have begun.

use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use super::{Control, Request};
use crate::error::{Error, Result};
use crate::fork;

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

struct Queued {
    id: u64,
    control: Arc<Control>,
    run: Run,
}

#[derive(Default)]
struct Inner {
    /// Callers in the order in which they are served next, each with its jobs.
    turns: VecDeque<(u64, VecDeque<Queued>)>,
    waiting: usize,
    running: Vec<(u64, Arc<Control>)>,
    workers: usize,
    idle: usize,
    /// Jobs taken out of the queue that the reaper has to answer for.
    ended: Vec<Queued>,
    /// What is to be called at a time.
    timers: BTreeMap<(Instant, u64), Box<dyn FnOnce() + Send>>,
    reaper: bool,
    next_id: u64,
    closed: bool,
    handles: Vec<JoinHandle<()>>,
}

impl Inner {
    fn push(&mut self, caller: u64, job: Queued) {
        self.waiting += 1;
        if let Some((_, jobs)) = self.turns.iter_mut().find(|(c, _)| *c == caller) {
            jobs.push_back(job);
        } else {
            self.turns.push_back((caller, VecDeque::from([job])));
        }
    }

    fn pop(&mut self) -> Option<Queued> {
        let (caller, mut jobs) = self.turns.pop_front()?;
        let job = jobs.pop_front()?;
        self.waiting -= 1;
        if !jobs.is_empty() {
            self.turns.push_back((caller, jobs));
        }
        Some(job)
    }

    /// Moves the queued jobs that must not start any more to the reaper.
    fn sweep(&mut self, ends: impl Fn(&Queued) -> bool) {
        for (_, jobs) in &mut self.turns {
            let mut kept = VecDeque::with_capacity(jobs.len());
            for job in jobs.drain(..) {
                if ends(&job) {
                    self.ended.push(job);
                    self.waiting -= 1;
                } else {
                    kept.push_back(job);
                }
            }
            *jobs = kept;
        }
        self.turns.retain(|(_, jobs)| !jobs.is_empty());
    }

    /// When the reaper has something to do next.
    fn next_event(&self) -> Option<Instant> {
        let deadlines = self.turns.iter().flat_map(|(_, jobs)| jobs);
        let deadlines = deadlines.filter_map(|j| j.control.deadline());
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
    inner: Mutex<Inner>,
    work: Condvar,
    reap: Condvar,
    rayon: Mutex<Option<Arc<rayon::ThreadPool>>>,
}

#[derive(Default)]
struct Slot {
    pool: OnceLock<Pool>,
    child: OnceLock<Box<Slot>>,
}

/// The pool of the running process: a chain with one link for each fork between
/// it and the process that first asked. No lock of an ancestor is touched.
pub(super) fn current() -> &'static Pool {
    static ROOT: Slot = Slot {
        pool: OnceLock::new(),
        child: OnceLock::new(),
    };
    let process = std::process::id();
    let mut slot = &ROOT;
    loop {
        let pool = fork::once(&slot.pool, || Pool::new(process));
        if pool.process == process {
            return pool;
        }
        slot = &**fork::once(&slot.child, Box::default);
    }
}

/// A handle on a job.
#[derive(Clone)]
pub struct Ticket {
    id: u64,
    control: Arc<Control>,
    pool: &'static Pool,
}

impl std::fmt::Debug for Ticket {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Ticket({})", self.id)
    }
}

impl Ticket {
    /// Asks the job to stop. One that still waits is taken out of the queue; the
    /// completion comes from a thread of the library's own in either case.
    pub fn cancel(&self) {
        // The locks of another process's job may be held by threads that are not here.
        if self.is_of_this_process() {
            self.control.cancel();
            self.pool.cancelled(self.id);
        }
    }

    /// Asks the job to end with what it has, see [`Control::conclude`].
    pub fn conclude(&self) {
        self.control.conclude();
    }

    /// Tells a job that ponders that the expected move was made.
    pub fn ponder_hit(&self) {
        self.control.ponder_hit();
    }

    /// Whether the job was queued by this process and not by one it was forked from.
    #[must_use]
    pub fn is_of_this_process(&self) -> bool {
        self.pool.process == std::process::id()
    }
}

impl Pool {
    fn new(process: u32) -> Self {
        Self {
            process,
            inner: Mutex::default(),
            work: Condvar::new(),
            reap: Condvar::new(),
            rayon: Mutex::new(None),
        }
    }

    // No code of a job or a host runs under the lock, so a poisoned one is sound.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn submit<T: Send + 'static>(
        &'static self,
        request: Request,
        work: impl FnOnce(&Control) -> Result<T> + Send + 'static,
        done: impl FnOnce(Finished<T>) + Send + 'static,
    ) -> Result<Ticket> {
        let called = Instant::now();
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
                None => catch_unwind(AssertUnwindSafe(|| work(control)))
                    .unwrap_or_else(|_| Err(Error::internal("a job failed unexpectedly"))),
            };
            let finished = Finished {
                result,
                queued: started - called,
                ran: started.elapsed(),
            };
            free();
            // A host's completion that panics must not take the thread with it.
            let _ = catch_unwind(AssertUnwindSafe(|| done(finished)));
        });
        let mut inner = self.lock();
        if inner.closed {
            return Err(Error::cancelled("the pool has been shut down"));
        }
        let threads = super::threads();
        let max = super::max_queue();
        if !request.patient && inner.waiting + inner.running.len() >= threads.saturating_add(max) {
            return Err(Error::busy(format!("{max} jobs are waiting already")));
        }
        inner.next_id += 1;
        let id = inner.next_id;
        if inner.idle < inner.waiting + 1 && inner.workers < threads {
            match spawn("boardwright-job", move || self.serve()) {
                Ok(handle) => {
                    inner.workers += 1;
                    inner.handles.push(handle);
                }
                Err(e) if inner.workers == 0 => return Err(e),
                Err(_) => {}
            }
        }
        if deadline.is_some() {
            self.need_reaper(&mut inner);
        }
        inner.push(
            request.caller,
            Queued {
                id,
                control: Arc::clone(&control),
                run,
            },
        );
        drop(inner);
        self.work.notify_one();
        if deadline.is_some() {
            self.reap.notify_one();
        }
        Ok(Ticket {
            id,
            control,
            pool: self,
        })
    }

    /// A worker's life.
    fn serve(&self) {
        let mut inner = self.lock();
        loop {
            if inner.workers > super::threads() || inner.closed {
                inner.workers -= 1;
                // The call that woke this one may have been meant for a job.
                self.work.notify_one();
                return;
            }
            let Some(job) = inner.pop() else {
                inner.idle += 1;
                inner = self
                    .work
                    .wait(inner)
                    .unwrap_or_else(PoisonError::into_inner);
                inner.idle -= 1;
                continue;
            };
            inner.running.push((job.id, Arc::clone(&job.control)));
            drop(inner);
            let refused = job.control.check().err();
            let free = || self.lock().running.retain(|(id, _)| *id != job.id);
            (job.run)(&job.control, refused, &free);
            inner = self.lock();
        }
    }

    fn need_reaper(&'static self, inner: &mut Inner) {
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
                    let reason = job.control.reason();
                    (job.run)(&job.control, Some(reason), &|| ());
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

    pub(super) fn later(&'static self, delay: Duration, call: Box<dyn FnOnce() + Send>) {
        let at = Instant::now() + delay;
        let mut inner = self.lock();
        if inner.closed {
            return;
        }
        inner.next_id += 1;
        let id = inner.next_id;
        inner.timers.insert((at, id), call);
        self.need_reaper(&mut inner);
        drop(inner);
        self.reap.notify_one();
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

    pub(super) fn reconfigured(&self) {
        drop(self.lock());
        self.work.notify_all();
    }

    pub(super) fn load(&self) -> (usize, usize) {
        let inner = self.lock();
        (inner.waiting, inner.running.len())
    }

    pub(super) fn rayon(&self, threads: usize) -> Result<Arc<rayon::ThreadPool>> {
        let threads = threads.clamp(1, super::MOST_THREADS);
        let mut slot = self.rayon.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pool) = slot.as_ref().filter(|p| p.current_num_threads() == threads) {
            return Ok(Arc::clone(pool));
        }
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .stack_size(STACK)
            .thread_name(|i| format!("boardwright-part-{i}"))
            .start_handler(|_| lower_priority())
            .build()
            .map_err(|e| Error::internal(format!("no threads can be started: {e}")))?;
        Ok(Arc::clone(slot.insert(Arc::new(pool))))
    }

    pub(super) fn shutdown(&'static self) {
        let mut inner = self.lock();
        inner.closed = true;
        for (_, control) in &inner.running {
            control.cancel();
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
