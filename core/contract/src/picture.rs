//! Pictures of positions: what all games have in common, and the picture of one without a
//! drawing of its own.

use drawing::{Fact, Scene};
use serde::Serialize;
use serde_json::Value;

use crate::game::Outcome;
use crate::value::to_value;

/// Values in a list beyond which no more are shown.
const MOST_ITEMS: usize = 64;
/// Rows beyond which no more are shown.
const MOST_FACTS: usize = 300;

/// Returns the picture of a description: a table of its fields.
pub fn of_description<T: Serialize + ?Sized>(description: &T) -> Scene {
    let mut scene = Scene::default();
    if let Ok(value) = to_value(description) {
        add_fields(&value, 0, &mut scene.facts);
    }
    scene
}

fn add_fields(value: &Value, depth: u8, facts: &mut Vec<Fact>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                add(name.replace('_', " "), value, depth, facts);
            }
        }
        value => add(String::new(), value, depth, facts),
    }
}

fn add(name: String, value: &Value, depth: u8, facts: &mut Vec<Fact>) {
    if facts.len() >= MOST_FACTS {
        return;
    }
    let fact = |value| Fact { depth, name, value };
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            facts.push(fact(String::new()));
            add_fields(value, depth.saturating_add(1), facts);
        }
        Value::Array(items) if items.iter().any(|i| i.is_array() || i.is_object()) => {
            facts.push(fact(String::new()));
            for (i, item) in items.iter().take(MOST_ITEMS).enumerate() {
                let nested = depth.saturating_add(1);
                add((i + 1).to_string(), item, nested, facts);
            }
        }
        value => facts.push(fact(plain(value))),
    }
}

/// Returns a value without parts of its own as text.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => "–".into(),
        Value::Bool(true) => "yes".into(),
        Value::Bool(false) => "no".into(),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => "–".into(),
        Value::Array(items) => {
            let more = if items.len() > MOST_ITEMS { " …" } else { "" };
            let items: Vec<_> = items.iter().take(MOST_ITEMS).map(plain).collect();
            items.join(" ") + more
        }
        Value::Object(_) => "–".into(),
        Value::Number(number) => number.to_string(),
    }
}

/// Adds the title and the outcome to a picture.
pub(crate) fn titled(
    mut scene: Scene,
    name: &str,
    outcome: Option<Outcome>,
    seats: &[String],
) -> Scene {
    scene.title = name.to_owned();
    if let Some(outcome) = outcome {
        scene.end();
        let reason = outcome.reason.replace('_', " ");
        let winners = outcome.winners.iter();
        let winners: Vec<_> = winners
            .filter_map(|seat| seats.get(seat.index()).map(String::as_str))
            .collect();
        scene.captions.push(if winners.is_empty() {
            format!("Draw: {reason}")
        } else {
            format!("Won by {}: {reason}", winners.join(", "))
        });
    }
    scene
}
