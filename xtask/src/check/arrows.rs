//! Crates depend on what lies below them, and on nothing beside or above.
//!
//! `docs/architecture.md` draws the same layers.

use serde_json::Value;

use super::{Report, list, text};

/// The crates of the workspace by layers, the lowest first. A crate may depend on those
/// of lower layers, for its tests as well.
const LAYERS: &[&[&str]] = &[
    &["boardwright-chess", "boardwright-drawing"],
    &["boardwright-contract"],
    &["boardwright-records", "boardwright-search"],
    &["boardwright-dynamic"],
    &["boardwright-chess-games"],
    &[
        "boardwright-blind",
        "boardwright-boost",
        "boardwright-bughouse",
        "boardwright-jarls",
        "boardwright-presets",
    ],
    &["boardwright"],
    &["boardwright-engines"],
    // The wheel carries the program.
    &["boardwright-cli"],
    &[
        "boardwright-lab",
        "boardwright-nif",
        "boardwright-node",
        "boardwright-python",
    ],
    &["xtask"],
];

/// Crates that must stay free of others, which follow them: of the games only those that
/// are played on chess boards may know chess.
const NEVER: &[(&str, &[&str])] = &[
    (
        "boardwright-chess",
        &["boardwright-contract", "rayon", "serde", "serde_json"],
    ),
    (
        "boardwright-drawing",
        &["boardwright-contract", "serde", "serde_json"],
    ),
    (
        "boardwright-boost",
        &["boardwright-chess", "boardwright-chess-games"],
    ),
    (
        "boardwright-jarls",
        &["boardwright-chess", "boardwright-chess-games"],
    ),
];

/// Looks at what each crate of the workspace depends on.
pub(super) fn check(metadata: &Value) -> Report {
    let mut report = Report::new("arrows between crates");
    let members: Vec<&str> = list(&metadata["workspace_members"])
        .iter()
        .map(text)
        .collect();
    let own = list(&metadata["packages"])
        .iter()
        .filter(|package| members.contains(&text(&package["id"])));
    for package in own {
        let name = text(&package["name"]);
        let Some(layer) = layer_of(name) else {
            report.add(Some(format!(
                "{name} stands in no layer of xtask/src/check/arrows.rs"
            )));
            continue;
        };
        for dependency in list(&package["dependencies"]) {
            let on = text(&dependency["name"]);
            let tests_only = text(&dependency["kind"]) == "dev";
            if let Some(below) = layer_of(on) {
                let wrong = below >= layer;
                report.add(wrong.then(|| format!("{name} depends on {on}, which is no lower")));
            }
            let never = NEVER
                .iter()
                .any(|(of, free)| *of == name && free.contains(&on));
            if never && !tests_only {
                report.add(Some(format!(
                    "{name} depends on {on}, of which it must be free"
                )));
            }
        }
    }
    report
}

fn layer_of(name: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&name))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Returns the violations found where a crate depends on another.
    fn wrong(name: &str, on: &str, kind: Option<&str>) -> Vec<String> {
        let metadata = json!({
            "workspace_members": ["one"],
            "packages": [{
                "id": "one",
                "name": name,
                "dependencies": [{ "name": on, "kind": kind }],
            }],
        });
        check(&metadata).violations
    }

    #[test]
    fn arrows_go_down() {
        assert!(wrong("boardwright-search", "boardwright-contract", None).is_empty());
        assert!(wrong("boardwright-blind", "boardwright-chess", None).is_empty());
        assert!(wrong("boardwright-search", "rayon", None).is_empty());
        assert!(wrong("boardwright-chess", "serde_json", Some("dev")).is_empty());
    }

    #[test]
    fn an_arrow_up_or_beside_is_found() {
        for (name, on) in [
            ("boardwright-contract", "boardwright-search"),
            ("boardwright-chess", "boardwright-contract"),
            ("boardwright-jarls", "boardwright-boost"),
            ("boardwright-jarls", "boardwright"),
            ("boardwright", "boardwright-lab"),
        ] {
            for kind in [None, Some("dev")] {
                let found = wrong(name, on, kind);
                let expected = format!("{name} depends on {on}, which is no lower");
                assert!(found.contains(&expected), "{name} on {on}: {found:?}");
            }
        }
    }

    #[test]
    fn what_a_crate_must_be_free_of_is_found() {
        for (name, on) in [
            ("boardwright-chess", "rayon"),
            ("boardwright-jarls", "boardwright-chess"),
        ] {
            let expected = format!("{name} depends on {on}, of which it must be free");
            assert_eq!(wrong(name, on, None), [expected]);
        }
    }

    #[test]
    fn a_crate_that_is_new_needs_a_layer() {
        let found = wrong("boardwright-go", "boardwright-contract", None);
        assert_eq!(
            found,
            ["boardwright-go stands in no layer of xtask/src/check/arrows.rs"]
        );
    }
}
