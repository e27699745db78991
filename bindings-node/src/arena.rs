//! Tournaments, for `lib/arena.js`: finished games wait here until JavaScript takes them.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use boardwright::arena::tournament::{FinishedGame, Occasion, tournament};
use boardwright::value::to_value;
use boardwright_engines::start_program;
use napi_derive::napi;

use crate::errors::{OrRaise, Result};
use crate::handle::{Handle, New};
use crate::jobs::JobContext;
use crate::json;

/// Finished games that were not taken yet.
pub(crate) type FinishedGames = Arc<Mutex<VecDeque<FinishedGame>>>;

/// Queues a tournament, a match or self-play, by its options as JSON; JavaScript is told when
/// there is a game to take.
#[napi(catch_unwind)]
pub(crate) fn arena(
    context: Handle<JobContext>,
    job: i64,
    occasion: String,
    options: String,
) -> Result<New<FinishedGames>> {
    let occasion = Occasion::named(&occasion).or_raise()?;
    let given = json::read(&options).or_raise()?;
    let context = context.get()?;
    let bell = context.bell(job);
    let games = FinishedGames::default();
    let told = Arc::clone(&games);
    let work = tournament(
        occasion,
        given,
        Arc::new(start_program),
        Box::new(move |game| {
            let mut games = told.lock().unwrap_or_else(PoisonError::into_inner);
            games.push_back(game);
            // Who has not taken the others yet finds this one with them.
            let ring = games.len() == 1;
            drop(games);
            if ring {
                bell.ring();
            }
            ControlFlow::Continue(())
        }),
    );
    context.submit_own(job, None, work)?;
    Ok(New(games))
}

/// Takes all finished games as JSON, the oldest first.
#[napi(catch_unwind)]
pub(crate) fn arena_take(games: Handle<FinishedGames>) -> Result<String> {
    let games = games.get()?;
    let mut waiting = games.lock().unwrap_or_else(PoisonError::into_inner);
    let taken: Vec<_> = waiting.drain(..).collect();
    drop(waiting);
    to_value(&taken)
        .and_then(|games| json::write(&games))
        .or_raise()
}
