//! Everything that a table tells, in order, and what of it each seat is told, numbered for that
//! seat alone.
//!
//! A number that all seats shared would show a seat that another one was told
//! something, so each seat counts its own. An event is kept once, whoever hears it:
//! a server has thousands of tables.

use std::borrow::Cow;
use std::sync::Arc;

use dynamic::{AnyEvent, DynEvent, SeatEvents};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use contract::error::{Error, Result};
use contract::game::{Seat, Seats};
use contract::value::{Dict, Value, to_value};

/// An event, and who hears of it.
#[derive(Clone, Debug)]
struct Entry {
    event: AnyEvent,
    /// The seats that hear of it at once.
    to: Seats,
    /// True if spectators are told of it, whenever that is.
    public: bool,
    /// The number of moves made before it was told, those that were taken back included, so
    /// that it never falls.
    made: u32,
}

/// The logs of all seats, of spectators, and of the referee.
#[derive(Clone, Debug, Default)]
pub(super) struct Logs {
    entries: Vec<Entry>,
    /// For each seat the numbers of the entries that it was told.
    seats: Vec<Vec<u32>>,
    /// The numbers of the entries for spectators.
    public: Vec<u32>,
    made: u32,
}

/// An event out of a saved table, as it was written there.
#[derive(Debug, Serialize)]
#[serde(transparent)]
struct SavedEvent(Box<RawValue>);

/// An entry of a saved table: the set of seats, true for spectators, the moves made before, the
/// event.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedEntry<'a>(u16, bool, u32, Cow<'a, str>);

/// A log out of which events are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feed {
    /// The events of a seat.
    Seat(Seat),
    /// The events of spectators, as far as so many of its events are theirs by now.
    Spectators {
        /// The number of events.
        until: usize,
        /// True if they are told which seats heard of each.
        hears: bool,
    },
    /// Everything, each event with the seats that heard of it.
    Referee,
}

impl Logs {
    pub(super) fn new(seats: usize) -> Self {
        Self {
            seats: vec![Vec::new(); seats],
            ..Self::default()
        }
    }

    /// Tells a seat something.
    pub(super) fn tell(&mut self, seat: Seat, event: impl DynEvent) {
        self.tell_some(Seats::only(seat), event);
    }

    /// Tells some seats the same, and spectators nothing.
    pub(super) fn tell_some(&mut self, seats: Seats, event: impl DynEvent) {
        self.push(seats, false, Arc::new(event));
    }

    /// Tells a seat something, and spectators when they may know.
    pub(super) fn tell_openly(&mut self, seat: Seat, event: impl DynEvent) {
        self.push(Seats::only(seat), true, Arc::new(event));
    }

    /// Tells everybody the same.
    pub(super) fn tell_all(&mut self, event: impl DynEvent) {
        self.push(self.all(), true, Arc::new(event));
    }

    /// Tells the referee, and spectators when they may know.
    pub(super) fn tell_referee(&mut self, event: impl DynEvent) {
        self.push(Seats::NONE, true, Arc::new(event));
    }

    /// Tells the seats of a move what is meant for them.
    pub(super) fn tell_move(&mut self, told: SeatEvents) {
        match told {
            SeatEvents::All(events) => {
                for event in events {
                    self.push(self.all(), true, event);
                }
            }
            SeatEvents::Each(seats) => {
                // What several seats are told alike stands once.
                let mut told: Vec<(String, AnyEvent, Seats)> = Vec::new();
                for (i, events) in seats.into_iter().enumerate() {
                    let (seat, mut from) = (Seat(i as u8), 0);
                    for event in events {
                        // One that cannot be written is equal to none.
                        let text = serde_json::to_string(&*event).unwrap_or_default();
                        let alike =
                            |(other, ..): &(String, _, _)| !text.is_empty() && *other == text;
                        match told[from..].iter().position(alike) {
                            Some(at) => {
                                told[from + at].2 = told[from + at].2.with(seat);
                                from += at + 1;
                            }
                            None => {
                                told.insert(from, (text, event, Seats::only(seat)));
                                from += 1;
                            }
                        }
                    }
                }
                for (_, event, to) in told {
                    self.push(to, true, event);
                }
            }
        }
    }

    /// Counts a move, whose events are told after that.
    pub(super) const fn count_move(&mut self) {
        self.made += 1;
    }

    /// Takes note that at least so many moves were made.
    pub(super) fn made_at_least(&mut self, moves: usize) {
        self.made = self.made.max(u32::try_from(moves).unwrap_or(u32::MAX));
    }

    const fn all(&self) -> Seats {
        Seats::first(self.seats.len())
    }

    fn push(&mut self, to: Seats, public: bool, event: AnyEvent) {
        let number = self.entries.len() as u32;
        for (i, log) in self.seats.iter_mut().enumerate() {
            if to.contains(Seat(i as u8)) {
                log.push(number);
            }
        }
        if public {
            self.public.push(number);
        }
        let made = self.made;
        self.entries.push(Entry {
            event,
            to,
            public,
            made,
        });
    }

    /// The number of events for spectators that were told at least so many moves ago.
    pub(super) fn public_before(&self, moves: u64) -> usize {
        let entry = |number: &u32| &self.entries[*number as usize];
        let old = |number: &u32| u64::from(entry(number).made) + moves <= u64::from(self.made);
        self.public.partition_point(old)
    }

    /// The number of all events for spectators.
    pub(super) const fn public(&self) -> usize {
        self.public.len()
    }

    /// The number that a seat's next event will have.
    pub(super) fn next(&self, seat: Seat) -> usize {
        self.end(Feed::Seat(seat))
    }

    /// The number that the next event of a feed will have.
    pub(super) fn end(&self, feed: Feed) -> usize {
        match feed {
            Feed::Seat(seat) => self.seats.get(seat.index()).map_or(0, Vec::len),
            Feed::Spectators { until, .. } => until.min(self.public.len()),
            Feed::Referee => self.entries.len(),
        }
    }

    /// At most so many of a feed's events from a number on, each with its number in front, if
    /// `counts` the number of moves made by then, and, for who is told so, the names of the
    /// seats that heard of it.
    pub(super) fn since(
        &self,
        feed: Feed,
        since: usize,
        most: usize,
        (names, counts): (&[String], bool),
    ) -> Result<Vec<Value>> {
        let until = self.end(feed).min(since.saturating_add(most));
        let events = (since..until).map(|seq| {
            let entry = match feed {
                Feed::Seat(seat) => &self.entries[self.seats[seat.index()][seq] as usize],
                Feed::Spectators { .. } => &self.entries[self.public[seq] as usize],
                Feed::Referee => &self.entries[seq],
            };
            let Value::Object(fields) = to_value(&*entry.event)? else {
                return Err(Error::internal("an event is no map"));
            };
            let mut event = Dict::from_iter([("seq".to_owned(), seq.into())]);
            if counts {
                event.insert("ply".to_owned(), entry.made.into());
            }
            if matches!(feed, Feed::Referee | Feed::Spectators { hears: true, .. }) {
                let named = entry.to.iter().filter_map(|seat| names.get(seat.index()));
                event.insert("heard_by".to_owned(), named.cloned().collect());
            }
            event.extend(fields);
            Ok(event.into())
        });
        events.collect()
    }

    /// The entries from a number on, for saving.
    pub(super) fn saved(&self, from: usize) -> Result<Vec<SavedEntry<'_>>> {
        let entry = |entry: &Entry| {
            let text = serde_json::to_string(&*entry.event);
            let text = text.map_err(|e| Error::internal(e.to_string()))?;
            let to = entry.to.iter().fold(0, |set, seat| set | 1 << seat.index());
            Ok(SavedEntry(to, entry.public, entry.made, text.into()))
        };
        self.entries[from..].iter().map(entry).collect()
    }

    /// Reads what [`saved`](Self::saved) gave, for so many seats.
    pub(super) fn read(seats: usize, saved: Vec<SavedEntry<'_>>) -> Result<Self> {
        let mut logs = Self::new(seats);
        for SavedEntry(to, public, made, text) in saved {
            if u32::from(to) >> seats != 0 {
                return Err(wrong("an event is for a seat that there is not"));
            }
            if made < logs.made {
                return Err(wrong("the number of moves made falls"));
            }
            let hears = |seat: &Seat| u32::from(to) >> seat.index() & 1 == 1;
            let seats = (0..seats as u8).map(Seat).filter(hears).collect();
            logs.made = made;
            logs.push(seats, public, read(text)?);
        }
        Ok(logs)
    }

    /// Reads the logs of a table saved in version 1, which had one for each seat. Spectators
    /// are told of nothing in them, and the moves made before each are not known: 0.
    pub(super) fn read_each(seats: Vec<Vec<Cow<'_, str>>>) -> Result<Self> {
        let mut logs = Self::new(seats.len());
        for (i, log) in seats.into_iter().enumerate() {
            for text in log {
                logs.push(Seats::only(Seat(i as u8)), false, read(text)?);
            }
        }
        Ok(logs)
    }
}

fn wrong(what: &str) -> Error {
    Error::invalid_notation(format!("saved table, logs: {what}"))
}

fn read(text: Cow<'_, str>) -> Result<AnyEvent> {
    let raw = RawValue::from_string(text.into_owned()).map_err(|_| wrong("an event is no map"))?;
    if !raw.get().starts_with('{') {
        return Err(wrong("an event is no map"));
    }
    Ok(Arc::new(SavedEvent(raw)))
}
