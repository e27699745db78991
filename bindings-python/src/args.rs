//! Arguments: what Python passes, as the rim takes it.
//!
//! A value of a wrong type is a `TypeError`, as everywhere in Python; one of the
//! right type that cannot be is an error of the library's own.

use std::borrow::Cow;
use std::time::Duration;

use boardwright::Error;
use boardwright::arguments::WholeNumber;
use boardwright::host::{MoveRef, SeatRef};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyString};

use crate::errors::{OrRaise, raised};

/// An argument that can be anything until it has been looked at.
pub(crate) type Arg<'a, 'py> = Option<&'a Bound<'py, PyAny>>;

fn kind(value: &Bound<'_, PyAny>) -> String {
    let name = value.get_type().name();
    name.map_or_else(|_| "that".to_owned(), |name| lossy(&name).into_owned())
}

pub(crate) fn type_error(what: &str, takes: &str, got: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!("{what}: takes {takes}, not {}", kind(got)))
}

fn invalid_option(py: Python<'_>, message: String) -> PyErr {
    raised(py, &Error::invalid_option(message))
}

/// A text in which what is no character is replaced: for names, of which none
/// has such a replacement in it.
pub(crate) fn lossy<'a>(text: &'a Bound<'_, PyString>) -> Cow<'a, str> {
    text.to_string_lossy()
}

/// A notation, of which every character counts.
pub(crate) fn notation<'a>(what: &str, text: &'a Bound<'_, PyString>) -> PyResult<&'a str> {
    text.to_str().map_err(|_| {
        raised(
            text.py(),
            &Error::invalid_notation(format!(
                "{what}: holds half of a surrogate pair, which is no character"
            )),
        )
    })
}

/// The argument for a whole number. Whoever knows the argument's name reports that it is none.
#[derive(Clone, Debug)]
pub(crate) enum Int {
    /// A number; `None` for one that no argument can be.
    Whole(Option<i128>),
    /// Something of another type.
    Other(String),
}

impl Int {
    /// A number, for the defaults of arguments.
    pub(crate) const fn of(number: i128) -> Self {
        Self::Whole(Some(number))
    }

    /// The number, or a `TypeError` that names the argument.
    pub(crate) fn named(self, what: &str) -> PyResult<Option<i128>> {
        match self {
            Self::Whole(number) => Ok(number),
            Self::Other(kind) => Err(PyTypeError::new_err(format!(
                "{what}: takes an integer, not {kind}"
            ))),
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Int {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        // Python would let `True` pass, NumPy's as well, and convert fractions.
        if value.extract::<bool>().is_ok()
            || value.is_instance_of::<PyFloat>()
            || !value.hasattr("__index__")?
        {
            return Ok(Self::Other(kind(&value)));
        }
        let huge = |error: PyErr| match error.is_instance_of::<PyOverflowError>(value.py()) {
            true => Ok(None),
            false => Err(error),
        };
        let number = match value.extract::<i64>() {
            Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => {
                return Ok(Self::Other(kind(&value)));
            }
            number => number.map(|n| Some(i128::from(n))).or_else(huge)?,
        };
        let number = match number {
            None => value
                .extract::<u64>()
                .map(|n| Some(i128::from(n)))
                .or_else(huge)?,
            some => some,
        };
        Ok(Self::Whole(number))
    }
}

/// A whole number in its range, or its default.
pub(crate) fn whole(py: Python<'_>, argument: &WholeNumber, given: Option<Int>) -> PyResult<u64> {
    let given = match given {
        None => None,
        // A number that no argument can be is as wrong as any beyond the range.
        Some(given) => Some(given.named(argument.name)?.unwrap_or(i128::MAX)),
    };
    argument.read(given).or_raise(py)
}

/// A whole number in its range that need not be given.
pub(crate) fn maybe_whole(
    py: Python<'_>,
    argument: &WholeNumber,
    given: Option<Int>,
) -> PyResult<Option<u64>> {
    given
        .map(|given| whole(py, argument, Some(given)))
        .transpose()
}

/// A duration in seconds.
pub(crate) fn maybe_seconds(what: &str, value: Arg<'_, '_>) -> PyResult<Option<Duration>> {
    let Some(value) = value else {
        return Ok(None);
    };
    // NumPy has truth values of its own.
    if value.is_instance_of::<PyString>() || value.extract::<bool>().is_ok() {
        return Err(type_error(what, "seconds", value));
    }
    let wrong = || {
        invalid_option(
            value.py(),
            format!("{what}: takes seconds, a finite number of at least 0"),
        )
    };
    let seconds = match value.extract::<f64>() {
        Ok(seconds) => seconds,
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => return Err(wrong()),
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => {
            return Err(type_error(what, "seconds", value));
        }
        Err(error) => return Err(error),
    };
    if !(seconds.is_finite() && seconds >= 0.0) {
        return Err(wrong());
    }
    // More than can be represented is as good as for ever.
    Ok(Some(
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX),
    ))
}

/// A seat, by its index or name.
pub(crate) fn seat<'a>(value: &'a Bound<'_, PyAny>) -> PyResult<SeatRef<'a>> {
    if let Ok(name) = value.cast::<PyString>() {
        // What cannot be read is no seat's name, nor is the empty text.
        return Ok(SeatRef::Name(name.to_str().unwrap_or_default()));
    }
    let Int::Whole(number) = value.extract()? else {
        return Err(type_error("seat", "an index or a name", value));
    };
    number
        .and_then(|n| i64::try_from(n).ok())
        .map(SeatRef::Index)
        .ok_or_else(|| {
            let message = "seat: there is no seat of such a number";
            invalid_option(value.py(), message.to_owned())
        })
}

/// A seat that need not be given.
pub(crate) fn maybe_seat<'a>(value: Arg<'a, '_>) -> PyResult<Option<SeatRef<'a>>> {
    value.map(seat).transpose()
}

/// A move, by its text or action id.
pub(crate) fn action<'a>(value: &'a Bound<'_, PyAny>) -> PyResult<MoveRef<'a>> {
    if let Ok(text) = value.cast::<PyString>() {
        return notation("move", text).map(MoveRef::Text);
    }
    match value.extract()? {
        Int::Other(_) => Err(type_error("move", "a text or an action id", value)),
        number => action_id("move", value.py(), number).map(MoveRef::Id),
    }
}

/// An action id.
pub(crate) fn action_id(what: &str, py: Python<'_>, number: Int) -> PyResult<u32> {
    let number = number.named(what)?;
    number.and_then(|n| u32::try_from(n).ok()).ok_or_else(|| {
        let message = "action id: there is none of such a number";
        raised(py, &Error::invalid_notation(message))
    })
}

/// The name of a style, where one is given.
pub(crate) fn maybe_style<'a>(style: Option<&'a Bound<'_, PyString>>) -> Option<Cow<'a, str>> {
    style.map(lossy)
}

/// The items of something iterable that is not a text, which would come apart
/// into its letters.
pub(crate) fn items<'py>(
    what: &str,
    value: &Bound<'py, PyAny>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if value.is_instance_of::<PyString>() {
        return Err(type_error(what, "a list", value));
    }
    value
        .try_iter()
        .map_err(|_| type_error(what, "a list", value))?
        .collect()
}
