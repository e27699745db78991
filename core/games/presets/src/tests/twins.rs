//! Shipped presets written as data: they play as those in Rust do, in every respect that a
//! player sees.

use serde_json::{Value, json};

use super::{Play, Presets, rules, with};
use contract::game::Game;
use contract::rng::Rng;
use contract::state::{Rules, Saved, State};
use contract::value::to_value;

/// Shipped presets as data, in the order of the shipped ones.
const TWINS: [(&str, &str); 12] = [
    ("piece-hp", include_str!("twins/data-piece-hp.toml")),
    ("king-heals", include_str!("twins/data-king-heals.toml")),
    ("queen-splits", include_str!("twins/data-queen-splits.toml")),
    (
        "explosive-rook",
        include_str!("twins/data-explosive-rook.toml"),
    ),
    (
        "capture-to-win",
        include_str!("twins/data-capture-to-win.toml"),
    ),
    (
        "knight-immunity",
        include_str!("twins/data-knight-immunity.toml"),
    ),
    (
        "poisoned-squares",
        include_str!("twins/data-poisoned-squares.toml"),
    ),
    ("piece-shield", include_str!("twins/data-piece-shield.toml")),
    ("pawn-stamina", include_str!("twins/data-pawn-stamina.toml")),
    ("cannon", include_str!("twins/data-cannon.toml")),
    ("three-check", include_str!("twins/data-three-check.toml")),
    (
        "king-of-the-hill",
        include_str!("twins/data-king-of-the-hill.toml"),
    ),
];

/// Presets by name as those of data, with their definitions.
fn as_data(presets: &str) -> State<Presets> {
    let ids: Vec<String> = presets.split('+').map(|id| format!("data-{id}")).collect();
    let define: Vec<&str> = TWINS.iter().map(|(_, text)| *text).collect();
    State::start(&rules(
        json!({ "define": define, "presets": ids.join("+") }),
    ))
    .unwrap()
}

fn in_rust(presets: &str) -> State<Presets> {
    State::start(&Rules::new(&with(presets)).unwrap()).unwrap()
}

/// A value with the ids of the shipped presets, and without their states, of which each has a
/// form of its own.
fn plain(value: &Value) -> Value {
    let mut value: Value = serde_json::from_str(&value.to_string().replace("data-", "")).unwrap();
    if let Some(map) = value.as_object_mut() {
        // They hold the ids, the definitions and the states.
        map.retain(|name, _| !["key", "notation", "options"].contains(&name.as_str()));
    }
    if let Some(presets) = value.get_mut("presets").and_then(Value::as_array_mut) {
        for preset in presets {
            preset.as_object_mut().unwrap().remove("state");
        }
    }
    value
}

/// All that a player sees of a position, and the events that a move would bring about.
fn seen(state: &State<Presets>, pick: usize) -> Value {
    let moves = state.texts();
    let report = state
        .legal(None)
        .get(pick % moves.len().max(1))
        .map(|action| {
            to_value(
                &state
                    .game()
                    .report(state.position(), state.history(), action),
            )
            .unwrap()
        });
    let mut all = plain(&state.described());
    let more = json!({
        "moves": moves,
        "report": report.map(|r| plain(&r)),
        "outcome": [state.reason(), format!("{:?}", state.winner())],
        "fen": state.notation().split(" {").next(),
    });
    let own = all.as_object_mut().unwrap();
    own.extend(more.as_object().unwrap().clone());
    all
}

/// Plays a game of chance of both and compares them at every ply; returns the plies.
fn compare(presets: &str, seed: u64) -> usize {
    let (mut rust, mut data) = (in_rust(presets), as_data(presets));
    let mut rng = Rng::derived(&[seed, 0x7819]);
    for ply in 0..150 {
        let pick = rng.below(1 << 20) as usize;
        let (one, other) = (seen(&rust, pick), seen(&data, pick));
        for (name, value) in one.as_object().unwrap() {
            assert_eq!(value, &other[name], "{presets}, {seed}, ply {ply}, {name}");
        }
        let moves = rust.texts();
        if rust.outcome().is_some() || moves.is_empty() {
            return ply;
        }
        // Every other time a capture, if there is one, for most of the rules are about them.
        let captures = moves.iter().filter(|m| {
            let action = rust.read(None, m, None).unwrap();
            rust.game().board(rust.position()).is_capture(&action)
        });
        let captures: Vec<&String> = captures.collect();
        let text = match captures.is_empty() || rng.below(2) == 0 {
            true => &moves[pick % moves.len()],
            false => captures[pick % captures.len()],
        };
        (rust, data) = (rust.go(text), data.go(text));
    }
    150
}

fn games() -> u64 {
    match std::env::var("BOARDWRIGHT_FULL").is_ok_and(|v| v == "1") {
        true => 200,
        false => 4,
    }
}

#[test]
fn each_plays_as_the_one_in_rust() {
    for (id, _) in TWINS {
        let presets = match id {
            "king-heals" => "piece-hp+king-heals",
            other => other,
        };
        let plies: usize = (0..games()).map(|seed| compare(presets, seed)).sum();
        assert!(plies > 10, "{id}: {plies}");
    }
}

#[test]
fn compositions_scopes_and_durations_play_as_those_in_rust() {
    for presets in [
        "piece-hp+king-heals+explosive-rook",
        "queen-splits+piece-shield@white:20+poisoned-squares",
        "piece-hp@black+explosive-rook@white+pawn-stamina:30",
        "queen-splits+explosive-rook+piece-shield+three-check",
        "piece-hp+queen-splits+poisoned-squares+pawn-stamina@white",
        "knight-immunity@black+king-of-the-hill@white+three-check@black",
        "explosive-rook+cannon:25+queen-splits",
        "capture-to-win@white:12+piece-shield",
    ] {
        for seed in 0..games() {
            compare(presets, seed + 100);
        }
    }
}

#[test]
fn reasons_of_refusal_are_the_same() {
    for (presets, moves, refused) in [
        ("knight-immunity", "e2e4 g8f6 e4e5 a7a6", "e5f6"),
        ("pawn-stamina", "a2a3 h7h6 a3a4 h6h5 a4a5 h5h4", "a5a6"),
    ] {
        let (rust, data) = (in_rust(presets).all(moves), as_data(presets).all(moves));
        let said = data.refused(refused).replace("data-", "");
        assert_eq!(rust.refused(refused), said);
    }
}

#[test]
fn a_game_with_hooks_as_data_is_saved_and_loaded() {
    let state = as_data("piece-hp+king-heals+three-check").all("e2e4 e7e5 d1h5 b8c6 h5f7");
    let text = state.save().unwrap();
    let loaded = State::<Presets>::load(&Saved::read(&text).unwrap()).unwrap();
    assert!(loaded == state && loaded.described() == state.described());
    assert_eq!(loaded.texts(), state.texts());
    // The counters are part of the position in notation too.
    let check = as_data("three-check").all("e2e4 f7f6 d1h5");
    let read = State::parse(check.rules(), &check.notation(), &[]).unwrap();
    assert_eq!(read.notation(), check.notation());
    assert!(
        check.notation().contains("\"white checks\":1"),
        "{}",
        check.notation()
    );
}
