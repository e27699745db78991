//! Ways to programs that are not started here: lines to one, and lines from one, by whatever the
//! host has.

use std::fmt;
use std::io;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use crate::process::{LONGEST_LINE, MessageTap, WAITING_LINES};

/// The way to a program.
pub trait Wire: Send {
    /// Sends a line, without its end.
    ///
    /// # Errors
    ///
    /// If the program is gone.
    fn send(&mut self, line: &str) -> io::Result<()>;

    /// Ends it; nothing is sent any more.
    fn close(&mut self);
}

/// Opens a way to a program, whose lines go to the sink; again for each new beginning. It need not
/// be open yet when this returns.
pub type Dial = Arc<dyn Fn(LineSink) -> io::Result<Box<dyn Wire>> + Send + Sync>;

/// Takes the lines of a program. With it the program is gone.
pub struct LineSink {
    send: SyncSender<String>,
    tap: Arc<Mutex<Option<MessageTap>>>,
}

impl fmt::Debug for LineSink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LineSink")
    }
}

impl LineSink {
    pub(crate) fn new() -> (Self, Receiver<String>, Arc<Mutex<Option<MessageTap>>>) {
        let (send, lines) = sync_channel(WAITING_LINES);
        let tap = Arc::new(Mutex::new(None));
        let sink = Self {
            send,
            tap: Arc::clone(&tap),
        };
        (sink, lines, tap)
    }

    /// Takes a line, and never waits. False where the program is no longer listened to, or has
    /// said too much: a line that is too long, or more lines than anybody reads. It is to be
    /// dropped then.
    #[must_use]
    pub fn line(&self, line: &str) -> bool {
        if line.len() as u64 > LONGEST_LINE {
            return false;
        }
        let line = line.trim();
        let heard = match &*self.tap.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(tap) => tap(line),
            None => false,
        };
        heard || self.send.try_send(line.to_owned()).is_ok()
    }
}
