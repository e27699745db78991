//! The model of a game in boardwright, on which everything above agrees.
//!
//! A [`game::Game`] is a game's rules with their options fixed; a position is plain data,
//! and a [`state::State`] is a position with its past. The knowledge of a seat is a
//! [`state::Observation`], which is all that a [`bot::Bot`] receives. Long work runs on the
//! pool of [`jobs`]. No game and no search is known here.

pub mod arguments;
pub mod bot;
pub mod briefing;
pub mod description;
pub mod error;
pub mod fnv;
pub mod fork;
pub mod game;
pub mod history;
pub mod ids;
pub mod jobs;
pub mod key_filter;
pub mod memory;
pub mod options;
pub mod picture;
pub mod plain;
pub mod planes;
pub mod process;
pub mod question;
pub mod rng;
pub mod schema;
pub mod state;
pub mod text;
pub mod time;
pub mod value;
pub mod view;
pub mod waking;
pub mod words;
pub mod work;

pub use drawing;
pub use error::{Error, ErrorKind, Result};
