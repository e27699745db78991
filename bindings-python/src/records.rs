//! Records of games: asked and written.

use boardwright::records::{self, write_options};
use boardwright::value::Dict;
use boardwright::{Error, host};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use crate::args::{Int, maybe_style, type_error};
use crate::errors::{OrRaise, raised};
use crate::game::Game;
use crate::results::NOTEBOOK;
use crate::state::State;
use crate::value::{from_python, to_python};

/// The record of a game: tags, moves with what is said about them, result; a value.
///
/// read_games() reads it, Record.of() makes it. Times are in milliseconds, evaluations in
/// centipawns of the first seat.
#[pyclass(frozen, weakref, module = "boardwright", name = "Record")]
pub(crate) struct Record {
    pub(crate) inner: records::Record,
}

impl Record {
    fn state_at(&self, py: Python<'_>, node: Option<usize>) -> PyResult<State> {
        let state = py.detach(|| self.inner.state(node)).or_raise(py)?;
        self.in_state(py, state)
    }

    fn in_state(&self, py: Python<'_>, state: host::State) -> PyResult<State> {
        let game = host::guard(|| Ok(state.game())).or_raise(py)?;
        Ok(State::new(state, Game::share(py, game)?))
    }

    fn plain_tree(
        &self,
        py: Python<'_>,
        style: Option<&Bound<'_, PyString>>,
    ) -> PyResult<records::RecordTree> {
        let style = maybe_style(style);
        py.detach(|| host::guard(|| self.inner.tree(style.as_deref())))
            .or_raise(py)
    }
}

#[pymethods]
impl Record {
    /// Makes a record of moves from a state on, to be written.
    ///
    /// The moves are texts of a style (the canonical one by default), dictionaries with a
    /// "move" and what tree() has beside it, or a whole tree as tree() returns it. Clocks (in
    /// milliseconds) and comments are those after each move. Raises IllegalMoveError and
    /// InvalidNotationError for the first move that cannot be played, InvalidOptionError for
    /// what is no record.
    #[staticmethod]
    #[allow(clippy::too_many_arguments)]
    #[pyo3(signature = (start, moves, *, tags=None, result=None, style=None, clocks=None, comments=None))]
    fn of(
        py: Python<'_>,
        start: &State,
        moves: &Bound<'_, PyAny>,
        tags: Option<&Bound<'_, PyDict>>,
        result: Option<&str>,
        style: Option<&Bound<'_, PyString>>,
        clocks: Option<Vec<Option<Int>>>,
        comments: Option<Vec<Option<String>>>,
    ) -> PyResult<Self> {
        let moves = plain_moves(moves)?;
        let moves = annotated(py, moves, clocks, comments)?;
        let mut given = Vec::new();
        for (name, value) in tags.into_iter().flatten() {
            given.push((name.extract::<String>()?, value.extract::<String>()?));
        }
        let style = maybe_style(style);
        let made = py.detach(|| {
            records::Record::from_plain(&start.inner, moves, &given, result, style.as_deref())
        });
        Ok(Self {
            inner: made.or_raise(py)?,
        })
    }

    /// The line of the source in which it begins, from 1; 0 for one that was not read.
    #[getter]
    fn line(&self) -> usize {
        self.inner.line()
    }

    /// The rules.
    #[getter]
    fn game(&self, py: Python<'_>) -> PyResult<Py<Game>> {
        let game = host::guard(|| Ok(self.inner.game())).or_raise(py)?;
        Game::share(py, game)
    }

    /// The tags, in order.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = PyDict::new(py);
        for (name, value) in self.inner.tags() {
            // The first of two stands, as in every language.
            if !tags.contains(name)? {
                tags.set_item(name, value)?;
            }
        }
        Ok(tags)
    }

    /// The result: 1-0, 0-1, 1/2-1/2 or *; None where there is none.
    #[getter]
    fn result(&self) -> Option<&'static str> {
        self.inner.result().map(records::GameResult::text)
    }

    /// The first state.
    #[getter]
    fn start(&self, py: Python<'_>) -> PyResult<State> {
        let start = host::guard(|| Ok(self.inner.start())).or_raise(py)?;
        self.in_state(py, start)
    }

    /// Returns the state after a move, by its index in the nodes of tree().
    ///
    /// By default it is the last state of the main line.
    #[pyo3(signature = (node=None))]
    fn state(&self, py: Python<'_>, node: Option<Int>) -> PyResult<State> {
        let node = match node {
            None => None,
            Some(node) => {
                let number = node.named("node")?.and_then(|n| usize::try_from(n).ok());
                Some(number.unwrap_or(usize::MAX))
            }
        };
        self.state_at(py, node)
    }

    /// Lists the moves of the main line.
    #[pyo3(signature = (style=None))]
    fn moves(&self, py: Python<'_>, style: Option<&Bound<'_, PyString>>) -> PyResult<Vec<String>> {
        let style = maybe_style(style);
        py.detach(|| host::guard(|| self.inner.main_line(style.as_deref())))
            .or_raise(py)
    }

    /// Returns all moves and what is said about them, as plain dictionaries.
    ///
    /// These are variations, comments, glyphs, clocks and evaluations.
    #[pyo3(signature = (style=None))]
    fn tree<'py>(
        &self,
        py: Python<'py>,
        style: Option<&Bound<'_, PyString>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let tree = self.plain_tree(py, style)?;
        to_python(py, &tree)
    }

    /// The mover's clock after each move of the main line in milliseconds, or None.
    #[getter]
    fn clocks(&self, py: Python<'_>) -> PyResult<Vec<Option<u64>>> {
        let tree = self.plain_tree(py, None)?;
        Ok(tree.main_line().map(|node| node.clock).collect())
    }

    /// The evaluation after each move of the main line, or None.
    ///
    /// It is in centipawns of the first seat; mates are in tree() alone.
    #[getter]
    fn evals(&self, py: Python<'_>) -> PyResult<Vec<Option<i32>>> {
        let tree = self.plain_tree(py, None)?;
        Ok(tree.main_line().map(|node| node.eval).collect())
    }

    /// Writes it as PGN (BPGN for games of two boards), a blank line at its end.
    ///
    /// Notes are clocks, evaluations and marks. Raises UnsupportedError for a game that has
    /// no such notation.
    #[pyo3(signature = (*, variations=true, comments=true, notes=true, nags=true))]
    fn pgn(
        &self,
        py: Python<'_>,
        variations: bool,
        comments: bool,
        notes: bool,
        nags: bool,
    ) -> PyResult<String> {
        let mut given = Dict::new();
        for (name, value) in [
            ("variations", variations),
            ("comments", comments),
            ("notes", notes),
            ("nags", nags),
        ] {
            given.insert(name.into(), value.into());
        }
        let options = write_options(given).or_raise(py)?;
        py.detach(|| self.inner.pgn(options)).or_raise(py)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.pgn(py, true, true, true, true)
    }

    fn __repr__(&self) -> String {
        let tag = |name| self.inner.tag(name).unwrap_or("?").to_owned();
        format!("<Record of {} - {}>", tag("White"), tag("Black"))
    }

    /// The last position and the game as PGN in a notebook; none of a hidden game.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        py.detach(|| self.inner.html(&NOTEBOOK)).or_raise(py)
    }
}

/// Moves as a plain value. A list of any length is read text by text: the budget of options
/// is not that of a game.
fn plain_moves(moves: &Bound<'_, PyAny>) -> PyResult<boardwright::value::Value> {
    use boardwright::arguments::ValueBudget;
    use boardwright::value::Value;
    let list = |items: &Bound<'_, PyAny>| -> PyResult<Vec<Value>> {
        items
            .try_iter()?
            .map(|item| from_python(&mut ValueBudget::new(), "moves", &item?, 0))
            .collect()
    };
    if let Ok(tree) = moves.cast::<PyDict>() {
        let mut out = Dict::new();
        for (key, value) in tree {
            let key = key.extract::<String>()?;
            let value = match value.cast::<PyList>() {
                Ok(items) => Value::Array(list(items.as_any())?),
                Err(_) => from_python(&mut ValueBudget::new(), &key, &value, 0)?,
            };
            out.insert(key, value);
        }
        return Ok(out.into());
    }
    if moves.is_instance_of::<PyString>() || moves.try_iter().is_err() {
        return Err(type_error("moves", "a list of moves or a tree", moves));
    }
    Ok(Value::Array(list(moves)?))
}

/// Puts clocks and comments to the moves of a line.
fn annotated(
    py: Python<'_>,
    moves: boardwright::value::Value,
    clocks: Option<Vec<Option<Int>>>,
    comments: Option<Vec<Option<String>>>,
) -> PyResult<boardwright::value::Value> {
    use boardwright::value::Value;
    if clocks.is_none() && comments.is_none() {
        return Ok(moves);
    }
    let wrong = |what: String| raised(py, &Error::invalid_option(what));
    let Value::Array(mut line) = moves else {
        return Err(wrong("clocks, comments: go with a list of moves".into()));
    };
    let length = line.len();
    let check = |name: &str, given: usize| match given == length {
        true => Ok(()),
        false => Err(wrong(format!("{name}: {given} for {length} moves"))),
    };
    for item in &mut line {
        if let Value::String(text) = item {
            let mut node = Dict::new();
            node.insert("move".into(), std::mem::take(text).into());
            *item = node.into();
        }
    }
    let mut put = |at: usize, name: &str, value: Value| {
        if let Some(Value::Object(node)) = line.get_mut(at) {
            node.insert(name.into(), value);
        }
    };
    if let Some(clocks) = clocks {
        check("clocks", clocks.len())?;
        for (at, clock) in clocks.into_iter().enumerate() {
            if let Some(clock) = clock {
                let clock = clock.named("clocks")?.and_then(|n| u64::try_from(n).ok());
                let clock = clock.ok_or_else(|| wrong("clocks: takes milliseconds".into()))?;
                put(at, "clock", clock.into());
            }
        }
    }
    if let Some(comments) = comments {
        check("comments", comments.len())?;
        for (at, comment) in comments.into_iter().enumerate() {
            if let Some(comment) = comment {
                put(at, "comments", vec![comment].into());
            }
        }
    }
    Ok(Value::Array(line))
}
