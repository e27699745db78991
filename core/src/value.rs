//! The plain value that crosses the rim.
//!
//! Descriptions, options and results travel between the core and a host
//! language as [`Value`]s, which are made from serde structs by one serializer,
//! so that a shape is declared once and looks the same in every host.

use serde::Serialize;

use crate::error::{Error, Result};

pub use serde_json::{Map, Value};

/// A map with string keys that keeps the order of insertion.
pub type Dict = Map<String, Value>;

/// Turns anything serializable into a plain value.
///
/// # Errors
///
/// `internal` when a map has keys that are not strings; the library has none.
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<Value> {
    serde_json::to_value(value)
        .map_err(|e| Error::internal(format!("a value cannot be written: {e}")))
}

/// What kind of value this is, in words for an error message.
#[must_use]
pub fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(n) if n.is_f64() => "a fraction",
        Value::Number(_) => "an integer",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "a map",
    }
}
