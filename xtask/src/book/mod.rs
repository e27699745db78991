//! The opening books: files that our own search grows, made by one command.

pub mod boost;
pub mod bughouse;

use std::path::Path;

use crate::Failure;

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
