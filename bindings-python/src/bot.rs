//! Deciders.

use boardwright::Error;
use boardwright::arguments;
use boardwright::host::{self, Limits, SeatRef, Subject};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::analysis::{Analysis, AnalysisRequest};
use crate::args::{Arg, Int, items, lossy, maybe_seat, type_error, whole};
use crate::errors::{OrRaise, raised};
use crate::game::Game;
use crate::jobs::{ResultKind, Work};
use crate::observation::Observation;
use crate::state::State;
use crate::value::{dict_to_python, options};

/// A bot for one game, made by name.
///
/// Its draws follow from its seed (0 to 2**64 - 1). It takes one decision at a time; a
/// second one meanwhile is refused with BotBusyError. Copies and pickles are as new: they
/// have learnt nothing. Raises UnknownBotError,
/// UnknownGameError and InvalidOptionError, which say what exists.
#[pyclass(frozen, weakref, module = "boardwright", name = "Bot")]
pub(crate) struct Bot {
    pub(crate) inner: host::Bot,
    /// True if its seed was given; where it was not, a table draws one.
    pub(crate) seeded: bool,
}

/// The state or observation that a bot is asked about, kept until the work starts.
enum BotSubject {
    State(host::State, Option<BotHome>),
    Observation(host::Observation),
}

/// A seat that outlives its argument.
enum BotHome {
    Index(i64),
    Name(String),
}

impl From<SeatRef<'_>> for BotHome {
    fn from(seat: SeatRef<'_>) -> Self {
        match seat {
            SeatRef::Index(i) => Self::Index(i),
            SeatRef::Name(name) => Self::Name(name.to_owned()),
        }
    }
}

impl BotHome {
    fn borrowed(&self) -> SeatRef<'_> {
        match self {
            Self::Index(i) => SeatRef::Index(*i),
            Self::Name(name) => SeatRef::Name(name),
        }
    }
}

impl BotSubject {
    fn subject(&self) -> Subject<'_> {
        match self {
            Self::State(state, seat) => Subject::State(state, seat.as_ref().map(BotHome::borrowed)),
            Self::Observation(observation) => Subject::Observation(observation),
        }
    }
}

impl Bot {
    /// Reads the subject of a question.
    fn subject(subject: &Bound<'_, PyAny>, seat: Option<SeatRef<'_>>) -> PyResult<BotSubject> {
        let py = subject.py();
        Ok(if let Ok(state) = subject.cast::<State>() {
            BotSubject::State(state.get().inner.clone(), seat.map(BotHome::from))
        } else if let Ok(observation) = subject.cast::<Observation>() {
            if seat.is_some() {
                let message = "seat: an observation has its own";
                return Err(raised(py, &Error::invalid_option(message)));
            }
            BotSubject::Observation(observation.get().inner.clone())
        } else {
            return Err(PyTypeError::new_err(
                "subject: takes a State or an Observation",
            ));
        })
    }

    /// Reads the subject of a question and its limits.
    fn read(
        subject: &Bound<'_, PyAny>,
        seat: Arg<'_, '_>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<(BotSubject, Limits)> {
        let asked = Self::subject(subject, maybe_seat(seat)?)?;
        Ok((asked, crate::limits::read(subject.py(), limits)?))
    }

    fn work(
        &self,
        subject: &Bound<'_, PyAny>,
        seat: Arg<'_, '_>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Work> {
        let (asked, limits) = Self::read(subject, seat, limits)?;
        let bot = self.inner.clone();
        let caller = bot.caller();
        let work = Work::new(limits.deadline, ResultKind::Decision, move || {
            bot.decide(&asked.subject(), limits.clone())
                .map(host::plain)
        });
        Ok(work.of_caller(caller))
    }

    fn study(
        &self,
        subject: &Bound<'_, PyAny>,
        seat: Arg<'_, '_>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<AnalysisRequest> {
        let (asked, limits) = Self::read(subject, seat, limits)?;
        let bot = self.inner.clone();
        let caller = bot.caller();
        let deadline = limits.deadline;
        Ok(AnalysisRequest::new(caller, deadline, move |watch| {
            bot.analyse(&asked.subject(), limits.clone(), watch)
                .map(host::plain)
        }))
    }
}

#[pymethods]
impl Bot {
    #[new]
    #[pyo3(
        signature = (name, /, *, game, seed=None, **options),
        text_signature = "(name, /, *, game, seed=0, **options)"
    )]
    fn new(
        py: Python<'_>,
        name: &Bound<'_, PyString>,
        game: &Bound<'_, PyAny>,
        seed: Option<Int>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let seeded = seed.is_some();
        let seed = whole(py, &arguments::SEED, seed)?;
        let game = match game.cast::<Game>() {
            Ok(game) => game.get().inner.name().into(),
            Err(_) => match game.cast::<PyString>() {
                Ok(name) => lossy(name),
                Err(_) => return Err(type_error("game", "the name of a game or a Game", game)),
            },
        };
        let inner = host::Bot::new(&lossy(name), &game, &self::options(options)?, seed);
        Ok(Self {
            inner: inner.or_raise(py)?,
            seeded,
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

    /// Its name, game, options and seed; a seed that was not given is not.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, bot) = (slf.py(), slf.get());
        let given = dict_to_python(py, bot.inner.options())?;
        given.set_item("game", bot.inner.game())?;
        if bot.seeded {
            given.set_item("seed", bot.inner.seed())?;
        }
        let partial = py.import("functools")?.getattr("partial")?;
        let make = partial.call((slf.get_type(),), Some(&given))?;
        (make, (bot.inner.name(),)).into_pyobject(py)
    }

    /// Decides for a state of a game that hides nothing, or for an observation.
    ///
    /// Waits with the GIL released, and Ctrl-C stops it. Times are in seconds: movetime
    /// counts from the start of the search, deadline from the call, clock is a map of
    /// remaining, increment and moves_to_go, and clocks has one for each seat; nodes are
    /// positions, depth is in plies, and mate in moves. lines asks for that many of the best
    /// moves, and moves names those to choose from. heard lists what those that the seat plays
    /// with have said, the oldest first; where it is given, also empty, a bot that talks
    /// says something itself. The seat need be named only for a state with several live ones.
    /// Without limits a bot that searches takes 1 s. Raises HiddenInformationError for a state
    /// of a game that hides anything, NotYourTurnError, GameOverError, BotBusyError, BusyError
    /// and CancelledError.
    #[pyo3(
        signature = (subject, seat=None, **limits),
        text_signature = "($self, subject, seat=None, *, movetime=None, deadline=None, nodes=None, depth=None, mate=None, lines=None, moves=None, clock=None, clocks=None, heard=None)"
    )]
    fn decide<'py>(
        &self,
        py: Python<'py>,
        subject: &Bound<'py, PyAny>,
        seat: Arg<'_, 'py>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.work(subject, seat, limits)?.wait(py)
    }

    /// Starts decide(); cancelling the future stops the work.
    #[pyo3(
        signature = (subject, seat=None, **limits),
        text_signature = "($self, subject, seat=None, *, movetime=None, deadline=None, nodes=None, depth=None, mate=None, lines=None, moves=None, clock=None, clocks=None, heard=None)"
    )]
    fn decide_future<'py>(
        &self,
        py: Python<'py>,
        subject: &Bound<'py, PyAny>,
        seat: Arg<'_, 'py>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.work(subject, seat, limits)?.future(py)
    }

    /// Awaits decide(); cancelling the task stops the work.
    #[pyo3(
        signature = (subject, seat=None, **limits),
        text_signature = "($self, subject, seat=None, *, movetime=None, deadline=None, nodes=None, depth=None, mate=None, lines=None, moves=None, clock=None, clocks=None, heard=None)"
    )]
    fn decide_async<'py>(
        &self,
        py: Python<'py>,
        subject: &Bound<'py, PyAny>,
        seat: Arg<'_, 'py>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.work(subject, seat, limits)?.coroutine(py)
    }

    /// Decides about each of several states or observations, on all threads of the pool.
    ///
    /// Each decision is made by the bot as new, so that it depends on its own subject alone, in
    /// whatever order they come; the bot itself stays free. The limits are those of each
    /// decision, but for deadline, which is that of all. Waits with the GIL released, and
    /// Ctrl-C stops it. Errors are those of decide(), and name the subject by its place.
    #[pyo3(
        signature = (subjects, /, **limits),
        text_signature = "($self, subjects, /, *, movetime=None, deadline=None, nodes=None, depth=None, mate=None, lines=None, moves=None, clock=None, clocks=None, heard=None)"
    )]
    fn decide_many<'py>(
        &self,
        py: Python<'py>,
        subjects: &Bound<'py, PyAny>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limits = crate::limits::read(py, limits)?;
        let asked = items("subjects", subjects)?;
        let asked: Vec<_> = asked
            .iter()
            .map(|subject| Self::subject(subject, None))
            .collect::<PyResult<_>>()?;
        let bot = self.inner.clone();
        let caller = bot.caller();
        let work = Work::new(limits.deadline, ResultKind::Decisions, move || {
            let subjects: Vec<_> = asked.iter().map(BotSubject::subject).collect();
            bot.decide_many(&subjects, limits.clone()).map(host::plain)
        });
        work.of_caller(caller).wait(py)
    }

    /// Thinks in full strength, and tells what it thinks: an iterator of Info.
    ///
    /// There is one for each line of each depth and, where there is one line, for each
    /// change of the best move within a depth; at the end the iterator has the decision,
    /// which is the first move of the last Info. Without limits it goes on until it is
    /// stopped: by conclude(), by close(), or when the iterator is no longer used, as after
    /// a break. Of someone who reads so slowly that a thousand wait, the oldest are dropped.
    /// Arguments and errors are those of decide().
    #[pyo3(
        signature = (subject, seat=None, **limits),
        text_signature = "($self, subject, seat=None, *, movetime=None, deadline=None, nodes=None, depth=None, mate=None, lines=None, moves=None, clock=None, clocks=None, heard=None)"
    )]
    fn analyse<'py>(
        &self,
        py: Python<'py>,
        subject: &Bound<'py, PyAny>,
        seat: Arg<'_, 'py>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Analysis> {
        self.study(subject, seat, limits)?.begin(py)
    }

    /// Returns an asynchronous iterator of what analyse() tells.
    ///
    /// It starts when it is first asked, and is stopped when its task is cancelled.
    #[pyo3(
        signature = (subject, seat=None, **limits),
        text_signature = "($self, subject, seat=None, *, movetime=None, deadline=None, nodes=None, depth=None, mate=None, lines=None, moves=None, clock=None, clocks=None, heard=None)"
    )]
    fn analyse_async<'py>(
        &self,
        py: Python<'py>,
        subject: &Bound<'py, PyAny>,
        seat: Arg<'_, 'py>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.study(subject, seat, limits)?.asynchronous(py)
    }

    /// Forgets what was learnt of a game, so that the bot is as new.
    ///
    /// Raises BotBusyError while it is at work.
    fn new_game(&self, py: Python<'_>) -> PyResult<()> {
        let bot = self.inner.clone();
        py.detach(move || bot.new_game()).or_raise(py)
    }

    fn __repr__(&self) -> String {
        format!("Bot('{}', game='{}')", self.inner.name(), self.inner.game())
    }
}
