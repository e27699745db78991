//! The shared random games and words are those that this library makes.

use boardwright::registry::GAMES;
use xtask::{first_difference, questions, read, root, vectors, words};

#[test]
fn the_shared_games_are_up_to_date() {
    let mut compared = 0;
    for entry in GAMES.iter().filter(|e| e.shipped()) {
        let path = vectors::path(&root(), entry);
        let committed = read(&path).expect("made by `make vectors`");
        let made = vectors::games(&root(), entry).expect("games");
        if let Some(difference) = first_difference(&committed, &made) {
            panic!("{}, {difference}", path.display());
        }
        compared += 1;
    }
    assert!(compared > 0);
}

#[test]
fn the_shared_words_are_up_to_date() {
    let mut compared = 0;
    for entry in GAMES.iter().filter(|e| e.shipped()) {
        let path = words::path(&root(), entry);
        let committed = read(&path).expect("made by `make vectors`");
        let made = words::words(entry).expect("words");
        if let Some(difference) = first_difference(&committed, &made) {
            panic!("{}, {difference}", path.display());
        }
        compared += 1;
    }
    assert!(compared > 0);
}

#[test]
fn the_shared_questions_are_up_to_date() {
    let mut compared = 0;
    for entry in GAMES.iter().filter(|e| e.shipped()) {
        let Some(made) = questions::questions(entry).expect("questions") else {
            continue;
        };
        let path = questions::path(&root(), entry);
        let committed = read(&path).expect("made by `make vectors`");
        if let Some(difference) = first_difference(&committed, &made) {
            panic!("{}, {difference}", path.display());
        }
        compared += 1;
    }
    assert!(compared > 0);
}
