//! Views that any game may use: of the whole state, or of either the whole state or a part.

use std::hash::{Hash, Hasher};

use drawing::Scene;
use serde::Serialize;

use crate::description::{PositionDescription, TablePosition};
use crate::game::{Flow, Game, Outcome, Seat, View};
use crate::state::State;

/// The view of a game that hides nothing: the state itself.
#[derive(Debug)]
pub struct FullView<G: Game> {
    state: State<G>,
    seat: Seat,
}

impl<G: Game> FullView<G> {
    /// Creates the view of a state from a seat.
    #[must_use]
    pub fn new(state: &State<G>, seat: Seat) -> Self {
        Self {
            state: state.clone(),
            seat,
        }
    }
}

impl<G: Game> Clone for FullView<G> {
    fn clone(&self) -> Self {
        Self {
            state: self.state.clone(),
            seat: self.seat,
        }
    }
}

impl<G: Game> PartialEq for FullView<G> {
    fn eq(&self, other: &Self) -> bool {
        self.seat == other.seat && self.state == other.state
    }
}

impl<G: Game> Eq for FullView<G> {}

impl<G: Game> Hash for FullView<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.seat.hash(state);
        self.state.hash(state);
    }
}

impl<G: Game> View<G> for FullView<G> {
    type Description = PositionDescription<G::Description>;
    type AtTable = TablePosition<G::Description>;

    fn text(&self, _: &G) -> String {
        self.state.notation()
    }

    fn may_act(&self, _: &G) -> bool {
        self.state.live().contains(self.seat)
    }

    fn outcome(&self, _: &G) -> Option<Outcome> {
        self.state.outcome()
    }

    fn candidates(&self, _: &G, visit: &mut dyn FnMut(G::Action) -> Flow) -> Flow {
        self.state.each_legal(Some(self.seat), visit)
    }

    fn describe(&self, _: &G) -> Self::Description {
        self.state.describe_position()
    }

    fn describe_at_table(&self, _: &G) -> Self::AtTable {
        self.state.describe_at_table()
    }

    fn draw(&self, game: &G) -> String {
        game.draw(self.state.position())
    }

    fn in_words(&self, game: &G) -> String {
        game.position_in_words(self.state.position(), self.state.history())
    }

    fn move_in_words(&self, game: &G, action: &G::Action) -> String {
        game.move_in_words(self.state.position(), self.state.history(), action)
    }

    fn scene(&self, game: &G, from: Seat) -> Scene {
        game.scene(self.state.position(), self.state.history(), Some(from))
    }

    fn fill_planes(&self, game: &G, out: &mut [u8]) {
        game.fill_planes(self.state.position(), self.state.history(), self.seat, out);
    }

    fn full(&self) -> Option<&State<G>> {
        Some(&self.state)
    }
}

/// The view of a game that hides something under some of its options only: the state
/// itself, or the part that a seat knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum EitherView<F, H> {
    /// Nothing is hidden.
    Full(Box<F>),
    /// Something is hidden.
    Hidden(Box<H>),
}

/// The description of an [`EitherView`].
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum EitherDescription<F, H> {
    /// The state itself.
    Full(F),
    /// The part that a seat knows.
    Hidden(H),
}

impl<G: Game, F: View<G>, H: View<G>> View<G> for EitherView<F, H> {
    type Description = EitherDescription<F::Description, H::Description>;
    type AtTable = EitherDescription<F::AtTable, H::AtTable>;

    fn text(&self, game: &G) -> String {
        match self {
            Self::Full(view) => view.text(game),
            Self::Hidden(view) => view.text(game),
        }
    }

    fn may_act(&self, game: &G) -> bool {
        match self {
            Self::Full(view) => view.may_act(game),
            Self::Hidden(view) => view.may_act(game),
        }
    }

    fn outcome(&self, game: &G) -> Option<Outcome> {
        match self {
            Self::Full(view) => view.outcome(game),
            Self::Hidden(view) => view.outcome(game),
        }
    }

    fn candidates(&self, game: &G, visit: &mut dyn FnMut(G::Action) -> Flow) -> Flow {
        match self {
            Self::Full(view) => view.candidates(game, visit),
            Self::Hidden(view) => view.candidates(game, visit),
        }
    }

    fn describe(&self, game: &G) -> Self::Description {
        match self {
            Self::Full(view) => EitherDescription::Full(view.describe(game)),
            Self::Hidden(view) => EitherDescription::Hidden(view.describe(game)),
        }
    }

    fn describe_at_table(&self, game: &G) -> Self::AtTable {
        match self {
            Self::Full(view) => EitherDescription::Full(view.describe_at_table(game)),
            Self::Hidden(view) => EitherDescription::Hidden(view.describe_at_table(game)),
        }
    }

    fn draw(&self, game: &G) -> String {
        match self {
            Self::Full(view) => view.draw(game),
            Self::Hidden(view) => view.draw(game),
        }
    }

    fn in_words(&self, game: &G) -> String {
        match self {
            Self::Full(view) => view.in_words(game),
            Self::Hidden(view) => view.in_words(game),
        }
    }

    fn move_in_words(&self, game: &G, action: &G::Action) -> String {
        match self {
            Self::Full(view) => view.move_in_words(game, action),
            Self::Hidden(view) => view.move_in_words(game, action),
        }
    }

    fn scene(&self, game: &G, from: Seat) -> Scene {
        match self {
            Self::Full(view) => view.scene(game, from),
            Self::Hidden(view) => view.scene(game, from),
        }
    }

    fn fill_planes(&self, game: &G, out: &mut [u8]) {
        match self {
            Self::Full(view) => view.fill_planes(game, out),
            Self::Hidden(view) => view.fill_planes(game, out),
        }
    }

    fn full(&self) -> Option<&State<G>> {
        match self {
            Self::Full(view) => view.full(),
            Self::Hidden(view) => view.full(),
        }
    }
}
