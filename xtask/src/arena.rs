//! `tests/scenarios/arena.json`: tournaments that every language plays, with their tables.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use boardwright::arena::Guests;
use boardwright::arena::tournament::{Occasion, tournament};
use boardwright::own::Question;
use boardwright::value::{Value, to_value};

use serde_json::json;

use crate::Failure;

/// The file, from the root of the repository.
pub const FILE: &str = "tests/scenarios/arena.json";

/// Plays the tournaments of the file anew and writes their tables.
///
/// # Errors
///
/// Those that keep the file from being read, played or written.
pub fn write(root: &Path) -> Result<String, Failure> {
    let path = root.join(FILE);
    let text = std::fs::read_to_string(&path).map_err(|error| Failure::new(error.to_string()))?;
    crate::write(&path, &tables(&text)?)?;
    Ok(FILE.to_owned())
}

/// The bots of the host's own that the cases have, as every language has them: one that plays the
/// first move that may be tried, one that plays the last, and one that resigns.
fn guests() -> Guests {
    let mut guests = Guests::default();
    guests.add(Arc::new(|question: Question| {
        let candidates = question.observation().candidates();
        question.answer(&json!(candidates.first()));
    }));
    guests.add(Arc::new(|question: Question| {
        let candidates = question.observation().candidates();
        question.answer(&json!(candidates.last()));
    }));
    guests.add(Arc::new(|question: Question| {
        question.answer(&json!({ "resign": true }));
    }));
    guests
}

/// The text of the file with new tables.
///
/// # Errors
///
/// Those that keep a tournament from being played.
pub fn tables(text: &str) -> Result<String, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::new(format!("{FILE}: {error}"));
    let mut cases: Vec<Value> = serde_json::from_str(text).map_err(|error| failed(&error))?;
    for case in &mut cases {
        let options = case["options"].as_object().cloned().unwrap_or_default();
        let told = Box::new(|_| ControlFlow::Continue(()));
        let report = tournament(Occasion::Tournament, options, Arc::new(guests()), told)
            .wait()
            .map_err(|error| failed(&error))?;
        case["table"] = to_value(&report.table).map_err(|error| failed(&error))?;
    }
    let text = serde_json::to_string_pretty(&cases).map_err(|error| failed(&error))?;
    Ok(format!("{text}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root;

    /// The tournaments that every language plays.
    #[test]
    fn the_file_has_the_tables_of_its_tournaments() {
        let text = std::fs::read_to_string(root().join(FILE)).expect("the file");
        let parsed = |text: &str| serde_json::from_str::<Vec<Value>>(text).expect("JSON");
        let wanted = parsed(&text);
        assert!(wanted.len() >= 5);
        assert_eq!(parsed(&tables(&text).expect("plays")), wanted);
    }
}
