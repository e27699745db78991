//! Deciders.

use boardwright::Error;
use boardwright::rim::{self, Limits, SeatRef, Subject};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::args::{Arg, Int, lossy, maybe_seat, maybe_seconds, maybe_whole, whole};
use crate::errors::{OrRaise, raised};
use crate::game::Game;
use crate::jobs::{Shape, Work};
use crate::observation::Observation;
use crate::state::State;
use crate::value::options;

/// A bot for one game, made by name.
///
/// Its draws follow from its seed (0 to 2**64 - 1). It takes one decision at a time; a
/// second one meanwhile is refused with BusyError. Raises UnknownBotError,
/// UnknownGameError and InvalidOptionError, which say what exists.
#[pyclass(frozen, module = "boardwright", name = "Bot")]
pub(crate) struct Bot {
    pub(crate) inner: rim::Bot,
}

/// What it is asked about, kept until the work starts.
enum Asked {
    State(rim::State, Option<Place>),
    Observation(rim::Observation),
}

/// A seat that outlives its argument.
enum Place {
    Index(i64),
    Name(String),
}

impl From<SeatRef<'_>> for Place {
    fn from(seat: SeatRef<'_>) -> Self {
        match seat {
            SeatRef::Index(i) => Self::Index(i),
            SeatRef::Name(name) => Self::Name(name.to_owned()),
        }
    }
}

impl Place {
    fn borrowed(&self) -> SeatRef<'_> {
        match self {
            Self::Index(i) => SeatRef::Index(*i),
            Self::Name(name) => SeatRef::Name(name),
        }
    }
}

impl Asked {
    fn subject(&self) -> Subject<'_> {
        match self {
            Self::State(state, seat) => Subject::State(state, seat.as_ref().map(Place::borrowed)),
            Self::Observation(observation) => Subject::Observation(observation),
        }
    }
}

impl Bot {
    fn work(
        &self,
        subject: &Bound<'_, PyAny>,
        seat: Arg<'_, '_>,
        (movetime, deadline): (Arg<'_, '_>, Arg<'_, '_>),
        (nodes, depth): (Option<Int>, Option<Int>),
    ) -> PyResult<Work> {
        let py = subject.py();
        let seat = maybe_seat(seat)?;
        let asked = if let Ok(state) = subject.cast::<State>() {
            Asked::State(state.get().inner.clone(), seat.map(Place::from))
        } else if let Ok(observation) = subject.cast::<Observation>() {
            if seat.is_some() {
                let message = "seat: an observation has its own";
                return Err(raised(py, &Error::invalid_option(message)));
            }
            Asked::Observation(observation.get().inner.clone())
        } else {
            return Err(PyTypeError::new_err(
                "subject: takes a State or an Observation",
            ));
        };
        let limits = Limits {
            movetime: maybe_seconds("movetime", movetime)?,
            deadline: maybe_seconds("deadline", deadline)?,
            nodes: maybe_whole(py, "nodes", nodes, u64::MAX)?,
            depth: maybe_whole(py, "depth", depth, u32::MAX.into())?.map(|n| n as u32),
            ..Limits::default()
        };
        let bot = self.inner.clone();
        let caller = bot.caller();
        let work = Work::new(limits.deadline, Shape::Decision, move || {
            bot.decide(&asked.subject(), limits.clone())
        });
        Ok(work.of_caller(caller))
    }
}

#[pymethods]
impl Bot {
    #[new]
    #[pyo3(
        signature = (name, /, *, game, seed=Int::of(0), **options),
        text_signature = "(name, /, *, game, seed=0, **options)"
    )]
    fn new(
        py: Python<'_>,
        name: &Bound<'_, PyString>,
        game: &Bound<'_, PyAny>,
        seed: Int,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let seed = whole(py, "seed", seed, 0, u64::MAX)?;
        let game = match game.cast::<Game>() {
            Ok(game) => game.get().inner.name().into(),
            Err(_) => lossy(game.cast::<PyString>()?),
        };
        let inner = rim::Bot::new(&lossy(name), &game, &self::options(options)?, seed);
        Ok(Self {
            inner: inner.or_raise(py)?,
        })
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        self.inner.name()
    }

    /// The name of the game it plays.
    #[getter]
    fn game(&self) -> &'static str {
        self.inner.game()
    }

    /// Decide for a state of a game that hides nothing, or for an observation.
    ///
    /// Waits with the GIL released, and Ctrl-C stops it. Times are in seconds: movetime
    /// counts from the start of the search, deadline from the call; nodes and depth are
    /// positions and plies. The seat need be named only for a state with several live
    /// ones. Raises HiddenInformationError for a state of a game that hides anything,
    /// NotYourTurnError, GameOverError, BusyError and CancelledError.
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    #[pyo3(signature = (
        subject, seat=None, *, movetime=None, deadline=None, nodes=None, depth=None
    ))]
    fn decide<'py>(
        &self,
        py: Python<'py>,
        subject: &Bound<'py, PyAny>,
        seat: Arg<'_, 'py>,
        movetime: Arg<'_, 'py>,
        deadline: Arg<'_, 'py>,
        nodes: Option<Int>,
        depth: Option<Int>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.work(subject, seat, (movetime, deadline), (nodes, depth))?
            .wait(py)
    }

    /// Start decide(); cancelling the future stops the work.
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    #[pyo3(signature = (
        subject, seat=None, *, movetime=None, deadline=None, nodes=None, depth=None
    ))]
    fn decide_future<'py>(
        &self,
        py: Python<'py>,
        subject: &Bound<'py, PyAny>,
        seat: Arg<'_, 'py>,
        movetime: Arg<'_, 'py>,
        deadline: Arg<'_, 'py>,
        nodes: Option<Int>,
        depth: Option<Int>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.work(subject, seat, (movetime, deadline), (nodes, depth))?
            .future(py)
    }

    /// Await decide(); cancelling the task stops the work.
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    #[pyo3(signature = (
        subject, seat=None, *, movetime=None, deadline=None, nodes=None, depth=None
    ))]
    fn decide_async<'py>(
        &self,
        py: Python<'py>,
        subject: &Bound<'py, PyAny>,
        seat: Arg<'_, 'py>,
        movetime: Arg<'_, 'py>,
        deadline: Arg<'_, 'py>,
        nodes: Option<Int>,
        depth: Option<Int>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.work(subject, seat, (movetime, deadline), (nodes, depth))?
            .coroutine(py)
    }

    fn __repr__(&self) -> String {
        format!("Bot('{}', game='{}')", self.inner.name(), self.inner.game())
    }
}
