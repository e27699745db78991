//! Endings of which no weights learn from games, since those are decided before, or end in
//! draws that come too late to be seen.

use super::terms::distance;
use chess::{Bitboard, Board, Color, File, Piece, Square};

/// Worth of each step by which a bare king is away from the centre, in centipawns.
const OFF_CENTRE: i32 = 10;
/// Worth of each step by which it is near a corner in which bishop and knight mate.
const CORNER: i32 = 15;
/// Worth of each step that the kings are nearer to each other than two corners.
const NEAR: i32 = 4;
/// Worth of a win over a bare king without pawns, and of each unit of [`WORTH`] in it: less than
/// with a pawn, which is not to be thrown away.
const WON: i32 = 100;
const WON_BY_PIECES: i32 = 100;

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
    let [worth, held] = sides.map(|color| worth(board, color));
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

/// Returns the worth of a side's pieces beside pawns.
fn worth(board: &Board, color: Color) -> i32 {
    let of = |piece: Piece| board.colored_pieces(color, piece).len() as i32;
    Piece::ALL
        .map(|piece| of(piece) * WORTH[piece.index()])
        .iter()
        .sum()
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

/// Returns what a board is worth to the side to move, by what the evaluation says.
///
/// Of a bare king it knows little. It is mated at the edge, and only with the help of the other
/// king (the mop-up evaluation of Chess 4.5; Slate and Atkin, 1977), which is added. Where there
/// are no pawns to help, nothing but that and the pieces counts: what else is said, which changes
/// with each square, would hide the way.
pub(super) fn corrected(board: &Board, value: impl FnOnce() -> i32) -> i32 {
    let turn = board.turn();
    let bare = match (is_bare(board, Color::White), is_bare(board, Color::Black)) {
        (true, false) => Color::White,
        (false, true) => Color::Black,
        _ => return scaled(board, value()),
    };
    let sign = if bare == turn { -1 } else { 1 };
    let driven = sign * driven(board, bare);
    let pawns = board.pieces(Piece::Pawn);
    if pawns.is_empty() && winnable(board, !bare) == WHOLE {
        return sign * (WON + WON_BY_PIECES * worth(board, !bare)) + driven;
    }
    scaled(board, value()) + driven
}

fn is_bare(board: &Board, color: Color) -> bool {
    board.colors(color) == Bitboard::from(board.king(color))
}

/// The worth of driving the bare king of a color.
fn driven(board: &Board, color: Color) -> i32 {
    let (bare, king) = (board.king(color), board.king(!color));
    let away = match corner_bishop(board, !color) {
        Some(light) => CORNER * off_corner_diagonal(bare, light),
        None => OFF_CENTRE * off_centre(bare),
    };
    away + NEAR * (14 - steps(bare, king))
}

/// Returns true for a light bishop, false for a dark one, where a side mates with bishop and knight
/// alone: in the corners that its bishop reaches, and in no other.
fn corner_bishop(board: &Board, color: Color) -> Option<bool> {
    let of = |piece: Piece| board.colored_pieces(color, piece);
    let bishops = of(Piece::Bishop);
    let alone =
        bishops.len() == 1 && of(Piece::Knight).len() == 1 && board.colors(color).len() == 3;
    alone.then(|| (bishops & Bitboard::LIGHT).any())
}

/// The distance from the diagonal between the corners that a bishop does not reach, 0 to 7.
fn off_corner_diagonal(square: Square, light: bool) -> i32 {
    let (file, rank) = (square.file().index(), square.rank().index());
    match light {
        true => file.abs_diff(rank) as i32,
        false => (file + rank).abs_diff(7) as i32,
    }
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

    /// The worth of a board of which the evaluation says so much.
    fn said(fen: &str, value: i32) -> i32 {
        let board = Board::from_fen(fen, &FenOptions::CHESS).unwrap();
        corrected(&board, || value)
    }

    #[test]
    fn a_bare_king_is_driven_to_the_edge_by_the_other_one() {
        for value in [-50, 900] {
            let centre = said("8/8/8/3k4/8/8/8/K6R w - - 0 1", value);
            let edge = said("3k4/8/8/8/8/8/8/K6R w - - 0 1", value);
            let corner = said("k7/8/8/8/8/8/8/K6R w - - 0 1", value);
            let near = said("k7/8/1K6/8/8/8/8/7R w - - 0 1", value);
            assert!(centre < edge && edge < corner && corner < near);
            assert_eq!(near, 600 + 10 * 6 + 4 * (14 - 3));
            assert_eq!(said("k7/8/1K6/8/8/8/8/7R b - - 0 1", value), -near);
        }
        // Bishop and knight mate in a corner of the bishop's colour.
        let dark = |king: &str| said(&format!("{king} w - - 0 1"), 500);
        assert!(dark("7k/8/8/8/8/8/8/K1B4N") > dark("k7/8/8/8/8/8/8/2B1K2N"));
        assert_eq!(dark("7k/8/5K2/8/8/8/8/2B4N"), 700 + 15 * 7 + 4 * (14 - 4));
        assert_eq!(dark("k7/8/2K5/8/8/8/8/2B4N"), 700 + 4 * (14 - 4));
        // With a pawn it is added to what is said, and of a draw nothing is made.
        assert_eq!(said("k7/8/1K6/8/8/8/P7/7R w - - 0 1", 900), 900 + 104);
        assert_eq!(said("k7/8/1K6/8/8/8/8/6NN w - - 0 1", 500), 104);
        assert_eq!(
            said("k7/8/1K6/8/8/8/8/6QN w - - 0 1", 900),
            100 + 1300 + 104
        );
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
    fn where_no_king_or_both_are_bare_it_adds_nothing() {
        for (fen, worth) in [
            ("k7/p7/1K6/8/8/8/8/7R w - - 0 1", 120),
            ("k7/8/1K6/8/8/8/8/8 w - - 0 1", 0),
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                120,
            ),
        ] {
            assert_eq!(said(fen, 120), worth, "{fen}");
        }
    }
}
