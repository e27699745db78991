//! The bots of every game that can be searched: `heuristic` looks one ply ahead,
//! `search` as far as it may, weaker levels choosing among the best moves they
//! see; `mcts` grows a tree by chances to win.

use super::manners::{self, Manners};
use super::options::{LEVELS, OPTIONS, TREE_OPTIONS};
use crate::levels::{Handicap, Seen, last_capture};
use crate::{Engine, Method, RankedLine, SearchReport, Searched, engine};
use contract::error::{Error, Result};
use contract::game::{Game, Seat};
use contract::jobs::Control;
use contract::memory;
use contract::options::Options;
use contract::rng::Rng;
use contract::state::{Observation, State};
use contract::value::Dict;

use contract::bot::{Alternative, Bot, Decision, Info, Limits, Watch};
use std::time::Duration;

/// Moves whose answers a careless player does not look at, at most: each takes an evaluation.
const MOST_UNSEEN: usize = 64;

/// Time for a decision without any limit.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Makes `heuristic`, `search` or `mcts` for a game.
///
/// # Errors
///
/// `unknown_bot` for another name, `invalid_option`.
pub fn make<G: Searched>(name: &str, options: &Dict, seed: u64) -> Result<Box<dyn Bot<G>>> {
    match name {
        "heuristic" => {
            let options = Options::read("bot heuristic", manners::OPTIONS, options)?;
            Ok(Box::new(HeuristicBot {
                manners: Manners::read(&options)?,
                ..HeuristicBot::new(seed)
            }))
        }
        "search" => {
            let options = Options::read("bot search", OPTIONS, options)?;
            Ok(Box::new(SearchBot::new(&options, seed)?))
        }
        "mcts" => {
            let options = Options::read("bot mcts", TREE_OPTIONS, options)?;
            Ok(Box::new(SearchBot::tree(&options, seed)?))
        }
        _ => Err(contract::bot::unknown::<G>(name)),
    }
}

/// Looks one ply ahead, exchanges included, and plays one of the best moves it
/// sees, drawn by seed and position. Where limits end it before it has looked at all
/// moves, it chooses among those that it has seen.
#[derive(Debug)]
pub struct HeuristicBot<G: Searched> {
    engine: Engine<G>,
    manners: Manners,
    seed: u64,
}

impl<G: Searched> HeuristicBot<G> {
    /// A bot whose draws derive from the seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            engine: Engine::new(1),
            manners: Manners::default(),
            seed,
        }
    }
}

impl<G: Searched> Bot<G> for HeuristicBot<G> {
    fn decide(
        &mut self,
        observation: &Observation<G>,
        limits: &Limits,
        control: &Control,
    ) -> Result<Decision<G::Action>> {
        let state = full_state(observation)?;
        let limits = Limits {
            depth: Some(1),
            lines: Some(u32::MAX),
            ..limits.clone()
        };
        // What it saw before must not change what it sees.
        self.engine.clear();
        let thought =
            self.engine
                .think(state, observation.seat(), &limits, control, &mut |_| {})?;
        let mut rng = Rng::derived(&[self.seed, state.key(), state.history().len() as u64]);
        let best = thought.lines[0].value;
        let near = thought.lines.iter().filter(|l| l.value == best).count();
        let chosen = rng.below(near as u32) as usize;
        let mut decision = decision(&thought.lines, chosen, thought.depth, thought.nodes);
        let (plies, seats) = (state.history().len(), state.rules().seat_names().len());
        let best = thought.lines[0].score;
        self.manners.attach(&mut decision, best, plies, seats);
        Ok(decision)
    }

    fn new_game(&mut self) {
        self.manners.new_game();
    }

    fn is_quick(&self, _: &Limits) -> bool {
        true
    }

    fn accepts_draw(&mut self, observation: &Observation<G>, control: &Control) -> Result<bool> {
        let (state, seat) = (full_state(observation)?, observation.seat());
        self.manners
            .accepts(&self.engine, state, seat, Some(1), control)
    }
}

/// Searches as deep as it may.
#[derive(Debug)]
pub struct SearchBot<G: Searched> {
    engine: Engine<G>,
    manners: Manners,
    handicap: Option<Handicap>,
    depth: Option<u32>,
    nodes: Option<u64>,
    seed: u64,
}

impl<G: Searched> SearchBot<G> {
    fn new(options: &Options, seed: u64) -> Result<Self> {
        let hash = options.int("hash")? as usize;
        memory::check(hash)?;
        let mut engine = Engine::new(hash);
        engine.threads = options.int("threads")? as usize;
        if options.word("opponents")? == "max_n" {
            engine.method = Method::MaxN;
        }
        engine.contempt = options.int("contempt")? as i32;
        engine.overhead = Duration::from_millis(options.int("overhead")? as u64);
        engine.hand_written = options.word("evaluation")? == "hand";
        let level = options.word("level")?;
        let strength = match options.int("strength")? {
            0 => LEVELS
                .iter()
                .find(|(name, _)| *name == level)
                .and_then(|(_, strength)| *strength),
            s if s < 100 => {
                return Err(Error::invalid_option(format!(
                    "strength: takes 0 or an integer from 100 to 2500, not {s}"
                )));
            }
            s => Some(s as i32),
        };
        let positive = |n: i64| Some(n).filter(|n| *n > 0);
        let (noise, careless) = (options.int("noise")?, options.int("careless")?);
        let overlooks = options.int("overlooks")?;
        let mut handicap = strength.map(|strength| G::LADDER.handicap(strength));
        if noise > 0 || careless > 0 || overlooks > 0 {
            let own = handicap.get_or_insert(G::LADDER.unhindered());
            own.noise = positive(noise).map_or(own.noise, |n| n as i32);
            own.careless = positive(careless).map_or(own.careless, |n| n as i32);
            own.overlooks = positive(overlooks).map_or(own.overlooks, |n| n as i32);
        }
        Ok(Self {
            engine,
            manners: Manners::read(options)?,
            handicap,
            depth: positive(options.int("depth")?).map(|n| n as u32),
            nodes: positive(options.int("nodes")?).map(|n| n as u64),
            seed,
        })
    }

    fn tree(options: &Options, seed: u64) -> Result<Self> {
        let mut engine = Engine::new(1);
        engine.method = match options.word("leaf")? {
            "playout" => Method::TreeByPlayouts,
            _ => Method::TreeByEvaluation,
        };
        engine.exploration = options.int("exploration")? as u32;
        engine.seed = seed;
        Ok(Self {
            engine,
            manners: Manners::default(),
            handicap: None,
            depth: None,
            nodes: Some(options.int("nodes")? as u64).filter(|n| *n > 0),
            seed,
        })
    }

    /// The limits with what the bot's options add.
    fn within(&self, limits: &Limits) -> Limits {
        let mut limits = limits.clone();
        if let Some(depth) = self.depth {
            limits.depth = Some(limits.depth.map_or(depth, |d| d.min(depth)));
        }
        limits
    }

    /// Returns the index of the line whose move looks best to a weaker player. A move that none
    /// of the lines begins with becomes a line of its own.
    fn misjudge(
        &mut self,
        handicap: Handicap,
        capture: Option<G::Action>,
        state: &State<G>,
        seat: Seat,
        limits: &Limits,
        lines: &mut Vec<RankedLine<G::Action>>,
    ) -> Result<usize> {
        let mut rng = Rng::derived(&[self.seed, state.key(), state.history().len() as u64]);
        let turn = handicap.turn(lines[0].value, &mut rng);
        let (game, position) = (state.game(), state.position());
        let seen = |action: &G::Action, value: Option<i32>| Seen {
            value,
            takes_back: (capture.as_ref())
                .is_some_and(|last| game.takes_back(position, last, action)),
        };
        if !turn.careless {
            let of_line = |line: &RankedLine<_>| seen(&line.moves[0], Some(line.value));
            let found: Vec<_> = lines.iter().map(of_line).collect();
            return Ok(turn.best_looking(&found, |_| None, &mut rng).unwrap_or(0));
        }
        let mut moves = Engine::choices(state, seat, limits)?;
        let line_of = |action: &G::Action| lines.iter().position(|line| line.moves[0] == *action);
        let places: Vec<_> = moves.iter().map(line_of).collect();
        let found: Vec<_> = moves
            .iter()
            .zip(&places)
            .map(|(action, at)| seen(action, at.map(|at| lines[at].value)))
            .collect();
        let engine = &mut self.engine;
        let mut left = MOST_UNSEEN;
        let standing = |index: usize| {
            let action: &G::Action = &moves[index];
            if left == 0 || game.tactical(position, action) {
                return None;
            }
            left -= 1;
            Some(engine.evaluate_after(state, action, seat))
        };
        let Some(index) = turn.best_looking(&found, standing, &mut rng) else {
            return Ok(0);
        };
        if let Some(at) = places[index] {
            return Ok(at);
        }
        let action = moves.swap_remove(index);
        let value = self.engine.evaluate_after(state, &action, seat);
        lines.push(RankedLine {
            value,
            score: engine::score(value, G::UNIT),
            moves: vec![action],
            deepest: 1,
        });
        Ok(lines.len() - 1)
    }
}

impl<G: Searched> Bot<G> for SearchBot<G> {
    fn decide(
        &mut self,
        observation: &Observation<G>,
        limits: &Limits,
        control: &Control,
    ) -> Result<Decision<G::Action>> {
        let state = full_state(observation)?;
        let mut limits = self.within(limits);
        if !limits.bind() {
            match self.nodes {
                Some(nodes) => limits.nodes = Some(nodes),
                None => limits.movetime = Some(DEFAULT_TIME),
            }
        }
        let capture = self.handicap.and_then(|_| last_capture(state));
        if let Some(handicap) = self.handicap {
            // After a capture it looks around, however the game stands.
            let standing = match capture {
                Some(_) => 0,
                None => self.engine.evaluate(state, observation.seat()),
            };
            let lines = handicap.lines(standing);
            // A weak player still looks at every move once.
            self.engine.enough = handicap.enough(standing);
            limits.lines = Some(limits.lines.unwrap_or(1).max(lines));
        }
        let thought = self
            .engine
            .think(state, observation.seat(), &limits, control, &mut |_| {});
        self.engine.enough = None;
        let mut thought = thought?;
        let best = thought.lines[0].score;
        let chosen = match self.handicap {
            None => 0,
            Some(handicap) => {
                let seat = observation.seat();
                self.misjudge(handicap, capture, state, seat, &limits, &mut thought.lines)?
            }
        };
        let mut decision = decision(&thought.lines, chosen, thought.depth, thought.nodes);
        let (plies, seats) = (state.history().len(), state.rules().seat_names().len());
        self.manners.attach(&mut decision, best, plies, seats);
        Ok(decision)
    }

    fn analyse(
        &mut self,
        observation: &Observation<G>,
        limits: &Limits,
        control: &Control,
        watch: Watch<'_, G::Action>,
    ) -> Result<Decision<G::Action>> {
        let state = full_state(observation)?;
        let limits = self.within(limits);
        let thought =
            self.engine
                .think(state, observation.seat(), &limits, control, &mut |report| {
                    watch(&info(report));
                })?;
        Ok(decision(&thought.lines, 0, thought.depth, thought.nodes))
    }

    fn new_game(&mut self) {
        self.engine.clear();
        self.manners.new_game();
    }

    fn is_quick(&self, limits: &Limits) -> bool {
        /// So few positions are looked at in a few milliseconds.
        const FEW: u64 = 2_500;
        let own = if limits.bind() { None } else { self.nodes };
        let held_back = self.handicap.and_then(|handicap| handicap.enough(i32::MAX));
        [limits.nodes, own, held_back]
            .into_iter()
            .flatten()
            .any(|nodes| nodes <= FEW)
            && self.engine.method != Method::TreeByPlayouts
    }

    fn adjust(&mut self, options: &Dict) -> Result<bool> {
        if !matches!(self.engine.method, Method::AlphaBeta | Method::MaxN) {
            return Ok(false);
        }
        let options = Options::read("bot search", OPTIONS, options)?;
        let mut adjusted = Self::new(&options, self.seed)?;
        let kept = adjusted.engine.take_over(&mut self.engine);
        if kept {
            *self = adjusted;
        }
        Ok(kept)
    }

    fn accepts_draw(&mut self, observation: &Observation<G>, control: &Control) -> Result<bool> {
        let (state, seat) = (full_state(observation)?, observation.seat());
        self.manners
            .accepts(&self.engine, state, seat, self.depth, control)
    }
}

fn full_state<G: Game>(observation: &Observation<G>) -> Result<&State<G>> {
    use contract::game::View;
    observation.view().full().ok_or_else(|| {
        Error::hidden_information(format!(
            "{} hides information: its positions cannot be searched as if they were known",
            G::INFO.name
        ))
    })
}

fn decision<A: Clone>(
    lines: &[RankedLine<A>],
    chosen: usize,
    depth: u32,
    nodes: u64,
) -> Decision<A> {
    let line = &lines[chosen];
    Decision {
        score: Some(line.score),
        pv: line.moves.clone(),
        depth,
        nodes,
        alternatives: lines
            .iter()
            .enumerate()
            .filter(|(i, _)| *i != chosen)
            .map(|(_, l)| Alternative {
                action: l.moves[0].clone(),
                score: Some(l.score),
            })
            .collect(),
        ..Decision::plain(line.moves[0].clone())
    }
}

fn info<A: Clone>(report: &SearchReport<A>) -> Info<A> {
    Info {
        depth: report.depth,
        selective_depth: report.line.deepest.max(report.depth),
        line: report.index,
        score: Some(report.line.score),
        bound: report.bound,
        nodes: report.nodes,
        time: report.time,
        hash_full: report.hash_full,
        pv: report.line.moves.clone(),
    }
}
