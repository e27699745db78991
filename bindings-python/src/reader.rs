//! Records of games read one after the other, from what Python gives.

use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use boardwright::Error;
use boardwright::records::{Damage, DamageKind, Input, Next, ReadSettings, RecordStream, unpacked};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyIterator, PyString};

use crate::args::type_error;
use crate::buffers::copied;
use crate::errors::{OrRaise, raised};
use crate::records::Record;
use crate::value::{from_python, options};

/// Bytes that a file object is asked for at once.
const PORTION: usize = 1 << 18;

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
