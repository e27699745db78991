//! Session between one controller and the engine: the game, the line, the running search, and the
//! requests that wait for it.

use std::collections::VecDeque;
use std::fmt::Display;
use std::sync::Arc;

use super::{GAME, no_game};
use crate::host::{Bot, Game, Limits, State, Subject};
use crate::protocol::driver::SessionDriver;
use boost::{Boost, Weights};
use contract::bot::{Decision, Score};
use contract::error::{ErrorKind, Result};
use contract::jobs::{Finished, JobHandle};
use contract::options::Options;
use contract::value::Dict;

/// The least and the greatest strength, and the same of depths in plies.
pub(super) const STRENGTHS: (i64, i64) = (100, 2500);
pub(super) const DEPTHS: (i64, i64) = (1, 100);

/// Positions that the strongest engine thinks for.
const NODES: u64 = 1_000_000;
/// Number of moves that are searched closely enough to be called equally good.
const LINES: u32 = 4;
/// Megabytes of the table of a search.
const HASH: u64 = 32;

/// Text of the move where there is none.
const PASS: &str = "--";

/// Playing strength of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Skill {
    /// As an opponent of that strength.
    Strength(i64),
    /// Looking so many plies ahead.
    Depth(i64),
}

/// The state of a session.
pub(in crate::protocol) struct BeiSession {
    game: Option<Game>,
    position: Option<State>,
    skill: Skill,
    /// The weights of the evaluation that were set, by their names.
    weights: Dict,
    /// The score of a win.
    victory: i64,
    /// Made when it is first needed, and again for another game, skill or weight.
    bot: Option<Bot>,
    running: Option<Running>,
    waiting: VecDeque<Request>,
    next_id: u64,
}

/// Something to think about.
struct Request {
    state: State,
    bot: Bot,
    skill: Skill,
    /// The score of a win.
    victory: i64,
    /// True if the search uses the opponents' time and gives no answer.
    pondering: bool,
    /// True if the search must end as soon as it has a move.
    stopped: bool,
}

struct Running {
    id: u64,
    handle: JobHandle,
}

impl SessionDriver<BeiSession> {
    /// Says something to people.
    pub(super) fn log(&self, text: impl Display) {
        self.out.put(format!("log {text}"));
    }
}

impl BeiSession {
    pub(in crate::protocol) fn new() -> Self {
        Self {
            game: None,
            position: None,
            skill: Skill::Strength(STRENGTHS.1),
            weights: Dict::new(),
            victory: Weights::DEFAULT.victory,
            bot: None,
            running: None,
            waiting: VecDeque::new(),
            next_id: 0,
        }
    }

    pub(super) const fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    pub(super) fn begin_game(&mut self, game: Game, start: State) {
        self.game = Some(game);
        self.position = Some(start);
        self.bot = None;
    }

    pub(super) fn set_position(&mut self, state: State) {
        self.position = Some(state);
    }

    pub(super) fn set_skill(&mut self, skill: Skill) {
        self.skill = skill;
        self.bot = None;
    }

    /// Sets a weight of the evaluation.
    pub(super) fn set_weight(&mut self, name: &str, value: i64) -> Result<()> {
        self.weights.insert(name.to_owned(), value.into());
        let weights = Options::read("setoption", Weights::OPTIONS, &self.weights)?;
        self.victory = Weights::read(&weights)?.victory;
        self.bot = None;
        Ok(())
    }

    fn task(&mut self, command: &str, pondering: bool) -> Result<Request> {
        let state = self.position.clone().ok_or_else(|| no_game(command))?;
        let bot = match &self.bot {
            Some(bot) => bot.clone(),
            None => {
                let mut options = self.weights.clone();
                options.insert("hash".into(), HASH.into());
                match self.skill {
                    Skill::Strength(s) if s < STRENGTHS.1 => {
                        options.insert("strength".into(), s.into());
                    }
                    Skill::Strength(_) => {}
                    Skill::Depth(plies) => {
                        options.insert("depth".into(), plies.into());
                    }
                }
                let bot = Bot::new("search", GAME, &options, 0)?;
                self.bot.insert(bot).clone()
            }
        };
        Ok(Request {
            state,
            bot,
            skill: self.skill,
            victory: self.victory,
            pondering,
            stopped: false,
        })
    }

    /// Takes up a `go`.
    pub(super) fn go(&mut self, driver: &Arc<SessionDriver<Self>>) -> Result<()> {
        self.think(driver, "go", false)
    }

    /// Thinks in the opponents' time.
    pub(super) fn ponder(&mut self, driver: &Arc<SessionDriver<Self>>) -> Result<()> {
        self.think(driver, "ponder", true)
    }

    fn think(
        &mut self,
        driver: &Arc<SessionDriver<Self>>,
        command: &str,
        pondering: bool,
    ) -> Result<()> {
        let task = self.task(command, pondering)?;
        self.halt(driver);
        self.waiting.push_back(task);
        self.settle(driver);
        Ok(())
    }

    /// Ends what is thought, and what was to be thought after it.
    pub(super) fn halt(&mut self, driver: &Arc<SessionDriver<Self>>) {
        self.waiting.retain_mut(|task| {
            task.stopped = true;
            !task.pondering
        });
        if let Some(running) = &self.running {
            running.handle.finish_early();
        }
        self.settle(driver);
    }

    /// Begins what waits, where nothing is thought.
    fn settle(&mut self, driver: &Arc<SessionDriver<Self>>) {
        while self.running.is_none() {
            let Some(task) = self.waiting.pop_front() else {
                return;
            };
            self.next_id += 1;
            let id = self.next_id;
            match Self::submit(driver, id, &task) {
                Ok(handle) => {
                    if task.stopped {
                        handle.finish_early();
                    }
                    self.running = Some(Running { id, handle });
                }
                Err(error) if !task.pondering => {
                    driver.out.put(failure(&task.state, task.victory, &error));
                    if error.kind() != ErrorKind::GameOver {
                        driver.log(format_args!("go: {error}"));
                    }
                }
                Err(_) => {}
            }
        }
    }

    fn submit(driver: &Arc<SessionDriver<Self>>, id: u64, task: &Request) -> Result<JobHandle> {
        let subject = Subject::State(&task.state, None);
        let work = if task.pondering {
            // What it finds is in the table of the bot when its turn comes.
            task.bot
                .analyse(&subject, Limits::default(), Box::new(|_| ()))?
        } else {
            let nodes = match task.skill {
                Skill::Strength(strength) if strength >= STRENGTHS.1 => Some(NODES),
                _ => None,
            };
            let limits = Limits {
                nodes,
                lines: Some(LINES),
                // Weaker than the strongest, its own limits bind.
                depth: match task.skill {
                    Skill::Strength(_) => Some(DEPTHS.1 as u32),
                    Skill::Depth(plies) => Some(plies as u32),
                },
                ..Limits::default()
            };
            task.bot.decide(&subject, limits)?
        };
        let (state, pondering, victory) = (task.state.clone(), task.pondering, task.victory);
        let done = move |session: &mut Self,
                         driver: &Arc<SessionDriver<Self>>,
                         finished: Finished<Decision<String>>| {
            if session.running.as_ref().is_some_and(|r| r.id == id) {
                session.running = None;
                if !pondering {
                    driver.out.put(match finished.result {
                        Ok(decision) => move_line(victory, &decision),
                        Err(error) => failure(&state, victory, &error),
                    });
                }
            }
            session.settle(driver);
        };
        driver.submit(task.bot.caller(), work, done)
    }

    /// Cancels everything, without another word.
    pub(super) fn cancel_all(&mut self) {
        self.waiting.clear();
        if let Some(running) = self.running.take() {
            running.handle.cancel();
        }
    }
}

/// A score in decitempi.
fn score(victory: i64, score: Option<Score>) -> i64 {
    match score {
        Some(Score::Mate(plies)) if plies > 0 => victory - i64::from(plies),
        Some(Score::Mate(plies)) => -victory - i64::from(plies),
        Some(Score::Decitempi(value) | Score::Points(value) | Score::Centipawns(value)) => {
            value.into()
        }
        _ => 0,
    }
}

/// The chosen move and those that are as good.
fn move_line(victory: i64, decision: &Decision<String>) -> String {
    let mut line = format!(
        "move {} {}",
        score(victory, decision.score),
        decision.action
    );
    for other in &decision.alternatives {
        if other.score == decision.score {
            line.push(' ');
            line += &other.action;
        }
    }
    line
}

/// Writes the answer where nothing can be searched: after the end of the game, its value for the
/// player to move.
fn failure(state: &State, victory: i64, error: &contract::Error) -> String {
    let value = match error.kind() {
        ErrorKind::GameOver => final_value(state, victory).unwrap_or(0),
        _ => 0,
    };
    format!("move {value} {PASS}")
}

/// Returns the score of the end of a game for the player whose turn it would be.
fn final_value(state: &State, victory: i64) -> Option<i64> {
    let state = state.typed::<Boost>()?;
    let outcome = state.outcome()?;
    if outcome.is_draw() {
        return Some(0);
    }
    let won = outcome
        .winners
        .contains(state.game().turn(state.position()));
    Some(if won { victory } else { -victory })
}
