//! Hooks as data: each event, condition and effect, and what is refused.

use serde_json::{Value, json};

use super::{Play, Presets, rules};
use contract::bot::Limits;
use contract::game::Seat;
use contract::state::{Rules, Saved, State};
use contract::work;

/// A preset of such hooks.
fn preset(hooks: Value) -> Value {
    json!({
        "id": "t",
        "attribute": [{ "name": "Mana", "initial": 2, "pieces": ["king"] }],
        "hook": hooks,
    })
}

fn at(hooks: Value, presets: &str, fen: &str) -> State<Presets> {
    let rules = rules(json!({ "define": preset(hooks), "presets": presets }));
    State::parse(&rules, fen, &[]).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

fn start(hooks: Value) -> State<Presets> {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    at(hooks, "t", fen)
}

fn refused(define: Value) -> String {
    let options = json!({ "define": define });
    let error = Rules::<Presets>::new(options.as_object().unwrap()).unwrap_err();
    assert_eq!(error.code(), "invalid_option");
    error.to_string()
}

/// The message about a document with such lines from the third on.
fn wrong(lines: &str) -> String {
    refused(json!(format!("id = \"t\"\n[[hook]]\n{lines}\n")))
}

fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part} in: {text}");
    }
}

#[test]
fn what_is_unknown_is_refused_with_its_line_and_what_exists() {
    let text = wrong("when = \"after_tea\"\nthen = [\"yes\"]");
    has(
        &text,
        &[
            "line 3",
            "after_tea",
            "before_move",
            "on_check",
            "cannot_win",
        ],
    );
    let text = wrong("when = \"after_move\"\nif = [{ colour = \"own\" }]\nthen = [\"deactivate\"]");
    has(
        &text,
        &["line 4", "colour", "piece", "gives_check", "king_lost"],
    );
    let text = wrong("when = \"after_move\"\nthen = [{ explode = \"from\" }]");
    has(
        &text,
        &["line 4", "explode", "damage", "relocate", "forbid"],
    );
    let text = wrong("when = \"after_move\"\nthen = [{ damage = { at = \"e4\", sort = \"x\" } }]");
    has(&text, &["line 4", "sort", "around", "amount", "kind"]);
    let text = wrong("when = \"after_move\"\nwhy = 1\nthen = [\"deactivate\"]");
    has(&text, &["line 4", "why", "when", "each", "then"]);
    let text = wrong("when = \"after_move\"\nthen = [{ retract = \"here\" }]");
    has(&text, &["line 4", "here", "landed", "attacker", "a1 to h8"]);
    let text = wrong("when = \"after_move\"\nif = [{ check = \"red\" }]\nthen = [\"deactivate\"]");
    has(&text, &["line 4", "red", "own", "enemy", "scope"]);
    let text =
        wrong("when = \"game_result\"\nthen = [{ end = { winner = \"own\", reason = \"luck\" } }]");
    has(&text, &["line 4", "luck", "goal_reached", "king_lost"]);
    // JSON has the line, too.
    let text = refused(json!(
        "{\n\"id\": \"t\",\n\"hook\": [\n{ \"when\": \"tea\", \"then\": [] }] }"
    ));
    has(&text, &["line 4", "tea", "turn_start"]);
    // A map has the field.
    let text = refused(json!({ "id": "t", "hook": [{ "when": "tea", "then": [] }] }));
    has(&text, &["hook[0].when", "tea", "turn_start"]);
}

#[test]
fn what_does_not_fit_together_is_refused_with_what_would() {
    let text = wrong("when = \"after_move\"\nthen = []");
    has(&text, &["line 2", "does nothing"]);
    let text = wrong("when = \"turn_start\"\nthen = [{ retract = \"landed\" }]");
    has(
        &text,
        &[
            "line 2",
            "hook[0]",
            "then retract",
            "no place \"landed\"",
            "a square",
        ],
    );
    let text = wrong("when = \"turn_start\"\nif = [{ piece = {} }]\nthen = [\"deactivate\"]");
    has(&text, &["if piece", "no place \"piece\""]);
    let text = wrong("when = \"after_move\"\nthen = [{ retract = \"it\" }]");
    has(&text, &["no place \"it\"", "landed"]);
    let text = wrong("when = \"on_damage\"\nif = [{ check = \"own\" }]\nthen = [\"absorb\"]");
    has(&text, &["if check", "no meaning in on_damage", "on_check"]);
    let text = wrong("when = \"after_move\"\nif = [{ can_move = true }]\nthen = [\"deactivate\"]");
    has(&text, &["can_move", "only in game_result"]);
    let text = wrong("when = \"filter_moves\"\nthen = [{ retract = \"from\" }]");
    has(
        &text,
        &["then retract", "no meaning in filter_moves", "forbid"],
    );
    let text = wrong("when = \"on_deactivate\"\nthen = [\"deactivate\"]");
    has(&text, &["no meaning in on_deactivate", "damage, spawn"]);
    let text =
        wrong("when = \"after_move\"\nthen = [{ damage = { at = \"e4\", kind = \"capture\" } }]");
    has(&text, &["take"]);
    let text = wrong("when = \"after_move\"\nthen = [{ counter = { name = \"a\" } }]");
    has(&text, &["either set or add"]);
    let text =
        wrong("when = \"turn_start\"\nthen = [{ counter = { name = \"white 0\", add = 1 } }]");
    has(&text, &["name of a counter"]);
    let text = wrong(
        "when = \"turn_start\"\nif = [{ counter = { name = \"b\" } }]\n\
         then = [{ counter = { name = \"a\", add = 1 } }]",
    );
    has(&text, &["hook[0]", "no counter \"b\"", "there are a"]);
    let text = wrong("when = \"describe_move\"\nthen = [{ note = \"{a}\" }]");
    has(&text, &["no counter \"a\"", "there are none"]);
    let text = refused(preset(json!([{
        "when": "turn_start", "each": {}, "then": [{ "attribute": { "name": "Man", "add": 1 } }],
    }])));
    has(&text, &["no attribute \"Man\"", "there are Mana"]);
    let text = refused(preset(json!([{
        "when": "turn_start", "then": [{ "spawn": { "at": "e4", "kind": "dragon" } }],
    }])));
    has(&text, &["hook[0]", "dragon", "pawn, knight"]);
    let text = wrong("when = \"before_move\"\nthen = [{ forbid = \"a\u{202e}b\" }]");
    has(&text, &["U+202E"]);
    let text = wrong("when = \"on_damage\"\nthen = [\"absorb\", \"kill\"]");
    has(&text, &["either absorbed or kills"]);
    let end = "{ end = { winner = \"own\", reason = \"extinction\" } }";
    let text = wrong(&format!(
        "when = \"on_check\"\nthen = [{end}, \"deactivate\"]"
    ));
    has(&text, &["would forget the end"]);
}

#[test]
fn documents_are_bounded() {
    let hook = json!({ "when": "turn_start", "then": ["deactivate"] });
    let text = refused(preset(json!(vec![hook; 33])));
    has(&text, &["33 hooks", "32 are the most"]);
    let show = json!({ "show": { "kind": "x", "ttl": 1 } });
    let many = json!([{ "when": "turn_start", "then": vec![show; 193] }]);
    has(&refused(preset(many)), &["193", "192 are the most"]);
    let check = json!({ "check": "own" });
    let many = json!([{ "when": "turn_start", "if": vec![check; 24], "then": ["deactivate"] }]);
    has(&refused(preset(many)), &["193", "eight times"]);
    let mut deep = json!({ "empty": "e4" });
    for _ in 0..4 {
        deep = json!({ "not": deep });
    }
    let deep = json!([{ "when": "turn_start", "if": [deep], "then": ["deactivate"] }]);
    has(&refused(preset(deep)), &["at most 4 deep"]);
    let long = json!([{ "when": "before_move", "then": [{ "forbid": "x".repeat(201) }] }]);
    has(&refused(preset(long)), &["1 to 200 bytes"]);
}

#[test]
fn moves_are_vetoed_and_filtered_with_a_reason() {
    let state = start(json!([
        {
            "when": "before_move",
            "if": [{ "gives_check": true }],
            "then": [{ "forbid": "nobody may give check" }],
        },
        {
            "when": "filter_moves",
            "if": [{ "piece": { "kind": ["pawn"], "files": ["a", "h"] } }, { "move": ["double"] }],
            "then": [{ "forbid": "no hurry on the edge" }],
        },
    ]));
    assert!(state.lists("a2a3") && !state.lists("a2a4") && state.lists("b2b4"));
    has(&state.refused("h2h4"), &["no hurry on the edge"]);
    let state = state.all("e2e4 f7f6");
    assert!(!state.lists("d1h5") && state.lists("d1g4"));
    has(&state.refused("d1h5"), &["nobody may give check"]);
}

#[test]
fn counters_attributes_and_the_turn() {
    let state = start(json!([
        {
            "when": "turn_start",
            "then": [{ "counter": { "name": "turns", "side": "own", "add": 1 } }],
        },
        {
            "when": "after_move",
            "each": { "kind": ["king"], "side": "own" },
            "if": [{ "attribute": { "name": "Mana", "max": 3 } }],
            "then": [{ "attribute": { "name": "Mana", "add": 2, "max": 3 } }],
        },
        { "when": "describe_move", "then": [{ "note": "turn {turns}, {turns}" }] },
        {
            "when": "game_result",
            "if": [{ "counter": { "name": "turns", "side": "black", "min": 2 } }, { "side": "white" }],
            "then": [{ "end": { "winner": "enemy", "reason": "goal_reached" } }],
        },
    ]));
    let state = state.all("e2e4 e7e5");
    assert_eq!(
        (state.attribute("e1", "Mana"), state.attribute("e8", "Mana")),
        (Some(3), Some(3))
    );
    assert_eq!(state.described()["log"][1]["notes"][0], "turn 1, 1");
    assert_eq!(state.reason(), "-");
    let state = state.go("g1f3");
    assert_eq!((state.reason(), state.winner()), ("goal_reached", Some(1)));
}

#[test]
fn pieces_appear_go_move_and_change() {
    let state = start(json!([
        {
            "when": "on_activate",
            "if": [{ "side": "white" }],
            "then": [{ "spawn": { "at": "e5", "kind": "knight", "side": "black" } }],
        },
        { "when": "on_deactivate", "if": [{ "side": "white" }], "then": [{ "retract": "h8" }] },
        {
            "when": "after_move",
            "if": [{ "piece": { "at": "landed", "kind": ["pawn"], "ranks": [4] } }],
            "then": [
                { "become": { "at": "landed", "kind": "rook" } },
                { "relocate": { "from": "landed", "to": "a5" } },
            ],
        },
        {
            "when": "on_retract",
            "if": [{ "died": true }, { "damage": ["capture"] }, { "attribute": { "name": "Mana" } }],
            "then": [{ "end": { "winner": "none", "reason": "king_lost" } }],
        },
    ]));
    assert_eq!(
        state.board(),
        "rnbqkbnr/pppppppp/8/4n3/8/8/PPPPPPPP/RNBQKBNR"
    );
    let state = state.go("e2e4");
    assert_eq!(
        state.board(),
        "rnbqkbnr/pppppppp/8/R3n3/8/8/PPPP1PPP/RNBQKBNR"
    );
    let gone = state.edited(json!({ "deactivate": "t" }));
    assert_eq!(
        gone.board(),
        "rnbqkbn1/pppppppp/8/R3n3/8/8/PPPP1PPP/RNBQKBNR"
    );
}

#[test]
fn damage_is_absorbed_lessened_and_deadly() {
    let hooks = json!([
        {
            "when": "on_damage",
            "if": [{ "piece": { "kind": ["bishop"] } }, { "damage": ["capture"] }],
            "then": ["absorb"],
        },
        {
            "when": "on_damage",
            "if": [{ "piece": { "kind": ["knight"] } }, { "not": { "piece": { "at": "attacker", "kind": ["rook"] } } }],
            "then": [{ "amount": { "add": -1 } }],
        },
        { "when": "on_damage", "if": [{ "piece": { "kind": ["pawn"] } }], "then": ["kill"] },
        {
            "when": "on_capture",
            "if": [{ "any": [
                { "pieces": { "of": { "around": "target", "side": "enemy" }, "min": 2 } },
                { "same": ["target", "h7"] },
            ] }],
            "then": [{ "damage": { "around": "target", "amount": 3, "kind": "blast" } }],
        },
    ]);
    let alone = |fen: &str| at(hooks.clone(), "t", fen);
    let bishop = alone("4k3/8/8/3b4/8/8/8/3RK3 w - - 0 1").go("d1d5");
    assert_eq!(bishop.board(), "4k3/8/8/3b4/8/8/8/3RK3");
    let knight = alone("4k3/8/8/3n4/8/8/8/3QK3 w - - 0 1").go("d1d5");
    assert_eq!(knight.board(), "4k3/8/8/3n4/8/8/8/3QK3");
    let rook = alone("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1").go("d1d5");
    assert_eq!(rook.board(), "4k3/8/8/3R4/8/8/8/4K3");
    let blast = alone("4k3/8/2p1p3/3r4/8/8/8/3RK3 w - - 0 1").go("d1d5");
    assert_eq!(blast.board(), "4k3/8/8/3R4/8/8/8/4K3");
    let few = alone("4k3/8/2p5/3r4/8/8/8/3RK3 w - - 0 1").go("d1d5");
    assert_eq!(few.board(), "4k3/8/2p5/3R4/8/8/8/4K3");
}

#[test]
fn captures_are_taken_over() {
    // Bishops shoot: they take and stay.
    let hooks = json!([{
        "when": "before_capture",
        "if": [{ "piece": { "at": "attacker", "kind": ["bishop"] } }],
        "then": ["take", { "show": { "kind": "shot", "at": "target", "ttl": 5 } }],
    }, {
        "when": "before_capture",
        "if": [{ "piece": { "at": "target", "kind": ["queen"] } }],
        "then": ["consume"],
    }]);
    let shot = at(hooks.clone(), "t", "4k3/8/8/3p4/8/1B6/8/4K3 w - - 0 1").go("b3d5");
    assert_eq!(shot.board(), "4k3/8/8/8/8/1B6/8/4K3");
    let events = &shot.described()["log"][0]["events"];
    assert!(
        events.to_string().contains("\"effect\":\"shot\""),
        "{events}"
    );
    let nothing = at(hooks, "t", "4k3/8/8/3q4/8/1N6/8/3RK3 w - - 0 1").go("d1d5");
    assert_eq!(nothing.board(), "4k3/8/8/3q4/8/1N6/8/3RK3");
}

#[test]
fn checks_attacks_ends_and_going_on() {
    let hooks = json!([
        {
            "when": "on_check",
            "if": [{ "attacked": { "at": "landed", "by": "enemy" } }],
            "then": [{ "end": { "winner": "enemy", "reason": "checks_given" } }],
        },
        {
            "when": "filter_self_check",
            "if": [{ "side": "white" }, { "attacked": { "at": "e1", "by": "enemy" } }],
            "then": ["yes"],
        },
        {
            "when": "game_result",
            "if": [{ "turn": "own" }, { "can_move": false }, { "not": { "check": "own" } }],
            "then": [{ "end": { "winner": "own", "reason": "no_move_left" } }],
        },
        {
            "when": "game_result",
            "if": [{ "pieces": { "of": { "kind": ["pawn"], "side": "own" }, "min": 8, "max": 8 } }],
            "then": ["play_on"],
        },
    ]);
    let at = |fen: &str| at(hooks.clone(), "t", fen);
    let attacked = at("4k3/1b6/8/8/8/8/R7/K7 w - - 0 1").go("a2a8");
    assert_eq!(
        (attacked.reason(), attacked.winner()),
        ("checks_given", Some(1))
    );
    let text = attacked.save().unwrap();
    let loaded = State::<Presets>::load(&Saved::read(&text).unwrap()).unwrap();
    assert_eq!(loaded.reason(), "checks_given");
    let safe = at("4k3/8/8/8/8/8/R7/K7 w - - 0 1").go("a2a8");
    assert_eq!(safe.reason(), "-");
    let stuck = at("7k/5Q2/8/8/8/8/8/K7 b - - 0 1");
    assert_eq!((stuck.reason(), stuck.winner()), ("no_move_left", Some(1)));
    // White may stay in check while e1 is attacked, Black may not.
    assert!(at("4r1k1/8/8/8/8/8/8/3K4 w - - 0 1").lists("d1e1"));
    assert!(!at("r5k1/8/8/8/8/8/8/K7 w - - 0 1").lists("a1a2"));
    // Mate goes on as a draw while the other rule says so.
    let fen = "7k/6Q1/6K1/8/8/8/PPPPPPPP/8 b - - 0 1";
    let mate = at(fen);
    assert_eq!((mate.reason(), mate.winner()), ("stalemate", None));
    let mate = at(&fen.replace("PPPPPPPP", "PPPPPPP1"));
    assert_eq!((mate.reason(), mate.winner()), ("checkmate", Some(0)));
}

#[test]
fn a_preset_that_puts_itself_out_of_force_does_no_more() {
    let state = start(json!([
        {
            "when": "on_capture",
            "then": [{ "counter": { "name": "taken", "add": 1 } }, "deactivate", { "retract": "a1" }],
        },
        { "when": "after_move", "then": [{ "counter": { "name": "taken", "add": 1 } }] },
    ]));
    let state = state.all("e2e4 d7d5");
    assert_eq!(state.described()["presets"][0]["state"]["taken"], 2);
    let state = state.go("e4d5");
    assert_eq!(state.described()["presets"], json!([]));
    assert_eq!(
        state.board(),
        "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR"
    );
    assert!(!state.notation().contains("taken"), "{}", state.notation());
}

#[test]
fn the_most_that_a_document_may_say_takes_no_more_than_so_much() {
    let each = json!({
        "when": "after_move",
        "each": {},
        "if": [{ "pieces": { "of": { "around": "it" }, "min": 0 } }, { "attribute": { "name": "Mana", "min": -9 } }],
        "then": vec![json!({ "attribute": { "name": "Mana", "add": 1, "max": 9 } }); 3],
    });
    let hit = json!({
        "when": "after_move",
        "each": {},
        "then": [{ "damage": { "around": "it", "kind": "sun" } }],
    });
    let asks = json!({
        "when": "after_move",
        "if": [{ "any": [{ "check": "own" }, { "attacked": { "at": "e4", "by": "enemy" } }] }],
        "then": [{ "counter": { "name": "seen", "add": 1 } }],
    });
    let mut hooks = vec![each; 10];
    hooks.extend(vec![hit; 6]);
    hooks.extend(vec![asks; 6]);
    let state = at(
        json!(hooks),
        "piece-hp+t",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    );
    let before = work::done();
    let moves = state.legal(None);
    let next = state.play(&moves[0]).unwrap();
    drop(next.choices(Seat(1), &Limits::default()));
    let done = work::done() - before;
    assert!(done < 40_000, "{done}");
}
