//! Answers to questions about boards, the same for all games that are played on a chess board:
//! a game says how its pieces attack and what its moves do.

mod board;
mod declared;
#[cfg(test)]
mod tests;

pub use declared::OF_COMPOSED;

use chess::{Bitboard, Color, Piece, Square};
use contract::error::{Error, ErrorKind, Result, quoted};
use contract::question::Given;
use contract::value::{Dict, Value, to_value};
use serde::Serialize;

/// A position that is asked about, with its rules.
pub trait Asked: Sized {
    /// A move.
    type Action: Copy;

    /// Returns the side to move.
    fn turn(&self) -> Color;
    /// Returns the number of the move, from 1.
    fn fullmove(&self) -> u32;
    /// Returns the pieces of a side.
    fn colors(&self, color: Color) -> Bitboard;
    /// Returns the pieces of a kind.
    fn pieces(&self, piece: Piece) -> Bitboard;
    /// Returns the pieces that were pawns, where that matters.
    fn promoted(&self) -> Bitboard {
        Bitboard::EMPTY
    }
    /// Returns the piece on a square, as FEN has it.
    fn letter_at(&self, square: Square) -> Option<char>;
    /// Returns the name of the kind of the piece on a square.
    fn kind_at(&self, square: Square) -> Option<&str>;
    /// Returns the name of the kind of a piece's letter in either case.
    fn kind_of_letter(&self, letter: char) -> Option<&str>;
    /// Returns the names of all kinds of pieces.
    fn kinds(&self) -> Vec<&str>;
    /// Returns the kings of a side.
    fn kings(&self, color: Color) -> Bitboard;
    /// Returns the pieces of a side that attack a square.
    fn attackers(&self, square: Square, by: Color) -> Bitboard;
    /// Returns the squares that the piece on a square attacks.
    fn attacks(&self, square: Square) -> Bitboard;
    /// Returns the pieces that give check to the side to move.
    fn checkers(&self) -> Bitboard;
    /// Returns the line that a piece of a side on a square must not leave.
    fn pin_line(&self, color: Color, square: Square) -> Option<Bitboard>;

    /// Returns the legal moves, whether or not counters have ended the game.
    fn legal(&self) -> Vec<Self::Action>;
    /// Returns the moves before the safety of the king is looked at.
    fn pseudo_legal(&self) -> Vec<Self::Action>;
    /// Reads a move in a style or the canonical one; it need not be legal.
    ///
    /// # Errors
    ///
    /// As in [`Game::read`](contract::game::Game::read).
    fn read(&self, value: &Value, style: Option<&str>) -> Result<Self::Action>;
    /// Writes a legal move in a style or the canonical one.
    ///
    /// # Errors
    ///
    /// `unsupported` for another style.
    fn write(&self, action: Self::Action, style: Option<&str>) -> Result<String>;
    /// Checks that a move is legal, whether or not counters have ended the game.
    ///
    /// # Errors
    ///
    /// `illegal_move` with the reason.
    fn check(&self, action: Self::Action) -> Result<()>;
    /// Returns true if a move is legal or pseudo-legal.
    fn is_offered(&self, action: Self::Action) -> bool;
    /// Returns the parts of a move that is offered.
    fn parts(&self, action: Self::Action) -> Parts;
    /// Returns true if a move that is offered gives check.
    fn gives_check(&self, action: Self::Action) -> bool;
    /// Returns true if a move that is offered changes something for good: the rights to castle, or what
    /// rules beyond those of chess count.
    fn changes_for_good(&self, action: Self::Action) -> bool;
    /// Returns true if captured pieces come back as drops.
    fn has_drops(&self) -> bool {
        false
    }
    /// Returns true if there is a legal capture en passant.
    fn has_en_passant(&self) -> bool;
    /// Returns the position in the game's notation.
    fn notation(&self) -> String;
    /// Returns the position after a legal move.
    fn after(&self, action: Self::Action) -> Self;
    /// Returns true if a side cannot win; of no side, if neither can.
    fn is_insufficient(&self, color: Option<Color>) -> bool;
    /// Returns the draws that may be claimed now.
    fn claims(&self) -> Vec<&'static str>;
    /// Returns the draws that may be claimed after a legal move.
    fn claims_after(&self, action: Self::Action) -> Vec<&'static str>;
}

/// The parts of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The square that is left; none for a drop.
    pub from: Option<Square>,
    /// The square that is reached.
    pub to: Square,
    /// The piece, as FEN has it.
    pub piece: char,
    /// True if it is a pawn.
    pub pawn: bool,
    /// The piece that is captured and its square.
    pub captured: Option<(char, Square)>,
    /// True if it is captured en passant.
    pub en_passant: bool,
    /// The piece that a pawn becomes, in lower case.
    pub promotion: Option<char>,
    /// The side to which the king castles.
    pub castling: Option<&'static str>,
}

impl Parts {
    const fn is_zeroing(&self) -> bool {
        self.pawn || self.captured.is_some()
    }
}

/// All about a legal move.
#[derive(Debug, Serialize)]
struct MoveInfo {
    uci: String,
    san: String,
    lan: String,
    from: Option<String>,
    to: String,
    piece: String,
    captured: Option<String>,
    captured_on: Option<String>,
    promotion: Option<String>,
    castling: Option<&'static str>,
    drop: bool,
    capture: bool,
    en_passant: bool,
    check: bool,
    zeroing: bool,
    irreversible: bool,
}

fn squares(of: Bitboard) -> Value {
    of.into_iter().map(|square| square.to_string()).collect()
}

/// The squares of the pieces as words of hexadecimal digits, for `sets`.
fn sets<A: Asked>(asked: &A) -> String {
    let kinds = Piece::ALL.map(|piece| asked.pieces(piece));
    let sides = [Color::Black, Color::White].map(|color| asked.colors(color));
    let all = kinds.into_iter().chain(sides).chain([asked.promoted()]);
    let words = all.map(|set| format!("{:016x}", set.0));
    words.collect::<Vec<_>>().join(" ")
}

fn texts(of: &[&'static str]) -> Value {
    of.iter().map(|text| (*text).to_owned()).collect()
}

fn color_in(given: &Given<'_>, name: &str) -> Option<Color> {
    let name = given.text(name)?;
    Color::ALL.into_iter().find(|color| color.name() == name)
}

fn square_in(given: &Given<'_>) -> Result<Square> {
    given.read("square", str::parse)
}

fn maybe_square_in(given: &Given<'_>) -> Result<Option<Square>> {
    let asked = given.has("square");
    asked.then(|| square_in(given)).transpose()
}

/// Checks the kind that is given.
fn kind_in<'a>(asked: &impl Asked, given: &Given<'a>) -> Result<Option<&'a str>> {
    let Some(kind) = given.text("kind") else {
        return Ok(None);
    };
    let kinds = asked.kinds();
    if kinds.contains(&kind) {
        return Ok(Some(kind));
    }
    Err(Error::invalid_option(format!(
        "kind: takes one of {}, not {}",
        kinds.join(", "),
        quoted(kind)
    )))
}

/// Reads the move that is given, which has to be legal or pseudo-legal.
fn offered<A: Asked>(asked: &A, given: &Given<'_>) -> Result<A::Action> {
    let action = asked.read(given.value("move"), given.text("style"))?;
    if !asked.is_offered(action) {
        asked.check(action)?;
    }
    Ok(action)
}

fn is_irreversible<A: Asked>(asked: &A, action: A::Action, parts: &Parts) -> bool {
    let lost = || parts.is_zeroing() || asked.has_en_passant();
    !asked.has_drops() && lost() || asked.changes_for_good(action)
}

fn info<A: Asked>(asked: &A, action: A::Action) -> Result<MoveInfo> {
    let parts = asked.parts(action);
    let written = |style| asked.write(action, Some(style));
    Ok(MoveInfo {
        uci: written("uci")?,
        san: written("san")?,
        lan: written("lan")?,
        from: parts.from.map(|square| square.to_string()),
        to: parts.to.to_string(),
        piece: parts.piece.to_string(),
        captured: parts.captured.map(|(letter, _)| letter.to_string()),
        captured_on: parts.captured.map(|(_, square)| square.to_string()),
        promotion: parts.promotion.map(|letter| letter.to_string()),
        castling: parts.castling,
        drop: parts.from.is_none(),
        capture: parts.captured.is_some(),
        en_passant: parts.en_passant,
        check: asked.gives_check(action),
        zeroing: parts.is_zeroing(),
        irreversible: is_irreversible(asked, action, &parts),
    })
}

/// The legal moves from the square and of the kind that are given.
fn chosen<A: Asked>(asked: &A, given: &Given<'_>) -> Result<Vec<A::Action>> {
    let (from, kind) = (maybe_square_in(given)?, kind_in(asked, given)?);
    let told = |action: &A::Action| {
        let parts = asked.parts(*action);
        let is_kind = |kind: &str| match parts.from {
            Some(square) => asked.kind_at(square) == Some(kind),
            None => asked.kind_of_letter(parts.piece) == Some(kind),
        };
        (from.is_none() || parts.from == from) && kind.is_none_or(is_kind)
    };
    let mut moves = asked.legal();
    if from.is_some() || kind.is_some() {
        moves.retain(told);
    }
    Ok(moves)
}

/// A row about a legal move, for `legal_rows`, and the position after it.
fn row<A: Asked>(asked: &A, action: A::Action) -> Result<(String, A)> {
    let parts = asked.parts(action);
    let letter = |letter: Option<char>| letter.unwrap_or('-');
    let from = parts
        .from
        .map_or_else(|| "-".to_owned(), |from| from.to_string());
    let next = asked.after(action);
    let row = format!(
        "{} {} {} {} {} {from} {} {}",
        asked.write(action, Some("uci"))?,
        asked.write(action, Some("san"))?,
        parts.piece,
        letter(parts.captured.map(|(taken, _)| taken)),
        letter(parts.promotion),
        parts.to,
        next.notation(),
    );
    Ok((row, next))
}

/// The rows of the moves that are given.
fn rows_along<A: Asked>(asked: &A, given: &Given<'_>) -> Result<Vec<String>> {
    let mut rows = Vec::new();
    along(asked, given, |here, action| {
        let (row, next) = row(here, action)?;
        rows.push(row);
        Ok(next)
    })?;
    Ok(rows)
}

/// Goes along the moves that are given, by what says the next position.
fn along<A: Asked>(
    asked: &A,
    given: &Given<'_>,
    mut next: impl FnMut(&A, A::Action) -> Result<A>,
) -> Result<()> {
    let mut last: Option<A> = None;
    let style = given.text("style");
    for (index, value) in given.list("moves").iter().enumerate() {
        let here = last.as_ref().unwrap_or(asked);
        let named = |error: Error| error.at(format_args!("moves, at {index}"));
        let action = here.read(value, style).map_err(named)?;
        here.check(action).map_err(named)?;
        last = Some(next(here, action)?);
    }
    Ok(())
}

/// Answers a question that is declared in [`OF_COMPOSED`]; none of another.
///
/// # Errors
///
/// `invalid_option` for squares and kinds that do not exist, and those of moves.
pub fn answer<A: Asked>(asked: &A, given: &Given<'_>) -> Result<Option<Value>> {
    let about_pieces = of_pieces(asked, given)?;
    if about_pieces.is_some() {
        return Ok(about_pieces);
    }
    of_moves(asked, given)
}

fn of_pieces<A: Asked>(asked: &A, given: &Given<'_>) -> Result<Option<Value>> {
    let colors = |of: Option<Color>| match of {
        Some(color) => asked.colors(color),
        None => asked.colors(Color::White) | asked.colors(Color::Black),
    };
    let letter = |square: Square| asked.letter_at(square).map(|letter| letter.to_string());
    Ok(Some(match given.question() {
        "pieces" => {
            let kind = kind_in(asked, given)?;
            let told = |square: &Square| kind.is_none() || asked.kind_at(*square) == kind;
            let all = colors(color_in(given, "color")).into_iter().filter(told);
            let map: Dict = all
                .map(|square| (square.to_string(), letter(square).into()))
                .collect();
            map.into()
        }
        "piece_at" => letter(square_in(given)?).into(),
        "letters" => {
            let squares = Bitboard::FULL.into_iter();
            let letters = squares.map(|square| asked.letter_at(square).unwrap_or('.'));
            letters.collect::<String>().into()
        }
        "sets" => sets(asked).into(),
        "king" => {
            let kings = color_in(given, "color").map_or(Bitboard::EMPTY, |c| asked.kings(c));
            let only = kings.first().filter(|_| kings.len() == 1);
            only.map(|square| square.to_string()).into()
        }
        "attackers" => {
            let square = square_in(given)?;
            squares(match color_in(given, "by") {
                Some(by) => asked.attackers(square, by),
                None => Color::ALL
                    .into_iter()
                    .fold(Bitboard::EMPTY, |all, by| all | asked.attackers(square, by)),
            })
        }
        "attacks" => squares(asked.attacks(square_in(given)?)),
        "checkers" => squares(asked.checkers()),
        "pinned" => {
            let color = color_in(given, "color").unwrap_or(Color::White);
            let ours = asked.colors(color) - asked.kings(color);
            let pinned = ours.into_iter();
            squares(
                pinned
                    .filter(|at| asked.pin_line(color, *at).is_some())
                    .collect(),
            )
        }
        "pin" => {
            let square = square_in(given)?;
            let of = |color: &Color| asked.colors(*color).has(square);
            let color = color_in(given, "color").or(Color::ALL.into_iter().find(of));
            let line = color.and_then(|color| asked.pin_line(color, square));
            line.map_or(Value::Null, squares)
        }
        "insufficient_material" => asked.is_insufficient(color_in(given, "color")).into(),
        _ => return Ok(None),
    }))
}

fn of_moves<A: Asked>(asked: &A, given: &Given<'_>) -> Result<Option<Value>> {
    let style = given.text("style");
    let parts = || Ok::<_, Error>(asked.parts(offered(asked, given)?));
    Ok(Some(match given.question() {
        "pseudo_legal" => {
            let from = maybe_square_in(given)?;
            let told = |action: &A::Action| from.is_none() || asked.parts(*action).from == from;
            let moves = asked.pseudo_legal().into_iter().filter(told);
            let moves: Result<Vec<String>> = moves.map(|a| asked.write(a, style)).collect();
            moves?.into()
        }
        "legal" => {
            let moves = chosen(asked, given)?.into_iter();
            let moves: Result<Vec<MoveInfo>> = moves.map(|a| info(asked, a)).collect();
            to_value(&moves?)?
        }
        "captures" => {
            let moves = chosen(asked, given)?.into_iter();
            let captures = moves.filter(|a| asked.parts(*a).captured.is_some());
            let texts: Result<Vec<String>> = captures.map(|a| asked.write(a, style)).collect();
            texts?.into()
        }
        "legal_rows" => {
            let rows: Result<Vec<String>> = match given.has("moves") {
                true => rows_along(asked, given),
                false => {
                    let moves = chosen(asked, given)?.into_iter();
                    moves.map(|a| Ok(row(asked, a)?.0)).collect()
                }
            };
            rows?.into()
        }
        "move_info" => {
            let action = asked.read(given.value("move"), style)?;
            asked.check(action)?;
            to_value(&info(asked, action)?)?
        }
        "gives_check" => asked.gives_check(offered(asked, given)?).into(),
        "is_capture" => parts()?.captured.is_some().into(),
        "is_en_passant" => parts()?.en_passant.into(),
        "is_castling" => parts()?.castling.is_some().into(),
        "is_zeroing" => parts()?.is_zeroing().into(),
        "is_irreversible" => {
            let action = offered(asked, given)?;
            is_irreversible(asked, action, &asked.parts(action)).into()
        }
        "legal_reason" => {
            let action = asked.read(given.value("move"), style);
            match action.and_then(|action| asked.check(action)) {
                Ok(()) => Value::Null,
                Err(error) if error.kind() == ErrorKind::IllegalMove => error.message().into(),
                Err(error) => return Err(error),
            }
        }
        "claims" => claims(asked)?,
        "variation_san" => variation(asked, given)?.into(),
        _ => return Ok(None),
    }))
}

fn claims<A: Asked>(asked: &A) -> Result<Value> {
    let mut by_move = Dict::new();
    for action in asked.legal() {
        for reason in asked.claims_after(action) {
            let moves = by_move
                .entry(reason)
                .or_insert_with(|| Vec::<Value>::new().into());
            if let Value::Array(moves) = moves {
                moves.push(asked.write(action, None)?.into());
            }
        }
    }
    let both: Dict = [
        ("now".to_owned(), texts(&asked.claims())),
        ("by_move".to_owned(), by_move.into()),
    ]
    .into_iter()
    .collect();
    Ok(both.into())
}

fn variation<A: Asked>(asked: &A, given: &Given<'_>) -> Result<String> {
    let mut out = String::new();
    along(asked, given, |here, action| {
        let first = out.is_empty();
        if !first {
            out.push(' ');
        }
        match here.turn() {
            Color::White => out += &format!("{}. ", here.fullmove()),
            Color::Black if first => out += &format!("{}...", here.fullmove()),
            Color::Black => {}
        }
        out += &here.write(action, Some("san"))?;
        Ok(here.after(action))
    })?;
    Ok(out)
}
