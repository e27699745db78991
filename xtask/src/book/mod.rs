//! The opening books: files that our own search grows, made by one command.

pub mod boost;
pub mod bughouse;

use std::path::Path;

use crate::{Failure, write};

/// Grows all books anew.
///
/// # Errors
///
/// What cannot be grown or written.
pub fn make(root: &Path) -> Result<Vec<String>, Failure> {
    let mut files = boost::make(root, &boost::PLAN)?;
    files.extend(bughouse::make(root, &bughouse::PLAN)?);
    Ok(files)
}

/// Writes a file of so many positions, and says so.
fn written(root: &Path, path: &Path, text: &str, positions: usize) -> Result<Vec<String>, Failure> {
    write(path, text)?;
    let shown = path.strip_prefix(root).unwrap_or(path).display();
    Ok(vec![format!("{shown}: {positions} positions")])
}
