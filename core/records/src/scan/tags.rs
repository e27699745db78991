//! The tags of a game, and the lines around them.

use contract::text::decoded;
use memchr::{memchr, memchr3};

use super::GameText;
use super::token::{NAME, SPACE, TagSpan, is, is_blank_line};
use crate::damage::{DamageKind, Fault, Stop};

impl GameText<'_> {
    /// Reads the tags; what follows are the moves. The first fault is returned once all
    /// tags are read.
    pub(crate) fn read_tags(&mut self) -> Result<Option<Fault>, Stop> {
        let mut fault = None;
        let mut blank = false;
        // True after a blank line that follows a fault: who knows where the moves went.
        let mut lost = false;
        loop {
            let line = self.pos;
            let Some(&byte) = self.bytes.get(self.pos) else {
                return if self.eof {
                    Ok(fault)
                } else {
                    self.incomplete()
                };
            };
            match byte {
                b'\n' => {
                    self.pos += 1;
                    // The end of a tag's own line does not count.
                    let before = &self.bytes[..line];
                    let ends =
                        before.last().is_some_and(|byte| is(*byte, SPACE)) && is_blank_line(before);
                    blank |= ends;
                    lost |= ends && fault.is_some();
                }
                b'%' if self.at_line_start() => self.skip_line()?,
                b'[' => {
                    let tag = self.read_tag()?;
                    match tag {
                        Some(tag) => {
                            let first = self.tags.first();
                            if lost || blank && first.is_some_and(|f| self.same_name(*f, tag)) {
                                // The next game's: this one has no moves.
                                self.pos = line;
                                self.finish();
                                return Ok(fault);
                            }
                            if self.tags.len() < self.limits.tags {
                                self.tags.push(tag);
                            } else if fault.is_none() {
                                let most = self.limits.tags;
                                fault = Some(Fault {
                                    at: line,
                                    kind: DamageKind::TooManyTags,
                                    message: format!("more than {most} tags"),
                                });
                            }
                        }
                        None => {
                            let text = decoded(self.bytes[line..self.pos].trim_ascii());
                            let what = contract::error::quoted(&text);
                            fault.get_or_insert_with(|| Fault {
                                at: line,
                                kind: DamageKind::Tag,
                                message: format!("{what} is no tag"),
                            });
                        }
                    }
                }
                byte if is(byte, SPACE) => self.pos += 1,
                _ => return Ok(fault),
            }
        }
    }

    pub(super) fn same_name(&self, a: TagSpan, b: TagSpan) -> bool {
        let name = |t: TagSpan| &self.bytes[t.name.0 as usize..t.name.1 as usize];
        name(a) == name(b)
    }

    pub(super) fn at_line_start(&self) -> bool {
        self.pos == 0 || self.bytes[self.pos - 1] == b'\n'
    }

    /// Goes to the next line.
    pub(super) fn skip_line(&mut self) -> Result<(), Stop> {
        match memchr(b'\n', &self.bytes[self.pos..]) {
            Some(at) => self.pos += at + 1,
            None if self.eof => self.pos = self.bytes.len(),
            None => return self.incomplete(),
        }
        Ok(())
    }

    /// Reads a tag that begins here; for a text that is none goes to the end of the line.
    #[inline]
    pub(super) fn read_tag(&mut self) -> Result<Option<TagSpan>, Stop> {
        let bytes = self.bytes;
        let from = self.pos;
        let mut at = from + 1;
        let blanks = |at: &mut usize| {
            while bytes.get(*at).is_some_and(|b| *b == b' ' || *b == b'\t') {
                *at += 1;
            }
        };
        blanks(&mut at);
        let name = at;
        while bytes.get(at).is_some_and(|b| is(*b, NAME)) {
            at += 1;
        }
        let name = (name as u32, at as u32);
        blanks(&mut at);
        if name.0 < name.1 && bytes.get(at) == Some(&b'"') {
            let value = at + 1;
            at = value;
            // What spans lines is no tag.
            while let Some(found) = memchr3(b'"', b'\\', b'\n', &bytes[at..]) {
                at += found;
                match (bytes[at], bytes.get(at + 1)) {
                    (b'"', _) => {}
                    (b'\\', Some(&next)) if next != b'\n' => {
                        at += 2;
                        continue;
                    }
                    _ => break,
                }
                let end = at;
                at += 1;
                blanks(&mut at);
                if bytes.get(at) == Some(&b']') {
                    self.pos = at + 1;
                    return Ok(Some(TagSpan {
                        name,
                        value: (value as u32, end as u32),
                    }));
                }
                break;
            }
        }
        // The slow way: a quote within the value, or no tag at all.
        let end = match memchr(b'\n', &bytes[from..]) {
            Some(length) => from + length,
            None if self.eof => bytes.len(),
            None => return self.incomplete(),
        };
        self.pos = end;
        let line = bytes[from..end].trim_ascii_end();
        let inside = line
            .strip_suffix(b"]")
            .and_then(|line| line.trim_ascii_end().strip_suffix(b"\""));
        let value = memchr(b'"', line).map(|at| at + 1);
        Ok(match (inside, value) {
            (Some(inside), Some(value))
                if name.0 < name.1
                    && value <= inside.len()
                    && line[..value - 1].trim_ascii_end().len() == name.1 as usize - from =>
            {
                Some(TagSpan {
                    name,
                    value: ((from + value) as u32, (from + inside.len()) as u32),
                })
            }
            _ => None,
        })
    }

    /// Returns true if a tag begins at a line's start; tells apart only what can be the
    /// next game's tag from moves.
    pub(super) fn tag_begins(&self, mut at: usize) -> Result<bool, Stop> {
        let bytes = self.bytes;
        if bytes.get(at) != Some(&b'[') {
            return Ok(false);
        }
        at += 1;
        let name = at;
        while bytes.get(at).is_some_and(|b| is(*b, NAME)) {
            at += 1;
        }
        let named = at > name;
        while bytes.get(at).is_some_and(|b| *b == b' ' || *b == b'\t') {
            at += 1;
        }
        match bytes.get(at) {
            Some(byte) => Ok(named && *byte == b'"'),
            None if self.eof => Ok(false),
            None => self.incomplete(),
        }
    }
}
