//! Many games at once for learning, written into buffers of Python's.

use std::sync::{Arc, Mutex, PoisonError};

use boardwright::error::ErrorKind;
use boardwright::host::{Arrays, Between, NOBODY, Observations, VectorEnv, VectorOptions};
use boardwright::value::to_value;
use boardwright::{Error, arguments};
use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::args::{Arg, Int, lossy, type_error, whole};
use crate::errors::{OrRaise, raised};
use crate::game::Game;
use crate::value::to_python;

/// A buffer of the caller that is filled where it lies.
pub(crate) struct Filled {
    name: &'static str,
    buffer: PyUntypedBuffer,
    float: bool,
}

// SAFETY: only the address and the length are used while the GIL is released, and the buffer
// is given back with the GIL held.
unsafe impl Sync for Filled {}

impl Filled {
    /// Takes a buffer whose items have one of the formats of Python's `struct`.
    pub(crate) fn get(
        py: Python<'_>,
        name: &'static str,
        object: Arg<'_, '_>,
        formats: &[&[u8]],
        takes: &str,
        written: bool,
    ) -> PyResult<Option<Self>> {
        let Some(object) = object else {
            return Ok(None);
        };
        let buffer = PyUntypedBuffer::get(object)
            .map_err(|_| PyTypeError::new_err(format!("{name}: takes an array of {takes}")))?;
        let refuse = |what: &str| {
            Err(raised(
                py,
                &Error::invalid_option(format!("{name}: {what}")),
            ))
        };
        let format = buffer.format().to_bytes();
        let format = format.strip_prefix(b"=").unwrap_or(format);
        if !formats.contains(&format) {
            let got = String::from_utf8_lossy(format).into_owned();
            return refuse(&format!(
                "its items must be {takes}, not of the format {got}"
            ));
        }
        if written && buffer.readonly() {
            return refuse("the array is read-only");
        }
        if !buffer.is_c_contiguous() {
            return refuse("the array is strided, and its items must lie in the order of C");
        }
        let float = format == b"f";
        Ok(Some(Self {
            name,
            buffer,
            float,
        }))
    }

    fn bytes(&self) -> (usize, usize) {
        let start = self.buffer.buf_ptr() as usize;
        (start, start + self.buffer.len_bytes())
    }

    /// Refuses another number of items.
    pub(crate) fn has(&self, py: Python<'_>, count: usize) -> PyResult<()> {
        match self.buffer.item_count() {
            same if same == count => Ok(()),
            other => Err(raised(
                py,
                &Error::invalid_option(format!(
                    "{}: it must have {count} items, not {other}",
                    self.name
                )),
            )),
        }
    }

    /// Signals that the items are float32.
    pub(crate) const fn is_float(&self) -> bool {
        self.float
    }

    /// The items.
    ///
    /// # Safety
    ///
    /// Items have the size of `T`, and no other slice of them is in use.
    #[allow(clippy::mut_from_ref)]
    pub(crate) unsafe fn items<T>(&self) -> &mut [T] {
        let count = self.buffer.item_count();
        if count == 0 {
            return &mut [];
        }
        // SAFETY: the exporter keeps that many contiguous, writable items alive for as long as
        // the buffer; the caller answers for the rest. Whoever writes to them from another
        // thread at the same time gets a mixture, as with any array.
        unsafe { std::slice::from_raw_parts_mut(self.buffer.buf_ptr().cast::<T>(), count) }
    }
}

/// The arrays of one call.
struct Given {
    observations: Option<Filled>,
    masks: Option<Filled>,
    rewards: Option<Filled>,
    terminated: Option<Filled>,
    truncated: Option<Filled>,
    seats: Option<Filled>,
}

pub(crate) const FLAGS: &[&[u8]] = &[b"?", b"B"];
const ACTIONS: &[&[u8]] = &[b"q", b"l"];

impl Given {
    fn read(py: Python<'_>, given: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        const NAMES: [&str; 6] = [
            "observations",
            "masks",
            "rewards",
            "terminated",
            "truncated",
            "seats",
        ];
        if let Some(given) = given {
            for name in given.keys() {
                let name = name.cast_into::<PyString>()?;
                let name = lossy(&name);
                if !NAMES.contains(&&*name) {
                    return Err(PyTypeError::new_err(format!(
                        "there is no array {name}: there are {}",
                        NAMES.join(", ")
                    )));
                }
            }
        }
        let array = |name: &'static str, formats: &[&[u8]], takes: &str| {
            let object = match given {
                Some(given) => given.get_item(name)?.filter(|object| !object.is_none()),
                None => None,
            };
            Filled::get(py, name, object.as_ref(), formats, takes, true)
        };
        let all = Self {
            observations: array("observations", &[b"B", b"f"], "uint8 or float32")?,
            masks: array("masks", FLAGS, "bool or uint8")?,
            rewards: array("rewards", &[b"f"], "float32")?,
            terminated: array("terminated", FLAGS, "bool or uint8")?,
            truncated: array("truncated", FLAGS, "bool or uint8")?,
            seats: array("seats", &[b"B"], "uint8")?,
        };
        all.apart(py)?;
        Ok(all)
    }

    fn each(&self) -> impl Iterator<Item = &Filled> {
        let all = [
            &self.observations,
            &self.masks,
            &self.rewards,
            &self.terminated,
            &self.truncated,
            &self.seats,
        ];
        all.into_iter().flatten()
    }

    /// Refuses arrays that share memory.
    fn apart(&self, py: Python<'_>) -> PyResult<()> {
        let mut all: Vec<_> = self.each().map(|of| (of.bytes(), of.name)).collect();
        all.sort_unstable();
        match all.windows(2).find(|pair| pair[0].0.1 > pair[1].0.0) {
            None => Ok(()),
            Some(pair) => Err(raised(
                py,
                &Error::invalid_option(format!(
                    "{}: the array shares memory with {}",
                    pair[0].1, pair[1].1
                )),
            )),
        }
    }

    /// The arrays to fill.
    fn arrays(&self) -> Arrays<'_> {
        // SAFETY: the formats were looked at, no two arrays overlap, and this is called once.
        unsafe {
            Arrays {
                observations: self.observations.as_ref().map(|of| match of.float {
                    true => Observations::F32(of.items()),
                    false => Observations::U8(of.items()),
                }),
                masks: self.masks.as_ref().map(|of| of.items()),
                rewards: self.rewards.as_ref().map(|of| of.items()),
                terminated: self.terminated.as_ref().map(|of| of.items()),
                truncated: self.truncated.as_ref().map(|of| of.items()),
                seats: self.seats.as_ref().map(|of| of.items()),
            }
        }
    }
}

/// Many games stepped at once for learning, written into arrays of the caller.
///
/// The arrays are given by name to each call, and each can be left out: `observations` (uint8 or
/// float32, games by `observation_shape`), `masks` (bool or uint8, games by `action_count`),
/// `rewards` (float32, games by seats: 1 for a win, -1 for a loss), `terminated` and `truncated`
/// (bool or uint8) and `seats` (uint8), the seat to move, or 255. A game that ends starts anew in
/// the same step. Planes and masks hold what the seat to move may know. With `reseed` each
/// episode draws terrain of its own. Raises UnsupportedError for a game without action ids.
#[pyclass(frozen, weakref, module = "boardwright", name = "VecEnv")]
pub(crate) struct VecEnv {
    inner: Mutex<VectorEnv>,
    /// The exception that a signal raised between two parts of a call.
    raised: Raised,
    game: Py<Game>,
}

type Raised = Arc<Mutex<Option<PyErr>>>;

/// Sees to signals, such as that of Ctrl-C.
fn signals(raised: &Raised) -> Between {
    let raised = Arc::clone(raised);
    Between::new(move || {
        Python::attach(|py| py.check_signals()).map_err(|error| {
            *raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            Error::new(ErrorKind::Cancelled, "a signal came")
        })
    })
}

impl VecEnv {
    /// Does something with the games while the GIL is released.
    fn work<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut VectorEnv) -> boardwright::Result<T> + Send,
    ) -> PyResult<T> {
        let worked = py.detach(|| {
            let mut env = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            let worked = work(&mut env);
            let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
            (worked, raised.take())
        });
        match worked {
            (_, Some(raised)) => Err(raised),
            (worked, None) => worked.or_raise(py),
        }
    }
}

#[pymethods]
impl VecEnv {
    #[new]
    #[pyo3(signature = (game, games, /, *, seed=None, threads=None, ply_limit=None, reseed=false))]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        games: Int,
        seed: Option<Int>,
        threads: Option<Int>,
        ply_limit: Option<Int>,
        reseed: bool,
    ) -> PyResult<Self> {
        let game = if let Ok(name) = game.cast::<PyString>() {
            Game::find(py, &lossy(name), &boardwright::value::Dict::new())?
        } else {
            let found = game.cast::<Game>();
            found
                .map_err(|_| type_error("game", "a Game or its name", game))?
                .clone()
                .unbind()
        };
        let rules = &game.get().inner;
        let raised = Raised::default();
        let options = VectorOptions {
            games: whole(py, &arguments::VECTOR_GAMES, Some(games))? as usize,
            seed: whole(py, &arguments::SEED, seed)?,
            ply_limit: whole(py, &arguments::PLY_LIMIT, ply_limit)? as u32,
            threads: whole(py, &arguments::THREADS, threads)? as usize,
            reseeded: reseed.then(|| VectorEnv::unseeded(rules)),
            between: Some(signals(&raised)),
        };
        let inner = py.detach(|| VectorEnv::new(rules, &options)).or_raise(py)?;
        Ok(Self {
            inner: Mutex::new(inner),
            raised,
            game,
        })
    }

    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The number of games.
    #[getter]
    fn games(&self, py: Python<'_>) -> PyResult<usize> {
        self.work(py, |env| Ok(env.games()))
    }

    /// The number of action ids.
    #[getter]
    fn action_count(&self, py: Python<'_>) -> PyResult<usize> {
        self.work(py, |env| Ok(env.actions()))
    }

    /// Planes, rows and columns of the observation of one game.
    #[getter]
    fn observation_shape(&self, py: Python<'_>) -> PyResult<(usize, usize, usize)> {
        self.work(py, |env| {
            let layout = env.layout();
            let (rows, columns) = (layout.rows.into(), layout.columns.into());
            Ok((layout.planes.len(), rows, columns))
        })
    }

    /// The documentation of the planes: `rows`, `columns`, `grid` and `planes`.
    ///
    /// Each plane has a `name`, a `doc` and the `unit` that float32 observations are divided by.
    #[getter]
    fn layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let layout = self.work(py, |env| to_value(env.layout()))?;
        to_python(py, &layout)
    }

    /// Starts all games anew as at the very beginning, under another seed if one is given.
    #[pyo3(signature = (*, seed=None, **arrays))]
    fn reset(
        &self,
        py: Python<'_>,
        seed: Option<Int>,
        arrays: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let seed = crate::args::maybe_whole(py, &arguments::SEED, seed)?;
        let given = Given::read(py, arrays)?;
        let to_fill = given.arrays();
        self.work(py, move |env| env.reset(seed, to_fill))
    }

    /// Makes a move in each game, by its action id in an array of int64.
    ///
    /// Raises IllegalMoveError for an action that is not in the mask, naming the game; then no move
    /// is made at all.
    #[pyo3(signature = (actions, /, **arrays))]
    fn step(
        &self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        arrays: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let given = Given::read(py, arrays)?;
        let actions = Filled::get(py, "actions", Some(actions), ACTIONS, "int64", false)?;
        // A copy, for somebody may write to the array while the GIL is released.
        // SAFETY: the items were checked to be of that size, and nothing else holds them here.
        let actions = actions.map_or_else(Vec::new, |of| unsafe { of.items::<i64>() }.to_vec());
        let to_fill = given.arrays();
        self.work(py, move |env| env.step(&actions, to_fill))
    }

    /// Writes what the seats to move see now; rewards and flags become 0.
    #[pyo3(signature = (**arrays))]
    fn write(&self, py: Python<'_>, arrays: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        let given = Given::read(py, arrays)?;
        let to_fill = given.arrays();
        self.work(py, move |env| env.write(to_fill))
    }

    /// Draws one of the moves in the mask of each game into an array of int64.
    ///
    /// Each game draws from the seed, its number and its episode.
    fn sample(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let given = Filled::get(py, "actions", Some(actions), ACTIONS, "int64", true)?;
        let Some(given) = given else { return Ok(()) };
        // SAFETY: as in `step`.
        let actions = unsafe { given.items::<i64>() };
        self.work(py, move |env| env.sample(actions))
    }

    /// Returns the notation of the position of a game, all of it, as a referee sees it.
    fn notation(&self, py: Python<'_>, index: Int) -> PyResult<String> {
        let index = index.named("index")?.unwrap_or(-1);
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        self.work(py, |env| env.notation(index))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.games(py)
    }
}

/// Keeps the documentation of `seats` true.
const _: () = assert!(NOBODY == 255);
