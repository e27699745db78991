//! Results of games.

use serde::Serialize;

use super::{Seat, Seats};
use crate::error::Error;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winners; none in a draw.
    pub winners: Seats,
    /// The reason of the end, as a stable word in `snake_case`.
    pub reason: &'static str,
    /// The seats that have no part in a draw, because they were out of the game before.
    pub out: Seats,
}

impl Outcome {
    /// Creates a win.
    #[must_use]
    pub const fn win(winners: Seats, reason: &'static str) -> Self {
        Self {
            winners,
            reason,
            out: Seats::NONE,
        }
    }

    /// Creates a draw.
    #[must_use]
    pub const fn draw(reason: &'static str) -> Self {
        Self {
            winners: Seats::NONE,
            reason,
            out: Seats::NONE,
        }
    }

    /// Returns the same for another reason.
    #[must_use]
    pub(crate) const fn by(self, reason: &'static str) -> Self {
        Self { reason, ..self }
    }

    /// Returns the same draw without the seats that were out of the game before; a win stays as
    /// it is.
    #[must_use]
    pub const fn without(self, out: Seats) -> Self {
        if self.is_draw() {
            Self { out, ..self }
        } else {
            self
        }
    }

    /// Returns true if there is no winner.
    #[must_use]
    pub const fn is_draw(self) -> bool {
        self.winners.is_empty()
    }

    /// Returns the points of a seat: 1 for a win, 0 for a loss and for being out before a draw,
    /// a half for a draw.
    #[must_use]
    pub fn score(self, seat: Seat) -> f64 {
        match (self.is_draw(), self.winners.contains(seat)) {
            (true, _) if self.out.contains(seat) => 0.0,
            (true, _) => 0.5,
            (false, true) => 1.0,
            (false, false) => 0.0,
        }
    }

    /// Returns the error for a move after this end.
    #[must_use]
    pub fn over(self) -> Error {
        let reason = self.reason.replace('_', " ");
        Error::game_over(format!("the game has ended: {reason}"))
    }

    /// Returns the same with the names of the seats.
    #[must_use]
    pub fn named(self, seats: &[String]) -> NamedOutcome {
        let name = |s: Seat| seats.get(s.index()).cloned();
        NamedOutcome {
            winner: self.winners.single().and_then(name),
            winners: self.winners.iter().filter_map(name).collect(),
            draw: self.is_draw(),
            reason: self.reason,
            scores: (0..seats.len())
                .map(|i| self.score(Seat(i as u8)))
                .collect(),
        }
    }
}

/// [`Outcome`] for hosts, which know seats by name.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedOutcome {
    /// The winner, if there is exactly one.
    pub winner: Option<String>,
    /// All winners, in the order of the seats.
    pub winners: Vec<String>,
    /// True if there is no winner.
    pub draw: bool,
    /// The reason of the end, as a stable word in `snake_case`.
    pub reason: &'static str,
    /// The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for
    /// a loss and for a seat that was out of the game before a draw.
    pub scores: Vec<f64>,
}

/// The reasons for which seats leave a game: they resigned, ran out of time, did not come back, or
/// their bot could not go on.
pub const LEAVE_REASONS: [&str; 4] = ["resigned", "timeout", "abandoned", "bot_unavailable"];
