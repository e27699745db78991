//! Ratings: Elo of a tournament, Glicko-2 and Weng-Lin for pools that go on, and a registry of
//! bots that keeps them.

mod games;
mod leaderboard;
mod pool;
mod registry;
#[cfg(test)]
mod tests;

pub use games::{RatedGame, Side, mode_of};
pub use leaderboard::{Leaderboard, Ranked};
pub use pool::{EloPool, EloRatings};
pub use registry::{
    BotKind, BotRating, BotStatus, Glicko, RegisteredBot, Registry, START, WengLin,
};
