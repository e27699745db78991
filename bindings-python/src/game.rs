//! The rules of a game, and the table of texts that its states share.

use boardwright::Error;
use boardwright::host;
use boardwright::value::{Dict, Value};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::args::{Int, action_id, items, lossy, maybe_style, notation};
use crate::errors::{OrRaise, raised};
use crate::state::State;
use crate::value::{dict_to_python, options, to_python};

/// Games made before, by name and options, so that `start("…")` in a loop does
/// not make their tables of texts anew each time. A Python dictionary, because
/// that is safe across threads and forks without a lock of ours.
static KNOWN: PyOnceLock<Py<PyDict>> = PyOnceLock::new();

/// Number of games whose rules are remembered; beyond it all are forgotten.
const MOST_KNOWN: usize = 32;

/// The rules of a game with their options fixed.
///
/// Equal games under equal options compare and hash equal; a game can be pickled.
/// Raises UnknownGameError and InvalidOptionError, which say what exists.
#[pyclass(frozen, weakref, module = "boardwright", name = "Game")]
pub(crate) struct Game {
    pub(crate) inner: host::Game,
    texts: PyOnceLock<Box<[Py<PyString>]>>,
}

impl Game {
    /// The game of that name under the given options.
    pub(crate) fn find(py: Python<'_>, name: &str, given: &Dict) -> PyResult<Py<Self>> {
        let known = known(py)?;
        let key = key(name, given);
        if let Some(game) = known.get_item(&key)? {
            return Ok(game.cast_into::<Self>()?.unbind());
        }
        let game = Self::share(py, host::Game::new(name, given).or_raise(py)?)?;
        remember(known, key, &game)?;
        Ok(game)
    }

    /// The game that stands for these rules, which is another where one with the
    /// same options is known.
    pub(crate) fn share(py: Python<'_>, inner: host::Game) -> PyResult<Py<Self>> {
        let known = known(py)?;
        let key = key(inner.name(), &inner.options());
        if let Some(game) = known.get_item(&key)? {
            return Ok(game.cast_into::<Self>()?.unbind());
        }
        let game = Py::new(
            py,
            Self {
                inner,
                texts: PyOnceLock::new(),
            },
        )?;
        remember(known, key, &game)?;
        Ok(game)
    }

    /// The texts of all action ids as Python strings; empty for a game without ids.
    pub(crate) fn texts(&self, py: Python<'_>) -> &[Py<PyString>] {
        self.texts.get_or_init(py, || {
            self.inner
                .action_texts()
                .iter()
                .map(|text| PyString::intern(py, text).unbind())
                .collect()
        })
    }

    /// Returns true if a style is the one that action ids stand for.
    pub(crate) fn is_canonical(&self, style: Option<&str>) -> bool {
        style.is_none() || style == self.inner.info().styles.first().copied()
    }

    fn options_off_default(&self) -> Vec<(String, Value)> {
        let specs = self.inner.info().options;
        self.inner
            .options()
            .into_iter()
            .filter(|(name, value)| {
                !specs
                    .iter()
                    .any(|s| s.name == name && s.describe().default == *value)
            })
            .collect()
    }
}

fn known<'py>(py: Python<'py>) -> PyResult<&'py Bound<'py, PyDict>> {
    Ok(KNOWN.get_or_init(py, || PyDict::new(py).unbind()).bind(py))
}

fn remember(known: &Bound<'_, PyDict>, key: String, game: &Py<Game>) -> PyResult<()> {
    if known.len() >= MOST_KNOWN {
        known.clear();
    }
    known.set_item(key, game)
}

fn key(name: &str, options: &Dict) -> String {
    if options.is_empty() {
        return name.to_owned();
    }
    // No name has a line break in it.
    format!("{name}\n{}", Value::Object(options.clone()))
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, /, **options))]
    fn new(
        py: Python<'_>,
        name: &Bound<'_, PyString>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<Self>> {
        Self::find(py, &lossy(name), &crate::value::options(options)?)
    }

    /// The name.
    #[getter]
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    /// All options with their values, defaults included.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        dict_to_python(py, &self.inner.options())
    }

    /// The names of the seats, in order.
    #[getter]
    fn seats(&self) -> Vec<String> {
        self.inner.seats().to_vec()
    }

    /// True if seats see less than everything.
    #[getter]
    fn hidden(&self) -> bool {
        self.inner.hidden()
    }

    /// The questions about states that State.ask() answers, with their arguments.
    #[getter]
    fn questions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.inner.questions())
    }

    /// The number of action ids, counted from 0; None for a game without ids.
    #[getter]
    fn action_count(&self) -> Option<usize> {
        Some(self.inner.action_texts().len()).filter(|n| *n > 0)
    }

    /// Returns the canonical text of an action id; empty for an id that no move has.
    ///
    /// Raises InvalidNotationError for a number that is no id, and UnsupportedError
    /// where the game has none.
    fn action_text<'py>(&self, py: Python<'py>, id: Int) -> PyResult<Bound<'py, PyString>> {
        let id = action_id("id", py, id)?;
        let texts = self.texts(py);
        match texts.get(id as usize) {
            Some(text) => Ok(text.bind(py).clone()),
            None if texts.is_empty() => Err(no_ids(py, self)),
            None => Err(raised(
                py,
                &Error::invalid_notation(format!(
                    "action id {id}: {} has the ids 0 to {}",
                    self.inner.name(),
                    texts.len() - 1
                )),
            )),
        }
    }

    /// Returns the first state.
    fn start(slf: &Bound<'_, Self>) -> PyResult<State> {
        let inner = slf.get().inner.start().or_raise(slf.py())?;
        Ok(State::new(inner, slf.clone().unbind()))
    }

    /// Reads a position, and earlier ones (oldest first) for the rules that look back.
    ///
    /// Raises InvalidNotationError, which names the field and what is wrong with it.
    #[pyo3(signature = (text, history=None))]
    fn parse(
        slf: &Bound<'_, Self>,
        text: &Bound<'_, PyString>,
        history: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<State> {
        let earlier = match history {
            None => Vec::new(),
            Some(history) => items("history", history)?,
        };
        let earlier = earlier
            .iter()
            .map(|text| notation("history", text.cast()?))
            .collect::<PyResult<Vec<_>>>()?;
        let (py, game) = (slf.py(), &slf.get().inner);
        let text = notation("notation", text)?;
        let inner = if earlier.is_empty() {
            game.parse(text, &earlier)
        } else {
            py.detach(|| game.parse(text, &earlier))
        };
        Ok(State::new(inner.or_raise(py)?, slf.clone().unbind()))
    }

    /// Reads a line of EPD: the state, and the operations by their codes.
    ///
    /// bm, am, sm and pv are lists of moves in a style, the canonical one by default; the other
    /// codes of the standard are numbers or texts. A code without a meaning here has the list of
    /// its words, those in quotes with their quotes. Raises InvalidNotationError and
    /// IllegalMoveError, which name the column, and UnsupportedError for a game without EPD.
    #[pyo3(signature = (line, style=None))]
    fn parse_epd<'py>(
        slf: &Bound<'py, Self>,
        line: &Bound<'py, PyString>,
        style: Option<&Bound<'py, PyString>>,
    ) -> PyResult<(State, Bound<'py, PyDict>)> {
        let (py, line, style) = (slf.py(), notation("EPD", line)?, maybe_style(style));
        let read = slf.get().inner.parse_epd(line, style.as_deref());
        let (inner, operations) = read.or_raise(py)?;
        let state = State::new(inner, slf.clone().unbind());
        Ok((state, dict_to_python(py, &operations)?))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.inner.same(&other.inner)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &key(self.name(), &self.inner.options()))
            .as_any()
            .hash()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut out = format!("Game('{}'", self.name());
        for (name, value) in self.options_off_default() {
            let value = to_python(py, &value)?.repr()?;
            out.push_str(&format!(", {name}={}", lossy(&value)));
        }
        out.push(')');
        Ok(out)
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let name = PyTuple::new(py, [self.name()])?;
        PyTuple::new(py, [name.as_any(), self.options(py)?.as_any()])
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// The error for a game without action ids.
pub(crate) fn no_ids(py: Python<'_>, game: &Game) -> PyErr {
    raised(
        py,
        &Error::unsupported(format!("{} has no action ids", game.inner.name())),
    )
}

/// Lists all games: names, seats, options, styles of notation, bots.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    Ok(to_python(py, &host::games())?.cast_into()?)
}

/// Lists all presets of composed chess: names, what each brings along, requires and excludes.
///
/// They stand in the order in which a whole set of them comes into force.
#[pyfunction]
pub(crate) fn presets(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let presets = host::presets().or_raise(py)?;
    Ok(to_python(py, &presets)?.cast_into()?)
}

/// Returns the first state of a game; options are given by name.
///
/// Raises UnknownGameError and InvalidOptionError, which say what exists.
#[pyfunction]
#[pyo3(signature = (game, /, **options))]
pub(crate) fn start(
    py: Python<'_>,
    game: &Bound<'_, PyString>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<State> {
    let game = Game::find(py, &lossy(game), &self::options(options)?)?;
    Game::start(game.bind(py))
}

/// Reads a position of a game, and earlier ones (oldest first) for repetitions.
///
/// Raises InvalidNotationError, which names the field and what is wrong with it,
/// UnknownGameError and InvalidOptionError.
#[pyfunction]
#[pyo3(signature = (game, text, /, history=None, **options))]
pub(crate) fn parse(
    py: Python<'_>,
    game: &Bound<'_, PyString>,
    text: &Bound<'_, PyString>,
    history: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<State> {
    let game = Game::find(py, &lossy(game), &self::options(options)?)?;
    Game::parse(game.bind(py), text, history)
}

/// Reads a line of EPD, a position of a game with operations: the state and the operations.
///
/// As Game.parse_epd(), with the options of the game by name. State.epd() writes such a line.
/// Raises UnknownGameError and InvalidOptionError as well.
#[pyfunction]
#[pyo3(signature = (line, /, game=None, *, style=None, **options))]
pub(crate) fn parse_epd<'py>(
    py: Python<'py>,
    line: &Bound<'py, PyString>,
    game: Option<&Bound<'py, PyString>>,
    style: Option<&Bound<'py, PyString>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<(State, Bound<'py, PyDict>)> {
    let name = game.map_or("chess".into(), lossy);
    let game = Game::find(py, &name, &self::options(options)?)?;
    Game::parse_epd(game.bind(py), line, style)
}

/// Takes up what State.save() wrote.
///
/// Raises InvalidNotationError for a text that is none, and UnsupportedError for
/// one of another version.
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn load(py: Python<'_>, text: &Bound<'_, PyString>) -> PyResult<State> {
    let text = notation("saved state", text)?;
    let inner = py.detach(|| host::load(text)).or_raise(py)?;
    let game = Game::share(py, inner.game())?;
    Ok(State::new(inner, game))
}
