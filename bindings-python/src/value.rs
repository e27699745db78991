//! Plain values between the library and Python.

use boardwright::Error;
use boardwright::arguments::ValueBudget;
use boardwright::error::quoted;
use boardwright::plain::{Builder, build};
use boardwright::value::{Dict, Serialize, Value};
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyDict, PyFloat, PyInt, PyList, PyMapping, PyNone, PySequence, PyString,
};

use crate::args::{Int, lossy, type_error};
use crate::errors::{OrRaise, raised};

/// Makes Python's objects.
#[derive(Clone, Copy)]
struct Objects<'py>(Python<'py>);

impl<'py> Builder for Objects<'py> {
    type Built = Bound<'py, PyAny>;
    type Refused = PyErr;

    fn null(self) -> PyResult<Self::Built> {
        Ok(PyNone::get(self.0).to_owned().into_any())
    }

    fn flag(self, value: bool) -> PyResult<Self::Built> {
        Ok(PyBool::new(self.0, value).to_owned().into_any())
    }

    fn integer(self, value: i64) -> PyResult<Self::Built> {
        Ok(value.into_pyobject(self.0)?.into_any())
    }

    fn natural(self, value: u64) -> PyResult<Self::Built> {
        Ok(value.into_pyobject(self.0)?.into_any())
    }

    fn fraction(self, value: f64) -> PyResult<Self::Built> {
        Ok(PyFloat::new(self.0, value).into_any())
    }

    fn text(self, value: &str) -> PyResult<Self::Built> {
        Ok(PyString::new(self.0, value).into_any())
    }

    fn list(self, items: Vec<Self::Built>) -> PyResult<Self::Built> {
        Ok(PyList::new(self.0, items)?.into_any())
    }

    fn map(self, entries: Vec<(Self::Built, Self::Built)>) -> PyResult<Self::Built> {
        let out = PyDict::new(self.0);
        for (key, value) in entries {
            out.set_item(key, value)?;
        }
        Ok(out.into_any())
    }
}

/// Anything that is a plain value, as Python has it.
pub(crate) fn to_python<'py, T: Serialize + ?Sized>(
    py: Python<'py>,
    value: &T,
) -> PyResult<Bound<'py, PyAny>> {
    build(Objects(py), value).or_raise(py)
}

/// A map as Python has it, in its order.
pub(crate) fn dict_to_python<'py>(py: Python<'py>, map: &Dict) -> PyResult<Bound<'py, PyDict>> {
    Ok(to_python(py, map)?.cast_into()?)
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
