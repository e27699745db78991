//! The part of a state that one seat knows.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use drawing::Scene;

use super::Rules;
use crate::bot::Limits;
use crate::description::{ObservationDescription, TableObservation};
use crate::error::{Error, Result, quoted};
use crate::fnv::Fnv;
use crate::game::{Flow, Game, Outcome, Seat, View};
use crate::picture;

/// The knowledge that one seat has of a state; all that a bot receives.
pub struct Observation<G: Game> {
    rules: Arc<Rules<G>>,
    seat: Seat,
    view: G::View,
}

impl<G: Game> Clone for Observation<G> {
    fn clone(&self) -> Self {
        Self {
            rules: Arc::clone(&self.rules),
            seat: self.seat,
            view: self.view.clone(),
        }
    }
}

impl<G: Game> std::fmt::Debug for Observation<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "Observation({}, seat {}, {:?})",
            G::INFO.name,
            self.seat.0,
            self.text()
        )
    }
}

impl<G: Game> PartialEq for Observation<G> {
    fn eq(&self, other: &Self) -> bool {
        self.seat == other.seat
            && self.view == other.view
            && self.rules.options == other.rules.options
    }
}

impl<G: Game> Eq for Observation<G> {}

impl<G: Game> Hash for Observation<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.seat.hash(state);
        self.view.hash(state);
    }
}

impl<G: Game> Observation<G> {
    pub(super) const fn new(rules: Arc<Rules<G>>, seat: Seat, view: G::View) -> Self {
        Self { rules, seat, view }
    }

    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> &Arc<Rules<G>> {
        &self.rules
    }

    /// Returns the seat that observes.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns the game's view for the seat.
    #[must_use]
    pub const fn view(&self) -> &G::View {
        &self.view
    }

    /// Returns the seat's knowledge as text: equal exactly if the knowledge is equal.
    #[must_use]
    pub fn text(&self) -> String {
        self.view.text(&self.rules.game)
    }

    /// Returns a key of the information set: made from [`text`](Self::text) and the seat
    /// alone, so it can reveal nothing more.
    #[must_use]
    pub fn key(&self) -> u64 {
        let mut key = Fnv::new();
        key.write_u8(self.seat.0);
        key.write(self.text().as_bytes());
        key.finish()
    }

    /// Returns true if the seat may act, as far as it can know.
    #[must_use]
    pub fn may_act(&self) -> bool {
        self.outcome().is_none() && self.view.may_act(&self.rules.game)
    }

    /// Returns the outcome, if the game has ended and the seat knows it.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.view.outcome(&self.rules.game)
    }

    /// Returns the moves that the seat may try; none if it may not act.
    #[must_use]
    pub fn candidates(&self) -> Vec<G::Action> {
        let mut out = Vec::new();
        if self.outcome().is_none() {
            let _ = self.view.candidates(&self.rules.game, &mut |action| {
                out.push(action);
                Flow::Continue(())
            });
        }
        out
    }

    /// Returns the candidates that the limits allow. With full knowledge a move may be
    /// written in any way that the game reads, otherwise only as the game writes it.
    ///
    /// # Errors
    ///
    /// `illegal_move` and `invalid_notation` for moves in the limits that are no
    /// candidates; `not_your_turn` if the seat has no move.
    pub fn choices(&self, limits: &Limits) -> Result<Vec<G::Action>> {
        if let Some(state) = self.view.full() {
            return state.choices(self.seat, limits);
        }
        let game = &self.rules.game;
        limits.choose(self.candidates(), |text, candidates| {
            let found = candidates.iter().find(|action| game.text(action) == text);
            found.cloned().ok_or_else(|| {
                Error::illegal_move(format!("moves: {} is none to choose from", quoted(text)))
            })
        })
    }

    /// Writes the seat's knowledge in the planes of [`Game::planes`]; `out` has room for all.
    pub fn fill_planes(&self, out: &mut [u8]) {
        self.view.fill_planes(&self.rules.game, out);
    }

    /// Returns the picture of the part that the seat knows, seen from its side or from that
    /// of another seat.
    #[must_use]
    pub fn scene(&self, from: Option<Seat>) -> Scene {
        let game = &self.rules.game;
        let scene = self.view.scene(game, from.unwrap_or(self.seat));
        let name = match (game.hidden(), self.rules.seats.get(self.seat.index())) {
            (true, Some(seat)) => format!("{} as {seat} knows it", G::INFO.name),
            _ => G::INFO.name.to_owned(),
        };
        picture::titled(scene, &name, self.outcome(), &self.rules.seats)
    }

    /// Returns the seat's knowledge for clients.
    #[must_use]
    pub fn describe(&self) -> ObservationDescription<<G::View as View<G>>::Description> {
        let seats = &self.rules.seats;
        ObservationDescription {
            game: G::INFO.name,
            options: self.rules.options.shown_to_seats(),
            seats: seats.clone(),
            seat: seats.get(self.seat.index()).cloned(),
            may_act: self.may_act(),
            outcome: self.outcome().map(|o| o.named(seats)),
            known: self.view.describe(&self.rules.game),
        }
    }

    /// Returns the same for a table, which knows the seat, whose turn it is and how the game has
    /// ended, and tells the seat its events as they happen.
    #[must_use]
    pub fn describe_at_table(&self) -> TableObservation<<G::View as View<G>>::AtTable> {
        TableObservation {
            game: G::INFO.name,
            options: self.rules.options.shown_to_seats(),
            seats: self.rules.seats.clone(),
            may_act: self.may_act(),
            known: self.view.describe_at_table(&self.rules.game),
        }
    }
}
