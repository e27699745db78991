//! Chess, and drop chess on one board.
//!
//! The bottom layer: [`Board`] and what can be done with one position. It knows
//! no history, no clock and no end of a game by repetition or agreement, never
//! prints and never keeps state. [`Rules`] tells the variants apart.

pub mod attacks;
mod bitboard;
mod board;
mod chess960;
mod diagram;
pub mod eval;
mod fen;
pub mod game;
mod ids;
mod magics;
mod material;
pub mod mates;
mod movegen;
mod moves;
mod perft;
mod reasons;
mod rules;
mod san;
mod search;
mod side;
#[cfg(test)]
mod tests;
pub mod tune;
mod types;
mod uci;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, Captured, Setup};
pub use chess960::{STANDARD, chess960_start};
pub use fen::{FenOptions, FenStyle};
pub use game::{BughouseBoard, Chess, Crazyhouse};
pub use ids::{FIRST_DROP, MOVE_IDS};
pub use movegen::{Checks, MoveList, MoveSet, MoveSetIter, Stages};
pub use moves::{Move, MoveKind};
pub use perft::{divide, perft_bulk, perft_full};
pub use rules::{Captures, DropAggression, Rules};
pub use types::{Color, File, Piece, Rank, Square};
pub use uci::Dialect;
