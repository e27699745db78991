//! Numbers of moves, and planes of positions.

use std::collections::BTreeSet;

use serde_json::json;

use super::{Play, Presets, rules, start};
use chess::{Color, Square};
use contract::error::ErrorKind;
use contract::game::{Game, Seat};
use contract::planes::layout_of;
use contract::rng::Rng;
use contract::state::State;

/// A type of piece and two counters that are data.
const CUBE: &str = r#"
id = "cubes"
description = "pawns become cubes, and moves are counted"

[[piece]]
id = "cube"
letter = "U"
betza = "K"

[promotion]
to = ["cube", "queen"]

[[hook]]
when = "after_move"
then = [
    { counter = { name = "moves", side = "own", add = 1 } },
    { counter = { name = "plies", add = 1 } },
]
"#;

#[test]
fn ids_are_numbers_of_texts() {
    let defined = State::start(&rules(json!({ "define": [CUBE], "presets": "cubes" }))).unwrap();
    let mut games = vec![defined];
    for presets in [
        "",
        "atomic",
        "wrap-board+knights-leap-twice",
        "piece-hp+cannon",
        "antichess",
        "suicide",
        "horde",
        "racing-kings",
        "three-check+queen-splits+pawn-stamina",
    ] {
        games.push(start(presets));
    }
    for (number, first) in games.iter().enumerate() {
        let game = first.game();
        let count = game.action_count().unwrap();
        let mut rng = Rng::new(number as u64);
        let mut state = first.clone();
        for _ in 0..120 {
            let moves = state.legal(None);
            if moves.is_empty() || state.outcome().is_some() {
                state = first.clone();
                continue;
            }
            let ids: BTreeSet<u32> = moves.iter().map(|action| game.action_id(action)).collect();
            assert_eq!(ids.len(), moves.len());
            for action in &moves {
                let id = game.action_id(action);
                assert!(id < count);
                assert_eq!(game.action_text(id).as_deref(), Some(&*game.text(action)));
                assert_eq!(game.action_from_id(state.position(), id), Some(*action));
            }
            state = state
                .play(&moves[rng.below(moves.len() as u32) as usize])
                .unwrap();
        }
        assert_eq!(game.action_text(count), None);
        assert_eq!(game.action_from_id(first.position(), count), None);
    }
}

#[test]
fn moves_of_several_legs_have_no_ids() {
    assert_eq!(start("berserker").game().action_count(), None);
    let plain = start("atomic");
    plain.game().check_ids(plain.position()).unwrap();
    let edited = plain.edited(json!({ "activate": "berserker" }));
    let error = edited.game().check_ids(edited.position()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert_eq!(
        error.message(),
        "action ids: moves of berserker, which is in force, have none"
    );
}

/// The plane of a seat by its name, as the board has the squares.
fn plane(state: &State<Presets>, color: Color, name: &str) -> Vec<u8> {
    let layout = layout_of(state.game()).unwrap();
    let mut out = vec![7; layout.size()];
    let seat = Seat(color.index() as u8);
    state.observe(seat).fill_planes(&mut out);
    let place = layout.planes.iter().position(|plane| plane.name == name);
    let place = place.unwrap_or_else(|| panic!("no plane {name}"));
    let values = &out[place * 64..][..64];
    let row = |rank: usize| {
        if color == Color::Black {
            7 - rank
        } else {
            rank
        }
    };
    (0..64)
        .map(|square| values[row(square / 8) * 8 + square % 8])
        .collect()
}

/// The squares of a plane that are not 0, with their values.
fn told(state: &State<Presets>, color: Color, name: &str) -> Vec<(String, u8)> {
    let values = plane(state, color, name).into_iter().enumerate();
    let named = values.filter(|(_, value)| *value != 0);
    named
        .map(|(square, value)| (Square::wrap(square as u8).to_string(), value))
        .collect()
}

#[test]
fn planes_tell_pieces_attributes_counters_and_presets() {
    let begun = start("piece-hp+three-check");
    let one = |name: &str, value: u8| vec![(name.to_owned(), value)];
    assert_eq!(told(&begun, Color::White, "own_king"), one("e1", 1));
    assert_eq!(told(&begun, Color::Black, "own_king"), one("e8", 1));
    assert_eq!(told(&begun, Color::Black, "their_king"), one("e1", 1));
    assert_eq!(told(&begun, Color::White, "castling").len(), 4);
    let hp = told(&begun, Color::White, "attribute_Hp");
    assert_eq!(hp, told(&begun, Color::Black, "attribute_Hp"));
    assert!(hp.len() == 32 && hp.iter().all(|(_, left)| *left == 2));

    let state = begun.all("e2e4 d7d5 e4d5 g8f6 f1b5");
    let hp = told(&state, Color::Black, "attribute_Hp");
    assert!(hp.contains(&("d5".into(), 1)), "{hp:?}");
    let everywhere = |color, name: &str, value: u8| {
        assert_eq!(plane(&state, color, name), [value; 64], "{name}");
    };
    everywhere(Color::White, "own_three-check_checks", 1);
    everywhere(Color::White, "their_three-check_checks", 0);
    everywhere(Color::Black, "their_three-check_checks", 1);
    everywhere(Color::Black, "to_move", 1);
    everywhere(Color::Black, "black", 1);
    everywhere(Color::White, "black", 0);
    everywhere(Color::White, "halfmoves", 2);
    everywhere(Color::White, "own_three-check_in_force", 1);
    let off = state.edited(json!({ "deactivate": "three-check" }));
    assert_eq!(
        plane(&off, Color::White, "own_three-check_in_force"),
        [0; 64]
    );

    let passing = start("").all("e2e4 a7a6 e4e5 d7d5");
    assert_eq!(told(&passing, Color::White, "en_passant"), one("d6", 1));
    let again = start("").all("g1f3 g8f6 f3g1 f6g8");
    assert_eq!(plane(&again, Color::White, "repetitions"), [1; 64]);
}

#[test]
fn planes_of_defined_presets_have_their_pieces_and_counters() {
    let begun = State::start(&rules(json!({ "define": [CUBE], "presets": "cubes" }))).unwrap();
    let state = begun.all("e2e4 e7e5 g1f3");
    for (color, name, value) in [
        (Color::White, "own_cubes_moves", 2),
        (Color::White, "their_cubes_moves", 1),
        (Color::Black, "own_cubes_moves", 1),
        (Color::Black, "cubes_plies", 3),
        (Color::White, "own_cube", 0),
    ] {
        assert_eq!(plane(&state, color, name), [value; 64], "{name}");
    }
    // Names are unlike each other, whatever is in force.
    let layout = layout_of(state.game()).unwrap();
    let names: BTreeSet<&str> = layout.planes.iter().map(|plane| &*plane.name).collect();
    assert_eq!(names.len(), layout.planes.len());
}
