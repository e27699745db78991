//! Pictures: their options, checked in one place for every host.

mod html;
mod read;

use contract::drawing::{self, Arrow, Hue, Marks, NameError, Place, Scene, Style};
use contract::error::{Error, Result, quoted};

pub use contract::drawing::Theme;

use read::{bounded, size};

use super::{Game, Observation, SeatRef, State, guard, seat};

/// The least and the greatest width of a picture, in pixels.
pub const SIZES: (u32, u32) = (16, 8192);
/// Marks and arrows that one picture may have of each.
pub const MOST_MARKS: usize = 512;

/// An option of a picture.
#[derive(Clone, Copy, Debug)]
pub struct DrawingOption {
    /// The name.
    pub name: &'static str,
    /// The values that it takes and what comes of them.
    pub doc: &'static str,
}

const fn option(name: &'static str, doc: &'static str) -> DrawingOption {
    DrawingOption { name, doc }
}

/// All options of a picture, for [`DrawingOptions::read`].
pub const DRAWING: &[DrawingOption] = &[
    option(
        "seat",
        "A seat by name or number: draws what it knows, from its side. Without one the whole \
         position is drawn, which in a hidden game is the referee's picture.",
    ),
    option(
        "last_move",
        "The text of a move whose cells are marked; false for none.",
    ),
    option(
        "arrows",
        "A list of arrows, each a text with two cells (`e2e4`), a list of two cells, or a map with \
         `from` and `to` or `cells`, and `color`.",
    ),
    option(
        "squares",
        "A list of cells that get a ring, or a map from cells to colours: `blue`, `green`, `red` \
         or `yellow`.",
    ),
    option(
        "orientation",
        "A seat by name or number from whose side the boards are seen.",
    ),
    option(
        "size",
        "The width in pixels, 16 to 8192; without one the picture fills the place it is given.",
    ),
    option(
        "theme",
        "`light` (the default), `dark`, or `auto` for what the reader prefers.",
    ),
    option(
        "coordinates",
        "False to leave out the names of rows and columns.",
    ),
    option(
        "cells",
        "True for an element of its own for each cell, with its name and what is there, for each \
         kind of pieces in hand and for each board, so that a page lets people point at them.",
    ),
    option(
        "clocks",
        "The time left in milliseconds: a map from seats to numbers, or a list in the order of the \
         seats with null for none.",
    ),
];

/// A seat by its name or its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatName {
    /// By its number, from 0.
    Index(i64),
    /// By its name.
    Name(String),
}

impl SeatName {
    fn as_ref(&self) -> SeatRef<'_> {
        match self {
            Self::Index(index) => SeatRef::Index(*index),
            Self::Name(name) => SeatRef::Name(name),
        }
    }
}

/// The last move of a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LastMove {
    /// The one that the state knows.
    #[default]
    OfState,
    /// None is marked.
    Hidden,
    /// A move in the notation of the game.
    Text(String),
}

/// An arrow: its cells, or a text that names both, and its colour.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArrowOption {
    /// The cells, from the first to the last; a text with two of them or two texts with one each.
    pub cells: Vec<String>,
    /// The colour.
    pub hue: Hue,
}

/// The contents and the looks of a picture.
///
/// ```
/// use boardwright::host::{self, DrawingOptions, LastMove, Theme};
///
/// let state = host::start("crazyhouse", &Default::default())?;
/// let svg = state.svg(&DrawingOptions {
///     squares: vec![("e4".into(), Default::default())],
///     theme: Theme::Dark,
///     size: Some(240),
///     ..DrawingOptions::default()
/// })?;
/// assert!(svg.starts_with("<svg ") && svg.contains(" width=\"240\""));
/// let wrong = DrawingOptions { last_move: LastMove::Text("e2e9".into()), ..Default::default() };
/// assert_eq!(state.svg(&wrong).unwrap_err().code(), "invalid_option");
/// # Ok::<(), boardwright::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawingOptions {
    /// The seat whose knowledge is drawn; `None` for everything.
    pub seat: Option<SeatName>,
    /// The move whose cells are marked.
    pub last_move: LastMove,
    /// Arrows, at most [`MOST_MARKS`].
    pub arrows: Vec<ArrowOption>,
    /// Cells with a ring, at most [`MOST_MARKS`].
    pub squares: Vec<(String, Hue)>,
    /// The seat from whose side the boards are seen; by default the one that is drawn.
    pub orientation: Option<SeatName>,
    /// The width in pixels, within [`SIZES`]; `None` for the place that the picture is given.
    pub size: Option<u32>,
    /// The colours.
    pub theme: Theme,
    /// True to name rows and columns.
    pub coordinates: bool,
    /// True for elements that name cells, pieces in hand and boards, for pages on which people
    /// point at them.
    pub cells: bool,
    /// The time left on clocks, in milliseconds.
    pub clocks: Vec<(SeatName, u64)>,
}

impl Default for DrawingOptions {
    fn default() -> Self {
        Self {
            seat: None,
            last_move: LastMove::OfState,
            arrows: Vec::new(),
            squares: Vec::new(),
            orientation: None,
            size: None,
            theme: Theme::Light,
            coordinates: true,
            cells: false,
            clocks: Vec::new(),
        }
    }
}

/// The marks and looks that options ask for on a scene, which `last` has led to.
fn style(
    game: &Game,
    scene: &Scene,
    options: &DrawingOptions,
    last: impl FnOnce() -> Option<String>,
) -> Result<Style> {
    bounded("arrows", options.arrows.len())?;
    bounded("squares", options.squares.len())?;
    if let Some(width) = options.size {
        size(&width.into())?;
    }
    let mut clocks = vec![None; game.seats().len()];
    for (name, left) in &options.clocks {
        let seat = named_seat(game, "clocks", name)?;
        clocks[seat.index()] = Some(*left);
    }
    let unknown = |option: &str, text: &str, what: &str| {
        let names = scene.names();
        Error::invalid_option(format!("{option}: {} {what}: {names}", quoted(text)))
    };
    let cells = |option: &str, text: &str| {
        scene.cells_of(text).map_err(|error| match error {
            NameError::NoCell => unknown(option, text, "names no cell"),
            NameError::LeftOver => unknown(option, text, "names a cell that does not exist"),
        })
    };
    let mut marks = Marks::default();
    match &options.last_move {
        LastMove::Text(text) => marks.last_move = cells("last_move", text)?,
        // A move without a cell, such as a pass, marks none.
        LastMove::OfState => {
            let found = last().and_then(|text| scene.cells_of(&text).ok());
            marks.last_move = found.unwrap_or_default();
        }
        LastMove::Hidden => {}
    }
    for (cell, hue) in &options.squares {
        let place = scene.find(cell);
        let place = place.ok_or_else(|| unknown("squares", cell, "is no cell"))?;
        marks.squares.push((place, *hue));
    }
    for arrow in &options.arrows {
        let text = arrow.cells.join(" ");
        let found: Vec<Vec<Place>> = arrow
            .cells
            .iter()
            .map(|text| cells("arrows", text))
            .collect::<Result<_>>()?;
        let ends: Vec<Place> = found.into_iter().flatten().collect();
        match ends[..] {
            [from, to] if from != to && from.board == to.board => marks.arrows.push(Arrow {
                from,
                to,
                hue: arrow.hue,
            }),
            _ => {
                return Err(Error::invalid_option(format!(
                    "arrows: {} does not name two cells of one board",
                    quoted(&text)
                )));
            }
        }
    }
    Ok(Style {
        theme: options.theme,
        width: options.size,
        coordinates: options.coordinates,
        cells: options.cells,
        clocks,
        marks,
    })
}

/// The seat that an option names.
fn named_seat(game: &Game, option: &str, name: &SeatName) -> Result<contract::game::Seat> {
    seat(&game.0, name.as_ref()).map_err(|error| {
        let message = error.message().replacen("seat:", &format!("{option}:"), 1);
        Error::new(error.kind(), message)
    })
}

fn from_side(game: &Game, options: &DrawingOptions) -> Result<Option<contract::game::Seat>> {
    let side = options.orientation.as_ref();
    side.map(|name| named_seat(game, "orientation", name))
        .transpose()
}

impl State {
    /// Draws the position as SVG, or what a seat knows of it.
    ///
    /// Without a seat the picture of a hidden game is the referee's.
    ///
    /// # Errors
    ///
    /// `invalid_option` for a seat or a cell that does not exist and for values out of range,
    /// naming the option.
    pub fn svg(&self, options: &DrawingOptions) -> Result<String> {
        guard(|| {
            let game = self.game();
            if let Some(name) = &options.seat {
                let seat = named_seat(&game, "seat", name)?;
                return self.observe_seat(seat)?.svg(options);
            }
            let scene = self.0.scene(from_side(&game, options)?);
            let last = || self.last_move(None).ok().flatten();
            let style = style(&game, &scene, options, last)?;
            Ok(drawing::render(&scene, &style))
        })
    }
}

impl Observation {
    /// Draws what the seat knows as SVG.
    ///
    /// # Errors
    ///
    /// As [`State::svg`]; `hidden_information` for another seat than its own.
    pub fn svg(&self, options: &DrawingOptions) -> Result<String> {
        guard(|| {
            let game = self.game();
            if let Some(name) = &options.seat
                && named_seat(&game, "seat", name)? != self.0.seat()
            {
                return Err(Error::hidden_information(format!(
                    "seat: this is the observation of {}",
                    self.seat()
                )));
            }
            let scene = self.0.scene(from_side(&game, options)?);
            let style = style(&game, &scene, options, || self.0.last_move())?;
            Ok(drawing::render(&scene, &style))
        })
    }
}
