//! Long work on the library's own threads, whose end is a message.
//!
//! `{:boardwright, ref, {:ok, result} | {:error, error}}` goes to the process
//! that started it, exactly once, from a thread of the library's: a scheduler
//! thread may not send what it has not made itself, which is why a refusal is
//! returned and never sent. What a job tells before is `{:boardwright, ref, {:info, info}}`. The process is monitored, and its end is the job's.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use boardwright::arguments;
use boardwright::host::{self, PerftOptions, PlayoutOptions, Work};
use boardwright::jobs::{self, Finished, JobHandle, Request};
use boardwright::value::{Dict, Serialize, Value};
use boardwright::{Error, Result};
use rustler::env::SavedTerm;
use rustler::{Encoder, Env, LocalPid, Monitor, NifResult, OwnedEnv, Resource, ResourceArc, Term};

use crate::args::{maybe_millis, maybe_whole, options, whole, whole_or_default};
use crate::atoms;
use crate::errors::{self, bare, tagged};
use crate::results::{self, ResultKind};
use crate::state::State;
use crate::value::{encode, term};

/// Work that was started; the reference that Elixir has.
#[derive(Default)]
pub(crate) struct Job(Mutex<Progress>);

#[derive(Default)]
struct Progress {
    handle: Option<JobHandle>,
    cancelled: bool,
}

#[rustler::resource_impl]
impl Resource for Job {
    fn down<'a>(&'a self, _env: Env<'a>, _pid: LocalPid, _monitor: Monitor) {
        self.cancel();
    }
}

impl Job {
    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cancel(&self) {
        let mut progress = self.lock();
        progress.cancelled = true;
        let handle = progress.handle.clone();
        drop(progress);
        if let Some(handle) = handle {
            handle.cancel();
        }
    }

    /// Takes the handle, which comes when the job may be running or over already.
    fn queued(&self, handle: JobHandle) {
        let mut progress = self.lock();
        let cancelled = progress.cancelled;
        progress.handle = Some(handle.clone());
        drop(progress);
        if cancelled {
            handle.cancel();
        }
    }
}

/// The way in which a job is started.
pub(crate) struct Start {
    /// Under which number it is queued; without one, under its process.
    pub(crate) caller: Option<u64>,
    pub(crate) deadline: Option<Duration>,
    /// True to wait however long the queue is.
    pub(crate) patient: bool,
    pub(crate) shape: ResultKind,
}

/// Under what a job's messages go to its process: the tag it gave, or the job's own
/// reference.
struct ReplyTo {
    pid: LocalPid,
    job: ResourceArc<Job>,
    /// The tag, in an environment that is nobody's.
    tag: Option<(OwnedEnv, SavedTerm)>,
}

impl ReplyTo {
    fn new(pid: LocalPid, job: ResourceArc<Job>, tag: Term<'_>) -> Self {
        let tag = (atoms::nil() != tag).then(|| {
            let own = OwnedEnv::new();
            let tag = own.save(tag);
            (own, tag)
        });
        Self { pid, job, tag }
    }

    /// Sends `{:boardwright, tag, content}`, from a thread of the library's own.
    fn send(&self, content: impl for<'a> FnOnce(Env<'a>) -> Term<'a>) {
        let mut message = OwnedEnv::new();
        let send = |tag: Option<Term<'_>>| {
            // If the process has ended, nobody is there to be told.
            let _ = message.send_and_clear(&self.pid, |env| {
                let tag = tag.map_or_else(|| self.job.encode(env), |tag| tag.in_env(env));
                (atoms::boardwright(), tag, content(env)).encode(env)
            });
        };
        match &self.tag {
            Some((own, tag)) => own.run(|env| send(Some(tag.load(env)))),
            None => send(None),
        }
    }
}

/// Tells a process what happens before the end of its job.
pub(crate) struct Reporter(ReplyTo);

impl Reporter {
    /// Sends `{:boardwright, tag, {:info, info}}`.
    pub(crate) fn tell(&self, step: &Dict) {
        self.0
            .send(|env| (atoms::info(), results::info(env, step)).encode(env));
    }

    /// Sends `{:boardwright, tag, {:game, game}}`.
    pub(crate) fn game(&self, game: &Dict) {
        self.0
            .send(|env| (atoms::game(), encode(env, game)).encode(env));
    }

    /// Sends `{:boardwright, tag, {:progress, bytes}}`.
    pub(crate) fn progress(&self, bytes: u64) {
        self.0.send(|env| (atoms::progress(), bytes).encode(env));
    }
}

/// Starts a job for the calling process. The message has the tag, or the job's
/// own reference where the tag is nil; that reference is what this returns.
pub(crate) fn start<'a, T: Serialize + Send + 'static>(
    env: Env<'a>,
    tag: Term<'a>,
    how: &Start,
    work: Work<T>,
) -> Result<Term<'a>> {
    start_telling(env, tag, how, |_| Ok(work))
}

/// Starts a job that tells something before its end.
pub(crate) fn start_telling<'a, T: Serialize + Send + 'static>(
    env: Env<'a>,
    tag: Term<'a>,
    how: &Start,
    work: impl FnOnce(Reporter) -> Result<Work<T>>,
) -> Result<Term<'a>> {
    let pid = env.pid();
    let job = ResourceArc::new(Job::default());
    let request = Request {
        // Processes take turns; their numbers are kept apart from those of bots.
        caller: how
            .caller
            .unwrap_or(1 << 63 | pid.encode(env).hash_internal(0)),
        deadline: how.deadline,
        patient: how.patient,
    };
    // One for each: an environment is not shared between threads.
    let address = ReplyTo::new(pid, job.clone(), tag);
    let work = host::plain(work(Reporter(ReplyTo::new(pid, job.clone(), tag)))?);
    let monitor = env
        .monitor(&job, &pid)
        .ok_or_else(|| Error::cancelled("the calling process has ended"))?;
    let shape = how.shape;
    let finish = move |finished: Finished<Value>| {
        address.job.demonitor(None, &monitor);
        address.send(|env| shape.finish(env, finished));
    };
    match work.submit(request, finish) {
        Ok(handle) => {
            job.queued(handle);
            Ok(job.encode(env))
        }
        Err(refused) => {
            env.demonitor(&job, &monitor);
            Err(refused)
        }
    }
}

#[rustler::nif]
fn conclude(job: &Job) -> rustler::Atom {
    let handle = job.lock().handle.clone();
    if let Some(handle) = handle {
        handle.finish_early();
    }
    atoms::ok()
}

#[rustler::nif]
fn cancel(job: &Job) -> rustler::Atom {
    job.cancel();
    atoms::ok()
}

fn plain(deadline: Option<Duration>) -> Start {
    Start {
        caller: None,
        deadline,
        patient: false,
        shape: ResultKind::Plain,
    }
}

fn count(of: &str, depth: Term<'_>, given: Term<'_>) -> Result<(u32, PerftOptions, Start)> {
    let [threads, hash, deadline] = options(of, given, ["threads", "hash", "deadline"])?;
    let depth = whole(&arguments::DEPTH, depth)? as u32;
    let options = PerftOptions {
        threads: whole_or_default(&arguments::THREADS, threads)? as usize,
        hash: whole_or_default(&arguments::HASH, hash)? as usize,
    };
    Ok((depth, options, plain(maybe_millis("deadline", deadline)?)))
}

#[rustler::nif]
fn perft<'a>(
    env: Env<'a>,
    state: &State,
    depth: Term<'a>,
    given: Term<'a>,
    tag: Term<'a>,
) -> Term<'a> {
    let perft = || {
        let (depth, options, how) = count("perft", depth, given)?;
        start(env, tag, &how, state.inner.perft(depth, options))
    };
    tagged(env, perft())
}

#[rustler::nif]
fn divide<'a>(
    env: Env<'a>,
    state: &State,
    depth: Term<'a>,
    given: Term<'a>,
    tag: Term<'a>,
) -> Term<'a> {
    let divide = || {
        let (depth, options, how) = count("divide", depth, given)?;
        let work = state.inner.divide(depth, options, Box::new(|_| ()));
        start(env, tag, &how, work)
    };
    tagged(env, divide())
}

#[rustler::nif]
fn playouts<'a>(
    env: Env<'a>,
    state: &State,
    games: Term<'a>,
    given: Term<'a>,
    tag: Term<'a>,
) -> Term<'a> {
    let playouts = || {
        let names = ["seed", "ply_limit", "threads", "deadline"];
        let [seed, limit, threads, deadline] = options("playouts", given, names)?;
        let options = PlayoutOptions {
            games: whole(&arguments::GAMES, games)?,
            seed: whole_or_default(&arguments::SEED, seed)?,
            ply_limit: whole_or_default(&arguments::PLY_LIMIT, limit)? as u32,
            threads: whole_or_default(&arguments::THREADS, threads)? as usize,
        };
        let how = plain(maybe_millis("deadline", deadline)?);
        start(env, tag, &how, state.inner.playouts(options)?)
    };
    tagged(env, playouts())
}

#[rustler::nif]
fn configure<'a>(env: Env<'a>, given: Term<'a>) -> Term<'a> {
    let configure = || {
        let names = ["threads", "max_queue", "hash_mb"];
        let [threads, queue, hash] = options("configure", given, names)?;
        let threads = maybe_whole(&arguments::POOL_THREADS, threads)?;
        let queue = maybe_whole(&arguments::MAX_QUEUE, queue)?;
        if let Some(megabytes) = maybe_whole(&arguments::HASH_MB, hash)? {
            jobs::configure_hash(megabytes)?;
        }
        jobs::configure(threads.map(|n| n as usize), queue.map(|n| n as usize))
    };
    errors::done(env, configure())
}

#[rustler::nif]
fn statistics(env: Env<'_>) -> NifResult<Term<'_>> {
    bare(env, term(env, &jobs::statistics()))
}

#[rustler::nif(name = "jobs", schedule = "DirtyCpu")]
fn jobs_listed(env: Env<'_>) -> NifResult<Term<'_>> {
    let jobs: Vec<_> = jobs::list().iter().map(jobs::Listed::describe).collect();
    bare(env, term(env, &jobs))
}

#[rustler::nif]
fn cancel_job(id: u64) -> bool {
    jobs::cancel(id)
}
