//! The reading of what a model says.

use serde_json::json;

use super::json::{object_in, without_thoughts};
use super::prompt::{canonical, move_style};
use super::prose;
use crate::host::Observation;
use crate::own::{QuestionKind, Refusal};
use contract::text::is_unseen;
use contract::value::{Dict, Value, kind_of};

/// The longest thought that is kept, in characters.
const LONGEST_THOUGHT: usize = 4_000;

/// Returns the answer to a question of a table, as the table takes it.
///
/// # Errors
///
/// The reason for which it is not taken, for the model.
pub(super) fn read(
    kind: QuestionKind,
    observation: &Observation,
    refused: &[Refusal],
    said: &str,
) -> Result<Value, String> {
    let text = without_thoughts(said);
    match kind {
        QuestionKind::Draw => accepts(text).map(|accept| json!({ "accept": accept })),
        QuestionKind::Move => match object_in(text, &["move", "resign"]) {
            Some(object) => in_object(observation, refused, &object),
            None => in_prose(observation, refused, text),
        },
    }
}

fn flag(object: &Dict, name: &str) -> Result<bool, String> {
    match object.get(name) {
        None | Some(Value::Null) => Ok(false),
        Some(Value::Bool(flag)) => Ok(*flag),
        Some(other) => Err(format!("{name} is true or false, not {}", kind_of(other))),
    }
}

/// The thought with which an answer is given.
fn thought(object: &Dict) -> Option<String> {
    let names = ["reasoning", "thought"];
    let text = names.iter().find_map(|name| object.get(*name)?.as_str())?;
    kept(text)
}

fn kept(text: &str) -> Option<String> {
    let text = text.trim().chars().take(LONGEST_THOUGHT);
    let seen = text.map(|c| if is_unseen(c) { ' ' } else { c });
    let seen: String = seen.collect();
    (!seen.trim().is_empty()).then_some(seen)
}

fn with_thought(mut answer: Value, thought: Option<String>) -> Value {
    if let (Some(answer), Some(thought)) = (answer.as_object_mut(), thought) {
        answer.insert("thought".into(), thought.into());
    }
    answer
}

fn in_object(
    observation: &Observation,
    refused: &[Refusal],
    object: &Dict,
) -> Result<Value, String> {
    let thought = thought(object);
    if flag(object, "resign")? {
        return Ok(with_thought(json!({ "resign": true }), thought));
    }
    let text = match object.get("move") {
        Some(Value::String(text)) if !text.trim().is_empty() => text.trim(),
        Some(Value::String(_) | Value::Null) | None => return Err("move is missing".into()),
        Some(other) => return Err(format!("move is a string, not {}", kind_of(other))),
    };
    let mut answer = json!({ "move": chosen(observation, refused, text)? });
    if flag(object, "offer_draw")? {
        answer["offer_draw"] = true.into();
    }
    Ok(with_thought(answer, thought))
}

/// A move that is written alone, or with some words.
fn chosen(observation: &Observation, refused: &[Refusal], text: &str) -> Result<String, String> {
    // What was refused may be no candidate any more, and the reason is the one that was given.
    untried(refused, text.to_owned())?;
    let styles = observation.game().info().styles;
    let mut styles: Vec<_> = styles.to_vec();
    // The style that the model was told first: its error is the one that helps.
    let told = move_style(observation);
    styles.sort_by_key(|style| *style != told);
    let styles = styles.into_iter();
    let styles = styles.filter(|style| observation.is_full() || *style == canonical(observation));
    let mut first = None;
    for style in styles {
        match observation.read(text, style) {
            Ok(text) => return untried(refused, text),
            Err(error) => first = first.or_else(|| Some(error.message().to_owned())),
        }
    }
    let candidates = observation.candidates();
    match prose::settled(observation, &candidates, text) {
        Ok(at) => untried(refused, candidates[at].clone()),
        Err(_) => Err(first.unwrap_or_else(|| "it is no move".into())),
    }
}

/// A move that was refused in this turn would be refused again.
fn untried(refused: &[Refusal], text: String) -> Result<String, String> {
    match refused.iter().find(|refusal| refusal.text == text) {
        None => Ok(text),
        Some(refusal) => Err(format!(
            "{text} was refused in this turn already: {}",
            refusal.reason
        )),
    }
}

fn in_prose(observation: &Observation, refused: &[Refusal], text: &str) -> Result<Value, String> {
    let candidates = observation.candidates();
    match prose::settled(observation, &candidates, text) {
        Ok(at) => {
            let text_of = untried(refused, candidates[at].clone())?;
            Ok(with_thought(json!({ "move": text_of }), kept(text)))
        }
        Err(reason) => {
            let words = words(text);
            let resigns = words.windows(2).any(|pair| pair == ["i", "resign"]);
            match resigns {
                true => Ok(with_thought(json!({ "resign": true }), kept(text))),
                false => Err(reason),
            }
        }
    }
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

fn accepts(text: &str) -> Result<bool, String> {
    if let Some(object) = object_in(text, &["accept"]) {
        return match object.get("accept") {
            Some(Value::Bool(accept)) => Ok(*accept),
            _ => Err("accept is true or false".into()),
        };
    }
    let words = words(text);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let no = has(&[
        "no", "not", "decline", "declined", "reject", "refuse", "false", "t",
    ]);
    let yes = has(&["yes", "accept", "accepted", "agree", "agreed", "true"]);
    match (yes, no) {
        (true, false) => Ok(true),
        // Who does "not accept" says both.
        (_, true) => Ok(false),
        (false, false) => Err("it neither accepts nor declines the draw".into()),
    }
}
