//! Questions to bots of Python's own. `boardwright/_own.py` calls the functions and hands
//! on what they answer.

use std::sync::Arc;

use boardwright::arguments::ValueBudget;
use boardwright::host;
use boardwright::own::{self, Question, bot_failed};
use boardwright::value::to_value;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::args::lossy;
use crate::errors::OrRaise;
use crate::game::Game;
use crate::jobs::{Bell, CompletionQueue};
use crate::observation::Observation;
use crate::value::{from_python, to_python};

/// The questions to bots of the host's own; a bell rings in the mailbox under the number.
#[pyclass(frozen, module = "boardwright._native", name = "Questions")]
pub(crate) struct Questions {
    pub(crate) inner: Arc<own::Questions>,
}

#[pymethods]
impl Questions {
    #[new]
    #[pyo3(signature = (mailbox, number, /))]
    fn new(mailbox: &CompletionQueue, number: u64) -> Self {
        let bell = Bell::new(mailbox, number);
        Self {
            inner: own::Questions::new(move || bell.ring()),
        }
    }

    /// Takes the oldest item: a question, or the number of one that is given up.
    fn take<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(match self.inner.take() {
            None => None,
            Some(own::Told::GivenUp(id)) => Some(id.into_pyobject(py)?.into_any()),
            Some(own::Told::Asked(inner)) => {
                Some(Bound::new(py, NativeQuestion { inner })?.into_any())
            }
        })
    }
}

/// A question; dropped without an answer, it counts as a failure of the bot.
#[pyclass(frozen, module = "boardwright._native", name = "NativeQuestion")]
pub(crate) struct NativeQuestion {
    pub(crate) inner: Arc<Question>,
}

#[pymethods]
impl NativeQuestion {
    /// The question besides the observation.
    fn details<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &to_value(self.inner.details()).or_raise(py)?)
    }

    /// The knowledge of the seat.
    fn observation(&self, py: Python<'_>) -> PyResult<Observation> {
        let inner = self.inner.observation().clone();
        let game = Game::share(py, inner.game())?;
        Ok(Observation::new(inner, game))
    }

    /// True once no answer is awaited any more.
    fn is_over(&self) -> bool {
        self.inner.is_over()
    }

    /// Answers; says whether an answer was awaited.
    #[pyo3(signature = (value, /))]
    fn answer(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<bool> {
        let value = from_python(&mut ValueBudget::new(), "answer", value, 0)?;
        // The table's mutex is never waited for with the GIL.
        py.detach(|| host::guard(|| Ok(self.inner.answer(&value))))
            .or_raise(py)
    }

    /// Reports that the bot failed; says whether an answer was awaited.
    #[pyo3(signature = (message, /))]
    fn fail(&self, py: Python<'_>, message: &Bound<'_, PyString>) -> PyResult<bool> {
        let error = bot_failed(&lossy(message));
        py.detach(|| host::guard(|| Ok(self.inner.fail(error))))
            .or_raise(py)
    }
}
