//! Games cut from bytes: from a slice as it lies, or from a stream through one buffer.

use std::fmt;
use std::io::Read;

use memchr::memchr_iter;

use crate::damage::{Damage, DamageKind, Fault, Limits, Stop};
use crate::scan::{GameText, TagSpan};

/// Bytes that are asked for at once.
const PORTION: usize = 1 << 18;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Counts the line ends.
pub(crate) fn lines(bytes: &[u8]) -> usize {
    memchr_iter(b'\n', bytes).count()
}

/// Outcome of a look for the next game.
pub(crate) enum Step<T> {
    /// The game ends after the bytes at hand.
    Incomplete,
    /// So many bytes hold no game.
    Blank(usize),
    /// A game.
    Game {
        /// Bytes before it.
        start: usize,
        /// Bytes before and in it.
        consumed: usize,
        /// The answer of the reader; an offset in it counts from the game's start.
        result: Result<T, Fault>,
    },
}

/// Reads the next game of a text. `line_start` is true if the text begins at the start of a
/// line.
pub(crate) fn step<T>(
    window: &[u8],
    eof: bool,
    line_start: bool,
    limits: Limits,
    tags: &mut Vec<TagSpan>,
    read: &mut impl FnMut(&mut GameText<'_>) -> Result<T, Stop>,
) -> Step<T> {
    let mut start = 0;
    loop {
        match window.get(start) {
            None => return Step::Blank(start),
            Some(b'%')
                if start
                    .checked_sub(1)
                    .map_or(line_start, |b| window[b] == b'\n') =>
            {
                match memchr::memchr(b'\n', &window[start..]) {
                    Some(at) => start += at + 1,
                    None if eof => return Step::Blank(window.len()),
                    None if start > 0 => return Step::Blank(start),
                    None => return Step::Incomplete,
                }
            }
            Some(byte) if byte.is_ascii_whitespace() || *byte == 0x0b => start += 1,
            Some(_) => break,
        }
    }
    let mut text = GameText::new(&window[start..], eof, limits, std::mem::take(tags));
    let result = match text.read_tags() {
        Err(stop) => Err(stop),
        Ok(Some(fault)) => Err(Stop::Fault(Box::new(fault))),
        Ok(None) => read(&mut text),
    };
    let result = match result {
        Err(Stop::Incomplete) => None,
        Ok(value) => Some(Ok(value)),
        Err(Stop::Fault(fault)) => Some(Err(*fault)),
    };
    let result = result.filter(|_| text.skip_rest().is_ok());
    let (empty, end) = (text.is_empty(), text.position());
    *tags = text.into_tags();
    let consumed = start + end;
    match result {
        None => Step::Incomplete,
        Some(Ok(_)) if empty => Step::Blank(consumed),
        // The same verdict as for a game that does not fit into a buffer.
        Some(_) if end > limits.game_bytes => Step::Game {
            start,
            consumed,
            result: Err(too_long(limits)),
        },
        Some(result) => Step::Game {
            start,
            consumed,
            result,
        },
    }
}

fn too_long(limits: Limits) -> Fault {
    Fault {
        at: 0,
        kind: DamageKind::TooLong,
        message: format!("longer than {} bytes", limits.game_bytes),
    }
}

/// Places the fault of a game that begins at `start` of a text whose first line is `line`.
pub(crate) fn placed(window: &[u8], line: usize, start: usize, fault: Fault) -> Damage {
    let from = line + lines(&window[..start]);
    let end = (start + fault.at).min(window.len());
    Damage {
        from,
        line: from + lines(&window[start..end]),
        kind: fault.kind,
        message: fault.message,
    }
}

/// The games of a slice, which is not copied.
#[derive(Debug)]
pub struct Slice<'a> {
    bytes: &'a [u8],
    pos: usize,
    /// The line of `pos`.
    line: usize,
    /// True if nothing follows the bytes.
    eof: bool,
    limits: Limits,
    tags: Vec<TagSpan>,
}

impl<'a> Slice<'a> {
    /// Begins at the first byte.
    #[must_use]
    pub fn new(bytes: &'a [u8], limits: Limits) -> Self {
        let pos = if bytes.starts_with(BYTE_ORDER_MARK) {
            BYTE_ORDER_MARK.len()
        } else {
            0
        };
        Self::at(bytes, pos, true, limits)
    }

    /// Begins at a byte at the start of a line, which counts as the first.
    pub(crate) const fn at(bytes: &'a [u8], pos: usize, eof: bool, limits: Limits) -> Self {
        Self {
            bytes,
            pos,
            line: 1,
            eof,
            limits,
            tags: Vec::new(),
        }
    }

    /// Returns the number of bytes read.
    #[must_use]
    pub const fn position(&self) -> usize {
        self.pos
    }

    /// Returns the number of the line that is read next.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    /// Reads the next game: its first line and what `read` makes of its moves.
    pub fn next<T>(
        &mut self,
        mut read: impl FnMut(&mut GameText<'_>) -> Result<T, Stop>,
    ) -> Option<Result<(usize, T), Damage>> {
        loop {
            let window = &self.bytes[self.pos..];
            if window.is_empty() {
                return None;
            }
            let at_start = self.pos == 0 || self.bytes[self.pos - 1] == b'\n' || self.line == 1;
            match step(
                window,
                self.eof,
                at_start,
                self.limits,
                &mut self.tags,
                &mut read,
            ) {
                Step::Incomplete => return None,
                Step::Blank(length) => {
                    self.line += lines(&window[..length]);
                    self.pos += length;
                }
                Step::Game {
                    start,
                    consumed,
                    result,
                } => {
                    let before = lines(&window[..start]);
                    let line = self.line + before;
                    let result = match result {
                        Ok(value) => Ok((line, value)),
                        Err(fault) => Err(placed(window, self.line, start, fault)),
                    };
                    self.line = line + lines(&window[start..consumed]);
                    self.pos += consumed;
                    return Some(result);
                }
            }
        }
    }
}

/// The games of a stream of any length, in constant memory.
pub struct Source<R> {
    input: R,
    buffer: Vec<u8>,
    start: usize,
    /// The number of bytes read before the buffer.
    before: u64,
    line: usize,
    line_start: bool,
    eof: bool,
    failed: bool,
    limits: Limits,
    tags: Vec<TagSpan>,
}

impl<R> fmt::Debug for Source<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source")
            .field("line", &self.line)
            .field("eof", &self.eof)
            .finish_non_exhaustive()
    }
}

impl<R: Read> Source<R> {
    /// Begins at the first byte of the input.
    pub const fn new(input: R, limits: Limits) -> Self {
        Self {
            input,
            buffer: Vec::new(),
            start: 0,
            before: 0,
            line: 1,
            line_start: true,
            eof: false,
            failed: false,
            limits,
            tags: Vec::new(),
        }
    }

    /// Returns the number of bytes of the games read so far.
    #[must_use]
    pub const fn position(&self) -> u64 {
        self.before + self.start as u64
    }

    /// Reads the next game: its first line and what `read` makes of its moves. `read` may
    /// be called several times for one game, each time from its beginning.
    pub fn next<T>(
        &mut self,
        mut read: impl FnMut(&mut GameText<'_>) -> Result<T, Stop>,
    ) -> Option<Result<(usize, T), Damage>> {
        if self.failed {
            return None;
        }
        loop {
            let window = &self.buffer[self.start..];
            let step = step(
                window,
                self.eof,
                self.line_start,
                self.limits,
                &mut self.tags,
                &mut read,
            );
            match step {
                Step::Blank(length) => {
                    self.advance(length);
                    if self.eof && self.start == self.buffer.len() {
                        return None;
                    }
                    if (length == 0 || self.start == self.buffer.len())
                        && let Err(damage) = self.refill()
                    {
                        return Some(Err(damage));
                    }
                }
                Step::Incomplete if window.len() > self.limits.game_bytes => {
                    return Some(Err(self.skip_long()));
                }
                Step::Incomplete => {
                    if let Err(damage) = self.refill() {
                        return Some(Err(damage));
                    }
                }
                Step::Game {
                    start,
                    consumed,
                    result,
                } => {
                    let result = match result {
                        Ok(value) => Ok((self.line + lines(&window[..start]), value)),
                        Err(fault) => Err(placed(window, self.line, start, fault)),
                    };
                    self.advance(consumed);
                    return Some(result);
                }
            }
        }
    }

    /// Gets bytes until there are this many, or no more.
    pub(crate) fn fill(&mut self, least: usize) -> Result<(), Damage> {
        while !self.eof && self.buffer.len() - self.start < least {
            self.refill()?;
        }
        Ok(())
    }

    /// Returns the bytes at hand, and true if nothing follows them.
    pub(crate) fn window(&self) -> (&[u8], bool) {
        (&self.buffer[self.start..], self.eof)
    }

    /// Returns the number of the line that is read next.
    pub(crate) const fn line(&self) -> usize {
        self.line
    }

    /// Throws away the next game, which does not fit into memory.
    pub(crate) fn skip_long(&mut self) -> Damage {
        let damage = placed(&[], self.line, 0, too_long(self.limits));
        self.skip().err().unwrap_or(damage)
    }

    pub(crate) fn advance(&mut self, length: usize) {
        let gone = &self.buffer[self.start..self.start + length];
        self.line += lines(gone);
        if let Some(last) = gone.last() {
            self.line_start = *last == b'\n';
        }
        self.start += length;
    }

    /// Gets more bytes.
    fn refill(&mut self) -> Result<(), Damage> {
        self.before += self.start as u64;
        self.buffer.drain(..self.start);
        self.start = 0;
        let held = self.buffer.len();
        let portion = PORTION.max(held);
        self.buffer.reserve(portion);
        let mut part = self.input.by_ref().take(portion as u64);
        match part.read_to_end(&mut self.buffer) {
            Ok(length) => {
                self.eof = length < portion;
                if self.before == 0 && held == 0 && self.buffer.starts_with(BYTE_ORDER_MARK) {
                    self.start = BYTE_ORDER_MARK.len();
                }
                Ok(())
            }
            Err(error) => {
                self.failed = true;
                let line = self.line + lines(&self.buffer);
                Err(Damage {
                    from: self.line,
                    line,
                    kind: DamageKind::Input,
                    message: format!("the input failed: {error}"),
                })
            }
        }
    }

    /// Throws away a game that does not fit into memory.
    fn skip(&mut self) -> Result<(), Damage> {
        let (mut in_tags, mut depth, mut in_comment) = (true, 0, false);
        loop {
            let window = &self.buffer[self.start..];
            let tags = std::mem::take(&mut self.tags);
            let mut text = GameText::new(window, self.eof, self.limits, tags);
            text.resume(depth, in_comment);
            if in_tags && text.read_tags().is_err() {
                // The lines of tags that are whole have been read.
                let length = memchr::memrchr(b'\n', window).map_or(window.len(), |at| at + 1);
                self.tags = text.into_tags();
                self.advance(length);
            } else {
                in_tags = false;
                let done = text.skip_rest().is_ok();
                if !done {
                    text.let_go();
                }
                (depth, in_comment) = text.resumed();
                let length = text.position();
                self.tags = text.into_tags();
                self.advance(length);
                if done {
                    return Ok(());
                }
            }
            self.refill()?;
        }
    }
}

/// Lines as a stream of bytes, for hosts that have them as texts.
#[derive(Debug)]
pub struct Lines<I> {
    lines: I,
    rest: Vec<u8>,
    at: usize,
}

impl<I> Lines<I> {
    /// Reads one line after the other.
    pub const fn new(lines: I) -> Self {
        Self {
            lines,
            rest: Vec::new(),
            at: 0,
        }
    }
}

impl<I> Read for Lines<I>
where
    I: Iterator,
    I::Item: AsRef<str>,
{
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        while self.at == self.rest.len() {
            let Some(line) = self.lines.next() else {
                return Ok(0);
            };
            self.rest.clear();
            self.rest.extend_from_slice(line.as_ref().as_bytes());
            if !self.rest.ends_with(b"\n") {
                self.rest.push(b'\n');
            }
            self.at = 0;
        }
        let length = out.len().min(self.rest.len() - self.at);
        out[..length].copy_from_slice(&self.rest[self.at..self.at + length]);
        self.at += length;
        Ok(length)
    }
}
