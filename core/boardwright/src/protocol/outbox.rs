//! Output of an engine, in order, whichever threads write it.
//!
//! Lines are put in under the locks of a protocol and handed out without any: a
//! sink that sends the engine another line must not find it locked.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Sink;

/// Lines on their way to the sink.
pub(super) struct Outbox {
    sink: Sink,
    inner: Mutex<OutboxState>,
}

#[derive(Default)]
struct OutboxState {
    lines: VecDeque<String>,
    /// True if some thread is delivering lines; it also takes those that others put in.
    delivering: bool,
    closed: bool,
}

/// Lets the next thread deliver when this one is done, or its sink panicked.
struct Delivering<'a>(&'a Outbox);

impl Drop for Delivering<'_> {
    fn drop(&mut self) {
        self.0.lock().delivering = false;
    }
}

impl Outbox {
    pub(super) fn new(sink: Sink) -> Self {
        Self {
            sink,
            inner: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, OutboxState> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a line in. Line ends within it become spaces: it is one line.
    pub(super) fn put(&self, line: impl Into<String>) {
        let mut line = line.into();
        if line.contains(['\n', '\r']) {
            line = line.replace(['\n', '\r'], " ");
        }
        let mut inner = self.lock();
        if !inner.closed {
            inner.lines.push_back(line);
        }
    }

    /// Takes nothing more.
    pub(super) fn close(&self) {
        self.lock().closed = true;
    }

    /// Hands out what is there, unless another thread is at it.
    pub(super) fn deliver(&self) {
        // The flag falls under the same lock under which nothing more was found,
        // so that a line put in after that is delivered by who put it in.
        let mut inner = self.lock();
        if inner.delivering {
            return;
        }
        while let Some(line) = inner.lines.pop_front() {
            inner.delivering = true;
            drop(inner);
            let delivering = Delivering(self);
            (self.sink)(&line);
            std::mem::forget(delivering);
            inner = self.lock();
        }
        inner.delivering = false;
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Arc;

    use super::*;

    #[test]
    fn lines_come_in_order_and_one_at_a_time() {
        let said = Arc::new(Mutex::new((Vec::new(), false)));
        let heard = Arc::clone(&said);
        let out = Arc::new(Outbox::new(Box::new(move |line| {
            {
                let mut said = heard.lock().unwrap();
                assert!(!said.1, "two at once");
                said.1 = true;
                said.0.push(line.to_owned());
            }
            std::thread::yield_now();
            heard.lock().unwrap().1 = false;
        })));
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let out = &out;
                scope.spawn(move || {
                    for i in 0..100 {
                        out.put(format!("{thread} {i:03}"));
                        out.deliver();
                    }
                });
            }
        });
        let said = &said.lock().unwrap().0;
        assert_eq!(said.len(), 400);
        for thread in 0..4 {
            let of: Vec<_> = said
                .iter()
                .filter(|l| l.starts_with(&thread.to_string()))
                .collect();
            assert!(of.len() == 100 && of.is_sorted());
        }
    }

    #[test]
    fn a_sink_that_panics_or_speaks_does_not_end_it() {
        let said = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&said);
        let out = Outbox::new(Box::new(move |line| {
            assert!(line != "bad", "a bad line");
            heard.lock().unwrap().push(line.to_owned());
        }));
        out.put("bad");
        assert!(catch_unwind(AssertUnwindSafe(|| out.deliver())).is_err());
        out.put("a\nb\r");
        out.deliver();
        out.close();
        out.put("c");
        out.deliver();
        assert_eq!(*said.lock().unwrap(), ["a b "]);
    }
}
