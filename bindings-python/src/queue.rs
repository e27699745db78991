//! Games of tournaments as jobs for other processes. `boardwright/_remote.py` hands them out.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use boardwright::Error;
use boardwright::arena::Guests;
use boardwright::arena::job;
use boardwright::arena::tournament::{Occasion, TournamentQueue};
use boardwright::host;
use boardwright_engines::start_program;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::OrRaise;
use crate::value::to_python;

/// A tournament whose games are jobs, until it is closed.
#[pyclass(frozen, module = "boardwright._native", name = "JobQueue")]
pub(crate) struct JobQueue {
    queue: Mutex<Option<TournamentQueue>>,
}

impl JobQueue {
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        call: impl FnOnce(&mut TournamentQueue) -> boardwright::Result<T> + Send,
    ) -> PyResult<T> {
        py.detach(|| {
            let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
            let queue = queue.as_mut();
            let queue = queue.ok_or_else(|| Error::disposed("the queue has been closed"))?;
            host::guard(|| call(queue))
        })
        .or_raise(py)
    }
}

#[pymethods]
impl JobQueue {
    #[new]
    #[pyo3(signature = (occasion, options, lease, /))]
    fn new(
        py: Python<'_>,
        occasion: &str,
        options: &Bound<'_, PyDict>,
        lease: Option<u64>,
    ) -> PyResult<Self> {
        let occasion = Occasion::named(occasion).or_raise(py)?;
        let given = crate::value::options(Some(options))?;
        let lease = lease.map(Duration::from_millis);
        let queue = py
            .detach(|| host::guard(|| TournamentQueue::open(occasion, given, lease)))
            .or_raise(py)?;
        Ok(Self {
            queue: Mutex::new(Some(queue)),
        })
    }

    /// Takes the next job, as JSON, at a time in milliseconds; None while there is none.
    #[pyo3(signature = (now, /))]
    fn acquire(&self, py: Python<'_>, now: f64) -> PyResult<Option<String>> {
        // From a float to an integer this saturates.
        let now = Duration::from_micros((now * 1000.0) as u64);
        self.with(py, |queue| {
            let job = queue.acquire(now)?;
            Ok(job.map(|job| job.to_string()))
        })
    }

    /// Takes a result, as JSON; returns the game, or None for one that is there already.
    #[pyo3(signature = (result, /))]
    fn submit<'py>(&self, py: Python<'py>, result: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let game = self.with(py, |queue| queue.submit_text(result))?;
        game.map(|game| to_python(py, &game)).transpose()
    }

    /// Has a job handed out again; False for one that is not out.
    #[pyo3(signature = (id, /))]
    fn release(&self, py: Python<'_>, id: &str) -> PyResult<bool> {
        self.with(py, |queue| queue.release(id))
    }

    /// True once no further job is handed out.
    #[getter]
    fn over(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |queue| Ok(queue.queue().is_over()))
    }

    /// The number of jobs that can begin now.
    #[getter]
    fn waiting(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |queue| Ok(queue.queue().waiting()))
    }

    /// The number of jobs that were handed out and have no result.
    #[getter]
    fn out(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |queue| Ok(queue.queue().out()))
    }

    /// Frees the file of games.
    fn close(&self) {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        *queue = None;
    }

    /// The report on the games so far.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let report = self.with(py, |queue| Ok(queue.queue().report()))?;
        to_python(py, &report)
    }
}

/// Does a job, both as JSON; whatever is wrong with it is the result.
#[pyfunction]
#[pyo3(signature = (job, programs, /))]
pub(crate) fn run_job(py: Python<'_>, job: &str, programs: bool) -> PyResult<String> {
    py.detach(|| {
        let guests = match programs {
            true => Guests::new(start_program),
            false => Guests::default(),
        };
        let control = boardwright::jobs::Control::default();
        job::run_text(job, &guests, &control)
    })
    .or_raise(py)
}
