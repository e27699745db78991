//! `core/games/bughouse/src/book/book.txt`: the opening book of bughouse, grown by our own
//! search.

use std::path::{Path, PathBuf};

use boardwright::bughouse::Bughouse;
use boardwright::bughouse::book::{Book, Plan, grow};
use boardwright::jobs::Control;
use boardwright::state::{Rules, State};
use boardwright::value::Dict;

use super::written;
use crate::Failure;

/// Limits of the shipped book's growth.
pub const PLAN: Plan = Plan {
    searches: 800,
    nodes: 100_000,
    moves: 4,
    margin: 30,
    balance: 150,
    half: 10,
};

/// The file.
#[must_use]
pub fn path(root: &Path) -> PathBuf {
    root.join("core/games/bughouse/src/book/book.txt")
}

/// The text of the file.
#[must_use]
pub fn text(book: &Book, plan: &Plan) -> String {
    format!(
        "# The opening book of bughouse; made by `cargo run --release -p xtask -- book`, not by hand:\n\
         # {} positions of one board searched for {} nodes, up to {} moves that are at most {}\n\
         # centipawns worse than the best; what that came to. After a position: move, weight, worth.\n{}",
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
pub fn make(root: &Path, plan: &Plan) -> Result<Vec<String>, Failure> {
    let rules = Rules::<Bughouse>::new(&Dict::new())?;
    let book = grow(&State::start(&rules)?, plan, &Control::default())?;
    written(root, &path(root), &text(&book, plan), book.len())
}
