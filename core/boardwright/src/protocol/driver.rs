//! Parts that every protocol shares: one session behind a lock, the outbox, and the count of jobs
//! that have not ended.
//!
//! The lock of a session is held for as long as a line is taken up or an answer
//! noted, never while something is searched or told.

use std::ops::ControlFlow;
use std::str::SplitAsciiWhitespace;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::Protocol;
use super::outbox::Outbox;
use contract::error::{Error, Result, quoted};
use contract::jobs::{self, Finished, JobHandle, Request, Work};

/// Session between one host and the engine in one protocol.
pub(super) trait ProtocolSession: Send + Sized + 'static {
    /// Takes up a line; a break is the host's word for the end.
    fn line(&mut self, driver: &Arc<SessionDriver<Self>>, line: &str) -> ControlFlow<()>;

    /// Forgets what waits and cancels what is searched.
    fn cancel(&mut self);
}

/// A session with what it takes to search for it.
pub(super) struct SessionDriver<S> {
    pub(super) out: Arc<Outbox>,
    session: Mutex<Open<S>>,
    /// Jobs that have not ended, with all that is said of them.
    busy: Mutex<usize>,
    /// Told when a job has ended and all is said of it.
    quiet: Condvar,
}

/// A session, and whether it has come to its end.
struct Open<S> {
    session: S,
    closed: bool,
}

/// One more job for as long as it lives.
struct Busy<S: ProtocolSession>(Arc<SessionDriver<S>>);

impl<S: ProtocolSession> Busy<S> {
    fn new(driver: &Arc<SessionDriver<S>>) -> Self {
        *driver.busy() += 1;
        Self(Arc::clone(driver))
    }
}

impl<S: ProtocolSession> Drop for Busy<S> {
    fn drop(&mut self) {
        *self.0.busy() -= 1;
        self.0.quiet.notify_all();
    }
}

impl<S: ProtocolSession> SessionDriver<S> {
    pub(super) fn new(out: Arc<Outbox>, session: S) -> Arc<Self> {
        Arc::new(Self {
            out,
            session: Mutex::new(Open {
                session,
                closed: false,
            }),
            busy: Mutex::new(0),
            quiet: Condvar::new(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Open<S>> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn busy(&self) -> MutexGuard<'_, usize> {
        self.busy.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something with the session unless that has come to its end, and delivers
    /// what it puts into the outbox.
    pub(super) fn enter(&self, act: impl FnOnce(&mut S)) {
        {
            let open = &mut *self.lock();
            if !open.closed {
                act(&mut open.session);
            }
        }
        self.out.deliver();
    }

    /// Calls a function with the session, ended or not, and returns its result; nothing is
    /// delivered.
    pub(super) fn with<T>(&self, ask: impl FnOnce(&mut S) -> T) -> T {
        ask(&mut self.lock().session)
    }

    /// Does something with the session after a time, unless that has come to its end
    /// by then. Nobody waits for it.
    pub(super) fn later(
        self: &Arc<Self>,
        delay: Duration,
        done: impl FnOnce(&mut S, &Arc<Self>) + Send + 'static,
    ) {
        let weak = Arc::downgrade(self);
        jobs::later(delay, move || {
            let Some(driver) = weak.upgrade() else {
                return;
            };
            driver.enter(|session| done(session, &driver));
        });
    }

    /// Queues something for a caller of the pool, to be done however busy that is.
    /// `done` is called with the session unless that has come to its end, and what
    /// it puts into the outbox is delivered.
    pub(super) fn submit<T: Send + 'static>(
        self: &Arc<Self>,
        caller: u64,
        work: Work<T>,
        done: impl FnOnce(&mut S, &Arc<Self>, Finished<T>) + Send + 'static,
    ) -> Result<JobHandle> {
        let request = Request {
            caller,
            deadline: None,
            patient: true,
        };
        let busy = Busy::new(self);
        work.submit(request, move |finished| {
            let driver = &busy.0;
            driver.enter(|session| done(session, driver, finished));
        })
    }
}

impl<S: ProtocolSession> Open<S> {
    fn close(&mut self, out: &Outbox) {
        self.closed = true;
        out.close();
        self.session.cancel();
    }
}

impl<S: ProtocolSession> Protocol for Arc<SessionDriver<S>> {
    fn line(&self, line: &str) {
        let open = &mut *self.lock();
        if !open.closed && open.session.line(self, line).is_break() {
            open.close(&self.out);
        }
    }

    fn close(&self) {
        self.lock().close(&self.out);
    }

    fn is_closed(&self) -> bool {
        self.lock().closed
    }

    fn wait(&self, timeout: Duration) -> bool {
        // Too far off to be represented is as good as for ever.
        let until = Instant::now().checked_add(timeout);
        let mut busy = self.busy();
        while *busy > 0 {
            let left = until.map_or(timeout, |at| at.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                return false;
            }
            busy = self
                .quiet
                .wait_timeout(busy, left)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
        true
    }
}

/// The first word that is a command, if there is one; those before it are skipped,
/// and told to `unknown`.
pub(super) fn command<'a>(
    words: &mut SplitAsciiWhitespace<'a>,
    commands: &[&str],
    mut unknown: impl FnMut(String),
) -> Option<&'a str> {
    words.find(|word| {
        let known = commands.contains(word);
        if !known {
            unknown(format!("unknown command {}", quoted(word)));
        }
        known
    })
}

/// Reads `startpos` or the word for a notation with that, up to `moves`: the state
/// before the moves, which `words` is left with.
pub(super) fn position<S>(
    notation: &str,
    words: &mut SplitAsciiWhitespace<'_>,
    start: impl FnOnce() -> Result<S>,
    parse: impl FnOnce(&str) -> Result<S>,
) -> Result<S> {
    match words.next() {
        Some("startpos") => {
            if let Some(word) = words.next().filter(|word| *word != "moves") {
                return Err(Error::invalid_notation(format!(
                    "moves come after startpos, not {}",
                    quoted(word)
                )));
            }
            start()
        }
        Some(word) if word == notation => {
            let fields: Vec<_> = words.by_ref().take_while(|word| *word != "moves").collect();
            parse(&fields.join(" "))
        }
        other => {
            let got = other.map_or_else(|| "nothing".into(), quoted);
            Err(Error::invalid_notation(format!(
                "takes startpos or {notation}, not {got}"
            )))
        }
    }
}

/// Writes moves to choose from as the game writes them, which `canonical` does; those that
/// are none are left out, and told to `refused`.
pub(super) fn choose(
    moves: &mut Vec<String>,
    canonical: impl Fn(&str) -> Result<String>,
    mut refused: impl FnMut(String),
) {
    moves.retain_mut(|text| match canonical(text) {
        Ok(canonical) => {
            *text = canonical;
            true
        }
        Err(error) => {
            refused(format!("go: searchmoves: {error}"));
            false
        }
    });
}
