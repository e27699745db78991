//! The table, by the names of its calls and plain values. What the calls are is
//! the library's business; `boardwright/_table.py` gives them Python's names.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use boardwright::arguments::ValueBudget;
use boardwright::host::SeatRef;
use boardwright::jobs::Finished;
use boardwright::table::{self, NOW};
use boardwright::value::{Dict, Value};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::args::{self, Arg, Int, lossy, maybe_seconds, maybe_whole, notation};
use crate::bot::Bot;
use crate::errors::OrRaise;
use crate::game::Game;
use crate::jobs::{Bell, Completion, CompletionQueue, POLL, ResultKind};
use crate::observation::Observation;
use crate::own::Questions;
use crate::state::State;
use crate::value::{from_python, insert, options, to_python};

/// Seats, clocks, bots and events around one game.
#[pyclass(frozen, module = "boardwright._native", name = "Table")]
pub(crate) struct Table {
    pub(crate) inner: table::Table,
}

/// Reads the occupants of the seats; a bot given as an object, by itself or in a map, is made again
/// from its name, options and seed, so that it belongs to the table.
fn seats(given: &Bound<'_, PyDict>) -> PyResult<Dict> {
    let mut out = Dict::new();
    for (seat, occupant) in given {
        let seat = lossy(seat.str()?.cast::<PyString>()?).into_owned();
        let occupant = occupant_value(&seat, &occupant)?;
        insert(given.py(), &mut out, "seats", seat, occupant)?;
    }
    Ok(out)
}

fn occupant_value(name: &str, occupant: &Bound<'_, PyAny>) -> PyResult<Value> {
    if let Ok(bot) = occupant.cast::<Bot>() {
        let seat = [("bot".to_owned(), bot.get().described())];
        return Ok(Value::Object(seat.into_iter().collect()));
    }
    let map = occupant.cast::<PyDict>();
    let bot = map.ok().map(|map| map.get_item("bot")).transpose()?;
    let Some(Ok(bot)) = bot
        .as_ref()
        .and_then(Option::as_ref)
        .map(|bot| bot.cast::<Bot>())
    else {
        return from_python(&mut ValueBudget::new(), name, occupant, 0);
    };
    let rest = occupant.cast::<PyDict>()?.copy()?;
    rest.del_item("bot")?;
    let mut seat = from_python(&mut ValueBudget::new(), name, rest.as_any(), 0)?;
    if let Value::Object(seat) = &mut seat {
        seat.insert("bot".into(), bot.get().described());
    }
    Ok(seat)
}

/// Reads the settings of a table or the arguments of a call, in which a bot may be an object.
fn values(py: Python<'_>, of: &str, given: &Bound<'_, PyDict>) -> PyResult<Dict> {
    let mut out = Dict::new();
    for (key, value) in given {
        let key = lossy(key.cast::<PyString>()?).into_owned();
        let value = occupant_value(&key, &value)?;
        insert(py, &mut out, of, key, value)?;
    }
    Ok(out)
}

/// A bell that is rung once until somebody looks.
struct Ringer {
    // Dropped before the bell, which rings then: whoever looks sees that it is over.
    rung: Arc<AtomicBool>,
    bell: Bell,
}

impl Ringer {
    fn ring(&self) {
        if !self.rung.swap(true, Ordering::AcqRel) {
            self.bell.ring();
        }
    }
}

/// A listener of a table, which it does not keep.
#[pyclass(frozen, module = "boardwright._native", name = "Listening")]
pub(crate) struct Listening {
    table: table::WeakTable,
    id: u64,
    followed: Option<table::Follower>,
    rung: Arc<AtomicBool>,
}

#[pymethods]
impl Listening {
    /// Takes note that it looks at the table: it rings again after the next change.
    fn heard(&self) {
        self.rung.store(false, Ordering::Release);
    }

    /// Takes the events that it was not told yet; None where there are none.
    fn take<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(followed) = &self.followed else {
            return Ok(None);
        };
        let told = py.detach(|| followed.take());
        told.or_raise(py)?
            .map(|told| to_python(py, &told))
            .transpose()
    }

    /// True once it is told nothing any more.
    fn is_over(&self) -> bool {
        Arc::strong_count(&self.rung) == 1
    }

    /// Stops; the bell rings for the last time.
    fn stop(&self, py: Python<'_>) {
        py.detach(|| {
            if let Some(table) = self.table.upgrade() {
                table.unlisten(self.id);
            }
        });
    }
}

#[pymethods]
impl Table {
    #[new]
    #[pyo3(signature = (state, seats, settings, /))]
    fn new(
        py: Python<'_>,
        state: &Bound<'_, State>,
        seats: &Bound<'_, PyDict>,
        settings: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let state = &state.get().inner;
        let (seats, settings) = (self::seats(seats)?, values(py, "a table", settings)?);
        let made = py.detach(|| table::Table::from_values(state, &seats, &settings));
        Ok(Self {
            inner: made.or_raise(py)?,
        })
    }

    /// Starts a game by its name, with seeds that are drawn where none are given.
    #[staticmethod]
    #[pyo3(signature = (game, game_options, seats, settings, /))]
    fn of_game(
        py: Python<'_>,
        game: &Bound<'_, PyString>,
        game_options: &Bound<'_, PyDict>,
        seats: &Bound<'_, PyDict>,
        settings: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let (game, game_options) = (lossy(game), options(Some(game_options))?);
        let (seats, settings) = (self::seats(seats)?, values(py, "a table", settings)?);
        let made = py.detach(|| table::Table::start(&game, &game_options, &seats, &settings));
        Ok(Self {
            inner: made.or_raise(py)?,
        })
    }

    /// Takes up what the call `save` gave.
    #[staticmethod]
    #[pyo3(signature = (text, /))]
    fn load(py: Python<'_>, text: &Bound<'_, PyString>) -> PyResult<Self> {
        let text = notation("saved table", text)?;
        let loaded = py.detach(|| table::Table::load(text));
        Ok(Self {
            inner: loaded.or_raise(py)?,
        })
    }

    /// Makes a call by its name.
    #[pyo3(signature = (name, /, **args))]
    fn call<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        args: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let values = args.map_or_else(|| Ok(Dict::new()), |args| values(py, name, args))?;
        // The table's mutex is never waited for with the GIL.
        let answer = py.detach(|| self.inner.answer_to(name, &values));
        to_python(py, &answer.or_raise(py)?)
    }

    /// Makes a call for the client of a seat.
    #[pyo3(signature = (seat, name, payload, now=None, /))]
    fn seat_call<'py>(
        &self,
        py: Python<'py>,
        seat: &Bound<'py, PyString>,
        name: &str,
        payload: &Bound<'py, PyDict>,
        now: Option<Int>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (seat, payload) = (lossy(seat), values(py, name, payload)?);
        let now = maybe_whole(py, &NOW, now)?;
        let answer = py.detach(|| {
            let seat = SeatRef::read(&seat);
            let args = self.inner.seat_arguments(seat, name, &payload, now)?;
            self.inner.answer_to(name, &args)
        });
        to_python(py, &answer.or_raise(py)?)
    }

    /// Waits until no bot is at work, up to some seconds; say whether it is so.
    #[pyo3(signature = (timeout=None))]
    fn wait(&self, py: Python<'_>, timeout: Arg<'_, '_>) -> PyResult<bool> {
        let mut left = maybe_seconds("timeout", timeout)?;
        loop {
            let slice = left.map_or(POLL, |left| left.min(POLL));
            if py.detach(|| self.inner.wait_quiet(Some(slice))) {
                return Ok(true);
            }
            py.check_signals()?;
            if let Some(left) = &mut left {
                *left = left.saturating_sub(slice);
                if *left == Duration::ZERO {
                    return Ok(false);
                }
            }
        }
    }

    /// Puts a letter into the mailbox once no bot is at work, or the table is closed.
    #[pyo3(signature = (mailbox, number, /))]
    fn start(&self, py: Python<'_>, mailbox: &CompletionQueue, number: u64) {
        let slots = Arc::clone(&mailbox.slots);
        py.detach(|| {
            self.inner.when_quiet(move |result| {
                slots.put(Completion {
                    number,
                    shape: ResultKind::Plain,
                    finished: Finished {
                        result: result.map(|()| Value::Null),
                        queued: Duration::ZERO,
                        ran: Duration::ZERO,
                    },
                });
            });
        });
    }

    /// Rings a bell under the number after each change, until `Listening.heard` only once.
    ///
    /// The arguments say whose events are followed, if any are.
    #[pyo3(signature = (mailbox, number, args, /))]
    fn listen(
        &self,
        py: Python<'_>,
        mailbox: &CompletionQueue,
        number: u64,
        args: &Bound<'_, PyDict>,
    ) -> PyResult<Listening> {
        let args = options(Some(args))?;
        let rung = Arc::new(AtomicBool::new(false));
        let ringer = Ringer {
            rung: Arc::clone(&rung),
            bell: Bell::new(mailbox, number),
        };
        let listen = || {
            let followed = table::followed(&self.inner, &args)?;
            if followed.is_some() {
                // Events from before; who listens to changes alone looks by itself.
                ringer.ring();
            }
            let id = self.inner.listen(Box::new(move || ringer.ring()));
            let table = self.inner.downgrade();
            Ok(Listening {
                table,
                id,
                followed,
                rung,
            })
        };
        py.detach(listen).or_raise(py)
    }

    /// The game.
    fn game(&self, py: Python<'_>) -> PyResult<Py<Game>> {
        Game::share(py, py.detach(|| self.inner.game()))
    }

    /// The state, with everything that is hidden from seats.
    fn state(&self, py: Python<'_>) -> PyResult<State> {
        let inner = py.detach(|| self.inner.state());
        let game = Game::share(py, inner.game())?;
        Ok(State::new(inner, game))
    }

    /// The knowledge of a seat.
    #[pyo3(signature = (seat, /))]
    fn observe(&self, py: Python<'_>, seat: &Bound<'_, PyAny>) -> PyResult<Observation> {
        let seat = args::seat(seat)?;
        let inner = py.detach(|| self.inner.observe(seat)).or_raise(py)?;
        let game = Game::share(py, inner.game())?;
        Ok(Observation::new(inner, game))
    }

    /// A number that grows with each change.
    fn revision(&self, py: Python<'_>) -> u64 {
        py.detach(|| self.inner.revision())
    }

    /// Has the questions of a seat of the host's own bot put there.
    #[pyo3(signature = (seat, questions, /))]
    fn attend(
        &self,
        py: Python<'_>,
        seat: &Bound<'_, PyString>,
        questions: &Questions,
    ) -> PyResult<()> {
        let (seat, ask) = (lossy(seat), questions.inner.ask());
        py.detach(|| self.inner.attend(SeatRef::read(&seat), ask))
            .or_raise(py)
    }

    /// Ends all work of its bots, and whoever waits for them; what was said stays readable.
    fn close(&self, py: Python<'_>) {
        py.detach(|| self.inner.close());
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        py.detach(|| format!("{:?}", self.inner))
    }
}
