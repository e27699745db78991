//! Session between one host and the engine: the position, the running search, and those that wait
//! for it.

use std::collections::VecDeque;
use std::fmt::Display;
use std::sync::{Arc, Mutex, PoisonError};

use super::go::GoCommand;
use super::options::Options;
use super::{info, position};
use crate::host::{Bot, Limits, MoveRef, State, Subject};
use crate::protocol::driver::{self, SessionDriver};
use contract::bot::{Decision, Info};
use contract::error::{ErrorKind, Result};
use contract::jobs::{Finished, JobHandle};

/// The bot that searches.
pub(super) const BOT: &str = "search";

/// The answer where there is no move.
const NO_MOVE: &str = "bestmove (none)";

/// The state of a session.
pub(in crate::protocol) struct UciSession {
    pub(super) options: Options,
    pub(super) position: State,
    /// Made when it is first needed, and anew when its options change.
    pub(super) bot: Option<Bot>,
    running: Option<Running>,
    waiting: VecDeque<Go>,
    next_id: u64,
}

/// Reasons to hold an answer back.
#[derive(Clone, Copy, Debug)]
struct Hold {
    infinite: bool,
    pondering: bool,
    stopped: bool,
}

/// A `go` with all that it is about.
struct Go {
    state: State,
    bot: Result<Bot>,
    limits: Limits,
    /// True if the bot plays below its strength, which it does where it decides and not where it
    /// analyses.
    limited: bool,
    /// True if `searchmoves` names no move that can be chosen.
    none: bool,
    hold: Hold,
}

/// A search under way, or one whose answer is held back.
struct Running {
    id: u64,
    handle: Option<JobHandle>,
    hold: Hold,
    answer: Option<Vec<String>>,
}

impl Hold {
    const fn lets_go(self) -> bool {
        self.stopped || !(self.infinite || self.pondering)
    }
}

impl Running {
    fn stop(&mut self) {
        self.hold.stopped = true;
        if let Some(handle) = &self.handle {
            handle.finish_early();
        }
    }
}

impl SessionDriver<UciSession> {
    /// Says something to people.
    pub(super) fn say(&self, text: impl Display) {
        self.out.put(format!("info string {text}"));
    }
}

impl UciSession {
    pub(in crate::protocol) fn new() -> Result<Self> {
        let options = Options::new(&position::games())?;
        Ok(Self {
            position: position::start(&options)?,
            options,
            bot: None,
            running: None,
            waiting: VecDeque::new(),
            next_id: 0,
        })
    }

    /// Takes up a `go`.
    pub(super) fn go(&mut self, driver: &Arc<SessionDriver<Self>>, asked: GoCommand) {
        let go = self.prepare(driver, asked);
        self.waiting.push_back(go);
        if let Some(running) = &mut self.running {
            running.stop();
        }
        self.settle(driver);
    }

    /// Fixes what a search is about, so that later lines do not change it.
    fn prepare(&mut self, driver: &SessionDriver<Self>, asked: GoCommand) -> Go {
        let GoCommand {
            mut limits,
            infinite,
            ..
        } = asked;
        let mut state = self.position.clone();
        if let Some(reason) = end_reason(&state)
            && let Some(fresh) = position::forgetting(&state)
        {
            driver.say(format_args!(
                "the game is drawn by {reason}; searched as if it were not"
            ));
            state = fresh;
        }
        if let Some(moves) = &mut limits.moves {
            let canonical = |text: &str| state.move_text(None, MoveRef::Text(text), None, None);
            driver::choose(moves, canonical, |why| driver.say(why));
        }
        limits.lines = u32::try_from(self.options.number("MultiPV")).ok();
        Go {
            bot: self.bot(),
            limited: self.options.flag("UCI_LimitStrength"),
            none: limits.moves.as_ref().is_some_and(Vec::is_empty),
            hold: Hold {
                infinite,
                pondering: limits.ponder,
                stopped: false,
            },
            state,
            limits,
        }
    }

    /// Gives the answers that nothing holds back any more, and begins what waits.
    fn settle(&mut self, driver: &Arc<SessionDriver<Self>>) {
        loop {
            match &mut self.running {
                Some(running) => {
                    if !running.hold.lets_go() {
                        return;
                    }
                    let Some(answer) = running.answer.take() else {
                        return;
                    };
                    for line in answer {
                        driver.out.put(line);
                    }
                    self.running = None;
                }
                None => {
                    let Some(go) = self.waiting.pop_front() else {
                        return;
                    };
                    let mut running = self.begin(driver, go);
                    if !self.waiting.is_empty() {
                        running.stop();
                    }
                    self.running = Some(running);
                }
            }
        }
    }

    /// Begins a search, or answers where there is nothing to search.
    fn begin(&mut self, driver: &Arc<SessionDriver<Self>>, go: Go) -> Running {
        self.next_id += 1;
        let id = self.next_id;
        let hold = go.hold;
        let (handle, answer) = match Self::submit(driver, id, go) {
            Ok(handle) => (Some(handle), None),
            Err(answer) => (None, Some(answer)),
        };
        let mut running = Running {
            id,
            handle,
            hold,
            answer,
        };
        if hold.stopped {
            running.stop();
        }
        running
    }

    /// Queues a search; the error is the answer where that cannot be.
    fn submit(
        driver: &Arc<SessionDriver<Self>>,
        id: u64,
        go: Go,
    ) -> Result<JobHandle, Vec<String>> {
        if go.none {
            return Err(vec![NO_MOVE.into()]);
        }
        let failed = |error| failure(&go.state, &error);
        let bot = go.bot.as_ref().map_err(|error| failed(error.clone()))?;
        let subject = Subject::State(&go.state, None);
        // What the host was told last to be best.
        let told = Arc::new(Mutex::new(None));
        let work = if go.limited {
            bot.decide(&subject, go.limits.clone())
        } else {
            let (driver, told) = (Arc::clone(driver), Arc::clone(&told));
            let watch = move |info: Info<String>| {
                if info.line == 1 {
                    let first = info.pv.first().cloned();
                    *told.lock().unwrap_or_else(PoisonError::into_inner) = first;
                }
                driver.out.put(info::line(&info));
                driver.out.deliver();
            };
            bot.analyse(&subject, go.limits.clone(), Box::new(watch))
        };
        let state = go.state.clone();
        let done = move |session: &mut Self, driver: &Arc<SessionDriver<Self>>, finished| {
            let told = told.lock().unwrap_or_else(PoisonError::into_inner).take();
            let answer = answer(&state, finished, told.as_deref());
            if let Some(running) = session.running.as_mut().filter(|r| r.id == id) {
                running.handle = None;
                running.answer = Some(answer);
            }
            session.settle(driver);
        };
        work.and_then(|work| driver.submit(bot.caller(), work, done))
            .map_err(failed)
    }

    /// Ends what is searched, and what was to be searched after it.
    pub(super) fn stop(&mut self, driver: &Arc<SessionDriver<Self>>) {
        for go in &mut self.waiting {
            go.hold.stopped = true;
        }
        if let Some(running) = &mut self.running {
            running.stop();
        }
        self.settle(driver);
    }

    /// The move that was expected was made: the last search is no longer about the
    /// opponent's time.
    pub(super) fn ponder_hit(&mut self, driver: &Arc<SessionDriver<Self>>) {
        if let Some(go) = self.waiting.back_mut() {
            go.hold.pondering = false;
            go.limits.ponder = false;
        } else if let Some(running) = &mut self.running {
            running.hold.pondering = false;
            if let Some(handle) = &running.handle {
                handle.ponder_hit();
            }
        }
        self.settle(driver);
    }

    /// Cancels everything, without another word.
    pub(super) fn cancel_all(&mut self) {
        self.waiting.clear();
        if let Some(handle) = self.running.take().and_then(|r| r.handle) {
            handle.cancel();
        }
    }

    /// The bot for the game as it is set up.
    fn bot(&mut self) -> Result<Bot> {
        if let Some(bot) = &self.bot {
            return Ok(bot.clone());
        }
        let options = &self.options;
        let bot = Bot::new(BOT, options.variant(), &options.of_bot(), options.seed())?;
        Ok(self.bot.insert(bot).clone())
    }
}

/// Why a game is over.
fn end_reason(state: &State) -> Option<String> {
    state.outcome().map(|outcome| outcome.reason.to_owned())
}

/// Writes the answer where nothing can be searched.
fn failure(state: &State, error: &contract::Error) -> Vec<String> {
    let first = if error.kind() == ErrorKind::GameOver {
        // Who is to move has not won.
        let won = state.outcome().is_some_and(|outcome| !outcome.draw);
        let score = if won { "mate 0" } else { "cp 0" };
        format!("info depth 0 score {score}")
    } else {
        format!("info string {error}")
    };
    vec![first, NO_MOVE.into()]
}

/// The last lines about a search; `told` is the move that was told to be best.
fn answer(state: &State, finished: Finished<Decision<String>>, told: Option<&str>) -> Vec<String> {
    let decision = match finished.result {
        Ok(decision) => decision,
        Err(error) => return failure(state, &error),
    };
    let best = decision.action.as_str();
    let mut lines = Vec::new();
    if told != Some(best) && decision.pv.first().is_some_and(|first| first == best) {
        lines.push(info::decided(&decision));
    }
    let reply = decision.pv.get(1).filter(|reply| {
        let both = [MoveRef::Text(best), MoveRef::Text(reply)];
        state.play_many(None, &both, None).is_ok()
    });
    lines.push(match reply {
        Some(reply) => format!("bestmove {best} ponder {reply}"),
        None => format!("bestmove {best}"),
    });
    lines
}
