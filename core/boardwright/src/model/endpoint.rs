//! Endpoints: requests to them, their responses, and whether they may be called.

use serde_json::json;

use super::config::{Config, EndpointConfig, LARGEST_ANSWER, Output, Secret};
use super::prompt::Message;
use super::turn::Reply;
use contract::value::{Dict, Value};

/// The longest message of an endpoint that is told on, in characters.
const LONGEST_MESSAGE: usize = 200;
/// Models that are named where one is missing.
const MOST_MODELS: usize = 10;

/// The state of an endpoint.
#[derive(Debug)]
pub(super) struct Health {
    /// The form of answer that is asked for.
    pub(super) output: Output,
    /// True once it was checked.
    pub(super) checked: bool,
    /// It is not called before.
    pub(super) down_until: u64,
    /// True if nothing but a change of the configuration is likely to help.
    pub(super) fatal: bool,
    failures: u32,
}

impl Health {
    pub(super) fn new(config: &EndpointConfig) -> Self {
        Self {
            output: config.output,
            checked: false,
            down_until: 0,
            fatal: false,
            failures: 0,
        }
    }

    pub(super) fn is_up(&self, now: u64) -> bool {
        self.down_until <= now
    }

    pub(super) fn works(&mut self) {
        self.failures = 0;
        self.fatal = false;
        self.down_until = 0;
    }

    /// Notes a failure, after which the endpoint is left alone for a while.
    pub(super) fn fails(&mut self, config: &Config, failure: &Failure, now: u64) {
        self.failures = self.failures.saturating_add(1);
        self.fatal = failure.fatal;
        let doubled = 1_u64.checked_shl(self.failures - 1).unwrap_or(u64::MAX);
        let backoff = config.backoff.saturating_mul(doubled).min(config.max_wait);
        let wait = match (failure.fatal, failure.retry_after) {
            (true, _) => config.cooldown,
            (false, Some(after)) => after,
            (false, None) => backoff,
        };
        if failure.fatal {
            self.checked = false;
        }
        self.down_until = now.saturating_add(wait);
    }
}

/// A call that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Failure {
    pub(super) reason: String,
    /// Milliseconds after which the endpoint wants to be called again.
    pub(super) retry_after: Option<u64>,
    pub(super) fatal: bool,
    pub(super) kind: FailureKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FailureKind {
    Limited,
    Timeout,
    Error,
}

/// Outcome of a call for an answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// Words of the model, with the tokens of prompt and answer if the endpoint says them.
    Said {
        text: String,
        usage: Option<(u64, u64)>,
        /// Why the words are no answer, whatever they are.
        unfit: Option<&'static str>,
    },
    /// The endpoint does not have that form of answers.
    NoSuchOutput(String),
    /// It failed.
    Failed(Failure),
}

impl EndpointConfig {
    pub(super) fn headers(&self) -> Dict {
        let mut out = Dict::new();
        out.insert("accept".into(), "application/json".into());
        out.insert("content-type".into(), "application/json".into());
        if let Some(Secret(key)) = &self.key {
            out.insert("authorization".into(), format!("Bearer {key}").into());
        }
        for (name, Secret(value)) in &self.headers {
            out.insert(name.clone(), value.clone().into());
        }
        out
    }

    /// The body of a request.
    pub(super) fn body(
        &self,
        config: &Config,
        output: Output,
        messages: &[Message],
        schema: &Value,
    ) -> String {
        let mut body = json!({
            "model": self.model,
            "messages": messages,
            "max_tokens": config.answer_tokens,
            "stream": false,
        });
        match output {
            Output::Text => {}
            Output::Object => body["response_format"] = json!({ "type": "json_object" }),
            Output::Schema => {
                body["response_format"] = json!({
                    "type": "json_schema",
                    "json_schema": { "name": "answer", "strict": true, "schema": schema },
                });
            }
        }
        if let Some(body) = body.as_object_mut() {
            body.extend(self.extra.clone());
        }
        body.to_string()
    }

    fn failure(&self, status: u16, headers: &Dict, body: &str) -> Failure {
        let message = self.message(body);
        let mut reason = format!("status {status}");
        if !message.is_empty() {
            reason = format!("{reason}: {message}");
        }
        Failure {
            reason,
            retry_after: retry_after(headers),
            fatal: !matches!(status, 408 | 409 | 425 | 429 | 500..),
            kind: match status {
                429 => FailureKind::Limited,
                _ => FailureKind::Error,
            },
        }
    }

    /// The words with which an endpoint explains an error.
    fn message(&self, body: &str) -> String {
        let value = serde_json::from_str::<Value>(body).unwrap_or_default();
        let found = [
            &value["error"]["message"],
            &value["error"],
            &value["message"],
        ];
        let text = found.into_iter().find_map(Value::as_str).unwrap_or(body);
        let text = self.redacted(text);
        let text = text.trim().chars().take(LONGEST_MESSAGE);
        text.map(|c| if c.is_control() { ' ' } else { c }).collect()
    }

    fn unheard(&self, kind: FailureKind, message: &str) -> Failure {
        Failure {
            reason: match kind {
                FailureKind::Timeout => "no answer in time".into(),
                _ => format!("no connection: {}", self.message(message)),
            },
            retry_after: None,
            fatal: false,
            kind,
        }
    }

    /// Reads what a call for an answer came to.
    pub(super) fn heard(&self, output: Output, reply: &Reply) -> Heard {
        let (status, headers, body) = match reply {
            Reply::Timeout => return Heard::Failed(self.unheard(FailureKind::Timeout, "")),
            Reply::NoConnection(message) => {
                return Heard::Failed(self.unheard(FailureKind::Error, message));
            }
            Reply::Response {
                status,
                headers,
                body,
            } => (*status, headers, body),
        };
        if body.len() > LARGEST_ANSWER {
            return Heard::Failed(Failure {
                reason: format!("the response has more than {LARGEST_ANSWER} bytes"),
                ..self.failure(500, headers, "")
            });
        }
        let value = serde_json::from_str::<Value>(body).unwrap_or_default();
        if (200..300).contains(&status) {
            return self.completion(&value).unwrap_or_else(|| {
                Heard::Failed(Failure {
                    reason: "the response is no chat completion".into(),
                    ..self.failure(500, headers, "")
                })
            });
        }
        // Some endpoints check the model's words themselves, and hand on what did not fit.
        if let Some(said) = value["error"]["failed_generation"].as_str() {
            return Heard::Said {
                text: self.redacted(said),
                usage: None,
                unfit: None,
            };
        }
        let failure = self.failure(status, headers, body);
        let text = body.to_lowercase();
        let about_output = ["response_format", "schema", "json", "structured"];
        let refused = matches!(status, 400 | 415 | 422 | 501)
            && output > Output::Text
            && about_output.iter().any(|word| text.contains(word));
        match refused {
            true => Heard::NoSuchOutput(failure.reason),
            false => Heard::Failed(failure),
        }
    }

    fn completion(&self, value: &Value) -> Option<Heard> {
        let choice = value["choices"].as_array()?.first()?;
        let message = choice["message"].as_object()?;
        let text = match message.get("content") {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Array(parts)) => {
                let parts = parts.iter().filter_map(|part| part["text"].as_str());
                parts.collect()
            }
            _ => String::new(),
        };
        let usage = &value["usage"];
        let tokens = |name: &str| usage[name].as_u64();
        let unfit = if text.trim().is_empty() {
            Some("it is empty")
        } else if choice["finish_reason"] == "length" {
            Some("it is too long and was cut off")
        } else {
            None
        };
        Some(Heard::Said {
            text: self.redacted(&text),
            usage: tokens("prompt_tokens").zip(tokens("completion_tokens")),
            unfit,
        })
    }

    /// Reads what the check of an endpoint came to: a list of its models.
    pub(super) fn checked(&self, reply: &Reply) -> Result<(), Failure> {
        let (status, headers, body) = match reply {
            Reply::Timeout => return Err(self.unheard(FailureKind::Timeout, "")),
            Reply::NoConnection(message) => {
                return Err(self.unheard(FailureKind::Error, message));
            }
            Reply::Response {
                status,
                headers,
                body,
            } => (*status, headers, body),
        };
        match status {
            200..=299 => {}
            // There are endpoints without such a list.
            404 | 405 | 501 => return Ok(()),
            _ => return Err(self.failure(status, headers, body)),
        }
        let value = serde_json::from_str::<Value>(body).unwrap_or_default();
        let Some(models) = value["data"].as_array().filter(|list| !list.is_empty()) else {
            return Ok(());
        };
        let names: Vec<_> = models
            .iter()
            .filter_map(|model| model["id"].as_str())
            .collect();
        // Local servers leave out the tag `latest`.
        let is_it = |name: &&str| {
            let model = &*self.model;
            *name == model || name.strip_suffix(":latest") == Some(model)
        };
        if names.iter().any(is_it) {
            return Ok(());
        }
        let some: Vec<_> = names.iter().take(MOST_MODELS).copied().collect();
        let some = self.message(&some.join(", "));
        Err(Failure {
            reason: format!("there is no model {}: there are {some}", self.model),
            retry_after: None,
            fatal: true,
            kind: FailureKind::Error,
        })
    }
}

/// The header `Retry-After` in milliseconds, where it is a number of seconds.
fn retry_after(headers: &Dict) -> Option<u64> {
    const MOST: f64 = 86_400.0;
    let header = headers
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case("retry-after"))?;
    let seconds = match header.1 {
        Value::String(text) => text.trim().parse::<f64>().ok()?,
        other => other.as_f64()?,
    };
    let seconds = Some(seconds).filter(|seconds| seconds.is_finite() && *seconds >= 0.0)?;
    Some((seconds.min(MOST) * 1_000.0).ceil() as u64)
}
