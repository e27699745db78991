//! The reference says what the core declares, and everything that is declared is documented.

use std::path::Path;

use super::Report;
use crate::{Failure, bindings, first_difference, read, reference};

/// Compares every page, and every made part of a binding, with what would be written, and names
/// what has no documentation.
pub(super) fn check(root: &Path) -> Result<Report, Failure> {
    let mut report = Report::new("pages of the reference");
    for page in reference::pages()? {
        let path = page.file;
        let written = read(&root.join(path)).unwrap_or_default();
        let differs = first_difference(&page.text, &written);
        report
            .add(differs.map(|at| {
                format!("{path}: {at}; `cargo run -p xtask -- reference` makes it anew")
            }));
        let undocumented = page.undocumented.into_iter();
        let undocumented = undocumented.map(|what| format!("{path}: {what} has no documentation"));
        report.violations.extend(undocumented);
    }
    for part in bindings::parts() {
        let path = part.file;
        let written = read(&root.join(path))?;
        let made = bindings::place(&part, &written)?;
        let differs = first_difference(&made, &written);
        report
            .add(differs.map(|at| {
                format!("{path}: {at}; `cargo run -p xtask -- reference` makes it anew")
            }));
    }
    Ok(report)
}
