//! The text of one game, token by token, without a copy.
//!
//! A [`GameText`] borrows the bytes from the beginning of a game on. Where they end before
//! the game does and more is to come, it answers [`Stop::Incomplete`]; the owner of the
//! buffer gets more bytes and begins the game anew.

mod comments;
mod skip;
mod tags;
mod token;

use contract::text::decoded;

use crate::damage::{DamageKind, Fault, Limits, Stop};
use token::{DELIMITER, SPACE, is, merit};

pub(crate) use token::TagSpan;
pub use token::{GameResult, Tag, Token};

/// The text of a game, read from its tags to its result.
#[derive(Debug)]
pub struct GameText<'a> {
    bytes: &'a [u8],
    /// True if nothing follows the bytes.
    eof: bool,
    limits: Limits,
    tags: Vec<TagSpan>,
    pos: usize,
    /// The beginning of the last token.
    token: usize,
    depth: u32,
    /// True inside a comment whose beginning was thrown away.
    in_comment: bool,
    pending: Option<u8>,
    /// The result, while comments follow it on its line.
    result: Option<GameResult>,
    begun: bool,
    over: bool,
    /// True if the next token is not simply read on from here.
    special: bool,
    /// The last number that stood with dots.
    number: (usize, usize),
    /// The word that was read as the result.
    result_word: (usize, usize),
}

impl<'a> GameText<'a> {
    /// Begins a game at the first of the bytes. `tags` is a buffer.
    pub(crate) fn new(bytes: &'a [u8], eof: bool, limits: Limits, mut tags: Vec<TagSpan>) -> Self {
        tags.clear();
        Self {
            bytes,
            eof,
            limits,
            tags,
            pos: 0,
            token: 0,
            depth: 0,
            in_comment: false,
            pending: None,
            result: None,
            begun: false,
            over: false,
            special: false,
            number: (0, 0),
            result_word: (0, 0),
        }
    }

    pub(crate) fn into_tags(self) -> Vec<TagSpan> {
        self.tags
    }

    pub(crate) const fn position(&self) -> usize {
        self.pos
    }

    /// Returns the beginning of the last token.
    pub(crate) const fn last_token(&self) -> usize {
        self.token
    }

    /// Returns the word that was read as the result, with a mark of merit if it has one.
    pub(crate) fn result_word(&self) -> &'a [u8] {
        &self.bytes[self.result_word.0..self.result_word.1]
    }

    /// Goes back to a place outside variations, comments and results, such as the end of the tags.
    pub(crate) fn rewind(&mut self, to: usize) {
        let Self {
            bytes, eof, limits, ..
        } = *self;
        let (tags, begun) = (std::mem::take(&mut self.tags), self.begun);
        *self = Self {
            tags,
            begun,
            pos: to,
            ..Self::new(bytes, eof, limits, Vec::new())
        };
    }

    /// Returns true if it has neither tags nor moves nor a result.
    pub(crate) fn is_empty(&self) -> bool {
        self.tags.is_empty() && !self.begun
    }

    /// Continues in the midst of a game that is thrown away.
    pub(crate) fn resume(&mut self, depth: u32, in_comment: bool) {
        self.depth = depth;
        self.in_comment = in_comment;
        self.special = in_comment;
    }

    pub(crate) const fn resumed(&self) -> (u32, bool) {
        (self.depth, self.in_comment)
    }

    /// Returns the tags, in order.
    pub fn tags(&self) -> impl Iterator<Item = Tag<'a>> + '_ {
        let bytes = self.bytes;
        let part = move |(from, to): (u32, u32)| &bytes[from as usize..to as usize];
        self.tags.iter().map(move |tag| Tag {
            name: part(tag.name),
            raw: part(tag.value),
        })
    }

    /// Returns the first tag of a name.
    #[inline]
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<Tag<'a>> {
        let span = self.tags.iter().find(|tag| {
            (tag.name.1 - tag.name.0) as usize == name.len()
                && &self.bytes[tag.name.0 as usize..tag.name.1 as usize] == name.as_bytes()
        })?;
        Some(Tag {
            name: &self.bytes[span.name.0 as usize..span.name.1 as usize],
            raw: &self.bytes[span.value.0 as usize..span.value.1 as usize],
        })
    }

    /// Returns a fault at the last token.
    #[cold]
    pub fn fault(&self, kind: DamageKind, message: impl Into<String>) -> Stop {
        self.fault_at(self.token, kind, message)
    }

    #[cold]
    pub(crate) fn fault_at(&self, at: usize, kind: DamageKind, message: impl Into<String>) -> Stop {
        Stop::Fault(Box::new(Fault {
            at,
            kind,
            message: message.into(),
        }))
    }

    fn incomplete<T>(&self) -> Result<T, Stop> {
        Err(Stop::Incomplete)
    }

    /// Returns the next part of the moves. After the result, or the end, there is
    /// [`Token::End`] only.
    ///
    /// # Errors
    ///
    /// [`Stop::Incomplete`], or the fault of a part; reading can go on after a fault.
    #[inline]
    pub fn token(&mut self) -> Result<Token<'a>, Stop> {
        self.next_token::<true>()
    }

    /// Returns the next part as [`token`](Self::token) does, without numbers;
    /// [`last_number`](Self::last_number) has the last one.
    #[inline(always)]
    pub(crate) fn token_but_number(&mut self) -> Result<Token<'a>, Stop> {
        self.next_token::<false>()
    }

    /// Returns the number before the last move, if there is one.
    pub(crate) fn last_number(&self) -> Option<&'a [u8]> {
        let (from, to) = self.number;
        (from < to).then(|| &self.bytes[from..to])
    }

    #[inline(always)]
    fn next_token<const NUMBERS: bool>(&mut self) -> Result<Token<'a>, Stop> {
        if self.special
            && let Some(token) = self.special_token()
        {
            return token;
        }
        let bytes = self.bytes;
        let mut pos = self.pos;
        loop {
            let Some(&byte) = bytes.get(pos) else {
                self.pos = pos;
                return self.end_of_text();
            };
            match byte {
                b' ' => pos += 1,
                // What begins with a letter is no result.
                b'a'..=b'h' | b'B' | b'K' | b'N' | b'O' | b'Q' | b'R' => {
                    let mut end = pos + 1;
                    while bytes.get(end).is_some_and(|byte| !is(*byte, DELIMITER)) {
                        end += 1;
                    }
                    if matches!(bytes[end - 1], b'!' | b'?' | b'.') || end == bytes.len() {
                        self.token = pos;
                        self.pos = pos;
                        if let Some(token) = self.word()? {
                            return Ok(token);
                        }
                        pos = self.pos;
                        continue;
                    }
                    self.token = pos;
                    self.pos = end;
                    self.begun = true;
                    return Ok(Token::Move(&bytes[pos..end]));
                }
                b'1'..=b'9' => {
                    // A number with its dots; all else goes the slow way.
                    let mut end = pos + 1;
                    while bytes.get(end).is_some_and(u8::is_ascii_digit) {
                        end += 1;
                    }
                    if bytes.get(end) != Some(&b'.') {
                        self.pos = pos;
                        if let Some(token) = self.rare::<NUMBERS>()? {
                            return Ok(token);
                        }
                        pos = self.pos;
                        continue;
                    }
                    self.begun = true;
                    let number = (pos, end);
                    self.token = pos;
                    pos = end + 1;
                    while bytes.get(pos) == Some(&b'.') {
                        pos += 1;
                    }
                    self.number = number;
                    if NUMBERS {
                        self.pos = pos;
                        return Ok(Token::Number(&bytes[number.0..number.1]));
                    }
                }
                b'{' => {
                    self.token = pos;
                    return self.comment(pos + 1);
                }
                _ => {
                    self.pos = pos;
                    if let Some(token) = self.rare::<NUMBERS>()? {
                        return Ok(token);
                    }
                    pos = self.pos;
                }
            }
        }
    }

    /// Returns what waits or what the last token has left; `None` to read on.
    #[cold]
    #[inline(never)]
    fn special_token(&mut self) -> Option<Result<Token<'a>, Stop>> {
        if let Some(nag) = self.pending.take() {
            self.special = self.over || self.in_comment;
            return Some(Ok(Token::Nag(nag)));
        }
        if self.over {
            return Some(Ok(Token::End));
        }
        if let Some(result) = self.result {
            return Some(self.after_result(result));
        }
        self.in_comment.then(|| self.comment(self.pos))
    }

    /// Reads a part that is not frequent, from its first byte on; `None` for one without a
    /// meaning.
    #[inline(never)]
    fn rare<const NUMBERS: bool>(&mut self) -> Result<Option<Token<'a>>, Stop> {
        self.token = self.pos;
        match self.bytes[self.pos] {
            b'\n' => {
                self.pos += 1;
                match self.bytes.get(self.pos) {
                    Some(b'%') => self.skip_line()?,
                    Some(b'[') if self.tag_begins(self.pos)? => {
                        self.token = self.pos;
                        self.finish();
                        return Ok(Some(Token::End));
                    }
                    _ => {}
                }
                Ok(None)
            }
            b'0'..=b'9' => {
                if let Some(number) = self.number()? {
                    self.begun = true;
                    return Ok(NUMBERS.then_some(Token::Number(number)));
                }
                self.word()
            }
            b'{' => self.comment(self.pos + 1).map(Some),
            b';' => self.line_comment().map(Some),
            b'(' => {
                self.pos += 1;
                self.depth += 1;
                if self.depth > self.limits.depth {
                    let most = self.limits.depth;
                    let message = format!("variations nested deeper than {most}");
                    return Err(self.fault(DamageKind::TooDeep, message));
                }
                Ok(Some(Token::Open))
            }
            b')' => {
                self.pos += 1;
                if self.depth == 0 {
                    let message = "a ) that closes no variation";
                    return Err(self.fault(DamageKind::Variation, message));
                }
                self.depth -= 1;
                Ok(Some(Token::Close))
            }
            b'}' => {
                self.pos += 1;
                let message = "a } that closes no comment";
                Err(self.fault(DamageKind::Comment, message))
            }
            b'$' => self.nag().map(Some),
            b'.' => {
                self.pos += 1;
                Ok(None)
            }
            byte if is(byte, SPACE) => {
                self.pos += 1;
                Ok(None)
            }
            _ => self.word(),
        }
    }

    /// Ends the game: there are no further tokens.
    const fn finish(&mut self) {
        self.over = true;
        self.special = true;
    }

    #[cold]
    fn end_of_text(&mut self) -> Result<Token<'a>, Stop> {
        if !self.eof {
            return self.incomplete();
        }
        self.token = self.pos;
        self.finish();
        Ok(Token::End)
    }

    /// Reads the number of a move; leaves what is no number.
    #[inline]
    fn number(&mut self) -> Result<Option<&'a [u8]>, Stop> {
        let bytes = self.bytes;
        let mut at = self.pos;
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        let Some(&byte) = bytes.get(at) else {
            if !self.eof {
                return self.incomplete();
            }
            let number = &bytes[self.pos..at];
            self.number = (self.pos, at);
            self.pos = at;
            return Ok(Some(number));
        };
        let number = &bytes[self.pos..at];
        match byte {
            b'.' => {}
            b'A' | b'a' | b'B' | b'b' => match bytes.get(at + 1) {
                Some(b'.') => {
                    let number = &bytes[self.pos..=at];
                    self.number = (self.pos, at + 1);
                    self.pos = at + 1;
                    self.dots();
                    return Ok(Some(number));
                }
                None if !self.eof => return self.incomplete(),
                _ => return Ok(None),
            },
            byte if is(byte, DELIMITER) => {}
            _ => return Ok(None),
        }
        self.number = (self.pos, at);
        self.pos = at;
        self.dots();
        Ok(Some(number))
    }

    #[inline]
    fn dots(&mut self) {
        while self.bytes.get(self.pos) == Some(&b'.') {
            self.pos += 1;
        }
    }

    /// Reads a move, a result or a mark of merit; `None` for a word without a meaning.
    #[inline]
    fn word(&mut self) -> Result<Option<Token<'a>>, Stop> {
        let bytes = self.bytes;
        let from = self.pos;
        let mut at = from + 1;
        while bytes.get(at).is_some_and(|byte| !is(*byte, DELIMITER)) {
            at += 1;
        }
        if at == bytes.len() && !self.eof {
            return self.incomplete();
        }
        self.pos = at;
        self.begun = true;
        let mut word = &bytes[from..at];
        let mut mark = None;
        if let Some(b'!' | b'?') = word.last() {
            let mut end = word.len();
            while end > 0 && matches!(word[end - 1], b'!' | b'?') {
                end -= 1;
            }
            let nag = merit(&word[end..]);
            word = &word[..end];
            mark = Some(nag);
        }
        // A mark by itself, or at what is passed over, is one of the move before.
        if word.is_empty() || word == b"e.p." {
            return Ok(mark.map(Token::Nag));
        }
        let mut token = Token::Move(word);
        // Results and null moves begin with what no usual move begins with.
        if !matches!(word[0], b'a'..=b'h' | b'A'..=b'Y') {
            if let Some(result) = GameResult::read(word) {
                if self.depth > 0 {
                    return Ok(mark.map(Token::Nag));
                }
                self.result_word = (from, at);
                return self.after_result(result).map(Some);
            }
            if matches!(word, b"--" | b"Z0" | b"z0" | b"null" | b"@@@@") {
                token = Token::Null(word);
            }
        }
        if mark.is_some() {
            self.pending = mark;
            self.special = true;
        }
        Ok(Some(token))
    }

    fn nag(&mut self) -> Result<Token<'a>, Stop> {
        let from = self.pos + 1;
        let mut at = from;
        while self.bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        if at == self.bytes.len() && !self.eof {
            return self.incomplete();
        }
        self.pos = at;
        let digits = &self.bytes[from..at];
        let number = std::str::from_utf8(digits)
            .ok()
            .and_then(|d| d.parse().ok());
        number.map(Token::Nag).ok_or_else(|| {
            let text = contract::error::quoted(&decoded(&self.bytes[from - 1..at]));
            self.fault(DamageKind::Glyph, format!("{text} is none of $0 to $255"))
        })
    }

    /// Returns the number of variations that are open.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.depth
    }
}
