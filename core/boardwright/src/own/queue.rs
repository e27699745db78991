//! The questions to bots of the host's own, until the host takes them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Ask;
use super::question::Question;
use contract::waking::WakingQueue;

/// An item of [`Questions`].
#[derive(Debug)]
pub enum Told {
    /// A question to answer.
    Asked(Arc<Question>),
    /// The question of that number is given up: its answer would come to nothing.
    GivenUp(u64),
}

/// The questions to a bot of the host's own, until the host's thread or loop takes them.
pub struct Questions {
    queue: Mutex<WakingQueue<Told>>,
    wake: Box<dyn Fn() + Send + Sync>,
}

impl std::fmt::Debug for Questions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Questions")
    }
}

impl Questions {
    /// Creates an empty queue; `wake` is called, on a thread of the library, when there is
    /// something to [`take`](Self::take), and then not again before there was nothing left.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Arc<Self> {
        Arc::new(Self {
            queue: Mutex::new(WakingQueue::new(usize::MAX)),
            wake: Box::new(wake),
        })
    }

    /// Returns what puts questions here, and keeps the queue while somebody may ask.
    #[must_use]
    pub fn ask(self: &Arc<Self>) -> Ask {
        let told = Arc::clone(self);
        Arc::new(move |question| told.asked(question))
    }

    fn asked(self: &Arc<Self>, question: Question) {
        // Its time may have run out on the way: nobody is asked.
        if question.is_over() {
            return;
        }
        let (id, told) = (question.details().id, Arc::downgrade(self));
        let question = Arc::new(question);
        // In this order: who hears that it is given up has heard the question.
        self.tell(Told::Asked(Arc::clone(&question)));
        question.when_given_up(move || {
            if let Some(told) = told.upgrade() {
                told.tell(Told::GivenUp(id));
            }
        });
    }

    fn lock(&self) -> MutexGuard<'_, WakingQueue<Told>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, told: Told) {
        let wake = self.lock().push(told);
        if wake {
            (self.wake)();
        }
    }

    /// Takes the oldest item.
    pub fn take(&self) -> Option<Told> {
        self.lock().pop()
    }
}
