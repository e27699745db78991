//! Engine protocols: lines in, and lines out when JavaScript takes them.
//!
//! An engine speaks from whatever thread has something to say. Its lines wait here;
//! JavaScript is called once, and then not again before it has taken them all.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use boardwright::protocol;
use napi_derive::napi;

use crate::errors::{OrRaise, Result};
use crate::handle::{Handle, New};
use crate::jobs::{Bell, Desk, Duty};

/// What was said and not taken.
#[derive(Default)]
struct Said {
    lines: Vec<String>,
    /// Whether JavaScript was called since everything was taken.
    rung: bool,
}

struct Ear {
    said: Mutex<Said>,
    bell: Bell,
}

impl Ear {
    fn lock(&self) -> MutexGuard<'_, Said> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn hear(&self, line: &str) {
        let mut said = self.lock();
        said.lines.push(line.to_owned());
        let ring = !std::mem::replace(&mut said.rung, true);
        drop(said);
        if ring {
            self.bell.ring();
        }
    }
}

/// An engine. Its number at the desk is answered for when it goes away.
pub(crate) struct Engine {
    inner: protocol::Engine,
    ear: Arc<Ear>,
    duty: Option<Duty>,
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
pub(crate) fn engine(desk: Handle<Desk>, job: i64, protocol: String) -> Result<New<Engine>> {
    let desk = desk.get()?;
    let ear = Arc::new(Ear {
        said: Mutex::default(),
        bell: desk.bell(job),
    });
    let heard = Arc::clone(&ear);
    let sink = Box::new(move |line: &str| heard.hear(line));
    let inner = protocol::Engine::new(&protocol, sink).or_raise()?;
    Ok(New(Engine {
        inner,
        ear,
        duty: Some(desk.duty(job)),
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
    let engine = engine.get()?;
    let mut said = engine.ear.lock();
    said.rung = false;
    Ok(std::mem::take(&mut said.lines).join("\n"))
}

/// The name of its protocol.
#[napi(catch_unwind)]
pub(crate) fn engine_protocol(engine: Handle<Engine>) -> Result<&'static str> {
    Ok(engine.get()?.inner.protocol())
}

/// Whether it was closed, by the host or by its protocol's word for the end.
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
