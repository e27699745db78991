//! boardwright for Node, the native half.
//!
//! Users call the classes in `lib/`, which check arguments, keep tables of texts
//! and hold a `handle::Handle` on one value of [`boardwright::host`] each. What
//! is exported here is for them alone and names no game.
//!
//! Plain values cross as JSON texts: one string is cheaper to make, and
//! `JSON.parse` faster, than a call into the engine for every field. Lists of
//! moves cross as ids in a buffer that JavaScript reuses.
//!
//! A panic in an export must not reach Node, which would abort: every one of them
//! catches it, and JavaScript takes any error without a code of ours as
//! `internal` without showing its message.

// napi registers nothing in a test build, and then nothing here is used.
#![cfg_attr(test, allow(dead_code, unused_imports))]

mod arena;
mod args;
mod bot;
mod cursor;
mod errors;
mod event_queue;
mod external;
mod game;
mod handle;
mod jobs;
mod json;
mod model;
mod observation;
mod own;
mod protocol;
mod queue;
mod ratings;
mod records;
mod state;
mod table;
