//! Positions and moves in English: chess with the presets in force, what pieces have of them,
//! and what they do to a move.

use super::Presets;
use super::action::{Action, Special};
use super::board::{ColoredPiece, PieceTypeId};
use super::library::Library;
use super::log::SideEffect;
use super::position::Position;
use super::scope::{Active, Scope};
use chess::{Color, Square};
use chess_games::words::{castling, joined, side};
use contract::game::Game;
use contract::history::{PositionHistory, WithOne};
use contract::words::{Sentences, count, list, places, result, spoken};

impl Library {
    /// Returns the name of a type within a sentence, with its letter if others have the name.
    fn noun(&self, kind: PieceTypeId) -> String {
        let own = self.type_of(kind);
        let name = own.name.to_lowercase();
        let mut others = self.kinds.iter().filter(|other| other.id != own.id);
        match others.any(|other| other.name.to_lowercase() == name) {
            true => format!("{name} {}", own.letter),
            false => name,
        }
    }

    fn owned(&self, piece: ColoredPiece) -> String {
        format!("{}'s {}", side(piece.color), self.noun(piece.kind))
    }

    /// Returns the pieces of a side: the king and its pieces, types of presets, pawns.
    fn army(&self, position: &Position, color: Color) -> String {
        let rank = |at: usize| match at {
            // The types of chess are numbered from the pawn to the king.
            1..=5 => (0, 5 - at),
            0 => (2, 0),
            of_preset => (1, of_preset),
        };
        let mut kinds: Vec<usize> = (0..self.kinds.len()).collect();
        kinds.sort_by_key(|at| rank(*at));
        let told = kinds.into_iter().filter_map(|at| {
            let kind = PieceTypeId(at as u8);
            let squares = position.of(color).into_iter();
            let squares = squares.filter(|s| position.piece_at(*s).is_some_and(|p| p.kind == kind));
            let squares: Vec<_> = squares.map(|square| square.to_string()).collect();
            places(&self.noun(kind), &squares)
        });
        joined(told.collect())
    }

    fn preset_in_words(&self, active: Active) -> String {
        let preset = self.preset(active.preset);
        let mut out = format!("preset {}", preset.name());
        match active.scope {
            Scope::Both => {}
            Scope::White => out.push_str(", for White"),
            Scope::Black => out.push_str(", for Black"),
        }
        if let Some(turns) = active.turns {
            out.push_str(&format!(", for {} more", count(turns.into(), "ply")));
        }
        let description = preset.description().trim();
        if !description.is_empty() {
            out.push_str(&format!(": {description}"));
        }
        out
    }

    /// Adds the attributes of pieces: the value that most have, and the squares of the others.
    fn attributes_in_words(&self, position: &Position, out: &mut Sentences) {
        for (i, name) in self.attribute_names().iter().enumerate() {
            let mut values: Vec<(i16, Vec<String>)> = Vec::new();
            for square in position.occupied() {
                let Some(value) = position.attributes.get(i, square) else {
                    continue;
                };
                match values.iter_mut().find(|(known, _)| *known == value) {
                    Some((_, squares)) => squares.push(square.to_string()),
                    None => values.push((value, vec![square.to_string()])),
                }
            }
            values.sort_by_key(|(_, squares)| std::cmp::Reverse(squares.len()));
            let told = values.iter().enumerate().map(|(at, (value, squares))| {
                match at == 0 && squares.len() > 2 {
                    true if values.len() == 1 => format!("{value} on all pieces that have it"),
                    true => format!("{value} on most pieces that have it"),
                    false => format!("{value} on {}", list(squares)),
                }
            });
            let told: Vec<_> = told.collect();
            if !told.is_empty() {
                out.add(format!("{}: {}", spoken(name), told.join("; ")));
            }
        }
    }

    /// Returns the way of a piece and, in the form of chess, what it takes; the number of
    /// effects told with it.
    fn way(&self, position: &Position, action: &Action, effects: &[SideEffect]) -> (String, usize) {
        let (from, to) = (action.from(), action.to());
        if action.kind() == Special::Castle {
            let way = match to.file() {
                chess::File::G => "king",
                _ => "queen",
            };
            return (format!("castles on the {way}'s side"), 0);
        }
        let piece = position.piece_at(from).map(|piece| self.noun(piece.kind));
        let piece = piece.unwrap_or_else(|| "piece".into());
        let mut legs: Vec<_> = action.legs().map(|square| square.to_string()).collect();
        if let (
            [
                SideEffect::Damage {
                    square,
                    piece: victim,
                    damage,
                    amount,
                    died,
                },
                ..,
            ],
            1,
        ) = (effects, legs.len())
            && *square == to.to_string()
            && damage == "capture"
            && let Some(victim) = self.man_of(victim)
        {
            let victim = self.noun(victim.kind);
            let text = match died {
                true => format!("{piece} from {from} takes {victim} on {to}"),
                // The attacker of a piece that survives stays where it is.
                false => format!("{piece} from {from} hits {victim} on {to} for {amount}"),
            };
            return (text, 1);
        }
        legs.pop();
        let mut out = format!("{piece} from {from}");
        if !legs.is_empty() {
            out.push_str(&format!(" by way of {}", legs.join(" and ")));
        }
        out.push_str(&format!(" to {to}"));
        if action.kind() == Special::EnPassant {
            out.push_str(" en passant");
        }
        (out, 0)
    }

    /// Returns an effect; nothing for what is only shown.
    fn effect(&self, effect: &SideEffect) -> Option<String> {
        let owned = |letter: &str, square: &str| match self.man_of(letter) {
            Some(piece) => format!("{} on {square}", self.owned(piece)),
            None => format!("the piece on {square}"),
        };
        let preset = |id: &str| match self.find(id) {
            Ok(index) => self.preset(index).name().to_owned(),
            Err(_) => id.to_owned(),
        };
        Some(match effect {
            SideEffect::Damage {
                square,
                piece,
                damage,
                amount,
                died,
            } => {
                let piece = owned(piece, square);
                match (damage.as_str(), died) {
                    ("capture", true) => format!("takes {piece}"),
                    ("capture", false) => format!("hits {piece} for {amount}"),
                    (other, true) => format!("{piece} is lost to {}", spoken(other)),
                    (other, false) => format!("{piece} takes {amount} from {}", spoken(other)),
                }
            }
            SideEffect::Spawn { square, piece } => format!("{} appears", owned(piece, square)),
            SideEffect::Retract { square, piece } => {
                format!("{} leaves the board", owned(piece, square))
            }
            SideEffect::Activated { preset: id, .. } => {
                format!("preset {} comes into force", preset(id))
            }
            SideEffect::Deactivated { preset: id } => {
                format!("preset {} goes out of force", preset(id))
            }
            SideEffect::Effect { .. } | SideEffect::Dropped { .. } => return None,
        })
    }
}

impl Presets {
    pub(super) fn board_in_words(&self, position: &Position, past: &dyn PositionHistory) -> String {
        let library = self.library();
        let mut out = Sentences::default();
        out.add(format!("move {}", position.fullmove));
        for color in Color::ALL {
            let army = library.army(position, color);
            out.add(format!("{}: {army}", side(color)));
        }
        library.attributes_in_words(position, &mut out);
        for color in Color::ALL {
            let rooks: [Option<Square>; 2] = [position.rook(color, 1), position.rook(color, 0)];
            if let Some(ways) = castling(rooks) {
                out.add(format!("{} may {ways}", side(color)));
            }
        }
        if let Some(square) = position.en_passant() {
            out.add(format!("a pawn may be taken en passant on {square}"));
        }
        if self.outcome(position, past).is_none() && !library.safe(position, position.turn) {
            out.add(format!("{} is in check", side(position.turn)));
        }
        for active in position.active() {
            out.add(library.preset_in_words(*active));
        }
        out.finish()
    }

    pub(super) fn action_in_words(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        action: &Action,
    ) -> String {
        let library = self.library();
        let (next, entry) = library.played(position, action);
        let (mut out, told) = library.way(position, action, &entry.events);
        if let Some(kind) = action.promotion() {
            out.push_str(&format!(", promotes to {}", library.noun(kind)));
        }
        for effect in entry.events.iter().skip(told) {
            if let Some(effect) = library.effect(effect) {
                out.push_str(&format!(", {effect}"));
            }
        }
        for note in &entry.notes {
            out.push_str(&format!(", {note}"));
        }
        let after = WithOne::new(past, position.key());
        match self.outcome(&next, &after) {
            Some(outcome) if outcome.reason == "checkmate" => out.push_str(", checkmate"),
            Some(outcome) => out.push_str(&format!(", {}", result(self, outcome))),
            None if !library.safe(&next, next.turn) => out.push_str(", check"),
            None => {}
        }
        out
    }
}
