//! Positions and events for clients. Seats go by their names, hexes by their axial
//! coordinates `q,r`.

use serde::Serialize;

use contract::game::{GameEvent, NamedOutcome};
use contract::value::Named;

/// A position for clients.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JarlsDescription {
    /// The radius that is left of the board, in hexes.
    pub radius: u8,
    /// The number of the turn, from 1.
    pub turn: u32,
    /// The number of the round, from 1.
    pub round: u32,
    /// The first player of the round.
    pub first: String,
    /// Full rounds since the last elimination.
    pub quiet_rounds: u32,
    /// `moving`, `placing` a shield, `starving` where a warrior is to be given up, or `throne`
    /// once a Jarl has taken it.
    pub phase: &'static str,
    /// The players who are still in the game.
    pub living: Vec<String>,
    /// The players of either team; null without teams.
    pub teams: Option<[Vec<String>; 2]>,
    /// The pieces by hex: `J0` is the Jarl of player 0, `W0` a warrior of it.
    pub pieces: Named<String>,
    /// The hexes that are holes.
    pub holes: Vec<String>,
    /// The hexes of shields.
    pub shields: Vec<String>,
    /// The attacks that the player to move can make.
    pub attacks: Vec<Attack>,
    /// The legal moves that are not listed.
    pub blocked: Vec<String>,
}

/// An attack that can be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Attack {
    /// The move that makes it.
    #[serde(rename = "move")]
    pub text: String,
    /// The preview of it.
    #[serde(flatten)]
    pub combat: CombatDescription,
}

/// An attack weighed, for clients.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CombatDescription {
    /// The hex that the attacker starts from.
    pub attacker: String,
    /// The hex of the defender.
    pub defender: String,
    /// The weight of the attacker.
    pub attack: CombatSide,
    /// The weight of the defender.
    pub defence: CombatSide,
    /// `push` or `blocked`.
    pub outcome: &'static str,
    /// `defence` where that is not less than the attack, else `shield`, `ally` or `throne`, by
    /// which the line is held; null for a push.
    pub stop: Option<&'static str>,
}

/// The weight of one side of an attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CombatSide {
    /// The strength of the piece itself: 2 for a Jarl, 1 for a warrior.
    pub strength: u32,
    /// 1 after a run-up, else 0; absent for the defender.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub momentum: Option<u32>,
    /// The strength of the friends in an unbroken line behind it.
    pub support: u32,
    /// The hexes of these friends.
    pub supporters: Vec<String>,
    /// The sum of all.
    pub total: u32,
}

/// Something that a move brings about.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum JarlsEvent {
    /// An attack was weighed.
    Combat(CombatDescription),
    /// A piece has moved on its own.
    Move {
        /// The owner of the piece.
        seat: String,
        /// `jarl` or `warrior`.
        piece: &'static str,
        /// The hex it left.
        from: String,
        /// The hex it came to.
        to: String,
        /// True after a run-up.
        momentum: bool,
    },
    /// A line of pieces was shifted by one hex.
    Push {
        /// The hex of the first piece before.
        at: String,
        /// The direction: `E`, `NE`, `NW`, `W`, `SW` or `SE`.
        direction: &'static str,
        /// The number of pieces; under fog of those in sight.
        depth: u8,
    },
    /// A piece has left the board.
    Eliminated {
        /// The owner of the piece.
        seat: String,
        /// `jarl` or `warrior`.
        piece: &'static str,
        /// The hex it stood on.
        at: String,
        /// `edge` or `hole`, over which it fell, `starved`, `left` for the Jarl of a player who
        /// has left the game, or `orphaned` of its Jarl.
        cause: &'static str,
    },
    /// A player is out of the game; told under fog, to those too who do not see it.
    Out {
        /// The player.
        seat: String,
    },
    /// A shield was placed.
    Shield {
        /// The player who has placed it.
        seat: String,
        /// The hex.
        at: String,
    },
    /// A turn has ended.
    TurnEnded {
        /// The player whose turn it was.
        seat: String,
    },
    /// A player without any move was skipped.
    TurnSkipped {
        /// The player.
        seat: String,
    },
    /// A round has begun.
    Round {
        /// The number of the round, from 1.
        round: u32,
        /// The first player of the round.
        first: String,
    },
    /// The outer ring has fallen.
    Ring {
        /// The radius that is left, in hexes.
        radius: u8,
    },
    /// Players have to choose which warrior they give up.
    Starving {
        /// The players; under fog the one alone who is told.
        seats: Vec<String>,
        /// The hexes of the warriors to choose from.
        among: Vec<String>,
    },
    /// The game has ended.
    GameEnded {
        /// The end with the names of the seats.
        #[serde(flatten)]
        outcome: NamedOutcome,
        /// The number of the team that has won, 0 or 1; null without teams and in a draw.
        team: Option<u8>,
    },
}

impl GameEvent for JarlsEvent {
    fn ends_game(&self) -> bool {
        matches!(self, Self::GameEnded { .. })
    }
}

/// The name of a player's seat.
pub(super) fn name(player: u8) -> String {
    format!("p{player}")
}

/// The names of the seats of players.
pub(super) fn names(players: impl Iterator<Item = u8>) -> Vec<String> {
    players.map(name).collect()
}
