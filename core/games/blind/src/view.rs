//! The view of either form of the game: everything, or what a seat knows.

use super::attempt::Attempt;
use super::seat::{SeatDescription, SeatView};
use super::{Blind, color_of};
use contract::drawing::Scene;
use contract::game::{Flow, Outcome, Seat, View};
use contract::view::{EitherView, FullView};

/// Information that a seat may have: everything in `vanilla`, else what it did and heard.
pub type BlindView = EitherView<FullView<Blind>, SeatView>;

impl View<Blind> for SeatView {
    type Description = SeatDescription;
    type AtTable = SeatDescription;

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

    fn describe_at_table(&self, _: &Blind) -> SeatDescription {
        self.describe_now()
    }

    fn draw(&self, _: &Blind) -> String {
        self.draw()
    }

    fn in_words(&self, _: &Blind) -> String {
        self.in_words()
    }

    fn move_in_words(&self, _: &Blind, attempt: &Attempt) -> String {
        self.attempt_in_words(*attempt)
    }

    fn fill_planes(&self, _: &Blind, out: &mut [u8]) {
        self.fill(out);
    }

    fn scene(&self, _: &Blind, from: Seat) -> Scene {
        self.picture(color_of(from))
    }
}
