//! Players by language models: prompts, the reading of answers, and the choice of the
//! endpoint, all as values.
//!
//! Nothing here does I/O or looks at a clock. A host asks a [`LanguageModel`] with a question
//! of a table and gets a [`Turn`], whose steps it carries out: a call over HTTP, a wait, and in
//! the end an answer for the table or the reason for which there is none. The host says how
//! late it is and what a call came to. Prompts are made from an [`Observation`], so that they
//! cannot tell what a seat must not know.

mod account;
mod answer;
mod config;
mod endpoint;
mod json;
mod prompt;
mod prose;
#[cfg(test)]
mod tests;
mod transcript;
mod turn;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::host::{Limits, Observation};
use crate::own::QuestionDetails;
use contract::error::Result;
use contract::value::{Dict, Value, to_value};

pub use config::{
    ENDPOINT, LARGEST_ANSWER, MODEL, ModelOption, Output, PromptStyle, endpoint_options,
    model_options,
};
pub use prompt::{Message, Role};
pub use transcript::{Exchange, ExchangeResult, ModelStats};
pub use turn::{Call, EndpointReport, Reply, Step, Turn};

use account::Account;
use config::Config;
use endpoint::Health;

/// A player by language models: what it is configured to, and what it has used and heard so
/// far. Copies are the same player, which may sit at many seats and tables.
#[derive(Clone)]
pub struct LanguageModel {
    config: Arc<Config>,
    shared: Arc<Mutex<Shared>>,
}

/// The state that all questions to a player share.
struct Shared {
    health: Vec<Health>,
    /// The endpoint that was called last.
    current: usize,
    account: Account,
    stats: ModelStats,
    transcript: VecDeque<Exchange>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing under these locks leaves what they guard half changed.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl std::fmt::Debug for LanguageModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "LanguageModel({})", self.models().join(", "))
    }
}

impl LanguageModel {
    /// Creates a player from options; see [`MODEL`] and [`ENDPOINT`].
    ///
    /// ```
    /// use boardwright::model::LanguageModel;
    /// use serde_json::json;
    ///
    /// let options = json!({ "endpoints": [{
    ///     "base_url": "http://localhost:11434/v1", "model": "llama3.2",
    /// }]});
    /// let player = LanguageModel::new(options.as_object().unwrap())?;
    /// assert_eq!(format!("{player:?}"), "LanguageModel(llama3.2)");
    /// # Ok::<(), boardwright::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming the option and what it takes.
    pub fn new(options: &Dict) -> Result<Self> {
        let config = Config::read(options)?;
        let health = config.endpoints.iter().map(Health::new).collect();
        let shared = Shared {
            health,
            current: 0,
            account: Account::default(),
            stats: ModelStats::default(),
            transcript: VecDeque::new(),
        };
        Ok(Self {
            config: Arc::new(config),
            shared: Arc::new(Mutex::new(shared)),
        })
    }

    /// Returns the names of the models, in the order of the endpoints.
    #[must_use]
    pub fn models(&self) -> Vec<&str> {
        let endpoints = self.config.endpoints.iter();
        endpoints.map(|endpoint| &*endpoint.model).collect()
    }

    /// Begins to answer a question of a table.
    #[must_use]
    pub fn ask(&self, details: &QuestionDetails, observation: &Observation) -> Turn {
        Turn::new(self, Some((details, observation)))
    }

    /// Begins to check all endpoints: that each answers, knows the key and has the model.
    #[must_use]
    pub fn preflight(&self) -> Turn {
        Turn::new(self, None)
    }

    /// Returns the prompt for the move of a seat, as at a table without a clock.
    #[must_use]
    pub fn prompt(&self, observation: &Observation) -> Vec<Message> {
        let details = QuestionDetails::for_move(0, observation.seat(), &Limits::default(), 0);
        prompt::messages(&self.config, &details, observation)
    }

    /// Returns the counts so far.
    #[must_use]
    pub fn stats(&self) -> ModelStats {
        let shared = locked(&self.shared);
        let mut stats = shared.stats.clone();
        stats.input_tokens = shared.account.input;
        stats.output_tokens = shared.account.output;
        stats.cost = shared.account.cost();
        stats
    }

    /// Returns the last exchanges with the endpoints, oldest first, as plain values. They hold
    /// all that a seat knows, and no key.
    ///
    /// # Errors
    ///
    /// `internal` only.
    pub fn transcript(&self) -> Result<Vec<Value>> {
        locked(&self.shared)
            .transcript
            .iter()
            .map(to_value)
            .collect()
    }
}
