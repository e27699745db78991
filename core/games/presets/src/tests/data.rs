//! Presets as data, and the types of pieces they bring along.

use serde_json::{Value, json};

use super::{Play, rules, start};
use contract::state::{Rules, Saved, State};

const AMAZONS: &str = r#"
id = "amazons"
name = "Amazons and cannons"

[[piece]]
id = "amazon"
letter = "A"
betza = "QN"
replaces = "queen"

[[piece]]
id = "gun"
name = "Cannon"
letter = "C"
betza = "mRcpR"
glyphs = ["X", "Y"]
replaces = "rook"
"#;

fn game(define: Value, presets: &str) -> State<super::Presets> {
    State::start(&rules(json!({ "define": define, "presets": presets }))).unwrap()
}

fn refused(define: Value) -> String {
    let options = json!({ "define": define });
    let error = Rules::<super::Presets>::new(options.as_object().unwrap()).unwrap_err();
    assert_eq!(error.code(), "invalid_option");
    error.to_string()
}

#[test]
fn a_cannon_and_an_amazon_as_data() {
    let state = game(json!(AMAZONS), "amazons");
    assert_eq!(state.board(), "cnbakbnc/pppppppp/8/8/8/8/PPPPPPPP/CNBAKBNC");
    assert!(state.lists("d1c3") && state.lists("d1e3"));
    // They are drawn, saved and loaded.
    use contract::game::Game;
    assert!(
        state
            .game()
            .draw(state.position())
            .contains("1 C N B A K B N C")
    );
    let text = state.go("d1c3").save().unwrap();
    let loaded = State::<super::Presets>::load(&Saved::read(&text).unwrap()).unwrap();
    assert!(loaded == state.go("d1c3"));
    assert_eq!(loaded.texts(), state.go("d1c3").texts());
    // They give check: the amazon as a knight, the cannon over a screen.
    let at = |fen: &str| State::parse(state.rules(), &format!("{fen} {{}}"), &[]).unwrap();
    assert_eq!(
        at("7k/8/6A1/8/8/8/8/K7 b - - 0 1").described()["check"],
        true
    );
    assert_eq!(
        at("7k/8/7p/8/8/8/8/K6C b - - 0 1").described()["check"],
        true
    );
    assert_eq!(
        at("7k/8/8/8/8/8/8/K6C b - - 0 1").described()["check"],
        false
    );
    // Mate: the amazon by itself in a corner.
    let mate = at("7k/8/5A2/8/8/8/8/K7 w - - 0 1").go("f6h6");
    assert_eq!(mate.reason(), "checkmate");
    let mate = at("7k/8/6A1/8/8/8/8/K7 b - - 0 1");
    assert_eq!((mate.reason(), mate.winner()), ("checkmate", Some(0)));
    // And by a cannon: wherever the screen goes on its file, it stays one.
    let mate = at("6rk/6pp/8/8/8/8/8/K6C b - - 0 1");
    assert_eq!((mate.reason(), mate.winner()), ("checkmate", Some(0)));
}

#[test]
fn the_same_as_json_as_a_map_and_by_the_name_of_the_game() {
    let map = json!({
        "id": "amazons",
        "piece": [{ "id": "amazon", "letter": "A", "betza": "QN", "replaces": "queen" }],
    });
    let one = game(map.clone(), "amazons");
    let two = game(json!(map.to_string()), "amazons");
    let three = game(json!([map]), "amazons");
    assert_eq!(one.texts(), two.texts());
    assert_eq!(one.texts(), three.texts());
}

#[test]
fn errors_name_the_line_and_the_field() {
    let wrong = AMAZONS.replace("QN", "Q?");
    let text = refused(json!(wrong));
    assert!(
        text.contains("line 8") && text.contains("piece[0].betza"),
        "{text}"
    );
    assert!(text.contains("character 2"), "{text}");
    let text = refused(json!("id = \"x\"\nname = 3\n"));
    assert!(text.contains("line 2") && text.contains("name"), "{text}");
    let text = refused(json!("id = \"x\"\ncolour = 3\n"));
    assert!(text.contains("line 2") && text.contains("colour"), "{text}");
    let text = refused(json!("id = \n"));
    assert!(text.contains("line 1"), "{text}");
    let text = refused(json!(
        "{\n \"id\": \"x\",\n \"piece\": [{ \"id\": \"y\",\n \"letter\": \"ab\" }] }"
    ));
    assert!(
        text.contains("line 4") && text.contains("piece[0].letter"),
        "{text}"
    );
    let text = refused(json!({ "id": "x", "goal": [{ "kind": "checks" }] }));
    assert!(text.contains("goal[0].count"), "{text}");
    let text = refused(json!({ "id": "x", "promotion": { "to": ["dragon"] } }));
    assert!(
        text.contains("promotion.to") && text.contains("dragon"),
        "{text}"
    );
    let text =
        refused(json!({ "id": "x", "piece": [{ "id": "k2", "letter": "K", "betza": "W" }] }));
    assert!(text.contains("clashes with king"), "{text}");
    let text = refused(json!({ "id": "atomic" }));
    assert!(text.contains("already"), "{text}");
}

#[test]
fn a_shipped_preset_gives_way_to_a_letter_that_is_taken() {
    let options = json!({ "define": AMAZONS, "presets": "cannon" });
    let error = Rules::<super::Presets>::new(options.as_object().unwrap()).unwrap_err();
    assert!(error.to_string().contains("clashes"), "{error}");
}

#[test]
fn attributes_promotion_start_and_goals() {
    let define = r#"
        id = "duel"
        start = "4k3/P7/8/8/8/8/7p/4K3 w - - 0 1"
        [[attribute]]
        name = "Lives"
        initial = 3
        pieces = ["king", "pawn"]
        role = "hit_points"
        [promotion]
        to = ["knight", "king"]
        [[goal]]
        kind = "reach"
        piece = "king"
        squares = ["a1", "h8"]
        [[goal]]
        kind = "captures"
        count = 2
        result = "loss"
        [[goal]]
        kind = "checks"
        count = 2
        result = "draw"
    "#;
    let state = game(json!(define), "duel");
    assert_eq!(state.attribute("e1", "Lives"), Some(3));
    let promotions: Vec<_> = state
        .texts()
        .into_iter()
        .filter(|m| m.starts_with("a7"))
        .collect();
    assert_eq!(promotions, ["a7a8n", "a7a8k"]);
    let at = |fen: &str| State::parse(state.rules(), fen, &[]).unwrap();
    let reached = at("8/4k3/8/8/8/8/1K6/8 w - - 0 1").go("b2a1");
    assert_eq!(
        (reached.reason(), reached.winner()),
        ("goal_reached", Some(0))
    );
    let checks = at("4k3/8/8/8/8/8/R7/4K3 w - - 0 1").all("a2a8 e8e7 a8a7");
    assert_eq!((checks.reason(), checks.winner()), ("checks_given", None));
    let taken = at("4k3/nn6/8/8/8/8/R7/R3K3 w - - 0 1").all("a2a7 e8f8 a7b7");
    assert_eq!((taken.reason(), taken.winner()), ("captures_made", Some(1)));
    let pawns = at("4k3/p7/8/8/8/8/R7/4K3 w - - 0 1").go("a2a7");
    assert_eq!(pawns.attribute("a7", "Lives"), Some(2));
}

#[test]
fn extinction_and_stalemate_as_goals() {
    let define = json!({
        "id": "odd",
        "goal": [
            { "kind": "extinction", "piece": "queen", "result": "loss" },
            { "kind": "stalemate", "result": "win" },
        ],
    });
    let state = game(define, "odd");
    let at = |fen: &str| State::parse(state.rules(), fen, &[]).unwrap();
    let gone = at("3qk3/8/8/8/8/8/8/Q2RK3 w - - 0 1").go("d1d8");
    assert_eq!((gone.reason(), gone.winner()), ("extinction", Some(0)));
    let stuck = at("k7/8/1Q6/8/8/8/8/K6q w - - 0 1");
    assert_eq!(stuck.reason(), "-");
}

#[test]
fn a_movement_written_in_rust() {
    use crate::{MoveSite, Movement, Moves, PieceType, Preset, register};
    use chess::{Bitboard, Square};

    /// Goes to any square of its own colour of squares, and takes none but neighbours.
    #[derive(Debug)]
    struct Ghost;

    impl Movement for Ghost {
        fn targets(&self, site: &MoveSite) -> (Bitboard, Bitboard) {
            let color = |s: Square| (s.file().index() + s.rank().index()) % 2;
            let same = Bitboard::FULL
                .into_iter()
                .filter(|s| color(*s) == color(site.from));
            (same.collect(), chess::attacks::king(site.from))
        }
    }

    struct Ghosts;

    impl Preset for Ghosts {
        fn id(&self) -> &str {
            "test-ghosts"
        }

        fn name(&self) -> &str {
            "Ghosts"
        }

        fn description(&self) -> &str {
            "brings a ghost"
        }

        fn start(&self) -> Option<&str> {
            Some("4k3/8/8/8/8/8/8/G3K3 w - - 0 1")
        }

        fn piece_types(&self) -> Vec<PieceType> {
            let moves = Moves::of(std::sync::Arc::new(Ghost));
            vec![PieceType::new("ghost", "Ghost", 'G', moves).unwrap()]
        }
    }

    // Games that were begun before are the same afterwards.
    let before = game(json!(AMAZONS), "amazons").go("d1c3");
    register(std::sync::Arc::new(Ghosts)).unwrap();
    let after = game(json!(AMAZONS), "amazons").go("d1c3");
    assert!(before == after && before.key() == after.key());
    let state = start("test-ghosts");
    // All dark squares but its own; the king stands on one of them.
    let ghost = state
        .texts()
        .into_iter()
        .filter(|m| m.starts_with("a1"))
        .count();
    assert_eq!(ghost, 30);
    let check = State::parse(state.rules(), "4k3/3G4/8/8/8/8/8/4K3 b - - 0 1 {}", &[]).unwrap();
    assert_eq!(check.described()["check"], true);
}

#[test]
fn what_is_shown_has_no_invisible_characters() {
    for (define, said) in [
        (
            json!({ "id": "t", "name": "Tu\u{202e}rn" }),
            "preset t, name: takes text without control, direction and invisible characters, \
             and character 3 is U+202E",
        ),
        (
            json!({ "id": "t", "description": "a\u{2028}b" }),
            "preset t, description: ",
        ),
        (
            json!({ "id": "t", "attribute": [{ "name": "H\u{200b}p", "initial": 1 }] }),
            "preset t, attribute: ",
        ),
        (
            json!({ "id": "t", "piece": [
                { "id": "amazon", "letter": "A", "betza": "QN", "name": "Ama\u{0007}zon" },
            ] }),
            "preset t, piece amazon, name: ",
        ),
        (
            json!({ "id": "t", "piece": [
                { "id": "amazon", "letter": "A", "betza": "QN", "glyphs": ["\u{2066}A", "a"] },
            ] }),
            "preset t, piece amazon, glyphs: ",
        ),
    ] {
        let error = refused(define);
        assert!(error.contains(said), "{error}");
    }
    // A description may have lines, a picture may be joined of several.
    let fine = json!({ "id": "t", "description": "one\ntwo", "piece": [
        { "id": "mage", "letter": "M", "betza": "Q", "glyphs": ["\u{1f9d9}\u{200d}\u{2642}", "m"] },
    ] });
    let _ = game(fine, "t");
}
