//! Texts and streams read in parts, by several threads.

use std::io::Read;
use std::sync::Arc;

use contract::error::{Error, Result, quoted};
use contract::jobs::{self, Control};

use super::{BoardRules, ColumnOptions, Columns, GameBuffers};
use crate::damage::DamageKind;
use crate::source::{Slice, Source, lines};

/// Chooses the rules of a game by its tag `Variant`; `None` for a game that is not read.
pub type Choose<'a> = dyn Fn(Option<&str>) -> Option<Arc<dyn BoardRules>> + Sync + 'a;

/// Returns the rules for games that all have the same.
pub fn always(rules: Arc<dyn BoardRules>) -> impl Fn(Option<&str>) -> Option<Arc<dyn BoardRules>> {
    move |_| Some(Arc::clone(&rules))
}

/// The rules of the last game, with its tag `Variant` as it stands in the text.
type Chosen = (Option<Vec<u8>>, Arc<dyn BoardRules>);

/// Reads all games that begin before `until` and appends them; returns where it stopped.
fn read_part(
    (bytes, eof): (&[u8], bool),
    (from, until): (usize, usize),
    choose: &Choose<'_>,
    options: &ColumnOptions,
    stop: bool,
    out: &mut Columns,
) -> usize {
    let mut slice = Slice::at(bytes, from, eof, options.read.limits);
    let mut buffers = GameBuffers::default();
    let mut chosen: Option<Chosen> = None;
    // Blanks before the end belong to this part, so that the next begins where this one ends.
    while !blank(bytes, slice.position(), until) {
        let next = slice.next(|text| {
            // One that turned out to be no game, such as a lone word, was read and not told of.
            out.undo();
            let variant = text.tag("Variant");
            let raw = variant.map(|tag| tag.raw);
            let known = chosen.as_ref().filter(|(name, _)| name.as_deref() == raw);
            let rules = match known {
                Some((_, rules)) => Arc::clone(rules),
                None => {
                    let name = variant.map(|tag| tag.value());
                    let rules = choose(name.as_deref()).ok_or_else(|| {
                        let name = quoted(name.as_deref().unwrap_or_default());
                        let message = format!("{name} is no game on a chess board that is read");
                        text.fault_at(0, DamageKind::Variant, message)
                    })?;
                    buffers.start = None;
                    chosen = Some((raw.map(<[u8]>::to_vec), Arc::clone(&rules)));
                    rules
                }
            };
            rules.append_game(text, options, &mut buffers, out)
        });
        match next {
            None => {
                out.undo();
                break;
            }
            Some(Ok((line, ()))) => out.lines.push(line as u64),
            Some(Err(damage)) => {
                out.undo();
                out.damages.push(damage);
                if stop {
                    break;
                }
            }
        }
    }
    if blank(bytes, slice.position(), until) {
        slice.position().max(until)
    } else {
        slice.position()
    }
}

/// Bytes that one thread reads between two looks at the control.
const PART: usize = 1 << 22;

/// The number of pieces that several threads share a part in, so that none waits long for
/// the slowest.
const PIECES: usize = 8;

/// Choices of [`read`] about the work.
pub struct Reading<'a> {
    /// Number of threads, 1 to 1024; with 1 the calling one.
    pub threads: usize,
    /// True to stop at the first damage.
    pub stop: bool,
    /// Called with the number of bytes read so far, from time to time, on the calling
    /// thread.
    pub progress: &'a (dyn Fn(u64) + Sync),
    /// Polled between parts.
    pub control: &'a Control,
}

impl Reading<'_> {
    fn check(&self) -> Result<()> {
        let most = jobs::MOST_THREADS;
        if (1..=most).contains(&self.threads) {
            return Ok(());
        }
        Err(Error::invalid_option(format!(
            "threads: takes 1 to {most}, not {}",
            self.threads
        )))
    }
}

/// Reads the games of a text. The answer does not depend on the number of threads.
///
/// # Errors
///
/// `invalid_option` for a number of threads out of range, `cancelled`, `internal` if the
/// machine refuses threads.
pub fn read(
    bytes: &[u8],
    choose: &Choose<'_>,
    options: &ColumnOptions,
    reading: &Reading<'_>,
) -> Result<Columns> {
    reading.check()?;
    let mut out = Columns::new(options);
    let (mut at, mut line) = (Slice::new(bytes, options.read.limits).position(), 1);
    while at < bytes.len() {
        reading.control.check()?;
        let window = (bytes, true);
        let end = read_parts(window, (at, line), choose, options, reading, &mut out)?;
        (reading.progress)(end as u64);
        if end == at || reading.stop && !out.damages.is_empty() {
            break;
        }
        line += lines(&bytes[at..end]);
        at = end;
    }
    Ok(out)
}

/// Reads the games of a stream of any length in constant memory: `each` receives them in
/// parts of some megabytes, in order, and may stop by an error.
///
/// # Errors
///
/// As in [`read`], and those of `each`. An input that fails is a damage of the last part.
pub fn read_stream<R: Read>(
    input: R,
    choose: &Choose<'_>,
    options: &ColumnOptions,
    reading: &Reading<'_>,
    each: &mut dyn FnMut(Columns) -> Result<()>,
) -> Result<()> {
    reading.check()?;
    let limits = options.read.limits;
    let mut source = Source::new(input, limits);
    let portion = (PART * reading.threads).max(limits.game_bytes.saturating_add(1));
    loop {
        reading.control.check()?;
        let mut out = Columns::new(options);
        let filled = source.fill(portion);
        let (window, eof) = source.window();
        let first = (0, source.line());
        let end = match (filled, window) {
            (Err(damage), _) => {
                out.damages.push(damage);
                return each(out);
            }
            (Ok(()), []) => return Ok(()),
            (Ok(()), window) => {
                read_parts((window, eof), first, choose, options, reading, &mut out)?
            }
        };
        let long = end == 0 && window.len() > limits.game_bytes;
        let stuck = end == 0 && eof;
        source.advance(end);
        if long {
            out.damages.push(source.skip_long());
        }
        let stopped = stuck || reading.stop && !out.damages.is_empty();
        each(out)?;
        (reading.progress)(source.position());
        if stopped {
            return Ok(());
        }
    }
}

/// Reads a part for each thread, from a byte in this line on; returns where the
/// next part begins.
fn read_parts(
    (bytes, eof): (&[u8], bool),
    (from, line): (usize, usize),
    choose: &Choose<'_>,
    options: &ColumnOptions,
    reading: &Reading<'_>,
    out: &mut Columns,
) -> Result<usize> {
    use rayon::prelude::*;

    let cuts = match reading.threads {
        1 => cuts(bytes, from, PART, 1),
        threads => cuts(bytes, from, PART / PIECES, threads * PIECES),
    };
    let part = |range: (usize, usize)| {
        let mut columns = Columns::new(options);
        let stop = reading.stop;
        let end = read_part((bytes, eof), range, choose, options, stop, &mut columns);
        (columns, end)
    };
    let parts: Vec<_> = cuts.windows(2).map(|pair| (pair[0], pair[1])).collect();
    let read: Vec<_> = if let [one] = parts[..] {
        vec![part(one)]
    } else {
        jobs::in_parallel(reading.threads, || {
            parts.par_iter().map(|range| part(*range)).collect()
        })?
    };
    let (mut at, mut line) = (from, line);
    for (&(begins, until), (columns, end)) in parts.iter().zip(read) {
        // A game that reaches beyond the cut makes the next part begin elsewhere; what
        // was read there is read again from the right place.
        let (columns, end) = if begins == at {
            (columns, end)
        } else if at >= until {
            continue;
        } else {
            part((at, until))
        };
        let damaged = !columns.damages.is_empty();
        out.append(columns, line);
        line += lines(&bytes[at..end]);
        at = end;
        // A part that ends before its cut waits for more of its last game.
        if reading.stop && damaged || end < until {
            break;
        }
    }
    Ok(at)
}

/// True if no game can begin from a byte on and before another.
fn blank(bytes: &[u8], from: usize, until: usize) -> bool {
    from >= until || bytes[from..until].iter().all(u8::is_ascii_whitespace)
}

/// Cuts the next parts of a size where games seem to begin.
fn cuts(bytes: &[u8], from: usize, size: usize, parts: usize) -> Vec<usize> {
    let mut cuts = vec![from];
    let mut at = from;
    for _ in 0..parts {
        at = match bytes.get(at + size..) {
            None => bytes.len(),
            Some(rest) => memchr::memmem::find(rest, b"\n\n[")
                .or_else(|| memchr::memmem::find(rest, b"\n\r\n["))
                .map_or(bytes.len(), |found| {
                    let begins = at + size + found;
                    begins + memchr::memchr(b'[', &bytes[begins..]).unwrap_or(0)
                }),
        };
        cuts.push(at);
        if at == bytes.len() {
            break;
        }
    }
    cuts
}
