//! Questions to bots of JavaScript's own. `lib/own.js` calls the functions and sends what
//! they answer.

use std::sync::Arc;

use boardwright::Error;
use boardwright::host::{self, Game, Observation, SeatRef};
use boardwright::own::{Question, Questions, Told, bot_failed};
use boardwright::table::Table;
use boardwright::value::to_value;
use napi_derive::napi;

use crate::errors::{OrRaise, Result};
use crate::handle::{Handle, New};
use crate::jobs::JobContext;
use crate::json;

/// Makes a queue of questions. The number is told when there is something to take, and answered for
/// when nobody can ask any more.
#[napi(catch_unwind)]
pub(crate) fn questions(context: Handle<JobContext>, job: i64) -> Result<New<Arc<Questions>>> {
    let context = context.get()?;
    let duty = context.duty(job, Error::cancelled("nothing is asked any more"));
    let bell = context.bell(job);
    Ok(New(Questions::new(move || {
        // It goes with who may ask.
        let _ = &duty;
        bell.ring();
    })))
}

/// Has the questions of a seat put there.
#[napi(catch_unwind)]
pub(crate) fn table_attend(
    table: Handle<Table>,
    seat: String,
    questions: Handle<Arc<Questions>>,
) -> Result<()> {
    let (table, ask) = (table.get()?, questions.get()?.ask());
    table.attend(SeatRef::read(&seat), ask).or_raise()
}

/// Takes the oldest item; nothing where there is none, and then the number is told of the
/// next one.
#[napi(catch_unwind)]
pub(crate) fn questions_take(questions: Handle<Arc<Questions>>) -> Result<Option<New<Told>>> {
    Ok(questions.get()?.take().map(New))
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
    to_value(details)
        .and_then(|details| json::write(&details))
        .or_raise()
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
