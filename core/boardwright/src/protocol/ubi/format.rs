//! The lines about a search: what it finds, what it came to, and what is said where
//! nothing can be searched.

use super::search::BoardAnswer;
use super::session::Go;
use crate::protocol::uci::info;
use bughouse::team::{centipawns, value_in_hand};
use bughouse::{Action, BoardId, Bughouse, Position, partner_of};
use contract::bot::{Decision, Info};
use contract::error::Error;
use contract::game::{Game as _, Seat};

/// A move as UBI writes it: without its board, drops in lower case.
pub(super) fn written(game: &Bughouse, action: &Action) -> String {
    let text = game.one_board().text(&action.mv);
    match action.mv.is_drop() {
        true => text.to_ascii_lowercase(),
        false => text,
    }
}

/// Returns the values of the pockets of the seat and of its partner, in centipawns.
pub(super) fn reserves(position: &Position, seat: Seat) -> [i64; 2] {
    [seat, partner_of(seat)].map(|seat| value_in_hand(position, seat))
}

/// The line about a step of an analysis.
pub(super) fn line(
    info: &Info<Action>,
    game: &Bughouse,
    board: BoardId,
    [own, partner]: [i64; 2],
) -> String {
    let mut out = format!(
        "info board {} {} reserve_value {own} partner_reserve_value {partner}",
        board.letter(),
        info::fields(info)
    );
    // A line over both boards is cut to the moves of this one.
    let here = info.pv.iter().filter(|action| action.board == board);
    info::add_pv(&mut out, here.map(|action| written(game, action)));
    out
}

/// Returns the answer where nothing can be searched.
pub(super) fn failure(error: &Error) -> BoardAnswer {
    BoardAnswer {
        lines: vec![format!("info string {error}")],
        ..BoardAnswer::default()
    }
}

/// Returns the answer for the result of a search.
pub(super) fn found(go: &Go, decision: &Decision<Action>) -> BoardAnswer {
    let best = decision.action;
    let reply = decision.pv.get(1).filter(|reply| {
        let after = go.state.play(&best);
        reply.board == go.board && after.is_ok_and(|after| after.check(None, reply).is_ok())
    });
    BoardAnswer {
        lines: Vec::new(),
        best: Some((best, reply.copied())),
        value: centipawns(decision.score),
        nodes: decision.nodes,
        hold: decision.hold,
    }
}
