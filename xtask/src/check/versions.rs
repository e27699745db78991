//! One version for the core, the command line and the three bindings.

use std::path::Path;

use serde_json::Value;

use super::{Report, list, text};
use crate::{Failure, read};

/// Source of the version in a manifest of another language.
#[derive(Debug, PartialEq, Eq)]
enum Stated {
    /// Written there.
    As(String),
    /// Taken from the workspace when it is built.
    Derived,
    /// Not at all.
    Nowhere,
}

/// A file and how to read what version it states.
type Manifest = (&'static str, fn(&str) -> Vec<Stated>);

const MANIFESTS: &[Manifest] = &[
    ("bindings-node/package.json", package_json),
    ("bindings-node/package-lock.json", package_lock),
    ("bindings-elixir/mix.exs", |text| vec![mix(text)]),
    ("bindings-python/pyproject.toml", |text| {
        vec![pyproject(text)]
    }),
];

/// Compares every stated version with that of the workspace.
pub(super) fn check(root: &Path, metadata: &Value) -> Report {
    let mut report = Report::new("versions");
    let version = match workspace_version(&read(&root.join("Cargo.toml"))) {
        Ok(version) => version,
        Err(wrong) => {
            report.add(Some(wrong));
            return report;
        }
    };
    crates(&mut report, metadata, &version);
    for (file, read_version) in MANIFESTS {
        match read(&root.join(file)) {
            Err(failure) => report.add(Some(failure.to_string())),
            Ok(text) => {
                for stated in read_version(&text) {
                    report.add(compare(file, &stated, &version));
                }
            }
        }
    }
    let noted = read(&root.join("CHANGELOG.md"))
        .is_ok_and(|text| text.lines().any(|line| heads(line, &version)));
    report.add((!noted).then(|| format!("CHANGELOG.md: nothing about {version}")));
    report
}

/// Returns true if a line is the heading of a version.
fn heads(line: &str, version: &str) -> bool {
    line.strip_prefix("## ")
        .and_then(|rest| rest.strip_prefix(version))
        .is_some_and(|rest| {
            rest.chars()
                .next()
                .is_none_or(|c| !c.is_ascii_alphanumeric() && c != '.')
        })
}

fn workspace_version(manifest: &Result<String, Failure>) -> Result<String, String> {
    let manifest = manifest.as_ref().map_err(ToString::to_string)?;
    in_section(manifest, "workspace.package", "version")
        .and_then(quoted)
        .ok_or_else(|| "Cargo.toml: no version in [workspace.package]".into())
}

/// The members of the workspace, and what they ask of each other.
fn crates(report: &mut Report, metadata: &Value, version: &str) {
    let members = list(&metadata["workspace_members"]);
    let packages: Vec<_> = list(&metadata["packages"])
        .iter()
        .filter(|p| members.contains(&p["id"]))
        .collect();
    let asked = format!("^{version}");
    for package in &packages {
        let (name, has) = (text(&package["name"]), text(&package["version"]));
        report.add((has != version).then(|| format!("crate {name}: {has}, not {version}")));
        for dependency in list(&package["dependencies"]) {
            let (on, req) = (text(&dependency["name"]), text(&dependency["req"]));
            if packages.iter().any(|p| p["name"] == on) {
                report.add((req != asked).then(|| format!("crate {name}: asks for {on} {req}")));
            }
        }
    }
}

fn compare(file: &str, stated: &Stated, version: &str) -> Option<String> {
    match stated {
        Stated::Derived => None,
        Stated::As(stated) if stated == version => None,
        Stated::As(stated) => Some(format!("{file}: {stated}, not {version}")),
        Stated::Nowhere => Some(format!("{file}: states no version")),
    }
}

fn stated(version: Option<&str>) -> Stated {
    version.map_or(Stated::Nowhere, |version| Stated::As(version.to_owned()))
}

fn package_json(manifest: &str) -> Vec<Stated> {
    let manifest: Value = serde_json::from_str(manifest).unwrap_or_default();
    vec![stated(manifest["version"].as_str())]
}

fn package_lock(manifest: &str) -> Vec<Stated> {
    let manifest: Value = serde_json::from_str(manifest).unwrap_or_default();
    let own = &manifest["packages"][""]["version"];
    vec![stated(manifest["version"].as_str()), stated(own.as_str())]
}

/// `@version "…"`, `version: "…"`, or a version read from the workspace's manifest.
fn mix(manifest: &str) -> Stated {
    let lines = || manifest.lines().map(str::trim_start);
    let literal = |key: &str| {
        lines()
            .find_map(|l| quoted(l.strip_prefix(key)?.trim_start()))
            .map(Stated::As)
    };
    match literal("@version ").or_else(|| literal("version:")) {
        Some(stated) => stated,
        None if manifest.contains("Cargo.toml") => Stated::Derived,
        None => Stated::Nowhere,
    }
}

fn pyproject(manifest: &str) -> Stated {
    if let Some(version) = in_section(manifest, "project", "version").and_then(quoted) {
        return Stated::As(version);
    }
    match in_section(manifest, "project", "dynamic") {
        Some(dynamic) if dynamic.contains("\"version\"") => Stated::Derived,
        _ => Stated::Nowhere,
    }
}

/// The value of a key in a section of a TOML file, as it is written.
fn in_section<'a>(toml: &'a str, section: &str, key: &str) -> Option<&'a str> {
    let header = format!("[{section}]");
    toml.lines()
        .skip_while(|line| line.trim() != header)
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .find_map(|line| {
            let (name, value) = line.split_once('=')?;
            (name.trim() == key).then(|| value.trim())
        })
}

/// Returns the text between the quotes at the beginning; `None` if it does not begin with a quoted
/// text.
fn quoted(text: &str) -> Option<String> {
    Some(text.strip_prefix('"')?.split_once('"')?.0.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn versions_are_read() {
        let toml =
            "[a]\nversion = \"9\"\n[workspace.package]\nedition = \"x\"\nversion = \"1.2.3\"\n";
        assert_eq!(workspace_version(&Ok(toml.into())), Ok("1.2.3".into()));
        assert!(
            workspace_version(&Ok("[workspace.package]\n[b]\nversion = \"1\"\n".into())).is_err()
        );
        let is = |version: &str| Stated::As(version.into());
        assert_eq!(package_json(r#"{"version":"1"}"#), [is("1")]);
        assert_eq!(package_json("{}"), [Stated::Nowhere]);
        let lock = r#"{"version":"1","packages":{"":{"version":"2"}}}"#;
        assert_eq!(package_lock(lock), [is("1"), is("2")]);
        assert_eq!(mix("  @version \"1\"\n version: @version,"), is("1"));
        assert_eq!(mix("  version: \"1\","), is("1"));
        assert_eq!(
            mix("version: version(),\n File.read!(\"../Cargo.toml\")"),
            Stated::Derived
        );
        assert_eq!(mix("app: :x"), Stated::Nowhere);
        assert_eq!(pyproject("[project]\nversion = \"1\"\n"), is("1"));
        assert_eq!(
            pyproject("[project]\ndynamic = [\"version\"]\n"),
            Stated::Derived
        );
        assert_eq!(pyproject("[tool]\nversion = \"1\"\n"), Stated::Nowhere);
    }

    #[test]
    fn another_version_is_a_violation() {
        assert_eq!(compare("f", &Stated::As("1.0.0".into()), "1.0.0"), None);
        assert_eq!(compare("f", &Stated::Derived, "1.0.0"), None);
        assert!(compare("f", &Stated::As("1.0.1".into()), "1.0.0").is_some());
        assert!(compare("f", &Stated::Nowhere, "1.0.0").is_some());
        assert!(heads("## 1.0.0, unreleased", "1.0.0"));
        assert!(!heads("## 1.0.01", "1.0.0"));
        assert!(!heads("1.0.0", "1.0.0"));
    }

    #[test]
    fn a_crate_that_is_out_of_step_is_a_violation() {
        let metadata = |version: &str, req: &str| {
            json!({
                "workspace_members": ["a", "b"],
                "packages": [
                    { "id": "a", "name": "a", "version": version, "dependencies": [] },
                    { "id": "b", "name": "b", "version": "1.0.0", "dependencies": [
                        { "name": "a", "req": req }, { "name": "c", "req": "^7" },
                    ] },
                    { "id": "c", "name": "c", "version": "7.0.0", "dependencies": [] },
                ],
            })
        };
        let wrong = |version: &str, req: &str| {
            let mut report = Report::new("versions");
            crates(&mut report, &metadata(version, req), "1.0.0");
            assert_eq!(report.count, 3);
            report.violations.len()
        };
        assert_eq!(wrong("1.0.0", "^1.0.0"), 0);
        assert_eq!(wrong("1.0.1", "^1.0.0"), 1);
        assert_eq!(wrong("1.0.0", "^1.0.1"), 1);
        assert_eq!(wrong("1.0.0", "*"), 1);
    }
}
