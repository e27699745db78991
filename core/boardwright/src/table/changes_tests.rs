//! Tables that are saved by their changes are those that are saved whole.

use serde_json::json;

use super::tests::{PATIENCE, call, dict};
use super::*;
use crate::registry;
use contract::error::ErrorKind;
use contract::rng::Rng;

/// The text that a store keeps of a table, with every change after it.
#[derive(Default)]
struct Store {
    text: String,
    next: Option<Value>,
    longest: usize,
}

impl Store {
    fn keep(&mut self, table: &Table) {
        let args = self
            .next
            .take()
            .map_or(json!({}), |since| json!({ "since": since }));
        let first = args.get("since").is_none();
        let answer = call(table, "save_changes", args);
        let saved = answer["saved"].as_str().unwrap();
        assert!(!saved.contains('\n'));
        if !first {
            self.longest = self.longest.max(saved.len());
        }
        self.text += saved;
        self.text += "\n";
        self.next = Some(answer["next"].clone());
    }

    fn load(&self) -> Table {
        Table::load(&self.text).unwrap()
    }
}

fn whole(table: &Table) -> Value {
    call(table, "save", json!({}))
}

fn table(game: &str, seats: Value, settings: Value) -> Table {
    Table::start(game, &Dict::new(), &dict(&seats), &dict(&settings)).unwrap()
}

#[test]
fn random_games_are_the_same_by_their_changes() {
    for (seed, entry) in registry::GAMES.iter().enumerate() {
        let settings = json!({ "seed": 1, "undo": true, "clock": { "base": 60_000 }, "now": 0 });
        let name = entry.info().name;
        let table = table(name, json!({}), settings);
        let mut rng = Rng::new(seed as u64);
        let mut store = Store::default();
        store.keep(&table);
        for now in 1..60_u64 {
            let seats = table.seats();
            let live: Vec<_> = table.lock().live().iter().collect();
            let Some(seat) = live.get(rng.below(live.len().max(1) as u32) as usize) else {
                break;
            };
            let seat = seat.index();
            let args = json!({ "seat": seat, "now": now * 7 });
            let moves = call(&table, "candidates", args);
            let moves = moves.as_array().unwrap();
            let some = |rng: &mut Rng| rng.below(moves.len().max(1) as u32) as usize;
            let done = match rng.below(12) {
                0 => table.call("offer_draw", &dict(&json!({ "seat": seat }))),
                1 => {
                    for seat in &seats {
                        drop(table.call("undo", &dict(&json!({ "seat": seat, "plies": 1 }))));
                    }
                    Ok(Value::Null)
                }
                2 => table.call("message", &dict(&json!({ "seat": seat, "text": "knight" }))),
                _ => {
                    let Some(text) = moves.get(some(&mut rng)) else {
                        continue;
                    };
                    table.call("commit", &dict(&json!({ "seat": seat, "move": text })))
                }
            };
            // A refused call changes nothing, or the clock.
            drop(done);
            if rng.below(3) > 0 {
                store.keep(&table);
            }
        }
        store.keep(&table);
        let loaded = store.load();
        assert_eq!(whole(&loaded), whole(&table), "{name}");
        // The mark holds at the table that was loaded.
        store.keep(&loaded);
        assert_eq!(whole(&store.load()), whole(&table), "{name}");
    }
}

#[test]
fn games_of_bots_are_the_same_by_their_changes() {
    let bot = json!({ "bot": "random", "delay": 0 });
    let table = table("chess", json!({ "black": bot }), json!({ "seed": 3 }));
    let mut store = Store::default();
    store.keep(&table);
    for _ in 0..20 {
        let moves = call(&table, "candidates", json!({ "seat": 0 }));
        let Some(text) = moves.as_array().unwrap().first() else {
            break;
        };
        call(&table, "commit", json!({ "seat": 0, "move": text }));
        assert!(table.wait_quiet(PATIENCE));
        store.keep(&table);
    }
    assert_eq!(whole(&store.load()), whole(&table));
}

#[test]
fn changes_are_as_long_late_in_a_game_as_early() {
    let table = table("chess", json!({}), json!({ "seed": 1 }));
    let mut rng = Rng::new(4);
    let mut store = Store::default();
    store.keep(&table);
    let (mut ply, mut early) = (0, 0);
    let live = || table.lock().live().iter().next();
    while let (Some(seat), 0..200) = (live(), ply) {
        let seat = seat.index();
        let moves = call(&table, "candidates", json!({ "seat": seat }));
        let moves = moves.as_array().unwrap();
        let text = &moves[rng.below(moves.len() as u32) as usize];
        call(&table, "commit", json!({ "seat": seat, "move": text }));
        store.keep(&table);
        ply += 1;
        if ply == 40 {
            early = store.longest;
        }
    }
    assert!(ply > 80, "it ends at ply {ply}");
    // Numbers get a few digits longer, and some moves tell more than others.
    assert!(store.longest < early + 200, "{early}, {}", store.longest);
    assert!(whole(&table).as_str().unwrap().len() > 10 * store.longest);
}

#[test]
fn changes_that_do_not_follow_are_named() {
    let table = table("chess", json!({}), json!({ "seed": 1 }));
    let first = call(&table, "save_changes", json!({}));
    call(&table, "commit", json!({ "seat": 0, "move": "e2e4" }));
    let second = call(&table, "save_changes", json!({ "since": first["next"] }));
    call(&table, "commit", json!({ "seat": 1, "move": "e7e5" }));
    let third = call(&table, "save_changes", json!({ "since": second["next"] }));
    let text = |part: &Value| part["saved"].as_str().unwrap().to_owned();
    let [first, second, third] = [&first, &second, &third].map(text);
    let load = |parts: &[&str]| Table::load(&parts.concat());
    assert!(load(&[&first, &second, &third]).is_ok());
    for (parts, says) in [
        (vec![&first, &third], "do not follow"),
        (vec![&first, &second, &second], "do not follow"),
        (vec![&second], "missing"),
        (vec![&first, &first], "a second table"),
        (
            vec![&first, &second, &third[..third.len() / 2].to_owned()],
            "EOF",
        ),
        (vec![], "there is none"),
    ] {
        let parts: Vec<_> = parts.into_iter().map(String::as_str).collect();
        let error = load(&parts).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidNotation, "{error}");
        assert!(error.message().contains(says), "{error}");
    }
}

#[test]
fn marks_of_others_are_named() {
    let table = table("chess", json!({}), json!({ "seed": 1 }));
    let mark = call(&table, "save_changes", json!({}))["next"].clone();
    let mut later = mark.clone();
    later["moves"] = 9.into();
    let mut other = mark.clone();
    other["thoughts"] = json!([0, 0, 0, 0]);
    for since in [
        later,
        other,
        json!({}),
        json!({ "moves": -1 }),
        json!(5),
        json!({ "x": 1 }),
    ] {
        let error = table.call("save_changes", &dict(&json!({ "since": since })));
        let error = error.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption, "{error}");
        assert!(error.message().starts_with("since: "), "{error}");
    }
}
