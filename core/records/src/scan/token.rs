//! The parts of a game's text, and the classes of its bytes.

use std::borrow::Cow;

use contract::game::{Outcome, Seat};
use contract::text::decoded;
use memchr::memchr;
use serde::Serialize;

/// The result of a game as PGN writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum GameResult {
    /// `1-0`
    #[serde(rename = "1-0")]
    FirstWins,
    /// `0-1`
    #[serde(rename = "0-1")]
    SecondWins,
    /// `1/2-1/2`
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// `*`
    #[serde(rename = "*")]
    Unknown,
}

impl GameResult {
    /// Returns the token.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::FirstWins => "1-0",
            Self::SecondWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// Returns the result of an outcome; of games with teams, that of the first seat's.
    #[must_use]
    pub const fn of(outcome: Option<Outcome>) -> Self {
        match outcome {
            None => Self::Unknown,
            Some(outcome) if outcome.is_draw() => Self::Draw,
            Some(outcome) if outcome.winners.contains(Seat(0)) => Self::FirstWins,
            Some(_) => Self::SecondWins,
        }
    }

    /// Reads a token.
    #[must_use]
    pub const fn read(text: &[u8]) -> Option<Self> {
        Some(match text {
            b"1-0" => Self::FirstWins,
            b"0-1" => Self::SecondWins,
            b"1/2-1/2" | b"1/2" => Self::Draw,
            b"*" => Self::Unknown,
            _ => return None,
        })
    }
}

/// A part of the moves of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// The number before a move, without its dots; in bughouse with the letter of the board.
    Number(&'a [u8]),
    /// A move, without marks of merit.
    Move(&'a [u8]),
    /// A null move.
    Null(&'a [u8]),
    /// A numeric glyph; `!` to `?!` are 1 to 6.
    Nag(u8),
    /// The inside of a comment.
    Comment(&'a [u8]),
    /// A variation begins.
    Open,
    /// A variation ends.
    Close,
    /// The result; the game is over.
    Result(GameResult),
    /// The game ends without a result.
    End,
}

/// Offsets of a tag in the text of its game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TagSpan {
    pub(super) name: (u32, u32),
    pub(super) value: (u32, u32),
}

/// A tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag<'a> {
    /// Its name.
    pub name: &'a [u8],
    /// Its value as it stands, with escapes.
    pub raw: &'a [u8],
}

impl<'a> Tag<'a> {
    /// Returns the value without escapes; see [`decoded`].
    #[must_use]
    pub fn value(&self) -> Cow<'a, str> {
        let text = decoded(self.raw);
        if memchr(b'\\', self.raw).is_none() {
            return text;
        }
        let mut out = String::with_capacity(text.len());
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            // A backslash before anything else stands for itself.
            match (c, chars.peek()) {
                ('\\', Some(&next @ ('"' | '\\'))) => {
                    out.push(next);
                    chars.next();
                }
                _ => out.push(c),
            }
        }
        Cow::Owned(out)
    }
}

pub(super) const SPACE: u8 = 1;
pub(super) const DELIMITER: u8 = 2;
pub(super) const NAME: u8 = 4;

/// The classes of each byte.
const CLASS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c => SPACE | DELIMITER,
            b'{' | b'}' | b'(' | b')' | b';' | b'$' => DELIMITER,
            b'_' | b'+' | b'#' | b'=' | b':' | b'-' => NAME,
            letter if letter.is_ascii_alphanumeric() => NAME,
            _ => 0,
        };
        byte += 1;
    }
    table
};

#[inline(always)]
pub(super) const fn is(byte: u8, class: u8) -> bool {
    CLASS[byte as usize] & class != 0
}

pub(super) fn is_blank_line(before: &[u8]) -> bool {
    let line = match memchr::memrchr(b'\n', before) {
        Some(at) => &before[at + 1..],
        None => before,
    };
    line.trim_ascii().is_empty()
}

/// Returns the glyph of a mark of merit; `$0` for one that has none.
pub(super) const fn merit(mark: &[u8]) -> u8 {
    match mark {
        b"!" => 1,
        b"?" => 2,
        b"!!" => 3,
        b"??" => 4,
        b"!?" => 5,
        b"?!" => 6,
        _ => 0,
    }
}

/// Reads a blank and `{[%clk h:mm:ss]}`, all bytes at once; returns the milliseconds and the
/// number of bytes.
#[inline(always)]
pub(super) fn clock_after_move(text: &[u8]) -> Option<(i32, usize)> {
    const EACH: u64 = u64::from_ne_bytes([1; 8]);
    const HOUR: u64 = u64::from_le_bytes(*b"\0\0\0\0\0\0\0\xff");
    const SECONDS: u64 = u64::from_le_bytes(*b"\0\xff\xff\0\xff\xff\0\0");
    const PLACES: u64 = HOUR | SECONDS;
    let text = text.first_chunk::<17>()?;
    let (hour, rest) = text[1..].split_first_chunk()?;
    let (hour, seconds) = (
        u64::from_le_bytes(*hour),
        u64::from_le_bytes(rest.try_into().ok()?),
    );
    let signs = (hour & !HOUR ^ u64::from_le_bytes(*b"{[%clk \0"))
        | (seconds & !SECONDS ^ u64::from_le_bytes(*b":\0\0:\0\0]}"));
    if signs != 0 || !matches!(text[0], b' ' | b'\n') {
        return None;
    }
    // Where one number has digits the other has none.
    let digits = (hour & HOUR | seconds & SECONDS) ^ ((EACH * u64::from(b'0')) & PLACES);
    // A byte above 9 reaches its highest bit, or has it.
    let above = digits | digits.wrapping_add((EACH * (0x80 - 10)) & PLACES);
    if above & (EACH << 7) & PLACES != 0 {
        return None;
    }
    let digit = |at: u32| (digits >> (8 * at) & 0xff) as i32;
    let minutes = 60 * digit(7) + 10 * digit(1) + digit(2);
    Some((1000 * (60 * minutes + 10 * digit(4) + digit(5)), text.len()))
}
