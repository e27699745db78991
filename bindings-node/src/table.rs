//! Tables, by the names of their calls and plain values as JSON. What the calls
//! are is the library's business; `lib/table.js` gives them JavaScript's names.

use std::time::Duration;

use boardwright::rim::State;
use boardwright::table::Table;
use napi_derive::napi;

use crate::errors::{OrRaise, Result};
use crate::handle::{Handle, New};
use crate::jobs::Desk;
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
        .and_then(|args| table.call(&name, &args))
        .and_then(|answer| json::write(&answer))
        .or_raise()
}

/// Answers for the job once no bot of the table is at work.
#[napi(catch_unwind)]
pub(crate) fn table_quiet(desk: Handle<Desk>, job: i64, table: Handle<Table>) -> Result<()> {
    let duty = desk.get()?.duty(job);
    table
        .get()?
        .on_quiet(move || duty.fulfil(Ok("null".into()), Duration::ZERO));
    Ok(())
}

/// Frees a table; what its bots are at comes to nothing.
#[napi(catch_unwind)]
pub(crate) fn table_dispose(table: Handle<Table>) {
    table.dispose();
}

/// Ends all work of the table's bots.
#[napi(catch_unwind)]
pub(crate) fn table_close(table: Handle<Table>) -> Result<()> {
    table.get()?.close();
    Ok(())
}
