//! Identifiers, pawns and dragons at the start, compensation.

use serde_json::{Value, json};

use super::{Play, rules, start};
use crate::Boost;
use contract::state::{Rules, State};

fn ranks(options: Value) -> Vec<String> {
    let text = start(options).notation();
    let ranks = text.split('_').next().unwrap();
    ranks.split('/').map(str::to_owned).collect()
}

fn without_dragons(identifier: &str) -> Vec<String> {
    ranks(json!({ "identifier": identifier, "dragon_count": 0 }))
}

fn refused(options: Value) -> String {
    let made = Rules::<Boost>::new(options.as_object().unwrap());
    let error = made.and_then(|rules| State::start(&rules)).err().unwrap();
    assert_eq!(error.code(), "invalid_option");
    error.to_string()
}

fn homes(identifier: &str, player: char) -> Vec<String> {
    let state = start(json!({ "identifier": identifier, "dragon_count": 0 }));
    let described = state.described();
    let pieces = described["pieces"].as_object().unwrap();
    let own = |text: &str| match player {
        'a' => text == "P" || text == "Pa",
        'b' => text == "p" || text == "Pb",
        c => text == format!("P{c}"),
    };
    let mut homes: Vec<_> = pieces
        .iter()
        .filter(|(_, piece)| own(piece.as_str().unwrap()))
        .map(|(point, _)| point.clone())
        .collect();
    homes.sort();
    homes
}

#[test]
fn identifiers_name_the_options() {
    let rules = rules(json!({ "identifier": "boost-7-11-3-5-4-demo" }));
    let settings = rules.game().settings();
    assert_eq!(
        (settings.width, settings.height, settings.players),
        (7, 11, 3)
    );
    assert_eq!(
        (settings.population, settings.towers, settings.demo),
        (5, 4, true)
    );
    assert_eq!(settings.identifier(), "boost-7-11-3-5-4-demo");
    assert_eq!(
        start(json!({})).described()["identifier"],
        "boost-9-9-2-8-2"
    );
    let parts = json!({ "width": 16, "height": 2, "players": 6, "population": 0, "towers": 0 });
    assert_eq!(start(parts).described()["identifier"], "boost-16-2-6-0-0");
    // What is given twice must be the same.
    start(json!({ "identifier": "boost-7-7-2-8-2", "width": 7 }));
    let error = refused(json!({ "identifier": "boost-7-7-2-8-2", "width": 8 }));
    assert_eq!(error, "width: 8 was given, and the identifier says 7");
    refused(json!({ "identifier": "boost-7-7-2-8-2", "demo": true }));
}

#[test]
fn bad_identifiers_are_told_by_the_field() {
    for (identifier, field) in [
        (
            "boost-1-9-2-8-2",
            "width takes an integer from 2 to 16, not \"1\"",
        ),
        ("boost-17-9-2-8-2", "width"),
        (
            "boost-9-x-2-8-2",
            "height takes an integer from 2 to 16, not \"x\"",
        ),
        ("boost-9-9-0-8-2", "players takes an integer from 1 to 6"),
        ("boost-9-9-7-8-2", "players"),
        ("boost-9-9-2--2", "population takes"),
        ("boost-9-9-2-8-+2", "towers takes"),
        ("boost-9-9-2-8-99999999999999999999", "towers"),
        ("boost-9-9-2-8", "has not the form boost-WIDTH-"),
        ("boost-9-9-2-8-2-2", "has not the form"),
        ("boost-9-9-2-8-2-Demo", "has not the form"),
        ("chess", "does not begin with boost-"),
    ] {
        let error = refused(json!({ "identifier": identifier }));
        assert!(error.starts_with("identifier: "), "{error}");
        assert!(error.contains(field), "{identifier}: {error}");
    }
}

#[test]
fn two_players_start_on_the_outer_ranks_filled_from_the_outside_in() {
    let empty = ["9"; 7];
    let nine = |top: &str, bottom: &str| {
        let mut all = vec![top.to_owned()];
        all.extend(empty.iter().map(|s| (*s).to_owned()));
        all.push(bottom.to_owned());
        all
    };
    assert_eq!(
        without_dragons("boost-9-9-2-8-2"),
        nine("pppp1pppp", "PPPP1PPPP")
    );
    assert_eq!(
        without_dragons("boost-9-9-2-99-2"),
        nine("pppp1pppp", "PPPP1PPPP")
    );
    assert_eq!(without_dragons("boost-9-9-2-3-2"), nine("pp6p", "PP6P"));
    assert_eq!(without_dragons("boost-9-9-2-0-2"), nine("9", "9"));
    // One player starts as the first of two.
    assert_eq!(without_dragons("boost-9-9-1-8-2"), nine("9", "PPPP1PPPP"));
    // With an even number of files the two in the middle stay free.
    assert_eq!(without_dragons("boost-6-2-2-8-2"), ["pp2pp", "PP2PP"]);
    assert_eq!(without_dragons("boost-2-2-2-8-2"), ["2", "2"]);
}

#[test]
fn three_and_four_players_share_the_perimeter() {
    let nine = |players: u8, player| homes(&format!("boost-9-9-{players}-8-2"), player).join(" ");
    assert_eq!(nine(3, 'a'), "a1 b1 c1 d1 f1 g1 h1 i1");
    assert_eq!(nine(3, 'b'), "a4 a5 a6 a7 a9 b9 c9 d9");
    assert_eq!(nine(3, 'c'), "f9 g9 h9 i4 i5 i6 i7 i9");
    assert_eq!(nine(4, 'a'), "a1 a3 a4 b1 c1 d1");
    assert_eq!(nine(4, 'b'), "a6 a7 a9 b9 c9 d9");
    assert_eq!(nine(4, 'c'), "f1 g1 h1 i1 i3 i4");
    assert_eq!(nine(4, 'd'), "f9 g9 h9 i6 i7 i9");
    assert_eq!(homes("boost-9-9-3-2-2", 'b'), ["a9", "b9"]);
}

#[test]
fn others_have_equal_shares_of_it_and_leave_the_last_point_free() {
    // 24 points of the perimeter of seven by seven; five players have three or four.
    let seven = |player| homes("boost-7-7-5-8-2", player).join(" ");
    assert_eq!(seven('a'), "a1 a2 a3");
    assert_eq!(seven('b'), "a5 a6 a7 b7");
    assert_eq!(seven('c'), "d7 e7 f7 g7");
    assert_eq!(seven('d'), "g2 g3 g4 g5");
    assert_eq!(seven('e'), "c1 d1 e1 f1");
    assert_eq!(homes("boost-7-7-5-2-2", 'e'), ["e1", "f1"]);
    assert_eq!(homes("boost-16-16-3-9-2", 'a').len(), 9);
    assert_eq!(homes("boost-9-9-6-8-2", 'a').join(" "), "a1 a2 a3 a4");
}

#[test]
fn dragons_are_symmetric_under_half_a_turn() {
    for (identifier, count, expected) in [
        ("boost-9-9-2-8-2", 7, 7),
        ("boost-9-9-2-8-2", 8, 8),
        ("boost-8-9-2-8-2", 7, 6),
        ("boost-9-8-2-8-2", 7, 6),
        ("boost-16-16-2-8-2", 9, 8),
        ("boost-9-9-2-8-2", 0, 0),
        ("boost-9-9-3-8-2", 7, 7),
    ] {
        let mut patterns = Vec::new();
        for seed in 0..20 {
            let state = start(json!({
                "identifier": identifier, "dragon_count": count, "seed": seed
            }));
            let described = state.described();
            let side = |name: &str| described[name].as_u64().unwrap() as u8;
            let (width, height) = (side("width"), side("height"));
            let points: Vec<(u8, u8)> = described["pieces"]
                .as_object()
                .unwrap()
                .iter()
                .filter(|(_, piece)| *piece == "D")
                .map(|(p, _)| (p.as_bytes()[0] - b'a', p[1..].parse::<u8>().unwrap() - 1))
                .collect();
            assert_eq!(points.len(), expected, "{identifier}");
            for (file, rank) in &points {
                assert!(points.contains(&(width - 1 - file, height - 1 - rank)));
            }
            if width % 2 == 1 {
                let middle = width / 2;
                let poles = if height % 2 == 1 {
                    [height / 2 - 1, height / 2 + 1]
                } else {
                    [height / 2 - 1, height / 2]
                };
                for pole in poles {
                    assert!(!points.contains(&(middle, pole)), "{identifier} {seed}");
                }
                if height % 2 == 1 {
                    assert_eq!(points.contains(&(middle, height / 2)), expected % 2 == 1);
                }
            }
            patterns.push(points);
        }
        patterns.dedup();
        assert!(
            expected == 0 || patterns.len() > 10,
            "the seed makes no difference"
        );
    }
    assert_eq!(start(json!({})).described()["dragons"], 7);
}

#[test]
fn three_quarters_of_the_open_points_are_the_most() {
    // 81 points less 16 pawns are 65, three quarters 48; that is even.
    let state = start(json!({ "dragon_count": 256 }));
    assert_eq!(state.described()["dragons"], 48);
    // 16 points less 4 pawns are 12, three quarters 9: one less on an even board.
    let small = start(json!({ "identifier": "boost-4-4-2-2-2", "dragon_count": 256 }));
    assert_eq!(small.described()["dragons"], 8);
}

#[test]
fn dragons_may_be_given_and_the_board_be_blank() {
    let state = start(json!({ "dragons": ["b8", "h2"] }));
    assert_eq!(
        state.notation(),
        "pppp1pppp/1D7/9/9/9/9/9/7D1/PPPP1PPPP_a_-"
    );
    assert_eq!(
        start(json!({ "dragons": "b8,h2" })).notation(),
        state.notation()
    );
    assert_eq!(
        start(json!({ "blank": true })).notation(),
        "9/9/9/9/9/9/9/9/9_a_-"
    );
    assert_eq!(
        start(json!({ "blank": true, "dragons": ["a1"] })).notation(),
        "9/9/9/9/9/9/9/9/D8_a_-"
    );
    assert!(refused(json!({ "dragons": ["a1"] })).contains("on a1 stands a pawn"));
    assert!(refused(json!({ "dragons": ["j1"] })).contains("\"j1\" is no point"));
    assert!(refused(json!({ "dragons": ["b8", "b8"] })).contains("b8 stands twice"));
    assert!(refused(json!({ "dragons": 7 })).contains("dragons: takes a text or a list"));
}

#[test]
fn compensation_moves_the_dragon_on_the_centre_one_point_north() {
    let plain = start(json!({}));
    let moved = start(json!({ "compensation": true }));
    let (before, after) = (plain.described(), moved.described());
    assert_eq!(before["compensation_from"], "e5");
    assert_eq!(before["compensation_to"], "e6");
    assert_eq!(before["pieces"]["e5"], "D");
    assert_eq!(after["pieces"]["e6"], "D");
    assert!(after["pieces"].get("e5").is_none());
    assert_eq!(
        plain.changed(json!({ "e5": null, "e6": "D" })).notation(),
        moved.notation()
    );
    let even = start(json!({ "identifier": "boost-8-9-2-8-2" })).described();
    assert_eq!(even["compensation_from"], Value::Null);
    refused(json!({ "identifier": "boost-8-9-2-8-2", "compensation": true }));
    assert!(refused(json!({ "dragon_count": 6, "compensation": true })).contains("e5"));
    let taken = json!({ "dragons": ["e5", "e6"], "compensation": true });
    assert!(refused(taken).contains("e6 is not free"));
}
