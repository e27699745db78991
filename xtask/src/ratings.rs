//! `tests/scenarios/ratings.json`: what is asked of registries of bots, with the answers.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use boardwright::arena::Guests;
use boardwright::arena::rating::{BotRegistry, strength};
use boardwright::arena::tournament::{Occasion, tournament};
use boardwright::value::{Dict, Value, to_value};

use crate::Failure;

/// The file, from the root of the repository.
pub const FILE: &str = "tests/scenarios/ratings.json";

/// Goes through the steps of the file anew and writes their answers.
///
/// # Errors
///
/// Those that keep the file from being read or written.
pub fn write(root: &Path) -> Result<String, Failure> {
    let path = root.join(FILE);
    let text = std::fs::read_to_string(&path).map_err(|error| Failure::new(error.to_string()))?;
    crate::write(&path, &answered(&text)?)?;
    Ok(FILE.to_owned())
}

/// The text of the file with new answers.
///
/// # Errors
///
/// Those of its form.
pub fn answered(text: &str) -> Result<String, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::new(format!("{FILE}: {error}"));
    let mut cases: Vec<Value> = serde_json::from_str(text).map_err(|error| failed(&error))?;
    for case in &mut cases {
        let mut registry = BotRegistry::new();
        let steps = case["steps"].as_array_mut().into_iter().flatten();
        for step in steps.filter_map(Value::as_object_mut) {
            let (key, value) = match answer(&mut registry, step) {
                Ok(value) => ("answer", value),
                Err(error) => ("error", error.code().into()),
            };
            step.remove("answer");
            step.remove("error");
            step.insert(key.to_owned(), value);
        }
    }
    let text = serde_json::to_string_pretty(&cases).map_err(|error| failed(&error))?;
    Ok(format!("{text}\n"))
}

fn answer(registry: &mut BotRegistry, step: &Dict) -> boardwright::Result<Value> {
    let text = |name: &str| step.get(name).and_then(Value::as_str);
    let map = |name: &str| step.get(name).and_then(Value::as_object).cloned();
    let given = map("given").unwrap_or_default();
    match (text("ask"), text("change"), text("strength")) {
        (Some(question), ..) => registry.ask(question, given),
        (_, Some(change), _) => registry.change(change, given),
        (.., Some(question)) => strength(question, given),
        _ => {
            let told = Box::new(|_| ControlFlow::Continue(()));
            let options = map("tournament").unwrap_or_default();
            let guests = Arc::new(Guests::default());
            let report = tournament(Occasion::Tournament, options, guests, told).wait()?;
            let rated = to_value(&report.rated)?;
            let mut given = rated.as_object().cloned().unwrap_or_default();
            given.insert("batch".into(), text("batch").into());
            registry.change("rate", given)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root;

    /// The answers that every language compares with.
    #[test]
    fn the_file_has_the_answers_of_its_steps() {
        let text = std::fs::read_to_string(root().join(FILE)).expect("the file");
        let parsed = |text: &str| serde_json::from_str::<Vec<Value>>(text).expect("JSON");
        let wanted = parsed(&text);
        assert!(wanted.len() >= 6);
        assert_eq!(parsed(&answered(&text).expect("answers")), wanted);
    }
}
