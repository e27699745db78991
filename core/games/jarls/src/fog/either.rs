//! The view of either form of the game: everything, or what fog leaves.

use super::view::FogView;
use crate::Jarls;
use crate::moves::Action;
use contract::game::{Flow, Outcome, View};
use contract::state::{FullView, State};
use contract::value::Dict;

/// What a seat may know: everything, or under fog what it has seen and heard.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum JarlsView {
    /// Without fog.
    Whole(Box<FullView<Jarls>>),
    /// Under fog.
    Fog(Box<FogView>),
}

impl View<Jarls> for JarlsView {
    fn text(&self, game: &Jarls) -> String {
        match self {
            Self::Whole(view) => view.text(game),
            Self::Fog(view) => view.text(game),
        }
    }

    fn may_act(&self, game: &Jarls) -> bool {
        match self {
            Self::Whole(view) => view.may_act(game),
            Self::Fog(view) => view.may_act(game),
        }
    }

    fn outcome(&self, game: &Jarls) -> Option<Outcome> {
        match self {
            Self::Whole(view) => view.outcome(game),
            Self::Fog(view) => view.outcome(game),
        }
    }

    fn candidates(&self, game: &Jarls, visit: &mut dyn FnMut(Action) -> Flow) -> Flow {
        match self {
            Self::Whole(view) => view.candidates(game, visit),
            Self::Fog(view) => view.candidates(game, visit),
        }
    }

    fn describe(&self, game: &Jarls) -> Dict {
        match self {
            Self::Whole(view) => view.describe(game),
            Self::Fog(view) => view.describe(game),
        }
    }

    fn draw(&self, game: &Jarls) -> String {
        match self {
            Self::Whole(view) => view.draw(game),
            Self::Fog(view) => view.draw(game),
        }
    }

    fn full(&self) -> Option<&State<Jarls>> {
        match self {
            Self::Whole(view) => view.full(),
            Self::Fog(_) => None,
        }
    }
}
