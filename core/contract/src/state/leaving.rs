//! Seats that leave a game which goes on without them.
//!
//! Leaving is no move: it counts no ply and leaves the keys of the history as they are. A state
//! notes after how many plies who left, why, and the record that it left for the views.

use std::sync::{Arc, OnceLock};

use super::State;
use super::interventions::Intervention;
use crate::error::{Error, Result, quoted};
use crate::game::{Game, LEAVE_REASONS, Seats};

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
    pub(super) ended: bool,
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
    pub fn departures(&self) -> impl Iterator<Item = &Departure<G::Record>> {
        self.interventions.departures()
    }

    /// Returns the seats that are out of the game, by leaving it or by what happened in it.
    #[must_use]
    pub fn out(&self) -> Seats {
        self.rules.game.out(&self.position)
    }

    /// Returns the records that moves and departures have left, in order.
    pub fn records(&self) -> impl Iterator<Item = &G::Record> {
        let mut departures = self.departures().peekable();
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
    pub(super) fn left(&self, seats: Seats, reason: &'static str) -> Option<Self> {
        let game = &self.rules.game;
        let (position, record) = game.leave(&self.position, seats)?;
        let ply = self.history.len();
        let left = Departure {
            ply,
            seats,
            reason,
            record,
            ended: game.outcome(&position, &self.history).is_some(),
        };
        // The moves begin after it where none was made before.
        let origin = self.origin.get().filter(|origin| origin.ply < ply);
        Some(Self {
            rules: Arc::clone(&self.rules),
            position,
            history: self.history.clone(),
            origin: origin.map_or_else(OnceLock::new, |origin| OnceLock::from(Arc::clone(origin))),
            interventions: self.interventions.with(Intervention::Left(left)),
            outcome: OnceLock::new(),
        })
    }
}
