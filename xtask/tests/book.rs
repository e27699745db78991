//! The opening book comes of its command, and of nothing else.

use std::fs;

use boardwright::boost::book::{Book, Plan};
use xtask::book;

/// Small enough for a test.
const PLAN: Plan = Plan {
    searches: 3,
    nodes: 400,
    moves: 3,
    margin: 25,
};

#[test]
fn the_command_writes_the_same_file_each_time() {
    let folder = std::env::temp_dir().join(format!("boardwright-book-{}", std::process::id()));
    let made = || {
        let told = book::make(&folder, &PLAN).unwrap();
        (told, fs::read_to_string(book::path(&folder)).unwrap())
    };
    let (first, again) = (made(), made());
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(first, again);
    let read = Book::read(&first.1).unwrap();
    assert!(first.0[0].contains(&format!("{} positions", read.len())));
    assert!(read.game("boost-9-9-2-8-2").unwrap().len() > 20);
    assert!(read.game("boost-7-7-2-8-2").unwrap().len() > 2);
}

#[test]
fn the_shipped_file_says_how_it_was_made() {
    let shipped = fs::read_to_string(book::path(&xtask::root())).unwrap();
    let book = Book::read(&shipped).unwrap();
    assert_eq!(shipped, book::text(&book, &book::PLAN));
}
