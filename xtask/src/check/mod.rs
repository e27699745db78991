//! Checks of the repository: that crates depend only on those below them, that all versions are
//! equal, that everything shipped may be shipped, that lock files name public registries, and that
//! no text names a path of somebody's machine.

mod arrows;
mod licences;
mod locks;
mod pictures;
mod reference;
mod texts;
mod versions;

use std::fmt::Display;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::Failure;

/// Result of one checker.
#[derive(Debug, PartialEq, Eq)]
pub struct Report {
    /// Kind of thing checked, in the plural.
    pub what: &'static str,
    /// Number of things checked.
    pub count: usize,
    /// Violations found, one line each.
    pub violations: Vec<String>,
}

impl Report {
    const fn new(what: &'static str) -> Self {
        Self {
            what,
            count: 0,
            violations: Vec::new(),
        }
    }

    /// Notes one more thing looked at, and what is wrong with it.
    fn add(&mut self, wrong: Option<String>) {
        self.count += 1;
        self.violations.extend(wrong);
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "checked {} {}: ", self.count, self.what)?;
        match self.violations.len() {
            0 => f.write_str("well"),
            n => write!(f, "{n} wrong"),
        }
    }
}

/// Runs every checker on a repository.
///
/// # Errors
///
/// Where something cannot be looked at at all.
pub fn all(root: &Path) -> Result<Vec<Report>, Failure> {
    let metadata = metadata(root)?;
    let files = texts::tracked(root)?;
    Ok(vec![
        arrows::check(&metadata),
        versions::check(root, &metadata),
        licences::check(root, &metadata)?,
        locks::check(root, &files),
        texts::check(root, &files),
        reference::check(root)?,
        pictures::check(root)?,
    ])
}

/// Reads the metadata that cargo has on the workspace and all its dependencies.
fn metadata(root: &Path) -> Result<Value, Failure> {
    let text = output(
        Command::new(env!("CARGO"))
            .args(["metadata", "--format-version", "1", "--locked"])
            .current_dir(root),
    )?;
    serde_json::from_slice(&text).map_err(|e| Failure::new(format!("cargo metadata: {e}")))
}

/// Runs a program and returns its standard output; fails if the program does.
fn output(command: &mut Command) -> Result<Vec<u8>, Failure> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .map_err(|e| Failure::new(format!("{name}: {e}")))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(Failure::new(format!("{name} failed: {}", said.trim())));
    }
    Ok(output.stdout)
}

/// The elements of a JSON list; none where it is no list.
fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// A JSON string; empty where it is none.
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
