//! Bots that fail in the ways that a table must survive.

use std::time::Duration;

use contract::bot::{Bot, Decision, Limits};
use contract::error::{Error, Result};
use contract::game::Game;
use contract::jobs::Control;
use contract::state::Observation;

/// Fault of a bot.
#[derive(Clone, Copy, Debug)]
pub(super) enum Faulty {
    /// It panics.
    Throws,
    /// It never answers, but stops when told to.
    Silent,
}

impl<G: Game> Bot<G> for Faulty {
    fn decide(
        &mut self,
        _: &Observation<G>,
        _: &Limits,
        control: &Control,
    ) -> Result<Decision<G::Action>> {
        match self {
            Self::Throws => panic!("a bot that panics on purpose"),
            Self::Silent => loop {
                if control.stopped() {
                    return Err(Error::cancelled("stopped without an answer"));
                }
                std::thread::sleep(Duration::from_millis(1));
            },
        }
    }
}
