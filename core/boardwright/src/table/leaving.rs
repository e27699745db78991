//! Seats that leave a game: by resigning, by a flag, by staying away, with a bot that cannot go
//! on. Where the game can go on without them it does.

use super::event::TableEvent;
use super::moves::LoggedMove;
use super::occupants::Occupant;
use super::setup::{OnFlag, OnLeave};
use super::state::TableState;
use crate::host::MoveRef;
use contract::error::{Error, Result};
use contract::game::{Effect, Seat, Seats};

/// The word in place of the reason for which another seat has left, where it would tell whose
/// turn it was.
const UNTOLD: &str = "left";

/// Seats that left at one moment while others played on.
#[derive(Clone, Debug)]
pub(super) struct LoggedLeave {
    pub(super) seats: Seats,
    pub(super) reason: &'static str,
    pub(super) at: u64,
    /// Number of steps before it.
    pub(super) after: usize,
}

impl TableState {
    /// Returns the seats that take part in the game: those that are not out of it.
    pub(super) fn remaining(&self) -> Seats {
        let all = Seats::first(self.places.len());
        let out = self.state.seats_out();
        all.iter().filter(|seat| !out.contains(*seat)).collect()
    }

    /// Returns `Ok` for a seat that takes part in a game that is on and not paused.
    pub(super) fn takes_part(&self, seat: Seat) -> Result<()> {
        self.in_play()?;
        self.has_not_left(seat)?;
        if self.state.seats_out().contains(seat) {
            return Err(Error::game_over(format!(
                "{} is out of the game",
                self.name(seat)
            )));
        }
        Ok(())
    }

    /// Returns `Ok` unless the seat has left the game while others play on.
    pub(super) fn has_not_left(&self, seat: Seat) -> Result<()> {
        match self.places[seat.index()].left {
            None => Ok(()),
            Some(_) => Err(Error::game_over(format!(
                "{} has left the game",
                self.name(seat)
            ))),
        }
    }

    /// The reason for which a seat has left; another word before the end where that may not be
    /// shown.
    pub(super) fn left_for(&self, seat: Seat, shown: bool) -> Option<&'static str> {
        let shown = shown || self.ended.is_some();
        let reason = self.places[seat.index()].left?;
        Some(if shown { reason } else { UNTOLD })
    }

    /// Tells of what a seat does by which it leaves: all of them, unless they would learn whose
    /// turn it was.
    pub(super) fn tell_of_leaving(&mut self, seat: Seat, event: TableEvent) {
        if self.game.hides_turns() && self.goes_on_without(Seats::only(seat)) {
            self.logs.tell_openly(seat, event);
        } else {
            self.logs.tell_all(event);
        }
    }

    /// Returns true if the others play on when seats leave, be it for a moment.
    fn goes_on_without(&self, seats: Seats) -> bool {
        self.settings.on_leave == OnLeave::PlayOn
            && matches!(self.state.without(seats, "resigned"), Ok(Some(_)))
    }

    /// Flags have fallen.
    pub(super) fn flags_fall(&mut self, seats: Seats) {
        if self.settings.on_flag == OnFlag::Lose {
            return self.leave(seats, "timeout");
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.fall(seats);
        }
        for seat in seats.iter() {
            let event = TableEvent::FlagFell {
                seat: self.named(seat),
            };
            // Others would learn whose turn it is.
            if self.game.hides_turns() {
                self.logs.tell_openly(seat, event);
            } else {
                self.logs.tell_all(event);
            }
        }
        self.revision += 1;
    }

    /// Seats leave the game, all at once: the others play on where the game has it and the table
    /// does not end it.
    pub(super) fn leave(&mut self, seats: Seats, reason: &'static str) {
        let remaining = self.remaining();
        // Who is out already leaves nothing.
        let seats: Seats = seats.iter().filter(|s| remaining.contains(*s)).collect();
        if seats.is_empty() {
            return;
        }
        for seat in seats.iter() {
            self.places[seat.index()].left = Some(reason);
        }
        let left = match self.settings.on_leave {
            OnLeave::PlayOn => self.state.without(seats, reason).ok().flatten(),
            OnLeave::End => None,
        };
        let Some((state, told)) = left else {
            let outcome = self.state.forfeited(seats, reason);
            return self.end(outcome);
        };
        self.state = state;
        let gone = LoggedLeave {
            seats,
            reason,
            at: self.now,
            after: self.line.len(),
        };
        self.line.left(gone);
        for seat in seats.iter() {
            let left = |reason| TableEvent::Left {
                seat: self.named(seat),
                reason,
            };
            let (known, untold) = (left(reason), left(UNTOLD));
            if self.game.hides_turns() {
                let all = Seats::first(self.places.len());
                self.logs.tell_openly(seat, known);
                self.logs.tell_some(all.without(seat), untold);
            } else {
                self.logs.tell_all(known);
            }
        }
        self.logs.tell_move(told);
        for (i, place) in self.places.iter_mut().enumerate() {
            // The position is another one: what was asked and refused is so no more.
            place.stop_asking();
            place.refused.clear();
            place.forget_wishes();
            if seats.contains(Seat(i as u8)) {
                place.end_turn();
            }
        }
        self.revision += 1;
        self.turn_passes();
    }

    /// A draw that is offered is one among those who are still in the game.
    fn settle_draw(&mut self) {
        let Some((by, agreed)) = self.draw else {
            return;
        };
        if !self.remaining().contains(by) {
            self.draw = None;
            self.logs.tell_all(TableEvent::DrawLapsed);
        } else if agreed.len() > 1 && self.all_agree(agreed) {
            self.end(self.state.drawn("draw_agreed"));
        }
    }

    /// Returns true if all seats that are asked have agreed to a draw: those that are taken and
    /// still in the game.
    pub(super) fn all_agree(&self, agreed: Seats) -> bool {
        self.remaining().iter().all(|seat| {
            agreed.contains(seat) || matches!(self.places[seat.index()].occupant, Occupant::Empty)
        })
    }

    /// It may be another seat's turn: who is out passes, the clocks of the others run, and the
    /// game may have ended.
    pub(super) fn turn_passes(&mut self) {
        self.pass_for_those_out();
        let (now, running) = (self.now, self.on_clock());
        if let Some(clocks) = self.clocks.as_mut().filter(|_| self.timed) {
            clocks.run(running, now);
        }
        self.ended_by_rules();
        self.settle_draw();
    }

    /// Makes the moves of seats that are out of the game: they have one each, and nobody is asked
    /// for it.
    pub(super) fn pass_for_those_out(&mut self) {
        while self.ended.is_none() {
            let Some(seat) = self.state.live().single() else {
                return;
            };
            if !self.state.seats_out().contains(seat) {
                return;
            }
            let moves = self.state.legal_of(seat);
            let [only] = &moves[..] else { return };
            let Ok(made) = self.state.commit(seat, MoveRef::Text(only), None) else {
                return;
            };
            debug_assert_eq!(made.effect, Effect::Moved);
            self.line.push(LoggedMove {
                seat,
                at: self.now,
                moved: true,
                by_table: true,
                clock: None,
            });
            self.state = made.state;
            self.logs.tell_move(made.told);
            self.revision += 1;
        }
    }
}
