//! What a bot tells while it thinks, until JavaScript takes it.
//!
//! A search never waits for JavaScript, and what it tells while the event loop is
//! blocked is kept here, in bounds: JavaScript is called once, and then not again
//! before it has taken everything.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use boardwright::value::{Dict, Value};

use crate::jobs::{JobContext, Notifier};
use crate::json;

/// How much is kept for one who reads slowly: all lines of a depth and more.
const MOST: usize = 1024;

#[derive(Default)]
struct QueuedEvent {
    steps: VecDeque<Dict>,
    /// Whether JavaScript was called since it found nothing.
    rung: bool,
}

struct QueueState {
    told: Mutex<QueuedEvent>,
    bell: Notifier,
}

/// What was told and not taken.
#[derive(Clone)]
pub(crate) struct EventQueue(Arc<QueueState>);

impl EventQueue {
    /// One for a job.
    pub(crate) fn new(desk: &JobContext, job: i64) -> Self {
        Self(Arc::new(QueueState {
            told: Mutex::default(),
            bell: desk.bell(job),
        }))
    }

    // Nothing under the lock leaves the list half changed.
    fn lock(&self) -> MutexGuard<'_, QueuedEvent> {
        self.0.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds something; of one who reads slowly the oldest are dropped.
    pub(crate) fn tell(&self, step: Dict) {
        let mut told = self.lock();
        if told.steps.len() == MOST {
            told.steps.pop_front();
        }
        told.steps.push_back(step);
        let ring = !std::mem::replace(&mut told.rung, true);
        drop(told);
        if ring {
            self.0.bell.ring();
        }
    }

    /// Takes the oldest.
    pub(crate) fn take(&self) -> Option<String> {
        let mut told = self.lock();
        let step = told.steps.pop_front();
        told.rung = step.is_some();
        drop(told);
        // No search lives to count beyond what JavaScript can hold.
        step.and_then(|step| json::write(&Value::Object(step)).ok())
    }
}
