//! Tournaments by plain values, and the file that keeps their games.

use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::arena::log::{GameLog, LogError, MATCH};
use crate::arena::tournament::{FinishedGame, Occasion, TOURNAMENT, TournamentReport, tournament};
use contract::error::{ErrorKind, Result};
use contract::value::{Dict, to_value};

/// A file that is removed again.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("boardwright-{}-{number}-{name}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    fn text(&self) -> String {
        std::fs::read_to_string(&self.0).expect("a file")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn dict(value: Value) -> Dict {
    value.as_object().expect("a map").clone()
}

fn four(more: Value) -> Dict {
    let mut given = dict(json!({
        "game": "crazyhouse",
        "players": ["random", "heuristic", { "name": "S", "bot": "search" }, "random"],
        "limits": { "nodes": 60 },
        "ply_limit": 40,
        "opening_plies": 2,
        "opening_balance": -1,
        "games": 6,
        "seed": 3,
    }));
    given.extend(dict(more));
    given
}

/// Plays up to so many games.
fn play(given: Dict, most: usize) -> Result<(TournamentReport, Vec<FinishedGame>)> {
    play_as(Occasion::Tournament, given, most)
}

/// The same on an occasion.
fn play_as(
    occasion: Occasion,
    given: Dict,
    most: usize,
) -> Result<(TournamentReport, Vec<FinishedGame>)> {
    let games = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&games);
    let work = tournament(
        occasion,
        given,
        Arc::default(),
        Box::new(move |game| {
            let mut games = told.lock().unwrap();
            games.push(game);
            match games.len() >= most {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        }),
    );
    let report = work.wait()?;
    let games = std::mem::take(&mut *games.lock().unwrap());
    Ok((report, games))
}

fn refused(more: Value) -> String {
    let error = play(four(more), 1).expect_err("it is refused");
    assert!(
        matches!(
            error.kind(),
            ErrorKind::InvalidOption | ErrorKind::InvalidNotation
        ),
        "{error}"
    );
    error.message().to_owned()
}

fn log(path: &Path) -> Value {
    json!({ "log": path, "concurrency": 2 })
}

/// One tournament of four bots: cut at every tenth game and taken up again from its file, with
/// the last line torn each time, on one thread and on two.
#[test]
fn a_tournament_goes_on_from_its_file_and_its_table_is_the_same() {
    let (whole, games) = play(four(json!({})), usize::MAX).unwrap();
    assert_eq!(games.len(), 36);
    let wanted = to_value(&whole.table).unwrap();
    let file = Scratch::new("cut.jsonl");
    let mut all = Vec::new();
    for run in 0.. {
        let (report, games) = play(four(log(&file.0)), 10).unwrap();
        all.extend(games.into_iter().map(|game| game.id));
        let done = to_value(&report.table).unwrap();
        if report.table.complete {
            assert_eq!(done, wanted);
            break;
        }
        assert!(run < 5 && done != wanted);
        let mut kept = std::fs::OpenOptions::new()
            .append(true)
            .open(&file.0)
            .unwrap();
        kept.write_all(b"{\"id\":77,\"pla").unwrap();
    }
    // Nothing was played twice.
    all.sort_unstable();
    assert_eq!(all, (0..36).collect::<Vec<_>>());
    assert_eq!(file.text().lines().count(), 37);
    let (report, games) = play(four(log(&file.0)), 1).unwrap();
    assert_eq!((games.len(), to_value(&report.table).unwrap()), (0, wanted));
    // It is of no other tournament.
    let other = refused(json!({ "log": file.0, "seed": 4 }));
    assert!(
        other.contains("is of another tournament: seed was \"3\""),
        "{other}"
    );
    std::fs::write(&file.0, "something else\n").unwrap();
    let other = refused(log(&file.0));
    assert!(other.contains("is not that of a tournament"), "{other}");
}

#[test]
fn finished_games_are_told_by_names() {
    let (report, games) = play(four(json!({ "pgn": true, "games": 2 })), usize::MAX).unwrap();
    let first = &games[0];
    assert_eq!((first.id, first.done, first.games), (0, 1, 12));
    assert_eq!(games.last().map(|game| game.done), Some(12));
    let names: Vec<_> = report.times.iter().map(|times| &*times.name).collect();
    assert_eq!(names, ["random", "heuristic", "S", "random #2"]);
    for game in &games {
        assert!(game.fault.is_none() && game.moves.len() > 2 && game.moves.len() <= 40);
        assert_eq!(game.draw, game.winners.is_empty());
        let pgn = game.pgn.as_deref().expect("a game");
        let white = game.players.0.iter().find(|(seat, _)| seat == "white");
        let tag = format!("[White \"{}\"]", white.expect("white").1);
        assert!(pgn.contains(&tag), "{pgn}");
        let round = format!("[Round \"{}.{}\"]", game.opening + 1, game.id % 2 + 1);
        assert!(pgn.contains(&round), "{pgn}");
    }
    assert!(
        report.markdown.contains("| random #2 |"),
        "{}",
        report.markdown
    );
    let value = to_value(games.last().expect("a game")).unwrap();
    assert!(value["players"]["black"].is_string());
}

#[test]
fn wrong_options_are_named() {
    for (more, message) in [
        (json!({ "players": 3 }), "players: takes a list, not 3"),
        (
            json!({ "players": ["random"] }),
            "players: takes from 2 to 256, not 1",
        ),
        (json!({ "game": null }), "options: are those of a game"),
        (
            json!({ "system": "cup" }),
            "system: takes round_robin or gauntlet or swiss",
        ),
        (json!({ "games": 3 }), "games: takes a multiple of 2"),
        (
            json!({ "rounds": 0 }),
            "rounds: takes an integer from 1 to 1048576, not 0",
        ),
        (
            json!({ "limits": { "deadline": 3 } }),
            "limits: there is no deadline",
        ),
        (
            json!({ "clock": { "base": 0 } }),
            "clock: base: takes an integer from 1",
        ),
        (
            json!({ "clock": { "bass": 1 } }),
            "clock: base: takes an integer from 1",
        ),
        (
            json!({ "openings": ["x"], "opening_plies": null }),
            "openings[0]: ",
        ),
        (
            json!({ "openings": [] , "opening_plies": null }),
            "openings: the list is empty",
        ),
        (
            json!({ "openings": ["x"] }),
            "opening_plies: openings are given",
        ),
        (
            json!({ "opening_balance": -2 }),
            "opening_balance: takes an integer from -1, not -2",
        ),
        (
            json!({ "opening_nodes": 0 }),
            "opening_nodes: takes an integer from 1 to 1000000, not 0",
        ),
        (
            json!({ "concurrency": 0 }),
            "concurrency: takes an integer from 1 to 1024, not 0",
        ),
        (
            json!({ "sprt": { "elo0": 0 } }),
            "sprt: elo1 takes a number, and none is given",
        ),
        (
            json!({ "sprt": { "elo0": 0, "elo1": 5 } }),
            "sprt: ends a match of two players, and this is none",
        ),
        (json!({ "colour": 1 }), "there is no option \"colour\""),
        (json!({ "players": ["random", "nobody"] }), "nobody: "),
        (
            json!({ "players": ["random", "engine:x"], "limits": null }),
            "limits: a program needs one",
        ),
    ] {
        if more.get("game").is_some_and(Value::is_null) {
            let mut given = four(json!({}));
            given.remove("game");
            let error = play(given, 1).unwrap_err();
            assert_eq!(error.message(), "game: takes a name, and none is given");
            continue;
        }
        let error = play(four(more.clone()), 1).expect_err("it is refused");
        assert!(error.message().starts_with(message), "{more}: {error}");
    }
    let program = json!({ "players": ["random", "engine:x"] });
    let error = play(four(program), 1).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
}

/// Every option that is read stands in the list that is documented, and the other way round.
#[test]
fn the_options_are_those_that_are_declared() {
    let error = play(four(json!({ "x": 1 })), 1).unwrap_err();
    let (_, known) = error.message().split_once("there are ").expect("a list");
    let mut known: Vec<_> = known.split(", ").collect();
    let mut declared: Vec<_> = TOURNAMENT.iter().map(|option| option.name).collect();
    known.sort_unstable();
    declared.sort_unstable();
    assert_eq!(known, declared);
}

#[test]
fn a_file_is_used_by_one_run_at_a_time() {
    let file = Scratch::new("used.jsonl");
    let open = |of: &str| GameLog::open(&file.0, MATCH, &dict(json!({ "of": of })));
    let (held, games) = open("a").unwrap();
    assert!(games.is_empty());
    if cfg!(unix) {
        let Err(LogError::Refused(error)) = open("a") else {
            panic!("it is in use");
        };
        assert!(
            error.message().ends_with("is in use by another run"),
            "{error}"
        );
    }
    drop(held);
    let Err(LogError::Refused(error)) = open("b") else {
        panic!("it is another");
    };
    assert!(
        error.message().contains("is of another match: of was"),
        "{error}"
    );
    let nowhere = Path::new("/no such folder/games.jsonl");
    let failed = GameLog::open(nowhere, MATCH, &Dict::new());
    assert!(matches!(failed, Err(LogError::Io(..))));
}

#[test]
fn matches_and_selfplay_are_tournaments_of_a_kind() {
    let given = |more: Value| {
        let mut given = dict(json!({
            "game": "crazyhouse", "ply_limit": 10, "opening_plies": 0, "concurrency": 2,
        }));
        given.extend(dict(more));
        given
    };
    let two = json!({ "players": ["random", "heuristic"] });
    let (report, games) = play_as(Occasion::Match, given(two), usize::MAX).unwrap();
    assert_eq!((games.len(), report.table.games), (100, 100));
    assert!(report.table.estimate.is_some());
    let white = games.iter().filter(|game| game.players.0[0].1 == "random");
    assert_eq!(white.count(), 50);

    let one = json!({ "players": ["random"], "games": 3 });
    let (report, games) = play_as(Occasion::Selfplay, given(one), usize::MAX).unwrap();
    assert_eq!(games.len(), 3);
    let seats: Vec<_> = report.table.players.iter().map(|p| &*p.name).collect();
    assert_eq!(seats.len(), 2);
    for game in &games {
        let players: Vec<_> = game.players.0.iter().map(|(_, name)| &**name).collect();
        assert_eq!(players, ["random", "random #2"]);
    }
    // A match in a game of more than two seats.
    let jarls = json!({ "game": "jarls", "players": ["random", "random"], "games": 2 });
    let (report, _) = play_as(Occasion::Match, given(jarls), usize::MAX).unwrap();
    assert!(report.table.complete);

    for (occasion, more, message) in [
        (
            Occasion::Match,
            json!({ "players": ["random"] }),
            "players: a match takes 2, not 1",
        ),
        (
            Occasion::Match,
            json!({ "players": ["random", "random"], "system": "swiss" }),
            "system: is an option of tournaments alone",
        ),
        (
            Occasion::Selfplay,
            json!({ "players": ["random", "random", "random"] }),
            "players: takes 2, one for each seat, not 3",
        ),
    ] {
        let error = play_as(occasion, given(more), 1).unwrap_err();
        assert_eq!(error.message(), message);
    }
    assert_eq!(Occasion::named("match").unwrap(), Occasion::Match);
    let error = Occasion::named("cup").unwrap_err();
    assert!(
        error
            .message()
            .ends_with("there are tournament, match, selfplay"),
        "{error}"
    );
}
