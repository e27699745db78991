//! Records of games, one after the other, and columns as binaries.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use boardwright::arguments::shown;
use boardwright::records::{
    self, ColumnSettings, Columns, ColumnsFeed, ColumnsSource, Damage, DamageKind, Fed, Next,
    ReadSettings, RecordStream, Texts, columns_of, write_options,
};
use boardwright::value::{Dict, Value};
use boardwright::{Error, Result};
use rustler::{Binary, Encoder, Env, Resource, ResourceArc, Term};

use crate::args::{items, kind, maybe_millis, maybe_word, options_and_rest, word};
use crate::atoms;
use crate::errors::{map, tagged};
use crate::game::Game;
use crate::jobs::{Reporter, Start, start_telling};
use crate::results::ResultKind;
use crate::state::State;
use crate::value::{Reader as Values, encode, term};

/// A record of a game.
pub(crate) struct Record(records::Record);

#[rustler::resource_impl]
impl Resource for Record {}

/// The games of a source.
pub(crate) struct Reader(RecordStream);

#[rustler::resource_impl]
impl Resource for Reader {}

/// Bytes of a source, which are the host's.
fn binary<'a>(what: &str, term: Term<'a>) -> Result<&'a [u8]> {
    let binary = Binary::from_term(term);
    binary.map(|binary| binary.as_slice()).map_err(|_| {
        let got = kind(term);
        Error::invalid_option(format!("{what}: takes a binary, not {got}"))
    })
}

fn path_of(term: Term<'_>) -> Result<PathBuf> {
    word("source", term).map(|path| PathBuf::from(path.as_ref()))
}

fn rest_of(of: &str, given: Term<'_>) -> Result<Dict> {
    let ([], rest) = options_and_rest(of, given, [])?;
    Ok(rest)
}

/// Begins to read `:file` with a path, `:bytes` with a binary, or, with nil, what is fed.
#[rustler::nif(schedule = "DirtyIo")]
fn reader_new<'a>(env: Env<'a>, way: Term<'a>, source: Term<'a>, given: Term<'a>) -> Term<'a> {
    let new = || {
        let settings = ReadSettings::new(rest_of("stream!", given)?)?;
        let stream = match word("source", way)?.as_ref() {
            "file" => RecordStream::of_file(&path_of(source)?, settings)?,
            "bytes" => RecordStream::of_bytes(binary("source", source)?.to_vec(), settings)?,
            _ => RecordStream::fed(settings)?,
        };
        Ok(ResourceArc::new(Reader(stream)))
    };
    tagged(env, new())
}

/// A damage as a map with atoms for keys is made in Elixir, of this.
fn damaged<'a>(env: Env<'a>, damage: &Damage) -> Term<'a> {
    let place = (damage.line, damage.from);
    (atoms::damage(), place, damage.kind.code(), &damage.message).encode(env)
}

fn head<'a>(env: Env<'a>, record: records::Record) -> Term<'a> {
    let tags: Vec<_> = record.tags().iter().rev().cloned().collect();
    // The first of two stands, as in every language.
    let tags: Dict = tags
        .into_iter()
        .map(|(name, value)| (name, Value::from(value)))
        .collect();
    let result = record.result().map(records::GameResult::text);
    let tags = encode(env, &tags);
    let line = record.line();
    let reference = ResourceArc::new(Record(record));
    (atoms::record(), reference, line, tags, result).encode(env)
}

/// Reads up to `most` games: `{:ok, found, more}`, where the last of what was found may be
/// an error, and more is `:more`, `:hungry` or `:end`.
#[rustler::nif(schedule = "DirtyCpu")]
fn reader_next<'a>(env: Env<'a>, reader: &Reader, most: usize) -> Term<'a> {
    let mut found: Vec<Term<'a>> = Vec::new();
    let mut more = atoms::more();
    let failed = |error: &Error| (atoms::error(), crate::errors::encode(env, error)).encode(env);
    while found.len() < most {
        match reader.0.next() {
            Err(error) => {
                found.push(failed(&error));
                more = atoms::end();
                break;
            }
            Ok(Next::Record(record)) => found.push(head(env, record)),
            Ok(Next::Damage(damage)) if damage.kind == DamageKind::Input => {
                let error = Error::invalid_option(format!("source: {damage}"));
                found.push(failed(&error));
                break;
            }
            Ok(Next::Damage(damage)) => match reader.0.error(&damage) {
                Some(error) => {
                    found.push(failed(&error));
                    break;
                }
                None => found.push(damaged(env, &damage)),
            },
            Ok(Next::Pause) => break,
            Ok(Next::Hungry) => {
                more = atoms::hungry();
                break;
            }
            Ok(Next::End) => {
                more = atoms::end();
                break;
            }
        }
    }
    (atoms::ok(), found, more).encode(env)
}

/// Gives bytes to a reader that is hungry; none are the end.
#[rustler::nif(schedule = "DirtyCpu")]
fn reader_feed<'a>(env: Env<'a>, reader: &Reader, bytes: Term<'a>) -> Term<'a> {
    let feed = || {
        reader.0.feed(binary("source", bytes)?.to_vec())?;
        Ok(atoms::ok())
    };
    tagged(env, feed())
}

/// A list of nodes as plain values, one after the other: the bounds of options are not
/// those of a game.
fn nodes(term: Term<'_>) -> Result<Value> {
    items("moves", "a list of moves", term)?
        .into_iter()
        .map(|item| Values::new().value("moves", item))
        .collect()
}

fn moves_of(term: Term<'_>) -> Result<Value> {
    if !term.is_map() {
        return nodes(term);
    }
    let mut tree = Dict::new();
    for (name, value) in Values::new().pairs("moves", term)? {
        let value = match name.as_str() {
            "nodes" => nodes(value)?,
            _ => Values::new().value(&shown(&name), value)?,
        };
        tree.insert(name, value);
    }
    Ok(tree.into())
}

#[rustler::nif(schedule = "DirtyCpu")]
fn record_new<'a>(env: Env<'a>, start: &State, moves: Term<'a>, given: Term<'a>) -> Term<'a> {
    let new = || {
        let names = ["tags", "result", "style"];
        let [tags, result, style] = crate::args::options("record", given, names)?;
        let mut pairs = Vec::new();
        if let Some(tags) = tags {
            for (name, value) in Values::new().pairs("tags", tags)? {
                let value = crate::args::text(value);
                let wrong = |what| Error::invalid_option(format!("tags: {} {what}", shown(&name)));
                let value = value.map_err(wrong)?.to_owned();
                pairs.push((name, value));
            }
        }
        let result = maybe_word("result", result)?;
        let style = maybe_word("style", style)?;
        let moves = moves_of(moves)?;
        records::Record::from_plain(
            &start.inner,
            moves,
            &pairs,
            result.as_deref(),
            style.as_deref(),
        )
    };
    match new() {
        Ok(record) => (atoms::ok(), head(env, record)).encode(env),
        Err(error) => (atoms::error(), crate::errors::encode(env, &error)).encode(env),
    }
}

#[rustler::nif(schedule = "DirtyCpu")]
fn record_state<'a>(env: Env<'a>, record: &Record, node: Term<'a>) -> Term<'a> {
    let state = || {
        let node = match atoms::nil() == node {
            true => None,
            false => Some(node.decode::<u64>().map_or(usize::MAX, |n| n as usize)),
        };
        let state = record.0.state(node)?;
        Ok(State::resource(state, record.0.game()))
    };
    tagged(env, state())
}

#[rustler::nif(schedule = "DirtyCpu")]
fn record_start<'a>(env: Env<'a>, record: &Record) -> Term<'a> {
    tagged(env, Ok(State::resource(record.0.start(), record.0.game())))
}

#[rustler::nif(schedule = "DirtyCpu")]
fn record_moves<'a>(env: Env<'a>, record: &Record, style: Term<'a>) -> Term<'a> {
    let style = (atoms::nil() != style).then_some(style);
    let moves = || record.0.main_line(maybe_word("style", style)?.as_deref());
    tagged(env, moves())
}

#[rustler::nif(schedule = "DirtyCpu")]
fn record_tree<'a>(env: Env<'a>, record: &Record, style: Term<'a>) -> Term<'a> {
    let style = (atoms::nil() != style).then_some(style);
    let tree = || {
        let tree = record.0.tree(maybe_word("style", style)?.as_deref())?;
        term(env, &tree)
    };
    tagged(env, tree())
}

#[rustler::nif(schedule = "DirtyCpu")]
fn record_pgn<'a>(env: Env<'a>, record: &Record, given: Term<'a>) -> Term<'a> {
    let pgn = || record.0.pgn(write_options(rest_of("pgn", given)?)?);
    tagged(env, pgn())
}

/// Columns that are being read, and then are there.
pub(crate) struct Slot(Arc<Mutex<Option<Columns>>>);

#[rustler::resource_impl]
impl Resource for Slot {}

/// Starts to read `:file` or `:bytes` into columns: `{:ok, {job, slot}}`. With `tell` messages
/// say how many bytes were read.
#[rustler::nif(schedule = "DirtyIo")]
fn columns_start<'a>(
    env: Env<'a>,
    way: Term<'a>,
    source: Term<'a>,
    given: Term<'a>,
    tag: Term<'a>,
    tell: bool,
) -> Term<'a> {
    let begin = || {
        let ([deadline], rest) = options_and_rest("columns", given, ["deadline"])?;
        let settings = ColumnSettings::new(rest)?;
        let source = match word("source", way)?.as_ref() {
            "file" => ColumnsSource::File(path_of(source)?),
            _ => ColumnsSource::Bytes(Arc::new(binary("source", source)?.to_vec())),
        };
        let slot = ResourceArc::new(Slot(Arc::default()));
        let place = Arc::clone(&slot.0);
        let how = Start {
            caller: None,
            deadline: maybe_millis("deadline", deadline)?,
            patient: false,
            shape: ResultKind::Plain,
        };
        let work = |reporter: Reporter| {
            let reporter = Mutex::new(reporter);
            let progress = move |bytes| {
                if tell {
                    let reporter = reporter.lock().unwrap_or_else(PoisonError::into_inner);
                    reporter.progress(bytes);
                }
            };
            let work = columns_of(source, settings, Box::new(progress))?;
            Ok(work.then(move |columns| {
                *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(columns);
                Ok(())
            }))
        };
        Ok((start_telling(env, tag, &how, work)?, slot))
    };
    tagged(env, begin())
}

/// Columns that binaries keep alive.
pub(crate) struct Arrays(Columns);

#[rustler::resource_impl]
impl Resource for Arrays {}

/// A number whose bytes are all its own.
trait Item {}

impl Item for i8 {}
impl Item for u8 {}
impl Item for u16 {}
impl Item for i16 {}
impl Item for i32 {}
impl Item for u64 {}

/// The bytes of numbers, in the order of the machine.
fn bytes_of<T: Item>(items: &[T]) -> &[u8] {
    // SAFETY: they are integers without padding, and a byte may lie anywhere.
    unsafe { std::slice::from_raw_parts(items.as_ptr().cast(), size_of_val(items)) }
}

/// Takes the columns that a job has read, as a map of binaries that share their memory.
#[rustler::nif(schedule = "DirtyCpu")]
fn columns_take<'a>(env: Env<'a>, slot: &Slot) -> Term<'a> {
    let take = || {
        let found = slot.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let lost = || Error::internal("the columns were lost");
        Ok(binaries(env, found.ok_or_else(lost)?))
    };
    tagged(env, take())
}

fn binaries(env: Env<'_>, columns: Columns) -> Term<'_> {
    let arrays = ResourceArc::new(Arrays(columns));
    let texts = |texts: fn(&Columns, usize) -> &Texts, at: usize| {
        let bytes = arrays.make_binary(env, |arrays| &texts(&arrays.0, at).bytes);
        let offsets = arrays.make_binary(env, |arrays| bytes_of(&texts(&arrays.0, at).offsets));
        (bytes, offsets).encode(env)
    };
    let headers: Vec<_> = (0..arrays.0.headers.len())
        .map(|at| texts(|columns, at| &columns.headers[at], at))
        .collect();
    let damages: Vec<_> = arrays.0.damages.iter().map(|d| damaged(env, d)).collect();
    let fields: [(rustler::Atom, Term<'_>); 11] = [
        (
            atoms::lines(),
            arrays
                .make_binary(env, |a| bytes_of(&a.0.lines))
                .encode(env),
        ),
        (
            atoms::results(),
            arrays
                .make_binary(env, |a| bytes_of(&a.0.results))
                .encode(env),
        ),
        (
            atoms::ply_offsets(),
            arrays
                .make_binary(env, |a| bytes_of(&a.0.ply_offsets))
                .encode(env),
        ),
        (
            atoms::moves(),
            arrays
                .make_binary(env, |a| bytes_of(&a.0.moves))
                .encode(env),
        ),
        (
            atoms::clocks(),
            arrays
                .make_binary(env, |a| bytes_of(&a.0.clocks))
                .encode(env),
        ),
        (
            atoms::evals(),
            arrays
                .make_binary(env, |a| bytes_of(&a.0.evals))
                .encode(env),
        ),
        (
            atoms::boards(),
            arrays
                .make_binary(env, |a| bytes_of(&a.0.boards))
                .encode(env),
        ),
        (atoms::starts(), texts(|columns, _| &columns.starts, 0)),
        (atoms::fens(), texts(|columns, _| &columns.fens, 0)),
        (atoms::headers(), headers.encode(env)),
        (atoms::damages(), damages.encode(env)),
    ];
    let keys = fields.map(|(key, _)| key.encode(env));
    let values = fields.map(|(_, value)| value);
    map(env, &keys, &values)
}

/// Columns of a text that is fed.
pub(crate) struct Feed {
    feed: ColumnsFeed,
    done: Arc<AtomicU64>,
}

#[rustler::resource_impl]
impl Resource for Feed {}

/// Begins to read columns of a text that is fed.
#[rustler::nif(schedule = "DirtyIo")]
fn columns_feed<'a>(env: Env<'a>, given: Term<'a>) -> Term<'a> {
    let begin = || {
        let ([deadline], rest) = options_and_rest("columns", given, ["deadline"])?;
        let settings = ColumnSettings::new(rest)?;
        let left = maybe_millis("deadline", deadline)?;
        let deadline = left.and_then(|left| Instant::now().checked_add(left));
        let done = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&done);
        let progress = Box::new(move |bytes| count.store(bytes, Ordering::Release));
        let feed = ColumnsFeed::new(settings, deadline, progress)?;
        Ok(ResourceArc::new(Feed { feed, done }))
    };
    tagged(env, begin())
}

/// Gives bytes, none at the end: `{:ok, {read, arrays}}`, nil in place of the arrays where
/// further ones are wanted.
#[rustler::nif(schedule = "DirtyCpu")]
fn columns_fed<'a>(env: Env<'a>, feed: &Feed, bytes: Term<'a>) -> Term<'a> {
    let fed = || {
        let arrays = match feed.feed.feed(binary("source", bytes)?)? {
            Fed::Hungry => atoms::nil().encode(env),
            Fed::Done(columns) => binaries(env, *columns),
        };
        Ok((feed.done.load(Ordering::Acquire), arrays))
    };
    tagged(env, fed())
}

/// The text of a move of columns.
#[rustler::nif]
fn column_move_text<'a>(env: Env<'a>, game: &Game, code: Term<'a>) -> Term<'a> {
    let text = || {
        let number = code.decode::<u64>().ok();
        let code = number.and_then(|number| u16::try_from(number).ok());
        let code = code.ok_or_else(|| Error::invalid_notation("move: a code has 16 bits"))?;
        records::move_text(&game.0, code)
    };
    tagged(env, text())
}
