//! Programs of others, at the seats of tables.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use boardwright::Error;
use boardwright::host::{Game, SeatRef};
use boardwright::table::Table;
use boardwright_engines::{EngineCommand, TableEngine};
use napi_derive::napi;

use crate::errors::{OrRaise, Result};
use crate::handle::{Handle, New};
use crate::jobs::JobContext;
use crate::json;

/// A program, once it is ready.
pub(crate) type Program = Arc<OnceLock<TableEngine>>;

fn ready(program: &Program) -> Result<&TableEngine> {
    program
        .get()
        .ok_or_else(|| Error::internal("the program is not ready"))
        .or_raise()
}

/// Starts a program for a game, by a command as JSON. The number is answered with its name and its
/// protocol when it is ready.
#[napi(catch_unwind)]
pub(crate) fn program_start(
    context: Handle<JobContext>,
    job: i64,
    game: Handle<Game>,
    command: String,
) -> Result<New<Program>> {
    let command = EngineCommand::read(&json::read(&command).or_raise()?).or_raise()?;
    let protocol = command.language.name();
    let game = game.get()?;
    let duty = context
        .get()?
        .duty(job, Error::internal("a program was lost"));
    let program = Program::default();
    let place = Arc::clone(&program);
    let started = TableEngine::start(command, &game, move |engine| {
        let told = engine.map(|engine| {
            let engine = place.get_or_init(|| engine);
            serde_json::json!([engine.name(), protocol]).to_string()
        });
        duty.fulfil(told, Duration::ZERO);
    });
    started.map(|()| New(program)).or_raise()
}

/// Has a program answer for a seat of a table.
#[napi(catch_unwind)]
pub(crate) fn program_attend(
    program: Handle<Program>,
    table: Handle<Table>,
    seat: String,
) -> Result<()> {
    let (program, table) = (program.get()?, table.get()?);
    ready(&program)?
        .attend(&table, SeatRef::read(&seat))
        .or_raise()
}

/// Ends a program.
#[napi(catch_unwind)]
pub(crate) fn program_close(program: Handle<Program>) -> Result<()> {
    ready(&*program.get()?)?.close();
    Ok(())
}
