//! Extended Position Description: a position in four fields and operations on it, one line.
//!
//! `r1k5/8/8/8/8/8/8/4K3 b - - bm Kb7 Rb8; ce -35; id "end.7";`. Moves are checked in the
//! position, numbers and texts are typed, and operations without a meaning here are kept as
//! they are. An error names the column, counted in characters from 1.

use std::fmt::Write as _;
use std::sync::Arc;

use contract::error::{Error, Result, quoted};
use contract::game::Game;
use contract::history::EmptyHistory;
use contract::state::{Rules, State};

use crate::STYLE;

/// Longest line that is accepted, in bytes.
const LONGEST: usize = 1 << 16;

/// The number of fields of the position.
const FIELDS: usize = 4;

/// A position with its operations.
#[derive(Clone, Debug, PartialEq)]
pub struct Epd<G: Game> {
    /// The position, its counters from `hmvc` and `fmvn` where those stand.
    pub state: State<G>,
    /// The operations, in order.
    pub operations: Vec<Operation<G::Action>>,
}

/// An operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation<A> {
    /// Its code: a letter, then letters, digits or `_`, 15 at most.
    pub code: String,
    /// The operands after the code.
    pub operand: Operand<A>,
}

/// The operand of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand<A> {
    /// Legal moves: of `am`, `bm`, `sm`, in any order.
    Moves(Vec<A>),
    /// Moves one after the other: of `pv`.
    Line(Vec<A>),
    /// A number: of `acd`, `acn`, `acs`, `ce`, `dm`, `fmvn`, `hmvc`, `rc`.
    Integer(i64),
    /// A text: of `id`, `c0` to `c9`, `v0` to `v9`.
    Text(String),
    /// The words after any other code; none for a code alone.
    Words(Vec<Word>),
}

impl<A> Operand<A> {
    const fn kind(&self) -> OperandKind {
        match self {
            Self::Moves(_) => OperandKind::Moves,
            Self::Line(_) => OperandKind::Line,
            Self::Integer(_) => OperandKind::Integer,
            Self::Text(_) => OperandKind::Text,
            Self::Words(_) => OperandKind::Words,
        }
    }
}

/// A word and the column in which it begins, from 0.
type Placed = (usize, Word);

/// A word of an operation that has no meaning here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// Without quotes.
    Bare(String),
    /// With quotes, which are left out.
    Quoted(String),
}

impl<A> Operation<A> {
    /// Returns the operation with other moves, made one after the other.
    ///
    /// # Errors
    ///
    /// The first one of `to`.
    pub fn map<B>(&self, to: impl FnMut(&A) -> Result<B>) -> Result<Operation<B>> {
        Ok(Operation {
            code: self.code.clone(),
            operand: match &self.operand {
                Operand::Moves(moves) => {
                    Operand::Moves(moves.iter().map(to).collect::<Result<_>>()?)
                }
                Operand::Line(moves) => Operand::Line(moves.iter().map(to).collect::<Result<_>>()?),
                Operand::Integer(number) => Operand::Integer(*number),
                Operand::Text(text) => Operand::Text(text.clone()),
                Operand::Words(words) => Operand::Words(words.clone()),
            },
        })
    }
}

/// The kind of operand that a code has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandKind {
    /// [`Operand::Moves`].
    Moves,
    /// [`Operand::Line`].
    Line,
    /// [`Operand::Integer`].
    Integer,
    /// [`Operand::Text`].
    Text,
    /// [`Operand::Words`].
    Words,
}

impl OperandKind {
    /// Returns the kind of a code.
    #[must_use]
    pub fn of(code: &str) -> Self {
        match code {
            "am" | "bm" | "sm" => Self::Moves,
            "pv" => Self::Line,
            "acd" | "acn" | "acs" | "ce" | "dm" | "fmvn" | "hmvc" | "rc" => Self::Integer,
            "id" => Self::Text,
            _ => match code.as_bytes() {
                [b'c' | b'v', b'0'..=b'9'] => Self::Text,
                _ => Self::Words,
            },
        }
    }
}

/// Returns true for a letter, then letters, digits or `_`, 15 at most.
fn is_code(code: &str) -> bool {
    let bytes = code.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_alphabetic)
        && bytes.len() <= 15
        && bytes
            .iter()
            .all(|b| b.is_ascii_alphanumeric() || *b == b'_')
}

/// Returns true for what can stand without quotes. Blanks and control characters that ASCII
/// does not have would be invisible.
fn is_word(word: &str) -> bool {
    let ends = |c: char| c.is_whitespace() || c.is_control() || c == ';';
    !(word.is_empty() || word.starts_with('"') || word.contains(ends))
}

fn no_word(word: &str) -> String {
    format!("{} is no word without quotes", quoted(word))
}

fn check_game<G: Game>() -> Result<()> {
    match G::INFO.styles.contains(&STYLE) {
        true => Ok(()),
        false => Err(Error::unsupported(format!(
            "EPD: {} is not written in EPD",
            G::INFO.name
        ))),
    }
}

/// The rest of a line.
struct Cursor<'a> {
    line: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn wrong(&self, at: usize, what: impl AsRef<str>) -> Error {
        let column = self.line[..at].chars().count() + 1;
        Error::invalid_notation(format!("EPD, column {column}: {}", what.as_ref()))
    }

    fn skip_blanks(&mut self) {
        let rest = &self.line[self.at..];
        self.at += rest.len() - rest.trim_ascii_start().len();
    }

    /// Takes what stands before a blank or a semicolon.
    fn bare(&mut self) -> &'a str {
        let rest = &self.line[self.at..];
        let end = rest.find(|c: char| c.is_ascii_whitespace() || c == ';');
        let word = &rest[..end.unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    /// Takes a text in quotes.
    fn text(&mut self) -> Result<String> {
        let begins = self.at;
        let mut out = String::new();
        let mut chars = self.line[begins + 1..].char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => {
                    self.at = begins + 1 + at + 1;
                    return Ok(out);
                }
                '\\' => match chars.next() {
                    Some((_, 't')) => out.push('\t'),
                    Some((_, 'n')) => out.push('\n'),
                    Some((_, 'r')) => out.push('\r'),
                    Some((_, c)) => out.push(c),
                    None => break,
                },
                c => out.push(c),
            }
        }
        Err(self.wrong(begins, "the text is not closed"))
    }

    /// Takes the words of an operation and its semicolon, each with its place.
    fn words(&mut self) -> Result<Vec<(usize, Word)>> {
        let mut words = Vec::new();
        loop {
            self.skip_blanks();
            match self.line[self.at..].chars().next() {
                None => return Err(self.wrong(self.at, "the operation has no ; at its end")),
                Some(';') => {
                    self.at += 1;
                    return Ok(words);
                }
                Some('"') => words.push((self.at, Word::Quoted(self.text()?))),
                Some(_) => {
                    let at = self.at;
                    let word = self.bare();
                    if !is_word(word) {
                        return Err(self.wrong(at, no_word(word)));
                    }
                    words.push((at, Word::Bare(word.to_owned())));
                }
            }
        }
    }
}

impl<G: Game> Epd<G> {
    /// Reads a line.
    ///
    /// # Errors
    ///
    /// `invalid_notation` and `illegal_move`, naming the column and the fault; `unsupported`
    /// for a game without SAN.
    pub fn parse(rules: &Arc<Rules<G>>, line: &str) -> Result<Self> {
        check_game::<G>()?;
        if line.len() > LONGEST {
            return Err(Error::invalid_notation(format!(
                "EPD: {} bytes, and {LONGEST} are the most",
                line.len()
            )));
        }
        let mut cursor = Cursor { line, at: 0 };
        let mut fields = Vec::with_capacity(FIELDS);
        for name in ["placement", "side to move", "castling", "en passant"] {
            cursor.skip_blanks();
            let field = cursor.bare();
            if field.is_empty() {
                return Err(cursor.wrong(cursor.at, format!("{name}: missing")));
            }
            fields.push(field);
        }
        let mut given: Vec<(String, usize, Vec<Placed>)> = Vec::new();
        loop {
            cursor.skip_blanks();
            let at = cursor.at;
            if at == line.len() {
                break;
            }
            let code = cursor.bare();
            if !is_code(code) {
                return Err(cursor.wrong(at, format!("{} is no operation", quoted(code))));
            }
            if given.iter().any(|(other, ..)| other == code) {
                return Err(cursor.wrong(at, format!("{code} stands a second time")));
            }
            let words = cursor.words()?;
            given.push((code.to_owned(), at, words));
        }
        let counter = |code: &str, least: i64, or: i64| -> Result<i64> {
            match given.iter().find(|(other, ..)| other == code) {
                None => Ok(or),
                Some((_, at, words)) => match integer(&cursor, code, *at, words)? {
                    n if n < least => Err(cursor.wrong(*at, format!("{code}: {n} is too small"))),
                    n => Ok(n),
                },
            }
        };
        let fen = format!(
            "{} {} {}",
            fields.join(" "),
            counter("hmvc", 0, 0)?,
            counter("fmvn", 1, 1)?
        );
        let state = State::parse(rules, &fen, &[]).map_err(|e| e.at("EPD, column 1"))?;
        let mut operations = Vec::with_capacity(given.len());
        for (code, at, words) in given {
            let operand = operand(&state, &cursor, &code, at, words)?;
            operations.push(Operation { code, operand });
        }
        Ok(Self { state, operations })
    }

    /// Returns the operand of a code.
    #[must_use]
    pub fn operand(&self, code: &str) -> Option<&Operand<G::Action>> {
        let mut all = self.operations.iter();
        all.find(|o| o.code == code).map(|o| &o.operand)
    }

    /// Writes the line, without an end. Counters other than 0 and 1 are written as `hmvc`
    /// and `fmvn` unless those are among the operations.
    ///
    /// # Errors
    ///
    /// `unsupported` for a position that four fields and two counters cannot hold;
    /// `illegal_move` for moves that are not legal in it; `invalid_option` for an operation
    /// that would not be read as it is.
    pub fn write(&self) -> Result<String> {
        check_game::<G>()?;
        let notation = self.state.notation();
        let fields: Vec<_> = notation.split(' ').collect();
        let [a, b, c, d, halfmove, fullmove] = fields[..] else {
            return Err(Error::unsupported(format!(
                "EPD: a position of {} has more than EPD can say",
                G::INFO.name
            )));
        };
        let mut out = format!("{a} {b} {c} {d}");
        for operation in &self.operations {
            self.write_operation(operation, &mut out)?;
        }
        for (code, counter, usual) in [("hmvc", halfmove, "0"), ("fmvn", fullmove, "1")] {
            if counter != usual && self.operand(code).is_none() {
                out += &format!(" {code} {counter};");
            }
        }
        Ok(out)
    }

    fn write_operation(&self, operation: &Operation<G::Action>, out: &mut String) -> Result<()> {
        let game = self.state.game();
        let code = &operation.code;
        let wrong = |what: &str| Err(Error::invalid_option(format!("EPD, {what}")));
        if !is_code(code) {
            return wrong(&format!("{} is no operation", quoted(code)));
        }
        if self.operations.iter().filter(|o| o.code == *code).count() > 1 {
            return wrong(&format!("{code} stands a second time"));
        }
        if operation.operand.kind() != OperandKind::of(code) {
            return wrong(&format!("{code}: takes an operand of another kind"));
        }
        out.push(' ');
        out.push_str(code);
        match &operation.operand {
            Operand::Integer(number) => {
                let least = match code.as_str() {
                    "hmvc" => 0,
                    "fmvn" => 1,
                    _ => i64::MIN,
                };
                if *number < least {
                    return wrong(&format!("{code}: {number} is too small"));
                }
                // Writing to a String does not fail.
                let _ = write!(out, " {number}");
            }
            Operand::Text(text) => write_text(text, out),
            Operand::Words(words) => {
                for word in words {
                    match word {
                        Word::Quoted(text) => write_text(text, out),
                        Word::Bare(word) => {
                            if !is_word(word) {
                                return wrong(&format!("{code}: {}", no_word(word)));
                            }
                            out.push(' ');
                            out.push_str(word);
                        }
                    }
                }
            }
            Operand::Moves(moves) | Operand::Line(moves) if moves.is_empty() => {
                return wrong(&format!("{code}: takes moves, and there are none"));
            }
            Operand::Moves(moves) => {
                let mut texts = Vec::with_capacity(moves.len());
                for action in moves {
                    self.state.check(None, action)?;
                    texts.push(self.state.write(action, Some(STYLE))?);
                }
                // The standard wants them in the order of their texts.
                texts.sort_unstable();
                for text in texts {
                    out.push(' ');
                    out.push_str(&text);
                }
            }
            Operand::Line(moves) => {
                let mut position = self.state.position().clone();
                for action in moves {
                    game.check(&position, &EmptyHistory, action)?;
                    out.push(' ');
                    out.push_str(&game.write(&position, &EmptyHistory, action, STYLE)?);
                    position = game.play(&position, action).0;
                }
            }
        }
        out.push(';');
        Ok(())
    }
}

fn write_text(text: &str, out: &mut String) {
    out.push_str(" \"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            c => out.push(c),
        }
    }
    out.push('"');
}

fn integer(cursor: &Cursor<'_>, code: &str, at: usize, words: &[(usize, Word)]) -> Result<i64> {
    match words {
        [(place, Word::Bare(word))] => word.parse().map_err(|_| {
            let what = format!("{code}: {} is no whole number", quoted(word));
            cursor.wrong(*place, what)
        }),
        [(place, Word::Quoted(_))] => {
            Err(cursor.wrong(*place, format!("{code}: takes a number without quotes")))
        }
        _ => Err(cursor.wrong(at, format!("{code}: takes one number, not {}", words.len()))),
    }
}

fn operand<G: Game>(
    state: &State<G>,
    cursor: &Cursor<'_>,
    code: &str,
    at: usize,
    words: Vec<(usize, Word)>,
) -> Result<Operand<G::Action>> {
    let game = state.game();
    let read = |position: &G::Position, place: usize, word: &Word| match word {
        Word::Quoted(_) => Err(cursor.wrong(place, format!("{code}: takes moves without quotes"))),
        Word::Bare(word) => game
            .read_recorded(position, &EmptyHistory, None, word.as_bytes(), STYLE, true)
            .map_err(|e| {
                let what = format!("{code}: {}: {}", quoted(word), e.message());
                Error::new(e.kind(), cursor.wrong(place, what).message().to_owned())
            }),
    };
    Ok(match OperandKind::of(code) {
        OperandKind::Integer => Operand::Integer(integer(cursor, code, at, &words)?),
        OperandKind::Text => match &words[..] {
            [(_, Word::Quoted(text))] => Operand::Text(text.clone()),
            [(place, Word::Bare(_))] => {
                return Err(cursor.wrong(*place, format!("{code}: takes a text in quotes")));
            }
            _ => {
                let what = format!("{code}: takes one text, not {}", words.len());
                return Err(cursor.wrong(at, what));
            }
        },
        OperandKind::Moves | OperandKind::Line if words.is_empty() => {
            return Err(cursor.wrong(at, format!("{code}: takes moves, and there are none")));
        }
        OperandKind::Moves => {
            let mut moves = Vec::with_capacity(words.len());
            for (place, word) in &words {
                moves.push(read(state.position(), *place, word)?);
            }
            Operand::Moves(moves)
        }
        OperandKind::Line => {
            let mut position = state.position().clone();
            let mut moves = Vec::with_capacity(words.len());
            for (place, word) in &words {
                let action = read(&position, *place, word)?;
                position = game.play(&position, &action).0;
                moves.push(action);
            }
            Operand::Line(moves)
        }
        OperandKind::Words => Operand::Words(words.into_iter().map(|(_, word)| word).collect()),
    })
}
