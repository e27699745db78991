//! The game of a table as PGN, or BPGN where it has two boards.

use ::records::GameResult;
use contract::error::{Error, Result};
use contract::game::Seat;
use contract::value::Dict;

use super::clock::TimeControl;
use super::control::ABORTED;
use super::state::TableState;
use crate::records::{
    GameTags, PlayedMove, Record, WriteOptions, played_line, tags_from_plain, termination,
};

impl TableState {
    /// Writes the game so far: tags, moves with the clocks after them, the reason of the end.
    /// Tags given stand before those that the table knows. It shows all moves, so that of a
    /// game that hides something it is there after the end only.
    pub(super) fn pgn(&self, tags: &Dict) -> Result<String> {
        if self.game.hidden() && self.ended.is_none() {
            return Err(Error::hidden_information(
                "the moves are written when the game has ended",
            ));
        }
        let given = tags_from_plain(tags)?;
        let reason = self.ended.map(|outcome| outcome.reason);
        // An edit breaks the row of moves: what is written begins after it.
        let from = self.line.edited_after();
        let start = match self.line.edits() {
            [] => self.start.clone(),
            _ => self.state.at_ply(self.start.ply() + from)?,
        };
        let steps = self.line.steps().iter().zip(self.step_texts(None)?);
        let steps = steps.skip(from);
        let moves = steps.map(|(step, text)| PlayedMove {
            seat: step.seat,
            text,
            clock: step.clock,
            comment: None,
        });
        let tree = played_line(moves, reason.map(|reason| reason.replace('_', " ")));
        let seats = self.places.iter().zip((0..).map(Seat));
        // A game without a result is no draw.
        let counts = self.ended.filter(|outcome| outcome.reason != ABORTED);
        let result = GameResult::of(counts);
        let tags = GameTags {
            players: seats
                .map(|(place, seat)| self.called(seat, &place.occupant))
                .collect(),
            result: Some(result),
            time_control: self.settings.clock.map(time_control).unwrap_or_default(),
            plies: self.line.moves(),
            termination: termination(reason),
        };
        let tags = tags.list(&self.game, &given);
        Record::new(&start, &tree, &tags, Some(result), None)?.pgn(WriteOptions::default())
    }
}

/// Seconds at the start, and those added after each move: `180+2`.
fn time_control(control: TimeControl) -> String {
    let seconds = |ms: u64| ms as f64 / 1e3;
    match control.increment {
        0 => seconds(control.base).to_string(),
        added => format!("{}+{}", seconds(control.base), seconds(added)),
    }
}
