//! The looks of a picture, and what is marked on it.

use crate::names::Place;

/// The looks of a picture.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Style {
    /// The colours.
    pub theme: Theme,
    /// The width in pixels; `None` for a picture that fills the place it is given.
    pub width: Option<u32>,
    /// True to name rows and columns.
    pub coordinates: bool,
    /// True for an element of its own for each cell, pocket and board, which says its name.
    pub cells: bool,
    /// The time left on the clock of each seat in milliseconds, by its number.
    pub clocks: Vec<Option<u64>>,
    /// Marks on cells.
    pub marks: Marks,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            theme: Theme::Light,
            width: None,
            coordinates: true,
            cells: false,
            clocks: Vec::new(),
            marks: Marks::default(),
        }
    }
}

/// A set of colours. Each of them is a CSS variable that the page may set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// For light pages.
    #[default]
    Light,
    /// For dark pages.
    Dark,
    /// Light or dark as the reader prefers.
    Auto,
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 3] = [Self::Light, Self::Dark, Self::Auto];

    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Auto => "auto",
        }
    }
}

/// Marks on cells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marks {
    /// The cells of the last move.
    pub last_move: Vec<Place>,
    /// Cells with a ring around them.
    pub squares: Vec<(Place, Hue)>,
    /// Arrows from one cell to another.
    pub arrows: Vec<Arrow>,
}

/// An arrow between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// The cell at which it starts.
    pub from: Place,
    /// The cell to which it points.
    pub to: Place,
    /// The colour.
    pub hue: Hue,
}

/// The colour of a mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Hue {
    /// Blue.
    #[default]
    Blue,
    /// Green.
    Green,
    /// Red.
    Red,
    /// Yellow.
    Yellow,
}

impl Hue {
    /// All colours.
    pub const ALL: [Self; 4] = [Self::Blue, Self::Green, Self::Red, Self::Yellow];

    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Green => "green",
            Self::Red => "red",
            Self::Yellow => "yellow",
        }
    }
}
