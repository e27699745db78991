//! Deciders.

use boardwright::Error;
use boardwright::arguments;
use boardwright::host::{self, Limits, SeatRef, Subject};
use boardwright::own::OWN;
use boardwright::value::Value;
use pyo3::exceptions::PyTypeError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use crate::analysis::{Analysis, AnalysisRequest};
use crate::args::{Arg, Int, items, lossy, maybe_seat, type_error, whole};
use crate::errors::{OrRaise, raised};
use crate::game::Game;
use crate::jobs::{ResultKind, Work};
use crate::observation::Observation;
use crate::own::OwnBot;
use crate::state::State;
use crate::value::{dict_to_python, options, to_python};

/// A bot for one game, made by name; or a bot of your own.
///
/// The draws of one made by name follow from its seed (0 to 2**64 - 1). It takes one decision
/// at a time; a second one meanwhile is refused with BotBusyError. Copies and pickles are as
/// new: they have learnt nothing. Raises UnknownBotError, UnknownGameError and
/// InvalidOptionError, which say what exists.
///
/// In place of the name a callable or coroutine function makes a bot of your own, as at the seat
/// of a table: it gets a Question and returns a move. It plays any game, or the one that is
/// named, and may be asked any number of times at once. retry_cap says how many of its answers
/// may be refused in one decision, each asked again with the reason, and bot_timeout how many
/// milliseconds it has, as at a table; after that it has failed, as by an exception, with
/// BotFailedError. Seated, it is the callable itself. Pickles hold the callable, which must
/// allow for it.
#[pyclass(frozen, weakref, module = "boardwright", name = "Bot")]
pub(crate) struct Bot {
    inner: Decider,
}

/// The one that decides.
enum Decider {
    /// A bot of the library.
    Library {
        bot: host::Bot,
        /// True if its seed was given; where it was not, a table draws one.
        seeded: bool,
    },
    /// One of the host's own.
    Own(OwnBot),
}

/// The state or observation that a bot is asked about, kept until the work starts.
pub(crate) enum BotSubject {
    State(host::State, Option<BotHome>),
    Observation(host::Observation),
}

/// A seat that outlives its argument.
pub(crate) enum BotHome {
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
    pub(crate) fn subject(&self) -> Subject<'_> {
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

    /// The bot of the library.
    ///
    /// # Errors
    ///
    /// `unsupported` for one of the host's own.
    fn library(&self, py: Python<'_>, call: &str) -> PyResult<host::Bot> {
        match &self.inner {
            Decider::Library { bot, .. } => Ok(bot.clone()),
            Decider::Own(_) => Err(raised(py, &OwnBot::unsupported(call))),
        }
    }

    /// The bot as the library reads it at a seat or among players.
    pub(crate) fn described(&self) -> Value {
        match &self.inner {
            Decider::Library { bot, seeded } => bot.described(*seeded).into(),
            Decider::Own(_) => OWN.into(),
        }
    }

    fn work(bot: &host::Bot, asked: BotSubject, limits: Limits) -> Work {
        let (bot, caller) = (bot.clone(), bot.caller());
        let work = Work::new(limits.deadline, ResultKind::Decision, move || {
            bot.decide(&asked.subject(), limits.clone())
                .map(host::plain)
        });
        work.of_caller(caller)
    }

    fn study(
        &self,
        subject: &Bound<'_, PyAny>,
        seat: Arg<'_, '_>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<AnalysisRequest> {
        let bot = self.library(subject.py(), "analyse")?;
        let (asked, limits) = Self::read(subject, seat, limits)?;
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
        signature = (bot, /, *, game=None, seed=None, **options),
        text_signature = "(bot, /, *, game=None, seed=0, **options)"
    )]
    fn new(
        py: Python<'_>,
        bot: &Bound<'_, PyAny>,
        game: Option<&Bound<'_, PyAny>>,
        seed: Option<Int>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let game = game.map(game_name).transpose()?;
        let mut options = self::options(options)?;
        if let Ok(name) = bot.cast::<PyString>() {
            let game = game.ok_or_else(|| {
                PyTypeError::new_err("a bot made by name takes the keyword argument 'game'")
            })?;
            let seeded = seed.is_some();
            let seed = whole(py, &arguments::SEED, seed)?;
            let bot = host::Bot::new(&lossy(name), &game, &options, seed).or_raise(py)?;
            let inner = Decider::Library { bot, seeded };
            return Ok(Self { inner });
        }
        if !bot.is_callable() || bot.is_instance_of::<PyType>() {
            return Err(type_error("bot", "the name of a bot or a callable", bot));
        }
        if seed.is_some() {
            options.insert("seed".into(), whole(py, &arguments::SEED, seed)?.into());
        }
        if let Some(game) = game {
            options.insert("game".into(), game.into());
        }
        let inner = Decider::Own(OwnBot::new(bot, &options)?);
        Ok(Self { inner })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        match &self.inner {
            Decider::Library { .. } => Ok(()),
            Decider::Own(own) => visit.call(&own.call),
        }
    }

    /// The callable; None for a bot of the library.
    #[getter]
    fn _own(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        match &self.inner {
            Decider::Library { .. } => None,
            Decider::Own(own) => Some(own.call.clone_ref(py)),
        }
    }

    /// The bot by plain values, as the library reads it.
    #[pyo3(name = "_described")]
    fn plain<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.described())
    }

    /// Its name; that of all bots of your own is own.
    #[getter]
    fn name(&self) -> &str {
        match &self.inner {
            Decider::Library { bot, .. } => bot.name(),
            Decider::Own(_) => OWN,
        }
    }

    /// The name of the game it plays; None for a bot of your own that plays any.
    #[getter]
    fn game(&self) -> Option<&'static str> {
        match &self.inner {
            Decider::Library { bot, .. } => Some(bot.game()),
            Decider::Own(own) => own.inner.game(),
        }
    }

    /// Its name or callable, game, options and seed; a seed that was not given is not.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let (bot, given) = match &slf.get().inner {
            Decider::Library { bot, seeded } => {
                let given = dict_to_python(py, bot.options())?;
                given.set_item("game", bot.game())?;
                if *seeded {
                    given.set_item("seed", bot.seed())?;
                }
                (bot.name().into_pyobject(py)?.into_any(), given)
            }
            Decider::Own(own) => {
                let given = dict_to_python(py, own.inner.options())?;
                (own.call.bind(py).clone(), given)
            }
        };
        let partial = py.import("functools")?.getattr("partial")?;
        let make = partial.call((slf.get_type(),), Some(&given))?;
        (make, (bot,)).into_pyobject(py)
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
    ///
    /// A bot of your own is called on this thread. Raises BotFailedError where it fails or its
    /// answers are refused too often, and UnsupportedError for a coroutine function, and for
    /// depth, mate, lines and moves, of which it is not told.
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
        let (asked, limits) = Self::read(subject, seat, limits)?;
        match &self.inner {
            Decider::Library { bot, .. } => Self::work(bot, asked, limits).wait(py),
            Decider::Own(own) => own.wait(py, asked, limits),
        }
    }

    /// Starts decide(); cancelling the future stops the work.
    ///
    /// A callable runs on a thread of its own, a coroutine function in the event loop in which
    /// this is called, if one runs.
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
        let (asked, limits) = Self::read(subject, seat, limits)?;
        match &self.inner {
            Decider::Library { bot, .. } => Self::work(bot, asked, limits).future(py),
            Decider::Own(own) => own.future(py, asked, limits),
        }
    }

    /// Awaits decide(); cancelling the task stops the work.
    ///
    /// A callable runs on a thread of its own, a coroutine function in the event loop that
    /// awaits it.
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
        let (asked, limits) = Self::read(subject, seat, limits)?;
        match &self.inner {
            Decider::Library { bot, .. } => Self::work(bot, asked, limits).coroutine(py),
            Decider::Own(own) => own.coroutine(py, asked, limits),
        }
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
        let bot = self.library(py, "decide_many")?;
        let limits = crate::limits::read(py, limits)?;
        let asked = items("subjects", subjects)?;
        let asked: Vec<_> = asked
            .iter()
            .map(|subject| Self::subject(subject, None))
            .collect::<PyResult<_>>()?;
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
        let bot = self.library(py, "new_game")?;
        py.detach(move || bot.new_game()).or_raise(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let bot = match &self.inner {
            Decider::Library { bot, .. } => format!("'{}'", bot.name()),
            Decider::Own(own) => own.call.bind(py).repr()?.to_string(),
        };
        Ok(match self.game() {
            Some(game) => format!("Bot({bot}, game='{game}')"),
            None => format!("Bot({bot})"),
        })
    }
}

fn game_name(game: &Bound<'_, PyAny>) -> PyResult<String> {
    match game.cast::<Game>() {
        Ok(game) => Ok(game.get().inner.name().into()),
        Err(_) => match game.cast::<PyString>() {
            Ok(name) => Ok(lossy(name).into_owned()),
            Err(_) => Err(type_error("game", "the name of a game or a Game", game)),
        },
    }
}
