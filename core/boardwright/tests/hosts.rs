//! Calls of hosts that concern several games: names, options and errors of games, and
//! how urgent the work of bots is.

use std::time::Duration;

use boardwright::ErrorKind;
use boardwright::bots::{Clock, Limits};
use boardwright::host::{self, MoveRef, SeatRef, Subject};
use boardwright::jobs::{Class, Kind};
use boardwright::value::{Dict, Value};
use serde_json::json;

#[test]
fn an_error_names_the_style_that_would_read_the_move() {
    let bughouse = host::Game::new("bughouse", &Dict::new()).unwrap();
    let move_of = |text| MoveRef::Text(text);
    let error = bughouse
        .start()
        .unwrap()
        .play(None, move_of("A:e4"), None)
        .unwrap_err();
    assert!(
        error.message().contains("the style san would read it"),
        "{error}"
    );
    let presets = host::Game::new("chess+atomic", &Dict::new()).unwrap();
    let error = presets
        .start()
        .unwrap()
        .play(None, move_of("e4"), None)
        .unwrap_err();
    assert!(
        error.message().contains("the style san would read it"),
        "{error}"
    );
}

#[test]
fn a_bot_of_another_game_says_which_games_they_are() {
    let bot = host::Bot::new("search", "crazyhouse", &Dict::new(), 0).unwrap();
    let limits = || Limits::default();
    let hidden = host::Game::new("blind", &Dict::new())
        .unwrap()
        .start()
        .unwrap();
    let chess = host::Game::new("chess", &Dict::new())
        .unwrap()
        .start()
        .unwrap();
    let seen = chess.observe(SeatRef::Name("white")).unwrap();
    for (subject, said) in [
        (Subject::State(&chess, None), "a state of chess"),
        (Subject::State(&hidden, None), "a state of blind"),
        (Subject::Observation(&seen), "an observation of chess"),
    ] {
        let error = bot.decide(&subject, limits()).err().unwrap();
        assert_eq!(error.kind(), ErrorKind::InvalidOption);
        let expected = format!("the bot plays crazyhouse and was given {said}");
        assert_eq!(error.message(), expected);
        let watch = Box::new(|_: host::Info<String>| ());
        let error = bot.analyse(&subject, limits(), watch).err().unwrap();
        assert_eq!(error.message(), expected);
    }
}

#[test]
fn presets_and_their_scopes_stand_in_the_name_of_the_game() {
    let named = host::start("chess+piece-hp@white:4+king-heals@white", &Dict::new()).unwrap();
    let described = named.describe(None).unwrap();
    assert_eq!(described["presets"][0]["turns"], 4);
    let error = host::start("chess+nothing", &Dict::new()).unwrap_err();
    assert_eq!(error.code(), "invalid_option");
    assert_eq!(
        host::start("chess-atomic", &Dict::new())
            .unwrap_err()
            .code(),
        "unknown_game"
    );
}

#[test]
fn pieces_that_are_defined_are_kept_in_saves() {
    const AMAZONS: &str = r#"
id = "amazons"

[[piece]]
id = "amazon"
letter = "A"
betza = "QN"
replaces = "queen"
"#;
    let options = json!({ "define": AMAZONS });
    let named = host::start("chess+amazons", options.as_object().unwrap()).unwrap();
    let next = named.play(None, MoveRef::Text("d1c3"), None).unwrap();
    assert!(host::load(&next.save().unwrap()).unwrap() == next);
    assert_eq!(named.game().name(), "chess+");
}

#[test]
fn quick_bots_are_short_work_in_every_game() {
    for (game, name, options) in [
        ("blind", "casual", json!({})),
        ("jarls", "heuristic", json!({})),
        ("jarls", "search", json!({ "nodes": 500 })),
        ("boost", "search", json!({ "nodes": 500 })),
        ("bughouse", "heuristic", json!({})),
        ("bughouse", "search", json!({ "nodes": 500 })),
    ] {
        let options = options.as_object().cloned().unwrap_or_default();
        let state = host::start(game, &Dict::new()).unwrap();
        let observation = state.observe(host::SeatRef::Index(0)).unwrap();
        let bot = host::Bot::new(name, game, &options, 1).unwrap();
        let subject = Subject::Observation(&observation);
        let work = bot.decide(&subject, Limits::default()).unwrap();
        assert_eq!(work.class(), Class::Short, "{game} {name}");
    }
}

#[test]
fn short_work_and_running_clocks_are_told_from_long_work() {
    let state = host::start("chess", &Dict::new()).unwrap();
    let class = |name: &str, options: Value, limits: &Limits| {
        let options = options.as_object().cloned().unwrap_or_default();
        let bot = host::Bot::new(name, "chess", &options, 1).unwrap();
        let subject = Subject::State(&state, None);
        let work = bot.decide(&subject, limits.clone()).unwrap();
        assert_eq!(work.kind(), Kind::Decision);
        let again = bot.decide(&subject, limits.clone()).unwrap_err();
        assert_eq!(again.kind(), ErrorKind::BotBusy);
        work.class()
    };
    let open = Limits::default();
    let nodes = |nodes| Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let minute = Clock {
        remaining: Duration::from_secs(60),
        ..Clock::default()
    };
    let blitz = Limits {
        clocks: vec![minute, Clock::default()],
        ..Limits::default()
    };
    let pondering = Limits {
        ponder: true,
        ..blitz.clone()
    };
    let moment = Limits {
        movetime: Some(Duration::from_millis(5)),
        ..Limits::default()
    };
    let clocked = Class::Clocked(minute.remaining);
    for (name, options, limits, expected) in [
        ("random", json!({}), &open, Class::Short),
        ("random", json!({}), &blitz, Class::Short),
        ("heuristic", json!({}), &open, Class::Short),
        (
            "search",
            json!({ "level": "beginner" }),
            &open,
            Class::Short,
        ),
        ("search", json!({ "nodes": 1000 }), &open, Class::Short),
        ("search", json!({}), &nodes(1000), Class::Short),
        ("search", json!({}), &moment, Class::Short),
        ("search", json!({}), &blitz, clocked),
        ("mcts", json!({}), &blitz, clocked),
        ("search", json!({}), &pondering, Class::Long),
        ("search", json!({}), &nodes(1_000_000), Class::Long),
        ("search", json!({}), &open, Class::Long),
        ("search", json!({ "level": "strong" }), &open, Class::Long),
    ] {
        assert_eq!(
            class(name, options.clone(), limits),
            expected,
            "{name} {options}"
        );
    }
}

#[test]
fn a_game_is_pointed_to_by_what_its_name_goes_on_with() {
    let told = |name: &str| host::start(name, &Dict::new()).unwrap_err().to_string();
    assert!(
        told("atomic").ends_with("; chess+atomic is one"),
        "{}",
        told("atomic")
    );
    assert!(!told("ludo").contains(" is one"), "{}", told("ludo"));
}
