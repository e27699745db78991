//! Endings of which no weights learn from games, since those are decided before, or end in
//! draws that come too late to be seen.

use super::terms::distance;
use chess::{Bitboard, Board, Color, File, Piece, Square};

/// Worth of each step by which a bare king is away from the centre, in centipawns.
const OFF_CENTRE: i32 = 10;
/// Worth of each step that the kings are nearer to each other than two corners.
const NEAR: i32 = 4;

/// All of a score, in the unit of what is left of it.
const WHOLE: i32 = 64;
/// Pieces beside pawns, kings included, beyond which no ending is looked for.
const FEW: u32 = 8;
/// Worth of pieces by which endings are told apart: pawns count by themselves, kings not.
const WORTH: [i32; 6] = [0, 3, 3, 5, 10, 0];

/// Returns what is left of a score for the side to move where the side that is ahead can hardly
/// win (Müller and Lamprecht, Fundamental Chess Endings, 2001): without pawns by a minor piece or
/// less or with two knights alone, with bishops on squares of different colours, or with pawns of a
/// rook's file that a bishop cannot help to promote.
pub(super) fn scaled(board: &Board, value: i32) -> i32 {
    let officers = board.occupied() - board.pieces(Piece::Pawn);
    if officers.len() > FEW || value == 0 {
        return value;
    }
    let strong = if value > 0 {
        board.turn()
    } else {
        !board.turn()
    };
    value * winnable(board, strong) / WHOLE
}

/// Returns how much of the score of the side that is ahead counts, in parts of [`WHOLE`].
fn winnable(board: &Board, strong: Color) -> i32 {
    let sides = [strong, !strong];
    let [pawns, others] = sides.map(|color| board.colored_pieces(color, Piece::Pawn).len() as i32);
    let [worth, held] = sides.map(|color| {
        let of = |piece: Piece| board.colored_pieces(color, piece).len() as i32;
        Piece::ALL
            .map(|piece| of(piece) * WORTH[piece.index()])
            .iter()
            .sum::<i32>()
    });
    if pawns == 0 && worth - held <= 3 {
        return match (worth, held) {
            (..5, _) => 0,
            (_, ..=3) => 4,
            _ => 14,
        };
    }
    let knights = board.colored_pieces(strong, Piece::Knight).len();
    if (pawns, worth, knights) == (0, 6, 2) {
        // Nothing but a pawn of the other side keeps it from a stalemate.
        return if others == 0 { 0 } else { 14 };
    }
    if corner_is_held(board, strong) {
        return 0;
    }
    if bishops_differ(board) {
        return match worth + held {
            6 => (16 + 6 * (pawns - others)).clamp(16, 40),
            _ => 44,
        };
    }
    WHOLE
}

/// Returns true if each side has one bishop, on squares of different colours.
fn bishops_differ(board: &Board) -> bool {
    let bishops = board.pieces(Piece::Bishop);
    let one_each = Color::ALL
        .into_iter()
        .all(|color| board.colored_pieces(color, Piece::Bishop).len() == 1);
    one_each && (bishops & Bitboard::LIGHT).len() == 1
}

/// Returns true if a side has nothing but pawns of one rook's file and bishops that do not stand on
/// the colour of its last square, on or beside which the other king stands.
fn corner_is_held(board: &Board, strong: Color) -> bool {
    let pawns = board.colored_pieces(strong, Piece::Pawn);
    let bishops = board.colored_pieces(strong, Piece::Bishop);
    let rest = board.colors(strong) - pawns - bishops;
    let first = pawns.into_iter().next();
    let (Some(pawn), 1) = (first, rest.len()) else {
        return false;
    };
    let file = pawn.file();
    if !matches!(file, File::A | File::H) || (pawns - Bitboard::file(file)).any() {
        return false;
    }
    let corner = Square::at(file, (!strong).back_rank());
    let light = Bitboard::LIGHT.has(corner);
    let helps = bishops
        .into_iter()
        .any(|bishop| Bitboard::LIGHT.has(bishop) == light);
    let king = board.king(!strong);
    !helps && distance(king, corner) <= 1
}

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

    /// The rest of a score of 64 for White, and of one for Black.
    fn left(fen: &str) -> [i32; 2] {
        let board = Board::from_fen(fen, &FenOptions::CHESS).unwrap();
        let sign = if board.turn() == Color::White { 1 } else { -1 };
        [64, -64].map(|value| sign * scaled(&board, sign * value))
    }

    #[test]
    fn who_cannot_win_has_little() {
        for (fen, white, black) in [
            // A minor piece alone, against a pawn.
            ("8/8/4k3/4p3/8/3BK3/8/8 w - - 0 1", 0, -64),
            ("8/8/4k3/4p3/8/3BK3/8/8 b - - 0 1", 0, -64),
            // A rook against a bishop, with another bishop, against a rook.
            ("8/8/4k3/4b3/8/3RK3/8/8 w - - 0 1", 4, 0),
            ("8/4r3/4k3/8/8/3RK3/3B4/8 w - - 0 1", 14, -14),
            // A rook or bishop and knight against a bare king.
            ("8/8/4k3/8/8/3RK3/8/8 w - - 0 1", 64, 0),
            ("8/8/4k3/8/8/2BNK3/8/8 w - - 0 1", 64, 0),
            // Two knights against a bare king, against a pawn, and three of them.
            ("8/8/4k3/8/8/2NNK3/8/8 w - - 0 1", 0, 0),
            ("8/8/4k3/4p3/8/2NNK3/8/8 w - - 0 1", 14, -64),
            ("8/8/4k3/8/8/2NNKN2/8/8 w - - 0 1", 64, 0),
            // Bishops of both colours, by pawns more; with rooks.
            ("8/8/2b1k3/4p3/4PP2/4KB2/8/8 w - - 0 1", 64, -64),
            ("8/8/3bk3/4p3/4PP2/4KB2/8/8 w - - 0 1", 22, -16),
            ("8/4r3/3bk3/4p3/4PP2/4KB2/4R3/8 w - - 0 1", 44, -44),
            // The corner of a rook's pawn.
            ("k7/8/8/P7/8/2B1K3/8/8 w - - 0 1", 0, 0),
            ("k7/8/8/P7/8/3BK3/8/8 w - - 0 1", 64, 0),
            ("8/8/4k3/P7/8/2B1K3/8/8 w - - 0 1", 64, 0),
            ("k7/8/8/PP6/8/2B1K3/8/8 w - - 0 1", 64, 0),
        ] {
            assert_eq!(left(fen), [white, black], "{fen}");
        }
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
