//! Bots of the host's own: questions as messages, and what a process answers.
//!
//! The library asks on a thread of its own, which may send; everything else here may come on a
//! scheduler thread, and is handed to the library's.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use boardwright::host::fields;
use boardwright::own::{self, Ask, bot_failed};
use boardwright::value::Value;
use boardwright::{Error, jobs};
use rustler::types::atom::Atom;
use rustler::{Encoder, Env, LocalPid, OwnedEnv, Resource, ResourceArc, Term};

use crate::args::{self, Seat, kind};
use crate::atoms;
use crate::bot;
use crate::errors::{self, map, tagged};
use crate::jobs::{Start, start};
use crate::observation::Observation;
use crate::results::{self, ResultKind};
use crate::table::Table;
use crate::value::Reader;

/// A question to a process. Collected without an answer, it counts as a failure of the bot.
pub(crate) struct Question {
    inner: Option<own::Question>,
    /// True while the process is to hear that it is given up: from when it was sent until the
    /// process answers or drops it.
    open: Arc<AtomicBool>,
}

#[rustler::resource_impl]
impl Resource for Question {}

impl Drop for Question {
    fn drop(&mut self) {
        // A failure has the table go on, which is not for the scheduler that collects.
        let awaited = self.close().is_some();
        if let Some(question) = self.inner.take().filter(|_| awaited) {
            jobs::later(Duration::ZERO, move || drop(question));
        }
    }
}

impl Question {
    /// The question, as long as it is there.
    pub(crate) fn asked(&self) -> boardwright::Result<&own::Question> {
        let gone = || Error::disposed("the question is gone");
        self.inner.as_ref().ok_or_else(gone)
    }

    /// The question, of which its process wants to hear no more.
    fn close(&self) -> Option<&own::Question> {
        self.open.store(false, Ordering::Release);
        self.inner.as_ref().filter(|question| !question.is_over())
    }
}

/// The name of a question in messages, which keeps nothing: what tells that a question is given
/// up must not keep the question itself.
pub(crate) struct QuestionTag;

#[rustler::resource_impl]
impl Resource for QuestionTag {}

/// The process that answers for a seat. It is dropped when nobody is asked there any more.
struct Attendant {
    pid: LocalPid,
    /// True if the process is to hear of that.
    hears_end: bool,
}

impl Drop for Attendant {
    fn drop(&mut self) {
        if self.hears_end {
            let pid = self.pid;
            jobs::later(Duration::ZERO, move || {
                // As with what is given up.
                let _ = OwnedEnv::new()
                    .send_and_clear(&pid, |env| atoms::boardwright_unattended().encode(env));
            });
        }
    }
}

impl Attendant {
    /// Sends a question, from the library's own thread, on which it is given up as well: the
    /// process hears of that after the question.
    fn ask(&self, asked: own::Question) {
        let (pid, tag) = (self.pid, ResourceArc::new(QuestionTag));
        let question = Question {
            inner: Some(asked),
            open: Arc::default(),
        };
        let question = ResourceArc::new(question);
        let Some(asked) = &question.inner else { return };
        let (open, told) = (Arc::clone(&question.open), tag.clone());
        asked.when_given_up(move || {
            if open.load(Ordering::Acquire) {
                // If the process has ended, nobody is there to be told.
                let _ = OwnedEnv::new().send_and_clear(&pid, |env| {
                    (atoms::boardwright_given_up(), told).encode(env)
                });
            }
        });
        if asked.is_over() {
            return;
        }
        question.open.store(true, Ordering::Release);
        let sent = OwnedEnv::new().send_and_clear(&pid, |env| {
            let message = message(env, &question, asked, &tag);
            (atoms::boardwright_question(), message).encode(env)
        });
        if sent.is_err() {
            asked.fail(bot_failed("the process of the bot has ended"));
        }
    }
}

/// The `Boardwright.Question`.
fn message<'a>(
    env: Env<'a>,
    question: &ResourceArc<Question>,
    asked: &own::Question,
    tag: &ResourceArc<QuestionTag>,
) -> Term<'a> {
    let details = fields(asked.details());
    let observation = Observation::resource(asked.observation().clone());
    let keys = [
        atoms::structure().encode(env),
        atoms::reference().encode(env),
    ];
    let values = [
        atoms::observation_module().encode(env),
        observation.encode(env),
    ];
    // The kinds are a fixed list of the library's, so their atoms are too.
    let subject = details.get("kind").and_then(Value::as_str);
    let subject = subject.and_then(|kind| Atom::from_str(env, kind).ok());
    let more = [
        ("ref", question.encode(env)),
        ("tag", tag.encode(env)),
        ("kind", subject.unwrap_or_else(atoms::nil).encode(env)),
        ("observation", map(env, &keys, &values)),
    ];
    results::question(env, &details, &more)
}

/// Makes what asks a process, and tells it if nobody asks any more where it `hears_end`.
pub(crate) fn asking(pid: Term<'_>, hears_end: bool) -> boardwright::Result<Ask> {
    let pid = pid.decode::<LocalPid>().map_err(|_| {
        let got = kind(pid);
        Error::invalid_option(format!(
            "attend: takes a process of this node or a function of one argument, not {got}"
        ))
    })?;
    let attendant = Attendant { pid, hears_end };
    Ok(Arc::new(move |question| attendant.ask(question)))
}

/// Has a process asked for a seat, and told if nobody is asked there any more where it
/// `hears_end`.
#[rustler::nif(schedule = "DirtyCpu")]
fn table_attend<'a>(
    env: Env<'a>,
    table: &Table,
    seat: Term<'a>,
    pid: Term<'a>,
    hears_end: bool,
) -> Term<'a> {
    let attend = || {
        let ask = asking(pid, hears_end)?;
        table.inner.attend(Seat::new(seat)?.as_key(), ask)
    };
    errors::done(env, attend())
}

/// Answers a question; false if no answer is awaited any more. What is no plain value is a
/// failure of the bot.
#[rustler::nif(schedule = "DirtyCpu")]
fn question_answer(question: &Question, answer: Term<'_>) -> bool {
    question
        .close()
        .is_some_and(|question| match Reader::new().value("answer", answer) {
            Ok(answer) => question.answer(&answer),
            Err(error) => question.fail(bot_failed(error.message())),
        })
}

/// Reports that the bot failed; false if no answer is awaited any more.
#[rustler::nif(schedule = "DirtyCpu")]
fn question_fail(question: &Question, message: &str) -> bool {
    let question = question.close();
    question.is_some_and(|question| question.fail(bot_failed(message)))
}

/// Returns true once no answer is awaited any more.
#[rustler::nif]
fn question_over(question: &Question) -> bool {
    let question = question.inner.as_ref();
    question.is_none_or(own::Question::is_over)
}

/// A bot of the host's own by itself. Who answers for it is Elixir's to know.
pub(crate) struct OwnBot(own::OwnBot);

#[rustler::resource_impl]
impl Resource for OwnBot {}

#[rustler::nif]
fn own_bot_new<'a>(env: Env<'a>, given: Term<'a>) -> Term<'a> {
    let new = || {
        let bot = own::OwnBot::new(&args::map("bot", given)?)?;
        Ok(ResourceArc::new(OwnBot(bot)))
    };
    tagged(env, new())
}

#[rustler::nif]
fn own_bot_game(bot: &OwnBot) -> Option<&'static str> {
    bot.0.game()
}

/// Begins a decision, for which a process is asked and told if nobody asks any more where it
/// `hears_end`.
#[rustler::nif]
fn own_decide<'a>(
    env: Env<'a>,
    bot: &OwnBot,
    pid: Term<'a>,
    hears_end: bool,
    subject: Term<'a>,
    given: Term<'a>,
    tag: Term<'a>,
) -> Term<'a> {
    let decide = || {
        // First, so that the process is told whatever else is wrong.
        let ask = asking(pid, hears_end)?;
        let (seat, limits) = bot::limits("decide", given)?;
        let subject = bot::subject(subject, seat.as_ref())?;
        let how = Start {
            caller: None,
            deadline: limits.deadline,
            patient: false,
            shape: ResultKind::Decision,
        };
        start(env, tag, &how, bot.0.decide(ask, &subject, &limits)?)
    };
    tagged(env, decide())
}
