//! Engine protocols: lines in, and lines out when JavaScript takes them.
//!
//! An engine speaks from whatever thread has something to say. Its lines wait here;
//! JavaScript is called once, and then not again before it has taken them all.

use std::sync::Arc;
use std::time::Duration;

use boardwright::{Error, protocol};
use napi_derive::napi;

use crate::errors::{OrRaise, Result};
use crate::handle::{Handle, New};
use crate::jobs::{CompletionGuard, JobContext};

/// An engine. Its number at the context is answered for when it goes away.
pub(crate) struct Engine {
    inner: protocol::Engine,
    unheard: Arc<protocol::LineQueue>,
    duty: Option<CompletionGuard>,
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.inner.close();
        if let Some(duty) = self.duty.take() {
            duty.fulfil(Ok("null".into()), Duration::ZERO);
        }
    }
}

/// The names of the protocols.
#[napi(catch_unwind)]
pub(crate) fn protocols() -> Vec<&'static str> {
    protocol::names().collect()
}

/// An engine that speaks a protocol; the number is told when it has said something.
#[napi(catch_unwind)]
pub(crate) fn engine(
    context: Handle<JobContext>,
    job: i64,
    protocol: String,
) -> Result<New<Engine>> {
    let context = context.get()?;
    let unheard = Arc::new(protocol::LineQueue::default());
    let (said, bell) = (Arc::clone(&unheard), context.bell(job));
    let sink = Box::new(move |line: &str| {
        if said.keep(line) {
            bell.ring();
        }
    });
    let inner = protocol::Engine::new(&protocol, sink).or_raise()?;
    Ok(New(Engine {
        inner,
        unheard,
        duty: Some(context.duty(job, Error::cancelled("the engine was closed"))),
    }))
}

/// Tells it a line, or several.
#[napi(catch_unwind)]
pub(crate) fn engine_send(engine: Handle<Engine>, text: String) -> Result<()> {
    engine.get()?.inner.send(&text).or_raise()
}

/// Takes what it has said, a line to a line.
#[napi(catch_unwind)]
pub(crate) fn engine_take(engine: Handle<Engine>) -> Result<String> {
    Ok(engine.get()?.unheard.take().join("\n"))
}

/// The name of its protocol.
#[napi(catch_unwind)]
pub(crate) fn engine_protocol(engine: Handle<Engine>) -> Result<&'static str> {
    Ok(engine.get()?.inner.protocol())
}

/// Returns true if it was closed, by the host or by its protocol's word for the end.
#[napi(catch_unwind)]
pub(crate) fn engine_closed(engine: Handle<Engine>) -> Result<bool> {
    Ok(engine.get()?.inner.is_closed())
}

/// Cancels what it searches, without another word.
#[napi(catch_unwind)]
pub(crate) fn engine_close(engine: Handle<Engine>) -> Result<()> {
    engine.get()?.inner.close();
    Ok(())
}
