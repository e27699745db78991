//! Presets as data: types of pieces, attributes, a start position, promotion and
//! goals, read from TOML or JSON at run time.
//!
//! What is checked is checked while it is read, so that an error can name the line
//! and the field.

mod defined;

use std::sync::Arc;

use serde::{Deserialize, Deserializer, de};

use super::hooks::{Hook, HookSet};
use super::kinds::{PieceType, check_id};
use super::movement::Moves;
use super::preset::Preset;
use chess::Square;
use chess_games::OrError;
use contract::error::{Error, Result};
use contract::value::Value;
use defined::Defined;

/// The longest document, in bytes.
const LONGEST: usize = 1 << 16;

/// Reads a text that has to fit something.
fn checked<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    check: impl FnOnce(&str) -> Result<T>,
) -> std::result::Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    check(&text).map_err(|e| de::Error::custom(e.message()))
}

macro_rules! read_as {
    ($($name:ident($inner:ty) = $check:expr;)+) => {$(
        #[derive(Clone, Debug)]
        pub(super) struct $name(pub(super) $inner);

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(d: D) -> std::result::Result<Self, D::Error> {
                let check: fn(&str) -> Result<$inner> = $check;
                checked(d, check).map(Self)
            }
        }
    )+};
}

read_as! {
    Id(String) = |text| check_id(text).map(|()| text.to_owned());
    Betza(Moves) = Moves::parse;
    Letter(char) = |text| {
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) if c.is_ascii_uppercase() => Ok(c),
            _ => Err(Error::invalid_option("a letter is one of A to Z")),
        }
    };
    At(Square) = |text| text.parse().or_error();
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    id: Id,
    name: Option<String>,
    #[serde(default)]
    description: String,
    #[serde(default)]
    incompatible_with: Vec<Id>,
    #[serde(default)]
    requires: Vec<Id>,
    start: Option<String>,
    #[serde(default, rename = "piece")]
    pieces: Vec<PieceEntry>,
    #[serde(default, rename = "attribute")]
    attributes: Vec<Attribute>,
    promotion: Option<Promotion>,
    #[serde(default, rename = "goal")]
    goals: Vec<Goal>,
    #[serde(default, rename = "hook")]
    hooks: Vec<Hook>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PieceEntry {
    id: Id,
    name: Option<String>,
    letter: Letter,
    betza: Betza,
    glyphs: Option<[String; 2]>,
    #[serde(default)]
    royal: bool,
    value: Option<u16>,
    /// The type whose pieces become this one when the preset comes into force.
    replaces: Option<Id>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Attribute {
    name: String,
    /// The value of a piece that has it from the beginning; nobody has it then if left out.
    initial: Option<i16>,
    /// The types that have it; all if none is named.
    #[serde(default)]
    pieces: Vec<Id>,
    #[serde(default)]
    role: Role,
}

/// Effect of an attribute in the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Role {
    /// It is there to be read.
    #[default]
    None,
    /// Damage lessens it, and at 0 the piece dies.
    HitPoints,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Promotion {
    to: Vec<Id>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Goal {
    kind: Aim,
    /// The type it is about; any if none is named.
    piece: Option<Id>,
    #[serde(default)]
    squares: Vec<At>,
    count: Option<u16>,
    #[serde(default)]
    result: Worth,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Aim {
    /// A piece stands on one of the squares.
    Reach,
    /// So many checks have been given.
    Checks,
    /// So many pieces have been captured.
    Captures,
    /// A side has no such piece left.
    Extinction,
    /// A side has no move and is not in check.
    Stalemate,
}

/// Result for the side that reaches the goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Worth {
    /// It wins.
    #[default]
    Win,
    /// It loses.
    Loss,
    /// The game is drawn.
    Draw,
}

/// Returns the line and column of a byte in a text, both from 1.
fn place(text: &str, byte: usize) -> (usize, usize) {
    let before = &text[..byte.min(text.len())];
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
    (line, column)
}

fn field(path: &serde_path_to_error::Path) -> String {
    match path.to_string().as_str() {
        "." => "the document".into(),
        path => format!("field {path}"),
    }
}

/// A document as TOML.
fn from_toml(text: &str) -> Result<Document> {
    let deserializer = toml::Deserializer::parse(text).map_err(|e| {
        let (line, column) = place(text, e.span().map_or(0, |s| s.start));
        let what = e.message();
        Error::invalid_option(format!("define: line {line}, column {column}: {what}"))
    })?;
    serde_path_to_error::deserialize(deserializer).map_err(|e| {
        let field = field(e.path());
        let inner = e.into_inner();
        let (line, _) = place(text, inner.span().map_or(0, |s| s.start));
        let what = inner.message();
        Error::invalid_option(format!("define: line {line}, {field}: {what}"))
    })
}

/// A document as JSON.
fn from_json(text: &str) -> Result<Document> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let document = serde_path_to_error::deserialize(&mut deserializer).map_err(|e| {
        let field = field(e.path());
        let inner = e.into_inner();
        let line = inner.line();
        Error::invalid_option(format!("define: line {line}, {field}: {inner}"))
    })?;
    deserializer
        .end()
        .map_err(|e| Error::invalid_option(format!("define: {e}")))?;
    Ok(document)
}

/// A preset from a text, which is JSON where it begins with a brace, otherwise
/// TOML, or from a map of the same shape.
///
/// # Errors
///
/// `invalid_option`, naming the line and the field.
pub(super) fn define(value: &Value) -> Result<Arc<dyn Preset>> {
    let document = match value {
        Value::String(text) if text.len() > LONGEST => {
            return Err(Error::invalid_option(format!(
                "define: the text is {} bytes long, and {LONGEST} are the most",
                text.len()
            )));
        }
        Value::String(text) if text.trim_start().starts_with('{') => from_json(text)?,
        Value::String(text) => from_toml(text)?,
        Value::Object(_) => serde_path_to_error::deserialize(value).map_err(|e| {
            let field = field(e.path());
            Error::invalid_option(format!("define: {field}: {}", e.into_inner()))
        })?,
        other => {
            return Err(Error::invalid_option(format!(
                "define: takes TOML or JSON as text, or a map, not {}",
                contract::value::kind_of(other)
            )));
        }
    };
    document.checked()
}

impl Document {
    fn wrong(&self, field: &str, what: &str) -> Error {
        Error::invalid_option(format!("define: {}, field {field}: {what}", self.id.0))
    }

    /// Checks the conditions that span several fields, and builds the preset.
    fn checked(self) -> Result<Arc<dyn Preset>> {
        for (i, goal) in self.goals.iter().enumerate() {
            let field = |name: &str| format!("goal[{i}].{name}");
            let squares = goal.kind == Aim::Reach;
            if squares == goal.squares.is_empty() {
                let what = match squares {
                    true => "the goal needs squares",
                    false => "only the goal \"reach\" has squares",
                };
                return Err(self.wrong(&field("squares"), what));
            }
            let counts = matches!(goal.kind, Aim::Checks | Aim::Captures);
            if counts != goal.count.is_some_and(|n| n > 0) {
                let what = match counts {
                    true => "the goal needs a count of 1 or more",
                    false => "only the goals \"checks\" and \"captures\" have a count",
                };
                return Err(self.wrong(&field("count"), what));
            }
            let piece = matches!(goal.kind, Aim::Checks | Aim::Stalemate);
            if piece && goal.piece.is_some() {
                let what = "only the goals \"reach\", \"captures\" and \"extinction\" have a piece";
                return Err(self.wrong(&field("piece"), what));
            }
        }
        let mut types = Vec::new();
        for (i, piece) in self.pieces.iter().enumerate() {
            let name = piece.name.as_ref().unwrap_or(&piece.id.0);
            let mut kind = PieceType::new(&piece.id.0, name, piece.letter.0, piece.betza.0.clone())
                .map_err(|e| self.wrong(&format!("piece[{i}]"), e.message()))?;
            if let Some([white, black]) = &piece.glyphs {
                kind = kind.drawn(white, black);
            }
            kind.royal = piece.royal;
            kind.value = piece.value.map(i32::from);
            types.push(kind);
        }
        for (i, attribute) in self.attributes.iter().enumerate() {
            if attribute.name.is_empty() || attribute.name.contains(char::is_whitespace) {
                let what = "a name has no spaces and is not empty";
                return Err(self.wrong(&format!("attribute[{i}].name"), what));
            }
            if attribute.role == Role::HitPoints && attribute.initial.is_none_or(|i| i <= 0) {
                let what = "a piece without hit points would be dead from the beginning";
                return Err(self.wrong(&format!("attribute[{i}].initial"), what));
            }
        }
        let attributes: Vec<&str> = self.attributes.iter().map(|a| &*a.name).collect();
        let hooks = HookSet::new(self.hooks.clone(), &attributes)
            .map_err(|what| self.wrong("hook", &what))?;
        Ok(Arc::new(Defined {
            document: self,
            types,
            hooks,
        }))
    }
}
