//! The picture of a board of points.

use contract::drawing::{Board, Cell, Grid, Owner, Piece as DrawnPiece, Player, Scene, Shape};
use contract::game::Seat;

use super::bits::Bits;
use super::position::{Layout, Piece};
use super::rules::BoostRules;
use super::settings::BoostSettings;

impl<B: Bits> BoostRules<B> {
    /// The picture seen from a seat: of two players the second sits at the upper edge.
    pub(super) fn picture(&self, p: &Layout<B>, from: Option<Seat>) -> Scene {
        let settings = &self.settings;
        let (width, height) = (settings.width, settings.height);
        let cells = (0..settings.area()).map(|at| {
            let at = at as u8;
            let (file, rank) = settings.file_and_rank(at);
            Cell {
                name: settings.point(at).into(),
                x: file.into(),
                y: rank.into(),
                piece: p.at(at).map(piece),
                ..Cell::default()
            }
        });
        let opposite = settings.players == 2 && from == Some(Seat(1));
        let board = Board {
            grid: Grid::Points,
            turn: if opposite { 2 } else { 0 },
            cells: cells.collect(),
            columns: (0..width)
                .map(|file| char::from(b'a' + file).to_string().into())
                .collect(),
            rows: (1..=height).map(|rank| rank.to_string().into()).collect(),
            ..Board::default()
        };
        let players = (0..settings.players).map(|player| self.drawn_player(p, player));
        Scene {
            boards: vec![board],
            players: players.collect(),
            silent_moves: vec!["--".into()],
            ..Scene::default()
        }
    }

    fn drawn_player(&self, p: &Layout<B>, player: u8) -> Player {
        let of = p.of(player);
        let (pieces, towers) = (of.len(), (of & p.towers).len());
        let mut note = format!("{pieces}");
        if towers > 0 {
            note += &format!(
                ", {towers} {}",
                if towers == 1 { "tower" } else { "towers" }
            );
        }
        let letter = BoostSettings::letter(player).to_string();
        Player {
            seat: player,
            owner: Owner::Seat(player),
            name: letter.clone().into(),
            text: letter.into(),
            to_move: p.mover == player,
            out: p.forfeited >> player & 1 != 0 || self.defeated(p, player),
            note,
            ..Player::default()
        }
    }
}

fn piece(piece: Piece) -> DrawnPiece {
    let text = piece
        .owner()
        .map(|player| BoostSettings::letter(player).to_string());
    DrawnPiece {
        shape: match piece {
            Piece::Pawn(_) => Shape::Pawn,
            Piece::Knight(_) => Shape::Knight,
            Piece::Tower(_) => Shape::Tower,
            Piece::Dragon => Shape::Dragon,
        },
        owner: piece.owner().map_or(Owner::Nobody, Owner::Seat),
        word: piece.word().into(),
        text: text.unwrap_or_default().into(),
        ..DrawnPiece::default()
    }
}
