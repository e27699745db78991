//! A position and a move for clients, and drawn in text.

use super::action::{Action, Special};
use super::description::{
    PieceTypeDescription, PresetDescription, PresetInfo, PresetsDescription, PresetsEvent, RookWay,
};
use super::engine::{castled, castling_side};
use super::kinds::PieceType;
use super::library::Library;
use super::log::Logged;
use super::position::Position;
use super::scope::Active;
use super::settings::{self, RuleSettings};
use chess::{File, Rank, Square};
use chess_games::{BySide, Way};
use contract::history::{PositionHistory, WithOne};
use contract::value::Named;

impl RuleSettings {
    pub(super) fn description(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
    ) -> PresetsDescription {
        let library = &self.library;
        let mut pieces = Vec::new();
        let mut attributes = Vec::new();
        for square in position.occupied() {
            let Some(man) = position.piece_at(square) else {
                continue;
            };
            pieces.push((square.to_string(), library.letter(man)));
            let own = library.attribute_names().iter().enumerate();
            let own: Vec<_> = own
                .filter_map(|(i, name)| {
                    let value = position.attributes.get(i, square)?;
                    Some((name.clone(), value))
                })
                .collect();
            if !own.is_empty() {
                attributes.push((square.to_string(), Named(own)));
            }
        }
        let in_force = library.attributes_of(&position.active);
        let mut log: Vec<_> = position.log.backwards().map(Logged::from).collect();
        log.reverse();
        PresetsDescription {
            turn: position.turn.name(),
            fullmove: position.fullmove,
            halfmove: position.halfmove,
            pieces: Named(pieces),
            castling_rooks: BySide::of(|color| {
                let rooks = (0..2).filter_map(|side| position.rook(color, side));
                rooks.map(|s| s.to_string()).collect()
            }),
            en_passant: position.en_passant().map(|s| s.to_string()),
            check: !library.safe(position, position.turn),
            claimable_draw: self.claim(position, past),
            presets: position
                .active
                .iter()
                .map(|active| library.in_force(position, *active))
                .collect(),
            attributes: Named(attributes),
            attributes_in_force: in_force.into_iter().map(Into::into).collect(),
            piece_types: library.kinds.iter().map(PieceType::describe).collect(),
            log,
        }
    }

    /// Lists the events of a move, in order: the move, its consequences, the promotion, the check,
    /// notes, the end.
    pub(super) fn events(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        action: &Action,
        seats: &[String],
    ) -> Vec<PresetsEvent> {
        let library = &self.library;
        let mut out = vec![library.moved(position, action)];
        let (next, entry) = library.played(position, action);
        out.extend(entry.events.into_iter().map(PresetsEvent::Logged));
        let promoted = next
            .piece_at(action.to())
            .filter(|man| action.promotion() == Some(man.kind));
        out.extend(promoted.map(|man| PresetsEvent::Promotion {
            piece: library.letter(man),
            square: action.to().to_string(),
        }));
        if !library.safe(&next, next.turn) {
            out.push(PresetsEvent::Check);
        }
        let notes = entry.notes.into_iter();
        out.extend(notes.map(|text| PresetsEvent::Note { text }));
        let after = WithOne::new(past, position.key());
        let end = self.outcome(&next, &after);
        out.extend(end.map(|outcome| PresetsEvent::End(outcome.named(seats))));
        out
    }
}

impl PieceType {
    fn describe(&self) -> PieceTypeDescription {
        PieceTypeDescription {
            id: self.id.clone(),
            name: self.name.clone(),
            letter: self.letter,
            betza: self.moves.betza().map(Into::into),
            glyphs: self.glyphs.clone(),
            royal: self.royal,
        }
    }
}

impl Library {
    /// All presets, for clients.
    pub(super) fn catalogue(&self) -> Vec<PresetInfo> {
        let all = self.presets.iter().zip(0_u16..);
        all.map(|(preset, index)| {
            let id = preset.id();
            let clashes = |other: &str| {
                let mut ids = self.presets.iter().filter(|p| p.id() == other);
                ids.any(|p| p.incompatible_with().iter().any(|n| n == id))
            };
            let own = preset.incompatible_with();
            let others = self.presets.iter().map(|p| p.id().to_owned());
            PresetInfo {
                id: id.to_owned(),
                name: preset.name().to_owned(),
                description: preset.description().to_owned(),
                requires: preset.requires(),
                // It is enough if one of two names the other.
                incompatible_with: others.filter(|o| own.contains(o) || clashes(o)).collect(),
                pieces: preset
                    .piece_types()
                    .iter()
                    .map(PieceType::describe)
                    .collect(),
                attributes: preset.piece_attributes(),
                start: preset.start().map(Into::into),
                hooks: self.hooks(index).names(),
                options: settings::of_preset(),
            }
        })
        .collect()
    }

    fn in_force(&self, position: &Position, active: Active) -> PresetDescription {
        let preset = self.preset(active.preset);
        PresetDescription {
            id: preset.id().to_owned(),
            name: preset.name().to_owned(),
            description: preset.description().to_owned(),
            scope: active.scope.name(),
            turns: active.turns,
            state: position.state(active.preset).cloned(),
        }
    }

    fn moved(&self, position: &Position, action: &Action) -> PresetsEvent {
        let (from, to) = (action.from().to_string(), action.to().to_string());
        if action.kind() == Special::Castle {
            let side = castling_side(action);
            let rook = position.rook(position.turn, side);
            let beside = Square::at(castled(side).1, action.to().rank());
            return PresetsEvent::Castle {
                king: Way { from, to },
                rook: RookWay {
                    from: rook.map(|s| s.to_string()),
                    to: beside.to_string(),
                },
            };
        }
        PresetsEvent::Move {
            piece: position.piece_at(action.from()).map(|m| self.letter(m)),
            from,
            to,
            legs: action.legs().map(|s| s.to_string()).collect(),
            captures: self.is_capture(position, action),
        }
    }

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
