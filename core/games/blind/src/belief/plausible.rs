//! Likelihood that the other side tries a move, before anything is heard of it: from habits that a
//! person, a simple bot and chance have in common, with a share for moves without any. Only the
//! proportions count, and nothing is ever impossible.
//!
//! The numbers are eighths of the logarithm of a likelihood, fitted to moves that
//! `recon` and `casual` made, by what is seen without looking at attacks.

use chess::{Board, Color, File, Move, MoveKind, Piece, Square};

/// Weight of any move by its piece, pawn to king;
const ANY: [i32; 6] = [3, -1, 1, -2, 0, -1];
/// for two ranks ahead;
const AHEAD: [i32; 6] = [1, 4, -1, 1, 1, 4];
/// for each step towards the centre;
const CENTRE: [i32; 6] = [5, 5, 1, -2, -1, 3];
/// for taking something.
const TAKES: [i32; 6] = [4, -3, -2, 2, -1, -1];
const CASTLES: i32 = 10;
/// Weight of a recapture.
const BACK: i32 = 14;
/// Factor of the likelihood of a move that attacks the king, where the other side may not see it
/// and a king that stays can be taken.
pub(super) const ATTACKS_KING: u32 = 6;
/// The likelihood of a turn without a move where that can be: a pass, or an attempt that came to
/// nothing. About one in twenty turns.
pub(super) const NO_MOVE: u32 = 24;
/// Likelihood that any move has beside its habits, in eighths.
const CHANCE: u32 = 3;
/// With so few pieces an ending has begun.
const FEW: u32 = 14;
/// The logarithm of the first of [`EIGHTHS`].
const LEAST: i32 = -11;
/// Eighths of the likelihood, by its logarithm.
const EIGHTHS: [u32; 33] = [
    2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 12, 13, 15, 17, 19, 22, 25, 28, 32, 36, 41, 46, 52,
    59, 67, 76, 86, 97, 110,
];

/// The rank of a square as a colour sees it, from 0.
fn rank(color: Color, square: Square) -> i32 {
    let index = square.rank().index() as i32;
    match color {
        Color::White => index,
        Color::Black => 7 - index,
    }
}

/// Returns the distance of a square from the four in the centre, in king's steps.
fn off(square: Square) -> i32 {
    let of = |index: usize| (2 * index as i32 - 7).abs() / 2;
    of(square.file().index()).max(of(square.rank().index()))
}

/// The likelihood of a legal move of the side to move, at least 1; `taken` is where
/// it has just lost a piece.
pub(super) fn likelihood(board: &Board, mv: Move, taken: Option<Square>) -> u32 {
    let (from, to) = (mv.from(), mv.to());
    let piece = match mv.kind() {
        MoveKind::Drop(_) => None,
        _ => board.piece_at(from),
    };
    let mut habit = match piece {
        None => 0,
        Some(_) if mv.is_castle() => CASTLES,
        Some(piece) => habit(board, piece, mv),
    };
    if taken == Some(to) {
        habit += BACK;
    }
    let last = EIGHTHS.len() - 1;
    EIGHTHS[((habit - LEAST).max(0) as usize).min(last)] + CHANCE
}

/// Returns the habit weight of a move of a piece.
fn habit(board: &Board, piece: Piece, mv: Move) -> i32 {
    let color = board.turn();
    let (from, to) = (mv.from(), mv.to());
    let (was, is) = (rank(color, from), rank(color, to));
    let few = board.occupied().len() <= FEW;
    let kind = piece.index();
    let mut sum = ANY[kind] + CENTRE[kind] * (off(from) - off(to));
    sum += match piece {
        _ if is >= was => AHEAD[kind] * (is - was) / 2,
        Piece::King => 3 * (was - is),
        _ => 0,
    };
    if mv.kind() == MoveKind::EnPassant || board.occupied().has(to) {
        sum += TAKES[kind];
    }
    sum + match piece {
        Piece::Knight | Piece::Bishop if was == 0 => 4,
        Piece::Pawn => pawn(from.file(), was, few, mv.promoted_to()),
        Piece::King if few => 4,
        _ => 0,
    }
}

/// Returns the additional habit weight of a pawn's move.
fn pawn(file: File, was: i32, few: bool, promoted: Option<Piece>) -> i32 {
    let first = match file {
        File::D | File::E => 4,
        File::C | File::F => -4,
        _ => 0,
    };
    let last = match promoted {
        Some(Piece::Queen) => 13,
        Some(_) => -6,
        None => 0,
    };
    last + i32::from(was == 1) * first + i32::from(was >= 4) * 12 + i32::from(few) * 5
}
