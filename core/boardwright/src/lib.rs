//! One core for boards, drops, blind views and search.
//!
//! A [`game::Game`] is a game's rules with their options fixed; a position is
//! plain data, and a [`state::State`] is a position with its past. What a seat
//! may know is a [`state::Observation`], and bots are given nothing else.
//! [`registry`] is the one list of games, and [`host`] what host languages hold:
//! any game by plain values. Whatever takes long runs on the pool of [`jobs`].
//!
//! ```
//! use boardwright::host::{self, MoveRef};
//!
//! let state = host::start("crazyhouse", &Default::default())?;
//! let state = state.play(None, MoveRef::Text("e2e4"), None)?;
//! assert_eq!(state.legal_moves(None, None)?.len(), 20);
//! # Ok::<(), boardwright::Error>(())
//! ```

pub mod arena;
pub mod host;
pub mod model;
pub mod own;
pub mod protocol;
pub mod queries;
pub mod records;
pub mod registry;
pub mod table;
mod taken;
#[cfg(feature = "test-games")]
pub mod testing;

/// The version of the library, which all of its packages share.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

pub use ::{blind, boost, bughouse, jarls, presets};
pub use contract::{
    Error, ErrorKind, Result, arguments, description, error, fork, game, history, jobs, options,
    plain, rng, state, text, value, view, waking,
};
pub use search::{self, perft, playouts};

/// Boards of chess and drop chess, and the games that are played on one of them.
pub mod chess {
    pub use ::chess::*;
    pub use chess_games::*;
}

/// A count of what was done, for tests.
#[cfg(feature = "test-games")]
#[doc(hidden)]
pub mod work {
    pub use contract::work::*;
}

/// Deciders, and what they are asked and answer.
pub mod bots {
    pub use contract::bot::*;
    pub use search::bots::*;
}

/// The README's Rust, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The Rust of the page about presets, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/presets.md")]
struct PresetsPage;

/// The Rust of the page about the arena, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/arena.md")]
struct ArenaPage;
