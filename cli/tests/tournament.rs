//! `tournament` and `worker`: the tables of the shared scenarios, runs that are killed, jobs
//! line by line.

mod common;

use std::process::Stdio;

use common::{Scratch, json, ok, program, refused, run, run_with};
use serde_json::{Value, json};

/// The shared tournament of four bots: its arguments and its table.
fn four() -> (Vec<String>, Value) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/scenarios/arena.json");
    let text = std::fs::read_to_string(path).expect("the scenarios");
    let cases: Value = serde_json::from_str(&text).expect("JSON");
    let options = &cases[0]["options"];
    let mut args = vec![
        "tournament".to_owned(),
        "--opening-balance".into(),
        "any".into(),
    ];
    for (name, value) in options.as_object().expect("a map") {
        let text = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        match name.as_str() {
            "players" => {
                for player in ["random", "heuristic", "search(level=max,hash=1)"] {
                    args.extend(["--player".into(), player.into()]);
                }
                // Here a player has the name by which it is given.
                args.extend(["--player".into(), "search(level=casual,hash=1)".into()]);
            }
            "limits" => args.extend(["--nodes".into(), value["nodes"].to_string()]),
            "opening_balance" => {}
            _ => args.extend([format!("--{}", name.replace('_', "-")), text]),
        }
    }
    let mut table = cases[0]["table"].clone();
    for player in table["players"].as_array_mut().expect("players") {
        if player["name"] == "casual" {
            player["name"] = "search(level=casual,hash=1)".into();
        }
    }
    (args, table)
}

#[test]
fn a_tournament_has_the_table_of_every_language() {
    let (args, table) = four();
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    let report = json(&args);
    assert_eq!(report["table"], table);
    let text = ok(&args);
    assert!(
        text.contains(report["markdown"].as_str().expect("text")),
        "{text}"
    );
}

#[test]
fn a_tournament_that_is_killed_again_and_again_has_the_same_table() {
    let (mut args, table) = four();
    let file = Scratch::new("tournament.jsonl");
    args.extend(["--results".into(), file.path().into(), "--json".into()]);
    let games = || std::fs::read_to_string(&file.0).map_or(0, |text| text.matches('\n').count());
    for killed in 1..=4 {
        let mut child = program()
            .args(&args)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        // The first line is the header.
        while games() < 1 + 5 * killed && child.try_wait().expect("a state").is_none() {
            std::thread::yield_now();
        }
        let _ = child.kill();
        child.wait().expect("it ends");
    }
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    let report: Value = serde_json::from_str(&ok(&args)).expect("JSON");
    assert_eq!(report["table"], table);
    assert_eq!(games(), 25);
    let other = [&args[..], &["--seed", "1"]].concat();
    assert_ne!(run(&other).code, 0);
}

#[test]
fn wrong_arguments_are_refused() {
    let with = |more: &[&'static str]| {
        let start: &[&str] = &["tournament", "--game", "chess", "--player", "random"];
        [start, more].concat()
    };
    refused(&with(&[]), "invalid_option");
    refused(&with(&["--player", "nobody"]), "unknown_bot");
    refused(
        &with(&["--player", "random", "--games", "3"]),
        "invalid_option",
    );
    refused(
        &with(&["--player", "random", "--openings", "no-such-file"]),
        "io",
    );
    assert_eq!(run(&with(&["--system", "cup"])).code, 2);
    assert_eq!(run(&["tournament", "--game", "chess"]).code, 2);
}

#[test]
fn games_are_written_in_pgn() {
    let file = Scratch::new("tournament.pgn");
    let args = [
        "tournament",
        "--game",
        "chess",
        "--player",
        "random",
        "--player",
        "random",
        "--games",
        "4",
        "--ply-limit",
        "20",
        "--opening-plies",
        "0",
        "--pgn",
        file.path(),
    ];
    ok(&args);
    let text = std::fs::read_to_string(&file.0).expect("the games");
    assert_eq!(text.matches("[Event ").count(), 4);
    assert!(
        text.contains("\"random #2\"") && text.contains("[Round \"2.2\"]"),
        "{text}"
    );
}

#[test]
fn a_worker_does_jobs_line_by_line() {
    let version = env!("CARGO_PKG_VERSION");
    let perft = |id: &str, version: &str| json!({ "id": id, "version": version, "kind": "perft", "game": "chess", "depth": 2 });
    let program = json!({
        "id": "p", "version": version, "kind": "game", "game": "chess",
        "players": ["engine:x", "random"], "limits": { "nodes": 1 },
    });
    let long = "x".repeat(3 << 20);
    let lines = [
        perft("a", version).to_string(),
        String::new(),
        "{".into(),
        long,
        perft("a", version).to_string(),
        perft("b", "0.0.0").to_string(),
        program.to_string(),
        perft("c", version).to_string(),
    ];
    let ran = run_with(&["worker"], &lines.join("\n"));
    assert_eq!((ran.code, &*ran.err), (0, ""));
    let out: Vec<Value> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let short: Vec<_> = out
        .iter()
        .map(|done| match done["error"]["code"].as_str() {
            None => (done["id"].as_str(), done["result"].to_string()),
            Some(code) => (done["id"].as_str(), code.to_owned()),
        })
        .collect();
    let nodes = r#"{"nodes":400}"#.to_owned();
    assert_eq!(
        short,
        [
            (Some("a"), nodes.clone()),
            (None, "invalid_notation".into()),
            (None, "invalid_option".into()),
            (Some("a"), nodes.clone()),
            (Some("b"), "unsupported".into()),
            (Some("p"), "unsupported".into()),
            (Some("c"), nodes),
        ]
    );
    assert!(out.iter().all(|done| done["version"] == version));
    let programs = run_with(&["worker", "--programs"], &program.to_string());
    let done: Value = serde_json::from_str(&programs.out).expect("JSON");
    assert_eq!(done["error"]["code"], "invalid_option");
}
