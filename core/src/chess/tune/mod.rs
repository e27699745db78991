//! Making the numbers of evaluation and search from games of our own.
//!
//! [`selfplay`] makes the data, [`texel`] fits the weights of the evaluation to
//! it, [`spsa`] tries numbers of the search in games. Nothing here is needed to
//! play; the command is `boardwright tune`.

pub mod selfplay;
pub mod spsa;
pub mod texel;

use std::sync::Arc;

use crate::chess::eval::Weights;
use crate::chess::{Board, Color};
use crate::error::Result;
use crate::game::Game;
use crate::jobs::Control;
use crate::state::Rules;

/// A position of a game and what became of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample<P> {
    /// The position.
    pub position: P,
    /// What the search thought of it, for White (in bughouse the first team), in
    /// centipawns.
    pub score: i32,
    /// What White, or the first team, had of the game: 0, a half or 1.
    pub result: f32,
}

/// A game whose evaluation is fitted to games of its own.
pub trait Tuned: Game {
    /// The boards of a position, and whose worth on each of them adds up to that
    /// for White, in bughouse for the first team.
    fn boards(position: &Self::Position) -> Vec<(Board, Color)>;

    /// The weights that are shipped.
    fn shipped() -> Arc<Weights>;

    /// The quiet positions of one game, which follows from the seed: those in which
    /// nobody is in check, the best move changes no material and no mate is in
    /// sight.
    ///
    /// # Errors
    ///
    /// `cancelled`.
    fn record(
        rules: &Arc<Rules<Self>>,
        settings: &selfplay::Settings,
        seed: u64,
        control: &Control,
    ) -> Result<Vec<Sample<Self::Position>>>;
}
