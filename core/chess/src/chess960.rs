//! The 960 start positions.

use super::board::{Board, Setup};
use super::fen::FenOptions;
use super::types::{Color, File, Piece, Rank, Square};
use crate::error::{Error, Result};

/// Number of the start position of chess among the 960.
pub const STANDARD: u16 = 518;

/// Returns the start position of a number below 960 by Scharnagl's scheme; 518 is chess.
///
/// # Errors
///
/// `invalid_argument` for 960 and more.
pub fn chess960_start(number: u16) -> Result<Board> {
    let row = back_rank(number).ok_or_else(|| {
        Error::invalid_argument(format!(
            "chess960 start position: {number} is not below 960"
        ))
    })?;
    let mut setup = Setup::default();
    for (file, piece) in File::ALL.into_iter().zip(row) {
        for color in Color::ALL {
            let (back, pawns) = match color {
                Color::White => (Rank::First, Rank::Second),
                Color::Black => (Rank::Eighth, Rank::Seventh),
            };
            setup.men[Square::at(file, back).index()] = Some((color, piece));
            setup.men[Square::at(file, pawns).index()] = Some((color, Piece::Pawn));
            if piece == Piece::Rook {
                setup.castling |= Square::at(file, back).into();
            }
        }
    }
    setup.board(&FenOptions::CHESS)
}

/// Returns the pieces of the back rank from the a-file on.
fn back_rank(number: u16) -> Option<[Piece; 8]> {
    /// Places of the two knights among the five that are left.
    const KNIGHTS: [[usize; 2]; 10] = [
        [0, 1],
        [0, 2],
        [0, 3],
        [0, 4],
        [1, 2],
        [1, 3],
        [1, 4],
        [2, 3],
        [2, 4],
        [3, 4],
    ];
    let number = usize::from(number);
    let knights = KNIGHTS.get(number / 96)?;
    let mut row = [None; 8];
    row[number % 4 * 2 + 1] = Some(Piece::Bishop);
    row[number / 4 % 4 * 2] = Some(Piece::Bishop);
    let free =
        |row: &[Option<Piece>; 8], nth: usize| (0..8).filter(|&file| row[file].is_none()).nth(nth);
    row[free(&row, number / 16 % 6)?] = Some(Piece::Queen);
    let places = [free(&row, knights[0])?, free(&row, knights[1])?];
    for place in places {
        row[place] = Some(Piece::Knight);
    }
    for piece in [Piece::Rook, Piece::King, Piece::Rook] {
        row[free(&row, 0)?] = Some(piece);
    }
    Some(row.map(|piece| piece.unwrap_or(Piece::King)))
}

/// Returns the start position of chess.
pub(super) fn standard() -> Board {
    chess960_start(STANDARD).unwrap_or_else(|_| unreachable!("position 518 is sound"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_make_the_known_rows() {
        for (number, row) in [
            (0, "bbqnnrkr"),
            (518, "rnbqkbnr"),
            (959, "rkrnnqbb"),
            (1, "bqnbnrkr"),
        ] {
            let fen = chess960_start(number).unwrap().fen();
            assert!(fen.starts_with(row), "{number}: {fen}");
        }
        assert_eq!(chess960_start(960).unwrap_err().code(), "invalid_argument");
    }

    #[test]
    fn all_rows_differ() {
        let rows: std::collections::HashSet<_> = (0..960).filter_map(back_rank).collect();
        assert_eq!(rows.len(), 960);
    }
}
