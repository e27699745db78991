//! `search` with the book: where a move leads to a position of the book, it plays
//! one of those instead of searching.
//!
//! That is what a search comes to that adds the `in_book` weight to such moves: none
//! got into the book that was worse than the best by more than that.

use crate::Boost;
use contract::bot::Score;
use contract::game::{Game, Seat};
use contract::state::State;
use search::bots::book::{BookMove, OpeningBook};

/// Difference from the best move up to which a move of the book is drawn as well, in decitempi.
const NEAR: i16 = 5;

/// The shipped book.
pub(crate) struct Towers {
    /// False if nothing is read in it.
    pub(crate) open: bool,
}

impl OpeningBook<Boost> for Towers {
    fn moves(&self, state: &State<Boost>, seat: Seat) -> Vec<BookMove<<Boost as Game>::Action>> {
        let game = state.game();
        if !self.open || game.book.is_none() {
            return Vec::new();
        }
        let value = |action| {
            let (next, ()) = game.play(state.position(), action);
            game.book_worth(&next)
        };
        let legal = state.legal(Some(seat));
        let mut known: Vec<_> = legal
            .iter()
            .filter_map(|action| Some((*action, value(action)?)))
            .collect();
        // Stable, so that equals stay in the order of the moves.
        known.sort_by_key(|(_, value)| -i32::from(*value));
        let best = known.first().map_or(0, |(_, value)| *value);
        known
            .into_iter()
            .map(|(action, value)| BookMove {
                action,
                score: Some(Score::Decitempi(value.into())),
                weight: u32::from(best - value <= NEAR),
            })
            .collect()
    }
}
