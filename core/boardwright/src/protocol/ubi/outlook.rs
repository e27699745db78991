//! What a board finds out beside its searches: while one by time goes on, which pieces it
//! needs, and which would mate it; once it has moved and its opponent thinks, with which
//! piece more that one would mate, and with which it would mate itself.

use std::sync::Arc;

use super::course::Answer;
use super::demand::{self, Ask, Effect, Needs};
use super::message::{CRITICAL, Message, Pieces};
use super::position;
use super::session::{Go, Session};
use crate::host::MoveRef;
use crate::protocol::desk::Desk;
use bughouse::BoardId;
use contract::error::Result;
use contract::jobs::{self, Class, Control, Kind, Ticket, Work};

/// Positions that a question takes at first, so that the partner, who may be about to move,
/// knows the plain cases at once.
const QUICK: u64 = 250;

/// A search for what would decide a board, beside its own.
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
        self.look_away(go.board);
        let most = self.options.number("Outlook Nodes").unsigned_abs();
        let Some((best, _)) = answer.best.as_ref().filter(|_| most > 0) else {
            return;
        };
        let (asked, told) = (go.clone(), Arc::clone(desk));
        let best = format!("{}:{best}", go.board.letter());
        self.look(desk, go.board, move |id, control| {
            let after = asked.state.play_many(None, &[MoveRef::Text(&best)], None)?;
            if after.outcome()?.is_some() {
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
                    Self::heed(&told, &asked, id, |session| match whose {
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
        });
    }

    /// Begins to find out what a board needs while its search goes on, first as a search that
    /// is not by time does before it begins, then by as many positions as an outlook; and with
    /// which pieces its opponent would mate though it is not to move.
    pub(super) fn look_in(&mut self, desk: &Arc<Desk<Self>>, go: &Go) {
        let most = self.options.number("Outlook Nodes").unsigned_abs();
        let (asked, told) = (go.clone(), Arc::clone(desk));
        let nodes = self.takes(go);
        self.look(desk, go.board, move |id, control| {
            let needs = demand::needs(&asked, nodes, control)?;
            Self::heed(&told, &asked, id, |session| {
                session.tell_needs(&told, &asked, &needs);
            });
            if most == 0 {
                return Ok(());
            }
            let board = position::alone(&asked.state, asked.board)?;
            let theirs = Ask::new(board.clone(), !asked.is_white())?;
            let ours = Ask::new(board, asked.is_white())?;
            let quick = theirs.about(Pieces::ALL, QUICK.min(most), control)?;
            let tell_fears = |effects: &[Effect]| {
                let found = demand::pieces(effects, Effect::mates);
                Self::heed(&told, &asked, id, |session| {
                    session.tell_more_fears(&told, &asked, found);
                });
            };
            tell_fears(&quick);
            let effects = ours.about(Pieces::ALL, most, control)?;
            let found = demand::pieces(&effects, Effect::decides);
            Self::heed(&told, &asked, id, |session| {
                let more = found.without(session.boards[asked.board.index()].needs);
                session.tell_needs(&told, &asked, &Needs::deciding(more));
            });
            let whole = theirs.about(Pieces::ALL, most, control)?;
            tell_fears(&whole);
            Ok(())
        });
    }

    /// Tells the partner with which pieces more the seat would be mated though it is to move.
    fn tell_more_fears(&mut self, desk: &Arc<Desk<Self>>, go: &Go, found: Pieces) {
        let side = &mut self.boards[go.board.index()];
        side.fears = side.fears.and(found);
        let (level, said) = side.threat;
        if !found.without(said).is_empty() {
            side.threat.1 = said.and(found);
            let threat = Message::Threat(level, side.threat.1);
            self.pass_on(desk, go, threat);
        }
    }

    /// Begins to find out something about a board, of which it says itself what it finds, as
    /// long as it is [heeded](Self::heed) under its number; whether it was cancelled does not
    /// matter.
    fn look(
        &mut self,
        desk: &Arc<Desk<Self>>,
        board: BoardId,
        work: impl FnOnce(u64, &Control) -> Result<()> + Send + 'static,
    ) {
        self.look_away(board);
        self.next_id += 1;
        let id = self.next_id;
        let work = Work::new(Kind::Other, Class::Long, move |control| work(id, control));
        if let Ok(ticket) = desk.submit(jobs::new_caller(), work, |_, _, _| {}) {
            self.boards[board.index()].outlook = Some(Outlook { id, ticket });
        }
    }

    /// Tells the partner what a board needs.
    pub(super) fn tell_needs(&mut self, desk: &Arc<Desk<Self>>, go: &Go, needs: &Needs) {
        let side = &mut self.boards[go.board.index()];
        // First that it is mated: then a piece is to save it.
        if needs.lost && side.threat.0 != CRITICAL {
            side.threat.0 = CRITICAL;
            let threat = Message::Threat(CRITICAL, side.threat.1);
            self.pass_on(desk, go, threat);
        }
        for message in &needs.messages {
            if let Message::Need(piece, 2..) = message {
                let side = &mut self.boards[go.board.index()];
                side.wants = side.wants.with(*piece);
                side.needs = side.needs.with(*piece);
            }
            self.pass_on(desk, go, *message);
        }
    }

    /// Ends the outlook of a board: its position is not up to date any more.
    pub(super) fn look_away(&mut self, board: BoardId) {
        if let Some(outlook) = self.boards[board.index()].outlook.take() {
            outlook.ticket.cancel();
        }
    }

    /// Does something with what an outlook has found, if it still counts.
    fn heed(desk: &Desk<Self>, go: &Go, id: u64, act: impl FnOnce(&mut Self)) {
        desk.enter(|session| {
            let outlook = session.boards[go.board.index()].outlook.as_ref();
            if outlook.is_some_and(|outlook| outlook.id == id) {
                act(session);
            }
        });
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
