//! Deciders: made by name for one game, told nothing but an observation.

mod random;

use std::time::{Duration, Instant};

use serde_json::json;

use crate::error::{Error, ErrorKind, Result, quoted};
use crate::game::Game;
use crate::jobs::Control;
use crate::options::{OptionSpec, Options};
use crate::state::Observation;
use crate::value::{Dict, Value};

pub use random::RandomBot;

/// Within what a bot decides. What is `None` does not bind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time to think, from when the search starts.
    pub movetime: Option<Duration>,
    /// Time until the answer must be there, from the call.
    pub deadline: Option<Duration>,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
}

/// What a score counts.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Score {
    /// Hundredths of a pawn, from the decider's side.
    Centipawns(i32),
    /// Plies to the mate, positive when the decider gives it.
    Mate(i32),
    /// The chance to win, from 0 to 1.
    WinProbability(f64),
}

impl Score {
    fn describe(self) -> Value {
        let (unit, value) = match self {
            Self::Centipawns(cp) => ("centipawns", json!(cp)),
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
        }
    }

    /// As a plain value; moves in the game's canonical notation.
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
        out
    }
}

/// A decider for one game. It is a session and may keep what it learns between
/// decisions; it must be ready to give a legal answer whenever it is stopped.
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
    let started = Instant::now();
    let decision = bot.decide(observation, limits, control)?;
    let mut out = decision.describe(observation.rules().game());
    out.insert("time".into(), (started.elapsed().as_millis() as u64).into());
    // The name of the bot that stepped in, where one had to.
    out.insert("fallback".into(), Value::Null);
    Ok(out)
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
