//! What each seat was told, numbered for that seat alone.
//!
//! A number that all seats shared would show a seat that another one was told
//! something, so each seat counts its own. Events are kept as JSON texts, which
//! seats that were told the same share: a server has thousands of tables.

use std::borrow::Cow;
use std::sync::Arc;

use contract::error::{Error, Result};
use contract::game::Seat;
use contract::value::{Dict, Value};

/// The logs of all seats.
#[derive(Clone, Debug, Default)]
pub(super) struct Logs {
    seats: Vec<Vec<Arc<str>>>,
}

impl Logs {
    pub(super) fn new(seats: usize) -> Self {
        Self {
            seats: vec![Vec::new(); seats],
        }
    }

    /// Tells a seat something.
    pub(super) fn tell(&mut self, seat: Seat, event: &Value) {
        if let Some(log) = self.seats.get_mut(seat.index()) {
            log.push(event.to_string().into());
        }
    }

    /// Tells everybody the same.
    pub(super) fn tell_all(&mut self, event: &Value) {
        let text: Arc<str> = event.to_string().into();
        for log in &mut self.seats {
            log.push(Arc::clone(&text));
        }
    }

    /// Tells each seat what is meant for it.
    pub(super) fn tell_each(&mut self, told: &[Vec<Value>]) {
        // In a game that hides nothing all are told the same.
        let (Some(first), rest) = (told.first(), told.get(1..).unwrap_or_default()) else {
            return;
        };
        if rest.iter().all(|other| other == first) {
            for event in first {
                self.tell_all(event);
            }
            return;
        }
        for (i, events) in told.iter().enumerate() {
            for event in events {
                self.tell(Seat(i as u8), event);
            }
        }
    }

    /// The number that a seat's next event will have.
    pub(super) fn next(&self, seat: Seat) -> usize {
        self.seats.get(seat.index()).map_or(0, Vec::len)
    }

    /// At most so many of a seat's events from a number on, each with its number in front.
    pub(super) fn since(&self, seat: Seat, since: usize, most: usize) -> Vec<Value> {
        let log = self.seats.get(seat.index()).map_or(&[][..], Vec::as_slice);
        log.iter()
            .enumerate()
            .skip(since)
            .take(most)
            .map(|(seq, text)| {
                let mut event = Dict::new();
                event.insert("seq".into(), seq.into());
                // The texts were written here or checked when they were read.
                if let Ok(Value::Object(fields)) = serde_json::from_str(text) {
                    event.extend(fields);
                }
                event.into()
            })
            .collect()
    }

    /// The texts, for saving.
    pub(super) fn texts(&self) -> Vec<Vec<Cow<'_, str>>> {
        let seats = self.seats.iter();
        seats
            .map(|log| log.iter().map(|text| Cow::Borrowed(&**text)).collect())
            .collect()
    }

    /// Reads what [`texts`](Self::texts) gave.
    pub(super) fn read(seats: Vec<Vec<Cow<'_, str>>>) -> Result<Self> {
        for text in seats.iter().flatten() {
            if !matches!(serde_json::from_str(text), Ok(Value::Object(_))) {
                return Err(Error::invalid_notation(
                    "saved table, logs: an event is no map",
                ));
            }
        }
        let log = |log: Vec<Cow<'_, str>>| log.into_iter().map(|text| Arc::from(&*text)).collect();
        Ok(Self {
            seats: seats.into_iter().map(log).collect(),
        })
    }
}
