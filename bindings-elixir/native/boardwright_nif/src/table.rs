//! Tables, by the names of their calls and plain values. What the calls are is
//! the library's business; `Boardwright.Table` gives them Elixir's names.
//!
//! A table's callbacks may come on a scheduler thread, from within a call, and
//! such a thread may not send: messages go out from the library's own.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use boardwright::table::Follower;
use boardwright::value::{Dict, Value};
use boardwright::{Error, Result, jobs, table};
use rustler::{Encoder, Env, LocalPid, Monitor, OwnedEnv, Resource, ResourceArc, Term};

use crate::args::{Seat, options_and_rest, saved, word};
use crate::atoms;
use crate::errors::tagged;
use crate::game::{Game, or_dirty};
use crate::observation::Observation;
use crate::state::State;
use crate::value::{Reader, encode, term};

/// Seats, clocks, bots and events around one game.
pub(crate) struct Table {
    pub(crate) inner: table::Table,
    seats: Vec<String>,
    /// Up to which event each seat, and after them spectators, have been published to. It stands here so that a
    /// server that is started again goes on where the one before it was.
    published: Mutex<Vec<u64>>,
    /// True while the server of the table has been told of a change and has not looked yet.
    pub(crate) told: Arc<AtomicBool>,
}

impl Table {
    fn new(inner: table::Table) -> ResourceArc<Self> {
        let seats = inner.seats();
        let published = Mutex::new(vec![0; seats.len() + 1]);
        ResourceArc::new(Self {
            inner,
            seats,
            published,
            told: Arc::default(),
        })
    }

    fn published(&self) -> MutexGuard<'_, Vec<u64>> {
        self.published
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

#[rustler::resource_impl]
impl Resource for Table {
    /// The end of its owner closes it; see `table_own`. Not on the thread that tells
    /// of it, which may be a scheduler's and would wait for whoever is at the table.
    fn down<'a>(&'a self, _env: Env<'a>, _pid: LocalPid, _monitor: Monitor) {
        let table = self.inner.clone();
        jobs::later(Duration::ZERO, move || table.close());
    }
}

/// A process that listens to a table; its end, or that of its process, ends the listening. It does
/// not keep the table alive: a table that nobody else refers to stops.
pub(crate) struct Listener {
    pub(crate) table: table::WeakTable,
    pub(crate) id: Mutex<Option<u64>>,
}

impl Listener {
    fn stopped(&self) -> bool {
        self.id
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .is_none()
    }

    pub(crate) fn stop(&self) {
        let id = self
            .id
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let (Some(id), Some(table)) = (id, self.table.upgrade()) {
            table.unlisten(id);
        }
    }
}

#[rustler::resource_impl]
impl Resource for Listener {
    fn down<'a>(&'a self, _env: Env<'a>, _pid: LocalPid, _monitor: Monitor) {
        self.stop();
    }
}

/// A process that waits for the bots of a table, which it keeps alive meanwhile.
pub(crate) struct Waiter {
    #[expect(dead_code, reason = "it is held, not used")]
    table: table::Table,
    waits: Arc<Mutex<bool>>,
}

#[rustler::resource_impl]
impl Resource for Waiter {}

/// The options of the game, who sits where, and the settings.
fn seats_and_settings(given: Term<'_>) -> Result<(Option<Term<'_>>, Dict, Dict)> {
    let names = ["seats", "options"];
    let ([seats, options], settings) = options_and_rest("table", given, names)?;
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
    Ok((options, seats, settings))
}

/// A table around a state, or around a game by its name and `options`; or `:dirty` where
/// bots or options are to be read, which belongs on a dirty scheduler.
#[rustler::nif]
fn table_new<'a>(env: Env<'a>, game: Term<'a>, given: Term<'a>) -> Term<'a> {
    made(env, game, given, false)
}

/// As `table_new`, whatever is to be read.
#[rustler::nif(schedule = "DirtyCpu")]
fn table_new_dirty<'a>(env: Env<'a>, game: Term<'a>, given: Term<'a>) -> Term<'a> {
    made(env, game, given, true)
}

fn made<'a>(env: Env<'a>, game: Term<'a>, given: Term<'a>, dirty: bool) -> Term<'a> {
    let new = || {
        let (options, seats, settings) = seats_and_settings(given)?;
        if !dirty && (options.is_some() || seats.values().any(Value::is_object)) {
            return Ok(None);
        }
        let table = match (game.try_get_resource::<State>(), options) {
            (Some(_), Some(_)) => {
                return Err(Error::invalid_option(
                    "options: a state has those of its game already",
                ));
            }
            (Some(state), None) => table::Table::from_values(&state.inner, &seats, &settings)?,
            (None, options) => {
                let name = word("game", game)?;
                let options = options.map(|given| options_and_rest(&name, given, []));
                let options = options.transpose()?.map(|([], options)| options);
                table::Table::start(&name, &options.unwrap_or_default(), &seats, &settings)?
            }
        };
        Ok(Some(Table::new(table)))
    };
    or_dirty(env, new())
}

#[rustler::nif(schedule = "DirtyCpu")]
fn table_load<'a>(env: Env<'a>, text: Term<'a>) -> Term<'a> {
    let load = || Ok(Table::new(table::Table::load(saved(text)?)?));
    tagged(env, load())
}

/// Makes a call, or answers `:dirty` where it belongs on a dirty scheduler.
#[rustler::nif]
fn table_call<'a>(env: Env<'a>, table: &Table, name: Term<'a>, args: Term<'a>) -> Term<'a> {
    call(env, table, name, args, false)
}

/// Makes a call that may take long.
#[rustler::nif(schedule = "DirtyCpu")]
fn table_call_dirty<'a>(env: Env<'a>, table: &Table, name: Term<'a>, args: Term<'a>) -> Term<'a> {
    call(env, table, name, args, true)
}

fn call<'a>(env: Env<'a>, table: &Table, name: Term<'a>, args: Term<'a>, dirty: bool) -> Term<'a> {
    let call = || {
        let ([], args) = options_and_rest("a call", args, [])?;
        let name = word("call", name)?;
        if !dirty && table.inner.is_long(&name, &args) {
            return Ok(None);
        }
        let answer = table.inner.answer_to(&name, &args)?;
        term(env, &answer).map(Some)
    };
    or_dirty(env, call())
}

/// The game, or `:dirty` where another thread is at the table.
#[rustler::nif]
fn table_game<'a>(env: Env<'a>, table: &Table) -> Term<'a> {
    if table.inner.is_held() {
        return atoms::dirty().encode(env);
    }
    game(table).encode(env)
}

/// The game, for which this waits.
#[rustler::nif(schedule = "DirtyCpu")]
fn table_game_dirty(table: &Table) -> ResourceArc<Game> {
    game(table)
}

fn game(table: &Table) -> ResourceArc<Game> {
    ResourceArc::new(Game(table.inner.game()))
}

/// The state, with everything that is hidden from seats.
#[rustler::nif(schedule = "DirtyCpu")]
fn table_state(table: &Table) -> ResourceArc<State> {
    let state = table.inner.state();
    let game = state.game();
    State::resource(state, game)
}

/// The knowledge of a seat.
#[rustler::nif(schedule = "DirtyCpu")]
fn table_observe<'a>(env: Env<'a>, table: &Table, seat: Term<'a>) -> Term<'a> {
    let observe = || {
        let observation = table.inner.observe(Seat::new(seat)?.as_ref())?;
        Ok(Observation::resource(observation))
    };
    tagged(env, observe())
}

/// A number that grows with each change.
#[rustler::nif(schedule = "DirtyCpu")]
fn table_revision(table: &Table) -> u64 {
    table.inner.revision()
}

/// The names of the seats.
#[rustler::nif]
fn table_seats<'a>(env: Env<'a>, table: &Table) -> Term<'a> {
    table.seats.encode(env)
}

/// Up to which event each seat, and after them spectators, have been published to.
#[rustler::nif]
fn table_published(table: &Table) -> Vec<u64> {
    table.published().clone()
}

/// Takes note that a seat has been published to up to an event.
#[rustler::nif]
fn table_publish(table: &Table, seat: usize, next: u64) -> rustler::Atom {
    if let Some(place) = table.published().get_mut(seat) {
        *place = next;
    }
    atoms::ok()
}

/// Has the table closed when the calling process ends.
#[rustler::nif]
fn table_own<'a>(env: Env<'a>, table: ResourceArc<Table>) -> rustler::Atom {
    if env.monitor(&table, &env.pid()).is_none() {
        table.inner.close();
    }
    atoms::ok()
}

/// Sends `{:boardwright, tag, {:ok, nil}}` once no bot is at work, or `{:error, error}` where
/// the table is closed before, unless the waiter that this answers with has gone by then.
/// Where none is at work now, the answer has none.
#[rustler::nif(schedule = "DirtyCpu")]
fn table_quiet<'a>(env: Env<'a>, table: &Table, tag: Term<'a>) -> Term<'a> {
    if table.inner.is_quiet() {
        return (atoms::ok(), atoms::nil()).encode(env);
    }
    let pid = env.pid();
    let mut message = OwnedEnv::new();
    let tag = message.save(tag);
    let waits = Arc::new(Mutex::new(true));
    let waiter = ResourceArc::new(Waiter {
        table: table.inner.clone(),
        waits: Arc::clone(&waits),
    });
    table.inner.when_quiet(move |result| {
        jobs::later(Duration::ZERO, move || {
            // Held while it sends: who has gone is sent nothing any more.
            let waits = waits.lock().unwrap_or_else(PoisonError::into_inner);
            if *waits {
                // If the process has ended, nobody is there to be told.
                let _ = message.send_and_clear(&pid, |env| {
                    let answer = tagged(env, result.map(|()| atoms::nil()));
                    (atoms::boardwright(), tag.load(env), answer).encode(env)
                });
            }
        });
    });
    (atoms::ok(), waiter).encode(env)
}

/// Waits no longer: after this no message comes.
#[rustler::nif]
fn table_unquiet(waiter: &Waiter) -> rustler::Atom {
    *waiter.waits.lock().unwrap_or_else(PoisonError::into_inner) = false;
    atoms::ok()
}

/// Sends `{:boardwright_table, listener}` to the calling process after each change, or, where
/// somebody's events are followed, `{:boardwright_events, listener, answer}` with what is new.
#[rustler::nif(schedule = "DirtyCpu")]
fn table_listen<'a>(env: Env<'a>, table: &Table, args: Term<'a>) -> Term<'a> {
    let followed = || {
        let ([], args) = options_and_rest("listen", args, [])?;
        table::followed(&table.inner, &args)
    };
    let followed = match followed() {
        Ok(followed) => followed.map(Arc::new),
        Err(error) => return tagged(env, Err::<rustler::Atom, _>(error)),
    };
    let (pid, follows) = (env.pid(), followed.is_some());
    let listener = ResourceArc::new(Listener {
        table: table.inner.downgrade(),
        id: Mutex::new(None),
    });
    let told = listener.clone();
    let tell = move || {
        let (told, followed) = (told.clone(), followed.clone());
        // Messages are not sent from the threads of schedulers.
        jobs::later(Duration::ZERO, move || match &followed {
            None => {
                // If the process has ended, nobody is there to be told.
                let _ = OwnedEnv::new()
                    .send_and_clear(&pid, |env| (atoms::boardwright_table(), told).encode(env));
            }
            Some(followed) => push(&pid, &told, followed),
        });
    };
    let id = table.inner.listen(Box::new(tell.clone()));
    *listener.id.lock().unwrap_or_else(PoisonError::into_inner) = Some(id);
    if env.monitor(&listener, &pid).is_none() {
        listener.stop();
    } else if follows {
        // Events from before; who listens to changes alone looks by itself.
        tell();
    }
    (atoms::ok(), listener).encode(env)
}

/// Sends what is new, part by part, in order, until it is stopped.
fn push(pid: &LocalPid, listener: &ResourceArc<Listener>, followed: &Follower) {
    loop {
        let told = followed.hand_on(|answer| {
            if listener.stopped() {
                return;
            }
            let _ = OwnedEnv::new().send_and_clear(pid, |env| {
                let answer = encode(env, &answer);
                (atoms::boardwright_events(), listener, answer).encode(env)
            });
        });
        // An event that cannot be written is found by every other call as well.
        if !told.unwrap_or(false) || listener.stopped() {
            return;
        }
    }
}

#[rustler::nif]
fn table_unlisten(listener: &Listener) -> rustler::Atom {
    listener.stop();
    atoms::ok()
}

#[rustler::nif(schedule = "DirtyCpu")]
fn table_close(table: &Table) -> rustler::Atom {
    table.inner.close();
    atoms::ok()
}

#[rustler::nif(schedule = "DirtyCpu")]
fn table_inspect(table: &Table) -> String {
    format!("{:?}", table.inner)
}
