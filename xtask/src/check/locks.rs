//! Lock files name the public registries and nothing else, so that they mean the
//! same to everybody.

use std::path::Path;

use serde_json::Value;

use super::Report;
use crate::read;

const CRATES: &str = "registry+https://github.com/rust-lang/crates.io-index";
const NPM: &str = "https://registry.npmjs.org/";

/// Checks every tracked lock file of cargo and npm.
pub(super) fn check(root: &Path, files: &[String]) -> Report {
    let mut report = Report::new("sources in lock files");
    for name in files {
        let sources: fn(&str) -> Vec<(String, bool)> = match name.rsplit('/').next() {
            Some("Cargo.lock") => cargo,
            Some("package-lock.json") => npm,
            _ => continue,
        };
        match read(&root.join(name)) {
            Err(failure) => report.add(Some(failure.to_string())),
            Ok(text) => {
                for (source, fine) in sources(&text) {
                    report.add((!fine).then(|| format!("{name}: {source}")));
                }
            }
        }
    }
    report
}

/// The sources in a lock file of cargo, and whether each is the public one.
fn cargo(text: &str) -> Vec<(String, bool)> {
    text.lines()
        .filter_map(|line| line.strip_prefix("source = \"")?.strip_suffix('"'))
        .map(|source| (source.to_owned(), source == CRATES))
        .collect()
}

/// The sources in a lock file of npm, and whether each is the public one.
fn npm(text: &str) -> Vec<(String, bool)> {
    let Ok(lock) = serde_json::from_str::<Value>(text) else {
        return vec![("not JSON".into(), false)];
    };
    let packages = lock["packages"].as_object().into_iter().flatten();
    packages
        // A link leads to a folder of this repository.
        .filter(|(_, package)| package["link"] != Value::Bool(true))
        .filter_map(|(_, package)| package["resolved"].as_str())
        .map(|source| (source.to_owned(), source.starts_with(NPM)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(sources: &[(String, bool)]) -> Vec<bool> {
        sources.iter().map(|(_, fine)| *fine).collect()
    }

    #[test]
    fn other_registries_are_found() {
        let lock =
            format!("source = \"{CRATES}\"\nsource = \"registry+https://example.org/index\"\n");
        assert_eq!(judged(&cargo(&lock)), [true, false]);
        let lock = format!(
            r#"{{"packages":{{"":{{}},"a":{{"resolved":"{NPM}a"}},"b":{{"resolved":"https://example.org/b"}}}}}}"#
        );
        assert_eq!(judged(&npm(&lock)), [true, false]);
        let lock = r#"{"packages":{"a":{"resolved":"../b","link":true},"c":{"resolved":"../d"}}}"#;
        assert_eq!(judged(&npm(lock)), [false]);
        assert_eq!(judged(&npm("nonsense")), [false]);
    }
}
