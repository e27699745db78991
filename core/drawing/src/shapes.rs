//! The shapes of pieces, each in a box of 40 by 40 units.
//!
//! Filled parts have the colour of the owner and its line; details, which show against it, are
//! drawn in `currentColor`.

use crate::scene::{Owner, Piece, Shape};

const PAWN: &str = "<path d=\"M20 7a5.6 5.6 0 0 1 3.3 10.1q1.7 .7 1.7 2.9h-2.2c0 4.3 1.9 7.2 6.2 9.5v4.5h-18v-4.5c4.3-2.3 6.2-5.2 6.2-9.5h-2.2q0-2.2 1.7-2.9a5.6 5.6 0 0 1 3.3-10.1z\"/>";

const KNIGHT: &str = "<path d=\"M11 34c-.5-5.4 3-8.9 7-12.2-2.5.4-4.6 1.6-6 3.7l-3.6-1.1-1.7-3.6 5.6-8.7c.6-2.8 1.9-4.7 4.2-6.1l1-3.7 3.5 3.1c7.4 1.7 11.3 8 10.9 17.6-.1 3.6-.4 7-1.1 11z\"/><path d=\"M14.6 13.2h1.8M22.5 9.5c4.5 2.5 6.3 7.5 5.9 15.5\" fill=\"none\" stroke=\"currentColor\"/>";

const BISHOP: &str = "<path d=\"M20 4a2.5 2.5 0 0 1 1.7 4.3c4.1 2.8 6.5 6.5 6.5 10.3 0 2.5-1.2 4.7-3.3 6l1.3 3.7q3 .3 5.8 1.7v4h-24v-4q2.8-1.4 5.8-1.7l1.3-3.7c-2.1-1.3-3.3-3.5-3.3-6 0-3.8 2.4-7.5 6.5-10.3a2.5 2.5 0 0 1 1.7-4.3z\"/><path d=\"M20 12.5v7.5M16.5 16h7M15 24.6h10\" fill=\"none\" stroke=\"currentColor\"/>";

const ROOK: &str = "<path d=\"M9.5 34v-4.5l3-2.5v-10l-3-3v-7.5h4.7v3h3.3v-3h5v3h3.3v-3h4.7v7.5l-3 3v10l3 2.5v4.5z\"/><path d=\"M13.5 17h13M13.5 27h13\" fill=\"none\" stroke=\"currentColor\"/>";

const QUEEN: &str = "<path d=\"M10 34v-4.5l1.8-2.5-5.3-13 7.2 6.2.3-10.7 4.2 9.7 1.8-11.7 1.8 11.7 4.2-9.7.3 10.7 7.2-6.2-5.3 13 1.8 2.5v4.5z\"/><circle cx=\"6\" cy=\"12.5\" r=\"2.2\"/><circle cx=\"13.8\" cy=\"8\" r=\"2.2\"/><circle cx=\"20\" cy=\"6\" r=\"2.2\"/><circle cx=\"26.2\" cy=\"8\" r=\"2.2\"/><circle cx=\"34\" cy=\"12.5\" r=\"2.2\"/><path d=\"M12.5 26.8q7.5-2.2 15 0\" fill=\"none\" stroke=\"currentColor\"/>";

const KING: &str = "<path d=\"M18.5 3h3v2.7h2.8v2.9h-2.8v4.2h-3v-4.2h-2.8v-2.9h2.8z\"/><path d=\"M20 12.2c2.4 0 4 1.5 4.2 3.7 1.6-1.3 3.3-1.9 5.2-1.7 3.3.4 5.2 3 4.7 6-.4 2.7-2.5 4.8-5.6 6.9l1.5 2.4v4.5h-20v-4.5l1.5-2.4c-3.1-2.1-5.2-4.2-5.6-6.9-.5-3 1.4-5.6 4.7-6 1.9-.2 3.6.4 5.2 1.7.2-2.2 1.8-3.7 4.2-3.7z\"/><path d=\"M12 26.8q8-2.2 16 0M20 16v8.5\" fill=\"none\" stroke=\"currentColor\"/>";

const TOWER: &str = "<path d=\"M8 35v-4h3l1.5-17h-3v-9h4.2v3.5h4v-3.5h4.6v3.5h4v-3.5h4.2v9h-3l1.5 17h3v4z\"/><path d=\"M17 35v-7a3 3 0 0 1 6 0v7M13 14h14M18.5 19.5h3\" fill=\"none\" stroke=\"currentColor\"/>";

const DRAGON: &str = "<path d=\"M20 10.5l4.5 1 6-7.5 1 8.5 5 4.5-5 3 1 6.5-5.5-.5-1.5 6-5.5 4-5.5-4-1.5-6-5.5.5 1-6.5-5-3 5-4.5 1-8.5 6 7.5z\"/><path d=\"M12.5 17l4.5 2.5M27.5 17l-4.5 2.5M18 29.5h.1M22 29.5h.1\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2.4\"/>";

const DISC: &str = "<circle cx=\"20\" cy=\"20\" r=\"14.5\"/>";

const CROSS: &str = "<path d=\"M10 10l20 20M30 10l-20 20\" fill=\"none\" stroke-width=\"4\"/>";

/// The outlines of tokens by seat, so that they differ without colours.
const TOKENS: [&str; 6] = [
    "<circle cx=\"20\" cy=\"20\" r=\"13\"/>",
    "<rect x=\"8.5\" y=\"8.5\" width=\"23\" height=\"23\" rx=\"2\"/>",
    "<path d=\"M20 4.5l15.5 15.5-15.5 15.5-15.5-15.5z\"/>",
    "<path d=\"M20 5l15.5 26.5h-31z\"/>",
    "<path d=\"M20 5.5l14.5 10.5-5.5 17h-18l-5.5-17z\"/>",
    "<path d=\"M14 7h12v7h7v12h-7v7h-12v-7h-7v-12h7z\"/>",
];

/// The crown of a Jarl, which stands on its token.
const CROWN: &str =
    "<path d=\"M9 12.5l-2.5-10.5 7.5 5 6-6.5 6 6.5 7.5-5-2.5 10.5z\" fill=\"#fff\"/>";

/// A symbol: a shape, and for tokens the seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Symbol {
    shape: Shape,
    seat: u8,
}

impl Symbol {
    pub(crate) const fn new(shape: Shape, owner: Owner) -> Self {
        let seat = match (shape, owner) {
            (Shape::Warrior | Shape::Jarl, Owner::Seat(seat)) if seat < 6 => seat,
            (Shape::Warrior | Shape::Jarl, Owner::Seat(_)) => 5,
            _ => 0,
        };
        Self { shape, seat }
    }

    pub(crate) fn of(piece: &Piece) -> Self {
        Self::new(piece.shape, piece.owner)
    }

    /// The name, which follows the id of the picture.
    pub(crate) const fn name(self) -> &'static str {
        match self.shape {
            Shape::Disc => "c",
            Shape::Pawn => "p",
            Shape::Knight => "n",
            Shape::Bishop => "b",
            Shape::Rook => "r",
            Shape::Queen => "q",
            Shape::King => "k",
            Shape::Warrior => ["w0", "w1", "w2", "w3", "w4", "w5"][self.seat as usize % 6],
            Shape::Jarl => ["j0", "j1", "j2", "j3", "j4", "j5"][self.seat as usize % 6],
            Shape::Tower => "t",
            Shape::Dragon => "d",
            Shape::Cross => "x",
        }
    }

    /// The parts in order.
    pub(crate) fn parts(self) -> [&'static str; 2] {
        let token = TOKENS[usize::from(self.seat) % TOKENS.len()];
        match self.shape {
            Shape::Disc => [DISC, ""],
            Shape::Pawn => [PAWN, ""],
            Shape::Knight => [KNIGHT, ""],
            Shape::Bishop => [BISHOP, ""],
            Shape::Rook => [ROOK, ""],
            Shape::Queen => [QUEEN, ""],
            Shape::King => [KING, ""],
            Shape::Warrior => [token, ""],
            Shape::Jarl => [token, CROWN],
            Shape::Tower => [TOWER, ""],
            Shape::Dragon => [DRAGON, ""],
            Shape::Cross => [CROSS, ""],
        }
    }
}

impl Shape {
    /// Returns true if its text stands in the middle of it; others have it in a corner.
    pub(crate) const fn holds_text(self) -> bool {
        matches!(self, Self::Disc | Self::Warrior | Self::Jarl)
    }
}

/// The place of the text in the middle of a shape, below the middle of the box.
pub(crate) const fn baseline(symbol: Symbol) -> i32 {
    match (symbol.shape, symbol.seat) {
        // A triangle is widest at its foot.
        (Shape::Warrior | Shape::Jarl, 3) => 285,
        (Shape::Jarl, _) => 270,
        _ => 260,
    }
}
