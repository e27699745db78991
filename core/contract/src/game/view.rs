//! The knowledge of one seat.

use drawing::Scene;

use super::{Data, Flow, Game, Outcome, Seat};
use crate::picture;
use crate::schema::Described;
use crate::state::State;
use crate::words;

/// The knowledge of one seat. For a game that hides anything this must be a type from which
/// the position cannot be reached.
pub trait View<G: Game>: Data {
    /// The seat's knowledge for clients: the part that it adds to
    /// [`ObservationDescription`].
    ///
    /// [`ObservationDescription`]: crate::description::ObservationDescription
    type Description: Described;
    /// The same beside what a table says: the part that it adds to [`TableObservation`].
    ///
    /// [`TableObservation`]: crate::description::TableObservation
    type AtTable: Described;

    /// Returns the seat's knowledge as text: equal exactly if the knowledge is equal.
    fn text(&self, game: &G) -> String;

    /// Returns true if the seat may act, as far as it can know.
    fn may_act(&self, game: &G) -> bool;

    /// Returns the outcome, if the game has ended and the seat knows it.
    fn outcome(&self, game: &G) -> Option<Outcome>;

    /// Visits the moves that the seat may try. If nothing is hidden these are its legal
    /// moves.
    fn candidates(&self, game: &G, visit: &mut dyn FnMut(G::Action) -> Flow) -> Flow;

    /// Returns the seat's knowledge for clients.
    fn describe(&self, game: &G) -> Self::Description;

    /// Returns the same for a table, which says itself who sits there, and whose turn it is where
    /// nothing is hidden, and tells events as they happen: without the seat's log.
    fn describe_at_table(&self, game: &G) -> Self::AtTable;

    /// Draws as text the part that the seat sees.
    fn draw(&self, game: &G) -> String;

    /// Returns the seat's knowledge of the position in English sentences, without whose turn
    /// it is and how the game has ended. By default these are the fields of the description.
    fn in_words(&self, game: &G) -> String {
        words::fields(&self.describe(game))
    }

    /// Returns one of the [`candidates`](Self::candidates) in English words, without a full
    /// stop, as far as the seat knows what it does. By default it is the canonical text.
    fn move_in_words(&self, game: &G, action: &G::Action) -> String {
        game.text(action)
    }

    /// Returns the picture of the part that the seat knows, seen from the side of a seat; by
    /// default a table of its [`describe`](Self::describe). The caller adds the title and the
    /// outcome.
    fn scene(&self, game: &G, from: Seat) -> Scene {
        let _ = from;
        picture::of_description(&self.describe(game))
    }

    /// Writes the seat's knowledge in the planes of [`Game::planes`]; `out` has room for all. A
    /// game that has planes and hides something overrides it.
    fn fill_planes(&self, game: &G, out: &mut [u8]) {
        let _ = game;
        out.fill(0);
    }

    /// Returns the state, if the seat may know all of it.
    fn full(&self) -> Option<&State<G>> {
        None
    }
}
