//! Any set without a declared conflict composes: every pair of shipped presets, in
//! both orders and all scopes, in random games; bots play every composition.

use rayon::prelude::*;
use serde_json::{Value, json};

use super::{Play, rules, start};
use crate::{Presets, Scope};
use contract::bot::Limits;
use contract::game::{Game, Seat};
use contract::jobs::Control;
use contract::rng::Rng;
use contract::state::{Saved, State};
use contract::value::Dict;

/// Ids of the shipped presets, without those that other tests register.
const SHIPPED: [&str; 21] = [
    "piece-hp",
    "king-heals",
    "queen-splits",
    "explosive-rook",
    "capture-to-win",
    "last-piece-standing",
    "knight-immunity",
    "knights-leap-twice",
    "wrap-board",
    "poisoned-squares",
    "piece-shield",
    "berserker",
    "pawn-stamina",
    "cannon",
    "atomic",
    "three-check",
    "king-of-the-hill",
    "racing-kings",
    "horde",
    "antichess",
    "suicide",
];

fn full() -> bool {
    std::env::var("BOARDWRIGHT_FULL").is_ok_and(|v| v == "1")
}

/// Checks the invariants that every position must satisfy.
fn sound(state: &State<Presets>, what: &str) {
    let position = state.position();
    let text = state.notation();
    let again = State::parse(state.rules(), &text, &[]).unwrap_or_else(|e| panic!("{what}: {e}"));
    assert!(again.position() == position, "{what}: {text}");
    assert_eq!(again.key(), state.key(), "{what}: {text}");
    let look = state.game().board(position);
    for color in chess::Color::ALL {
        for square in position.of(color) {
            assert_eq!(
                look.piece_at(square).unwrap().color,
                color,
                "{what}: {text}"
            );
        }
    }
    let ids: Vec<_> = look.active().iter().map(|a| a.0).collect();
    for preset in state.described()["presets"].as_array().unwrap() {
        assert!(ids.contains(&preset["id"].as_str().unwrap()), "{what}");
        assert_ne!(preset["turns"], 0, "{what}");
    }
    // Attributes are those in force, and of pieces.
    let in_force = look.attributes_in_force();
    for (square, values) in state.described()["attributes"].as_object().unwrap() {
        assert!(
            look.piece_at(square.parse().unwrap()).is_some(),
            "{what}: {text}"
        );
        for name in values.as_object().unwrap().keys() {
            assert!(in_force.contains(&&**name), "{what}: {name}");
        }
    }
    assert_eq!(
        state.outcome().is_some(),
        state.texts().is_empty(),
        "{what}: {text}"
    );
}

fn play(mut state: State<Presets>, rng: &mut Rng, plies: usize, what: &str) {
    for ply in 0..plies {
        if ply % 10 == 9 {
            sound(&state, what);
            let text = state.save().unwrap();
            let loaded = State::<Presets>::load(&Saved::read(&text).unwrap()).unwrap();
            assert!(loaded == state, "{what}: {text}");
            assert_eq!(loaded.described(), state.described(), "{what}");
            // The same continuation, move by move.
            let (mut one, mut two) = (state.clone(), loaded);
            let mut ahead = rng.clone();
            for _ in 0..4 {
                let moves = one.legal(None);
                assert_eq!(moves, two.legal(None), "{what}: {text}");
                if moves.is_empty() {
                    break;
                }
                let chosen = &moves[ahead.below(moves.len() as u32) as usize];
                (one, two) = (one.play(chosen).unwrap(), two.play(chosen).unwrap());
                assert!(one == two, "{what}: {text}");
            }
        }
        let moves = state.legal(None);
        if moves.is_empty() {
            break;
        }
        let chosen = &moves[rng.below(moves.len() as u32) as usize];
        state = state.play(chosen).unwrap();
    }
    sound(&state, what);
}

/// A game with the first in force and then the second; `None` where they clash.
fn pair(first: &str, second: &str, scopes: [Scope; 2]) -> Option<State<Presets>> {
    let entry = |id: &str, scope: Scope| json!({ "id": id, "scope": scope.name() });
    let set = |list: Vec<Value>| {
        let options = json!({ "presets": list });
        contract::state::Rules::<Presets>::new(options.as_object().unwrap())
    };
    // Whether they go together is asked of the whole set at once.
    set(vec![entry(first, scopes[0]), entry(second, scopes[1])]).ok()?;
    match set(vec![entry(first, scopes[0])]) {
        Ok(rules) => {
            let alone = State::start(&rules).unwrap();
            Some(alone.edited(json!({ "activate": entry(second, scopes[1]) })))
        }
        // It requires the second, which is in force from the start.
        Err(_) => {
            let both = vec![entry(first, scopes[0]), entry(second, scopes[1])];
            Some(State::start(&set(both).unwrap()).unwrap())
        }
    }
}

#[test]
fn every_pair_composes_in_both_orders_and_all_scopes() {
    let (games, plies) = if full() { (200, 120) } else { (1, 24) };
    let both = 0..SHIPPED.len() * SHIPPED.len();
    let ways =
        both.flat_map(|n| (0..9).map(move |way| (n / SHIPPED.len(), n % SHIPPED.len(), way)));
    let ways: Vec<_> = ways
        // The quick form takes three of the nine in turn.
        .filter(|(i, j, way)| i != j && (full() || (i + j + way / 3) % 3 == way % 3))
        .collect();
    let composed = |(i, j, way): &(usize, usize, usize)| {
        let (first, second) = (SHIPPED[*i], SHIPPED[*j]);
        let (one, two) = (Scope::ALL[way / 3], Scope::ALL[way % 3]);
        let what = format!("{first}@{} then {second}@{}", one.name(), two.name());
        let Some(state) = pair(first, second, [one, two]) else {
            return 0;
        };
        for game in 0..games {
            let seed = [game, *i as u64, *j as u64, *way as u64];
            play(state.clone(), &mut Rng::derived(&seed), plies, &what);
        }
        1
    };
    // All of them are tried, whatever comes of one.
    let tried = |way: &(usize, usize, usize)| {
        std::panic::catch_unwind(|| composed(way)).map_err(|_| {
            let (first, second) = (SHIPPED[way.0], SHIPPED[way.1]);
            format!("{first} then {second}, way {}", way.2)
        })
    };
    let results: Vec<Result<usize, String>> = ways.par_iter().map(tried).collect();
    let failed: Vec<_> = results.iter().filter_map(|r| r.as_ref().err()).collect();
    assert!(failed.is_empty(), "{}: {failed:?}", failed.len());
    let pairs: usize = results.into_iter().flatten().sum();
    assert!(pairs > 800, "only {pairs} pairs go together");
}

#[test]
fn larger_sets_compose_with_durations() {
    for (seed, presets) in [
        "piece-hp+king-heals+queen-splits+explosive-rook+poisoned-squares+piece-shield",
        "knights-leap-twice+wrap-board+berserker+cannon+pawn-stamina+knight-immunity",
        "piece-hp@white:20+explosive-rook@white:20+three-check+king-of-the-hill",
        "atomic+wrap-board+knights-leap-twice+piece-shield@black:9",
        "last-piece-standing+berserker+explosive-rook+cannon@white:11",
        "horde+explosive-rook+piece-shield+poisoned-squares:15",
        "racing-kings+wrap-board+knights-leap-twice",
        "antichess+berserker+wrap-board",
    ]
    .into_iter()
    .enumerate()
    {
        for game in 0..if full() { 200 } else { 4 } {
            let mut rng = Rng::derived(&[seed as u64, game, 99]);
            play(start(presets), &mut rng, 120, presets);
        }
    }
}

#[test]
fn bots_play_every_composition() {
    for presets in SHIPPED.iter().map(|id| match *id {
        "king-heals" => "piece-hp+king-heals",
        id => id,
    }) {
        for name in ["heuristic", "search"] {
            let mut options = Dict::new();
            if name == "search" {
                options.insert("hash".into(), json!(1));
            }
            let mut bot = search::bots::make::<Presets>(name, &options, 5).unwrap();
            let mut state = start(presets);
            for _ in 0..8 {
                if state.outcome().is_some() {
                    break;
                }
                let seat = Seat(u8::from(state.position().turn() == chess::Color::Black));
                let limits = Limits {
                    nodes: Some(150),
                    ..Limits::default()
                };
                let decision = bot
                    .decide(&state.observe(seat), &limits, &Control::new(None))
                    .unwrap();
                state = state.play(&decision.action).unwrap();
            }
        }
    }
}

#[test]
fn the_search_finds_what_a_composition_is_about() {
    let decide = |state: &State<Presets>| {
        let options = json!({ "hash": 1 });
        let mut bot =
            search::bots::make::<Presets>("search", options.as_object().unwrap(), 1).unwrap();
        let limits = Limits {
            nodes: Some(3000),
            ..Limits::default()
        };
        let decision = bot
            .decide(&state.observe(Seat(0)), &limits, &Control::new(None))
            .unwrap();
        state.game().text(&decision.action)
    };
    // Takes with an explosion next to the king; walks up the hill; takes to win.
    let atomic = super::at("atomic", "3qk3/3p4/8/8/8/8/8/3RK3 w - - 0 1");
    assert_eq!(decide(&atomic), "d1d7");
    let hill = super::at("king-of-the-hill", "7k/8/8/8/8/3K4/8/8 w - - 0 1");
    assert!(["d3d4", "d3e4"].contains(&&*decide(&hill)));
    let capture = super::at("capture-to-win", "4k3/8/8/8/8/6p1/8/R3K2R w - - 0 1");
    let won = capture.go(&decide(&capture));
    assert!(won.winner() != Some(1));
}

#[test]
fn presets_come_and_go_in_a_running_game() {
    let state = start("").all("e2e4 e7e5");
    let with =
        state.edited(json!({ "activate": { "id": "piece-hp", "scope": "white", "turns": 3 } }));
    assert_eq!(with.attribute("e4", "Hp"), Some(2));
    assert_eq!(with.attribute("e5", "Hp"), None);
    assert_eq!(with.described()["presets"][0]["turns"], 3);
    let after = with.all("g1f3 b8c6 f1c4");
    assert_eq!(after.described()["presets"], json!([]));
    assert_eq!(after.attribute("e4", "Hp"), None);
    let replaced = with.edited(json!({ "presets": ["atomic", { "id": "three-check" }] }));
    assert_eq!(replaced.described()["presets"].as_array().unwrap().len(), 2);
    for (wrong, says) in [
        (json!({ "activate": "nothing" }), "there is no preset"),
        (json!({ "activate": "king-heals" }), "requires piece-hp"),
        (
            json!({ "activate": { "id": "atomic", "turns": 0 } }),
            "turns",
        ),
        (
            json!({ "activate": { "id": "atomic", "scope": "grey" } }),
            "scope",
        ),
        (json!({ "deactivate": "atomic" }), "not in force"),
        (json!({ "castle": "atomic" }), "there are activate"),
    ] {
        let error = state.edit(wrong.as_object().unwrap()).unwrap_err();
        assert_eq!(error.code(), "invalid_option");
        assert!(error.to_string().contains(says), "{error}");
    }
}

#[test]
fn the_options_say_scope_and_turns_for_all() {
    let state = State::start(&rules(json!({
        "presets": ["piece-hp", { "id": "piece-shield", "scope": "both" }],
        "scope": "black",
        "turns": 10,
    })))
    .unwrap();
    let presets = state.described()["presets"].clone();
    assert_eq!(presets[0]["scope"], "black");
    assert_eq!(presets[1]["scope"], "both");
    assert_eq!(presets[1]["turns"], 10);
}

#[test]
fn saves_of_another_version_or_without_sense_are_refused() {
    let state = start("piece-hp+three-check").all("e2e4 e7e5");
    let text = state.save().unwrap();
    assert!(text.contains("\"version\":2"));
    let later = text.replace("\"version\":2", "\"version\":9");
    assert_eq!(Saved::read(&later).unwrap_err().code(), "unsupported");
    let read = |change: (&str, &str)| {
        let changed = state.notation().replace(change.0, change.1);
        assert_ne!(changed, state.notation());
        let error = State::parse(state.rules(), &changed, &[]).unwrap_err();
        assert_eq!(error.code(), "invalid_notation");
        error.to_string()
    };
    assert!(read(("piece-hp", "piece-hq")).contains("active"));
    assert!(read(("\"Hp\"", "\"Hq\"")).contains("attributes"));
    assert!(read(("\"a1\":2", "\"a5\":2")).contains("a5"));
    assert!(read(("\"active\"", "\"passive\"")).contains("passive"));
}

/// Returns the legal moves, found by making every listed move in full.
fn in_full(state: &State<Presets>) -> Vec<crate::Action> {
    let library = state.game().library();
    let position = state.position();
    let mover = position.turn();
    let mut moves = library.listed(position);
    moves.retain(|action| {
        let after = library.tried(position, action);
        let lost = |c: chess::Color| after.lost & !position.lost & 1 << c.index() != 0;
        library.ignores_check(position, mover)
            || !lost(mover) && (lost(!mover) || library.safe(&after, mover))
    });
    moves
}

#[test]
fn moves_that_are_not_made_in_full_are_judged_as_if_they_were() {
    for (seed, presets) in [
        "",
        "piece-shield+poisoned-squares+explosive-rook",
        "explosive-rook+pawn-stamina:15+queen-splits",
        "three-check+poisoned-squares+cannon",
        "atomic+poisoned-squares",
    ]
    .into_iter()
    .enumerate()
    {
        for game in 0..8 {
            let mut rng = Rng::derived(&[seed as u64, game, 5]);
            let mut state = start(presets);
            for _ in 0..100 {
                let moves = state.legal(None);
                if moves.is_empty() {
                    break;
                }
                assert_eq!(moves, in_full(&state), "{presets}: {}", state.notation());
                let chosen = &moves[rng.below(moves.len() as u32) as usize];
                state = state.play(chosen).unwrap();
            }
        }
    }
}
