//! `search` with the book: where a move leads to a position of the book, it plays
//! one of those instead of searching.
//!
//! That is what a search comes to that adds the `in_book` weight to such moves: none
//! got into the book that was worse than the best by more than that.

use crate::boost::Boost;
use crate::bots::{self, Bot, Decision, Limits, SEARCH_OPTIONS, Score, Watch};
use crate::error::Result;
use crate::game::{Game, View};
use crate::jobs::Control;
use crate::options::{OptionKind, OptionSpec, Options};
use crate::rng::Rng;
use crate::state::Observation;
use crate::value::Dict;

const BOOK: OptionSpec = OptionSpec {
    name: "book",
    kind: OptionKind::Flag { default: true },
    doc: "whether it plays the moves of the opening book, where it has any for the game",
};

const fn all_options() -> [OptionSpec; SEARCH_OPTIONS.len() + 1] {
    let mut out = [BOOK; SEARCH_OPTIONS.len() + 1];
    let mut i = 0;
    while i < SEARCH_OPTIONS.len() {
        out[i] = SEARCH_OPTIONS[i];
        i += 1;
    }
    out
}

/// The options of `search`.
const OPTIONS: &[OptionSpec] = &all_options();

/// How much worse than the best a move of the book may be to be drawn as well, in
/// decitempi.
const NEAR: i16 = 5;

/// Makes `heuristic`, `search` or `mcts`.
///
/// # Errors
///
/// `unknown_bot` for another name, `invalid_option`.
pub(in crate::boost) fn make(name: &str, options: &Dict, seed: u64) -> Result<Box<dyn Bot<Boost>>> {
    if name != "search" {
        return bots::make_searching(name, options, seed);
    }
    // All are checked together, so that the error names all there are.
    let book = Options::read("bot search", OPTIONS, options)?.flag(BOOK.name)?;
    let mut own = options.clone();
    own.remove(BOOK.name);
    let inner = bots::make_searching(name, &own, seed)?;
    Ok(if book {
        Box::new(Reader { inner, seed })
    } else {
        inner
    })
}

/// A bot that looks into the book first.
struct Reader {
    inner: Box<dyn Bot<Boost>>,
    seed: u64,
}

impl Reader {
    /// What the book says, where it says something. Who names the moves to choose
    /// from is not answered by it.
    fn known(
        &self,
        observation: &Observation<Boost>,
        limits: &Limits,
    ) -> Option<Decision<<Boost as Game>::Action>> {
        let state = observation.view().full()?;
        let game = state.game();
        game.book?;
        if !limits.moves.is_empty() || !observation.may_act() {
            return None;
        }
        let worth = |action| {
            let (next, ()) = game.play(state.position(), action);
            game.book_worth(&next)
        };
        let legal = state.legal(Some(observation.seat()));
        let mut known: Vec<_> = legal
            .iter()
            .filter_map(|action| Some((*action, worth(action)?)))
            .collect();
        // Stable, so that equals stay in the order of the moves.
        known.sort_by_key(|(_, worth)| -i32::from(*worth));
        let best = known.first()?.1;
        let near = known.iter().filter(|(_, w)| best - *w <= NEAR).count();
        let ply = state.history().len() as u64;
        let mut rng = Rng::derived(&[self.seed, state.key(), ply]);
        let chosen = known.remove(rng.below(near as u32) as usize);
        let score = |worth: i16| Some(Score::Decitempi(worth.into()));
        Some(Decision {
            score: score(chosen.1),
            alternatives: known.into_iter().map(|(a, w)| (a, score(w))).collect(),
            ..Decision::plain(chosen.0)
        })
    }
}

impl Bot<Boost> for Reader {
    fn decide(
        &mut self,
        observation: &Observation<Boost>,
        limits: &Limits,
        control: &Control,
    ) -> Result<Decision<<Boost as Game>::Action>> {
        match self.known(observation, limits) {
            Some(decision) => Ok(decision),
            None => self.inner.decide(observation, limits, control),
        }
    }

    fn analyse(
        &mut self,
        observation: &Observation<Boost>,
        limits: &Limits,
        control: &Control,
        watch: Watch<'_, <Boost as Game>::Action>,
    ) -> Result<Decision<<Boost as Game>::Action>> {
        self.inner.analyse(observation, limits, control, watch)
    }

    fn new_game(&mut self) {
        self.inner.new_game();
    }

    fn accepts_draw(
        &mut self,
        observation: &Observation<Boost>,
        control: &Control,
    ) -> Result<bool> {
        self.inner.accepts_draw(observation, control)
    }
}
