//! The scenarios that all languages share, and games of bots that are saved and
//! loaded on the way. Timing and threads are tested through the same calls that
//! hosts make.

use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::json;

use super::*;
use crate::rim;

const PATIENCE: Option<Duration> = Some(Duration::from_secs(60));

fn dict(value: &Value) -> Dict {
    value.as_object().cloned().unwrap_or_default()
}

fn call(table: &Table, name: &str, args: Value) -> Value {
    table.call(name, &dict(&args)).unwrap()
}

/// Whether all that is expected is there; lists must be as long as expected.
fn covers(got: &Value, expected: &Value) -> bool {
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
    for step in scenario["steps"].as_array().unwrap() {
        if step["wait"] == true {
            assert!(table.wait_quiet(PATIENCE), "{name}: a bot is stuck");
            continue;
        }
        if step["save_load"] == true {
            let saved = call(&table, "save", json!({}));
            table = Table::load(saved.as_str().unwrap()).unwrap();
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
            }
        }
    }
}

#[test]
fn the_shared_scenarios() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/scenarios/tables.json");
    let scenarios: Vec<Value> = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    assert!(scenarios.len() > 20);
    for scenario in &scenarios {
        // Some of them are of games that exist in test builds alone.
        let known = registry::find(scenario["game"].as_str().unwrap()).is_ok();
        if known || cfg!(feature = "test-games") {
            run(scenario);
        }
    }
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

/// What must be the same in every run: how it ended and what each seat heard.
/// Where several seats are live at once, whose bot answers first may differ.
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
                let table = Table::from_values(&state, &seats, &Dict::new()).unwrap();
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
            let together = game.start().unwrap().live().unwrap().len() > 1;
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
            let whole = Table::from_values(&state, &Dict::new(), &Dict::new()).unwrap();
            let mut cut = Table::from_values(&state, &Dict::new(), &Dict::new()).unwrap();
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
    let state = rim::start("chess", &Dict::new()).unwrap();
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
    let state = rim::start("crazyhouse", &Dict::new()).unwrap();
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
    let state = rim::start("chess", &Dict::new()).unwrap();
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
    ] {
        let error = Table::from_values(&state, &dict(&seats), &dict(&settings)).unwrap_err();
        assert!(
            matches!(error.code(), "invalid_option" | "unknown_bot"),
            "{seats} {settings}: {error}"
        );
    }
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
        end(table);
        assert!(!waits());
    }
}
