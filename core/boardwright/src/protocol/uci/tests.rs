//! UCI by lines.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use super::super::Engine;
use crate::protocol::shared_pool;

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(600);

/// An engine and what it said.
struct Host {
    engine: Engine,
    said: Receiver<String>,
}

impl Host {
    fn new() -> Self {
        shared_pool();
        let (says, said) = mpsc::channel();
        let sink = move |line: &str| {
            // A test that has failed is not listening any more.
            let _ = says.send(line.to_owned());
        };
        let engine = Engine::new("uci", Box::new(sink)).unwrap();
        Self { engine, said }
    }

    fn send(&self, text: &str) {
        self.engine.send(text).unwrap();
    }

    /// Returns the lines up to the first that begins so, that line included.
    fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match self.said.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(_) => panic!("no line that begins with {start:?} after {lines:#?}"),
            }
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// Returns the answer to a `go`, the infos included.
    fn go(&self, words: &str) -> Vec<String> {
        self.send(&format!("go {words}"));
        self.until("bestmove ")
    }

    /// The one line of words that it says.
    fn told(&self, text: &str) -> String {
        self.send(text);
        let lines = self.said_so_far();
        assert_eq!(lines.len(), 2, "{text}: {lines:?}");
        lines[0]
            .strip_prefix("info string ")
            .unwrap_or_else(|| panic!("{text}: {lines:?}"))
            .to_owned()
    }

    /// The lines that it has said and nobody has read, and `readyok`.
    fn said_so_far(&self) -> Vec<String> {
        self.send("isready");
        self.until("readyok")
    }

    /// Asserts that a line is taken up without a word.
    fn quiet(&self, text: &str) {
        self.send(text);
        assert_eq!(self.said_so_far(), ["readyok"], "{text}");
    }

    /// Asserts that nothing is searched any more, and nothing left to be said.
    fn says_no_more(&self) {
        assert!(self.engine.wait(PATIENCE));
        assert_eq!(self.said_so_far(), ["readyok"]);
    }
}

/// The move of an answer.
fn best(lines: &[String]) -> &str {
    let last = lines.last().expect("an answer");
    let mut words = last.split(' ');
    assert_eq!(words.next(), Some("bestmove"), "{lines:?}");
    words.next().expect("a move")
}

fn starts(lines: &[String], start: &str) -> bool {
    lines.iter().any(|line| line.starts_with(start))
}

/// The words of an info after a name.
fn after<'a>(line: &'a str, name: &str) -> Option<Vec<&'a str>> {
    let mut words = line.split(' ').skip_while(|word| *word != name);
    words.next()?;
    Some(words.collect())
}

fn number(line: &str, name: &str) -> i64 {
    after(line, name)
        .and_then(|words| words.first()?.parse().ok())
        .unwrap_or_else(|| panic!("{name} in {line}"))
}

#[test]
fn it_introduces_itself() {
    let host = Host::new();
    host.send("uci");
    let lines = host.until("uciok");
    assert!(lines[0].starts_with("id name Boardwright "));
    assert!(lines[1].starts_with("id author "));
    for option in [
        "Hash type spin default 8 min 1 max 65536",
        "Clear Hash type button",
        "Threads type spin default 1 min 1 max 256",
        "Ponder type check default false",
        "MultiPV type spin default 1 min 1 max 500",
        "UCI_Variant type combo default chess var chess var crazyhouse",
        "UCI_Chess960 type check default false",
        "UCI_LimitStrength type check default false",
        "UCI_Elo type spin default 1500 min 100 max 2500",
        "UCI_AnalyseMode type check default false",
        "Contempt type spin default 0 min -1000 max 1000",
        "Move Overhead type spin default 20 min 0 max 10000",
        "Evaluation type combo default network var network var hand",
    ] {
        let line = format!("option name {option}");
        assert!(lines.contains(&line), "{line} in {lines:#?}");
    }
    assert_eq!(host.engine.protocol(), "uci");
}

#[test]
fn other_protocols_are_refused_with_those_that_exist() {
    let error = Engine::new("xboard", Box::new(|_| ())).unwrap_err();
    assert_eq!(error.code(), "unsupported");
    assert!(error.message().contains("uci"), "{error}");
}

#[test]
fn a_search_tells_of_each_depth() {
    let host = Host::new();
    let lines = host.go("depth 5");
    // A slow machine is told of each depth more than once.
    let mut infos = lines[..lines.len() - 1].to_vec();
    infos.reverse();
    infos.dedup_by_key(|line| number(line, "depth"));
    infos.reverse();
    for (depth, line) in (1..).zip(&infos) {
        assert_eq!(number(line, "depth"), depth, "{lines:#?}");
        assert!(number(line, "seldepth") >= depth);
        assert_eq!(number(line, "multipv"), 1);
        assert_eq!(after(line, "score").unwrap()[0], "cp");
        for name in ["nodes", "nps", "hashfull", "time"] {
            assert!(number(line, name) >= 0);
        }
        assert!(!after(line, "pv").unwrap().is_empty());
    }
    assert_eq!(infos.len(), 5);
    let pv = after(&infos[4], "pv").unwrap();
    assert_eq!(best(&lines), pv[0]);
    let last = lines.last().unwrap();
    assert_eq!(*last, format!("bestmove {} ponder {}", pv[0], pv[1]));
}

#[test]
fn node_limits_give_the_same_answer_every_time() {
    let answer = || {
        let host = Host::new();
        host.send("position startpos moves e2e4 e7e5");
        let mut lines = host.go("nodes 3000");
        for line in &mut lines {
            // Times differ.
            let words = line.split(' ').collect::<Vec<_>>();
            let timed = |i: usize| {
                ["nps", "time"].contains(&words[i])
                    || i > 0 && ["nps", "time"].contains(&words[i - 1])
            };
            let kept = (0..words.len()).filter(|i| !timed(*i));
            *line = kept.map(|i| words[i]).collect::<Vec<_>>().join(" ");
        }
        // What a slow machine tells besides, before a depth is done.
        let depth = |line: &String| after(line, "depth").map(|words| words[0].to_owned());
        lines.reverse();
        lines.dedup_by_key(|line| depth(line));
        lines
    };
    assert_eq!(answer(), answer());
}

#[test]
fn mates_are_told_in_moves() {
    let host = Host::new();
    for (fen, go, mv, mate) in [
        ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "depth 4", "a1a8", 1),
        ("7k/8/5K2/8/8/8/8/R7 w - - 0 1", "depth 8", "", 2),
        ("7k/8/6K1/8/8/8/8/R7 b - - 0 1", "depth 8", "h8g8", -1),
    ] {
        host.send(&format!("position fen {fen}"));
        let lines = host.go(go);
        let info = &lines[lines.len() - 2];
        assert!(mv.is_empty() || best(&lines) == mv, "{lines:#?}");
        let score = after(info, "score").unwrap();
        assert_eq!(score[..2], ["mate", &*mate.to_string()], "{lines:#?}");
    }
    host.send("position fen 7k/8/5K2/8/8/8/8/R7 w - - 0 1");
    let lines = host.go("mate 2");
    assert!(lines[lines.len() - 2].contains(" mate 2 "), "{lines:#?}");
}

#[test]
fn where_there_is_no_move_there_is_no_best_one() {
    let host = Host::new();
    for (position, score) in [
        ("startpos moves f2f3 e7e5 g2g4 d8h4", "mate 0"),
        ("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
        ("fen 7k/8/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
    ] {
        host.send(&format!("position {position}"));
        let expected = [
            format!("info depth 0 score {score}"),
            "bestmove (none)".into(),
        ];
        assert_eq!(host.go("depth 3"), expected, "{position}");
    }
    // Held back like any other answer.
    host.send("go infinite");
    host.says_no_more();
    host.send("stop");
    assert_eq!(host.until("bestmove").len(), 2);
}

#[test]
fn games_go_on_after_draws_that_nobody_claims() {
    let host = Host::new();
    host.quiet("setoption name UCI_Variant value crazyhouse");
    let there_and_back = "g1f3 g8f6 f3g1 f6g8 ";
    let drawn = format!("position startpos moves {}", there_and_back.repeat(2));
    host.quiet(&drawn);
    let lines = host.go("depth 2");
    assert!(lines[0].contains("drawn by"), "{lines:?}");
    assert_eq!(best(&lines).len(), 4);
    host.quiet(&format!("{drawn} e2e4 e7e5"));
    let lines = host.go("searchmoves f1c4 depth 1");
    assert_eq!(best(&lines), "f1c4", "{lines:?}");
    host.quiet("setoption name UCI_Variant value chess");
    host.quiet("position fen 7k/8/6K1/8/8/8/8/R7 w - - 150 200 moves a1a2 h8g8");
    assert_eq!(best(&host.go("depth 4")), "a2a8");
}

#[test]
fn bad_positions_are_refused_and_the_old_one_stays() {
    let host = Host::new();
    host.quiet("position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1");
    for (line, part) in [
        ("position", "startpos or fen"),
        ("position kiwipete", "kiwipete"),
        ("position startpos e2e4", "e2e4"),
        ("position fen", "position: "),
        ("position fen moves e2e4", "position: "),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position: "),
        ("position fen rnbqkbnr/ppp w KQkq - 0 1", "position: "),
        ("position startpos moves e2e5", "move 1 of 1"),
        ("position startpos moves e2e4 e7e5 xyz g1f3", "move 3 of 4"),
        (
            "position startpos moves f2f3 e7e5 g2g4 d8h4 a2a3",
            "move 5 of 5",
        ),
        ("position startpos moves P@e4", "move 1 of 1"),
    ] {
        let told = host.told(line);
        assert!(told.contains(part), "{line}: {told}");
        assert_eq!(best(&host.go("depth 2")), "a1a8", "{line}");
    }
}

#[test]
fn unknown_words_are_named_and_change_nothing() {
    contract::memory::set_ceiling(4096).unwrap();
    let host = Host::new();
    for (line, part) in [
        ("xyzzy", "unknown command \"xyzzy\""),
        ("xyzzy debug on", "unknown command \"xyzzy\""),
        ("setoption", "setoption"),
        ("setoption Hash 3", "setoption"),
        ("setoption name", "there is no option"),
        ("setoption name Nullmove value true", "Nullmove"),
        ("setoption name Hash", "Hash: takes an integer"),
        ("setoption name Hash value 65536", "65536 MB cannot be had"),
        ("setoption name Hash value 0", "from 1 to"),
        ("setoption name Hash value many", "many"),
        (
            "setoption name Hash value 99999999999999999999",
            "from 1 to",
        ),
        ("setoption name Ponder value yes", "true or false"),
        (
            "setoption name UCI_Variant value atomic",
            "chess, crazyhouse",
        ),
        ("setoption name UCI_Variant value bughouse-board", "one of"),
        ("setoption name UCI_Elo value 50", "from 100 to 2500"),
    ] {
        let told = host.told(line);
        assert!(told.contains(part), "{line}: {told}");
    }
    for line in [
        "",
        "   ",
        "\t",
        "debug on",
        "debug",
        "register later",
        "ucinewgame",
        "stop",
        "ponderhit",
        "setoption name Clear Hash",
        "setoption name hash value 4",
        "setoption name MOVE overhead value 50",
        "setoption name Threads value 2",
        "setoption name Ponder value true",
        "setoption name UCI_AnalyseMode value True",
        "  setoption   name  Contempt\tvalue   -20  ",
    ] {
        host.quiet(line);
    }
    host.send("go sideways depth 1");
    let lines = host.until("bestmove");
    assert_eq!(lines[0], "info string go: unknown word \"sideways\"");
    assert_eq!(best(&lines).len(), 4);
}

#[test]
fn garbage_does_no_harm() {
    let host = Host::new();
    let words = [
        "go",
        "position",
        "fen",
        "startpos",
        "moves",
        "setoption",
        "name",
        "value",
        "Hash",
        "\u{0}",
        "é",
        "-1",
        "1e9",
        "depth",
        "stop",
        "ponderhit",
        "searchmoves",
        "e2e4",
        "infinite",
        "ponder",
        "🦀",
        "nodes",
        "0",
        "N@",
        "@",
        "8/8",
        "wtime",
        "isready",
        "UCI_Variant",
        "mate",
        "crazyhouse",
        "18446744073709551616",
        "uci",
        "debug",
        "\u{feff}go",
        "movestogo",
    ];
    let mut rng = contract::rng::Rng::derived(&[1]);
    let mut searches = 0;
    for _ in 0..2000 {
        let line: Vec<_> = (0..rng.below(8))
            .map(|_| words[rng.below(words.len() as u32) as usize])
            .collect();
        let line = line.join(" ");
        host.engine.send(&line).unwrap();
        let command = line
            .split_ascii_whitespace()
            .find(|w| super::COMMANDS.contains(w));
        searches += usize::from(command == Some("go"));
    }
    host.send("stop");
    assert!(host.engine.wait(PATIENCE));
    host.send("debug end\nxyzzy");
    let lines = host.until("info string unknown command \"xyzzy\"");
    let answers = lines.iter().filter(|l| l.starts_with("bestmove ")).count();
    assert!(searches > 20);
    assert_eq!(answers, searches);
}

#[test]
fn it_answers_while_it_searches() {
    let host = Host::new();
    host.send("go infinite");
    host.until("info depth 4 ");
    host.send("isready");
    assert!(
        !host
            .until("readyok")
            .iter()
            .any(|l| l.starts_with("bestmove"))
    );
    host.send("xyzzy");
    host.until("info string unknown command");
    host.send("stop");
    let lines = host.until("bestmove");
    assert_eq!(best(&lines).len(), 4);
    assert!(host.engine.wait(PATIENCE));
    host.quiet("stop");
}

#[test]
fn infinite_searches_wait_for_stop_though_nothing_is_left_to_search() {
    let host = Host::new();
    host.send("position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1");
    for go in ["go infinite", "go infinite depth 2"] {
        host.send(go);
        assert!(host.engine.wait(PATIENCE));
        let infos: Vec<_> = host.said.try_iter().collect();
        assert!(infos.last().unwrap().contains(" mate 1 "), "{infos:?}");
        assert!(!infos.iter().any(|l| l.starts_with("bestmove")));
        host.says_no_more();
        host.send("stop");
        let lines = host.until("bestmove");
        assert_eq!((lines.len(), best(&lines)), (1, "a1a8"));
    }
}

#[test]
fn pondering_waits_for_the_hit() {
    let host = Host::new();
    // Nothing is left to search, and the answer waits.
    host.send("go ponder depth 2");
    assert!(host.engine.wait(PATIENCE));
    let said = host.said_so_far();
    assert!(starts(&said, "info depth 2 ") && !starts(&said, "bestmove"));
    host.send("ponderhit");
    assert_eq!(host.until("bestmove").len(), 1);

    // Time counts from the hit.
    host.send("go ponder movetime 0");
    assert!(!starts(&host.until("info depth 4 "), "bestmove"));
    host.send("ponderhit");
    host.until("bestmove");

    // The opponent plays something else.
    host.send("go ponder wtime 60000 btime 60000");
    host.until("info depth 3 ");
    host.send("stop");
    host.until("bestmove");
    host.quiet("ponderhit");

    // An infinite one waits on after a hit.
    host.send("go ponder infinite depth 1");
    assert!(host.engine.wait(PATIENCE));
    host.send("ponderhit");
    let said = host.said_so_far();
    assert!(starts(&said, "info depth 1 ") && !starts(&said, "bestmove"));
    host.send("stop");
    host.until("bestmove");
}

#[test]
fn a_go_during_a_search_ends_it_and_has_its_own_answer() {
    let host = Host::new();
    host.send("go infinite\nposition fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\ngo depth 2");
    let first = host.until("bestmove");
    assert_ne!(best(&first), "a1a8");
    assert_eq!(best(&host.until("bestmove")), "a1a8");
    host.send("go infinite\ngo ponder movetime 5\ngo infinite\nstop");
    for _ in 0..3 {
        assert_eq!(best(&host.until("bestmove")), "a1a8");
    }
    host.quiet("stop");
    host.send("go infinite\ngo ponder movetime 5\nponderhit");
    for _ in 0..2 {
        host.until("bestmove");
    }
    assert!(host.engine.wait(PATIENCE));
    host.says_no_more();
}

#[test]
fn moves_to_choose_from() {
    let host = Host::new();
    let lines = host.go("depth 3 searchmoves a2a3 h2h3");
    assert!(["a2a3", "h2h3"].contains(&best(&lines)));
    let lines = host.go("searchmoves e2e5 a2a3 depth 2");
    assert!(lines[0].starts_with("info string go: searchmoves: "));
    assert_eq!(best(&lines), "a2a3");
    assert_eq!(best(&host.go("searchmoves depth 2")), "(none)");
    host.send("setoption name MultiPV value 5");
    let lines = host.go("searchmoves a2a3 h2h3 depth 2");
    let most = lines.iter().filter(|l| l.starts_with("info depth"));
    assert_eq!(most.map(|l| number(l, "multipv")).max(), Some(2));
}

#[test]
fn several_lines() {
    let host = Host::new();
    host.quiet("setoption name MultiPV value 3");
    let lines = host.go("depth 4");
    let last: Vec<_> = lines
        .iter()
        .filter(|line| line.starts_with("info depth 4 "))
        .collect();
    let places: Vec<_> = last.iter().map(|line| number(line, "multipv")).collect();
    assert_eq!(places, [1, 2, 3]);
    let scores: Vec<_> = last.iter().map(|line| number(line, "cp")).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    let mut moves: Vec<_> = last.iter().map(|l| after(l, "pv").unwrap()[0]).collect();
    assert_eq!(best(&lines), moves[0]);
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), 3);
}

#[test]
fn limited_strength_is_weaker_and_repeats_by_its_seed() {
    let play = |seed: u32| {
        let host = Host::new();
        host.send("setoption name UCI_LimitStrength value true");
        host.send("setoption name UCI_Elo value 100");
        host.send(&format!("setoption name Seed value {seed}"));
        let mut moves = Vec::new();
        for _ in 0..12 {
            host.send(&format!("position startpos moves {}", moves.join(" ")));
            let lines = host.go("wtime 60000000 btime 60000000");
            assert_eq!(lines.len(), 2, "{lines:?}");
            // It does not think long.
            assert!(number(&lines[0], "nodes") < 5000, "{lines:?}");
            moves.push(best(&lines).to_owned());
        }
        moves
    };
    let first = play(1);
    assert_eq!(first, play(1));
    assert!((2..6).any(|seed| play(seed) != first));
}

#[test]
fn chess960_castles_by_taking_the_rook() {
    let host = Host::new();
    let fen = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    host.quiet(fen);
    assert_eq!(best(&host.go("searchmoves e1h1 depth 1")), "e1g1");
    host.quiet("setoption name UCI_Chess960 value true");
    host.quiet(fen);
    assert_eq!(best(&host.go("searchmoves e1g1 depth 1")), "e1h1");
    host.quiet("position fen 4k3/8/8/8/8/8/8/5KR1 w G - 0 1 moves f1g1 e8e7");
    let told = host.told("position fen 4k3/8/8/8/8/8/8/5KR1 w A - 0 1");
    assert!(told.starts_with("position: "), "{told}");
    host.quiet("setoption name UCI_Variant value crazyhouse");
    host.quiet("position fen 4k3/8/8/8/8/8/8/5KR1[N] w G - 0 1");
    assert_eq!(best(&host.go("searchmoves f1g1 depth 1")), "f1g1");
}

#[test]
fn crazyhouse_drops() {
    let host = Host::new();
    host.quiet("setoption name UCI_Variant value Crazyhouse");
    // A back rank on which everything but a drop is too slow.
    host.quiet("position fen 6k1/5ppp/8/8/8/8/8/7K[R] w - - 0 1");
    let lines = host.go("depth 3");
    assert!(best(&lines).starts_with("R@"), "{lines:#?}");
    host.quiet("position startpos moves e2e4 d7d5 e4d5 d8d5 P@e4");
    // Setting a game up anew is what another variant does.
    host.quiet("setoption name UCI_Variant value chess");
    assert_eq!(best(&host.go("searchmoves e2e4 depth 1")), "e2e4");
}

#[test]
fn options_in_the_middle_count_from_the_next_search() {
    let host = Host::new();
    host.send("go infinite");
    host.send("setoption name Hash value 2");
    host.send("ucinewgame");
    host.send("setoption name UCI_Variant value crazyhouse");
    host.send("position fen 6k1/5ppp/8/8/8/8/8/7K[R] w - - 0 1");
    host.send("stop");
    assert!(!best(&host.until("bestmove")).contains('@'));
    assert!(best(&host.go("depth 2")).starts_with("R@"));
}

#[test]
fn it_quits_at_once_and_for_good() {
    let host = Host::new();
    host.send("go infinite\ngo infinite");
    assert!(!host.engine.is_closed());
    host.send("quit\nisready");
    assert!(host.engine.is_closed());
    assert!(host.engine.wait(PATIENCE));
    for line in host.said.try_iter() {
        assert!(line.starts_with("info depth") || line.starts_with("bestmove"));
    }
    host.send("uci\ngo depth 1");
    assert!(host.engine.wait(PATIENCE));
    assert!(host.said.try_recv().is_err());
}

#[test]
fn dropping_it_ends_its_searches() {
    shared_pool();
    let (says, said) = mpsc::channel();
    let engine = Engine::new(
        "uci",
        Box::new(move |line| {
            let _ = says.send(line.to_owned());
        }),
    )
    .unwrap();
    engine.send("go infinite").unwrap();
    drop(engine);
    // The sink is dropped with the last search.
    let end = loop {
        if let Err(end) = said.recv_timeout(PATIENCE) {
            break end;
        }
    };
    assert_eq!(end, RecvTimeoutError::Disconnected);
}
