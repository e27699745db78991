//! What a game is in boardwright, and what everything above agrees on.
//!
//! A [`game::Game`] is a game's rules with their options fixed; a position is plain
//! data, and a [`state::State`] is a position with its past. What a seat may know is a
//! [`state::Observation`], and a [`bot::Bot`] is given nothing else. Whatever takes long
//! runs on the pool of [`jobs`]. No game and no search is known here.

pub mod bot;
pub mod description;
pub mod error;
pub mod fnv;
pub mod fork;
pub mod game;
pub mod history;
pub mod jobs;
pub mod memory;
pub mod options;
pub mod process;
pub mod rng;
pub mod state;
pub mod text;
pub mod time;
pub mod value;
pub mod view;
pub mod work;

pub use error::{Error, ErrorKind, Result};
