//! The view of either form of the game: everything, or what a seat knows.

use super::Blind;
use super::attempt::Attempt;
use super::seat::{SeatDescription, SeatView};
use contract::game::{Flow, Outcome, View};
use contract::view::{EitherView, FullView};

/// Information that a seat may have: everything in `vanilla`, else what it did and heard.
pub type BlindView = EitherView<FullView<Blind>, SeatView>;

impl View<Blind> for SeatView {
    type Description = SeatDescription;

    fn text(&self, _: &Blind) -> String {
        self.text()
    }

    fn may_act(&self, _: &Blind) -> bool {
        self.may_act()
    }

    fn outcome(&self, _: &Blind) -> Option<Outcome> {
        self.outcome()
    }

    fn candidates(&self, _: &Blind, visit: &mut dyn FnMut(Attempt) -> Flow) -> Flow {
        self.candidates(visit)
    }

    fn describe(&self, _: &Blind) -> SeatDescription {
        self.describe()
    }

    fn draw(&self, _: &Blind) -> String {
        self.draw()
    }
}
