//! Work on the library's own pool, and how its results get back.
//!
//! Each environment of Node's (the main thread, a worker) attaches once and gets
//! a [`JobContext`]. JavaScript numbers its jobs and keeps their promises; from a thread
//! of the pool the context calls back with the number and the result. One function
//! serves all jobs and is referenced by the event loop only while JavaScript says
//! that somebody waits, so that no lost job keeps a process alive. When an
//! environment ends, its jobs are cancelled.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use boardwright::Error;
use boardwright::arguments::{self, WholeNumber};
use boardwright::host::{self, PerftOptions, PlayoutOptions, State, Work};
use boardwright::jobs::{self, JobHandle, Request};
use boardwright::value::Serialize;
use napi::bindgen_prelude::{BigInt, Env, FnArgs, Function};
use napi::threadsafe_function::{ThreadsafeFunction, ThreadsafeFunctionCallMode};
use napi::{Status, check_status, sys};
use napi_derive::napi;

use crate::args::{maybe_whole, whole};
use crate::errors::{OrRaise, Result};
use crate::handle::{Handle, New};
use crate::json;

/// Arguments of JavaScript's callback: the number of the job, the code of the error if it is one,
/// the result as JSON or the error's message, and the milliseconds that the job waited.
type JobMessage = FnArgs<(i64, Option<&'static str>, String, f64)>;

/// In place of a code: it is not the end, there is something to take from a feed.
const TOLD: &str = "told";

/// The function of JavaScript's that is told. It does not keep the process alive
/// unless it is held.
type Settle = ThreadsafeFunction<JobMessage, (), JobMessage, Status, false, true>;

struct JobQueue {
    settle: Settle,
    /// The jobs that are not answered for yet, with their handles once they have them.
    open: Mutex<HashMap<i64, Option<JobHandle>>>,
}

impl JobQueue {
    // Nothing under the lock leaves the map half changed.
    fn open(&self) -> MutexGuard<'_, HashMap<i64, Option<JobHandle>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cancel(&self, job: i64) {
        let handle = self.open().get(&job).cloned().flatten();
        if let Some(handle) = handle {
            handle.cancel();
        }
    }

    fn conclude(&self, job: i64) {
        let handle = self.open().get(&job).cloned().flatten();
        if let Some(handle) = handle {
            handle.finish_early();
        }
    }

    fn cancel_all(&self) {
        let handles: Vec<_> = self.open().values().flatten().cloned().collect();
        for handle in handles {
            handle.cancel();
        }
    }

    fn answer(&self, job: i64, result: boardwright::Result<String>, queued: Duration) {
        self.open().remove(&job);
        let queued = queued.as_millis() as f64;
        let told = match result {
            Ok(text) => (job, None, text, queued),
            Err(error) => (job, Some(error.code()), error.message().to_owned(), queued),
        };
        // Refused only while the environment ends; then nobody waits any more.
        let _ = self
            .settle
            .call(told.into(), ThreadsafeFunctionCallMode::NonBlocking);
    }
}

/// The duty to answer for a job. Where it is dropped without having been
/// fulfilled, it answers with an error, so that no promise waits for ever.
pub(crate) struct CompletionGuard {
    shared: Arc<JobQueue>,
    job: i64,
    /// The answer that is given when the guard is dropped; none once it has been fulfilled.
    lost: Option<Error>,
}

impl CompletionGuard {
    pub(crate) fn fulfil(mut self, result: boardwright::Result<String>, queued: Duration) {
        self.lost = None;
        self.shared.answer(self.job, result, queued);
    }
}

impl Drop for CompletionGuard {
    fn drop(&mut self) {
        if let Some(lost) = self.lost.take() {
            self.shared.answer(self.job, Err(lost), Duration::ZERO);
        }
    }
}

/// Says that a job has something to tell before its end.
pub(crate) struct Notifier {
    shared: Arc<JobQueue>,
    job: i64,
}

impl Notifier {
    pub(crate) fn ring(&self) {
        let told = (self.job, Some(TOLD), String::new(), 0.0);
        // Refused only while the environment ends, as an answer is.
        let _ = self
            .shared
            .settle
            .call(told.into(), ThreadsafeFunctionCallMode::NonBlocking);
    }
}

/// The entry for the jobs of an environment.
pub(crate) struct JobContext {
    shared: Arc<JobQueue>,
    caller: u64,
}

impl JobContext {
    /// The duty to answer for something that is no job of the pool, with the error
    /// that it answers where it is dropped.
    pub(crate) fn duty(&self, job: i64, lost: Error) -> CompletionGuard {
        self.shared.open().insert(job, None);
        CompletionGuard {
            shared: Arc::clone(&self.shared),
            job,
            lost: Some(lost),
        }
    }

    /// The bell of a job.
    pub(crate) fn bell(&self, job: i64) -> Notifier {
        Notifier {
            shared: Arc::clone(&self.shared),
            job,
        }
    }

    /// Queues a job of the environment itself; see [`submit`](Self::submit).
    pub(crate) fn submit_own<T: Serialize + Send + 'static>(
        &self,
        job: i64,
        deadline: Option<Duration>,
        work: Work<T>,
    ) -> Result<()> {
        self.submit(job, self.caller, deadline, work)
    }

    /// Queues a job. One that is refused is answered for as lost besides; by then
    /// JavaScript has the error and knows of no such job.
    ///
    /// # Errors
    ///
    /// `busy` where the queue is full.
    pub(crate) fn submit<T: Serialize + Send + 'static>(
        &self,
        job: i64,
        caller: u64,
        deadline: Option<Duration>,
        work: Work<T>,
    ) -> Result<()> {
        let duty = self.duty(job, Error::internal("a job was lost"));
        let request = Request {
            caller,
            deadline,
            patient: false,
        };
        // The text is made on the pool, not on the event loop.
        let work = host::plain(work).then(|value| json::write(&value));
        let handle = work
            .submit(request, move |finished| {
                duty.fulfil(finished.result, finished.queued);
            })
            .or_raise()?;
        // It may have been answered for already.
        if let Some(place) = self.shared.open().get_mut(&job) {
            *place = Some(handle);
        }
        Ok(())
    }
}

/// A duration that JavaScript has checked to be a number of milliseconds.
pub(crate) fn milliseconds(number: Option<f64>) -> Option<Duration> {
    number.map(|ms| Duration::from_millis(ms as u64))
}

/// Makes the context of an environment; called once in each.
#[napi(catch_unwind)]
pub(crate) fn attach(
    env: Env,
    settle: Function<'_, JobMessage, ()>,
) -> napi::Result<New<JobContext>> {
    host::silence_panics();
    let settle: Settle = settle
        .build_threadsafe_function()
        .callee_handled::<false>()
        .weak::<true>()
        .build()?;
    let shared = Arc::new(JobQueue {
        settle,
        open: Mutex::default(),
    });
    env.add_env_cleanup_hook(Arc::clone(&shared), |shared| shared.cancel_all())?;
    Ok(New(JobContext {
        shared,
        caller: jobs::new_caller(),
    }))
}

/// Keeps the process alive from now on: somebody waits for a job.
#[napi(catch_unwind)]
pub(crate) fn hold(env: Env, context: Handle<JobContext>) -> Result<()> {
    let function = context.get()?.shared.settle.raw();
    // SAFETY: the function is of this environment, whose thread this is, and lives
    // as long as it.
    let _ = check_status!(unsafe { sys::napi_ref_threadsafe_function(env.raw(), function) });
    Ok(())
}

/// Lets the process end again: nobody waits any more.
#[napi(catch_unwind)]
pub(crate) fn release(env: Env, context: Handle<JobContext>) -> Result<()> {
    let function = context.get()?.shared.settle.raw();
    // SAFETY: as in `hold`.
    let _ = check_status!(unsafe { sys::napi_unref_threadsafe_function(env.raw(), function) });
    Ok(())
}

/// Asks a job to stop; it still answers.
#[napi(catch_unwind)]
pub(crate) fn cancel(context: Handle<JobContext>, job: i64) -> Result<()> {
    context.get()?.shared.cancel(job);
    Ok(())
}

/// Asks a job to end with what it has.
#[napi(catch_unwind)]
pub(crate) fn conclude(context: Handle<JobContext>, job: i64) -> Result<()> {
    context.get()?.shared.conclude(job);
    Ok(())
}

/// Sets how many jobs run at once, how many may wait, and how many MB all hash tables
/// may take.
#[napi(catch_unwind)]
pub(crate) fn configure(
    threads: Option<f64>,
    max_queue: Option<f64>,
    hash_mb: Option<f64>,
) -> Result<()> {
    const MAX_QUEUE: WholeNumber = named("maxQueue", arguments::MAX_QUEUE);
    const HASH_MB: WholeNumber = named("hashMb", arguments::HASH_MB);
    let threads = maybe_whole(&arguments::POOL_THREADS, threads)?.map(|n| n as usize);
    let max_queue = maybe_whole(&MAX_QUEUE, max_queue)?.map(|n| n as usize);
    if let Some(megabytes) = maybe_whole(&HASH_MB, hash_mb)? {
        jobs::configure_hash(megabytes).or_raise()?;
    }
    jobs::configure(threads, max_queue).or_raise()
}

/// The same argument by the name that it has in JavaScript.
const fn named(name: &'static str, argument: WholeNumber) -> WholeNumber {
    WholeNumber { name, ..argument }
}

/// Returns the load of the pool as JSON.
#[napi(catch_unwind)]
pub(crate) fn statistics() -> Result<String> {
    json::write(&jobs::statistics()).or_raise()
}

/// The jobs that run and those that wait, as JSON.
#[napi(js_name = "jobs", catch_unwind)]
pub(crate) fn jobs_listed() -> Result<String> {
    let jobs: Vec<_> = jobs::list().iter().map(jobs::Listed::describe).collect();
    json::write(&jobs).or_raise()
}

/// Cancels the job of a number; says whether there is one.
#[napi(catch_unwind)]
pub(crate) fn cancel_job(id: Option<f64>) -> Result<bool> {
    Ok(jobs::cancel(whole(&arguments::JOB, id)?))
}

/// Queues a count of leaves.
#[napi(catch_unwind)]
pub(crate) fn perft(
    context: Handle<JobContext>,
    job: i64,
    state: Handle<State>,
    depth: Option<f64>,
    threads: Option<f64>,
    hash: Option<f64>,
    deadline: Option<f64>,
) -> Result<()> {
    let depth = whole(&arguments::DEPTH, depth)? as u32;
    let options = perft_options(threads, hash)?;
    let work = state.get()?.perft(depth, options);
    let context = context.get()?;
    context.submit(job, context.caller, milliseconds(deadline), work)
}

/// Queues a count of leaves below each move.
#[napi(catch_unwind)]
pub(crate) fn divide(
    context: Handle<JobContext>,
    job: i64,
    state: Handle<State>,
    depth: Option<f64>,
    threads: Option<f64>,
    hash: Option<f64>,
    deadline: Option<f64>,
) -> Result<()> {
    let depth = whole(&arguments::DEPTH, depth)? as u32;
    let options = perft_options(threads, hash)?;
    let work = state.get()?.divide(depth, options, Box::new(|_| ()));
    let context = context.get()?;
    context.submit(job, context.caller, milliseconds(deadline), work)
}

fn perft_options(threads: Option<f64>, hash: Option<f64>) -> Result<PerftOptions> {
    Ok(PerftOptions {
        threads: whole(&arguments::THREADS, threads)? as usize,
        hash: whole(&arguments::HASH, hash)? as usize,
    })
}

/// The random games to play.
#[napi(object, object_to_js = false)]
pub(crate) struct Games {
    pub games: Option<f64>,
    pub seed: BigInt,
    pub ply_limit: Option<f64>,
    pub threads: Option<f64>,
}

/// Queues random games.
#[napi(catch_unwind)]
pub(crate) fn playouts(
    context: Handle<JobContext>,
    job: i64,
    state: Handle<State>,
    games: Games,
    deadline: Option<f64>,
) -> Result<()> {
    const PLY_LIMIT: WholeNumber = named("plyLimit", arguments::PLY_LIMIT);
    let options = PlayoutOptions {
        games: whole(&arguments::GAMES, games.games)?,
        seed: games.seed.get_u64().1,
        ply_limit: whole(&PLY_LIMIT, games.ply_limit)? as u32,
        threads: whole(&arguments::THREADS, games.threads)? as usize,
    };
    let work = state.get()?.playouts(options).or_raise()?;
    let context = context.get()?;
    context.submit(job, context.caller, milliseconds(deadline), work)
}
