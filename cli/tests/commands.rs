//! Every command but `play`: what it writes, as text and as JSON, and how it fails.

mod common;

use std::process::Stdio;

use boardwright::host;
use boardwright::options::KindDescription;
use boardwright::registry::GAMES;
use common::{Scratch, counted, json, ok, program, refused, run, subject};

#[test]
fn games_lists_all_and_tells_of_each() {
    let text = ok(&["games"]);
    let list = json(&["games"]);
    assert_eq!(list.as_array().expect("a list").len(), GAMES.len());
    assert_eq!(text.lines().count(), GAMES.len());
    for (i, entry) in GAMES.iter().enumerate() {
        let name = entry.info().name;
        assert_eq!(list[i]["name"], name);
        assert!(text.contains(name));
        let one = json(&["games", name]);
        let seats = host::Game::new(name, &Default::default()).expect("rules");
        assert_eq!(one["seat_names"], serde_json::json!(seats.seats()));
        let told = ok(&["games", name]);
        for option in entry.info().options {
            assert!(told.contains(option.name), "{name}: {}", option.name);
            assert!(told.contains(option.doc), "{name}: {}", option.name);
        }
        for bot in entry.bots() {
            assert!(told.contains(bot), "{name}: {bot}");
        }
    }
    refused(&["games", "no-such-game"], "unknown_game");
}

#[test]
fn perft_counts_every_game_the_same_however_it_is_asked() {
    for entry in GAMES {
        let name = entry.info().name;
        let start = host::start(name, &Default::default()).expect("a start");
        let one = start.count_legal(None).expect("a count");
        assert_eq!(json(&["perft", name, "0"])["leaves"], 1, "{name}");
        assert_eq!(json(&["perft", name, "1"])["leaves"], one, "{name}");
        let plain = json(&["perft", name, "4"]);
        assert_eq!(plain["moves"], serde_json::Value::Null);
        let leaves = plain["leaves"].as_u64().expect("a count");
        assert!(leaves > one, "{name}");
        for more in [["--threads", "2"], ["--threads", "all"], ["--hash", "1"]] {
            let args: Vec<_> = ["perft", name, "4"].into_iter().chain(more).collect();
            let ran = run(&[&args[..], &["--json"]].concat());
            if ran.code == 0 {
                let again: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
                assert_eq!(again["leaves"], leaves, "{args:?}");
            } else {
                // A table is of no use where moves depend on the past.
                assert!(
                    more[0] == "--hash" && ran.err.contains("[unsupported]"),
                    "{ran:?}"
                );
            }
        }
        let divided = json(&["perft", name, "4", "--divide"]);
        let moves = divided["moves"].as_object().expect("counts by moves");
        assert_eq!(moves.len() as u64, one);
        let sum: u64 = moves.values().map(|n| n.as_u64().expect("a count")).sum();
        assert_eq!((sum, divided["leaves"].as_u64()), (leaves, Some(leaves)));
        let text = ok(&["perft", name, "4", "--divide"]);
        assert_eq!(text.lines().count() as u64, one + 1);
        assert!(text.contains(&format!("\n{leaves} leaves in ")), "{text}");
        assert!(!text.contains("table: "), "{text}");
        let position = divided["position"].as_str().expect("a notation");
        assert_eq!(
            json(&["perft", name, "3", "--position", position])["position"],
            position
        );
    }
}

/// Returns the depths of a line of the shared vectors, and the leaves at each.
fn counts(fields: &[String]) -> impl DoubleEndedIterator<Item = (&str, u64)> {
    fields[3..].iter().map(|field| {
        let (depth, leaves) = field
            .strip_prefix('d')
            .and_then(|f| f.split_once(' '))
            .expect("a count");
        (depth, leaves.trim().parse().expect("a count"))
    })
}

#[test]
fn perft_has_the_figures_of_the_shared_vectors() {
    const MOST: u64 = 100_000;
    for fields in counted() {
        let (depth, leaves) = counts(&fields).rfind(|(_, n)| *n <= MOST).expect("a count");
        let subject = subject(&fields);
        let mut args: Vec<&str> = subject.iter().map(String::as_str).collect();
        args.splice(..0, ["perft"]);
        args.push(depth);
        assert_eq!(json(&args)["leaves"], leaves, "{fields:?}");
    }
}

#[test]
fn deep_counts_are_the_same_by_threads_and_with_a_table() {
    // Deep enough for threads to share pairs of moves, and for positions to be met again.
    const DEPTH: &str = "5";
    const MOST: u64 = 5_000_000;
    let mut met_again = 0;
    for fields in counted() {
        let found = counts(&fields).find(|(depth, _)| *depth == DEPTH);
        let Some((_, leaves)) = found.filter(|(_, n)| (1..=MOST).contains(n)) else {
            continue;
        };
        let subject = subject(&fields);
        for more in [
            &["--threads", "2"][..],
            &["--threads", "2", "--hash", "1"],
            &["--hash", "1"],
        ] {
            let mut args: Vec<&str> = subject.iter().map(String::as_str).collect();
            args.splice(..0, ["perft"]);
            args.push(DEPTH);
            args.extend(more);
            args.push("--json");
            let ran = run(&args);
            if ran.code != 0 {
                assert!(ran.err.contains("[unsupported]"), "{ran:?}");
                continue;
            }
            let told: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
            assert_eq!(told["leaves"], leaves, "{args:?}");
            let number = |name: &str| told["table"][name].as_u64();
            if more.contains(&"--hash") {
                let names = ["entries", "filled", "looked_up", "found"];
                let [entries, filled, looked_up, found] =
                    names.map(|name| number(name).expect("a number"));
                assert_eq!(entries, 65_536);
                assert!(filled <= entries && filled + found <= looked_up, "{told}");
                met_again += found;
            } else {
                assert!(told["table"].is_null(), "{told}");
            }
        }
    }
    assert!(met_again > 0, "no vector is deep enough");
}

#[test]
fn options_are_json_where_they_can_be_and_else_words() {
    let entry = GAMES
        .iter()
        .find(|e| {
            e.info()
                .options
                .iter()
                .any(|o| o.describe().kind == KindDescription::Flag)
        })
        .expect("a game with a flag");
    let flag = entry
        .info()
        .options
        .iter()
        .find(|o| o.describe().kind == KindDescription::Flag)
        .expect("a flag");
    let name = entry.info().name;
    let other = flag.describe().default == false;
    let given = format!("{}={other}", flag.name);
    let told = json(&["perft", name, "1", "--option", &given]);
    assert_eq!(told["options"][flag.name], other);
    let word = format!("{}=word", flag.name);
    refused(&["perft", name, "1", "-o", &word], "invalid_option");
    refused(
        &["perft", name, "1", "-o", "no_such_option=1"],
        "invalid_option",
    );
    assert_eq!(run(&["perft", name, "1", "-o", "nothing"]).code, 2);
}

#[test]
fn errors_have_their_codes() {
    let game = GAMES[0].info().name;
    refused(&["perft", "no-such-game", "1"], "unknown_game");
    refused(&["perft", game, "65"], "invalid_option");
    refused(
        &["perft", game, "2", "--position", "no position"],
        "invalid_notation",
    );
    refused(
        &["perft", game, "2", "--hash", "18446744073709551615"],
        "invalid_option",
    );
    refused(&["perft", "no-such-game", "1", "--json"], "unknown_game");
    for wrong in [
        &["perft"][..],
        &["perft", game, "x"],
        &["no-such-command"],
        &["--nonsense"],
        &[],
    ] {
        let ran = run(wrong);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{wrong:?}");
        assert!(
            ran.err.starts_with("error: ") || ran.err.contains("Usage"),
            "{ran:?}"
        );
    }
    for fine in [&["--help"][..], &["perft", "--help"], &["--version"]] {
        assert!(!ok(fine).is_empty());
    }
}

#[test]
fn presets_lists_all_and_tells_of_each() {
    let text = ok(&["presets"]);
    let list = json(&["presets"]);
    let all = host::presets().expect("presets");
    assert_eq!(list.as_array().expect("a list").len(), all.len());
    assert_eq!(text.lines().count(), all.len());
    for preset in &all {
        let told = ok(&["presets", &preset.id]);
        assert!(text.contains(&preset.description) && told.contains(&preset.description));
        for other in preset.requires.iter().chain(&preset.incompatible_with) {
            assert!(told.contains(other), "{}: {other}", preset.id);
        }
        assert!(told.contains("turns=0"), "{told}");
        assert_eq!(json(&["presets", &preset.id])["name"], preset.name);
    }
    refused(&["presets", "no-such-preset"], "invalid_option");
}

#[test]
fn files_of_games_are_checked_line_by_line() {
    let name = format!("boardwright-{}.pgn", std::process::id());
    let path = std::env::temp_dir().join(name);
    let file = path.to_str().unwrap();
    let games = "[Event \"a\"]\n\n1. e4 e5 (1... c5) *\n\n[Event \"b\"]\n\n1. e5 *\n\n\
                 [Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. @e4 1-0\n";
    std::fs::write(&path, games).unwrap();
    for more in [&[][..], &["--main-lines", "--threads", "2"]] {
        let ran = run(&[&["pgn", file], more].concat());
        assert_eq!(ran.code, 1);
        let said = format!("{file}:7: 1. \"e5\": ");
        assert!(ran.out.starts_with(&said), "{ran:?}");
        assert!(ran.out.contains("2 games, 7 plies, 1 damaged"), "{ran:?}");
        assert!(ran.err.starts_with("error [damaged_games]"), "{ran:?}");
    }
    let stopped = run(&["pgn", "--stop", "--json", file]);
    let lines: Vec<serde_json::Value> = stopped
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["kind"], "illegal_move");
    assert_eq!(
        (&lines[0]["from"], &lines[0]["line"]),
        (&5.into(), &7.into())
    );
    assert_eq!(
        (&lines[1]["games"], &lines[1]["damaged"]),
        (&1.into(), &1.into())
    );
    let rewritten = run(&["pgn", "--rewrite", file]).out;
    assert!(rewritten.contains("1. e4 e5 (1... c5) *"), "{rewritten}");
    assert!(rewritten.contains("\n% "), "{rewritten}");
    std::fs::write(&path, &rewritten).unwrap();
    assert_eq!(
        ok(&["pgn", "--rewrite", file]),
        rewritten
            .lines()
            .filter(|l| !l.starts_with("% "))
            .map(|l| format!("{l}\n"))
            .collect::<String>()
    );
    std::fs::remove_file(&path).unwrap();
    refused(&["pgn", file], "invalid_option");
}

#[test]
fn bench_counts_the_same_every_time_and_as_committed() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/bench.fingerprint");
    let first = json(&["bench", "--check", file]);
    let shipped: Vec<_> = GAMES
        .iter()
        .filter(|e| e.shipped())
        .map(|e| e.info().name)
        .collect();
    let counts = |run: &serde_json::Value| -> Vec<(String, u64)> {
        let games = run["games"].as_array().expect("games").iter();
        games
            .map(|g| (g["game"].to_string(), g["nodes"].as_u64().expect("nodes")))
            .collect()
    };
    let names: Vec<_> = counts(&first).into_iter().map(|(name, _)| name).collect();
    assert_eq!(
        names,
        shipped
            .iter()
            .map(|n| format!("\"{n}\""))
            .collect::<Vec<_>>()
    );
    assert_eq!(counts(&json(&["bench", "--threads", "2"])), counts(&first));
    let text = ok(&["bench"]);
    let last: Vec<_> = text
        .lines()
        .last()
        .expect("a last line")
        .split(' ')
        .collect();
    assert_eq!(
        (last[0], last[1], last[3]),
        (&*first["nodes"].to_string(), "nodes", "nps")
    );

    let other = Scratch::new("fingerprint");
    std::fs::write(&other.0, "1\n").expect("a file");
    let ran = run(&["bench", "--check", other.path()]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.starts_with("error [fingerprint]: "), "{}", ran.err);
    std::fs::write(&other.0, "one\n").expect("a file");
    refused(&["bench", "--check", other.path()], "invalid_option");
    refused(&["bench", "--check", "no-such-file"], "io");
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = ok(&["completions", shell]);
        for word in ["games", "perft", "play", "bench", "completions"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        let told = json(&["completions", shell]);
        assert_eq!(told["shell"], shell);
        assert_eq!(told["script"], script);
    }
    assert_eq!(run(&["completions", "no-such-shell"]).code, 2);
}

#[test]
fn version_is_the_crate_s() {
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(ok(&["version"]), format!("boardwright {version}\n"));
    assert_eq!(json(&["version"])["version"], version);
}

#[test]
fn run_returns_its_code_to_a_host() {
    let run = |args: &[&str]| boardwright_cli::run(args.iter().map(Into::into));
    assert_eq!(run(&["boardwright", "version"]), 0);
    assert_eq!(run(&["boardwright", "perft", "no-such-game", "1"]), 1);
    assert_eq!(run(&["boardwright", "no-such-command"]), 2);
}

#[test]
fn nothing_is_coloured_in_a_pipe() {
    for args in [
        &["games"][..],
        &["games", GAMES[0].info().name],
        &["--help"],
    ] {
        assert!(!ok(args).contains('\x1b'), "{args:?}");
    }
}

/// A reader that has seen enough is no error.
#[test]
fn a_closed_pipe_ends_quietly() {
    let game = GAMES[0].info().name;
    let mut child = program()
        .args(["play", game, "--auto", "--boards"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

/// Waits until a process listens for Ctrl-C and has begun what it does beside that.
#[cfg(target_os = "linux")]
fn until_it_listens(process: u32) {
    use std::time::{Duration, Instant};

    let last = Instant::now() + Duration::from_secs(120);
    loop {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("it runs");
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            line.map(str::trim).unwrap_or_default().to_owned()
        };
        // The signals that it catches, SIGINT being the second.
        let caught = u64::from_str_radix(&field("SigCgt:"), 16).expect("a mask");
        let threads: u32 = field("Threads:").parse().expect("a count");
        if caught & 2 != 0 && threads > 1 {
            return;
        }
        assert!(Instant::now() < last, "it does not listen");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_stops_a_long_count() {
    for threads in ["1", "2"] {
        let child = program()
            .args(["perft", GAMES[0].info().name, "30", "--threads", threads])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        until_it_listens(child.id());
        let sent = std::process::Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .expect("kill");
        assert!(sent.success());
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.status.code(), Some(1));
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(err.starts_with("error [cancelled]: "), "{err}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn latency_measures_every_bot_of_a_game() {
    let told = json(&[
        "latency",
        "--game",
        "chess",
        "--movetime",
        "1",
        "--samples",
        "1",
    ]);
    let rows = told["rows"].as_array().expect("rows");
    let bots: std::collections::BTreeSet<_> = rows
        .iter()
        .map(|row| row["bot"].as_str().expect("a name"))
        .collect();
    let all = ["heuristic", "mcts", "mcts leaf=playout", "random", "search"];
    assert!(all.iter().all(|name| bots.contains(name)), "{bots:?}");
    for row in rows {
        for what in ["overrun", "cancel"] {
            let values = row[what].as_array().expect("quantiles");
            assert_eq!(values.len(), 3);
            assert!(values.iter().all(|v| v.as_f64().expect("a number") >= 0.0));
        }
    }
    assert!(ok(&["latency", "--game", "chess", "--samples", "1"]).contains("mcts"));
}

#[test]
fn latency_measures_every_call_of_a_long_game() {
    let told = json(&["latency", "--table", "21"]);
    let calls: Vec<_> = told["rows"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| row["call"].as_str().expect("a name"))
        .collect();
    for call in ["commit", "view", "undo", "reveal", "save", "load"] {
        assert!(calls.contains(&call), "{calls:?}");
    }
    assert!(ok(&["latency", "--table", "0"]).contains("candidates"));
}
