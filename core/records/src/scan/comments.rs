//! The comments of a game.

use memchr::{memchr, memchr2};

use super::token::{Token, clock_after_move};
use super::{GameResult, GameText};
use crate::damage::{DamageKind, Stop};

impl<'a> GameText<'a> {
    /// Reads the comment after a move if it is nothing but a clock in whole seconds, the most
    /// frequent comment of all, and returns the milliseconds.
    #[inline(always)]
    pub(crate) fn clock_after_move(&mut self) -> Option<i32> {
        let (clock, length) = clock_after_move(self.bytes.get(self.pos..)?)?;
        if self.special || length > self.limits.comment_bytes {
            return None;
        }
        self.token = self.pos + 1;
        self.pos += length;
        Some(clock)
    }

    /// Returns the comments that follow a result on its line, and then the result: they
    /// belong to the last move.
    #[cold]
    pub(super) fn after_result(&mut self, result: GameResult) -> Result<Token<'a>, Stop> {
        self.result = Some(result);
        self.special = true;
        loop {
            self.token = self.pos;
            match self.bytes.get(self.pos) {
                Some(b' ' | b'\t') => self.pos += 1,
                Some(b'{') => return self.comment(self.pos + 1),
                Some(b';') => return self.line_comment(),
                None if !self.eof => return self.incomplete(),
                _ => {
                    self.result = None;
                    self.finish();
                    return Ok(Token::Result(result));
                }
            }
        }
    }

    /// Reads a comment from its inside on.
    #[inline]
    pub(super) fn comment(&mut self, from: usize) -> Result<Token<'a>, Stop> {
        let bytes = self.bytes;
        let mut at = from;
        loop {
            match memchr2(b'}', b'\n', &bytes[at..]) {
                Some(found) if bytes[at + found] == b'}' => {
                    self.pos = at + found + 1;
                    if self.in_comment {
                        (self.in_comment, self.special) = (false, false);
                    }
                    return self.sized_comment(from, at + found);
                }
                Some(found) => {
                    at += found + 1;
                    // A tag after a blank line belongs to the next game.
                    let next = at + usize::from(bytes.get(at) == Some(&b'\r'));
                    if bytes.get(next) == Some(&b'\n') && self.tag_begins(next + 1)? {
                        self.pos = next;
                        return Err(self.unclosed());
                    }
                }
                None if self.eof => {
                    self.pos = bytes.len();
                    return Err(self.unclosed());
                }
                None => return self.incomplete(),
            }
        }
    }

    /// Reads a comment to the end of the line, from its semicolon on.
    pub(super) fn line_comment(&mut self) -> Result<Token<'a>, Stop> {
        let from = self.pos + 1;
        self.pos = match memchr(b'\n', &self.bytes[from..]) {
            Some(at) => from + at,
            None if self.eof => self.bytes.len(),
            None => return self.incomplete(),
        };
        self.sized_comment(from, self.pos)
    }

    #[cold]
    fn unclosed(&mut self) -> Stop {
        self.in_comment = false;
        self.special = self.result.is_some();
        self.fault(DamageKind::Comment, "the comment is not closed")
    }

    #[inline]
    fn sized_comment(&self, from: usize, to: usize) -> Result<Token<'a>, Stop> {
        if to - from > self.limits.comment_bytes {
            let most = self.limits.comment_bytes;
            let message = format!("a comment longer than {most} bytes");
            return Err(self.fault(DamageKind::TooLong, message));
        }
        Ok(Token::Comment(&self.bytes[from..to]))
    }
}
