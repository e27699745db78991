//! What a table shows: to a seat at any moment, to everybody after the end.

use serde_json::json;

use super::setup::Occupant;
use super::state::{SeatSlot, TableState};
use crate::host::seat_names;
use contract::error::{Error, Result};
use contract::game::Seat;
use contract::value::{Dict, Value};

/// Under which name a view has what the table adds to what the game shows a seat; no
/// game shows anything under it. `seat`, `outcome`, `live` and `to_move` are the same
/// thing in both, of which the table knows more: a resignation, a flag.
pub(super) const TABLE: &str = "table";

/// How many events, moves or thoughts are given at a time, so that no call takes long.
const MOST: usize = 1_000;

impl TableState {
    /// The moves that a seat may try now.
    pub(super) fn candidates(&self, seat: Seat) -> Result<Value> {
        if self.ended.is_some() {
            return Ok(json!([]));
        }
        Ok(json!(self.state.observe_seat(seat)?.candidates()?))
    }

    /// A seat's events from a number on, as many as are given at a time, the number from
    /// which to go on, and whether there are more already.
    pub(super) fn events(&self, seat: Seat, since: usize) -> Value {
        let end = self.logs.next(seat);
        let since = since.min(end);
        let next = since.saturating_add(MOST).min(end);
        json!({
            "since": since,
            "next": next,
            "more": next < end,
            "events": self.logs.since(seat, since, MOST),
        })
    }

    /// The whole game, after its end and not before: of the moves and of each seat's events
    /// and thoughts those from a number on, as many as are given at a time.
    pub(super) fn reveal(&self, since: usize) -> Result<Value> {
        if self.ended.is_none() {
            return Err(Error::hidden_information(
                "the game is revealed when it has ended",
            ));
        }
        let steps = self.line.steps();
        let ends = self.places.iter().enumerate().map(|(i, place)| {
            let told = self.logs.next(Seat(i as u8));
            told.max(place.thoughts.len())
        });
        let end = ends.max().unwrap_or(0).max(steps.len());
        let since = since.min(end);
        let next = since.saturating_add(MOST).min(end);
        let moves: Vec<_> = steps
            .iter()
            .skip(since)
            .take(MOST)
            .map(|s| json!({ "seat": self.name(s.seat), "move": s.text, "at": s.at }))
            .collect();
        let seats: Vec<_> = self
            .places
            .iter()
            .enumerate()
            .map(|(i, place)| {
                let seat = Seat(i as u8);
                json!({
                    "seat": self.name(seat),
                    "occupant": place.occupant.word(),
                    "events": self.logs.since(seat, since, MOST),
                    "thoughts": thoughts(place, since),
                })
            })
            .collect();
        Ok(json!({
            "game": self.game.name(),
            "options": self.game.options(),
            "since": since,
            "next": next,
            "more": next < end,
            "start": self.start.notation()?,
            "moves": moves,
            "notation": self.state.notation()?,
            "outcome": self.ended.map(|o| o.named(self.game.seats())),
            "seats": seats,
        }))
    }

    /// What a seat sees of the table.
    pub(super) fn view(&self, seat: Seat) -> Result<Value> {
        let mut out = Dict::new();
        out.insert("seat".into(), self.name(seat).into());
        if let Value::Object(seen) = self.state.describe_for(seat)? {
            out.extend(seen);
        }
        if !self.game.hidden() {
            let live = self.live();
            out.insert("live".into(), json!(seat_names(&self.game, live)));
            let single = live.single().map(|s| self.name(s));
            out.insert("to_move".into(), json!(single));
        }
        // The table's end stands before that of the rules alone.
        out.insert(
            "outcome".into(),
            json!(self.ended.map(|o| o.named(self.game.seats()))),
        );
        let of = seat;
        let players: Vec<_> = self
            .places
            .iter()
            .enumerate()
            .map(|(i, place)| {
                let seat = Seat(i as u8);
                json!({
                    "seat": self.name(seat),
                    "occupant": place.occupant.word(),
                    "bot": match &place.occupant {
                        Occupant::Bot(bot) => Some(bot.bot.name()),
                        _ => None,
                    },
                    "name": self.called(seat, &place.occupant),
                    "connected": place.gone.is_none(),
                    "clock": self
                        .clocks
                        .as_ref()
                        .filter(|_| seat == of || !self.game.hides_turns())
                        .map(|c| c.left(seat, self.now)),
                })
            })
            .collect();
        let status = if self.ended.is_some() {
            "ended"
        } else {
            "playing"
        };
        let offer = self.draw.map(|(by, _)| self.name(by));
        let table = json!({
            "status": status,
            "players": players,
            "draw_offer": offer,
            "next_seq": self.logs.next(seat),
        });
        // What the game shows is never written over.
        if out.insert(TABLE.into(), table).is_some() {
            return Err(Error::internal(format!(
                "{} shows something under {TABLE}, which is the table's",
                self.game.name()
            )));
        }
        Ok(out.into())
    }
}

/// What a seat's bot thought from a number on, in plain values.
fn thoughts(place: &SeatSlot, since: usize) -> Vec<Value> {
    let texts = place.thoughts.iter().skip(since).take(MOST);
    texts
        .map(|text| serde_json::from_str(text).unwrap_or_default())
        .collect()
}
