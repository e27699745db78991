//! Seats that leave games which go on without them, at tables: random games of all numbers of
//! players end, are the same after each save, and the same when they are played again.

use boardwright::host;
use boardwright::rng::Rng;
use boardwright::table::Table;
use boardwright::value::{Dict, Value};
use serde_json::json;

fn dict(value: &Value) -> Dict {
    value.as_object().cloned().unwrap_or_default()
}

fn call(table: &Table, name: &str, args: &Value) -> boardwright::Result<Value> {
    table.call(name, &dict(args))
}

fn get(table: &Table, name: &str, args: &Value) -> Value {
    call(table, name, args).unwrap_or_else(|e| panic!("{name} {args}: {e}"))
}

/// All that everybody can get from a table.
fn everything(table: &Table) -> Value {
    let of_seat = |seat: usize| {
        let seat = json!({ "seat": seat });
        ["view", "events", "candidates"].map(|name| get(table, name, &seat))
    };
    let seats: Vec<_> = (0..table.seats().len()).map(of_seat).collect();
    let referee = ["outcome", "moves", "save"].map(|name| get(table, name, &json!({})));
    json!([seats, referee])
}

/// The rules that are played, with the settings of the table.
fn sets() -> Vec<(&'static str, Value, Value)> {
    let mut sets = Vec::new();
    for players in 3..=6 {
        for more in [
            json!({}),
            json!({ "fog": true }),
            json!({ "fog": true, "starvation": true, "radius": 8 }),
            json!({ "terrain": "shields", "draft_shields": true, "radius": 8 }),
        ] {
            let mut options = dict(&more);
            options.insert("players".into(), players.into());
            options.insert("seed".into(), 4.into());
            sets.push(("jarls", options.into(), json!({})));
        }
        let boost = json!({ "identifier": format!("boost-8-8-{players}-6-2") });
        sets.push(("boost", boost.clone(), json!({})));
        sets.push(("boost", boost, json!({ "on_flag": "play_on" })));
    }
    let teams = json!({ "players": 6, "teams": 2 });
    sets.push(("jarls", teams, json!({})));
    let demo = json!({ "identifier": "boost-7-7-4-6-2-demo" });
    sets.push(("boost", demo, json!({})));
    sets.push((
        "jarls",
        json!({ "players": 4 }),
        json!({ "on_leave": "end" }),
    ));
    sets
}

fn table(name: &str, options: &Value, settings: &Value) -> Table {
    let mut all = dict(settings);
    all.insert("seed".into(), 1.into());
    all.insert("now".into(), 0.into());
    all.insert("grace".into(), 60.into());
    all.insert("clock".into(), json!({ "base": 3_000, "increment": 10 }));
    Table::start(name, &dict(options), &Dict::new(), &dict(&all.into())).unwrap()
}

/// Plays a random game, in which somebody leaves now and then; gives back what was called.
fn play(name: &str, options: &Value, settings: &Value, seed: u64) -> (Table, Vec<(String, Value)>) {
    let mut rng = Rng::derived(&[seed, 0x1eaf]);
    let mut table = table(name, options, settings);
    let seats = table.seats().len() as u32;
    let mut calls = Vec::new();
    let mut now = 0;
    for step in 0..4_000 {
        if !get(&table, "outcome", &json!({})).is_null() {
            return (table, calls);
        }
        now += u64::from(rng.below(60));
        let seat = rng.below(seats);
        let (call_name, args) = match rng.below(240) {
            0..2 => ("resign", json!({ "seat": seat, "now": now })),
            2 => ("disconnected", json!({ "seat": seat, "now": now })),
            3 => ("reconnected", json!({ "seat": seat, "now": now })),
            4 => {
                now += u64::from(rng.below(4_000));
                ("tick", json!({ "now": now }))
            }
            5..8 => ("offer_draw", json!({ "seat": seat, "now": now })),
            8..14 => {
                let accept = rng.below(3) > 0;
                (
                    "respond_draw",
                    json!({ "seat": seat, "accept": accept, "now": now }),
                )
            }
            14..16 => {
                let plies = 1 + rng.below(3);
                ("undo", json!({ "seat": seat, "plies": plies, "now": now }))
            }
            _ => {
                let state = table.state();
                let moves = state.legal_moves(None, None).unwrap();
                let live = state.live().iter().next().expect("somebody is to move");
                let action = &moves[rng.below(moves.len() as u32) as usize];
                (
                    "commit",
                    json!({ "seat": live.0, "move": action, "now": now }),
                )
            }
        };
        // What is refused changes nothing but the time.
        if let Err(error) = call(&table, call_name, &args) {
            let known = [
                "game_over",
                "illegal_move",
                "not_your_turn",
                "invalid_option",
                "unsupported",
            ];
            assert!(known.contains(&error.code()), "{call_name} {args}: {error}");
        }
        calls.push((call_name.to_owned(), args));
        if step % 5 == 0 {
            agrees(&table);
        }
        if step % 29 == 0 {
            let saved = get(&table, "save", &json!({}));
            let loaded = Table::load(saved.as_str().unwrap()).unwrap();
            assert_eq!(everything(&loaded), everything(&table), "{name} {options}");
            table = loaded;
        }
    }
    panic!("{name} {options} {seed}: no end");
}

/// The state, the views and the outcome say the same of who is out.
fn agrees(table: &Table) {
    let state = table.state();
    let out = state.out();
    let view = get(table, "view", &json!({ "seat": 0 }));
    let players = view["table"]["players"].as_array().unwrap();
    let ended = !view["outcome"].is_null();
    let left = players.iter().filter(|player| !player["left"].is_null());
    for player in left {
        let seat = player["seat"].as_str().unwrap();
        assert!(ended || out.contains(&seat.to_owned()), "{seat} of {out:?}");
        if !ended {
            let index = table.seats().iter().position(|name| name == seat).unwrap();
            assert!(!state.live().iter().any(|live| live.index() == index));
            let candidates = get(table, "candidates", &json!({ "seat": seat }));
            assert_eq!(candidates, json!([]));
            for refused in ["resign", "offer_draw", "claim_draw", "undo"] {
                let error = call(table, refused, &json!({ "seat": seat })).unwrap_err();
                assert_eq!(error.code(), "game_over", "{refused}");
            }
            let sits = json!({ "seat": seat, "occupant": "human" });
            assert_eq!(
                call(table, "take_over", &sits).unwrap_err().code(),
                "game_over"
            );
            let fills = json!({ "seat": seat });
            assert_eq!(call(table, "fill", &fills).unwrap_err().code(), "game_over");
        }
        if ended {
            let winners = view["outcome"]["winners"].as_array().unwrap();
            assert!(!winners.contains(&player["seat"]), "{view}");
            // Where all left at one instant, all are equal.
            let gone = players.iter().all(|player| !player["left"].is_null());
            let index = table.seats().iter().position(|name| name == seat).unwrap();
            let aborted = view["outcome"]["draw"] == true && gone;
            assert!(aborted || view["outcome"]["scores"][index] == 0.0, "{view}");
        }
    }
}

#[test]
fn games_in_which_seats_leave_end_and_are_the_same_again() {
    let rounds = if std::env::var_os("BOARDWRIGHT_FULL").is_some() {
        20
    } else {
        1
    };
    let mut reasons = std::collections::BTreeMap::<String, u32>::new();
    for (name, options, settings) in sets() {
        for seed in 0..rounds {
            let (played, calls) = play(name, &options, &settings, seed);
            let again = table(name, &options, &settings);
            for (call_name, args) in &calls {
                let _ = call(&again, call_name, args);
            }
            assert_eq!(everything(&again), everything(&played), "{name} {options}");
            let reveal = get(&played, "reveal", &json!({}));
            assert_eq!(get(&again, "reveal", &json!({})), reveal);
            for left in reveal["left"].as_array().unwrap() {
                *reasons
                    .entry(left["reason"].as_str().unwrap().into())
                    .or_default() += 1;
            }
            // The state alone knows the same: its moves and who left lead to it again.
            let state = played.state();
            assert_eq!(host::load(&state.save().unwrap()).unwrap(), state);
        }
    }
    for reason in ["resigned", "timeout", "abandoned"] {
        assert!(reasons.contains_key(reason), "nobody left: {reasons:?}");
    }
}
