//! Deciders: made by name for one game, told nothing but an observation.

pub mod book;
mod limits;
mod random;
mod searching;

use std::time::{Duration, Instant};

use serde_json::json;

use crate::error::{Error, ErrorKind, Result, quoted};
use crate::game::{Game, Seat};
use crate::jobs::{Class, Control};
use crate::options::{OptionSpec, Options};
use crate::state::Observation;
use crate::value::{Dict, Value};

pub(crate) use limits::NODES;
pub use limits::{Clock, Limits};
pub use random::RandomBot;
pub use searching::{
    HeuristicBot, LEVELS, NAMES as SEARCHING, OPTIONS as SEARCH_OPTIONS, SearchBot,
    make as make_searching,
};

/// How often a decision is made anew at most because what it rests on has changed
/// ([`Game::basis`]); after that it counts if it can still be made.
pub(crate) const RENEWALS: u32 = 3;

/// What a score counts.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Score {
    /// Hundredths of a pawn, from the decider's side.
    Centipawns(i32),
    /// Tenths of an extra turn, from the decider's side.
    Decitempi(i32),
    /// Points of the game's own, from the decider's side.
    Points(i32),
    /// Plies to the mate, positive when the decider gives it.
    Mate(i32),
    /// The chance to win, from 0 to 1.
    WinProbability(f64),
}

impl Score {
    /// As a plain value: `unit` and `value`.
    #[must_use]
    pub fn describe(self) -> Value {
        let (unit, value) = match self {
            Self::Centipawns(cp) => ("centipawns", json!(cp)),
            Self::Decitempi(dt) => ("decitempi", json!(dt)),
            Self::Points(points) => ("points", json!(points)),
            Self::Mate(plies) => ("mate", json!(plies)),
            Self::WinProbability(p) => ("win_probability", json!(p)),
        };
        json!({ "unit": unit, "value": value })
    }
}

/// What a bot came to.
#[derive(Clone, Debug)]
pub struct Decision<A> {
    /// The move.
    pub action: A,
    /// What it is worth, where the bot has an opinion.
    pub score: Option<Score>,
    /// The line it expects, its own move first.
    pub pv: Vec<A>,
    /// Plies searched.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Other moves it weighed, with their scores.
    pub alternatives: Vec<(A, Option<Score>)>,
    /// Words for the host; they reach no other seat before the end.
    pub messages: Vec<String>,
    /// How long to hold the move back: to sit. If the game goes on elsewhere
    /// meanwhile, the seat should decide anew; otherwise this is its move then.
    pub hold: Duration,
}

impl<A: Clone> Decision<A> {
    /// A bare move without an opinion.
    #[must_use]
    pub fn plain(action: A) -> Self {
        Self {
            pv: vec![action.clone()],
            action,
            score: None,
            depth: 0,
            nodes: 0,
            alternatives: Vec::new(),
            messages: Vec::new(),
            hold: Duration::ZERO,
        }
    }

    /// As a plain value, `hold` in milliseconds; moves in the game's canonical notation.
    #[must_use]
    pub fn describe<G: Game<Action = A>>(&self, game: &G) -> Dict {
        let text = |a: &A| game.text(a);
        let score = |s: &Option<Score>| json!(s.map(Score::describe));
        let alternatives: Vec<_> = self
            .alternatives
            .iter()
            .map(|(a, s)| json!({ "move": text(a), "score": score(s) }))
            .collect();
        let mut out = Dict::new();
        out.insert("move".into(), text(&self.action).into());
        out.insert("score".into(), score(&self.score));
        out.insert("pv".into(), self.pv.iter().map(text).collect());
        out.insert("depth".into(), self.depth.into());
        out.insert("nodes".into(), self.nodes.into());
        out.insert("alternatives".into(), alternatives.into());
        out.insert("messages".into(), json!(self.messages));
        out.insert("hold".into(), (self.hold.as_millis() as u64).into());
        out
    }
}

/// What a bot tells while it thinks.
#[derive(Clone, Debug)]
pub struct Info<A> {
    /// The plies it has looked ahead.
    pub depth: u32,
    /// The plies of the longest line it has looked at.
    pub selective_depth: u32,
    /// Which of the best lines this is, from 1.
    pub line: u32,
    /// What the line is worth, where the bot has an opinion.
    pub score: Option<Score>,
    /// `Some(true)` if it is worth at least that, `Some(false)` if at most.
    pub bound: Option<bool>,
    /// Positions looked at.
    pub nodes: u64,
    /// Since it began.
    pub time: Duration,
    /// How full its table is, in thousandths.
    pub hash_full: u32,
    /// The line it expects, its own move first.
    pub pv: Vec<A>,
}

impl<A: Clone> Info<A> {
    /// All that there is to tell of a decision.
    pub(crate) fn of(decision: &Decision<A>, started: Instant) -> Self {
        Self {
            depth: decision.depth,
            selective_depth: decision.depth,
            line: 1,
            score: decision.score,
            bound: None,
            nodes: decision.nodes,
            time: started.elapsed(),
            hash_full: 0,
            pv: decision.pv.clone(),
        }
    }
}

impl<A> Info<A> {
    /// As a plain value; moves in the game's canonical notation, `time` in
    /// milliseconds, `bound` one of `lower`, `upper` or null.
    #[must_use]
    pub fn describe<G: Game<Action = A>>(&self, game: &G) -> Dict {
        let micros = self.time.as_micros().max(1);
        let mut out = Dict::new();
        out.insert("depth".into(), self.depth.into());
        out.insert("selective_depth".into(), self.selective_depth.into());
        out.insert("line".into(), self.line.into());
        out.insert("score".into(), json!(self.score.map(Score::describe)));
        let bound = self
            .bound
            .map(|lower| if lower { "lower" } else { "upper" });
        out.insert("bound".into(), json!(bound));
        out.insert("nodes".into(), self.nodes.into());
        out.insert("time".into(), (self.time.as_millis() as u64).into());
        let speed = u128::from(self.nodes) * 1_000_000 / micros;
        out.insert("nodes_per_second".into(), (speed as u64).into());
        out.insert("hash_full".into(), self.hash_full.into());
        out.insert("pv".into(), self.pv.iter().map(|a| game.text(a)).collect());
        out
    }
}

/// How long a decision that was reported is held back.
pub(crate) fn hold(decision: &Value) -> Duration {
    Duration::from_millis(decision["hold"].as_u64().unwrap_or_default())
}

/// Who is told what a bot thinks while it does.
pub type Watch<'a, A> = &'a mut (dyn FnMut(&Info<A>) + Send);

/// A decider for one game. It is a session and may keep what it learns between
/// decisions; it must be ready to give a legal answer whenever it is stopped.
///
/// Limits hold for every bot. It looks at the clock and at its control so often that
/// it ends within a few milliseconds of its time or of a cancel, and never looks at
/// more positions than `nodes`. Where the limits leave it no time to look at any move,
/// its answer is one that is legal, or that may be tried where that is not known.
pub trait Bot<G: Game>: Send {
    /// Decides for the seat whose observation it is given. The observation has
    /// at least one candidate.
    ///
    /// # Errors
    ///
    /// `cancelled` when it was stopped before it had any move.
    fn decide(
        &mut self,
        observation: &Observation<G>,
        limits: &Limits,
        control: &Control,
    ) -> Result<Decision<G::Action>>;

    /// Decides as [`decide`](Self::decide) does, in full strength, and tells what it
    /// thinks meanwhile. Where nothing bounds it, a bot that can think longer goes
    /// on until it is told to conclude. A bot that has nothing to tell tells its
    /// decision.
    ///
    /// # Errors
    ///
    /// As [`decide`](Self::decide).
    fn analyse(
        &mut self,
        observation: &Observation<G>,
        limits: &Limits,
        control: &Control,
        watch: Watch<'_, G::Action>,
    ) -> Result<Decision<G::Action>> {
        let started = Instant::now();
        let decision = self.decide(observation, limits, control)?;
        watch(&Info::of(&decision, started));
        Ok(decision)
    }

    /// Forgets what it has learnt of this game: another one begins.
    fn new_game(&mut self) {}

    /// Takes other options in the middle of a game, as if it had been made with them,
    /// and keeps what it has learnt. Returns whether it can; else nothing has changed.
    ///
    /// # Errors
    ///
    /// `invalid_option`.
    fn adjust(&mut self, options: &Dict) -> Result<bool> {
        let _ = options;
        Ok(false)
    }

    /// Whether it accepts the draw that another seat offers; no, unless a bot
    /// knows better.
    ///
    /// # Errors
    ///
    /// `cancelled`.
    fn accepts_draw(&mut self, observation: &Observation<G>, control: &Control) -> Result<bool> {
        let _ = (observation, control);
        Ok(false)
    }

    /// Whether a decision within limits takes a few milliseconds at most, so that it need
    /// not wait for others.
    fn is_quick(&self, limits: &Limits) -> bool {
        let _ = limits;
        false
    }

    /// The keys of all positions that it held possible when it last decided; none
    /// for a bot that keeps no such set. For measurements: who knows the truth can
    /// look whether it is among them.
    fn believed(&self) -> Option<Vec<u64>> {
        None
    }
}

/// A bot that every game has.
struct Common {
    name: &'static str,
    options: &'static [OptionSpec],
}

const COMMON: &[Common] = &[Common {
    name: "random",
    options: &[],
}];

/// The names of a game's bots.
pub fn names<G: Game>() -> impl Iterator<Item = &'static str> {
    COMMON
        .iter()
        .map(|c| c.name)
        .chain(G::INFO.bots.iter().copied())
}

/// Makes a bot of a game.
///
/// # Errors
///
/// `unknown_bot`, with what exists; `invalid_option`.
pub fn make<G: Game>(name: &str, options: &Dict, seed: u64) -> Result<Box<dyn Bot<G>>> {
    if let Some(common) = COMMON.iter().find(|c| c.name == name) {
        Options::read(&format!("bot {name}"), common.options, options)?;
        return Ok(Box::new(RandomBot::new(seed)));
    }
    if G::INFO.bots.contains(&name) {
        return G::bot(name, options, seed);
    }
    Err(unknown::<G>(name))
}

/// The error for a bot that a game does not have.
pub fn unknown<G: Game>(name: &str) -> Error {
    Error::new(
        ErrorKind::UnknownBot,
        format!(
            "{} has no bot {}: there are {}",
            G::INFO.name,
            quoted(name),
            names::<G>().collect::<Vec<_>>().join(", ")
        ),
    )
}

/// How urgent work within limits is that a seat asks for.
pub(crate) fn class(limits: &Limits, seat: Seat) -> Class {
    /// So little time makes it short work.
    const LITTLE: Duration = Duration::from_millis(10);
    match (limits.movetime, limits.clock_of(seat)) {
        // Without an end until it is told of one.
        _ if limits.ponder => Class::Long,
        (Some(time), _) if time <= LITTLE => Class::Short,
        (_, Some(clock)) => Class::Clocked(clock.remaining),
        _ => Class::Long,
    }
}

/// Runs a decision and reports it with its times, in milliseconds.
///
/// # Errors
///
/// `game_over` and `not_your_turn` where the seat has nothing to decide, and
/// whatever the bot says.
pub fn decide<G: Game>(
    bot: &mut dyn Bot<G>,
    observation: &Observation<G>,
    limits: &Limits,
    control: &Control,
) -> Result<Dict> {
    check(observation)?;
    let limits = &own(observation, limits)?;
    let started = Instant::now();
    let decision = bot.decide(observation, limits, control)?;
    Ok(reported(observation, &decision, started))
}

/// Runs an analysis and reports its decision; `watch` is told of every step.
///
/// # Errors
///
/// As [`decide`].
pub fn analyse<G: Game>(
    bot: &mut dyn Bot<G>,
    observation: &Observation<G>,
    limits: &Limits,
    control: &Control,
    watch: &mut (dyn FnMut(Dict) + Send),
) -> Result<Dict> {
    check(observation)?;
    let limits = &own(observation, limits)?;
    let started = Instant::now();
    let game = observation.rules().game();
    let decision = bot.analyse(observation, limits, control, &mut |info| {
        watch(info.describe(game));
    })?;
    Ok(reported(observation, &decision, started))
}

/// The limits with the clock of the seat that decides.
fn own<G: Game>(observation: &Observation<G>, limits: &Limits) -> Result<Limits> {
    let seats = observation.rules().game().seat_names().len();
    limits.of_seat(observation.seat(), seats)
}

fn reported<G: Game>(
    observation: &Observation<G>,
    decision: &Decision<G::Action>,
    started: Instant,
) -> Dict {
    let mut out = decision.describe(observation.rules().game());
    out.insert("time".into(), (started.elapsed().as_millis() as u64).into());
    // The name of the bot that stepped in, where one had to.
    out.insert("fallback".into(), Value::Null);
    out
}

/// Whether the seat has anything to decide.
///
/// # Errors
///
/// `game_over`, `not_your_turn`.
pub fn check<G: Game>(observation: &Observation<G>) -> Result<()> {
    let seats = observation.rules().seat_names();
    let seat = seats
        .get(observation.seat().index())
        .map_or("?", String::as_str);
    if observation.outcome().is_some() {
        return Err(Error::game_over("the game has ended"));
    }
    if !observation.may_act() {
        return Err(Error::not_your_turn(format!(
            "{seat} has nothing to decide now"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::Kind;
    use crate::rim::{self, Subject};

    #[test]
    fn quick_bots_are_short_work_in_every_game() {
        for (game, name, options) in [
            ("blind", "casual", json!({})),
            ("jarls", "heuristic", json!({})),
            ("jarls", "search", json!({ "nodes": 500 })),
            ("boost", "search", json!({ "nodes": 500 })),
            ("bughouse", "heuristic", json!({})),
            ("bughouse", "search", json!({ "nodes": 500 })),
        ] {
            let options = options.as_object().cloned().unwrap_or_default();
            let state = rim::start(game, &Dict::new()).unwrap();
            let observation = state.observe(rim::SeatRef::Index(0)).unwrap();
            let bot = rim::Bot::new(name, game, &options, 1).unwrap();
            let subject = Subject::Observation(&observation);
            let work = bot.decide(&subject, Limits::default()).unwrap();
            assert_eq!(work.class(), Class::Short, "{game} {name}");
        }
    }

    #[test]
    fn short_work_and_running_clocks_are_told_from_long_work() {
        let state = rim::start("chess", &Dict::new()).unwrap();
        let class = |name: &str, options: Value, limits: &Limits| {
            let options = options.as_object().cloned().unwrap_or_default();
            let bot = rim::Bot::new(name, "chess", &options, 1).unwrap();
            let subject = Subject::State(&state, None);
            let work = bot.decide(&subject, limits.clone()).unwrap();
            assert_eq!(work.kind(), Kind::Decision);
            let again = bot.decide(&subject, limits.clone()).unwrap_err();
            assert_eq!(again.kind(), ErrorKind::BotBusy);
            work.class()
        };
        let open = Limits::default();
        let nodes = |nodes| Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let minute = Clock {
            remaining: Duration::from_secs(60),
            ..Clock::default()
        };
        let blitz = Limits {
            clocks: vec![minute, Clock::default()],
            ..Limits::default()
        };
        let pondering = Limits {
            ponder: true,
            ..blitz.clone()
        };
        let moment = Limits {
            movetime: Some(Duration::from_millis(5)),
            ..Limits::default()
        };
        let clocked = Class::Clocked(minute.remaining);
        for (name, options, limits, expected) in [
            ("random", json!({}), &open, Class::Short),
            ("random", json!({}), &blitz, Class::Short),
            ("heuristic", json!({}), &open, Class::Short),
            (
                "search",
                json!({ "level": "beginner" }),
                &open,
                Class::Short,
            ),
            ("search", json!({ "nodes": 1000 }), &open, Class::Short),
            ("search", json!({}), &nodes(1000), Class::Short),
            ("search", json!({}), &moment, Class::Short),
            ("search", json!({}), &blitz, clocked),
            ("mcts", json!({}), &blitz, clocked),
            ("search", json!({}), &pondering, Class::Long),
            ("search", json!({}), &nodes(1_000_000), Class::Long),
            ("search", json!({}), &open, Class::Long),
            ("search", json!({ "level": "strong" }), &open, Class::Long),
        ] {
            assert_eq!(
                class(name, options.clone(), limits),
                expected,
                "{name} {options}"
            );
        }
    }
}
