//! The bots of bughouse: those of every game that is searched, behind a [`Lens`].

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::lens::{Focus, Lens, OTHER_BOARD, Seen, Step, WEIGHTS, is_first};
use super::{Bughouse, joint};
use contract::bot::{self, Alternative, Bot, Decision, Info, Limits, Score, Watch};
use contract::error::{Error, Result};
use contract::game::{Seat, View};
use contract::jobs::Control;
use contract::options::{OptionKind, OptionSpec, Options, joined};
use contract::state::{Observation, Rules, State};
use contract::value::{Dict, Value};
use search::bots::book::{BOOK, with_book};
use search::bots::{SEARCH_OPTIONS, SEARCHING};

use super::super::book::Shipped;
use super::super::{Action, place_of, rival_of, seat_of};
use super::needs::Needs;
use super::tempo::{Elsewhere, TEMPO, Tempo};

const CONTROL: OptionSpec = OptionSpec {
    name: "control",
    kind: OptionKind::Choice {
        default: "single",
        values: &["single", "dual"],
    },
    doc: "whether it looks at the moves of its own board only, the other standing still, or then \
          at those of both boards as well, the teams taking turns: for whoever plays both seats of \
          a team",
};

/// The options of `search`.
const OPTIONS: &[OptionSpec] =
    &joined::<{ SEARCH_OPTIONS.len() + 2 + WEIGHTS.len() + TEMPO.len() }>(&[
        SEARCH_OPTIONS,
        &[CONTROL, BOOK],
        &WEIGHTS,
        &TEMPO,
    ]);

/// Makes `heuristic`, `search` or `mcts`.
///
/// # Errors
///
/// `unknown_bot` for another name, `invalid_option`.
pub fn make(name: &str, options: &Dict, seed: u64) -> Result<Box<dyn Bot<Bughouse>>> {
    match name {
        "search" => with_book(Shipped, OPTIONS, options, seed, |read, own| {
            searching(read, own, seed)
        }),
        _ if SEARCHING.contains(&name) => Ok(Box::new(Partner {
            inner: search::bots::make_searching(name, options, seed)?,
            weights: Dict::new(),
            dual: false,
            tempo: None,
            rules: None,
        })),
        _ => Err(bot::unknown::<Bughouse>(name)),
    }
}

/// Makes `search` without a book, from its options as they were read and as they
/// were given.
fn searching(read: &Options, own: Dict, seed: u64) -> Result<Box<dyn Bot<Bughouse>>> {
    Ok(Box::new(Partner {
        inner: search::bots::make_searching("search", &inner(own), seed)?,
        weights: weights(read)?,
        dual: read.word(CONTROL.name)? == "dual",
        tempo: Some(Tempo::new(read)?),
        rules: None,
    }))
}

/// The options that are those of any game's search.
fn inner(mut own: Dict) -> Dict {
    for spec in WEIGHTS.iter().chain(&TEMPO).chain([&CONTROL]) {
        own.remove(spec.name);
    }
    own
}

/// The weights of the evaluation.
fn weights(read: &Options) -> Result<Dict> {
    let each = |spec: &OptionSpec| Ok((spec.name.into(), read.int(spec.name)?.into()));
    WEIGHTS.iter().map(each).collect()
}

/// A bot that looks through a [`Lens`].
struct Partner {
    inner: Box<dyn Bot<Lens>>,
    weights: Dict,
    dual: bool,
    /// What it makes of clocks, if it does.
    tempo: Option<Tempo>,
    /// The rules as they were last asked for, with what the other board counts.
    rules: Option<(Options, i32, Arc<Rules<Lens>>)>,
}

impl Partner {
    /// The rules with weights; the other board counts so much of what it usually
    /// does, in hundredths.
    fn rules(&mut self, of: &Options, percent: i32) -> Result<Arc<Rules<Lens>>> {
        if let Some((options, known, rules)) = &self.rules
            && options == of
            && *known == percent
        {
            return Ok(Arc::clone(rules));
        }
        let mut given = of.to_dict();
        given.extend(self.weights.clone());
        if let Some(usual) = self.weights.get(OTHER_BOARD).and_then(Value::as_i64) {
            given.insert(
                OTHER_BOARD.into(),
                (usual * i64::from(percent) / 100).into(),
            );
        }
        let rules = Rules::new(&given)?;
        self.rules = Some((of.clone(), percent, Arc::clone(&rules)));
        Ok(rules)
    }

    fn through(
        &mut self,
        observation: &Observation<Bughouse>,
        limits: &Limits,
        dual: bool,
    ) -> Result<Observation<Lens>> {
        let seat = observation.seat();
        let percent = self
            .tempo
            .map_or(100, |tempo| tempo.other_board(limits, seat));
        let rules = self.rules(observation.rules().options(), percent)?;
        let state = whole(observation)?;
        Ok(seen(state, seat, dual, rules).observe(seat))
    }

    /// The limits as the clocks have it.
    fn paced(&self, observation: &Observation<Bughouse>, limits: &Limits) -> Limits {
        let seat = observation.seat();
        let paced = self.tempo.map_or_else(
            || limits.clone(),
            |tempo| tempo.paced(limits, seat, rival_of(seat)),
        );
        match self.dual {
            true => joint::own_part(&paced),
            false => paced,
        }
    }

    /// The decision that was found for one board: with both in view where the bot plays
    /// both seats of a team, and with how long to hold it back.
    fn confirmed(
        &mut self,
        observation: &Observation<Bughouse>,
        limits: &Limits,
        control: &Control,
        found: Decision<Step>,
    ) -> Result<Decision<Action>> {
        // Its own board says whether to sit: what goes on elsewhere is no reason to.
        let hold = self.hold(observation, limits, found.score)?;
        let found = match self.dual {
            false => found,
            true => {
                let both = self.through(observation, limits, true)?;
                joint::confirmed(&mut *self.inner, &both, found, limits, control)?
            }
        };
        decision(Decision { hold, ..found })
    }

    /// How long to hold back a move of such a worth.
    fn hold(
        &self,
        observation: &Observation<Bughouse>,
        limits: &Limits,
        worth: Option<Score>,
    ) -> Result<Duration> {
        let Some(tempo) = self.tempo else {
            return Ok(Duration::ZERO);
        };
        let (game, position) = (observation.rules().game(), whole(observation)?.position());
        let seat = observation.seat();
        let rival = rival_of(seat);
        let (other, _) = place_of(rival);
        let there = position.board(other);
        let elsewhere = Elsewhere {
            rival,
            rivals: seat_of(other, there.turn()) == rival,
            goes_on: there.has_legal(game.one_board().rules()),
        };
        Ok(tempo.hold(limits, seat, worth, elsewhere))
    }
}

/// All that a seat of bughouse sees.
fn whole(observation: &Observation<Bughouse>) -> Result<&State<Bughouse>> {
    observation
        .view()
        .full()
        .ok_or_else(|| Error::internal("bughouse hides nothing, and yet a view is not whole"))
}

/// A state as a seat that decides looks at it.
fn seen(state: &State<Bughouse>, seat: Seat, dual: bool, rules: Arc<Rules<Lens>>) -> State<Lens> {
    let both = *state.position();
    let (both, focus, needs) = if dual {
        let first = is_first(seat);
        (both, Focus::Team { first }, Needs::default())
    } else {
        let own = place_of(seat).0;
        let other = seat_of(own.other(), both.board(own.other()).turn());
        let needs = rules.game().needs(&both, own, is_first(seat));
        // Who would mate with a piece that comes waits for it.
        let foreseen = match is_first(other) == is_first(seat) || needs.any() {
            true => both,
            false => rules.game().foreseen(both, own.other()),
        };
        (foreseen, Focus::One(own), needs)
    };
    state.under(rules, Seen { both, focus, needs })
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
    let action =
        moved(&of.action).ok_or_else(|| Error::internal("a bot that has moves would sit"))?;
    Ok(Decision {
        action,
        score: of.score,
        pv: line(&of.pv),
        depth: of.depth,
        nodes: of.nodes,
        alternatives: of
            .alternatives
            .iter()
            .filter_map(|other| {
                Some(Alternative {
                    action: moved(&other.action)?,
                    score: other.score,
                })
            })
            .collect(),
        messages: of.messages,
        hold: of.hold,
        time: of.time,
        fallback: of.fallback,
    })
}

impl Bot<Bughouse> for Partner {
    fn decide(
        &mut self,
        observation: &Observation<Bughouse>,
        limits: &Limits,
        control: &Control,
    ) -> Result<Decision<Action>> {
        let through = self.through(observation, limits, false)?;
        let paced = self.paced(observation, limits);
        let found = self.inner.decide(&through, &paced, control)?;
        self.confirmed(observation, limits, control, found)
    }

    fn analyse(
        &mut self,
        observation: &Observation<Bughouse>,
        limits: &Limits,
        control: &Control,
        watch: Watch<'_, Action>,
    ) -> Result<Decision<Action>> {
        let started = Instant::now();
        let through = self.through(observation, limits, false)?;
        let paced = self.paced(observation, limits);
        let mut reported = None;
        let found = self.inner.analyse(&through, &paced, control, &mut |info| {
            if info.line == 1 {
                reported = info.pv.first().and_then(moved);
            }
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
        let decision = self.confirmed(observation, limits, control, found)?;
        // With both boards in view it may be another move than the one reported last.
        if reported.as_ref() != Some(&decision.action) {
            watch(&Info::of(&decision, started));
        }
        Ok(decision)
    }

    fn new_game(&mut self) {
        self.inner.new_game();
    }

    fn adjust(&mut self, options: &Dict) -> Result<bool> {
        if self.tempo.is_none() {
            return Ok(false);
        }
        let read = Options::read("bot search", OPTIONS, options)?;
        let tempo = Tempo::new(&read)?;
        let adjusted = self.inner.adjust(&inner(options.clone()))?;
        if adjusted {
            self.weights = weights(&read)?;
            self.dual = read.word(CONTROL.name)? == "dual";
            self.tempo = Some(tempo);
            self.rules = None;
        }
        Ok(adjusted)
    }

    fn is_quick(&self, limits: &Limits) -> bool {
        self.inner.is_quick(limits)
    }

    fn accepts_draw(
        &mut self,
        observation: &Observation<Bughouse>,
        control: &Control,
    ) -> Result<bool> {
        let observation = self.through(observation, &Limits::default(), false)?;
        self.inner.accepts_draw(&observation, control)
    }
}
