//! The bots that are made for any game, and a game's bots by name.

pub mod book;
mod manners;
mod options;
mod random;
mod searching;

use contract::bot::{Bot, COMMON, unknown};
use contract::error::Result;
use contract::game::Game;
use contract::options::Options;
use contract::value::Dict;

pub use manners::{OPTIONS as DRAW_OPTIONS, accepts_by_score};
pub use options::{
    LEVELS, NAMES as SEARCHING, OPTIONS as SEARCH_OPTIONS, TREE_OPTIONS,
    options_of as searching_options,
};
pub use random::RandomBot;
pub use searching::{HeuristicBot, SearchBot, make as make_searching};

/// Makes a bot of a game.
///
/// # Errors
///
/// `unknown_bot`, with what exists; `invalid_option`.
pub fn make<G: Game>(name: &str, options: &Dict, seed: u64) -> Result<Box<dyn Bot<G>>> {
    if COMMON.contains(&name) {
        Options::read(&format!("bot {name}"), &[], options)?;
        return Ok(Box::new(RandomBot::new(seed)));
    }
    if G::INFO.bots.contains(&name) {
        return G::bot(name, options, seed);
    }
    Err(unknown::<G>(name))
}
