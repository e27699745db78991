//! UBI by lines. In a program of its own, since both boards are searched at once
//! and so it takes two threads.

use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use boardwright::jobs;
use boardwright::protocol::Engine;

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(600);

const FROZEN: &str = "4R1k1/5ppp/8/8/8/8/5PPP/6K1[] b - - 0 1";
/// A knight, or a pawn whose captor promotes.
const CHOICE: &str = "4k3/7p/6P1/n7/1P6/8/8/4K3[] w - - 0 1";
const ASK: &str = "go board A depth 1 searchmoves g6h7 b4a5";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
/// Black mates with a knight, whatever White does first.
const WAITS: &str = "6k1/8/8/8/8/PP6/PP1P4/KRB5[] w - - 0 1";
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

/// Returns the index of the first line that begins with `start`.
fn place(lines: &[String], start: &str) -> Option<usize> {
    lines.iter().position(|line| line.starts_with(start))
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
fn who_is_frozen_asks_for_what_helps() {
    let host = Host::new();
    host.quiet(&format!("position {FROZEN} | {START}"));
    let lines = host.all("go board A depth 3");
    assert!(lines.contains(&"info string A.black has no move, and waits".to_owned()));
    assert!(lines.contains(&"bestmove board A (none)".to_owned()));
    // Which one is left to the evaluation: several can be put between.
    let needs = |l: &String| l.starts_with("teammsg need ") && l.ends_with(" urgency high");
    assert!(lines.iter().any(needs), "{lines:?}");
    // Whoever plays both seats has nobody to ask.
    host.quiet("setoption name Control value dual");
    let lines = host.all("go board A depth 3");
    assert!(!starts(&lines, "teammsg"), "{lines:?}");
    host.quiet("position board A bfen 6rk/5Npp/8/8/8/8/8/6K1[] b - - 0 1");
    let lines = host.all("go board B depth 3");
    assert_eq!(
        lines,
        [
            "info string the game has ended: checkmate",
            "bestmove board B (none)"
        ]
    );
}

#[test]
fn threats_and_balances_are_told_when_they_change() {
    let host = Host::new();
    host.quiet(&format!(
        "position 1nb1kbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] b - - 0 1 | {START}"
    ));
    // Black lacks its queen and rooks, and no piece that comes would mate it.
    let lines = host.all("go board A depth 2");
    assert!(starts(&lines, "teammsg threat "), "{lines:?}");
    assert!(starts(&lines, "teammsg material -"), "{lines:?}");
    let again = host.all("go board A depth 2");
    assert!(!starts(&again, "teammsg threat "), "{again:?}");
    assert!(!starts(&again, "teammsg material "), "{again:?}");
}

#[test]
fn what_the_partner_says_counts_and_expires() {
    let host = Host::new();
    let at = |number: u32| {
        let board = CHOICE.strip_suffix('1').unwrap();
        host.quiet(&format!("position {board}{number} | {WAITS}"));
    };
    at(1);
    host.quiet("setoption name TeamMessageMode value full");
    assert_eq!(host.best(ASK), "g6h7");
    host.quiet("partnermsg need n urgency high");
    for number in 1..=2 {
        at(number);
        // Who is asked again about the same move has not moved.
        assert_eq!(host.best(ASK), "b4a5");
        assert_eq!(host.best(ASK), "b4a5");
    }
    at(3);
    assert_eq!(host.best(ASK), "g6h7");
    // Not where it is not to listen, nor where it plays both seats.
    for (name, value, back) in [
        ("TeamMessageMode", "ignore", "full"),
        ("Control", "dual", "single"),
    ] {
        host.quiet(&format!("setoption name {name} value {value}"));
        host.quiet("partnermsg need n urgency high");
        assert_eq!(host.best(ASK), "g6h7", "{name}");
        host.quiet(&format!("setoption name {name} value {back}"));
        host.quiet("ubinewgame");
    }
    for (text, part) in [
        ("partnermsg hello", "need, stall"),
        ("partnermsg need x", "p, n, b, r, q"),
        ("partnermsg", "nothing"),
    ] {
        let told = host.told(text);
        assert!(
            told.starts_with("partnermsg: ") && told.contains(part),
            "{told}"
        );
    }
}

#[test]
fn what_is_heard_in_the_middle_of_a_search_begins_it_anew() {
    let host = Host::new();
    host.quiet("setoption name TeamMessageMode value full");
    for (piece, best) in [('n', "d4c5"), ('b', "d4e5")] {
        host.quiet("ubinewgame");
        host.quiet(&format!(
            "position 4k3/8/8/2n1b3/3P4/8/8/4K3[] w - - 0 1 | {START}"
        ));
        // Deeper than it ever comes: it ends with what it hears, which mates.
        host.send("go board A depth 60");
        host.until("info board A depth 5 ");
        host.send(&format!("partnermsg need {piece} urgency high"));
        let line = host.until("bestmove board A ").pop().unwrap();
        assert!(line.contains(best), "{line}");
    }
}

#[test]
fn a_board_waits_for_a_piece_that_decides_and_that_the_partner_can_take() {
    let host = Host::new();
    let mates = "6rk/6pp/8/8/8/8/8/6K1[] w - - 0 1";
    let takes = "4k3/8/8/3p4/4N3/8/8/4K3[] b - - 0 1";
    let clocks = "clock 60000000 60000000 60000000 60000000";
    host.quiet(&format!("position {mates} | {takes} {clocks}"));
    host.quiet("setoption name TeamMessageMode value full");
    host.send("go board A depth 3 wtime 60000000 btime 60000000");
    let lines = host.until("info board A sit ");
    assert!(starts(&lines, "teammsg need n urgency high"), "{lines:?}");
    let lines = host.all("stop board A");
    assert!(starts(&lines, "bestmove board A "), "{lines:?}");
    // Also where the partner's opponent is to move, and may leave it there.
    host.quiet(&format!(
        "position {mates} | {} {clocks}",
        takes.replace(" b ", " w ")
    ));
    host.send("go board A depth 3 wtime 60000000 btime 60000000");
    host.until("info board A sit ");
    host.all("stop board A");
    // Not where the partner has nothing to take, nor where nobody listens.
    host.quiet(&format!(
        "position {mates} | 4k3/8/8/3p4/8/8/8/4K3[] b - - 0 1 {clocks}"
    ));
    let lines = host.all("go board A depth 3 wtime 60000000 btime 60000000");
    assert!(!starts(&lines, "info board A sit "), "{lines:?}");
    host.quiet(&format!("position {mates} | {takes} {clocks}"));
    host.quiet("setoption name TeamMessageMode value ignore");
    let lines = host.all("go board A depth 3 wtime 60000000 btime 60000000");
    assert!(!starts(&lines, "info board A sit "), "{lines:?}");
}

#[test]
fn what_a_board_needs_is_told_before_a_search_by_time_has_ended() {
    let host = Host::new();
    host.quiet(&format!(
        "position 6rk/6pp/8/8/8/8/8/6K1[] w - - 0 1 | {START}"
    ));
    host.send("go board A infinite movetime 60000000");
    let lines = host.until("teammsg need n urgency high");
    assert!(!starts(&lines, "bestmove"), "{lines:?}");
    host.send("stop board A");
    host.until("bestmove board A ");
}

#[test]
fn so_is_what_would_mate_it_though_it_is_to_move() {
    let host = Host::new();
    host.quiet(&format!("position {TRADE}"));
    host.send("go board B infinite movetime 60000000");
    let lines = host.until_both("teammsg threat ", "q");
    assert!(!starts(&lines, "bestmove"), "{lines:?}");
    host.send("stop board B");
    host.until("bestmove board B ");
}

#[test]
fn whose_partner_is_in_danger_does_not_give_what_mates_there() {
    let host = Host::new();
    host.quiet(&format!("position {TRADE}"));
    host.quiet("setoption name TeamMessageMode value full");
    host.quiet("partnermsg threat high");
    assert_eq!(host.best(TRADING), "d1d8");
    host.quiet("partnermsg threat high pieces nq");
    assert_eq!(host.best(TRADING), "d1a1");
    host.quiet("partnermsg threat high pieces r");
    assert_eq!(host.best(TRADING), "d1d8");
    assert!(
        host.told("partnermsg threat high pieces k")
            .contains("p, n, b, r, q")
    );
}

/// White on A can trade queens; with a queen White on B mates, once Black has moved.
const TRADE: &str = "3qk3/8/8/8/8/8/8/3QK3[] w - - 0 1 | k7/8/1K6/8/8/8/8/8[] b - - 0 1";
const TRADING: &str = "go board A depth 2 searchmoves d1d8 d1a1";

#[test]
fn what_would_decide_a_board_is_told_when_it_has_moved() {
    let host = Host::new();
    host.quiet(&format!("position {TRADE}"));
    let lines = host.all("go board B depth 3");
    let fears = |l: &String| l.starts_with("teammsg threat ") && l.ends_with("q");
    assert!(lines.iter().any(fears), "{lines:?}");
    // The move itself does not wait for it.
    let move_at = place(&lines, "bestmove");
    assert!(move_at < lines.iter().position(fears), "{lines:?}");
    // And when it is over.
    host.quiet(&format!("position {START} | {START}"));
    let lines = host.all("go board B depth 3");
    assert!(
        lines.contains(&"teammsg threat low".to_owned()),
        "{lines:?}"
    );
}

#[test]
fn what_was_wanted_and_is_not_any_more_is_taken_back() {
    let host = Host::new();
    // White to move mates with a knight; once it has moved Black sees to that.
    host.quiet(&format!(
        "position 6rk/6pp/8/8/8/8/8/6K1[] w - - 0 1 | {START}"
    ));
    let lines = host.all("go board A depth 3 searchmoves g1f1");
    let said = |text: &str| place(&lines, text);
    let (wanted, moved) = (said("teammsg need n urgency high"), said("bestmove"));
    assert!(wanted.is_some() && wanted < moved, "{lines:?}");
    assert!(said("teammsg need n urgency low") > moved, "{lines:?}");
}

#[test]
fn what_was_said_before_the_position_was_told_is_held_against_it() {
    // Black on B would mate with a knight; then it would not.
    let best = |other: &str, message: &str| {
        let host = Host::new();
        host.quiet("setoption name TeamMessageMode value full");
        host.quiet(&format!("partnermsg {message}"));
        host.quiet(&format!("position {CHOICE} | {other}"));
        let lines = host.all(ASK);
        let mates = lines.iter().any(|line| line.contains(" score mate "));
        let action = lines.last().and_then(|line| line.split(' ').nth(3));
        (action.unwrap_or_default().to_owned(), mates)
    };
    let need = "need n urgency high";
    assert_eq!(best(WAITS, "material 0"), ("g6h7".into(), false));
    assert_eq!(best(WAITS, need), ("b4a5".into(), true));
    // What the board does not show counts for something, and does not mate.
    assert_eq!(best(START, need), ("b4a5".into(), false));
    // Nor is feared what does not mate any more.
    let host = Host::new();
    host.quiet("setoption name TeamMessageMode value full");
    host.quiet("partnermsg threat high pieces q");
    host.quiet(&format!("position {TRADE}"));
    assert_eq!(host.best(TRADING), "d1a1");
    host.quiet("position board B bfen k7/8/8/8/8/8/8/7K[] b - - 0 1");
    assert_eq!(host.best(TRADING), "d1d8");
}

#[test]
fn what_one_seat_finds_out_the_other_of_the_same_player_knows() {
    let host = Host::new();
    host.quiet("setoption name Control value dual");
    host.quiet(&format!("position {TRADE}"));
    assert_eq!(host.best(TRADING), "d1d8");
    let lines = host.all("go board B depth 3");
    assert!(!starts(&lines, "teammsg"), "{lines:?}");
    assert_eq!(host.best(TRADING), "d1a1");
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

#[test]
fn a_board_that_is_better_not_moved_on_sits() {
    let host = Host::new();
    let lost = "6k1/8/8/8/8/5b1q/8/7K[] w - - 0 1";
    // More than a search of a few plies takes on any machine.
    let clock = "50000000 50000000 50000000 50000000";
    host.quiet(&format!("position {lost} | {START} clock {clock}"));
    let go = "go board A wtime 50000000 btime 50000000 depth 4";
    let sits = |lines: &[String]| {
        let told = lines
            .iter()
            .filter_map(|l| l.strip_prefix("info board A sit ")?.parse::<u64>().ok());
        told.collect::<Vec<_>>()
    };
    let lines = host.all(go);
    // All but the reserve of 30 s, and what it took to look what would help.
    assert!(matches!(sits(&lines)[..], [1..=49_970_000]), "{lines:#?}");
    // The other board is not held up by it.
    assert_ne!(host.best("go board B nodes 500"), "(none)");
    // Told to stop it answers; asked again it answers first for what it was asked.
    assert_eq!(host.best("stop board A"), "h1g1");
    host.all(go);
    let lines = host.all(go);
    assert!(starts(&lines, "bestmove board A h1g1"), "{lines:#?}");
    assert!(starts(&lines, "info board A sit"), "{lines:#?}");
    host.send("stop");
    host.until("bestmove board A");
    host.all("setoption name Sit value false");
    assert_eq!(host.best(go), "h1g1");
}

#[test]
fn a_partner_who_wants_to_be_waited_for_is() {
    let host = Host::new();
    let go = "go board A wtime 10000000 btime 10000000 depth 2";
    let sits = |text: &str| {
        let lines = host.all(text);
        let sits = lines
            .iter()
            .find_map(|l| l.strip_prefix("info board A sit "));
        let sits = sits.map(|ms| ms.parse::<u64>().unwrap());
        if sits.is_some() {
            host.send("stop");
            host.until("bestmove board A");
        }
        sits
    };
    // Where the other clocks are not known a quarter of its own, of which half counts by
    // default.
    assert_eq!(sits(go), None);
    host.all("partnermsg stall");
    assert_eq!(sits(go), Some(1_250_000));
    // With the next move the stall is over.
    let next = START.strip_suffix('1').unwrap();
    host.quiet(&format!("position {next}2 | {START}"));
    assert_eq!(sits(go), None);
    // Where they are, until the rival on the other board has no time left, if it has less; else
    // the quarter is spread over the moves.
    let with = |clocks: &str| host.quiet(&format!("position {START} | {START} clock {clocks}"));
    with("10000000 10000000 6000000 20000000");
    host.all("partnermsg stall duration 4");
    assert_eq!(sits(go), Some(6_000_000));
    with("10000000 6000000 10000000 6000000");
    assert_eq!(sits(go), Some(312_500));
    // When it has sat for as long as it should it moves.
    host.send("go board A wtime 1280 btime 1280 depth 2");
    let lines = host.until("bestmove board A");
    assert!(lines.contains(&"info board A sit 40".into()), "{lines:#?}");
    // For less it does not sit at all.
    host.all("partnermsg stall duration 100");
    assert_eq!(sits("go board A wtime 10000 btime 10000 depth 2"), None);
    // It is over where the partner says so, in the middle of it too.
    host.all("partnermsg stall duration 4");
    with("10000000 10000000 6000000 20000000");
    host.send(go);
    host.until("info board A sit ");
    host.send("partnermsg stall duration 0");
    host.until("bestmove board A");
    assert_eq!(sits(go), None);
    // A clock that no clock shows is no trouble.
    host.all("partnermsg stall duration 1");
    let long = "go board A wtime 9000000000000000000 btime 1 nodes 200";
    assert_eq!(sits(long), Some(6_000_000));
    host.all("setoption name TeamMessageMode value ignore");
    assert_eq!(sits(go), None);
}

#[test]
fn who_wins_wants_to_be_waited_for_as_long_as_that_is_so() {
    let host = Host::new();
    let told = |text: &str| {
        host.quiet(&format!("position {text} | {START}"));
        let lines = host.all("go board A depth 3");
        let mut stalls = lines
            .iter()
            .filter_map(|l| l.strip_prefix("teammsg stall duration "));
        stalls.next().map(|moves| moves.parse::<u32>().unwrap())
    };
    assert_eq!(told(START), None);
    assert!(told(MATE_IN_ONE).unwrap() > 10);
    assert_eq!(told(START), Some(0));
    assert_eq!(told(START), None);
}
