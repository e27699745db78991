//! What goes on between one host and the engine: the position, the search that
//! runs, and those that wait for it.
//!
//! The lock of the session is held for as long as a line is taken up or an answer
//! noted, never while something is searched or told.

use std::collections::VecDeque;
use std::fmt::Display;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::go::Asked;
use super::options::Options;
use super::{info, position};
use crate::error::{ErrorKind, Result};
use crate::jobs::{self, Finished, Request, Ticket};
use crate::protocol::outbox::Outbox;
use crate::rim::{Bot, Limits, MoveRef, State, Subject};
use crate::value::{Dict, Value};

/// The bot that searches.
pub(super) const BOT: &str = "search";

/// The answer where there is no move.
const NO_MOVE: &str = "bestmove (none)";

/// What a session is, and those who wait for it.
pub(super) struct Shared {
    pub(super) out: Arc<Outbox>,
    session: Mutex<Session>,
    /// Told when a search has ended and all is said of it.
    quiet: Condvar,
}

/// The state of a session.
pub(super) struct Session {
    pub(super) options: Options,
    pub(super) position: State,
    /// Made when it is first needed, and anew when its options change.
    pub(super) bot: Option<Bot>,
    pub(super) closed: bool,
    running: Option<Running>,
    waiting: VecDeque<Go>,
    /// Jobs that have not ended, with all that is said of them.
    busy: usize,
    next_id: u64,
}

/// How an answer is held back.
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
    /// Whether the bot plays below its strength, which it does where it decides
    /// and not where it analyses.
    limited: bool,
    /// Whether no move that could be chosen from was named.
    none: bool,
    hold: Hold,
}

/// A search under way, or one whose answer is held back.
struct Running {
    id: u64,
    ticket: Option<Ticket>,
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
        if let Some(ticket) = &self.ticket {
            ticket.conclude();
        }
    }
}

impl Shared {
    pub(super) fn new(out: Arc<Outbox>, games: Vec<&'static str>) -> Result<Self> {
        let options = Options::new(&games)?;
        let position = position::start(&options)?;
        Ok(Self {
            out,
            session: Mutex::new(Session {
                options,
                position,
                bot: None,
                closed: false,
                running: None,
                waiting: VecDeque::new(),
                busy: 0,
                next_id: 0,
            }),
            quiet: Condvar::new(),
        })
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Session> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says something to people.
    pub(super) fn say(&self, text: impl Display) {
        self.out.put(format!("info string {text}"));
    }

    /// Takes up a `go`.
    pub(super) fn go(this: &Arc<Self>, session: &mut Session, asked: Asked) {
        let go = this.prepare(session, asked);
        session.waiting.push_back(go);
        if let Some(running) = &mut session.running {
            running.stop();
        }
        Self::settle(this, session);
    }

    /// Fixes what a search is about, so that later lines do not change it.
    fn prepare(&self, session: &mut Session, asked: Asked) -> Go {
        let Asked {
            mut limits,
            infinite,
            chosen,
            ..
        } = asked;
        let mut state = session.position.clone();
        if let Some(reason) = ended(&state) {
            if let Some(fresh) = position::forgetting(&state) {
                self.say(format_args!(
                    "the game is drawn by {reason}; searched as if it were not"
                ));
                state = fresh;
            }
        }
        if chosen {
            limits.moves.retain_mut(|text| {
                match state.rewrite(None, MoveRef::Text(text), None, None) {
                    Ok(canonical) => {
                        *text = canonical;
                        true
                    }
                    Err(error) => {
                        self.say(format_args!("go: searchmoves: {error}"));
                        false
                    }
                }
            });
        }
        limits.lines = u32::try_from(session.options.number("MultiPV")).ok();
        Go {
            bot: session.bot(),
            limited: session.options.flag("UCI_LimitStrength"),
            none: chosen && limits.moves.is_empty(),
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
    fn settle(this: &Arc<Self>, session: &mut Session) {
        while !session.closed {
            match &mut session.running {
                Some(running) => {
                    if !running.hold.lets_go() {
                        return;
                    }
                    let Some(answer) = running.answer.take() else {
                        return;
                    };
                    for line in answer {
                        this.out.put(line);
                    }
                    session.running = None;
                }
                None => {
                    let Some(go) = session.waiting.pop_front() else {
                        return;
                    };
                    let running = Self::begin(this, session, go);
                    session.running = Some(running);
                    if let (Some(running), false) =
                        (&mut session.running, session.waiting.is_empty())
                    {
                        running.stop();
                    }
                }
            }
        }
    }

    /// Begins a search, or answers where there is nothing to search.
    fn begin(this: &Arc<Self>, session: &mut Session, go: Go) -> Running {
        session.next_id += 1;
        let id = session.next_id;
        let hold = go.hold;
        let (ticket, answer) = match Self::submit(this, id, go) {
            Ok(ticket) => {
                session.busy += 1;
                (Some(ticket), None)
            }
            Err(answer) => (None, Some(answer)),
        };
        let mut running = Running {
            id,
            ticket,
            hold,
            answer,
        };
        if hold.stopped {
            running.stop();
        }
        running
    }

    /// Queues a search; the error is the answer where that cannot be.
    fn submit(this: &Arc<Self>, id: u64, go: Go) -> Result<Ticket, Vec<String>> {
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
            let (shared, told) = (Arc::clone(this), Arc::clone(&told));
            let watch = move |info: Dict| {
                if info.get("line").is_none_or(|line| line == 1) {
                    let first = info::first_move(&info).map(str::to_owned);
                    *told.lock().unwrap_or_else(PoisonError::into_inner) = first;
                }
                shared.out.put(info::line(&info));
                shared.out.deliver();
            };
            bot.analyse(&subject, go.limits.clone(), Box::new(watch))
        };
        let request = Request {
            caller: bot.caller(),
            deadline: None,
            // A `go` is answered, however busy the pool is.
            patient: true,
        };
        let (shared, state) = (Arc::clone(this), go.state.clone());
        let done = move |finished: Finished<Value>| {
            let told = told.lock().unwrap_or_else(PoisonError::into_inner).take();
            Self::finished(&shared, id, answer(&state, finished, told.as_deref()));
        };
        work.and_then(|work| jobs::submit(request, work, done))
            .map_err(failed)
    }

    /// Notes the answer of a search that has ended.
    fn finished(this: &Arc<Self>, id: u64, answer: Vec<String>) {
        {
            let session = &mut *this.lock();
            if let Some(running) = session.running.as_mut().filter(|r| r.id == id) {
                running.ticket = None;
                running.answer = Some(answer);
            }
            Self::settle(this, session);
        }
        this.out.deliver();
        this.lock().busy -= 1;
        this.quiet.notify_all();
    }

    /// Ends what is searched, and what was to be searched after it.
    pub(super) fn stop(this: &Arc<Self>, session: &mut Session) {
        for go in &mut session.waiting {
            go.hold.stopped = true;
        }
        if let Some(running) = &mut session.running {
            running.stop();
        }
        Self::settle(this, session);
    }

    /// The move that was expected was made: the last search is no longer about the
    /// opponent's time.
    pub(super) fn ponder_hit(this: &Arc<Self>, session: &mut Session) {
        if let Some(go) = session.waiting.back_mut() {
            go.hold.pondering = false;
            go.limits.ponder = false;
        } else if let Some(running) = &mut session.running {
            running.hold.pondering = false;
            if let Some(ticket) = &running.ticket {
                ticket.ponder_hit();
            }
        }
        Self::settle(this, session);
    }

    /// Ends everything, without another word.
    pub(super) fn quit(&self, session: &mut Session) {
        session.closed = true;
        self.out.close();
        session.waiting.clear();
        if let Some(ticket) = session.running.take().and_then(|r| r.ticket) {
            ticket.cancel();
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

impl Session {
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
fn ended(state: &State) -> Option<String> {
    let outcome = state.outcome().ok()?;
    Some(outcome.get("reason")?.as_str()?.to_owned())
}

/// What is said where nothing can be searched.
fn failure(state: &State, error: &crate::Error) -> Vec<String> {
    let first = if error.kind() == ErrorKind::GameOver {
        // Who is to move has not won.
        let won = state.outcome().is_ok_and(|o| o["draw"] == false);
        let score = if won { "mate 0" } else { "cp 0" };
        format!("info depth 0 score {score}")
    } else {
        format!("info string {error}")
    };
    vec![first, NO_MOVE.into()]
}

/// The last lines about a search; `told` is the move that was told to be best.
fn answer(state: &State, finished: Finished<Value>, told: Option<&str>) -> Vec<String> {
    let decision = match finished.result {
        Ok(Value::Object(decision)) => decision,
        Ok(_) => Dict::new(),
        Err(error) => return failure(state, &error),
    };
    let Some(best) = decision.get("move").and_then(Value::as_str) else {
        return vec![NO_MOVE.into()];
    };
    let mut lines = Vec::new();
    if told != Some(best) && info::first_move(&decision) == Some(best) {
        lines.push(info::line(&decision));
    }
    let reply = info::second_move(&decision).filter(|reply| {
        let both = [MoveRef::Text(best), MoveRef::Text(reply)];
        state.play_many(None, &both, None).is_ok()
    });
    lines.push(match reply {
        Some(reply) => format!("bestmove {best} ponder {reply}"),
        None => format!("bestmove {best}"),
    });
    lines
}
