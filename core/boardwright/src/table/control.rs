//! Calls and getters for the host alone: ends of the game, stops of the clocks, the whole
//! state.

use super::Table;
use super::event::TableEvent;
use super::state::TableState;
use crate::host::{Game, Observation, SeatRef, State};
use contract::error::{Error, Result};
use contract::game::{Outcome, Seats};

/// The reason of a game that the host ended without a result.
pub(super) const ABORTED: &str = "aborted";
/// The reason of a result that the host gave.
pub(super) const ADJUDICATED: &str = "adjudicated";

impl TableState {
    /// Ends the game without a result.
    pub(super) fn abort(&mut self) -> Result<()> {
        self.going_on()?;
        self.end(Outcome::draw(ABORTED));
        Ok(())
    }

    /// Ends the game with the result that the host gives; a draw without winners.
    pub(super) fn adjudicate(&mut self, winners: Seats) -> Result<()> {
        self.going_on()?;
        self.end(if winners.is_empty() {
            self.state.drawn(ADJUDICATED)
        } else {
            Outcome::win(winners, ADJUDICATED)
        });
        Ok(())
    }

    /// Stops the clocks; nobody moves and no bot is asked meanwhile.
    pub(super) fn pause(&mut self) -> Result<()> {
        self.going_on()?;
        if self.paused.is_some() {
            return Err(Error::illegal_move("the table is paused already"));
        }
        self.paused = Some(self.now);
        let now = self.now;
        if let Some(clocks) = &mut self.clocks {
            clocks.run(Seats::NONE, now);
        }
        for place in &mut self.places {
            place.stop_asking();
            place.turn = None;
        }
        self.logs.tell_all(TableEvent::Paused);
        self.revision += 1;
        Ok(())
    }

    /// Lets the clocks go on from a time. The time since the pause counts for nobody; where
    /// there was none, as after the host was away, that since the table last heard of the time.
    pub(super) fn resume(&mut self, now: Option<u64>) -> Result<()> {
        self.going_on()?;
        let since = self.paused.unwrap_or(self.now);
        let told = self.now;
        self.now = now.unwrap_or(told).max(told);
        self.timed |= now.is_some();
        let away = self.now - since;
        for place in &mut self.places {
            if let Some(gone) = &mut place.gone {
                *gone = gone.saturating_add(away.min(self.now.saturating_sub(*gone)));
            }
        }
        self.paused = None;
        let (now, running) = (self.now, self.on_clock());
        if let Some(clocks) = self.clocks.as_mut().filter(|_| self.timed) {
            // The time in between is nobody's.
            clocks.run(Seats::NONE, told);
            clocks.run(running, now);
        }
        self.logs.tell_all(TableEvent::Resumed);
        self.revision += 1;
        Ok(())
    }
}

/// Getters for the host, which knows everything; a seat is shown what `view` answers.
impl Table {
    /// Returns the game.
    #[must_use]
    pub fn game(&self) -> Game {
        self.lock().game.clone()
    }

    /// Returns the state, with everything that is hidden from seats.
    #[must_use]
    pub fn state(&self) -> State {
        self.lock().state.clone()
    }

    /// Returns true once the game has ended, or the table is closed.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let inner = self.lock();
        inner.ended.is_some() || inner.closed
    }

    /// Returns what a seat knows.
    ///
    /// # Errors
    ///
    /// `invalid_option` for a seat that does not exist.
    pub fn observe(&self, seat: SeatRef<'_>) -> Result<Observation> {
        let inner = self.lock();
        let seat = inner.game.seat(seat)?;
        inner.state.observe_seat(seat)
    }

    /// Returns a number that grows with each change.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.lock().revision
    }
}
