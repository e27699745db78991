//! Jobs: the same result everywhere, once.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::VERSION;
use crate::arena::Guests;
use crate::arena::job::{JobResult, JobResults, run_line, run_value, work};
use crate::arena::tournament::TournamentSettings;
use contract::jobs::Control;
use contract::value::to_value;

fn run(job: &Value) -> JobResult {
    run_value(job, &Guests::default(), &Control::default())
}

fn job(kind: &str, more: Value) -> Value {
    let mut job = json!({ "id": "7", "version": VERSION, "kind": kind, "game": "crazyhouse" });
    for (name, value) in more.as_object().unwrap() {
        job[name] = value.clone();
    }
    job
}

fn result(job: &Value) -> Value {
    let done = run(job);
    assert_eq!((done.error, done.id.as_deref()), (None, Some("7")));
    assert_eq!(done.version, VERSION);
    done.result.unwrap()
}

fn one(seed: u64) -> Value {
    job(
        "game",
        json!({
            "players": ["search", "random"],
            "opening": { "moves": ["e2e4", ["black", "e7e5"]] },
            "seed": seed,
            "limits": { "nodes": 60 },
            "ply_limit": 30,
        }),
    )
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game = result(&one(5));
    assert_eq!(result(&one(5)), game);
    assert_ne!(result(&one(6)), game);
    assert_eq!(game["moves"][1], json!(["black", "e7e5"]));
    assert_eq!(
        game["players"],
        json!({ "white": "search", "black": "random" })
    );
    assert_eq!(game["fault"], Value::Null);
    assert!(game["nodes"].as_u64().unwrap() >= 60);
    let text = game.to_string();
    assert!(!text.contains("time"), "{text}");
    // A line of JSON is the same.
    let line = run_line(&one(5).to_string(), &Guests::default(), &Control::default());
    assert_eq!(line.result, Some(game));
}

#[test]
fn other_kinds_have_the_same_result_every_time() {
    let selfplay = job(
        "selfplay",
        json!({ "players": ["heuristic", "random"], "games": 3, "seed": 2, "opening_plies": 0,
            "limits": { "nodes": 40 }, "ply_limit": 30 }),
    );
    let table = result(&selfplay);
    assert_eq!(table["games"], 3);
    assert_eq!(table["system"], "fixed");
    assert_eq!(table, result(&selfplay));
    let analysis = job(
        "analysis",
        json!({ "players": ["search"], "opening": { "start": "6k1/5ppp/8/8/8/8/8/R5K1[] w - - 0 1" },
            "limits": { "nodes": 2000 } }),
    );
    let found = result(&analysis);
    assert_eq!(found["move"], "a1a8");
    assert_eq!(found, result(&analysis));
    assert!(found.get("time").is_none());
    assert_eq!(
        result(&job("perft", json!({ "depth": 3 }))),
        json!({ "nodes": 8902 })
    );
}

#[test]
fn another_version_is_refused() {
    let mut other = one(1);
    other["version"] = "0.0.1".into();
    let done = to_value(&run(&other)).unwrap();
    assert_eq!(done["error"]["code"], "unsupported");
    let message = format!("version: the job is for version \"0.0.1\", and this is {VERSION}");
    assert_eq!(done["error"]["message"], message);
    assert!(done.get("result").is_none());
    assert_eq!(done["id"], "7");
    let mut results = JobResults::new();
    let old = json!({ "id": "7", "version": "0.0.1", "result": 1 });
    assert_eq!(results.accept(&old).unwrap_err().code(), "unsupported");
    assert_eq!(
        results
            .accept(&json!({ "id": "7", "result": 1 }))
            .unwrap_err()
            .code(),
        "unsupported"
    );
    assert!(results.results().is_empty());
}

#[test]
fn a_job_done_twice_counts_once() {
    let mut results = JobResults::new();
    let done = to_value(&run(&one(1))).unwrap();
    assert!(results.accept(&done).unwrap());
    assert!(!results.accept(&done).unwrap());
    assert_eq!(results.results().len(), 1);
    let failed = to_value(&run(&job(
        "game",
        json!({ "players": ["nobody", "random"] }),
    )))
    .unwrap();
    let error = results.accept(&failed).unwrap_err();
    assert_eq!(error.code(), "unknown_bot");
    assert!(error.message().starts_with("job \"7\": "), "{error}");
}

#[test]
fn wrong_jobs_are_results_with_errors() {
    for (wrong, code, message) in [
        (json!(3), "invalid_option", "job: takes a map, not 3"),
        (
            json!({}),
            "invalid_option",
            "id: takes a text that is not empty, not null",
        ),
        (
            json!({ "id": "1" }),
            "invalid_option",
            "version: takes a text, not null",
        ),
        (
            json!({ "id": "1", "version": VERSION, "kind": "chess" }),
            "invalid_option",
            "kind: takes one of game, selfplay, analysis, perft, not \"chess\"",
        ),
        (job("perft", json!({ "game": "x" })), "unknown_game", ""),
        (
            job("perft", json!({})),
            "invalid_option",
            "depth: takes an integer",
        ),
        (
            job("perft", json!({ "depth": 1, "x": 1 })),
            "invalid_option",
            "there is no option \"x\"",
        ),
        (
            job("game", json!({ "players": ["random"] })),
            "invalid_option",
            "players: takes 2, one for each seat, not 1",
        ),
        (
            job(
                "perft",
                json!({ "depth": 1, "opening": { "moves": ["e2e5"] } }),
            ),
            "illegal_move",
            "opening: moves[0]: ",
        ),
        (
            job("analysis", json!({ "players": ["search"] })),
            "invalid_option",
            "limits: an analysis takes one",
        ),
        (
            job("selfplay", json!({ "log": "x" })),
            "invalid_option",
            "there is no option \"log\" of selfplay",
        ),
        (
            job("game", json!({ "players": ["engine:x", "random"] })),
            "unsupported",
            "players: \"engine:x\" is a program",
        ),
    ] {
        let error = run(&wrong).error.expect("an error");
        assert_eq!(error.code, code, "{wrong}: {}", error.message);
        assert!(
            error.message.starts_with(message),
            "{wrong}: {}",
            error.message
        );
    }
    let line = run_line("{", &Guests::default(), &Control::default());
    assert_eq!(
        line.error.map(|error| error.code).as_deref(),
        Some("invalid_notation")
    );
    let control = Control::default();
    control.cancel();
    let stopped = run_value(&one(1), &Guests::default(), &control);
    assert_eq!(
        stopped.error.map(|error| error.code).as_deref(),
        Some("cancelled")
    );
    // On the pool a job that was stopped has no result, and any other has.
    let on_the_pool = |line: &str| work(line.to_owned(), Arc::default());
    let error = on_the_pool(&one(1).to_string()).run(&control).unwrap_err();
    assert_eq!(error.code(), "cancelled");
    let refused = on_the_pool("{").run(&Control::default()).unwrap();
    assert_eq!(
        refused,
        run_line("{", &Guests::default(), &Control::default())
    );
}

/// A tournament's games as jobs are its games.
#[test]
fn the_games_of_a_tournament_are_jobs() {
    let given = json!({
        "game": "crazyhouse", "players": ["search", "heuristic", "random"], "seed": 4,
        "limits": { "nodes": 50 }, "ply_limit": 24, "opening_plies": 3, "opening_balance": -1,
    });
    let settings = TournamentSettings::read(given.as_object().unwrap().clone()).unwrap();
    let tournament = &settings.tournament;
    let make = |number: usize| settings.players[number].make(&tournament.game, &Guests::default());
    let mut told =
        |_: crate::arena::tournament::Progress<'_>| Ok(std::ops::ControlFlow::Continue(()));
    let none = std::collections::BTreeMap::new();
    let games = tournament
        .run(1, &make, none.clone(), &mut told, &Control::default())
        .unwrap();
    assert_eq!(games.len(), 6);
    for (id, played) in &games {
        let job = tournament.job(*id, &settings.players, &none).unwrap();
        let done = run(&job);
        assert_eq!(done.id, Some(id.to_string()));
        let result = done.result.expect("a result");
        let moves: Vec<_> = result["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|m| &m[1])
            .collect();
        let wanted: Vec<_> = played.plies.iter().map(|ply| ply.text.as_str()).collect();
        assert_eq!(moves, wanted);
        assert_eq!(result["reason"], *played.reason);
    }
    assert!(tournament.job(6, &settings.players, &none).is_err());
}
