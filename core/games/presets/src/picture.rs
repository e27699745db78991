//! The picture of a position: the board of chess with the pieces of the presets in force.

use std::borrow::Cow;

use chess::Color;
use chess_games::picture;
use contract::drawing::{Badge, Piece, Scene, Shape};

use super::board::ColoredPiece;
use super::library::Library;
use super::position::Position;

/// Presets that are named below the board.
const MOST_NAMED: usize = 6;

impl Library {
    pub(super) fn picture(&self, position: &Position, from: Color) -> Scene {
        let mut board = picture::empty_board(from);
        let in_force = self.attributes_of(&position.active);
        for square in position.occupied() {
            let Some(piece) = position.piece_at(square) else {
                continue;
            };
            let names = self.attribute_names().iter().enumerate();
            let badges = names.filter(|(_, name)| in_force.contains(&name.as_str()));
            let badges = badges.filter_map(|(i, name)| {
                let value = position.attributes.get(i, square)?;
                Some(Badge {
                    name: name.clone(),
                    text: value.to_string(),
                })
            });
            board.cells[square.index()].piece = Some(Piece {
                badges: badges.collect(),
                ..self.drawn(piece)
            });
        }
        // Of several royal pieces the one in danger is not told from the others.
        if !self.safe(position, position.turn) {
            for square in position.of(position.turn) {
                let piece = position.piece_at(square);
                let royal = piece.is_some_and(|piece| self.type_of(piece.kind).royal);
                board.cells[square.index()].check = royal;
            }
        }
        picture::seat_players(&mut board, from, |color| {
            picture::player(color, position.turn)
        });
        let mut scene = picture::scene_of(board);
        scene.captions = self.captions(position);
        scene
    }

    /// A piece of chess has its shape, any other its letter.
    fn drawn(&self, piece: ColoredPiece) -> Piece {
        let kind = self.type_of(piece.kind);
        let shape = match kind.id.as_str() {
            "pawn" => Shape::Pawn,
            "knight" => Shape::Knight,
            "bishop" => Shape::Bishop,
            "rook" => Shape::Rook,
            "queen" => Shape::Queen,
            "king" => Shape::King,
            _ => Shape::Disc,
        };
        let text = match shape {
            Shape::Disc => self.letter(piece).into(),
            _ => Cow::Borrowed(""),
        };
        Piece {
            shape,
            owner: picture::owner(piece.color),
            word: kind.name.to_lowercase().into(),
            text,
            ..Piece::default()
        }
    }

    fn captions(&self, position: &Position) -> Vec<String> {
        let active = position.active();
        let named = active.iter().take(MOST_NAMED).map(|active| {
            let mut text = self.preset(active.preset).name().to_owned();
            if active.scope.name() != "both" {
                text += &format!(" for {}", active.scope.name());
            }
            if let Some(turns) = active.turns {
                text += &format!(", {turns} plies left");
            }
            text
        });
        let named: Vec<_> = named.collect();
        match (named.is_empty(), active.len().saturating_sub(MOST_NAMED)) {
            (true, _) => Vec::new(),
            (_, 0) => vec![named.join("; ")],
            (_, more) => vec![format!("{}; {more} more", named.join("; "))],
        }
    }
}
