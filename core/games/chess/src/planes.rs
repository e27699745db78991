//! Boards as planes for learning, from the side of one colour.

use chess::{Bitboard, Board, Color, Piece};
use contract::planes::{Plane, PlaneLayout, PlaneWriter};

/// The meaning of rows and columns of a board.
pub const GRID: &str =
    "row 0 is the seat's first rank, so that Black sees the board mirrored; column 0 is the a-file";

const PIECES: [&str; 6] = ["pawns", "knights", "bishops", "rooks", "queens", "kings"];

/// The sides of the board, the seat's first: the beginning of the names of planes, and whose
/// pieces these are.
pub const SIDES: [(&str, &str); 2] = [("own", "the seat's own"), ("their", "the other side's")];

/// Returns the planes of one board; a prefix tells several boards apart.
#[must_use]
pub fn planes(prefix: &str, drops: bool) -> Vec<Plane> {
    let mut planes = Vec::new();
    let name = |name: String| format!("{prefix}{name}");
    for (side, of) in SIDES {
        for piece in PIECES {
            planes.push(Plane::flag(
                name(format!("{side}_{piece}")),
                format!("squares of {of} {piece}"),
            ));
        }
    }
    let flags = [
        ("castling", "squares of rooks that may still castle"),
        (
            "en_passant",
            "square behind a pawn that can be taken in passing",
        ),
        ("black", "1 everywhere if the seat is Black"),
        ("to_move", "1 everywhere if the seat is to move"),
    ];
    planes.extend(flags.map(|(flag, doc)| Plane::flag(name(flag.into()), doc)));
    planes.push(Plane::count(
        name("halfmoves".into()),
        "plies since the last capture or move of a pawn",
        100,
    ));
    planes.push(Plane::count(
        name("repetitions".into()),
        "times that the position has stood before",
        2,
    ));
    if drops {
        planes.push(Plane::flag(
            name("promoted".into()),
            "squares of pieces that came from promotions",
        ));
        for (side, of) in SIDES {
            for piece in &PIECES[..5] {
                planes.push(Plane::count(
                    name(format!("{side}_pocket_{piece}")),
                    format!("number of {piece} in {of} pocket"),
                    8,
                ));
            }
        }
    }
    planes
}

/// Returns the layout of one board.
#[must_use]
pub fn layout(drops: bool) -> PlaneLayout {
    PlaneLayout {
        rows: 8,
        columns: 8,
        grid: GRID,
        planes: planes("", drops),
    }
}

/// Returns squares as a colour sees them.
#[inline]
#[must_use]
pub fn seen_from(color: Color, squares: Bitboard) -> u64 {
    match color {
        Color::White => squares.0,
        Color::Black => squares.flipped().0,
    }
}

/// Writes the [`planes`] of one board.
#[inline]
pub fn fill(board: &Board, color: Color, drops: bool, repetitions: u32, out: &mut PlaneWriter<'_>) {
    let sides = [color, !color];
    let en_passant = board.en_passant().map_or(Bitboard::EMPTY, Bitboard::from);
    let boards: [u64; 14] = std::array::from_fn(|number| {
        let squares = match number {
            12 => board.castling(),
            13 => en_passant,
            _ => board.colored_pieces(sides[number / 6], Piece::ALL[number % 6]),
        };
        seen_from(color, squares)
    });
    out.boards(boards);
    out.everywhere(u64::from(color == Color::Black));
    out.everywhere(u64::from(board.turn() == color));
    out.everywhere(board.halfmove().into());
    out.everywhere(repetitions.into());
    if drops {
        out.bits(seen_from(color, board.promoted()));
        for side in sides {
            for piece in Piece::DROPPABLE {
                out.everywhere(board.pocket(side, piece).into());
            }
        }
    }
}
