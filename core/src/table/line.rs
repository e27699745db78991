//! The moves of a table: made, refused and taken back.

use serde_json::json;

use super::inner::{Inner, Step};
use super::setup::Occupant;
use crate::error::{Error, Result};
use crate::game::{Effect, Seat};
use crate::rim::{MoveRef, State};

impl Inner {
    /// Makes a move for a seat, and says what it came to.
    pub(super) fn commit(
        &mut self,
        seat: Seat,
        action: MoveRef<'_>,
        style: Option<&str>,
    ) -> Result<Effect> {
        self.in_play()?;
        let made = self.state.commit(seat, action, style)?;
        self.state = made.state;
        let step = Step {
            seat,
            text: made.text,
            at: self.now,
            moved: made.effect == Effect::Moved,
        };
        self.line.push(step);
        self.logs.tell_each(&made.told);
        self.revision += 1;
        // Otherwise the turn goes on, with its clock and with what was offered.
        if made.effect == Effect::Moved {
            self.moved(seat);
        }
        Ok(made.effect)
    }

    /// A seat has moved.
    fn moved(&mut self, seat: Seat) {
        // An offer lapses with the next move of a seat that was asked.
        if self.draw.is_some_and(|(by, _)| by != seat) {
            self.draw = None;
            self.logs.tell_all(&json!({ "kind": "draw_lapsed" }));
        }
        for place in &mut self.places {
            place.undo = None;
        }
        self.places[seat.index()].refused.clear();
        let (now, running) = (self.now, self.on_clock());
        if let Some(clocks) = self.clocks.as_mut().filter(|_| self.timed) {
            clocks.moved(seat, now);
            clocks.run(running, now);
        }
        self.ended_by_rules();
    }

    /// A seat would take back plies; it happens once all people agree on the
    /// number. Says whether it did.
    pub(super) fn undo(&mut self, seat: Seat, plies: usize) -> Result<bool> {
        self.in_play()?;
        if !self.settings.undo {
            return Err(Error::unsupported("moves are not taken back at this table"));
        }
        // What the other seats tried in vain is nobody's to count.
        let most = self.line.iter().filter(|step| step.moved).count();
        if plies == 0 || plies > most {
            return Err(Error::invalid_option(format!(
                "plies: takes an integer from 1 to {most}, not {plies}"
            )));
        }
        self.places[seat.index()].undo = Some(plies);
        self.logs
            .tell_all(&json!({ "kind": "undo_wanted", "seat": self.name(seat), "plies": plies }));
        let agreed = self.places.iter().all(|place| {
            matches!(place.occupant, Occupant::Bot(_) | Occupant::Empty)
                || place.undo == Some(plies)
        });
        if agreed {
            self.take_back(plies)?;
        }
        self.revision += 1;
        Ok(agreed)
    }

    fn take_back(&mut self, plies: usize) -> Result<()> {
        // It is rare, so the line is played again rather than kept.
        let mut left = plies;
        while let Some(step) = self.line.last() {
            // What was tried before a move goes with it.
            if step.moved && left == 0 {
                break;
            }
            left -= usize::from(step.moved);
            self.line.pop();
        }
        self.state = replayed(&self.start, &self.line)?;
        self.draw = None;
        for place in &mut self.places {
            place.undo = None;
            place.refused.clear();
            place.stop_asking();
        }
        self.logs
            .tell_all(&json!({ "kind": "undone", "plies": plies }));
        let (now, running) = (self.now, self.on_clock());
        if let Some(clocks) = self.clocks.as_mut().filter(|_| self.timed) {
            clocks.run(running, now);
        }
        Ok(())
    }
}

/// The state after a line of moves.
fn replayed(start: &State, line: &[Step]) -> Result<State> {
    line.iter().try_fold(start.clone(), |state, step| {
        Ok(state
            .commit(step.seat, MoveRef::Text(&step.text), None)?
            .state)
    })
}
