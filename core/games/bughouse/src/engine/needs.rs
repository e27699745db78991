//! The effect of one more piece on the board that is not searched: whoever is to move there may
//! mate with it at once.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use super::super::{BoardId, Position, seat_of};
use super::search_game::{Focus, SearchBughouse, SearchPosition, color_of};
use chess::{Board, Color, Piece};
use contract::fnv::Fnv;
use contract::game::{Game, Outcome};
use contract::history::EmptyHistory;

/// So many plies from where the search began a piece comes in time: whoever waits for
/// it is still to move then.
const IN_TIME: usize = 2;

/// A weight that says of a piece that it mates.
pub const MATES: i32 = 10_000;

/// The pieces with which somebody on the other board mates if one of them comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Needs {
    /// Which of them White and Black mate with, pawn to queen, as bits.
    pieces: [u8; 2],
    /// The numbers of each kind that White and Black have where the search begins.
    held: [[u8; 5]; 2],
    /// The mark that distinguishes them from others; nothing where no piece counts beyond the
    /// usual.
    mark: u64,
}

impl Needs {
    /// Returns true if there are any.
    pub(super) fn any(&self) -> bool {
        self.pieces != [0; 2]
    }

    /// Differs from that of other needs.
    pub(super) const fn salt(&self) -> u64 {
        self.mark
    }

    /// Returns true if a side has got a piece since the search began.
    pub(super) fn has_got(&self, board: &Board, color: Color, piece: Piece) -> bool {
        let held = self.held[color.index()].get(piece.index());
        held.is_some_and(|held| board.pocket(color, piece) > *held)
    }

    /// Returns the side that has got a piece with which it mates.
    fn got(&self, board: &Board) -> Option<Color> {
        if !self.any() {
            return None;
        }
        Color::ALL.into_iter().find(|color| {
            let pieces = self.pieces[color.index()];
            Piece::DROPPABLE
                .into_iter()
                .any(|piece| pieces >> piece.index() & 1 != 0 && self.has_got(board, *color, piece))
        })
    }
}

impl SearchBughouse {
    /// Returns the pieces with which the side to move on the other board mates, and those that it
    /// was told of: `first` is the team that was told.
    pub(super) fn needs(&self, both: &Position, own: BoardId, first: bool) -> Needs {
        let board = both.board(own.other());
        let mut needs = Needs {
            held: Color::ALL.map(|color| Piece::DROPPABLE.map(|piece| board.pocket(color, piece))),
            ..Needs::default()
        };
        let partner = color_of(first, own.other());
        for (bit, piece) in Piece::DROPPABLE.into_iter().enumerate() {
            let color = board.turn();
            // What it holds already it needs no more of.
            if board.pocket(color, piece) == 0 && self.mates_with(board, piece) {
                needs.pieces[color.index()] |= 1 << bit;
            }
            let told = [(partner, self.weights.want), (!partner, self.weights.fear)];
            for (color, weights) in told {
                needs.pieces[color.index()] |= u8::from(weights[bit] >= MATES) << bit;
            }
        }
        if needs.any() || self.weights.wishes() {
            let mut sum = Fnv::new();
            needs.hash(&mut sum);
            needs.mark = sum.finish();
        }
        needs
    }

    /// Returns true if the side to move mates at once by dropping a piece that it gets.
    fn mates_with(&self, board: &Board, piece: Piece) -> bool {
        let one = self.binding.one_board();
        let Ok(richer) = board.with_one_more(board.turn(), piece) else {
            return false;
        };
        let found = one.legal(&richer, &EmptyHistory, |mv| {
            if mv.dropped() == Some(piece) {
                let after = one.play(&richer, &mv).0;
                if after.is_check() && one.decided(&after).is_some() {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        found.is_break()
    }

    /// Returns the winners because a piece has come in time: whoever got it mates at once.
    pub(super) fn mated_by_what_came(&self, seen: &SearchPosition, ply: usize) -> Option<Outcome> {
        let Focus::One(own) = seen.focus else {
            return None;
        };
        if ply > IN_TIME {
            return None;
        }
        let color = seen.needs.got(seen.both.board(own.other()))?;
        let winner = seat_of(own.other(), color);
        Some(Outcome::win(self.team(winner), "checkmate"))
    }

    /// Returns the value for a team that such a piece has come, in time or not.
    pub(super) fn needed(&self, seen: &SearchPosition, first: bool) -> i32 {
        let Focus::One(own) = seen.focus else {
            return 0;
        };
        let value = self.weights.mating_piece;
        match seen.needs.got(seen.both.board(own.other())) {
            None => 0,
            Some(color) if color == color_of(first, own.other()) => value,
            Some(_) => -value,
        }
    }
}
