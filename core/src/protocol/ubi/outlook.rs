//! What a board finds out once it has moved, while its opponent thinks: with which piece
//! more the opponent would mate, and with which it would mate itself.

use std::sync::Arc;

use super::course::Answer;
use super::demand::{self, Ask, Effect};
use super::message::{Message, Pieces};
use super::partner::has_time;
use super::position;
use super::session::{Go, Session};
use crate::bughouse::BoardId;
use crate::jobs::{self, Control, Ticket};
use crate::protocol::desk::Desk;
use crate::rim::MoveRef;

/// Positions that a question takes at first, so that the partner, who may be about to move,
/// knows the plain cases at once.
const QUICK: u64 = 250;

/// A search for what would decide a board.
pub(super) struct Outlook {
    id: u64,
    ticket: Ticket,
}

/// Whose piece it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whose {
    Opponents,
    Own,
}

impl Session {
    /// Begins to find out what would decide a board after the move that it has answered.
    pub(super) fn look_out(&mut self, desk: &Arc<Desk<Self>>, go: &Go, answer: &Answer) {
        let most = self.options.number("Outlook Nodes").unsigned_abs();
        let Some((best, _)) = answer.best.as_ref() else {
            return;
        };
        if most == 0 || !has_time(go) {
            return;
        }
        self.next_id += 1;
        let (id, asked, told) = (self.next_id, go.clone(), Arc::clone(desk));
        let best = format!("{}:{best}", go.board.letter());
        let work = move |control: &Control| {
            let after = asked.state.play_many(None, &[MoveRef::Text(&best)], None)?;
            if after.outcome()?.is_object() {
                return Ok(());
            }
            let board = position::alone(&after, asked.board)?;
            let own = asked.is_white();
            let asks = [
                (Whose::Opponents, Ask::new(board.clone(), !own)?),
                (Whose::Own, Ask::new(board, own)?),
            ];
            let quick = Some(QUICK).filter(|quick| *quick < most);
            for nodes in quick.into_iter().chain([most]) {
                for (whose, ask) in &asks {
                    let effects = ask.about(Pieces::ALL, nodes, control)?;
                    let whole = nodes == most;
                    told.enter(|session| match whose {
                        _ if !session.looks_out(asked.board, id) => {}
                        Whose::Opponents => {
                            let found = demand::pieces(&effects, Effect::mates);
                            session.tell_fears(&told, &asked, found, whole);
                        }
                        Whose::Own => {
                            let found = demand::pieces(&effects, Effect::decides);
                            session.tell_wants(&told, &asked, found, whole);
                        }
                    });
                }
            }
            Ok(())
        };
        // What it finds it says itself; whether it was cancelled does not matter.
        let begun = desk.submit(jobs::new_caller(), work, |_, _, _| {});
        if let Ok(ticket) = begun {
            let outlook = Outlook { id, ticket };
            self.boards[go.board.index()].outlook = Some(outlook);
        }
    }

    /// Ends the outlook of a board: its position is not up to date any more.
    pub(super) fn look_away(&mut self, board: BoardId) {
        if let Some(outlook) = self.boards[board.index()].outlook.take() {
            outlook.ticket.cancel();
        }
    }

    /// Whether an outlook still counts.
    fn looks_out(&self, board: BoardId, id: u64) -> bool {
        let outlook = self.boards[board.index()].outlook.as_ref();
        outlook.is_some_and(|outlook| outlook.id == id)
    }

    /// Tells the partner with which pieces more the seat would be mated, as far as that is
    /// known or, in the end, is.
    fn tell_fears(&mut self, desk: &Arc<Desk<Self>>, go: &Go, found: Pieces, whole: bool) {
        let side = &mut self.boards[go.board.index()];
        let known = std::mem::replace(&mut side.fears, found);
        // What could be found out a move ago may be found again.
        let fears = if whole { found } else { found.and(known) };
        let (level, said) = side.threat;
        side.threat.1 = fears;
        // What is as it was is said again once, for what was heard expires.
        if fears != said || !(whole || fears.is_empty()) {
            self.pass_on(desk, go, Message::Threat(level, fears));
        }
    }

    /// Tells the partner which pieces more would decide for the seat, and in the end which do
    /// not any more.
    fn tell_wants(&mut self, desk: &Arc<Desk<Self>>, go: &Go, found: Pieces, whole: bool) {
        let side = &mut self.boards[go.board.index()];
        let over = side.wants.without(found);
        side.wants = if whole { found } else { found.and(side.wants) };
        for piece in found.iter() {
            self.pass_on(desk, go, Message::Need(piece, 2));
        }
        for piece in over.iter().filter(|_| whole) {
            self.pass_on(desk, go, Message::Need(piece, 0));
        }
    }
}
