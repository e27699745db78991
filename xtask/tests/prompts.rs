//! The prompts of every shipped game are those that people have read.

use std::collections::BTreeSet;

use boardwright::registry::GAMES;
use xtask::{prompts, root};

#[test]
fn every_game_has_its_prompts() {
    let shipped = GAMES.iter().filter(|entry| entry.shipped());
    let wrong: Vec<_> = shipped
        .filter_map(|entry| prompts::compare(&root(), entry))
        .collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn every_file_of_prompts_is_of_a_game_and_a_missing_one_is_found() {
    let shipped = GAMES.iter().filter(|entry| entry.shipped());
    let games: BTreeSet<_> = shipped.map(|entry| prompts::path(&root(), entry)).collect();
    let folder = std::fs::read_dir(root().join("tests/prompts")).expect("a folder");
    let files: BTreeSet<_> = folder.map(|file| file.expect("a file").path()).collect();
    assert_eq!(files, games);
    let wrong = prompts::compare(&root().join("no-such-folder"), GAMES[0]);
    assert!(wrong.expect("nothing is there").contains("make vectors"));
}

#[test]
fn every_game_is_explained() {
    for entry in GAMES.iter().filter(|entry| entry.shipped()) {
        let text = prompts::prompts(entry).expect("prompts");
        for part in ["\nRules\n", "\nAdvice\n", "\nNotation\n", "\nDiagram\n"] {
            assert!(text.contains(part), "{}: {part}", entry.info().name);
        }
        // The headings name the options.
        let mut told = text.lines().filter(|line| !line.starts_with("=== "));
        assert!(
            !told.any(|line| line.contains("seed")),
            "{}",
            entry.info().name
        );
    }
}
