//! Search, generic over every game that can be evaluated.
//!
//! [`Searched`] is what a game has to say of itself; [`Engine`] is a search with
//! its table, made for one game and asked again and again. Inside everything is
//! monomorphised. Decisions use integers only, so that a search with one thread,
//! a limit of nodes and an empty table gives the same answer on every machine.

mod alphabeta;
pub mod bots;
mod corrections;
mod engine;
mod feature;
mod hooks;
mod idle;
pub mod levels;
mod mate_search;
mod maxn;
mod mcts;
mod move_history;
pub mod network;
mod params;
pub mod perft;
mod picker;
pub mod playouts;
mod quota;
mod root;
mod timer;
mod tt;
pub mod vector;

pub use engine::{Engine, Method, RankedLine, SearchReport, SearchResult};
pub use feature::{Feature, Features};
pub use hooks::{HistoryIndex, RankedMove, Searched, Stage, Unit};
pub use params::Params;
pub use timer::Timer;

/// The most plies that a line of search can have.
pub const MAX_PLY: usize = 128;
/// The score of a mate at once; each ply until then takes one off.
pub const MATE: i32 = 31_000;
/// From this on a score says that there is a mate.
pub const MATE_BOUND: i32 = MATE - 2 * MAX_PLY as i32;
/// The greatest score that an evaluation may give a position.
pub const EVAL_LIMIT: i32 = 28_000;

const INFINITE: i32 = 32_000;
