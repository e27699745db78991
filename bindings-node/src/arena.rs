//! Tournaments, for `lib/arena.js`: finished games wait here until JavaScript takes them.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use boardwright::arena::Guests;
use boardwright::arena::tournament::{FinishedGame, Occasion, tournament};
use boardwright_engines::start_program;
use napi_derive::napi;

use crate::errors::{OrRaise, Result};
use crate::handle::{Handle, New};
use crate::jobs::JobContext;
use crate::json;
use crate::own::QuestionsHandle;

/// Finished games that were not taken yet.
pub(crate) type FinishedGames = Arc<Mutex<VecDeque<FinishedGame>>>;

/// The guests of a tournament, of which it takes hold: programs, and bots of JavaScript's own that
/// [`guests_add`] adds.
#[napi(catch_unwind)]
pub(crate) fn guests() -> New<Guests> {
    New(Guests::new(start_program))
}

/// Has the questions to a bot put there; returns the number by which a player names it.
#[napi(catch_unwind)]
pub(crate) fn guests_add(
    guests: Handle<Guests>,
    questions: Handle<QuestionsHandle>,
) -> Result<f64> {
    let ask = questions.get()?.ask()?;
    let number = guests.get_mut()?.add(ask);
    json::count(number as u64).or_raise()
}

/// Queues a tournament, a match or self-play, by its options as JSON; JavaScript is told when
/// there is a game to take.
#[napi(catch_unwind)]
pub(crate) fn arena(
    context: Handle<JobContext>,
    job: i64,
    occasion: String,
    options: String,
    guests: Handle<Guests>,
) -> Result<New<FinishedGames>> {
    let occasion = Occasion::named(&occasion).or_raise()?;
    let given = json::read(&options).or_raise()?;
    let guests = std::mem::take(&mut *guests.get_mut()?);
    let context = context.get()?;
    let bell = context.bell(job);
    let games = FinishedGames::default();
    let told = Arc::clone(&games);
    let work = tournament(
        occasion,
        given,
        Arc::new(guests),
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
    json::write(&taken).or_raise()
}
