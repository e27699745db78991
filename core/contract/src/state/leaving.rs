//! Seats that leave a game which goes on without them.
//!
//! Leaving is no move: it counts no ply and leaves the keys of the history as they are. A state
//! notes after how many plies who left, why, and the record that it left for the views.

use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use super::saved::wrong;
use super::{Origin, State};
use crate::error::{Error, Result, quoted};
use crate::game::{Game, LEAVE_REASONS, Outcome, Seat, Seats};
use crate::value::{Value, to_value};

/// Seats that left a game at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure<R> {
    /// Number of plies before it.
    pub ply: usize,
    /// The seats.
    pub seats: Seats,
    /// The reason, one of [`LEAVE_REASONS`].
    pub reason: &'static str,
    /// The record for the views.
    pub record: R,
    /// True if the position that it led to ended the game.
    ended: bool,
}

/// The departures of a state, in order, shared by the states after them. A single pointer: every
/// state that is kept has one.
#[derive(Debug)]
pub(super) struct Departures<R>(Option<Arc<Vec<Departure<R>>>>);

impl<R> Clone for Departures<R> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<R> Departures<R> {
    /// None.
    pub(super) const NONE: Self = Self(None);

    fn list(&self) -> &[Departure<R>] {
        self.0.as_deref().map_or(&[], Vec::as_slice)
    }

    fn of(list: Vec<Departure<R>>) -> Self {
        Self((!list.is_empty()).then(|| Arc::new(list)))
    }

    /// Returns the outcome of a position after so many plies: a win by the reason for which the
    /// last seat left where that brought it about, or a draw because `nobody` is left in the
    /// game; a draw without those who left before.
    pub(super) fn ended(&self, ply: usize, outcome: Outcome, nobody: bool) -> Outcome {
        let last = self.list().last();
        let last = last.filter(|last| last.ply == ply && last.ended);
        if outcome.is_draw() {
            // Who left last did so together with the end.
            let before = self.list().len() - usize::from(last.is_some());
            let left = self.list()[..before].iter();
            let out = left.flat_map(|left| left.seats.iter());
            let drawn = outcome.without(outcome.out.iter().chain(out).collect());
            return match last {
                Some(last) if nobody => drawn.by(last.reason),
                _ => drawn,
            };
        }
        last.map_or(outcome, |last| outcome.by(last.reason))
    }
}

impl<R: Clone + Default + PartialEq> Departures<R> {
    /// Returns those up to a ply.
    pub(super) fn until(&self, ply: usize) -> Self {
        match self.list().last() {
            Some(last) if last.ply > ply => {
                let earlier = self.list().iter().filter(|left| left.ply <= ply);
                Self::of(earlier.cloned().collect())
            }
            _ => self.clone(),
        }
    }

    /// Returns the same as those before a position that was changed from outside, which they did
    /// not lead to.
    pub(super) fn of_before(&self) -> Self {
        let departures = self.list().iter().cloned();
        let before = departures.map(|left| Departure {
            ended: false,
            ..left
        });
        Self::of(before.collect())
    }

    /// Returns true if the same was left for the views at the same plies.
    pub(super) fn same(&self, other: &Self) -> bool {
        fn told<R: Default + PartialEq>(of: &Departures<R>) -> impl Iterator<Item = (usize, &R)> {
            let records = of.list().iter().map(|left| (left.ply, &left.record));
            records.filter(|(_, record)| **record != R::default())
        }
        told(self).eq(told(other))
    }
}

/// A departure in a saved state.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SavedDeparture {
    ply: usize,
    seats: Vec<u8>,
    reason: String,
    /// The record, if it is not made again and not empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    record: Option<Value>,
}

/// Returns the static word for a reason.
///
/// # Errors
///
/// `invalid_option`, with the reasons that there are.
pub fn leave_reason(word: &str) -> Result<&'static str> {
    let found = LEAVE_REASONS.into_iter().find(|reason| *reason == word);
    found.ok_or_else(|| {
        Error::invalid_option(format!(
            "reason: takes one of {}, not {}",
            LEAVE_REASONS.join(", "),
            quoted(word)
        ))
    })
}

impl<G: Game> State<G> {
    /// Returns who left the game while others played on, in order.
    #[must_use]
    pub fn departures(&self) -> &[Departure<G::Record>] {
        self.departures.list()
    }

    /// Returns the seats that are out of the game, by leaving it or by what happened in it.
    #[must_use]
    pub fn out(&self) -> Seats {
        self.rules.game.out(&self.position)
    }

    /// Returns the records that moves and departures have left, in order.
    pub fn records(&self) -> impl Iterator<Item = &G::Record> {
        let mut departures = self.departures().iter().peekable();
        let mut plies = self.history.forwards().map(|entry| entry.record);
        let mut ply = 0;
        std::iter::from_fn(move || {
            if let Some(left) = departures.next_if(|left| left.ply <= ply) {
                return Some(&left.record);
            }
            ply += 1;
            plies.next()
        })
    }

    /// Returns the state in which seats have left the game, whoever's turn it is, while the
    /// others play on; `None` if the game ends when they leave, as
    /// [`Game::forfeited`] says.
    ///
    /// # Errors
    ///
    /// `game_over` after the end, and for seats all of which are out of the game;
    /// `invalid_option` for another reason than those of [`LEAVE_REASONS`], for no seats and
    /// for seats that do not exist.
    pub fn leave(&self, seats: Seats, reason: &str) -> Result<Option<Self>> {
        let reason = leave_reason(reason)?;
        let all = Seats::first(self.rules.seats.len());
        if seats.is_empty() || seats.iter().any(|seat| !all.contains(seat)) {
            return Err(Error::invalid_option("seats: takes seats of the game"));
        }
        self.in_play()?;
        let (out, names) = (self.out(), &self.rules.seats);
        let leaving: Seats = seats.iter().filter(|seat| !out.contains(*seat)).collect();
        if leaving.is_empty() {
            let names = seats.iter().filter_map(|seat| names.get(seat.index()));
            let names: Vec<_> = names.map(String::as_str).collect();
            return Err(Error::game_over(format!(
                "the game is over for {}",
                names.join(", ")
            )));
        }
        Ok(self.left(leaving, reason))
    }

    /// Returns the state after [`leave`](Self::leave), unchecked.
    fn left(&self, seats: Seats, reason: &'static str) -> Option<Self> {
        let game = &self.rules.game;
        let (position, record) = game.leave(&self.position, seats)?;
        let ply = self.history.len();
        let mut departures = self.departures().to_vec();
        departures.push(Departure {
            ply,
            seats,
            reason,
            record,
            ended: game.outcome(&position, &self.history).is_some(),
        });
        // The moves begin after it where none was made before.
        let origin = self.origin.get().filter(|origin| origin.ply < ply);
        Some(Self {
            rules: Arc::clone(&self.rules),
            position,
            history: self.history.clone(),
            origin: origin.map_or_else(OnceLock::new, |origin| OnceLock::from(Arc::clone(origin))),
            departures: Departures::of(departures),
            outcome: OnceLock::new(),
        })
    }

    /// Returns a position on the way from the origin, after the seats have left that did so after
    /// so many plies.
    pub(super) fn after_leaving(
        &self,
        mut position: G::Position,
        origin: &Origin<G::Position>,
        ply: usize,
    ) -> G::Position {
        if ply <= origin.ply {
            return position;
        }
        for left in self.departures().iter().filter(|left| left.ply == ply) {
            if let Some((next, _)) = self.rules.game.leave(&position, left.seats) {
                position = next;
            }
        }
        position
    }

    /// Writes the departures of a save whose moves begin at a ply.
    pub(super) fn saved_departures(&self, first: usize) -> Result<Vec<SavedDeparture>> {
        let plain = G::Record::default();
        let saved = self.departures().iter().map(|left| {
            let given = left.ply <= first && left.record != plain;
            Ok(SavedDeparture {
                ply: left.ply,
                seats: left.seats.iter().map(|seat| seat.0).collect(),
                reason: left.reason.into(),
                record: given.then(|| to_value(&left.record)).transpose()?,
            })
        });
        saved.collect()
    }

    /// Takes up the saved departures from before the moves; gives back those since.
    pub(super) fn load_departures<'a>(
        &mut self,
        saved: &'a [SavedDeparture],
    ) -> Result<&'a [SavedDeparture]> {
        let first = self.history.len();
        let given = saved.iter().take_while(|left| left.ply <= first).count();
        let mut departures = Vec::with_capacity(given);
        for (i, left) in saved[..given].iter().enumerate() {
            let (seats, reason) = self.read_departure(left)?;
            let record = match &left.record {
                None => G::Record::default(),
                Some(value) => serde_json::from_value(value.clone())
                    .map_err(|e| wrong(format!("departure {i}: {e}")))?,
            };
            let last = i + 1 == given && left.ply == first;
            departures.push(Departure {
                ply: left.ply,
                seats,
                reason,
                record,
                ended: last && self.outcome().is_some(),
            });
        }
        if !departures.is_sorted_by_key(|left| left.ply) {
            return Err(wrong("departures: not in order"));
        }
        self.departures = Departures::of(departures);
        self.outcome = OnceLock::new();
        Ok(&saved[given..])
    }

    /// Lets the seats leave that did so after as many plies as there are.
    pub(super) fn load_leaving(&mut self, saved: &mut &[SavedDeparture]) -> Result<()> {
        while let Some((left, rest)) = saved.split_first() {
            if left.ply != self.history.len() {
                break;
            }
            let (seats, reason) = self.read_departure(left)?;
            let next = self.left(seats, reason);
            *self = next.ok_or_else(|| wrong("departures: the game does not go on"))?;
            *saved = rest;
        }
        Ok(())
    }

    fn read_departure(&self, saved: &SavedDeparture) -> Result<(Seats, &'static str)> {
        let count = self.rules.seats.len();
        let seats: Seats = saved.seats.iter().map(|seat| Seat(*seat)).collect();
        if seats.is_empty() || saved.seats.iter().any(|seat| usize::from(*seat) >= count) {
            return Err(wrong("departures: no such seat"));
        }
        let reason = leave_reason(&saved.reason);
        Ok((
            seats,
            reason.map_err(|e| wrong(format!("departures: {e}")))?,
        ))
    }
}
