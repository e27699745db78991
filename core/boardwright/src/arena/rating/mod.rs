//! Ratings: Elo of a tournament, Glicko-2 and Weng-Lin for pools that go on, and a registry of
//! bots that keeps them.

mod games;
mod host;
mod leaderboard;
mod pool;
mod registry;
mod strength;
#[cfg(test)]
mod tests;

pub use games::{RatedGame, RatedResult, RatedResults, Side, mode_of};
pub use host::BotRegistry;
pub use leaderboard::{Leaderboard, Ranked};
pub use pool::{EloPool, EloRatings};
pub use registry::{
    BotKind, BotRating, BotStatus, Glicko, RegisteredBot, Registry, START, WengLin,
};
pub use strength::{EloEntry, SprtState, strength};
