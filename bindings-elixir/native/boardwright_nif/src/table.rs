//! Tables, by the names of their calls and plain values. What the calls are is
//! the library's business; `Boardwright.Table` gives them Elixir's names.
//!
//! A table's callbacks may come on a scheduler thread, from within a call, and
//! such a thread may not send: messages go out from the library's own.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use boardwright::value::{Dict, Value};
use boardwright::{Error, Result, jobs, table};
use rustler::{Encoder, Env, LocalPid, Monitor, OwnedEnv, Resource, ResourceArc, Term};

use crate::args::{options_and_rest, saved, word};
use crate::atoms;
use crate::errors::tagged;
use crate::state::State;
use crate::value::{Reader, encode};

/// Seats, clocks, bots and events around one game.
pub(crate) struct Table(table::Table);

#[rustler::resource_impl]
impl Resource for Table {}

/// Who listens to a table; its end, or that of its process, is the end of it.
pub(crate) struct Listener {
    table: table::Table,
    id: Mutex<Option<u64>>,
}

impl Listener {
    fn stop(&self) {
        let id = self
            .id
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(id) = id {
            self.table.unlisten(id);
        }
    }
}

#[rustler::resource_impl]
impl Resource for Listener {
    fn down<'a>(&'a self, _env: Env<'a>, _pid: LocalPid, _monitor: Monitor) {
        self.stop();
    }
}

/// Who sits where, and the settings.
fn seats_and_settings(given: Term<'_>) -> Result<(Dict, Dict)> {
    let ([seats], settings) = options_and_rest("table", given, ["seats"])?;
    let seats = match seats
        .map(|seats| Reader::new().value("seats", seats))
        .transpose()?
    {
        Some(Value::Object(seats)) => seats,
        // An empty list is an empty keyword list too.
        None => Default::default(),
        Some(Value::Array(seats)) if seats.is_empty() => Default::default(),
        Some(_) => return Err(Error::invalid_option("seats: takes a map of seats")),
    };
    Ok((seats, settings))
}

#[rustler::nif]
fn table_new<'a>(env: Env<'a>, state: &State, given: Term<'a>) -> Term<'a> {
    let new = || {
        let (seats, settings) = seats_and_settings(given)?;
        let table = table::Table::from_values(&state.inner, &seats, &settings)?;
        Ok(ResourceArc::new(Table(table)))
    };
    tagged(env, new())
}

/// A table around a game that it starts by its name.
#[rustler::nif]
fn table_start<'a>(env: Env<'a>, game: Term<'a>, rules: Term<'a>, given: Term<'a>) -> Term<'a> {
    let start = || {
        let ([], rules) = options_and_rest("start", rules, [])?;
        let (seats, settings) = seats_and_settings(given)?;
        let table = table::Table::start(&word("game", game)?, &rules, &seats, &settings)?;
        Ok(ResourceArc::new(Table(table)))
    };
    tagged(env, start())
}

#[rustler::nif(schedule = "DirtyCpu")]
fn table_load<'a>(env: Env<'a>, text: Term<'a>) -> Term<'a> {
    let load = || Ok(ResourceArc::new(Table(table::Table::load(saved(text)?)?)));
    tagged(env, load())
}

fn call<'a>(env: Env<'a>, table: &Table, name: Term<'a>, args: Term<'a>) -> Term<'a> {
    let call = || {
        let ([], args) = options_and_rest("a call", args, [])?;
        table.0.call(&word("call", name)?, &args)
    };
    tagged(env, call().map(|answer| encode(env, &answer)))
}

#[rustler::nif]
fn table_call<'a>(env: Env<'a>, table: &Table, name: Term<'a>, args: Term<'a>) -> Term<'a> {
    call(env, table, name, args)
}

/// For calls that write a whole game: `save`, `reveal`, long lists of events.
#[rustler::nif(schedule = "DirtyCpu")]
fn table_call_dirty<'a>(env: Env<'a>, table: &Table, name: Term<'a>, args: Term<'a>) -> Term<'a> {
    call(env, table, name, args)
}

/// Sends `{:boardwright, tag, {:ok, nil}}` once no bot is at work.
#[rustler::nif]
fn table_quiet<'a>(env: Env<'a>, table: &Table, tag: Term<'a>) -> Term<'a> {
    let pid = env.pid();
    let mut message = OwnedEnv::new();
    let tag = message.save(tag);
    table.0.on_quiet(move || {
        jobs::later(Duration::ZERO, move || {
            // If the process has ended, nobody is there to be told.
            let _ = message.send_and_clear(&pid, |env| {
                let answer = (atoms::ok(), atoms::nil());
                (atoms::boardwright(), tag.load(env), answer).encode(env)
            });
        });
    });
    (atoms::ok(), atoms::nil()).encode(env)
}

/// Sends `{:boardwright_table, listener}` to the calling process after each change.
#[rustler::nif]
fn table_listen<'a>(env: Env<'a>, table: &Table) -> Term<'a> {
    let pid = env.pid();
    let listener = ResourceArc::new(Listener {
        table: table.0.clone(),
        id: Mutex::new(None),
    });
    let told = listener.clone();
    let id = table.0.listen(Box::new(move || {
        let told = told.clone();
        jobs::later(Duration::ZERO, move || {
            // If the process has ended, nobody is there to be told.
            let _ = OwnedEnv::new()
                .send_and_clear(&pid, |env| (atoms::boardwright_table(), told).encode(env));
        });
    }));
    *listener.id.lock().unwrap_or_else(PoisonError::into_inner) = Some(id);
    if env.monitor(&listener, &pid).is_none() {
        listener.stop();
    }
    (atoms::ok(), listener).encode(env)
}

#[rustler::nif]
fn table_unlisten(listener: &Listener) -> rustler::Atom {
    listener.stop();
    atoms::ok()
}

#[rustler::nif]
fn table_close(table: &Table) -> rustler::Atom {
    table.0.close();
    atoms::ok()
}

#[rustler::nif]
fn table_inspect(table: &Table) -> String {
    format!("{:?}", table.0)
}
