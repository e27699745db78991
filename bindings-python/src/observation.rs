//! Observations: the knowledge of one seat.

use boardwright::host::{self, SeatRef};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::args;
use crate::errors::OrRaise;
use crate::game::Game;
use crate::lists;
use crate::results;
use crate::value::{options, to_python};

/// The knowledge of one seat about a state.
///
/// The only thing that a bot, a prompt or a page for a seat of a hidden game is made
/// from. Made by State.observe(); compares and hashes by what is known. Pickles hold the
/// state, and raise HiddenInformationError where the seat does not know all of it.
#[pyclass(frozen, weakref, module = "boardwright", name = "Observation")]
pub(crate) struct Observation {
    pub(crate) inner: host::Observation,
    game: Py<Game>,
}

impl Observation {
    pub(crate) const fn new(inner: host::Observation, game: Py<Game>) -> Self {
        Self { inner, game }
    }
}

#[pymethods]
impl Observation {
    /// The rules.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The outcome, if the game has ended and the seat was told; None otherwise.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let outcome = host::guard(|| Ok(self.inner.outcome()));
        results::outcome(py, outcome.or_raise(py)?.as_ref())
    }

    /// Lists the texts of the moves that the seat may try.
    fn candidates(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        host::guard(|| Ok(self.inner.candidates())).or_raise(py)
    }

    /// Lists the action ids of the moves that the seat may try.
    ///
    /// Raises UnsupportedError for a game without ids.
    fn candidate_ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        lists::candidate_ids(py, &self.inner)
    }

    /// Writes into a buffer which action ids the seat may try; returns how many moves those are.
    ///
    /// The array (bool or uint8) has game.action_count items, which become 1 or 0. Raises
    /// InvalidOptionError for another, and UnsupportedError for a game without ids.
    fn candidate_mask(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<usize> {
        lists::candidate_mask(py, self.game.get(), &self.inner, out)
    }

    /// Writes the planes of what the seat knows into an array of uint8 or float32.
    ///
    /// They are those of VecEnv.layout: planes by rows by columns, as float32 divided by their
    /// units. Raises InvalidOptionError for another array, and UnsupportedError for a game
    /// without planes.
    fn planes(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
        lists::planes(py, &self.inner, out)
    }

    // <made: observation> by `cargo run -p xtask -- reference` from `boardwright::queries`
    /// The name of its seat.
    #[getter]
    fn seat(&self, py: Python<'_>) -> PyResult<String> {
        let answer = host::guard(|| Ok(self.inner.seat()));
        answer.or_raise(py)
    }

    /// All that the seat knows, as text: equal exactly if the seat knows the same.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        let answer = host::guard(|| Ok(self.inner.text()));
        answer.or_raise(py)
    }

    /// The key of the information set, 16 hexadecimal digits.
    #[getter]
    fn key(&self, py: Python<'_>) -> PyResult<String> {
        let answer = host::guard(|| Ok(self.inner.key()));
        answer.or_raise(py)
    }

    /// True if the seat may act, as far as it can know.
    #[getter]
    fn may_act(&self, py: Python<'_>) -> PyResult<bool> {
        let answer = host::guard(|| Ok(self.inner.may_act()));
        answer.or_raise(py)
    }

    /// Returns all that the seat knows, in plain values.
    fn describe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let answer = self.inner.description();
        to_python(py, &answer.or_raise(py)?)
    }

    /// Describes all that the seat knows in English sentences.
    fn describe_text(&self, py: Python<'_>) -> PyResult<String> {
        let answer = host::guard(|| Ok(self.inner.describe_text()));
        answer.or_raise(py)
    }

    /// Describes in English words a move that the seat may try.
    ///
    /// The move is to be given as `candidates` has it, or by its action id. Says no more of
    /// it than the seat knows.
    ///
    /// Raises IllegalMoveError and UnsupportedError.
    #[pyo3(signature = (r#move))]
    fn move_in_words(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<String> {
        let r#move = args::action(r#move)?;
        let answer = self.inner.move_in_words(r#move);
        answer.or_raise(py)
    }

    /// Draws in text what the seat sees.
    fn draw(&self, py: Python<'_>) -> PyResult<String> {
        let answer = host::guard(|| Ok(self.inner.draw()));
        answer.or_raise(py)
    }
    // </made: observation>

    /// Answers one of the questions of the game, as State.ask(), where the seat sees everything.
    ///
    /// Raises HiddenInformationError where something is hidden.
    #[pyo3(signature = (question, /, **arguments))]
    fn ask<'py>(
        &self,
        py: Python<'py>,
        question: &Bound<'py, PyString>,
        arguments: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let given = crate::value::options(arguments)?;
        let answer = self.inner.ask(&args::lossy(question), &given);
        to_python(py, &answer.or_raise(py)?)
    }

    /// Draws what the seat knows as SVG, for a page, a file or a notebook.
    ///
    /// seat and orientation are seats; last_move is the text of a move; arrows
    /// lists texts like "e2e4", pairs of cells, or maps with from, to and color; squares
    /// lists cells or maps them to "blue", "green", "red" or "yellow"; size is the width
    /// in pixels, 16 to 8192; theme is "light", "dark" or "auto"; coordinates=False leaves
    /// out names; cells=True names each cell in an element of its own; clocks maps seats to
    /// milliseconds. Raises InvalidOptionError.
    #[pyo3(
        signature = (**options),
        text_signature = "($self, *, seat=None, last_move=None, arrows=None, squares=None, orientation=None, size=None, theme=None, coordinates=None, cells=None, clocks=None)"
    )]
    fn svg(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let options = host::DrawingOptions::read(&self::options(options)?).or_raise(py)?;
        self.inner.svg(&options).or_raise(py)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.inner == other.inner
    }

    fn __hash__(&self) -> u64 {
        self.inner.hash_code()
    }

    fn __repr__(&self) -> String {
        format!("{:?}", self.inner)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py)
    }

    #[pyo3(signature = (p, cycle, /))]
    fn _repr_pretty_(&self, p: &Bound<'_, PyAny>, cycle: bool) -> PyResult<()> {
        let drawing = if cycle {
            String::new()
        } else {
            self.draw(p.py())?
        };
        results::print(p, &self.__repr__(), &drawing)
    }

    /// The picture in a notebook.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.inner.svg(&results::NOTEBOOK).or_raise(py)
    }

    /// The picture in a notebook with its words as alternative text.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        self.inner.html(&results::NOTEBOOK).or_raise(py)
    }

    /// A state and a seat: what a seat of a hidden game knows is no part of any other text.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let saved = py.detach(|| self.inner.state()?.save()).or_raise(py)?;
        let observe = py.import("boardwright._native")?.getattr("_observed")?;
        (observe, (saved, self.inner.seat())).into_pyobject(py)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// Returns the observation of a seat of a saved state; what a pickle of one names.
#[pyfunction]
#[pyo3(name = "_observed", signature = (saved, seat, /))]
pub(crate) fn observed(py: Python<'_>, saved: &str, seat: &str) -> PyResult<Observation> {
    let observation = py.detach(|| host::load(saved)?.observe(SeatRef::Name(seat)));
    let observation = observation.or_raise(py)?;
    let game = Game::share(py, observation.game())?;
    Ok(Observation::new(observation, game))
}
