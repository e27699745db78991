//! `match`: bots against bots, programs that behave and programs that do not, and
//! going on where a run was stopped.

mod common;

use std::process::Stdio;

use common::{Scratch, json, ok, program, refused, run};
use serde_json::Value;

const BOTS: &[&str] = &[
    "match",
    "--game",
    "crazyhouse",
    "--a",
    "random",
    "--b",
    "random",
    "--ply-limit",
    "40",
];

fn with<'a>(first: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [first, more].concat()
}

/// The games of a file of results, without what depends on the machine.
fn games(file: &Scratch) -> Vec<Value> {
    let text = std::fs::read_to_string(&file.0).expect("the results");
    let mut games: Vec<Value> = text
        .lines()
        .skip(1)
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    for game in &mut games {
        for ply in game["plies"].as_array_mut().expect("plies") {
            ply.as_object_mut().expect("a ply").remove("time");
        }
    }
    games.sort_by_key(|game| game["id"].as_u64());
    games
}

/// `openings` writes what a match of the same seed draws, on any number of threads, and a match
/// begins with what it wrote.
#[test]
fn openings_are_those_of_a_match() {
    let openings: &[&str] = &[
        "openings",
        "crazyhouse",
        "--count",
        "3",
        "--seed",
        "5",
        "--opening-plies",
        "4",
        "--opening-balance",
        "60",
        "--opening-nodes",
        "500",
    ];
    let lines = ok(openings);
    assert_eq!(lines.lines().count(), 3);
    assert_eq!(lines, ok(&with(openings, &["--threads", "3"])));
    let told = ok(&with(openings, &["--json"]));
    let told: Vec<Value> = told
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let file = Scratch::new("openings-drawn.jsonl");
    let drawn: &[&str] = &["--games", "6", "--results", &file.0.to_string_lossy()];
    ok(&with(&with(BOTS, &openings[4..]), drawn));
    for game in games(&file) {
        let opening = &told[game["opening"].as_u64().expect("a number") as usize];
        let plies = game["plies"].as_array().expect("plies");
        let made = plies.iter().take(4).map(|ply| &ply["move"]);
        assert!(
            made.eq(opening["moves"].as_array().expect("moves")),
            "{game}"
        );
    }
    let book = Scratch::new("openings.txt");
    std::fs::write(&book.0, &lines).expect("a file");
    let file = Scratch::new("openings-listed.jsonl");
    let listed: &[&str] = &[
        "--openings",
        &book.0.to_string_lossy(),
        "--games",
        "6",
        "--results",
        &file.0.to_string_lossy(),
    ];
    ok(&with(BOTS, listed));
    for game in games(&file) {
        let opening = game["opening"].as_u64().expect("a number") as usize;
        assert_eq!(game["start"].as_str(), lines.lines().nth(opening));
    }
    // A game that nobody judges begins at its start.
    let start = ok(&["openings", "blind", "--count", "1"]);
    assert!(start.starts_with("rnbqkbnr/"), "{start}");
}

#[test]
fn openings_that_are_none_are_refused() {
    refused(&["openings", "draughts"], "unknown_game");
    for (name, value) in [("plies", "1001"), ("nodes", "0"), ("balance", "-1")] {
        let ran = run(&["openings", "chess", &format!("--opening-{name}={value}")]);
        assert_eq!(ran.code, 2, "{name}: {ran:?}");
    }
    let none = ok(&["openings", "chess", "--count", "0"]);
    assert!(none.is_empty());
}

/// One of several sides for A, in turn, and all others for B.
#[test]
fn a_player_meets_several_others() {
    let several: &[&str] = &[
        "match",
        "--game",
        "jarls",
        "-o",
        "players=3",
        "-o",
        "radius=3",
        "--a",
        "heuristic",
        "--b",
        "random",
        "--games",
        "6",
        "--ply-limit",
        "60",
    ];
    let told = json(&with(several, &["--one-vs-rest"]));
    let players = told["players"].as_array().expect("players");
    let names: Vec<_> = players.iter().map(|p| p["name"].as_str()).collect();
    assert_eq!(names, [Some("heuristic"), Some("random"), Some("random")]);
    let games = |r: &Value| {
        ["wins", "draws", "losses"]
            .map(|n| r[n].as_u64().expect("a count"))
            .iter()
            .sum::<u64>()
    };
    for player in players {
        assert_eq!(games(player), 6);
        for seat in ["p0", "p1", "p2"] {
            assert_eq!(games(&player["by_seat"][seat]), 2, "{seat}");
        }
    }
    // Otherwise the two take the sides in turn.
    let told = json(several);
    assert_eq!(told["players"].as_array().map(Vec::len), Some(2));
    let text = ok(&with(several, &["--one-vs-rest"]));
    for part in [
        "A has won ",
        "an equal share of 33.3 %",
        "A: 0 errors",
        "B: 0 errors",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    refused(
        &with(several, &["--one-vs-rest", "--sprt", "0,5"]),
        "invalid_option",
    );
}

#[test]
fn bots_meet_in_paired_openings() {
    let told = json(&with(
        BOTS,
        &["--games", "6", "--opening-plies", "2", "--concurrency", "2"],
    ));
    assert_eq!(
        (&told["games"], &told["complete"]),
        (&6.into(), &true.into())
    );
    let results = |i: usize| {
        let player = &told["players"][i];
        ["wins", "draws", "losses"].map(|n| player[n].as_u64().expect("a count"))
    };
    let ([aw, ad, al], [bw, bd, bl]) = (results(0), results(1));
    assert_eq!((aw, ad, al), (bl, bd, bw));
    assert_eq!(aw + ad + al, 6);
    assert_eq!(told["players"][0]["errors"], serde_json::json!({}));
    let pairs: u64 = told["pairs"]
        .as_array()
        .expect("counts")
        .iter()
        .filter_map(Value::as_u64)
        .sum();
    assert_eq!(
        (pairs, &told["estimate"]["method"]),
        (3, &"pentanomial".into())
    );
    let text = ok(&with(BOTS, &["--games", "2"]));
    for part in [
        "2 of 2 games",
        "A: random",
        "Elo ",
        "white: ",
        "ends: ",
        "A: 0 errors",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
}

#[test]
fn a_run_that_was_killed_goes_on() {
    let (whole, part) = (Scratch::new("whole.jsonl"), Scratch::new("part.jsonl"));
    let args = |file: &'static str| with(BOTS, &["--games", "8", "--opening-plies", "3", file]);
    let (all, some) = (args("--results"), args("--results"));
    ok(&with(&all, &[whole.path()]));
    let played = games(&whole);
    assert_eq!(played.len(), 8);
    // Killed while it wrote the fourth game.
    let text = std::fs::read_to_string(&whole.0).expect("the results");
    let lines: Vec<_> = text.split_inclusive('\n').collect();
    let cut = lines[..4].concat() + &lines[4][..lines[4].len() / 2];
    std::fs::write(&part.0, cut).expect("a file");
    let told = json(&with(&some, &[part.path()]));
    assert_eq!(told["games"], 8);
    assert_eq!(games(&part), played);
    let text = std::fs::read_to_string(&part.0).expect("the results");
    assert!(text.starts_with(&lines[..4].concat()));
    // Nothing is left to be played, and more games go on from there.
    ok(&with(&some, &[part.path()]));
    assert_eq!(std::fs::read_to_string(&part.0).expect("the results"), text);
    let more = with(
        BOTS,
        &[
            "--opening-plies",
            "3",
            "--games",
            "10",
            "--results",
            part.path(),
        ],
    );
    assert_eq!(json(&more)["games"], 10);
    assert_eq!(games(&part)[..8], played);
    // Games of another match are not counted in this one.
    let other = with(&some, &[part.path(), "--seed", "2"]);
    refused(&other, "invalid_option");
    std::fs::write(&part.0, "something else\n").expect("a file");
    refused(&with(&some, &[part.path()]), "invalid_notation");
    assert_eq!(
        std::fs::read_to_string(&part.0).expect("it is left alone"),
        "something else\n"
    );
}

#[test]
fn games_are_written_in_pgn() {
    let file = Scratch::new("games.pgn");
    ok(&with(
        BOTS,
        &["--games", "3", "--opening-plies", "2", "--pgn", file.path()],
    ));
    let text = std::fs::read_to_string(&file.0).expect("the games");
    assert_eq!(text.matches("[Event ").count(), 3);
    assert_eq!(text.matches("[Variant \"crazyhouse\"]").count(), 3);
    assert_eq!(text.matches("\n\n1. ").count(), 3);
}

#[test]
fn openings_come_from_a_file() {
    let file = Scratch::new("openings");
    let positions =
        "# two\n4k3/8/8/8/8/8/8/4K2R[] w - - 0 1\n\n4k3/8/8/8/8/8/8/4K3[Qq] b - - 0 1\n";
    std::fs::write(&file.0, positions).expect("a file");
    let kept = Scratch::new("openings.jsonl");
    let args = [
        "--games",
        "4",
        "--openings",
        file.path(),
        "--results",
        kept.path(),
    ];
    ok(&with(BOTS, &args));
    let starts: Vec<_> = games(&kept)
        .iter()
        .map(|g| g["start"].to_string())
        .collect();
    assert!(starts[0] == starts[1] && starts[2] == starts[3] && starts[0] != starts[2]);
    std::fs::write(&file.0, "no position\n").expect("a file");
    let ran = run(&with(BOTS, &["--openings", file.path()]));
    assert!(ran.err.contains("position 1: "), "{}", ran.err);
    std::fs::write(&file.0, "# none\n").expect("a file");
    refused(&with(BOTS, &["--openings", file.path()]), "invalid_option");
    refused(&with(BOTS, &["--openings", "no-such-file"]), "io");
}

#[test]
fn a_test_ends_a_match_early() {
    let args = [
        "match",
        "--game",
        "chess",
        "--a",
        "search",
        "--b",
        "random",
        "--nodes",
        "300",
        "--games",
        "400",
        "--sprt",
        "-100,100",
        "--opening-plies",
        "2",
    ];
    let told = json(&args);
    assert_eq!(told["sprt"]["verdict"], "elo1");
    assert_eq!(told["complete"], false);
    assert!(told["games"].as_u64().expect("a count") < 400, "{told}");
}

#[test]
fn nonsense_is_refused() {
    let players = |a: &'static str, b: &'static str| {
        [
            "match",
            "--game",
            "chess",
            "--games",
            "2",
            "--movetime",
            "10ms",
            "--a",
            a,
            "--b",
            b,
        ]
    };
    refused(&players("no-such-bot", "random"), "unknown_bot");
    refused(&players("random", "random(x=1)"), "invalid_option");
    refused(
        &players("random", "engine:no-such-program-anywhere"),
        "invalid_option",
    );
    refused(&players("engine:", "random"), "invalid_option");
    let game = [
        "match",
        "--game",
        "no-such-game",
        "--a",
        "random",
        "--b",
        "random",
    ];
    refused(&game, "unknown_game");
    let unlimited = [
        "match", "--game", "chess", "--a", "engine:x", "--b", "random",
    ];
    refused(&unlimited, "invalid_option");
    let game = ["match", "--game", "chess", "--a", "random", "--b", "random"];
    refused(&with(&game, &["--ply-limit", "0"]), "invalid_option");
    for wrong in [
        ["--movetime", "10"],
        ["--tc", "x"],
        ["--sprt", "5,0"],
        ["--concurrency", "0"],
        ["--opening-balance", "x"],
    ] {
        assert_eq!(run(&with(BOTS, &wrong)).code, 2, "{wrong:?}");
    }
}

/// A UCI program in Python's place: a shell script that plays from a list.
#[cfg(unix)]
mod programs {
    use std::os::unix::fs::PermissionsExt as _;
    use std::time::{Duration, Instant};

    /// The longest that anything is waited for before the test has failed.
    const PATIENCE: Duration = Duration::from_secs(120);

    use super::*;

    /// Answers the handshake; `MOVE` is what it does when it is asked to move, `STOP` what
    /// it does when it is told to stop.
    const SCRIPT: &str = r#"#!/bin/sh
echo $$ >> "PIDS"
while read -r line; do
    case "$line" in
        uci) echo "id name fake"; echo "option name Level type spin default 1 min 0 max 9"; echo uciok ;;
        isready) echo readyok ;;
        quit) exit 0 ;;
        position*) moves=${line#*moves}; set -- $moves; count=$# ;;
        go*) MOVE ;;
        stop) STOP ;;
    esac
done
"#;

    /// From the position below, king moves to and fro are a legal game: the king
    /// goes by the number of moves made.
    const WELL: &str = r#"echo "info depth 3 score cp 17 nodes 42 pv a1b1"
            case $(( count % 4 )) in
                0|1) if [ "$count" = 0 ] || [ $((count % 2)) = 0 ]; then echo "bestmove a1b1"; else echo "bestmove a8b8"; fi ;;
                *) if [ $((count % 2)) = 0 ]; then echo "bestmove b1a1"; else echo "bestmove b8a8"; fi ;;
            esac"#;

    const POSITION: &str = "k7/7p/8/8/8/8/7P/K7 w - - 0 1\n";

    /// Returns true if a process runs; one that has ended and that nobody has asked about does not.
    fn runs(pid: &str) -> bool {
        let told = std::process::Command::new("ps")
            .args(["-o", "stat=", "-p", pid])
            .output()
            .expect("ps");
        let stat = String::from_utf8_lossy(&told.stdout).trim().to_owned();
        !stat.is_empty() && !stat.starts_with('Z')
    }

    /// Waits until something has come about that another process does.
    fn until(holds: impl Fn() -> bool) {
        let last = Instant::now() + PATIENCE;
        while !holds() {
            assert!(Instant::now() < last, "it has not come about");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Sends a signal to a process.
    fn signal(pid: u32, signal: &str) {
        let sent = std::process::Command::new("kill")
            .args([signal, &pid.to_string()])
            .status();
        assert!(sent.expect("kill").success());
    }

    /// A program that does this when it is to move, with a file of its processes
    /// and an opening that suits it.
    struct Fake {
        script: Scratch,
        pids: Scratch,
        opening: Scratch,
    }

    impl Fake {
        fn new(name: &str, does: &str) -> Self {
            Self::stopped_by(name, does, ":")
        }

        /// One that does something else when it is told to stop.
        fn stopped_by(name: &str, does: &str, stops: &str) -> Self {
            let fake = Self {
                script: Scratch::new(&format!("{name}.sh")),
                pids: Scratch::new(&format!("{name}.pids")),
                opening: Scratch::new(&format!("{name}.fen")),
            };
            let script = SCRIPT
                .replace("PIDS", fake.pids.path())
                .replace("MOVE", does)
                .replace("STOP", stops);
            std::fs::write(&fake.script.0, script).expect("a script");
            let mode = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(&fake.script.0, mode).expect("it may run");
            std::fs::write(&fake.opening.0, POSITION).expect("an opening");
            fake
        }

        fn spec(&self) -> String {
            format!("engine:{}[Level=3]", self.script.path())
        }

        /// A match of it against another player, as JSON, and the exit code.
        fn meets(&self, other: &str, more: &[&str]) -> (Value, i32) {
            let spec = self.spec();
            let args = [
                "match",
                "--json",
                "--game",
                "chess",
                "--a",
                &spec,
                "--b",
                other,
                "--openings",
                self.opening.path(),
                "--games",
                "4",
                "--ply-limit",
                "6",
            ];
            let ran = run(&with(&args, more));
            let told = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{ran:?}"));
            (told, ran.code)
        }

        /// Counts the processes that were started; all of them must be gone.
        fn started(&self) -> usize {
            let pids = std::fs::read_to_string(&self.pids.0).expect("the processes");
            for pid in pids.lines() {
                assert!(!runs(pid), "process {pid} is still there");
            }
            pids.lines().count()
        }
    }

    #[test]
    fn a_program_plays() {
        let fake = Fake::new("well", WELL);
        let spec = fake.spec();
        let (told, code) = fake.meets(&spec, &["--movetime", "120s"]);
        assert_eq!((code, &told["faults"]), (0, &serde_json::json!([])));
        assert_eq!(
            (&told["games"], &told["reasons"]["ply_limit"]),
            (&4.into(), &4.into())
        );
        assert_eq!(told["plies"]["mean"], 6.0);
        assert_eq!(told["players"][0]["mean_nodes"], 42.0);
        assert_eq!(told["players"][0]["mean_depth"], 3.0);
        // One of each to see whether they can play, and one of each for the games.
        assert_eq!(fake.started(), 4);
    }

    #[test]
    fn faults_of_a_program_cost_its_games_only() {
        let cases = [
            ("crash", "exit 3", "crash", "crash"),
            (
                "illegal",
                "echo bestmove a1a8",
                "illegal_move",
                "illegal_move",
            ),
            ("nonsense", "echo bestmove", "illegal_move", "illegal_move"),
        ];
        for (name, does, kind, reason) in cases {
            let fake = Fake::new(name, does);
            let (told, code) = fake.meets("random", &["--movetime", "120s"]);
            assert_eq!(code, 0, "{name}");
            assert_eq!(told["reasons"][reason], 4, "{name}: {told}");
            assert_eq!(told["players"][0]["errors"][kind], 4, "{name}");
            assert_eq!(told["players"][0]["losses"], 4, "{name}");
            assert_eq!(told["faults"].as_array().map(Vec::len), Some(4), "{name}");
            fake.started();
        }
    }

    /// In each of four games the first to move, the one and the other in turn, answers
    /// too late.
    fn late_in_turn(told: &Value) {
        assert_eq!(told["reasons"]["time_limit"], 4, "{told}");
        for player in 0..2 {
            assert_eq!(told["players"][player]["errors"]["timeout"], 2, "{told}");
        }
    }

    #[test]
    fn a_program_that_hangs_is_ended() {
        let fake = Fake::new("hang", "sleep 1000");
        let spec = fake.spec();
        let limits = ["--movetime", "10ms", "--margin", "10ms"];
        let (told, code) = fake.meets(&spec, &with(&limits, &["--last-chance", "10ms"]));
        assert_eq!(code, 0);
        late_in_turn(&told);
        fake.started();
    }

    #[test]
    fn a_program_that_is_late_may_play_on() {
        let fake = Fake::stopped_by("late", ":", WELL);
        let spec = fake.spec();
        let limits = ["--movetime", "10ms", "--margin", "10ms"];
        let (told, _) = fake.meets(&spec, &with(&limits, &["--last-chance", "120s"]));
        late_in_turn(&told);
        // It answered when it was told to stop, so it was not started anew.
        assert_eq!(fake.started(), 4);
    }

    #[test]
    fn a_flag_that_falls_loses() {
        let fake = Fake::new("flag", &format!("sleep 0.15; {WELL}"));
        let (told, _) = fake.meets("random", &["--tc", "0.4+0.01"]);
        assert_eq!(told["reasons"]["timeout"], 4, "{told}");
        fake.started();
    }

    #[test]
    fn what_a_program_cannot_do_is_said_first() {
        let fake = Fake::new("settings", WELL);
        let spec = format!("engine:{}[Nope=1]", fake.script.path());
        let limit = ["--movetime", "10ms"];
        let args = |game, spec| ["match", "--game", game, "--a", spec, "--b", "random"];
        refused(&with(&args("chess", &spec), &limit), "invalid_option");
        let spec = fake.spec();
        refused(&with(&args("crazyhouse", &spec), &limit), "unsupported");
        let silent = Fake::new("silent", WELL);
        std::fs::write(&silent.script.0, "#!/bin/sh\nexit 1\n").expect("a script");
        let spec = silent.spec();
        refused(&with(&args("chess", &spec), &limit), "invalid_option");
        fake.started();
    }

    #[test]
    fn ctrl_c_ends_the_match_and_its_programs() {
        let asked = Scratch::new("stopped.asked");
        let fake = Fake::new("stopped", &format!(": > \"{}\"; sleep 1000", asked.path()));
        let spec = fake.spec();
        let kept = Scratch::new("stopped.jsonl");
        let child = program()
            .args([
                "match",
                "--game",
                "chess",
                "--a",
                &spec,
                "--b",
                &spec,
                "--movetime",
                "600s",
            ])
            .args(["--opening-plies", "0", "--results", kept.path()])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        until(|| asked.0.exists());
        signal(child.id(), "-INT");
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.status.code(), Some(1));
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(err.starts_with("error [cancelled]: "), "{err}");
        assert!(fake.started() >= 3);
        assert_eq!(games(&kept), Vec::<Value>::new());
    }

    #[test]
    fn a_match_that_is_killed_loses_no_game_and_leaves_no_program() {
        let fake = Fake::new("killed", "exec sleep 1000");
        let (kept, whole) = (Scratch::new("killed.jsonl"), Scratch::new("unhurt.jsonl"));
        let spec = fake.spec();
        let play = |a: &str, file: &Scratch| {
            let mut command = program();
            command
                .args(["match", "--game", "chess", "--a", a, "--b", "random"])
                .args([
                    "--games",
                    "200",
                    "--ply-limit",
                    "60",
                    "--opening-plies",
                    "2",
                ])
                .args([
                    "--nodes",
                    "1",
                    "--move-timeout",
                    "600s",
                    "--results",
                    file.path(),
                ])
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            command
        };
        let lines = || std::fs::read_to_string(&kept.0).map_or(0, |text| text.lines().count());
        let mut child = play("random", &kept).spawn().expect("the program starts");
        until(|| lines() >= 5);
        child.kill().expect("it is killed");
        child.wait().expect("it ends");
        for file in [&kept, &whole] {
            let status = play("random", file).status();
            assert!(status.expect("the program starts").success());
        }
        let all = games(&kept);
        assert_eq!(all.len(), 200);
        assert_eq!(all, games(&whole));

        std::fs::remove_file(&kept.0).expect("a file");
        let mut child = play(&spec, &kept).spawn().expect("the program starts");
        let begun = || std::fs::read_to_string(&fake.pids.0).map_or(0, |p| p.lines().count());
        // One to see whether it can play, one for the game. The file is in use by then.
        until(|| begun() >= 2);
        let second = play(&spec, &kept).status().expect("the program starts");
        assert_eq!(second.code(), Some(1));
        child.kill().expect("it is killed");
        child.wait().expect("it ends");
        let gone = || !std::fs::read_to_string(&fake.pids.0).is_ok_and(|p| p.lines().any(runs));
        if cfg!(target_os = "linux") {
            until(gone);
            fake.started();
        }
    }
}

#[test]
fn teams_of_programs_play_bughouse() {
    let program = env!("CARGO_BIN_EXE_boardwright");
    let talking = format!("ubi:{program} engine ubi[TeamMessageMode=full]");
    let silent = format!("ubi:{program} engine ubi[TeamMessageMode=ignore]");
    let told = json(&[
        "match",
        "--game",
        "bughouse",
        "--a",
        &talking,
        "--b",
        &silent,
        "--games",
        "2",
        "--tc",
        "2",
        "--margin",
        "600s",
        "--ply-limit",
        "60",
    ]);
    assert_eq!(
        (&told["games"], &told["faults"]),
        (&2.into(), &serde_json::json!([]))
    );
    let plies = told["plies"]["mean"].as_f64().expect("a mean");
    assert!(plies > 4.0, "{told}");
    // A program plays one game of two boards in this protocol, and no other.
    refused(
        &[
            "match", "--game", "chess", "--a", &talking, "--b", "random", "--tc", "1+0",
        ],
        "unsupported",
    );
}
