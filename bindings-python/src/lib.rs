//! boardwright for Python: the module `boardwright._native`.
//!
//! Converts arguments, calls [`boardwright::rim`], converts results. No game is
//! named here. What Python says better in Python (error classes, results,
//! futures) stands in the package beside this crate.

mod analysis;
mod args;
mod bot;
mod cursor;
mod errors;
mod game;
mod jobs;
mod limits;
mod lists;
mod observation;
mod protocol;
mod results;
mod state;
mod table;
mod value;

use std::ffi::OsString;
use std::sync::atomic::{AtomicI64, Ordering};

use boardwright::rim;
use pyo3::exceptions::PyImportError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::args::{Arg, items};
use crate::state::State;

/// List the texts of the legal moves of each of several states, of any games.
#[pyfunction]
#[pyo3(signature = (states, seat=None))]
fn legal_moves_many<'py>(
    py: Python<'py>,
    states: &Bound<'py, PyAny>,
    seat: Arg<'_, 'py>,
) -> PyResult<Bound<'py, PyList>> {
    let out = PyList::empty(py);
    for state in items("states", states)? {
        let state = state.cast::<State>()?.get();
        out.append(lists::legal_moves(
            py,
            state.game.get(),
            &state.inner,
            seat,
            None,
        )?)?;
    }
    Ok(out)
}

/// List the codes of all errors, each of which has a class.
#[pyfunction]
fn error_codes(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    value::to_python(py, &rim::error_codes())
}

/// Run the command line and return its exit code.
///
/// The first argument is the name of the program.
#[pyfunction]
#[pyo3(signature = (arguments, /))]
fn run_command_line(py: Python<'_>, arguments: Vec<OsString>) -> i32 {
    py.detach(|| boardwright_cli::run(arguments))
}

/// The interpreter that the module was first imported into; the ids of
/// interpreters start at 0.
static HOME: AtomicI64 = AtomicI64::new(-1);

/// Keeps the module to one interpreter of a process, for its classes and tables
/// are that interpreter's objects.
fn only_here() -> PyResult<()> {
    // SAFETY: the caller is attached to an interpreter, so there is a current one.
    let here = unsafe { ffi::PyInterpreterState_GetID(ffi::PyInterpreterState_Get()) };
    match HOME.compare_exchange(-1, here, Ordering::SeqCst, Ordering::SeqCst) {
        Err(home) if home != here => Err(PyImportError::new_err(
            "boardwright can be imported into one interpreter of a process, not into others too",
        )),
        _ => Ok(()),
    }
}

/// The native part of boardwright.
#[pymodule(gil_used = false)]
mod _native {
    use boardwright::rim;
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::{
        analysis::Analysis, analysis::Study, bot::Bot, cursor::Cursor, error_codes, game::Game,
        game::games, game::load, game::parse, game::start, jobs::Job, jobs::Mailbox, jobs::Work,
        jobs::cancel_job, jobs::configure, jobs::jobs_listed, jobs::shutdown, jobs::statistics,
        legal_moves_many, observation::Observation, protocol::Engine, protocol::protocols,
        run_command_line, state::State, table::Table,
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::only_here()?;
        rim::silence_panics();
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
