//! Ratings: Elo of a tournament, Glicko-2 and Weng-Lin for pools that go on, and a registry of
//! bots that keeps them.

mod pool;

pub use pool::{EloPool, EloRatings};
