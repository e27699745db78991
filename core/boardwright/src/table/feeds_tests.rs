//! Feeds of spectators and referees in random games of everything that is registered.

use contract::rng::Rng;
use serde_json::json;

use super::tests::{call, dict};
use super::*;
use crate::registry;

/// Returns all events of a feed.
fn all(table: &Table, name: &str, args: Value) -> Vec<Value> {
    let mut args = dict(&args);
    let mut events = Vec::new();
    loop {
        args.insert("since".into(), events.len().into());
        let told = table.call(name, &args).unwrap();
        events.extend(told["events"].as_array().unwrap().iter().cloned());
        if told["more"] == false {
            return events;
        }
    }
}

/// Returns events without their numbers, those of moves as well, and without who heard of them.
fn bare(events: &[Value]) -> Vec<Value> {
    let bare = |event: &Value| {
        let mut event = dict(event);
        event.shift_remove("seq");
        event.shift_remove("ply");
        event.shift_remove("heard_by");
        Value::Object(event)
    };
    events.iter().map(bare).collect()
}

fn heard_by(events: &[Value], seat: &str) -> Vec<Value> {
    let heard = |event: &&Value| {
        event["heard_by"]
            .as_array()
            .unwrap()
            .iter()
            .any(|to| to == seat)
    };
    bare(&events.iter().filter(heard).cloned().collect::<Vec<_>>())
}

fn check(table: &Table, game: &Game, delay: Option<u64>, seen: &mut Vec<Value>) {
    let referee = all(table, "referee_events", json!({}));
    for seat in game.seats() {
        let told = all(table, "events", json!({ "seat": seat }));
        assert_eq!(heard_by(&referee, seat), bare(&told), "{}", game.name());
    }
    let spectators = all(table, "spectator_events", json!({}));
    let view = call(table, "spectator_view", json!({}));
    assert_eq!(view["table"]["next_seq"], spectators.len());
    // What they were told is told to them for ever.
    assert_eq!(&spectators[..seen.len()], &seen[..], "{}", game.name());
    let ended = view["table"]["status"] == "ended";
    if game.hidden() && delay.is_none() && !ended {
        assert!(spectators.is_empty(), "{}", game.name());
        assert_eq!(view["shown"], false);
        let fields: Vec<_> = view.as_object().unwrap().keys().collect();
        assert_eq!(fields, ["outcome", "shown", "table"]);
    } else if ended || delay.is_none() {
        assert_eq!(view["shown"], true);
        assert_eq!(
            view["notation"],
            call(table, "referee_view", json!({}))["notation"]
        );
    }
    *seen = spectators;
}

#[test]
fn feeds_hold_what_seats_were_told_and_spectators_what_they_may_know() {
    for entry in registry::GAMES {
        let game = Game::new(entry.info().name, &Dict::new()).unwrap();
        let mut rng = Rng::derived(&[7]);
        for delay in [None, Some(0), Some(3)] {
            let settings = dict(&json!({ "seed": 1, "spectator_delay": delay }));
            let start = game.start().unwrap();
            let mut table = Table::from_values(&start, &Dict::new(), &settings).unwrap();
            let mut seen = Vec::new();
            for _ in 0..25 {
                let live = table.lock().live();
                let Some(seat) = live
                    .iter()
                    .nth(rng.below(live.len().max(1) as u32) as usize)
                else {
                    break;
                };
                let candidates = call(&table, "candidates", json!({ "seat": seat.0 }));
                let candidates = candidates.as_array().unwrap();
                if candidates.is_empty() {
                    break;
                }
                let text = &candidates[rng.below(candidates.len() as u32) as usize];
                call(&table, "commit", json!({ "seat": seat.0, "move": text }));
                check(&table, &game, delay, &mut seen);
            }
            let saved = call(&table, "save", json!({}));
            table = Table::load(saved.as_str().unwrap()).unwrap();
            check(&table, &game, delay, &mut seen);
            // Some have ended by themselves.
            let aborted = table.call("abort", &Dict::new());
            assert!(aborted.is_ok() || aborted.is_err_and(|e| e.code() == "game_over"));
            check(&table, &game, delay, &mut seen);
        }
    }
}

#[test]
fn a_table_saved_with_a_log_for_each_seat_is_read() {
    let settings = dict(&json!({ "seed": 1 }));
    let table = Table::start("blind", &Dict::new(), &Dict::new(), &settings).unwrap();
    for text in ["e2e5", "e2e4"] {
        call(&table, "commit", json!({ "seat": 0, "move": text }));
    }
    let saved = call(&table, "save", json!({}));
    let mut saved: Value = serde_json::from_str(saved.as_str().unwrap()).unwrap();
    let logs = ["white", "black"].map(|seat| {
        let events = all(&table, "events", json!({ "seat": seat }));
        let texts = bare(&events).into_iter().map(|event| event.to_string());
        texts.collect::<Vec<_>>()
    });
    saved["version"] = 1.into();
    saved["logs"] = json!(logs);
    saved.as_object_mut().unwrap().shift_remove("told");
    let loaded = Table::load(&saved.to_string()).unwrap();
    for seat in ["white", "black"] {
        // It has no moves counted.
        let events = |table| bare(&all(table, "events", json!({ "seat": seat })));
        assert_eq!(events(&loaded), events(&table));
    }
    call(&loaded, "commit", json!({ "seat": 1, "move": "e7e5" }));
    call(&loaded, "abort", json!({}));
    let told = all(&loaded, "spectator_events", json!({}));
    assert_eq!(
        told.first().map(|event| &event["kind"]),
        Some(&json!("attempted"))
    );
    // A log that is damaged says so.
    for damaged in [
        json!([[512, true, 0, "{}"]]),
        json!([[1, true, 0, "[]"]]),
        json!([[1, true, 2, "{}"], [1, true, 1, "{}"]]),
    ] {
        saved["version"] = 2.into();
        saved.as_object_mut().unwrap().shift_remove("logs");
        saved["told"] = damaged;
        let error = Table::load(&saved.to_string()).unwrap_err();
        assert_eq!(error.code(), "invalid_notation", "{error}");
        assert!(error.message().contains("logs"), "{error}");
    }
}

#[test]
fn a_follower_takes_each_event_once_and_in_order() {
    let settings = dict(&json!({ "seed": 1, "spectator_delay": 1 }));
    let table = Table::start("chess", &Dict::new(), &Dict::new(), &settings).unwrap();
    let follow = |args: Value| Follower::new(&table, &dict(&args)).unwrap();
    let followers = [
        (
            follow(json!({ "seat": "black", "since": 1 })),
            "events",
            json!({ "seat": 1 }),
            1,
        ),
        (
            follow(json!({ "feed": "spectators" })),
            "spectator_events",
            json!({}),
            0,
        ),
        (
            follow(json!({ "feed": "referee" })),
            "referee_events",
            json!({}),
            0,
        ),
    ];
    let mut taken = vec![Vec::new(); followers.len()];
    let mut take = || {
        for ((follower, ..), taken) in followers.iter().zip(&mut taken) {
            while let Some(told) = follower.take().unwrap() {
                assert!(!told.events.is_empty());
                taken.extend(told.events);
            }
        }
    };
    for (i, text) in ["e2e4", "e7e5", "g1f3", "b8c6"].into_iter().enumerate() {
        call(&table, "commit", json!({ "seat": i % 2, "move": text }));
        take();
    }
    call(&table, "resign", json!({ "seat": 0 }));
    take();
    take();
    for ((_, name, args, since), taken) in followers.iter().zip(taken) {
        assert_eq!(taken, all(&table, name, args.clone())[*since..]);
    }
    let refused = [
        json!({}),
        json!({ "seat": "white", "feed": "referee" }),
        json!({ "feed": "white" }),
        json!({ "seat": "green" }),
        json!({ "seat": "white", "since": -1 }),
        json!({ "seat": "white", "sicne": 1 }),
    ];
    for args in refused {
        let error = Follower::new(&table, &dict(&args)).unwrap_err();
        assert_eq!(error.code(), "invalid_option", "{args}: {error}");
    }
    assert!(followed(&table, &Dict::new()).unwrap().is_none());
    // One that comes too early waits, and one whose table is gone is told nothing.
    let early = follow(json!({ "seat": "white", "since": 1000 }));
    assert!(early.take().unwrap().is_none());
    drop(table);
    assert!(early.take().unwrap().is_none());
}

/// In blind chess the log of a seat and its events at a table are the same, and count alike.
#[test]
fn a_log_and_the_events_of_a_table_agree() {
    let game = Game::new("blind", &dict(&json!({ "rules": "wild16" }))).unwrap();
    let table = Table::from_values(&game.start().unwrap(), &Dict::new(), &Dict::new()).unwrap();
    let mut rng = Rng::new(3);
    for _ in 0..200 {
        let seat = call(&table, "view", json!({ "seat": 0 }))["to_move"].clone();
        let tries = call(&table, "candidates", json!({ "seat": seat }));
        let Some(tries) = tries.as_array().filter(|tries| !tries.is_empty()) else {
            break;
        };
        let mv = &tries[rng.below(tries.len() as u32) as usize];
        call(&table, "commit", json!({ "seat": seat, "move": mv }));
    }
    for (index, seat) in game.seats().iter().enumerate() {
        let told = all(&table, "events", json!({ "seat": seat }));
        let told = told
            .iter()
            .filter(|event| !["started", "ended"].contains(&event["kind"].as_str().unwrap()));
        let state = table.lock().state.clone();
        let shown = state.describe(Some(crate::host::SeatRef::Index(index as i64)));
        let shown = shown.unwrap();
        let log = shown["log"].as_array().unwrap();
        assert!(log.len() > 50);
        let told: Vec<_> = told.cloned().collect();
        let plies = |events: &[Value]| -> Vec<_> {
            events.iter().map(|event| event["ply"].clone()).collect()
        };
        assert_eq!(bare(log), bare(&told));
        assert_eq!(plies(log), plies(&told));
        assert!(plies(log).iter().all(Value::is_u64));
    }
}
