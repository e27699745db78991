//! Programs that speak UCI (the Universal Chess Interface of S. Meyer-Kahlen) or UBI, as
//! players of matches. They are started and ended here, and what they say is never trusted.

mod option;
mod player;
mod process;
mod protocol;

pub use player::EnginePlayer;
pub use protocol::EngineProtocol;
