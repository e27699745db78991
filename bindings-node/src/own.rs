//! Questions to bots of JavaScript's own. `lib/own.js` calls the functions and sends what
//! they answer.

use std::cell::Cell;
use std::sync::{Arc, Weak};

use boardwright::Error;
use boardwright::host::{self, Game, Observation, SeatRef, State, Subject};
use boardwright::own::{Ask, OwnBot, Question, Questions, Told, bot_failed};
use boardwright::table::Table;
use napi_derive::napi;

use crate::args::SeatArg;
use crate::bot::limits;
use crate::errors::{OrRaise, Result};
use crate::handle::{Handle, New};
use crate::jobs::JobContext;
use crate::json;

/// The questions to a bot as JavaScript holds them, which keeps them only until there is somebody
/// who asks.
pub(crate) struct QuestionsHandle {
    queue: Weak<Questions>,
    unasked: Cell<Option<Arc<Questions>>>,
}

impl QuestionsHandle {
    /// The function that puts questions there. It is taken once.
    ///
    /// # Errors
    ///
    /// `disposed` for the second time.
    pub(crate) fn ask(&self) -> Result<Ask> {
        let queue = self.unasked.take();
        let queue = queue.ok_or_else(|| Error::disposed("somebody asks already"));
        Ok(queue.or_raise()?.ask())
    }
}

/// Makes a queue of questions. The number is told when there is something to take, and answered for
/// when nobody can ask any more.
#[napi(catch_unwind)]
pub(crate) fn questions(context: Handle<JobContext>, job: i64) -> Result<New<QuestionsHandle>> {
    let context = context.get()?;
    let duty = context.duty(job, Error::cancelled("nothing is asked any more"));
    let bell = context.bell(job);
    let queue = Questions::new(move || {
        // It goes with who may ask.
        let _ = &duty;
        bell.ring();
    });
    Ok(New(QuestionsHandle {
        queue: Arc::downgrade(&queue),
        unasked: Cell::new(Some(queue)),
    }))
}

/// Lets go of a queue if nobody asks.
#[napi(catch_unwind)]
pub(crate) fn questions_release(questions: Handle<QuestionsHandle>) -> Result<()> {
    drop(questions.get()?.unasked.take());
    Ok(())
}

/// Has the questions of a seat put there.
#[napi(catch_unwind)]
pub(crate) fn table_attend(
    table: Handle<Table>,
    seat: String,
    questions: Handle<QuestionsHandle>,
) -> Result<()> {
    let (table, ask) = (table.get()?, questions.get()?.ask()?);
    table.attend(SeatRef::read(&seat), ask).or_raise()
}

/// Takes the oldest item; nothing where there is none, and then the number is told of the
/// next one.
#[napi(catch_unwind)]
pub(crate) fn questions_take(questions: Handle<QuestionsHandle>) -> Result<Option<New<Told>>> {
    let queue = questions.get()?.queue.upgrade();
    Ok(queue.and_then(|queue| queue.take()).map(New))
}

/// The number of the question that is given up; nothing for one that is put.
#[napi(catch_unwind)]
pub(crate) fn told_given_up(told: Handle<Told>) -> Result<Option<f64>> {
    match &*told.get()? {
        Told::Asked(_) => Ok(None),
        Told::GivenUp(id) => json::count(*id).map(Some).or_raise(),
    }
}

pub(crate) fn asked(told: &Told) -> Result<&Question> {
    let question = match told {
        Told::Asked(question) => Ok(&**question),
        Told::GivenUp(_) => Err(Error::internal("it is no question")),
    };
    question.or_raise()
}

/// The question besides the observation, as JSON.
#[napi(catch_unwind)]
pub(crate) fn question_details(told: Handle<Told>) -> Result<String> {
    let told = told.get()?;
    let details = asked(&told)?.details();
    json::write(details).or_raise()
}

/// The observation of the seat that is asked.
#[napi(catch_unwind)]
pub(crate) fn question_observation(told: Handle<Told>) -> Result<New<Observation>> {
    let told = told.get()?;
    Ok(New(asked(&told)?.observation().clone()))
}

/// The rules of an observation.
#[napi(catch_unwind)]
pub(crate) fn observation_rules(observation: Handle<Observation>) -> Result<New<Game>> {
    Ok(New(observation.get()?.game()))
}

/// Answers with a value as JSON; says whether an answer was awaited.
#[napi(catch_unwind)]
pub(crate) fn question_answer(told: Handle<Told>, answer: String) -> Result<bool> {
    let told = told.get()?;
    let question = asked(&told)?;
    let value = serde_json::from_str(&answer)
        .map_err(|e| Error::invalid_option(format!("answer: {e}")))
        .or_raise()?;
    host::guard(|| Ok(question.answer(&value))).or_raise()
}

/// Reports that the bot failed; says whether an answer was awaited.
#[napi(catch_unwind)]
pub(crate) fn question_fail(told: Handle<Told>, message: String) -> Result<bool> {
    let told = told.get()?;
    let question = asked(&told)?;
    host::guard(|| Ok(question.fail(bot_failed(&message)))).or_raise()
}

/// Frees a question, which fails where it has not been answered.
#[napi(catch_unwind)]
pub(crate) fn told_dispose(told: Handle<Told>) {
    told.dispose();
}

/// A bot of JavaScript's own by itself; the options are JSON.
#[napi(catch_unwind)]
pub(crate) fn own_bot(options: String) -> Result<New<OwnBot>> {
    json::read(&options)
        .and_then(|options| OwnBot::new(&options))
        .map(New)
        .or_raise()
}

/// The name of the game that it plays; nothing for any.
#[napi(catch_unwind)]
pub(crate) fn own_bot_game(bot: Handle<OwnBot>) -> Result<Option<&'static str>> {
    Ok(bot.get()?.game())
}

/// Frees it.
#[napi(catch_unwind)]
pub(crate) fn own_bot_dispose(bot: Handle<OwnBot>) {
    bot.dispose();
}

/// Begins a decision for a state of a game that hides nothing, whose questions are put there.
#[napi(catch_unwind)]
pub(crate) fn own_decide_state(
    context: Handle<JobContext>,
    job: i64,
    bot: Handle<OwnBot>,
    questions: Handle<QuestionsHandle>,
    state: Handle<State>,
    seat: SeatArg,
    limits: String,
) -> Result<()> {
    let state = state.get()?;
    let subject = Subject::State(&state, seat.get());
    let (bot, questions) = (bot.get()?, questions.get()?);
    own_decide(&*context.get()?, job, &bot, &questions, &subject, &limits)
}

/// Begins a decision for an observation, whose questions are put there.
#[napi(catch_unwind)]
pub(crate) fn own_decide_observation(
    context: Handle<JobContext>,
    job: i64,
    bot: Handle<OwnBot>,
    questions: Handle<QuestionsHandle>,
    observation: Handle<Observation>,
    limits: String,
) -> Result<()> {
    let observation = observation.get()?;
    let subject = Subject::Observation(&observation);
    let (bot, questions) = (bot.get()?, questions.get()?);
    own_decide(&*context.get()?, job, &bot, &questions, &subject, &limits)
}

fn own_decide(
    context: &JobContext,
    job: i64,
    bot: &OwnBot,
    questions: &QuestionsHandle,
    subject: &Subject<'_>,
    text: &str,
) -> Result<()> {
    let limits = limits(text)?;
    let work = bot.decide(questions.ask()?, subject, &limits).or_raise()?;
    context.submit_own(job, limits.deadline, work)
}
