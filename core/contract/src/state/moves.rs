//! The moves that led to a state, and the states on the way.

use std::sync::{Arc, OnceLock};

use super::{Origin, State};
use crate::error::{Error, Result};
use crate::fork;
use crate::game::{Game, unknown_style};
use crate::history::KeyStack;

impl<G: Game> State<G> {
    pub(super) fn origin(&self) -> &Arc<Origin<G::Position>> {
        fork::once(&self.origin, || {
            Arc::new(Origin {
                position: self.position.clone(),
                ply: self.history.len(),
            })
        })
    }

    /// Returns the ply from which the moves are known, from 0 to the length of the history. It
    /// is above 0 after [`parse`](Self::parse) with earlier positions, and after
    /// [`edit`](Self::edit).
    #[must_use]
    pub fn known_from(&self) -> usize {
        let origin = self.origin.get();
        origin.map_or(self.history.len(), |origin| origin.ply)
    }

    /// Returns the moves that led from the position at [`known_from`](Self::known_from) to this
    /// one, in order. In a game that hides anything they are the referee's.
    #[must_use]
    pub fn moves(&self) -> Vec<&G::Action> {
        let known = self.history.len() - self.known_from();
        let mut moves = Vec::with_capacity(known);
        let entries = self.history.backwards().take(known);
        moves.extend(entries.filter_map(|entry| entry.action));
        moves.reverse();
        moves
    }

    /// Returns the last of the [`moves`](Self::moves).
    #[must_use]
    pub fn last_move(&self) -> Option<&G::Action> {
        let made = self.history.len() > self.known_from();
        let last = self.history.last().filter(|_| made);
        last.and_then(|entry| entry.action)
    }

    /// Writes the [`moves`](Self::moves) in a style, by default the canonical one.
    ///
    /// # Errors
    ///
    /// `unsupported` for a style that the game does not have.
    pub fn move_texts(&self, style: Option<&str>) -> Result<Vec<String>> {
        let game = &self.rules.game;
        let Some(style) = known_style::<G>(style)? else {
            return Ok(self.moves().into_iter().map(|a| game.text(a)).collect());
        };
        let origin = self.origin();
        let before = self.history.first(origin.ply);
        let mut line = KeyStack::after(&before);
        let mut position = origin.position.clone();
        let mut texts = Vec::with_capacity(self.history.len() - origin.ply);
        for (ply, entry) in (origin.ply..).zip(self.history.forwards().skip(origin.ply)) {
            position = self.after_interventions(position, origin, ply);
            let Some(action) = entry.action else { continue };
            texts.push(game.write(&position, &line, action, style)?);
            line.push(entry.key);
            position = game.play(&position, action).0;
        }
        Ok(texts)
    }

    /// Writes the [last move](Self::last_move) in a style, by default the canonical one.
    ///
    /// # Errors
    ///
    /// `unsupported` for a style that the game does not have.
    pub fn last_move_text(&self, style: Option<&str>) -> Result<Option<String>> {
        let style = known_style::<G>(style)?;
        let Some(action) = self.last_move() else {
            return Ok(None);
        };
        let text = match style {
            None => self.rules.game.text(action),
            style => self.before(self.history.len() - 1).write(action, style)?,
        };
        Ok(Some(text))
    }

    /// Returns the state at a ply, from [`known_from`](Self::known_from) to that of this state.
    /// Seats that left after the move before it have left there.
    ///
    /// # Errors
    ///
    /// `invalid_option` for another ply, with those that there are.
    pub fn at_ply(&self, ply: usize) -> Result<Self> {
        let (first, last) = (self.known_from(), self.history.len());
        if (first..=last).contains(&ply) {
            return Ok(self.before(ply));
        }
        let known = match first {
            0 => String::new(),
            first => format!("; no moves are known before ply {first}"),
        };
        Err(Error::invalid_option(format!(
            "ply: takes an integer from {first} to {last}, not {ply}{known}"
        )))
    }

    /// Returns the state at a ply that is known, by replaying the moves before it.
    pub(super) fn before(&self, ply: usize) -> Self {
        if ply >= self.history.len() {
            return self.clone();
        }
        let origin = self.origin();
        let history = self.history.first(ply);
        let mut position = origin.position.clone();
        for (at, entry) in (origin.ply..).zip(history.forwards().skip(origin.ply)) {
            position = self.after_interventions(position, origin, at);
            if let Some(action) = entry.action {
                position = self.rules.game.play(&position, action).0;
            }
        }
        Self {
            rules: Arc::clone(&self.rules),
            position: self.after_interventions(position, origin, ply),
            history,
            origin: OnceLock::from(Arc::clone(origin)),
            interventions: self.interventions.until(ply),
            outcome: OnceLock::new(),
        }
    }
}

/// Returns the style, if the game has it.
fn known_style<G: Game>(style: Option<&str>) -> Result<Option<&str>> {
    match style {
        Some(style) if !G::INFO.styles.contains(&style) => Err(unknown_style::<G>(style)),
        style => Ok(style),
    }
}
