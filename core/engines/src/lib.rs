//! Programs that speak UCI (the Universal Chess Interface of S. Meyer-Kahlen), UBI or BEI, as
//! players of matches and at the seats of tables. They are started and ended here, or are reached by a
//! way of the host's own, and what they say is never trusted.

mod command;
mod option;
mod player;
mod process;
mod protocol;
#[cfg(all(test, unix))]
mod recall_tests;
mod seat;
mod wire;

pub use command::EngineCommand;
pub use player::{EnginePlayer, start_program};
pub use protocol::{EngineProtocol, Language};
pub use seat::TableEngine;
pub use wire::{Dial, LineSink, Wire};
