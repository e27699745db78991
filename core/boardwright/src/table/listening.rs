//! Those who wait until no bot is at work, and those who are told of each change.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError, mpsc};
use std::time::Duration;

use super::{Listener, Table, Waiting};
use contract::error::Result;
use contract::fork;

impl Table {
    /// Waits until no bot is at work, up to a time if one is given. Says whether
    /// it is quiet. Blocks the calling thread.
    #[must_use]
    pub fn wait_quiet(&self, timeout: Option<Duration>) -> bool {
        let (send, told) = mpsc::sync_channel(1);
        let number = self.once_quiet(Box::new(move |_| {
            // Who has waited long enough has gone.
            let _ = send.send(());
        }));
        let Some(timeout) = timeout else {
            return told.recv().is_ok();
        };
        let quiet = told.recv_timeout(timeout).is_ok();
        if !quiet {
            let _held = fork::hold();
            let gone = self.waiting().remove(&number);
            drop(gone);
        }
        quiet
    }

    /// Calls back once when no bot is at work: at once, from this thread, if that
    /// is so already, and otherwise from a thread of the library's own.
    pub fn on_quiet(&self, call: impl FnOnce() + Send + 'static) {
        self.when_quiet(move |_| call());
    }

    /// As [`on_quiet`](Self::on_quiet), and tells how it came: `cancelled` where the
    /// table was closed meanwhile.
    pub fn when_quiet(&self, call: impl FnOnce(Result<()>) + Send + 'static) {
        self.once_quiet(Box::new(call));
    }

    fn once_quiet(&self, call: Box<dyn FnOnce(Result<()>) + Send>) -> u64 {
        // What was left by a fork is cleared before anything is added.
        drop(self.lock());
        let number = self.0.next_number.fetch_add(1, Ordering::Relaxed);
        {
            let _held = fork::hold();
            self.waiting().insert(number, call);
        }
        self.tell_quiet();
        number
    }

    pub(super) fn tell_quiet(&self) {
        if !self.is_quiet() {
            return;
        }
        for call in self.take_waiting().into_values() {
            call(Ok(()));
        }
    }

    pub(super) fn take_waiting(&self) -> Waiting {
        let _held = fork::hold();
        std::mem::take(&mut *self.waiting())
    }

    /// Returns true if no bot is at work; one that sits, holding its move back, is not.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.lock().is_quiet()
    }

    /// Calls the listener after each change, from whatever thread made it, with
    /// no lock held. Gives a number to stop it by.
    pub fn listen(&self, listener: Listener) -> u64 {
        let id = self.0.next_number.fetch_add(1, Ordering::Relaxed);
        let _held = fork::hold();
        let mut listeners = self
            .0
            .listeners
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        listeners.insert(id, Arc::new(listener));
        id
    }

    /// Stops calling a listener.
    pub fn unlisten(&self, id: u64) {
        let held = fork::hold();
        let mut listeners = self
            .0
            .listeners
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let gone = listeners.remove(&id);
        drop(listeners);
        drop(held);
        drop(gone);
    }

    pub(super) fn tell_listeners(&self) {
        let listeners: Vec<_> = {
            let _held = fork::hold();
            let listeners = self
                .0
                .listeners
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            listeners.values().cloned().collect()
        };
        for listener in listeners {
            listener();
        }
    }
}
