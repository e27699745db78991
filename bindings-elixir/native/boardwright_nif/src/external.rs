//! Programs of others, at the seats of tables.

use std::sync::{Arc, Mutex, PoisonError};

use boardwright::Error;
use boardwright_engines::{EngineCommand, TableEngine};
use rustler::env::SavedTerm;
use rustler::{Encoder, Env, LocalPid, OwnedEnv, Resource, ResourceArc, Term};

use crate::args::{self, Seat};
use crate::atoms;
use crate::errors;
use crate::game::Game;
use crate::table::Table;
use crate::wire::dial;

/// A program that is ready.
pub(crate) struct Program(TableEngine);

#[rustler::resource_impl]
impl Resource for Program {}

/// Sends `{:boardwright_program, tag, {:ok, {program, name, protocol}} | {:error, error}}`.
fn tell(
    pid: LocalPid,
    (own, tag): &(OwnedEnv, SavedTerm),
    protocol: &str,
    started: boardwright::Result<TableEngine>,
) {
    own.run(|env| {
        let tag = tag.load(env);
        // If the process has ended, the program ends with what it is not told.
        let _ = OwnedEnv::new().send_and_clear(&pid, |env| {
            let told = match started {
                Ok(engine) => {
                    let name = engine.name().to_owned();
                    let program = ResourceArc::new(Program(engine));
                    (atoms::ok(), (program, name, protocol)).encode(env)
                }
                Err(error) => (atoms::error(), errors::encode(env, &error)).encode(env),
            };
            (atoms::boardwright_program(), tag.in_env(env), told).encode(env)
        });
    });
}

/// Starts a program for a game; the calling process is told when it is ready.
#[rustler::nif(schedule = "DirtyCpu")]
fn program_start<'a>(env: Env<'a>, game: &Game, given: Term<'a>, tag: Term<'a>) -> Term<'a> {
    let pid = env.pid();
    let start = || {
        let command = EngineCommand::read(&args::map("a program", given)?)?;
        let protocol = command.language.name();
        let own = OwnedEnv::new();
        let tag = own.save(tag);
        let place = (own, tag);
        TableEngine::start(command, &game.0, move |engine| {
            tell(pid, &place, protocol, engine);
        })
    };
    errors::done(env, start())
}

/// Begins with a program that a process of the host's passes lines to and from; the calling
/// process is told when it is ready.
#[rustler::nif(schedule = "DirtyCpu")]
fn program_connect<'a>(
    env: Env<'a>,
    game: &Game,
    given: Term<'a>,
    carrier: LocalPid,
    tag: Term<'a>,
) -> Term<'a> {
    let pid = env.pid();
    let connect = || {
        let command = EngineCommand::read(&args::map("a program", given)?)?;
        let EngineCommand {
            language,
            command,
            options,
        } = command;
        let own = OwnedEnv::new();
        let tag = own.save(tag);
        let place = (own, tag);
        let name = command.join(" ");
        TableEngine::connect(
            &name,
            language,
            options,
            dial(carrier),
            &game.0,
            move |engine| tell(pid, &place, language.name(), engine),
        )
    };
    errors::done(env, connect())
}

/// Has a program checked. Answers with `:ok` or `{:error, error}` at once where that is known, and with `:wait`
/// where the calling process will be sent `{:boardwright_program, tag, :ok | {:error, error}}`.
#[rustler::nif]
fn program_check<'a>(env: Env<'a>, program: &Program, tag: Term<'a>) -> Term<'a> {
    let pid = env.pid();
    let own = OwnedEnv::new();
    let tag = own.save(tag);
    let known = Arc::new(Mutex::new(None));
    let told = Arc::clone(&known);
    let scheduler = std::thread::current().id();
    program.0.check(move |checked| {
        // Messages are not sent from the threads of schedulers.
        if std::thread::current().id() == scheduler {
            *told.lock().unwrap_or_else(PoisonError::into_inner) = Some(checked);
            return;
        }
        own.run(|env| {
            let tag = tag.load(env);
            // A process that has ended hears nothing.
            let _ = OwnedEnv::new().send_and_clear(&pid, |env| {
                let told = errors::done(env, checked);
                (atoms::boardwright_program(), tag.in_env(env), told).encode(env)
            });
        });
    });
    let known = known.lock().unwrap_or_else(PoisonError::into_inner).take();
    match known {
        Some(checked) => errors::done(env, checked),
        None => atoms::wait().encode(env),
    }
}

/// Has a program answer for a seat of a table.
#[rustler::nif(schedule = "DirtyCpu")]
fn program_attend<'a>(env: Env<'a>, program: &Program, table: &Table, seat: Term<'a>) -> Term<'a> {
    let attend = || -> Result<(), Error> {
        let seat = Seat::new(seat)?;
        program.0.attend(&table.inner, seat.as_key())
    };
    errors::done(env, attend())
}

/// Ends a program.
#[rustler::nif]
fn program_close(program: &Program) -> rustler::Atom {
    program.0.close();
    atoms::ok()
}
