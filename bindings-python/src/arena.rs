//! Tournaments: work of the pool whose finished games are kept until Python takes them.
//! `boardwright/arena.py` is what users call.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use boardwright::arena::Guests;
use boardwright::arena::tournament::{FinishedGame, Occasion, tournament_counted};
use boardwright::{Error, host};
use boardwright_engines::start_program;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::OrRaise;
use crate::jobs::{Bell, CompletionQueue, POLL, ResultKind, Work};
use crate::own::Questions;
use crate::value::{options, to_python};

#[derive(Default)]
struct Told {
    games: VecDeque<FinishedGame>,
    /// The number of games that are expected, once it is known.
    expected: Option<u64>,
    bell: Option<Bell>,
    /// True once the work has ended, whatever came of it.
    over: bool,
}

#[derive(Default)]
struct Feed {
    told: Mutex<Told>,
    came: Condvar,
}

impl Feed {
    fn lock(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn expect(&self, games: u64) {
        self.lock().expected = Some(games);
        self.came.notify_all();
    }

    fn tell(&self, game: FinishedGame) {
        let mut told = self.lock();
        told.games.push_back(game);
        if let Some(bell) = &told.bell {
            bell.ring();
        }
        drop(told);
        self.came.notify_all();
    }
}

/// Says that the work has ended when it is dropped with it.
struct EndGuard(Arc<Feed>);

impl Drop for EndGuard {
    fn drop(&mut self) {
        self.0.lock().over = true;
        self.0.came.notify_all();
    }
}

/// The finished games of a tournament that were not taken yet.
#[pyclass(frozen, module = "boardwright._native", name = "FinishedGames")]
pub(crate) struct FinishedGames {
    feed: Arc<Feed>,
    process: u32,
}

#[pymethods]
impl FinishedGames {
    /// Takes the oldest; None where there is none.
    fn take<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        // In a forked child a thread that is not there may hold it.
        if self.process != std::process::id() {
            return Ok(None);
        }
        let game = self.feed.lock().games.pop_front();
        game.map(|game| to_python(py, &game)).transpose()
    }

    /// The number of games that are expected; None before that is known.
    #[getter]
    fn expected(&self) -> Option<u64> {
        // In a forked child a thread that is not there may hold it.
        (self.process == std::process::id())
            .then(|| self.feed.lock().expected)
            .flatten()
    }

    /// True once the work has ended.
    #[getter]
    fn over(&self) -> bool {
        self.process != std::process::id() || self.feed.lock().over
    }

    /// Waits a moment for a game or the end, with the GIL released.
    fn wait(&self, py: Python<'_>) -> PyResult<()> {
        if self.process != std::process::id() {
            return Ok(());
        }
        py.detach(|| {
            let told = self.feed.lock();
            if told.games.is_empty() && !told.over {
                let _ = self.feed.came.wait_timeout(told, POLL);
            }
        });
        py.check_signals()
    }

    /// Has a bell ring in the mailbox under the number when there is a game.
    #[pyo3(signature = (mailbox, number, /))]
    fn listen(&self, mailbox: &CompletionQueue, number: u64) {
        let bell = Bell::new(mailbox, number);
        let mut told = self.feed.lock();
        if !told.games.is_empty() {
            bell.ring();
        }
        told.bell = Some(bell);
    }
}

/// Makes the work of a tournament, a match or self-play, and the place of its games.
///
/// `own` has the questions to each bot of the host's own, which players name by its place.
#[pyfunction]
#[pyo3(signature = (occasion, options, own, /))]
pub(crate) fn arena_work(
    py: Python<'_>,
    occasion: &str,
    options: &Bound<'_, PyDict>,
    own: Vec<Py<Questions>>,
) -> PyResult<(Work, FinishedGames)> {
    let occasion = Occasion::named(occasion).or_raise(py)?;
    let given = self::options(Some(options))?;
    let mut guests = Guests::new(start_program);
    for questions in &own {
        guests.add(questions.get().inner.ask());
    }
    let feed = Arc::new(Feed::default());
    let told = EndGuard(Arc::clone(&feed));
    let begun = Arc::clone(&feed);
    let work = tournament_counted(
        occasion,
        given,
        Arc::new(guests),
        Box::new(move |games| begun.expect(games)),
        Box::new(move |game| {
            told.0.tell(game);
            ControlFlow::Continue(())
        }),
    );
    let work = Mutex::new(Some(host::plain(work)));
    let work = Work::new(None, ResultKind::Plain, move || {
        let work = work.lock().unwrap_or_else(PoisonError::into_inner).take();
        work.ok_or_else(|| Error::unsupported("work that was started already"))
    });
    let games = FinishedGames {
        feed,
        process: std::process::id(),
    };
    Ok((work, games))
}
