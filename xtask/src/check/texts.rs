//! No text of the repository names a path of the machine it was written on.

use std::path::Path;
use std::process::Command;

use super::{Report, output};
use crate::Failure;

/// Beginnings of private paths on a machine. Put together here, so that this file does not name
/// them.
const PRIVATE: &[&str] = &[
    concat!("/ro", "ot/"),
    concat!("/wo", "rk/"),
    concat!("/tmp", "/bg"),
    concat!("/ho", "me/"),
    concat!("/Us", "ers/"),
];

/// The files that are under version control.
pub(super) fn tracked(root: &Path) -> Result<Vec<String>, Failure> {
    let names = output(
        Command::new("git")
            .args(["ls-files", "-z"])
            .current_dir(root),
    )?;
    let names = String::from_utf8(names)
        .map_err(|_| Failure::new("git ls-files: a name that is not UTF-8"))?;
    Ok(names.split_terminator('\0').map(str::to_owned).collect())
}

/// Looks through every tracked file that is text.
pub(super) fn check(root: &Path, files: &[String]) -> Report {
    let mut report = Report::new("texts");
    for name in files {
        // A file that was deleted and not yet committed is not there to be read,
        // and one that is not UTF-8 is no text.
        let Ok(bytes) = std::fs::read(root.join(name)) else {
            continue;
        };
        let Ok(text) = String::from_utf8(bytes) else {
            continue;
        };
        if text.contains('\0') {
            continue;
        }
        report.count += 1;
        report.violations.extend(paths(name, &text));
    }
    report
}

/// The lines that name such a path.
fn paths(name: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        for private in PRIVATE {
            if line
                .match_indices(private)
                .any(|(at, _)| begins(&line[..at]))
            {
                found.push(format!("{name}:{number}: names a path in {private}"));
            }
        }
    }
    found
}

/// Returns true if a path begins after this text, rather than continues it.
fn begins(before: &str) -> bool {
    !before.ends_with(|c: char| c.is_alphanumeric() || "_-.}".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_machines_are_found() {
        for private in PRIVATE {
            for line in [
                format!("see {private}x"),
                format!("\"{private}x\""),
                format!("file://{private}"),
            ] {
                let text = format!("fine\n{line}\n");
                assert_eq!(paths("f", &text).len(), 1, "{line}");
                assert!(paths("f", &text)[0].starts_with("f:2: "));
            }
        }
    }

    #[test]
    fn other_paths_are_fine() {
        for private in PRIVATE {
            for line in [
                format!("src{private}x"),
                format!("https://example.org{private}x"),
                String::new(),
            ] {
                assert_eq!(paths("f", &line), Vec::<String>::new());
            }
        }
    }

    #[test]
    fn this_repository_is_looked_through() {
        let root = crate::root();
        let files = tracked(&root).expect("a checkout");
        assert!(check(&root, &files).count > 50);
    }
}
