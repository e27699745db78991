//! The hooks of the search for the games of one board.

use std::ops::ControlFlow;

use crate::eval::Evaluator;
use crate::threats::Threats;
use crate::{OneBoard, Variant};
use chess::{Bitboard, Board, Checks, Color, Move, MoveKind, MoveSet, Piece, Square, Stages};
use contract::game::{Outcome, Seat};
use contract::history::PositionHistory;
use search::levels::Ladder;
use search::{HistoryIndex, Params, RankedMove, Searched, Stage};

/// The facts of a node that are found once.
#[derive(Clone, Copy, Debug)]
pub struct BoardNode {
    checks: Checks,
    /// From where each piece would give check.
    checking: [Bitboard; 6],
}

impl BoardNode {
    fn gives_check(&self, board: &Board, mv: Move) -> bool {
        let piece = match mv.kind() {
            MoveKind::Castle => return false,
            MoveKind::Drop(piece) | MoveKind::Promotion(piece) => piece,
            MoveKind::EnPassant => Piece::Pawn,
            MoveKind::Normal => match board.piece_at(mv.from()) {
                Some(piece) => piece,
                None => return false,
            },
        };
        self.checking[piece.index()].has(mv.to())
    }

    /// The promise of a quiet move by which a piece comes to a square.
    #[inline]
    fn promise(&self, piece: Piece, to: Square) -> i32 {
        match self.checking[piece.index()].has(to) {
            true => CHECK_PROMISE,
            false => 0,
        }
    }
}

/// Number of slots of drops in the statistics: piece and square, beside from and to.
const DROP_SLOTS: usize = 64 * 64;
const DROP_PAIRS: usize = 6 * 64;

/// Place of the statistics of a move by which a piece goes from a square to another.
#[inline]
const fn place_of_step(piece: Piece, from: Square, to: Square) -> HistoryIndex {
    HistoryIndex {
        slot: (from.index() * 64 + to.index()) as u32,
        pair: (piece.index() * 64 + to.index()) as u32,
    }
}

/// Place of the statistics of a drop.
#[inline]
const fn place_of_drop(piece: Piece, to: Square) -> HistoryIndex {
    let index = piece.index() * 64 + to.index();
    HistoryIndex {
        slot: (DROP_SLOTS + index) as u32,
        pair: (DROP_PAIRS + index) as u32,
    }
}

/// Bonus of a check in the order of moves, beside the statistics.
const CHECK_PROMISE: i32 = 6000;

/// Returns a hash of three words, by multiplications (Fibonacci hashing, Knuth, TAOCP 6.4).
#[inline]
fn mixed(words: [u64; 3]) -> u64 {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    let hash = words.into_iter().fold(0, |hash: u64, word| {
        let product = (hash ^ word).wrapping_mul(GOLDEN);
        product ^ product >> 29
    });
    hash >> 20
}

/// The stages of the generator that make up a stage of the search.
const fn generated(stage: Stage) -> Stages {
    match stage {
        Stage::Tactical => Stages::CAPTURES,
        Stage::Quiet => Stages::QUIETS.and(Stages::DROPS),
    }
}

impl<V: Variant> Searched for OneBoard<V> {
    type Evaluator = Evaluator;
    type Node = BoardNode;

    const PARAMS: Params = V::PARAMS;
    const LADDER: Ladder = V::LADDER;
    const SLOTS: usize = DROP_SLOTS + 5 * 64;
    const PAIRS: usize = DROP_PAIRS + 5 * 64;
    const CHEAP_DECODE: bool = true;
    const STRUCTURES: usize = 3;
    const EVALUATES_EARLY: bool = true;

    fn evaluator(&self) -> Evaluator {
        Evaluator::shipped::<V>()
    }

    fn hand_written(&self) -> Evaluator {
        Evaluator::hand_written(V::DROPS)
    }

    #[inline]
    fn evaluate(&self, evaluator: &mut Evaluator, board: &Board, seat: Seat) -> i32 {
        let value = evaluator.evaluate(board);
        if usize::from(seat.0) == board.turn().index() {
            value
        } else {
            -value
        }
    }

    #[inline]
    fn node(&self, board: &Board) -> BoardNode {
        BoardNode {
            checks: board.checks(),
            checking: board.all_check_squares(),
        }
    }

    #[inline]
    fn to_move(&self, board: &Board) -> Seat {
        Seat(board.turn().index() as u8)
    }

    #[inline]
    fn terminal(&self, board: &Board, past: &dyn PositionHistory, ply: usize) -> Option<Outcome> {
        self.ended_in_search(board, past, ply)
    }

    #[inline]
    fn can_go_back(&self, board: &Board, past: &dyn PositionHistory, ply: usize) -> bool {
        self.has_move_back(board, past, ply)
    }

    fn no_moves_outcome(
        &self,
        board: &Board,
        _: &BoardNode,
        past: &dyn PositionHistory,
    ) -> Option<Outcome> {
        self.binding().end(board, past)
    }

    /// Returns 2 for a move that takes a king, and 1 for one that leaves the own king safe, where
    /// kings may be taken; otherwise 0.
    fn first_look(&self, board: &Board, mv: &Move) -> u8 {
        if !self.rules().exposed_kings {
            return 0;
        }
        match board.takes_king(*mv) {
            true => 2,
            false => u8::from(board.is_legal(*mv, self.binding().rules())),
        }
    }

    #[inline]
    fn in_check(&self, site: &BoardNode) -> bool {
        site.checks.checkers.any()
    }

    fn null(&self, board: &Board, site: &BoardNode) -> Option<Board> {
        // With nothing but pawns a move may be worse than none.
        let us = board.colors(board.turn());
        let pawns = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
        let free = (us - pawns).any() || V::DROPS && board.has_pocket(board.turn());
        (free && site.checks.checkers.is_empty()).then(|| board.make_null())
    }

    #[inline]
    fn tactical(&self, board: &Board, mv: &Move) -> bool {
        match mv.kind() {
            MoveKind::EnPassant | MoveKind::Promotion(_) => true,
            MoveKind::Castle | MoveKind::Drop(_) => false,
            MoveKind::Normal => board.occupied().has(mv.to()),
        }
    }

    fn captured(&self, board: &Board, last: &Move) -> bool {
        let moved = board.colored_piece_at(last.to()).map(|(_, piece)| piece);
        let by_pawn = moved == Some(Piece::Pawn) || last.promoted_to().is_some();
        let aslant = last.from().file() != last.to().file();
        board.halfmove() == 0 && !last.is_drop() && (aslant || !by_pawn)
    }

    fn takes_back(&self, board: &Board, last: &Move, mv: &Move) -> bool {
        mv.to() == last.to() && board.occupied().has(mv.to())
    }

    #[inline]
    fn moves(
        &self,
        board: &Board,
        site: &BoardNode,
        _: &dyn PositionHistory,
        stage: Stage,
        out: &mut Vec<Move>,
    ) {
        let _ = board.visit_with(&site.checks, self.rules(), generated(stage), |set| {
            out.extend(set);
            ControlFlow::Continue(())
        });
    }

    /// Looks up once the piece that the moves of a set have in common. A quiet move promises more
    /// here than by itself where a piece of less worth attacks it, and less where one would.
    #[inline]
    fn ranked_moves(
        &self,
        board: &Board,
        site: &BoardNode,
        _: &dyn PositionHistory,
        stage: Stage,
        _: &mut Vec<Move>,
        out: &mut Vec<RankedMove<Move>>,
    ) {
        let threats = match stage {
            Stage::Tactical => Threats::NONE,
            Stage::Quiet => Threats::of(board),
        };
        let step = |piece: Piece, from: Square, to: Square, leaving: i32| {
            let action = Move::normal(from, to);
            RankedMove {
                action,
                place: place_of_step(piece, from, to),
                promise: match stage {
                    Stage::Tactical => {
                        board.capture_gain(action, &V::EXCHANGE) - piece.index() as i32
                    }
                    Stage::Quiet => site.promise(piece, to) + leaving + threats.coming(piece, to),
                },
            }
        };
        let drop = |piece: Piece, to: Square| RankedMove {
            action: Move::drop(piece, to),
            place: place_of_drop(piece, to),
            promise: site.promise(piece, to) + threats.coming(piece, to),
        };
        let _ = board.visit_with(&site.checks, self.rules(), generated(stage), |set| {
            match set {
                MoveSet::Piece { piece, from, to } => {
                    let leaving = threats.leaving(piece, from);
                    out.extend(to.into_iter().map(|to| step(piece, from, to, leaving)));
                }
                MoveSet::Pawns { .. } => {
                    // Nothing is worth less than a pawn.
                    let moves = set.into_iter();
                    out.extend(moves.map(|mv| step(Piece::Pawn, mv.from(), mv.to(), 0)));
                }
                MoveSet::Drop { piece, to } => {
                    out.extend(to.into_iter().map(|to| drop(piece, to)));
                }
                MoveSet::Promotions { .. } | MoveSet::EnPassant { .. } | MoveSet::Castle { .. } => {
                    out.extend(set.into_iter().map(|mv| self.ranked(board, site, mv)));
                }
            }
            ControlFlow::Continue(())
        });
    }

    fn forcing_moves(&self, board: &Board, site: &BoardNode, out: &mut Vec<Move>) {
        let _ = board.visit_with(&site.checks, self.rules(), generated(Stage::Quiet), |set| {
            let checking = |piece: Piece, to: Bitboard| to & site.checking[piece.index()];
            let set = match set {
                MoveSet::Piece { piece, from, to } => MoveSet::Piece {
                    piece,
                    from,
                    to: checking(piece, to),
                },
                MoveSet::Pawns { step, to } => MoveSet::Pawns {
                    step,
                    to: checking(Piece::Pawn, to),
                },
                MoveSet::Drop { piece, to } => MoveSet::Drop {
                    piece,
                    to: checking(piece, to),
                },
                _ => return ControlFlow::Continue(()),
            };
            out.extend(set);
            ControlFlow::Continue(())
        });
    }

    #[inline]
    fn forcing(&self, board: &Board, site: &BoardNode, mv: &Move) -> bool {
        site.gives_check(board, *mv)
    }

    #[inline]
    fn order_score(&self, board: &Board, site: &BoardNode, mv: &Move) -> i32 {
        if !self.tactical(board, mv) {
            return match site.gives_check(board, *mv) {
                true => CHECK_PROMISE,
                false => 0,
            };
        }
        let by = board.piece_at(mv.from()).map_or(0, |p| p.index() as i32);
        board.capture_gain(*mv, &V::EXCHANGE) - by
    }

    #[inline]
    fn see_at_least(&self, board: &Board, mv: &Move, least: i32) -> bool {
        board.see_at_least(*mv, &V::EXCHANGE, least)
    }

    #[inline]
    fn max_gain(&self, board: &Board, mv: &Move) -> Option<i32> {
        // What is taken in drop chess is lost to one side and comes to the other.
        let gain = board.capture_gain(*mv, &V::EXCHANGE);
        Some(if V::DROPS { 2 * gain } else { gain })
    }

    #[inline]
    fn slot(&self, board: &Board, mv: &Move) -> usize {
        self.place(board, mv).slot as usize
    }

    #[inline]
    fn pair(&self, board: &Board, mv: &Move) -> usize {
        self.place(board, mv).pair as usize
    }

    #[inline]
    fn place(&self, board: &Board, mv: &Move) -> HistoryIndex {
        match mv.dropped() {
            Some(piece) => place_of_drop(piece, mv.to()),
            None => {
                let piece = board.piece_at(mv.from()).unwrap_or(Piece::Pawn);
                place_of_step(piece, mv.from(), mv.to())
            }
        }
    }

    /// Returns a hash of the pawns, or of the other pieces of a side and what it has in hand.
    #[inline]
    fn structure(&self, board: &Board, kind: usize) -> u64 {
        let color = match kind {
            0 => {
                let pawns = Color::ALL.map(|color| board.colored_pieces(color, Piece::Pawn).0);
                return mixed([pawns[0], pawns[1], 0]);
            }
            1 => Color::White,
            _ => Color::Black,
        };
        let own = board.colors(color) - board.pieces(Piece::Pawn);
        let queens = board.pieces(Piece::Queen);
        let [straight, odd] =
            [Piece::Rook, Piece::Knight].map(|piece| own & (board.pieces(piece) | queens));
        let hand = match V::DROPS {
            true => Piece::ALL[..5].iter().fold(0, |hand, piece| {
                hand << 8 | u64::from(board.pocket(color, *piece))
            }),
            false => 0,
        };
        mixed([own.0, straight.0, odd.0 ^ hand])
    }

    #[inline]
    fn key_after(&self, board: &Board, mv: &Move) -> Option<u64> {
        Some(board.likely_hash_after(*mv, self.rules()))
    }

    #[inline]
    fn tt_move(&self, mv: &Move) -> u16 {
        mv.to_bits()
    }

    #[inline]
    fn decode(
        &self,
        board: &Board,
        site: &BoardNode,
        _: &dyn PositionHistory,
        code: u16,
    ) -> Option<Move> {
        Move::from_bits(code).filter(|mv| board.is_legal_with(&site.checks, *mv, self.rules()))
    }
}
