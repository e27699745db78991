//! The ends of a game on one board.

use std::ops::ControlFlow;

use super::variants::{Stalemate, Variant};
use super::{OneBoard, seat_of};
use chess::{Board, Line, LineEnds, MoveSet, Square, Stages};
use contract::game::{Outcome, Seats};
use contract::history::PositionHistory;
use records::columns::BoardGame;

/// A position cannot come again in fewer plies.
const SHORTEST_CYCLE: usize = 4;
/// From how many plies without progress on a draw may be claimed in chess.
const FIFTY_MOVES: u16 = 100;

impl<V: Variant> BoardGame for OneBoard<V> {
    fn line(&self, start: &Board, play_on: bool) -> Option<Line> {
        let ends = match play_on {
            true => LineEnds::default(),
            false => LineEnds {
                halfmoves: self.settings.halfmove_limit,
                occurrences: self.settings.repetitions,
                dead: V::DEAD_POSITIONS,
            },
        };
        Line::new(start, &self.settings.board, ends)
    }
}

/// Returns true if a search counts a position as repeated that stands `ply` plies beyond its root,
/// or is one move away from such: it came twice before, or once since the root.
fn repeats(past: &dyn PositionHistory, key: u64, within: usize, ply: usize) -> bool {
    match past.occurrences(key, within) {
        0 => false,
        1 => past.occurrences(key, within.min(ply)) > 0,
        _ => true,
    }
}

impl<V: Variant> OneBoard<V> {
    /// Returns the outcome. Mate goes before everything; a dead position before stalemate,
    /// stalemate before the counters (the order in which the FIDE laws let them take effect).
    pub(super) fn end(&self, board: &Board, past: &dyn PositionHistory) -> Option<Outcome> {
        self.end_listed(board, past, board.has_legal(&self.settings.board))
    }

    /// Returns the outcome, given that there are legal moves, or that there are none.
    pub(super) fn end_listed(
        &self,
        board: &Board,
        past: &dyn PositionHistory,
        some: bool,
    ) -> Option<Outcome> {
        if some {
            return self.drawn_by_counting(board, past);
        }
        self.settled_without_a_move(board)
            .or_else(|| self.drawn_by_counting(board, past))
    }

    /// Returns the outcome by the position itself: by mate, or by a stalemate or dead position
    /// where those end the game.
    pub fn decided(&self, board: &Board) -> Option<Outcome> {
        if board.has_legal(&self.settings.board) {
            return None;
        }
        self.settled_without_a_move(board)
    }

    fn settled_without_a_move(&self, board: &Board) -> Option<Outcome> {
        let winner = Seats::only(seat_of(!board.turn()));
        if self.settings.board.exposed_kings {
            if board.lost_its_king(board.turn()) {
                return Some(Outcome::win(winner, "king_taken"));
            }
        } else if board.is_check() {
            if V::WAITS && !board.is_bughouse_mate() {
                return None;
            }
            return Some(Outcome::win(winner, "checkmate"));
        }
        if V::DEAD_POSITIONS && board.is_insufficient_material() {
            return Some(Outcome::draw("insufficient_material"));
        }
        match self.settings.stalemate {
            Stalemate::Wait => None,
            Stalemate::Loss => Some(Outcome::win(winner, "stalemate")),
            Stalemate::Draw => Some(Outcome::draw("stalemate")),
        }
    }

    /// The draws that do not depend on whether there is a move.
    pub(super) fn drawn_by_counting(
        &self,
        board: &Board,
        past: &dyn PositionHistory,
    ) -> Option<Outcome> {
        if V::DEAD_POSITIONS && board.is_insufficient_material() {
            return Some(Outcome::draw("insufficient_material"));
        }
        self.counted(board, |needed| self.occurrences(board, past, needed))
    }

    /// Returns true if positions that come again draw.
    pub const fn counts_repetition(&self) -> bool {
        self.settings.repetitions > 0
    }

    /// The draws by counters; `occurrences` says how often the position has
    /// stood, as far as it matters for the number that it is told.
    pub fn counted(&self, board: &Board, occurrences: impl FnOnce(u32) -> u32) -> Option<Outcome> {
        let limit = self.settings.halfmove_limit;
        if limit > 0 && board.halfmove() >= limit {
            return Some(Outcome::draw(match limit {
                150 => "seventyfive_moves",
                100 => "fifty_moves",
                _ => "halfmove_limit",
            }));
        }
        let needed = self.settings.repetitions;
        if needed > 0 && occurrences(needed) >= needed {
            return Some(Outcome::draw(match needed {
                3 => "threefold_repetition",
                5 => "fivefold_repetition",
                _ => "repetition",
            }));
        }
        None
    }

    /// The ends that a search looks for before it lists moves. A position that
    /// came since its root counts as drawn at once, and so do fifty moves: nobody
    /// has to claim what will be claimed.
    pub(crate) fn ended_in_search(
        &self,
        board: &Board,
        past: &dyn PositionHistory,
        ply: usize,
    ) -> Option<Outcome> {
        if self.settings.board.exposed_kings && board.lost_its_king(board.turn()) {
            return self.settled_without_a_move(board);
        }
        if V::DEAD_POSITIONS && board.is_insufficient_material() {
            return Some(Outcome::draw("insufficient_material"));
        }
        let limit = self.settings.halfmove_limit;
        if limit > 0 && board.halfmove() >= limit.min(FIFTY_MOVES) && board.has_legal(self.rules())
        {
            return Some(Outcome::draw("fifty_moves"));
        }
        if self.settings.repetitions == 0 {
            return None;
        }
        let within = if V::DROPS {
            past.len()
        } else {
            usize::from(board.halfmove())
        };
        if within < SHORTEST_CYCLE {
            return None;
        }
        use contract::game::Game;
        let key = self.key(board);
        repeats(past, key, within, ply).then(|| Outcome::draw("repetition"))
    }

    /// Returns true if the side to move can go to an earlier position, and the search counts
    /// that as a draw.
    pub(crate) fn has_move_back(
        &self,
        board: &Board,
        past: &dyn PositionHistory,
        ply: usize,
    ) -> bool {
        let within = past.len().min(usize::from(board.halfmove()));
        if self.settings.repetitions == 0 || within + 1 < SHORTEST_CYCLE {
            return false;
        }
        use contract::game::Game;
        let key = self.key(board);
        let back = |from: Square, to: Square| {
            let key = key.wrapping_add(board.hash_change(from, to));
            repeats(past, key, within, ply)
        };
        board
            .visit(self.rules(), Stages::QUIETS, |set| match set {
                MoveSet::Piece { from, to, .. } if to.into_iter().any(|to| back(from, to)) => {
                    ControlFlow::Break(())
                }
                _ => ControlFlow::Continue(()),
            })
            .is_break()
    }

    /// A draw that may be claimed though it does not come by itself.
    pub(super) fn claim(&self, board: &Board, past: &dyn PositionHistory) -> Option<&'static str> {
        if V::DROPS {
            return None;
        }
        if board.halfmove() >= FIFTY_MOVES {
            return Some("fifty_moves");
        }
        (self.occurrences(board, past, 3) >= 3).then_some("threefold_repetition")
    }

    /// Returns the draws that the side to move may claim; none where it has no move.
    pub(super) fn claims(&self, board: &Board, past: &dyn PositionHistory) -> Vec<&'static str> {
        let mut claims = Vec::new();
        if V::DROPS || !board.has_legal(&self.settings.board) {
            return claims;
        }
        if board.halfmove() >= FIFTY_MOVES {
            claims.push("fifty_moves");
        }
        if self.occurrences(board, past, 3) >= 3 {
            claims.push("threefold_repetition");
        }
        claims
    }

    /// Counts the earlier occurrences of the position.
    pub(super) fn occurrences_before(&self, board: &Board, past: &dyn PositionHistory) -> u32 {
        self.occurrences(board, past, 2) - 1
    }

    /// Counts the occurrences of the position, as far as they can matter for `needed`.
    fn occurrences(&self, board: &Board, past: &dyn PositionHistory, needed: u32) -> u32 {
        // Where captures come back as drops, no counter bounds the way back.
        let within = if V::DROPS {
            past.len()
        } else {
            usize::from(board.halfmove())
        };
        if within.min(past.len()) < SHORTEST_CYCLE * (needed as usize).saturating_sub(1) {
            return 1;
        }
        use contract::game::Game;
        1 + past.occurrences(self.key(board), within)
    }
}
