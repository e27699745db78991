//! Cursors, which walk through states.

use super::{SeatRef, State};
use contract::error::Result;
use dynamic::MoveRef;

/// A state that is moved forward and back in place, for tight loops in hosts
/// where an object per ply costs more than a move.
#[derive(Clone, Debug)]
pub struct Cursor {
    line: Vec<State>,
}

impl Cursor {
    /// A cursor on a state.
    #[must_use]
    pub fn new(state: &State) -> Self {
        Self {
            line: vec![state.clone()],
        }
    }

    /// Returns the current state.
    #[must_use]
    pub fn state(&self) -> &State {
        // The first state is never taken off.
        &self.line[self.line.len() - 1]
    }

    /// Goes on by a move.
    ///
    /// # Errors
    ///
    /// As [`State::play`]; it then stays where it stood.
    pub fn play(
        &mut self,
        of: Option<SeatRef<'_>>,
        action: MoveRef<'_>,
        style: Option<&str>,
    ) -> Result<()> {
        let next = self.state().play(of, action, style)?;
        self.line.push(next);
        Ok(())
    }

    /// Goes back by some plies; says how many it went, which is fewer where the
    /// line is shorter.
    pub fn undo(&mut self, plies: usize) -> usize {
        let back = plies.min(self.line.len() - 1);
        self.line.truncate(self.line.len() - back);
        back
    }

    /// Counts the moves made since the start.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.line.len() - 1
    }
}
