//! Observations: the knowledge of one seat.

use boardwright::host;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::errors::OrRaise;
use crate::game::Game;
use crate::lists;
use crate::results;
use crate::value::to_python;

/// The knowledge of one seat about a state.
///
/// The only thing that a bot, a prompt or a page for a seat of a hidden game is made
/// from. Made by State.observe(); compares and hashes by what is known.
#[pyclass(frozen, module = "boardwright", name = "Observation")]
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
        let answer = self.inner.describe();
        to_python(py, &answer.or_raise(py)?)
    }

    /// Draws in text what the seat sees.
    fn draw(&self, py: Python<'_>) -> PyResult<String> {
        let answer = host::guard(|| Ok(self.inner.draw()));
        answer.or_raise(py)
    }
    // </made: observation>

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

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}
