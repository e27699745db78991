//! Pictures: the referee's of the whole board, and a seat's of what it knows.

use chess::{Bitboard, Color, Square};
use chess_games::picture;
use contract::drawing::{Piece, Player, Scene};

use super::event::{Event, LogEntry, Sight};
use super::position::Position;
use super::rules::{Play, RuleSet};
use super::seat::SeatView;

/// Attempts that touch no square.
const SILENT: [&str; 2] = ["any?", "pass"];

/// The whole board.
pub(super) fn of_position(rules: &RuleSet, position: &Position, from: Color) -> Scene {
    let drops = rules.play == Play::Crazyhouse;
    let mut board = picture::board_of(&position.board, from, drops);
    if rules.takes_kings() {
        // There is no check where kings are taken.
        for cell in &mut board.cells {
            cell.check = false;
        }
    }
    if let Some(square) = position.turn.armed {
        board.cells[square.index()].lifted = true;
    }
    let mut scene = picture::scene_of(board);
    scene.silent_moves = SILENT.map(Into::into).to_vec();
    scene
}

impl SeatView {
    /// The squares that it has looked at in this turn.
    fn sensed(&self) -> Option<&Sight> {
        let looked = self.turn().sensed.then(|| self.log().iter().rev());
        looked.into_iter().flatten().find_map(|entry| match entry {
            LogEntry::Heard(Event::Sensed { sight, .. }) => Some(sight),
            _ => None,
        })
    }

    /// The board as far as the seat knows it.
    pub(crate) fn picture(&self, from: Color) -> Scene {
        let own = self.own_pieces();
        let sight = self.sight().or_else(|| self.sensed());
        let seen = own.all() | sight.map_or(Bitboard::EMPTY, |sight| sight.seen);
        let mut board = picture::empty_board(from);
        for (index, cell) in board.cells.iter_mut().enumerate() {
            let square = Square::wrap(index as u8);
            let mine = own.piece_at(square).map(|kind| (own.color, kind));
            let theirs = sight.filter(|sight| sight.seen.has(square));
            let theirs = theirs.and_then(|sight| sight.piece_at(square));
            let piece = mine.or(theirs.map(|kind| (!own.color, kind)));
            cell.unseen = !seen.has(square);
            cell.piece = piece.map(|(color, kind)| Piece {
                promoted: color == own.color && own.promoted.has(square),
                ..picture::piece(color, kind)
            });
            cell.lifted = self.turn().armed == Some(square);
        }
        let checked = self.check().is_some();
        if let Some(king) = own
            .king()
            .filter(|_| checked && self.to_move() == own.color)
        {
            board.cells[king.index()].check = true;
        }
        let drops = self.rules().play == Play::Crazyhouse;
        picture::seat_players(&mut board, from, |color| Player {
            pocket: drops.then(|| {
                picture::pocket(match color == own.color {
                    true => own.reserve,
                    false => *self.their_reserve(),
                })
            }),
            ..picture::player(color, self.to_move())
        });
        let mut scene = picture::scene_of(board);
        scene.silent_moves = SILENT.map(Into::into).to_vec();
        if checked {
            let side = self.to_move().name();
            scene.captions.push(format!("Check to {side}"));
        }
        scene
    }
}
