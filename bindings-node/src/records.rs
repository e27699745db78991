//! Records of games and columns, for `lib/records.js` and `lib/columns.js`. Options and trees
//! are JSON; numbers of columns cross as typed arrays.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use boardwright::Error;
use boardwright::host::{Game, State};
use boardwright::records::{
    self, ColumnSettings, Columns, ColumnsFeed, ColumnsSource, Damage, DamageKind, Fed, Next,
    ReadSettings, Record, RecordStream, Texts, columns_of, write_options,
};
use boardwright::value::Value;
use napi::bindgen_prelude::{
    Either, Float64Array, Int8Array, Int16Array, Int32Array, Uint8Array, Uint16Array,
};
use napi_derive::napi;

use crate::errors::{OrRaise, Result, raised};
use crate::handle::{Handle, New};
use crate::jobs::{JobContext, milliseconds};
use crate::json;

/// The games of a source.
pub(crate) struct Reader {
    stream: Arc<RecordStream>,
    /// Games that a job has read and JavaScript has not yet taken.
    read: Arc<Mutex<VecDeque<Next>>>,
}

/// Begins to read a file, bytes, or, with neither, bytes that are fed.
#[napi(catch_unwind)]
pub(crate) fn reader(
    path: Option<String>,
    bytes: Option<Uint8Array>,
    options: String,
) -> Result<New<Reader>> {
    let settings = json::read(&options)
        .and_then(ReadSettings::new)
        .or_raise()?;
    let stream = match (path, bytes) {
        (Some(path), _) => RecordStream::of_file(&PathBuf::from(path), settings),
        // JavaScript may change its own.
        (None, Some(bytes)) => RecordStream::of_bytes(bytes.to_vec(), settings),
        (None, None) => RecordStream::fed(settings),
    };
    Ok(New(Reader {
        stream: Arc::new(stream.or_raise()?),
        read: Arc::default(),
    }))
}

/// A game; otherwise a damage as JSON, or `pause`, `hungry`, `end` or `empty`.
type Found = Either<New<Record>, String>;

fn found(reader: &Reader, next: Next) -> Result<Found> {
    Ok(Either::B(match next {
        Next::Record(record) => return Ok(Either::A(New(record))),
        Next::Damage(damage) if damage.kind == DamageKind::Input => {
            return Err(raised(&Error::invalid_option(format!("source: {damage}"))));
        }
        Next::Damage(damage) => match reader.stream.error(&damage) {
            Some(error) => return Err(raised(&error)),
            None => written(&damage)?,
        },
        Next::Pause => "pause".to_owned(),
        Next::Hungry => "hungry".to_owned(),
        Next::End => "end".to_owned(),
    }))
}

fn written(damage: &Damage) -> Result<String> {
    json::write(damage).or_raise()
}

impl Reader {
    fn take(&self) -> Option<Next> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.pop_front()
    }
}

/// Takes the next game of those that a job has read; `empty` if there is none.
#[napi(catch_unwind)]
pub(crate) fn reader_take(reader: Handle<Reader>) -> Result<Found> {
    let reader = reader.get()?;
    match reader.take() {
        None => Ok(Either::B("empty".to_owned())),
        Some(next) => found(&reader, next),
    }
}

/// Reads the next game now.
#[napi(catch_unwind)]
pub(crate) fn reader_next(reader: Handle<Reader>) -> Result<Found> {
    let reader = reader.get()?;
    match reader.take() {
        Some(next) => found(&reader, next),
        None => {
            let next = reader.stream.next().or_raise()?;
            found(&reader, next)
        }
    }
}

/// Queues the reading of several games, to be taken then.
#[napi(catch_unwind)]
pub(crate) fn reader_many(
    context: Handle<JobContext>,
    job: i64,
    reader: Handle<Reader>,
    most: u32,
) -> Result<()> {
    let reader = reader.get()?;
    let read = Arc::clone(&reader.read);
    let work = reader.stream.many(most as usize).then(move |found| {
        read.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend(found);
        Ok(())
    });
    let context = context.get()?;
    context.submit_own(job, None, work)
}

/// Gives bytes to a reader that is hungry; none are the end.
#[napi(catch_unwind)]
pub(crate) fn reader_feed(reader: Handle<Reader>, bytes: Uint8Array) -> Result<()> {
    reader.get()?.stream.feed(bytes.to_vec()).or_raise()
}

/// Makes a record; moves are JSON, tags pairs as JSON.
#[napi(catch_unwind)]
pub(crate) fn record(
    start: Handle<State>,
    moves: String,
    tags: Vec<String>,
    result: Option<String>,
    style: Option<String>,
) -> Result<New<Record>> {
    let wrong = |e: serde_json::Error| raised(&Error::invalid_option(format!("moves: {e}")));
    let moves: Value = serde_json::from_str(&moves).map_err(wrong)?;
    let tags: Vec<_> = tags
        .chunks_exact(2)
        .map(|pair| (pair[0].clone(), pair[1].clone()))
        .collect();
    let start = start.get()?;
    Record::from_plain(&start, moves, &tags, result.as_deref(), style.as_deref())
        .map(New)
        .or_raise()
}

/// The line, the tags as names and values, and the result.
#[napi(catch_unwind)]
pub(crate) fn record_head(record: Handle<Record>) -> Result<String> {
    let record = record.get()?;
    let head = serde_json::json!({
        "line": record.line(),
        "tags": record.tags(),
        "result": record.result().map(records::GameResult::text),
    });
    json::write(&head).or_raise()
}

/// The first state.
#[napi(catch_unwind)]
pub(crate) fn record_start(record: Handle<Record>) -> Result<New<State>> {
    Ok(New(record.get()?.start()))
}

/// The state after a move, or the last one.
#[napi(catch_unwind)]
pub(crate) fn record_state(record: Handle<Record>, node: Option<f64>) -> Result<New<State>> {
    let node = node.map(|node| {
        if node < 0.0 {
            usize::MAX
        } else {
            node as usize
        }
    });
    record.get()?.state(node).map(New).or_raise()
}

/// The main line, as JSON.
#[napi(catch_unwind)]
pub(crate) fn record_moves(record: Handle<Record>, style: Option<String>) -> Result<String> {
    let moves = record.get()?.main_line(style.as_deref());
    moves.and_then(|moves| json::write(&moves)).or_raise()
}

/// All moves, as JSON.
#[napi(catch_unwind)]
pub(crate) fn record_tree(record: Handle<Record>, style: Option<String>) -> Result<String> {
    record
        .get()?
        .tree(style.as_deref())
        .and_then(|tree| json::write(&tree))
        .or_raise()
}

/// The record as PGN.
#[napi(catch_unwind)]
pub(crate) fn record_pgn(record: Handle<Record>, options: String) -> Result<String> {
    let options = json::read(&options).and_then(write_options).or_raise()?;
    record.get()?.pgn(options).or_raise()
}

/// Columns that are being read, and then are there.
pub(crate) struct ColumnsSlot {
    columns: Arc<Mutex<Option<Columns>>>,
    done: Arc<AtomicU64>,
    rung: Arc<AtomicBool>,
}

/// Queues the reading of a file or of bytes into columns.
#[napi(catch_unwind)]
pub(crate) fn columns(
    context: Handle<JobContext>,
    job: i64,
    path: Option<String>,
    bytes: Option<Uint8Array>,
    options: String,
    deadline: Option<f64>,
) -> Result<New<ColumnsSlot>> {
    let settings = json::read(&options)
        .and_then(ColumnSettings::new)
        .or_raise()?;
    let source = match path {
        Some(path) => ColumnsSource::File(path.into()),
        // JavaScript may change its own meanwhile.
        None => ColumnsSource::Bytes(Arc::new(bytes.map_or_else(Vec::new, |b| b.to_vec()))),
    };
    let context = context.get()?;
    let slot = ColumnsSlot {
        columns: Arc::default(),
        done: Arc::default(),
        rung: Arc::default(),
    };
    let bell = context.bell(job);
    let (done, rung) = (Arc::clone(&slot.done), Arc::clone(&slot.rung));
    let progress = Box::new(move |bytes| {
        done.store(bytes, Ordering::Release);
        if !rung.swap(true, Ordering::AcqRel) {
            bell.ring();
        }
    });
    let place = Arc::clone(&slot.columns);
    let work = columns_of(source, settings, progress).or_raise()?;
    let work = work.then(move |columns| {
        *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(columns);
        Ok(())
    });
    context.submit_own(job, milliseconds(deadline), work)?;
    Ok(New(slot))
}

/// Columns of a text that is fed.
pub(crate) struct FeedSlot {
    feed: Arc<ColumnsFeed>,
    columns: Arc<Mutex<Option<Columns>>>,
    done: Arc<AtomicU64>,
}

/// Begins to read columns of a text that is fed.
#[napi(catch_unwind)]
pub(crate) fn columns_feed(options: String, deadline: Option<f64>) -> Result<New<FeedSlot>> {
    let settings = json::read(&options)
        .and_then(ColumnSettings::new)
        .or_raise()?;
    let done = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&done);
    let progress = Box::new(move |bytes| count.store(bytes, Ordering::Release));
    let left = milliseconds(deadline);
    let end = left.and_then(|left| Instant::now().checked_add(left));
    let feed = ColumnsFeed::new(settings, end, progress).or_raise()?;
    Ok(New(FeedSlot {
        feed: Arc::new(feed),
        columns: Arc::default(),
        done,
    }))
}

/// Queues the reading of a part; no bytes are the end.
#[napi(catch_unwind)]
pub(crate) fn columns_fed(
    context: Handle<JobContext>,
    job: i64,
    slot: Handle<FeedSlot>,
    bytes: Uint8Array,
) -> Result<()> {
    let slot = slot.get()?;
    let place = Arc::clone(&slot.columns);
    let work = slot.feed.feeding(bytes.to_vec()).then(move |fed| {
        if let Fed::Done(columns) = fed {
            *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(*columns);
        }
        Ok(())
    });
    let context = context.get()?;
    context.submit_own(job, None, work)
}

/// The number of bytes that were read so far of a text that is fed.
#[napi(catch_unwind)]
pub(crate) fn columns_fed_done(slot: Handle<FeedSlot>) -> Result<f64> {
    Ok(slot.get()?.done.load(Ordering::Acquire) as f64)
}

/// Takes the columns of a text that was fed; null while more is wanted.
#[napi(catch_unwind)]
pub(crate) fn columns_fed_take(slot: Handle<FeedSlot>) -> Result<Option<ColumnArrays>> {
    let slot = slot.get()?;
    let found = slot
        .columns
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .take();
    found.map(arrays).transpose()
}

/// The number of bytes that were read so far; the bell rings for later ones.
#[napi(catch_unwind)]
pub(crate) fn columns_done(slot: Handle<ColumnsSlot>) -> Result<f64> {
    let slot = slot.get()?;
    slot.rung.store(false, Ordering::Release);
    Ok(slot.done.load(Ordering::Acquire) as f64)
}

/// Texts one after the other.
#[napi(object, object_from_js = false)]
pub(crate) struct TextArrays {
    pub bytes: Uint8Array,
    pub offsets: Float64Array,
}

/// Columns as typed arrays; damages are JSON.
#[napi(object, object_from_js = false)]
pub(crate) struct ColumnArrays {
    pub lines: Float64Array,
    pub results: Int8Array,
    pub ply_offsets: Float64Array,
    pub moves: Uint16Array,
    pub clocks: Int32Array,
    pub evals: Int16Array,
    pub boards: Uint8Array,
    pub starts: TextArrays,
    pub fens: TextArrays,
    pub headers: Vec<TextArrays>,
    pub damages: String,
}

/// Numbers below 2^53, as JavaScript has them.
fn indices(numbers: &[u64]) -> Float64Array {
    let numbers: Vec<_> = numbers.iter().map(|number| *number as f64).collect();
    numbers.into()
}

fn texts(texts: Texts) -> TextArrays {
    TextArrays {
        offsets: indices(&texts.offsets),
        bytes: texts.bytes.into(),
    }
}

/// Takes the columns that a job has read.
#[napi(catch_unwind)]
pub(crate) fn columns_take(slot: Handle<ColumnsSlot>) -> Result<ColumnArrays> {
    let slot = slot.get()?;
    let found = slot
        .columns
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .take();
    let lost = || Error::internal("the columns were lost");
    arrays(found.ok_or_else(lost).or_raise()?)
}

fn arrays(columns: Columns) -> Result<ColumnArrays> {
    let damages = json::write(&columns.damages);
    Ok(ColumnArrays {
        lines: indices(&columns.lines),
        results: columns.results.into(),
        ply_offsets: indices(&columns.ply_offsets),
        moves: columns.moves.into(),
        clocks: columns.clocks.into(),
        evals: columns.evals.into(),
        boards: columns.boards.into(),
        starts: texts(columns.starts),
        fens: texts(columns.fens),
        headers: columns.headers.into_iter().map(texts).collect(),
        damages: damages.or_raise()?,
    })
}

/// The text of a move of columns.
#[napi(catch_unwind)]
pub(crate) fn column_move_text(game: Handle<Game>, code: u32) -> Result<String> {
    let code = u16::try_from(code).ok();
    let wrong = || Error::invalid_notation("move: a code has 16 bits");
    let game = game.get()?;
    code.ok_or_else(wrong)
        .and_then(|code| records::move_text(&game, code))
        .or_raise()
}
