//! The contents of a picture in words, for screen readers.

use crate::names::Place;
use crate::scene::{Board, Owner, Piece, Scene};
use crate::style::Style;

/// Lists the pieces by owner and kind, and what is marked.
pub(super) fn of(scene: &Scene, style: &Style) -> String {
    let mut out = String::with_capacity(512);
    for board in &scene.boards {
        if !board.name.is_empty() {
            out.extend(["Board ", &board.name, ". "]);
        }
        pieces(scene, board, &mut out);
        let unseen = board.cells.iter().filter(|c| c.unseen).count();
        if unseen > 0 {
            out.push_str(&format!("{unseen} not seen. "));
        }
        let checks = board.cells.iter().filter(|c| c.check).map(|c| &*c.name);
        listed("Check", checks, &mut out);
        for player in board.near.iter().chain(&board.far) {
            let held = player.pocket.iter().flatten();
            let held: Vec<_> = held.map(|h| format!("{} {}", h.count, h.word)).collect();
            let head = format!("{} in hand", player.name);
            listed(&head, held.iter(), &mut out);
        }
    }
    let name = |place: &Place| {
        let cell = scene.boards.get(place.board)?.cells.get(place.cell)?;
        Some(&*cell.name)
    };
    let last = style.marks.last_move.iter().filter_map(name);
    listed("Last move", last, &mut out);
    let marked = style.marks.squares.iter();
    let marked = marked.filter_map(|(place, hue)| Some(format!("{} {}", name(place)?, hue.name())));
    listed("Marked", marked, &mut out);
    let arrows = style.marks.arrows.iter().filter_map(|arrow| {
        let (from, to) = (name(&arrow.from)?, name(&arrow.to)?);
        Some(format!("{from} to {to} {}", arrow.hue.name()))
    });
    listed("Arrows", arrows, &mut out);
    for player in scene.all_players().filter(|p| p.to_move) {
        out.extend([&*player.name, " to move. "]);
    }
    for caption in &scene.captions {
        out.extend([caption, ". "]);
    }
    for fact in scene.facts.iter().take(100) {
        out.extend([&fact.name, ": ", &fact.value, ". "]);
    }
    out.truncate(out.trim_end().len());
    out
}

fn listed<T: AsRef<str>>(head: &str, items: impl Iterator<Item = T>, out: &mut String) {
    let mut any = false;
    for item in items {
        let item = item.as_ref();
        if any {
            out.push_str(if item.contains(' ') { ", " } else { " " });
        } else {
            out.extend([head, ": "]);
        }
        out.push_str(item);
        any = true;
    }
    if any {
        out.push_str(". ");
    }
}

fn pieces(scene: &Scene, board: &Board, out: &mut String) {
    let mut all: Vec<(&Piece, &str)> = board
        .cells
        .iter()
        .filter_map(|cell| Some((cell.piece.as_ref()?, &*cell.name)))
        .collect();
    // Those with numbers of their own stand alone.
    all.sort_by_key(|(piece, _)| (piece.owner, std::cmp::Reverse(piece.shape)));
    let mut owner = None;
    let mut kind: Option<&Piece> = None;
    for (piece, name) in all {
        if owner != Some(piece.owner) {
            if owner.is_some() {
                out.push_str(". ");
            }
            out.push_str(&owner_name(scene, board, piece.owner));
            out.push(':');
            owner = Some(piece.owner);
            kind = None;
        }
        let same = |other: &Piece| other.word == piece.word && other.badges.is_empty();
        if !kind.is_some_and(same) || !piece.badges.is_empty() {
            out.push_str(if kind.is_some() { ", " } else { " " });
            out.push_str(&piece.word);
            kind = Some(piece);
        }
        out.extend([" ", name]);
        if piece.promoted {
            out.push_str(" promoted");
        }
        for badge in &piece.badges {
            out.extend([" ", &badge.name, " ", &badge.text]);
        }
    }
    if owner.is_some() {
        out.push_str(". ");
    }
}

/// The name of the player whose pieces these are.
pub(super) fn owner_name(scene: &Scene, board: &Board, owner: Owner) -> String {
    let here = board.near.iter().chain(&board.far).chain(&scene.players);
    let mut players = here.filter(|p| p.owner == owner && owner != Owner::Nobody);
    players.next().map_or_else(
        || match owner {
            Owner::White => "white".into(),
            Owner::Black => "black".into(),
            Owner::Nobody => "nobody".into(),
            Owner::Seat(seat) => format!("player {seat}"),
        },
        |player| player.name.to_string(),
    )
}
