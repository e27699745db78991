//! What a board needs, found out by searching it with one more piece in hand.

use super::message::{Message, Pieces};
use crate::chess::{Color, Piece};
use crate::error::Result;
use crate::jobs::Control;
use crate::rim::{Bot, Limits, State, Subject};
use crate::value::{Dict, Value};

/// Positions that each question takes, of those that the decision before it took; there are
/// six.
const SHARE: u64 = 32;
/// Their least and greatest number.
const NODES: (u64, u64) = (250, 1_500);
/// What pieces are worth in hand, pawn to queen, in centipawns.
pub(super) const WORTH: [i64; 5] = [100, 230, 230, 290, 500];
/// A mate in these units.
const MATE: i64 = 100_000;

/// What a decision thinks of its position, in centipawns; a mate is worth more
/// the sooner it comes.
pub(super) fn worth(decision: &Value) -> Option<i64> {
    let value = decision["score"]["value"].as_i64()?;
    Some(match decision["score"]["unit"].as_str()? {
        "mate" if value > 0 => MATE - value,
        "mate" => -MATE - value,
        _ => value,
    })
}

/// Whether a worth says that one is mated.
pub(super) const fn is_lost(worth: i64) -> bool {
    worth < -MATE / 2
}

/// Whether a worth says that one mates.
pub(super) const fn is_won(worth: i64) -> bool {
    worth > MATE / 2
}

/// A question about what a board needs.
pub(super) struct Ask {
    /// One board by itself.
    pub(super) board: State,
    /// Who needs it.
    pub(super) white: bool,
    /// By how much a piece must help beyond what it is worth anyway.
    pub(super) margin: i64,
    /// How many positions a decision on the board takes.
    pub(super) nodes: u64,
}

impl Ask {
    /// The pieces that would save the side to move, or let it mate; where there is none,
    /// the one that would help it most, if one does.
    pub(super) fn needs(&self, control: &Control) -> Result<Vec<Message>> {
        let gains = self.gains(self.white, control)?;
        // Any of those that decide will do, and one may be easier to come by.
        let decide = gains.iter().filter(|(.., gain)| *gain > MATE / 2);
        let urgent: Vec<_> = decide.map(|(piece, ..)| Message::Need(*piece, 2)).collect();
        if !urgent.is_empty() {
            return Ok(urgent);
        }
        let mut best: Option<(i64, Piece)> = None;
        for (piece, value, gain) in gains {
            // Of two that help alike the cheaper one is easier to come by.
            if gain > self.margin && best.is_none_or(|(most, _)| gain > most + value) {
                best = Some((gain, piece));
            }
        }
        let urgency = |gain| u8::from(gain > 3 * self.margin);
        let best = best.map(|(gain, piece)| Message::Need(piece, urgency(gain)));
        Ok(best.into_iter().collect())
    }

    /// The pieces that let the side in question mate.
    pub(super) fn mating(&self, control: &Control) -> Result<Pieces> {
        let gains = self.gains(self.white, control)?;
        let mates = gains.into_iter().filter(|(.., gain)| *gain > MATE / 2);
        Ok(mates.map(|(piece, ..)| piece).collect())
    }

    /// For each piece what it is worth, and what one more in a side's hand would add beyond
    /// that; nothing where that side mates anyway.
    fn gains(&self, white: bool, control: &Control) -> Result<Vec<(Piece, i64, i64)>> {
        let bot = Bot::new("search", "bughouse-board", &Dict::new(), 0)?;
        let mover = self.board.notation()?.split(' ').nth(1) == Some("w");
        let sign = if mover == white { 1 } else { -1 };
        let ask = |state: &State| -> Result<Option<i64>> {
            if state.live()?.is_empty() {
                return Ok(None);
            }
            let limits = Limits {
                nodes: Some((self.nodes / SHARE).clamp(NODES.0, NODES.1)),
                ..Limits::default()
            };
            let work = bot.decide(&Subject::State(state, None), limits)?;
            Ok(worth(&work(control)?).map(|worth| sign * worth))
        };
        // Who has no move now is mated for want of a piece.
        let now = ask(&self.board)?.unwrap_or(-sign * MATE);
        if is_won(now) {
            return Ok(Vec::new());
        }
        let color = if white { Color::White } else { Color::Black };
        let mut gains = Vec::new();
        for (piece, value) in Piece::DROPPABLE.into_iter().zip(WORTH) {
            let one: Dict = [("add".to_owned(), piece.fen_letter(color).to_string().into())]
                .into_iter()
                .collect();
            if let Some(then) = ask(&self.board.edit(&one)?)? {
                gains.push((piece, value, then - now - value));
            }
        }
        Ok(gains)
    }
}
