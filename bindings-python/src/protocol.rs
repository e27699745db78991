//! Engine protocols: lines in, and lines out by way of the mailbox of the package.
//!
//! An engine speaks from whatever thread has something to say, and none of these
//! ever attaches to the interpreter: what it says is kept until the package's own
//! thread, called by a bell, takes it.

use std::mem::ManuallyDrop;
use std::sync::Arc;
use std::time::Duration;

use boardwright::{Error, protocol};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::args::{Arg, lossy, maybe_seconds};
use crate::errors::{OrRaise, raised};
use crate::jobs::{CompletionQueue, CompletionSlots, POLL};

/// The lines that were said and not yet taken, and the bell that announces them.
struct LineSink {
    unheard: protocol::LineQueue,
    slots: Arc<CompletionSlots>,
    number: u64,
}

impl LineSink {
    fn hear(&self, line: &str) {
        if self.unheard.keep(line) {
            self.slots.ring(self.number, false);
        }
    }
}

/// An engine that speaks a protocol.
#[pyclass(frozen, module = "boardwright._native", name = "Engine")]
pub(crate) struct Engine {
    inner: ManuallyDrop<protocol::Engine>,
    ear: Arc<LineSink>,
    process: u32,
}

impl Engine {
    fn is_of_this_process(&self) -> bool {
        self.process == std::process::id()
    }

    fn check_process(&self, py: Python<'_>) -> PyResult<()> {
        if self.is_of_this_process() {
            return Ok(());
        }
        let lost = Error::cancelled("the engine was lost with its process");
        Err(raised(py, &lost))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // In a forked child its locks may be held by threads that are not there.
        if !self.is_of_this_process() {
            return;
        }
        // SAFETY: it is dropped here alone, and nothing is done with it after that.
        unsafe { ManuallyDrop::drop(&mut self.inner) };
        self.ear.slots.ring(self.ear.number, true);
    }
}

#[pymethods]
impl Engine {
    /// Makes one whose lines ring under the number.
    #[new]
    #[pyo3(signature = (protocol, mailbox, number, /))]
    fn new(
        py: Python<'_>,
        protocol: &Bound<'_, PyString>,
        mailbox: &CompletionQueue,
        number: u64,
    ) -> PyResult<Self> {
        let ear = Arc::new(LineSink {
            unheard: protocol::LineQueue::default(),
            slots: Arc::clone(&mailbox.slots),
            number,
        });
        let heard = Arc::clone(&ear);
        let sink = Box::new(move |line: &str| heard.hear(line));
        let inner = protocol::Engine::new(&lossy(protocol), sink).or_raise(py)?;
        Ok(Self {
            inner: ManuallyDrop::new(inner),
            ear,
            process: std::process::id(),
        })
    }

    /// The name of its protocol.
    #[getter]
    fn protocol(&self) -> &'static str {
        self.inner.protocol()
    }

    /// Tells it a line, or several.
    #[pyo3(signature = (text, /))]
    fn send(&self, py: Python<'_>, text: &Bound<'_, PyString>) -> PyResult<()> {
        self.check_process(py)?;
        let text = lossy(text).into_owned();
        py.detach(|| self.inner.send(&text)).or_raise(py)
    }

    /// Waits until it searches nothing, up to some seconds; say whether it is so.
    #[pyo3(signature = (timeout=None))]
    fn wait(&self, py: Python<'_>, timeout: Arg<'_, '_>) -> PyResult<bool> {
        self.check_process(py)?;
        let mut left = maybe_seconds("timeout", timeout)?;
        loop {
            let slice = left.map_or(POLL, |left| left.min(POLL));
            if py.detach(|| self.inner.wait(slice)) {
                return Ok(true);
            }
            py.check_signals()?;
            if let Some(left) = &mut left {
                *left = left.saturating_sub(slice);
                if *left == Duration::ZERO {
                    return Ok(false);
                }
            }
        }
    }

    /// Cancels what it searches, without another word.
    fn close(&self, py: Python<'_>) {
        if self.is_of_this_process() {
            py.detach(|| self.inner.close());
        }
    }

    /// True if it was closed, by `close` or by its protocol's word for the end.
    #[getter]
    fn closed(&self, py: Python<'_>) -> bool {
        !self.is_of_this_process() || py.detach(|| self.inner.is_closed())
    }

    /// Takes what it has said.
    #[pyo3(name = "_take")]
    fn take(&self) -> Vec<String> {
        if self.is_of_this_process() {
            self.ear.unheard.take()
        } else {
            Vec::new()
        }
    }
}

/// Lists the names of the protocols.
#[pyfunction]
pub(crate) fn protocols() -> Vec<&'static str> {
    protocol::names().collect()
}
