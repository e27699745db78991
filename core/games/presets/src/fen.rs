//! FEN with a seventh field.
//!
//! The seventh field is a map in JSON without spaces: `active` (the presets in
//! force in the order of their activation, each as id, scope, and plies left where
//! they are counted), `attributes` (by name and square), `state` (by preset),
//! `unmoved` (squares, where types ask), `lost` (sides whose last king died); what is
//! empty is left out. Without that field the presets of the options come into force in
//! the position as in a new game.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::board::{ColoredPiece, PieceTypeId};
use super::breadth::{MOST_BREADTH, MOST_GROWN};
use super::engine::MoveTrace;
use super::position::{Counters, NOWHERE, Position};
use super::scope::{Active, Scope};
use super::settings::RuleSettings;
use chess::{Bitboard, Color, File, Rank, Square};
use chess_games::OrError;
use contract::error::{Error, Result, quoted};
use contract::value::Value;

/// Fields of a position that FEN lacks.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct More {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    active: Vec<InForce>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    attributes: BTreeMap<String, BTreeMap<String, i16>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    state: BTreeMap<String, Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unmoved: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lost: Vec<String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum InForce {
    For(String, String, u16),
    Always(String, String),
}

fn wrong(what: String) -> Error {
    Error::invalid_notation(what)
}

impl RuleSettings {
    pub(super) fn write(&self, position: &Position) -> String {
        let library = &self.library;
        let mut out = String::with_capacity(128);
        for rank in (0..8_u8).rev() {
            let mut empty = 0_u8;
            for file in 0..8 {
                match position.piece_at(Square::wrap(rank * 8 + file)) {
                    None => empty += 1,
                    Some(man) => {
                        if empty > 0 {
                            out.push(char::from(b'0' + empty));
                            empty = 0;
                        }
                        out += &library.letter(man);
                    }
                }
            }
            if empty > 0 {
                out.push(char::from(b'0' + empty));
            }
            if rank > 0 {
                out.push('/');
            }
        }
        let mut castling = String::new();
        for color in Color::ALL {
            for (side, letter) in ['K', 'Q'].into_iter().enumerate() {
                let Some(rook) = position.rook(color, side) else {
                    continue;
                };
                let outermost = !library.chess960 || position.outermost(color, side) == Some(rook);
                let letter = match outermost {
                    true => letter,
                    false => rook.file().letter().to_ascii_uppercase(),
                };
                castling.push(match color {
                    Color::White => letter,
                    Color::Black => letter.to_ascii_lowercase(),
                });
            }
        }
        if castling.is_empty() {
            castling.push('-');
        }
        let passing = position
            .en_passant()
            .map_or_else(|| "-".to_owned(), |s| s.to_string());
        out += &format!(
            " {} {castling} {passing} {} {}",
            position.turn.letter(),
            position.halfmove,
            position.fullmove
        );
        let more = self.more(position);
        if more != More::default() || !self.chosen.is_empty() {
            // Maps with texts as keys can always be written.
            let text = serde_json::to_string(&more).unwrap_or_default();
            out.push(' ');
            out += &text;
        }
        out
    }

    fn more(&self, position: &Position) -> More {
        let library = &self.library;
        let squares = |set: Bitboard| set.into_iter().map(|s| s.to_string()).collect();
        let mut attributes: BTreeMap<String, BTreeMap<String, i16>> = BTreeMap::new();
        for (i, name) in library.attribute_names().iter().enumerate() {
            for square in position.occupied() {
                if let Some(value) = position.attributes.get(i, square) {
                    let of = attributes.entry(name.clone()).or_default();
                    of.insert(square.to_string(), value);
                }
            }
        }
        let lost = |c: &Color| position.lost & 1 << c.index() != 0;
        More {
            active: position
                .active
                .iter()
                .map(|a| {
                    let (id, scope) = (library.id(a.preset).to_owned(), a.scope.name().to_owned());
                    match a.turns {
                        None => InForce::Always(id, scope),
                        Some(turns) => InForce::For(id, scope, turns),
                    }
                })
                .collect(),
            attributes,
            state: position
                .states
                .iter()
                .flat_map(|s| s.iter())
                .map(|(preset, value)| (library.id(*preset).to_owned(), value.clone()))
                .collect(),
            unmoved: squares(Bitboard(position.unmoved)),
            lost: Color::ALL
                .into_iter()
                .filter(lost)
                .map(|c| c.name().to_owned())
                .collect(),
        }
    }

    /// Reads a position: exactly, where the seventh field is there; otherwise the
    /// presets of the options come into force in it.
    pub(super) fn read(&self, text: &str) -> Result<Position> {
        let (fen, more) = match text.find('{') {
            Some(at) => (text[..at].trim_end(), Some(&text[at..])),
            None => (text, None),
        };
        let mut position = self.read_fen(fen)?;
        let Some(more) = more else {
            self.set_unmoved(&mut position, false);
            self.begin(&mut position)?;
            self.library.check_breadth(&position, MOST_BREADTH)?;
            if !self.library.safe(&position, !position.turn) {
                return Err(wrong(format!(
                    "side to move: the king of {} could be taken",
                    (!position.turn).name()
                )));
            }
            return Ok(position);
        };
        let more: More = serde_json::from_str(more)
            .map_err(|e| wrong(format!("seventh field, column {}: {e}", e.column())))?;
        self.add(&mut position, more)?;
        // What was played from may have grown: pieces split, types are replaced.
        self.library.check_breadth(&position, MOST_GROWN)?;
        Ok(position)
    }

    /// Puts the presets of the options in force.
    pub(super) fn begin(&self, position: &mut Position) -> Result<()> {
        let library = &self.library;
        library.switch(position, &mut MoveTrace::default(), self.chosen.clone())?;
        library.end_passing(position);
        Ok(())
    }

    /// Says of pieces whose type asks for it that they have not moved: of all, or
    /// of those on the first two ranks of their side.
    pub(super) fn set_unmoved(&self, position: &mut Position, all: bool) {
        for (square, man) in pieces(position) {
            let ranks = match man.color {
                Color::White => [Rank::First, Rank::Second],
                Color::Black => [Rank::Eighth, Rank::Seventh],
            };
            let asks = man.kind.index() >= PieceTypeId::OWN
                && self.library.type_of(man.kind).moves.has_initial();
            if asks && (all || ranks.contains(&square.rank())) {
                position.unmoved |= square.bit();
            }
        }
    }

    fn add(&self, position: &mut Position, more: More) -> Result<()> {
        let library = &self.library;
        for entry in &more.active {
            let (id, scope, turns) = match entry {
                InForce::Always(id, scope) => (id, scope, None),
                InForce::For(id, scope, turns) => (id, scope, Some(*turns)),
            };
            let scope = Scope::from_name(scope).filter(|_| turns != Some(0));
            let scope =
                scope.ok_or_else(|| wrong(format!("active: scope or plies of {id} are wrong")))?;
            let preset = library
                .find(id)
                .map_err(|e| wrong(format!("active: {}", e.message())))?;
            position.active.push(Active {
                preset,
                scope,
                turns,
            });
        }
        library
            .agree(&position.active)
            .map_err(|e| wrong(format!("active: {}", e.message())))?;
        position.refresh(library);
        let owned = library.attributes_of(&position.active);
        for (name, values) in &more.attributes {
            let attribute = library.attribute(name).filter(|_| owned.contains(&&**name));
            let attribute = attribute.ok_or_else(|| {
                wrong(format!(
                    "attributes: no active preset owns {}",
                    quoted(name)
                ))
            })?;
            for (square, value) in values {
                let square: Square = square
                    .parse()
                    .map_err(|e: chess::Error| wrong(format!("attributes: {}", e.message())))?;
                if position.piece_at(square).is_none() || *value == i16::MIN {
                    return Err(wrong(format!(
                        "attributes: {name} of {square}: nobody stands there, or it is too little"
                    )));
                }
                position.attributes.set(attribute, square, Some(*value));
            }
        }
        for (id, value) in more.state {
            let active = position.active.iter().find(|a| library.id(a.preset) == id);
            let preset = active
                .map(|a| a.preset)
                .filter(|_| !value.is_null())
                .ok_or_else(|| wrong(format!("state: {} is not in force, or null", quoted(&id))))?;
            position.set_state(preset, Some(value));
        }
        for square in &more.unmoved {
            let square: Square = square
                .parse()
                .map_err(|e: chess::Error| wrong(format!("unmoved: {}", e.message())))?;
            if position.piece_at(square).is_none() {
                return Err(wrong(format!("unmoved: nobody stands on {square}")));
            }
            position.unmoved |= square.bit();
        }
        for name in &more.lost {
            let color = Color::ALL.into_iter().find(|c| c.name() == name);
            let color = color.ok_or_else(|| wrong(format!("lost: {} is no side", quoted(name))))?;
            position.lost |= 1 << color.index();
        }
        Ok(())
    }

    /// The six fields of FEN; the last two may be left out.
    pub(super) fn read_fen(&self, text: &str) -> Result<Position> {
        let mut position = Position::empty();
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let (board, turn, castling, passing, rest) = match fields[..] {
            [b, t, c, p, ref rest @ ..] if rest.len() <= 2 => (b, t, c, p, rest),
            _ => {
                return Err(wrong(format!(
                    "there are {} fields, not 4 to 6 and the seventh in braces",
                    fields.len()
                )));
            }
        };
        self.read_board(&mut position, board)?;
        position.turn = match turn {
            "w" => Color::White,
            "b" => Color::Black,
            other => {
                return Err(wrong(format!(
                    "side to move: {} is neither w nor b",
                    quoted(other)
                )));
            }
        };
        self.read_castling(&mut position, castling)?;
        if passing != "-" {
            let square: Square = passing
                .parse()
                .map_err(|e: chess::Error| wrong(format!("en passant: {}", e.message())))?;
            if !position.has_passed(square) {
                return Err(wrong(format!(
                    "en passant: no pawn can have passed {square}"
                )));
            }
            position.en_passant = square.index() as u8;
        }
        let number = |at: usize, name: &str, default: u16| match rest.get(at) {
            None => Ok(default),
            Some(text) => text
                .parse::<u16>()
                .map_err(|_| wrong(format!("{name}: {} is no number of it", quoted(text)))),
        };
        position.halfmove = number(0, "halfmove clock", 0)?;
        position.fullmove = number(1, "fullmove number", 1)?.max(1);
        Ok(position)
    }

    fn read_board(&self, position: &mut Position, text: &str) -> Result<()> {
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != 8 {
            return Err(wrong(format!("board: {} ranks, not 8", ranks.len())));
        }
        for (down, rank) in ranks.iter().enumerate() {
            let mut file = 0_usize;
            let mut counted = false;
            for c in rank.chars() {
                let after_count = std::mem::take(&mut counted);
                if let Some(empty) = c.to_digit(10).filter(|n| (1..=8).contains(n)) {
                    if after_count {
                        return Err(wrong(format!(
                            "board, rank {} ({}): two counts of empty squares side by side",
                            8 - down,
                            quoted(rank)
                        )));
                    }
                    file += empty as usize;
                    counted = true;
                    continue;
                }
                let letter = c.to_ascii_uppercase();
                let kind = self.library.kinds.iter().position(|k| k.letter == letter);
                let Some(kind) = kind.filter(|_| file < 8) else {
                    return Err(wrong(format!(
                        "board, rank {}: {} is no piece there",
                        8 - down,
                        quoted(&c.to_string())
                    )));
                };
                let color = match c.is_ascii_uppercase() {
                    true => Color::White,
                    false => Color::Black,
                };
                let square = Square::wrap(((7 - down) * 8 + file) as u8);
                let man = ColoredPiece::new(color, PieceTypeId(kind as u8));
                position.put(square, man, &Counters::new());
                file += 1;
            }
            if file != 8 {
                return Err(wrong(format!(
                    "board, rank {}: {file} files, not 8",
                    8 - down
                )));
            }
        }
        Ok(())
    }
}

fn pieces(position: &Position) -> Vec<(Square, ColoredPiece)> {
    let all = position.occupied().into_iter();
    all.filter_map(|s| Some((s, position.piece_at(s)?)))
        .collect()
}

impl RuleSettings {
    /// The start position of chess, or of Chess960 by its number.
    pub(super) fn usual_start(&self) -> Result<Position> {
        let board = chess::chess960_start(self.position).or_error()?;
        self.read_fen(&board.fen())
    }

    fn read_castling(&self, position: &mut Position, text: &str) -> Result<()> {
        if text == "-" {
            return Ok(());
        }
        for letter in text.chars() {
            let color = match letter.is_ascii_uppercase() {
                true => Color::White,
                false => Color::Black,
            };
            let (side, rook) = self.castling_rook(position, color, letter)?;
            let right = &mut position.castling[color.index()][side];
            if *right != NOWHERE {
                return Err(wrong(format!("castling: {letter} is there twice")));
            }
            *right = rook.index() as u8;
        }
        Ok(())
    }

    /// The side and the rook that a letter of the castling field stands for.
    fn castling_rook(
        &self,
        position: &Position,
        color: Color,
        letter: char,
    ) -> Result<(usize, Square)> {
        let chess960 = self.library.chess960;
        let home = color.back_rank();
        let king = match chess960 {
            true => position.king_at_home(color),
            false => Some(Square::at(File::E, home)),
        };
        let file = File::from_letter(letter.to_ascii_lowercase());
        let rook = match (letter.to_ascii_uppercase(), file) {
            ('K', _) if chess960 => position.outermost(color, 0),
            ('Q', _) if chess960 => position.outermost(color, 1),
            ('K', _) => Some(Square::at(File::H, home)),
            ('Q', _) => Some(Square::at(File::A, home)),
            (_, Some(file)) if chess960 => Some(Square::at(file, home)),
            _ => {
                let more = if chess960 { ", A to H, a to h" } else { "" };
                return Err(wrong(format!(
                    "castling: {} is none of K, Q, k, q{more}",
                    quoted(&letter.to_string())
                )));
            }
        };
        // Whatever takes the place of the rooks may be there: rights are lost with them.
        let stands = |square: Square, kind| {
            position.piece_at(square) == Some(ColoredPiece::new(color, kind))
        };
        match (king, rook) {
            (Some(king), Some(rook))
                if stands(king, PieceTypeId::KING) && stands(rook, PieceTypeId::ROOK) =>
            {
                Ok((usize::from(rook.file() < king.file()), rook))
            }
            _ => Err(wrong(format!(
                "castling: king or rook do not stand as {letter} needs them"
            ))),
        }
    }
}
