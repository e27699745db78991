//! The searches of a board beside those for its moves, as long as what they find counts.

use std::sync::Arc;

use super::search::BoardAnswer;
use super::session::{Go, UbiSession};
use crate::protocol::driver::SessionDriver;
use bughouse::BoardId;
use bughouse::team::{self, Finding};
use contract::error::Result;
use contract::jobs::{self, Class, Control, JobHandle, Kind, Work};

/// A search for what would decide a board, beside its own.
pub(super) struct BackgroundSearch {
    id: u64,
    handle: JobHandle,
}

impl UbiSession {
    /// Begins to find out what would decide a board after the move that it has answered.
    pub(super) fn start_after_move(
        &mut self,
        driver: &Arc<SessionDriver<Self>>,
        go: &Go,
        answer: &BoardAnswer,
    ) {
        self.cancel_background(go.board);
        let most = self.params().outlook_nodes;
        let Some((best, _)) = answer.best.filter(|_| most > 0) else {
            return;
        };
        let (state, seat) = (go.state.clone(), go.seat);
        self.start_background(driver, go, move |control, tell| {
            team::after_a_move(&state.play(&best)?, seat, most, control, tell)
        });
    }

    /// Begins to find out what a board needs while its search goes on.
    pub(super) fn start_during_search(&mut self, driver: &Arc<SessionDriver<Self>>, go: &Go) {
        let most = self.params().outlook_nodes;
        let nodes = self.takes(go);
        let (state, seat, margin) = (go.state.clone(), go.seat, go.params.need_margin);
        self.start_background(driver, go, move |control, tell| {
            team::before_a_move(&state, seat, margin, nodes, most, control, tell)
        });
    }

    /// Begins to find out something about a board. Whether it comes to its end does not
    /// matter: what it finds counts as long as it is the last that was begun.
    fn start_background(
        &mut self,
        driver: &Arc<SessionDriver<Self>>,
        go: &Go,
        work: impl FnOnce(&Control, &mut dyn FnMut(Finding)) -> Result<()> + Send + 'static,
    ) {
        self.cancel_background(go.board);
        self.next_id += 1;
        let id = self.next_id;
        let (asked, told) = (go.clone(), Arc::clone(driver));
        let work = Work::new(Kind::Other, Class::Long, move |control| {
            work(control, &mut |finding| {
                told.enter(|session| {
                    let outlook = session.boards[asked.board.index()].outlook.as_ref();
                    if outlook.is_some_and(|outlook| outlook.id == id) {
                        session.found_out(&told, &asked, finding);
                    }
                });
            })
        });
        if let Ok(handle) = driver.submit(jobs::new_caller(), work, |_, _, _| {}) {
            self.boards[go.board.index()].outlook = Some(BackgroundSearch { id, handle });
        }
    }

    /// Ends the outlook of a board: its position is not up to date any more.
    pub(super) fn cancel_background(&mut self, board: BoardId) {
        if let Some(outlook) = self.boards[board.index()].outlook.take() {
            outlook.handle.cancel();
        }
    }
}
