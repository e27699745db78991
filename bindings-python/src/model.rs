//! Players by language models. `boardwright/_llm.py` makes the calls.

use std::sync::Arc;

use boardwright::host;
use boardwright::model::{LanguageModel, Turn};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use boardwright::arguments::ValueBudget;

use crate::errors::OrRaise;
use crate::observation::Observation;
use crate::own::NativeQuestion;
use crate::value::{from_python, options, to_python};

/// A player by language models, without the calls.
#[pyclass(frozen, module = "boardwright._native", name = "NativeModel")]
pub(crate) struct NativeModel {
    inner: LanguageModel,
}

#[pymethods]
impl NativeModel {
    #[new]
    #[pyo3(signature = (given, /))]
    fn new(py: Python<'_>, given: &Bound<'_, PyDict>) -> PyResult<Self> {
        let given = options(Some(given))?;
        let inner = host::guard(|| LanguageModel::new(&given)).or_raise(py)?;
        Ok(Self { inner })
    }

    /// The names of the models, in the order of the endpoints.
    fn models(&self) -> Vec<&str> {
        self.inner.models()
    }

    /// Begins to answer a question.
    #[pyo3(signature = (question, /))]
    fn ask(&self, py: Python<'_>, question: &NativeQuestion) -> PyResult<NativeTurn> {
        let asked = &question.inner;
        let turn =
            py.detach(|| host::guard(|| Ok(self.inner.ask(asked.details(), asked.observation()))));
        let inner = Arc::new(turn.or_raise(py)?);
        Ok(NativeTurn { inner })
    }

    /// Begins to check all endpoints.
    fn preflight(&self) -> NativeTurn {
        let inner = Arc::new(self.inner.preflight());
        NativeTurn { inner }
    }

    /// The prompt for the move of a seat.
    #[pyo3(signature = (observation, /))]
    fn prompt<'py>(
        &self,
        py: Python<'py>,
        observation: &Observation,
    ) -> PyResult<Bound<'py, PyAny>> {
        let prompt = host::guard(|| Ok(self.inner.prompt(&observation.inner)));
        to_python(py, &prompt.or_raise(py)?)
    }

    /// The counts so far.
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.inner.stats())
    }

    /// The last exchanges with the endpoints.
    fn transcript<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let transcript = py.detach(|| host::guard(|| self.inner.transcript()));
        to_python(py, &transcript.or_raise(py)?)
    }
}

/// The steps from a question to its answer.
#[pyclass(frozen, module = "boardwright._native", name = "NativeTurn")]
pub(crate) struct NativeTurn {
    inner: Arc<Turn>,
}

#[pymethods]
impl NativeTurn {
    /// Returns the next step, with what a call came to if it was the last one.
    #[pyo3(signature = (now, reply, /))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        now: u64,
        reply: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let read = |reply| from_python(&mut ValueBudget::new(), "response", reply, 0);
        let reply = reply.map(read).transpose()?;
        let step = py.detach(|| host::guard(|| self.inner.step_with(now, reply.as_ref())));
        to_python(py, &step.or_raise(py)?)
    }

    /// Gives it up, if it has not ended.
    fn cancel(&self) {
        self.inner.cancel();
    }
}
