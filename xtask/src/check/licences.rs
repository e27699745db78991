//! Everything that is shipped may be used under a permissive licence.
//!
//! What is shipped: the members of the workspace, this one excepted, with all
//! that they need to be built and to run, on every platform. What tests and
//! comparisons need is not.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use serde_json::Value;
use spdx::{Expression, LicenseReq, ParseMode};

use super::{Report, list, text};
use crate::{Failure, read};

/// The licences allowed, each of which asks for no more than attribution.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Zlib",
];

/// Checks what the crates need, and that the package for Node needs nothing.
pub(super) fn check(root: &Path, metadata: &Value) -> Result<Report, Failure> {
    let mut report = Report::new("licences of what is shipped");
    let packages: HashMap<&str, &Value> = list(&metadata["packages"])
        .iter()
        .map(|p| (text(&p["id"]), p))
        .collect();
    for id in shipped(metadata)? {
        let package = packages
            .get(id)
            .ok_or_else(|| Failure::new(format!("cargo metadata: no package {id}")))?;
        report.add(wrong(package));
    }
    let package = read(&root.join("bindings-node/package.json"));
    report.add(package.map_or_else(|failure| Some(failure.to_string()), |text| needs(&text)));
    Ok(report)
}

/// Ids of all packages that reach users, own ones included.
fn shipped(metadata: &Value) -> Result<BTreeSet<&str>, Failure> {
    let nodes: HashMap<&str, &Value> = list(&metadata["resolve"]["nodes"])
        .iter()
        .map(|n| (text(&n["id"]), n))
        .collect();
    let names: HashMap<&str, &str> = list(&metadata["packages"])
        .iter()
        .map(|p| (text(&p["id"]), text(&p["name"])))
        .collect();
    let mut open: Vec<&str> = list(&metadata["workspace_members"])
        .iter()
        .map(text)
        .filter(|id| names.get(id) != Some(&env!("CARGO_PKG_NAME")))
        .collect();
    let mut reached = BTreeSet::new();
    while let Some(id) = open.pop() {
        if !reached.insert(id) {
            continue;
        }
        let node = nodes
            .get(id)
            .ok_or_else(|| Failure::new(format!("cargo metadata: no node {id}")))?;
        for dependency in list(&node["deps"]) {
            if list(&dependency["dep_kinds"])
                .iter()
                .any(|kind| kind["kind"] != "dev")
            {
                open.push(text(&dependency["pkg"]));
            }
        }
    }
    Ok(reached)
}

/// Returns the fault of a package's licence; `None` if it is allowed.
fn wrong(package: &Value) -> Option<String> {
    let name = format!("{} {}", text(&package["name"]), text(&package["version"]));
    let Some(licence) = package["license"].as_str() else {
        return Some(format!("{name}: states no licence"));
    };
    match Expression::parse_mode(licence, ParseMode::LAX) {
        Err(error) => Some(format!(
            "{name}: its licence cannot be read: {}",
            error.reason
        )),
        Ok(licences) if licences.evaluate(allowed) => None,
        Ok(_) => Some(format!("{name}: {licence} is not allowed")),
    }
}

fn allowed(licence: &LicenseReq) -> bool {
    ALLOWED.contains(&licence.to_string().as_str())
}

/// Returns a violation if the package for Node has dependencies that its users must install, or its
/// manifest cannot be read.
fn needs(manifest: &str) -> Option<String> {
    let manifest: Value = match serde_json::from_str(manifest) {
        Ok(manifest) => manifest,
        Err(error) => return Some(format!("bindings-node/package.json: {error}")),
    };
    let needed = manifest["dependencies"]
        .as_object()
        .filter(|needed| !needed.is_empty())?;
    let names: Vec<_> = needed.keys().map(String::as_str).collect();
    Some(format!(
        "bindings-node/package.json: needs {}, unchecked",
        names.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn judge(licence: &str) -> bool {
        wrong(&json!({ "name": "x", "version": "1", "license": licence })).is_none()
    }

    #[test]
    fn expressions_are_weighed() {
        for fine in [
            "MIT",
            "MIT OR Apache-2.0",
            "MIT/Apache-2.0",
            "GPL-3.0-only OR MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception",
            "MIT OR Apache-2.0 OR LGPL-2.1-or-later",
        ] {
            assert!(judge(fine), "{fine}");
        }
        for not in [
            "GPL-3.0-only",
            "AGPL-3.0-or-later",
            "MPL-2.0",
            "MIT AND GPL-3.0-only",
            "GPL-3.0-only WITH Classpath-exception-2.0",
            "LicenseRef-Own",
            "no licence at all",
            "",
        ] {
            assert!(!judge(not), "{not}");
        }
        assert!(wrong(&json!({ "name": "x", "version": "1", "license": null })).is_some());
        assert!(wrong(&json!({ "name": "x", "version": "1", "license_file": "L" })).is_some());
    }

    #[test]
    fn what_only_tests_need_is_not_shipped() {
        let dep = |pkg: &str, kind: Value| json!({ "pkg": pkg, "dep_kinds": [{ "kind": kind }] });
        let metadata = json!({
            "workspace_members": ["own", "chores"],
            "packages": [
                { "id": "own", "name": "own" },
                { "id": "chores", "name": env!("CARGO_PKG_NAME") },
            ],
            "resolve": { "nodes": [
                { "id": "own", "deps": [
                    dep("normal", Value::Null), dep("build", json!("build")), dep("dev", json!("dev")),
                ] },
                { "id": "chores", "deps": [dep("tool", Value::Null)] },
                { "id": "normal", "deps": [dep("deep", Value::Null)] },
                { "id": "build", "deps": [] },
                { "id": "deep", "deps": [dep("normal", Value::Null)] },
                { "id": "dev", "deps": [] },
                { "id": "tool", "deps": [] },
            ] },
        });
        let shipped = shipped(&metadata).map(Vec::from_iter).unwrap_or_default();
        assert_eq!(shipped, ["build", "deep", "normal", "own"]);
    }

    #[test]
    fn node_users_install_nothing_else() {
        assert_eq!(needs(r#"{"devDependencies":{"a":"1"}}"#), None);
        assert_eq!(needs(r#"{"dependencies":{}}"#), None);
        assert!(needs(r#"{"dependencies":{"a":"1"}}"#).is_some_and(|w| w.contains("needs a")));
        assert!(needs("nonsense").is_some());
    }
}
