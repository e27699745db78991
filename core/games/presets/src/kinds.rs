//! Types of pieces: those of chess, and what presets and data bring along.

use super::movement::Moves;
use contract::error::{Error, Result, quoted};

/// A type of piece.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PieceType {
    /// The stable name.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The letter in notation, upper case.
    pub letter: char,
    /// Moves and attacks of the type. The rules themselves handle the pawn and castling.
    pub moves: Moves,
    /// Symbols with which the type is drawn: White's and Black's.
    pub glyphs: [String; 2],
    /// True if its side may not lose it.
    pub royal: bool,
    /// Value in hundredths of a pawn; derived from the mobility if not given.
    pub value: Option<i32>,
}

impl PieceType {
    /// A type that is no king, drawn as its letter.
    ///
    /// # Errors
    ///
    /// `invalid_option` for an id or a letter that cannot be one.
    pub fn new(id: &str, name: &str, letter: char, moves: Moves) -> Result<Self> {
        check_id(id)?;
        if !letter.is_ascii_uppercase() {
            return Err(Error::invalid_option(format!(
                "piece type {}: its letter is one of A to Z, not {}",
                quoted(id),
                quoted(&letter.to_string())
            )));
        }
        Ok(Self {
            id: id.to_owned(),
            name: name.to_owned(),
            letter,
            moves,
            glyphs: [letter.to_string(), letter.to_ascii_lowercase().to_string()],
            royal: false,
            value: None,
        })
    }

    /// The same type, drawn in another way.
    #[must_use]
    pub fn drawn(mut self, white: &str, black: &str) -> Self {
        self.glyphs = [white.to_owned(), black.to_owned()];
        self
    }

    /// The same type, worth so many hundredths of a pawn.
    #[must_use]
    pub const fn with_value(mut self, value: i32) -> Self {
        self.value = Some(value);
        self
    }

    /// Returns true if the types differ at most in name, drawing and value. Types with a movement
    /// in Rust are never the same.
    pub(super) fn same_as(&self, other: &Self) -> bool {
        self.id == other.id
            && self.letter == other.letter
            && self.royal == other.royal
            && self.moves.text == other.moves.text
            && self.moves.own.is_none()
            && other.moves.own.is_none()
    }
}

/// Checks that a text may be an id: lower case letters, digits and hyphens.
pub(super) fn check_id(id: &str) -> Result<()> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if id.is_empty() || id.len() > 64 || !id.chars().all(fits) {
        return Err(Error::invalid_option(format!(
            "{} is no id: it takes 1 to 64 lower case letters, digits and hyphens",
            quoted(id)
        )));
    }
    Ok(())
}

/// The types of chess, in the order of [`PieceTypeId`](super::Kind).
pub(super) fn chessmen() -> Result<Vec<PieceType>> {
    let of = |id: &str, letter, betza, glyphs: [&str; 2], value| -> Result<PieceType> {
        let mut name = id.to_owned();
        name[..1].make_ascii_uppercase();
        let kind = PieceType::new(id, &name, letter, Moves::parse(betza)?)?;
        Ok(kind.drawn(glyphs[0], glyphs[1]).with_value(value))
    };
    let mut all = vec![
        // Double steps, en passant and promotion are the rules' own.
        of("pawn", 'P', "fmWfcF", ["♙", "♟"], 100)?,
        of("knight", 'N', "N", ["♘", "♞"], 310)?,
        of("bishop", 'B', "B", ["♗", "♝"], 330)?,
        of("rook", 'R', "R", ["♖", "♜"], 500)?,
        of("queen", 'Q', "Q", ["♕", "♛"], 950)?,
        of("king", 'K', "K", ["♔", "♚"], 350)?,
    ];
    if let Some(king) = all.last_mut() {
        king.royal = true;
    }
    Ok(all)
}
