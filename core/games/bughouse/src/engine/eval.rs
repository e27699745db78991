//! The evaluation of both boards for a team.

use super::super::{BoardId, Position};
use super::needs::MATES;
use super::search_game::{Focus, SearchBughouse, SearchPosition, color_of};
use chess::{Board, Piece};
use chess_games::eval::Evaluator;

/// Boards whose score is remembered; the one that stands still is asked for at
/// every leaf.
const REMEMBERED: usize = 512;

/// The evaluation of drop chess for each board, with a memory.
#[derive(Clone, Debug)]
pub struct TeamEvaluator {
    /// One a board, since a network begins from the position before.
    evaluators: [Evaluator; 2],
    /// Keys and worths for the side to move.
    memory: Vec<(u64, i32)>,
}

impl TeamEvaluator {
    /// With an evaluation of one board.
    #[must_use]
    pub fn new(evaluator: Evaluator) -> Self {
        Self {
            evaluators: [evaluator.clone(), evaluator],
            memory: vec![(0, 0); REMEMBERED],
        }
    }

    fn eval_board(&mut self, id: BoardId, board: &Board) -> i32 {
        let key = board.hash();
        let place = (key >> 40) as usize % REMEMBERED;
        if let Some((known, value)) = self.memory.get(place)
            && *known == key
        {
            return *value;
        }
        let value = self.evaluators[id.index()].evaluate(board);
        if let Some(slot) = self.memory.get_mut(place) {
            *slot = (key, value);
        }
        value
    }
}

impl SearchBughouse {
    /// The score for a team in centipawns: both boards, and who is frozen.
    pub(super) fn eval_team(
        &self,
        judge: &mut TeamEvaluator,
        seen: &SearchPosition,
        first: bool,
    ) -> i32 {
        let share = |id: BoardId| match seen.focus {
            Focus::One(only) if only != id => self.weights.other_board,
            _ => 100,
        };
        let boards: i32 = BoardId::ALL
            .into_iter()
            .map(|id| {
                let board = seen.both.board(id);
                let mut value = judge.eval_board(id, board);
                if self.frozen(&seen.both, id) {
                    value -= self.weights.frozen;
                }
                let ours = board.turn() == color_of(first, id);
                let signed = if ours { value } else { -value };
                signed * share(id) / 100
            })
            .sum();
        boards + self.wanted(seen, first) + self.needed(seen, first)
    }

    /// Returns the value of the wanted pieces that the partner has got, less that of the feared
    /// pieces that its opponent has got.
    fn wanted(&self, seen: &SearchPosition, first: bool) -> i32 {
        let Focus::One(own) = seen.focus else {
            return 0;
        };
        let (board, color) = (seen.both.board(own.other()), color_of(first, own.other()));
        let held = |color, weights: [i32; 5]| -> i32 {
            Piece::DROPPABLE
                .into_iter()
                .zip(weights)
                .filter(|(_, weight)| (1..MATES).contains(weight))
                .filter(|(piece, _)| seen.needs.has_got(board, color, *piece))
                .map(|(_, weight)| weight)
                .sum()
        };
        held(color, self.weights.want) - held(!color, self.weights.fear)
    }

    /// Returns true if the side to move is in check without a move, and a piece could help.
    pub(super) fn frozen(&self, both: &Position, id: BoardId) -> bool {
        let board = both.board(id);
        board.is_check()
            && !board.has_legal(self.binding.one_board().rules())
            && self.binding.one_board().decided(board).is_none()
    }
}
