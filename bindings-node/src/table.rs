//! Tables, by the names of their calls and plain values as JSON. What the calls
//! are is the library's business; `lib/table.js` gives them JavaScript's names.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use boardwright::Error;
use boardwright::host::{Game, Observation, State};
use boardwright::table::{Follower, NOW, SEAT_CALLS, Table, followed};
use napi_derive::napi;

use crate::args::{SeatArg, maybe_whole};
use crate::errors::{OrRaise, Result};
use crate::handle::{Handle, New};
use crate::jobs::JobContext;
use crate::json;

/// A table around a game that starts from a state; seats and settings are JSON.
#[napi(catch_unwind)]
pub(crate) fn table(state: Handle<State>, seats: String, settings: String) -> Result<New<Table>> {
    let state = state.get()?;
    json::read(&seats)
        .and_then(|seats| Ok((seats, json::read(&settings)?)))
        .and_then(|(seats, settings)| Table::from_values(&state, &seats, &settings))
        .map(New)
        .or_raise()
}

/// A table around a game that it starts by its name; options, seats and settings are JSON.
#[napi(catch_unwind)]
pub(crate) fn table_start(
    game: String,
    options: String,
    seats: String,
    settings: String,
) -> Result<New<Table>> {
    json::read(&options)
        .and_then(|options| Ok((options, json::read(&seats)?, json::read(&settings)?)))
        .and_then(|(options, seats, settings)| Table::start(&game, &options, &seats, &settings))
        .map(New)
        .or_raise()
}

/// Takes up a table that was saved.
#[napi(catch_unwind)]
pub(crate) fn table_load(text: String) -> Result<New<Table>> {
    Table::load(&text).map(New).or_raise()
}

/// Makes a call by its name; arguments and answer are JSON.
#[napi(catch_unwind)]
pub(crate) fn table_call(table: Handle<Table>, name: String, args: String) -> Result<String> {
    let table = table.get()?;
    json::read(&args)
        .and_then(|args| table.answer_to(&name, &args))
        .and_then(|answer| json::write(&answer))
        .or_raise()
}

/// Makes a call for the client of a seat; the payload and the answer are JSON.
#[napi(catch_unwind)]
pub(crate) fn table_seat_call(
    table: Handle<Table>,
    seat: SeatArg,
    name: String,
    payload: String,
    now: Option<f64>,
) -> Result<String> {
    let (table, now) = (table.get()?, maybe_whole(&NOW, now)?);
    json::read(&payload)
        .and_then(|payload| table.seat_arguments(seat.named(), &name, &payload, now))
        .and_then(|args| table.answer_to(&name, &args))
        .and_then(|answer| json::write(&answer))
        .or_raise()
}

/// The names of the calls that a seat may make by itself.
#[napi(catch_unwind)]
pub(crate) fn table_seat_calls() -> Vec<&'static str> {
    SEAT_CALLS.to_vec()
}

/// The game of the table.
#[napi(catch_unwind)]
pub(crate) fn table_game(table: Handle<Table>) -> Result<New<Game>> {
    Ok(New(table.get()?.game()))
}

/// The state, with everything that is hidden from seats.
#[napi(catch_unwind)]
pub(crate) fn table_state(table: Handle<Table>) -> Result<New<State>> {
    Ok(New(table.get()?.state()))
}

/// The knowledge of a seat.
#[napi(catch_unwind)]
pub(crate) fn table_observe(table: Handle<Table>, seat: SeatArg) -> Result<New<Observation>> {
    table.get()?.observe(seat.named()).map(New).or_raise()
}

/// A number that grows with each change.
#[napi(catch_unwind)]
pub(crate) fn table_revision(table: Handle<Table>) -> Result<f64> {
    json::count(table.get()?.revision()).or_raise()
}

/// Answers for the job once no bot of the table is at work; with `cancelled` where
/// the table goes before.
#[napi(catch_unwind)]
pub(crate) fn table_quiet(
    context: Handle<JobContext>,
    job: i64,
    table: Handle<Table>,
) -> Result<()> {
    let table = table.get()?;
    let gone = Error::cancelled("the table was disposed of");
    let duty = context.get()?.duty(job, gone);
    table.on_quiet(move || duty.fulfil(Ok("null".into()), Duration::ZERO));
    Ok(())
}

/// A listener of a table. It stays with the table when it is dropped.
pub(crate) struct Listening {
    id: u64,
    followed: Option<Follower>,
    /// True if JavaScript was called since it last looked.
    rung: Arc<AtomicBool>,
}

/// Has the number told after each change of the table, once until JavaScript has
/// looked; the number is answered for when the table goes or is closed. The arguments, as
/// JSON, say whose events are followed, if any are.
#[napi(catch_unwind)]
pub(crate) fn table_listen(
    context: Handle<JobContext>,
    job: i64,
    table: Handle<Table>,
    args: String,
) -> Result<New<Listening>> {
    let table = table.get()?;
    let followed = json::read(&args)
        .and_then(|args| followed(&table, &args))
        .or_raise()?;
    let context = context.get()?;
    let duty = context.duty(job, Error::cancelled("the table was disposed of"));
    let bell = context.bell(job);
    let rung = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&rung);
    let id = table.listen(Box::new(move || {
        // It goes with the listener.
        let _ = &duty;
        if !told.swap(true, Ordering::AcqRel) {
            bell.ring();
        }
    }));
    Ok(New(Listening { id, followed, rung }))
}

/// JavaScript looks at the table: it is called again after the next change.
#[napi(catch_unwind)]
pub(crate) fn table_heard(listening: Handle<Listening>) -> Result<()> {
    listening.get()?.rung.store(false, Ordering::Release);
    Ok(())
}

/// Takes the events that a listener was not told yet, as JSON; null where there are none.
#[napi(catch_unwind)]
pub(crate) fn table_taken(listening: Handle<Listening>) -> Result<Option<String>> {
    let listening = listening.get()?;
    let Some(followed) = &listening.followed else {
        return Ok(None);
    };
    let told = followed.take().or_raise()?;
    told.map(|told| json::write(&told)).transpose().or_raise()
}

/// Stops telling a listener; there is none where the table has been disposed of.
#[napi(catch_unwind)]
pub(crate) fn table_unlisten(table: Handle<Table>, listening: Handle<Listening>) -> Result<()> {
    let id = listening.get()?.id;
    if let Ok(table) = table.get() {
        table.unlisten(id);
    }
    Ok(())
}

/// Frees a table; what its bots are at comes to nothing.
#[napi(catch_unwind)]
pub(crate) fn table_dispose(table: Handle<Table>) {
    table.dispose();
}

/// Ends all work of the table's bots; there is none where it has been disposed of.
#[napi(catch_unwind)]
pub(crate) fn table_close(table: Handle<Table>) {
    if let Ok(table) = table.get() {
        table.close();
    }
}
