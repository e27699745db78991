//! Counts and exchanges, for the host of a player by language models.

use serde::Serialize;

use super::config::Output;
use super::prompt::Message;

/// The counts of a player by language models.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ModelStats {
    /// Questions of tables.
    pub questions: u64,
    /// Questions that were answered.
    pub answers: u64,
    /// Questions that were not answered, so that another bot made the move.
    pub fallbacks: u64,
    /// Questions that were given up by the table.
    pub cancelled: u64,
    /// Calls for answers, without those of the preflight check.
    pub calls: u64,
    /// Calls of the preflight check.
    pub preflights: u64,
    /// Wrong answers that were fed back with the reason.
    pub retries: u64,
    /// Calls that were refused because there were too many (429).
    pub limited: u64,
    /// Calls that ran out of time.
    pub timeouts: u64,
    /// Other calls that failed.
    pub errors: u64,
    /// Changes to a later endpoint.
    pub failovers: u64,
    /// Tokens of the prompts.
    pub input_tokens: u64,
    /// Tokens of the answers.
    pub output_tokens: u64,
    /// Calls whose tokens the endpoint did not say, and which are estimated.
    pub estimated: u64,
    /// The cost, in the unit of the prices.
    pub cost: f64,
}

/// The result of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ExchangeResult {
    /// An answer that is taken.
    Answer,
    /// An answer that is not, which is fed back.
    Wrong,
    /// A form of answer that the endpoint does not have.
    SteppedDown,
    /// Too many calls.
    Limited,
    /// No answer in time.
    Timeout,
    /// Another failure.
    Error,
    /// The question was given up meanwhile.
    Cancelled,
}

/// A call for an answer and what it came to.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Exchange {
    /// The number of the question to the player, from 1.
    pub question: u64,
    /// The game.
    pub game: String,
    /// The seat.
    pub seat: String,
    /// The host's time when it began, in milliseconds.
    pub at: u64,
    /// The time that it took, in milliseconds.
    pub took: u64,
    /// The index of the endpoint.
    pub endpoint: usize,
    /// The model.
    pub model: String,
    /// The form of answer that was asked for.
    pub output: Output,
    /// The messages that were sent.
    pub messages: Vec<Message>,
    /// The status of the response; none without one.
    pub status: Option<u16>,
    /// The words of the model; none without any.
    pub answer: Option<String>,
    /// Tokens of the prompt.
    pub input_tokens: u64,
    /// Tokens of the answer.
    pub output_tokens: u64,
    /// The result.
    pub result: ExchangeResult,
    /// The reason for which there is no answer, or it is not taken.
    pub reason: Option<String>,
}
