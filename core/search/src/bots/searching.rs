//! The bots of every game that can be searched: `heuristic` looks one ply ahead,
//! `search` as far as it may, weaker levels choosing among the best moves they
//! see; `mcts` grows a tree by chances to win.

use super::manners::{self, Manners};
use crate::{Engine, Method, RankedLine, SearchReport, Searched};
use contract::error::{Error, Result};
use contract::game::Game;
use contract::jobs::Control;
use contract::memory;
use contract::options::{LARGEST, OptionKind, OptionSpec, Options, joined};
use contract::rng::Rng;
use contract::state::{Observation, State};
use contract::value::Dict;

use contract::bot::{Alternative, Bot, Decision, Info, Limits, NODES, Watch};
use std::time::Duration;

/// Names of levels and what strength they stand for; `None` is without handicap.
pub const LEVELS: &[(&str, Option<i32>)] = &[
    ("beginner", Some(400)),
    ("casual", Some(900)),
    ("intermediate", Some(1400)),
    ("strong", Some(2000)),
    ("max", None),
];

/// Time for a decision without any limit.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The options of `search` by which it chooses its moves.
const STRENGTH: &[OptionSpec] = &[
    OptionSpec {
        name: "level",
        kind: OptionKind::Choice {
            default: "max",
            values: &["beginner", "casual", "intermediate", "strong", "max"],
        },
        doc: "how strong it plays",
    },
    OptionSpec {
        name: "strength",
        kind: OptionKind::Int {
            default: 0,
            min: 0,
            max: 2500,
        },
        doc: "how strong it plays, from 100 (an instructive opponent) through 1500 (an average \
              experienced player) to 2500; 0 for as the level says",
    },
    OptionSpec {
        name: "depth",
        kind: OptionKind::Int {
            default: 0,
            min: 0,
            max: 100,
        },
        doc: "plies that it never looks beyond; 0 for no such limit",
    },
    NODES,
    OptionSpec {
        name: "hash",
        kind: OptionKind::Int {
            default: 8,
            min: 1,
            max: 65_536,
        },
        doc: "largest size of the transposition table in MB; it grows with what is searched",
    },
    OptionSpec {
        name: "threads",
        kind: OptionKind::Int {
            default: 1,
            min: 1,
            max: 256,
        },
        doc: "threads that search together; with more than one, decisions cannot be repeated exactly",
    },
    OptionSpec {
        name: "opponents",
        kind: OptionKind::Choice {
            default: "paranoid",
            values: &["paranoid", "max_n"],
        },
        doc: "with more than two sides: whether all others play against the one that decides, or \
              each for itself",
    },
    OptionSpec {
        name: "contempt",
        kind: OptionKind::Int {
            default: 0,
            min: -1000,
            max: 1000,
        },
        doc: "what a draw costs, in the units of the game's evaluation",
    },
    OptionSpec {
        name: "overhead",
        kind: OptionKind::Int {
            default: 20,
            min: 0,
            max: 10_000,
        },
        doc: "milliseconds of a running clock that are kept for the host",
    },
    OptionSpec {
        name: "evaluation",
        kind: OptionKind::Choice {
            default: "network",
            values: &["network", "hand"],
        },
        doc: "by what positions are evaluated: the game's network, or the hand-written evaluation, \
              which games without a network always use",
    },
];

/// The options of `search`.
pub const OPTIONS: &[OptionSpec] =
    &joined::<_, { STRENGTH.len() + manners::OPTIONS.len() }>(&[STRENGTH, manners::OPTIONS]);

/// The names of the bots made here, for [`GameInfo::bots`](contract::game::GameInfo::bots).
pub const NAMES: &[&str] = &["heuristic", "search", "mcts"];

/// The options of `mcts`.
pub const TREE_OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "leaf",
        kind: OptionKind::Choice {
            default: "evaluation",
            values: &["evaluation", "playout"],
        },
        doc: "how new leaves are judged: by the evaluation or by a random game",
    },
    OptionSpec {
        name: "exploration",
        kind: OptionKind::Int {
            default: 60,
            min: 0,
            max: 1000,
        },
        doc: "how much is tried that does not look best, in hundredths",
    },
    OptionSpec {
        name: "nodes",
        kind: OptionKind::Int {
            default: 0,
            min: 0,
            max: LARGEST,
        },
        doc: "leaves that a decision takes where nothing else bounds it; 0 for a second of time",
    },
];

/// The options of `heuristic`, `search` or `mcts`; none for another name.
#[must_use]
pub fn options_of(name: &str) -> &'static [OptionSpec] {
    match name {
        "search" => OPTIONS,
        "mcts" => TREE_OPTIONS,
        "heuristic" => manners::OPTIONS,
        _ => &[],
    }
}

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

/// Handicap of a level: the nodes it searches, the number of moves it chooses among, and the
/// randomness of the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Handicap {
    nodes: u64,
    lines: u32,
    /// A move this much worse than the best is chosen half as often.
    temperature: i32,
}

/// Strength, nodes and temperature; in between it is interpolated, nodes by
/// their logarithm. From self-play, see `docs/strength.md`.
const LADDER: &[(i32, u64, i32)] = &[
    (100, 40, 260),
    (300, 80, 190),
    (500, 120, 150),
    (700, 250, 112),
    (900, 380, 93),
    (1100, 560, 80),
    (1300, 1_030, 64),
    (1500, 2_500, 46),
    (1700, 7_000, 31),
    (1900, 13_000, 25),
    (2100, 22_700, 19),
    (2300, 47_700, 14),
    (2500, 100_000, 8),
];

impl Handicap {
    fn of(strength: i32) -> Self {
        let strength = strength.clamp(100, 2500);
        let upper = LADDER
            .iter()
            .position(|(s, ..)| *s >= strength)
            .unwrap_or(LADDER.len() - 1)
            .max(1);
        let ((s0, n0, t0), (s1, n1, t1)) = (LADDER[upper - 1], LADDER[upper]);
        let part = |a: i64, b: i64| a + (b - a) * i64::from(strength - s0) / i64::from(s1 - s0);
        Self {
            nodes: power_of_two(part(log2(n0), log2(n1))),
            lines: if strength < 1000 { 16 } else { 6 },
            temperature: part(i64::from(t0), i64::from(t1)) as i32,
        }
    }
}

/// The binary logarithm in 256ths, linear between powers.
fn log2(n: u64) -> i64 {
    let whole = n.ilog2();
    i64::from(whole) * 256 + ((n << 8 >> whole) as i64 - 256)
}

/// Its inverse.
fn power_of_two(log: i64) -> u64 {
    let (whole, part) = (log / 256, log % 256);
    (((256 + part) as u64) << whole) >> 8
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
        Ok(Self {
            engine,
            manners: Manners::read(options)?,
            handicap: strength.map(Handicap::of),
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
        if let Some(handicap) = self.handicap {
            limits.lines = Some(limits.lines.unwrap_or(1).max(handicap.lines));
        }
        // A weak player still looks at every move once.
        self.engine.enough = self.handicap.map(|handicap| handicap.nodes);
        let thought = self
            .engine
            .think(state, observation.seat(), &limits, control, &mut |_| {});
        self.engine.enough = None;
        let thought = thought?;
        let chosen = match self.handicap {
            None => 0,
            Some(handicap) => {
                let ply = state.history().len() as u64;
                let mut rng = Rng::derived(&[self.seed, state.key(), ply]);
                choose(&thought.lines, handicap.temperature, &mut rng)
            }
        };
        let mut decision = decision(&thought.lines, chosen, thought.depth, thought.nodes);
        let (plies, seats) = (state.history().len(), state.rules().seat_names().len());
        let best = thought.lines[0].score;
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
        let held_back = self.handicap.map(|handicap| handicap.nodes);
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

/// One of the lines, each `temperature` less worth being half as likely.
fn choose<A>(lines: &[RankedLine<A>], temperature: i32, rng: &mut Rng) -> usize {
    let best = lines[0].value;
    let step = temperature.max(1) as u32;
    let weights: Vec<u32> = lines
        .iter()
        .map(|line| {
            let worse = best.saturating_sub(line.value).max(0) as u32;
            let halved = (1_u32 << 16).checked_shr(worse / step).unwrap_or(0);
            // Linear between halvings.
            halved / 2 + (halved / 2) / step * (step - worse % step)
        })
        .collect();
    let mut drawn = rng.below(weights.iter().sum::<u32>().max(1));
    for (i, weight) in weights.iter().enumerate() {
        if drawn < *weight {
            return i;
        }
        drawn -= weight;
    }
    0
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_grows_with_strength() {
        let all: Vec<_> = (100..=2500).step_by(50).map(Handicap::of).collect();
        for pair in all.windows(2) {
            assert!(pair[0].nodes <= pair[1].nodes, "{pair:?}");
            assert!(pair[0].temperature >= pair[1].temperature, "{pair:?}");
        }
        assert_eq!(Handicap::of(900).nodes, 380);
        assert_eq!(Handicap::of(2500).temperature, 8);
    }

    #[test]
    fn every_level_is_an_option() {
        let OptionKind::Choice { values, .. } = OPTIONS[0].kind else {
            panic!("level is a choice");
        };
        assert!(values.iter().copied().eq(LEVELS.iter().map(|(n, _)| *n)));
    }
}
