//! Calls of a server: those that it passes on for a seat, and what it has to publish.

use super::calls::CALLS;
use super::log::Feed;
use super::{EventsAnswer, Table};
use crate::host::{SeatRef, guard};
use contract::arguments::WholeNumber;
use contract::error::{Error, Result, quoted};
use contract::game::Seat;
use contract::value::{Dict, Value};

/// The calls that a seat may make by itself, through a server that knows who sits there. The rest
/// of [`CALLS`] are the host's, as are `seat` and `now` of these.
pub const SEAT_CALLS: &[&str] = &[
    "commit",
    "resign",
    "offer_draw",
    "respond_draw",
    "claim_draw",
    "message",
    "undo",
    "propose_edit",
    "moves",
    "view",
    "candidates",
    "events",
];

/// The time of a call, by the host's clock in milliseconds.
pub const NOW: WholeNumber = WholeNumber {
    doc: "the time by the host's clock, in milliseconds",
    name: "now",
    least: 0,
    most: u64::MAX,
    default: None,
};

/// New events of a seat or of spectators.
#[derive(Clone, Debug, PartialEq)]
pub struct FeedNews {
    /// The place of the feed in what was asked for.
    pub feed: usize,
    /// The events.
    pub told: EventsAnswer,
}

/// The duties of a server after a change: publish, and look again.
#[derive(Clone, Debug, PartialEq)]
pub struct TableNews {
    /// A number that grows with each change.
    pub revision: u64,
    /// True if the game has ended.
    pub ended: bool,
    /// When something happens by itself, by the host's clock in milliseconds.
    pub next: Option<u64>,
    /// The seats whose bots are asked something, each with the number of its question.
    pub asked: Vec<(Seat, u64)>,
    /// The feeds that have new events.
    pub feeds: Vec<FeedNews>,
}

impl Table {
    /// Makes a call for the client of a seat: one of [`SEAT_CALLS`], by the seat that the server
    /// says, with arguments that the client sends.
    ///
    /// # Errors
    ///
    /// `unsupported` for another call; `invalid_option` for an argument that the call does not
    /// have, or that is the server's, which are `seat` and `now`; and as [`call`](Self::call).
    pub fn seat_call(
        &self,
        seat: SeatRef<'_>,
        name: &str,
        payload: &Dict,
        now: Option<u64>,
    ) -> Result<Value> {
        self.call(name, &self.seat_arguments(seat, name, payload, now)?)
    }

    /// The arguments of [`call`](Self::call) for what [`seat_call`](Self::seat_call) is given.
    ///
    /// # Errors
    ///
    /// As there, but for what the call itself answers.
    pub fn seat_arguments(
        &self,
        seat: SeatRef<'_>,
        name: &str,
        payload: &Dict,
        now: Option<u64>,
    ) -> Result<Dict> {
        let known = CALLS.iter().find(|call| call.name == name);
        let Some(call) = known.filter(|call| SEAT_CALLS.contains(&call.name)) else {
            return Err(Error::unsupported(format!(
                "a seat has no call {}: there are {}",
                quoted(name),
                SEAT_CALLS.join(", ")
            )));
        };
        let takes = || call.takes.iter().map(|argument| argument.name);
        for key in payload.keys().map(String::as_str) {
            if matches!(key, "seat" | "now") {
                return Err(Error::invalid_option(format!(
                    "{name}: {key} is for the server to say"
                )));
            }
            if !takes().any(|taken| taken == key) {
                let taken: Vec<_> = takes().filter(|taken| *taken != "seat").collect();
                let taken = match taken[..] {
                    [] => "nothing".to_owned(),
                    _ => taken.join(", "),
                };
                return Err(Error::invalid_option(format!(
                    "{name} has no argument {}: a seat gives {taken}",
                    quoted(key)
                )));
            }
        }
        let mut arguments = payload.clone();
        let seat = self.game().seat(seat)?;
        arguments.insert("seat".to_owned(), seat.index().into());
        if let Some(now) = now {
            arguments.insert("now".to_owned(), now.into());
        }
        Ok(arguments)
    }

    /// Takes note of the time, and gives what is new. `since` has the number of the next event of
    /// each seat and, after the seats, of spectators, if they are wanted; at most 1000 of each come
    /// at a time.
    ///
    /// # Errors
    ///
    /// `internal` for an event that cannot be written.
    pub fn news(&self, now: Option<u64>, since: &[usize]) -> Result<TableNews> {
        guard(|| {
            self.change(now, |inner| {
                let mut feeds = Vec::new();
                for (place, since) in since.iter().enumerate() {
                    let feed = match place < inner.game.seats().len() {
                        true => Feed::Seat(Seat(place as u8)),
                        false => inner.spectators(),
                    };
                    if *since < inner.logs.end(feed) {
                        let told = inner.events(feed, *since)?;
                        feeds.push(FeedNews { feed: place, told });
                    }
                }
                let places = inner.places.iter().enumerate();
                let asked = places.filter_map(|(seat, place)| {
                    let asked = place.asked.as_ref()?;
                    Some((Seat(seat as u8), asked.id))
                });
                let asked = asked.collect();
                Ok(TableNews {
                    asked,
                    revision: inner.revision,
                    ended: inner.ended.is_some(),
                    next: inner.next_due(),
                    feeds,
                })
            })
        })
    }

    /// Returns true if [`news`](Self::news) may take more than a millisecond; see
    /// [`is_long`](Self::is_long).
    #[must_use]
    pub fn has_much_news(&self, since: &[usize]) -> bool {
        const MANY: usize = 100;
        let Some(inner) = self.try_lock() else {
            return true;
        };
        let seats = (0..inner.game.seats().len()).map(|seat| Feed::Seat(Seat(seat as u8)));
        let feeds = seats.chain([inner.spectators()]).zip(since);
        let new = feeds.map(|(feed, since)| inner.logs.end(feed).saturating_sub(*since));
        inner.game.slow() || new.sum::<usize>() > MANY
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::start;
    use contract::error::ErrorKind;
    use serde_json::json;

    fn dict(value: Value) -> Dict {
        value.as_object().cloned().unwrap_or_default()
    }

    fn table(game: &str) -> Table {
        let state = start(game, &Dict::new()).expect("starts");
        Table::from_values(&state, &Dict::new(), &Dict::new()).expect("is a table")
    }

    #[test]
    fn calls_of_seats_are_calls_that_take_a_seat() {
        for name in SEAT_CALLS {
            let call = CALLS.iter().find(|call| call.name == *name);
            let takes = call.expect("exists").takes;
            assert!(
                takes.iter().any(|argument| argument.name == "seat"),
                "{name}"
            );
        }
    }

    #[test]
    fn a_client_plays_by_its_own_seat_alone() {
        let table = table("chess");
        let white = SeatRef::Index(0);
        let made = table.seat_call(white, "commit", &dict(json!({"move": "e2e4"})), Some(5));
        assert_eq!(made.expect("is legal")["ended"], false);
        for (name, payload, kind, says) in [
            (
                "commit",
                json!({"move": "e7e5", "seat": "black"}),
                ErrorKind::InvalidOption,
                "seat is",
            ),
            (
                "resign",
                json!({"now": 9}),
                ErrorKind::InvalidOption,
                "now is",
            ),
            (
                "resign",
                json!({"why": 1}),
                ErrorKind::InvalidOption,
                "gives nothing",
            ),
            (
                "view",
                json!({"style": 1}),
                ErrorKind::InvalidOption,
                "gives since",
            ),
            ("save", json!({}), ErrorKind::Unsupported, "no call"),
            ("take_over", json!({}), ErrorKind::Unsupported, "no call"),
            ("dance", json!({}), ErrorKind::Unsupported, "no call"),
            (
                "commit",
                json!({"move": "e2e4"}),
                ErrorKind::NotYourTurn,
                "",
            ),
        ] {
            let error = table
                .seat_call(white, name, &dict(payload), None)
                .expect_err(name);
            assert_eq!(error.kind(), kind, "{name}: {error}");
            assert!(error.message().contains(says), "{error}");
        }
        let nobody = table.seat_call(SeatRef::Index(7), "view", &Dict::new(), None);
        assert_eq!(
            nobody.expect_err("no seat").kind(),
            ErrorKind::InvalidOption
        );
    }

    #[test]
    fn news_are_the_events_of_each_feed_once() {
        let table = table("chess");
        let first = table.news(Some(1), &[0, 0, 0]).expect("is told");
        let mut since = [0, 0, 0];
        for news in &first.feeds {
            since[news.feed] = news.told.next;
        }
        assert!(table.news(None, &since).expect("is told").feeds.is_empty());
        let play = dict(json!({"move": "e2e4"}));
        table
            .seat_call(SeatRef::Index(0), "commit", &play, None)
            .expect("is legal");
        let then = table.news(None, &since).expect("is told");
        assert!(then.revision > first.revision && !then.ended && then.asked.is_empty());
        let places: Vec<_> = then.feeds.iter().map(|news| news.feed).collect();
        assert_eq!(places, [0, 1, 2]);
        for news in then.feeds {
            let events = table.call(
                "events",
                &dict(json!({"seat": 0, "since": since[news.feed]})),
            );
            assert_eq!(
                news.told.events[0]["kind"],
                events.expect("are told")["events"][0]["kind"]
            );
        }
    }

    #[test]
    fn spectators_of_a_hidden_game_have_no_news_before_its_end() {
        let table = table("blind");
        let play = dict(json!({"move": "e2e4"}));
        table
            .seat_call(SeatRef::Index(0), "commit", &play, None)
            .expect("is legal");
        let feeds = |table: &Table| {
            let news = table.news(None, &[0, 0, 0]).expect("is told");
            news.feeds.iter().map(|news| news.feed).collect::<Vec<_>>()
        };
        assert!(!feeds(&table).contains(&2));
        table
            .seat_call(SeatRef::Index(0), "resign", &Dict::new(), None)
            .expect("resigns");
        assert!(feeds(&table).contains(&2));
    }
}
