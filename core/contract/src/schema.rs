//! Answers to clients as types that can be described: with the feature `schema` each of them has a
//! JSON Schema with its documentation, from which the reference is made.

use serde::Serialize;

/// A type that clients are told in; with the feature `schema`, one that has a schema.
#[cfg(not(feature = "schema"))]
pub trait Described: Serialize + Send + 'static {}

#[cfg(not(feature = "schema"))]
impl<T: Serialize + Send + 'static> Described for T {}

/// A type that clients are told in; with the feature `schema`, one that has a schema.
#[cfg(feature = "schema")]
pub trait Described: Serialize + schemars::JsonSchema + Send + 'static {}

#[cfg(feature = "schema")]
impl<T: Serialize + schemars::JsonSchema + Send + 'static> Described for T {}
