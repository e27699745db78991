//! States as text.
//!
//! A save has the position from which the moves are known, with the keys and records of the
//! earlier ones, and the moves since, by which keys and records are made again. Version 1 had
//! no moves, but keys and records of all plies; such a save is read as a position at which the
//! known moves begin. A save in which seats have left the game is of version 3: those that left
//! before the known moves have the record of it, the others leave again. One in which the position
//! was edited between known moves is of version 4, and is edited again.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::interventions::SavedIntervention;
use super::{Rules, State, advance, key_text};
use crate::error::{Error, Result, quoted};
use crate::game::Game;
use crate::value::{Dict, Value, kind_of, to_value};

const FORMAT: &str = "boardwright-state";
/// The version of a save in which nobody has left.
const PLAIN_VERSION: u64 = 2;
/// The version of a save in which somebody has left and nothing was edited.
const LEFT_VERSION: u64 = 3;
const VERSION: u64 = 4;
const OLDEST_VERSION: u64 = 1;

/// Most moves in a save, because each may need far more memory than its text. A state with more
/// is saved with the last of them.
const MOST_MOVES: usize = 1 << 16;

/// The outer form of a saved state.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Saved {
    format: String,
    version: u64,
    /// The name of the game.
    pub game: String,
    /// The options, defaults included.
    pub options: Dict,
    position: String,
    /// The keys of the positions before the first move, oldest first.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    keys: String,
    /// The records of those positions, or nothing if all are empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    records: Vec<Value>,
    /// The position before the first move, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    origin: Option<String>,
    /// The canonical texts of the moves, with a blank between them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    moves: String,
    /// The seats that left the game and the edits, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    departures: Vec<SavedIntervention>,
}

impl Saved {
    /// Reads the outer form.
    ///
    /// # Errors
    ///
    /// `invalid_notation` for a text that is no saved state, `unsupported` for another
    /// version.
    pub fn read(text: &str) -> Result<Self> {
        let wrong = |what: String| Error::invalid_notation(format!("saved state: {what}"));
        let value: Value = serde_json::from_str(text).map_err(|e| wrong(e.to_string()))?;
        let Value::Object(map) = &value else {
            return Err(wrong(format!("{} is none", kind_of(&value))));
        };
        if map.get("format").and_then(Value::as_str) != Some(FORMAT) {
            return Err(wrong(format!("its format is not {FORMAT}")));
        }
        match map.get("version").and_then(Value::as_u64) {
            Some(OLDEST_VERSION..=VERSION) => {}
            Some(other) => {
                return Err(Error::unsupported(format!(
                    "saved state: version {other} is not known, only {OLDEST_VERSION} to {VERSION}"
                )));
            }
            None => return Err(wrong("it has no version".into())),
        }
        serde_json::from_value(value).map_err(|e| wrong(e.to_string()))
    }
}

/// Returns the error of a field.
pub(super) fn wrong(what: impl std::fmt::Display) -> Error {
    Error::invalid_notation(format!("saved state, {what}"))
}

impl<G: Game> State<G> {
    /// Writes the whole state as one line of JSON that [`load`](Self::load) reads. Of more than
    /// 65 536 moves it has the last.
    ///
    /// # Errors
    ///
    /// `internal` if a record cannot be written.
    pub fn save(&self) -> Result<String> {
        let ply = self.history.len();
        let first = self.known_from().max(ply.saturating_sub(MOST_MOVES));
        let mut keys = String::with_capacity(first * 16);
        let mut records = Vec::new();
        let plain = to_value(&G::Record::default())?;
        for entry in self.history.first(first).forwards() {
            keys.push_str(&key_text(entry.key));
            records.push(to_value(entry.record)?);
        }
        // Most games record nothing; then the list is left out.
        if records.iter().all(|r| *r == plain) {
            records.clear();
        }
        let moves = self.moves();
        let made = moves.iter().rev().take(ply - first).rev();
        let moves: Vec<_> = made.map(|action| self.rules.game.text(action)).collect();
        let saved = Saved {
            format: FORMAT.into(),
            version: match (self.last_edit(), self.departures().next()) {
                (Some(_), _) => VERSION,
                (None, Some(_)) => LEFT_VERSION,
                (None, None) => PLAIN_VERSION,
            },
            game: G::INFO.name.into(),
            options: self.rules.options.to_dict(),
            position: self.notation(),
            keys,
            records,
            origin: (first < ply).then(|| self.before(first).notation()),
            moves: moves.join(" "),
            departures: self.saved_interventions(first)?,
        };
        serde_json::to_string(&saved).map_err(|e| Error::internal(e.to_string()))
    }

    /// Restores a saved state from the outer form that [`Saved::read`] returned.
    ///
    /// # Errors
    ///
    /// `invalid_option` and `invalid_notation`, naming the field.
    pub fn load(saved: &Saved) -> Result<Self> {
        Self::load_under(&Rules::<G>::new(&saved.options)?, saved)
    }

    /// Restores a saved state under rules that were made from its options.
    ///
    /// # Errors
    ///
    /// `invalid_notation`, naming the field: for a text that cannot be read, a move that is not
    /// legal, and moves that do not lead to the position.
    pub fn load_under(rules: &Arc<Rules<G>>, saved: &Saved) -> Result<Self> {
        let Some(origin) = &saved.origin else {
            if !saved.moves.is_empty() {
                return Err(wrong("moves: without an origin"));
            }
            let mut state = Self::load_origin(rules, &saved.position, saved)?;
            return match state.load_departures(&saved.departures)? {
                [] => Ok(state),
                _ => Err(wrong("departures: after the last move")),
            };
        };
        let mut state = Self::load_origin(rules, origin, saved)?;
        let later = state.load_departures(&saved.departures)?;
        state.load_moves(&saved.moves, later)?;
        let reached = state.notation();
        if reached != saved.position {
            return Err(wrong(format!(
                "position: the moves lead to {}",
                quoted(&reached)
            )));
        }
        Ok(state)
    }

    /// Restores the state before the first move.
    fn load_origin(rules: &Arc<Rules<G>>, position: &str, saved: &Saved) -> Result<Self> {
        let mut state = Self::parse(rules, position, &[])?;
        if !saved.keys.len().is_multiple_of(16) || !saved.keys.is_ascii() {
            return Err(wrong("keys: not a row of 16 hexadecimal digits each"));
        }
        let count = saved.keys.len() / 16;
        if !saved.records.is_empty() && saved.records.len() != count {
            return Err(wrong(format!(
                "records: {} of them for {count} keys",
                saved.records.len()
            )));
        }
        for i in 0..count {
            let digits = &saved.keys[i * 16..i * 16 + 16];
            let key = u64::from_str_radix(digits, 16)
                .map_err(|_| wrong(format!("keys: {} is no key", quoted(digits))))?;
            let record = match saved.records.get(i) {
                None => G::Record::default(),
                Some(value) => serde_json::from_value(value.clone())
                    .map_err(|e| wrong(format!("record {i}: {e}")))?,
            };
            state.history.push(key, None, record);
        }
        state.position = rules.game.restore(state.position, &state.history);
        Ok(state)
    }

    /// Makes the saved moves, between which seats leave.
    fn load_moves(&mut self, moves: &str, mut leaving: &[SavedIntervention]) -> Result<()> {
        let style = G::INFO.styles.first().copied().unwrap_or_default();
        // The moves begin here.
        let _ = self.origin();
        for (i, text) in moves.split_ascii_whitespace().enumerate() {
            if i == MOST_MOVES {
                return Err(wrong(format!("moves: more than {MOST_MOVES}")));
            }
            self.load_interventions(&mut leaving)?;
            let game = &self.rules.game;
            let action = game.read(&self.position, &self.history, None, text, style);
            let action = action
                .and_then(|action| self.check_going_on(None, &action).map(|()| action))
                .map_err(|e| wrong(format!("moves: number {}: {e}", i + 1)))?;
            self.position = advance(&self.rules.game, &self.position, &mut self.history, &action);
        }
        self.load_interventions(&mut leaving)?;
        match leaving {
            [] => Ok(()),
            _ => Err(wrong("departures: after the last move")),
        }
    }
}
