//! The bots of bughouse: those of every game that is searched, behind a [`Lens`].

use std::sync::Arc;

use super::Bughouse;
use super::lens::{Focus, Lens, Seen, Step, WEIGHTS, is_first};
use crate::bots::{self, Bot, Decision, Info, Limits, SEARCH_OPTIONS, SEARCHING, Watch};
use crate::error::Result;
use crate::game::{Seat, View};
use crate::jobs::Control;
use crate::options::{OptionKind, OptionSpec, Options};
use crate::state::{Observation, Rules, State};
use crate::value::Dict;

use super::super::{Action, place_of, seat_of};

const CONTROL: OptionSpec = OptionSpec {
    name: "control",
    kind: OptionKind::Choice {
        default: "single",
        values: &["single", "dual"],
    },
    doc: "whether it looks at the moves of its own board only, the other standing still, or at \
          those of both boards, the teams taking turns: for whoever plays both seats of a team",
};

const fn all_options() -> [OptionSpec; SEARCH_OPTIONS.len() + 1 + WEIGHTS.len()] {
    let mut out = [CONTROL; SEARCH_OPTIONS.len() + 1 + WEIGHTS.len()];
    let mut i = 0;
    while i < SEARCH_OPTIONS.len() {
        out[i] = SEARCH_OPTIONS[i];
        i += 1;
    }
    let mut j = 0;
    while j < WEIGHTS.len() {
        out[i + 1 + j] = WEIGHTS[j];
        j += 1;
    }
    out
}

/// The options of `search`.
const OPTIONS: &[OptionSpec] = &all_options();

/// Makes `heuristic`, `search` or `mcts`.
///
/// # Errors
///
/// `unknown_bot` for another name, `invalid_option`.
pub fn make(name: &str, options: &Dict, seed: u64) -> Result<Box<dyn Bot<Bughouse>>> {
    if !SEARCHING.contains(&name) {
        return Err(bots::unknown::<Bughouse>(name));
    }
    let mut own = options.clone();
    let mut weights = Dict::new();
    let mut dual = false;
    if name == "search" {
        // All are checked together, so that the error names all there are.
        let read = Options::read("bot search", OPTIONS, options)?;
        dual = read.word("control")? == "dual";
        own.remove("control");
        for spec in &WEIGHTS {
            own.remove(spec.name);
            weights.insert(spec.name.into(), read.int(spec.name)?.into());
        }
    }
    Ok(Box::new(Partner {
        inner: bots::make_searching(name, &own, seed)?,
        weights,
        dual,
        rules: None,
    }))
}

/// A bot that looks through a [`Lens`].
struct Partner {
    inner: Box<dyn Bot<Lens>>,
    weights: Dict,
    dual: bool,
    /// The rules as they were last asked for.
    rules: Option<(Options, Arc<Rules<Lens>>)>,
}

impl Partner {
    fn rules(&mut self, of: &Options) -> Result<Arc<Rules<Lens>>> {
        if let Some((options, rules)) = &self.rules {
            if options == of {
                return Ok(Arc::clone(rules));
            }
        }
        let mut given = of.to_dict();
        given.extend(self.weights.clone());
        let rules = Rules::new(&given)?;
        self.rules = Some((of.clone(), Arc::clone(&rules)));
        Ok(rules)
    }

    fn through(&mut self, observation: &Observation<Bughouse>) -> Result<Observation<Lens>> {
        let seat = observation.seat();
        let rules = self.rules(observation.rules().options())?;
        let state = observation.view().full().ok_or_else(|| {
            crate::Error::internal("bughouse hides nothing, and yet a view is not whole")
        })?;
        Ok(seen(state, seat, self.dual, rules).observe(seat))
    }
}

/// A state as a seat that decides looks at it.
fn seen(state: &State<Bughouse>, seat: Seat, dual: bool, rules: Arc<Rules<Lens>>) -> State<Lens> {
    let both = *state.position();
    let (both, focus) = if dual {
        let first = is_first(seat);
        (both, Focus::Team { first })
    } else {
        let own = place_of(seat).0;
        let other = seat_of(own.other(), both.board(own.other()).turn());
        let foreseen = match is_first(other) == is_first(seat) {
            true => both,
            false => rules.game().foreseen(both, own.other()),
        };
        (foreseen, Focus::One(own))
    };
    state.under(rules, Seen { both, focus })
}

const fn moved(step: &Step) -> Option<Action> {
    match step {
        Step::Move(action) => Some(*action),
        Step::Sit => None,
    }
}

/// A line without its sits.
fn line(steps: &[Step]) -> Vec<Action> {
    steps.iter().filter_map(moved).collect()
}

fn decision(of: Decision<Step>) -> Result<Decision<Action>> {
    let action = moved(&of.action)
        .ok_or_else(|| crate::Error::internal("a bot that has moves would sit"))?;
    Ok(Decision {
        action,
        score: of.score,
        pv: line(&of.pv),
        depth: of.depth,
        nodes: of.nodes,
        alternatives: of
            .alternatives
            .iter()
            .filter_map(|(step, score)| Some((moved(step)?, *score)))
            .collect(),
        messages: of.messages,
    })
}

impl Bot<Bughouse> for Partner {
    fn decide(
        &mut self,
        observation: &Observation<Bughouse>,
        limits: &Limits,
        control: &Control,
    ) -> Result<Decision<Action>> {
        let observation = self.through(observation)?;
        decision(self.inner.decide(&observation, limits, control)?)
    }

    fn analyse(
        &mut self,
        observation: &Observation<Bughouse>,
        limits: &Limits,
        control: &Control,
        watch: Watch<'_, Action>,
    ) -> Result<Decision<Action>> {
        let observation = self.through(observation)?;
        let told = self
            .inner
            .analyse(&observation, limits, control, &mut |info| {
                watch(&Info {
                    depth: info.depth,
                    selective_depth: info.selective_depth,
                    line: info.line,
                    score: info.score,
                    bound: info.bound,
                    nodes: info.nodes,
                    time: info.time,
                    hash_full: info.hash_full,
                    pv: line(&info.pv),
                });
            })?;
        decision(told)
    }

    fn new_game(&mut self) {
        self.inner.new_game();
    }

    fn accepts_draw(
        &mut self,
        observation: &Observation<Bughouse>,
        control: &Control,
    ) -> Result<bool> {
        let observation = self.through(observation)?;
        self.inner.accepts_draw(&observation, control)
    }
}
