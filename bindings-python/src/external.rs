//! Programs of others, at the seats of tables.

use std::sync::mpsc::{self, RecvTimeoutError};

use boardwright::arguments::ValueBudget;
use boardwright::host::{self, SeatRef};
use boardwright::value::Dict;
use boardwright_engines::{EngineCommand, TableEngine};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::args::{lossy, type_error};
use crate::errors::OrRaise;
use crate::game::Game;
use crate::jobs::POLL;
use crate::table::Table;
use crate::value::from_python;

/// A program of somebody else that sits at tables, started by its command.
///
/// It speaks the `protocol` `uci`, `ubi` or `bei`, and is started for a `game`, a Game or a name:
/// for chess and its variants, for a player of bughouse, for Boost; never for one that hides
/// something. `command` is the program and its arguments; `options` are set at the start.
/// The call waits until the program is ready, at most 30 seconds; in an event loop
/// `await asyncio.to_thread(ExternalEngine, ...)` does so beside it.
///
/// It takes a seat of one table at a time, as a bot of your own does: `Table("chess",
/// {"black": {"bot": engine, "movetime": 200}})`, with 1 s a move where neither a time, nor
/// positions, nor a clock is given. A program that breaks down, hangs or says nonsense is
/// replaced for that move, and started anew for the next. It ends with `close`, at the end of
/// a `with` statement, and when neither you nor a table has it.
///
/// Raises UnsupportedError for a game that the protocol or the program does not play, and
/// InvalidOptionError for a program that does not start or has no such option.
#[pyclass(frozen, weakref, module = "boardwright", name = "ExternalEngine")]
pub(crate) struct ExternalEngine {
    inner: TableEngine,
    game: Py<Game>,
    protocol: &'static str,
}

fn game(py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<Py<Game>> {
    if let Ok(game) = given.cast::<Game>() {
        return Ok(game.clone().unbind());
    }
    match given.cast::<PyString>() {
        Ok(name) => Game::find(py, &lossy(name), &Dict::new()),
        Err(_) => Err(type_error("game", "a Game or the name of one", given)),
    }
}

#[pymethods]
impl ExternalEngine {
    #[new]
    #[pyo3(signature = (game, command, *, protocol=None, options=None))]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        command: &Bound<'_, PyAny>,
        protocol: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let game = self::game(py, game)?;
        let mut given = Dict::new();
        for (name, value) in [
            ("command", Some(command)),
            ("protocol", protocol),
            ("options", options),
        ] {
            if let Some(value) = value {
                let value = from_python(&mut ValueBudget::new(), name, value, 0)?;
                given.insert(name.into(), value);
            }
        }
        let command = EngineCommand::read(&given).or_raise(py)?;
        let language = command.language;
        let (send, started) = mpsc::channel();
        let plays = game.get().inner.clone();
        let begun = py.detach(|| {
            host::guard(|| {
                TableEngine::start(command, &plays, move |engine| {
                    // Who was interrupted has gone, and the program with it.
                    let _ = send.send(engine);
                })
            })
        });
        begun.or_raise(py)?;
        let mut started = started;
        let inner = loop {
            let engine;
            (started, engine) = py.detach(move || {
                let engine = started.recv_timeout(POLL);
                (started, engine)
            });
            match engine {
                Ok(engine) => break engine.or_raise(py)?,
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => {
                    let error = boardwright::Error::internal("the thread of the program ended");
                    return Err(error).or_raise(py);
                }
            }
        };
        Ok(Self {
            inner,
            game,
            protocol: language.name(),
        })
    }

    /// The name that the program gives itself, or else its command.
    #[getter]
    fn name(&self) -> &str {
        self.inner.name()
    }

    /// The game for which it was started.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The protocol that it speaks.
    #[getter]
    const fn protocol(&self) -> &'static str {
        self.protocol
    }

    /// Ends the program; what it is still asked is answered by others.
    fn close(&self, py: Python<'_>) {
        py.detach(|| self.inner.close());
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_args))]
    fn __exit__(&self, py: Python<'_>, _args: &Bound<'_, PyAny>) {
        self.close(py);
    }

    /// Answers for a seat of a table.
    #[pyo3(signature = (table, seat, /))]
    fn _attend(
        &self,
        py: Python<'_>,
        table: &Bound<'_, Table>,
        seat: &Bound<'_, PyString>,
    ) -> PyResult<()> {
        let (table, seat) = (&table.get().inner, lossy(seat));
        py.detach(|| host::guard(|| self.inner.attend(table, SeatRef::read(&seat))))
            .or_raise(py)
    }

    fn __repr__(&self) -> String {
        let game = self.inner.game().name();
        format!("ExternalEngine({game:?}, name={:?})", self.inner.name())
    }
}
