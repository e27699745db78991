//! Faults of games that cannot be read, and the bounds of what is accepted.

use serde::Serialize;

/// Kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum DamageKind {
    /// A line that begins as a tag and is none.
    Tag,
    /// More tags than [`Limits::tags`].
    TooManyTags,
    /// A tag that names a game which is not read here.
    Variant,
    /// A start position that cannot be read.
    Start,
    /// A text that is no move, or fits several.
    UnreadableMove,
    /// A move that the rules forbid.
    IllegalMove,
    /// A move after the end of the game.
    GameOver,
    /// A null move (`--`, `Z0`).
    NullMove,
    /// A numeric glyph above `$255`, or a `$` without a number.
    Glyph,
    /// A comment that is not closed, or a brace that closes none.
    Comment,
    /// A variation that is not closed, or stands before any move, or a parenthesis that
    /// closes none.
    Variation,
    /// Variations nested deeper than [`Limits::depth`].
    TooDeep,
    /// A game longer than [`Limits::game_bytes`], or a comment longer than
    /// [`Limits::comment_bytes`].
    TooLong,
    /// A game without a result, where one is required.
    NoResult,
    /// The input failed; nothing is read after this.
    Input,
}

impl DamageKind {
    /// Returns the stable word for it.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Tag => "tag",
            Self::TooManyTags => "too_many_tags",
            Self::Variant => "variant",
            Self::Start => "start",
            Self::UnreadableMove => "unreadable_move",
            Self::IllegalMove => "illegal_move",
            Self::GameOver => "game_over",
            Self::NullMove => "null_move",
            Self::Glyph => "glyph",
            Self::Comment => "comment",
            Self::Variation => "variation",
            Self::TooDeep => "too_deep",
            Self::TooLong => "too_long",
            Self::NoResult => "no_result",
            Self::Input => "input",
        }
    }
}

/// The fault of a game that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[error("line {line}: {message}")]
pub struct Damage {
    /// The line that the game begins in, from 1.
    pub from: usize,
    /// The line of the fault.
    pub line: usize,
    /// The kind of the fault.
    pub kind: DamageKind,
    /// The fault in words.
    pub message: String,
}

/// Bounds of what a file may contain. What exceeds them is damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Longest game in bytes, its tags included.
    pub game_bytes: usize,
    /// Longest comment in bytes.
    pub comment_bytes: usize,
    /// Greatest number of tags of a game.
    pub tags: usize,
    /// Greatest depth of variations.
    pub depth: u32,
}

impl Limits {
    /// A mebibyte a game, 64 kibibytes a comment, 256 tags, variations 64 deep.
    pub const DEFAULT: Self = Self {
        game_bytes: 1 << 20,
        comment_bytes: 1 << 16,
        tags: 256,
        depth: 64,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Treatment of null moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NullMoves {
    /// The game is damaged.
    #[default]
    Damage,
    /// The line ends before it: its further moves, and variations to them, are left out.
    EndLine,
}

/// Choices of a reader. The default is strict about moves and lenient about layout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// True to read on after an end by counters or history (fifty moves, repetition,
    /// insufficient material), as long as moves are legal.
    pub play_on: bool,
    /// True to repair FEN tags as [`chess::repair_fen`] does.
    pub lenient_fen: bool,
    /// True to leave variations out, unchecked.
    pub skip_variations: bool,
    /// True to leave the texts of comments out; clocks and the like are kept.
    pub skip_comments: bool,
    /// True to refuse a game without a result.
    pub require_result: bool,
    /// True to read a comment that is a number, as `{179.5}`, as the clock in seconds. After
    /// a move whose number names a board, as `1A.`, it is one always.
    pub bare_clocks: bool,
    /// Treatment of null moves.
    pub null_moves: NullMoves,
    /// Bounds of what a file may contain.
    pub limits: Limits,
}

/// A fault at a place of a game's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The offset in the game's text, in bytes.
    pub at: usize,
    /// The kind of the fault.
    pub kind: DamageKind,
    /// The fault in words.
    pub message: String,
}

/// Reason why reading of a game stops before its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The text at hand ends within the game; it is read again with more of it.
    Incomplete,
    /// The game is damaged. Boxed, because tokens come by the same way and are small.
    Fault(Box<Fault>),
}
