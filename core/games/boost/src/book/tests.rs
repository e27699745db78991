//! The book as a file, how it grows, and who plays by it.

use std::collections::BTreeSet;

use serde_json::json;

use super::*;
use crate::Boost;
use crate::tests::{Play, start};
use contract::bot::Limits;
use contract::game::Seat;
use contract::jobs::Control;
use contract::state::State;
use search::Engine;

/// A few moves of the book from a position, the best each time.
pub(crate) fn main_line(state: &State<Boost>, plies: usize) -> Vec<String> {
    let mut line = Vec::new();
    let mut state = state.clone();
    for _ in 0..plies {
        let score = |text: &String| {
            let next = state.go(text);
            next.game().book_worth(next.position())
        };
        let known = state.legal_texts().into_iter();
        let Some(best) = known
            .filter_map(|text| Some((score(&text)?, text)))
            .max()
            .map(|(_, text)| text)
        else {
            break;
        };
        state = state.go(&best);
        line.push(best);
    }
    line
}

fn decide(state: &State<Boost>, options: serde_json::Value, limits: &Limits) -> (String, u64) {
    let mut bot = search::bots::make::<Boost>("search", options.as_object().unwrap(), 1).unwrap();
    let seat = state.live().single().unwrap();
    let decision = bot
        .decide(&state.observe(seat), limits, &Control::default())
        .unwrap();
    (
        state.game().settings().text(decision.action),
        decision.nodes,
    )
}

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

#[test]
fn the_shipped_file_can_be_read_and_is_written_the_same() {
    let book = Book::read(SHIPPED).unwrap();
    assert_eq!(book.write(), without_comments(SHIPPED));
    assert_eq!(&book, Book::shipped());
    let standard = book.game("boost-9-9-2-8-2").unwrap();
    assert!(standard.len() > 500, "{}", standard.len());
    // Nothing is known of games that it was not made for.
    assert_eq!(book.game("boost-16-16-6-8-2"), None);
}

fn without_comments(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Returns true if the book has a line on which a player gets a second tower.
fn second_tower(state: &State<Boost>, seen: &mut BTreeSet<u64>) -> bool {
    let towers = |seat| state.game().towers(state.position(), Seat(seat));
    if towers(0).max(towers(1)) == 2 {
        return true;
    }
    state.legal_texts().iter().any(|text| {
        let next = state.go(text);
        let known = next.game().book_worth(next.position()).is_some();
        let signature = next.game().opening_signature(next.position());
        known && seen.insert(signature) && second_tower(&next, seen)
    })
}

#[test]
fn lines_go_through_the_second_tower() {
    for options in [
        json!({}),
        json!({ "seed": 5 }),
        json!({ "compensation": true }),
    ] {
        assert!(
            second_tower(&start(options.clone()), &mut BTreeSet::new()),
            "{options}"
        );
    }
}

#[test]
fn what_is_wrong_with_a_file_is_told_by_line() {
    for (text, words) in [
        ("0123456789abcdef 1", "line 1"),
        ("boost-9-9-2-8-2\n0123456789abcdeg 1", "line 2"),
        ("boost-9-9-2-8-2\n\n123 1", "line 3"),
        ("boost-9-9-2-8-2\n0123456789abcdef", "line 2"),
        ("boost-9-9-2-8-2\n0123456789abcdef 99999", "line 2"),
        ("# none\nchess", "line 2"),
    ] {
        let error = Book::read(text).unwrap_err();
        assert_eq!(error.code(), "invalid_notation");
        assert!(error.to_string().contains(words), "{text}: {error}");
    }
    assert!(Book::read("# nothing\n\n").unwrap().is_empty());
}

#[test]
fn the_same_plan_grows_the_same_book() {
    let plan = GrowPlan {
        searches: 6,
        nodes: 800,
        moves: 3,
        margin: 30,
    };
    let start = start(json!({ "identifier": "boost-5-5-2-4-2", "dragon_count": 3 }));
    let grown = grow(&start, &plan, &Control::default()).unwrap();
    assert!((6..=18).contains(&grown.len()), "{grown:?}");
    assert_eq!(grow(&start, &plan, &Control::default()).unwrap(), grown);
    // A smaller one is part of it, and the best move of the start is in both.
    let less = GrowPlan {
        searches: 2,
        ..plan
    };
    let less = grow(&start, &less, &Control::default()).unwrap();
    assert!(less.len() < grown.len());
    assert!(
        less.iter()
            .all(|(key, score)| grown.get(key) == Some(score))
    );
    let thought = Engine::new(4)
        .think(
            &start,
            Seat(0),
            &Limits {
                lines: Some(3),
                ..nodes(800)
            },
            &Control::default(),
            &mut |_| {},
        )
        .unwrap();
    let best = start.play(&thought.lines[0].moves[0]).unwrap();
    let key = best.game().opening_signature(best.position());
    assert_eq!(
        less.get(&key).copied().map(i32::from),
        Some(thought.lines[0].value)
    );
}

#[test]
fn search_plays_by_the_book_unless_it_is_told_not_to() {
    let state = start(json!({}));
    let (known, looked_at) = decide(&state, json!({}), &nodes(500));
    assert_eq!(looked_at, 0);
    let next = state.go(&known);
    assert!(next.game().book_worth(next.position()).is_some(), "{known}");
    // What is drawn is close to the best.
    let best = main_line(&state, 1);
    let best = state.go(&best[0]);
    let score = |state: &State<Boost>| state.game().book_worth(state.position()).unwrap();
    assert!(score(&best) - score(&next) <= 5);
    // Closed by its option, by a choice of moves, and by the weight.
    let (_, looked_at) = decide(&state, json!({ "book": false }), &nodes(500));
    assert!(looked_at > 0);
    let chosen = Limits {
        moves: Some(vec![known.clone()]),
        ..nodes(500)
    };
    let (text, looked_at) = decide(&state, json!({}), &chosen);
    assert!(text == known && looked_at > 0);
    assert!(decide(&state, json!({ "in_book": 0 }), &nodes(500)).1 > 0);
    // And where it ends.
    let far = crate::tests::standard("pppp1pppp/9/4D4/3DTD3/1PD6/9/9/7D1/PPPP2P2_a_-");
    assert_eq!(decide(&far, json!({}), &nodes(500)).0, "c5e5");
}

#[test]
fn the_book_is_an_option_of_search_alone() {
    let make = |name: &str, options: serde_json::Value| {
        search::bots::make::<Boost>(name, options.as_object().unwrap(), 1)
    };
    assert!(make("search", json!({ "book": false, "depth": 3 })).is_ok());
    for (name, options) in [
        ("search", json!({ "book": 1 })),
        ("search", json!({ "look": true })),
        ("heuristic", json!({ "book": true })),
    ] {
        let error = make(name, options).err().unwrap();
        assert_eq!(error.code(), "invalid_option", "{error}");
    }
}
