//! The view of either form of the game: everything, or what a seat knows.

use super::Blind;
use super::attempt::Attempt;
use super::seat::SeatView;
use contract::game::{Flow, Outcome, View};
use contract::state::{FullView, State};
use contract::value::Dict;

/// What a seat may know: everything in `vanilla`, else what it did and heard.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum BlindView {
    /// In `vanilla`.
    Whole(Box<FullView<Blind>>),
    /// Under any other rule set.
    Seat(Box<SeatView>),
}

impl std::fmt::Debug for BlindView {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Whole(_) => f.write_str("BlindView(everything)"),
            Self::Seat(view) => write!(f, "BlindView({})", view.text()),
        }
    }
}

impl View<Blind> for BlindView {
    fn text(&self, game: &Blind) -> String {
        match self {
            Self::Whole(view) => view.text(game),
            Self::Seat(view) => view.text(),
        }
    }

    fn may_act(&self, game: &Blind) -> bool {
        match self {
            Self::Whole(view) => view.may_act(game),
            Self::Seat(view) => view.may_act(),
        }
    }

    fn outcome(&self, game: &Blind) -> Option<Outcome> {
        match self {
            Self::Whole(view) => view.outcome(game),
            Self::Seat(view) => view.outcome(),
        }
    }

    fn candidates(&self, game: &Blind, visit: &mut dyn FnMut(Attempt) -> Flow) -> Flow {
        match self {
            Self::Whole(view) => view.candidates(game, visit),
            Self::Seat(view) => view.candidates(visit),
        }
    }

    fn describe(&self, game: &Blind) -> Dict {
        match self {
            Self::Whole(view) => view.describe(game),
            Self::Seat(view) => view.describe(),
        }
    }

    fn draw(&self, game: &Blind) -> String {
        match self {
            Self::Whole(view) => view.draw(game),
            Self::Seat(view) => view.draw(),
        }
    }

    fn full(&self) -> Option<&State<Blind>> {
        match self {
            Self::Whole(view) => view.full(),
            Self::Seat(_) => None,
        }
    }
}
