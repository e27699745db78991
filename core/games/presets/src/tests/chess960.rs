//! Chess960 under presets: castling from any file, with rooks on any.

use std::collections::BTreeSet;

use serde_json::json;

use super::{Play, Presets, rules};
use chess_games::{ChessVariant, OneBoard};
use contract::game::Game;
use contract::rng::Rng;
use contract::state::{Rules, State};

type Chess = OneBoard<ChessVariant>;

/// A start position of Chess960 under presets.
fn begun(presets: &str, position: u32) -> State<Presets> {
    let options = json!({
        "presets": presets, "chess960": true, "chess960_position": position,
        "repetition_count": 0, "halfmove_limit": 0,
    });
    State::start(&rules(options)).unwrap()
}

/// A position of Chess960 under presets.
fn at(presets: &str, text: &str) -> State<Presets> {
    let rules = rules(json!({ "presets": presets, "chess960": true }));
    State::parse(&rules, text, &[]).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Board, side to move and castling of a notation.
fn fields(notation: &str) -> Vec<&str> {
    notation.split(' ').take(3).collect()
}

#[test]
fn without_presets_it_is_that_of_the_core() {
    let mut castled = 0;
    for position in (0..960).step_by(17) {
        let options = json!({
            "chess960": true, "chess960_position": position,
            "repetition_count": 0, "halfmove_limit": 0,
        });
        let wanted = Rules::<Chess>::new(options.as_object().unwrap()).unwrap();
        let mut wanted = State::start(&wanted).unwrap();
        let mut state = begun("", position);
        let mut rng = Rng::new(position.into());
        for _ in 0..80 {
            assert_eq!(fields(&state.notation()), fields(&wanted.notation()));
            let moves = wanted.legal(None);
            let texts: BTreeSet<String> = moves.iter().map(|mv| wanted.game().text(mv)).collect();
            let ours: BTreeSet<String> = state.texts().into_iter().collect();
            assert_eq!(ours, texts, "{}", wanted.notation());
            if moves.is_empty() || wanted.outcome().is_some() {
                break;
            }
            // Castling where it can be had, for it is rare.
            let castles = moves.iter().position(|mv| mv.is_castle());
            let chosen = castles.unwrap_or_else(|| rng.below(moves.len() as u32) as usize);
            castled += u32::from(castles.is_some());
            let (mv, text) = (moves[chosen], wanted.game().text(&moves[chosen]));
            let san = wanted.write(&mv, Some("san")).unwrap();
            let action = state.read(None, &text, None).unwrap();
            assert_eq!(state.write(&action, Some("san")).unwrap(), san);
            state = state.go(&text);
            wanted = wanted.play(&mv).unwrap();
        }
    }
    assert!(castled > 20, "{castled}");
}

#[test]
fn castling_is_read_both_ways_and_rights_name_rooks_that_are_not_outermost() {
    let state = at("", "3k4/8/8/8/8/8/8/RR2K1RR w BG - 0 1");
    assert_eq!(state.notation().split(' ').nth(2), Some("GB"));
    assert!(state.lists("e1g1") && state.lists("e1b1"));
    assert_eq!(
        fields(&state.go("e1g1").notation())[0],
        "3k4/8/8/8/8/8/8/RR3RKR"
    );
    // The king's own way of writing it, where nothing else is meant.
    assert_eq!(
        fields(&state.go("e1c1").notation())[0],
        "3k4/8/8/8/8/8/8/R1KR2RR"
    );
    let beside = at("", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
    let castled = beside.go("f1g1");
    assert_eq!(fields(&castled.notation())[0], "4k3/8/8/8/8/8/8/5RK1");
    let text = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let standard = State::parse(&rules(json!({})), text, &[]).unwrap();
    assert_eq!(
        standard.go("e1h1").notation(),
        standard.go("e1g1").notation()
    );
    assert_eq!(
        standard
            .texts()
            .iter()
            .filter(|text| *text == "e1g1")
            .count(),
        1
    );
    let error = State::parse(&rules(json!({})), "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", &[]);
    assert!(
        error
            .unwrap_err()
            .message()
            .contains("is none of K, Q, k, q")
    );
    for wrong in [
        "4k3/8/8/8/8/8/8/5KR1 w A - 0 1",
        "4k3/8/8/8/8/8/5K2/6R1 w G - 0 1",
    ] {
        let rules = rules(json!({ "chess960": true }));
        let error = State::parse(&rules, wrong, &[]).unwrap_err();
        assert!(
            error.message().contains("king or rook do not stand"),
            "{error}"
        );
    }
}

#[test]
fn atomic_castles_as_elsewhere() {
    // The rook that castles shields the king no more.
    let uncovered = at("atomic", "8/8/8/8/8/8/4k3/rR4KR w KQ - 0 1");
    assert!(!uncovered.lists("g1b1"));
    // Kings that touch at the end are in no check.
    let touching = at("atomic", "8/8/8/8/8/8/2k5/rR4KR w KQ - 0 1");
    assert!(touching.lists("g1b1"));
    let state = at(
        "atomic",
        "rkr1b1n1/1pp2p2/4n1p1/p2pp2p/3P3P/Q1P3P1/PP2PP2/RK3N2 w Qkq - 0 10",
    );
    let castled = state.go("b1a1");
    assert_eq!(
        fields(&castled.notation()),
        [
            "rkr1b1n1/1pp2p2/4n1p1/p2pp2p/3P3P/Q1P3P1/PP2PP2/2KR1N2",
            "b",
            "kq"
        ]
    );
}

#[test]
fn a_start_position_goes_with_presets_that_have_none() {
    assert_eq!(
        fields(&begun("atomic", 0).notation())[0],
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR"
    );
    let refused = |options: serde_json::Value| {
        Rules::<Presets>::new(options.as_object().unwrap())
            .unwrap_err()
            .message()
            .to_owned()
    };
    assert_eq!(
        refused(json!({ "presets": "horde", "chess960": true, "chess960_position": 3 })),
        "chess960_position: horde has a start position of its own"
    );
    assert_eq!(
        refused(json!({ "chess960_position": 3 })),
        "chess960_position: another start position than 518 needs chess960=true"
    );
}
