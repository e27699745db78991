//! Main lines of games on chess boards as flat arrays.
//!
//! [`read`] takes bytes and appends to [`Columns`]: one entry a game in the arrays of
//! games, one a ply in those of plies, and `ply_offsets` between them. Variations are
//! skipped unchecked, main lines are checked as [`crate::games`] checks them, and a damaged
//! game adds nothing but its [`Damage`].

mod game;
mod read;

use crate::damage::{Damage, ReadOptions};

pub use game::{BoardGame, BoardRules, GameBuffers};
pub use read::{Choose, Reading, always, read, read_stream};

/// The value of [`Columns::clocks`] where there is no clock.
pub const NO_CLOCK: i32 = -1;
/// The value of [`Columns::evals`] where there is no evaluation.
pub const NO_EVAL: i16 = i16::MIN;
/// The value of [`Columns::evals`] for mate now; mate in `n` moves is `MATE - n` for the
/// first seat and `n - MATE` for the second. Centipawns are cut at ±20 000.
pub const MATE: i16 = 32_000;
/// The value of [`Columns::results`] where there is none, or `*`.
pub const NO_RESULT: i8 = i8::MIN;

/// The arrays that are filled besides moves, offsets, results and lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnOptions {
    /// The choices of the reader.
    pub read: ReadOptions,
    /// True for the clock after each ply (`%clk`).
    pub clocks: bool,
    /// True for the evaluation after each ply (`%eval`).
    pub evals: bool,
    /// True for the FEN of each game's start.
    pub starts: bool,
    /// True for the board before each ply and after the last one, as pieces on squares.
    pub boards: bool,
    /// True for the FEN of the same positions.
    pub fens: bool,
    /// The names of the tags that are kept.
    pub headers: Vec<String>,
}

/// Texts one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texts {
    /// The bytes of all texts, in UTF-8.
    pub bytes: Vec<u8>,
    /// The offset of each text and, at last, of the end.
    pub offsets: Vec<u64>,
}

impl Default for Texts {
    fn default() -> Self {
        Self {
            bytes: Vec::new(),
            offsets: vec![0],
        }
    }
}

impl Texts {
    pub(super) fn push(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
        self.offsets.push(self.bytes.len() as u64);
    }

    pub(super) fn push_bytes(&mut self, text: &[u8]) {
        self.bytes.extend_from_slice(text);
        self.offsets.push(self.bytes.len() as u64);
    }

    pub(super) fn truncate(&mut self, length: usize) {
        self.offsets.truncate(length + 1);
        let end = self.offsets.last().copied().unwrap_or(0);
        self.bytes.truncate(end as usize);
    }

    fn append(&mut self, other: &Self) {
        let before = self.bytes.len() as u64;
        self.bytes.extend_from_slice(&other.bytes);
        let offsets = other.offsets.iter().skip(1);
        self.offsets.extend(offsets.map(|offset| before + offset));
    }

    /// Returns the number of texts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// Returns true if there is no text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns a text; `None` beyond the end.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&str> {
        let from = *self.offsets.get(index)? as usize;
        let to = *self.offsets.get(index + 1)? as usize;
        std::str::from_utf8(self.bytes.get(from..to)?).ok()
    }
}

/// Games as arrays. What was not asked for is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    /// The line in which each game begins, from 1.
    pub lines: Vec<u64>,
    /// The result of each game: 1 the first seat wins, -1 the second, 0 a draw, else
    /// [`NO_RESULT`].
    pub results: Vec<i8>,
    /// The number of the first ply of each game and, at last, of all plies. Game `i` has
    /// the plies `ply_offsets[i]..ply_offsets[i + 1]`.
    pub ply_offsets: Vec<u64>,
    /// The moves as [`chess::Move::to_bits`]: bits 0 to 5 the destination, 6 to 11 the
    /// origin (a1 = 0, b1 = 1, h8 = 63), 12 to 15 the kind: 0 plain, 1 castling (to the
    /// square of the rook), 2 en passant, 4 to 7 promotion to knight, bishop, rook, queen,
    /// 8 to 12 drop of pawn, knight, bishop, rook, queen (origin = destination).
    pub moves: Vec<u16>,
    /// The mover's clock after each ply in milliseconds, or [`NO_CLOCK`].
    pub clocks: Vec<i32>,
    /// The evaluation after each ply in centipawns of the first seat, [`MATE`] less moves,
    /// or [`NO_EVAL`].
    pub evals: Vec<i16>,
    /// The FEN of each game's start.
    pub starts: Texts,
    /// The board before each ply and after the last, 64 bytes each from a1 to h8: 0 empty,
    /// 1 to 6 pawn to king of White, 9 to 14 of Black. Game `i` has those from
    /// `ply_offsets[i] + i` on.
    pub boards: Vec<u8>,
    /// The FEN of the same positions.
    pub fens: Texts,
    /// The tags asked for, in their order; an empty text where a game has none.
    pub headers: Vec<Texts>,
    /// The damaged games, in order.
    pub damages: Vec<Damage>,
}

impl Columns {
    /// Creates empty arrays.
    #[must_use]
    pub fn new(options: &ColumnOptions) -> Self {
        Self {
            lines: Vec::new(),
            results: Vec::new(),
            ply_offsets: vec![0],
            moves: Vec::new(),
            clocks: Vec::new(),
            evals: Vec::new(),
            starts: Texts::default(),
            boards: Vec::new(),
            fens: Texts::default(),
            headers: vec![Texts::default(); options.headers.len()],
            damages: Vec::new(),
        }
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.results.len()
    }

    /// Forgets what a game that does not count has added: those that count have a line.
    pub(super) fn undo(&mut self) {
        let games = self.lines.len();
        self.results.truncate(games);
        self.ply_offsets.truncate(games + 1);
        let plies = self.ply_offsets.last().copied().unwrap_or(0) as usize;
        self.moves.truncate(plies);
        self.clocks.truncate(plies);
        self.evals.truncate(plies);
        self.starts.truncate(games);
        self.boards.truncate(64 * (plies + games));
        self.fens.truncate(plies + games);
        for header in &mut self.headers {
            header.truncate(games);
        }
    }

    /// Adds the games of another part of the same text, whose first line is `line` where
    /// its own lines count from 1; 1 for a part whose lines are right.
    pub fn append(&mut self, other: Self, line: usize) {
        let before = self.moves.len() as u64;
        let further = line.saturating_sub(1);
        let own = other.lines.iter();
        self.lines.extend(own.map(|line| line + further as u64));
        self.results.extend_from_slice(&other.results);
        let offsets = other.ply_offsets.iter().skip(1);
        self.ply_offsets
            .extend(offsets.map(|offset| before + offset));
        self.moves.extend_from_slice(&other.moves);
        self.clocks.extend_from_slice(&other.clocks);
        self.evals.extend_from_slice(&other.evals);
        self.starts.append(&other.starts);
        self.boards.extend_from_slice(&other.boards);
        self.fens.append(&other.fens);
        for (header, other) in self.headers.iter_mut().zip(&other.headers) {
            header.append(other);
        }
        self.damages
            .extend(other.damages.into_iter().map(|damage| Damage {
                from: damage.from + further,
                line: damage.line + further,
                ..damage
            }));
    }
}
