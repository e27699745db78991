//! Questions to bots of Python's own. `boardwright/_own.py` calls the functions and hands
//! on what they answer.

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};

use boardwright::Error;
use boardwright::arguments::ValueBudget;
use boardwright::host::{self, Limits};
use boardwright::jobs::{Finished, Request};
use boardwright::own::{self, Ask, Question, bot_failed};
use boardwright::value::{Dict, Value};
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyString, PyTuple};

use crate::args::lossy;
use crate::bot::BotSubject;
use crate::errors::{OrRaise, raised};
use crate::game::Game;
use crate::jobs::{Bell, CompletionQueue, POLL, ResultKind, Work};
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
        to_python(py, self.inner.details())
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

/// A callable that decides without a table.
pub(crate) struct OwnBot {
    pub(crate) inner: own::OwnBot,
    pub(crate) call: Py<PyAny>,
}

/// An item of a decision for which the calling thread answers.
enum Told {
    Asked(Arc<Question>),
    Ended(Finished<Value>),
}

impl OwnBot {
    pub(crate) fn new(call: &Bound<'_, PyAny>, options: &Dict) -> PyResult<Self> {
        Ok(Self {
            inner: own::OwnBot::new(options).or_raise(call.py())?,
            call: call.clone().unbind(),
        })
    }

    /// The error of a call that a bot of the host's own does not have.
    pub(crate) fn unsupported(call: &str) -> Error {
        Error::unsupported(format!(
            "{call}: a bot of your own decides, and nothing else"
        ))
    }

    /// Decides on the calling thread, which calls the callable itself.
    pub(crate) fn wait<'py>(
        &self,
        py: Python<'py>,
        asked: BotSubject,
        limits: Limits,
    ) -> PyResult<Bound<'py, PyAny>> {
        let module = py.import("boardwright._own")?;
        module.call_method1("check_plain", (&self.call,))?;
        let (send, mut told) = mpsc::channel();
        let asks = send.clone();
        let ask: Ask = Arc::new(move |question| drop(asks.send(Told::Asked(Arc::new(question)))));
        let begin = || {
            let work = host::plain(self.inner.decide(ask, &asked.subject(), &limits)?);
            work.submit(Request::default(), move |finished| {
                drop(send.send(Told::Ended(finished)));
            })
        };
        // Dropped by whatever is raised here, which cancels it.
        let _job = py.detach(begin).or_raise(py)?.owned();
        let mut cause = py.None().into_bound(py);
        loop {
            let next;
            (told, next) = py.detach(move || {
                let next = told.recv_timeout(POLL);
                (told, next)
            });
            match next {
                Ok(Told::Asked(inner)) => {
                    let question = NativeQuestion { inner };
                    cause = module.call_method1("answer_here", (&self.call, question))?;
                }
                Ok(Told::Ended(finished)) => {
                    let decision = ResultKind::Decision.finish(py, finished);
                    return decision.inspect_err(|error| {
                        let cause = (!cause.is_none()).then(|| PyErr::from_value(cause));
                        error.set_cause(py, cause);
                    });
                }
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => {
                    let error = Error::cancelled("the pool has been shut down");
                    return Err(raised(py, &error));
                }
            }
        }
    }

    /// Starts it; a `concurrent.futures.Future` has the end.
    pub(crate) fn future<'py>(
        &self,
        py: Python<'py>,
        asked: BotSubject,
        limits: Limits,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.begun(py, "submit", asked, limits)
    }

    /// A coroutine that starts it when it is awaited.
    pub(crate) fn coroutine<'py>(
        &self,
        py: Python<'py>,
        asked: BotSubject,
        limits: Limits,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.begun(py, "run", asked, limits)
    }

    /// Calls a function of `_own.py` with the callable and what makes the work, once there are
    /// questions to put.
    fn begun<'py>(
        &self,
        py: Python<'py>,
        how: &str,
        asked: BotSubject,
        limits: Limits,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (bot, asked) = (self.inner.clone(), Arc::new(asked));
        let work = move |args: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>| {
            let questions = args.get_item(0)?.cast_into::<Questions>()?;
            let ask = questions.get().inner.ask();
            let (bot, asked, limits) = (bot.clone(), Arc::clone(&asked), limits.clone());
            let work = Work::new(limits.deadline, ResultKind::Decision, move || {
                bot.decide(Arc::clone(&ask), &asked.subject(), &limits)
                    .map(host::plain)
            });
            Py::new(args.py(), work)
        };
        let work = PyCFunction::new_closure(py, None, None, work)?;
        py.import("boardwright._own")?
            .call_method1(how, (&self.call, work))
    }
}
