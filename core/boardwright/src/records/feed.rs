//! Columns of a source that a host feeds piece by piece, so that the text is never held whole.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use ::records::columns::Columns;
use contract::error::{Error, Result};
use contract::jobs::{Class, Control, Kind, Work};

use super::chunks::Chunks;
use super::input::unpacked;
use super::options::ColumnSettings;
use super::reader::{Progress, stop_at_damage, stream_columns};

/// Bytes that are gathered before the reader gets them: hosts give lines as well as chunks.
const PORTION: usize = 1 << 18;

/// Answer of a [`ColumnsFeed`].
#[derive(Clone, Debug)]
pub enum Fed {
    /// Further bytes are wanted; none are the end.
    Hungry,
    /// All is read, or reading stopped at a damaged game where that is no error.
    Done(Box<Columns>),
}

/// Columns that are read while their host gives the text, in turns with it. The text is read
/// on a thread of its own, that waits between the portions; it ends where this is dropped.
pub struct ColumnsFeed {
    inner: Mutex<Inner>,
    control: Arc<Control>,
}

struct Inner {
    told: Receiver<Told>,
    chunks: SyncSender<Vec<u8>>,
    gathered: Vec<u8>,
    /// True once the reader waits for its first or next bytes.
    hungry: bool,
    over: bool,
}

enum Told {
    Hungry,
    Done(Box<Result<Columns>>),
}

impl std::fmt::Debug for ColumnsFeed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ColumnsFeed").finish_non_exhaustive()
    }
}

impl ColumnsFeed {
    /// Begins to read a text that may be packed. Progress is told from another thread.
    ///
    /// # Errors
    ///
    /// Those of [`columns`](fn@super::columns), and `busy` if there is no thread.
    pub fn new(
        settings: ColumnSettings,
        deadline: Option<Instant>,
        progress: Progress,
    ) -> Result<Self> {
        settings.check_game()?;
        let control = Arc::new(Control::new(deadline));
        let (tell, told) = sync_channel(0);
        let (chunks, given) = sync_channel(1);
        let watched = Arc::clone(&control);
        let work = move || {
            let chunks = Chunks::new(tell.clone(), || Told::Hungry, given);
            let stop = settings.stop;
            let fault = |error| Error::invalid_option(format!("source: {error}"));
            let columns = crate::host::guard(|| {
                let input = unpacked(chunks).map_err(fault)?;
                let columns = stream_columns(input, settings, &*progress, &watched)?;
                stop_at_damage(columns, stop)
            });
            // Nobody waits for it any more once the receiver is gone.
            let _ = tell.send(Told::Done(Box::new(columns)));
        };
        thread::Builder::new()
            .name("boardwright-columns".into())
            .spawn(work)
            .map_err(|error| Error::busy(format!("no thread for a stream: {error}")))?;
        let inner = Inner {
            told,
            chunks,
            gathered: Vec::new(),
            hungry: false,
            over: false,
        };
        Ok(Self {
            inner: Mutex::new(inner),
            control,
        })
    }

    /// Gives bytes, none at the end, and waits until further ones are wanted: no longer than
    /// a portion of some megabytes takes.
    ///
    /// # Errors
    ///
    /// Those of the reading, `cancelled` after the deadline, `invalid_notation` for a damaged
    /// game where the settings say stop, and `unsupported` after the end.
    pub fn feed(&self, bytes: &[u8]) -> Result<Fed> {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        if inner.over {
            return Err(Error::unsupported("columns that are read already"));
        }
        let answer = inner.feed(bytes);
        inner.over = !matches!(answer, Ok(Fed::Hungry));
        answer
    }

    /// Prepares [`feed`](Self::feed) for the pool.
    pub fn feeding(self: &Arc<Self>, bytes: Vec<u8>) -> Work<Fed> {
        let feed = Arc::clone(self);
        Work::new(Kind::Records, Class::Short, move |_| feed.feed(&bytes))
    }

    /// Ends the reading: the next answer is `cancelled`.
    pub fn cancel(&self) {
        self.control.cancel();
    }
}

impl Inner {
    fn feed(&mut self, bytes: &[u8]) -> Result<Fed> {
        self.gathered.extend_from_slice(bytes);
        if !bytes.is_empty() && self.gathered.len() < PORTION {
            return Ok(Fed::Hungry);
        }
        let portion = std::mem::take(&mut self.gathered);
        if !portion.is_empty()
            && let Some(columns) = self.give(portion)?
        {
            return Ok(Fed::Done(Box::new(columns)));
        }
        if !bytes.is_empty() {
            return Ok(Fed::Hungry);
        }
        let columns = self.give(Vec::new())?;
        let lost = || Error::internal("the reader of columns wants more than there is");
        columns
            .map(|columns| Fed::Done(Box::new(columns)))
            .ok_or_else(lost)
    }

    /// Hands a portion over; the columns, if the reader wants no further one.
    fn give(&mut self, portion: Vec<u8>) -> Result<Option<Columns>> {
        let lost = || Error::internal("the reader of columns was lost");
        if !self.hungry {
            // Its first request, or what it has to say without one.
            if let Told::Done(columns) = self.told.recv().map_err(|_| lost())? {
                return (*columns).map(Some);
            }
        }
        self.hungry = false;
        self.chunks.send(portion).map_err(|_| lost())?;
        match self.told.recv().map_err(|_| lost())? {
            Told::Done(columns) => (*columns).map(Some),
            Told::Hungry => {
                self.hungry = true;
                Ok(None)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::records::{ColumnsSource, columns_of};

    fn settings(given: serde_json::Value) -> ColumnSettings {
        ColumnSettings::new(given.as_object().cloned().unwrap_or_default()).unwrap()
    }

    fn text(games: usize) -> Vec<u8> {
        let game =
            |i: usize| format!("[White \"{i}\"]\n\n1. e4 {{[%clk 0:03:00]}} e5 2. Nf3 1-0\n\n");
        (0..games).map(game).collect::<String>().into_bytes()
    }

    fn fed<'a>(
        feed: &ColumnsFeed,
        chunks: impl Iterator<Item = &'a [u8]>,
    ) -> (Result<Columns>, usize) {
        let mut taken = 0;
        for chunk in chunks.chain([&[][..]]) {
            taken += chunk.len();
            match feed.feed(chunk) {
                Ok(Fed::Hungry) => {}
                Ok(Fed::Done(columns)) => return (Ok(*columns), taken),
                Err(error) => return (Err(error), taken),
            }
        }
        panic!("the end was given");
    }

    #[test]
    fn fed_columns_are_those_of_the_whole_text() {
        let text = text(20_000);
        let options = json!({"headers": ["White"], "boards": true});
        let source = ColumnsSource::Bytes(Arc::new(text.clone()));
        let whole = columns_of(source, settings(options.clone()), Box::new(|_| ())).unwrap();
        let whole = whole.run(&Control::new(None)).unwrap();
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut packed, &text).unwrap();
        let packed = packed.finish().unwrap();
        for (text, size) in [
            (&text, 64),
            (&text, PORTION),
            (&text, usize::MAX),
            (&packed, 1000),
        ] {
            let feed = ColumnsFeed::new(settings(options.clone()), None, Box::new(|_| ())).unwrap();
            let (columns, taken) = fed(&feed, text.chunks(size));
            assert_eq!(taken, text.len());
            assert_eq!(columns.unwrap(), whole, "{size}");
            assert_eq!(feed.feed(b"").unwrap_err().code(), "unsupported");
        }
        let feed = ColumnsFeed::new(settings(json!({})), None, Box::new(|_| ())).unwrap();
        assert_eq!(fed(&feed, std::iter::empty()).0.unwrap().results.len(), 0);
    }

    #[test]
    fn a_feed_stops_at_damage_without_the_rest() {
        let mut text = text(10);
        text.extend_from_slice(b"1. e4 e6 2. Qxe8 0-1\n\n");
        let damaged = text.len();
        text.extend(self::text(1_000_000));
        let feed = ColumnsFeed::new(settings(json!({})), None, Box::new(|_| ())).unwrap();
        let (columns, taken) = fed(&feed, text.chunks(PORTION));
        assert_eq!(columns.unwrap_err().code(), "invalid_notation");
        assert!(damaged < taken && taken < text.len(), "{taken}");
        let feed = ColumnsFeed::new(settings(json!({})), None, Box::new(|_| ())).unwrap();
        feed.cancel();
        assert_eq!(
            fed(&feed, text.chunks(PORTION)).0.unwrap_err().code(),
            "cancelled"
        );
        let past = Some(Instant::now());
        let feed = ColumnsFeed::new(settings(json!({})), past, Box::new(|_| ())).unwrap();
        assert!(fed(&feed, text.chunks(PORTION)).0.is_err());
        let given = json!({"game": "boost"})
            .as_object()
            .cloned()
            .unwrap_or_default();
        let boost = ColumnSettings::new(given).unwrap();
        assert!(ColumnsFeed::new(boost, None, Box::new(|_| ())).is_err());
    }
}
