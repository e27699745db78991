//! Events of each seat, numbered for that seat alone.
//!
//! A number that all seats shared would show a seat that another one was told
//! something, so each seat counts its own. Seats that were told the same share the event:
//! a server has thousands of tables.

use std::borrow::Cow;
use std::sync::Arc;

use dynamic::{AnyEvent, DynEvent, SeatEvents};
use serde::Serialize;
use serde_json::value::RawValue;

use contract::error::{Error, Result};
use contract::game::{Seat, Seats};
use contract::value::{Dict, Value, to_value};

/// The logs of all seats.
#[derive(Clone, Debug, Default)]
pub(super) struct Logs {
    seats: Vec<Vec<AnyEvent>>,
}

/// An event out of a saved table, as it was written there.
#[derive(Debug, Serialize)]
#[serde(transparent)]
struct SavedEvent(Box<RawValue>);

impl Logs {
    pub(super) fn new(seats: usize) -> Self {
        Self {
            seats: vec![Vec::new(); seats],
        }
    }

    /// Tells a seat something.
    pub(super) fn tell(&mut self, seat: Seat, event: impl DynEvent) {
        self.tell_some(Seats::only(seat), event);
    }

    /// Tells some seats the same.
    pub(super) fn tell_some(&mut self, seats: Seats, event: impl DynEvent) {
        self.push(seats, &(Arc::new(event) as AnyEvent));
    }

    /// Tells everybody the same.
    pub(super) fn tell_all(&mut self, event: impl DynEvent) {
        self.tell_some(Seats::first(self.seats.len()), event);
    }

    /// Tells the seats of a move what is meant for them.
    pub(super) fn tell_move(&mut self, told: SeatEvents) {
        match told {
            SeatEvents::All(events) => {
                let all = Seats::first(self.seats.len());
                for event in &events {
                    self.push(all, event);
                }
            }
            SeatEvents::Each(seats) => {
                for (log, events) in self.seats.iter_mut().zip(seats) {
                    log.extend(events);
                }
            }
        }
    }

    fn push(&mut self, seats: Seats, event: &AnyEvent) {
        for (i, log) in self.seats.iter_mut().enumerate() {
            if seats.contains(Seat(i as u8)) {
                log.push(Arc::clone(event));
            }
        }
    }

    /// The number that a seat's next event will have.
    pub(super) fn next(&self, seat: Seat) -> usize {
        self.seats.get(seat.index()).map_or(0, Vec::len)
    }

    /// At most so many of a seat's events from a number on, each with its number in front.
    pub(super) fn since(&self, seat: Seat, since: usize, most: usize) -> Result<Vec<Value>> {
        let log = self.seats.get(seat.index()).map_or(&[][..], Vec::as_slice);
        let events = log.iter().enumerate().skip(since).take(most);
        events
            .map(|(seq, event)| match to_value(&**event)? {
                Value::Object(fields) => {
                    let seq = [("seq".to_owned(), seq.into())];
                    Ok(seq.into_iter().chain(fields).collect::<Dict>().into())
                }
                other => Err(Error::internal(format!("an event is no map: {other}"))),
            })
            .collect()
    }

    /// The events as texts, for saving.
    pub(super) fn texts(&self) -> Result<Vec<Vec<Cow<'_, str>>>> {
        let text = |event: &AnyEvent| {
            let text = serde_json::to_string(&**event);
            text.map(Cow::Owned)
                .map_err(|e| Error::internal(e.to_string()))
        };
        let seats = self.seats.iter();
        seats.map(|log| log.iter().map(text).collect()).collect()
    }

    /// Reads what [`texts`](Self::texts) gave.
    pub(super) fn read(seats: Vec<Vec<Cow<'_, str>>>) -> Result<Self> {
        let event = |text: Cow<'_, str>| {
            let wrong = || Error::invalid_notation("saved table, logs: an event is no map");
            let raw = RawValue::from_string(text.into_owned()).map_err(|_| wrong())?;
            if !raw.get().starts_with('{') {
                return Err(wrong());
            }
            Ok(Arc::new(SavedEvent(raw)) as AnyEvent)
        };
        let log = |log: Vec<Cow<'_, str>>| log.into_iter().map(event).collect();
        Ok(Self {
            seats: seats.into_iter().map(log).collect::<Result<_>>()?,
        })
    }
}
