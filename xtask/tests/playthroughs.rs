//! Every registered game has a golden game, and still plays it.

#[cfg(feature = "test-games")]
use std::collections::BTreeSet;

use boardwright::registry::GAMES;
use xtask::{playthrough, root};

#[test]
fn every_game_has_its_playthrough_and_plays_it() {
    assert!(!GAMES.is_empty());
    let wrong: Vec<_> = GAMES
        .iter()
        .filter_map(|e| playthrough::compare(&root(), e))
        .collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn a_game_without_a_playthrough_is_found() {
    let empty = root().join("no-such-folder");
    for entry in GAMES {
        let wrong = playthrough::compare(&empty, entry).expect("nothing is there");
        assert!(wrong.contains("make vectors"), "{wrong}");
    }
}

#[test]
fn a_changed_playthrough_is_found() {
    let folder = std::env::temp_dir().join(format!("boardwright-golden-{}", std::process::id()));
    let entry = &GAMES[0];
    let text = playthrough::playthrough(entry).expect("a game");
    let changed = text.replacen("key: ", "key: f", 1);
    assert_ne!(text, changed);
    xtask::write(&playthrough::path(&folder, entry), &changed).expect("a file");
    let wrong = playthrough::compare(&folder, entry).expect("it differs");
    assert!(wrong.contains("expected: key: f"), "{wrong}");
    std::fs::remove_dir_all(folder).expect("a folder");
}

/// A file that belongs to no game tells of a game that was renamed or lost. Only
/// a build with the games for tests knows all of them.
#[cfg(feature = "test-games")]
#[test]
fn every_playthrough_is_of_a_game() {
    let games: BTreeSet<_> = GAMES
        .iter()
        .map(|e| playthrough::path(&root(), e))
        .collect();
    let folder = std::fs::read_dir(root().join("tests/playthroughs")).expect("a folder");
    let files: BTreeSet<_> = folder.map(|file| file.expect("a file").path()).collect();
    assert_eq!(files, games);
}
