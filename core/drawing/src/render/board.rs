//! A board: its ground, marks, pieces and names.

use super::{CELL, Picture};
use crate::palette::Class;
use crate::scene::{Board, Cell, Grid, Ground, Piece, Scene, Shape};
use crate::shapes::{Symbol, baseline};
use crate::svg::width_of;

/// Half the width of a hex and its height without the point below.
const HALF: i32 = 208;
const ROW: i32 = 360;
/// From the middle of a hex to a corner.
const CORNER: i32 = 240;
/// Beside a board, for the names of rows and columns.
const MARGIN: i32 = 180;
/// The same beside hexes.
const WIDE_MARGIN: i32 = 240;
/// The width of a board beyond which the names beside it are larger.
const WIDE: i32 = 4400;
/// Without names.
const EDGE: i32 = 20;
/// Height of the line of a player.
pub(super) const STRIP: i32 = 330;

/// The size of a board, and where its cells lie in it.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// The size in the picture.
    pub(super) width: i32,
    pub(super) height: i32,
    /// The size of what is drawn on the board to that of the picture.
    pub(super) percent: i32,
    /// The middle of the cell at the origin after the turn.
    origin: (i32, i32),
    /// The place and the size of all cells.
    pub(super) field: [i32; 4],
    /// True if the players beside the board are written.
    pub(super) strips: bool,
}

/// The place of a point of the lattice after the turn of its board.
fn turned(board: &Board, x: i16, y: i16) -> (i32, i32) {
    let (mut x, mut y) = (i32::from(x), i32::from(y));
    match board.grid {
        Grid::Hexes => {
            for _ in 0..board.turn % 6 {
                // Against the clock, with r growing downwards.
                (x, y) = (x + y, -x);
            }
            (2 * HALF * x + HALF * y, ROW * y)
        }
        Grid::Squares | Grid::Points => {
            for _ in 0..board.turn % 4 {
                (x, y) = (-y, x);
            }
            (CELL * x, -CELL * y)
        }
    }
}

impl Picture<'_> {
    pub(super) fn frame(&self, board: &Board) -> Frame {
        let places = board.cells.iter().map(|c| turned(board, c.x, c.y));
        let (mut left, mut top, mut right, mut bottom) = (0, 0, 0, 0);
        for (i, (x, y)) in places.enumerate() {
            if i == 0 {
                (left, top, right, bottom) = (x, y, x, y);
            }
            (left, top) = (left.min(x), top.min(y));
            (right, bottom) = (right.max(x), bottom.max(y));
        }
        let (half, high) = match board.grid {
            Grid::Hexes => (HALF, CORNER),
            Grid::Squares | Grid::Points => (CELL / 2, CELL / 2),
        };
        let named = self.style.coordinates
            && !(board.columns.is_empty() && board.rows.is_empty() && board.labels.is_empty());
        let seated = || board.near.iter().chain(&board.far);
        let strips = seated().any(|p| p.pocket.is_some() || self.clock(p).is_some())
            || !board.name.is_empty();
        let dot = !strips && seated().any(|p| p.to_move);
        let hexes = board.grid == Grid::Hexes;
        let side = match (named, hexes) {
            (true, true) => WIDE_MARGIN,
            (true, false) => MARGIN,
            (false, _) => EDGE,
        };
        let (west, south) = (side, side);
        let north = if hexes { side } else { EDGE };
        let east = if dot { MARGIN } else { side };
        let above = if strips && board.far.is_some() {
            STRIP
        } else {
            0
        };
        let below = if strips && board.near.is_some() {
            STRIP
        } else {
            0
        };
        let (wide, tall) = (right - left + 2 * half, bottom - top + 2 * high);
        let field = [west, north + above, wide, tall];
        let mut frame = Frame {
            width: west + wide + east,
            height: above + north + tall + south + below,
            percent: 100,
            origin: (field[0] + half - left, field[1] + high - top),
            field,
            strips,
        };
        if board.small {
            frame.scaled(70);
        }
        frame
    }

    /// Writes the board with this index.
    pub(super) fn board(&mut self, index: usize, frame: &Frame) {
        let board = &self.scene.boards[index];
        self.ground(board, frame);
        self.cell_marks(index, frame);
        if self.style.coordinates {
            self.names(board, frame);
        }
        for cell in &board.cells {
            if self.style.cells {
                self.named_cell(board, cell, frame);
            }
            if let Some(piece) = &cell.piece {
                let (x, y) = frame.centre(board, cell);
                self.piece(piece, x - CELL / 2, y - CELL / 2);
            }
            if self.style.cells {
                self.svg.raw("</g>");
            }
        }
        self.arrows(index, frame);
        self.seated(board, frame);
    }

    fn ground(&mut self, board: &Board, frame: &Frame) {
        let [x, y, wide, tall] = frame.field;
        match board.grid {
            Grid::Squares => {
                // The light ones show what lies below.
                self.svg.rect(Class::Light, frame.field, 0);
                self.cells(board, frame, Class::Dark, |c| c.ground == Ground::Dark);
            }
            Grid::Points => {
                self.svg.rect(Class::Light, frame.field, 80);
                self.svg.raw("<path").class(Class::Grid).raw(" d=\"");
                let (first, last) = (x + CELL / 2, x + wide - CELL / 2);
                let mut line = y + CELL / 2;
                while line < y + tall {
                    self.svg.raw("M").pair(first, line).raw("H").num(last);
                    line += CELL;
                }
                let mut line = first;
                while line < x + wide {
                    self.svg.raw("M").pair(line, y + CELL / 2).raw("v");
                    self.svg.num(tall - CELL);
                    line += CELL;
                }
                self.svg.raw("\"/>");
            }
            Grid::Hexes => {
                self.cells(board, frame, Class::Hex, |_| true);
            }
        }
        for cell in &board.cells {
            self.terrain(cell.ground, frame.centre(board, cell));
        }
        if board.cells.iter().any(|c| c.unseen) {
            self.cells(board, frame, Class::Fog, |c| c.unseen);
            self.svg.raw("<path fill=\"url(#").id().raw("F)\" d=\"");
            self.outlines(board, frame, |c| c.unseen);
            self.svg.raw("\"/>");
        }
    }

    fn terrain(&mut self, ground: Ground, (x, y): (i32, i32)) {
        match ground {
            Ground::Light | Ground::Dark => {}
            Ground::Hole => {
                self.svg.circle(Class::Hole, x, y, 140);
            }
            Ground::Throne => {
                // A crown.
                self.svg.raw("<path").class(Class::Throne).raw(" d=\"M");
                self.svg.pair(x - 130, y + 100);
                self.svg.raw("l-3-19 9 6 7-11 7 11 9-6-3 19z\"/>");
            }
            Ground::Shield => {
                let at = [x - 130, y - 130, 260, 260];
                self.svg.rect(Class::Shield, at, 40);
                self.svg.raw("<path").class(Class::ShieldMark).raw(" d=\"M");
                self.svg.pair(x, y - 95);
                self.svg.raw("l8 3v6q0 6-8 10-8-4-8-10v-6z\"/>");
            }
        }
    }

    /// Writes the outlines of some cells as one path.
    pub(super) fn cells(
        &mut self,
        board: &Board,
        frame: &Frame,
        class: Class,
        which: impl Fn(&Cell) -> bool,
    ) {
        if board.cells.iter().any(&which) {
            self.svg.raw("<path").class(class).raw(" d=\"");
            self.outlines(board, frame, which);
            self.svg.raw("\"/>");
        }
    }

    fn outlines(&mut self, board: &Board, frame: &Frame, which: impl Fn(&Cell) -> bool) {
        for cell in board.cells.iter().filter(|cell| which(cell)) {
            let (x, y) = frame.centre(board, cell);
            self.outline(board.grid, x, y);
        }
    }

    /// Writes the outline of a cell into a path.
    pub(super) fn outline(&mut self, grid: Grid, x: i32, y: i32) {
        self.svg.raw("M");
        match grid {
            Grid::Squares => {
                self.svg.pair(x - CELL / 2, y - CELL / 2).raw("h40v40h-40z");
            }
            Grid::Points => {
                self.svg
                    .pair(x - 180, y)
                    .raw("a18 18 0 1 0 36 0 18 18 0 1 0-36 0");
            }
            Grid::Hexes => {
                self.svg.pair(x, y - CORNER);
                self.svg.raw("l20.8 12v24l-20.8 12-20.8-12v-24z");
            }
        }
    }

    /// Writes the names of rows and columns.
    fn names(&mut self, board: &Board, frame: &Frame) {
        let [x, y, wide, tall] = frame.field;
        let class = if wide > WIDE {
            Class::WideAxis
        } else {
            Class::Axis
        };
        for (i, column) in board.columns.iter().enumerate() {
            let (at, _) = frame.place(board, i as i16, 0);
            self.svg.line(class, at, y + tall + 130, column);
        }
        for (i, row) in board.rows.iter().enumerate() {
            let (_, at) = frame.place(board, 0, i as i16);
            self.svg.line(class, x - 90, at + 40, row);
        }
        for label in &board.labels {
            let (x, y) = frame.place(board, label.x, label.y);
            // Nearer to the board than a cell would be.
            let [left, top, wide, tall] = frame.field;
            let (middle, centre) = (left + wide / 2, top + tall / 2);
            let (x, y) = (x - (x - middle) / 60, y - (y - centre) / 60);
            self.svg.line(class, x, y + 40, &label.text);
        }
    }

    /// The number of the corner in which badges of a name stand.
    fn corner(&self, name: &str) -> usize {
        let known = self.badges.iter().position(|known| *known == name);
        known.unwrap_or(0) % CORNERS.len()
    }

    /// Writes a piece with all that belongs to it, its box at a place.
    pub(super) fn piece(&mut self, piece: &Piece, x: i32, y: i32) {
        let symbol = Symbol::of(piece);
        let class = Class::of(piece.owner);
        self.shape(symbol, class, x, y);
        if !piece.text.is_empty() {
            let middle = piece.shape.holds_text();
            self.svg.raw("<g").class(class).raw(">");
            if middle {
                let small = piece.text.chars().count() > 1;
                let text = if small { Class::Small } else { Class::Letter };
                self.svg
                    .line(text, x + 200, y + baseline(symbol), &piece.text);
            } else {
                // The token of its owner in the corner.
                let token = Symbol::new(Shape::Warrior, piece.owner);
                self.svg.moved(x + 200, y + 200, 55);
                self.shape(token, class, 0, 0);
                self.svg.raw("</g>");
                let middle = y + 348 + (baseline(token) - baseline(symbol)) / 2;
                self.svg.line(Class::Small, x + 310, middle, &piece.text);
            }
            self.svg.raw("</g>");
        }
        if piece.promoted {
            self.svg.raw("<path").class(Class::Promoted).raw(" d=\"M");
            self.svg.pair(x + 320, y + 20);
            self.svg
                .raw("l2 4 4.4.5-3.3 3 .9 4.4-4-2.2-4 2.2.9-4.4-3.3-3 4.4-.5z\"/>");
        }
        for badge in &piece.badges {
            let corner = self.corner(&badge.name);
            let (wide, high) = (width_of(&badge.text, 100).max(60) + 40, 120);
            let left = match corner {
                1 | 2 => x + 10,
                _ => x + 390 - wide,
            };
            let top = if corner < 2 { y + 10 } else { y + 390 - high };
            self.svg.rect(Class::Badge, [left, top, wide, high], 30);
            let middle = left + wide / 2;
            self.svg
                .line(Class::BadgeText, middle, top + 96, &badge.text);
        }
    }
}

impl Frame {
    /// Returns the middle of a cell.
    pub(super) fn centre(&self, board: &Board, cell: &Cell) -> (i32, i32) {
        self.place(board, cell.x, cell.y)
    }

    fn place(&self, board: &Board, x: i16, y: i16) -> (i32, i32) {
        let (x, y) = turned(board, x, y);
        (x + self.origin.0, y + self.origin.1)
    }
}

/// Returns true if some cell is not seen.
pub(super) fn has_fog(scene: &Scene) -> bool {
    let mut cells = scene.boards.iter().flat_map(|b| &b.cells);
    cells.any(|cell| cell.unseen)
}

/// The corners of badges, clockwise from the upper right by number of the name.
const CORNERS: [&str; 4] = ["top right", "top left", "bottom left", "bottom right"];

/// The names of badges in the order in which they first occur.
pub(super) fn badge_names(scene: &Scene) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    let pieces = scene.boards.iter().flat_map(|b| &b.cells);
    for badge in pieces
        .filter_map(|c| c.piece.as_ref())
        .flat_map(|p| &p.badges)
    {
        if !names.contains(&badge.name.as_str()) {
            names.push(&badge.name);
        }
    }
    names
}

/// Returns the line that says what the badges stand for.
pub(super) fn legend(names: &[&str]) -> Option<String> {
    let corners = names.iter().zip(CORNERS.into_iter().cycle());
    let parts: Vec<_> = corners
        .map(|(name, corner)| format!("{name} {corner}"))
        .collect();
    (!parts.is_empty()).then(|| format!("Numbers: {}", parts.join(", ")))
}
