//! Matches and tournaments between players: who meets whom in which opening, a referee for one
//! game, many games at once, and what they say about strength.
//!
//! Everything goes through [`crate::host`], so any registered game can be played.
//! A [`Player`] is told what its seat may know and nothing else; a program
//! outside this process takes part by another implementation of that trait. No process or
//! console is touched here, and no file but the one that [`log`] is given: whoever runs a match
//! is handed each finished game and decides what to keep.

mod bot;
mod driver;
mod estimate;
pub mod job;
mod live;
pub mod log;
mod opening;
mod own;
mod pairing;
mod pgn;
mod player;
pub mod rating;
mod record;
mod referee;
mod spec;
mod sprt;
mod summary;
pub mod tournament;

pub use bot::BotPlayer;
pub use driver::{Match, PlayerFactory};
pub use estimate::{Estimate, Method, Pentanomial, Trinomial, elo, expected_score};
pub use opening::{Opening, Openings};
pub use own::Guests;
pub use pairing::{Pairing, PairingPlan};
pub use pgn::{PgnTags, pgn};
pub use player::{
    Decided, Fault, FaultKind, Letter, Listening, MovesSoFar, Player, RestartSignal, Setup, Stop,
    TeamChat, Turn,
};
pub use record::{Faulted, Played, RecordedPly};
pub use referee::{Conditions, TimeControl, play};
pub use spec::{NamedPlayer, PlayerSpec, Programs};
pub use sprt::{Sprt, Verdict};
pub use summary::{Effort, MatchDescription, PlayerDescription, Plies, Results, Summary, Tally};

#[cfg(test)]
mod tests;
