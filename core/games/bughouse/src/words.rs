//! Both boards and their moves in English.

use super::{Action, BoardId, Bughouse, Position, partner_of, place_of, seat_of};
use chess_games::words;
use contract::game::{Game, Seat};
use contract::history::{PositionHistory, WithOne};
use contract::words::{Sentences, article};

/// Returns a seat: `White on board A`.
pub(super) fn seat(of: Seat) -> String {
    let (board, color) = place_of(of);
    format!("{} on board {}", words::side(color), board.letter())
}

impl Bughouse {
    pub(super) fn boards_in_words(&self, position: &Position) -> String {
        let mut out = Sentences::default();
        for first in [Seat(0), Seat(1)] {
            let (first, second) = (seat(first), seat(partner_of(first)));
            out.add(format!("{first} and {second} are a team"));
        }
        let live = self.live(position);
        let over = self.decided(position).is_some();
        for id in BoardId::ALL {
            let board = position.board(id);
            let (side, move_number) = (words::side(board.turn()), board.fullmove());
            let letter = id.letter();
            out.add(format!(
                "board {letter}, move {move_number}, {side} to move"
            ));
            words::board(board, true, &mut out);
            words::check(board, &mut out);
            let mover = seat_of(id, board.turn());
            if !over && !live.contains(mover) {
                let partner = seat(partner_of(mover));
                out.add(format!("{side} has no move until {partner} sends a piece"));
            }
        }
        out.finish()
    }

    pub(super) fn action_in_words(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        action: Action,
    ) -> String {
        let id = action.board;
        let board = position.board(id);
        let mover = seat_of(id, board.turn());
        let mut out = format!(
            "on board {}, {}",
            id.letter(),
            words::plain_move(board, action.mv)
        );
        if let Some(piece) = self.handed_over(board, action.mv) {
            let partner = seat(partner_of(mover));
            out.push_str(&format!(", {partner} gets {}", article(piece.name())));
        }
        let (next, ()) = self.play(position, &action);
        let after = WithOne::new(past, self.key(position));
        if let Some(outcome) = self.end(&next, &after) {
            words::add_end(self, outcome, next.board(id), &mut out);
            return out;
        }
        words::add_check(next.board(id), &mut out);
        let opponent = seat_of(id, !board.turn());
        if !self.live(&next).contains(opponent) {
            let (side, partner) = (seat(opponent), seat(partner_of(opponent)));
            out.push_str(&format!(
                ", {side} has no move until {partner} sends a piece"
            ));
        }
        out
    }
}
