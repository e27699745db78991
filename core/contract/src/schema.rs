//! Answers to clients as types that can be described: with the feature `schema` each of them has a
//! JSON Schema with its documentation, from which the reference is made.

use serde::Serialize;

/// A type that clients are told in; with the feature `schema`, one that has a schema.
#[cfg(not(feature = "schema"))]
pub trait Described: Serialize {}

#[cfg(not(feature = "schema"))]
impl<T: Serialize> Described for T {}

/// A type that clients are told in; with the feature `schema`, one that has a schema.
#[cfg(feature = "schema")]
pub trait Described: Serialize + schemars::JsonSchema {}

#[cfg(feature = "schema")]
impl<T: Serialize + schemars::JsonSchema> Described for T {}
