//! Answers of bots of the host's own, as plain values.

use super::QuestionKind;
use contract::bot::Decision;
use contract::error::{Error, Result, quoted};
use contract::text::check_message;
use std::time::Duration;

use contract::value::{Dict, Value, kind_of, whole_number};

/// The longest thought, in bytes of all its texts.
const LONGEST_THOUGHT: usize = 64 << 10;

/// Answer of a bot to a question.
pub(crate) enum BotAnswer {
    /// Answer to a draw offer: true if the bot accepts it.
    Draw(bool),
    /// A move.
    Move {
        decision: Decision<String>,
        /// The notation of its text; `None` for the canonical one.
        style: Option<String>,
        /// True if a draw is offered after it.
        offer_draw: bool,
    },
    /// It gives up, and thinks so.
    Resign(Vec<String>),
    /// It claims the draw that the rules allow.
    ClaimDraw,
    /// An answer that is none, and why.
    Unreadable(String, Error),
}

impl BotAnswer {
    /// The time for which it is held back.
    pub(crate) const fn hold(&self) -> Duration {
        match self {
            Self::Move { decision, .. } => decision.hold,
            _ => Duration::ZERO,
        }
    }
}

pub(super) enum Action {
    Text(String),
    Id(u64),
}

/// An answer of a bot of the host's own, as it was given.
pub(super) enum OwnAnswer {
    Move {
        action: Action,
        style: Option<String>,
        offer_draw: bool,
        thought: Vec<String>,
        says: Vec<String>,
    },
    Resign(Vec<String>),
    ClaimDraw,
    Draw(bool),
}

const MAP: &str = "a map takes one of move, resign, claim_draw, accept, and with it style, \
                   offer_draw, thought, says";

impl OwnAnswer {
    pub(super) fn read(kind: QuestionKind, value: &Value) -> Result<Self> {
        let answer = match value {
            Value::Object(dict) => Self::read_map(dict)?,
            Value::Bool(accept) => Self::Draw(*accept),
            value => Self::Move {
                action: action(value)?,
                style: None,
                offer_draw: false,
                thought: Vec::new(),
                says: Vec::new(),
            },
        };
        match (&answer, kind) {
            (Self::Draw(_), QuestionKind::Move) => Err(Error::illegal_move(
                "no draw is offered: the answer is a move, or resign or claim_draw",
            )),
            (Self::Move { .. } | Self::ClaimDraw, QuestionKind::Draw) => Err(Error::illegal_move(
                "a draw is offered: the answer is true, false, or resign",
            )),
            _ => Ok(answer),
        }
    }

    fn read_map(dict: &Dict) -> Result<Self> {
        let given = |name: &str| dict.get(name).filter(|value| !value.is_null());
        let flag = |name: &str| match given(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(other) => Err(Error::invalid_option(format!(
                "{name}: takes true or false, not {}",
                kind_of(other)
            ))),
        };
        let known = |name: &str| {
            [
                "move",
                "resign",
                "claim_draw",
                "accept",
                "style",
                "offer_draw",
                "thought",
                "says",
            ]
            .contains(&name)
        };
        if let Some(name) = dict.keys().find(|name| !known(name)) {
            let name = quoted(name);
            return Err(Error::invalid_option(format!(
                "an answer has no {name}: {MAP}"
            )));
        }
        let thought = thought(given("thought"))?;
        let (resign, claim) = (flag("resign")?, flag("claim_draw")?);
        match (given("move"), resign, claim, given("accept")) {
            (Some(mv), false, false, None) => Ok(Self::Move {
                action: action(mv)?,
                style: match given("style") {
                    None => None,
                    Some(Value::String(style)) => Some(style.clone()),
                    Some(other) => {
                        let kind = kind_of(other);
                        return Err(Error::invalid_option(format!(
                            "style: takes a string, not {kind}"
                        )));
                    }
                },
                offer_draw: flag("offer_draw")?,
                thought,
                says: says(given("says"))?,
            }),
            (None, true, false, None) => Ok(Self::Resign(thought)),
            (None, false, true, None) => Ok(Self::ClaimDraw),
            (None, false, false, Some(_)) => Ok(Self::Draw(flag("accept")?)),
            _ => Err(Error::invalid_option(MAP)),
        }
    }
}

fn action(value: &Value) -> Result<Action> {
    match value {
        Value::String(text) => Ok(Action::Text(text.clone())),
        Value::Number(_) => match whole_number(value).and_then(|id| u64::try_from(id).ok()) {
            Some(id) => Ok(Action::Id(id)),
            None => Err(Error::invalid_option(format!(
                "{value}: an action id is an integer of at least 0"
            ))),
        },
        other => Err(Error::invalid_option(format!(
            "an answer is a move as text or action id, true or false for a draw, or a map, \
             not {}",
            kind_of(other)
        ))),
    }
}

/// The greatest number of messages in one answer.
const MOST_SAID: usize = 10;

fn says(value: Option<&Value>) -> Result<Vec<String>> {
    let wrong = || {
        Error::invalid_option(format!(
            "says: takes a text, or a list of up to {MOST_SAID} texts"
        ))
    };
    let texts = match value {
        None => Vec::new(),
        Some(text @ Value::String(_)) => vec![text],
        Some(Value::Array(texts)) if texts.len() <= MOST_SAID => texts.iter().collect(),
        Some(_) => return Err(wrong()),
    };
    let text = |text: &Value| {
        let text = text.as_str().ok_or_else(wrong)?;
        check_message("says", text).map(str::to_owned)
    };
    texts.into_iter().map(text).collect()
}

fn thought(value: Option<&Value>) -> Result<Vec<String>> {
    let wrong = || {
        Error::invalid_option(format!(
            "thought: takes a text or a list of texts of up to {LONGEST_THOUGHT} bytes together"
        ))
    };
    let texts = match value {
        None => Vec::new(),
        Some(Value::String(text)) => vec![text.clone()],
        Some(Value::Array(texts)) => texts
            .iter()
            .map(|text| text.as_str().map(str::to_owned))
            .collect::<Option<_>>()
            .ok_or_else(wrong)?,
        Some(_) => return Err(wrong()),
    };
    if texts.iter().map(String::len).sum::<usize>() > LONGEST_THOUGHT {
        return Err(wrong());
    }
    Ok(texts)
}
