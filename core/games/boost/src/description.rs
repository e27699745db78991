//! Positions and events for clients. Seats go by their letters, points by file and rank.

use serde::Serialize;

use contract::game::{GameEvent, NamedOutcome};
use contract::value::Named;

/// A position for clients.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoostDescription {
    /// The identifier of the game, `boost-WIDTH-HEIGHT-PLAYERS-POPULATION-TOWERS`, with `-demo`
    /// for a demo.
    pub identifier: String,
    /// The number of files.
    pub width: u8,
    /// The number of ranks.
    pub height: u8,
    /// The player whose turn it is.
    pub turn: char,
    /// The pieces by point, as the notation has them.
    pub pieces: Named<String>,
    /// The number of dragons.
    pub dragons: u32,
    /// The players in the order of their seats.
    pub players: Vec<PlayerDescription>,
    /// A key of the arrangement, the turn and who has resigned, 16 hexadecimal digits.
    pub signature: String,
    /// The signature after the turn has passed.
    pub next_signature: String,
    /// The signature with pawns and knights alike.
    pub opening_signature: String,
    /// The point in the middle, from which compensation moves the dragon; null on boards without.
    pub compensation_from: Option<String>,
    /// The point above it, to which the dragon is moved; null on boards without a middle.
    pub compensation_to: Option<String>,
    /// The gain of a position that is in the opening book, in decitempi; else 0.
    pub in_book_bonus: i64,
}

/// A player for clients.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerDescription {
    /// The seat of the player.
    pub seat: char,
    /// The number of pawns.
    pub pawns: u32,
    /// The number of knights.
    pub knights: u32,
    /// The number of towers.
    pub towers: u32,
    /// The number of all its pieces.
    pub population: u32,
    /// True once the player has resigned.
    pub forfeited: bool,
    /// True once the player is out, by resigning or by what is on the board.
    pub defeated: bool,
    /// The signature of the position if it were the turn of the player.
    pub signature: String,
    /// The value of the position to the player against all others, in decitempi.
    pub static_evaluation: i64,
    /// The part of it that the dragons round its towers make, in decitempi.
    pub circle_evaluation: i64,
}

/// Something that a move brings about. Pieces are `pawn`, `knight`, `tower` or `dragon`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BoostEvent {
    /// A player has passed.
    Pass {
        /// The player.
        seat: char,
    },
    /// A pawn has become a knight.
    Promote {
        /// The owner of the pawn.
        seat: char,
        /// The point.
        at: String,
    },
    /// A tower was built on an empty point.
    Build {
        /// The player who has built it.
        seat: char,
        /// The point.
        at: String,
    },
    /// A piece has moved.
    Move {
        /// The player who has moved it.
        seat: char,
        /// The piece; null in a move that is not legal, from an empty point.
        piece: Option<&'static str>,
        /// The point it left.
        from: String,
        /// The point it came to.
        to: String,
    },
    /// A piece was taken.
    Capture {
        /// The player who has lost it.
        seat: char,
        /// The piece.
        piece: &'static str,
        /// The point it stood on.
        at: String,
    },
    /// A player is out.
    Defeated {
        /// The player.
        seat: char,
    },
    /// The game has ended.
    End(NamedOutcome),
}

impl GameEvent for BoostEvent {
    fn ends_game(&self) -> bool {
        matches!(self, Self::End(_))
    }
}
