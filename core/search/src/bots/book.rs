//! Bots that look into an opening book before they think.

use std::time::Instant;

use contract::bot::{Alternative, BeliefCounters, Bot, Decision, Info, Limits, Score, Watch};
use contract::error::Result;
use contract::game::{Game, Seat, View};
use contract::jobs::Control;
use contract::options::{OptionKind, OptionSpec, Options};
use contract::rng::Rng;
use contract::state::{Observation, State};
use contract::value::Dict;

/// The switch of whoever has a book.
pub const BOOK: OptionSpec = OptionSpec {
    name: "book",
    kind: OptionKind::Flag { default: true },
    doc: "whether it plays the moves of the opening book, where it has any for the game",
};

/// A move of a book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BookMove<A> {
    /// The move.
    pub action: A,
    /// Score that the book gives the move, if any.
    pub score: Option<Score>,
    /// Probability of being drawn, relative to the weights of the other moves; 0 for a move that is
    /// never played.
    pub weight: u32,
}

/// An opening book of a game.
pub trait OpeningBook<G: Game>: Send {
    /// The moves it has for a seat, the best first; those without weight are known
    /// and not played.
    fn moves(&self, state: &State<G>, seat: Seat) -> Vec<BookMove<G::Action>>;
}

/// A bot that looks into a book first. Moves are drawn by seed and position.
pub struct BookBot<B, I> {
    inner: I,
    book: B,
    /// True if the bot consults the book.
    open: bool,
    specs: &'static [OptionSpec],
    seed: u64,
}

/// Reads the options of `search` and opens the book for it, or not. The maker is
/// handed what was read, and what was given without the option of the book.
///
/// # Errors
///
/// `invalid_option`, and whatever the maker of the bot says.
pub fn with_book<B, I>(
    book: B,
    specs: &'static [OptionSpec],
    options: &Dict,
    seed: u64,
    make: impl FnOnce(&Options, Dict) -> Result<I>,
) -> Result<BookBot<B, I>> {
    let (read, own) = split(specs, options)?;
    Ok(BookBot {
        inner: make(&read, own)?,
        book,
        open: read.flag(BOOK.name)?,
        specs,
        seed,
    })
}

/// The options as read, and those given for the bot itself. All are checked together,
/// so that an error names all there are.
fn split(specs: &'static [OptionSpec], options: &Dict) -> Result<(Options, Dict)> {
    let read = Options::read("bot search", specs, options)?;
    let mut own = options.clone();
    own.remove(BOOK.name);
    Ok((read, own))
}

impl<B, I> BookBot<B, I> {
    /// The bot that thinks where the book says nothing.
    pub const fn inner_mut(&mut self) -> &mut I {
        &mut self.inner
    }

    /// Returns the decision of the book; `None` if it has no move to play, is closed, or the limits
    /// name the moves to choose from.
    fn known<G: Game>(
        &self,
        observation: &Observation<G>,
        limits: &Limits,
    ) -> Option<Decision<G::Action>>
    where
        B: OpeningBook<G>,
    {
        let state = observation.view().full()?;
        if !self.open || limits.moves.is_some() || !observation.may_act() {
            return None;
        }
        let mut known = self.book.moves(state, observation.seat());
        let total = known.iter().map(|known| known.weight).sum::<u32>();
        if total == 0 {
            return None;
        }
        let ply = state.history().len() as u64;
        let mut rng = Rng::derived(&[self.seed, state.key(), ply]);
        let mut drawn = rng.below(total);
        let chosen = known.iter().position(|known| {
            let here = drawn < known.weight;
            drawn = drawn.saturating_sub(known.weight);
            here
        })?;
        let chosen = known.remove(chosen);
        Some(Decision {
            score: chosen.score,
            alternatives: known
                .into_iter()
                .map(|k| Alternative {
                    action: k.action,
                    score: k.score,
                })
                .collect(),
            ..Decision::plain(chosen.action)
        })
    }
}

impl<G: Game, B: OpeningBook<G>, I: Bot<G>> Bot<G> for BookBot<B, I> {
    fn decide(
        &mut self,
        observation: &Observation<G>,
        limits: &Limits,
        control: &Control,
    ) -> Result<Decision<G::Action>> {
        match self.known(observation, limits) {
            Some(decision) => Ok(decision),
            None => self.inner.decide(observation, limits, control),
        }
    }

    /// Analyses with the inner bot, since an analysis asks for more than the book says; consults
    /// the book only if a clock runs, as in a game.
    fn analyse(
        &mut self,
        observation: &Observation<G>,
        limits: &Limits,
        control: &Control,
        watch: Watch<'_, G::Action>,
    ) -> Result<Decision<G::Action>> {
        let started = Instant::now();
        let played = limits.clock_of(observation.seat()).is_some();
        match played.then(|| self.known(observation, limits)).flatten() {
            Some(decision) => {
                watch(&Info::of(&decision, started));
                Ok(decision)
            }
            None => self.inner.analyse(observation, limits, control, watch),
        }
    }

    fn new_game(&mut self) {
        self.inner.new_game();
    }

    fn adjust(&mut self, options: &Dict) -> Result<bool> {
        let (read, own) = split(self.specs, options)?;
        let adjusted = self.inner.adjust(&own)?;
        if adjusted {
            self.open = read.flag(BOOK.name)?;
        }
        Ok(adjusted)
    }

    fn is_quick(&self, limits: &Limits) -> bool {
        self.inner.is_quick(limits)
    }

    fn accepts_draw(&mut self, observation: &Observation<G>, control: &Control) -> Result<bool> {
        self.inner.accepts_draw(observation, control)
    }

    fn believed(&self) -> Option<Vec<u64>> {
        self.inner.believed()
    }

    fn belief_counters(&self) -> Option<BeliefCounters> {
        self.inner.belief_counters()
    }
}
