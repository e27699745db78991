//! Endings of which no weights learn from games, since those are decided before.

use chess::{Bitboard, Board, Color, Square};

/// Worth of each step by which a bare king is away from the centre, in centipawns.
const OFF_CENTRE: i32 = 10;
/// Worth of each step that the kings are nearer to each other than two corners.
const NEAR: i32 = 4;

/// Returns what the side to move has from where a bare king stands: it is mated at the edge, and
/// only with the help of the other king (the mop-up evaluation of Chess 4.5; Slate and Atkin,
/// 1977). At most 108 centipawns either way.
pub(super) fn bare_king(board: &Board) -> i32 {
    let sides = [board.turn(), !board.turn()];
    let [own, other] = sides.map(|color| is_bare(board, color));
    match (own, other) {
        (true, false) => -driven(board, sides[0]),
        (false, true) => driven(board, sides[1]),
        _ => 0,
    }
}

fn is_bare(board: &Board, color: Color) -> bool {
    board.colors(color) == Bitboard::from(board.king(color))
}

/// The worth of driving the bare king of a color.
fn driven(board: &Board, color: Color) -> i32 {
    let (bare, king) = (board.king(color), board.king(!color));
    OFF_CENTRE * off_centre(bare) + NEAR * (14 - steps(bare, king))
}

/// The distance from the four squares in the centre along files and ranks, 0 to 6.
fn off_centre(square: Square) -> i32 {
    let away = |i: usize| if i < 4 { 3 - i } else { i - 4 };
    (away(square.file().index()) + away(square.rank().index())) as i32
}

/// The distance along files and ranks, 0 to 14.
fn steps(a: Square, b: Square) -> i32 {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    (files + ranks) as i32
}

#[cfg(test)]
mod tests {
    use chess::FenOptions;

    use super::*;

    fn worth(fen: &str) -> i32 {
        let board = Board::from_fen(fen, &FenOptions::CHESS).unwrap();
        bare_king(&board)
    }

    #[test]
    fn a_bare_king_is_driven_to_the_edge_by_the_other_one() {
        let centre = worth("8/8/8/3k4/8/8/8/K6R w - - 0 1");
        let edge = worth("3k4/8/8/8/8/8/8/K6R w - - 0 1");
        let corner = worth("k7/8/8/8/8/8/8/K6R w - - 0 1");
        let near = worth("k7/8/1K6/8/8/8/8/7R w - - 0 1");
        assert!(centre < edge && edge < corner && corner < near);
        assert_eq!(near, 10 * 6 + 4 * (14 - 3));
        assert_eq!(worth("k7/8/1K6/8/8/8/8/7R b - - 0 1"), -near);
    }

    #[test]
    fn where_both_sides_have_something_it_says_nothing() {
        for fen in [
            "k7/p7/1K6/8/8/8/8/7R w - - 0 1",
            "k7/8/1K6/8/8/8/8/8 w - - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ] {
            assert_eq!(worth(fen), 0, "{fen}");
        }
    }
}
