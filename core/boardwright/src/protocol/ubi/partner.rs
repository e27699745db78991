//! The talk of the seats with their partners, and what searches make of it.

use std::sync::Arc;
use std::time::Instant;

use super::options;
use super::session::{Go, UbiSession};
use crate::protocol::driver::SessionDriver;
use bughouse::BoardId;
use bughouse::team::{Finding, Message, Params};
use contract::bot::LEAST_TIME_TO_TALK;
use contract::jobs;
use contract::value::Dict;

/// Returns true if there is time for messages during a search. Where there is none a board finds
/// out on its opponent's time what would decide it once it has moved.
pub(super) fn has_time(go: &Go) -> bool {
    let time = [
        go.limits.clock.map(|c| c.remaining),
        go.limits.movetime.map(|t| t.saturating_mul(20)),
    ];
    !go.silent
        && time
            .into_iter()
            .flatten()
            .all(|time| time >= LEAST_TIME_TO_TALK)
}

/// Returns true if the needs of a board are searched beside its own search and not before: where
/// there is a thread for it, and time alone ends the search. A search that ends with a number of
/// positions or plies says the same each time, in the same order.
pub(super) fn is_apart(go: &Go) -> bool {
    let limits = &go.limits;
    let timed = limits.clock.is_some() || limits.movetime.is_some();
    let by_time = timed && limits.nodes.is_none() && limits.depth.is_none();
    // Who plays both seats may be searching both boards.
    by_time && !go.dual && jobs::threads() > 1
}

impl UbiSession {
    /// The parameters of team play.
    pub(super) fn params(&self) -> Params {
        options::params(&self.options)
    }

    /// Returns true if the engine plays both seats of a team.
    pub(super) fn dual(&self) -> bool {
        options::is_dual(&self.options)
    }

    /// The options of whoever plays a board.
    pub(super) fn of_player(&self) -> Dict {
        let mut out = self.options.of_bot();
        out.insert("control".into(), self.options.word("Control").into());
        out
    }

    /// The partner has said something, to whichever seat it is; whoever plays both seats has
    /// none.
    pub(super) fn hear(&mut self, driver: &Arc<SessionDriver<Self>>, message: Message) {
        if !self.dual() {
            for board in BoardId::ALL {
                self.hear_on(driver, board, message);
            }
        }
    }

    /// Tells the partner something: aloud, or the other seat of the same player.
    pub(super) fn pass_on(
        &mut self,
        driver: &Arc<SessionDriver<Self>>,
        go: &Go,
        messages: Vec<Message>,
    ) {
        for message in messages {
            match go.dual {
                true => self.hear_on(driver, go.board.other(), message),
                false => driver.out.put(format!("teammsg {}", message)),
            }
        }
    }

    /// Takes note of something that was found out about the board of a search, and tells the
    /// partner.
    pub(super) fn found_out(
        &mut self,
        driver: &Arc<SessionDriver<Self>>,
        go: &Go,
        finding: Finding,
    ) {
        let messages = self.boards[go.board.index()].talk.found(finding);
        self.pass_on(driver, go, messages);
    }

    /// The seat of a board hears something.
    fn hear_on(&mut self, driver: &Arc<SessionDriver<Self>>, board: BoardId, message: Message) {
        let talk = &mut self.boards[board.index()].talk;
        let change = talk.hear(message, Instant::now());
        if change.renews {
            self.renew(driver, board);
        }
        if change.releases {
            self.release(driver, board);
        }
    }

    /// Returns the number of positions that a decision on the board of a search takes: its limit,
    /// or that of the last decision.
    pub(super) fn takes(&self, go: &Go) -> u64 {
        let known = self.boards[go.board.index()].nodes;
        go.limits.nodes.unwrap_or(known)
    }
}
