//! Columns: the main lines of many games as flat arrays.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use boardwright::arguments::WholeNumber;
use boardwright::records::{self, ColumnSettings, ColumnsFeed, ColumnsSource, Fed, columns_of};
use boardwright::value::Value;
use boardwright::{Error, host};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use crate::args::{Arg, Int, lossy, maybe_seconds, type_error, whole};
use crate::buffers::Array;
use crate::errors::{OrRaise, raised};
use crate::game::Game;
use crate::jobs::{ResultKind, Work};
use crate::reader::{self, Source, damage, each_part};
use crate::value::options;

/// A place for the answer of the work, which is no plain value.
pub(crate) type Slot = Arc<Mutex<Option<records::Columns>>>;

/// The arrays of read_columns().
#[pyclass(frozen, module = "boardwright._native", name = "ColumnArrays")]
pub(crate) struct ColumnArrays {
    inner: Arc<records::Columns>,
}

impl ColumnArrays {
    fn texts(&self, name: &str, index: usize) -> Option<&records::Texts> {
        match name {
            "starts" => Some(&self.inner.starts),
            "fens" => Some(&self.inner.fens),
            "headers" => self.inner.headers.get(index),
            _ => None,
        }
    }
}

#[pymethods]
impl ColumnArrays {
    /// The array of a name.
    fn array(&self, py: Python<'_>, name: &str) -> PyResult<Array> {
        let unknown = || raised(py, &Error::invalid_option(format!("no array {name}")));
        Array::of(&self.inner, name).ok_or_else(unknown)
    }

    /// The bytes and the offsets of texts.
    #[pyo3(name = "texts", signature = (name, index=0))]
    fn texts_of(&self, py: Python<'_>, name: &str, index: usize) -> PyResult<(Array, Array)> {
        let unknown = || raised(py, &Error::invalid_option(format!("no texts {name}")));
        let texts = self.texts(name, index).ok_or_else(unknown)?;
        Ok(Array::of_texts(&self.inner, texts))
    }

    /// The damaged games.
    fn damages<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let damages = PyList::empty(py);
        for found in &self.inner.damages {
            damages.append(damage(py, found)?)?;
        }
        Ok(damages)
    }
}

/// The columns that work has left in its place.
pub(crate) fn finish<'py>(py: Python<'py>, slot: &Slot) -> PyResult<Bound<'py, PyAny>> {
    let found = slot.lock().unwrap_or_else(PoisonError::into_inner).take();
    let lost = || raised(py, &Error::internal("the columns were lost"));
    let inner = Arc::new(found.ok_or_else(lost)?);
    Ok(Bound::new(py, ColumnArrays { inner })?.into_any())
}

/// Prepares the reading of a source into columns. An object that is asked for bytes is read
/// whole at once: work on the pool never calls Python.
fn prepared(
    py: Python<'_>,
    source: Source,
    given: Option<&Bound<'_, PyDict>>,
    deadline: Option<Duration>,
) -> PyResult<(Work, Arc<AtomicU64>)> {
    let settings = ColumnSettings::new(options(given)?).or_raise(py)?;
    let source = match source {
        Source::Path(path) => ColumnsSource::File(path),
        Source::Bytes(bytes) => ColumnsSource::Bytes(Arc::new(bytes)),
        Source::Copied(bytes) => ColumnsSource::Bytes(Arc::new(bytes)),
        Source::Asked(object, file) => {
            ColumnsSource::Bytes(Arc::new(reader::whole(py, object, file)?))
        }
    };
    let done = Arc::new(AtomicU64::new(0));
    let (count, slot) = (Arc::clone(&done), Slot::default());
    let told = Box::new(move |bytes| count.store(bytes, Ordering::Relaxed));
    let place = Arc::clone(&slot);
    // Also opens the file, with the GIL released.
    let work = py
        .detach(|| columns_of(source, settings, told))
        .or_raise(py)?;
    let work = Mutex::new(Some(work.then(move |columns| {
        *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(columns);
        Ok(Value::Null)
    })));
    let work = Work::new(deadline, ResultKind::Columns(slot), move || {
        let work = work.lock().unwrap_or_else(PoisonError::into_inner).take();
        work.ok_or_else(|| Error::unsupported("work that was started already"))
    });
    Ok((work, done))
}

/// Reads what an object gives, on this thread in turns with the reader.
fn fed<'py>(
    py: Python<'py>,
    (object, file): (Py<PyAny>, bool),
    progress: &Bound<'py, PyAny>,
    given: Option<&Bound<'py, PyDict>>,
    deadline: Option<Duration>,
) -> PyResult<Bound<'py, PyAny>> {
    let settings = ColumnSettings::new(options(given)?).or_raise(py)?;
    let done = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&done);
    let told = Box::new(move |bytes| count.store(bytes, Ordering::Relaxed));
    let deadline = deadline.and_then(|left| Instant::now().checked_add(left));
    let feed = ColumnsFeed::new(settings, deadline, told).or_raise(py)?;
    let mut last = 0;
    let columns = each_part(py, object, file, |part| {
        let answer = py.detach(|| feed.feed(&part)).or_raise(py)?;
        let bytes = done.load(Ordering::Relaxed);
        if !progress.is_none() && bytes != last {
            last = bytes;
            progress.call1((bytes,))?;
        }
        Ok(match answer {
            Fed::Hungry => None,
            Fed::Done(columns) => Some(*columns),
        })
    })?;
    let inner = Arc::new(columns);
    Ok(Bound::new(py, ColumnArrays { inner })?.into_any())
}

/// Reads games into arrays, for the function of this name in the package.
#[pyfunction]
#[pyo3(signature = (source, progress, deadline, /, **given))]
pub(crate) fn read_columns<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    progress: &Bound<'py, PyAny>,
    deadline: Arg<'_, 'py>,
    given: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    if !progress.is_none() && !progress.is_callable() {
        return Err(type_error("progress", "a callable", progress));
    }
    let deadline = maybe_seconds("deadline", deadline)?;
    let source = Source::new(source)?;
    if let Source::Asked(object, file) = source {
        return fed(py, (object, file), progress, given, deadline);
    }
    let (work, done) = prepared(py, source, given, deadline)?;
    let mut last = 0;
    work.wait_telling(py, &mut || {
        let bytes = done.load(Ordering::Relaxed);
        if progress.is_none() || bytes == last {
            return Ok(());
        }
        last = bytes;
        progress.call1((bytes,)).map(drop)
    })
}

/// Prepares the reading of games into arrays, to be started.
#[pyfunction]
#[pyo3(signature = (source, deadline, /, **given))]
pub(crate) fn columns_work(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    deadline: Arg<'_, '_>,
    given: Option<&Bound<'_, PyDict>>,
) -> PyResult<Work> {
    let deadline = maybe_seconds("deadline", deadline)?;
    Ok(prepared(py, Source::new(source)?, given, deadline)?.0)
}

/// Returns the canonical text of a code of Columns.moves.
///
/// The game is a name or a Game. Raises InvalidNotationError for a code that no move has, and
/// UnsupportedError for a game that is not played on one chess board.
#[pyfunction]
#[pyo3(signature = (code, game=None))]
pub(crate) fn move_text(py: Python<'_>, code: Int, game: Arg<'_, '_>) -> PyResult<String> {
    const CODE: WholeNumber = WholeNumber {
        name: "code",
        doc: "",
        least: 0,
        most: u16::MAX as u64,
        default: None,
    };
    let code = whole(py, &CODE, Some(code))? as u16;
    let game = match game {
        None => records::game_of_variant(None).or_raise(py)?,
        Some(game) => match (game.cast::<Game>(), game.cast::<PyString>()) {
            (Ok(game), _) => game.get().inner.clone(),
            (_, Ok(name)) => host::Game::new(&lossy(name), &Default::default()).or_raise(py)?,
            _ => return Err(type_error("game", "a name or a Game", game)),
        },
    };
    records::move_text(&game, code).or_raise(py)
}
