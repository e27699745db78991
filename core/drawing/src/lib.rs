//! Pictures of positions as SVG.
//!
//! A [`Scene`] holds what is to be seen: boards of squares, hexes or points, the pieces on
//! their cells, the players with what they hold. A game fills one; [`render`] writes any of
//! them, with the marks and the looks of a [`Style`]. No game, no rule and no crate of the
//! project is known here.
//!
//! A picture needs nothing from outside: no script, no font, no image, no style sheet. The same
//! scene and style give the same bytes. Coordinates are integers, in tenths of a unit inside.

#![forbid(unsafe_code)]

mod html;
mod names;
mod palette;
mod render;
mod scene;
mod shapes;
mod style;
mod svg;

pub use html::{escaped, image};
pub use names::{NameError, Place};
pub use palette::variables;
pub use render::render;
pub use scene::{
    Badge, Board, Cell, Fact, Grid, Ground, Held, Label, Owner, Piece, Player, Scene, Shape,
};
pub use style::{Arrow, Hue, Marks, Style, Theme};
