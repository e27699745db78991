//! Vectors of any game.

use contract::error::Result;
use contract::game::Game;
use contract::planes::PlaneLayout;
use search::vector::{Arrays, Vector};

/// See [`Vector`].
pub trait DynVector: Send {
    /// Returns the number of games.
    fn games(&self) -> usize;
    /// Returns the planes of an observation.
    fn layout(&self) -> &PlaneLayout;
    /// Returns the number of action ids.
    fn actions(&self) -> usize;
    /// Returns the number of seats.
    fn seats(&self) -> usize;
    /// Starts all games anew.
    ///
    /// # Errors
    ///
    /// As in [`Vector::reset`].
    fn reset(&mut self, seed: Option<u64>, arrays: Arrays<'_>) -> Result<()>;
    /// Writes what the seats to move see.
    ///
    /// # Errors
    ///
    /// As in [`Vector::write`].
    fn write(&mut self, arrays: Arrays<'_>) -> Result<()>;
    /// Makes a move in each game.
    ///
    /// # Errors
    ///
    /// As in [`Vector::step`].
    fn step(&mut self, actions: &[i64], arrays: Arrays<'_>) -> Result<()>;
    /// Draws a move for each game.
    ///
    /// # Errors
    ///
    /// As in [`Vector::sample`].
    fn sample(&mut self, actions: &mut [i64]) -> Result<()>;
    /// Returns the notation of the position of a game.
    fn notation(&self, index: usize) -> Option<String>;
}

impl<G: Game> DynVector for Vector<G> {
    fn games(&self) -> usize {
        self.games()
    }

    fn layout(&self) -> &PlaneLayout {
        self.layout()
    }

    fn actions(&self) -> usize {
        self.actions()
    }

    fn seats(&self) -> usize {
        self.seats()
    }

    fn reset(&mut self, seed: Option<u64>, arrays: Arrays<'_>) -> Result<()> {
        self.reset(seed, arrays)
    }

    fn write(&mut self, arrays: Arrays<'_>) -> Result<()> {
        self.write(arrays)
    }

    fn step(&mut self, actions: &[i64], arrays: Arrays<'_>) -> Result<()> {
        self.step(actions, arrays)
    }

    fn sample(&mut self, actions: &mut [i64]) -> Result<()> {
        self.sample(actions)
    }

    fn notation(&self, index: usize) -> Option<String> {
        self.notation(index)
    }
}
