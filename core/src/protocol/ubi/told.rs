//! The lines about a search: what it finds, what it came to, and what is said where
//! nothing can be searched.

use super::course::Answer;
use super::demand::{self, WORTH};
use super::session::Go;
use crate::bots;
use crate::bughouse::{BoardId, SEATS, partner_of};
use crate::chess::Piece;
use crate::error::{Error, Result};
use crate::game::Seat;
use crate::protocol::uci::info;
use crate::rim::{MoveRef, State};
use crate::value::{Dict, Value};

/// A move as UBI writes it: without its board, drops in lower case.
fn written(text: &str) -> String {
    let text = text.split_once(':').map_or(text, |(_, rest)| rest);
    if text.contains('@') {
        text.to_ascii_lowercase()
    } else {
        text.to_owned()
    }
}

/// What the seat and its partner hold, in centipawns.
pub(super) fn reserves(state: &State, seat: Seat) -> Result<[i64; 2]> {
    let told = state.describe(None)?;
    let held = |seat: Seat| -> i64 {
        let name = SEATS[seat.index()];
        let (board, color) = name.split_once('.').unwrap_or((name, ""));
        let pocket = &told["boards"][board]["pockets"][color];
        Piece::DROPPABLE
            .into_iter()
            .zip(WORTH)
            .filter_map(|(piece, worth)| Some(pocket[piece.letter().to_string()].as_i64()? * worth))
            .sum()
    };
    Ok([held(seat), held(partner_of(seat))])
}

/// The line about a step of an analysis.
pub(super) fn line(info: &Dict, board: BoardId, [own, partner]: [i64; 2]) -> String {
    let mut info = info.clone();
    let letter = board.letter().to_string();
    let pv = info.remove("pv").unwrap_or_default();
    let told = info::line(&info);
    let told = told.strip_prefix("info ").unwrap_or(&told);
    let mut out =
        format!("info board {letter} {told} reserve_value {own} partner_reserve_value {partner}");
    // A line over both boards is cut to the moves of this one.
    let moves: Vec<_> = pv
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .filter(|text| text.split_once(':').is_some_and(|(on, _)| on == letter))
        .map(written)
        .collect();
    if !moves.is_empty() {
        out.push_str(" pv ");
        out.push_str(&moves.join(" "));
    }
    out
}

/// What is said where nothing can be searched.
pub(super) fn failure(error: &Error) -> Answer {
    Answer {
        lines: vec![format!("info string {error}")],
        ..Answer::default()
    }
}

/// What a search came to.
pub(super) fn found(go: &Go, decision: &Value) -> Answer {
    let own = format!("{}:", go.board.letter());
    let best = decision["move"].as_str().unwrap_or_default();
    let reply = decision["pv"][1].as_str().filter(|reply| {
        let both = [MoveRef::Text(best), MoveRef::Text(reply)];
        reply.starts_with(&own) && go.state.play_many(None, &both, None).is_ok()
    });
    Answer {
        lines: Vec::new(),
        best: Some((written(best), reply.map(written))),
        worth: demand::worth(decision),
        nodes: decision["nodes"].as_u64().unwrap_or(0),
        hold: bots::hold(decision),
    }
}
