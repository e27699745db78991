//! Counting the leaves of the tree of legal moves.

use std::hint::black_box;
use std::ops::ControlFlow;

use super::bitboard::Bitboard;
use super::board::{Board, Passed, Pocket, Pockets, Position, Unrecorded};
use super::movegen::{Checks, Sink, Stages};
use super::moves::Move;
use super::rules::{DropAggression, Rules};
use super::side::{Side, for_side};
use super::types::{Piece, Square};

/// Returns the number of leaves at a depth; the moves of the last ply are counted and not
/// made.
#[must_use]
pub fn perft_bulk(board: &Board, rules: &Rules, depth: u32) -> u64 {
    leaves::<true>(board, rules, depth)
}

/// Returns the number of leaves at a depth, each of them reached by making its move.
#[must_use]
pub fn perft_full(board: &Board, rules: &Rules, depth: u32) -> u64 {
    leaves::<false>(board, rules, depth)
}

/// Counts leaves in positions that keep only what matters to the number of moves.
fn leaves<const BULK: bool>(board: &Board, rules: &Rules, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if rules.exposed_kings {
        return leaves_with_exposed_kings(board, rules, depth);
    }
    for_side!(board.turn(), S => match board.without_drops(rules, Unrecorded) {
        Some(position) => walk::<S, _, BULK>(&position, rules, depth),
        None => walk::<S, _, BULK>(&board.unrecorded(), rules, depth),
    })
}

/// Counts move by move, so that the usual counting need not ask if kings may be captured.
fn leaves_with_exposed_kings(board: &Board, rules: &Rules, depth: u32) -> u64 {
    if depth == 1 {
        return board.count_legal(rules).into();
    }
    board
        .legal_moves(rules)
        .into_iter()
        .map(|mv| leaves_with_exposed_kings(&board.make(mv, rules), rules, depth - 1))
        .sum()
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

fn walk<S: Side, P: Pockets, const BULK: bool>(
    position: &Bare<P>,
    rules: &Rules,
    depth: u32,
) -> u64 {
    if BULK && depth == 1 {
        return count::<S, P>(position, rules);
    }
    if depth == if BULK { 2 } else { 1 } {
        visit::<S, P, BULK, true>(position, rules, depth)
    } else {
        visit::<S, P, BULK, false>(position, rules, depth)
    }
}

/// Counts the legal moves of a position.
#[inline(always)]
fn count<S: Side, P: Pockets>(position: &Bare<P>, rules: &Rules) -> u64 {
    if P::KEPT && rules.drop_aggression != DropAggression::MateAllowed {
        return count_tame::<S, P>(position, rules);
    }
    let [a, b, c, d, e] = position.words();
    let pocket = position.pockets().counts(S::COLOR);
    count_words::<S, P>(a, b, c, d, e, pocket, rules)
}

/// Counts the legal moves where the other side's pocket matters too.
#[inline(never)]
fn count_tame<S: Side, P: Pockets>(position: &Bare<P>, rules: &Rules) -> u64 {
    count_here::<S, P>(position, rules)
}

#[inline(always)]
fn count_here<S: Side, P: Pockets>(position: &Bare<P>, rules: &Rules) -> u64 {
    let checks = Checks::new(&position.view::<S>());
    u64::from(position.count_for::<S>(&checks, rules))
}

/// Counts the legal moves of a position whose words come one by one, so that they do so in
/// registers.
#[inline(never)]
fn count_words<S: Side, P: Pockets>(
    a: u64,
    b: u64,
    c: u64,
    d: u64,
    e: u64,
    pocket: u64,
    rules: &Rules,
) -> u64 {
    let pocket = Pocket(if P::KEPT { pocket } else { 0 });
    count_here::<S, _>(&Bare::of_words([a, b, c, d, e], pocket), rules)
}

/// Walks through the moves of a position; `LAST` is true if those are the last that are
/// made.
fn visit<S: Side, P: Pockets, const BULK: bool, const LAST: bool>(
    position: &Bare<P>,
    rules: &Rules,
    depth: u32,
) -> u64 {
    let mut walker = Walker::<S, P, BULK, LAST> {
        position,
        passed: position.passed(),
        rules,
        depth,
        leaves: 0,
    };
    let checks = Checks::new(&position.view::<S>());
    let _ = position.visit_for::<S, _>(&checks, rules, Stages::ALL, &mut walker);
    walker.leaves
}

/// Counts the leaves below one move of `S`.
#[inline(always)]
fn below<S: Side, P: Pockets, const BULK: bool, const LAST: bool>(
    next: &Bare<P>,
    rules: &Rules,
    depth: u32,
) -> u64 {
    if !LAST {
        return walk::<S::Other, P, BULK>(next, rules, depth - 1);
    }
    if BULK {
        return count::<S::Other, P>(next, rules);
    }
    black_box(next);
    1
}

/// A position without hash and counters.
type Bare<P> = Position<P, Unrecorded>;

/// A sink that searches below each move.
struct Walker<'a, S, P, const BULK: bool, const LAST: bool> {
    position: &'a Bare<P>,
    passed: Passed<S, P, Unrecorded>,
    rules: &'a Rules,
    depth: u32,
    leaves: u64,
}

/// Common moves are made in place. Rare ones have functions of their own, which do not
/// receive the walker, so that it can live in registers.
impl<S: Side, P: Pockets, const BULK: bool, const LAST: bool> Sink
    for Walker<'_, S, P, BULK, LAST>
{
    #[inline(always)]
    fn piece(&mut self, piece: Piece, from: Square, to: Bitboard) -> ControlFlow<()> {
        let occupied = self.position.view::<S>().occupied;
        for to in to - occupied {
            let next = self.passed.piece(piece, from, to, true, self.rules);
            self.leaves += below::<S, P, BULK, LAST>(&next, self.rules, self.depth);
        }
        for to in to & occupied {
            let next = self.passed.piece(piece, from, to, false, self.rules);
            self.leaves += below::<S, P, BULK, LAST>(&next, self.rules, self.depth);
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, step: i8, to: Bitboard) -> ControlFlow<()> {
        for to in to {
            let next = self.passed.pawn(step, to, self.rules);
            self.leaves += below::<S, P, BULK, LAST>(&next, self.rules, self.depth);
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn promotions(&mut self, step: i8, to: Bitboard) -> ControlFlow<()> {
        self.leaves +=
            rare::<S, P, BULK, LAST>(self.position, self.rules, self.depth, to, |passed, to| {
                let from = to.offset(-step);
                Piece::PROMOTIONS.map(|piece| Some(passed.promotion(piece, from, to, self.rules)))
            });
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Bitboard, to: Square) -> ControlFlow<()> {
        self.leaves += rare::<S, P, BULK, LAST>(
            self.position,
            self.rules,
            self.depth,
            from,
            |passed, from| {
                [
                    Some(passed.en_passant(from, to, self.rules)),
                    None,
                    None,
                    None,
                ]
            },
        );
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn castle(&mut self, king: Square, rooks: Bitboard) -> ControlFlow<()> {
        self.leaves += rare::<S, P, BULK, LAST>(
            self.position,
            self.rules,
            self.depth,
            rooks,
            |passed, rook| [Some(passed.castle(king, rook)), None, None, None],
        );
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn drop(&mut self, piece: Piece, to: Bitboard) -> ControlFlow<()> {
        let lifted = self.passed.lift(piece);
        let mut next = lifted;
        for to in to {
            next.land::<S>(&lifted, piece, to);
            self.leaves += below::<S, P, BULK, LAST>(&next, self.rules, self.depth);
        }
        ControlFlow::Continue(())
    }
}

/// Counts the leaves below the up to four moves for each of some squares.
#[inline(never)]
fn rare<S: Side, P: Pockets, const BULK: bool, const LAST: bool>(
    position: &Bare<P>,
    rules: &Rules,
    depth: u32,
    squares: Bitboard,
    moves: impl Fn(&Passed<S, P, Unrecorded>, Square) -> [Option<Bare<P>>; 4],
) -> u64 {
    let passed = position.passed();
    let mut leaves = 0;
    for square in squares {
        for next in moves(&passed, square).iter().flatten() {
            leaves += below::<S, P, BULK, LAST>(next, rules, depth);
        }
    }
    leaves
}
