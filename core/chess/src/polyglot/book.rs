//! A book in memory: entries of 16 bytes in the order of their keys.

use std::sync::Arc;

use super::super::board::Board;
use super::super::moves::Move;
use super::super::rules::Rules;
use super::super::types::{Piece, Square};
use crate::error::{Error, Result};

/// Bytes of an entry: key, move, weight, learning, each with its highest byte first.
const ENTRY: usize = 16;

/// Longest book that is read, in bytes.
const LONGEST: usize = 1 << 31;

/// An opening book in memory; a copy shares its bytes.
#[derive(Clone)]
pub struct PolyglotBook {
    bytes: Arc<[u8]>,
}

impl std::fmt::Debug for PolyglotBook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PolyglotBook({} entries)", self.len())
    }
}

/// An entry of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// The key of the position.
    pub key: u64,
    /// The move as the format packs it.
    pub packed: u16,
    /// The weight among the moves of the position.
    pub weight: u16,
    /// Knowledge that a program has learnt of the move; most books have 0.
    pub learn: u32,
}

/// A legal move that a book has for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// Its weight.
    pub weight: u16,
    /// Knowledge that a program has learnt of it.
    pub learn: u32,
}

impl BookEntry {
    fn read(bytes: &[u8; ENTRY]) -> Self {
        let number = u128::from_be_bytes(*bytes);
        Self {
            key: (number >> 64) as u64,
            packed: (number >> 48) as u16,
            weight: (number >> 32) as u16,
            learn: number as u32,
        }
    }

    /// Returns the move on a board: none if the packed form is no legal move there. Castling
    /// is written as the king taking its rook.
    #[must_use]
    pub fn legal_move(&self, board: &Board, rules: &Rules) -> Option<Move> {
        let square = |shift: u32| Square::new((self.packed >> shift & 63) as u8);
        let (from, to) = (square(6)?, square(0)?);
        let promotion = match self.packed >> 12 {
            0 => None,
            1 => Some(Piece::Knight),
            2 => Some(Piece::Bishop),
            3 => Some(Piece::Rook),
            4 => Some(Piece::Queen),
            _ => return None,
        };
        if from == to {
            return None;
        }
        let mv = board.move_between(from, to, promotion);
        board.is_legal(mv, rules).then_some(mv)
    }
}

impl PolyglotBook {
    /// Takes the bytes of a book, which are checked as a whole.
    ///
    /// # Errors
    ///
    /// `invalid_notation` for a length that is no number of entries or too great, and for an
    /// entry whose key is less than that of the one before.
    pub fn new(bytes: impl Into<Arc<[u8]>>) -> Result<Self> {
        let bytes = bytes.into();
        if bytes.len() > LONGEST {
            return Err(Error::invalid_notation(format!(
                "book: {} bytes, and {LONGEST} are the most",
                bytes.len()
            )));
        }
        if !bytes.len().is_multiple_of(ENTRY) {
            return Err(Error::invalid_notation(format!(
                "book: {} bytes are no whole number of entries of {ENTRY}",
                bytes.len()
            )));
        }
        let book = Self { bytes };
        let mut last = 0;
        for (index, entry) in book.iter().enumerate() {
            if entry.key < last {
                return Err(Error::invalid_notation(format!(
                    "book: entry {index} is out of order, its key {:016x} is less than {last:016x}",
                    entry.key
                )));
            }
            last = entry.key;
        }
        Ok(book)
    }

    /// Returns the number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len() / ENTRY
    }

    /// Returns true if there is no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns all entries in order.
    pub fn iter(&self) -> impl Iterator<Item = BookEntry> + '_ {
        self.chunks().iter().map(BookEntry::read)
    }

    fn chunks(&self) -> &[[u8; ENTRY]] {
        self.bytes.as_chunks().0
    }

    /// Returns the entries of a key, found by binary search, in their order in the book.
    pub fn entries(&self, key: u64) -> impl Iterator<Item = BookEntry> + '_ {
        let chunks = self.chunks();
        let first = chunks.partition_point(|bytes| BookEntry::read(bytes).key < key);
        let of_key = move |entry: &BookEntry| entry.key == key;
        chunks[first..]
            .iter()
            .map(BookEntry::read)
            .take_while(of_key)
    }

    /// Returns the legal moves that the book has for a position, in their order in the book.
    #[must_use]
    pub fn moves(&self, board: &Board, rules: &Rules) -> Vec<BookMove> {
        let legal = |entry: BookEntry| {
            Some(BookMove {
                mv: entry.legal_move(board, rules)?,
                weight: entry.weight,
                learn: entry.learn,
            })
        };
        self.entries(board.polyglot_key())
            .filter_map(legal)
            .collect()
    }

    /// Returns a move that the book has for a position, by chance as its weights say: `draw`
    /// receives the sum of the weights and returns a number below it. Moves of weight 0 are
    /// only drawn, all alike, if there are no others.
    #[must_use]
    pub fn choose(
        &self,
        board: &Board,
        rules: &Rules,
        draw: impl FnOnce(u64) -> u64,
    ) -> Option<BookMove> {
        let moves = self.moves(board, rules);
        let sum: u64 = moves.iter().map(|of| u64::from(of.weight)).sum();
        if sum == 0 {
            let index = draw((moves.len() as u64).max(1));
            return moves.get(index as usize).copied();
        }
        let mut left = draw(sum);
        moves.into_iter().find(|of| {
            let weight = u64::from(of.weight);
            let hit = left < weight;
            left = left.saturating_sub(weight);
            hit
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: u64, from: &str, to: &str, weight: u16) -> [u8; ENTRY] {
        let at = |text: &str| text.parse::<Square>().unwrap().index() as u16;
        let packed = at(from) << 6 | at(to);
        let mut bytes = [0; ENTRY];
        bytes[..8].copy_from_slice(&key.to_be_bytes());
        bytes[8..10].copy_from_slice(&packed.to_be_bytes());
        bytes[10..12].copy_from_slice(&weight.to_be_bytes());
        bytes
    }

    fn book(entries: &[[u8; ENTRY]]) -> PolyglotBook {
        PolyglotBook::new(entries.concat()).unwrap()
    }

    #[test]
    fn moves_of_a_position_are_found_among_others() {
        let start = Board::start();
        let key = start.polyglot_key();
        let book = book(&[
            entry(0, "a2", "a3", 1),
            entry(key, "e2", "e4", 3),
            entry(key, "d2", "d4", 1),
            entry(key, "e2", "e5", 9),
            entry(key, "e1", "e1", 9),
            entry(u64::MAX, "a2", "a3", 1),
        ]);
        let moves = book.moves(&start, &Rules::CHESS);
        let texts: Vec<_> = moves.iter().map(|of| of.mv.to_string()).collect();
        assert_eq!(texts, ["e2e4", "d2d4"]);
        for (drawn, text) in [(0, "e2e4"), (2, "e2e4"), (3, "d2d4")] {
            let chosen = book.choose(&start, &Rules::CHESS, |sum| {
                assert_eq!(sum, 4);
                drawn
            });
            assert_eq!(chosen.unwrap().mv.to_string(), text);
        }
        assert_eq!(book.entries(key).count(), 4);
        assert_eq!(book.entries(1).count(), 0);
        assert_eq!(book.entries(u64::MAX).count(), 1);
    }

    #[test]
    fn castling_and_promotion_are_unpacked() {
        let board: Board = "4k3/P7/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
        let key = board.polyglot_key();
        let mut promotion = entry(key, "a7", "a8", 1);
        promotion[8] |= 4 << 4;
        let book = book(&[
            entry(key, "e1", "h1", 1),
            entry(key, "e1", "g1", 1),
            promotion,
            entry(key, "a7", "a8", 1),
        ]);
        let texts: Vec<_> = book
            .moves(&board, &Rules::CHESS)
            .iter()
            .map(|of| of.mv.to_string())
            .collect();
        assert_eq!(texts, ["e1h1", "e1h1", "a7a8q"]);
    }

    #[test]
    fn weights_of_nothing_are_drawn_alike() {
        let start = Board::start();
        let key = start.polyglot_key();
        let even = book(&[entry(key, "e2", "e4", 0), entry(key, "d2", "d4", 0)]);
        let chosen = even.choose(&start, &Rules::CHESS, |count| count - 1);
        assert_eq!(chosen.unwrap().mv.to_string(), "d2d4");
        let none = book(&[]);
        assert!(none.is_empty());
        assert_eq!(none.choose(&start, &Rules::CHESS, |_| 0), None);
    }

    #[test]
    fn damage_is_told() {
        let late = [entry(5, "e2", "e4", 1), entry(4, "e2", "e4", 1)].concat();
        for (bytes, said) in [
            (vec![0; 17], "17 bytes are no whole number of entries"),
            (late, "entry 1 is out of order"),
        ] {
            let error = PolyglotBook::new(bytes).unwrap_err();
            assert_eq!(error.code(), "invalid_notation");
            assert!(error.message().contains(said), "{error}");
        }
    }
}
