//! Forced mates, proved.
//!
//! [`find_mate`] searches all moves of the mating side, quiet ones too, and all replies,
//! drops included, and so its answer is a proof: it assumes nothing about good moves,
//! evaluates nothing and keeps no table whose keys could collide. It is for problems and
//! for testing searches, not for play: three moves take a moment, five may take for ever.
//!
//! A board has no history, so draws by repetition and by move counts are ignored. The
//! shortest mate never repeats a position. In bughouse the partner is assumed to hand over
//! nothing.

use std::ops::ControlFlow;

use super::attacks;
use super::bitboard::Bitboard;
use super::board::Board;
use super::movegen::{MoveList, MoveSet, Stages};
use super::moves::Move;
use super::rules::Rules;
use super::types::Piece;

/// A forced mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mate {
    /// Number of moves of the side to move until mate at the latest; no way forces it in
    /// fewer.
    pub moves: u8,
    /// Every move that begins such a mate, in the order of generation; never empty.
    pub first: MoveList,
}

/// Result of [`find_mate`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MateProof {
    /// The side to move forces mate.
    Mate(Mate),
    /// It cannot within the given number of moves, whatever it tries.
    NoMate,
    /// The node limit was reached before either was certain.
    Undecided,
}

/// Finds the shortest mate that the side to move can force within `moves` moves of its own,
/// with all moves that begin it.
///
/// Visits at most `nodes` positions after the given one. The cost of a proof grows by about
/// the square of the number of legal moves for each move of the mate, so pockets make it
/// expensive.
///
/// ```
/// use boardwright_chess::mates::{MateProof, find_mate};
/// use boardwright_chess::{Board, Rules};
///
/// let board: Board = "8/6k1/8/8/8/8/R7/1R5K w - - 0 1".parse()?;
/// assert_eq!(find_mate(&board, &Rules::CHESS, 2, 1_000_000), MateProof::NoMate);
/// let MateProof::Mate(mate) = find_mate(&board, &Rules::CHESS, 3, 1_000_000) else {
///     panic!("two rooks drive the king to the edge");
/// };
/// assert_eq!(mate.moves, 3);
/// # Ok::<(), boardwright_chess::Error>(())
/// ```
#[must_use]
pub fn find_mate(board: &Board, rules: &Rules, moves: u8, nodes: u64) -> MateProof {
    let mut prover = Prover {
        rules,
        left: nodes,
        strokes: vec![None; usize::from(moves) + 1],
        escapes: vec![None; usize::from(moves) + 1],
    };
    for moves in 1..=moves {
        match prover.first_moves(board, moves) {
            Ok(first) if first.is_empty() => {}
            Ok(first) => return MateProof::Mate(Mate { moves, first }),
            Err(OutOfNodes) => return MateProof::Undecided,
        }
    }
    MateProof::NoMate
}

/// The node limit was reached.
struct OutOfNodes;

struct Prover<'a> {
    rules: &'a Rules,
    /// Number of positions that may still be visited.
    left: u64,
    /// By the moves still to come, the move that last mated and the move that last refuted.
    /// They are tried first; the proof does not depend on the order.
    strokes: Vec<Option<Move>>,
    escapes: Vec<Option<Move>>,
}

impl Prover<'_> {
    /// Returns all moves after which mate comes within `moves`, this one included.
    fn first_moves(&mut self, board: &Board, moves: u8) -> Result<MoveList, OutOfNodes> {
        let mut first = MoveList::new();
        for mv in board.legal_moves(self.rules) {
            let next = self.make(board, mv)?;
            if self.is_lost(&next, moves - 1)? {
                first.push(mv);
            }
        }
        Ok(first)
    }

    fn make(&mut self, board: &Board, mv: Move) -> Result<Board, OutOfNodes> {
        self.left = self.left.checked_sub(1).ok_or(OutOfNodes)?;
        Ok(board.make(mv, self.rules))
    }

    /// Returns true if the side to move can mate within `moves`.
    fn is_won(&mut self, board: &Board, moves: u8) -> Result<bool, OutOfNodes> {
        if self.is_won_at_once(board)? {
            return Ok(true);
        }
        if moves <= 1 {
            return Ok(false);
        }
        let known = self.strokes[usize::from(moves)].filter(|mv| board.is_legal(*mv, self.rules));
        if let Some(mv) = known {
            let next = self.make(board, mv)?;
            if self.is_lost(&next, moves - 1)? {
                return Ok(true);
            }
        }
        // Checks first, because most mating moves are checks.
        let mut quiet = MoveList::new();
        for mv in board.legal_moves(self.rules) {
            if Some(mv) == known {
                continue;
            }
            if !board.gives_check(mv, self.rules) {
                quiet.push(mv);
            } else if self.strikes(board, mv, moves)? {
                return Ok(true);
            }
        }
        for mv in quiet {
            if self.strikes(board, mv, moves)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn strikes(&mut self, board: &Board, mv: Move, moves: u8) -> Result<bool, OutOfNodes> {
        let next = self.make(board, mv)?;
        let mates = self.is_lost(&next, moves - 1)?;
        if mates {
            self.strokes[usize::from(moves)] = Some(mv);
        }
        Ok(mates)
    }

    /// Returns true if the side to move is mated, or will be within `moves` moves of the
    /// other side whatever it does.
    fn is_lost(&mut self, board: &Board, moves: u8) -> Result<bool, OutOfNodes> {
        if moves == 0 {
            return Ok(board.is_mate(self.rules));
        }
        let known = self.escapes[usize::from(moves)].filter(|mv| board.is_legal(*mv, self.rules));
        if let Some(mv) = known {
            let next = self.make(board, mv)?;
            if !self.is_won(&next, moves)? {
                return Ok(false);
            }
        }
        let replies = board.legal_moves(self.rules);
        if replies.is_empty() {
            // Stalemate, or in bughouse a wait for the partner, is not mate.
            return Ok(board.is_mate(self.rules));
        }
        for mv in replies {
            if Some(mv) == known {
                continue;
            }
            let next = self.make(board, mv)?;
            if !self.is_won(&next, moves)? {
                self.escapes[usize::from(moves)] = Some(mv);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns true if a move mates at once. Makes only the moves that can give check: a
    /// piece to a square from which it checks, a piece that may uncover a line to the king,
    /// and moves that touch more than two squares.
    fn is_won_at_once(&mut self, board: &Board) -> Result<bool, OutOfNodes> {
        let from_where = board.all_check_squares();
        let king = board.king(!board.turn());
        let occupied = board.occupied();
        let seen = attacks::bishop(king, occupied) | attacks::rook(king, occupied);
        let hiding = seen & board.colors(board.turn());
        let checks = |piece: Piece| from_where[piece.index()];
        let mut spent = false;
        let found = board.visit(self.rules, Stages::ALL, |set| {
            let set = match set {
                MoveSet::Piece { piece, from, to } if !hiding.has(from) => MoveSet::Piece {
                    piece,
                    from,
                    to: to & checks(piece),
                },
                MoveSet::Pawns { step, to } => MoveSet::Pawns {
                    step,
                    to: to & (checks(Piece::Pawn) | shifted(hiding, step)),
                },
                MoveSet::Drop { piece, to } => MoveSet::Drop {
                    piece,
                    to: to & checks(piece),
                },
                set => set,
            };
            for mv in set {
                match self.make(board, mv) {
                    Ok(next) if next.is_mate(self.rules) => return ControlFlow::Break(()),
                    Ok(_) => {}
                    Err(OutOfNodes) => {
                        spent = true;
                        return ControlFlow::Break(());
                    }
                }
            }
            ControlFlow::Continue(())
        });
        if spent {
            Err(OutOfNodes)
        } else {
            Ok(found.is_break())
        }
    }
}

/// Shifts the squares by a step. A wrap over the edge of a rank only adds squares, and the
/// caller keeps only reachable ones.
const fn shifted(set: Bitboard, step: i8) -> Bitboard {
    if step >= 0 {
        Bitboard(set.0 << step)
    } else {
        Bitboard(set.0 >> -step)
    }
}

#[cfg(test)]
mod tests;
