//! The changes of a table since it was saved, as texts that follow that of the table: a store
//! writes what is new, and not the whole game after each move.

use serde::{Deserialize, Serialize};

use super::log::Feed;
use super::saved::SavedTable;
use super::state::TableState;
use contract::error::{Error, Result};

/// The length of each list that grows, at a moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SavedMark {
    /// The moves, and what was tried.
    pub moves: usize,
    /// Times that moves were taken back.
    pub undone: u64,
    /// The events of all feeds.
    pub told: usize,
    /// The times that seats left while others played on.
    pub left: usize,
    /// The edits of the game.
    pub edits: usize,
    /// The thoughts of each seat's bots.
    pub thoughts: Vec<usize>,
}

/// The answer to `save_changes`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SavedChanges {
    /// A line of text, to be kept after those before it.
    pub saved: String,
    /// The mark from which to go on.
    pub next: SavedMark,
}

impl SavedMark {
    /// The beginning of a table.
    pub(super) fn nothing(inner: &TableState) -> Self {
        Self {
            moves: 0,
            undone: 0,
            told: 0,
            left: 0,
            edits: 0,
            thoughts: vec![0; inner.places.len()],
        }
    }

    /// The present of a table.
    fn now(inner: &TableState) -> Self {
        Self {
            moves: inner.line.len(),
            undone: inner.line.undone(),
            told: inner.logs.end(Feed::Referee),
            left: inner.line.leaves().len(),
            edits: inner.line.edits().len(),
            thoughts: inner.places.iter().map(|p| p.thoughts.len()).collect(),
        }
    }

    /// Returns true for a mark that was a present of the table before this one.
    fn precedes(&self, now: &Self) -> bool {
        let moved = self.undone < now.undone || self.moves <= now.moves;
        let thoughts = self.thoughts.iter().zip(&now.thoughts);
        moved
            && self.undone <= now.undone
            && self.told <= now.told
            && self.left <= now.left
            && self.edits <= now.edits
            && self.thoughts.len() == now.thoughts.len()
            && thoughts.into_iter().all(|(before, now)| before <= now)
    }
}

impl TableState {
    /// Writes what has changed since a mark, or everything.
    pub(super) fn save_changes(&self, since: Option<SavedMark>) -> Result<SavedChanges> {
        let next = SavedMark::now(self);
        let since = since.map(|mut mark| {
            if !mark.precedes(&next) {
                return Err(Error::invalid_option(
                    "since: takes what an earlier save_changes of this table gave as next",
                ));
            }
            // The moves taken back in between are not known: all are written anew.
            if mark.undone != next.undone {
                mark.moves = 0;
            }
            Ok(mark)
        });
        let saved = self.saved(since.transpose()?)?;
        Ok(SavedChanges { saved, next })
    }
}

impl SavedTable<'_> {
    /// Adds the table before it to changes.
    pub(super) fn after(mut self, mut before: Self) -> Result<Self> {
        let wrong = |what: &str| Error::invalid_notation(format!("saved table, changes: {what}"));
        let since = self.since.take().ok_or_else(|| wrong("a second table"))?;
        let thoughts = before.places.iter().map(|place| place.thoughts.len());
        let moves = match self.undone == before.undone {
            true => before.moves.len(),
            false => 0,
        };
        let follows = (since.moves, since.undone) == (moves, before.undone)
            && since.told == before.told.len()
            && since.left == before.left.len()
            && since.edits == before.edits.len()
            && thoughts.eq(since.thoughts)
            && self.places.len() == before.places.len();
        if !follows {
            return Err(wrong("they do not follow what is before them"));
        }
        before.moves.truncate(moves);
        prepend(before.moves, &mut self.moves);
        prepend(before.told, &mut self.told);
        prepend(before.left, &mut self.left);
        prepend(before.edits, &mut self.edits);
        for (place, before) in self.places.iter_mut().zip(before.places) {
            prepend(before.thoughts, &mut place.thoughts);
        }
        self.start = before.start;
        self.settings = before.settings;
        Ok(self)
    }
}

fn prepend<T>(mut before: Vec<T>, list: &mut Vec<T>) {
    before.append(list);
    *list = before;
}
