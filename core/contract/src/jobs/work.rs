//! Work with the properties that the queue needs.

use std::sync::Arc;
use std::time::Duration;

use super::{Control, Finished, JobHandle, Request, Task, pool};
use crate::error::{Error, Result};

/// The kind of work that a job does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Kind {
    /// A bot's decision.
    Decision,
    /// A bot's analysis.
    Analysis,
    /// A bot's answer to a draw offer.
    DrawAnswer,
    /// A perft count.
    Perft,
    /// Random games.
    Playouts,
    /// Reading of records.
    Records,
    /// Something else.
    #[default]
    Other,
}

impl Kind {
    /// All kinds, in the order of their declaration.
    pub const ALL: [Self; 7] = [
        Self::Decision,
        Self::Analysis,
        Self::DrawAnswer,
        Self::Perft,
        Self::Playouts,
        Self::Records,
        Self::Other,
    ];

    /// Returns the name, the same in every host language.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decision => "decision",
            Self::Analysis => "analysis",
            Self::DrawAnswer => "draw_answer",
            Self::Perft => "perft",
            Self::Playouts => "playouts",
            Self::Records => "records",
            Self::Other => "other",
        }
    }
}

/// The urgency of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Class {
    /// Done in a few milliseconds.
    Short,
    /// A clock runs meanwhile, with this much time left on it.
    Clocked(Duration),
    /// Everything else.
    #[default]
    Long,
}

impl Class {
    /// Upper bound of the time left that the queue counts, so that clocks with less cannot
    /// put off a job for ever.
    pub const FAR: Duration = Duration::from_secs(60);
}

/// Something to run on the pool, with its kind and urgency, or something that is answered from
/// elsewhere.
#[must_use]
pub struct Work<T> {
    kind: Kind,
    class: Class,
    run: Run<T>,
}

/// The work itself.
enum Run<T> {
    /// It runs on a thread of the pool.
    Pool(RunOnPool<T>),
    /// It is begun, and no thread waits for its end.
    Elsewhere(Begin<T>),
}

type RunOnPool<T> = Box<dyn FnOnce(&Control) -> Result<T> + Send>;

/// The beginning of work that is answered from elsewhere.
pub(super) type Begin<T> = Box<dyn FnOnce(&Arc<Control>, Answer<T>) + Send>;

/// The receiver of the result of work that is answered from elsewhere.
pub type Answer<T> = Box<dyn FnOnce(Result<T>) + Send>;

impl<T> std::fmt::Debug for Work<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Work({}, {:?})", self.kind.name(), self.class)
    }
}

impl<T: Send + 'static> Work<T> {
    /// Creates work of a kind and a class.
    pub fn new(
        kind: Kind,
        class: Class,
        run: impl FnOnce(&Control) -> Result<T> + Send + 'static,
    ) -> Self {
        Self {
            kind,
            class,
            run: Run::Pool(Box::new(run)),
        }
    }

    /// Creates work that is answered from elsewhere, such as by the host: `begin` is called by
    /// whoever queues it, and must neither wait nor answer itself. It takes no place in the
    /// queue and no thread. It ends by its [`Answer`] alone, which it gives as well when its
    /// control is cancelled; dropped without one, the work is lost.
    pub fn elsewhere(
        kind: Kind,
        begin: impl FnOnce(&Arc<Control>, Answer<T>) + Send + 'static,
    ) -> Self {
        Self {
            kind,
            class: Class::Short,
            run: Run::Elsewhere(Box::new(begin)),
        }
    }

    /// Returns the beginning of work that is answered from elsewhere.
    pub(super) fn begin(self) -> std::result::Result<Begin<T>, Self> {
        match self.run {
            Run::Elsewhere(begin) => Ok(begin),
            run @ Run::Pool(_) => Err(Self { run, ..self }),
        }
    }

    /// Returns its kind.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns its urgency.
    #[must_use]
    pub const fn class(&self) -> Class {
        self.class
    }

    /// Runs it on the calling thread.
    ///
    /// # Errors
    ///
    /// The error of the work; `unsupported` for work that is answered from elsewhere.
    pub fn run(self, control: &Control) -> Result<T> {
        match self.run {
            Run::Pool(run) => run(control),
            Run::Elsewhere(_) => Err(Error::unsupported(
                "it is answered from elsewhere, and runs on no thread",
            )),
        }
    }

    /// Returns the same work followed by `next` on its result, on the same thread.
    pub fn then<U: Send + 'static>(
        self,
        next: impl FnOnce(T) -> Result<U> + Send + 'static,
    ) -> Work<U> {
        let run = match self.run {
            Run::Pool(run) => {
                Run::Pool(Box::new(move |control: &Control| run(control).and_then(next)) as Box<_>)
            }
            Run::Elsewhere(begin) => Run::Elsewhere(Box::new(
                move |control: &Arc<Control>, answer: Answer<U>| {
                    begin(control, Box::new(|result| answer(result.and_then(next))));
                },
            )),
        };
        Work {
            kind: self.kind,
            class: self.class,
            run,
        }
    }

    /// Returns the same work with `first` run before it, on the same thread.
    pub fn prepared(self, first: impl FnOnce(&Control) + Send + 'static) -> Self {
        let run = match self.run {
            Run::Pool(run) => Run::Pool(Box::new(move |control: &Control| {
                first(control);
                run(control)
            }) as Box<_>),
            Run::Elsewhere(begin) => {
                Run::Elsewhere(Box::new(move |control: &Arc<Control>, answer| {
                    first(control);
                    begin(control, answer);
                }))
            }
        };
        Self { run, ..self }
    }

    /// Queues it, see [`submit`](super::submit).
    ///
    /// # Errors
    ///
    /// As for [`submit`](super::submit).
    pub fn submit(
        self,
        request: Request,
        done: impl FnOnce(Finished<T>) + Send + 'static,
    ) -> Result<JobHandle> {
        pool::current().submit(request, self, done)
    }

    /// Queues it and returns a task to fetch the result from, see [`start`](super::start).
    ///
    /// # Errors
    ///
    /// As for [`submit`](super::submit).
    pub fn start(self, request: Request) -> Result<Task<T>> {
        Task::new(pool::current(), request, self)
    }

    /// Queues it and waits for its end.
    ///
    /// # Errors
    ///
    /// As for [`submit`](super::submit), and the error of the work.
    pub fn wait(self) -> Result<T> {
        let task = self.start(Request::default())?;
        let finished = task.wait(None);
        finished.map_or_else(
            || Err(Error::internal("a wait without a time-out has ended")),
            |finished| finished.result,
        )
    }
}
