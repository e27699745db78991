//! The suite of mates: that each line is what it says, by the proof of the
//! library and, for mates in one, by playing at the rim; and that the bot `search`
//! finds them. The quick form proves every mate in one and two and some in three,
//! and looks for a part of them, the full form all.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;

use boardwright::chess::mates::{MateProof, find_mate};
use boardwright::chess::{Board, Dialect, FenOptions, Rules};
use boardwright::host::{self, Bot, Limits, MoveRef, Score, State, Subject};
use boardwright::jobs::Request;
use boardwright::value::Dict;
use rayon::prelude::*;

/// Of the mates in three the quick form proves one in so many.
const SAMPLE: usize = 8;

/// Node limit of the bot for each position; a fraction of its nodes in a second.
const NODES: u64 = 1_000_000;

struct Line {
    name: String,
    game: String,
    position: String,
    moves: u8,
    first: Vec<String>,
}

fn suite() -> Vec<Line> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/mates.suite");
    let text = fs::read_to_string(file).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<_> = line.split(" ; ").collect();
            let [name, game, position, moves, first] = fields[..] else {
                panic!("not five fields: {line}");
            };
            Line {
                name: name.into(),
                game: game.into(),
                position: position.into(),
                moves: moves.strip_prefix("mate ").unwrap().parse().unwrap(),
                first: first.split(' ').map(str::to_owned).collect(),
            }
        })
        .collect()
}

fn state(line: &Line) -> State {
    let rules = host::Game::new(&line.game, &Dict::new()).unwrap();
    rules.parse(&line.position, &[]).unwrap()
}

#[test]
fn there_are_enough_of_each_and_none_twice() {
    let mut counts: BTreeMap<(String, u8), usize> = BTreeMap::new();
    let mut keys = HashSet::new();
    for line in suite() {
        let state = state(&line);
        let name = &line.name;
        assert_eq!(state.notation(), line.position, "{name}");
        assert!(keys.insert((line.game.clone(), state.key())), "{name}");
        *counts.entry((line.game, line.moves)).or_default() += 1;
    }
    let wanted = ["chess", "crazyhouse"].map(|game| [1, 2, 3].map(|n| (game.to_owned(), n)));
    assert!(counts.keys().eq(wanted.as_flattened()), "{counts:?}");
    assert!(counts.values().all(|count| *count >= 40), "{counts:?}");
}

#[test]
fn every_line_is_proved() {
    let full = std::env::var("BOARDWRIGHT_FULL").is_ok_and(|v| v == "1");
    let mut lines = suite();
    let mut longest = 0;
    lines.retain(|line| {
        longest += usize::from(line.moves > 2);
        full || line.moves <= 2 || longest % SAMPLE == 0
    });
    lines.par_iter().for_each(|line| {
        let name = &line.name;
        let (rules, options) = match line.game.as_str() {
            "chess" => (Rules::CHESS, FenOptions::CHESS),
            "crazyhouse" => (Rules::CRAZYHOUSE, FenOptions::CRAZYHOUSE),
            other => panic!("{name}: no rules for {other}"),
        };
        let board = Board::from_fen(&line.position, &options).unwrap();
        let MateProof::Mate(mate) = find_mate(&board, &rules, line.moves, u64::MAX) else {
            panic!("{name}: there is no mate");
        };
        assert_eq!(mate.moves, line.moves, "{name}");
        let mut first: Vec<_> = mate
            .first
            .iter()
            .map(|m| m.uci(Dialect::Standard))
            .collect();
        first.sort_unstable();
        assert_eq!(first, line.first, "{name}");
    });
}

#[test]
fn mates_in_one_end_the_game_and_no_other_move_does() {
    for line in suite() {
        let state = state(&line);
        for text in state.legal_moves(None, None).unwrap() {
            let next = state.play(None, MoveRef::Text(&text), None).unwrap();
            let mates = next.outcome().is_some_and(|o| o.reason == "checkmate");
            let first = line.moves == 1 && line.first.contains(&text);
            assert_eq!(mates, first, "{}: {text}", line.name);
        }
    }
}

#[test]
fn the_bot_finds_every_mate() {
    let full = std::env::var("BOARDWRIGHT_FULL").is_ok_and(|v| v == "1");
    let mut missed = Vec::new();
    for (i, line) in suite().iter().enumerate() {
        if !full && i % SAMPLE != 0 {
            continue;
        }
        let state = state(line);
        let bot = Bot::new("search", &line.game, &Dict::new(), 1).unwrap();
        let limits = Limits {
            nodes: Some(NODES),
            ..Limits::default()
        };
        let work = bot.decide(&Subject::State(&state, None), limits).unwrap();
        let job = work.start(Request::default()).unwrap();
        let found = job.wait(None).unwrap().result.unwrap();
        let plies = 2 * i32::from(line.moves) - 1;
        let right = found.score == Some(Score::Mate(plies)) && line.first.contains(&found.action);
        if !right {
            missed.push(format!("{}: {} {:?}", line.name, found.action, found.score));
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}
