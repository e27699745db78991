//! The bots of the game: those of every searched game, with the weights of their evaluation
//! as options, and `search` with the opening book.

use std::sync::Arc;

use crate::book::Towers;
use crate::{Boost, Weights};
use contract::bot::{BeliefCounters, Bot, Decision, Limits, Watch};
use contract::error::Result;
use contract::game::{Game, View};
use contract::jobs::Control;
use contract::options::{OptionSpec, Options, joined};
use contract::state::{Observation, Rules, State};
use contract::value::Dict;
use search::bots::book::{BOOK, with_book};
use search::bots::{DRAW_OPTIONS, SEARCH_OPTIONS, SEARCHING, TREE_OPTIONS};

const WEIGHTS: usize = Weights::OPTIONS.len();

/// The options of `search`.
const SEARCH: &[OptionSpec] = &joined::<_, { SEARCH_OPTIONS.len() + 1 + WEIGHTS }>(&[
    SEARCH_OPTIONS,
    &[BOOK],
    Weights::OPTIONS,
]);

/// The options of `mcts`.
const TREE: &[OptionSpec] =
    &joined::<_, { TREE_OPTIONS.len() + WEIGHTS }>(&[TREE_OPTIONS, Weights::OPTIONS]);

/// The options of `heuristic`.
const NEAR: &[OptionSpec] =
    &joined::<_, { DRAW_OPTIONS.len() + WEIGHTS }>(&[DRAW_OPTIONS, Weights::OPTIONS]);

/// The options of `heuristic`, `search` or `mcts`; none for another name.
pub(crate) fn bot_options(name: &str) -> &'static [OptionSpec] {
    match name {
        "search" => SEARCH,
        "mcts" => TREE,
        "heuristic" => NEAR,
        _ => &[],
    }
}

/// Makes `heuristic`, `search` or `mcts`.
///
/// # Errors
///
/// `unknown_bot` for another name, `invalid_option`.
pub(crate) fn make(name: &str, options: &Dict, seed: u64) -> Result<Box<dyn Bot<Boost>>> {
    if !SEARCHING.contains(&name) {
        return search::bots::make_searching(name, options, seed);
    }
    if name != "search" {
        return Ok(Box::new(WeightedBot::new(name, options, seed)?));
    }
    let (weights, _) = split(name, options)?;
    let book = Towers {
        open: weights.in_book > 0,
    };
    let reader = with_book(book, SEARCH, options, seed, |_, own| {
        WeightedBot::new(name, &own, seed)
    })?;
    Ok(Box::new(reader))
}

/// A bot that evaluates by its own weights: it sees each state under rules that carry them.
struct WeightedBot {
    name: String,
    inner: Box<dyn Bot<Boost>>,
    weights: Weights,
    /// The rules of the last state, and the same rules with the weights.
    rules: Option<[Arc<Rules<Boost>>; 2]>,
}

impl WeightedBot {
    fn new(name: &str, options: &Dict, seed: u64) -> Result<Self> {
        let (weights, own) = split(name, options)?;
        Ok(Self {
            name: name.to_owned(),
            inner: search::bots::make_searching(name, &own, seed)?,
            weights,
            rules: None,
        })
    }

    /// The observation of a seat under the weights.
    fn weighted(&mut self, observation: &Observation<Boost>) -> Option<Observation<Boost>> {
        let state = observation.view().full()?;
        if self.weights == *state.game().weights() {
            return None;
        }
        let given = state.rules();
        let known = self.rules.take();
        let known = known.filter(|[of, _]| Arc::ptr_eq(of, given));
        let [_, rules] = self.rules.insert(known.unwrap_or_else(|| {
            let game = state.game().with_weights(self.weights);
            [Arc::clone(given), Rules::of(game, given.options().clone())]
        }));
        let state: State<Boost> = state.under(Arc::clone(rules), *state.position());
        Some(state.observe(observation.seat()))
    }
}

/// The weights, and the options without them. All are checked together, so that an error names
/// all there are.
fn split(name: &str, options: &Dict) -> Result<(Weights, Dict)> {
    let mut own = options.clone();
    let given: Dict = Weights::OPTIONS
        .iter()
        .filter_map(|spec| own.remove_entry(spec.name))
        .collect();
    let bot = format!("bot {name}");
    Options::read(&bot, bot_options(name), options)?;
    let weights = Weights::read(&Options::read(&bot, Weights::OPTIONS, &given)?)?;
    Ok((weights, own))
}

impl Bot<Boost> for WeightedBot {
    fn decide(
        &mut self,
        observation: &Observation<Boost>,
        limits: &Limits,
        control: &Control,
    ) -> Result<Decision<<Boost as Game>::Action>> {
        let weighted = self.weighted(observation);
        self.inner
            .decide(weighted.as_ref().unwrap_or(observation), limits, control)
    }

    fn analyse(
        &mut self,
        observation: &Observation<Boost>,
        limits: &Limits,
        control: &Control,
        watch: Watch<'_, <Boost as Game>::Action>,
    ) -> Result<Decision<<Boost as Game>::Action>> {
        let weighted = self.weighted(observation);
        let observation = weighted.as_ref().unwrap_or(observation);
        self.inner.analyse(observation, limits, control, watch)
    }

    fn new_game(&mut self) {
        self.inner.new_game();
    }

    fn adjust(&mut self, options: &Dict) -> Result<bool> {
        let (weights, own) = split(&self.name, options)?;
        // What was learnt under other weights says nothing under these.
        if weights != self.weights {
            return Ok(false);
        }
        self.inner.adjust(&own)
    }

    fn is_quick(&self, limits: &Limits) -> bool {
        self.inner.is_quick(limits)
    }

    fn accepts_draw(
        &mut self,
        observation: &Observation<Boost>,
        control: &Control,
    ) -> Result<bool> {
        let weighted = self.weighted(observation);
        self.inner
            .accepts_draw(weighted.as_ref().unwrap_or(observation), control)
    }

    fn believed(&self) -> Option<Vec<u64>> {
        self.inner.believed()
    }

    fn belief_counters(&self) -> Option<BeliefCounters> {
        self.inner.belief_counters()
    }
}
