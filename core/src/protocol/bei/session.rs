//! What goes on between one controller and the engine: the game, the line, what is
//! thought, and what waits for that.
//!
//! The lock of the session is held for as long as a line is taken up or an answer
//! noted, never while something is searched or told.

use std::collections::VecDeque;
use std::fmt::Display;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::json;

use super::{GAME, no_game};
use crate::error::{ErrorKind, Result};
use crate::jobs::{self, Finished, Request, Ticket};
use crate::protocol::outbox::Outbox;
use crate::rim::{Bot, Game, Limits, State, Subject};
use crate::value::{Dict, Value};

/// The least and the greatest strength, and the same of depths in plies.
pub(super) const STRENGTHS: (i64, i64) = (100, 2500);
pub(super) const DEPTHS: (i64, i64) = (1, 100);

/// Positions that the strongest engine thinks for.
const NODES: u64 = 1_000_000;
/// How many moves are looked at closely enough to be told equally good.
const LINES: u32 = 4;
/// Megabytes of the table of a search.
const HASH: u64 = 32;

/// What is said where there is no move.
const PASS: &str = "--";

/// How strongly the engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Skill {
    /// As an opponent of that strength.
    Strength(i64),
    /// Looking so many plies ahead.
    Depth(i64),
}

/// What a session is, and those who wait for it.
pub(super) struct Shared {
    pub(super) out: Arc<Outbox>,
    session: Mutex<Session>,
    /// Told when a search has ended and all is said of it.
    quiet: Condvar,
}

/// The state of a session.
pub(super) struct Session {
    pub(super) closed: bool,
    game: Option<Game>,
    position: Option<State>,
    skill: Skill,
    /// Made when it is first needed, and anew for another game or skill.
    bot: Option<Bot>,
    running: Option<Running>,
    waiting: VecDeque<Task>,
    /// Jobs that have not ended, with all that is said of them.
    busy: usize,
    next_id: u64,
}

/// Something to think about.
struct Task {
    state: State,
    bot: Bot,
    skill: Skill,
    /// Whether it is thought in the opponents' time, and not answered.
    pondering: bool,
    /// Whether it is to end as soon as it has a move.
    stopped: bool,
}

struct Running {
    id: u64,
    ticket: Ticket,
}

impl Session {
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

    fn task(&mut self, command: &str, pondering: bool) -> Result<Task> {
        let state = self.position.clone().ok_or_else(|| no_game(command))?;
        let bot = match &self.bot {
            Some(bot) => bot.clone(),
            None => {
                let mut options = Dict::new();
                options.insert("hash".into(), HASH.into());
                match self.skill {
                    Skill::Strength(s) if s < STRENGTHS.1 => {
                        options.insert("strength".into(), json!(s));
                    }
                    Skill::Strength(_) => {}
                    Skill::Depth(plies) => {
                        options.insert("depth".into(), json!(plies));
                    }
                }
                let bot = Bot::new("search", GAME, &options, 0)?;
                self.bot.insert(bot).clone()
            }
        };
        Ok(Task {
            state,
            bot,
            skill: self.skill,
            pondering,
            stopped: false,
        })
    }
}

impl Shared {
    pub(super) fn new(out: Arc<Outbox>) -> Self {
        Self {
            out,
            session: Mutex::new(Session {
                closed: false,
                game: None,
                position: None,
                skill: Skill::Strength(STRENGTHS.1),
                bot: None,
                running: None,
                waiting: VecDeque::new(),
                busy: 0,
                next_id: 0,
            }),
            quiet: Condvar::new(),
        }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Session> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says something to people.
    pub(super) fn log(&self, text: impl Display) {
        self.out.put(format!("log {text}"));
    }

    /// Takes up a `go`.
    pub(super) fn go(this: &Arc<Self>, session: &mut Session) -> Result<()> {
        let task = session.task("go", false)?;
        Self::halt(this, session);
        session.waiting.push_back(task);
        Self::settle(this, session);
        Ok(())
    }

    /// Thinks in the opponents' time.
    pub(super) fn ponder(this: &Arc<Self>, session: &mut Session) -> Result<()> {
        let task = session.task("ponder", true)?;
        Self::halt(this, session);
        session.waiting.push_back(task);
        Self::settle(this, session);
        Ok(())
    }

    /// Ends what is thought, and what was to be thought after it.
    pub(super) fn halt(this: &Arc<Self>, session: &mut Session) {
        session.waiting.retain_mut(|task| {
            task.stopped = true;
            !task.pondering
        });
        if let Some(running) = &session.running {
            running.ticket.conclude();
        }
        Self::settle(this, session);
    }

    /// Begins what waits, where nothing is thought.
    fn settle(this: &Arc<Self>, session: &mut Session) {
        while !session.closed && session.running.is_none() {
            let Some(task) = session.waiting.pop_front() else {
                return;
            };
            session.next_id += 1;
            let (id, stopped) = (session.next_id, task.stopped);
            let failed = |error: &crate::Error| {
                if !task.pondering {
                    this.out.put(failure(&task.state, error));
                    if error.kind() != ErrorKind::GameOver {
                        this.log(format_args!("go: {error}"));
                    }
                }
            };
            match Self::submit(this, id, &task) {
                Ok(ticket) => {
                    session.busy += 1;
                    if stopped {
                        ticket.conclude();
                    }
                    session.running = Some(Running { id, ticket });
                }
                Err(error) => failed(&error),
            }
        }
    }

    fn submit(this: &Arc<Self>, id: u64, task: &Task) -> Result<Ticket> {
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
        let request = Request {
            caller: task.bot.caller(),
            deadline: None,
            // A `go` is answered, however busy the pool is.
            patient: true,
        };
        let (shared, state, pondering) = (Arc::clone(this), task.state.clone(), task.pondering);
        let done = move |finished: Finished<Value>| {
            let answer = (!pondering).then(|| match finished.result {
                Ok(Value::Object(decision)) => told(&state, &decision),
                Ok(_) => format!("move 0 {PASS}"),
                Err(error) => failure(&state, &error),
            });
            Self::finished(&shared, id, answer);
        };
        jobs::submit(request, work, done)
    }

    /// Notes the answer of a search that has ended.
    fn finished(this: &Arc<Self>, id: u64, answer: Option<String>) {
        {
            let session = &mut *this.lock();
            if session.running.as_ref().is_some_and(|r| r.id == id) {
                session.running = None;
                if let Some(answer) = answer {
                    this.out.put(answer);
                }
            }
            Self::settle(this, session);
        }
        this.out.deliver();
        this.lock().busy -= 1;
        this.quiet.notify_all();
    }

    /// Ends everything, without another word.
    pub(super) fn quit(&self, session: &mut Session) {
        session.closed = true;
        self.out.close();
        session.waiting.clear();
        if let Some(running) = session.running.take() {
            running.ticket.cancel();
        }
    }

    pub(super) fn wait(&self, timeout: Duration) -> bool {
        // Too far off to be represented is as good as for ever.
        let until = Instant::now().checked_add(timeout);
        let mut session = self.lock();
        while session.busy > 0 {
            let left = until.map_or(timeout, |at| at.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                return false;
            }
            session = self
                .quiet
                .wait_timeout(session, left)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
        true
    }
}

/// The `victory` of the evaluation of a game.
fn victory(state: &State) -> i64 {
    let options = state.game().options();
    options.get("victory").and_then(Value::as_i64).unwrap_or(0)
}

/// A score in decitempi.
fn score(state: &State, score: &Value) -> i64 {
    let value = score["value"].as_i64().unwrap_or(0);
    match score["unit"].as_str() {
        Some("mate") if value > 0 => victory(state) - value,
        Some("mate") => -victory(state) - value,
        _ => value,
    }
}

/// The chosen move and those that are as good.
fn told(state: &State, decision: &Dict) -> String {
    let chosen = &decision["score"];
    let text = |of: &Value| of["move"].as_str().unwrap_or(PASS).to_owned();
    let mut line = format!("move {} ", score(state, chosen));
    line += decision["move"].as_str().unwrap_or(PASS);
    let others = decision["alternatives"].as_array();
    for other in others.into_iter().flatten() {
        if other["score"] == *chosen {
            line.push(' ');
            line += &text(other);
        }
    }
    line
}

/// What is said where nothing can be searched: of a game that is over how it ended
/// for the player to move.
fn failure(state: &State, error: &crate::Error) -> String {
    let value = match error.kind() {
        ErrorKind::GameOver => ended(state).unwrap_or(0),
        _ => 0,
    };
    format!("move {value} {PASS}")
}

/// What the end of a game is worth to the player whose turn it would be.
fn ended(state: &State) -> Option<i64> {
    let outcome = state.outcome().ok()?;
    let turn = state.describe(None).ok()?["turn"].clone();
    if outcome["draw"] == true {
        return Some(0);
    }
    let won = outcome["winners"].as_array()?.contains(&turn);
    Some(if won { victory(state) } else { -victory(state) })
}
