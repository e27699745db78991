//! The pictures of the documentation are those that the library draws.

use std::path::Path;

use super::Report;
use crate::{Failure, first_difference, pictures, read};

/// Compares every picture, and the page that shows them, with what would be written.
pub(super) fn check(root: &Path) -> Result<Report, Failure> {
    let mut report = Report::new("pictures");
    for file in pictures::files(&read(&root.join(pictures::PAGE))?)? {
        let written = read(&root.join(&file.path)).unwrap_or_default();
        let path = file.path;
        let differs = first_difference(&file.text, &written);
        report.add(differs.map(|at| {
            let at: String = at.chars().take(200).collect();
            format!("{path}: {at}; `cargo run -p xtask -- pictures` makes it anew")
        }));
    }
    Ok(report)
}
