//! `core/games/boost/src/book/book.txt`: the opening book of Boost, grown by our own search.

use std::path::{Path, PathBuf};

use boardwright::boost::Boost;
use boardwright::boost::book::{Book, GrowPlan, grow};
use boardwright::jobs::Control;
use boardwright::state::{Rules, State};
use serde_json::{Value, json};

use super::written;
use crate::Failure;

/// Limits of the shipped book's growth from each of the first positions.
pub const PLAN: GrowPlan = GrowPlan {
    searches: 60,
    nodes: 2_500,
    moves: 4,
    margin: 25,
};

/// The first positions: the standard game by the first seeds of its dragons, with
/// the compensation and without any dragon, and the game of seven by seven.
#[must_use]
pub fn games() -> Vec<Value> {
    let seeds = (0..8).map(|seed| json!({ "seed": seed }));
    let others = [
        json!({ "compensation": true }),
        json!({ "dragon_count": 0 }),
        json!({ "identifier": "boost-7-7-2-8-2" }),
    ];
    seeds.chain(others).collect()
}

/// The file.
#[must_use]
pub fn path(root: &Path) -> PathBuf {
    root.join("core/games/boost/src/book/book.txt")
}

/// Grows a book from first positions, given by the options of their games.
///
/// # Errors
///
/// Whatever the library says.
pub fn grown(games: &[Value], plan: &GrowPlan) -> Result<Book, Failure> {
    let mut book = Book::default();
    for options in games {
        let options = options.as_object().cloned().unwrap_or_default();
        let rules = Rules::<Boost>::new(&options)?;
        let entries = grow(&State::start(&rules)?, plan, &Control::default())?;
        book.add(&rules.game().settings().identifier(), &entries);
    }
    Ok(book)
}

/// The text of the file.
#[must_use]
pub fn text(book: &Book, plan: &GrowPlan) -> String {
    format!(
        "# The opening book of Boost; made by `cargo run --release -p xtask -- book`, not by hand:\n\
         # {} positions of each game searched for {} nodes, up to {} moves that are at most {}\n\
         # decitempi worse than the best. After an identifier: opening signature, worth.\n{}",
        plan.searches,
        plan.nodes,
        plan.moves,
        plan.margin,
        book.write()
    )
}

/// Writes the file.
///
/// # Errors
///
/// What cannot be grown or written.
pub fn make(root: &Path, plan: &GrowPlan) -> Result<Vec<String>, Failure> {
    let book = grown(&games(), plan)?;
    written(root, &path(root), &text(&book, plan), book.len())
}
