//! Actions of seats beside their moves: resignations, draws that they offer, answer and claim.

use super::event::TableEvent;
use super::setup::Occupant;
use super::state::TableState;
use contract::error::{Error, Result};
use contract::game::{Outcome, Seat, Seats};

impl TableState {
    pub(super) fn resign(&mut self, seat: Seat) -> Result<()> {
        self.in_play()?;
        self.logs.tell_all(TableEvent::Resigned {
            seat: self.named(seat),
        });
        self.forfeit(Seats::only(seat), "resigned");
        Ok(())
    }

    pub(super) fn offer_draw(&mut self, seat: Seat) -> Result<()> {
        self.in_play()?;
        match self.draw {
            // To offer what another has offered is to accept it.
            Some((by, _)) if by != seat => return self.respond_draw(seat, true),
            Some(_) => return Err(Error::illegal_move("a draw is offered already")),
            None => {}
        }
        self.draw = Some((seat, Seats::only(seat)));
        self.logs.tell_all(TableEvent::DrawOffered {
            seat: self.named(seat),
        });
        self.revision += 1;
        Ok(())
    }

    pub(super) fn respond_draw(&mut self, seat: Seat, accept: bool) -> Result<()> {
        self.in_play()?;
        let Some((by, agreed)) = self.draw else {
            return Err(Error::illegal_move("no draw is offered"));
        };
        if by == seat {
            return Err(Error::not_your_turn("the offer is the seat's own"));
        }
        self.revision += 1;
        if !accept {
            self.draw = None;
            self.logs.tell_all(TableEvent::DrawDeclined {
                seat: self.named(seat),
            });
            return Ok(());
        }
        let agreed = agreed.with(seat);
        self.draw = Some((by, agreed));
        self.logs.tell_all(TableEvent::DrawAccepted {
            seat: self.named(seat),
        });
        let all = self.places.iter().enumerate().all(|(i, place)| {
            agreed.contains(Seat(i as u8)) || matches!(place.occupant, Occupant::Empty)
        });
        if all {
            self.end(Outcome::draw("draw_agreed"));
        }
        Ok(())
    }

    pub(super) fn claim_draw(&mut self, seat: Seat) -> Result<()> {
        self.in_play()?;
        if !self.live().contains(seat) {
            return Err(Error::not_your_turn(format!(
                "{} may claim a draw on its own turn only",
                self.name(seat)
            )));
        }
        match self.state.claimable() {
            Some(reason) => {
                self.end(Outcome::draw(reason));
                Ok(())
            }
            None => {
                self.logs.tell_all(TableEvent::ClaimRefused {
                    seat: self.named(seat),
                });
                Err(Error::illegal_move("there is no draw to claim"))
            }
        }
    }
}
