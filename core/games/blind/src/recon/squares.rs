//! How squares lie to each other, for plans against a king.

use chess::Square;

/// How many steps a king is from the nearest edge.
pub(super) fn edge(square: Square) -> usize {
    let off = |index: usize| index.min(7 - index);
    off(square.file().index()).min(off(square.rank().index()))
}

/// How many steps a king needs from one square to another.
pub(super) fn distance(a: Square, b: Square) -> usize {
    let files = a.file().index().abs_diff(b.file().index());
    files.max(a.rank().index().abs_diff(b.rank().index()))
}

/// Files and ranks between two squares together.
pub(super) fn apart(a: Square, b: Square) -> usize {
    a.file().index().abs_diff(b.file().index()) + a.rank().index().abs_diff(b.rank().index())
}
