//! Elements that say what they are, for pages that let people point at cells.

use super::board::Frame;
use super::{Picture, description};
use crate::palette::Class;
use crate::scene::{Board, Cell, Ground, Held, Player};

impl Picture<'_> {
    /// Opens the group of a board: its name and the size of what is in it.
    pub(super) fn named_board(&mut self, index: usize, frame: &Frame) {
        let name = &self.scene.boards[index].name;
        self.svg.raw("<g data-board=\"").text(name);
        self.svg.raw("\" data-size=\"");
        let percent = frame.percent.max(1);
        self.svg
            .pair(frame.width * 100 / percent, frame.height * 100 / percent);
        self.svg.raw("\">");
    }

    /// Opens the group of a cell, with its name as moves have it, what is there in words, and
    /// a form that is not seen and takes the pointer.
    pub(super) fn named_cell(&mut self, board: &Board, cell: &Cell, frame: &Frame) {
        self.svg.raw("<g data-cell=\"");
        if !board.name.is_empty() {
            self.svg.text(&board.name).raw(":");
        }
        self.svg.text(&cell.name).raw("\"");
        let content = content(self, board, cell);
        if !content.is_empty() {
            self.svg.raw(" data-content=\"").text(&content).raw("\"");
        }
        if let Some(piece) = &cell.piece {
            let owner = description::owner_name(self.scene, board, piece.owner);
            self.svg.raw(" data-owner=\"").text(&owner).raw("\"");
        }
        self.svg.raw("><path").class(Class::Target).raw(" d=\"");
        let (x, y) = frame.centre(board, cell);
        self.outline(board.grid, x, y);
        self.svg.raw("\"/>");
    }

    /// Opens the group of pieces of one kind in hand, with the kind, their number and the
    /// number of the seat.
    pub(super) fn named_hand(&mut self, player: &Player, held: &Held, x: i32, wide: i32) {
        self.svg.raw("<g data-hand=\"").text(&held.word);
        self.svg.raw("\" data-count=\"");
        self.svg.text(&held.count.to_string());
        self.svg.raw("\" data-seat=\"");
        self.svg.text(&player.seat.to_string()).raw("\">");
        self.svg.rect(Class::Target, [x, -130, wide, 260], 0);
    }
}

/// The content of a cell in words; empty for an empty cell that is seen.
fn content(picture: &Picture<'_>, board: &Board, cell: &Cell) -> String {
    let mut parts = Vec::new();
    if let Some(piece) = &cell.piece {
        let owner = description::owner_name(picture.scene, board, piece.owner);
        let mut text = format!("{owner} {}", piece.word);
        if piece.promoted {
            text.push_str(" promoted");
        }
        for badge in &piece.badges {
            text.push_str(&format!(" {} {}", badge.name, badge.text));
        }
        parts.push(text);
    }
    match cell.ground {
        Ground::Light | Ground::Dark => {}
        Ground::Throne => parts.push("throne".into()),
        Ground::Hole => parts.push("hole".into()),
        Ground::Shield => parts.push("shield".into()),
    }
    if cell.unseen {
        parts.push("not seen".into());
    }
    if cell.check {
        parts.push("in check".into());
    }
    if cell.lifted {
        parts.push("taken up".into());
    }
    parts.join(", ")
}
