//! Registries of bots, and what results say about strength. `boardwright/_ratings.py` is what users
//! call.

use std::sync::{Mutex, MutexGuard, PoisonError};

use boardwright::arena::rating::{self, BotRegistry};
use boardwright::arguments::ValueBudget;
use boardwright::value::{Dict, Value};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::args::type_error;
use crate::errors::OrRaise;
use crate::value::{from_python, to_python};

/// A registry of bots.
///
/// Python's lock is held while it is changed, so that no fork finds it locked.
#[pyclass(frozen, module = "boardwright._native", name = "NativeRegistry")]
pub(crate) struct NativeRegistry {
    inner: Mutex<BotRegistry>,
}

impl NativeRegistry {
    const fn new(registry: BotRegistry) -> Self {
        Self {
            inner: Mutex::new(registry),
        }
    }

    fn lock(&self) -> MutexGuard<'_, BotRegistry> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl NativeRegistry {
    #[new]
    fn empty() -> Self {
        Self::new(BotRegistry::new())
    }

    /// Reads a registry from JSON.
    #[staticmethod]
    #[pyo3(signature = (text, /))]
    fn parse(py: Python<'_>, text: &str) -> PyResult<Self> {
        let read = py.detach(|| BotRegistry::parse(text));
        read.map(Self::new).or_raise(py)
    }

    /// Reads a registry from a file; without one it is empty.
    #[staticmethod]
    #[pyo3(signature = (path, /))]
    fn load(py: Python<'_>, path: &str) -> PyResult<Self> {
        let read = py.detach(|| BotRegistry::load(path));
        read.map(Self::new).or_raise(py)
    }

    fn __len__(&self) -> usize {
        self.lock().len()
    }

    /// Answers a question.
    #[pyo3(signature = (question, given, /))]
    fn ask<'py>(
        &self,
        py: Python<'py>,
        question: &str,
        given: &Bound<'py, PyDict>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let given = results(given)?;
        let registry = self.lock().clone();
        let answer = py.detach(|| registry.ask(question, given));
        to_python(py, &answer.or_raise(py)?)
    }

    /// Makes a change.
    #[pyo3(signature = (change, given, /))]
    fn change<'py>(
        &self,
        py: Python<'py>,
        change: &str,
        given: &Bound<'py, PyDict>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let given = results(given)?;
        let answer = self.lock().change(change, given);
        to_python(py, &answer.or_raise(py)?)
    }
}

/// Answers a question about results.
#[pyfunction]
#[pyo3(signature = (question, given, /))]
pub(crate) fn strength<'py>(
    py: Python<'py>,
    question: &str,
    given: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let given = results(given)?;
    let answer = py.detach(|| rating::strength(question, given));
    to_python(py, &answer.or_raise(py)?)
}

/// Arguments, among them results of many games.
fn results(given: &Bound<'_, PyDict>) -> PyResult<Dict> {
    match from_python(&mut ValueBudget::of_results(), "arguments", given, 0)? {
        Value::Object(map) => Ok(map),
        _ => Err(type_error("arguments", "a mapping", given)),
    }
}
