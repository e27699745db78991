//! Random games to the end, for any game.
//!
//! Game `i` draws from a generator derived from the seed and `i`, so the result
//! does not depend on how many threads share the work.

use contract::arguments;
use contract::error::Result;
use contract::game::{Game, Outcome, SampledMove};
use contract::history::KeyStack;
use contract::jobs::{self, Class, Control};
use contract::rng::Rng;
use contract::state::State;
use contract::value::Named;
use serde::Serialize;

/// Number of plies of a random game between two checks for cancellation.
const POLL_PLIES: u32 = 256;

/// Options of a series of random games.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutOptions {
    /// Number of games.
    pub games: u64,
    /// Seed of the random moves.
    pub seed: u64,
    /// After how many plies a game is given up.
    pub ply_limit: u32,
    /// Number of threads that share the work, 1 to 1024; with 1 the calling one.
    pub threads: usize,
}

/// Result of a series of random games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Playouts {
    /// Games played.
    pub games: u64,
    /// Moves made in all of them.
    pub plies: u64,
    /// Games won, by seat; a game can have several winners.
    pub wins: Vec<u64>,
    /// Games drawn.
    pub draws: u64,
    /// Games given up at the ply limit, or in which nobody could move while it
    /// was not over (a bughouse board that waits for a piece).
    pub unfinished: u64,
}

/// Returns the urgency of a series of random games: short up to 4 games.
pub const fn class(options: &PlayoutOptions) -> Class {
    const FEW: u64 = 4;
    if options.games <= FEW {
        Class::Short
    } else {
        Class::Long
    }
}

impl Playouts {
    fn empty(seats: usize) -> Self {
        Self {
            wins: vec![0; seats],
            ..Self::default()
        }
    }

    fn add(mut self, other: &Self) -> Self {
        self.games += other.games;
        self.plies += other.plies;
        self.draws += other.draws;
        self.unfinished += other.unfinished;
        for (mine, theirs) in self.wins.iter_mut().zip(&other.wins) {
            *mine += theirs;
        }
        self
    }

    /// The same with the names of the seats.
    #[must_use]
    pub fn named(&self, seats: &[String]) -> NamedPlayouts {
        NamedPlayouts {
            games: self.games,
            plies: self.plies,
            wins: Named(
                seats
                    .iter()
                    .cloned()
                    .zip(self.wins.iter().copied())
                    .collect(),
            ),
            draws: self.draws,
            unfinished: self.unfinished,
        }
    }
}

/// [`Playouts`] for hosts, which know seats by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedPlayouts {
    /// Games played.
    pub games: u64,
    /// Plies of all of them.
    pub plies: u64,
    /// Games won, by seat; those of a team are counted for each of its seats.
    pub wins: Named<u64>,
    /// Games drawn.
    pub draws: u64,
    /// Games that came to the limit of plies.
    pub unfinished: u64,
}

/// Plays random games from a state.
///
/// # Errors
///
/// `cancelled`; `internal` if the machine refuses threads.
pub fn playouts<G: Game>(
    state: &State<G>,
    options: PlayoutOptions,
    control: &Control,
) -> Result<Playouts> {
    let seats = state.rules().seat_names().len();
    let many = |from: u64, to: u64| -> Result<Playouts> {
        let mut sum = Playouts::empty(seats);
        for index in from..to {
            control.check()?;
            let (plies, outcome) = play_one(state, index, options, control)?;
            sum.games += 1;
            sum.plies += u64::from(plies);
            match outcome {
                None => sum.unfinished += 1,
                Some(outcome) if outcome.is_draw() => sum.draws += 1,
                Some(outcome) => {
                    for seat in outcome.winners.iter() {
                        if let Some(wins) = sum.wins.get_mut(seat.index()) {
                            *wins += 1;
                        }
                    }
                }
            }
        }
        Ok(sum)
    };
    if options.threads <= 1 {
        return many(0, options.games);
    }
    use rayon::prelude::*;
    const BATCH: u64 = 16;
    let batches = options.games.div_ceil(BATCH);
    // rayon's ranges of u64 have no exact length on all machines; that is fine here.
    jobs::in_parallel(options.threads, || {
        (0..batches)
            .into_par_iter()
            .map(|b| many(b * BATCH, ((b + 1) * BATCH).min(options.games)))
            .try_reduce(|| Playouts::empty(seats), |a, b| Ok(a.add(&b)))
    })?
}

fn play_one<G: Game>(
    state: &State<G>,
    index: u64,
    options: PlayoutOptions,
    control: &Control,
) -> Result<(u32, Option<Outcome>)> {
    let game = state.game();
    let mut rng = Rng::derived(&[options.seed, index]);
    let mut line = KeyStack::after(state.history());
    let mut position = state.position().clone();
    let mut plies = 0;
    loop {
        match game.sample(&position, &line, &mut rng) {
            SampledMove::Over(outcome) => return Ok((plies, Some(outcome))),
            SampledMove::Waiting => return Ok((plies, None)),
            SampledMove::Move(_) if plies >= options.ply_limit => return Ok((plies, None)),
            SampledMove::Move(action) => {
                line.push(game.key(&position));
                position = game.play(&position, &action).0;
                plies += 1;
                if plies % POLL_PLIES == 0 {
                    control.check()?;
                }
            }
        }
    }
}

/// Refuses what would never end.
///
/// # Errors
///
/// `invalid_option` for more than 2⁴⁰ games, no plies, and no threads or more than 1024.
pub fn check_options(options: &PlayoutOptions) -> Result<()> {
    arguments::GAMES.check(options.games.into())?;
    arguments::PLY_LIMIT.check(options.ply_limit.into())?;
    arguments::THREADS.check(options.threads as i128)?;
    Ok(())
}
