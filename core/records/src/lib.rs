//! Games as text, read and written: PGN as a stream, EPD, columns of numbers.
//!
//! A collection of a million games is never held in memory. [`games`] reads them from any
//! [`Read`](std::io::Read) one by one: each is a [`Record`] with tags, start, a [`Tree`] of
//! moves with variations, comments, glyphs, clocks and evaluations, or a [`Damage`] with
//! line, kind and reason, and reading goes on with the next. [`write`](mod@write) makes PGN
//! of a record. [`columns`] reads the main lines of chess boards into flat arrays, at
//! hundreds of megabytes a second. Single boards are read here, two of them by
//! `boardwright::bughouse::bpgn`, which shares everything but the move numbers. Nothing here
//! opens files.
//!
//! `docs/records.md` describes the formats, the dialects and the limits.

pub mod columns;
mod comment;
mod damage;
pub mod epd;
mod reader;
mod scan;
mod source;
mod tree;
mod words;
pub mod write;

pub use contract::text::decoded;

pub use comment::{Annotations, Eval, Mark, MarkColor};
pub use damage::{Damage, DamageKind, Fault, Limits, NullMoves, ReadOptions, Stop};
pub use reader::{Reader, Record, games, games_in, read_game, tag};
pub use scan::{GameResult, GameText, Tag, Token};
pub use source::{Lines, Slice, Source};
pub use tree::{Node, NodeId, Tree};
pub use words::{WordLine, WordLines};
pub use write::{tag_line, wrapped};

/// The notation of moves in PGN.
pub const STYLE: &str = "san";
