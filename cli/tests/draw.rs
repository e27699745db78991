//! `draw`: the picture that the library draws, on standard output or in a file.

mod common;

use boardwright::host::{self, DrawingOptions};
use boardwright::registry::GAMES;
use common::{Scratch, json, ok, refused};

#[test]
fn every_game_is_drawn() {
    for entry in GAMES {
        let name = entry.info().name;
        let state = host::start(name, &Default::default()).expect("a state");
        let svg = state.svg(&DrawingOptions::default()).expect("a picture");
        assert_eq!(ok(&["draw", name]), svg);
        assert_eq!(json(&["draw", name])["svg"], svg);
    }
}

#[test]
fn options_become_those_of_the_library() {
    let given = serde_json::json!({
        "seat": "black",
        "last_move": "e2e4",
        "arrows": [{"cells": "e7e5", "color": "red"}, "g8f6"],
        "squares": {"e4": "green", "d5": "blue"},
        "orientation": 0,
        "size": 200,
        "theme": "dark",
        "coordinates": false,
        "clocks": {"white": 61_000},
    });
    let options = DrawingOptions::read(given.as_object().expect("a map")).expect("options");
    let state = host::start("chess", &Default::default()).expect("a state");
    let state = state.play(None, host::MoveRef::Text("e2e4"), None);
    let svg = state
        .and_then(|state| state.svg(&options))
        .expect("a picture");
    let args = [
        "draw",
        "chess",
        "--move",
        "e2e4",
        "--seat",
        "black",
        "--last-move",
        "e2e4",
        "--arrow",
        "e7e5=red",
        "--arrow",
        "g8f6",
        "--square",
        "e4=green",
        "--square",
        "d5",
        "--orientation",
        "0",
        "--size",
        "200",
        "--theme",
        "dark",
        "--no-coordinates",
        "--clock",
        "white=61000",
    ];
    assert_eq!(ok(&args), svg);
    let file = Scratch::new("draw.svg");
    let file = file.path();
    let to_file = [&args[..], &["--output", file]].concat();
    assert_eq!(ok(&to_file), "");
    assert_eq!(std::fs::read_to_string(file).expect("the picture"), svg);
}

#[test]
fn what_is_wrong_is_said() {
    refused(&["draw", "chess", "--square", "e9"], "invalid_option");
    refused(&["draw", "chess", "--arrow", "e2e4=pink"], "invalid_option");
    refused(&["draw", "chess", "--seat", "red"], "invalid_option");
    refused(&["draw", "chess", "--move", "e2e5"], "illegal_move");
    refused(&["draw", "chess", "--output", "/"], "io");
}
