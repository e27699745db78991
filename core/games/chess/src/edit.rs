//! Boards changed from outside: pieces, turn, rights, counters, pockets, a pass, a mirror.

use crate::variants::Variant;
use crate::{OneBoard, OrError};
use chess::{Bitboard, Board, Color, Piece, Setup, Square};
use contract::error::{Error, Result, quoted};
use contract::value::{Dict, Value, kind_of, quoted_value, whole_number};

/// The changes of a board, in the order in which they are made.
const CHANGES: &[&str] = &[
    "clear",
    "remove",
    "put",
    "turn",
    "castling",
    "en_passant",
    "halfmove",
    "fullmove",
];
/// The changes of pockets.
const POCKETS: &[&str] = &["pocket", "add"];
/// The changes that come last.
const WHOLE: &[&str] = &["pass", "mirror"];

impl<V: Variant> OneBoard<V> {
    /// Lists the names of the changes.
    #[must_use]
    pub fn changes() -> Vec<&'static str> {
        let pockets = if V::DROPS { POCKETS } else { &[] };
        [CHANGES, pockets, WHOLE].concat()
    }

    /// Returns a board with changes, which are made together: those between need not be
    /// playable.
    pub(super) fn edited(&self, board: &Board, changes: &Dict) -> Result<Board> {
        let known = Self::changes();
        if let Some(name) = changes.keys().find(|name| !known.contains(&name.as_str())) {
            return Err(Error::invalid_option(format!(
                "{} cannot change {}: there are {}",
                V::INFO.name,
                quoted(name),
                known.join(", ")
            )));
        }
        let mut board = *board;
        if changes.keys().any(|name| CHANGES.contains(&name.as_str())) {
            let mut setup = Setup::of(&board);
            change(&mut setup, changes, self.settings.chess960)?;
            board = self.playable(setup.board(&self.fen_options()).or_error()?)?;
        }
        if let Some(pieces) = text_of(changes, "pocket", "pieces like QNpp")? {
            board = add_to_pocket(board.without_pockets(), "pocket", pieces)?;
        }
        if let Some(pieces) = text_of(changes, "add", "pieces like QNpp")? {
            board = add_to_pocket(board, "add", pieces)?;
        }
        if flag_of(changes, "pass")? {
            if board.is_check() {
                return Err(Error::illegal_move(format!(
                    "pass: {} is in check",
                    board.turn().name()
                )));
            }
            board = board.make_null();
        }
        if flag_of(changes, "mirror")? {
            board = board.mirrored();
        }
        Ok(board)
    }
}

fn wrong(name: &str, takes: &str, got: &Value) -> Error {
    Error::invalid_notation(format!(
        "{}: takes {takes}, not {}",
        quoted(name),
        kind_of(got)
    ))
}

fn text_of<'a>(changes: &'a Dict, name: &str, takes: &str) -> Result<Option<&'a str>> {
    match changes.get(name) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(other) => Err(wrong(name, takes, other)),
    }
}

fn flag_of(changes: &Dict, name: &str) -> Result<bool> {
    match changes.get(name) {
        None => Ok(false),
        Some(Value::Bool(flag)) => Ok(*flag),
        Some(other) => Err(wrong(name, "true or false", other)),
    }
}

fn square(text: &str, name: &str) -> Result<Square> {
    let square = text.parse::<Square>().or_error();
    square.map_err(|error| error.at(name))
}

/// Makes the changes of pieces, turn, rights and counters.
fn change(setup: &mut Setup, changes: &Dict, chess960: bool) -> Result<()> {
    if flag_of(changes, "clear")? {
        setup.men = [None; 64];
        setup.promoted = Bitboard::EMPTY;
    }
    match changes.get("remove") {
        None => {}
        Some(Value::Array(all)) => {
            for at in all {
                let text = at.as_str().ok_or_else(|| wrong("remove", "squares", at))?;
                put(setup, square(text, "remove")?, None);
            }
        }
        Some(other) => return Err(wrong("remove", "a list of squares", other)),
    }
    match changes.get("put") {
        None => {}
        Some(Value::Object(all)) => {
            for (at, piece) in all {
                put(setup, square(at, "put")?, piece_of(at, piece)?);
            }
        }
        Some(other) => {
            let takes = "a map of squares to letters of pieces, null to take one off";
            return Err(wrong("put", takes, other));
        }
    }
    if let Some(name) = text_of(changes, "turn", "white or black")? {
        let color = Color::ALL.into_iter().find(|color| color.name() == name);
        setup.turn = color.ok_or_else(|| {
            Error::invalid_notation(format!("turn: takes white or black, not {}", quoted(name)))
        })?;
    }
    match text_of(changes, "castling", "rights like KQkq or -")? {
        Some(text) => setup.set_castling(text).or_error()?,
        None => setup.castling = setup.sound_castling(chess960),
    }
    match changes.get("en_passant") {
        None => {}
        Some(Value::Null) => setup.en_passant = None,
        Some(Value::String(text)) if text == "-" => setup.en_passant = None,
        Some(Value::String(text)) => setup.en_passant = Some(square(text, "en_passant")?),
        Some(other) => return Err(wrong("en_passant", "a square or null", other)),
    }
    if let Some(value) = changes.get("halfmove") {
        setup.halfmove = number("halfmove", value, 0, u16::MAX.into())? as u16;
    }
    if let Some(value) = changes.get("fullmove") {
        setup.fullmove = number("fullmove", value, 1, u32::MAX)?;
    }
    Ok(())
}

fn number(name: &str, value: &Value, least: u32, most: u32) -> Result<u32> {
    let number = whole_number(value).and_then(|n| u32::try_from(n).ok());
    let number = number.filter(|n| (least..=most).contains(n));
    number.ok_or_else(|| {
        Error::invalid_option(format!(
            "{name}: takes an integer from {least} to {most}, not {}",
            quoted_value(value)
        ))
    })
}

fn put(setup: &mut Setup, square: Square, piece: Option<(Color, Piece, bool)>) {
    setup.men[square.index()] = piece.map(|(color, piece, _)| (color, piece));
    setup.promoted -= square.into();
    if piece.is_some_and(|(_, _, promoted)| promoted) {
        setup.promoted |= square.into();
    }
}

/// Reads a piece as FEN has it, `Q~` for a promoted one.
fn piece_of(at: &str, value: &Value) -> Result<Option<(Color, Piece, bool)>> {
    if value.is_null() {
        return Ok(None);
    }
    let read = || {
        let text = value.as_str()?;
        let (letter, promoted) = match text.strip_suffix('~') {
            Some(letter) => (letter, true),
            None => (text, false),
        };
        let mut letters = letter.chars();
        let (letter, None) = (letters.next()?, letters.next()) else {
            return None;
        };
        Some((color_of(letter), Piece::from_letter(letter)?, promoted))
    };
    read().map(Some).ok_or_else(|| {
        Error::invalid_notation(format!(
            "put: {at} takes a piece like N, n or Q~, or null, not {}",
            quoted_value(value)
        ))
    })
}

const fn color_of(letter: char) -> Color {
    if letter.is_ascii_uppercase() {
        Color::White
    } else {
        Color::Black
    }
}

/// Adds pieces given by their letters, upper case for White's pocket.
fn add_to_pocket(mut board: Board, name: &str, pieces: &str) -> Result<Board> {
    for letter in pieces.chars() {
        let piece = Piece::from_letter(letter)
            .filter(|p| *p != Piece::King)
            .ok_or_else(|| {
                Error::invalid_notation(format!(
                    "{name}: {} in {} is no piece that a pocket holds",
                    quoted(&letter.to_string()),
                    quoted(pieces)
                ))
            })?;
        board = board.with_one_more(color_of(letter), piece).or_error()?;
    }
    Ok(board)
}
