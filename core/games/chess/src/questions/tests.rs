//! Answers on known positions, what is refused, and boards that are edited.

use crate::{BughouseBoard, Chess, Crazyhouse};
use contract::error::Result;
use contract::game::Game;
use contract::state::{Rules, State};
use contract::value::{Dict, Value};
use serde_json::json;

fn dict(value: &Value) -> Dict {
    value.as_object().cloned().unwrap_or_default()
}

fn state<G: Game>(fen: &str) -> State<G> {
    let rules = Rules::<G>::new(&Dict::new()).unwrap();
    match fen {
        "start" => State::start(&rules).unwrap(),
        fen => State::parse(&rules, fen, &[]).unwrap(),
    }
}

fn ask<G: Game>(fen: &str, question: &str, given: &Value) -> Result<Value> {
    state::<G>(fen).ask(question, &dict(given))
}

const PINNED: &str = "4k3/4r3/8/8/7b/8/4NP2/3RK2R w K - 0 1";

#[test]
fn sets_tell_what_was_a_pawn_where_it_comes_back() {
    let sets = |fen: &str| ask::<Crazyhouse>(fen, "sets", &json!({})).unwrap();
    let last = |fen: &str| sets(fen).as_str().unwrap()[136..].to_owned();
    assert_eq!(
        last("Q~3k3/8/8/8/8/8/8/4K3[] b - - 0 1"),
        "0100000000000000"
    );
    assert_eq!(last("Q3k3/8/8/8/8/8/8/4K3[] b - - 0 1"), "0000000000000000");
}

#[test]
fn known_answers() {
    for (fen, question, given, answer) in [
        (
            "start",
            "pieces",
            json!({"color": "black", "kind": "king"}),
            json!({"e8": "k"}),
        ),
        ("start", "piece_at", json!({"square": "d1"}), json!("Q")),
        ("start", "piece_at", json!({"square": "d4"}), json!(null)),
        (
            "r3k3/8/8/8/8/8/8/1N2K3 b q - 0 1",
            "sets",
            json!({}),
            json!(
                "0000000000000000 0000000000000002 0000000000000000 0100000000000000 \
                 0000000000000000 1000000000000010 1100000000000000 0000000000000012 \
                 0000000000000000"
            ),
        ),
        (
            "r3k3/8/8/8/8/8/8/1N2K3 b q - 0 1",
            "letters",
            json!({}),
            json!(".N..K...................................................r...k..."),
        ),
        ("start", "captures", json!({}), json!([])),
        (
            "4k3/1P6/8/3pP3/8/8/r7/R3K3 w Q d6 0 1",
            "captures",
            json!({}),
            json!(["e5d6", "a1a2"]),
        ),
        ("start", "king", json!({"color": "white"}), json!("e1")),
        (
            "start",
            "attackers",
            json!({"square": "f3", "by": "white"}),
            json!(["g1", "e2", "g2"]),
        ),
        (
            "start",
            "attacks",
            json!({"square": "b1"}),
            json!(["d2", "a3", "c3"]),
        ),
        ("start", "checkers", json!({}), json!([])),
        (
            PINNED,
            "pinned",
            json!({"color": "white"}),
            json!(["e2", "f2"]),
        ),
        (
            PINNED,
            "pin",
            json!({"square": "f2"}),
            json!(["e1", "f2", "g3", "h4"]),
        ),
        (PINNED, "pin", json!({"square": "h1"}), json!(null)),
        (
            PINNED,
            "legal_reason",
            json!({"move": "e2c3"}),
            json!("e2c3: the king would be in check"),
        ),
        (
            PINNED,
            "legal_reason",
            json!({"move": "O-O", "style": "san"}),
            json!(null),
        ),
        (PINNED, "is_castling", json!({"move": "e1g1"}), json!(true)),
        (
            PINNED,
            "is_irreversible",
            json!({"move": "h1g1"}),
            json!(true),
        ),
        (
            PINNED,
            "is_irreversible",
            json!({"move": "d1c1"}),
            json!(false),
        ),
        (PINNED, "gives_check", json!({"move": "d1d8"}), json!(true)),
        (
            PINNED,
            "fen",
            json!({"castling": "shredder"}),
            json!("4k3/4r3/8/8/7b/8/4NP2/3RK2R w H - 0 1"),
        ),
        (
            "start",
            "polyglot_key",
            json!({}),
            json!("463b96181691fc9c"),
        ),
        (
            "start",
            "claims",
            json!({}),
            json!({"now": [], "by_move": {}}),
        ),
        (
            "start",
            "variation_san",
            json!({"moves": ["e2e4", "e7e5", "g1f3"]}),
            json!("1. e4 e5 2. Nf3"),
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R b - - 0 7",
            "variation_san",
            json!({"moves": ["Kd7", "Rh7+"], "style": "san"}),
            json!("7...Kd7 8. Rh7+"),
        ),
        (
            "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
            "insufficient_material",
            json!({}),
            json!(true),
        ),
        (
            "4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1",
            "exchange",
            json!({"move": "d1d5"}),
            json!(-400),
        ),
        ("start", "validity", json!({}), json!([])),
        (
            "start",
            "validity",
            json!({"notation": "4k3/8/8/8/8/8/8/4K3 w K - 0 1"}),
            json!(["bad_castling_rights"]),
        ),
    ] {
        assert_eq!(
            ask::<Chess>(fen, question, &given),
            Ok(answer),
            "{fen} {question} {given}"
        );
    }
}

#[test]
fn all_about_a_move() {
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    let expected = json!({
        "uci": "e5d6", "san": "exd6", "lan": "e5xd6", "from": "e5", "to": "d6",
        "piece": "P", "captured": "p", "captured_on": "d5", "promotion": null, "castling": null,
        "drop": false, "capture": true, "en_passant": true, "check": false, "zeroing": true,
        "irreversible": true,
    });
    let given = json!({"move": "exd6", "style": "san"});
    assert_eq!(ask::<Chess>(fen, "move_info", &given), Ok(expected.clone()));
    let given = json!({"square": "e5"});
    let legal = ask::<Chess>(fen, "legal", &given).unwrap();
    assert_eq!(legal.as_array().unwrap().len(), 2);
    assert!(legal.as_array().unwrap().contains(&expected));
    let drop = "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1";
    let info = ask::<Crazyhouse>(drop, "move_info", &json!({"move": "N@f6"})).unwrap();
    assert_eq!(
        (&info["from"], &info["drop"], &info["check"], &info["san"]),
        (&json!(null), &json!(true), &json!(true), &json!("N@f6+"))
    );
    let knights = ask::<Crazyhouse>(drop, "legal", &json!({"kind": "knight"})).unwrap();
    assert_eq!(knights.as_array().unwrap().len(), 62);
}

#[test]
fn rows_about_moves() {
    let rows = |fen: &str, given: Value| ask::<Chess>(fen, "legal_rows", &given);
    let fen = "4k3/P7/8/3pP3/8/8/8/4K2R w K d6 3 9";
    for (given, expected) in [
        (
            json!({"square": "e5"}),
            json!([
                "e5d6 exd6 P p - e5 d6 4k3/P7/3P4/8/8/8/8/4K2R b K - 0 9",
                "e5e6 e6 P - - e5 e6 4k3/P7/4P3/3p4/8/8/8/4K2R b K - 0 9",
            ]),
        ),
        (
            json!({"moves": ["a8=N", "Kd7"], "style": "san"}),
            json!([
                "a7a8n a8=N P - n a7 a8 N3k3/8/8/3pP3/8/8/8/4K2R b K - 0 9",
                "e8d7 Kd7 k - - e8 d7 N7/3k4/8/3pP3/8/8/8/4K2R w K - 1 10",
            ]),
        ),
        (
            json!({"moves": ["e1g1"]}),
            json!(["e1g1 O-O K - - e1 g1 4k3/P7/8/3pP3/8/8/8/5RK1 b - - 4 9"]),
        ),
    ] {
        assert_eq!(rows(fen, given.clone()), Ok(expected), "{given}");
    }
    let legal = ask::<Chess>(fen, "legal", &json!({"kind": "pawn"})).unwrap();
    let pawns = rows(fen, json!({"kind": "pawn"})).unwrap();
    assert_eq!(
        pawns.as_array().unwrap().len(),
        legal.as_array().unwrap().len()
    );
    let refused = rows(fen, json!({"moves": ["e1e3"]})).unwrap_err();
    assert_eq!(refused.code(), "illegal_move");
    let drops = "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1";
    let rows = ask::<Crazyhouse>(drops, "legal_rows", &json!({"moves": ["N@f6"]})).unwrap();
    let expected = "N@f6 N@f6+ N - - - f6 4k3/8/5N2/8/8/8/8/4K3[] b - - 1 1";
    assert_eq!(rows, json!([expected]));
}

#[test]
fn draws_that_a_move_would_let_claim() {
    let mut state = state::<Chess>("4k3/8/8/8/8/8/8/4K2R w - - 99 90");
    let claims = state.ask("claims", &Dict::new()).unwrap();
    assert_eq!(claims["now"], json!([]));
    let moves = claims["by_move"]["fifty_moves"].as_array().unwrap().len();
    assert_eq!(moves, state.legal(None).len());
    state = self::state::<Chess>("start");
    for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"] {
        let action = state.read(None, text, None).unwrap();
        state = state.play(&action).unwrap();
    }
    let claims = state.ask("claims", &Dict::new()).unwrap();
    assert_eq!(
        claims,
        json!({"now": [], "by_move": {"threefold_repetition": ["f6g8"]}})
    );
}

#[test]
fn what_does_not_exist_is_named() {
    for (question, given, code, said) in [
        (
            "atackers",
            json!({}),
            "invalid_option",
            "there are pieces, piece_at, letters",
        ),
        (
            "attackers",
            json!({}),
            "invalid_option",
            "square has to be given",
        ),
        (
            "attackers",
            json!({"square": "i9"}),
            "invalid_option",
            "none of a1 to h8",
        ),
        (
            "attackers",
            json!({"sq": "e4"}),
            "invalid_option",
            "there are square, by",
        ),
        (
            "attackers",
            json!({"square": "e4", "by": "red"}),
            "invalid_option",
            "one of white, black",
        ),
        (
            "pieces",
            json!({"kind": "cannon"}),
            "invalid_option",
            "one of pawn, knight",
        ),
        (
            "gives_check",
            json!({"move": "e2e5"}),
            "illegal_move",
            "cannot go there",
        ),
        (
            "gives_check",
            json!({"move": "x"}),
            "invalid_notation",
            "neither like e2e4",
        ),
        (
            "gives_check",
            json!({"move": "e2e4", "style": "x"}),
            "unsupported",
            "uci, san, lan",
        ),
        (
            "gives_check",
            json!({"move": 99_999}),
            "invalid_notation",
            "has the ids 0 to",
        ),
        (
            "variation_san",
            json!({"moves": ["e2e4", "e2e4"]}),
            "illegal_move",
            "moves, at 1",
        ),
        (
            "validity",
            json!({"notation": "x"}),
            "invalid_notation",
            "ranks",
        ),
    ] {
        let error = ask::<Chess>("start", question, &given).unwrap_err();
        assert_eq!(error.code(), code, "{question} {given}: {error}");
        assert!(
            error.message().contains(said),
            "{question} {given}: {error}"
        );
    }
}

fn edited<G: Game>(fen: &str, changes: &Value) -> Result<String> {
    Ok(state::<G>(fen).edit(&dict(changes))?.notation())
}

#[test]
fn boards_are_edited_as_a_whole() {
    for (fen, changes, expected) in [
        (
            "start",
            json!({"clear": true, "put": {"e1": "K", "e8": "k", "a1": "R"}, "castling": "Q", "fullmove": 9}),
            "4k3/8/8/8/8/8/8/R3K3 w Q - 0 9",
        ),
        (
            "start",
            json!({"remove": ["h1", "a8"], "put": {"d2": null}, "turn": "black", "halfmove": 3}),
            "1nbqkbnr/pppppppp/8/8/8/8/PPP1PPPP/RNBQKBN1 b Qk - 3 1",
        ),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            json!({"en_passant": null}),
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
        ),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
            json!({"en_passant": "d6"}),
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        ),
        (
            "start",
            json!({"pass": true}),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1",
        ),
        (
            "4k3/8/8/8/8/8/P7/4K2R w K - 5 9",
            json!({"mirror": true}),
            "4k2r/p7/8/8/8/8/8/4K3 b k - 5 9",
        ),
    ] {
        assert_eq!(
            edited::<Chess>(fen, &changes).as_deref(),
            Ok(expected),
            "{changes}"
        );
    }
    let dropped = edited::<Crazyhouse>("start", &json!({"put": {"a1": "Q~"}, "pocket": "Nq"}));
    let expected = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/Q~NBQKBNR[Nq] w Kkq - 0 1";
    assert_eq!(dropped.as_deref(), Ok(expected));
    assert!(edited::<BughouseBoard>("start", &json!({"add": "Q"})).is_ok());
}

#[test]
fn edits_that_cannot_be_are_refused() {
    for (fen, changes, code, said) in [
        (
            "start",
            json!({"putt": {}}),
            "invalid_option",
            "there are clear, remove, put",
        ),
        (
            "start",
            json!({"pocket": "N"}),
            "invalid_option",
            "cannot change \"pocket\"",
        ),
        (
            "start",
            json!({"remove": ["e1"]}),
            "invalid_notation",
            "0 kings",
        ),
        (
            "start",
            json!({"remove": "e1"}),
            "invalid_notation",
            "a list of squares",
        ),
        (
            "start",
            json!({"put": {"z1": "K"}}),
            "invalid_notation",
            "put: square",
        ),
        (
            "start",
            json!({"put": {"a3": "X"}}),
            "invalid_notation",
            "a3 takes a piece",
        ),
        (
            "start",
            json!({"turn": "red"}),
            "invalid_notation",
            "white or black",
        ),
        (
            "start",
            json!({"castling": "KK"}),
            "invalid_notation",
            "a second time",
        ),
        (
            "start",
            json!({"remove": ["h1"], "castling": "K"}),
            "invalid_notation",
            "castling",
        ),
        (
            "start",
            json!({"halfmove": -1}),
            "invalid_option",
            "0 to 65535",
        ),
        ("start", json!({"fullmove": 0}), "invalid_option", "from 1"),
        (
            "start",
            json!({"put": {"a8": "P"}}),
            "invalid_notation",
            "cannot stand",
        ),
        (
            "4k3/8/8/8/8/8/8/r3K3 w - - 0 1",
            json!({"pass": true}),
            "illegal_move",
            "white is in check",
        ),
        (
            "4k3/8/8/8/8/8/8/r3K3 w - - 0 1",
            json!({"turn": "black"}),
            "invalid_notation",
            "in check",
        ),
    ] {
        let error = edited::<Chess>(fen, &changes).unwrap_err();
        assert_eq!(error.code(), code, "{changes}: {error}");
        assert!(error.message().contains(said), "{changes}: {error}");
    }
}
