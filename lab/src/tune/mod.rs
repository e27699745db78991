//! Making the numbers of evaluation and search from games of our own.
//!
//! [`selfplay`] makes the data, [`texel`] fits the weights of the evaluation to
//! it, [`spsa`] tunes numbers of the search by games, [`attempt`] tries a change of it.
//! Nothing here is needed to play; the command is `lab tune`.

pub(crate) mod attempt;
mod bughouse;
pub(crate) mod selfplay;
pub(crate) mod spsa;
pub(crate) mod texel;

use std::sync::Arc;

use boardwright::chess::eval::EvalWeights;
use boardwright::chess::{Board, Color};
use boardwright::error::{Error, Result, quoted};
use boardwright::game::Game;
use boardwright::jobs::Control;
use boardwright::search::Params;
use boardwright::state::Rules;

/// A position of a game and what became of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TuningSample<P> {
    /// The position.
    pub(crate) position: P,
    /// Score of the search for White (in bughouse the first team), in centipawns.
    pub(crate) score: i32,
    /// Result of the game for White, or the first team: 0, a half or 1.
    pub(crate) result: f32,
}

/// A game whose evaluation is fitted to games of its own.
pub(crate) trait Tuned: Game {
    /// The boards of a position, and whose score on each of them adds up to that
    /// for White, in bughouse for the first team.
    fn boards(position: &Self::Position) -> Vec<(Board, Color)>;

    /// The weights that are shipped.
    fn shipped() -> Arc<EvalWeights>;

    /// The quiet positions of one game, which follows from the seed: those in which
    /// nobody is in check, the best move changes no material and no mate is in
    /// sight.
    ///
    /// # Errors
    ///
    /// `cancelled`.
    fn record(
        rules: &Arc<Rules<Self>>,
        settings: &selfplay::SelfplaySettings,
        seed: u64,
        control: &Control,
    ) -> Result<Vec<TuningSample<Self::Position>>>;
}

/// Numbers of a search by name, with the least and the greatest value of each.
pub(crate) type Fields = &'static [(&'static str, i32, i32)];

/// The least and the greatest value that a number of the search may have.
///
/// # Errors
///
/// `invalid_option` for a name that does not exist.
pub(crate) fn number(name: &str) -> Result<(i32, i32)> {
    number_among(name, &[Params::FIELDS])
}

/// The same of a number that stands in one of several lists.
///
/// # Errors
///
/// `invalid_option` for a name that does not exist.
fn number_among(name: &str, lists: &[Fields]) -> Result<(i32, i32)> {
    let mut fields = lists.iter().copied().flatten();
    let Some((_, least, greatest)) = fields.find(|field| field.0 == name) else {
        let all: Vec<_> = lists
            .iter()
            .copied()
            .flatten()
            .map(|field| field.0)
            .collect();
        return Err(Error::invalid_option(format!(
            "{} is no number of the search: there are {}",
            quoted(name),
            all.join(", ")
        )));
    };
    Ok((*least, *greatest))
}
