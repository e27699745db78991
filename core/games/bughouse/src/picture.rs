//! The picture of both boards, partners on the same side.

use std::borrow::Cow;

use chess::Color;
use chess_games::picture;
use contract::drawing::{Player, Scene};
use contract::game::Seat;

use super::{BoardId, Bughouse, Position, SEATS, partner_of, place_of, seat_of};

impl Bughouse {
    /// A seat's own board comes first and large; its partner sits beside it. Nobody in
    /// particular sees board A from White and B from Black.
    pub(super) fn picture(&self, position: &Position, from: Option<Seat>) -> Scene {
        let first = from.unwrap_or(Seat(0));
        let boards = [first, partner_of(first)].map(|seat| {
            let (id, near) = place_of(seat);
            let board = position.board(id);
            let mut drawn = picture::board_of(board, near, true);
            drawn.name = match id {
                BoardId::A => "A".into(),
                BoardId::B => "B".into(),
            };
            drawn.small = from.is_some() && seat != first;
            let named = |color: Color, player: Option<Player>| {
                let seat = seat_of(id, color);
                player.map(|player| Player {
                    seat: seat.0,
                    name: Cow::Borrowed(SEATS[seat.index() % SEATS.len()]),
                    ..player
                })
            };
            drawn.near = named(near, drawn.near.take());
            drawn.far = named(!near, drawn.far.take());
            drawn
        });
        Scene {
            boards: boards.into(),
            ..Scene::default()
        }
    }
}
