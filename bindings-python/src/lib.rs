//! boardwright for Python: the module `boardwright._native`.
//!
//! Converts arguments, calls [`boardwright::host`], converts results. No game is
//! named here. What Python says better in Python (error classes, results,
//! futures) stands in the package beside this crate.

mod analysis;
mod arena;
mod args;
mod bot;
mod buffers;
mod columns;
mod cursor;
mod errors;
mod external;
mod fork;
mod game;
mod jobs;
mod limits;
mod lists;
mod many;
mod model;
mod observation;
mod own;
mod played;
mod protocol;
mod queue;
mod ratings;
mod reader;
mod records;
mod results;
mod state;
mod table;
mod value;
mod vector;

use std::ffi::OsString;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, Ordering};

use boardwright::host;
use pyo3::exceptions::PyImportError;
use pyo3::ffi;
use pyo3::prelude::*;

/// Lists the codes of all errors, each of which has a class.
#[pyfunction]
fn error_codes(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    value::to_python(py, &host::error_codes())
}

/// Runs the command line and return its exit code.
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

/// Done once, for a module that is imported again is the same library.
fn guard_forks() -> PyResult<()> {
    static GUARDED: OnceLock<std::io::Result<()>> = OnceLock::new();
    match GUARDED.get_or_init(fork::guard) {
        Ok(()) => Ok(()),
        Err(error) => Err(PyImportError::new_err(format!(
            "boardwright cannot see to it that forks are safe: {error}"
        ))),
    }
}

/// The native part of boardwright.
#[pymodule(gil_used = false)]
mod _native {
    use boardwright::host;
    use boardwright::table::SEAT_CALLS;
    use pyo3::prelude::*;
    use pyo3::types::PyTuple;

    #[pymodule_export]
    use super::{
        analysis::Analysis, analysis::AnalysisRequest, arena::FinishedGames, arena::arena_work,
        bot::Bot, buffers::Array, columns::ColumnArrays, columns::columns_work, columns::move_text,
        columns::read_columns, cursor::Cursor, error_codes, external::ExternalEngine, game::Game,
        game::games, game::load, game::parse, game::parse_epd, game::presets, game::start,
        jobs::CompletionQueue, jobs::Job, jobs::Work, jobs::cancel_job, jobs::configure,
        jobs::jobs_listed, jobs::report, jobs::shutdown, jobs::statistics, many::legal_ids_many,
        many::legal_masks, many::legal_moves_many, many::play_many_states, model::NativeModel,
        model::NativeTurn, observation::Observation, observation::observed, own::NativeQuestion,
        own::Questions, played::PlayedText, protocol::Engine, protocol::protocols, queue::JobQueue,
        queue::run_job, ratings::NativeRegistry, ratings::strength, reader::GameReader,
        records::Record, run_command_line, state::State, table::Listening, table::Table,
        vector::VecEnv,
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::only_here()?;
        super::guard_forks()?;
        host::silence_panics();
        module.add("SEAT_CALLS", PyTuple::new(module.py(), SEAT_CALLS)?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
