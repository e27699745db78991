//! Many games at once for learning.

use std::sync::Arc;

use super::{Game, guard};
use contract::arguments;
use contract::error::{Error, Result};
use contract::planes::PlaneLayout;
use contract::value::Dict;
use dynamic::DynVector;
pub use search::vector::{Arrays, Between, NOBODY, Observations, VectorOptions};

/// Several games under the same rules, stepped together.
///
/// Each call writes planes, masks, rewards and flags into arrays of the caller. What a seat of
/// a game that hides something gets is made of its observation.
///
/// ```
/// use boardwright::host::{Arrays, Game, VectorEnv, VectorOptions};
///
/// let chess = Game::new("chess", &Default::default())?;
/// let options = VectorOptions { games: 2, ..VectorEnv::DEFAULTS };
/// let mut env = VectorEnv::new(&chess, &options)?;
/// let mut masks = vec![0; 2 * env.actions()];
/// env.reset(None, Arrays { masks: Some(&mut masks), ..Arrays::default() })?;
/// assert_eq!(masks.iter().filter(|legal| **legal == 1).count(), 40);
/// # Ok::<(), boardwright::Error>(())
/// ```
pub struct VectorEnv(Box<dyn DynVector>);

impl std::fmt::Debug for VectorEnv {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "VectorEnv({} games)", self.games())
    }
}

impl VectorEnv {
    /// One game on the calling thread.
    pub const DEFAULTS: VectorOptions = VectorOptions {
        games: 1,
        seed: 0,
        ply_limit: 10_000,
        threads: 1,
        reseeded: None,
        between: None,
    };

    /// Starts games.
    ///
    /// # Errors
    ///
    /// `unsupported` for a game without action ids or planes; `invalid_option`.
    pub fn new(game: &Game, options: &VectorOptions) -> Result<Self> {
        arguments::VECTOR_GAMES.check(options.games as i128)?;
        arguments::THREADS.check(options.threads as i128)?;
        arguments::PLY_LIMIT.check(options.ply_limit.into())?;
        guard(|| Ok(Self(Arc::clone(&game.0).vector(options)?)))
    }

    /// The options of a game without its seeds, for episodes that draw their own.
    #[must_use]
    pub fn unseeded(game: &Game) -> Dict {
        game.0.options().shown_to_seats()
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.0.games()
    }

    /// Returns the planes of an observation.
    #[must_use]
    pub fn layout(&self) -> &PlaneLayout {
        self.0.layout()
    }

    /// Returns the number of action ids.
    #[must_use]
    pub fn actions(&self) -> usize {
        self.0.actions()
    }

    /// Returns the number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.0.seats()
    }

    /// Starts all games anew, under another seed if one is given.
    ///
    /// # Errors
    ///
    /// `invalid_option` for an array of another size, naming it.
    pub fn reset(&mut self, seed: Option<u64>, arrays: Arrays<'_>) -> Result<()> {
        guard(|| self.0.reset(seed, arrays))
    }

    /// Writes what the seats to move see, without rewards.
    ///
    /// # Errors
    ///
    /// As [`reset`](Self::reset).
    pub fn write(&mut self, arrays: Arrays<'_>) -> Result<()> {
        guard(|| self.0.write(arrays))
    }

    /// Makes a move in each game; none is made if one of them is refused.
    ///
    /// # Errors
    ///
    /// `illegal_move`, naming the game; those of [`reset`](Self::reset).
    pub fn step(&mut self, actions: &[i64], arrays: Arrays<'_>) -> Result<()> {
        guard(|| self.0.step(actions, arrays))
    }

    /// Draws a move that may be tried for each game; -1 where there is none.
    ///
    /// # Errors
    ///
    /// `invalid_option` if there is not room for one action of each game.
    pub fn sample(&mut self, actions: &mut [i64]) -> Result<()> {
        guard(|| self.0.sample(actions))
    }

    /// Returns the notation of the position of a game, all of it, for a referee.
    ///
    /// # Errors
    ///
    /// `invalid_option` for a game that there is not.
    pub fn notation(&self, index: usize) -> Result<String> {
        guard(|| {
            self.0.notation(index).ok_or_else(|| {
                Error::invalid_option(format!(
                    "game: takes an integer from 0 to {}, not {index}",
                    self.games() - 1
                ))
            })
        })
    }
}
