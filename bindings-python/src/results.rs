//! Results as the typed classes of the Python package, and drawings for notebooks.

use std::sync::LazyLock;

use boardwright::host::{DrawingOptions, NamedOutcome};
use boardwright::value::{Dict, Value};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyNone};

use crate::value::{dict_to_python, to_python};

static OUTCOME: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static DECISION: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static INFO: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

fn maker<'py>(
    py: Python<'py>,
    cell: &'static PyOnceLock<Py<PyAny>>,
    name: &str,
) -> PyResult<&'py Bound<'py, PyAny>> {
    Ok(cell
        .get_or_try_init(py, || {
            Ok::<_, PyErr>(py.import("boardwright._types")?.getattr(name)?.unbind())
        })?
        .bind(py))
}

/// An `Outcome`, or `None`.
pub(crate) fn outcome<'py>(
    py: Python<'py>,
    outcome: Option<&NamedOutcome>,
) -> PyResult<Bound<'py, PyAny>> {
    let Some(outcome) = outcome else {
        return Ok(PyNone::get(py).to_owned().into_any());
    };
    maker(py, &OUTCOME, "outcome_from")?.call1((to_python(py, outcome)?,))
}

/// A `Decision`, with the seconds it was waiting and at work.
pub(crate) fn decision<'py>(
    py: Python<'py>,
    value: &Value,
    queued: f64,
    ran: f64,
) -> PyResult<Bound<'py, PyAny>> {
    maker(py, &DECISION, "decision_from")?.call1((to_python(py, value)?, queued, ran))
}

/// A list of `Decision`, none of which has waited by itself.
pub(crate) fn decisions<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    let each = value.as_array().map(Vec::as_slice).unwrap_or_default();
    let made = PyList::empty(py);
    for value in each {
        let milliseconds = value["time"].as_f64().unwrap_or_default();
        made.append(decision(py, value, 0.0, milliseconds / 1000.0)?)?;
    }
    Ok(made.into_any())
}

/// An `Info`.
pub(crate) fn info<'py>(py: Python<'py>, info: &Dict) -> PyResult<Bound<'py, PyAny>> {
    maker(py, &INFO, "info_from")?.call1((dict_to_python(py, info)?,))
}

/// Tells IPython's pretty printer what to show: a line, and a drawing below it.
pub(crate) fn print(printer: &Bound<'_, PyAny>, line: &str, drawing: &str) -> PyResult<()> {
    printer.call_method1("text", (line,))?;
    for line in drawing.lines() {
        printer.call_method0("break_")?;
        printer.call_method1("text", (line,))?;
    }
    Ok(())
}

/// The looks of pictures in notebooks.
pub(crate) static NOTEBOOK: LazyLock<DrawingOptions> = LazyLock::new(|| DrawingOptions {
    size: Some(400),
    ..DrawingOptions::default()
});
