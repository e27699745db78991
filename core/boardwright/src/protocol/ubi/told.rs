//! The lines about a search: what it finds, what it came to, and what is said where
//! nothing can be searched.

use super::course::Answer;
use super::demand::{self, WORTH};
use super::session::Go;
use crate::host::{MoveRef, State};
use crate::protocol::uci::info;
use bughouse::{BoardId, Bughouse, partner_of, place_of};
use chess::Piece;
use contract::bot::{Decision, Info};
use contract::error::{Error, Result};
use contract::game::Seat;

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
    let state = state
        .typed::<Bughouse>()
        .ok_or_else(|| Error::internal("UBI without a state of bughouse"))?;
    let held = |seat: Seat| -> i64 {
        let (board, color) = place_of(seat);
        let board = state.position().board(board);
        Piece::DROPPABLE
            .into_iter()
            .zip(WORTH)
            .map(|(piece, worth)| i64::from(board.pocket(color, piece)) * worth)
            .sum()
    };
    Ok([held(seat), held(partner_of(seat))])
}

/// The line about a step of an analysis.
pub(super) fn line(mut info: Info<String>, board: BoardId, [own, partner]: [i64; 2]) -> String {
    let letter = board.letter().to_string();
    let pv = std::mem::take(&mut info.pv);
    let told = info::line(&info);
    let told = told.strip_prefix("info ").unwrap_or(&told);
    let mut out =
        format!("info board {letter} {told} reserve_value {own} partner_reserve_value {partner}");
    // A line over both boards is cut to the moves of this one.
    let moves: Vec<_> = pv
        .iter()
        .filter(|text| text.split_once(':').is_some_and(|(on, _)| on == letter))
        .map(|text| written(text))
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
pub(super) fn found(go: &Go, decision: &Decision<String>) -> Answer {
    let own = format!("{}:", go.board.letter());
    let best = decision.action.as_str();
    let reply = decision.pv.get(1).filter(|reply| {
        let both = [MoveRef::Text(best), MoveRef::Text(reply)];
        reply.starts_with(&own) && go.state.play_many(None, &both, None).is_ok()
    });
    Answer {
        lines: Vec::new(),
        best: Some((written(best), reply.map(|reply| written(reply)))),
        worth: demand::worth(decision.score),
        nodes: decision.nodes,
        hold: decision.hold,
    }
}
