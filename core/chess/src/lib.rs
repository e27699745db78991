//! Chess, and drop chess on one board.
//!
//! The bottom layer: [`Board`] and the operations on one position. It knows no history, no
//! clock and no end of a game by repetition or agreement, never prints and never keeps
//! state. [`Rules`] distinguishes the variants.

pub mod attacks;
mod bitboard;
mod board;
mod chess960;
mod diagram;
mod error;
mod exchange;
mod fen;
mod ids;
mod inspect;
mod line;
mod magics;
mod material;
pub mod mates;
mod movegen;
mod moves;
mod perft;
mod polyglot;
mod reasons;
mod repair;
mod rules;
mod san;
mod side;
#[cfg(test)]
mod tests;
mod types;
mod uci;
mod validity;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, Captured, Setup};
pub use chess960::{STANDARD, chess960_start};
pub use error::{Error, ErrorKind, Result};
pub use exchange::PieceValues;
pub use fen::{FenOptions, FenStyle};
pub use ids::{FIRST_DROP, MOVE_IDS};
pub use inspect::{attacks_of, pin_line};
pub use line::{Line, LineEnds};
pub use movegen::{Checks, MoveList, MoveSet, MoveSetIter, Stages};
pub use moves::{Move, MoveKind};
pub use perft::{divide, perft_bulk, perft_full};
pub use polyglot::{BookEntry, BookMove, PolyglotBook};
pub use repair::repair_fen;
pub use rules::{Captures, DropAggression, Rules};
pub use types::{Color, File, Piece, Rank, Square};
pub use uci::Dialect;
pub use validity::{Demands, Fault};

/// The README's Rust, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
