//! Any candidate with equal chances.

use contract::bot::{Bot, Decision, Limits};
use contract::error::Result;
use contract::game::Game;
use contract::jobs::Control;
use contract::rng::Rng;
use contract::state::Observation;

/// Plays any candidate with equal chances. What it plays follows from its seed
/// and what its seat knows, so a decision asked for twice is the same.
#[derive(Clone, Copy, Debug)]
pub struct RandomBot {
    seed: u64,
}

impl RandomBot {
    /// A bot whose draws derive from the seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { seed }
    }
}

impl<G: Game> Bot<G> for RandomBot {
    fn decide(
        &mut self,
        observation: &Observation<G>,
        limits: &Limits,
        control: &Control,
    ) -> Result<Decision<G::Action>> {
        control.check()?;
        let mut candidates = observation.choices(limits)?;
        let mut rng = Rng::derived(&[self.seed, observation.key()]);
        let index = rng.below(candidates.len() as u32) as usize;
        Ok(Decision::plain(candidates.swap_remove(index)))
    }

    fn is_quick(&self, _: &Limits) -> bool {
        true
    }
}
