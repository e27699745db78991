//! One core for boards, drops, blind views and search.
//!
//! A [`game::Game`] is a game's rules with their options fixed; a position is
//! plain data, and a [`state::State`] is a position with its past. What a seat
//! may know is a [`state::Observation`], and bots are given nothing else.
//! [`registry`] is the one list of games, and [`rim`] what host languages hold:
//! any game by plain values. Whatever takes long runs on the pool of [`jobs`].
//!
//! ```
//! use boardwright::rim::{self, MoveRef};
//!
//! let state = rim::start("crazyhouse", &Default::default())?;
//! let state = state.play(None, MoveRef::Text("e2e4"), None)?;
//! assert_eq!(state.legal_moves(None, None)?.len(), 20);
//! # Ok::<(), boardwright::Error>(())
//! ```

pub mod arena;
pub mod blind;
pub mod boost;
pub mod bots;
pub mod bughouse;
pub mod chess;
pub mod erased;
pub mod error;
mod fnv;
pub mod fork;
pub mod game;
pub mod history;
pub mod jarls;
pub mod jobs;
mod memory;
pub mod options;
pub mod perft;
pub mod pgn;
pub mod playouts;
pub mod presets;
mod process;
pub mod protocol;
pub mod registry;
pub mod rim;
pub mod rng;
pub mod search;
pub mod state;
pub mod table;
#[cfg(feature = "test-games")]
pub mod testing;
mod text;
mod time;
pub mod value;
#[cfg(any(test, feature = "test-games"))]
#[doc(hidden)]
pub mod work;
#[cfg(not(any(test, feature = "test-games")))]
mod work;

pub use error::{Error, ErrorKind, Result};

/// The README's Rust, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

/// The Rust of the page about presets, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../docs/presets.md")]
struct PresetsPage;
