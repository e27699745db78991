//! Many games at once for learning: each call steps all of them and writes what their seats see
//! into arrays of the caller.
//!
//! Game `i` and its episode `e` draw from a generator derived from the seed, `i` and `e`, so
//! trajectories do not depend on the number of threads. A game that ends starts anew in the same
//! step: rewards and flags are those of the end, observation and mask those of the new game.

mod arrays;
mod lane;
mod line;

use std::sync::Arc;

use contract::error::{Error, Result};
use contract::game::Game;
use contract::jobs;
use contract::planes::{PlaneLayout, layout_of};
use contract::question::id_count;
use contract::state::Rules;
use contract::value::Dict;

pub use arrays::{Arrays, Observations};
use arrays::{Part, Shape};
use lane::{Lane, Setup};

/// The seat of a game in which nobody is to move.
pub const NOBODY: u8 = u8::MAX;

/// Games that are worked on before [`Between`] is called: some ten milliseconds of work.
const PART: usize = 4096;

/// Pieces into which a call is cut for each thread.
const PIECES: usize = 8;

/// A function that is called between the parts of a long call; its error ends the call.
#[derive(Clone)]
pub struct Between(Arc<dyn Fn() -> Result<()> + Send + Sync>);

impl Between {
    /// Takes the function.
    pub fn new(call: impl Fn() -> Result<()> + Send + Sync + 'static) -> Self {
        Self(Arc::new(call))
    }
}

impl std::fmt::Debug for Between {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Between")
    }
}

/// The settings of a [`Vector`].
#[derive(Clone, Debug)]
pub struct VectorOptions {
    /// Number of games.
    pub games: usize,
    /// Seed of all draws.
    pub seed: u64,
    /// After how many plies a game is given up.
    pub ply_limit: u32,
    /// Number of threads that share the work; with 1 the calling one.
    pub threads: usize,
    /// The options of the game as they were given, if each episode draws its own seeds for those
    /// that take one.
    pub reseeded: Option<Dict>,
    /// Called between the parts of a call about many games. A call that it ends has been made in
    /// some games and not in the others; [`Vector::write`] tells how all of them stand.
    pub between: Option<Between>,
}

/// Several games under the same rules.
#[derive(Debug)]
pub struct Vector<G: Game> {
    setup: Setup<G>,
    lanes: Vec<Lane<G>>,
    layout: PlaneLayout,
    threads: usize,
    between: Option<Between>,
}

impl<G: Game> Vector<G> {
    /// Starts the games.
    ///
    /// # Errors
    ///
    /// `unsupported` for a game without action ids or planes; those of [`Game::start`] and
    /// [`Rules::new`].
    pub fn new(rules: &Arc<Rules<G>>, options: &VectorOptions) -> Result<Self> {
        let game = rules.game();
        let actions = id_count(game, None)?;
        let layout = layout_of(game)?;
        let setup = Setup {
            rules: Arc::clone(rules),
            reseeded: options.reseeded.clone(),
            seed: options.seed,
            ply_limit: options.ply_limit,
            units: layout
                .planes
                .iter()
                .map(|plane| f32::from(plane.unit))
                .collect(),
            shape: Shape {
                size: layout.size(),
                area: layout.area(),
                actions: actions as usize,
                seats: rules.seat_names().len(),
            },
        };
        let lanes = (0..options.games as u64)
            .map(|index| Lane::new(&setup, index))
            .collect::<Result<_>>()?;
        Ok(Self {
            setup,
            lanes,
            layout,
            threads: options.threads,
            between: options.between.clone(),
        })
    }

    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.lanes.len()
    }

    /// Returns the planes of an observation.
    #[must_use]
    pub const fn layout(&self) -> &PlaneLayout {
        &self.layout
    }

    /// Returns the number of action ids.
    #[must_use]
    pub const fn actions(&self) -> usize {
        self.setup.shape.actions
    }

    /// Returns the number of seats.
    #[must_use]
    pub const fn seats(&self) -> usize {
        self.setup.shape.seats
    }

    /// Starts all games anew as at the very beginning, under another seed if one is given.
    ///
    /// # Errors
    ///
    /// As [`Vector::new`], and those of [`write`](Self::write).
    pub fn reset(&mut self, seed: Option<u64>, arrays: Arrays<'_>) -> Result<()> {
        let part = arrays.checked(self.games(), &self.setup.shape)?;
        if let Some(seed) = seed {
            self.setup.seed = seed;
        }
        self.each(part, |setup, lane, mut out| {
            lane.restart(setup, 0)?;
            out.no_ends();
            lane.write(setup, &mut out);
            Ok(())
        })
    }

    /// Writes what the seats to move see, without rewards.
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming the array that does not have the size it must have.
    pub fn write(&mut self, arrays: Arrays<'_>) -> Result<()> {
        let part = arrays.checked(self.games(), &self.setup.shape)?;
        self.each(part, |setup, lane, mut out| {
            out.no_ends();
            lane.write(setup, &mut out);
            Ok(())
        })
    }

    /// Makes a move in each game. Nothing is played if one of them is refused.
    ///
    /// # Errors
    ///
    /// `illegal_move`, naming the game; those of [`write`](Self::write) and of a new game.
    pub fn step(&mut self, actions: &[i64], arrays: Arrays<'_>) -> Result<()> {
        arrays::sized("actions", actions.len(), self.games())?;
        let part = arrays.checked(self.games(), &self.setup.shape)?;
        for (index, (lane, action)) in self.lanes.iter_mut().zip(actions).enumerate() {
            lane.choose(*action).map_err(|why| {
                Error::illegal_move(format!("actions: game {index}: action id {action} {why}"))
            })?;
        }
        self.each(part, |setup, lane, mut out| {
            lane.step(setup, &mut out)?;
            lane.write(setup, &mut out);
            Ok(())
        })
    }

    /// Draws one of the moves that each seat to move may try.
    ///
    /// # Errors
    ///
    /// `invalid_option` if there is not room for one action of each game.
    pub fn sample(&mut self, actions: &mut [i64]) -> Result<()> {
        arrays::sized("actions", actions.len(), self.games())?;
        for (lane, action) in self.lanes.iter_mut().zip(actions) {
            *action = lane.sample();
        }
        Ok(())
    }

    /// Returns the notation of the position of a game, for a referee.
    #[must_use]
    pub fn notation(&self, index: usize) -> Option<String> {
        self.lanes.get(index).map(Lane::notation)
    }

    /// Does something with each game and its part of the arrays.
    fn each(
        &mut self,
        mut part: Part<'_>,
        work: impl Fn(&Setup<G>, &mut Lane<G>, Part<'_>) -> Result<()> + Sync,
    ) -> Result<()> {
        let (setup, threads) = (&self.setup, self.threads);
        for (number, lanes) in self.lanes.chunks_mut(PART).enumerate() {
            if let Some(Between(call)) = self.between.as_ref().filter(|_| number > 0) {
                call()?;
            }
            let part = part.take(lanes.len(), &setup.shape);
            shared(threads, setup, lanes, part, &work)?;
        }
        Ok(())
    }
}

/// Shares the games among threads.
fn shared<G: Game>(
    threads: usize,
    setup: &Setup<G>,
    lanes: &mut [Lane<G>],
    mut part: Part<'_>,
    work: &(impl Fn(&Setup<G>, &mut Lane<G>, Part<'_>) -> Result<()> + Sync),
) -> Result<()> {
    let many = |(lanes, mut part): (&mut [Lane<G>], Part<'_>)| {
        for lane in lanes {
            work(setup, lane, part.take(1, &setup.shape))?;
        }
        Ok(())
    };
    if threads <= 1 {
        return many((lanes, part));
    }
    // Small enough that no thread waits long for another's last.
    let size = lanes.len().div_ceil(PIECES * threads);
    let pieces = lanes.chunks_mut(size).map(|lanes| {
        let piece = part.take(lanes.len(), &setup.shape);
        (lanes, piece)
    });
    jobs::share(threads, pieces.collect(), many)
}
