//! A position and a move in plain values, and drawn in text.

use serde_json::json;

use super::action::{Action, Special};
use super::engine::castled;
use super::library::Library;
use super::position::Position;
use super::settings::RuleSettings;
use chess::{Color, File, Rank, Square};
use contract::game::Outcome;
use contract::history::{PositionHistory, WithOne};
use contract::value::{Dict, Value, to_value};

impl RuleSettings {
    pub(super) fn dict(&self, position: &Position, past: &dyn PositionHistory) -> Dict {
        let library = &self.library;
        let mut pieces = Dict::new();
        let mut attributes = Dict::new();
        for square in position.occupied() {
            let Some(man) = position.piece_at(square) else {
                continue;
            };
            pieces.insert(square.to_string(), library.letter(man).into());
            let mut own = Dict::new();
            for (i, name) in library.attribute_names().iter().enumerate() {
                if let Some(value) = position.attributes.get(i, square) {
                    own.insert(name.clone(), value.into());
                }
            }
            if !own.is_empty() {
                attributes.insert(square.to_string(), own.into());
            }
        }
        let rooks: Dict = Color::ALL
            .into_iter()
            .map(|c| {
                let squares: Value = (0..2)
                    .filter_map(|side| position.rook(c, side))
                    .map(|s| s.to_string())
                    .collect();
                (c.name().to_owned(), squares)
            })
            .collect();
        let presets: Vec<Value> = position
            .active
            .iter()
            .map(|a| {
                let preset = library.preset(a.preset);
                json!({
                    "id": preset.id(),
                    "name": preset.name(),
                    "description": preset.description(),
                    "scope": a.scope.name(),
                    "turns": a.turns,
                    "state": position.state(a.preset),
                })
            })
            .collect();
        let mut out = Dict::new();
        out.insert("turn".into(), position.turn.name().into());
        out.insert("fullmove".into(), position.fullmove.into());
        out.insert("halfmove".into(), position.halfmove.into());
        out.insert("pieces".into(), pieces.into());
        out.insert("castling_rooks".into(), rooks.into());
        out.insert(
            "en_passant".into(),
            json!(position.en_passant().map(|s| s.to_string())),
        );
        let check = !library.safe(position, position.turn);
        out.insert("check".into(), check.into());
        out.insert("claimable_draw".into(), json!(self.claim(position, past)));
        out.insert("presets".into(), presets.into());
        out.insert("attributes".into(), attributes.into());
        out.insert(
            "attributes_in_force".into(),
            json!(library.attributes_of(&position.active)),
        );
        let types: Vec<Value> = library
            .kinds
            .iter()
            .map(|k| {
                json!({
                    "id": k.id,
                    "name": k.name,
                    "letter": k.letter.to_string(),
                    "betza": k.moves.betza(),
                    "glyphs": k.glyphs,
                    "royal": k.royal,
                })
            })
            .collect();
        out.insert("piece_types".into(), types.into());
        let log: Vec<Value> = position
            .log
            .backwards()
            .filter_map(|entry| to_value(entry).ok())
            .collect();
        out.insert("log".into(), log.into_iter().rev().collect());
        out
    }

    /// What a move brings about, in order: the move, what followed, the promotion, the check, notes,
    /// the end.
    pub(super) fn events(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        action: &Action,
        seats: &[String],
    ) -> Vec<Value> {
        let library = &self.library;
        let mut out = Vec::new();
        let piece = position.piece_at(action.from()).map(|m| library.letter(m));
        let (from, to) = (action.from().to_string(), action.to().to_string());
        if action.kind() == Special::Castle {
            let side = usize::from(action.to().file() != File::G);
            let rook = position.rook(position.turn, side);
            let beside = Square::at(castled(side).1, action.to().rank());
            out.push(json!({
                "kind": "castle",
                "king": { "from": from, "to": to },
                "rook": { "from": rook.map(|s| s.to_string()), "to": beside.to_string() },
            }));
        } else {
            let legs: Vec<String> = action.legs().map(|s| s.to_string()).collect();
            out.push(json!({
                "kind": "move",
                "piece": piece,
                "from": from,
                "to": to,
                "legs": legs,
                "captures": library.is_capture(position, action),
            }));
        }
        let (next, entry) = library.played(position, action);
        out.extend(entry.events.iter().filter_map(|e| to_value(e).ok()));
        let promoted = action
            .promotion()
            .filter(|k| next.piece_at(action.to()).is_some_and(|m| m.kind == *k));
        if promoted.is_some() {
            let piece = next.piece_at(action.to()).map(|m| library.letter(m));
            out.push(json!({ "kind": "promotion", "piece": piece, "square": to }));
        }
        if !library.safe(&next, next.turn) {
            out.push(json!({ "kind": "check" }));
        }
        for note in &entry.notes {
            out.push(json!({ "kind": "note", "text": note }));
        }
        let after = WithOne::new(past, position.key());
        if let Some(outcome) = self.outcome(&next, &after) {
            out.push(end(outcome, seats));
        }
        out
    }
}

fn end(outcome: Outcome, seats: &[String]) -> Value {
    let mut event = Dict::new();
    event.insert("kind".into(), "end".into());
    if let Value::Object(outcome) = outcome.describe(seats) {
        event.extend(outcome);
    }
    event.into()
}

impl Library {
    /// The board with letters, White at the bottom; below it the presets in force,
    /// and the attributes where pieces of one side differ in them.
    pub(super) fn diagram(&self, position: &Position) -> String {
        let mut out = String::with_capacity(256);
        for rank in Rank::ALL.into_iter().rev() {
            out.push(rank.letter());
            for file in File::ALL {
                let man = position.piece_at(Square::at(file, rank));
                out.push(' ');
                out += &man.map_or_else(|| ".".to_owned(), |m| self.letter(m));
            }
            out.push('\n');
        }
        out += "  a b c d e f g h\n";
        for active in &position.active {
            out += self.id(active.preset);
            out += &format!(": {}", active.scope.name());
            if let Some(turns) = active.turns {
                out += &format!(", {turns} plies");
            }
            out.push('\n');
        }
        for (i, name) in self.attribute_names().iter().enumerate() {
            let mut values: Vec<(i16, Vec<String>)> = Vec::new();
            for square in position.occupied() {
                let Some(value) = position.attributes.get(i, square) else {
                    continue;
                };
                match values.iter_mut().find(|(v, _)| *v == value) {
                    Some((_, squares)) => squares.push(square.to_string()),
                    None => values.push((value, vec![square.to_string()])),
                }
            }
            values.sort_unstable_by_key(|(_, squares)| std::cmp::Reverse(squares.len()));
            // What most have need not be said square by square.
            for (at, (value, squares)) in values.iter().enumerate() {
                let who = match at {
                    0 => "most".to_owned(),
                    _ => squares.join(" "),
                };
                out += &format!("{name} {value}: {who}\n");
            }
        }
        out
    }
}
