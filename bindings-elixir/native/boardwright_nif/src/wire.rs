//! Ways to programs whose lines a process of the host's carries.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::ThreadId;

use boardwright_engines::{Dial, LineSink, Wire};
use rustler::types::atom::Atom;
use rustler::{Encoder, Env, LocalPid, OwnedEnv, Resource, ResourceArc, Term};

use crate::args::saved;
use crate::atoms;

/// The end of a way at which the lines of a program arrive. Without its sink it is closed.
pub(crate) struct WireEnd(Mutex<Option<LineSink>>);

#[rustler::resource_impl]
impl Resource for WireEnd {}

impl WireEnd {
    fn close(&self) {
        let sink = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        drop(sink);
    }
}

/// The end of a way at which lines to a program are sent: `{:boardwright_wire, wire, {:line,
/// text}}` to the process that carries them, and `{:boardwright_wire, wire, :close}`.
struct Sender {
    carrier: LocalPid,
    end: ResourceArc<WireEnd>,
}

impl Wire for Sender {
    fn send(&mut self, line: &str) -> io::Result<()> {
        let open = self
            .end
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .is_some();
        let gone = || io::Error::from(io::ErrorKind::BrokenPipe);
        if !open {
            return Err(gone());
        }
        message(&self.carrier, |env| {
            let told = (atoms::line(), line).encode(env);
            (atoms::boardwright_wire(), &self.end, told).encode(env)
        })
        .ok_or_else(gone)
    }

    fn close(&mut self) {
        self.end.close();
        message(&self.carrier, |env| {
            (atoms::boardwright_wire(), &self.end, atoms::close()).encode(env)
        });
    }
}

impl Drop for Sender {
    fn drop(&mut self) {
        self.close();
    }
}

/// Sends a message from a thread of the library's; nothing where the process has ended.
fn message(to: &LocalPid, make: impl FnOnce(Env<'_>) -> Term<'_>) -> Option<()> {
    OwnedEnv::new().send_and_clear(to, make).ok()
}

/// Tells the process that carries lines, by `{:boardwright_wire, nil, :end}`, that nobody opens a way
/// any more.
struct End {
    carrier: LocalPid,
    /// The thread of the scheduler that began, from which nothing can be sent: there the host is
    /// told of an error.
    scheduler: ThreadId,
}

impl Drop for End {
    fn drop(&mut self) {
        if std::thread::current().id() != self.scheduler {
            message(&self.carrier, |env| {
                (atoms::boardwright_wire(), atoms::nil(), atoms::end()).encode(env)
            });
        }
    }
}

/// Opens ways by a process, which is told `{:boardwright_wire, wire, :open}`.
pub(crate) fn dial(carrier: LocalPid) -> Dial {
    let end = End {
        carrier,
        scheduler: std::thread::current().id(),
    };
    Arc::new(move |sink| {
        let carrier = end.carrier;
        let wire = ResourceArc::new(WireEnd(Mutex::new(Some(sink))));
        let told = message(&carrier, |env| {
            (atoms::boardwright_wire(), &wire, atoms::open()).encode(env)
        });
        told.ok_or_else(|| io::Error::from(io::ErrorKind::ConnectionRefused))?;
        Ok(Box::new(Sender { carrier, end: wire }))
    })
}

/// Takes a line of a program; false where nobody listens to it any more.
#[rustler::nif(schedule = "DirtyCpu")]
fn wire_line(wire: &WireEnd, line: Term<'_>) -> bool {
    let mut sink = wire.0.lock().unwrap_or_else(PoisonError::into_inner);
    let taken = match (&*sink, saved(line)) {
        (Some(sink), Ok(line)) => sink.line(line),
        _ => false,
    };
    if !taken {
        *sink = None;
    }
    taken
}

/// Says that a program is gone.
#[rustler::nif]
fn wire_gone(wire: &WireEnd) -> Atom {
    wire.close();
    atoms::ok()
}
