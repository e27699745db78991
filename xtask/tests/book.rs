//! The opening books come of their command, and of nothing else.

use std::fs;
use std::path::{Path, PathBuf};

use boardwright::boost::book as boost;
use boardwright::bughouse::book as bughouse;
use xtask::{Failure, book};

/// Runs a command twice in a folder of its own, checks that both runs agree, and returns its first
/// line and the file.
fn twice(
    name: &str,
    make: impl Fn(&Path) -> Result<Vec<String>, Failure>,
    path: fn(&Path) -> PathBuf,
) -> (String, String) {
    let folder = std::env::temp_dir().join(format!("boardwright-{name}-{}", std::process::id()));
    let made = || {
        let told = make(&folder).unwrap();
        (told[0].clone(), fs::read_to_string(path(&folder)).unwrap())
    };
    let (first, again) = (made(), made());
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(first, again);
    first
}

#[test]
fn the_book_of_boost_is_the_same_each_time() {
    let plan = boost::GrowPlan {
        searches: 3,
        nodes: 400,
        moves: 3,
        margin: 25,
    };
    let (told, text) = twice(
        "boost",
        |root| book::boost::make(root, &plan),
        book::boost::path,
    );
    let read = boost::Book::read(&text).unwrap();
    assert!(told.contains(&format!("{} positions", read.len())));
    assert!(read.game("boost-9-9-2-8-2").unwrap().len() > 20);
    assert!(read.game("boost-7-7-2-8-2").unwrap().len() > 2);
}

#[test]
fn the_book_of_bughouse_is_the_same_each_time() {
    let plan = bughouse::Plan {
        searches: 16,
        nodes: 2000,
        moves: 3,
        margin: 40,
        balance: 150,
        half: 10,
    };
    let (told, text) = twice(
        "bughouse",
        |root| book::bughouse::make(root, &plan),
        book::bughouse::path,
    );
    let read = bughouse::Book::read(&text).unwrap();
    assert!((2..=plan.searches).contains(&read.len()), "{text}");
    assert!(told.contains(&format!("{} positions", read.len())));
}

#[test]
fn the_shipped_files_say_how_they_were_made() {
    let root = xtask::root();
    let shipped = fs::read_to_string(book::boost::path(&root)).unwrap();
    let read = boost::Book::read(&shipped).unwrap();
    assert_eq!(shipped, book::boost::text(&read, &book::boost::PLAN));
    let shipped = fs::read_to_string(book::bughouse::path(&root)).unwrap();
    let read = bughouse::Book::read(&shipped).unwrap();
    assert_eq!(shipped, book::bughouse::text(&read, &book::bughouse::PLAN));
}
