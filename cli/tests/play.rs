//! `boardwright play`, scripted over standard input.

mod common;

use boardwright::host::{self, MoveRef, SeatRef};
use boardwright::registry::GAMES;
use common::{Scratch, counted, events, refused, run_with, subject};
use serde_json::{Value, json};

fn open() -> impl Iterator<Item = &'static str> {
    let names = GAMES.iter().map(|e| e.info().name);
    names.filter(|n| {
        !host::Game::new(n, &Default::default())
            .expect("rules")
            .hidden()
    })
}

fn of<'a>(events: &'a [Value], kind: &str) -> Vec<&'a Value> {
    events.iter().filter(|e| e["event"] == kind).collect()
}

fn last(events: &[Value]) -> &Value {
    let last = events.last().expect("an event");
    assert_eq!(last["event"], "end");
    last
}

#[test]
fn bots_play_every_game_to_its_end_and_it_can_be_replayed() {
    for entry in GAMES {
        let name = entry.info().name;
        let game = events(&["play", name, "--auto", "--seed", "5"], "");
        let moves = of(&game, "move");
        assert!(!moves.is_empty(), "{name}");
        let mut state = host::start(name, &Default::default()).expect("a start");
        for made in &moves {
            let styles = made["move"].as_object().expect("texts by style");
            let seat = Some(SeatRef::Name(made["seat"].as_str().expect("a seat")));
            for (style, text) in styles {
                let text = MoveRef::Text(text.as_str().expect("a text"));
                let next = state.play(seat, text, Some(style)).expect("a legal move");
                assert_eq!(made["key"], next.key(), "{name} {made}");
            }
            let text = styles[entry.info().styles[0]].as_str().expect("a text");
            state = state
                .play(seat, MoveRef::Text(text), None)
                .expect("a legal move");
            assert_eq!(made["notation"], state.notation());
        }
        let end = last(&game);
        assert_eq!(end["notation"], state.notation());
        assert_eq!(end["outcome"], json!(state.outcome().expect("an outcome")));
        assert_eq!(end["ply"], moves.len());

        assert_eq!(events(&["play", name, "--auto", "--seed", "5"], ""), game);
        assert_ne!(events(&["play", name, "--auto", "--seed", "6"], ""), game);
        let text = run_with(&["play", name, "--auto", "--seed", "5", "--boards"], "");
        assert_eq!(text.code, 0);
        let key = end["key"].as_str().expect("a key");
        assert!(
            text.out.contains(&format!("key       {key}\n")),
            "{}",
            text.out
        );
        assert!(text.out.contains("\nresult    "), "{}", text.out);
    }
}

#[test]
fn a_person_plays_in_any_style_and_takes_back() {
    for name in open() {
        let start = host::start(name, &Default::default()).expect("a start");
        // Where several seats are live at once the others do not wait for the person.
        if start.live().len() > 1 {
            continue;
        }
        for style in start.game().info().styles {
            let moves = start.legal_moves(None, Some(style)).expect("moves");
            let script = format!("moves {style}\n{}\nundo\n{}\nquit\n", moves[0], moves[1]);
            let game = events(&["play", name, "--seed", "2"], &script);
            let listed = of(&game, "moves")[0]["moves"].as_array().expect("moves");
            assert_eq!(listed.len(), moves.len());
            let made = of(&game, "move");
            // Not in every game do seats simply take turns.
            let own: Vec<_> = made
                .iter()
                .filter(|m| m["seat"] == made[0]["seat"])
                .collect();
            assert_eq!(own[0]["move"][style], moves[0].as_str(), "{name} {style}");
            assert_eq!(own[1]["move"][style], moves[1].as_str(), "{name} {style}");
            let undone = of(&game, "undo");
            assert_eq!(undone[0]["notation"], start.notation());
            assert_eq!(last(&game)["why"], "left");
            assert_eq!(last(&game)["ply"], made.len() / 2);
        }
    }
}

#[test]
fn what_cannot_be_done_is_told_and_the_game_goes_on() {
    for entry in GAMES {
        let name = entry.info().name;
        let script = "no such move\n\nundo\nsave\nsave /no/such/folder/x\nmoves nonsense\nhelp\nboard\n\u{7}\ndescribe\nresign\n";
        let game = events(&["play", name], script);
        let codes: Vec<_> = of(&game, "error")
            .iter()
            .map(|e| e["code"].clone())
            .collect();
        assert_eq!(codes[0], "invalid_notation", "{name}: {codes:?}");
        assert_eq!(codes.len(), 6, "{name}: {codes:?}");
        assert_eq!(of(&game, "help").len(), 1);
        let known = &of(&game, "describe")[0]["known"];
        assert_eq!(known["game"], name);
        assert_eq!(last(&game)["why"], "resigned");
        let first = &game[0]["seats"][0];
        assert_eq!(&last(&game)["seat"], first);
        assert_eq!(game[0]["persons"][0], *first);

        let text = run_with(&["play", name], script);
        assert_eq!((text.code, text.err.as_str()), (0, ""));
        assert!(
            text.out.contains("> no such move\n[invalid_notation] "),
            "{}",
            text.out
        );
        assert!(text.out.ends_with(" resigns\n"), "{}", text.out);
    }
}

#[test]
fn bytes_that_are_no_text_are_no_crash() {
    use std::io::Write as _;
    let mut child = common::program()
        .args(["play", GAMES[0].info().name, "--json"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    let garbage = [&[0xff, 0xfe, 0, b'\n'][..], &[0xc3; 100_000], b"\nquit"].concat();
    child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(&garbage)
        .expect("written");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    let lines = String::from_utf8(output.stdout).expect("text");
    assert_eq!(lines.matches("\"event\":\"error\"").count(), 2, "{lines}");
}

#[test]
fn a_game_is_saved_and_taken_up_again() {
    for name in open() {
        let file = Scratch::new(&format!("{name}.game"));
        let start = host::start(name, &Default::default()).expect("a start");
        let action = &start.legal_moves(None, None).expect("moves")[0];
        let script = format!("{action}\nsave {}\n", file.path());
        let game = events(&["play", name], &script);
        assert_eq!(of(&game, "saved").len(), 1);
        let taken = events(&["play", name, "--load", file.path()], "");
        assert_eq!(last(&taken)["notation"], last(&game)["notation"]);
        assert_eq!(last(&taken)["ply"], last(&game)["ply"]);
        assert!(last(&taken)["ply"].as_u64() >= Some(2));
        let saved = std::fs::read_to_string(&file.0).expect("the file");
        let state = host::load(saved.trim_end()).expect("a state");
        assert_eq!(last(&game)["key"], state.key());
        for other in open().filter(|other| *other != name) {
            refused(&["play", other, "--load", file.path()], "invalid_option");
        }
        std::fs::write(&file.0, "nothing").expect("written");
        refused(&["play", name, "--load", file.path()], "invalid_notation");
    }
    refused(
        &["play", GAMES[0].info().name, "--load", "no-such-file"],
        "io",
    );
}

#[test]
fn a_person_takes_the_seats_asked_for() {
    for name in open() {
        let rules = host::Game::new(name, &Default::default()).expect("rules");
        let seats = rules.seats();
        let second = events(&["play", name, "--seat", &seats[1]], "");
        assert_eq!(second[0]["persons"], serde_json::json!([seats[1]]));
        let all: Vec<_> = seats.iter().flat_map(|s| ["--seat", s]).collect();
        let args = [&["play", name], &all[..]].concat();
        let start = rules.start().expect("a start");
        let action = &start.legal_moves(None, None).expect("moves")[0];
        let both = events(&args, action);
        assert_eq!(of(&both, "move").len(), 1);
        assert_eq!(both[0]["bots"], serde_json::json!({}));
    }
    let game = GAMES[0].info().name;
    refused(&["play", game, "--seat", "no-such-seat"], "invalid_option");
    refused(&["play", game, "--bot", "no-such-bot"], "unknown_bot");
    refused(&["play", game, "--bot-option", "x=1"], "invalid_option");
    refused(&["play", game, "--movetime", "NaN"], "invalid_option");
    refused(&["play", game, "--movetime=-1"], "invalid_option");
    refused(&["play", game, "--position", "?"], "invalid_notation");
    assert_eq!(
        run_with(&["play", game, "--auto", "--seat", "x"], "").code,
        2
    );
}

#[test]
fn the_limit_of_plies_ends_a_game() {
    let game = events(
        &["play", GAMES[0].info().name, "--auto", "--ply-limit", "3"],
        "",
    );
    assert_eq!(of(&game, "move").len(), 3);
    assert_eq!(last(&game)["why"], "ply_limit");
}

/// A position without a move is the end of the game, or of what can be done here.
#[test]
fn nobody_can_move() {
    let mut ends = Vec::new();
    for fields in counted().iter().filter(|f| f[3] == "d1 0") {
        let subject = subject(fields);
        let args: Vec<&str> = ["play", "--auto"]
            .into_iter()
            .chain(subject.iter().map(String::as_str))
            .collect();
        let game = events(&args, "");
        let state =
            host::parse(&subject[0], &fields[2], &[], &Default::default()).expect("a state");
        let over = state.outcome().is_some();
        assert_eq!(last(&game)["why"], if over { "outcome" } else { "waiting" });
        let text = run_with(&args, "").out;
        let told = if over {
            text.contains(" wins: ") || text.contains(" win: ")
        } else {
            text.contains("nobody can move")
        };
        assert!(told, "{text}");
        ends.push(over);
    }
    assert!(ends.contains(&true) && ends.contains(&false), "{ends:?}");
}

#[cfg(feature = "test-games")]
mod hidden {
    use super::*;

    fn hidden() -> &'static str {
        // The one that is there for tests, to whose moves the script belongs.
        let mut names = GAMES.iter().rev().map(|e| e.info().name);
        names
            .find(|n| {
                host::Game::new(n, &Default::default())
                    .expect("rules")
                    .hidden()
            })
            .expect("a hidden game")
    }

    /// Plays the first candidate whenever asked, as the first or the second seat.
    fn script() -> String {
        "moves\nb2\nwait\na1\nsave x.game\nundo\nmoves cells\nc3\na2\nb3\nc1\na3\nc2\nb1\n".into()
    }

    #[test]
    fn a_person_is_told_only_what_the_seat_observes() {
        for seat in 0..2 {
            let name = hidden();
            let rules = host::Game::new(name, &Default::default()).expect("rules");
            let own = rules.seats()[seat].as_str();
            let args = ["play", name, "--seat", own, "--seed", "3"];
            let game = events(&args, &script());
            let mut kinds = 0;
            for event in &game {
                match event["event"].as_str().expect("a kind") {
                    "start" | "end" => assert_eq!(event["notation"], Value::Null, "{event}"),
                    "turn" => assert_eq!(event["seat"], own),
                    "move" => {
                        assert_eq!(event["seat"], own, "{event}");
                        let keys: Vec<_> = event.as_object().expect("a map").keys().collect();
                        assert_eq!(keys, ["event", "seat", "move"]);
                    }
                    "moves" => kinds += 1,
                    "error" => {}
                    other => panic!("{other}"),
                }
            }
            assert_eq!(kinds, 1);
            let codes: Vec<_> = of(&game, "error")
                .iter()
                .map(|e| e["code"].clone())
                .collect();
            for code in ["hidden_information", "unsupported"] {
                assert!(codes.iter().any(|c| c == code), "{code}: {codes:?}");
            }
            assert!(!of(&game, "move").is_empty());
            assert!(!std::path::Path::new("x.game").exists());

            // The other seat's marks must not be drawn before they were found out.
            let mark = ["O", "X"][seat];
            let text = run_with(&args, &script());
            assert_eq!(text.code, 0);
            for line in text.out.lines().filter(|l| l.len() == 3) {
                assert!(!line.contains(mark), "{}", text.out);
            }
            assert!(!text.out.contains("position  "), "{}", text.out);
            assert!(!text.out.contains("key  "), "{}", text.out);
        }
    }

    #[test]
    fn a_referee_is_told_everything() {
        let game = events(&["play", hidden(), "--auto", "--seed", "3"], "");
        let seats: std::collections::BTreeSet<_> = of(&game, "move")
            .iter()
            .map(|m| m["seat"].to_string())
            .collect();
        assert_eq!(seats.len(), 2);
        assert_eq!(last(&game)["why"], "outcome");
    }
}
