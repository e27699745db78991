//! Positions and events for clients. Pieces go by their letters, small ones for Black's; sides
//! are `white` and `black`.

use serde::Serialize;

use super::log::{Logged, SideEffect};
use chess_games::{BySide, Way};
use contract::game::{GameEvent, NamedOutcome};
use contract::options::OptionDescription;
use contract::value::{Named, Value};

/// A position for clients.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PresetsDescription {
    /// The side to move.
    pub turn: &'static str,
    /// The number of the move, from 1.
    pub fullmove: u16,
    /// Plies since a pawn moved or something was taken.
    pub halfmove: u16,
    /// The pieces by square.
    pub pieces: Named<String>,
    /// The squares of the rooks that may still castle.
    pub castling_rooks: BySide<Vec<String>>,
    /// The square behind a pawn that may be taken in passing; null without one.
    pub en_passant: Option<String>,
    /// True if the side to move is in check.
    pub check: bool,
    /// The draw that may be claimed, as the reason it would have; null without one.
    pub claimable_draw: Option<&'static str>,
    /// The presets in force, in the order in which they came into force.
    pub presets: Vec<PresetDescription>,
    /// The attributes that pieces have, by square and by name.
    pub attributes: Named<Named<i16>>,
    /// The names of the attributes that the presets in force own.
    pub attributes_in_force: Vec<String>,
    /// The types that pieces may be of.
    pub piece_types: Vec<PieceTypeDescription>,
    /// The moves so far with their effects, from the first one that is known.
    pub log: Vec<Logged>,
}

/// A preset in force, for clients.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PresetDescription {
    /// The stable name.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The rule in words.
    pub description: String,
    /// The side for which it is in force, or `both`.
    pub scope: &'static str,
    /// The number of plies for which it stays in force; null without limit.
    pub turns: Option<u16>,
    /// The state that the preset keeps, of a form of its own; null without one.
    pub state: Option<Value>,
}

/// A preset that can be put in force, for clients.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PresetInfo {
    /// The stable name.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// A sentence about the rule.
    pub description: String,
    /// The ids of presets that must be in force for a side that both are for.
    pub requires: Vec<String>,
    /// The ids of presets that may not be in force for a side that both are for.
    pub incompatible_with: Vec<String>,
    /// The types of pieces that it brings along.
    pub pieces: Vec<PieceTypeDescription>,
    /// The attributes of pieces that it owns.
    pub attributes: Vec<String>,
    /// The position from which a game with it starts, as FEN; null for that of chess.
    pub start: Option<String>,
    /// The names of the hooks that it uses.
    pub hooks: Vec<&'static str>,
    /// The options that it takes when it is put in force.
    pub options: Vec<OptionDescription>,
}

/// A type of pieces, for clients.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PieceTypeDescription {
    /// The stable name.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The letter, as a capital.
    pub letter: char,
    /// Its movement in Betza's notation; null where it is not written so.
    pub betza: Option<String>,
    /// The drawings of White's and of Black's.
    pub glyphs: [String; 2],
    /// True if a side may not lose its last one.
    pub royal: bool,
}

/// Something that a move brings about.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PresetsEvent {
    /// A king has castled.
    Castle {
        /// The way of the king.
        king: Way,
        /// The way of the rook.
        rook: RookWay,
    },
    /// A piece has moved, or tried to: a target that survives stays, and so does its attacker.
    Move {
        /// The piece; null in a move from an empty square.
        piece: Option<String>,
        /// The square it left.
        from: String,
        /// The square it went to.
        to: String,
        /// All squares that it went to, in order.
        legs: Vec<String>,
        /// True if the move captures.
        captures: bool,
    },
    /// A pawn was promoted.
    Promotion {
        /// The piece it has become.
        piece: String,
        /// The square.
        square: String,
    },
    /// The side to move is in check.
    Check,
    /// A preset has said something of the move.
    Note {
        /// The words of the preset.
        text: String,
    },
    /// The game has ended.
    End(NamedOutcome),
    /// The move has had an effect that stands in the log, too.
    #[serde(untagged)]
    Logged(SideEffect),
}

impl GameEvent for PresetsEvent {
    fn ends_game(&self) -> bool {
        matches!(self, Self::End(_))
    }
}

/// The way of a rook that castles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RookWay {
    /// The square it left; null where a preset lets a king castle without a rook.
    pub from: Option<String>,
    /// The square it came to.
    pub to: String,
}
