//! How likely it is that the other side tries a move, before anything is heard of
//! it: habits that a person, a simple bot and chance have in common. Only the
//! proportions count, and nothing is ever impossible.

use crate::chess::{Board, Color, File, Move, MoveKind, Piece, Square};

/// What any move has.
const ANY: u32 = 8;

/// The rank of a square as a colour sees it, from 0.
fn rank(color: Color, square: Square) -> u32 {
    let index = square.rank().index() as u32;
    match color {
        Color::White => index,
        Color::Black => 7 - index,
    }
}

/// The likelihood of a legal move of the side to move, at least 1; `taken` is where
/// it has just lost a man, where it will want to take back.
pub(super) fn likelihood(board: &Board, mv: Move, taken: Option<Square>) -> u32 {
    let color = board.turn();
    let (from, to) = (mv.from(), mv.to());
    let back = if taken == Some(to) { 4 } else { 1 };
    let habit = match mv.kind() {
        MoveKind::Drop(_) => ANY,
        MoveKind::Castle => 3 * ANY,
        MoveKind::Promotion(Piece::Queen) => 5 * ANY,
        MoveKind::Promotion(_) => ANY / 4,
        MoveKind::EnPassant => 2 * ANY,
        MoveKind::Normal => {
            let ahead = rank(color, to).saturating_sub(rank(color, from));
            let home = rank(color, from) == 0;
            ANY + 2 * ahead
                + match board.piece_at(from) {
                    Some(Piece::Knight | Piece::Bishop) if home => ANY,
                    Some(Piece::Pawn) if rank(color, from) == 1 => match from.file() {
                        File::D | File::E => ANY,
                        File::C | File::F => ANY / 2,
                        _ => 0,
                    },
                    _ => 0,
                }
        }
    };
    habit * back
}
