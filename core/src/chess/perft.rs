//! Counting the leaves of the tree of legal moves.

use std::hint::black_box;
use std::marker::PhantomData;
use std::ops::ControlFlow;

use super::bitboard::Bitboard;
use super::board::Board;
use super::movegen::{Checks, Sink, Stages};
use super::moves::Move;
use super::rules::Rules;
use super::side::{Side, for_side};
use super::types::{Piece, Square};

/// The number of leaves at a depth; the moves of the last ply are counted and
/// not made.
#[must_use]
pub fn perft_bulk(board: &Board, rules: &Rules, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => for_side!(board.turn(), S => walk::<S, true>(board, rules, depth)),
    }
}

/// The number of leaves at a depth, each of them really reached.
#[must_use]
pub fn perft_full(board: &Board, rules: &Rules, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => for_side!(board.turn(), S => walk::<S, false>(board, rules, depth)),
    }
}

/// The moves and the number of leaves under each of them, in the order of
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
    let mut walker = Walker::<S, BULK> {
        board,
        rules,
        depth,
        leaves: 0,
        side: PhantomData,
    };
    let _ = board.visit_for::<S, _>(&checks, rules, Stages::ALL, &mut walker);
    walker.leaves
}

/// Goes down behind each move.
struct Walker<'a, S, const BULK: bool> {
    board: &'a Board,
    rules: &'a Rules,
    depth: u32,
    leaves: u64,
    side: PhantomData<S>,
}

impl<S: Side, const BULK: bool> Walker<'_, S, BULK> {
    #[inline(always)]
    fn down(&mut self, next: &Board) {
        self.leaves += if self.depth > 1 {
            walk::<S::Other, BULK>(next, self.rules, self.depth - 1)
        } else {
            black_box(next);
            1
        };
    }
}

impl<S: Side, const BULK: bool> Sink for Walker<'_, S, BULK> {
    #[inline(always)]
    fn piece(&mut self, piece: Piece, from: Square, to: Bitboard) -> ControlFlow<()> {
        for to in to {
            self.down(&self.board.make_piece::<S>(piece, from, to, self.rules));
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, step: i8, to: Bitboard) -> ControlFlow<()> {
        for to in to {
            self.down(
                &self
                    .board
                    .make_piece::<S>(Piece::Pawn, to.offset(-step), to, self.rules),
            );
        }
        ControlFlow::Continue(())
    }

    fn promotions(&mut self, step: i8, to: Bitboard) -> ControlFlow<()> {
        for to in to {
            for piece in Piece::PROMOTIONS {
                let from = to.offset(-step);
                self.down(&self.board.make_promotion::<S>(piece, from, to, self.rules));
            }
        }
        ControlFlow::Continue(())
    }

    fn en_passant(&mut self, from: Bitboard, to: Square) -> ControlFlow<()> {
        for from in from {
            self.down(&self.board.make_en_passant::<S>(from, to, self.rules));
        }
        ControlFlow::Continue(())
    }

    fn castle(&mut self, king: Square, rooks: Bitboard) -> ControlFlow<()> {
        for rook in rooks {
            self.down(&self.board.make_castle::<S>(king, rook));
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn drop(&mut self, piece: Piece, to: Bitboard) -> ControlFlow<()> {
        for to in to {
            self.down(&self.board.make_drop::<S>(piece, to));
        }
        ControlFlow::Continue(())
    }
}
