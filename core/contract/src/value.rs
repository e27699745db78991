//! The plain value that crosses the boundary to a host.
//!
//! Descriptions, options and results travel between the core and a host
//! language as [`Value`]s, which are made from serde structs by one serializer,
//! so that a shape is declared once and looks the same in every host.

use serde::Serializer;

use crate::error::{Error, Result, quoted};

pub use serde::Serialize;
pub use serde_json::{Map, Value};

/// A map with string keys that keeps the order of insertion.
pub type Dict = Map<String, Value>;

/// Converts anything serializable into a plain value.
///
/// # Errors
///
/// `internal` if a map has keys that are not strings; the library has none.
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<Value> {
    serde_json::to_value(value)
        .map_err(|e| Error::internal(format!("a value cannot be written: {e}")))
}

/// Values by name, in order; serialised as a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named<T>(pub Vec<(String, T)>);

#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for Named<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("Map_of_{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let values = generator.subschema_for::<T>();
        schemars::json_schema!({ "type": "object", "additionalProperties": values })
    }
}

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// Returns the kind of a value in words for an error message.
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

/// Reads a whole number. Hosts without integers (JavaScript) send fractions, which are
/// accepted only up to 2^53, where they are exact.
#[must_use]
pub fn whole_number(value: &Value) -> Option<i128> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let number = value.as_number()?;
    let integer = number.as_i64().map(i128::from);
    let integer = integer.or_else(|| number.as_u64().map(i128::from));
    integer.or_else(|| {
        let fraction = number.as_f64()?;
        (fraction.fract() == 0.0 && fraction.abs() <= EXACT).then_some(fraction as i128)
    })
}

/// Returns a value as an error message shows it: texts quoted, numbers as they are, of
/// others the kind.
#[must_use]
pub fn quoted_value(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Number(number) => number.to_string(),
        other => kind_of(other).into(),
    }
}
