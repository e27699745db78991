//! The consequences of a partner's messages for a decision.

use chess::Piece;

use super::needs::MATES;

/// The conclusions that a seat draws from its partner's messages for a decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Advice {
    /// The value of a piece that the partner gets, pawn to queen, in centipawns from 0 to
    /// [`MATES`], with which it mates.
    pub wants: [i32; 5],
    /// The cost of a piece that the partner's opponent gets, pawn to queen, in centipawns
    /// from 0 to [`MATES`], with which it mates.
    pub fears: [i32; 5],
    /// The addition to the weight of the other board, in hundredths.
    pub other_board: i32,
    /// The addition to the contempt for a draw, in centipawns.
    pub contempt: i32,
}

impl Advice {
    /// The same with the value of a piece for the partner.
    #[must_use]
    pub fn wanting(mut self, piece: Piece, centipawns: i32) -> Self {
        if let Some(value) = self.wants.get_mut(piece.index()) {
            *value = centipawns.clamp(0, MATES);
        }
        self
    }

    /// The same with the cost of a piece for the partner's opponent.
    #[must_use]
    pub fn fearing(mut self, piece: Piece, centipawns: i32) -> Self {
        if let Some(cost) = self.fears.get_mut(piece.index()) {
            *cost = centipawns.clamp(0, MATES);
        }
        self
    }
}
