//! Engine protocols: lines in, and lines out as messages to one process.
//!
//! An engine speaks on whatever thread has something to say, a scheduler's too,
//! from within a call; such a thread may not send. Its lines wait here until a
//! thread of the library's own sends them, in order.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use boardwright::{jobs, protocol};
use rustler::env::SavedTerm;
use rustler::{Encoder, Env, LocalPid, Monitor, OwnedEnv, Resource, ResourceArc, Term};

use crate::args::word;
use crate::atoms;
use crate::errors::{self, tagged};

/// An engine; the end of its process closes it.
pub(crate) struct Engine(protocol::Engine);

#[rustler::resource_impl]
impl Resource for Engine {
    fn down<'a>(&'a self, _env: Env<'a>, _pid: LocalPid, _monitor: Monitor) {
        self.0.close();
    }
}

/// Sends what an engine says to a process.
struct Mouth {
    pid: LocalPid,
    /// Under what, in an environment that is nobody's.
    tag: Mutex<(OwnedEnv, SavedTerm)>,
    unheard: protocol::LineQueue,
}

impl Mouth {
    fn say(this: &Arc<Self>, line: &str) {
        if this.unheard.keep(line) {
            let mouth = Arc::clone(this);
            jobs::later(Duration::ZERO, move || mouth.send());
        }
    }

    /// Sends what there is, and what comes meanwhile.
    fn send(&self) {
        while let Some(lines) = self.unheard.more() {
            let tag = self.tag.lock().unwrap_or_else(PoisonError::into_inner);
            tag.0.run(|env| {
                let tag = tag.1.load(env);
                for line in lines {
                    // If the process has ended, nobody is there to be told.
                    let _ = OwnedEnv::new().send_and_clear(&self.pid, |env| {
                        (atoms::boardwright_engine(), tag.in_env(env), line).encode(env)
                    });
                }
            });
        }
    }
}

/// Makes an engine for the calling process, which gets `{:boardwright_engine, tag, line}`.
#[rustler::nif]
fn engine_new<'a>(env: Env<'a>, protocol: Term<'a>, tag: Term<'a>) -> Term<'a> {
    let new = || {
        let pid = env.pid();
        let own = OwnedEnv::new();
        let tag = own.save(tag);
        let mouth = Arc::new(Mouth {
            pid,
            tag: Mutex::new((own, tag)),
            unheard: protocol::LineQueue::default(),
        });
        let sink = Box::new(move |line: &str| Mouth::say(&mouth, line));
        let protocol = word("protocol", protocol)?;
        let engine = ResourceArc::new(Engine(protocol::Engine::new(&protocol, sink)?));
        if env.monitor(&engine, &pid).is_none() {
            engine.0.close();
        }
        Ok(engine)
    };
    tagged(env, new())
}

/// Tells it a line, or several. What a line needs to be read may take long.
#[rustler::nif(schedule = "DirtyCpu")]
fn engine_send<'a>(env: Env<'a>, engine: &Engine, text: Term<'a>) -> Term<'a> {
    errors::done(
        env,
        word("line", text).and_then(|text| engine.0.send(&text)),
    )
}

#[rustler::nif]
fn engine_protocol(engine: &Engine) -> &'static str {
    engine.0.protocol()
}

#[rustler::nif]
fn engine_closed(engine: &Engine) -> bool {
    engine.0.is_closed()
}

#[rustler::nif]
fn engine_close(engine: &Engine) -> rustler::Atom {
    engine.0.close();
    atoms::ok()
}

/// The names of the protocols.
#[rustler::nif]
fn protocols() -> Vec<&'static str> {
    protocol::names().collect()
}
