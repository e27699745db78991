//! Engine protocols: a line in, lines out.
//!
//! An [`Engine`] speaks one protocol with one host. What the host says is
//! [sent](Engine::send) line by line; what the engine says goes to a sink, line by
//! line, from whatever thread has something to say. Nothing here reads or writes a
//! stream: the command line wires an engine to its standard streams, a server to a
//! WebSocket, a test to a vector. Searches run on the pool of [`contract::jobs`], and
//! no line that is sent ever waits for one.
//!
//! | protocol | for | |
//! |---|---|---|
//! | `uci` | games of one board | the [Universal Chess Interface], with `UCI_Variant` and `UCI_Chess960` |
//! | `ubi` | bughouse | both boards at once, messages between partners |
//! | `bei` | `boost` | BEI 2.0.0, the interface of Boost engines |
//!
//! [Universal Chess Interface]: https://backscattering.de/chess/uci/
//!
//! ```
//! use std::sync::mpsc;
//! use boardwright::protocol::Engine;
//!
//! let (says, said) = mpsc::channel();
//! let engine = Engine::new("uci", Box::new(move |line| says.send(line.to_owned()).unwrap()))?;
//! engine.send("position startpos moves f2f3 e7e5 g2g4")?;
//! engine.send("go depth 3")?;
//! let answer = said.iter().find(|line| line.starts_with("bestmove"));
//! assert_eq!(answer.as_deref(), Some("bestmove d8h4"));
//! # Ok::<(), boardwright::Error>(())
//! ```

mod bei;
mod driver;
mod line_queue;
mod outbox;
mod ubi;
mod uci;
mod uci_options;

use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;
use std::time::Duration;

use crate::host::guard;
use contract::error::{Error, Result, quoted};
use driver::SessionDriver;
pub use line_queue::LineQueue;
use outbox::Outbox;

/// Receiver of an engine's output, a line at a time and without its end. Never called by two
/// threads at once; it may send lines to the engine itself.
pub type Sink = Box<dyn Fn(&str) + Send + Sync>;

/// Behaviour of a protocol, shared by all kinds of session.
trait Protocol: Send + Sync {
    /// Takes up a line. What there is to say goes to the outbox; whoever called
    /// sees to its delivery.
    fn line(&self, line: &str);

    /// Cancels what goes on, and says nothing any more.
    fn close(&self);

    /// Returns true if it was closed, by the host's command or by [`close`](Self::close).
    fn is_closed(&self) -> bool;

    /// Waits until nothing is searched; false if that took longer than the time.
    fn wait(&self, timeout: Duration) -> bool;
}

type Make = fn(Arc<Outbox>) -> Result<Box<dyn Protocol>>;

/// All protocols.
const PROTOCOLS: &[(&str, Make)] = &[
    ("uci", |out| serve(out, uci::UciSession::new()?)),
    ("ubi", |out| serve(out, ubi::UbiSession::new()?)),
    ("bei", |out| serve(out, bei::BeiSession::new())),
];

/// The line by which a program names the network of a game.
fn network_line(game: &str, network: &str) -> String {
    format!("info string {game} is evaluated by the network {network}")
}

fn serve<S: driver::ProtocolSession>(out: Arc<Outbox>, session: S) -> Result<Box<dyn Protocol>> {
    Ok(Box::new(SessionDriver::new(out, session)))
}

/// The names of the protocols there are.
pub fn names() -> impl Iterator<Item = &'static str> {
    PROTOCOLS.iter().map(|(name, _)| *name)
}

/// A partner for one host in one protocol.
pub struct Engine {
    name: &'static str,
    protocol: Box<dyn Protocol>,
    out: Arc<Outbox>,
}

// Locks that a panic has poisoned are taken all the same: what they guard is
// changed in single steps.
impl UnwindSafe for Engine {}
impl RefUnwindSafe for Engine {}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Engine({})", self.name)
    }
}

impl Engine {
    /// An engine that speaks a protocol, see [`names`], and tells `sink` what it
    /// has to say.
    ///
    /// # Errors
    ///
    /// `unsupported` for a protocol that does not exist, with those that do.
    pub fn new(protocol: &str, sink: Sink) -> Result<Self> {
        guard(|| {
            let Some((name, make)) = PROTOCOLS.iter().find(|(name, _)| *name == protocol) else {
                return Err(Error::unsupported(format!(
                    "there is no protocol {}: there are {}",
                    quoted(protocol),
                    names().collect::<Vec<_>>().join(", ")
                )));
            };
            let out = Arc::new(Outbox::new(sink));
            Ok(Self {
                name,
                protocol: make(Arc::clone(&out))?,
                out,
            })
        })
    }

    /// The name of its protocol.
    #[must_use]
    pub const fn protocol(&self) -> &'static str {
        self.name
    }

    /// Tells it a line, or several. Does not wait for what comes of them: an
    /// engine that has been told to search takes further lines at once. What is
    /// wrong with a line is said in the protocol's own way, through the sink; after
    /// the protocol's word for the end nothing is taken up any more.
    ///
    /// # Errors
    ///
    /// `internal` only.
    pub fn send(&self, text: &str) -> Result<()> {
        guard(|| {
            for line in text.lines() {
                self.protocol.line(line);
                self.out.deliver();
            }
            Ok(())
        })
    }

    /// Cancels what it searches, without another word. Dropping it does the same.
    pub fn close(&self) {
        self.protocol.close();
    }

    /// Returns true if it was closed, by [`close`](Self::close) or by the protocol's command for
    /// the end.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.protocol.is_closed()
    }

    /// Waits until it searches nothing and has said all there is to say of what it
    /// searched; false if that took longer than `timeout`. An answer that the
    /// protocol holds back (`go infinite`) is not waited for.
    #[must_use]
    pub fn wait(&self, timeout: Duration) -> bool {
        self.protocol.wait(timeout)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.close();
    }
}

/// The pool of the process for tests of what runs on it: as large on every machine.
#[cfg(test)]
fn shared_pool() {
    contract::jobs::configure(Some(4), Some(4096)).unwrap();
}
