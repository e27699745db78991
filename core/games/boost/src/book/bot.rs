//! `search` with the book: where a move leads to a position of the book, it plays
//! one of those instead of searching.
//!
//! That is what a search comes to that adds the `in_book` weight to such moves: none
//! got into the book that was worse than the best by more than that.

use crate::Boost;
use contract::bot::{Bot, Score};
use contract::error::Result;
use contract::game::{Game, Seat};
use contract::options::{OptionSpec, joined};
use contract::state::State;
use contract::value::Dict;
use search::bots::SEARCH_OPTIONS;
use search::bots::book::{BOOK, BookMove, OpeningBook, with_book};

/// The options of `search`.
const OPTIONS: &[OptionSpec] = &joined::<{ SEARCH_OPTIONS.len() + 1 }>(&[SEARCH_OPTIONS, &[BOOK]]);

/// How much worse than the best a move of the book may be to be drawn as well, in
/// decitempi.
const NEAR: i16 = 5;

/// The options of `heuristic`, `search` or `mcts`; none for another name.
pub(crate) fn bot_options(name: &str) -> &'static [OptionSpec] {
    match name {
        "search" => OPTIONS,
        _ => search::bots::searching_options(name),
    }
}

/// Makes `heuristic`, `search` or `mcts`.
///
/// # Errors
///
/// `unknown_bot` for another name, `invalid_option`.
pub(crate) fn make(name: &str, options: &Dict, seed: u64) -> Result<Box<dyn Bot<Boost>>> {
    if name != "search" {
        return search::bots::make_searching(name, options, seed);
    }
    let reader = with_book(Towers, OPTIONS, options, seed, |_, own| {
        search::bots::make_searching::<Boost>(name, &own, seed)
    })?;
    Ok(Box::new(reader))
}

/// The shipped book.
struct Towers;

impl OpeningBook<Boost> for Towers {
    fn moves(&self, state: &State<Boost>, seat: Seat) -> Vec<BookMove<<Boost as Game>::Action>> {
        let game = state.game();
        if game.book.is_none() {
            return Vec::new();
        }
        let worth = |action| {
            let (next, ()) = game.play(state.position(), action);
            game.book_worth(&next)
        };
        let legal = state.legal(Some(seat));
        let mut known: Vec<_> = legal
            .iter()
            .filter_map(|action| Some((*action, worth(action)?)))
            .collect();
        // Stable, so that equals stay in the order of the moves.
        known.sort_by_key(|(_, worth)| -i32::from(*worth));
        let best = known.first().map_or(0, |(_, worth)| *worth);
        known
            .into_iter()
            .map(|(action, worth)| BookMove {
                action,
                score: Some(Score::Decitempi(worth.into())),
                weight: u32::from(best - worth <= NEAR),
            })
            .collect()
    }
}
