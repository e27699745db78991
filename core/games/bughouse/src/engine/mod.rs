//! The search of bots over two boards.
//!
//! [`SearchBughouse`] is bughouse with a decision about what a line of play may hold: the
//! moves of one board, the other standing still but taking in what is captured
//! ([`Focus::One`], a bot that plays one seat), or the moves of both by teams in
//! turns ([`Focus::Team`], a bot that plans for its partner as well). The generic
//! search then goes on as for any game; transfers are exact in both. Positions are
//! worth what both boards are, each by the evaluation of drop chess, so a capture
//! counts by what the partner can do with it and a trade by what it gives to the
//! other team. A side that is frozen is not mated, but it costs.
//!
//! Nothing of this is reachable but through the bots of [`Bughouse`].

mod advice;
mod bots;
mod eval;
mod joint;
mod needs;
mod params;
mod partner;
mod search;
mod search_game;
mod time;

pub use advice::Advice;
pub use bots::{TeamBot, bot_options, make, make_tuned};
pub use eval::TeamEvaluator;
pub use needs::MATES;
pub use params::EngineParams;
pub(crate) use partner::is_urgent;
pub use search_game::{Focus, SearchBughouse, SearchPosition, TeamPly, color_of, is_first};
pub use time::TIME_OPTIONS;

use super::Bughouse;
