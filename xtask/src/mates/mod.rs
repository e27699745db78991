//! `tests/vectors/mates.suite`: positions of chess and crazyhouse in which the
//! side to move forces mate, found in games of weak players and proved.

mod make;
mod play;
mod solve;
mod verify;

use std::path::{Path, PathBuf};

use boardwright::chess::mates::{Mate, MateProof, find_mate};
use boardwright::chess::{Board, Dialect, FenOptions, Piece, Rules};

pub use make::{SEED, make};
pub use solve::{Solved, solve};
pub use verify::{Counts, verify};

/// The longest mate in the file.
const LONGEST: u8 = 3;
/// Number of positions of each game and length.
const EACH: usize = 40;

const HEADER: &str = "\
# Forced mates, proved; made by `cargo run -p xtask -- mates make`, not by hand.
# name ; game ; position ; mate N: the side to move mates in N moves and no sooner ; every first move of such a mate
";

/// The file.
#[must_use]
pub fn path(root: &Path) -> PathBuf {
    root.join("tests/vectors/mates.suite")
}

/// A game that the file has positions of.
struct MateKind {
    name: &'static str,
    rules: Rules,
    options: FenOptions,
}

const KINDS: [MateKind; 2] = [
    MateKind {
        name: "chess",
        rules: Rules::CHESS,
        options: FenOptions::CHESS,
    },
    MateKind {
        name: "crazyhouse",
        rules: Rules::CRAZYHOUSE,
        options: FenOptions::CRAZYHOUSE,
    },
];

impl MateKind {
    fn notation(&self, board: &Board) -> String {
        if self.options.allow_pocket {
            board.bfen()
        } else {
            board.fen()
        }
    }

    /// The mate, unless the allowance does not suffice to be certain.
    fn prove(&self, board: &Board, moves: u8, nodes: u64) -> Option<Mate> {
        match find_mate(board, &self.rules, moves, nodes) {
            MateProof::Mate(mate) => Some(mate),
            MateProof::NoMate | MateProof::Undecided => None,
        }
    }
}

/// The first moves as the file has them: sorted by their texts.
fn first_moves(mate: &Mate) -> String {
    let mut texts: Vec<_> = mate
        .first
        .iter()
        .map(|mv| mv.uci(Dialect::Standard))
        .collect();
    texts.sort_unstable();
    texts.join(" ")
}

/// Returns true if the mated side has only its king, on the board and in the pocket.
fn is_bare(board: &Board) -> bool {
    let loser = !board.turn();
    !board.colors(loser).more_than_one() && !board.has_pocket(loser)
}

/// Returns the value of a piece in comparisons of material, in pawns.
const fn worth(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 1,
        Piece::Knight | Piece::Bishop => 3,
        Piece::Rook => 5,
        Piece::Queen => 9,
        Piece::King => 0,
    }
}
