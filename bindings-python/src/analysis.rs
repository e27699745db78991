//! Analyses: what a bot tells while it thinks.
//!
//! What it tells is kept until it is fetched, and never makes the search wait. Who
//! waits for it in a thread waits here; for who waits in an event loop a bell rings
//! in the mailbox of the package.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use boardwright::host::Info;
use boardwright::jobs::{Finished, JobHandle, Request};
use boardwright::value::{Dict, Value};
use boardwright::waking::{MOST_REPORTS, WakingQueue};
use boardwright::{Error, host};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

use crate::errors::{OrRaise, raised};
use crate::jobs::{CompletionQueue, CompletionSlots, POLL, ResultKind};
use crate::results;

/// Time that an iterator that is dropped waits for its search to stop, so that the bot can be asked
/// again. A search polls far more often.
const MOMENT: Duration = Duration::from_millis(5);

type Watch = Box<dyn FnMut(Info<String>) + Send>;
type Prepare = Box<dyn Fn(Watch) -> boardwright::Result<host::Work<Value>> + Send + Sync>;

/// Infos that were sent and not fetched yet.
struct ToldInfo {
    steps: WakingQueue<Dict>,
    end: Option<Finished<Value>>,
    /// True if the end has come, fetched or not.
    ended: bool,
    /// True if nothing more is to be fetched.
    closed: bool,
}

struct Feed {
    told: Mutex<ToldInfo>,
    came: Condvar,
    bell: Option<(Arc<CompletionSlots>, u64)>,
}

/// The next item to fetch.
enum NextInfo {
    Step(Dict),
    End(Finished<Value>),
    /// Nothing more will come.
    Over,
    /// Nothing yet.
    Nothing,
}

impl Feed {
    fn lock(&self) -> MutexGuard<'_, ToldInfo> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, step: Dict) {
        let mut told = self.lock();
        if told.closed {
            return;
        }
        let ring = told.steps.push(step);
        drop(told);
        self.came.notify_all();
        if let (Some((slots, number)), true) = (&self.bell, ring) {
            slots.ring(*number, false);
        }
    }

    fn end(&self, finished: Finished<Value>) {
        let mut told = self.lock();
        told.end = Some(finished);
        told.ended = true;
        drop(told);
        self.came.notify_all();
        if let Some((slots, number)) = &self.bell {
            slots.ring(*number, true);
        }
    }

    fn find(told: &mut ToldInfo) -> NextInfo {
        if told.closed {
            return NextInfo::Over;
        }
        if let Some(step) = told.steps.pop() {
            return NextInfo::Step(step);
        }
        if let Some(end) = told.end.take() {
            told.closed = true;
            return NextInfo::End(end);
        }
        NextInfo::Nothing
    }

    /// Returns the next item, after a wait if need be.
    fn wait(&self, timeout: Duration) -> NextInfo {
        let mut told = self.lock();
        match Self::find(&mut told) {
            NextInfo::Nothing => {}
            found => return found,
        }
        let (mut told, _) = self
            .came
            .wait_timeout(told, timeout)
            .unwrap_or_else(PoisonError::into_inner);
        Self::find(&mut told)
    }

    /// Drops what is left; who fetches finds nothing more.
    fn close(&self) {
        let mut told = self.lock();
        told.closed = true;
        told.steps.clear();
    }

    /// Returns true if the search has ended, after a while if need be.
    fn has_ended(&self, timeout: Duration) -> bool {
        let until = Instant::now() + timeout;
        let mut told = self.lock();
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if told.ended || left.is_zero() {
                return told.ended;
            }
            told = self
                .came
                .wait_timeout(told, left)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }
}

/// An analysis that has not been started.
#[pyclass(frozen, module = "boardwright._native", name = "Study")]
pub(crate) struct AnalysisRequest {
    prepare: Prepare,
    caller: u64,
    deadline: Option<Duration>,
}

impl AnalysisRequest {
    pub(crate) fn new(
        caller: u64,
        deadline: Option<Duration>,
        prepare: impl Fn(Watch) -> boardwright::Result<host::Work<Value>> + Send + Sync + 'static,
    ) -> Self {
        Self {
            prepare: Box::new(prepare),
            caller,
            deadline,
        }
    }

    /// Starts it for one who waits in a thread.
    pub(crate) fn begin(&self, py: Python<'_>) -> PyResult<Analysis> {
        self.start_with(py, None)
    }

    /// An asynchronous iterator that starts it.
    pub(crate) fn asynchronous(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        py.import("boardwright._jobs")?
            .getattr("AsyncAnalysis")?
            .call1((self,))
    }

    fn start_with(
        &self,
        py: Python<'_>,
        bell: Option<(Arc<CompletionSlots>, u64)>,
    ) -> PyResult<Analysis> {
        let feed = Arc::new(Feed {
            told: Mutex::new(ToldInfo {
                steps: WakingQueue::new(MOST_REPORTS),
                end: None,
                ended: false,
                closed: false,
            }),
            came: Condvar::new(),
            bell,
        });
        let (watched, ended) = (Arc::clone(&feed), Arc::clone(&feed));
        let watch = Box::new(move |info: Info<String>| watched.tell(host::fields(&info)));
        let work = py.detach(|| (self.prepare)(watch)).or_raise(py)?;
        let request = Request {
            caller: self.caller,
            deadline: self.deadline,
            patient: false,
        };
        let handle = work.submit(request, move |finished| ended.end(finished));
        Ok(Analysis {
            feed,
            handle: handle.or_raise(py)?,
            decision: PyOnceLock::new(),
        })
    }
}

#[pymethods]
impl AnalysisRequest {
    /// Starts it; a bell rings in the mailbox under the number.
    #[pyo3(signature = (mailbox, number, /))]
    fn start(&self, py: Python<'_>, mailbox: &CompletionQueue, number: u64) -> PyResult<Analysis> {
        self.start_with(py, Some((Arc::clone(&mailbox.slots), number)))
    }
}

/// The infos of a bot that thinks: an iterator of Info.
///
/// It stops the search when it is closed, at the end of a with block, or no longer used.
#[pyclass(frozen, weakref, module = "boardwright", name = "Analysis")]
pub(crate) struct Analysis {
    feed: Arc<Feed>,
    handle: JobHandle,
    decision: PyOnceLock<Py<PyAny>>,
}

impl Analysis {
    fn stop(&self) {
        // In a forked child the feed may be held by a thread that is not there.
        if self.handle.is_of_this_process() {
            self.feed.close();
            self.handle.cancel();
        }
    }

    /// Returns an info as a Python object; `None` where there is nothing.
    fn read<'py>(&self, py: Python<'py>, found: NextInfo) -> PyResult<Option<Bound<'py, PyAny>>> {
        match found {
            NextInfo::Step(step) => results::info(py, &step).map(Some),
            NextInfo::End(finished) => {
                let decision = ResultKind::Decision.finish(py, finished)?;
                // The end is fetched once.
                let _ = self.decision.set(py, decision.unbind());
                Ok(None)
            }
            NextInfo::Over | NextInfo::Nothing => Ok(None),
        }
    }

    fn check_process(&self, py: Python<'_>) -> PyResult<()> {
        if self.handle.is_of_this_process() {
            return Ok(());
        }
        let lost = Error::cancelled("the analysis was lost with its process");
        Err(raised(py, &lost))
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.stop();
        // The search never waits for the interpreter, so this cannot be for ever.
        if self.handle.is_of_this_process() {
            let _ = self.feed.has_ended(MOMENT);
        }
    }
}

#[pymethods]
impl Analysis {
    const fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    const fn __enter__(this: Py<Self>) -> Py<Self> {
        this
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.close(py)
    }

    /// Waits for the next with the GIL released; Ctrl-C stops the search.
    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.check_process(py)?;
        loop {
            let found = py.detach(|| self.feed.wait(POLL));
            if !matches!(found, NextInfo::Nothing) {
                return self.read(py, found);
            }
            if let Err(interrupt) = py.check_signals() {
                self.stop();
                return Err(interrupt);
            }
        }
    }

    /// The decision, once there is nothing more to tell; None where it was closed before.
    #[getter]
    fn decision(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.decision.get(py).map(|decision| decision.clone_ref(py))
    }

    /// Has the search end with what it has: the decision follows what was told.
    fn conclude(&self) {
        self.handle.finish_early();
    }

    /// Stops the search, and waits until the bot is free. Nothing more is told.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.stop();
        while self.handle.is_of_this_process() && !py.detach(|| self.feed.has_ended(POLL)) {
            py.check_signals()?;
        }
        Ok(())
    }

    /// Fetches the next without waiting; None where there is none.
    #[pyo3(name = "_take")]
    fn take<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.check_process(py)?;
        let found = Feed::find(&mut self.feed.lock());
        self.read(py, found)
    }

    /// Returns true if nothing more is to be fetched.
    #[getter]
    fn _over(&self) -> bool {
        !self.handle.is_of_this_process() || self.feed.lock().closed
    }

    /// True if the search has ended.
    #[getter]
    fn _ended(&self) -> bool {
        !self.handle.is_of_this_process() || self.feed.lock().ended
    }

    /// Stops the search without waiting.
    fn _cancel(&self) {
        self.stop();
    }
}
