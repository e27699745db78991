//! What one more piece would do on the board that is not looked at: whoever is to
//! move there may mate with it at once.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use super::super::{BoardId, Position, seat_of};
use super::lens::{Focus, Lens, Seen, color_of};
use crate::chess::{Board, Color, Piece};
use crate::fnv::Fnv;
use crate::game::{Game, Outcome};
use crate::history::NoPast;

/// So many plies from where the search began a piece comes in time: whoever waits for
/// it is still to move then.
const IN_TIME: usize = 2;

/// The pieces with which the side to move on the other board mates at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Needs {
    /// Which of them, pawn to queen, as bits.
    pieces: u8,
    /// Who mates.
    white: bool,
    /// How many of each it has.
    held: [u8; 5],
    /// What tells them from others; nothing where no piece mates.
    mark: u64,
}

impl Needs {
    /// Whether there are any.
    pub(super) const fn any(&self) -> bool {
        self.pieces != 0
    }

    /// Differs from that of other needs.
    pub(super) const fn salt(&self) -> u64 {
        self.mark
    }

    const fn color(&self) -> Color {
        if self.white {
            Color::White
        } else {
            Color::Black
        }
    }
}

impl Lens {
    /// What the side to move on the other board mates with.
    pub(super) fn needs(&self, both: &Position, own: BoardId) -> Needs {
        let board = both.board(own.other());
        let color = board.turn();
        let mut needs = Needs {
            white: color == Color::White,
            held: Piece::DROPPABLE.map(|piece| board.pocket(color, piece)),
            ..Needs::default()
        };
        for (bit, piece) in Piece::DROPPABLE.into_iter().enumerate() {
            // What it holds already it needs no more of.
            if needs.held[bit] == 0 && self.mates_with(board, piece) {
                needs.pieces |= 1 << bit;
            }
        }
        if needs.any() {
            let mut sum = Fnv::new();
            needs.hash(&mut sum);
            needs.mark = sum.finish();
        }
        needs
    }

    /// Whether the side to move mates at once by dropping a piece that it gets.
    fn mates_with(&self, board: &Board, piece: Piece) -> bool {
        let one = self.game.one_board();
        let Ok(richer) = board.with_one_more(board.turn(), piece) else {
            return false;
        };
        let found = one.legal(&richer, &NoPast, |mv| {
            if mv.dropped() == Some(piece) {
                let after = one.play(&richer, &mv).0;
                if after.is_check() && one.settled(&after).is_some() {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        found.is_break()
    }

    /// Who wins because a piece has come in time: whoever got it mates at once.
    pub(super) fn mated_by_what_came(&self, seen: &Seen, ply: usize) -> Option<Outcome> {
        if ply > IN_TIME || !self.has_come(seen) {
            return None;
        }
        let Focus::One(own) = seen.focus else {
            return None;
        };
        let winner = seat_of(own.other(), seen.needs.color());
        Some(Outcome::win(self.team(winner), "checkmate"))
    }

    fn has_come(&self, seen: &Seen) -> bool {
        let (Focus::One(own), needs) = (seen.focus, &seen.needs) else {
            return false;
        };
        let (board, color) = (seen.both.board(own.other()), needs.color());
        needs.any()
            && Piece::DROPPABLE
                .into_iter()
                .enumerate()
                .any(|(bit, piece)| {
                    needs.pieces >> bit & 1 != 0 && board.pocket(color, piece) > needs.held[bit]
                })
    }

    /// What it is worth for a team that such a piece has come, in time or not.
    pub(super) fn needed(&self, seen: &Seen, first: bool) -> i32 {
        let Focus::One(own) = seen.focus else {
            return 0;
        };
        let worth = self.weights.mating_piece;
        match self.has_come(seen) {
            false => 0,
            true if seen.needs.color() == color_of(first, own.other()) => worth,
            true => -worth,
        }
    }
}
