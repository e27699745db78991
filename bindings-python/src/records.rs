//! Records of games: read one after the other, asked, written.

use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use boardwright::records::{
    self, Damage, DamageKind, Input, Next, ReadSettings, RecordStream, unpacked, write_options,
};
use boardwright::value::Dict;
use boardwright::{Error, host};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyIterator, PyList, PyString};

use crate::args::{Int, maybe_style, type_error};
use crate::buffers::copied;
use crate::errors::{OrRaise, raised};
use crate::game::Game;
use crate::results::NOTEBOOK;
use crate::state::State;
use crate::value::{from_python, options, to_python};

/// Bytes that a file object is asked for at once.
const PORTION: usize = 1 << 18;

/// The record of a game: tags, moves with what is said about them, result; a value.
///
/// read_games() reads it, Record.of() makes it. Times are in milliseconds, evaluations in
/// centipawns of the first seat.
#[pyclass(frozen, weakref, module = "boardwright", name = "Record")]
pub(crate) struct Record {
    inner: records::Record,
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

static DAMAGE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// A `Damage`.
pub(crate) fn damage<'py>(py: Python<'py>, damage: &Damage) -> PyResult<Bound<'py, PyAny>> {
    let maker = DAMAGE.get_or_try_init(py, || {
        let made = py.import("boardwright._types")?.getattr("Damage")?;
        Ok::<_, PyErr>(made.unbind())
    })?;
    let kind = damage.kind.code();
    maker
        .bind(py)
        .call1((damage.line, damage.from, kind, &damage.message))
}

/// The way in which an object of Python's gives bytes.
enum Giver {
    /// By its method `read`.
    File(Py<PyAny>),
    /// As an iterator of lines or chunks.
    Items(Py<PyAny>),
}

/// An object of Python's as a stream. What it raises is kept for the call that reads.
struct PythonInput {
    giver: Giver,
    chunk: Vec<u8>,
    at: usize,
    failed: Arc<Mutex<Option<PyErr>>>,
}

impl PythonInput {
    fn new(object: Py<PyAny>, file: bool, failed: Arc<Mutex<Option<PyErr>>>) -> Self {
        Self {
            giver: match file {
                true => Giver::File(object),
                false => Giver::Items(object),
            },
            chunk: Vec::new(),
            at: 0,
            failed,
        }
    }

    fn ask(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        py.check_signals()?;
        match &self.giver {
            Giver::File(read) => chunk_of(&read.bind(py).call1((PORTION,))?),
            Giver::Items(items) => {
                let mut items = items.bind(py).cast::<PyIterator>()?.clone();
                loop {
                    let Some(item) = items.next().transpose()? else {
                        return Ok(Vec::new());
                    };
                    // An empty line in between is not the end.
                    let chunk = chunk_of(&item)?;
                    if !chunk.is_empty() {
                        return Ok(chunk);
                    }
                }
            }
        }
    }
}

/// The bytes of what a source gives: bytes or text.
fn chunk_of(what: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if let Ok(bytes) = what.cast::<PyBytes>() {
        return Ok(bytes.as_bytes().to_vec());
    }
    if let Ok(text) = what.cast::<PyString>() {
        // The half of a surrogate pair is no character of any notation.
        return Ok(text.to_string_lossy().into_owned().into_bytes());
    }
    copied(what)?.ok_or_else(|| type_error("source", "bytes or text in its parts", what))
}

impl Read for PythonInput {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.at == self.chunk.len() {
            let chunk = Python::attach(|py| self.ask(py));
            match chunk {
                Ok(chunk) => (self.chunk, self.at) = (chunk, 0),
                Err(error) => {
                    *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    return Err(io::Error::other("the source raised"));
                }
            }
        }
        let length = out.len().min(self.chunk.len() - self.at);
        out[..length].copy_from_slice(&self.chunk[self.at..self.at + length]);
        self.at += length;
        Ok(length)
    }
}

/// Hands all that an object gives to a call, part by part, until that has an answer; no bytes
/// are the end.
pub(crate) fn each_part<T>(
    py: Python<'_>,
    object: Py<PyAny>,
    file: bool,
    mut take: impl FnMut(Vec<u8>) -> PyResult<Option<T>>,
) -> PyResult<T> {
    let input = PythonInput::new(object, file, Arc::default());
    loop {
        let part = input.ask(py)?;
        let last = part.is_empty();
        match take(part)? {
            Some(answer) => return Ok(answer),
            None if last => return Err(raised(py, &Error::internal("a source has no end"))),
            None => {}
        }
    }
}

/// Reads all that an object gives.
pub(crate) fn whole(py: Python<'_>, object: Py<PyAny>, file: bool) -> PyResult<Vec<u8>> {
    let mut input = PythonInput::new(object, file, Arc::default());
    let mut bytes = Vec::new();
    loop {
        input.chunk = input.ask(py)?;
        if input.chunk.is_empty() {
            return Ok(bytes);
        }
        bytes.append(&mut input.chunk);
    }
}

/// A source as Python gives it.
pub(crate) enum Source {
    /// A file by its path.
    Path(PathBuf),
    /// Bytes, which nothing changes.
    Bytes(PyBackedBytes),
    /// Bytes that were copied, for they could change.
    Copied(Vec<u8>),
    /// An object that is asked for them.
    Asked(Py<PyAny>, bool),
}

impl Source {
    pub(crate) fn new(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = source.extract::<PyBackedBytes>()
            && source.is_instance_of::<PyBytes>()
        {
            return Ok(Self::Bytes(bytes));
        }
        if let Some(bytes) = copied(source)? {
            return Ok(Self::Copied(bytes));
        }
        if let Ok(read) = source.getattr("read") {
            return Ok(Self::Asked(read.unbind(), true));
        }
        let is_path = source.is_instance_of::<PyString>() || source.hasattr("__fspath__")?;
        if is_path {
            return Ok(Self::Path(source.extract()?));
        }
        match source.try_iter() {
            Ok(items) => Ok(Self::Asked(items.into_any().unbind(), false)),
            Err(_) => {
                let takes = "a path, bytes, a file object or an iterable of lines";
                Err(type_error("source", takes, source))
            }
        }
    }
}

/// The games of a source, one after the other: an iterator of Record.
#[pyclass(frozen, weakref, module = "boardwright", name = "GameReader")]
pub(crate) struct GameReader {
    stream: RecordStream,
    /// Called with every damage, where it is given.
    tell: Option<Py<PyAny>>,
    failed: Arc<Mutex<Option<PyErr>>>,
    busy: AtomicBool,
}

/// Marks a reader as free again.
struct Free<'a>(&'a AtomicBool);

impl Drop for Free<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

impl GameReader {
    fn raised(&self) -> Option<PyErr> {
        self.failed
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }
}

#[pymethods]
impl GameReader {
    /// Begins to read; read_games() calls this.
    #[new]
    #[pyo3(signature = (source, on_damage, /, **given))]
    fn new(
        py: Python<'_>,
        source: &Bound<'_, PyAny>,
        on_damage: &Bound<'_, PyAny>,
        given: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let mut given = options(given)?;
        let tell = match on_damage.is_callable() {
            true => Some(on_damage.clone().unbind()),
            false => None,
        };
        let way = match &tell {
            Some(_) => "yield".into(),
            None => from_python(
                &mut boardwright::arguments::ValueBudget::new(),
                "on_damage",
                on_damage,
                0,
            )?,
        };
        given.insert("on_damage".into(), way);
        let settings = ReadSettings::new(given).or_raise(py)?;
        let failed = Arc::default();
        let stream = match Source::new(source)? {
            Source::Path(path) => py.detach(|| RecordStream::of_file(&path, settings)),
            Source::Bytes(bytes) => RecordStream::of_bytes(bytes, settings),
            Source::Copied(bytes) => RecordStream::of_bytes(bytes, settings),
            Source::Asked(object, file) => {
                let input = PythonInput::new(object, file, Arc::clone(&failed));
                let input: io::Result<Input> = py.detach(|| unpacked(input));
                match input {
                    Ok(input) => Ok(RecordStream::new(input, settings)),
                    Err(error) => {
                        let raised = failed.lock().unwrap_or_else(PoisonError::into_inner).take();
                        if let Some(raised) = raised {
                            return Err(raised);
                        }
                        Err(Error::invalid_option(format!("source: {error}")))
                    }
                }
            }
        };
        Ok(Self {
            stream: stream.or_raise(py)?,
            tell,
            failed,
            busy: AtomicBool::new(false),
        })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    /// Reads the next game.
    ///
    /// Raises InvalidNotationError for a damaged one, and goes on after it when it is asked
    /// again.
    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        if self.busy.swap(true, Ordering::Acquire) {
            let busy = Error::busy("the reader is at work, on another thread or in its source");
            return Err(raised(py, &busy));
        }
        let _free = Free(&self.busy);
        loop {
            let next = py.detach(|| self.stream.next());
            if let Some(error) = self.raised() {
                return Err(error);
            }
            match next.or_raise(py)? {
                Next::Record(inner) => {
                    return Ok(Some(Bound::new(py, Record { inner })?.into_any()));
                }
                Next::Damage(found) if found.kind == DamageKind::Input => {
                    return Err(raised(
                        py,
                        &Error::invalid_option(format!("source: {found}")),
                    ));
                }
                Next::Damage(found) => match &self.tell {
                    Some(tell) => {
                        tell.bind(py).call1((damage(py, &found)?,))?;
                    }
                    None => match self.stream.error(&found) {
                        Some(error) => return Err(raised(py, &error)),
                        None => return damage(py, &found).map(Some),
                    },
                },
                Next::Pause | Next::Hungry => {}
                Next::End => return Ok(None),
            }
            py.check_signals()?;
        }
    }

    fn __repr__(&self) -> &'static str {
        "<GameReader>"
    }
}
