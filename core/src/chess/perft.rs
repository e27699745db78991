//! Counting the leaves of the tree of legal moves.

use std::hint::black_box;
use std::ops::ControlFlow;

use super::board::Board;
use super::movegen::{Checks, MoveSet, Stages};
use super::moves::Move;
use super::rules::Rules;
use super::side::{Side, for_side};
use super::types::Piece;

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
    let mut leaves = 0;
    let mut child = |next: Board| {
        leaves += if depth > 1 {
            walk::<S::Other, BULK>(&next, rules, depth - 1)
        } else {
            black_box(&next);
            1
        };
    };
    let _ = board.visit_for::<S, _>(&checks, rules, Stages::ALL, |set| {
        // The kind of a set is known where it is generated, so each kind gets a
        // loop of its own and no move is taken apart again.
        match set {
            MoveSet::Piece { piece, from, to } => {
                for to in to {
                    child(board.make_piece::<S>(piece, from, to, rules));
                }
            }
            MoveSet::Pawns { step, to } => {
                for to in to {
                    child(board.make_piece::<S>(Piece::Pawn, to.offset(-step), to, rules));
                }
            }
            MoveSet::Promotions { step, to } => {
                for to in to {
                    for piece in Piece::PROMOTIONS {
                        child(board.make_promotion::<S>(piece, to.offset(-step), to, rules));
                    }
                }
            }
            MoveSet::EnPassant { from, to } => {
                for from in from {
                    child(board.make_en_passant::<S>(from, to, rules));
                }
            }
            MoveSet::Castle { king, rooks } => {
                for rook in rooks {
                    child(board.make_castle::<S>(king, rook));
                }
            }
            MoveSet::Drop { piece, to } => {
                for to in to {
                    child(board.make_drop::<S>(piece, to));
                }
            }
        }
        ControlFlow::Continue(())
    });
    leaves
}
