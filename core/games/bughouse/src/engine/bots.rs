//! The bots of bughouse: those of every game that is searched, behind a [`SearchBughouse`].

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::advice::Advice;
use super::params::EngineParams;
use super::partner::{Advised, MESSAGES, PartnerBot};
use super::search_game::{SearchBughouse, TeamPly, TeamWeights};
use super::{Bughouse, joint};
use contract::bot::{self, Alternative, Bot, Decision, Info, Limits, Score, Watch};
use contract::error::{Error, Result};
use contract::game::View;
use contract::jobs::Control;
use contract::options::{OptionKind, OptionSpec, Options, joined};
use contract::state::{Observation, Rules, State};
use contract::value::Dict;
use search::bots::book::{BOOK, BookBot, with_book};
use search::bots::{DRAW_OPTIONS, SEARCH_OPTIONS, SEARCHING, TREE_OPTIONS};

use super::super::book::Shipped;
use super::super::{Action, place_of, rival_of, seat_of};
use super::time::{Elsewhere, TIME_OPTIONS, TimeManager};

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
const OPTIONS: &[OptionSpec] = &joined::<_, { SEARCH_OPTIONS.len() + 3 + TIME_OPTIONS.len() }>(&[
    SEARCH_OPTIONS,
    &[CONTROL, BOOK, MESSAGES],
    &TIME_OPTIONS,
]);

/// The options of `heuristic` and `mcts`.
const HEURISTIC: &[OptionSpec] =
    &joined::<_, { DRAW_OPTIONS.len() + 1 }>(&[DRAW_OPTIONS, &[MESSAGES]]);
const TREE: &[OptionSpec] = &joined::<_, { TREE_OPTIONS.len() + 1 }>(&[TREE_OPTIONS, &[MESSAGES]]);

/// The options of `heuristic`, `search` or `mcts`; none for another name.
#[must_use]
pub fn bot_options(name: &str) -> &'static [OptionSpec] {
    match name {
        "search" => OPTIONS,
        "heuristic" => HEURISTIC,
        "mcts" => TREE,
        _ => search::bots::searching_options(name),
    }
}

/// Makes `heuristic`, `search` or `mcts`.
///
/// # Errors
///
/// `unknown_bot` for another name, `invalid_option`.
pub fn make(name: &str, options: &Dict, seed: u64) -> Result<Box<dyn Bot<Bughouse>>> {
    match name {
        "search" => make_tuned(options, seed, EngineParams::SHIPPED),
        _ if SEARCHING.contains(&name) => {
            let read = Options::read(&format!("bot {name}"), bot_options(name), options)?;
            let mut own = options.clone();
            own.remove(MESSAGES.name);
            let seated = Seated {
                inner: search::bots::make_searching(name, &own, seed)?,
                own,
                contempt: 0,
                seed,
                weights: TeamWeights::default(),
                advice: Advice::default(),
                dual: false,
                params: EngineParams::SHIPPED,
                tempo: None,
                rules: None,
            };
            let messages = read.word(MESSAGES.name)?;
            Ok(Box::new(PartnerBot::new(seated, messages, false, false)))
        }
        _ => Err(bot::unknown::<Bughouse>(name)),
    }
}

/// Makes `search` with other parameters than those that are shipped.
///
/// # Errors
///
/// `invalid_option`.
pub fn make_tuned(
    options: &Dict,
    seed: u64,
    params: EngineParams,
) -> Result<Box<dyn Bot<Bughouse>>> {
    let read = Options::read("bot search", OPTIONS, options)?;
    let (messages, dual) = (
        read.word(MESSAGES.name)?,
        read.word(CONTROL.name)? == "dual",
    );
    let bot = searching(options, seed, params)?;
    Ok(Box::new(PartnerBot::new(bot, messages, dual, true)))
}

impl Advised for Searching {
    fn advise(&mut self, advice: Advice) -> Result<()> {
        self.inner_mut().apply_advice(advice)
    }
}

impl Advised for Seated {
    /// Only `search` has a contempt that advice could change.
    fn advise(&mut self, advice: Advice) -> Result<()> {
        self.apply_advice(Advice {
            contempt: self.advice.contempt,
            ..advice
        })
    }
}

/// `search` with its book.
type Searching = BookBot<Shipped, Seated>;

fn searching(options: &Dict, seed: u64, params: EngineParams) -> Result<Searching> {
    with_book(Shipped, OPTIONS, options, seed, |read, own| {
        let own = inner(own);
        Ok(Seated {
            inner: search::bots::make_searching("search", &own, seed)?,
            own,
            contempt: read.int(CONTEMPT)?,
            seed,
            weights: TeamWeights::of(&params),
            advice: Advice::default(),
            dual: read.word(CONTROL.name)? == "dual",
            params,
            tempo: Some(TimeManager::new(read, params)?),
            rules: None,
        })
    })
}

/// The bot `search` as a partner: what it plays takes in what its own partner has said.
pub struct TeamBot {
    bot: Searching,
    options: Dict,
}

impl std::fmt::Debug for TeamBot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TeamBot({:?})", self.options)
    }
}

impl TeamBot {
    /// A player with the options of `search`.
    ///
    /// # Errors
    ///
    /// `invalid_option`.
    pub fn new(options: &Dict) -> Result<Self> {
        Ok(Self {
            bot: searching(options, 0, EngineParams::SHIPPED)?,
            options: options.clone(),
        })
    }

    /// Takes other options and advice for the decisions that follow. It keeps what it has
    /// learnt of the game, unless options change that do not allow it.
    ///
    /// # Errors
    ///
    /// `invalid_option`.
    pub fn prepare(&mut self, options: &Dict, advice: Advice) -> Result<()> {
        if self.options != *options {
            if !self.bot.adjust(options)? {
                self.bot = searching(options, 0, EngineParams::SHIPPED)?;
            }
            self.options.clone_from(options);
        }
        self.bot.inner_mut().apply_advice(advice)
    }
}

impl Bot<Bughouse> for TeamBot {
    fn decide(
        &mut self,
        observation: &Observation<Bughouse>,
        limits: &Limits,
        control: &Control,
    ) -> Result<Decision<Action>> {
        self.bot.decide(observation, limits, control)
    }

    fn analyse(
        &mut self,
        observation: &Observation<Bughouse>,
        limits: &Limits,
        control: &Control,
        watch: Watch<'_, Action>,
    ) -> Result<Decision<Action>> {
        self.bot.analyse(observation, limits, control, watch)
    }

    fn new_game(&mut self) {
        self.bot.new_game();
    }

    fn is_quick(&self, limits: &Limits) -> bool {
        self.bot.is_quick(limits)
    }

    fn accepts_draw(
        &mut self,
        observation: &Observation<Bughouse>,
        control: &Control,
    ) -> Result<bool> {
        self.bot.accepts_draw(observation, control)
    }
}

const CONTEMPT: &str = "contempt";

/// The greatest contempt either way, in centipawns.
const MOST_CONTEMPT: i64 = 1000;

/// The options that are those of any game's search.
fn inner(mut own: Dict) -> Dict {
    for spec in TIME_OPTIONS.iter().chain([&CONTROL, &MESSAGES]) {
        own.remove(spec.name);
    }
    own
}

/// A bot of one seat, which looks through a [`SearchBughouse`].
struct Seated {
    inner: Box<dyn Bot<SearchBughouse>>,
    /// The options of the inner bot, and the contempt and the seed in them.
    own: Dict,
    contempt: i64,
    seed: u64,
    weights: TeamWeights,
    advice: Advice,
    dual: bool,
    params: EngineParams,
    /// The time manager, if it regards clocks.
    tempo: Option<TimeManager>,
    /// The rules as they were last asked for, with their weights.
    rules: Option<(Options, TeamWeights, Arc<Rules<SearchBughouse>>)>,
}

impl Seated {
    /// Takes in what its partner has said.
    fn apply_advice(&mut self, advice: Advice) -> Result<()> {
        if advice.contempt != self.advice.contempt {
            let sum = self.contempt + i64::from(advice.contempt);
            let mut own = self.own.clone();
            own.insert(
                CONTEMPT.into(),
                sum.clamp(-MOST_CONTEMPT, MOST_CONTEMPT).into(),
            );
            if !self.inner.adjust(&own)? {
                self.inner = search::bots::make_searching("search", &own, self.seed)?;
            }
        }
        self.advice = advice;
        Ok(())
    }

    /// The rules with weights; the other board counts so much of what it usually
    /// does, in hundredths.
    fn rules(&mut self, of: &Rules<Bughouse>, percent: i32) -> Arc<Rules<SearchBughouse>> {
        let weights = self.weights.advised(&self.advice, percent);
        if let Some((options, known, rules)) = &self.rules
            && options == of.options()
            && *known == weights
        {
            return Arc::clone(rules);
        }
        let rules = SearchBughouse::rules(of, weights);
        self.rules = Some((of.options().clone(), weights, Arc::clone(&rules)));
        rules
    }

    fn through(
        &mut self,
        observation: &Observation<Bughouse>,
        limits: &Limits,
        dual: bool,
    ) -> Result<Observation<SearchBughouse>> {
        let seat = observation.seat();
        let percent = self
            .tempo
            .map_or(100, |tempo| tempo.other_board(limits, seat));
        let rules = self.rules(observation.rules(), percent);
        let state = full_state(observation)?;
        let through = match dual {
            true => SearchBughouse::seen_by_team(state, seat, rules),
            false => SearchBughouse::seen(state, seat, rules),
        };
        Ok(through.observe(seat))
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
        found: Decision<TeamPly>,
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

    /// Returns the time to hold back a move of such a score.
    fn hold(
        &self,
        observation: &Observation<Bughouse>,
        limits: &Limits,
        eval: Option<Score>,
    ) -> Result<Duration> {
        let Some(tempo) = self.tempo else {
            return Ok(Duration::ZERO);
        };
        let (game, position) = (
            observation.rules().game(),
            full_state(observation)?.position(),
        );
        let seat = observation.seat();
        let rival = rival_of(seat);
        let (other, _) = place_of(rival);
        let there = position.board(other);
        let elsewhere = Elsewhere {
            rival,
            rivals: seat_of(other, there.turn()) == rival,
            goes_on: there.has_legal(game.one_board().rules()),
        };
        Ok(tempo.hold(limits, seat, eval, elsewhere))
    }
}

/// All that a seat of bughouse sees.
pub(super) fn full_state(observation: &Observation<Bughouse>) -> Result<&State<Bughouse>> {
    observation
        .view()
        .full()
        .ok_or_else(|| Error::internal("bughouse hides nothing, and yet a view is not whole"))
}

const fn moved(step: &TeamPly) -> Option<Action> {
    match step {
        TeamPly::Move(action) => Some(*action),
        TeamPly::Sit => None,
    }
}

/// A line without its sits.
fn line(steps: &[TeamPly]) -> Vec<Action> {
    steps.iter().filter_map(moved).collect()
}

fn decision(of: Decision<TeamPly>) -> Result<Decision<Action>> {
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
        says: of.says,
        hold: of.hold,
        time: of.time,
        fallback: of.fallback,
        offer_draw: of.offer_draw,
        resign: of.resign,
    })
}

impl Bot<Bughouse> for Seated {
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
                reported = info.pv.first().and_then(moved).zip(info.score);
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
        // With both boards in view it may be another move than the one reported last, or be worth
        // something else.
        if reported != Some(decision.action).zip(decision.score) {
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
        let tempo = TimeManager::new(&read, self.params)?;
        let own = inner(options.clone());
        let adjusted = self.inner.adjust(&own)?;
        if adjusted {
            self.own = own;
            self.contempt = read.int(CONTEMPT)?;
            self.advice = Advice::default();
            self.dual = read.word(CONTROL.name)? == "dual";
            self.tempo = Some(tempo);
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
