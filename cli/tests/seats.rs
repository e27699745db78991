//! Programs at the seats of tables: those of our own protocols play whole games, and one that
//! hangs, breaks down or says nonsense costs nobody else anything.

use std::sync::mpsc;

use boardwright::host::{Game, SeatRef};
use boardwright::table::Table;
use boardwright::value::{Dict, Value};
use boardwright::{Error, ErrorKind, Result};
use boardwright_engines::{EngineCommand, Language, TableEngine};
use serde_json::json;

fn dict(value: Value) -> Dict {
    let Value::Object(dict) = value else {
        panic!("{value} is no map");
    };
    dict
}

fn start(
    language: Language,
    command: &[&str],
    options: &[(&str, &str)],
    game: &Game,
) -> Result<TableEngine> {
    let options: Dict = (options.iter())
        .map(|&(name, value)| (name.to_owned(), value.into()))
        .collect();
    let protocol = language.name();
    let given = json!({ "command": command, "protocol": protocol, "options": options });
    let command = EngineCommand::read(&dict(given))?;
    let (send, started) = mpsc::channel();
    TableEngine::start(command, game, move |engine| {
        send.send(engine).expect("somebody waits");
    })?;
    started.recv().expect("it is told")
}

/// The program of this crate, which speaks all protocols.
fn ours(protocol: &str, options: &[(&str, &str)], game: &Game) -> TableEngine {
    let command = [env!("CARGO_BIN_EXE_boardwright"), "engine", protocol];
    let language = protocol.parse().expect("a protocol");
    start(language, &command, options, game).expect("it plays")
}

/// A shell script that answers `go` and `stop` in its own way.
fn script(go: &str, stop: &str, game: &Game) -> TableEngine {
    let script = format!(
        r#"while read -r line; do
    case "$line" in
        uci|ubi) echo "id name fake 1"; echo "${{line}}ok" ;;
        isready) echo readyok ;;
        quit) exit 0 ;;
        partnermsg*) said="$line" ;;
        go*) {go} ;;
        stop) {stop} ;;
    esac
done"#
    );
    let language = match game.name() {
        "bughouse" => Language::Ubi,
        _ => Language::Uci,
    };
    start(language, &["sh", "-c", &script], &[], game).expect("it starts")
}

fn game(name: &str) -> Game {
    Game::new(name, &Dict::new()).expect("a game")
}

/// A table at which bots of the host's own sit, and random ones elsewhere.
fn table(game: &Game, own: &[&str], settings: Value) -> Table {
    let mut seats = Dict::new();
    for seat in game.seats() {
        let bot = match own.contains(&seat.as_str()) {
            true => json!({ "bot": "own", "nodes": 30, "delay": 0 }),
            false => json!({ "bot": "random", "delay": 0 }),
        };
        seats.insert(seat.clone(), bot);
    }
    let mut all = dict(json!({ "seed": 1 }));
    all.extend(dict(settings));
    Table::from_values(&game.start().expect("a state"), &seats, &all).expect("a table")
}

/// Waits until something holds of a table; a bot that sits holds a move back, and is not at work
/// then.
fn until(table: &Table, holds: impl Fn(&Table) -> bool) {
    let (send, changed) = mpsc::channel();
    table.listen(Box::new(move || {
        // The table outlives who waits.
        let _ = send.send(());
    }));
    while !holds(table) {
        changed.recv().expect("the table is there");
    }
}

fn events(table: &Table, seat: &str) -> Vec<Value> {
    let told = table.call("events", &dict(json!({ "seat": seat, "since": 0 })));
    let told = told.expect("events");
    told["events"].as_array().expect("a list").clone()
}

fn failures(table: &Table, seat: &str) -> Vec<String> {
    let failed = |event: &Value| {
        let reason = event["reason"].as_str().unwrap_or_default().to_owned();
        (event["kind"] == "bot_failed").then_some(reason)
    };
    events(table, seat).iter().filter_map(failed).collect()
}

fn kind(result: Result<impl std::fmt::Debug>) -> ErrorKind {
    result.expect_err("it is refused").kind()
}

#[test]
fn programs_of_all_protocols_play_whole_games() {
    for (name, protocol, own, options) in [
        ("chess", "uci", 1, &[][..]),
        ("crazyhouse", "uci", 0, &[("Hash", "1")]),
        ("boost", "bei", 1, &[("depth", "1")]),
    ] {
        let game = game(name);
        let own = [game.seats()[own].as_str()];
        let engine = ours(protocol, options, &game);
        assert!(
            engine.name().to_lowercase().contains("boardwright"),
            "{}",
            engine.name()
        );
        let table = table(&game, &own, json!({}));
        engine
            .attend(&table, SeatRef::read(own[0]))
            .expect("it sits");
        until(&table, Table::is_over);
        assert_eq!(failures(&table, own[0]), Vec::<String>::new(), "{name}");
        let shown = table.call("reveal", &Dict::new()).expect("it is over");
        let seats = shown["seats"].as_array().expect("a list");
        let seat = seats.iter().find(|seat| seat["seat"] == own[0]);
        let thoughts = seat.expect("the seat")["thoughts"].as_array();
        let thoughts = thoughts.expect("a list");
        // BEI says nothing of depths.
        let seen = |thought: &Value| thought["depth"] != 0 || protocol == "bei";
        assert!(
            thoughts.len() > 3 && thoughts.iter().all(seen),
            "{name}: {thoughts:?}"
        );
        // Its seat is free for the next game.
        engine
            .attend(&self::table(&game, &own, json!({})), SeatRef::read(own[0]))
            .expect("it sits");
    }
}

#[test]
fn a_program_that_fails_is_replaced_and_the_game_goes_on() {
    const LATE: &[&str] = &["there was no answer within 20 ms", "no move within 20 ms; "];
    let chess = game("chess");
    for (go, stop, why) in [
        ("exit 3", ":", &["it "][..]),
        ("echo bestmove e9e5", ":", &["it answered \"e9e5\""]),
        ("echo bestmove", ":", &["it answered with what is no move"]),
        // Who finds first that it is late, the table or the program's keeper, says so.
        (":", ":", LATE),
        (":", "echo bestmove e7e5", LATE),
    ] {
        let patience = if why == LATE { 20 } else { 60_000 };
        let engine = script(go, stop, &chess);
        assert_eq!(engine.name(), "fake 1");
        let seats = dict(json!({ "black": { "bot": "own", "delay": 0 } }));
        let settings = dict(json!({ "seed": 1, "bot_timeout": patience }));
        let state = chess.start().expect("a state");
        let table = Table::from_values(&state, &seats, &settings).expect("a table");
        engine
            .attend(&table, SeatRef::read("black"))
            .expect("it sits");
        for (plies, text) in [(2, "e2e4"), (4, "a2a3")] {
            let played = table.call("commit", &dict(json!({ "seat": "white", "move": text })));
            played.expect("a move");
            assert!(table.wait_quiet(None));
            assert_eq!(table.state().ply(), plies, "{go}");
        }
        let failures = failures(&table, "black");
        assert_eq!(failures.len(), 2, "{go}: {failures:?}");
        assert!(
            failures.iter().all(|f| why.iter().any(|w| f.contains(w))),
            "{go}: {failures:?}"
        );
    }
}

#[test]
fn a_program_sits_at_one_table_and_only_where_it_can_play() {
    let chess = game("chess");
    for name in ["blind", "jarls"] {
        let refused = start(Language::Uci, &["sh"], &[], &game(name));
        assert_eq!(kind(refused), ErrorKind::Unsupported, "{name}");
    }
    assert_eq!(
        kind(start(Language::Bei, &["sh"], &[], &chess)),
        ErrorKind::Unsupported
    );
    for command in [
        &[][..],
        &[""],
        &["/nowhere/at-all"],
        &["sh", "-c", "exit 1"],
    ] {
        let refused = start(Language::Uci, command, &[], &chess);
        assert_eq!(kind(refused), ErrorKind::InvalidOption, "{command:?}");
    }
    assert_eq!(kind("usi".parse::<Language>()), ErrorKind::InvalidOption);

    let engine = script("echo bestmove e7e5", ":", &chess);
    let own = json!({ "bot": "own", "delay": 0 });
    let seats = dict(json!({ "black": own, "white": { "bot": "random", "delay": 0 } }));
    let made = |name: &str| {
        let state = game(name).start().expect("a state");
        Table::from_values(&state, &seats, &dict(json!({ "seed": 1 }))).expect("a table")
    };
    let table = made("chess");
    let black = SeatRef::read("black");
    assert_eq!(
        kind(engine.attend(&made("crazyhouse"), black)),
        ErrorKind::InvalidOption
    );
    assert_eq!(
        kind(engine.attend(&table, SeatRef::read("white"))),
        ErrorKind::Unsupported
    );
    // What was refused did not take its seat.
    engine.attend(&table, black).expect("it sits");
    assert_eq!(
        kind(engine.attend(&made("chess"), black)),
        ErrorKind::BotBusy
    );
    table.close();
    let next = made("chess");
    engine
        .attend(&next, black)
        .expect("the other table is closed");
    engine.close();
    assert_eq!(
        kind(engine.attend(&made("chess"), black)),
        ErrorKind::BotFailed
    );
    // Who is asked after it has been closed is replaced.
    let seats = dict(json!({ "black": own }));
    let state = chess.start().expect("a state");
    let table = Table::from_values(&state, &seats, &dict(json!({ "seed": 1 }))).expect("a table");
    let engine = script("echo bestmove e7e5", ":", &chess);
    engine.attend(&table, black).expect("it sits");
    engine.close();
    table
        .call("commit", &dict(json!({ "seat": "white", "move": "e2e4" })))
        .expect("a move");
    assert!(table.wait_quiet(None));
    assert_eq!(table.state().ply(), 2);
    assert_eq!(failures(&table, "black"), ["the program was closed"]);
}

/// The other board stands still, so that the moves do not depend on whose threads are faster.
#[test]
fn a_program_plays_one_board_of_two() {
    let game = game("bughouse");
    let engine = ours("ubi", &[], &game);
    let own = json!({ "bot": "own", "nodes": 30, "delay": 0 });
    let seats = Dict::from_iter([(game.seats()[0].clone(), own)]);
    let start = game.start().expect("a state");
    let table = Table::from_values(&start, &seats, &dict(json!({ "seed": 1 }))).expect("a table");
    engine.attend(&table, SeatRef::Index(0)).expect("it sits");
    for plies in [1, 3, 5, 7] {
        until(&table, |table| table.state().ply() == plies);
        let black = SeatRef::Index(1);
        let moves = table.state().legal_moves(Some(black), None).expect("moves");
        let Some(text) = moves.first() else { break };
        let told = dict(json!({ "seat": 1, "move": text }));
        table.call("commit", &told).expect("a move");
    }
    assert!(table.state().ply() > 4);
    assert_eq!(failures(&table, &game.seats()[0]), Vec::<String>::new());
}

/// Words of a program are heard by its partner at once, and those of the partner reach it.
#[test]
fn programs_talk_to_their_partners() -> Result<(), Error> {
    let game = game("bughouse");
    let partner = |seat: &str| -> Result<String> {
        let seat = game.seat(SeatRef::read(seat))?;
        let other = game
            .team(seat)
            .without(seat)
            .iter()
            .next()
            .expect("a partner");
        Ok(game.seats()[other.index()].clone())
    };
    let seat = game.seats()[0].clone();
    let partner = partner(&seat)?;
    // It repeats what it has heard, and moves.
    let engine = script(
        r#"echo "teammsg heard ${said#partnermsg }"; echo bestmove board A e2e4"#,
        ":",
        &game,
    );
    let own = json!({ "bot": "own", "delay": 0 });
    let seats = Dict::from_iter([(seat.clone(), own)]);
    let table = Table::from_values(&game.start()?, &seats, &dict(json!({ "seed": 1 })))?;
    table.call(
        "message",
        &dict(json!({ "seat": partner, "text": "need knight" })),
    )?;
    engine.attend(&table, SeatRef::read(&seat))?;
    assert!(table.wait_quiet(None));
    let said: Vec<_> = events(&table, &partner)
        .into_iter()
        .filter(|event| event["kind"] == "message")
        .map(|event| (event["seat"].clone(), event["text"].clone()))
        .collect();
    assert_eq!(
        said,
        [
            (json!(partner), json!("need knight")),
            (json!(seat), json!("heard need knight")),
        ]
    );
    assert_eq!(table.state().moves(None)?.len(), 1);
    Ok(())
}
