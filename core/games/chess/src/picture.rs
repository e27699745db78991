//! Pictures of boards of chess, for all games that are played on them.

use std::borrow::Cow;
use std::sync::LazyLock;

use chess::{Board, Color, File, Piece, Rank, Square};
use contract::drawing::{self, Cell, Ground, Held, Owner, Player, Scene, Shape};

/// The names of the squares.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let squares = (0..64).map(Square::wrap);
    squares.map(|square| square.to_string()).collect()
});

const FILES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];
const RANKS: [&str; 8] = ["1", "2", "3", "4", "5", "6", "7", "8"];

/// Returns the shape of a piece.
#[must_use]
pub const fn shape(piece: Piece) -> Shape {
    match piece {
        Piece::Pawn => Shape::Pawn,
        Piece::Knight => Shape::Knight,
        Piece::Bishop => Shape::Bishop,
        Piece::Rook => Shape::Rook,
        Piece::Queen => Shape::Queen,
        Piece::King => Shape::King,
    }
}

/// Returns a side as the owner of pieces.
#[must_use]
pub const fn owner(color: Color) -> Owner {
    match color {
        Color::White => Owner::White,
        Color::Black => Owner::Black,
    }
}

/// Returns a piece of a side.
#[must_use]
pub fn piece(color: Color, kind: Piece) -> drawing::Piece {
    drawing::Piece {
        shape: shape(kind),
        owner: owner(color),
        word: Cow::Borrowed(kind.name()),
        ..drawing::Piece::default()
    }
}

/// Returns an empty board seen from a side, its cells in the order of the squares.
#[must_use]
pub fn empty_board(from: Color) -> drawing::Board {
    let cell = |square: Square| {
        let (file, rank) = (square.file().index(), square.rank().index());
        Cell {
            name: Cow::Borrowed(NAMES[square.index()].as_str()),
            x: file as i16,
            y: rank as i16,
            ground: if (file + rank) % 2 == 0 {
                Ground::Dark
            } else {
                Ground::Light
            },
            ..Cell::default()
        }
    };
    let squares = Rank::ALL
        .into_iter()
        .flat_map(|rank| File::ALL.map(|file| Square::at(file, rank)));
    drawing::Board {
        turn: match from {
            Color::White => 0,
            Color::Black => 2,
        },
        cells: squares.map(cell).collect(),
        columns: FILES.map(Cow::Borrowed).to_vec(),
        rows: RANKS.map(Cow::Borrowed).to_vec(),
        ..drawing::Board::default()
    }
}

/// Returns what a side holds in hand, pawn to queen.
#[must_use]
pub fn pocket(held: [u8; 5]) -> Vec<Held> {
    let kinds = Piece::DROPPABLE.into_iter().zip(held);
    let kinds = kinds.filter(|(_, count)| *count > 0);
    let held = kinds.map(|(kind, count)| Held {
        shape: shape(kind),
        word: Cow::Borrowed(kind.name()),
        count: u32::from(count),
    });
    held.collect()
}

/// Returns a side as a player in the seat of its number.
#[must_use]
pub fn player(color: Color, turn: Color) -> Player {
    Player {
        seat: color.index() as u8,
        owner: owner(color),
        name: Cow::Borrowed(color.name()),
        to_move: color == turn,
        ..Player::default()
    }
}

/// Sits players at a board as seen from a side.
pub fn seat_players(board: &mut drawing::Board, from: Color, player: impl Fn(Color) -> Player) {
    board.near = Some(player(from));
    board.far = Some(player(!from));
}

/// Returns the picture of a board seen from a side, with pockets or without.
#[must_use]
pub fn board_of(board: &Board, from: Color, pockets: bool) -> drawing::Board {
    let mut picture = empty_board(from);
    for square in board.occupied() {
        if let Some((color, kind)) = board.colored_piece_at(square) {
            picture.cells[square.index()].piece = Some(drawing::Piece {
                promoted: board.promoted().has(square),
                ..piece(color, kind)
            });
        }
    }
    if board.is_check() {
        picture.cells[board.king(board.turn()).index()].check = true;
    }
    seat_players(&mut picture, from, |color| Player {
        pocket: pockets.then(|| pocket(Piece::DROPPABLE.map(|kind| board.pocket(color, kind)))),
        ..player(color, board.turn())
    });
    picture
}

/// Returns a scene of one board.
#[must_use]
pub fn scene_of(board: drawing::Board) -> Scene {
    Scene {
        boards: vec![board],
        ..Scene::default()
    }
}
