//! What each seat was told, numbered for that seat alone.
//!
//! A number that all seats shared would show a seat that another one was told
//! something, so each seat counts its own.

use serde::{Deserialize, Serialize};

use crate::game::Seat;
use crate::value::{Dict, Value};

/// The logs of all seats.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Logs {
    seats: Vec<Vec<Value>>,
}

impl Logs {
    pub(super) fn new(seats: usize) -> Self {
        Self {
            seats: vec![Vec::new(); seats],
        }
    }

    pub(super) fn count(&self) -> usize {
        self.seats.len()
    }

    /// Tells a seat something; the number is put first.
    pub(super) fn tell(&mut self, seat: Seat, event: Value) {
        let Some(log) = self.seats.get_mut(seat.index()) else {
            return;
        };
        let mut numbered = Dict::new();
        numbered.insert("seq".into(), log.len().into());
        match event {
            Value::Object(event) => numbered.extend(event),
            other => {
                numbered.insert("kind".into(), other);
            }
        }
        log.push(numbered.into());
    }

    /// Tells everybody the same.
    pub(super) fn tell_all(&mut self, event: &Value) {
        for i in 0..self.seats.len() {
            self.tell(Seat(i as u8), event.clone());
        }
    }

    /// The number that a seat's next event will have.
    pub(super) fn next(&self, seat: Seat) -> usize {
        self.seats.get(seat.index()).map_or(0, Vec::len)
    }

    /// A seat's events from a number on.
    pub(super) fn since(&self, seat: Seat, since: usize) -> &[Value] {
        self.seats
            .get(seat.index())
            .and_then(|log| log.get(since..))
            .unwrap_or_default()
    }
}
