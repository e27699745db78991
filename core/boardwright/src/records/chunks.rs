//! The bytes that a host gives in turns with a reader on a thread of its own.

use std::io::{self, Cursor, Read};
use std::sync::mpsc::{Receiver, SyncSender};

/// A stream that asks for further bytes by a message, and ends with none.
pub(super) struct Chunks<T> {
    hungry: SyncSender<T>,
    ask: fn() -> T,
    given: Receiver<Vec<u8>>,
    chunk: Cursor<Vec<u8>>,
    ended: bool,
}

impl<T> Chunks<T> {
    /// Creates a stream that sends what `ask` makes whenever it wants bytes.
    pub(super) fn new(hungry: SyncSender<T>, ask: fn() -> T, given: Receiver<Vec<u8>>) -> Self {
        Self {
            hungry,
            ask,
            given,
            chunk: Cursor::default(),
            ended: false,
        }
    }
}

impl<T> Read for Chunks<T> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let gone = || io::Error::from(io::ErrorKind::BrokenPipe);
        loop {
            let length = self.chunk.read(out)?;
            if length > 0 || self.ended || out.is_empty() {
                return Ok(length);
            }
            self.hungry.send((self.ask)()).map_err(|_| gone())?;
            let chunk = self.given.recv().map_err(|_| gone())?;
            self.ended = chunk.is_empty();
            self.chunk = Cursor::new(chunk);
        }
    }
}
