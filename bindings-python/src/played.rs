//! The moves of a game as text, played at once, for the names of python-chess.

use boardwright::host;
use boardwright::records;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::OrRaise;
use crate::state::State;

/// A line: the one that it leaves and the number of moves there, moves, comments and glyphs
/// by the number of moves before them.
type Line = (
    Option<(usize, usize)>,
    Vec<String>,
    Vec<(usize, String)>,
    Vec<(usize, u8)>,
);

/// The moves of a game as text, played from a state; a value.
#[pyclass(frozen, weakref, module = "boardwright", name = "PlayedText")]
pub(crate) struct PlayedText {
    inner: records::PlayedText,
}

#[pymethods]
impl PlayedText {
    /// Plays the moves of a text without tags from a state on.
    ///
    /// None for a text that can be read in more than one way, or a move that cannot be played.
    #[staticmethod]
    fn read(py: Python<'_>, text: &Bound<'_, PyString>, start: &State) -> PyResult<Option<Self>> {
        // Half a surrogate is no text to the core.
        let Ok(text) = text.to_str() else {
            return Ok(None);
        };
        let read = || host::guard(|| Ok(records::PlayedText::read(text, &start.inner)));
        let inner = py.detach(read).or_raise(py)?;
        Ok(inner.map(|inner| Self { inner }))
    }

    /// The result at its end; None if there is none.
    #[getter]
    fn result(&self) -> Option<&'static str> {
        self.inner.result().map(records::GameResult::text)
    }

    /// The comments before the first move.
    #[getter]
    fn opening(&self) -> Vec<String> {
        self.inner.opening().collect()
    }

    fn __len__(&self) -> usize {
        self.inner.plies()
    }

    /// Lists the moves of the main line.
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        py.detach(|| host::guard(|| self.inner.main_line()))
            .or_raise(py)
    }

    /// Lists the lines, each after the one that it leaves; the main line is the first.
    ///
    /// A line is the number of the one that it leaves with that of the moves before, the
    /// moves, comments and glyphs by the number of moves before them.
    fn lines(&self, py: Python<'_>) -> PyResult<Vec<Line>> {
        let lines = py
            .detach(|| host::guard(|| self.inner.lines()))
            .or_raise(py)?;
        let plain = |line: records::ToldLine| (line.leaves, line.moves, line.comments, line.glyphs);
        Ok(lines.into_iter().map(plain).collect())
    }
}
