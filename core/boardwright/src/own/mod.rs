//! Bots of the host's own: a question is handed to the host, which answers when it likes.
//!
//! A question holds what its seat may know and nothing else. No thread of the pool waits for the
//! answer; whoever asked takes it up from the thread that gives it. A question that is not
//! answered in time, or is dropped, counts as one to a bot that failed.

mod answer;
mod bot;
#[cfg(test)]
mod bot_tests;
mod question;
mod queue;

use std::sync::Arc;

use contract::error::{Error, ErrorKind};

pub(crate) use answer::BotAnswer;
pub use bot::OwnBot;
pub(crate) use question::{Asked, ask, messages, milliseconds};
pub use question::{Question, QuestionClock, QuestionDetails, QuestionKind, Refusal};
pub use queue::{Questions, Told};

/// Receives the questions to a bot of the host's own, on a thread of the library that must
/// not be kept: it hands them on.
pub type Ask = Arc<dyn Fn(Question) + Send + Sync>;

/// The name that bots of the host's own have among those of the library.
pub const OWN: &str = "own";

/// Creates the error of a bot that failed in the host's own code, as by an exception.
#[must_use]
pub fn bot_failed(message: &str) -> Error {
    let short: String = message.chars().take(300).collect();
    Error::new(ErrorKind::BotFailed, short)
}
