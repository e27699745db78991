//! Tournaments whose games others play, and the jobs that are these games, for `lib/queue.js`.

use std::sync::Arc;
use std::time::Duration;

use boardwright::arena::Guests;
use boardwright::arena::job;
use boardwright::arena::tournament::{Occasion, TournamentQueue};
use boardwright::host;
use boardwright::value::Serialize;
use boardwright_engines::start_program;
use napi_derive::napi;

use crate::errors::{OrRaise, Result};
use crate::handle::{Handle, New};
use crate::jobs::{JobContext, milliseconds};
use crate::json;

/// Opens the queue of a tournament by its options as JSON.
#[napi(catch_unwind)]
pub(crate) fn queue_open(
    occasion: String,
    options: String,
    lease: Option<f64>,
) -> Result<New<TournamentQueue>> {
    host::guard(|| {
        let occasion = Occasion::named(&occasion)?;
        TournamentQueue::open(occasion, json::read(&options)?, milliseconds(lease))
    })
    .map(New)
    .or_raise()
}

/// Takes the next job as JSON, at a time in milliseconds.
#[napi(catch_unwind)]
pub(crate) fn queue_acquire(queue: Handle<TournamentQueue>, now: f64) -> Result<Option<String>> {
    // From a float to an integer this saturates.
    let now = Duration::from_micros((now * 1000.0) as u64);
    let mut queue = queue.get_mut()?;
    let job = host::guard(|| queue.acquire(now)).or_raise()?;
    job.map(|job| written(&job)).transpose()
}

/// Takes a result as JSON; returns the finished game as JSON, if it counts.
#[napi(catch_unwind)]
pub(crate) fn queue_submit(
    queue: Handle<TournamentQueue>,
    result: String,
) -> Result<Option<String>> {
    let mut queue = queue.get_mut()?;
    let game = host::guard(|| queue.submit_text(&result)).or_raise()?;
    game.map(|game| written(&game)).transpose()
}

/// Has a job handed out again; false for one that is not out.
#[napi(catch_unwind)]
pub(crate) fn queue_release(queue: Handle<TournamentQueue>, id: String) -> Result<bool> {
    queue.get_mut()?.release(&id).or_raise()
}

/// True once no further job is handed out.
#[napi(catch_unwind)]
pub(crate) fn queue_over(queue: Handle<TournamentQueue>) -> Result<bool> {
    Ok(queue.get()?.queue().is_over())
}

/// The number of jobs that can begin now.
#[napi(catch_unwind)]
pub(crate) fn queue_waiting(queue: Handle<TournamentQueue>) -> Result<f64> {
    json::count(queue.get()?.queue().waiting()).or_raise()
}

/// The number of jobs that were handed out and have no result.
#[napi(catch_unwind)]
pub(crate) fn queue_out(queue: Handle<TournamentQueue>) -> Result<f64> {
    json::count(queue.get()?.queue().out()).or_raise()
}

/// The report on the games so far, as JSON.
#[napi(catch_unwind)]
pub(crate) fn queue_report(queue: Handle<TournamentQueue>) -> Result<String> {
    written(&queue.get()?.queue().report())
}

/// Frees the file of games.
#[napi(catch_unwind)]
pub(crate) fn queue_close(queue: Handle<TournamentQueue>) {
    queue.dispose();
}

/// Queues a job of a tournament or the like, as JSON; `programs` allows it to start some.
#[napi(catch_unwind)]
pub(crate) fn run_job(
    context: Handle<JobContext>,
    number: i64,
    job: String,
    programs: bool,
) -> Result<()> {
    let guests = match programs {
        true => Guests::new(start_program),
        false => Guests::default(),
    };
    let work = job::work(job, Arc::new(guests));
    context.get()?.submit_own(number, None, work)
}

fn written<T: Serialize>(value: &T) -> Result<String> {
    json::write(value).or_raise()
}
