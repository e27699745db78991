//! Portable Game Notation as a stream: lines in, games out.
//!
//! A collection of a million games is never held in memory: [`games`] takes an iterator of
//! lines and returns an iterator of [`Record`]s. A damaged game yields a [`Damage`] with
//! its line and fault, and reading continues with the next one. Single boards are read
//! here, two of them by `boardwright::bughouse::bpgn`, which shares everything but the move
//! numbers. Matches are written by `boardwright::arena`. Nothing here opens files.
//!
//! Variations and numeric glyphs are skipped. Clocks are read from comments, as
//! `{[%clk 0:02:59.5]}` or, as in bughouse, `{179.5}`.

mod raw;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use contract::error::{Result, quoted};
use contract::game::{Game, Seat};
use contract::state::{Rules, State};
use contract::text::is_unseen;

pub use raw::Damage;
use raw::{Raw, Raws, Token};

/// The notation of moves in PGN.
pub const STYLE: &str = "san";

/// One move of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply<A> {
    /// The seat that made it.
    pub seat: Seat,
    /// The move.
    pub action: A,
    /// Time on its clock after it, in milliseconds.
    pub clock: Option<u64>,
}

/// A game that was read, or is to be written.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    /// The line in which it begins, from 1; 0 for one that was not read.
    pub line: usize,
    /// Its tags, in order.
    pub tags: Vec<(String, String)>,
    /// The first state.
    pub start: State<G>,
    /// Its moves.
    pub plies: Vec<Ply<G::Action>>,
    /// The last state.
    pub last: State<G>,
    /// The last comment after the moves that is no clock: the end of the game in words.
    pub closing: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
}

impl<G: Game> Record<G> {
    /// Returns the value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        tag(&self.tags, name)
    }
}

/// Returns the value of a tag.
#[must_use]
pub fn tag<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    tags.iter()
        .find(|(n, _)| n == name)
        .map(|(_, value)| value.as_str())
}

/// Reads a move, given the number before it.
pub type ReadMove<G> = fn(&State<G>, Option<&str>, &str) -> Result<<G as Game>::Action>;

/// The games in a sequence of lines; see [`games`].
#[derive(Debug)]
pub struct Games<G: Game, I> {
    rules: Arc<Rules<G>>,
    raws: Raws<I>,
    read: ReadMove<G>,
    others: &'static [&'static str],
}

/// Reads games of a single board from lines. Each item is a game or its damage; reading
/// continues after a damaged game.
pub fn games<G: Game, I>(rules: &Arc<Rules<G>>, lines: I) -> Games<G, I::IntoIter>
where
    I: IntoIterator,
    I::Item: AsRef<str>,
{
    Games::new(rules, lines.into_iter(), |state, _, text| {
        state.read(None, text, Some(STYLE))
    })
}

impl<G: Game, I> Games<G, I> {
    /// Creates a reader of games whose moves are read by `read`.
    pub fn new(rules: &Arc<Rules<G>>, lines: I, read: ReadMove<G>) -> Self {
        Self {
            rules: Arc::clone(rules),
            raws: Raws::new(lines),
            read,
            others: &[],
        }
    }

    /// Reports damage if the tag `Variant` names another one of these games. Any other word
    /// in it is ignored, because sites write freely there.
    #[must_use]
    pub const fn among(mut self, games: &'static [&'static str]) -> Self {
        self.others = games;
        self
    }

    fn record(&self, raw: Raw) -> Result<Record<G>, Damage> {
        let at = |line: usize, message: String| Damage {
            from: raw.line,
            line,
            message,
        };
        let value = |name: &str| tag(&raw.tags, name);
        if let Some(variant) = value("Variant") {
            let named = variant.to_ascii_lowercase();
            if named != G::INFO.name && self.others.contains(&named.as_str()) {
                let message = format!("a game of {}, not of {}", quoted(variant), G::INFO.name);
                return Err(at(raw.line, message));
            }
        }
        let start = match value("FEN") {
            None => State::start(&self.rules),
            Some(text) => State::parse(&self.rules, text, &[]),
        };
        let start = start.map_err(|e| at(raw.line, format!("start: {}", e.message())))?;
        let mut state = start.clone();
        let mut plies: Vec<Ply<G::Action>> = Vec::new();
        let mut number = None;
        let mut closing = None;
        let mut result = "*";
        for (line, token) in &raw.tokens {
            match token {
                Token::Number(text) => number = Some(text.as_str()),
                Token::Comment(text) => match (clock_of(text), plies.last_mut()) {
                    (Some(clock), Some(ply)) if ply.clock.is_none() => ply.clock = Some(clock),
                    (Some(_), _) => {}
                    (None, _) => closing = Some(text.clone()),
                },
                Token::Result(text) => result = text,
                Token::Move(text) => {
                    let made = (self.read)(&state, number, text).and_then(|action| {
                        let seat = state.game().actor(state.position(), &action);
                        Ok((seat, state.play(&action)?, action))
                    });
                    let (seat, next, action) = made.map_err(|e| {
                        let number = number.map_or_else(String::new, |n| format!("{n}. "));
                        at(*line, format!("{number}{}: {}", quoted(text), e.message()))
                    })?;
                    state = next;
                    closing = None;
                    plies.push(Ply {
                        seat,
                        action,
                        clock: None,
                    });
                }
            }
        }
        Ok(Record {
            line: raw.line,
            tags: raw.tags,
            start,
            plies,
            last: state,
            closing,
            result,
        })
    }
}

impl<G: Game, I> Iterator for Games<G, I>
where
    I: Iterator,
    I::Item: AsRef<str>,
{
    type Item = Result<Record<G>, Damage>;

    fn next(&mut self) -> Option<Self::Item> {
        let raw = self.raws.next()?;
        Some(raw.and_then(|raw| self.record(raw)))
    }
}

/// Reads the clock time in a comment, in milliseconds.
fn clock_of(comment: &str) -> Option<u64> {
    let text = match comment.split_once("[%clk") {
        Some((_, rest)) => rest.split_once(']')?.0.trim(),
        None => comment.trim(),
    };
    let mut seconds = 0_u64;
    let mut parts = text.split(':').peekable();
    let mut whole = |part: &str| -> Option<()> {
        let digits =
            !part.is_empty() && part.len() <= 9 && part.bytes().all(|b| b.is_ascii_digit());
        seconds = seconds
            .checked_mul(60)?
            .checked_add(digits.then(|| part.parse().ok())??)?;
        Some(())
    };
    let mut thousandths = 0;
    while let Some(part) = parts.next() {
        if parts.peek().is_some() {
            whole(part)?;
            continue;
        }
        let (before, after) = part.split_once('.').unwrap_or((part, "0"));
        whole(before)?;
        if after.is_empty() || !after.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let digits: String = after.chars().chain("000".chars()).take(3).collect();
        thousandths = digits.parse().ok()?;
    }
    seconds.checked_mul(1000)?.checked_add(thousandths)
}

/// Writes a tag as a line.
pub fn tag_line(name: &str, value: &str) -> String {
    let clean: String = value.chars().filter(|c| !is_unseen(*c)).collect();
    let escaped = clean.replace('\\', "\\\\").replace('"', "\\\"");
    format!("[{name} \"{escaped}\"]\n")
}

/// Lines are broken before this many characters, as the PGN standard requires.
const WIDTH: usize = 80;

/// Joins words into lines, each with a line end.
pub fn wrapped<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let mut out = String::new();
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        if width > 0 && width + 1 + length >= WIDTH {
            out.push('\n');
            width = 0;
        } else if width > 0 {
            out.push(' ');
            width += 1;
        }
        width += length;
        out.push_str(word);
    }
    out.push('\n');
    out
}
