//! The opening book: positions that our own search came to from the first ones of a
//! few games, through the second tower of a player. What it holds is known by the
//! [opening signature](super::Boost::opening_signature), in which pawns and knights
//! are alike, under the identifier of the game.
//!
//! The file is text: a line with an identifier begins the positions of its game, one
//! a line and in order: the signature in 16 hexadecimal digits, and what the position
//! is worth to the player who has just moved, in decitempi. `#` begins a comment.
//! `cargo run --release -p xtask -- book` makes it anew with [`grow`].

mod bot;
mod grow;
#[cfg(test)]
pub(crate) mod tests;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use contract::error::{Error, Result, quoted};
use contract::fork;

pub(crate) use bot::Towers;
pub use grow::{GrowPlan, grow};

/// The shipped file.
const SHIPPED: &str = include_str!("book.txt");

/// Scores of positions for the player that has just moved, by their opening signatures.
pub type Entries = BTreeMap<u64, i16>;

/// An opening book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    games: BTreeMap<String, Entries>,
}

impl Book {
    /// The book that is shipped.
    pub fn shipped() -> &'static Self {
        static BOOK: OnceLock<Book> = OnceLock::new();
        // A test reads the file, so that it is never empty here.
        fork::once(&BOOK, || Self::read(SHIPPED).unwrap_or_default())
    }

    /// Reads the text of a book.
    ///
    /// # Errors
    ///
    /// `invalid_notation`, with the number of the line.
    pub fn read(text: &str) -> Result<Self> {
        let mut book = Self::default();
        let mut game: Option<&mut Entries> = None;
        for (number, line) in (1..).zip(text.lines()) {
            let wrong = |what: &str| {
                let line = quoted(line);
                Err(Error::invalid_notation(format!(
                    "book, line {number}: {line}: {what}"
                )))
            };
            let words: Vec<_> = line.split_ascii_whitespace().collect();
            match (words[..].first(), words.len()) {
                (None, _) => {}
                (Some(word), _) if word.starts_with('#') => {}
                (Some(identifier), 1) if identifier.starts_with("boost-") => {
                    game = Some(book.games.entry((*identifier).to_owned()).or_default());
                }
                (Some(signature), 2) => {
                    let Some(entries) = game.as_deref_mut() else {
                        return wrong("no identifier stands before it");
                    };
                    let hexadecimal = signature.len() == 16;
                    let signature = u64::from_str_radix(signature, 16).ok();
                    let (Some(signature), Ok(score), true) =
                        (signature, words[1].parse(), hexadecimal)
                    else {
                        return wrong("it is no signature with a worth");
                    };
                    entries.insert(signature, score);
                }
                _ => return wrong("it is neither an identifier nor a position"),
            }
        }
        Ok(book)
    }

    /// The text, which [`read`](Self::read) reads.
    #[must_use]
    pub fn write(&self) -> String {
        use std::fmt::Write as _;
        let mut out = String::new();
        for (identifier, entries) in &self.games {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{identifier}");
            for (signature, score) in entries {
                let _ = writeln!(out, "{signature:016x} {score}");
            }
        }
        out
    }

    /// The positions of a game, if it has any.
    #[must_use]
    pub fn game(&self, identifier: &str) -> Option<&Entries> {
        self.games.get(identifier)
    }

    /// Adds positions of a game; what is there already stays as it is.
    pub fn add(&mut self, identifier: &str, entries: &Entries) {
        let game = self.games.entry(identifier.to_owned()).or_default();
        for (signature, score) in entries {
            game.entry(*signature).or_insert(*score);
        }
    }

    /// Counts the positions of all games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.games.values().map(BTreeMap::len).sum()
    }

    /// Returns true if it holds no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
