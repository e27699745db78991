//! Marks: the last move, checks, rings and arrows.

use super::board::Frame;
use super::{CELL, Picture};
use crate::palette::Class;
use crate::scene::Grid;
use crate::style::{Arrow, Hue};

impl Picture<'_> {
    /// Writes the marks that lie below the pieces.
    pub(super) fn cell_marks(&mut self, index: usize, frame: &Frame) {
        let board = &self.scene.boards[index];
        let style = self.style;
        let mut open = false;
        for place in style.marks.last_move.iter().filter(|p| p.board == index) {
            if let Some(cell) = board.cells.get(place.cell) {
                if !open {
                    self.svg.raw("<path").class(Class::LastMove).raw(" d=\"");
                    open = true;
                }
                let (x, y) = frame.centre(board, cell);
                self.outline(board.grid, x, y);
            }
        }
        if open {
            self.svg.raw("\"/>");
        }
        for cell in &board.cells {
            let (x, y) = frame.centre(board, cell);
            if cell.check {
                self.svg.circle(Class::Check, x, y, 178);
            }
            if cell.lifted {
                self.svg.circle(Class::Lifted, x, y, 182);
            }
        }
        for (place, hue) in &style.marks.squares {
            if let Some(cell) = board.cells.get(place.cell).filter(|_| place.board == index) {
                let (x, y) = frame.centre(board, cell);
                for class in [Class::RingLine, Class::ring(*hue)] {
                    if board.grid == Grid::Squares {
                        let at = [x - 176, y - 176, 352, 352];
                        self.svg.rect(class, at, 60);
                    } else {
                        self.svg.circle(class, x, y, 182);
                    }
                }
            }
        }
    }

    /// Writes the arrows, which lie above the pieces.
    pub(super) fn arrows(&mut self, index: usize, frame: &Frame) {
        let style = self.style;
        let here = |arrow: &&Arrow| arrow.from.board == index && arrow.to.board == index;
        for arrow in style.marks.arrows.iter().filter(here) {
            let board = &self.scene.boards[index];
            let (from, to) = (
                board.cells.get(arrow.from.cell),
                board.cells.get(arrow.to.cell),
            );
            if let (Some(from), Some(to)) = (from, to) {
                let ends = (frame.centre(board, from), frame.centre(board, to));
                self.arrow(arrow.hue, ends.0, ends.1);
            }
        }
    }

    fn arrow(&mut self, hue: Hue, from: (i32, i32), to: (i32, i32)) {
        let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
        // Addition, multiplication, division and square roots are exact everywhere.
        let length = (dx * dx + dy * dy).sqrt();
        if length < f64::from(CELL) / 4.0 {
            return;
        }
        let (ux, uy) = (dx / length, dy / length);
        // Along the arrow from its start, and to the left of it.
        let at = |along: f64, aside: f64| {
            let x = f64::from(from.0) + ux * along + uy * aside;
            let y = f64::from(from.1) + uy * along - ux * aside;
            (x.round() as i32, y.round() as i32)
        };
        let (head, tip) = (length - 170.0, length - 10.0);
        self.svg.raw("<path").class(Class::arrow(hue)).raw(" d=\"");
        // The shaft in pieces, from the head backwards, the first of which the head ends.
        let dashes = shaft(hue);
        let (mut end, mut first) = (head, true);
        for (on, off) in dashes.iter().cycle() {
            let start = (end - on).max(60.0).min(end);
            let corners = [
                at(start, 32.0),
                at(end, 32.0),
                at(head, 95.0),
                at(tip, 0.0),
                at(head, -95.0),
                at(end, -32.0),
                at(start, -32.0),
            ];
            let corners = corners.into_iter().enumerate();
            // Without the head.
            let corners = corners.filter(|(i, _)| first || !(2..5).contains(i));
            for (i, (x, y)) in corners {
                self.svg.raw(if i == 0 { "M" } else { "L" }).pair(x, y);
            }
            self.svg.raw("z");
            (end, first) = (start - off, false);
            if end <= 60.0 {
                break;
            }
        }
        self.svg.raw("\"/>");
    }
}

/// The dashes of an arrow with the gaps behind them, so that the colours differ by form as well;
/// those of rings in the palette go with them.
const fn shaft(hue: Hue) -> &'static [(f64, f64)] {
    match hue {
        Hue::Blue => &[(f64::INFINITY, 0.0)],
        Hue::Green => &[(180.0, 60.0)],
        Hue::Red => &[(60.0, 50.0)],
        Hue::Yellow => &[(180.0, 50.0), (50.0, 50.0)],
    }
}
