//! Calls of the process around a table: a call and what is new by it at once, and a listener that
//! is not told of what that process itself has changed.

use std::cell::Cell;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use boardwright::plain::Plain;
use boardwright::table::{FeedNews, NOW, SEAT_CALLS, TableNews};
use boardwright::{Error, Result, jobs};
use rustler::{Encoder, Env, OwnedEnv, ResourceArc, Term};

use crate::args::{Seat, maybe_whole, options_and_rest, word};
use crate::atoms;
use crate::errors::tagged;
use crate::table::{Listener, Table};
use crate::value::{encode, term};

thread_local! {
    /// True while this thread makes a call of a server, which looks at what came of it by itself.
    static SERVING: Cell<bool> = const { Cell::new(false) };
}

/// Makes a call, of the host's or of a seat's client, and gives its answer with what is new:
/// `{answer, {revision, ended, next, feeds, asked}}`. With no name there is no answer. `:dirty` where it
/// belongs on a dirty scheduler.
#[rustler::nif]
fn table_serve<'a>(
    env: Env<'a>,
    table: &Table,
    seat: Term<'a>,
    name: Term<'a>,
    // Of this name the macro has one of its own.
    payload: Term<'a>,
    now: Term<'a>,
    since: Vec<usize>,
) -> Term<'a> {
    serve(env, table, [seat, name, payload, now], &since, false)
}

/// As `table_serve`, however long it takes.
#[rustler::nif(schedule = "DirtyCpu")]
fn table_serve_dirty<'a>(
    env: Env<'a>,
    table: &Table,
    seat: Term<'a>,
    name: Term<'a>,
    payload: Term<'a>,
    now: Term<'a>,
    since: Vec<usize>,
) -> Term<'a> {
    serve(env, table, [seat, name, payload, now], &since, true)
}

fn serve<'a>(
    env: Env<'a>,
    table: &Table,
    [seat, name, args, now]: [Term<'a>; 4],
    since: &[usize],
    dirty: bool,
) -> Term<'a> {
    let now = maybe_whole(&NOW, Some(now).filter(|now| atoms::nil() != *now));
    if !dirty && table.inner.has_much_news(since) {
        return atoms::dirty().encode(env);
    }
    SERVING.set(true);
    let given = atoms::nil() != name;
    let answer = match &now {
        _ if !given => None,
        Err(error) => Some(Err(error.clone())),
        Ok(now) => match call(table, [seat, name, args], *now, dirty).transpose() {
            None => {
                SERVING.set(false);
                return atoms::dirty().encode(env);
            }
            some => some,
        },
    };
    let answered = match answer {
        Some(answer) => tagged(env, answer.and_then(|answer| term(env, &answer))),
        None => atoms::nil().encode(env),
    };
    table.told.store(false, Ordering::SeqCst);
    let news = now.and_then(|now| table.inner.news(now, since));
    SERVING.set(false);
    let news = match news {
        Ok(news) => shown(env, news),
        Err(error) => tagged(env, Err::<Term<'_>, _>(error)),
    };
    (answered, news).encode(env)
}

/// Makes the call, or says by nothing that it is a long one.
fn call(
    table: &Table,
    [seat, name, args]: [Term<'_>; 3],
    now: Option<u64>,
    dirty: bool,
) -> Result<Option<Plain>> {
    let ([], args) = options_and_rest("a call", args, [])?;
    let name = word("call", name)?;
    let args = if atoms::nil() == seat {
        let mut args = args;
        if let Some(now) = now
            && args.insert("now".to_owned(), now.into()).is_some()
        {
            return Err(Error::invalid_option(
                "now is for the server of the table to say",
            ));
        }
        args
    } else {
        let seat = Seat::new(seat)?;
        table
            .inner
            .seat_arguments(seat.as_ref(), &name, &args, now)?
    };
    if !dirty && table.inner.is_long(&name, &args) {
        return Ok(None);
    }
    table.inner.answer_to(&name, &args).map(Some)
}

fn shown<'a>(env: Env<'a>, news: TableNews) -> Term<'a> {
    let asked: Vec<_> = news.asked.iter().map(|(seat, id)| (seat.0, *id)).collect();
    let feeds: Vec<_> = news
        .feeds
        .into_iter()
        .map(|news| feed(env, &news))
        .collect();
    (news.revision, news.ended, news.next, feeds, asked).encode(env)
}

fn feed<'a>(env: Env<'a>, news: &FeedNews) -> Term<'a> {
    let events: Vec<_> = news
        .told
        .events
        .iter()
        .map(|event| encode(env, event))
        .collect();
    (news.feed, news.told.next, news.told.more, events).encode(env)
}

/// Sends `{:boardwright_table, listener}` to the calling process, the server of the table, after
/// changes that it has not made itself; one message, until it has looked.
#[rustler::nif]
fn table_watch<'a>(env: Env<'a>, table: &Table) -> Term<'a> {
    let pid = env.pid();
    let listener = ResourceArc::new(Listener {
        table: table.inner.downgrade(),
        id: Mutex::new(None),
    });
    let (to, told) = (listener.clone(), table.told.clone());
    table.told.store(false, Ordering::SeqCst);
    let tell = move || {
        if SERVING.get() || told.swap(true, Ordering::SeqCst) {
            return;
        }
        let to = to.clone();
        // Messages are not sent from the threads of schedulers.
        jobs::later(Duration::ZERO, move || {
            // If the process has ended, nobody is there to be told.
            let _ = OwnedEnv::new()
                .send_and_clear(&pid, |env| (atoms::boardwright_table(), to).encode(env));
        });
    };
    let id = table.inner.listen(Box::new(tell));
    *listener.id.lock().unwrap_or_else(PoisonError::into_inner) = Some(id);
    if env.monitor(&listener, &pid).is_none() {
        listener.stop();
    }
    (atoms::ok(), listener).encode(env)
}

/// The names of the calls that a seat may make by itself.
#[rustler::nif]
fn table_seat_calls() -> Vec<&'static str> {
    SEAT_CALLS.to_vec()
}
