//! What a board needs, found out by searching it with one more piece in hand.

use super::message::{Message, Pieces};
use super::position;
use super::session::Go;
use crate::chess::{Color, Piece};
use crate::error::Result;
use crate::jobs::Control;
use crate::rim::{Bot, Limits, MoveRef, State, Subject};
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

/// Whether it is White's seat that a search is for.
const fn is_white(go: &Go) -> bool {
    go.seat.0 % 2 == 0
}

/// The pieces that would save the side to move, or let it mate; where there is none, the
/// one that would help it most, if one does. A decision on the board takes so many positions.
pub(super) fn needs(go: &Go, nodes: u64, control: &Control) -> Result<Vec<Message>> {
    let ask = Ask {
        board: position::alone(&go.state, go.board)?,
        white: is_white(go),
        nodes,
    };
    let gains = ask.gains(control)?;
    // Any of those that decide will do, and one may be easier to come by.
    let urgent: Vec<_> = deciding(&gains).map(|p| Message::Need(p, 2)).collect();
    if !urgent.is_empty() {
        return Ok(urgent);
    }
    let mut best: Option<(i64, Piece)> = None;
    for (piece, value, gain) in gains {
        // Of two that help alike the cheaper one is easier to come by.
        if gain > go.margin && best.is_none_or(|(most, _)| gain > most + value) {
            best = Some((gain, piece));
        }
    }
    let urgency = |gain| u8::from(gain > 3 * go.margin);
    let best = best.map(|(gain, piece)| Message::Need(piece, urgency(gain)));
    Ok(best.into_iter().collect())
}

/// What lets a seat mate once it has moved as it decided, and what mates it.
pub(super) fn outlook(go: &Go, decision: &Value, control: &Control) -> Result<[Pieces; 2]> {
    let best = decision["move"].as_str().unwrap_or_default();
    let after = go.state.play_many(None, &[MoveRef::Text(best)], None)?;
    let board = position::alone(&after, go.board)?;
    let of = |white| {
        let ask = Ask {
            board: board.clone(),
            white,
            nodes: 0,
        };
        Ok(deciding(&ask.gains(control)?).collect())
    };
    Ok([of(is_white(go))?, of(!is_white(go))?])
}

/// A piece, what it is worth, and what one more of it would add beyond that.
type Gain = (Piece, i64, i64);

/// The pieces that save a side or let it mate.
fn deciding(gains: &[Gain]) -> impl Iterator<Item = Piece> {
    let decide = gains.iter().filter(|(.., gain)| *gain > MATE / 2);
    decide.map(|(piece, ..)| *piece)
}

/// A question about what a side of a board would do with one more piece.
struct Ask {
    /// One board by itself.
    board: State,
    /// Who has the piece.
    white: bool,
    /// How many positions a decision on the board takes.
    nodes: u64,
}

impl Ask {
    /// For each piece what it is worth, and what one more in a side's hand would add beyond
    /// that; nothing where that side mates anyway.
    fn gains(&self, control: &Control) -> Result<Vec<Gain>> {
        let bot = Bot::new("search", "bughouse-board", &Dict::new(), 0)?;
        let mover = self.board.notation()?.split(' ').nth(1) == Some("w");
        let sign = if mover == self.white { 1 } else { -1 };
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
        let color = if self.white {
            Color::White
        } else {
            Color::Black
        };
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
