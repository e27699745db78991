//! Games of tournaments as jobs for other nodes, and such jobs done here. Both jobs and results
//! are texts of JSON, which go from node to node as they are.

use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use boardwright::arena::Guests;
use boardwright::arena::job;
use boardwright::arena::tournament::{Occasion, TournamentQueue};
use boardwright::host;
use boardwright::{Error, Result};
use boardwright_engines::start_program;
use rustler::{Atom, Env, Resource, ResourceArc, Term};

use crate::args::{long_notation, map, notation, word};
use crate::atoms;
use crate::errors::tagged;
use crate::jobs::{Start, start};
use crate::results::ResultKind;
use crate::value::{encode, term};

/// A tournament whose games are jobs; none once it is closed.
pub(crate) struct JobQueue(Mutex<Option<TournamentQueue>>);

// What a panic leaves behind is a value like any other.
impl UnwindSafe for JobQueue {}
impl RefUnwindSafe for JobQueue {}

#[rustler::resource_impl]
impl Resource for JobQueue {}

impl JobQueue {
    fn lock(&self) -> MutexGuard<'_, Option<TournamentQueue>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T>(&self, call: impl FnOnce(&mut TournamentQueue) -> Result<T>) -> Result<T> {
        let mut queue = self.lock();
        let queue = queue.as_mut();
        let queue = queue.ok_or_else(|| Error::disposed("the queue of games is closed"))?;
        host::guard(|| call(queue))
    }
}

/// Opens the tournament, with its file of games.
#[rustler::nif(schedule = "DirtyIo")]
fn queue_open<'a>(env: Env<'a>, occasion: Term<'a>, given: Term<'a>) -> Term<'a> {
    let open = || {
        let occasion = Occasion::named(word("occasion", occasion)?.as_ref())?;
        let given = map("arena", given)?;
        let queue = host::guard(|| TournamentQueue::open(occasion, given, None))?;
        Ok(ResourceArc::new(JobQueue(Mutex::new(Some(queue)))))
    };
    tagged(env, open())
}

/// The next job and its id; nil while there is none.
#[rustler::nif(schedule = "DirtyCpu")]
fn queue_acquire<'a>(env: Env<'a>, queue: ResourceArc<JobQueue>) -> Term<'a> {
    let job = queue.with(|queue| queue.acquire(Duration::ZERO));
    let job = job.map(|job| job.map(|job| (encode(env, &job["id"]), job.to_string())));
    tagged(env, job)
}

/// Takes a result; answers with the finished game, or nil for one that is there already.
#[rustler::nif(schedule = "DirtyIo")]
fn queue_submit<'a>(env: Env<'a>, queue: ResourceArc<JobQueue>, result: Term<'a>) -> Term<'a> {
    let submit = || {
        let result = long_notation("result", result)?;
        queue.with(|queue| queue.submit_text(result))
    };
    let game = submit().and_then(|game| game.map(|game| term(env, &game)).transpose());
    tagged(env, game)
}

/// Has the job of an id handed out again; false for one that is not out.
#[rustler::nif(schedule = "DirtyCpu")]
fn queue_release<'a>(env: Env<'a>, queue: ResourceArc<JobQueue>, id: Term<'a>) -> Term<'a> {
    let release = || {
        let id = notation("id", id)?;
        queue.with(|queue| queue.release(id))
    };
    tagged(env, release())
}

/// The report on the games so far.
#[rustler::nif(schedule = "DirtyCpu")]
fn queue_report<'a>(env: Env<'a>, queue: ResourceArc<JobQueue>) -> Term<'a> {
    let report = queue.with(|queue| Ok(queue.queue().report()));
    tagged(env, report.and_then(|report| term(env, &report)))
}

/// Closes the file of games, which another queue may open then.
#[rustler::nif(schedule = "DirtyIo")]
fn queue_close(queue: ResourceArc<JobQueue>) -> Atom {
    drop(queue.lock().take());
    atoms::ok()
}

/// Starts a job for the calling process, which gets its result as a message. Its
/// programs are started here, so jobs must not come from strangers.
#[rustler::nif(schedule = "DirtyCpu")]
fn run_job<'a>(env: Env<'a>, job: Term<'a>, tag: Term<'a>) -> Term<'a> {
    let begin = || {
        let job = long_notation("job", job)?.to_owned();
        let guests = Guests::new(start_program);
        let how = Start {
            caller: None,
            deadline: None,
            // Whoever hands jobs out sends only as many as are done at once.
            patient: true,
            shape: ResultKind::Plain,
        };
        start(env, tag, &how, job::work_text(job, Arc::new(guests)))
    };
    tagged(env, begin())
}
