//! Columns that several threads read.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use boardwright_chess_games::Chess;
use contract::jobs::Control;
use contract::state::Rules;
use contract::value::Dict;
use records::columns::{self, BoardRules, ColumnOptions, Columns, Reading};

/// Games with long comments, of which no two neighbours have the same tag `Variant`, so that
/// the rules are chosen once a reading.
fn games(count: usize, between: &str) -> String {
    let mut text = String::new();
    for index in 0..count {
        let name = ["Standard", "Chess", "From Position"][index % 3];
        let comment = "a word and another\n".repeat(1_000 + index % 7);
        write!(
            text,
            "[Variant \"{name}\"]\n\n1. e4 {{{comment}}} e5 1-0\n{between}"
        )
        .unwrap();
    }
    text
}

/// Reads a text; answers also how often the rules of a game were chosen.
fn read(text: &str, threads: usize) -> (Columns, usize) {
    let rules: Arc<dyn BoardRules> = Rules::<Chess>::new(&Dict::new()).unwrap();
    let chosen = AtomicUsize::new(0);
    let choose = |_: Option<&str>| {
        chosen.fetch_add(1, Ordering::Relaxed);
        Some(Arc::clone(&rules))
    };
    let reading = Reading {
        threads,
        stop: false,
        progress: &|_| {},
        control: &Control::new(None),
    };
    let read = columns::read(
        text.as_bytes(),
        &choose,
        &ColumnOptions::default(),
        &reading,
    );
    (read.unwrap(), chosen.into_inner())
}

/// A part that another thread has read is not read again.
#[test]
fn every_game_is_read_once() {
    for between in ["\n", "\n\n \n"] {
        let count = 400;
        let text = games(count, between);
        let (one, once) = read(&text, 1);
        assert_eq!((one.games(), once), (count, count));
        for threads in [2, 3] {
            let (columns, chosen) = read(&text, threads);
            assert!(columns == one);
            assert_eq!(chosen, count, "{threads} threads");
        }
    }
}
