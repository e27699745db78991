//! Parts of a game that nobody wants.

use super::GameText;
use super::token::Token;
use crate::damage::{DamageKind, Stop};

impl GameText<'_> {
    /// Leaves out a variation that has just begun.
    ///
    /// # Errors
    ///
    /// As in [`token`](Self::token); a fault if it is not closed.
    pub fn skip_variation(&mut self) -> Result<(), Stop> {
        let depth = self.depth;
        loop {
            match self.token()? {
                Token::Close if self.depth < depth => return Ok(()),
                Token::End => return Err(self.unclosed_variation()),
                _ => {}
            }
        }
    }

    /// Returns the fault of a game that ends inside a variation.
    #[cold]
    pub fn unclosed_variation(&self) -> Stop {
        self.fault(DamageKind::Variation, "a variation is not closed")
    }

    /// Goes to the end of the game, whatever it contains, and over the blanks that follow on
    /// the same line.
    pub(crate) fn skip_rest(&mut self) -> Result<(), Stop> {
        while !self.over {
            let before = (self.pos, self.depth);
            match self.token() {
                Err(Stop::Incomplete) => {
                    (self.pos, self.depth) = before;
                    return self.incomplete();
                }
                Ok(_) | Err(Stop::Fault(_)) => {}
            }
        }
        loop {
            match self.bytes.get(self.pos) {
                Some(b' ' | b'\t' | b'\r') => self.pos += 1,
                Some(_) => return Ok(()),
                None if self.eof => return Ok(()),
                None => return self.incomplete(),
            }
        }
    }

    /// Throws away what cannot be kept of a game that is too long; continues an open
    /// comment with the next bytes.
    pub(crate) fn let_go(&mut self) {
        if self.in_comment || self.bytes.get(self.pos) == Some(&b'{') {
            self.in_comment = true;
            // The end of a line may belong to a blank line before a tag.
            let from = self.pos;
            let line = memchr::memrchr(b'\n', &self.bytes[from..]);
            let keep = self.bytes.len().saturating_sub(2);
            self.pos = line.map_or(keep, |at| from + at).min(keep).max(from);
        } else {
            // No word is longer; the rest of a line that is left out goes the same way.
            const LONGEST_WORD: usize = 64;
            if self.bytes.len() - self.pos > LONGEST_WORD {
                self.pos = self.bytes.len() - LONGEST_WORD;
            }
        }
    }
}
