//! Views for notebooks: a picture as HTML, with words in its place for those who do not see it.

use contract::drawing::{escaped, image};
use contract::error::{ErrorKind, Result};

use super::DrawingOptions;
use crate::host::{Observation, State};
use crate::records::{Record, WriteOptions};

impl State {
    /// Draws the position as an image of HTML, with its description in words as alternative
    /// text; nothing where that would show a hidden game to whoever sees the page.
    ///
    /// With a seat in the options it is what that seat knows.
    ///
    /// # Errors
    ///
    /// As [`State::svg`].
    pub fn html(&self, options: &DrawingOptions) -> Result<Option<String>> {
        let seat = options.seat.as_ref();
        if seat.is_none() && self.game().hidden() {
            return Ok(None);
        }
        let words = self.describe_text(seat.map(|name| name.as_ref()))?;
        Ok(Some(image(&self.svg(options)?, &words)))
    }
}

impl Observation {
    /// Draws what the seat knows as an image of HTML, with its description in words as
    /// alternative text.
    ///
    /// # Errors
    ///
    /// As [`Observation::svg`].
    pub fn html(&self, options: &DrawingOptions) -> Result<String> {
        Ok(image(&self.svg(options)?, &self.describe_text()))
    }
}

impl Record {
    /// Shows the game as HTML: the state after its main line as [`State::html`] does, and the
    /// game as PGN, or its moves where the game has no PGN; nothing of a hidden game.
    ///
    /// # Errors
    ///
    /// As [`State::svg`].
    pub fn html(&self, options: &DrawingOptions) -> Result<Option<String>> {
        if self.game().hidden() {
            return Ok(None);
        }
        let Some(mut out) = self.state(None)?.html(options)? else {
            return Ok(None);
        };
        let text = match self.pgn(WriteOptions::default()) {
            Err(error) if error.kind() == ErrorKind::Unsupported => self.main_line(None)?.join(" "),
            written => written?,
        };
        out.push_str("<pre style=\"white-space:pre-wrap\">");
        for line in text.trim_end().lines() {
            out.push_str(&escaped(line));
            out.push('\n');
        }
        out.push_str("</pre>");
        Ok(Some(out))
    }
}
