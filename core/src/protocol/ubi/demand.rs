//! What a board needs, found out by searching it with one more piece in hand.

use super::message::Message;
use crate::chess::{Color, Piece};
use crate::error::Result;
use crate::jobs::Control;
use crate::rim::{Bot, Limits, State, Subject};
use crate::value::{Dict, Value};

/// Positions that each question takes.
const NODES: u64 = 1_500;
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

/// The piece that would help the side to move most, if one does by more than
/// `margin` beyond what it is worth anyway. `board` is one board by itself.
pub(super) fn need(
    board: &State,
    white: bool,
    margin: i64,
    control: &Control,
) -> Result<Option<Message>> {
    let bot = Bot::new("search", "bughouse-board", &Dict::new(), 0)?;
    let ask = |state: &State| -> Result<Option<i64>> {
        if state.live()?.is_empty() {
            return Ok(None);
        }
        let limits = Limits {
            nodes: Some(NODES),
            ..Limits::default()
        };
        let work = bot.decide(&Subject::State(state, None), limits)?;
        Ok(worth(&work(control)?))
    };
    // Who has no move now is mated for want of a piece.
    let now = ask(board)?.unwrap_or(-MATE);
    let color = if white { Color::White } else { Color::Black };
    let mut best: Option<(i64, Piece)> = None;
    for (piece, value) in Piece::DROPPABLE.into_iter().zip(WORTH) {
        let one: Dict = [("add".to_owned(), piece.fen_letter(color).to_string().into())]
            .into_iter()
            .collect();
        let Some(then) = ask(&board.edit(&one)?)? else {
            continue;
        };
        let gain = then - now - value;
        // Of two that help alike the cheaper one is easier to come by.
        if gain > margin && best.is_none_or(|(most, _)| gain > most + value) {
            best = Some((gain, piece));
        }
    }
    Ok(best.map(|(gain, piece)| {
        let urgency = match gain {
            g if g > MATE / 2 => 2,
            g if g > 3 * margin => 1,
            _ => 0,
        };
        Message::Need(piece, urgency)
    }))
}
