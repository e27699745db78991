//! Readers of events, part by part: what a host pushes to clients as it happens.

use std::sync::{Mutex, PoisonError};

use super::answers::EventsAnswer;
use super::log::Feed;
use super::setup::number;
use super::{Table, WeakTable, seat_of};
use contract::error::{Error, Result, quoted};
use contract::game::Seat;
use contract::value::{Dict, quoted_value};

/// Receiver of events.
#[derive(Clone, Copy, Debug)]
enum Reader {
    Seat(Seat),
    Spectators,
    Referee,
}

/// The events of a seat, of spectators or of the referee, each taken once, in order. It does
/// not keep its table.
#[derive(Debug)]
pub struct Follower {
    table: WeakTable,
    reader: Reader,
    next: Mutex<usize>,
}

impl Follower {
    /// Begins to follow a table. `args` are `seat`, or `feed` with `spectators` or `referee`,
    /// and `since`, the number of the first event (0 if not given).
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming the argument.
    pub fn new(table: &Table, args: &Dict) -> Result<Self> {
        let names = ["seat", "feed", "since"];
        if let Some(key) = args.keys().find(|key| !names.contains(&key.as_str())) {
            return Err(Error::invalid_option(format!(
                "listen has no argument {}: it takes {}",
                quoted(key),
                names.join(", ")
            )));
        }
        let given = |name: &str| args.get(name).filter(|value| !value.is_null());
        let reader = match (given("seat"), given("feed")) {
            (Some(_), None) => Reader::Seat(seat_of(&table.game(), args)?),
            (None, Some(feed)) => match feed.as_str() {
                Some("spectators") => Reader::Spectators,
                Some("referee") => Reader::Referee,
                _ => {
                    let got = quoted_value(feed);
                    return Err(Error::invalid_option(format!(
                        "feed: takes spectators or referee, not {got}"
                    )));
                }
            },
            (Some(_), Some(_)) => {
                return Err(Error::invalid_option(
                    "feed: is given beside a seat, which has events of its own",
                ));
            }
            (None, None) => {
                return Err(Error::invalid_option(
                    "listen: takes a seat, or a feed, whose events are told",
                ));
            }
        };
        let since = given("since").map_or(Ok(0), |value| number("since", value))?;
        Ok(Self {
            table: table.downgrade(),
            reader,
            next: Mutex::new(usize::try_from(since).unwrap_or(usize::MAX)),
        })
    }

    /// Takes what was not taken yet, at most 1000 events; nothing where there is none, or the
    /// table is gone.
    ///
    /// # Errors
    ///
    /// `internal` for an event that cannot be written.
    pub fn take(&self) -> Result<Option<EventsAnswer>> {
        let mut told = None;
        self.hand_on(|answer| told = Some(answer))?;
        Ok(told)
    }

    /// As [`take`](Self::take), handing on what is taken before anybody else takes more, so
    /// that the order holds whatever thread takes. Says whether there was anything.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn hand_on(&self, to: impl FnOnce(EventsAnswer)) -> Result<bool> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(table) = self.table.upgrade() else {
            return Ok(false);
        };
        let answer = {
            let inner = table.lock();
            let feed = match self.reader {
                Reader::Seat(seat) => Feed::Seat(seat),
                Reader::Spectators => inner.spectators(),
                Reader::Referee => Feed::Referee,
            };
            // A number of a later day waits for it.
            if *next >= inner.logs.end(feed) {
                return Ok(false);
            }
            inner.events(feed, *next)?
        };
        *next = answer.next;
        to(answer);
        Ok(true)
    }
}

/// Reads the arguments of a listener: none of them for one that is told of changes alone.
///
/// # Errors
///
/// As [`Follower::new`].
pub fn followed(table: &Table, args: &Dict) -> Result<Option<Follower>> {
    match args.values().all(|value| value.is_null()) {
        true => Ok(None),
        false => Follower::new(table, args).map(Some),
    }
}
