//! The contents of a picture, as a game states them.

use std::borrow::Cow;

/// Everything that a picture shows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Scene {
    /// The title, read out by screen readers.
    pub title: String,
    /// The boards from left to right, the main one first.
    pub boards: Vec<Board>,
    /// The players that are listed below the boards, where they do not sit at one.
    pub players: Vec<Player>,
    /// Lines of text below everything.
    pub captions: Vec<String>,
    /// Rows of a table, for positions that are drawn without a board.
    pub facts: Vec<Fact>,
    /// The texts of moves that touch no cell, such as a pass.
    pub silent_moves: Vec<Cow<'static, str>>,
}

/// A row of a table: a name and its value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fact {
    /// The depth at which it is nested, from 0.
    pub depth: u8,
    /// The name.
    pub name: String,
    /// The value; empty for the head of nested rows.
    pub value: String,
}

/// A board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    /// The name by which its cells are told from those of other boards, as `A` in `A:e4`;
    /// empty for the only one.
    pub name: Cow<'static, str>,
    /// The lattice on which the cells lie.
    pub grid: Grid,
    /// The turn of the board against the clock: in quarters of a circle for squares and
    /// points, in sixths for hexes.
    pub turn: u8,
    /// True for a board beside the main one, which is drawn smaller.
    pub small: bool,
    /// The cells.
    pub cells: Vec<Cell>,
    /// The names of the columns along the lower edge, by `x`; for squares and points.
    pub columns: Vec<Cow<'static, str>>,
    /// The names of the rows along the left edge, by `y`; for squares and points.
    pub rows: Vec<Cow<'static, str>>,
    /// Names of lines of hexes, each beside the board.
    pub labels: Vec<Label>,
    /// The player below the board.
    pub near: Option<Player>,
    /// The player above it.
    pub far: Option<Player>,
}

/// The lattice of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Grid {
    /// Squares; `x` grows to the right and `y` upwards.
    #[default]
    Squares,
    /// Points where lines cross; `x` grows to the right and `y` upwards.
    Points,
    /// Hexes with a corner on top, by axial coordinates: `x` is q and grows to the right, `y`
    /// is r and grows downwards.
    Hexes,
}

/// A name beside a board of hexes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Label {
    /// The first coordinate of the place.
    pub x: i16,
    /// The second coordinate of the place.
    pub y: i16,
    /// The text.
    pub text: String,
}

/// A cell of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The name, as moves have it.
    pub name: Cow<'static, str>,
    /// The first coordinate.
    pub x: i16,
    /// The second coordinate.
    pub y: i16,
    /// The ground.
    pub ground: Ground,
    /// True for a cell that the viewer does not see now.
    pub unseen: bool,
    /// True for a cell whose piece is in check.
    pub check: bool,
    /// True for a cell whose piece has been taken up.
    pub lifted: bool,
    /// The piece on it.
    pub piece: Option<Piece>,
}

/// The ground of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ground {
    /// A light cell.
    #[default]
    Light,
    /// A dark cell.
    Dark,
    /// A cell that is the aim of the game.
    Throne,
    /// A hole, into which pieces fall.
    Hole,
    /// A shield, which stops pieces.
    Shield,
}

/// A piece.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The shape.
    pub shape: Shape,
    /// The owner.
    pub owner: Owner,
    /// The name of its kind, for the description.
    pub word: Cow<'static, str>,
    /// Text on the shape: the letter of a piece without a shape of its own, or a mark by which
    /// owners are told apart without colours.
    pub text: Cow<'static, str>,
    /// True for a piece that has come from a promotion and counts as a pawn when it is taken.
    pub promoted: bool,
    /// Numbers that belong to it.
    pub badges: Vec<Badge>,
}

/// A number that belongs to a piece, such as its hit points.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Badge {
    /// The name of the number, for the description.
    pub name: String,
    /// The number as text, a few characters.
    pub text: String,
}

/// The shape of a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shape {
    /// A disc with the text of the piece.
    #[default]
    Disc,
    /// A pawn of chess.
    Pawn,
    /// A knight of chess.
    Knight,
    /// A bishop of chess.
    Bishop,
    /// A rook of chess.
    Rook,
    /// A queen of chess.
    Queen,
    /// A king of chess.
    King,
    /// A round token of one of many like it.
    Warrior,
    /// A token with a crown.
    Jarl,
    /// A tower that cannot move.
    Tower,
    /// A dragon.
    Dragon,
    /// A cross, for a cell that is taken by something unknown.
    Cross,
}

/// The owner of a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Owner {
    /// Nobody.
    #[default]
    Nobody,
    /// White.
    White,
    /// Black.
    Black,
    /// One of up to six players, from 0.
    Seat(u8),
}

/// A player as listed beside or below a board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Player {
    /// The number of the seat, from 0, by which clocks are given.
    pub seat: u8,
    /// The owner of its pieces.
    pub owner: Owner,
    /// The name.
    pub name: Cow<'static, str>,
    /// A mark on its colour, by which players are told apart without colours.
    pub text: Cow<'static, str>,
    /// True if it may move.
    pub to_move: bool,
    /// True if it has left the game.
    pub out: bool,
    /// The pieces in hand; `None` in a game without drops.
    pub pocket: Option<Vec<Held>>,
    /// A short text, such as the number of its pieces.
    pub note: String,
}

/// Pieces of one kind in hand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Held {
    /// The shape.
    pub shape: Shape,
    /// The name of the kind.
    pub word: Cow<'static, str>,
    /// The number of them.
    pub count: u32,
}

impl Scene {
    /// Returns all players, those at the boards first.
    pub fn all_players(&self) -> impl Iterator<Item = &Player> {
        let seated = self.boards.iter().flat_map(|b| b.near.iter().chain(&b.far));
        seated.chain(&self.players)
    }

    /// Takes from all players the mark that they may move, for a game that has ended.
    pub fn end(&mut self) {
        let seated = self.boards.iter_mut();
        let seated = seated.flat_map(|b| b.near.iter_mut().chain(&mut b.far));
        for player in seated.chain(&mut self.players) {
            player.to_move = false;
        }
    }
}
