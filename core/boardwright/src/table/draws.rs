//! Actions of seats beside their moves: resignations, draws that they offer, answer and claim.

use super::event::TableEvent;
use super::state::TableState;
use contract::error::{Error, Result};
use contract::game::{Seat, Seats};

impl TableState {
    pub(super) fn resign(&mut self, seat: Seat) -> Result<()> {
        self.takes_part(seat)?;
        let resigned = TableEvent::Resigned {
            seat: self.named(seat),
        };
        self.tell_of_leaving(seat, resigned);
        self.leave(Seats::only(seat), "resigned");
        Ok(())
    }

    pub(super) fn offer_draw(&mut self, seat: Seat) -> Result<()> {
        self.takes_part(seat)?;
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
        self.takes_part(seat)?;
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
        if self.all_agree(agreed) {
            self.end(self.state.drawn("draw_agreed"));
        }
        Ok(())
    }

    pub(super) fn claim_draw(&mut self, seat: Seat) -> Result<()> {
        self.takes_part(seat)?;
        if !self.live().contains(seat) {
            return Err(Error::not_your_turn(format!(
                "{} may claim a draw on its own turn only",
                self.name(seat)
            )));
        }
        match self.state.claimable() {
            Some(reason) => {
                self.end(self.state.drawn(reason));
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
