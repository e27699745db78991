//! The whole position for clients.

use serde::Serialize;

use super::Blind;
use super::attempt::Attempt;
use super::position::Position;
use chess_games::{BoardDescription, BySide, DropsOrDraws};
use contract::value::Named;

/// The position that no seat sees where anything is hidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BlindDescription {
    /// The side to move, `white` or `black`.
    pub turn: &'static str,
    /// The number of the move, from 1.
    pub fullmove: u32,
    /// Plies since a pawn moved or something was taken.
    pub halfmove: u16,
    /// The pieces by square, as FEN has them: capitals are White's.
    pub pieces: Named<String>,
    /// The squares of the rooks that may still castle.
    pub castling_rooks: BySide<Vec<String>>,
    /// The square behind a pawn that may be taken in passing; null without one.
    pub en_passant: Option<String>,
    /// The check; absent in games whose kings are taken.
    #[serde(flatten)]
    pub checks: Option<Checks>,
    /// Pockets where there are drops; the draw that may be claimed where the rules know of
    /// claims; else absent.
    #[serde(flatten)]
    pub rest: Option<DropsOrDraws>,
    /// The name of the rule set.
    pub rules: &'static str,
    /// The square of the piece that is taken up; null for none.
    pub touched: Option<String>,
    /// True if a capture by a pawn must be tried.
    pub must_try_pawn: bool,
    /// The answer to "any?" in this turn; null if it was not asked.
    pub asked: Option<bool>,
    /// The attempts that were refused in this turn.
    pub tried: Vec<String>,
    /// The number of attempts that were refused in this turn.
    pub refused: u16,
    /// True if a look was taken in this turn, where that comes before the move.
    pub sensed: bool,
}

/// The check on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Checks {
    /// True if the side to move is in check.
    pub check: bool,
    /// The squares of the pieces that give it.
    pub checkers: Vec<String>,
}

impl Blind {
    pub(super) fn description(
        &self,
        board: BoardDescription,
        position: &Position,
    ) -> BlindDescription {
        // Neither checks nor claims are of games whose kings are taken.
        let kings = self.rules.takes_kings();
        let claims = self.rules.claims && !kings;
        let turn = &position.turn;
        BlindDescription {
            turn: board.turn,
            fullmove: board.fullmove,
            halfmove: board.halfmove,
            pieces: board.pieces,
            castling_rooks: board.castling_rooks,
            en_passant: board.en_passant,
            checks: (!kings).then_some(Checks {
                check: board.check,
                checkers: board.checkers,
            }),
            rest: match board.rest {
                DropsOrDraws::Draws { .. } if !claims => None,
                rest => Some(rest),
            },
            rules: self.rules.name,
            touched: turn.armed.map(|s| s.to_string()),
            must_try_pawn: turn.bound,
            asked: turn.asked,
            tried: turn.tried.iter().map(Attempt::to_string).collect(),
            refused: turn.refused,
            sensed: turn.sensed,
        }
    }
}
