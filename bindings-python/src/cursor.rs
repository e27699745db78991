//! A state that is moved forward and back in place.

use std::sync::{Mutex, MutexGuard, PoisonError};

use boardwright::arguments;
use boardwright::host;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::args::{Arg, Int, action, maybe_seat, maybe_style, whole};
use crate::errors::OrRaise;
use crate::game::Game;
use crate::lists;
use crate::state::State;

/// A state that is moved forward and back in place, for loops that try lines.
#[pyclass(frozen, weakref, module = "boardwright", name = "Cursor")]
pub(crate) struct Cursor {
    // Never held while Python code runs.
    inner: Mutex<host::Cursor>,
    game: Py<Game>,
}

impl Cursor {
    pub(crate) fn at(state: &host::State, game: Py<Game>) -> Self {
        Self {
            inner: Mutex::new(host::Cursor::new(state)),
            game,
        }
    }

    fn lock(&self) -> MutexGuard<'_, host::Cursor> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn here(&self) -> host::State {
        self.lock().state().clone()
    }
}

#[pymethods]
impl Cursor {
    #[new]
    #[pyo3(signature = (state, /))]
    fn new(py: Python<'_>, state: &Bound<'_, State>) -> Self {
        let state = state.get();
        Self::at(&state.inner, state.game.clone_ref(py))
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        Self {
            inner: Mutex::new(self.lock().clone()),
            game: self.game.clone_ref(py),
        }
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.__copy__(py)
    }

    /// The state where it stands.
    #[getter]
    fn state(&self, py: Python<'_>) -> State {
        State::new(self.here(), self.game.clone_ref(py))
    }

    /// The number of moves made since the start.
    #[getter]
    fn depth(&self) -> usize {
        self.lock().depth()
    }

    /// Goes on by a move, given as text or action id; stays on an error.
    ///
    /// Raises as State.play() does.
    #[pyo3(signature = (r#move, seat=None, style=None))]
    fn play(
        &self,
        py: Python<'_>,
        r#move: &Bound<'_, PyAny>,
        seat: Arg<'_, '_>,
        style: Option<&Bound<'_, PyString>>,
    ) -> PyResult<()> {
        let (seat, action, style) = (maybe_seat(seat)?, action(r#move)?, maybe_style(style));
        let played = self.lock().play(seat, action, style.as_deref());
        played.or_raise(py)
    }

    /// Goes back by some plies; returns how many, fewer where the line is shorter.
    #[pyo3(
        signature = (plies=Int::of(1)),
        text_signature = "($self, plies=1)"
    )]
    fn undo(&self, py: Python<'_>, plies: Int) -> PyResult<usize> {
        let plies = whole(py, &arguments::PLIES, Some(plies))? as usize;
        Ok(self.lock().undo(plies))
    }

    /// Lists the texts of the legal moves, of all live seats or of one.
    #[pyo3(signature = (seat=None, style=None))]
    fn legal_moves<'py>(
        &self,
        py: Python<'py>,
        seat: Arg<'_, 'py>,
        style: Option<&Bound<'py, PyString>>,
    ) -> PyResult<Bound<'py, PyList>> {
        lists::legal_moves(py, self.game.get(), &self.here(), seat, style)
    }

    /// Lists the action ids of the legal moves, in the order of legal_moves().
    #[pyo3(signature = (seat=None))]
    fn legal_ids<'py>(&self, py: Python<'py>, seat: Arg<'_, 'py>) -> PyResult<Bound<'py, PyList>> {
        lists::legal_ids(py, &self.here(), seat)
    }

    /// Counts the legal moves, of all live seats or of one.
    #[pyo3(signature = (seat=None))]
    fn count_legal(&self, py: Python<'_>, seat: Arg<'_, '_>) -> PyResult<u64> {
        self.here().count_legal(maybe_seat(seat)?).or_raise(py)
    }

    fn __repr__(&self) -> String {
        let cursor = self.lock();
        format!("Cursor({:?}, depth {})", cursor.state(), cursor.depth())
    }
}
