//! The opening book: positions of one board that our own search came to from the
//! first one, and the moves it would play there. It is opened for a seat while
//! nothing is in hand on its board and nobody is in check on the other, where it may
//! matter what is taken, or when.
//!
//! The file is text, a line for each position in order: placement, side to move,
//! castling and en passant as in FEN, `;`, and the moves, the best first, each as
//! `move:weight:centipawns`. `#` begins a comment.
//! `cargo run --release -p xtask -- book` makes it anew with [`grow`].

mod grow;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::{Action, BoardId, Bughouse, place_of};
use chess::{Board, Color};
use contract::bot::Score;
use contract::error::{Error, Result, quoted};
use contract::fork;
use contract::game::Seat;
use contract::state::State;
use search::bots::book::{BookMove, OpeningBook as Opening};

pub use grow::{Plan, grow};

/// The shipped file.
const SHIPPED: &str = include_str!("book.txt");

/// A move of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookLine {
    /// In UCI.
    pub text: String,
    /// Weight with which it is drawn, relative to the weights of the others.
    pub weight: u32,
    /// Score for the side that makes it, in centipawns.
    pub value: i32,
}

/// An opening book: moves by position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    positions: BTreeMap<String, Vec<BookLine>>,
}

/// Returns the key of a board; nothing while a pocket on it holds a piece.
fn key(board: &Board) -> Option<String> {
    if Color::ALL.into_iter().any(|color| board.has_pocket(color)) {
        return None;
    }
    let fen = board.fen();
    let fields: Vec<_> = fen.split(' ').take(4).collect();
    Some(fields.join(" "))
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
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let (position, lines) = parts(line).ok_or_else(|| {
                Error::invalid_notation(format!(
                    "book, line {number}: {}: it is no position with moves",
                    quoted(line)
                ))
            })?;
            book.positions.insert(position, lines);
        }
        Ok(book)
    }

    /// The text, which [`read`](Self::read) reads.
    #[must_use]
    pub fn write(&self) -> String {
        use std::fmt::Write as _;
        let mut out = String::new();
        for (position, lines) in &self.positions {
            // Writing to a string cannot fail.
            let _ = write!(out, "{position} ;");
            for line in lines {
                let _ = write!(out, " {}:{}:{}", line.text, line.weight, line.value);
            }
            out.push('\n');
        }
        out
    }

    /// Returns the moves for a board, the best first.
    #[must_use]
    pub fn moves(&self, board: &Board) -> &[BookLine] {
        key(board)
            .and_then(|key| self.positions.get(&key))
            .map_or(&[], |lines| lines)
    }

    /// Counts its positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns true if it holds no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }
}

/// A line of the file.
fn parts(line: &str) -> Option<(String, Vec<BookLine>)> {
    let (position, moves) = line.split_once(" ; ")?;
    if position.split(' ').count() != 4 {
        return None;
    }
    let lines = moves.split_ascii_whitespace().map(|entry| {
        let mut fields = entry.split(':');
        let line = BookLine {
            text: fields.next().filter(|text| !text.is_empty())?.to_owned(),
            weight: fields.next()?.parse().ok()?,
            value: fields.next()?.parse().ok()?,
        };
        fields.next().is_none().then_some(line)
    });
    let lines: Vec<_> = lines.collect::<Option<_>>()?;
    (!lines.is_empty()).then(|| (position.to_owned(), lines))
}

/// The shipped book as the bots open it.
pub(super) struct Shipped;

impl Opening<Bughouse> for Shipped {
    fn moves(&self, state: &State<Bughouse>, seat: Seat) -> Vec<BookMove<Action>> {
        let own = place_of(seat).0;
        if state.position().board(own.other()).is_check() {
            return Vec::new();
        }
        moves_of(Book::shipped(), state, own)
    }
}

fn moves_of(book: &Book, state: &State<Bughouse>, id: BoardId) -> Vec<BookMove<Action>> {
    let board = state.position().board(id);
    let rules = state.game().one_board().rules();
    let known = book.moves(board).iter().filter_map(|line| {
        // A game with other rules may not have the move.
        let mv = board.parse_uci(&line.text, rules).ok()?;
        Some(BookMove {
            action: Action { board: id, mv },
            score: Some(Score::Centipawns(line.value)),
            weight: line.weight,
        })
    });
    known.collect()
}
