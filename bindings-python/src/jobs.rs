//! Long work on the library's own pool, for callers who wait and for futures.
//!
//! The threads of the pool never attach to the interpreter. Who waits looks for
//! signals in between; what futures wait for goes into a mailbox, from which one
//! Python thread of the package takes it (`boardwright/_jobs.py`).

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use boardwright::arguments;
use boardwright::host;
use boardwright::jobs::{self, Finished, Owned, Request};
use boardwright::value::Value;
use pyo3::prelude::*;

use crate::args::{Int, maybe_whole, whole};
use crate::columns;
use crate::errors::OrRaise;
use crate::results;
use crate::value::to_python;

/// Interval at which a waiting call looks for a signal, Ctrl-C above all.
pub(crate) const POLL: Duration = Duration::from_millis(50);

/// The form into which a result is converted.
#[derive(Clone, Debug)]
pub(crate) enum ResultKind {
    /// The value itself.
    Plain,
    /// A `Decision`.
    Decision,
    /// A list of `Decision`.
    Decisions,
    /// Columns, which are left in a place.
    Columns(columns::Slot),
}

impl ResultKind {
    pub(crate) fn finish<'py>(
        &self,
        py: Python<'py>,
        finished: Finished<Value>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let value = finished.result.or_raise(py)?;
        match self {
            Self::Plain => to_python(py, &value),
            Self::Columns(slot) => columns::finish(py, slot),
            Self::Decisions => results::decisions(py, &value),
            Self::Decision => results::decision(
                py,
                &value,
                finished.queued.as_secs_f64(),
                finished.ran.as_secs_f64(),
            ),
        }
    }
}

type Prepare = Box<dyn Fn() -> boardwright::Result<host::Work<Value>> + Send + Sync>;

/// Long work that has not been started.
#[pyclass(frozen, module = "boardwright._native", name = "Work")]
pub(crate) struct Work {
    prepare: Prepare,
    caller: u64,
    deadline: Option<Duration>,
    shape: ResultKind,
}

thread_local! {
    /// Threads of the host take turns in the queue.
    static CALLER: u64 = jobs::new_caller();
}

impl Work {
    pub(crate) fn new(
        deadline: Option<Duration>,
        shape: ResultKind,
        prepare: impl Fn() -> boardwright::Result<host::Work<Value>> + Send + Sync + 'static,
    ) -> Self {
        Self {
            prepare: Box::new(prepare),
            caller: CALLER.with(|caller| *caller),
            deadline,
            shape,
        }
    }

    pub(crate) fn of_caller(self, caller: u64) -> Self {
        Self { caller, ..self }
    }

    /// Prepares the question with the GIL released: its state may have a long history.
    fn prepare(&self, py: Python<'_>) -> PyResult<host::Work<Value>> {
        py.detach(|| (self.prepare)()).or_raise(py)
    }

    fn request(&self) -> Request {
        Request {
            caller: self.caller,
            deadline: self.deadline,
            patient: false,
        }
    }

    /// Starts it and waits for the end.
    pub(crate) fn wait<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.wait_telling(py, &mut || Ok(()))
    }

    /// As [`wait`](Self::wait), with a call whenever it looks for a signal; an exception of
    /// the call ends the work.
    pub(crate) fn wait_telling<'py>(
        &self,
        py: Python<'py>,
        tell: &mut dyn FnMut() -> PyResult<()>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let work = self.prepare(py)?;
        let mut task = work.start(self.request()).or_raise(py)?;
        loop {
            let finished;
            (task, finished) = py.detach(move || {
                let finished = task.wait(Some(POLL));
                (task, finished)
            });
            if let Some(finished) = finished {
                if finished.result.is_ok() {
                    tell()?;
                }
                return self.shape.finish(py, finished);
            }
            if let Err(interrupt) = py.check_signals().and_then(|()| tell()) {
                task.handle().cancel();
                return Err(interrupt);
            }
        }
    }

    /// Starts it; a `concurrent.futures.Future` has the end.
    pub(crate) fn future(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        py.import("boardwright._jobs")?
            .getattr("submit")?
            .call1((self,))
    }

    /// A coroutine that starts it when it is awaited.
    pub(crate) fn coroutine(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        py.import("boardwright._jobs")?
            .getattr("run")?
            .call1((self,))
    }
}

#[pymethods]
impl Work {
    /// Queue the work; its end goes into the mailbox under the number.
    #[pyo3(signature = (mailbox, number, /))]
    fn start(&self, py: Python<'_>, mailbox: &CompletionQueue, number: u64) -> PyResult<Job> {
        let work = self.prepare(py)?;
        let (slots, shape) = (Arc::clone(&mailbox.slots), self.shape.clone());
        let handle = work.submit(self.request(), move |finished| {
            slots.put(Completion {
                number,
                shape,
                finished,
            });
        });
        Ok(Job {
            handle: handle.or_raise(py)?.owned(),
        })
    }
}

/// Work that was started; it stops when nobody has this any more.
#[pyclass(frozen, module = "boardwright._native", name = "Job")]
pub(crate) struct Job {
    handle: Owned,
}

#[pymethods]
impl Job {
    /// Asks it to stop; its end comes in any case.
    fn cancel(&self) {
        self.handle.handle().cancel();
    }
}

pub(crate) struct Completion {
    pub(crate) number: u64,
    pub(crate) shape: ResultKind,
    pub(crate) finished: Finished<Value>,
}

/// An item of a mailbox.
enum Post {
    /// The end of a job.
    End(Completion),
    /// There is something to fetch elsewhere; whether it is the last.
    Bell(u64, bool),
}

#[derive(Default)]
pub(crate) struct CompletionSlots {
    posts: Mutex<(VecDeque<Post>, bool)>,
    arrived: Condvar,
}

impl CompletionSlots {
    fn lock(&self) -> MutexGuard<'_, (VecDeque<Post>, bool)> {
        self.posts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, post: Post) {
        self.lock().0.push_back(post);
        self.arrived.notify_one();
    }

    pub(crate) fn put(&self, letter: Completion) {
        self.add(Post::End(letter));
    }

    /// Says under a number that there is something to fetch.
    pub(crate) fn ring(&self, number: u64, last: bool) {
        self.add(Post::Bell(number, last));
    }

    /// Returns all that has arrived, once something has; nothing when it is closed and empty.
    fn take(&self) -> VecDeque<Post> {
        let mut inner = self.lock();
        while inner.0.is_empty() && !inner.1 {
            inner = self
                .arrived
                .wait(inner)
                .unwrap_or_else(PoisonError::into_inner);
        }
        std::mem::take(&mut inner.0)
    }
}

/// The number, either a result or an exception or neither, and whether nothing more
/// comes under this number.
type Delivery<'py> = (
    u64,
    Option<Bound<'py, PyAny>>,
    Option<Bound<'py, PyAny>>,
    bool,
);

/// The queue at which the results of jobs arrive.
#[pyclass(frozen, module = "boardwright._native", name = "Mailbox")]
pub(crate) struct CompletionQueue {
    pub(crate) slots: Arc<CompletionSlots>,
}

/// A bell that rings in a queue under a number, for the last time when it is dropped.
pub(crate) struct Bell {
    slots: Arc<CompletionSlots>,
    number: u64,
}

impl Bell {
    pub(crate) fn new(queue: &CompletionQueue, number: u64) -> Self {
        Self {
            slots: Arc::clone(&queue.slots),
            number,
        }
    }

    pub(crate) fn ring(&self) {
        self.slots.ring(self.number, false);
    }
}

impl Drop for Bell {
    fn drop(&mut self) {
        self.slots.ring(self.number, true);
    }
}

#[pymethods]
impl CompletionQueue {
    #[new]
    fn new() -> Self {
        Self {
            slots: Arc::default(),
        }
    }

    /// Waits, with the GIL released, until something has arrived, and take it.
    ///
    /// An empty list says that the mailbox was closed.
    fn wait<'py>(&self, py: Python<'py>) -> Vec<Delivery<'py>> {
        let posts = py.detach(|| self.slots.take());
        let delivery = |post| match post {
            Post::Bell(number, last) => (number, None, None, last),
            Post::End(letter) => match letter.shape.finish(py, letter.finished) {
                Ok(value) => (letter.number, Some(value), None, true),
                Err(error) => {
                    let error = error.into_value(py).into_bound(py).into_any();
                    (letter.number, None, Some(error), true)
                }
            },
        };
        posts.into_iter().map(delivery).collect()
    }

    /// Lets whoever waits go once nothing is left.
    fn close(&self) {
        self.slots.lock().1 = true;
        self.slots.arrived.notify_all();
    }
}

/// Sets how many jobs run at once (1 to 1024), and how many more may wait.
///
/// Further ones are refused with BusyError. hash_mb is what all hash tables of the
/// process may take together; one that goes beyond raises InvalidOptionError. What is
/// None stays as it is; a fresh process has as many threads as the machine has
/// processors, a queue of 4096, and half of the machine's memory for hash tables.
#[pyfunction]
#[pyo3(signature = (threads=None, max_queue=None, hash_mb=None))]
pub(crate) fn configure(
    py: Python<'_>,
    threads: Option<Int>,
    max_queue: Option<Int>,
    hash_mb: Option<Int>,
) -> PyResult<()> {
    let threads = maybe_whole(py, &arguments::POOL_THREADS, threads)?.map(|n| n as usize);
    let max_queue = maybe_whole(py, &arguments::MAX_QUEUE, max_queue)?.map(|n| n as usize);
    let hash = maybe_whole(py, &arguments::HASH_MB, hash_mb)?;
    if let Some(megabytes) = hash {
        jobs::configure_hash(megabytes).or_raise(py)?;
    }
    jobs::configure(threads, max_queue).or_raise(py)
}

/// Tells `sys.unraisablehook` of what was raised where nobody can catch it.
#[pyfunction]
#[pyo3(signature = (error, source, /))]
pub(crate) fn report(error: Bound<'_, PyAny>, source: &Bound<'_, PyAny>) {
    let py = error.py();
    PyErr::from_value(error).write_unraisable(py, Some(source));
}

/// Tells how busy the library is: what waits and what runs, by kinds of jobs.
#[pyfunction]
pub(crate) fn statistics(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    to_python(py, &jobs::statistics())
}

/// Lists the jobs that run and those that wait, in the order in which they were asked for.
#[pyfunction(name = "jobs")]
pub(crate) fn jobs_listed(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let seconds = |time: Duration| time.as_millis() as f64 / 1000.0;
    let jobs = jobs::list();
    let jobs: Vec<_> = jobs.iter().map(|job| job.describe_in(seconds)).collect();
    to_python(py, &jobs)
}

/// Cancels the job of a number that jobs() gives; say whether there is one.
#[pyfunction]
#[pyo3(signature = (id, /))]
pub(crate) fn cancel_job(py: Python<'_>, id: Int) -> PyResult<bool> {
    Ok(jobs::cancel(whole(py, &arguments::JOB, Some(id))?))
}

/// Cancels all jobs and wait for the library's threads to end.
#[pyfunction]
pub(crate) fn shutdown(py: Python<'_>) {
    py.detach(jobs::shutdown);
}
