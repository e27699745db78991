//! The book as a file, and who plays by it.

use serde_json::json;

use super::*;
use crate::seat_of;
use contract::bot::{Clock, Limits};
use contract::game::Game as _;
use contract::jobs::Control;
use contract::state::Rules;
use contract::value::Dict;

fn start() -> State<Bughouse> {
    State::start(&Rules::new(&Dict::new()).unwrap()).unwrap()
}

fn after(state: &State<Bughouse>, texts: &[&str]) -> State<Bughouse> {
    texts.iter().fold(state.clone(), |state, text| {
        let action = state.read(None, text, None).unwrap();
        state.play(&action).unwrap()
    })
}

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

/// A decision for whoever is to move on a board: the move, and what was looked at.
fn decide(
    state: &State<Bughouse>,
    id: BoardId,
    options: &serde_json::Value,
    limits: &Limits,
) -> (String, u64) {
    let mut bot =
        search::bots::make::<Bughouse>("search", options.as_object().unwrap(), 1).unwrap();
    let seat = seat_of(id, state.position().board(id).turn());
    let decision = bot
        .decide(&state.observe(seat), limits, &Control::default())
        .unwrap();
    (state.game().text(&decision.action), decision.nodes)
}

#[test]
fn the_shipped_file_can_be_read_and_is_written_the_same() {
    let book = Book::read(SHIPPED).unwrap();
    let lines = SHIPPED.lines().filter(|line| !line.starts_with('#'));
    let text: String = lines.map(|line| format!("{line}\n")).collect();
    assert_eq!(book.write(), text);
    assert_eq!(&book, Book::shipped());
    assert!(book.len() > 100, "{}", book.len());
}

#[test]
fn every_position_can_be_come_to_and_every_move_made() {
    let book = Book::shipped();
    let mut open = vec![start()];
    let mut seen = std::collections::BTreeSet::new();
    while let Some(state) = open.pop() {
        let board = state.position().board(BoardId::A);
        let lines = book.moves(board);
        if lines.is_empty() || !seen.insert(key(board)) {
            continue;
        }
        let known = moves_of(book, &state, BoardId::A);
        assert_eq!(known.len(), lines.len(), "{}", state.notation());
        assert!(known.iter().all(|known| known.weight > 0));
        let scores: Vec<_> = lines.iter().map(|line| line.value).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
        open.extend(known.iter().map(|known| state.play(&known.action).unwrap()));
    }
    assert_eq!(seen.len(), book.len());
}

#[test]
fn a_move_that_the_rules_do_not_have_is_left_out() {
    let first = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ;";
    let book = Book::read(&format!("{first} e2e5:2:9 d2d4:1:5 e7e5:1:4 x:1:3")).unwrap();
    let state = start();
    let known = moves_of(&book, &state, BoardId::B);
    let texts = known.iter().map(|known| state.game().text(&known.action));
    assert_eq!(texts.collect::<Vec<_>>(), ["B:d2d4"]);
}

#[test]
fn search_plays_by_the_book_unless_it_is_told_not_to() {
    let state = start();
    let open = json!({});
    for id in BoardId::ALL {
        let (text, looked_at) = decide(&state, id, &open, &nodes(500));
        assert_eq!(looked_at, 0);
        let known = moves_of(Book::shipped(), &state, id);
        let known = known.iter().map(|known| state.game().text(&known.action));
        assert!(known.collect::<Vec<_>>().contains(&text), "{text}");
    }
    // Closed by its option, by a choice of moves, and with something in hand.
    let closed = json!({ "book": false });
    assert!(decide(&state, BoardId::A, &closed, &nodes(500)).1 > 0);
    let chosen = Limits {
        moves: Some(vec!["A:e2e4".into()]),
        ..nodes(500)
    };
    assert!(decide(&state, BoardId::A, &open, &chosen).1 > 0);
    let fed = after(&state, &["B:e2e4", "B:d7d5", "B:e4d5"]);
    assert!(decide(&fed, BoardId::A, &open, &nodes(500)).1 > 0);
    // Or while somebody is in check on the other board.
    let checked = after(&state, &["B:e2e4", "B:f7f6", "B:d1h5"]);
    assert!(decide(&checked, BoardId::A, &open, &nodes(500)).1 > 0);
}

#[test]
fn an_analysis_looks_into_it_where_a_clock_runs() {
    let state = start();
    let mut bot = search::bots::make::<Bughouse>("search", &Dict::new(), 1).unwrap();
    let mut told = |limits: &Limits| {
        let mut depths = Vec::new();
        let observation = state.observe(Seat(0));
        let decision = bot
            .analyse(&observation, limits, &Control::default(), &mut |info| {
                depths.push(info.depth);
            })
            .unwrap();
        (decision.nodes, depths)
    };
    let clock = Clock {
        remaining: std::time::Duration::from_secs(60),
        ..Clock::default()
    };
    let timed = Limits {
        clock: Some(clock),
        ..nodes(500)
    };
    assert_eq!(told(&timed), (0, vec![0]));
    assert!(told(&nodes(500)).0 > 0);
}

#[test]
fn what_is_wrong_with_a_file_is_told_by_line() {
    let first = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ;";
    for (text, words) in [
        ("nothing".to_owned(), "line 1"),
        (format!("# a book\n{first} e2e4:1"), "line 2"),
        (format!("{first} e2e4:1:x"), "line 1"),
        (format!("{first} e2e4:1:5:5"), "line 1"),
        (format!("{first} :1:5"), "line 1"),
        (format!("\n{first} "), "line 2"),
        ("8/8 w ; e2e4:1:5".to_owned(), "line 1"),
    ] {
        let error = Book::read(&text).unwrap_err();
        assert_eq!(error.code(), "invalid_notation");
        assert!(error.to_string().contains(words), "{text}: {error}");
    }
    assert!(Book::read("# nothing\n\n").unwrap().is_empty());
}
