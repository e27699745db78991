//! Clocks, driven by the host's time stamps and nothing else.
//!
//! Times are milliseconds of the host's own clock; only differences count. A
//! clock runs while its seat may act, or must wait with its clock running (see
//! [`Game::on_clock`](contract::game::Game::on_clock)). Of each turn the first `delay` milliseconds
//! are free (a simple delay), and each move gives `increment` back.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use contract::game::{Seat, Seats};

/// Time control of each seat, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TimeControl {
    /// At the start.
    pub base: u64,
    /// Added after each move.
    #[serde(default)]
    pub increment: u64,
    /// Free at the start of each turn.
    #[serde(default)]
    pub delay: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Face {
    /// Left when the turn began, or when the clock was stopped.
    left: u64,
    /// When the turn began, while the clock runs.
    since: Option<u64>,
    /// True once its flag has fallen and its seat plays on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    fallen: bool,
}

/// The clocks of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Clocks {
    control: TimeControl,
    faces: Vec<Face>,
}

impl Clocks {
    pub(super) fn new(control: TimeControl, seats: usize) -> Self {
        let face = Face {
            left: control.base,
            since: None,
            fallen: false,
        };
        Self {
            control,
            faces: vec![face; seats],
        }
    }

    /// Returns true if these are the clocks of a table with this number of seats and this time
    /// control.
    pub(super) fn fits(&self, seats: usize, control: Option<TimeControl>) -> bool {
        self.faces.len() == seats && control == Some(self.control)
    }

    /// When the flag of a running clock falls.
    fn falls(&self, face: &Face) -> Option<u64> {
        let since = face.since.filter(|_| !face.fallen)?;
        Some(
            since
                .saturating_add(self.control.delay)
                .saturating_add(face.left),
        )
    }

    /// Returns the time left on a seat's clock at an instant, in milliseconds.
    pub(super) fn left(&self, seat: Seat, now: u64) -> u64 {
        let Some(face) = self.faces.get(seat.index()) else {
            return 0;
        };
        match self.falls(face) {
            None => face.left,
            Some(falls) => face.left.min(falls.saturating_sub(now)),
        }
    }

    /// Returns the clocks of all seats at an instant, for bots.
    pub(super) fn all(&self, now: u64) -> Vec<contract::bot::Clock> {
        let seats = 0..self.faces.len();
        seats
            .map(|index| contract::bot::Clock {
                remaining: Duration::from_millis(self.left(Seat(index as u8), now)),
                increment: Duration::from_millis(self.control.increment),
                moves_to_go: None,
            })
            .collect()
    }

    /// The first instant up to `now` at which flags fall, and whose.
    pub(super) fn fallen(&self, now: u64) -> Option<(u64, Seats)> {
        let at = self
            .faces
            .iter()
            .filter_map(|f| self.falls(f))
            .filter(|t| *t <= now)
            .min()?;
        let seats = (0..self.faces.len())
            .filter(|i| self.falls(&self.faces[*i]) == Some(at))
            .map(|i| Seat(i as u8))
            .collect();
        Some((at, seats))
    }

    /// When the next flag falls if nobody moves.
    pub(super) fn next_fall(&self) -> Option<u64> {
        self.faces.iter().filter_map(|f| self.falls(f)).min()
    }

    /// Flags have fallen, and their seats play on: their clocks stay at nothing.
    pub(super) fn fall(&mut self, seats: Seats) {
        for seat in seats.iter() {
            if let Some(face) = self.faces.get_mut(seat.index()) {
                face.left = 0;
                face.fallen = true;
            }
        }
    }

    fn stop(&mut self, seat: Seat, now: u64) {
        let left = self.left(seat, now);
        if let Some(face) = self.faces.get_mut(seat.index()) {
            face.left = left;
            face.since = None;
        }
    }

    /// A seat has moved: its clock stops and gets its increment.
    pub(super) fn moved(&mut self, seat: Seat, now: u64) {
        self.stop(seat, now);
        let face = self.faces.get_mut(seat.index());
        if let Some(face) = face.filter(|face| !face.fallen) {
            face.left = face.left.saturating_add(self.control.increment);
        }
    }

    /// Lets the clocks of exactly these seats run.
    pub(super) fn run(&mut self, running: Seats, now: u64) {
        for i in 0..self.faces.len() {
            let seat = Seat(i as u8);
            let runs = self.faces[i].since.is_some();
            match (running.contains(seat), runs) {
                (true, false) => self.faces[i].since = Some(now),
                (false, true) => self.stop(seat, now),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTROL: TimeControl = TimeControl {
        base: 1_000,
        increment: 100,
        delay: 50,
    };
    const WHITE: Seat = Seat(0);
    const BLACK: Seat = Seat(1);

    #[test]
    fn delay_is_free_and_the_increment_comes_with_the_move() {
        let mut clocks = Clocks::new(CONTROL, 2);
        clocks.run(Seats::only(WHITE), 10_000);
        assert_eq!(clocks.left(WHITE, 10_040), 1_000);
        assert_eq!(clocks.left(WHITE, 10_250), 800);
        clocks.moved(WHITE, 10_250);
        clocks.run(Seats::only(BLACK), 10_250);
        assert_eq!(clocks.left(WHITE, 99_000), 900);
        assert_eq!(clocks.left(BLACK, 10_350), 950);
    }

    #[test]
    fn a_flag_falls_at_its_instant_however_late_one_looks() {
        let mut clocks = Clocks::new(CONTROL, 2);
        clocks.run(Seats::only(BLACK), 500);
        assert_eq!(clocks.next_fall(), Some(1_550));
        assert_eq!(clocks.fallen(1_549), None);
        assert_eq!(clocks.fallen(9_999), Some((1_550, Seats::only(BLACK))));
    }

    #[test]
    fn two_flags_can_fall_in_the_same_instant() {
        let mut clocks = Clocks::new(CONTROL, 2);
        clocks.run(Seats::first(2), 0);
        assert_eq!(clocks.fallen(2_000), Some((1_050, Seats::first(2))));
    }
}
