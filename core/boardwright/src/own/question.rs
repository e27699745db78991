//! A question to a bot of the host's own, and the way of its answer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;

use super::answer::{Action, BotAnswer, OwnAnswer};
use super::{Ask, bot_failed};
use crate::host::{Heard, Limits, Observation, Said};
use crate::table::TableEvent;
use contract::bot::Decision;
use contract::error::{Error, Result};
use contract::jobs::{self, Timer};
use contract::text::check_seen;
use contract::value::{Value, to_value};

/// The subject of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    /// The move of the seat.
    Move,
    /// The draw that another seat offers.
    Draw,
}

/// A move or an answer that was not taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refusal {
    /// The move, as it was given.
    #[serde(rename = "move")]
    pub text: String,
    /// The code of the error, or the word of the game's rules for why.
    pub code: String,
    /// The reason in words.
    pub reason: String,
}

/// The clock of the seat that is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuestionClock {
    /// Time left when it was asked, in milliseconds.
    pub remaining: u64,
    /// Time added by each move, in milliseconds.
    pub increment: u64,
}

/// A question to a bot of the host's own, besides the observation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuestionDetails {
    /// The number of the question at its table.
    pub id: u64,
    /// The seat that is asked.
    pub seat: String,
    /// The subject: a move, or an offered draw.
    pub kind: QuestionKind,
    /// The moves and answers of this turn that were not taken, with the reasons.
    pub refused: Vec<Refusal>,
    /// The events that the seat was told since the last question, each with its number as
    /// `seq`; at most 1000.
    pub events: Vec<Value>,
    /// Thinking time that the host has set for the seat, in milliseconds.
    pub movetime: Option<u64>,
    /// Positions that the host has set for the seat.
    pub nodes: Option<u64>,
    /// The clock of the seat; none where there are no clocks.
    pub clock: Option<QuestionClock>,
    /// Time within which to answer, in milliseconds. At a table another bot steps in then; a bot
    /// by itself has failed.
    pub timeout: u64,
}

impl QuestionDetails {
    /// Creates a question for a move, within limits that have the seat's own clock as `clock`;
    /// nothing was refused yet, and nothing has happened.
    pub(crate) fn for_move(id: u64, seat: String, limits: &Limits, timeout: u64) -> Self {
        Self {
            id,
            seat,
            kind: QuestionKind::Move,
            refused: Vec::new(),
            events: Vec::new(),
            movetime: limits.movetime.map(milliseconds),
            nodes: limits.nodes,
            clock: limits.clock.map(|clock| QuestionClock {
                remaining: milliseconds(clock.remaining),
                increment: milliseconds(clock.increment),
            }),
            timeout,
        }
    }
}

/// Returns whole milliseconds, as the times of a question are.
pub(crate) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Returns messages of partners as the events of the seat that hears them.
pub(crate) fn messages(heard: impl IntoIterator<Item = Heard>) -> Vec<Value> {
    let events = heard
        .into_iter()
        .map(|Heard { from, text, .. }| TableEvent::Message { seat: from, text });
    // An event is plain fields, which can always be written.
    events.filter_map(|event| to_value(&event).ok()).collect()
}

/// The receiver of an answer.
type Reply = Box<dyn FnOnce(Result<BotAnswer>) + Send>;
type Hook = Box<dyn FnOnce() + Send>;

/// A question that may still be answered, shared by its table and its host.
#[derive(Default)]
struct Slot {
    reply: Mutex<Option<Reply>>,
    cancelled: AtomicBool,
    hook: Mutex<Option<Hook>>,
    /// Until when an answer is awaited, once the question was handed over.
    patience: Mutex<Option<Timer>>,
}

// Nothing under these locks leaves what they guard half changed.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Slot {
    /// Gives an answer; the first one counts. Who has answered is not told that the question
    /// is given up.
    fn answer(&self, answer: Result<BotAnswer>) -> bool {
        let reply = held(&self.reply).take();
        match reply {
            None => false,
            Some(reply) => {
                let hook = held(&self.hook).take();
                drop(hook);
                reply(answer);
                true
            }
        }
    }

    /// Ends the time of the question: its host is told before another bot answers.
    fn expire(&self, error: Error) {
        let reply = held(&self.reply).take();
        if let Some(reply) = reply {
            self.cancel();
            reply(Err(error));
        }
    }

    /// Awaits the answer for some milliseconds from now on.
    fn wait(self: &Arc<Self>, timeout: u64) {
        let mut patience = held(&self.patience);
        if held(&self.reply).is_none() {
            return;
        }
        let late = Arc::downgrade(self);
        *patience = Some(jobs::timer(Duration::from_millis(timeout), move || {
            if let Some(late) = late.upgrade() {
                late.expire(bot_failed(&format!(
                    "there was no answer within {timeout} ms"
                )));
            }
        }));
    }

    fn cancel(&self) {
        let reply = held(&self.reply).take();
        drop(reply);
        let patience = held(&self.patience).take();
        drop(patience);
        self.cancelled.store(true, Ordering::Release);
        let hook = held(&self.hook).take();
        if let Some(hook) = hook {
            // Not from here: the table may be held.
            jobs::later(Duration::ZERO, hook);
        }
    }
}

/// A question under way; dropped, it is given up, and its host is told so.
pub(crate) struct Asked {
    slot: Arc<Slot>,
}

impl std::fmt::Debug for Asked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Asked")
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.slot.cancel();
    }
}

/// Hands a question to the host; `reply` is called once, unless the result is dropped first.
pub(crate) fn ask(
    host: &Ask,
    details: QuestionDetails,
    (observation, limits): (Observation, Limits),
    reply: Reply,
) -> Asked {
    let timeout = details.timeout;
    let slot = Arc::new(Slot {
        reply: Mutex::new(Some(reply)),
        ..Slot::default()
    });
    let question = Question {
        details,
        observation,
        limits,
        slot: Arc::clone(&slot),
    };
    let (host, waits) = (Arc::clone(host), Arc::clone(&slot));
    jobs::later(Duration::ZERO, move || {
        host(question);
        // Not before: on a busy machine nobody's time is over before he was asked.
        waits.wait(timeout);
    });
    Asked { slot }
}

/// A question to a bot of the host's own. Dropped without an answer, it counts as a failure
/// of the bot.
pub struct Question {
    details: QuestionDetails,
    observation: Observation,
    limits: Limits,
    slot: Arc<Slot>,
}

impl std::fmt::Debug for Question {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let details = &self.details;
        write!(
            f,
            "Question({}, {}, {:?})",
            details.id, details.seat, details.kind
        )
    }
}

impl Drop for Question {
    fn drop(&mut self) {
        self.fail(bot_failed("the question was dropped without an answer"));
    }
}

impl Question {
    /// Returns the question and its limits.
    #[must_use]
    pub const fn details(&self) -> &QuestionDetails {
        &self.details
    }

    /// Returns the knowledge of the seat.
    #[must_use]
    pub const fn observation(&self) -> &Observation {
        &self.observation
    }

    /// Returns the limits that the seat has been given, with the clocks of all seats and the
    /// messages of its partners.
    #[must_use]
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Returns true once no answer is awaited any more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        held(&self.slot.reply).is_none()
    }

    /// Calls a closure on a thread of the library when the question is given up: by the end
    /// of the game, a change of the position, a flag, or the time-out. An answer that was
    /// given is no such end. Only the last such call counts.
    pub fn when_given_up(&self, call: impl FnOnce() + Send + 'static) {
        let mut hook = held(&self.slot.hook);
        if self.slot.cancelled.load(Ordering::Acquire) {
            drop(hook);
            call();
        } else {
            *hook = Some(Box::new(call));
        }
    }

    /// Answers. The value is a move as text or action id; true or false for an offered draw; or
    /// a map of one of `move`, `resign`, `claim_draw`, `accept`, to which `style` and
    /// `offer_draw` of a move, `says` (a text or several for those it plays with) and `thought` (a
    /// text or several, which nobody sees before the end) may be added. Returns false if no answer is awaited any more. An answer that cannot be
    /// read is refused as an illegal move is, with the reason in the next question.
    pub fn answer(&self, value: &Value) -> bool {
        let answer = OwnAnswer::read(self.details.kind, value)
            .and_then(|answer| self.taken(answer))
            .unwrap_or_else(|error| BotAnswer::Unreadable(shown(value), error));
        self.settle(Ok(answer))
    }

    /// Answers a question for a move with one in the canonical style and the thought behind it.
    /// Returns false if no answer is awaited any more.
    pub fn decide(&self, decision: Decision<String>) -> bool {
        let answer = match self.details.kind {
            QuestionKind::Move => BotAnswer::Move {
                decision,
                style: None,
                offer_draw: false,
            },
            QuestionKind::Draw => BotAnswer::Draw(false),
        };
        self.settle(Ok(answer))
    }

    /// Reports that the bot failed. Returns false if no answer is awaited any more.
    pub fn fail(&self, error: Error) -> bool {
        self.settle(Err(error))
    }

    fn settle(&self, answer: Result<BotAnswer>) -> bool {
        self.slot.answer(answer)
    }

    fn taken(&self, answer: OwnAnswer) -> Result<BotAnswer> {
        Ok(match answer {
            OwnAnswer::Draw(accept) => BotAnswer::Draw(accept),
            OwnAnswer::Resign(thought) => BotAnswer::Resign(thought),
            OwnAnswer::ClaimDraw => BotAnswer::ClaimDraw,
            OwnAnswer::Move {
                action,
                style,
                offer_draw,
                thought,
                says,
            } => {
                let action = match action {
                    Action::Text(text) => text,
                    Action::Id(id) => self.text_of(id)?,
                };
                let decision = Decision {
                    pv: Vec::new(),
                    messages: thought,
                    says: says.into_iter().map(said).collect(),
                    ..Decision::plain(action)
                };
                BotAnswer::Move {
                    decision,
                    style,
                    offer_draw,
                }
            }
        })
    }

    fn text_of(&self, id: u64) -> Result<String> {
        let game = self.observation.game();
        let texts = game.action_texts();
        let text = usize::try_from(id).ok().and_then(|id| texts.get(id));
        text.map(|text| text.to_string()).ok_or_else(|| {
            let most = texts.len();
            Error::illegal_move(if most == 0 {
                format!("{} has no action ids", game.name())
            } else {
                format!("{id}: there are action ids from 0 to {}", most - 1)
            })
        })
    }
}

const fn said(text: String) -> Said {
    Said {
        text,
        repeated: false,
    }
}

/// An answer that could not be read, for the log of its own seat.
fn shown(value: &Value) -> String {
    const LONGEST: usize = 100;
    let text = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let short: String = text.chars().take(LONGEST).collect();
    match check_seen("answer", &short) {
        Ok(()) => short,
        Err(_) => short.escape_debug().take(LONGEST).collect(),
    }
}

/// The refusal of an answer by an error.
impl From<(String, &Error)> for Refusal {
    fn from((text, error): (String, &Error)) -> Self {
        Self {
            text,
            code: error.code().into(),
            reason: error.message().into(),
        }
    }
}
