//! The moves of a table: made, refused and taken back.

use super::event::TableEvent;
use super::leaving::LoggedLeave;
use super::occupants::Occupant;
use super::state::TableState;
use crate::host::MoveRef;
use contract::error::{Error, Result};
use contract::game::{Effect, Seat};
use contract::value::Dict;
use serde::{Deserialize, Serialize};

/// A move that was made at the table, or something that was tried.
#[derive(Clone, Debug)]
pub(super) struct LoggedMove {
    pub(super) seat: Seat,
    pub(super) at: u64,
    /// True if the seat has moved by it; the line also holds what was refused and what does not end
    /// a turn.
    pub(super) moved: bool,
    /// True if the table made it for a seat that is out of the game; it is taken back with the move
    /// before it.
    pub(super) by_table: bool,
    /// The time on its clock after it, in milliseconds, where there are clocks.
    pub(super) clock: Option<u64>,
}

/// The seats that made or tried something at a table, with the time, in order; the moves
/// themselves are those of its state.
#[derive(Debug)]
pub(super) struct MoveLog {
    steps: Vec<LoggedMove>,
    /// Number of steps that are moves, and not made by the table.
    moves: usize,
    /// The seats that left in between, in order.
    leaves: Vec<LoggedLeave>,
    /// The edits of the game in between, in order.
    edits: Vec<LoggedEdit>,
    /// Number of times that steps were taken back.
    undone: u64,
}

/// A change of the position or of the rules in force.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct LoggedEdit {
    /// Number of steps before it.
    pub(super) after: usize,
    /// Number of times before it that seats have left.
    pub(super) left: usize,
    pub(super) changes: Dict,
}

impl LoggedMove {
    /// Returns true for a move that somebody made.
    const fn counts(&self) -> bool {
        self.moved && !self.by_table
    }
}

impl MoveLog {
    pub(super) const fn new() -> Self {
        Self {
            steps: Vec::new(),
            moves: 0,
            leaves: Vec::new(),
            edits: Vec::new(),
            undone: 0,
        }
    }

    /// Adds a step.
    pub(super) fn push(&mut self, step: LoggedMove) {
        self.moves += usize::from(step.counts());
        self.steps.push(step);
    }

    /// Adds seats that leave after the last step.
    pub(super) fn left(&mut self, leave: LoggedLeave) {
        self.leaves.push(leave);
    }

    /// Adds an edit after the last step.
    pub(super) fn edited(&mut self, changes: Dict) {
        self.edits.push(LoggedEdit {
            after: self.steps.len(),
            left: self.leaves.len(),
            changes,
        });
    }

    /// Returns the edits, in order.
    pub(super) fn edits(&self) -> &[LoggedEdit] {
        &self.edits
    }

    /// Returns the number of steps before the last edit.
    pub(super) fn edited_after(&self) -> usize {
        self.edits.last().map_or(0, |edit| edit.after)
    }

    /// Returns the seats that left, in order.
    pub(super) fn leaves(&self) -> &[LoggedLeave] {
        &self.leaves
    }

    /// Returns the number of moves since a seat last left or the game was edited: no more are
    /// taken back.
    fn moves_since_change(&self) -> usize {
        let after = self.leaves.last().map_or(0, |leave| leave.after);
        let after = after.max(self.edited_after());
        self.steps[after..].iter().filter(|s| s.counts()).count()
    }

    /// Notes the clock after the last step.
    fn stopped(&mut self, clock: u64) {
        if let Some(step) = self.steps.last_mut() {
            step.clock = Some(clock);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns the number of moves made, without failed attempts and what the table makes for
    /// those who are out.
    pub(super) const fn moves(&self) -> usize {
        self.moves
    }

    pub(super) fn steps(&self) -> &[LoggedMove] {
        &self.steps
    }

    /// Returns the number of steps left after that many moves are taken back, each with the
    /// attempts before and after it.
    pub(super) fn left_without(&self, moves: usize) -> usize {
        let mut left = moves;
        let kept = self.steps.iter().rposition(|step| {
            let stays = step.counts() && left == 0;
            left -= usize::from(step.counts() && left > 0);
            stays
        });
        kept.map_or(0, |last| last + 1)
    }

    /// Returns the number of times that steps were taken back.
    pub(super) const fn undone(&self) -> u64 {
        self.undone
    }

    /// Takes note of how many times steps were taken back before.
    pub(super) const fn taken_back(&mut self, times: u64) {
        self.undone = times;
    }

    /// Drops the steps from a number on.
    fn truncate(&mut self, len: usize) {
        self.undone += 1;
        let gone = self.steps.drain(len..);
        self.moves -= gone.filter(|step| step.counts()).count();
    }

    /// Counts the steps that a seat has made since it last moved.
    pub(super) fn attempts(&self, seat: Seat) -> u32 {
        let own = self.steps.iter().rev().filter(|step| step.seat == seat);
        own.take_while(|step| !step.moved).count() as u32
    }
}

impl TableState {
    /// Makes a move for a seat, and says what it came to.
    pub(super) fn commit(
        &mut self,
        seat: Seat,
        action: MoveRef<'_>,
        style: Option<&str>,
    ) -> Result<Effect> {
        self.takes_part(seat)?;
        let made = self.state.commit(seat, action, style)?;
        let step = LoggedMove {
            seat,
            at: self.now,
            moved: made.effect == Effect::Moved,
            by_table: false,
            clock: None,
        };
        if step.moved {
            self.logs.count_move();
        }
        if self.game.hidden() {
            self.logs.tell_referee(TableEvent::Attempted {
                seat: self.named(seat),
                text: made.text,
                moved: step.moved,
            });
        }
        self.line.push(step);
        self.state = made.state;
        self.logs.tell_move(made.told);
        self.revision += 1;
        // Otherwise the turn goes on, with its clock and with what was offered.
        if made.effect == Effect::Moved {
            self.moved(seat);
        }
        Ok(made.effect)
    }

    /// Makes a move for somebody whom the table does not ask itself. Attempts that are
    /// no move are taken up to a number in each turn; from then on only what the seat
    /// may think possible, so that it can always move, and what is kept is bounded.
    pub(super) fn attempt(
        &mut self,
        seat: Seat,
        action: MoveRef<'_>,
        style: Option<&str>,
    ) -> Result<Effect> {
        let cap = self.settings.attempt_cap;
        let takes_part = self.takes_part(seat).is_ok();
        if takes_part && self.places[seat.index()].attempts >= cap {
            let made = self.state.commit(seat, action, style)?;
            let candidates = self.state.observe_seat(seat)?.candidates();
            if made.effect != Effect::Moved && !candidates.contains(&made.text) {
                return Err(Error::illegal_move(format!(
                    "{}: {} has made {cap} attempts in this turn that were no move; from now on \
                     only its candidates are taken up",
                    made.text,
                    self.name(seat)
                )));
            }
        }
        let effect = self.commit(seat, action, style)?;
        if effect != Effect::Moved {
            self.places[seat.index()].attempts += 1;
        }
        Ok(effect)
    }

    /// A seat has moved.
    fn moved(&mut self, seat: Seat) {
        // An offer lapses with the next move of a seat that was asked and has not accepted. A
        // bot decided on its move before it heard of the offer: it is asked now.
        let bot = matches!(self.places[seat.index()].occupant, Occupant::Bot(_));
        if !bot && self.draw.is_some_and(|(_, agreed)| !agreed.contains(seat)) {
            self.draw = None;
            self.logs.tell_all(TableEvent::DrawLapsed);
        }
        for place in &mut self.places {
            place.forget_wishes();
        }
        self.places[seat.index()].end_turn();
        let now = self.now;
        if let Some(clocks) = self.clocks.as_mut().filter(|_| self.timed) {
            clocks.moved(seat, now);
            self.line.stopped(clocks.left(seat, now));
        }
        self.turn_passes();
    }

    /// The texts of the steps in a notation, in order.
    pub(super) fn step_texts(&self, style: Option<&str>) -> Result<Vec<String>> {
        let mut texts = self.state.moves(style)?;
        // The state from which the table began may have moves of its own.
        let before = texts.len().saturating_sub(self.line.len());
        Ok(texts.split_off(before))
    }

    /// The canonical texts of the steps from a number on.
    pub(super) fn last_step_texts(&self, from: usize) -> Result<Vec<String>> {
        match self.line.len() - from {
            0 => Ok(Vec::new()),
            // Most changes are one move.
            1 => Ok(self.state.last_move(None)?.into_iter().collect()),
            _ => Ok(self.step_texts(None)?.split_off(from)),
        }
    }

    /// A seat would take back plies; it happens once all people agree on the
    /// number. Says whether it did.
    pub(super) fn undo(&mut self, seat: Seat, plies: usize) -> Result<bool> {
        self.in_play()?;
        self.has_not_left(seat)?;
        if self.settings.undo != Some(true) {
            return Err(Error::unsupported("moves are not taken back at this table"));
        }
        let bots = self
            .places
            .iter()
            .any(|p| p.left.is_none() && matches!(p.occupant, Occupant::Bot(_)));
        if bots && self.game.hidden() {
            return Err(Error::unsupported(
                "a bot takes no move back where something is hidden: what it told would be known",
            ));
        }
        // What the other seats tried in vain is nobody's to count.
        let most = self.line.moves_since_change();
        if plies == 0 || plies > most {
            return Err(Error::invalid_option(match most {
                0 => "plies: there is no move to take back".to_owned(),
                _ => format!("plies: takes an integer from 1 to {most}, not {plies}"),
            }));
        }
        self.places[seat.index()].undo = Some(plies);
        self.logs.tell_all(TableEvent::UndoWanted {
            seat: self.named(seat),
            plies,
        });
        let agreed = self.places.iter().all(|place| {
            place.left.is_some()
                || matches!(place.occupant, Occupant::Bot(_) | Occupant::Empty)
                || place.undo == Some(plies)
        });
        if agreed {
            self.take_back(plies)?;
        }
        self.revision += 1;
        Ok(agreed)
    }

    fn take_back(&mut self, plies: usize) -> Result<()> {
        // Nobody comes back into the game.
        let stays = self.line.leaves().last().map_or(0, |leave| leave.after);
        let stays = stays.max(self.line.edited_after());
        let left = self.line.left_without(plies).max(stays);
        self.state = self.state.at_ply(self.start.ply() + left)?;
        self.line.truncate(left);
        self.draw = None;
        let made = self.state.ply() as u64;
        for place in &mut self.places {
            place.forget_wishes();
            place.end_turn();
            place.stop_asking();
            // What was said of moves that are gone is gone with them.
            let stays = |ply: &u64| *ply <= made;
            place
                .messages
                .retain(|heard| heard.ply.as_ref().is_none_or(stays));
            place.said = None;
        }
        self.logs.tell_all(TableEvent::Undone { plies });
        self.turn_passes();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_taken_back_take_with_them_what_was_tried_since() {
        let mut line = MoveLog::new();
        for (i, moved) in [false, true, false, false, true, true, false]
            .into_iter()
            .enumerate()
        {
            let (seat, at) = (Seat((i % 2) as u8), i as u64);
            line.push(LoggedMove {
                seat,
                at,
                moved,
                by_table: false,
                clock: None,
            });
        }
        let left: Vec<_> = (0..=3).map(|plies| line.left_without(plies)).collect();
        assert_eq!(left, [6, 5, 2, 0]);
        line.truncate(5);
        assert_eq!((line.len(), line.moves()), (5, 2));
        line.truncate(0);
        assert_eq!((line.len(), line.moves()), (0, 0));
    }
}
