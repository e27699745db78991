//! Ends of the game on two boards.
//!
//! The key of a position holds half a key for each board, 32 bits of which the
//! lowest says who is to move there, so that a board is known again whatever
//! stands on the other. In a game of a thousand plies two different positions of
//! a board share half a key once in some ten thousand games, and a draw needs two
//! such accidents with the same position.

use std::ops::ControlFlow;

use super::{BoardId, Bughouse, Deadlock, Position, partner_of, seat_of};
use chess::{Board, Color, Move, Piece};
use contract::game::{Game, Outcome, Seats};
use contract::history::PositionHistory;

/// A position of a board cannot come again in fewer plies.
const SHORTEST_CYCLE: usize = 4;

pub(super) const fn half_of(key: u64, id: BoardId) -> u32 {
    match id {
        BoardId::A => (key >> 32) as u32,
        BoardId::B => key as u32,
    }
}

impl Bughouse {
    /// A board's half of the key.
    pub(super) fn half_key(&self, board: &Board) -> u32 {
        (self.board.key(board) >> 32) as u32 & !1 | u32::from(board.turn() == Color::Black)
    }

    /// Returns true if repetitions of a position draw.
    pub(super) fn counts_repetition(&self) -> bool {
        self.board.counts_repetition()
    }

    /// Returns the piece that the partner of the side to move gets from a move, if any.
    pub(super) fn handed_over(&self, board: &Board, mv: Move) -> Option<Piece> {
        self.board.handed_over(board.captured_by(mv)?)
    }

    /// Converts the outcome of one board into that of both teams.
    fn of_both(id: BoardId, outcome: Outcome) -> Outcome {
        let winners: Seats = Color::ALL
            .into_iter()
            .filter(|c| {
                outcome
                    .winners
                    .contains(contract::game::Seat(c.index() as u8))
            })
            .flat_map(|c| [seat_of(id, c), partner_of(seat_of(id, c))])
            .collect();
        Outcome { winners, ..outcome }
    }

    /// Returns the outcome by the position itself, if the game has ended, and the board that
    /// decided it.
    pub(super) fn decided(&self, position: &Position) -> Option<(BoardId, Outcome)> {
        BoardId::ALL.into_iter().find_map(|id| {
            let outcome = self.board.decided(position.board(id))?;
            Some((id, Self::of_both(id, outcome)))
        })
    }

    /// Returns the outcome, if the game has ended: by mate or stalemate, then by what is counted on
    /// each board, then because nobody can move.
    pub(super) fn end(&self, position: &Position, past: &dyn PositionHistory) -> Option<Outcome> {
        if let Some((_, outcome)) = self.decided(position) {
            return Some(outcome);
        }
        let counted = BoardId::ALL.into_iter().find_map(|id| {
            self.board.counted(position.board(id), |needed| {
                self.occurrences(position, past, id, needed)
            })
        });
        if counted.is_some() {
            return counted;
        }
        let stuck = self.deadlock == Deadlock::Draw && self.live(position).is_empty();
        stuck.then(|| Outcome::draw("deadlock"))
    }

    /// Counts the earlier occurrences of the position of a board, up to 2.
    pub(super) fn occurrences_before(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        id: BoardId,
    ) -> u32 {
        let most = if past.len() < 2 * SHORTEST_CYCLE {
            2
        } else {
            3
        };
        self.occurrences(position, past, id, most) - 1
    }

    /// Counts the occurrences of the position of a board, up to `needed`.
    fn occurrences(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        id: BoardId,
        needed: u32,
    ) -> u32 {
        if past.len() < SHORTEST_CYCLE * (needed as usize).saturating_sub(1) {
            return 1;
        }
        let now = self.half_key(position.board(id));
        let mut turn = now & 1;
        let mut count = 1;
        // While the other board moves, the position stays the same one.
        let mut earlier = false;
        let _ = past.each(&mut |key| {
            let half = half_of(key, id);
            if half & 1 != turn {
                turn = half & 1;
                earlier = true;
            }
            if earlier && half == now {
                count += 1;
                earlier = false;
            }
            if count >= needed {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        count
    }
}
