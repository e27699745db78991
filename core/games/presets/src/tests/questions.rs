//! Questions about boards with composed rules, where these differ from those of chess.

use serde_json::{Value, json};

use super::{Play, at};

fn ask(presets: &str, position: &str, question: &str, given: Value) -> Value {
    let given = given.as_object().cloned().unwrap_or_default();
    let answer = at(presets, position).ask(question, &given);
    answer.expect("is answered")
}

#[test]
fn steps_ahead_that_presets_add_are_no_attacks() {
    let alone = "4k3/8/8/8/8/8/8/7P w - - 0 1";
    let by = |square: &str| json!({ "square": square, "by": "white" });
    assert_eq!(ask("horde", alone, "attackers", by("h3")), json!([]));
    assert_eq!(ask("horde", alone, "attackers", by("g2")), json!(["h1"]));
    let of = json!({ "square": "h1" });
    assert_eq!(ask("horde", alone, "attacks", of), json!(["g2"]));
}

#[test]
fn castling_into_check_is_not_pseudo_legal() {
    let position = "4k3/8/8/8/8/8/4n3/4K2R w K - 0 1";
    let moves = ask("", position, "pseudo_legal", json!({}));
    let moves = moves.as_array().unwrap();
    assert!(moves.contains(&json!("e1e2")) && !moves.contains(&json!("e1g1")));
    let free = ask(
        "",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "pseudo_legal",
        json!({}),
    );
    assert!(free.as_array().unwrap().contains(&json!("e1g1")));
    // What forbids it otherwise, a capture that must be made, does not count.
    let must = "4k3/8/8/8/8/8/4n3/4K2R w K - 0 1";
    let moves = ask("antichess", must, "pseudo_legal", json!({}));
    assert!(moves.as_array().unwrap().contains(&json!("e1g1")));
    assert_eq!(at("antichess", must).texts(), ["e1e2"]);
}

#[test]
fn a_check_that_is_counted_cannot_be_taken_back() {
    let position = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    for (presets, mv, wanted) in [
        ("three-check", "a1a8", true),
        ("three-check", "a1a7", false),
        ("king-of-the-hill", "a1a8", false),
    ] {
        let told = ask(presets, position, "is_irreversible", json!({ "move": mv }));
        assert_eq!(told, json!(wanted), "{presets} {mv}");
    }
}

#[test]
fn pieces_of_other_kinds_are_in_no_set_of_a_kind() {
    let sets = ask(
        "cannon",
        "4k3/8/8/8/8/8/8/C3K3 w - - 0 1",
        "sets",
        json!({}),
    );
    let nothing = "0000000000000000";
    let sets: Vec<_> = sets.as_str().unwrap().split(' ').collect();
    assert_eq!(sets[..5], [nothing; 5]);
    assert_eq!(
        sets[5..],
        [
            "1000000000000010",
            "1000000000000000",
            "0000000000000011",
            nothing
        ]
    );
}
