//! Within what a bot decides, as Python says it: with times in seconds.

use boardwright::Error;
use boardwright::arguments::ValueBudget;
use boardwright::host::Limits;
use boardwright::value::{Dict, Value};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyString};

use crate::args::{Int, items, lossy, maybe_seconds, notation, type_error};
use crate::errors::{OrRaise, raised};
use crate::value::from_python;

/// Reads the named arguments of a decision; `None` counts as not given.
///
/// # Errors
///
/// `TypeError` for a name that there is not and for values of wrong types,
/// `invalid_option` for those out of range.
pub(crate) fn read(py: Python<'_>, given: Option<&Bound<'_, PyDict>>) -> PyResult<Limits> {
    let mut limits = Dict::new();
    for (key, value) in given.into_iter().flatten() {
        let name = lossy(key.cast::<PyString>()?).into_owned();
        let value = match name.as_str() {
            "movetime" | "deadline" => time(&name, &value)?,
            "nodes" | "depth" | "mate" | "lines" => number(&name, &value)?,
            "moves" => moves(&value)?,
            "clock" => clock(&name, &value)?,
            "clocks" => clocks(&name, &value)?,
            "heard" => heard(&name, &value)?,
            _ => {
                return Err(PyTypeError::new_err(format!(
                    "got an unexpected keyword argument '{name}'"
                )));
            }
        };
        limits.insert(name, value);
    }
    Limits::read(&limits).or_raise(py)
}

/// Seconds as milliseconds.
fn time(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    let given = Some(value).filter(|value| !value.is_none());
    let time = maybe_seconds(name, given)?;
    Ok(time.map_or(Value::Null, |time| (time.as_secs_f64() * 1000.0).into()))
}

fn number(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if value.is_none() {
        return Ok(Value::Null);
    }
    let number = value.extract::<Int>()?.named(name)?.unwrap_or(-1);
    // What is beyond all numbers is refused as what is below them is.
    Ok(u64::try_from(number).map_or_else(|_| Value::from(-1), Value::from))
}

fn moves(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if value.is_none() {
        return Ok(Value::Null);
    }
    let text = |item: Bound<'_, PyAny>| match item.cast::<PyString>() {
        Ok(text) => notation("moves", text).map(Value::from),
        Err(_) => Err(type_error("moves", "texts", &item)),
    };
    items("moves", value)?.into_iter().map(text).collect()
}

/// Messages as plain values, which the core reads.
fn heard(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if value.is_none() {
        return Ok(Value::Null);
    }
    let all = items(name, value)?.into_iter();
    all.map(|item| from_python(&mut ValueBudget::new(), name, &item, 0))
        .collect()
}

fn clocks(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if value.is_none() {
        return Ok(Value::Null);
    }
    let all = items(name, value)?.into_iter();
    all.map(|item| clock(name, &item)).collect()
}

fn clock(of: &str, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if value.is_none() {
        return Ok(Value::Null);
    }
    let Ok(map) = value.cast::<PyMapping>() else {
        let takes = "a map of remaining, increment and moves_to_go";
        return Err(type_error(of, takes, value));
    };
    let mut clock = Dict::new();
    for item in map.items()? {
        let (key, value) = item.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()?;
        let Ok(key) = key.cast::<PyString>() else {
            let error = Error::invalid_option(format!("{of}: has a key that is not a string"));
            return Err(raised(value.py(), &error));
        };
        let name = lossy(key).into_owned();
        let shown = format!("{of}: {name}");
        let value = match name.as_str() {
            "remaining" | "increment" => time(&shown, &value)?,
            "moves_to_go" => number(&shown, &value)?,
            _ => from_python(&mut ValueBudget::new(), &shown, &value, 0)?,
        };
        clock.insert(name, value);
    }
    Ok(clock.into())
}
