//! Counting the leaves of the tree of legal moves.

use std::hint::black_box;
use std::ops::ControlFlow;

use super::bitboard::Bitboard;
use super::board::{Board, Passed};
use super::movegen::{Checks, Sink, Stages};
use super::moves::Move;
use super::rules::Rules;
use super::side::{Side, for_side};
use super::types::{Piece, Square};

/// Returns the number of leaves at a depth; the moves of the last ply are counted and not
/// made.
#[must_use]
pub fn perft_bulk(board: &Board, rules: &Rules, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => for_side!(board.turn(), S => walk::<S, true>(board, rules, depth)),
    }
}

/// Returns the number of leaves at a depth, each of them reached by making its move.
#[must_use]
pub fn perft_full(board: &Board, rules: &Rules, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => for_side!(board.turn(), S => walk::<S, false>(board, rules, depth)),
    }
}

/// Returns the moves and the number of leaves under each of them, in the order of
/// generation.
#[must_use]
pub fn divide(board: &Board, rules: &Rules, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    board
        .legal_moves(rules)
        .into_iter()
        .map(|mv| (mv, perft_bulk(&board.make(mv, rules), rules, depth - 1)))
        .collect()
}

fn walk<S: Side, const BULK: bool>(board: &Board, rules: &Rules, depth: u32) -> u64 {
    let checks = Checks::new(&board.view::<S>());
    if BULK && depth == 1 {
        return u64::from(board.count_for::<S>(&checks, rules));
    }
    let passed = board.passed::<S>();
    let mut walker = Walker::<S, BULK> {
        board,
        passed,
        rules,
        depth,
        leaves: 0,
    };
    let _ = board.visit_for::<S, _>(&checks, rules, Stages::ALL, &mut walker);
    walker.leaves
}

/// Counts the leaves below one move.
#[inline(always)]
fn below<S: Side, const BULK: bool>(next: &Board, rules: &Rules, depth: u32) -> u64 {
    if depth > 1 {
        return walk::<S::Other, BULK>(next, rules, depth - 1);
    }
    black_box(next);
    1
}

/// A sink that searches below each move.
struct Walker<'a, S, const BULK: bool> {
    board: &'a Board,
    passed: Passed<S>,
    rules: &'a Rules,
    depth: u32,
    leaves: u64,
}

/// Common moves are made in place. Rare ones have functions of their own, which do not
/// receive the walker, so that it can live in registers.
impl<S: Side, const BULK: bool> Sink for Walker<'_, S, BULK> {
    #[inline(always)]
    fn piece(&mut self, piece: Piece, from: Square, to: Bitboard) -> ControlFlow<()> {
        for to in to {
            let next = self.passed.piece(piece, from, to, self.rules);
            self.leaves += below::<S, BULK>(&next, self.rules, self.depth);
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, step: i8, to: Bitboard) -> ControlFlow<()> {
        for to in to {
            let next = self.passed.pawn(step, to, self.rules);
            self.leaves += below::<S, BULK>(&next, self.rules, self.depth);
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn promotions(&mut self, step: i8, to: Bitboard) -> ControlFlow<()> {
        self.leaves += rare::<S, BULK>(self.board, self.rules, self.depth, to, |passed, to| {
            let from = to.offset(-step);
            Piece::PROMOTIONS.map(|piece| Some(passed.promotion(piece, from, to, self.rules)))
        });
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Bitboard, to: Square) -> ControlFlow<()> {
        self.leaves += rare::<S, BULK>(self.board, self.rules, self.depth, from, |passed, from| {
            [
                Some(passed.en_passant(from, to, self.rules)),
                None,
                None,
                None,
            ]
        });
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn castle(&mut self, king: Square, rooks: Bitboard) -> ControlFlow<()> {
        self.leaves +=
            rare::<S, BULK>(self.board, self.rules, self.depth, rooks, |passed, rook| {
                [Some(passed.castle(king, rook)), None, None, None]
            });
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn drop(&mut self, piece: Piece, to: Bitboard) -> ControlFlow<()> {
        for to in to {
            let next = self.passed.drop(piece, to);
            self.leaves += below::<S, BULK>(&next, self.rules, self.depth);
        }
        ControlFlow::Continue(())
    }
}

/// Counts the leaves below the up to four moves for each of some squares.
#[inline(never)]
fn rare<S: Side, const BULK: bool>(
    board: &Board,
    rules: &Rules,
    depth: u32,
    squares: Bitboard,
    moves: impl Fn(&Passed<S>, Square) -> [Option<Board>; 4],
) -> u64 {
    let passed = board.passed::<S>();
    let mut leaves = 0;
    for square in squares {
        for next in moves(&passed, square).iter().flatten() {
            leaves += below::<S, BULK>(next, rules, depth);
        }
    }
    leaves
}
