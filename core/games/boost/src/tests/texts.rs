//! Notations and what a position says of itself.

use serde_json::{Value, json};

use super::{Play, read, rules, standard, start};
use contract::error::Error;
use contract::game::Game;
use contract::state::State;

fn refused(identifier: &str, text: &str) -> String {
    let rules = rules(json!({ "identifier": identifier }));
    let error = State::parse(&rules, text, &[]).err();
    let error: Error = error.unwrap_or_else(|| panic!("{text} was read"));
    assert_eq!(error.code(), "invalid_notation");
    error.to_string()
}

#[test]
fn positions_round_trip() {
    for (identifier, text) in [
        (
            "boost-9-9-2-8-2",
            "pppp1pppp/1D7/9/9/4D4/9/9/7D1/PPPP1PPPP_a_-",
        ),
        ("boost-9-9-2-8-2", "ktp6/9/9/9/9/9/9/9/KTPP5_b_-"),
        ("boost-9-9-1-8-2", "9/9/9/9/9/9/9/9/KTPP5_a_a"),
        ("boost-4-3-6-8-2", "PaKbTcPd/PePfD1/4_f_ace"),
        ("boost-16-2-2-8-2", "PPPPPPPPPPP5/ppppp11_b_-"),
    ] {
        let state = read(json!({ "identifier": identifier }), text);
        assert_eq!(state.notation(), text);
    }
}

#[test]
fn wrong_positions_are_told_by_the_field() {
    let nine = "9/9/9/9/9/9/9/9";
    for (text, part) in [
        (format!("{nine}/9_a"), "has 2 fields"),
        (format!("{nine}/9_a_-_-"), "has 4 fields"),
        (format!("{nine}_a_-"), "there are 9, parted by /"),
        (
            format!("{nine}/8_a_-"),
            "rank 1, \"8\": it has not 9 points",
        ),
        (format!("{nine}/9P_a_-"), "rank 1"),
        (format!("{nine}/10_a_-"), "rank 1"),
        (format!("{nine}/09_a_-"), "rank 1"),
        (format!("{nine}/PX7_a_-"), "takes P, K, T, p, k, t, D"),
        (format!("{nine}/Pa8_a_-"), "takes P, K, T"),
        (format!("{nine}/d8_a_-"), "takes P, K, T"),
        (
            format!("{nine}/9_c_-"),
            "player to move, \"c\": takes a letter from a to b",
        ),
        (format!("{nine}/9__-"), "player to move"),
        (format!("{nine}/9_a_"), "forfeited players"),
        (format!("{nine}/9_a_ba"), "each letter once, in order"),
        (format!("{nine}/9_a_aa"), "each letter once"),
        (format!("{nine}/9_a_c"), "forfeited players"),
    ] {
        let error = refused("boost-9-9-2-8-2", &text);
        assert!(error.contains(part), "{text}: {error}");
    }
    assert!(refused("boost-2-2-1-8-2", "p1/2_a_-").contains("takes P, K, T, D"));
    assert!(refused("boost-2-2-3-8-2", "P1/2_a_-").contains("with a letter from a to c"));
    refused("boost-2-2-3-8-2", "pa1/2_a_-");
    refused("boost-2-2-3-8-2", "Pd1/2_a_-");
    refused("boost-2-2-3-8-2", "Da1/2_a_-");
}

#[test]
fn moves_are_written_from_and_to() {
    let state = read(
        json!({ "identifier": "boost-16-16-2-4-2" }),
        &format!("16/{}P15_a_-", "16/".repeat(14)),
    );
    let settings = state.game().settings();
    for id in 0..settings.action_count() {
        if let Some(action) = settings.action(id) {
            assert_eq!(settings.action_id(action), id);
            assert_eq!(settings.read(&settings.text(action)).unwrap(), action);
        }
    }
    assert_eq!(settings.action(settings.action_count()), None);
    assert_eq!(settings.action(u32::MAX - 1), None);
    for (text, code) in [
        ("a10b12", None),
        ("p16p16", None),
        ("--", None),
        ("", Some("invalid_notation")),
        ("-", Some("invalid_notation")),
        ("a1", Some("invalid_notation")),
        ("a1a17", Some("invalid_notation")),
        ("q1a1", Some("invalid_notation")),
        ("a01a1", Some("invalid_notation")),
        ("A1A2", Some("invalid_notation")),
        ("a1a2 ", Some("invalid_notation")),
        ("a1a2a3", Some("invalid_notation")),
        ("é1a1", Some("invalid_notation")),
        ("a1a6", Some("illegal_move")),
        ("a1d3", Some("illegal_move")),
    ] {
        let read = settings.read(text);
        assert_eq!(read.as_ref().err().map(Error::code), code, "{text}");
    }
}

#[test]
fn signatures_know_the_mover_and_the_next() {
    let text = |state: &State<super::Boost>, name: &str| {
        state.described()[name].as_str().unwrap().to_owned()
    };
    let state = start(json!({}));
    let other = standard(&state.notation().replace("_a_", "_b_"));
    assert_ne!(text(&state, "signature"), text(&other, "signature"));
    assert_eq!(text(&state, "next_signature"), text(&other, "signature"));
    assert_eq!(
        state.key(),
        other.key(),
        "the mover is no part of the arrangement"
    );
    let gone = state.changed(json!({ "forfeit": "b" }));
    assert_ne!(text(&state, "signature"), text(&gone, "signature"));
    assert_eq!(state.key(), gone.key());
    // Two orders of the same moves come to the same.
    let one = state.go("a1a3").go("a9a7").go("i1i3").go("i9i7");
    let two = state.go("i1i3").go("i9i7").go("a1a3").go("a9a7");
    assert_eq!(text(&one, "signature"), text(&two, "signature"));
    assert_eq!(one.position(), two.position());
}

#[test]
fn the_opening_signature_is_blind_to_promotions() {
    let signature = |text: &str| standard(text).described()["opening_signature"].clone();
    let pawn = "pppp5/9/9/9/3TP4/9/9/9/PPPP5_a_-";
    assert_eq!(signature(pawn), signature(&pawn.replace("TP", "TK")));
    assert_ne!(signature(pawn), signature(&pawn.replace("_a_", "_b_")));
    assert_ne!(signature(pawn), signature(&pawn.replace("TP", "TT")));
    assert_ne!(signature(pawn), signature(&pawn.replace("TP", "PP")));
}

#[test]
fn positions_can_be_modified() {
    let state = standard("pppp5/9/9/9/4P4/9/9/9/PPPP5_a_-");
    let next = state.changed(json!({ "e5": "k", "a1": null, "h8": "D" }));
    assert_eq!(next.notation(), "pppp5/7D1/9/9/4k4/9/9/9/1PPP5_a_-");
    assert_eq!(state.notation(), "pppp5/9/9/9/4P4/9/9/9/PPPP5_a_-");
    assert_eq!(next.key(), standard(&next.notation()).key());
    let refuse = |changes: Value| state.edit(changes.as_object().unwrap()).err().unwrap();
    assert_eq!(refuse(json!({ "j1": "P" })).code(), "invalid_option");
    assert_eq!(refuse(json!({ "e5": "X" })).code(), "invalid_notation");
    assert_eq!(refuse(json!({ "e5": 1 })).code(), "invalid_notation");
    assert_eq!(refuse(json!({ "forfeit": "c" })).code(), "invalid_notation");
}

#[test]
fn pieces_are_counted_by_player() {
    let described = standard("pppk1t3/9/9/9/4D4/9/9/9/PKTT5_a_-").described();
    let player = |i: usize| described["players"][i].as_object().unwrap().clone();
    let counts = |i: usize| {
        ["pawns", "knights", "towers", "population"].map(|name| player(i)[name].as_u64().unwrap())
    };
    assert_eq!(counts(0), [1, 1, 2, 4]);
    assert_eq!(counts(1), [3, 1, 1, 5]);
    assert_eq!(described["dragons"], 1);
}

#[test]
fn the_board_is_drawn() {
    let state = read(
        json!({ "identifier": "boost-4-3-3-8-2" }),
        "PaKbTc1/2D1/4_a_-",
    );
    let drawn = state.game().draw(state.position());
    assert_eq!(
        drawn,
        " 3  Pa Kb Tc .\n 2  .  .  D  .\n 1  .  .  .  .\n    a  b  c  d\n"
    );
}

#[test]
fn moves_are_written_for_people_and_as_points_and_read_back() {
    let state = standard("pp2p4/9/4D4/3DTD3/1PD6/4K4/4P4/9/PPP4p1_a_-");
    let action = |text: &str| state.read(None, text, None).unwrap();
    for (text, pretty, points) in [
        ("a1a2", "a1-a2", "a1 a2"),
        ("e4d3", "Ke4-d3", "e4 d3"),
        ("e4e3", "Ke4xe3", "e4 e3"),
        ("e4a9", "Ke4xa9", "e4 a9"),
        ("c5c4", "Dc5-c4", "c5 c4"),
        ("e6e7", "Te6xe7", "e6 e7"),
        ("d4d4", "d4=T", "d4 d4"),
        ("e3e3", "e3=K", "e3 e3"),
        ("--", "pass", "- -"),
    ] {
        let Ok(read) = state.read(None, text, None) else {
            // Too far for any piece: in no notation a move.
            for (style, text) in [("pretty", pretty), ("points", points)] {
                let error = state.read(None, text, Some(style)).unwrap_err();
                assert_eq!(error.code(), "illegal_move", "{text}");
            }
            continue;
        };
        for (style, written) in [("boost", text), ("pretty", pretty), ("points", points)] {
            assert_eq!(state.write(&read, Some(style)).unwrap(), written);
            assert_eq!(state.read(None, written, Some(style)).unwrap(), read);
        }
    }
    for (style, text) in [
        ("pretty", "a1a3"),
        ("pretty", "Ka1-a2"),
        ("pretty", "a1xa2"),
        ("pretty", "e3=T"),
        ("pretty", "d4=K"),
        ("pretty", "a1=P"),
        ("pretty", "--"),
        ("pretty", ""),
        ("points", "a1a2"),
        ("points", "a1  a2"),
        ("points", "- a1"),
        ("points", "--"),
    ] {
        let error = state.read(None, text, Some(style)).unwrap_err();
        assert_eq!(error.code(), "invalid_notation", "{text}");
    }
    let wrong = state.write(&action("a1a2"), Some("morse")).unwrap_err();
    assert_eq!(wrong.code(), "unsupported");
}

#[test]
fn each_player_has_a_signature() {
    let state = start(json!({ "identifier": "boost-9-9-3-8-2" }));
    let described = state.described();
    let signature = |player: usize| described["players"][player]["signature"].clone();
    assert_eq!(signature(0), described["signature"]);
    assert_eq!(signature(1), described["next_signature"]);
    assert!(signature(2) != signature(0) && signature(2) != signature(1));
    let left = state.leave(
        contract::game::Seats::only(contract::game::Seat(1)),
        "resigned",
    );
    let left = left.unwrap().unwrap().described();
    assert_ne!(left["players"][2]["signature"], signature(2));
}
