//! `tests/vectors/bughouse.suite`: situations of two boards in which it can be shown,
//! by the rules alone, what to do.
//!
//! | kind | what is shown |
//! |---|---|
//! | `need` | after some captures, and no others, the partner mates at once with what it gets |
//! | `feed` | after some moves a capture of the opponent's gives its partner what mates at once |
//! | `mate` | some checks mate though pockets were full; others only freeze |
//! | `lost` | after each move the opponent mates at once, and the partner can play on: sit |
//! | `flag` | the rival is frozen and has less time: sit |
//! | `asked` | the partner asks for one of two pieces that can both be had for nothing |
//! | `stall` | the partner asks to be waited for, and there is no mate at once: sit |

mod make;
mod scan;
mod solve;

use std::path::{Path, PathBuf};

pub use make::{SEED, make};
pub use solve::{Budget, Solved, solve};

/// Number of situations of each kind.
const EACH: usize = 18;

const HEADER: &str = "\
# What to do on two boards, shown by the rules; made by `cargo run -p xtask -- situations make`, not by hand.
# name ; position ; seat ; milliseconds of all clocks ; what the partner says ; expected
# expected: `best` one of these moves, `avoid` these moves, `sit`
";

/// The file.
#[must_use]
pub fn path(root: &Path) -> PathBuf {
    root.join("tests/vectors/bughouse.suite")
}
