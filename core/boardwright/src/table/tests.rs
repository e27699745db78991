//! The scenarios that all languages share, and games of bots that are saved and
//! loaded on the way. Timing and threads are tested through the same calls that
//! hosts make.

use contract::bot::Decision;
use contract::rng::Rng;
use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::json;

use super::own_tests::OwnBots;
use super::*;
use crate::host::{self, Bot, Limits, Subject, Work};
use crate::registry;

pub(crate) const PATIENCE: Option<Duration> = Some(Duration::from_secs(600));

pub(crate) fn dict(value: &Value) -> Dict {
    value.as_object().cloned().unwrap_or_default()
}

pub(super) fn call(table: &Table, name: &str, args: Value) -> Value {
    table.call(name, &dict(&args)).unwrap()
}

/// Returns true if all that is expected is present; lists must have the expected length.
pub(crate) fn covers(got: &Value, expected: &Value) -> bool {
    match (got, expected) {
        (Value::Object(got), Value::Object(expected)) => expected
            .iter()
            .all(|(name, value)| got.get(name).is_some_and(|g| covers(g, value))),
        (Value::Array(got), Value::Array(expected)) => {
            got.len() == expected.len() && got.iter().zip(expected).all(|(g, e)| covers(g, e))
        }
        _ => got == expected,
    }
}

fn run(scenario: &Value) {
    let name = scenario["name"].as_str().unwrap();
    let game = Game::new(
        scenario["game"].as_str().unwrap(),
        &dict(&scenario["options"]),
    )
    .unwrap();
    let state = match scenario["position"].as_str() {
        None => game.start(),
        Some(text) => game.parse(text, &[]),
    };
    let (seats, settings) = (dict(&scenario["seats"]), dict(&scenario["settings"]));
    let mut table = Table::from_values(&state.unwrap(), &seats, &settings).unwrap();
    let mut own = OwnBots::at(&table);
    for step in scenario["steps"].as_array().unwrap() {
        if step["wait"] == true {
            assert!(table.wait_quiet(PATIENCE), "{name}: a bot is stuck");
            continue;
        }
        if step["save_load"] == true {
            let saved = call(&table, "save", json!({}));
            table = Table::load(saved.as_str().unwrap()).unwrap();
            own = OwnBots::at(&table);
            continue;
        }
        if step["decide"].is_object() {
            decide(name, table.state(), &step["decide"]);
            continue;
        }
        if step["question"].is_object() {
            own.question(name, &step["question"]);
            continue;
        }
        if step["held"].is_object() {
            own.held(name, &step["held"]);
            continue;
        }
        let result = table.call(step["call"].as_str().unwrap(), &dict(&step["args"]));
        match (result, step["error"].as_str()) {
            (Err(error), Some(code)) => assert_eq!(error.code(), code, "{name}: {step}: {error}"),
            (Err(error), None) => panic!("{name}: {step}: {error}"),
            (Ok(got), Some(_)) => panic!("{name}: {step}: no error but {got}"),
            (Ok(got), None) => {
                assert!(
                    step["expect"].is_null() || covers(&got, &step["expect"]),
                    "{name}: {step}: {got}"
                );
                if let Some(kinds) = step["kinds"].as_array() {
                    let events = got["events"].as_array().unwrap();
                    let got: Vec<_> = events.iter().map(|e| e["kind"].clone()).collect();
                    assert_eq!(&got, kinds, "{name}: {step}");
                }
                if let Some(event) = step.get("includes") {
                    let events = got["events"].as_array().unwrap();
                    let found = events.iter().any(|got| covers(got, event));
                    assert!(found, "{name}: {step}: {got}");
                }
                if let Some(event) = step.get("excludes") {
                    let events = got["events"].as_array().unwrap();
                    let found = events.iter().any(|got| covers(got, event));
                    assert!(!found, "{name}: {step}: {got}");
                }
            }
        }
        if step["call"] == "take_over" && step["error"].is_null() {
            own.attend(&table, step["args"]["seat"].as_str().unwrap());
        }
    }
}

/// Has a bot decide without a table.
fn decide(name: &str, state: State, step: &Value) {
    let game = state.game();
    let bot = Bot::new(
        step["bot"].as_str().unwrap(),
        game.name(),
        &dict(&step["options"]),
        1,
    );
    let observation = state.observe(host::SeatRef::Name(step["seat"].as_str().unwrap()));
    let limits = Limits::read(&dict(&step["limits"])).unwrap();
    let observation = observation.unwrap();
    let decided = bot
        .unwrap()
        .decide(&Subject::Observation(&observation), limits);
    match (decided.and_then(Work::wait), step["error"].as_str()) {
        (Err(error), code) => assert_eq!(Some(error.code()), code, "{name}: {step}: {error}"),
        (Ok(got), Some(_)) => panic!("{name}: {step}: no error but {got:?}"),
        (Ok(got), None) => {
            let got = contract::value::to_value(&got).unwrap();
            assert!(covers(&got, &step["expect"]), "{name}: {step}: {got}");
        }
    }
}

/// Runs the scenarios of a file, which all languages share.
pub(super) fn run_all(file: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/scenarios");
    let text = fs::read_to_string(folder.join(file)).unwrap();
    let scenarios: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert!(scenarios.len() > 5);
    for scenario in &scenarios {
        // Some of them are of games that exist in test builds alone.
        let known = registry::find(scenario["game"].as_str().unwrap()).is_ok();
        if known || cfg!(feature = "test-games") {
            run(scenario);
        }
    }
}

#[test]
fn the_shared_scenarios() {
    run_all("tables.json");
}

#[test]
fn the_shared_scenarios_of_partners() {
    run_all("partners.json");
}

fn bots(game: &Game, seed: u64) -> Dict {
    game.seats()
        .iter()
        .enumerate()
        .map(|(i, name)| {
            (
                name.clone(),
                json!({ "bot": "random", "seed": seed + i as u64 }),
            )
        })
        .collect()
}

/// Settings under which a table draws the same in every run.
fn seeded() -> Dict {
    dict(&json!({ "seed": 1 }))
}

/// Returns the part that must be the same in every run: the end of the game and the events of each
/// seat. Where several seats are live at once, the order of their bots' answers may differ.
fn story(table: &Table) -> Value {
    let revealed = call(table, "reveal", json!({}));
    let heard: Vec<_> = revealed["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| seat["events"].clone())
        .collect();
    json!([revealed["notation"], revealed["outcome"], heard])
}

#[test]
fn games_of_bots_end_and_repeat_themselves() {
    for entry in registry::GAMES {
        let game = Game::new(entry.info().name, &Dict::new()).unwrap();
        for seed in 0..5 {
            let play = || {
                let seats = bots(&game, seed);
                let state = game.start().unwrap();
                let table = Table::from_values(&state, &seats, &seeded()).unwrap();
                assert!(table.wait_quiet(PATIENCE));
                table
            };
            let (one, two) = (play(), play());
            if call(&one, "outcome", json!({})).is_null() {
                // A single board of bughouse may wait for a piece for ever.
                assert!(one.lock().live().is_empty(), "{}", game.name());
                continue;
            }
            // Where several are live and each hears of every move, the order in which
            // their bots answer is part of the game.
            let together = game.start().unwrap().live().len() > 1;
            if !together || game.hidden() {
                assert_eq!(story(&one), story(&two), "{}", game.name());
            }
        }
    }
}

#[test]
fn a_game_saved_at_any_moment_goes_on_to_the_same_end() {
    for entry in registry::GAMES {
        let game = Game::new(entry.info().name, &Dict::new()).unwrap();
        for seed in 0..5 {
            let mut rng = Rng::new(seed);
            let state = game.start().unwrap();
            let whole = Table::from_values(&state, &Dict::new(), &seeded()).unwrap();
            let mut cut = Table::from_values(&state, &Dict::new(), &seeded()).unwrap();
            for _ in 0..300 {
                let live = whole.lock().live();
                let Some(seat) = live.iter().next() else {
                    break;
                };
                let seat = seat.index();
                let moves = call(&whole, "candidates", json!({ "seat": seat }));
                let moves = moves.as_array().unwrap();
                let text = &moves[rng.below(moves.len() as u32) as usize];
                let args = json!({ "seat": seat, "move": text });
                assert_eq!(
                    call(&whole, "commit", args.clone()),
                    call(&cut, "commit", args)
                );
                if rng.below(10) == 0 {
                    let saved = call(&cut, "save", json!({}));
                    cut = Table::load(saved.as_str().unwrap()).unwrap();
                    assert_eq!(call(&cut, "save", json!({})), saved);
                }
            }
            for seat in 0..game.seats().len() {
                let events = |t: &Table| call(t, "events", json!({ "seat": seat }));
                assert_eq!(events(&whole), events(&cut));
                let view = |t: &Table| call(t, "view", json!({ "seat": seat }));
                assert_eq!(view(&whole), view(&cut));
            }
            assert_eq!(
                call(&whole, "save", json!({})),
                call(&cut, "save", json!({}))
            );
        }
    }
}

#[test]
fn listeners_hear_of_changes_and_a_closed_table_is_still() {
    use std::sync::atomic::AtomicUsize;
    let state = host::start("chess", &Dict::new()).unwrap();
    let table = Table::from_values(&state, &Dict::new(), &Dict::new()).unwrap();
    let heard = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&heard);
    let id = table.listen(Box::new(move || {
        count.fetch_add(1, Ordering::Relaxed);
    }));
    call(&table, "commit", json!({ "seat": "white", "move": "e2e4" }));
    call(&table, "view", json!({ "seat": "white" }));
    assert_eq!(heard.load(Ordering::Relaxed), 1);
    table.unlisten(id);
    call(&table, "commit", json!({ "seat": "black", "move": "e7e5" }));
    assert_eq!(heard.load(Ordering::Relaxed), 1);
    let fill = json!({ "seat": "white", "occupant": { "bot": "random", "delay": 3_600_000 } });
    call(&table, "take_over", fill);
    assert!(!table.is_quiet());
    table.close();
    assert!(table.is_quiet());
    let view = call(&table, "view", json!({ "seat": "black" }));
    assert_eq!(view["ply"], 2);
}

#[test]
fn quiet_is_told_once_and_to_everybody() {
    use std::sync::mpsc;
    let state = host::start("crazyhouse", &Dict::new()).unwrap();
    let game = state.game();
    let table = Table::from_values(&state, &bots(&game, 1), &Dict::new()).unwrap();
    let (send, told) = mpsc::channel();
    for i in 0..3 {
        let send = send.clone();
        table.on_quiet(move || send.send(i).unwrap());
    }
    drop(send);
    let mut told: Vec<i32> = told.iter().collect();
    told.sort_unstable();
    assert_eq!(told, [0, 1, 2]);
    assert!(!call(&table, "outcome", json!({})).is_null());
}

#[test]
fn settings_and_seats_that_make_no_sense_are_refused() {
    let state = host::start("chess", &Dict::new()).unwrap();
    for (seats, settings) in [
        (json!({ "green": "human" }), json!({})),
        (json!({ "white": "cat" }), json!({})),
        (json!({ "white": { "bot": "nobody" } }), json!({})),
        (
            json!({ "white": { "bot": "random", "speed": 3 } }),
            json!({}),
        ),
        (
            json!({ "white": { "bot": "random", "delay": -1 } }),
            json!({}),
        ),
        (json!({}), json!({ "clock": 5 })),
        (json!({}), json!({ "clock": { "increment": 5 } })),
        (json!({}), json!({ "clock": { "base": 5, "bonus": 5 } })),
        (json!({}), json!({ "grace": "long" })),
        (json!({}), json!({ "colour": "green" })),
        (json!({}), json!({ "on_cap": "cry" })),
        (json!({}), json!({ "options": { "seed": 1 } })),
        (json!({}), json!({ "now": "today" })),
        (json!({}), json!({ "attempt_cap": -1 })),
        (json!({ "white": "human", "0": "empty" }), json!({})),
    ] {
        let error = Table::from_values(&state, &dict(&seats), &dict(&settings)).unwrap_err();
        assert!(
            matches!(error.code(), "invalid_option" | "unknown_bot"),
            "{seats} {settings}: {error}"
        );
    }
    let none = Dict::new();
    let misplaced = Table::start("blind", &none, &none, &dict(&json!({ "rules": "fog" })));
    assert_eq!(
        misplaced.unwrap_err().message(),
        "a table has no option \"rules\": blind has it, whose options go into `options`"
    );
    for text in ["", "{}", "[]", r#"{"format":"boardwright-table"}"#] {
        assert_eq!(Table::load(text).unwrap_err().code(), "invalid_notation");
    }
}

/// A chess table whose white seat is a bot's.
fn with_white(occupant: Value) -> Table {
    let game = Game::new("chess", &Dict::new()).unwrap();
    let seats = dict(&json!({ "white": occupant }));
    Table::from_values(&game.start().unwrap(), &seats, &Dict::new()).unwrap()
}

/// The jobs of a table that were not asked to stop.
fn at_work(caller: u64) -> usize {
    let own = |job: &&jobs::Listed| job.caller == caller && !job.cancelled;
    jobs::list().iter().filter(own).count()
}

#[test]
fn the_searches_of_a_table_end_with_it() {
    let thinks = json!({ "bot": "search", "movetime": 3_600_000, "delay": 0 });
    let ends: [fn(Table); 4] = [
        drop,
        |table| {
            // Neither a second handle nor one that does not keep it keeps it.
            let (second, weak) = (table.clone(), table.downgrade());
            drop(table);
            assert!(weak.upgrade().is_some());
            drop(second);
            assert!(weak.upgrade().is_none());
        },
        |table| {
            let caller = table.0.caller;
            table.close();
            assert_eq!(at_work(caller), 0);
        },
        |table| {
            let caller = table.0.caller;
            call(&table, "resign", json!({ "seat": "black" }));
            assert_eq!(at_work(caller), 0);
        },
    ];
    for end in ends {
        let table = with_white(thinks.clone());
        let caller = table.0.caller;
        assert_eq!(at_work(caller), 1);
        end(table);
        assert_eq!(at_work(caller), 0);
    }
}

#[test]
fn an_answer_that_is_held_back_goes_with_its_table() {
    let slow = json!({ "bot": "random", "delay": 3_600_000 });
    let timer = |table: &Table| {
        let inner = table.lock();
        let asked = inner.places[0].asked.as_ref();
        asked.and_then(|asked| asked.timer.as_ref().map(jobs::Timer::probe))
    };
    let ends: [fn(Table); 3] = [
        drop,
        |table| table.close(),
        |table| {
            call(&table, "resign", json!({ "seat": "black" }));
        },
    ];
    for end in ends {
        let table = with_white(slow.clone());
        let waits = loop {
            match timer(&table) {
                Some(waits) => break waits,
                None => std::thread::yield_now(),
            }
        };
        assert!(waits());
        // Whoever has set the timer may still have the table in hand.
        while Arc::strong_count(&table.0) > 1 {
            std::thread::yield_now();
        }
        end(table);
        assert!(!waits());
    }
}

/// The games with all that makes a difference to what a seat is shown.
fn shown_games() -> Vec<Game> {
    let mut games: Vec<_> = registry::GAMES
        .iter()
        .map(|entry| (entry.info().name, json!({})))
        .collect();
    games.push((
        "jarls",
        json!({ "players": 3, "fog": true, "starvation": true, "seed": 77 }),
    ));
    games.push(("boost", json!({ "identifier": "boost-7-7-3-8-2" })));
    for rules in ["vanilla", "rbc", "fog", "crazykrieg"] {
        games.push(("blind", json!({ "rules": rules })));
    }
    games
        .into_iter()
        .map(|(name, options)| Game::new(name, &dict(&options)).unwrap())
        .collect()
}

#[test]
fn a_view_adds_to_what_the_game_shows_and_writes_over_nothing() {
    // In these the table knows of ends that are none of the rules.
    let same = ["seat", "outcome", "live", "to_move"];
    for game in shown_games() {
        let state = game.start().unwrap();
        let table = Table::from_values(&state, &Dict::new(), &Dict::new()).unwrap();
        for seat in 0..game.seats().len() {
            let shown = state.describe(Some(crate::host::SeatRef::Index(seat as i64)));
            let shown = dict(&shown.unwrap());
            let view = dict(&call(&table, "view", json!({ "seat": seat })));
            for (key, value) in shown
                .iter()
                .filter(|(key, _)| !same.contains(&key.as_str()))
            {
                assert_ne!(key, views::TABLE, "{game:?}");
                // The log of a seat stands in its events.
                let value = Some(value).filter(|_| key != "log" || !game.hidden());
                assert_eq!(view.get(key), value, "{game:?}: {key}");
            }
            for key in ["status", "players", "draw_offer", "next_seq"] {
                assert!(view[views::TABLE].get(key).is_some(), "{game:?}: {key}");
            }
        }
    }
}

#[test]
fn no_seat_is_shown_a_seed() {
    for game in shown_games() {
        let state = game.start().unwrap();
        let table = Table::from_values(&state, &Dict::new(), &Dict::new()).unwrap();
        for seat in 0..game.seats().len() {
            let observation = state.observe_seat(Seat(seat as u8)).unwrap();
            for shown in [
                observation.describe().unwrap(),
                call(&table, "view", json!({ "seat": seat })),
            ] {
                assert!(shown["options"].is_object(), "{game:?}");
                assert!(shown["options"]["seed"].is_null(), "{game:?}");
            }
            // Nor can whoever has what a seat knows start the same game again.
            if game.hidden() && game.options().contains_key("seed") {
                assert_ne!(observation.game().options(), game.options());
                let again = observation.game().start().unwrap();
                assert_ne!(again.notation(), state.notation());
            }
        }
    }
}

fn saved(table: &Table) -> Value {
    let saved = call(table, "save", json!({}));
    serde_json::from_str(saved.as_str().unwrap()).unwrap()
}

#[test]
fn seeds_that_nobody_gave_are_drawn_and_saved_and_given_ones_are_kept() {
    let state = host::start("blind", &Dict::new()).unwrap();
    let seats = json!({
        "white": { "bot": "casual", "delay": 3_600_000 },
        "black": { "bot": "casual", "seed": 5, "delay": 3_600_000 },
    });
    let table = |settings: Value| {
        let table = Table::from_values(&state, &dict(&seats), &dict(&settings)).unwrap();
        let saved = saved(&table);
        table.close();
        let bot = |i: usize| saved["places"][i]["occupant"]["seed"].as_u64().unwrap();
        assert_eq!(bot(1), 5);
        (saved["settings"]["seed"].as_u64().unwrap(), bot(0))
    };
    let (one, other) = (table(json!({})), table(json!({})));
    assert_ne!(one.0, other.0);
    assert_ne!(one.1, other.1);
    assert_eq!(table(json!({ "seed": 9 })), table(json!({ "seed": 9 })));
    // So is the terrain of a game that a table starts by its name.
    let fog = |terrain: Value, settings: Value| {
        let options = json!({ "fog": true, "level": "chaotic", "players": 3, "seed": terrain });
        let settings = dict(&settings);
        let table = Table::start("jarls", &dict(&options), &Dict::new(), &settings).unwrap();
        saved(&table)["start"].clone()
    };
    let (own, given) = (Value::Null, json!({ "seed": 9 }));
    assert_ne!(fog(own.clone(), json!({})), fog(own.clone(), json!({})));
    assert_eq!(
        fog(own.clone(), given.clone()),
        fog(own.clone(), given.clone())
    );
    assert_ne!(
        fog(own.clone(), given.clone()),
        fog(own, json!({ "seed": 10 }))
    );
    assert_eq!(fog(7.into(), json!({})), fog(7.into(), given));
}

#[test]
fn a_table_that_was_closed_is_saved_with_its_bots() {
    let state = host::start("chess", &Dict::new()).unwrap();
    let seats = json!({ "white": { "bot": "random", "seed": 3, "delay": 3_600_000 } });
    let table = Table::from_values(&state, &dict(&seats), &Dict::new()).unwrap();
    let before = saved(&table);
    table.close();
    assert!(table.is_quiet());
    assert_eq!(saved(&table), before);
    let view = call(&table, "view", json!({ "seat": "white" }));
    assert_eq!(view["table"]["players"][0]["bot"], "random");
    // Nothing that is done to it afterwards has a bot asked.
    call(&table, "offer_draw", json!({ "seat": "black" }));
    assert!(table.is_quiet());
}

#[test]
fn a_bot_that_moves_first_knows_its_clock() {
    let game = Game::new("chess", &Dict::new()).unwrap();
    let state = game.start().unwrap();
    let clocks = |now: Value| {
        let settings = json!({ "clock": { "base": 500 }, "now": now, "seed": 1 });
        let settings = TableSettings::read(&dict(&settings)).unwrap();
        let now = settings.now;
        let bot = occupant(&game, "white", &json!({ "bot": "search" }), 0).unwrap();
        let places = vec![SeatSlot::new(bot), SeatSlot::new(Occupant::Human)];
        let mut inner = TableState::new(game.clone(), state.clone(), settings, places);
        inner.settle(now);
        let orders = inner.orders();
        assert_eq!(orders.len(), 1);
        let clocks = orders[0].limits.clocks.iter();
        (
            clocks.map(|c| c.remaining.as_millis()).collect::<Vec<_>>(),
            orders[0].at,
        )
    };
    assert_eq!(clocks(7_000.into()), (vec![500, 500], 7_000));
    // A host that has not told the time yet has a bot that does not take for ever.
    assert_eq!(clocks(Value::Null), (vec![500, 500], 0));
}

/// A position in which the bot of white is refused four times, and nobody else hears it.
const REFUSALS: &str = "4k3/8/8/8/7b/8/5P2/4K3 w - - 0 1";

#[test]
fn refused_attempts_lie_within_the_one_delay_of_a_turn() {
    use std::sync::mpsc;
    const HOUR: u64 = 3_600_000;
    let state = host::parse("blind", REFUSALS, &[], &Dict::new()).unwrap();
    let table = Table::from_values(&state, &Dict::new(), &Dict::new()).unwrap();
    let (send, changes) = mpsc::channel();
    table.listen(Box::new(move || {
        let _ = send.send(());
    }));
    let bot = json!({ "bot": "casual", "seed": 0, "delay": HOUR });
    call(
        &table,
        "take_over",
        json!({ "seat": "white", "occupant": bot }),
    );
    let turn = table.lock().places[0].turn.unwrap();
    assert_eq!(turn.1, HOUR);
    // All four come at once although the delay is an hour.
    let tries = |table: &Table| {
        let events = call(table, "events", json!({ "seat": "white", "since": 0 }));
        let events = events["events"].as_array().unwrap().clone();
        events.iter().filter(|e| e["kind"] == "rejected").count()
    };
    while tries(&table) < 4 {
        changes.recv_timeout(Duration::from_secs(600)).unwrap();
    }
    let inner = table.lock();
    // The move is due an hour after the turn began, not after the last attempt.
    assert_eq!(inner.places[0].turn, Some(turn));
    assert!(!inner.is_quiet());
    assert_eq!(inner.line.moves(), 0);
    drop(inner);
    table.close();
}

#[test]
fn only_an_answer_that_ends_the_turn_is_held_back_and_for_what_is_left() {
    let game = Game::new("blind", &Dict::new()).unwrap();
    let state = game.parse(REFUSALS, &[]).unwrap();
    let settings = TableSettings::read(&dict(&json!({ "seed": 1, "retry_cap": 1 }))).unwrap();
    let bot = json!({ "bot": "casual", "delay": 1_000 });
    let bot = occupant(&game, "white", &bot, 0).unwrap();
    let places = vec![SeatSlot::new(bot), SeatSlot::new(Occupant::Human)];
    let mut inner = TableState::new(game, state, settings, places);
    let orders = inner.orders();
    let left = |spent| orders[0].left(Duration::from_millis(spent));
    assert_eq!(left(0), Duration::from_millis(1_000));
    assert_eq!(left(400), Duration::from_millis(600));
    assert_eq!(left(5_000), Duration::ZERO);
    let white = Seat(0);
    let ends = |inner: &TableState, text: &str| inner.would_end_turn(white, text, None);
    assert!(ends(&inner, "e1d1"));
    assert!(!ends(&inner, "f2f3"));
    assert!(!ends(&inner, "touch:e1"));
    inner.decided(white, Decision::plain("f2f3".to_owned()), None, false);
    // At the cap the table moves for it, and that is seen.
    assert!(ends(&inner, "f2f4"));
}

#[test]
fn what_is_kept_of_a_refused_attempt_is_small_and_views_and_events_are_bounded() {
    let state = host::start("blind", &Dict::new()).unwrap();
    let settings = json!({ "attempt_cap": 100_000 });
    let table = Table::from_values(&state, &Dict::new(), &dict(&settings)).unwrap();
    let legal = state.legal_moves(None, None).unwrap();
    let squares = || (b'1'..=b'8').flat_map(|r| (b'a'..=b'h').map(move |f| [f, r]));
    let name = |s: [u8; 2]| String::from_utf8(s.to_vec()).unwrap();
    let tries = squares().flat_map(|a| squares().map(move |b| (a, b)));
    let mut tries = tries
        .filter(|(a, b)| a != b)
        .map(|(a, b)| name(a) + &name(b));
    let mut more = |count: usize| {
        let mut tries = tries.by_ref().filter(|text| !legal.contains(text));
        for _ in 0..count {
            let args = json!({ "seat": "white", "move": tries.next().unwrap() });
            assert!(call(&table, "commit", args)["refused"].is_string());
        }
        let history = table.lock().state.save().unwrap().len();
        (
            call(&table, "save", json!({})).as_str().unwrap().len(),
            history,
        )
    };
    let (first, second, third) = (more(100), more(500), more(500));
    for (table, state) in [
        (second.0 - first.0, second.1 - first.1),
        (third.0 - second.0, third.1 - second.1),
    ] {
        assert!(table < 500 * 400, "{table} bytes");
        assert!(state < 500 * 100, "{state} bytes");
    }
    let view = call(&table, "view", json!({ "seat": "white" }));
    assert!(view.get("log").is_none() && view["table"].get("events").is_none());
    let view = call(&table, "view", json!({ "seat": "white", "since": 10 }));
    let log = view["table"]["events"]["events"].as_array().unwrap();
    assert_eq!((log.len(), &log[999]["seq"]), (1_000, &json!(1_009)));
    assert_eq!(log[999]["ply"], 0);
    let mut since = 0;
    let mut all = 0;
    loop {
        let page = call(&table, "events", json!({ "seat": "white", "since": since }));
        let events = page["events"].as_array().unwrap();
        assert!(events.len() <= 1_000);
        all += events.len() as u64;
        since = page["next"].as_u64().unwrap();
        assert_eq!(since, all);
        if page["more"] == false {
            break;
        }
    }
    assert_eq!(view["table"]["next_seq"], all);
    call(&table, "resign", json!({ "seat": "white" }));
    let page = |since: u64| call(&table, "reveal", json!({ "since": since }));
    let pages = [page(0), page(1_000), page(2_000)];
    let count = |list: fn(&Value) -> &Value| {
        let all = pages.iter().map(|page| list(page).as_array().unwrap());
        all.map(|list| {
            assert!(list.len() <= 1_000);
            list.len() as u64
        })
        .sum::<u64>()
    };
    assert_eq!(count(|page| &page["moves"]), 1_100);
    let told = call(&table, "view", json!({ "seat": "white" }))["table"]["next_seq"].clone();
    assert_eq!(count(|page| &page["seats"][0]["events"]), told);
    assert_eq!(pages[2]["next"], told);
    assert_eq!([0, 1, 2].map(|i| &pages[i]["more"]), [true, true, false]);
    assert!(format!("{table:?}").contains(" 0 plies"), "{table:?}");
}

#[test]
fn where_turns_are_hidden_a_seat_sees_no_clock_but_its_own() {
    let clocks = |starvation: bool, seat: usize| {
        let options = json!({ "players": 3, "fog": true, "starvation": starvation });
        let state = host::start("jarls", &dict(&options)).unwrap();
        let settings = json!({ "clock": { "base": 1_000 }, "now": 0 });
        let table = Table::from_values(&state, &Dict::new(), &dict(&settings)).unwrap();
        let view = call(&table, "view", json!({ "seat": seat }));
        let players = view["table"]["players"].as_array().unwrap().clone();
        players
            .iter()
            .map(|p| p["clock"].clone())
            .collect::<Value>()
    };
    assert_eq!(clocks(true, 1), json!([null, 1_000, null]));
    assert_eq!(clocks(false, 1), json!([1_000, 1_000, 1_000]));
}

/// Events of a seat do not count the moves of others that it does not hear of.
#[test]
fn events_count_no_moves_that_a_seat_does_not_hear_of() {
    for (name, counts) in [
        ("phantom-tic-tac-toe", false),
        ("blind", true),
        ("chess", true),
    ] {
        let state = Game::new(name, &Dict::new()).unwrap().start().unwrap();
        let table = Table::from_values(&state, &Dict::new(), &Dict::new()).unwrap();
        for mover in [0, 1] {
            let tries = call(&table, "candidates", json!({ "seat": mover }));
            call(&table, "commit", json!({ "seat": mover, "move": tries[0] }));
        }
        let told = call(&table, "view", json!({ "seat": 1, "since": 0 }));
        let told = told["table"]["events"]["events"]
            .as_array()
            .unwrap()
            .clone();
        assert!(told.len() > 1, "{name}");
        assert!(
            told.iter().all(|event| event["ply"].is_u64() == counts),
            "{name}"
        );
        let all = call(&table, "referee_events", json!({}));
        let all = all["events"].as_array().unwrap();
        assert!(all.iter().all(|event| event["ply"].is_u64()), "{name}");
    }
}
