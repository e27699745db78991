//! Edits of a running game: the moves before stay known, and whoever replays them edits again.

use contract::error::ErrorKind;
use contract::game::Game as _;
use contract::state::{Saved, State};
use contract::value::{Dict, Value};
use serde_json::json;

use super::{Play as _, start};
use crate::Presets;

fn changes(value: Value) -> Dict {
    value.as_object().unwrap().clone()
}

fn plain() -> State<Presets> {
    start("")
}

/// A game in which presets are switched after two and after four plies.
fn switched() -> State<Presets> {
    let state = plain().all("e2e4 e7e5");
    let state = state.edited(json!({ "activate": "atomic" }));
    let state = state.all("f1b5 a7a6");
    let state = state.edited(json!({ "deactivate": "atomic", "place": { "h4": "Q" } }));
    state.all("b5a6")
}

#[test]
fn moves_before_an_edit_stay_known() {
    let state = switched();
    let moves: Vec<_> = (state.moves().iter())
        .map(|action| state.game().text(action))
        .collect();
    assert_eq!(moves, ["e2e4", "e7e5", "f1b5", "a7a6", "b5a6"]);
    assert_eq!((state.last_edit(), state.unbroken_from()), (Some(4), 4));
    // Without the edit the bishop would have exploded.
    assert!(state.notation().starts_with("rnbqkbnr/1ppp1ppp/B7/"));
    let at = |ply: usize| state.at_ply(ply).unwrap();
    assert!(!at(1).notation().contains("atomic"));
    // What came between two moves has come at the ply of the second.
    assert!(at(2).notation().contains("atomic"));
    assert!(at(3).notation().contains("atomic"));
    assert!(at(4).notation().contains('Q') && !at(4).notation().contains("atomic"));
    assert_eq!(at(2).last_edit(), Some(2));
    assert_eq!(at(1).last_edit(), None);
    for ply in 0..=5 {
        assert_eq!(at(ply).moves().len(), ply);
    }
    assert_eq!(at(4).all("b5a6"), state);
}

#[test]
fn an_edit_before_the_moves_is_where_they_begin() {
    let state = plain().edited(json!({ "activate": "atomic" }));
    assert_eq!(state.last_edit(), None);
    let state = state.all("e2e4");
    assert_eq!((state.last_edit(), state.known_from()), (None, 0));
    assert!(state.at_ply(0).unwrap().notation().contains("atomic"));
}

#[test]
fn saves_edit_again() {
    let state = switched();
    let text = state.save().unwrap();
    assert!(text.contains("\"version\":4"));
    let read = |text: &str| State::<Presets>::load(&Saved::read(text)?);
    let loaded = read(&text).unwrap();
    assert_eq!(loaded, state);
    assert_eq!(loaded.moves(), state.moves());
    assert_eq!(loaded.save().unwrap(), text);
    assert_eq!(loaded.at_ply(2).unwrap(), state.at_ply(2).unwrap());
    // A game that was edited before its moves alone is as any other.
    let plain = plain().edited(json!({ "activate": "atomic" }));
    assert!(plain.all("e2e4").save().unwrap().contains("\"version\":2"));
    for (from, to) in [
        ("{\"activate\":\"atomic\"}", "{\"activate\":\"nothing\"}"),
        ("{\"activate\":\"atomic\"}", "{\"place\":{\"e1\":null}}"),
        ("\"ply\":4", "\"ply\":6"),
        ("\"ply\":2", "\"ply\":0"),
        ("\"ply\":2", "\"ply\":5"),
    ] {
        let forged = text.replace(from, to);
        assert_ne!(forged, text);
        let error = read(&forged).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidNotation, "{to}: {error}");
    }
}

#[test]
fn an_edit_that_is_refused_changes_nothing() {
    let state = switched();
    let refused = state.edit(&changes(json!({ "activate": "nothing" })));
    assert_eq!(refused.unwrap_err().kind(), ErrorKind::InvalidOption);
    assert_eq!(state, switched());
}
