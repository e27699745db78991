//! What a table shows: to a seat at any moment, to everybody after the end.

use serde_json::json;

use super::inner::{Inner, Place};
use super::setup::Occupant;
use crate::error::{Error, Result};
use crate::game::Seat;
use crate::rim::seat_names;
use crate::value::{Dict, Value};

/// What a table adds to what the game shows a seat; no game has anything under these
/// names. `seat`, `outcome`, `live` and `to_move` are the same thing in both, of which
/// the table knows more: a resignation, a flag.
pub(super) const TABLE_KEYS: [&str; 4] = ["status", "occupants", "draw_offer", "next_seq"];

impl Inner {
    /// The moves that a seat may try now.
    pub(super) fn candidates(&self, seat: Seat) -> Result<Value> {
        if self.ended.is_some() {
            return Ok(json!([]));
        }
        Ok(json!(self.state.observe_seat(seat)?.candidates()?))
    }

    /// A seat's events from a number on, and the number of the next.
    pub(super) fn events(&self, seat: Seat, since: usize) -> Value {
        json!({
            "since": since.min(self.logs.next(seat)),
            "next": self.logs.next(seat),
            "events": self.logs.since(seat, since),
        })
    }

    /// The whole game, after its end and not before.
    pub(super) fn reveal(&self) -> Result<Value> {
        if self.ended.is_none() {
            return Err(Error::hidden_information(
                "the game is revealed when it has ended",
            ));
        }
        let moves: Vec<_> = self
            .line
            .steps()
            .iter()
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
                    "events": self.logs.since(seat, 0),
                    "thoughts": thoughts(place),
                })
            })
            .collect();
        Ok(json!({
            "game": self.game.name(),
            "options": self.game.options(),
            "start": self.start.notation()?,
            "moves": moves,
            "notation": self.state.notation()?,
            "outcome": self.ended.map(|o| o.describe(self.game.seats())),
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
            json!(self.ended.map(|o| o.describe(self.game.seats()))),
        );
        let occupants: Vec<_> = self
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
                    "clock": self.clocks.as_ref().map(|c| c.left(seat, self.now)),
                })
            })
            .collect();
        let status = if self.ended.is_some() {
            "ended"
        } else {
            "playing"
        };
        let [status_key, occupants_key, offer_key, seq_key] = TABLE_KEYS;
        let offer = self.draw.map(|(by, _)| self.name(by));
        for (key, value) in [
            (status_key, status.into()),
            (occupants_key, occupants.into()),
            (offer_key, json!(offer)),
            (seq_key, self.logs.next(seat).into()),
        ] {
            // What the game shows is never written over.
            if out.insert(key.into(), value).is_some() {
                return Err(Error::internal(format!(
                    "{} shows something under {key}, which is the table's",
                    self.game.name()
                )));
            }
        }
        Ok(out.into())
    }
}

/// What a seat's bot thought, in plain values.
fn thoughts(place: &Place) -> Vec<Value> {
    let texts = place.thoughts.iter();
    texts
        .map(|text| serde_json::from_str(text).unwrap_or_default())
        .collect()
}
