//! Marks: the last move, checks, rings and arrows.

use super::board::Frame;
use super::{CELL, Picture};
use crate::palette::Class;
use crate::scene::Grid;
use crate::style::Arrow;

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
                let class = Class::ring(*hue);
                if board.grid == Grid::Squares {
                    let at = [x - 180, y - 180, 360, 360];
                    self.svg.rect(class, at, 60);
                } else {
                    self.svg.circle(class, x, y, 182);
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
                self.arrow(Class::arrow(arrow.hue), ends.0, ends.1);
            }
        }
    }

    fn arrow(&mut self, class: Class, from: (i32, i32), to: (i32, i32)) {
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
        let corners = [
            at(60.0, 32.0),
            at(head, 32.0),
            at(head, 95.0),
            at(tip, 0.0),
            at(head, -95.0),
            at(head, -32.0),
            at(60.0, -32.0),
        ];
        self.svg.raw("<path").class(class).raw(" d=\"");
        for (i, (x, y)) in corners.into_iter().enumerate() {
            self.svg.raw(if i == 0 { "M" } else { "L" }).pair(x, y);
        }
        self.svg.raw("z\"/>");
    }
}
