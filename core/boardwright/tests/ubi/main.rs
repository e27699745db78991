//! UBI by lines. In a program of its own, since both boards are searched at once
//! and so it takes two threads.

mod sitting;
mod talk;

use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use boardwright::jobs;
use boardwright::protocol::Engine;

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(600);

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
const MATE_IN_ONE: &str = "6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1";

/// An engine and what it said.
struct Host {
    engine: Engine,
    said: Receiver<String>,
}

impl Host {
    fn new() -> Self {
        // Enough for all tests that run at once.
        jobs::configure(Some(32), None).unwrap();
        let (says, said) = mpsc::channel();
        let sink = move |line: &str| {
            // A test that has failed is not listening any more.
            let _ = says.send(line.to_owned());
        };
        let engine = Engine::new("ubi", Box::new(sink)).unwrap();
        Self { engine, said }
    }

    fn send(&self, text: &str) {
        self.engine.send(text).unwrap();
    }

    /// Returns the lines up to and including the first that begins with `start`.
    fn until(&self, start: &str) -> Vec<String> {
        self.until_both(start, "")
    }

    /// Returns the lines up to and including the first that begins with `start` and ends with
    /// `end`.
    fn until_both(&self, start: &str, end: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match self.said.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(_) => panic!("no line {start:?} … {end:?} after {lines:#?}"),
            }
            let wanted = |line: &String| line.starts_with(start) && line.ends_with(end);
            if lines.last().is_some_and(wanted) {
                return lines;
            }
        }
    }

    /// All that it says of what it was sent, searches included.
    fn all(&self, text: &str) -> Vec<String> {
        self.send(text);
        assert!(self.engine.wait(PATIENCE), "{text}");
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    fn quiet(&self, text: &str) {
        assert_eq!(self.all(text), [""; 0], "{text}");
    }

    /// The one line of words that it says.
    fn told(&self, text: &str) -> String {
        let lines = self.all(text);
        assert_eq!(lines.len(), 1, "{text}: {lines:?}");
        lines[0]
            .strip_prefix("info string ")
            .unwrap_or_else(|| panic!("{text}: {lines:?}"))
            .to_owned()
    }

    /// The move that it answers.
    fn best(&self, go: &str) -> String {
        let lines = self.all(go);
        let best: Vec<_> = lines.iter().filter(|l| l.starts_with("bestmove")).collect();
        assert_eq!(best.len(), 1, "{go}: {lines:?}");
        best[0].split(' ').nth(3).unwrap().to_owned()
    }
}

fn starts(lines: &[String], start: &str) -> bool {
    lines.iter().any(|line| line.starts_with(start))
}

#[test]
fn it_introduces_itself_and_takes_options() {
    let host = Host::new();
    let lines = host.all("ubi");
    assert!(lines[0].starts_with("id name Boardwright "));
    assert!(lines[1].starts_with("id author "));
    assert_eq!(lines.last().unwrap(), "ubiok");
    for option in [
        "Hash type spin default 8 min 1 max 65536",
        "Threads type spin default 1 min 1 max 256",
        "Ponder type check default false",
        "MultiPV type spin default 1 min 1 max 500",
        "TeamMessageMode type combo default consider var ignore var consider var full",
        "Control type combo default single var single var dual",
        "Team type combo default none var none var A var B",
    ] {
        let line = format!("option name {option}");
        assert!(lines.contains(&line), "{line} in {lines:#?}");
    }
    let names = lines
        .iter()
        .filter_map(|line| line.strip_prefix("option name "));
    let names: Vec<_> = names
        .filter_map(|line| line.split(" type ").next())
        .collect();
    assert_eq!(
        names,
        [
            "Hash",
            "Threads",
            "Ponder",
            "MultiPV",
            "Book",
            "TeamMessageMode",
            "Control",
            "Team",
            "Contempt",
            "Move Overhead",
            "Evaluation",
            "Regime",
            "Sit",
        ]
    );
    host.quiet("setoption name teammessagemode value full");
    host.quiet("setoption name Move Overhead value 100");
    assert!(
        host.told("setoption name Control value both")
            .contains("single, dual")
    );
    assert!(
        host.told("setoption name Speed value 3")
            .contains("no option")
    );
    assert!(host.told("setoption Hash 3").contains("takes name"));
}

#[test]
fn positions_come_in_both_forms_and_bad_ones_change_nothing() {
    let host = Host::new();
    host.quiet(&format!(
        "position {START} | {MATE_IN_ONE} clock 1000 2000 3000 4000"
    ));
    assert_eq!(host.best("go board B depth 3"), "n@f7");
    for (text, part) in [
        ("position board C startpos", "board A or board B"),
        ("position board", "board A or board B"),
        ("position board B", "startpos or bfen"),
        ("position board B startpos e2e4", "after startpos"),
        ("position board B bfen 8/8 w - - 0 1", "placement"),
        ("position board B startpos moves e2e4 e2e4", "move 2"),
        ("position 8/8 w - - 0 1", "boards"),
        (&format!("position {START} | {START} clock 1 2 3"), "four"),
        (
            &format!("position {START} | {START} clock 1 2 3 x"),
            "milliseconds",
        ),
        (&format!("position {START} | x w"), "board B"),
    ] {
        let told = host.told(text);
        assert!(
            told.starts_with("position: ") && told.contains(part),
            "{text}: {told}"
        );
        assert_eq!(host.best("go board B depth 3"), "n@f7", "{text}");
    }
    // One board alone; the other stays.
    host.quiet("position board A startpos moves f2f3 e7e5");
    assert_eq!(host.best("go board B depth 3"), "n@f7");
    host.quiet(&format!("position board A bfen {MATE_IN_ONE}"));
    host.quiet("position board B startpos moves e2e4 d7d5 e4d5");
    assert_eq!(host.best("go board A depth 3"), "n@f7");
    let lines = host.all("go board B depth 1");
    assert!(starts(&lines, "info board B depth 1 "), "{lines:?}");
}

#[test]
fn both_boards_are_searched_at_once_and_no_line_waits() {
    let host = Host::new();
    host.send("go board A infinite");
    host.send("go board B infinite");
    let mut heard = [false; 2];
    while heard != [true; 2] {
        let line = host.until("info board").pop().unwrap();
        heard[usize::from(line.starts_with("info board B"))] = true;
        assert!(!line.contains("bestmove"));
    }
    host.send("isready");
    host.until("readyok");
    host.send("clock black_B 5000");
    host.send("ubi");
    host.until("ubiok");
    host.send("stop board B");
    host.until("bestmove board B ");
    // A second search of a board ends the first.
    host.send("go board A depth 1");
    host.until("bestmove board A ");
    let lines = host.until("bestmove board A ");
    assert!(!starts(&lines, "bestmove board B"));
    host.send("go board A infinite");
    host.send("stop");
    host.until("bestmove board A ");
    host.send("quit");
    assert!(host.engine.is_closed());
    assert!(host.engine.wait(PATIENCE));
}

#[test]
fn infos_say_what_is_in_hand() {
    let host = Host::new();
    host.quiet("position 4k3/8/8/8/8/8/8/4K3[QPn] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[Nbp] w - - 0 1");
    let lines = host.all("go board A depth 2");
    let info = lines
        .iter()
        .find(|l| l.starts_with("info board A depth 2 "))
        .unwrap();
    assert!(
        info.contains(" reserve_value 600 partner_reserve_value 330 pv "),
        "{info}"
    );
    for word in [" seldepth ", " nodes ", " time ", " score "] {
        assert!(info.contains(word), "{info}");
    }
    assert!(!info.contains("A:") && !info.contains('Q'), "{info}");
}

#[test]
fn words_that_are_not_known_change_nothing() {
    let host = Host::new();
    host.quiet(&format!("position {START} | {MATE_IN_ONE}"));
    assert!(host.told("hello").contains("unknown command \"hello\""));
    assert!(host.told("clock white_C 5").contains("white_A, black_A"));
    assert!(host.told("clock white_A").contains("1 words"));
    assert!(host.told("clock white_A soon").contains("milliseconds"));
    assert!(host.told("go depth 1").contains("board A or board B"));
    assert!(host.told("stop board 3").contains("board A or board B"));
    host.quiet("clock white_A -20");
    host.quiet("metadata event a friendly game");
    assert!(host.told("metadata").contains("a key"));
    host.quiet("");
    let lines = host.all("go board B depth 2 fast ponder");
    assert!(
        starts(&lines, "info string go: unknown word \"fast\""),
        "{lines:?}"
    );
    assert!(
        starts(&lines, "info string go: unknown word \"ponder\""),
        "{lines:?}"
    );
    assert!(
        lines.contains(&"bestmove board B n@f7".to_owned()),
        "{lines:?}"
    );
    host.quiet("setoption name Team value A");
    let lines = host.all("go board B depth 2");
    assert!(
        lines[0].contains("B.white is of the other team"),
        "{lines:?}"
    );
    let lines = host.all("go board B searchmoves e2e4");
    assert!(
        lines.contains(&"bestmove board B (none)".to_owned()),
        "{lines:?}"
    );
}

#[test]
fn it_ponders_in_silence_where_it_is_told_to() {
    let host = Host::new();
    host.send("setoption name Ponder value true");
    host.send("setoption name TeamMessageMode value ignore");
    host.send("go board A depth 3");
    let line = host.until("bestmove board A ").pop().unwrap();
    assert!(line.contains(" ponder "), "{line}");
    // It goes on, and says nothing; another `go` is answered all the same.
    host.send("position board A startpos moves e2e4 e7e5");
    host.send("go board A depth 2");
    let mut lines = host.until("bestmove board A ");
    lines.retain(|l| !l.starts_with("teammsg "));
    // Two searches that both speak would begin twice, or be deeper than was asked.
    let depths: Vec<u32> = lines
        .iter()
        .filter_map(|l| {
            let (depth, _) = l.strip_prefix("info board A depth ")?.split_once(' ')?;
            depth.parse().ok()
        })
        .collect();
    assert!(depths.is_sorted(), "{lines:?}");
    assert_eq!((depths.first(), depths.last()), (Some(&1), Some(&2)));
    host.send("quit");
    assert!(host.engine.wait(PATIENCE));
}
