//! Distances of squares, for plans against a king.

use chess::Square;

/// Returns the number of king steps from a square to the nearest edge.
pub(super) fn edge(square: Square) -> usize {
    let off = |index: usize| index.min(7 - index);
    off(square.file().index()).min(off(square.rank().index()))
}

/// Returns the number of king steps from one square to another.
pub(super) fn distance(a: Square, b: Square) -> usize {
    let files = a.file().index().abs_diff(b.file().index());
    files.max(a.rank().index().abs_diff(b.rank().index()))
}

/// Files and ranks between two squares together.
pub(super) fn apart(a: Square, b: Square) -> usize {
    a.file().index().abs_diff(b.file().index()) + a.rank().index().abs_diff(b.rank().index())
}
