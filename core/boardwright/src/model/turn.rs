//! Turns: the steps from a question to its answer.

use std::sync::{Arc, Mutex};

use serde::Serialize;

use super::account::{Use, estimate};
use super::config::{Config, Output};
use super::endpoint::{Failure, FailureKind, Heard};
use super::prompt::{self, Message, Role};
use super::transcript::{Exchange, ExchangeResult};
use super::{LanguageModel, Shared, answer, locked};
use crate::host::Observation;
use crate::own::{QuestionDetails, QuestionKind, Refusal};
use contract::error::{Error, Result, quoted};
use contract::value::{Dict, Value, kind_of, to_value};

/// The longest answer that is repeated to the model when it is wrong, in characters.
const LONGEST_REPEATED: usize = 2_000;
/// The time that is left for the answer to reach the table, in milliseconds.
const MARGIN: u64 = 100;
/// A model uses at most one of so many parts of what is left on its clock.
const SHARE_OF_CLOCK: u64 = 4;

/// A call over HTTP.
#[derive(Clone, PartialEq, Serialize)]
pub struct Call {
    /// The index of the endpoint.
    pub endpoint: usize,
    /// The method: `GET` for a check, `POST` for an answer.
    pub method: &'static str,
    /// The address.
    pub url: String,
    /// The headers, among them the key.
    pub headers: Dict,
    /// The body; none for a check.
    pub body: Option<String>,
    /// The time after which the call is given up, in milliseconds.
    pub timeout: u64,
}

impl std::fmt::Debug for Call {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Call({} {}, {} ms)", self.method, self.url, self.timeout)
    }
}

/// The result of the check of an endpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EndpointReport {
    /// The model.
    pub model: String,
    /// True if it may be called.
    pub ok: bool,
    /// The reason if not.
    pub reason: Option<String>,
}

/// A step for the host.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "step", rename_all = "snake_case")]
pub enum Step {
    /// A call; the next step takes what it came to.
    Call(Call),
    /// A wait, after which the next step is due.
    Wait {
        /// Its time in milliseconds.
        wait: u64,
    },
    /// The end: the answer for the table.
    Answer {
        /// A value that [`Question::answer`](crate::own::Question::answer) takes.
        answer: Value,
    },
    /// The end without an answer: another bot is to make the move.
    Fail {
        /// The reason.
        reason: String,
    },
    /// The end of a preflight check.
    Checked {
        /// The endpoints, in order.
        endpoints: Vec<EndpointReport>,
    },
}

/// The outcome of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// A response.
    Response {
        /// The status.
        status: u16,
        /// The headers; only `retry-after` is looked at.
        headers: Dict,
        /// The body.
        body: String,
    },
    /// The time was over.
    Timeout,
    /// There was no response, for a reason.
    NoConnection(String),
}

impl Reply {
    /// Reads a plain value: `{status, headers, body}`, or `{error, message}` with the error
    /// `timeout` or `connection`.
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming the field.
    pub fn read(value: &Value) -> Result<Self> {
        let wrong = |field: &str, takes: &str, got: &Value| {
            let got = kind_of(got);
            Err(Error::invalid_option(format!(
                "response: {field}: takes {takes}, not {got}"
            )))
        };
        let Value::Object(dict) = value else {
            return wrong("itself", "a map", value);
        };
        let text = |name: &str| match dict.get(name) {
            None | Some(Value::Null) => Ok(String::new()),
            Some(Value::String(text)) => Ok(text.clone()),
            Some(other) => wrong(name, "a string", other).map(|_: Self| String::new()),
        };
        match text("error")?.as_str() {
            "" => {}
            "timeout" => return Ok(Self::Timeout),
            "connection" => return Ok(Self::NoConnection(text("message")?)),
            other => {
                let other = quoted(other);
                return Err(Error::invalid_option(format!(
                    "response: error: takes timeout, connection, not {other}"
                )));
            }
        }
        let status = dict.get("status").and_then(Value::as_u64);
        let status = status.and_then(|status| u16::try_from(status).ok());
        let Some(status) = status.filter(|status| (100..1000).contains(status)) else {
            let got = dict.get("status").unwrap_or(&Value::Null);
            return wrong("status", "an integer from 100 to 999", got);
        };
        let headers = match dict.get("headers") {
            None | Some(Value::Null) => Dict::new(),
            Some(Value::Object(headers)) => headers.clone(),
            Some(other) => return wrong("headers", "a map", other),
        };
        Ok(Self::Response {
            status,
            headers,
            body: text("body")?,
        })
    }
}

/// A question that is being answered, or a preflight check. Dropped before its end, it counts as
/// given up.
pub struct Turn {
    config: Arc<Config>,
    shared: Arc<Mutex<Shared>>,
    inner: Mutex<Inner>,
}

impl std::fmt::Debug for Turn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Turn")
    }
}

struct Inner {
    task: Task,
    phase: Phase,
    /// The last failure, for the reason in the end.
    problem: String,
}

enum Task {
    Answer(Box<Asked>),
    Check(Vec<EndpointReport>),
}

struct Asked {
    number: u64,
    game: String,
    seat: String,
    kind: QuestionKind,
    observation: Observation,
    refused: Vec<Refusal>,
    messages: Vec<Message>,
    schema: Value,
    /// Time for the answer in milliseconds, and when it is over.
    patience: Option<u64>,
    deadline: Option<u64>,
    wrong: u32,
    calls: u32,
}

enum Phase {
    Ready,
    Calling(Calling),
    Ended,
}

#[derive(Clone, Copy)]
struct Calling {
    endpoint: usize,
    check: bool,
    at: u64,
    output: Output,
    reserved: Use,
}

impl Turn {
    pub(super) fn new(
        player: &LanguageModel,
        asked: Option<(&QuestionDetails, &Observation)>,
    ) -> Self {
        let config = Arc::clone(&player.config);
        let task = match asked {
            None => Task::Check(Vec::new()),
            Some((details, observation)) => {
                let number = {
                    let mut shared = locked(&player.shared);
                    shared.stats.questions += 1;
                    shared.stats.questions
                };
                Task::Answer(Box::new(Asked {
                    number,
                    game: observation.game().name().to_owned(),
                    seat: details.seat.clone(),
                    kind: details.kind,
                    observation: observation.clone(),
                    refused: details.refused.clone(),
                    messages: prompt::messages(&config, details, observation),
                    schema: prompt::schema(&config, details, observation),
                    patience: patience(details),
                    deadline: None,
                    wrong: 0,
                    calls: 0,
                }))
            }
        };
        Self {
            config,
            shared: Arc::clone(&player.shared),
            inner: Mutex::new(Inner {
                task,
                phase: Phase::Ready,
                problem: String::new(),
            }),
        }
    }

    /// Returns the next step. `now` is the host's time in milliseconds, which never runs back
    /// and is the same for all turns of a player; `reply` is what the call came to that was the
    /// last step, and none otherwise.
    ///
    /// # Errors
    ///
    /// `invalid_option` for a reply where no call is under way or none where one is;
    /// `unsupported` after the end.
    pub fn step(&self, now: u64, reply: Option<&Reply>) -> Result<Step> {
        let mut inner = locked(&self.inner);
        let mut shared = locked(&self.shared);
        let mut run = Run {
            config: &self.config,
            shared: &mut shared,
            inner: &mut inner,
            now,
        };
        let calling = match (&run.inner.phase, reply) {
            (Phase::Ended, _) => return Err(Error::unsupported("the turn has ended")),
            (Phase::Ready, Some(_)) => {
                return Err(Error::invalid_option("response: no call is under way"));
            }
            (Phase::Calling(_), None) => {
                return Err(Error::invalid_option("response: a call is under way"));
            }
            (Phase::Ready, None) => None,
            (Phase::Calling(calling), Some(reply)) => Some((*calling, reply)),
        };
        run.inner.phase = Phase::Ready;
        let ended = calling.and_then(|(calling, reply)| run.heard(calling, reply));
        Ok(ended.unwrap_or_else(|| run.next()))
    }
}

impl Turn {
    /// Returns the next step as a plain value, for a reply that is one; see
    /// [`step`](Self::step).
    ///
    /// # Errors
    ///
    /// As [`step`](Self::step) and [`Reply::read`].
    pub fn step_with(&self, now: u64, reply: Option<&Value>) -> Result<Value> {
        let reply = reply.map(Reply::read).transpose()?;
        to_value(&self.step(now, reply.as_ref())?)
    }

    /// Gives the turn up, if it has not ended.
    pub fn cancel(&self) {
        let mut inner = locked(&self.inner);
        let calling = match std::mem::replace(&mut inner.phase, Phase::Ended) {
            Phase::Ended => return,
            Phase::Ready => None,
            Phase::Calling(calling) => Some(calling),
        };
        let mut shared = locked(&self.shared);
        if let Task::Answer(asked) = &inner.task {
            shared.stats.cancelled += 1;
            if let Some(calling) = calling.filter(|calling| !calling.check) {
                // Nobody will say what it has used: it is what it may have used.
                shared.account.settle(calling.reserved, calling.reserved);
                shared.stats.estimated += 1;
                let told = Told {
                    result: ExchangeResult::Cancelled,
                    used: calling.reserved,
                    ..Told::default()
                };
                note(&self.config, &mut shared, asked, calling, calling.at, told);
            }
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// The time that a question leaves, in milliseconds.
fn patience(details: &QuestionDetails) -> Option<u64> {
    let timeout = (details.timeout > 0).then(|| details.timeout.saturating_sub(MARGIN));
    let clock = details.clock.map(|clock| {
        let share = clock.remaining / SHARE_OF_CLOCK;
        let most = clock.remaining.saturating_sub(MARGIN);
        share.saturating_add(clock.increment).min(most)
    });
    [timeout, clock, details.movetime]
        .into_iter()
        .flatten()
        .min()
}

/// Notes of a call.
struct Told {
    status: Option<u16>,
    answer: Option<String>,
    used: Use,
    result: ExchangeResult,
    reason: Option<String>,
}

impl Default for Told {
    fn default() -> Self {
        Self {
            status: None,
            answer: None,
            used: Use::default(),
            result: ExchangeResult::Error,
            reason: None,
        }
    }
}

fn note(
    config: &Config,
    shared: &mut Shared,
    asked: &Asked,
    calling: Calling,
    now: u64,
    told: Told,
) {
    if config.transcript == 0 {
        return;
    }
    while shared.transcript.len() >= config.transcript {
        shared.transcript.pop_front();
    }
    shared.transcript.push_back(Exchange {
        question: asked.number,
        game: asked.game.clone(),
        seat: asked.seat.clone(),
        at: calling.at,
        took: now.saturating_sub(calling.at),
        endpoint: calling.endpoint,
        model: config.endpoints[calling.endpoint].model.clone(),
        output: calling.output,
        messages: asked.messages.clone(),
        status: told.status,
        answer: told.answer,
        input_tokens: told.used.input,
        output_tokens: told.used.output,
        result: told.result,
        reason: told.reason,
    });
}

/// A step that is being made.
struct Run<'a> {
    config: &'a Config,
    shared: &'a mut Shared,
    inner: &'a mut Inner,
    now: u64,
}

impl Run<'_> {
    fn end(&mut self, step: Step) -> Step {
        self.inner.phase = Phase::Ended;
        match &step {
            Step::Answer { .. } => self.shared.stats.answers += 1,
            Step::Fail { .. } => self.shared.stats.fallbacks += 1,
            Step::Call(_) | Step::Wait { .. } | Step::Checked { .. } => {}
        }
        step
    }

    fn fail(&mut self, reason: String) -> Step {
        self.end(Step::Fail { reason })
    }

    /// Counts a failure of an endpoint, which is then left alone for a while.
    fn failed(&mut self, endpoint: usize, failure: &Failure) {
        let model = &self.config.endpoints[endpoint].model;
        self.inner.problem = format!("{model}: {}", failure.reason);
        let stats = &mut self.shared.stats;
        match failure.kind {
            FailureKind::Limited => stats.limited += 1,
            FailureKind::Timeout => stats.timeouts += 1,
            FailureKind::Error => stats.errors += 1,
        }
        self.shared.health[endpoint].fails(self.config, failure, self.now);
    }

    /// Takes up what a call came to; returns the end, if it is one.
    fn heard(&mut self, calling: Calling, reply: &Reply) -> Option<Step> {
        let endpoint = &self.config.endpoints[calling.endpoint];
        if calling.check {
            let checked = endpoint.checked(reply);
            match &checked {
                Ok(()) => {
                    let health = &mut self.shared.health[calling.endpoint];
                    health.works();
                    health.checked = true;
                }
                Err(failure) => self.failed(calling.endpoint, failure),
            }
            if let Task::Check(reports) = &mut self.inner.task {
                reports.push(EndpointReport {
                    model: endpoint.model.clone(),
                    ok: checked.is_ok(),
                    reason: checked.err().map(|failure| failure.reason),
                });
            }
            return None;
        }
        let heard = endpoint.heard(calling.output, reply);
        let status = match reply {
            Reply::Response { status, .. } => Some(*status),
            _ => None,
        };
        let Task::Answer(asked) = &mut self.inner.task else {
            return None;
        };
        let mut told = Told {
            status,
            ..Told::default()
        };
        // What a call has used that ran out of time nobody says: it is what it may have used.
        if matches!(&heard, Heard::Failed(failure) if failure.kind == FailureKind::Timeout) {
            told.used = calling.reserved;
            self.shared.stats.estimated += 1;
        }
        let mut step = None;
        let mut correction = None;
        let mut failure = None;
        match heard {
            Heard::Said { text, usage, unfit } => {
                let (input, output) = usage.unwrap_or_else(|| {
                    self.shared.stats.estimated += 1;
                    (calling.reserved.input, estimate(&text))
                });
                told.used = Use::at(endpoint, input, output);
                self.shared.health[calling.endpoint].works();
                let read = match unfit {
                    Some(reason) => Err(reason.to_owned()),
                    None => answer::read(asked.kind, &asked.observation, &asked.refused, &text),
                };
                match read {
                    Ok(answer) => {
                        told.result = ExchangeResult::Answer;
                        step = Some(Step::Answer { answer });
                    }
                    Err(reason) => {
                        told.result = ExchangeResult::Wrong;
                        told.reason = Some(reason.clone());
                        correction = Some((text.clone(), reason));
                    }
                }
                told.answer = Some(text);
            }
            Heard::NoSuchOutput(reason) => {
                let health = &mut self.shared.health[calling.endpoint];
                // Another turn may have found out before.
                health.output = health
                    .output
                    .min(calling.output.lower().unwrap_or(Output::Text));
                told.result = ExchangeResult::SteppedDown;
                told.reason = Some(reason);
            }
            Heard::Failed(failed) => {
                told.result = match failed.kind {
                    FailureKind::Limited => ExchangeResult::Limited,
                    FailureKind::Timeout => ExchangeResult::Timeout,
                    FailureKind::Error => ExchangeResult::Error,
                };
                told.reason = Some(failed.reason.clone());
                failure = Some(failed);
            }
        }
        self.shared.account.settle(calling.reserved, told.used);
        note(self.config, self.shared, asked, calling, self.now, told);
        if let Some(failure) = failure {
            self.failed(calling.endpoint, &failure);
        }
        match (step, correction) {
            (Some(step), _) => Some(self.end(step)),
            (None, Some((text, reason))) => self.correct(&text, reason),
            (None, None) => None,
        }
    }

    /// Feeds a wrong answer back, or gives up.
    fn correct(&mut self, text: &str, reason: String) -> Option<Step> {
        let Task::Answer(asked) = &mut self.inner.task else {
            return None;
        };
        asked.wrong += 1;
        if asked.wrong > self.config.retries {
            return Some(self.fail(format!("the answer is not taken: {reason}")));
        }
        self.shared.stats.retries += 1;
        let repeated = text.chars().take(LONGEST_REPEATED).collect();
        asked.messages.push(Message {
            role: Role::Assistant,
            content: repeated,
        });
        asked.messages.push(Message {
            role: Role::User,
            content: format!("Your answer was not taken: {reason}. Answer again."),
        });
        self.inner.problem = reason;
        None
    }

    fn next(&mut self) -> Step {
        if let Task::Check(reports) = &self.inner.task {
            let at = reports.len();
            if at == self.config.endpoints.len() {
                let endpoints = reports.clone();
                return self.end(Step::Checked { endpoints });
            }
            let timeout = self.config.endpoints[at].timeout;
            return self.check(at, timeout);
        }
        let Task::Answer(asked) = &mut self.inner.task else {
            return self.fail("nothing is asked".into());
        };
        if asked.deadline.is_none() {
            asked.deadline = asked.patience.map(|time| self.now.saturating_add(time));
        }
        let left = asked.deadline.map(|end| end.saturating_sub(self.now));
        if left == Some(0) {
            return self.give_up("the time for the answer is over");
        }
        if asked.calls >= self.config.attempts {
            return self.give_up("there were too many calls");
        }
        let health = &self.shared.health;
        let Some(at) = health.iter().position(|health| health.is_up(self.now)) else {
            return self.wait(left);
        };
        let timeout = self.config.endpoints[at]
            .timeout
            .min(left.unwrap_or(u64::MAX));
        if self.config.preflight && !health[at].checked {
            return self.check(at, timeout);
        }
        self.call(at, timeout)
    }

    fn give_up(&mut self, why: &str) -> Step {
        let problem = std::mem::take(&mut self.inner.problem);
        let reason = match problem.is_empty() {
            true => why.to_owned(),
            false => format!("{why} ({problem})"),
        };
        self.fail(reason)
    }

    /// Waits for the endpoint that may be called first.
    fn wait(&mut self, left: Option<u64>) -> Step {
        let health = self.shared.health.iter().filter(|health| !health.fatal);
        let Some(until) = health.map(|health| health.down_until).min() else {
            return self.give_up("no endpoint can be used");
        };
        let wait = until.saturating_sub(self.now);
        if wait > self.config.max_wait || left.is_some_and(|left| wait >= left) {
            return self.give_up("no endpoint can be called in time");
        }
        Step::Wait { wait }
    }

    fn check(&mut self, at: usize, timeout: u64) -> Step {
        let endpoint = &self.config.endpoints[at];
        self.shared.stats.preflights += 1;
        self.inner.phase = Phase::Calling(Calling {
            endpoint: at,
            check: true,
            at: self.now,
            output: Output::Text,
            reserved: Use::default(),
        });
        Step::Call(Call {
            endpoint: at,
            method: "GET",
            url: format!("{}/models", endpoint.base_url),
            headers: endpoint.headers(),
            body: None,
            timeout,
        })
    }

    fn call(&mut self, at: usize, timeout: u64) -> Step {
        let Task::Answer(asked) = &mut self.inner.task else {
            return self.fail("nothing is asked".into());
        };
        let endpoint = &self.config.endpoints[at];
        let output = self.shared.health[at].output;
        let body = endpoint.body(self.config, output, &asked.messages, &asked.schema);
        let reserved = Use::at(endpoint, estimate(&body), self.config.answer_tokens);
        if let Err(ceiling) = self.shared.account.reserve(self.config, reserved) {
            return self.fail(ceiling);
        }
        asked.calls += 1;
        self.shared.stats.calls += 1;
        if at > self.shared.current {
            self.shared.stats.failovers += 1;
        }
        self.shared.current = at;
        self.inner.phase = Phase::Calling(Calling {
            endpoint: at,
            check: false,
            at: self.now,
            output,
            reserved,
        });
        Step::Call(Call {
            endpoint: at,
            method: "POST",
            url: format!("{}/chat/completions", endpoint.base_url),
            headers: endpoint.headers(),
            body: Some(body),
            timeout,
        })
    }
}
