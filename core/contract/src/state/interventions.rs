//! The changes of a game that are no moves: seats that leave it, and edits of its position.
//!
//! None counts a ply. A state notes after how many plies each came, so that the moves before it
//! stay known: whoever replays them makes the changes again.

use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use super::leaving::{Departure, leave_reason};
use super::saved::wrong;
use super::{Origin, State};
use crate::error::Result;
use crate::game::{Game, Outcome, Seat, Seats};
use crate::value::{Dict, Value, to_value};

/// A change that is no move.
#[derive(Clone, Debug)]
pub(super) enum Intervention<R> {
    /// Seats left.
    Left(Departure<R>),
    /// The position was edited.
    Edited {
        /// Number of plies before it.
        ply: usize,
        /// The changes, as [`Game::edit`] takes them.
        changes: Arc<Dict>,
    },
}

impl<R> Intervention<R> {
    const fn ply(&self) -> usize {
        match self {
            Self::Left(left) => left.ply,
            Self::Edited { ply, .. } => *ply,
        }
    }

    const fn departure(&self) -> Option<&Departure<R>> {
        match self {
            Self::Left(left) => Some(left),
            Self::Edited { .. } => None,
        }
    }
}

/// The interventions of a state, in order, shared by the states after them. A single pointer:
/// every state that is kept has one.
#[derive(Debug)]
pub(super) struct Interventions<R>(Option<Arc<Vec<Intervention<R>>>>);

impl<R> Clone for Interventions<R> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<R> Interventions<R> {
    /// None.
    pub(super) const NONE: Self = Self(None);

    fn list(&self) -> &[Intervention<R>] {
        self.0.as_deref().map_or(&[], Vec::as_slice)
    }

    fn of(list: Vec<Intervention<R>>) -> Self {
        Self((!list.is_empty()).then(|| Arc::new(list)))
    }

    /// Returns the departures among them.
    pub(super) fn departures(&self) -> impl DoubleEndedIterator<Item = &Departure<R>> {
        self.list().iter().filter_map(Intervention::departure)
    }

    /// Returns the number of plies before the last edit.
    fn last_edit(&self) -> Option<usize> {
        let edited = |one: &&Intervention<R>| one.departure().is_none();
        self.list().iter().rev().find(edited).map(Intervention::ply)
    }

    /// Returns the outcome of a position after so many plies: a win by the reason for which the
    /// last seat left where that brought it about, or a draw because `nobody` is left in the
    /// game; a draw without those who left before.
    pub(super) fn ended(&self, ply: usize, outcome: Outcome, nobody: bool) -> Outcome {
        let last = self.list().last().and_then(Intervention::departure);
        let last = last.filter(|last| last.ply == ply && last.ended);
        if outcome.is_draw() {
            // Who left last did so together with the end.
            let before = self.departures().count() - usize::from(last.is_some());
            let out = self.departures().take(before);
            let out = out.flat_map(|left| left.seats.iter());
            let drawn = outcome.without(outcome.out.iter().chain(out).collect());
            return match last {
                Some(last) if nobody => drawn.by(last.reason),
                _ => drawn,
            };
        }
        last.map_or(outcome, |last| outcome.by(last.reason))
    }
}

impl<R: Clone + Default + PartialEq> Interventions<R> {
    /// Returns them with one more.
    pub(super) fn with(&self, next: Intervention<R>) -> Self {
        let all = self.list().iter().cloned().chain([next]);
        Self::of(all.collect())
    }

    /// Returns those up to a ply.
    pub(super) fn until(&self, ply: usize) -> Self {
        match self.list().last() {
            Some(last) if last.ply() > ply => {
                let earlier = self.list().iter().filter(|one| one.ply() <= ply);
                Self::of(earlier.cloned().collect())
            }
            _ => self.clone(),
        }
    }

    /// Returns the departures as those before a position that they and the moves did not lead to.
    pub(super) fn of_before(&self) -> Self {
        let left = self.departures().cloned();
        let before = left.map(|left| {
            Intervention::Left(Departure {
                ended: false,
                ..left
            })
        });
        Self::of(before.collect())
    }

    /// Returns true if the same was left for the views at the same plies.
    pub(super) fn same(&self, other: &Self) -> bool {
        fn told<R: Default + PartialEq>(
            of: &Interventions<R>,
        ) -> impl Iterator<Item = (usize, &R)> {
            let records = of.departures().map(|left| (left.ply, &left.record));
            records.filter(|(_, record)| **record != R::default())
        }
        told(self).eq(told(other))
    }
}

/// An intervention in a saved state: a departure, or an edit where there are changes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SavedIntervention {
    ply: usize,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    seats: Vec<u8>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    reason: String,
    /// The record, if it is not made again and not empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    record: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    changes: Option<Dict>,
}

impl<G: Game> State<G> {
    /// Returns the number of plies before the last [edit](Self::edit) of a game whose earlier
    /// moves are known: those since lead on from the edited position.
    #[must_use]
    pub fn last_edit(&self) -> Option<usize> {
        self.interventions.last_edit()
    }

    /// Returns the number of plies from which on each position follows from the one before by a
    /// move, or by seats that left.
    #[must_use]
    pub fn unbroken_from(&self) -> usize {
        self.known_from().max(self.last_edit().unwrap_or_default())
    }

    /// Returns the state with a changed position and the same history. The moves made before stay
    /// known, and whoever replays them makes the change again.
    ///
    /// # Errors
    ///
    /// As in [`Game::edit`].
    pub fn edit(&self, changes: &Dict) -> Result<Self> {
        let position = self.rules.game.edit(&self.position, changes)?;
        let (history, ply) = (self.history.clone(), self.history.len());
        let origin = self.origin.get().filter(|origin| origin.ply < ply);
        let state = Self::new(Arc::clone(&self.rules), position, history);
        let Some(origin) = origin else {
            // The moves begin after it.
            return Ok(Self {
                interventions: self.interventions.of_before(),
                ..state
            });
        };
        let edited = Intervention::Edited {
            ply,
            changes: Arc::new(changes.clone()),
        };
        Ok(Self {
            origin: Arc::clone(origin).into(),
            interventions: self.interventions.with(edited),
            ..state
        })
    }

    /// Returns a position on the way from the origin, after what came between moves at a ply.
    pub(super) fn after_interventions(
        &self,
        mut position: G::Position,
        origin: &Origin<G::Position>,
        ply: usize,
    ) -> G::Position {
        if ply <= origin.ply {
            return position;
        }
        let game = &self.rules.game;
        for one in self
            .interventions
            .list()
            .iter()
            .filter(|one| one.ply() == ply)
        {
            let next = match one {
                Intervention::Left(left) => game.leave(&position, left.seats).map(|(next, _)| next),
                Intervention::Edited { changes, .. } => game.edit(&position, changes).ok(),
            };
            position = next.unwrap_or(position);
        }
        position
    }

    /// Writes the interventions of a save whose moves begin at a ply.
    pub(super) fn saved_interventions(&self, first: usize) -> Result<Vec<SavedIntervention>> {
        let plain = G::Record::default();
        let saved = self.interventions.list().iter();
        // The position at which the moves begin has been edited already.
        let saved = saved.filter(|one| one.departure().is_some() || one.ply() > first);
        let saved = saved.map(|one| match one {
            Intervention::Left(left) => {
                let given = left.ply <= first && left.record != plain;
                Ok(SavedIntervention {
                    ply: left.ply,
                    seats: left.seats.iter().map(|seat| seat.0).collect(),
                    reason: left.reason.into(),
                    record: given.then(|| to_value(&left.record)).transpose()?,
                    changes: None,
                })
            }
            Intervention::Edited { ply, changes } => Ok(SavedIntervention {
                ply: *ply,
                seats: Vec::new(),
                reason: String::new(),
                record: None,
                changes: Some(Dict::clone(changes)),
            }),
        });
        saved.collect()
    }

    /// Takes up the saved departures from before the moves; gives back what came since.
    pub(super) fn load_departures<'a>(
        &mut self,
        saved: &'a [SavedIntervention],
    ) -> Result<&'a [SavedIntervention]> {
        let first = self.history.len();
        let given = saved.iter().take_while(|left| left.ply <= first).count();
        let mut departures = Vec::with_capacity(given);
        for (i, left) in saved[..given].iter().enumerate() {
            if left.changes.is_some() {
                return Err(wrong(format!("departure {i}: an edit before the moves")));
            }
            let (seats, reason) = self.read_departure(left)?;
            let record = match &left.record {
                None => G::Record::default(),
                Some(value) => serde_json::from_value(value.clone())
                    .map_err(|e| wrong(format!("departure {i}: {e}")))?,
            };
            let last = i + 1 == given && left.ply == first;
            departures.push(Intervention::Left(Departure {
                ply: left.ply,
                seats,
                reason,
                record,
                ended: last && self.outcome().is_some(),
            }));
        }
        if !departures.is_sorted_by_key(Intervention::ply) {
            return Err(wrong("departures: not in order"));
        }
        self.interventions = Interventions::of(departures);
        self.outcome = OnceLock::new();
        Ok(&saved[given..])
    }

    /// Makes the changes that came after as many plies as there are.
    pub(super) fn load_interventions(&mut self, saved: &mut &[SavedIntervention]) -> Result<()> {
        while let Some((one, rest)) = saved.split_first() {
            if one.ply != self.history.len() {
                break;
            }
            *self = match &one.changes {
                None => {
                    let (seats, reason) = self.read_departure(one)?;
                    let next = self.left(seats, reason);
                    next.ok_or_else(|| wrong("departures: the game does not go on"))?
                }
                Some(changes) => {
                    let next = self.edit(changes);
                    next.map_err(|e| wrong(format!("departures: edited at {}: {e}", one.ply)))?
                }
            };
            *saved = rest;
        }
        Ok(())
    }

    fn read_departure(&self, saved: &SavedIntervention) -> Result<(Seats, &'static str)> {
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
