//! Plain values between the library and Python.

use boardwright::Error;
use boardwright::arguments::ValueBudget;
use boardwright::error::quoted;
use boardwright::value::{Dict, Value};
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyDict, PyFloat, PyInt, PyList, PyMapping, PyNone, PySequence, PyString,
};

use crate::args::{Int, lossy, type_error};
use crate::errors::{OrRaise, raised};

/// A plain value as Python has it.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => PyNone::get(py).to_owned().into_any(),
        Value::Bool(b) => PyBool::new(py, *b).to_owned().into_any(),
        Value::Number(n) => match (n.as_u64(), n.as_i64()) {
            (Some(n), _) => n.into_pyobject(py)?.into_any(),
            (None, Some(n)) => n.into_pyobject(py)?.into_any(),
            (None, None) => PyFloat::new(py, n.as_f64().unwrap_or(f64::NAN)).into_any(),
        },
        Value::String(s) => PyString::new(py, s).into_any(),
        Value::Array(items) => {
            let out = PyList::empty(py);
            for item in items {
                out.append(to_python(py, item)?)?;
            }
            out.into_any()
        }
        Value::Object(map) => dict_to_python(py, map)?.into_any(),
    })
}

/// A map as Python has it, in its order.
pub(crate) fn dict_to_python<'py>(py: Python<'py>, map: &Dict) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    for (key, value) in map {
        out.set_item(key, to_python(py, value)?)?;
    }
    Ok(out)
}

/// Options given as keyword arguments.
pub(crate) fn options(given: Option<&Bound<'_, PyDict>>) -> PyResult<Dict> {
    let mut out = Dict::new();
    let mut budget = ValueBudget::new();
    if let Some(given) = given {
        for (key, value) in given {
            let name = lossy(key.cast::<PyString>()?).into_owned();
            let value = from_python(&mut budget, &name, &value, 0)?;
            insert(given.py(), &mut out, "options", name, value)?;
        }
    }
    Ok(out)
}

/// A map that need not be given.
pub(crate) fn maybe_map(name: &str, given: Option<&Bound<'_, PyAny>>) -> PyResult<Dict> {
    let Some(given) = given.filter(|given| !given.is_none()) else {
        return Ok(Dict::new());
    };
    match from_python(&mut ValueBudget::new(), name, given, 0)? {
        Value::Object(map) => Ok(map),
        _ => Err(type_error(name, "a mapping", given)),
    }
}

/// Adds to a map what is not there yet: of two keys that are one to the library, such
/// as `0` and `"0"` for a seat, neither is meant more than the other.
pub(crate) fn insert(
    py: Python<'_>,
    map: &mut Dict,
    of: &str,
    key: String,
    value: Value,
) -> PyResult<()> {
    if map.contains_key(&key) {
        let twice = Error::invalid_option(format!("{of}: {} is given twice", quoted(&key)));
        return Err(raised(py, &twice));
    }
    map.insert(key, value);
    Ok(())
}

/// A plain value from Python, nested in so many lists and maps; the budget also guards against
/// lists that contain themselves.
pub(crate) fn from_python(
    budget: &mut ValueBudget,
    name: &str,
    value: &Bound<'_, PyAny>,
    depth: usize,
) -> PyResult<Value> {
    let wrong = |what: &str| {
        raised(
            value.py(),
            &Error::invalid_option(format!("{name}: {what}")),
        )
    };
    budget.count(name, depth).or_raise(value.py())?;
    if value.is_none() {
        return Ok(Value::Null);
    }
    // Python's, or NumPy's.
    if let Ok(b) = value.extract::<bool>() {
        return Ok(b.into());
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text
            .to_str()
            .map_err(|_| wrong("holds half of a surrogate pair, which is no character"))?
            .into());
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        let number = number.value();
        if !number.is_finite() {
            return Err(wrong("is not a finite number"));
        }
        return Ok(number.into());
    }
    if value.is_instance_of::<PyInt>() || value.hasattr("__index__")? {
        let number = value.extract::<Int>()?.named(name)?;
        let number = number.ok_or_else(|| wrong("is too large a number"))?;
        return match (i64::try_from(number), u64::try_from(number)) {
            (Ok(n), _) => Ok(n.into()),
            (_, Ok(n)) => Ok(n.into()),
            _ => Err(wrong("is too large a number")),
        };
    }
    if let Ok(map) = value.cast::<PyMapping>() {
        let mut out = Dict::new();
        for item in map.items()? {
            let (key, value) = item.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()?;
            let key = key
                .cast::<PyString>()
                .map_err(|_| wrong("has a key that is not a string"))?;
            let value = from_python(budget, name, &value, depth + 1)?;
            insert(key.py(), &mut out, name, lossy(key).into_owned(), value)?;
        }
        return Ok(out.into());
    }
    if let Ok(items) = value.cast::<PySequence>() {
        return items
            .try_iter()?
            .map(|item| from_python(budget, name, &item?, depth + 1))
            .collect();
    }
    let kind = value.get_type().name()?;
    Err(wrong(&format!("takes no {}", lossy(&kind))))
}
