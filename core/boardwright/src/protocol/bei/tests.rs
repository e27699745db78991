//! BEI by lines.

use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use super::super::Engine;
use crate::protocol::shared_pool;

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(600);

/// The circle of the first player is complete with c5e5.
const NEARLY: &str = "pppp1pppp/9/4D4/3DTD3/1PD6/9/9/7D1/PPPP2P2_a_-";
/// No opening book knows it, so that it is thought about.
const OPEN: &str = "pppp1p1pp/9/6p2/9/4D4/9/2P6/9/PP1PP1PPP_a_-";
/// The first player has lost.
const LOST: &str = "pppp5/9/9/9/9/9/9/9/PPP6_a_-";

struct Controller {
    engine: Engine,
    said: Receiver<String>,
}

impl Controller {
    fn new() -> Self {
        shared_pool();
        let (says, said) = mpsc::channel();
        let sink = move |line: &str| {
            // A test that has failed is not listening any more.
            let _ = says.send(line.to_owned());
        };
        let engine = Engine::new("bei", Box::new(sink)).unwrap();
        Self { engine, said }
    }

    /// One that plays the standard game.
    fn playing() -> Self {
        let controller = Self::new();
        controller.send("newgame boost-9-9-2-8-2");
        assert_eq!(controller.next(), "known");
        controller
    }

    /// One that thinks without an end about a position of the standard game, once
    /// it is told to go.
    fn thoughtful() -> Self {
        let controller = Self::playing();
        controller.send("setoption depth 100");
        controller.send(&format!("setline {OPEN}"));
        controller
    }

    fn send(&self, text: &str) {
        self.engine.send(text).unwrap();
    }

    fn next(&self) -> String {
        self.said.recv_timeout(PATIENCE).expect("a line")
    }

    /// Returns the immediate answer to a line.
    fn answer(&self, text: &str) -> Vec<String> {
        self.send(text);
        self.send("isready");
        let mut lines = Vec::new();
        loop {
            match self.next() {
                line if line == "readyok" => return lines,
                line => lines.push(line),
            }
        }
    }

    /// The one log line that a wrong line gets.
    fn complaint(&self, text: &str) -> String {
        let lines = self.answer(text);
        assert_eq!(lines.len(), 1, "{text}: {lines:?}");
        let log = lines[0].strip_prefix("log ");
        log.unwrap_or_else(|| panic!("{text}: {lines:?}"))
            .to_owned()
    }

    /// Score and moves of the next `move`.
    fn moved(&self) -> (i64, Vec<String>) {
        let line = self.next();
        let mut words = line.split(' ');
        assert_eq!(words.next(), Some("move"), "{line}");
        let score = words.next().unwrap().parse().unwrap();
        let moves: Vec<_> = words.map(str::to_owned).collect();
        assert!(!moves.is_empty(), "{line}");
        (score, moves)
    }
}

#[test]
fn it_introduces_itself() {
    for line in ["bei", "bei 2.0.0 and more"] {
        let lines = Controller::new().answer(line);
        assert_eq!(lines[0], "protocol 2.0.0");
        assert_eq!(lines[1], "id name Boardwright");
        assert!(lines[2].starts_with("id author "));
        assert_eq!(lines[3], concat!("id version ", env!("CARGO_PKG_VERSION")));
        assert_eq!(lines[4..], ["beiok"]);
    }
    assert!(Controller::new().answer("").is_empty());
}

#[test]
fn games_are_known_or_unknown() {
    let controller = Controller::new();
    assert_eq!(controller.answer("newgame boost-7-7-4-8-2-demo"), ["known"]);
    let lines = controller.answer("newgame boost-99-7-2-8-2");
    assert_eq!(lines.len(), 2);
    assert!(
        lines[0].starts_with("log newgame: identifier: width takes"),
        "{lines:?}"
    );
    assert_eq!(lines[1], "unknown");
    assert_eq!(
        controller.answer("newgame chess").last().unwrap(),
        "unknown"
    );
    // What was there is still there.
    assert!(controller.answer("setline 7/7/7/7/7/7/7_a_-").is_empty());
}

#[test]
fn bad_input_is_logged_and_ignored() {
    let controller = Controller::new();
    for (line, words) in [
        ("go", "go: there is no game yet"),
        ("ponder 1", "ponder: there is no game yet"),
        ("setline 9_a_-", "setline: there is no game yet"),
    ] {
        assert!(controller.complaint(line).starts_with(words), "{line}");
    }
    let controller = Controller::playing();
    for (line, words) in [
        ("hello", "unknown command \"hello\""),
        ("GO", "unknown command \"GO\""),
        ("newgame", "newgame: takes an identifier"),
        ("newgame a b", "newgame: takes an identifier"),
        (
            "setoption",
            "setoption: takes the name of an option and a value",
        ),
        ("setoption strength", "setoption: takes"),
        (
            "setoption speed 3",
            "setoption: there is no option \"speed\": there are strength, depth, pawn, knight",
        ),
        (
            "setoption depth deep",
            "setoption: depth takes an integer, not \"deep\"",
        ),
        ("setline", "setline: takes a position"),
        ("setline 9_a_-", "ranks, \"9\": there are 9"),
        (
            "setline 9/9/9/9/9/9/9/9/9_a_- nonsense",
            "\"nonsense\" has 1 fields",
        ),
        ("ponder", "ponder: takes a number of turns"),
        ("ponder -1", "ponder: takes a number of turns"),
        ("ponder soon", "ponder: takes a number of turns"),
        ("go fast", "go: takes nothing"),
        ("stop it", "stop: takes nothing"),
        ("isready now", "isready: takes nothing"),
    ] {
        let complaint = controller.complaint(line);
        assert!(complaint.starts_with(words), "{line}: {complaint}");
    }
    assert!(controller.answer("").is_empty() && controller.answer("  \t").is_empty());
    // The game is where it was.
    controller.send("setoption depth 1");
    controller.send("go");
    assert_eq!(controller.moved().1[0].len(), 4);
}

#[test]
fn options_out_of_range_are_clamped() {
    let controller = Controller::playing();
    for (line, words) in [
        ("setoption strength 99", "99 counts as 100"),
        ("setoption strength 2501", "2501 counts as 2500"),
        ("setoption strength 99999999999999999999", "counts as 2500"),
        ("setoption depth 0", "0 counts as 1"),
        ("setoption depth -99999999999999999999", "counts as 1"),
        ("setoption depth 101", "101 counts as 100"),
    ] {
        let complaint = controller.complaint(line);
        assert!(complaint.ends_with(words), "{line}: {complaint}");
    }
    for line in [
        "setoption strength 100",
        "setoption strength 2500",
        "setoption depth 1",
        "setoption depth 100",
    ] {
        assert!(controller.answer(line).is_empty(), "{line}");
    }
}

#[test]
fn go_is_answered_with_a_move_and_its_equals() {
    let controller = Controller::playing();
    controller.send(&format!("setline {NEARLY}"));
    for option in ["strength 100", "strength 1500", "depth 1", "depth 2"] {
        controller.send(&format!("setoption {option}"));
        controller.send("go");
        let (score, moves) = controller.moved();
        if option.starts_with("depth") {
            assert_eq!((score, &*moves[0]), (9_999_999, "c5e5"));
            assert_eq!(moves.len(), 1, "nothing else wins at once: {moves:?}");
        }
        assert!(moves.iter().all(|m| m.len() == 4), "{moves:?}");
        let mut unique = moves.clone();
        unique.sort();
        unique.dedup();
        assert_eq!(unique.len(), moves.len());
    }
}

#[test]
fn where_the_game_is_over_the_move_is_a_pass() {
    let controller = Controller::playing();
    for (position, score) in [
        (LOST.to_owned(), -10_000_000),
        (LOST.replace("_a_", "_b_"), 10_000_000),
        ("9/9/9/9/9/9/9/9/9_a_-".to_owned(), 0),
    ] {
        controller.send(&format!("setline {position}"));
        controller.send("go");
        assert_eq!(controller.moved(), (score, vec!["--".to_owned()]));
    }
}

#[test]
fn taboos_are_not_repeated() {
    let controller = Controller::new();
    controller.send("newgame boost-9-9-2-8-2-demo");
    assert_eq!(controller.next(), "known");
    controller.send("setoption depth 1");
    let here = "p8/9/9/9/9/9/9/9/P8_a_-";
    for (taboo, left) in [
        ("p8/9/9/9/9/9/9/P8/9_b_-", "a1b1"),
        ("p8/9/9/9/9/9/9/9/1P7_a_-", "a1a2"),
    ] {
        controller.send(&format!("setline {here} {taboo}"));
        controller.send("go");
        assert_eq!(controller.moved().1, [left]);
    }
}

#[test]
fn thinking_ends_at_five_commands_and_blocks_none() {
    for ender in [
        "stop",
        "go",
        "ponder 1",
        "newgame boost-9-9-2-8-2",
        "setline pppp1pppp/9/9/9/9/9/9/9/PPPP1PPPP_a_-",
    ] {
        let controller = Controller::thoughtful();
        controller.send("go");
        // It thinks, and listens.
        assert!(controller.answer("setoption depth 100").is_empty());
        controller.send(ender);
        loop {
            match controller.next() {
                line if line == "known" => {}
                line => {
                    assert!(line.starts_with("move "), "{ender}: {line}");
                    break;
                }
            }
        }
        if ender == "go" {
            controller.send("stop");
            controller.moved();
        }
        controller.send("stop");
        assert!(controller.engine.wait(PATIENCE), "{ender}");
        let rest = controller.answer("isready");
        assert!(
            !rest.iter().any(|line| line.starts_with("move")),
            "{rest:?}"
        );
    }
}

#[test]
fn every_go_has_one_move_and_pondering_none() {
    let controller = Controller::thoughtful();
    for _ in 0..5 {
        controller.send("go");
    }
    controller.send("ponder 3");
    for _ in 0..5 {
        controller.moved();
    }
    assert!(
        controller.answer("setoption depth 1").is_empty(),
        "it ponders and listens"
    );
    controller.send("go");
    controller.moved();
    assert!(controller.engine.wait(PATIENCE));
    controller.send("ponder 0");
    controller.send("stop");
    assert!(controller.engine.wait(PATIENCE));
    assert!(controller.answer("isready").is_empty());
}

#[test]
fn quit_ends_everything_without_a_word() {
    let controller = Controller::thoughtful();
    controller.send("go");
    controller.send("quit");
    assert!(controller.engine.is_closed());
    assert!(controller.engine.wait(PATIENCE));
    controller.send("isready");
    assert!(controller.said.try_recv().is_err());
}

#[test]
fn a_game_is_played_by_lines() {
    let controller = Controller::new();
    controller.send("newgame boost-5-5-2-4-1");
    assert_eq!(controller.next(), "known");
    controller.send("setoption strength 300");
    let options = [("identifier".to_owned(), "boost-5-5-2-4-1".into())];
    let mut state = crate::host::start("boost", &options.into_iter().collect()).unwrap();
    let mut line = vec![state.notation()];
    for _ in 0..30 {
        controller.send(&format!("setline {}", line.join(" ")));
        controller.send("go");
        let (_, moves) = controller.moved();
        if state.outcome().is_some() {
            assert_eq!(moves, ["--"]);
            break;
        }
        let legal = state.legal_moves(None, None).unwrap();
        assert!(moves.iter().all(|m| legal.contains(m)), "{moves:?}");
        let chosen = crate::host::MoveRef::Text(&moves[0]);
        state = state.play(None, chosen, None).unwrap();
        line.insert(0, state.notation());
    }
}

#[test]
fn weights_of_the_evaluation_are_options() {
    let controller = Controller::playing();
    controller.send("setoption depth 1");
    for spec in boost::Weights::OPTIONS {
        controller.send(&format!("setoption {} 0", spec.name));
    }
    let line = "setline pppp5/9/9/9/9/9/9/9/PPPPPP3_a_-";
    let score = || {
        assert!(controller.answer(line).is_empty());
        controller.send("go");
        let moved = controller.next();
        moved.split(' ').nth(1).unwrap().parse::<i64>().unwrap()
    };
    assert_eq!(score(), 0);
    assert!(controller.answer("setoption pawn 50").is_empty());
    let small = score();
    assert!(small > 0, "{small}");
    assert!(controller.answer("setoption pawn 200").is_empty());
    assert!(score() > small);
    // What is out of range is clamped, and said.
    let said = controller.answer("setoption zero_activity_distance 31");
    assert!(said[0].contains("31 counts as 30"), "{said:?}");
    // A win counts as the weight says.
    assert!(controller.answer("setoption victory 500").is_empty());
    controller.answer("setline pppp5/9/9/9/9/4D4/3DTD3/4D4/PPPP5_b_-");
    controller.send("go");
    assert_eq!(controller.next(), "move -500 --");
}
