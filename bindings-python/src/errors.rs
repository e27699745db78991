//! The library's error as a Python exception of the class that goes with its code.

use boardwright::Error;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

static CLASSES: PyOnceLock<Py<PyDict>> = PyOnceLock::new();

/// The exception for an error.
pub(crate) fn raised(py: Python<'_>, error: &Error) -> PyErr {
    build(py, error).unwrap_or_else(|failure| failure)
}

/// The classes are Python's own, so that they read like any other exception there.
fn build(py: Python<'_>, error: &Error) -> PyResult<PyErr> {
    let classes = CLASSES
        .get_or_try_init(py, || {
            Ok::<_, PyErr>(
                py.import("boardwright._errors")?
                    .getattr("BY_CODE")?
                    .cast_into::<PyDict>()?
                    .unbind(),
            )
        })?
        .bind(py);
    let class = match classes.get_item(error.code())? {
        Some(class) => class,
        // A test sees to it that every code has a class.
        None => classes.as_any().get_item("internal")?,
    };
    Ok(PyErr::from_type(
        class.cast_into::<PyType>()?,
        error.message().to_owned(),
    ))
}

/// Turns the library's results into Python's.
pub(crate) trait OrRaise<T> {
    /// The value, or the error as an exception.
    fn or_raise(self, py: Python<'_>) -> PyResult<T>;
}

impl<T> OrRaise<T> for boardwright::Result<T> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| raised(py, &error))
    }
}
