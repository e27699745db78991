//! The games of a source one after the other, for hosts: what is damaged as they asked, and
//! sources that a host feeds piece by piece.

use std::io::Cursor;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use ::records::{Damage, DamageKind};
use contract::error::{Error, Result};
use contract::jobs::{Class, Kind, Work};

use super::chunks::Chunks;
use super::input::{Input, open, unpacked};
use super::options::{OnDamage, ReadSettings};
use super::reader::{GameReader, Record};

/// Damaged games left out before a host gets its turn.
const MOST_SKIPPED: usize = 64;

/// Answer of a [`RecordStream`].
#[derive(Clone, Debug)]
pub enum Next {
    /// A game.
    Record(Record),
    /// A damaged game, where it is not left out.
    Damage(Damage),
    /// Nothing yet, after many damaged games: ask again.
    Pause,
    /// Nothing before the host has given further bytes with [`RecordStream::feed`].
    Hungry,
    /// The end.
    End,
}

/// The games of a source, one after the other. One thread at a time reads.
pub struct RecordStream {
    inner: Mutex<Inner>,
    on_damage: OnDamage,
}

enum Inner {
    Own(GameReader),
    Fed(Fed),
}

impl std::fmt::Debug for RecordStream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RecordStream").finish_non_exhaustive()
    }
}

impl RecordStream {
    /// Reads a stream as it is: see [`unpacked`].
    #[must_use]
    pub fn new(input: Input, settings: ReadSettings) -> Self {
        Self {
            on_damage: settings.on_damage,
            inner: Mutex::new(Inner::Own(reader(input, settings))),
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// As in [`open`].
    pub fn of_file(path: &Path, settings: ReadSettings) -> Result<Self> {
        Ok(Self::new(open(path)?, settings))
    }

    /// Reads a text in memory, unpacked if it is packed.
    ///
    /// # Errors
    ///
    /// `invalid_option` for one that is packed and cannot be read.
    pub fn of_bytes(
        bytes: impl AsRef<[u8]> + Send + 'static,
        settings: ReadSettings,
    ) -> Result<Self> {
        let input = unpacked(Cursor::new(bytes));
        let input = input.map_err(|error| Error::invalid_option(format!("source: {error}")))?;
        Ok(Self::new(input, settings))
    }

    /// Reads what [`feed`](Self::feed) is given, on a thread of its own that waits for it.
    ///
    /// # Errors
    ///
    /// `busy` if there is no thread.
    pub fn fed(settings: ReadSettings) -> Result<Self> {
        let on_damage = settings.on_damage;
        let fed = Fed::new(settings)?;
        Ok(Self {
            inner: Mutex::new(Inner::Fed(fed)),
            on_damage,
        })
    }

    /// Gives bytes to a stream that is [`Next::Hungry`]; no bytes are the end.
    ///
    /// # Errors
    ///
    /// `unsupported` for a stream that is not hungry.
    pub fn feed(&self, bytes: Vec<u8>) -> Result<()> {
        match &mut *self.inner.lock().unwrap_or_else(PoisonError::into_inner) {
            Inner::Fed(fed) if fed.hungry => fed.feed(bytes),
            _ => Err(Error::unsupported("a source that waits for no bytes")),
        }
    }

    /// Reads on.
    ///
    /// # Errors
    ///
    /// `internal`.
    pub fn next(&self) -> Result<Next> {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        for _ in 0..MOST_SKIPPED {
            let next = match &mut *inner {
                Inner::Own(reader) => read(reader)?,
                Inner::Fed(fed) => fed.next()?,
            };
            match next {
                // A source that fails is no game to leave out.
                Next::Damage(damage)
                    if self.on_damage == OnDamage::Skip && damage.kind != DamageKind::Input => {}
                next => return Ok(next),
            }
        }
        Ok(Next::Pause)
    }

    /// Prepares the reading of several games on the pool: up to `most`, fewer where something
    /// else comes than a game, which is the last.
    pub fn many(self: &Arc<Self>, most: usize) -> Work<Vec<Next>> {
        let stream = Arc::clone(self);
        Work::new(Kind::Records, Class::Short, move |control| {
            let mut found = Vec::new();
            while found.len() < most {
                control.check()?;
                let next = stream.next()?;
                let last = !matches!(next, Next::Record(_));
                found.push(next);
                if last {
                    break;
                }
            }
            Ok(found)
        })
    }

    /// The error for a damaged game, where the host raises it.
    #[must_use]
    pub fn error(&self, damage: &Damage) -> Option<Error> {
        (self.on_damage == OnDamage::Raise).then(|| Error::invalid_notation(damage.to_string()))
    }
}

fn reader(input: Input, settings: ReadSettings) -> GameReader {
    GameReader::new(input, settings.read, settings.game)
}

fn read(reader: &mut GameReader) -> Result<Next> {
    Ok(match reader.read()? {
        None => Next::End,
        Some(Ok(record)) => Next::Record(record),
        Some(Err(damage)) => Next::Damage(damage),
    })
}

/// The reader of a source that its host feeds. It runs on a thread of its own, in turns with
/// the host: formats are read by code that asks for bytes, and the host can give them only
/// between its calls.
struct Fed {
    told: Receiver<Result<Next>>,
    chunks: SyncSender<Vec<u8>>,
    hungry: bool,
    ended: bool,
}

impl Fed {
    fn new(settings: ReadSettings) -> Result<Self> {
        let (tell, told) = sync_channel(0);
        let (chunks, given) = sync_channel(1);
        let hungry = tell.clone();
        let work = move || {
            let chunks = Chunks::new(hungry, || Ok(Next::Hungry), given);
            let mut reader = match unpacked(chunks) {
                Ok(input) => reader(input, settings),
                Err(error) => {
                    let error = Error::invalid_option(format!("source: {error}"));
                    let _ = tell.send(Err(error));
                    return;
                }
            };
            loop {
                let next = read(&mut reader);
                let last = matches!(next, Ok(Next::End) | Err(_));
                // Nobody reads any more once the receiver is gone.
                if tell.send(next).is_err() || last {
                    return;
                }
            }
        };
        thread::Builder::new()
            .name("boardwright-records".into())
            .spawn(work)
            .map_err(|error| Error::busy(format!("no thread for a stream: {error}")))?;
        Ok(Self {
            told,
            chunks,
            hungry: false,
            ended: false,
        })
    }

    fn next(&mut self) -> Result<Next> {
        if self.hungry {
            return Ok(Next::Hungry);
        }
        if self.ended {
            return Ok(Next::End);
        }
        // A reader that is gone without a word has panicked.
        let next = self
            .told
            .recv()
            .unwrap_or_else(|_| Err(Error::internal("the reader of a stream was lost")));
        match &next {
            Ok(Next::Hungry) => self.hungry = true,
            Ok(Next::End) | Err(_) => self.ended = true,
            Ok(_) => {}
        }
        next
    }

    fn feed(&mut self, bytes: Vec<u8>) -> Result<()> {
        self.hungry = false;
        self.chunks
            .send(bytes)
            .map_err(|_| Error::internal("the reader of a stream was lost"))
    }
}

#[cfg(test)]
mod tests {
    use contract::value::Dict;
    use serde_json::json;

    use super::*;

    const GAMES: &[u8] = b"1. e4 e5 1-0\n\n1. e4 e6 2. Qxe8 0-1\n\n1. d4 d5 *\n";

    fn settings(on_damage: &str) -> ReadSettings {
        let mut given = Dict::new();
        given.insert("on_damage".into(), json!(on_damage));
        ReadSettings::new(given).unwrap()
    }

    /// The first moves of games, lines of damages.
    fn all(stream: &RecordStream, mut chunks: impl Iterator<Item = Vec<u8>>) -> Vec<String> {
        let mut found = Vec::new();
        loop {
            match stream.next().unwrap() {
                Next::Record(record) => found.push(record.main_line(None).unwrap().join(" ")),
                Next::Damage(damage) => found.push(damage.line.to_string()),
                Next::Hungry => stream.feed(chunks.next().unwrap_or_default()).unwrap(),
                Next::Pause => {}
                Next::End => return found,
            }
        }
    }

    #[test]
    fn fed_streams_read_what_files_do() {
        let whole = RecordStream::of_bytes(GAMES, settings("yield")).unwrap();
        let whole = all(&whole, std::iter::empty());
        assert_eq!(whole, ["e2e4 e7e5", "3", "d2d4 d7d5"]);
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut packed, GAMES).unwrap();
        let packed = packed.finish().unwrap();
        for text in [GAMES, &packed] {
            for size in [1, 7, 1000] {
                let stream = RecordStream::fed(settings("yield")).unwrap();
                let chunks = text.chunks(size).map(<[u8]>::to_vec);
                assert_eq!(all(&stream, chunks), whole, "{size}");
                assert!(matches!(stream.next(), Ok(Next::End)));
            }
        }
    }

    #[test]
    fn damages_are_left_out_where_asked() {
        let stream = RecordStream::of_bytes(GAMES, settings("skip")).unwrap();
        assert_eq!(all(&stream, std::iter::empty()), ["e2e4 e7e5", "d2d4 d7d5"]);
        let mut cut = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut cut, GAMES).unwrap();
        let mut cut = cut.finish().unwrap();
        cut.truncate(cut.len() - 12);
        let stream = RecordStream::of_bytes(cut, settings("skip")).unwrap();
        let input = |next| matches!(next, Next::Damage(damage) if damage.kind == DamageKind::Input);
        assert!((0..4).any(|_| input(stream.next().unwrap())));
        // One that is dropped while it waits leaves nothing behind that could block.
        let stream = RecordStream::fed(settings("raise")).unwrap();
        assert!(matches!(stream.next(), Ok(Next::Hungry)));
        drop(stream);
    }
}
