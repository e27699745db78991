//! Changes of the position, and of the rules in force, at a running table: by the host, or by
//! agreement of the seats.

use super::event::TableEvent;
use super::occupants::Occupant;
use super::state::TableState;
use contract::error::{Error, Result};
use contract::game::Seat;
use contract::value::Dict;

impl TableState {
    /// Changes the game as [`State::edit`](crate::host::State::edit) does, and tells everybody.
    /// The moves before stay; what was offered, wanted or thought is void.
    pub(super) fn edit(&mut self, changes: &Dict) -> Result<()> {
        self.going_on()?;
        self.state = self.state.edit(changes)?;
        self.line.edited(changes.clone());
        if self.draw.take().is_some() {
            self.logs.tell_all(TableEvent::DrawLapsed);
        }
        for place in &mut self.places {
            place.forget_wishes();
            place.end_turn();
            place.stop_asking();
        }
        self.logs.tell_all(TableEvent::Edited {
            changes: changes.clone(),
        });
        self.turn_passes();
        self.revision += 1;
        Ok(())
    }

    /// A seat would change the game; it happens once all people want the same. Returns true if it
    /// did.
    pub(super) fn propose_edit(&mut self, seat: Seat, changes: &Dict) -> Result<bool> {
        self.in_play()?;
        self.has_not_left(seat)?;
        if !self.settings.edits {
            return Err(Error::unsupported(
                "seats do not change the game at this table",
            ));
        }
        // Nobody is asked about what cannot be.
        self.state.edit(changes)?;
        self.places[seat.index()].edit = Some(changes.clone());
        self.logs.tell_all(TableEvent::EditWanted {
            seat: self.named(seat),
            changes: changes.clone(),
        });
        self.revision += 1;
        let agreed = self.places.iter().all(|place| {
            place.left.is_some()
                || matches!(place.occupant, Occupant::Bot(_) | Occupant::Empty)
                || place.edit.as_ref() == Some(changes)
        });
        if agreed {
            self.edit(changes)?;
        }
        Ok(agreed)
    }
}
