//! The infos of a bot that thinks, until JavaScript takes them.
//!
//! A search never waits for JavaScript, and what it tells while the event loop is
//! blocked is kept here, in bounds: JavaScript is called once, and then not again
//! before it has taken everything.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use boardwright::value::{Dict, Value};
use boardwright::waking::{MOST_REPORTS, WakingQueue};

use crate::jobs::{JobContext, Notifier};
use crate::json;

struct QueueState {
    told: Mutex<WakingQueue<Dict>>,
    bell: Notifier,
}

/// Infos that were sent and not yet taken.
#[derive(Clone)]
pub(crate) struct EventQueue(Arc<QueueState>);

impl EventQueue {
    /// One for a job.
    pub(crate) fn new(context: &JobContext, job: i64) -> Self {
        Self(Arc::new(QueueState {
            told: Mutex::new(WakingQueue::new(MOST_REPORTS)),
            bell: context.bell(job),
        }))
    }

    // Nothing under the lock leaves the list half changed.
    fn lock(&self) -> MutexGuard<'_, WakingQueue<Dict>> {
        self.0.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds something; of one who reads slowly the oldest are dropped.
    pub(crate) fn tell(&self, step: Dict) {
        let ring = self.lock().push(step);
        if ring {
            self.0.bell.ring();
        }
    }

    /// Takes the oldest.
    pub(crate) fn take(&self) -> Option<String> {
        let step = self.lock().pop();
        // No search lives to count beyond what JavaScript can hold.
        step.and_then(|step| json::write(&Value::Object(step)).ok())
    }
}
