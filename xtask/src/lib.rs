//! Chores of the repository: checks of what no compiler checks, and the files
//! under `tests/` that are made by the library itself.

pub mod arena;
pub mod bindings;
pub mod book;
pub mod check;
pub mod decisions;
pub mod mates;
pub mod pictures;
pub mod playthrough;
pub mod prompts;
pub mod questions;
pub mod ratings;
pub mod reference;
pub mod sample;
pub mod situations;
pub mod transcript;
pub mod vectors;
pub mod words;

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Why a chore could not be done, in words.
#[derive(Debug)]
pub struct Failure(String);

impl Failure {
    /// A failure in these words.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failure {}

impl From<boardwright::Error> for Failure {
    fn from(error: boardwright::Error) -> Self {
        Self(format!("{}: {error}", error.code()))
    }
}

/// The top of the repository.
#[must_use]
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// A file's text.
///
/// # Errors
///
/// Names the file.
pub fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| about(path, &error))
}

/// Writes a file, and its folder where there is none.
///
/// # Errors
///
/// Names the file.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    folder
        .and_then(|()| fs::write(path, text))
        .map_err(|error| about(path, &error))
}

fn about(path: &Path, error: &io::Error) -> Failure {
    let shown = path.strip_prefix(root()).unwrap_or(path);
    Failure(format!("{}: {error}", shown.display()))
}

/// The first line in which two texts differ, with both forms of it; `None` where
/// they are the same.
#[must_use]
pub fn first_difference(expected: &str, got: &str) -> Option<String> {
    if expected == got {
        return None;
    }
    let end = "(the end)";
    let (mut expected, mut got) = (expected.lines(), got.lines());
    for number in 1.. {
        match (expected.next(), got.next()) {
            (None, None) => break,
            (a, b) if a == b => {}
            (a, b) => {
                let (a, b) = (a.unwrap_or(end), b.unwrap_or(end));
                return Some(format!("line {number}\n  expected: {a}\n  got:      {b}"));
            }
        }
    }
    Some("the ends of the lines differ".into())
}

#[cfg(test)]
mod tests {
    use super::first_difference;

    #[test]
    fn the_first_difference_is_found() {
        assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
        let differs = |a, b| first_difference(a, b).unwrap_or_default();
        assert!(differs("a\nb\nc\n", "a\nx\ny\n").starts_with("line 2\n"));
        assert!(differs("a\nb\n", "a\n").contains("got:      (the end)"));
        assert!(differs("a\n", "a\nb\n").contains("expected: (the end)"));
        assert!(differs("a\n", "a").contains("ends of the lines"));
    }
}
