//! The judgement of an attempt: if it is accepted, and if not, the announcement and its audience.

use std::ops::ControlFlow;

use crate::Blind;
use crate::attempt::Attempt;
use crate::event::Refusal;
use crate::position::Position;
use crate::rules::{Any, Audience, Nonsense, Play, Repeated, Touch, Tries, Words};
use crate::seat::{self, ReachableSquares};
use crate::sight::{checks, own_pieces};
use chess::{Bitboard, Board, Move, MoveKind, Piece, attacks};
use contract::game::Flow;

impl Blind {
    /// The move that an attempt would be.
    pub(crate) fn resolved(&self, position: &Position, attempt: Attempt) -> Option<Move> {
        let board = &position.board;
        match attempt {
            Attempt::Move {
                from,
                to,
                promotion: Some(piece),
            } => Some(Move::promotion(from, to, piece)),
            Attempt::Move { from, to, .. } => {
                let own = own_pieces(board, board.turn());
                if let Some((rook, _)) = own.castled(from, to) {
                    return Some(Move::castle(from, rook));
                }
                let pawn = own.of(Piece::Pawn).has(from);
                let passed = position.passed.or(board.en_passant());
                if pawn && passed == Some(to) && from.file() != to.file() {
                    return Some(Move::en_passant(from, to));
                }
                Some(Move::normal(from, to))
            }
            Attempt::Drop { piece, to } => Some(Move::drop(piece, to)),
            _ => None,
        }
    }

    /// The attempt that a legal move is.
    pub(crate) fn attempt_of(mv: Move) -> Attempt {
        match mv.kind() {
            MoveKind::Drop(piece) => Attempt::Drop { piece, to: mv.to() },
            MoveKind::Castle => Attempt::Move {
                from: mv.from(),
                to: mv.castled().0,
                promotion: None,
            },
            _ => Attempt::Move {
                from: mv.from(),
                to: mv.to(),
                promotion: mv.promoted_to(),
            },
        }
    }

    /// Checks that the rules consider the attempt at all.
    pub(crate) fn knows(&self, attempt: Attempt) -> Result<(), &'static str> {
        let rules = self.rules;
        match attempt {
            Attempt::Move { .. } => Ok(()),
            Attempt::Drop { .. } if rules.play == Play::Crazyhouse => Ok(()),
            Attempt::Drop { .. } => Err("nothing is dropped"),
            Attempt::Touch(_) if rules.touch != Touch::Never => Ok(()),
            Attempt::Touch(_) => Err("men are not touched"),
            Attempt::AskAny if rules.any != Any::Never => Ok(()),
            Attempt::AskAny => Err("there is no question for captures by pawns"),
            Attempt::Sense(_) | Attempt::Pass if rules.play == Play::Reconnaissance => Ok(()),
            Attempt::Sense(_) => Err("there is no look at the board"),
            Attempt::Pass => Err("a side must move"),
        }
    }

    /// Visits the attempts that would be accepted and bring the game on.
    pub(crate) fn accepted(
        &self,
        position: &Position,
        visit: &mut dyn FnMut(Attempt) -> Flow,
    ) -> Flow {
        if position.won.is_some() {
            return ControlFlow::Continue(());
        }
        let board = &position.board;
        match self.rules.play {
            Play::Chess | Play::Crazyhouse => {
                let binding = self.rules.touch == Touch::Binding;
                let armed = position.turn.armed.filter(|_| binding);
                let pawns = board.colored_pieces(board.turn(), Piece::Pawn);
                board.visit(self.board_rules(), chess::Stages::ALL, |set| {
                    for mv in set {
                        let bound = position.turn.bound
                            && !(!mv.is_drop()
                                && pawns.has(mv.from())
                                && mv.from().file() != mv.to().file());
                        let held = armed.is_some_and(|square| mv.is_drop() || mv.from() != square);
                        if !bound && !held {
                            visit(Self::attempt_of(mv))?;
                        }
                    }
                    ControlFlow::Continue(())
                })
            }
            Play::Fog => {
                let own = own_pieces(board, board.turn());
                let truth = Self::truth(position, board.turn());
                seat::candidates(&own, &truth, visit)?;
                seat::tries(&own, &truth, visit)
            }
            Play::Reconnaissance => {
                if position.turn.sensed {
                    let own = own_pieces(board, board.turn());
                    seat::candidates(&own, &ReachableSquares::NOTHING, visit)?;
                    seat::tries(&own, &ReachableSquares::NOTHING, visit)?;
                } else {
                    for square in chess::Bitboard::FULL {
                        visit(Attempt::Sense(square))?;
                    }
                }
                visit(Attempt::Pass)
            }
        }
    }

    /// The answer to what one's own pieces rule out.
    pub(super) fn nonsense(&self) -> (Refusal, Audience) {
        match self.rules.nonsense {
            Nonsense::SameWord => (Refusal::Illegal, self.rules.rejected),
            Nonsense::Apart(audience) => (Refusal::Nonsense, audience),
        }
    }

    /// Judges a move: accepted, or refused with the announcement and its audience.
    pub(crate) fn judged(
        &self,
        position: &Position,
        attempt: Attempt,
    ) -> Result<Move, (Refusal, Audience)> {
        let (rules, board, turn) = (self.rules, &position.board, &position.turn);
        let mover = board.turn();
        let own = own_pieces(board, mover);
        let diagonal = match seat::legal_shape(&own, &ReachableSquares::NOTHING, attempt) {
            Some(diagonal) => diagonal,
            None if turn.bound => return Err((Refusal::Nonsense, Audience::Mover)),
            None => {
                let nobody = attempt
                    .from()
                    .is_some_and(|from| own.piece_at(from).is_none());
                if rules.words == Words::Named && nobody {
                    return Err((Refusal::NoSuchPiece, rules.rejected));
                }
                return Err(self.nonsense());
            }
        };
        // Told to the mover alone: it knows that it is bound, and what was refused.
        if turn.waits(&own, &ReachableSquares::NOTHING, attempt) {
            return Err((Refusal::Nonsense, Audience::Mover));
        }
        if rules.touch == Touch::Binding && turn.armed.is_some() && turn.armed != attempt.from() {
            return Err((Refusal::Illegal, rules.rejected));
        }
        if turn.tried.contains(&attempt) {
            match rules.repeated {
                Repeated::Again => {}
                Repeated::Nonsense => return Err(self.nonsense()),
                Repeated::AlreadyTried => return Err((Refusal::AlreadyTried, rules.rejected)),
            }
        }
        let unannounced = diagonal
            && (turn.asked == Some(false)
                || rules.unannounced_try_is_nonsense && self.unannounced(board, attempt));
        let check = board.is_check().then(|| checks(board));
        if seat::ruled_out_by_check(rules, &own, check, attempt) {
            return Err((Refusal::Nonsense, Audience::Mover));
        }
        if unannounced {
            return Err(self.nonsense());
        }
        let mv = self
            .resolved(position, attempt)
            .ok_or((Refusal::Illegal, rules.rejected))?;
        let (legal, exposes) = self.found(position, attempt, mv, diagonal);
        if legal {
            return Ok(mv);
        }
        let refusal = match rules.words {
            Words::Plain => Refusal::Illegal,
            Words::Named if exposes => Refusal::WontHelp,
            Words::Named => Refusal::Illegal,
        };
        Err((refusal, rules.rejected))
    }

    /// Returns true if the announcement of captures by pawns excludes this one.
    fn unannounced(&self, board: &Board, attempt: Attempt) -> bool {
        let captures = self.pawn_captures(board);
        match self.rules.tries {
            Tries::Untold => false,
            Tries::Count | Tries::YesNo => captures.is_empty(),
            Tries::Squares => !captures
                .iter()
                .any(|(from, _)| attempt.from() == Some(*from)),
        }
    }

    /// Of a move that one's own pieces allow: whether it is legal, and whether at most a
    /// pin or a check forbids it. For all pieces but the king both are found out by the
    /// same steps, and without a branch by what is hidden: the time that it takes must
    /// not tell what the answer does not.
    fn found(
        &self,
        position: &Position,
        attempt: Attempt,
        mv: Move,
        diagonal: bool,
    ) -> (bool, bool) {
        let board = &position.board;
        if self.rules.takes_kings() {
            let own = own_pieces(board, board.turn());
            let truth = Self::truth(position, board.turn());
            let legal = seat::legal_shape(&own, &truth, attempt).is_some();
            return (legal, false);
        }
        let king = board.king(board.turn()) == mv.from();
        match mv.kind() {
            MoveKind::Normal | MoveKind::Promotion(_) if !king => {
                let free = is_free(board, mv, diagonal);
                (free & board.keeps_king(mv), free)
            }
            kind => {
                let exposes = match kind {
                    MoveKind::EnPassant => true,
                    MoveKind::Castle => false,
                    _ => board.is_check(),
                };
                (board.is_legal(mv, self.board_rules()), exposes)
            }
        }
    }
}

/// Returns true if no piece of the other side is in the way of a move that one's own pieces allow;
/// a pawn on a diagonal needs one to take.
fn is_free(board: &Board, mv: Move, diagonal: bool) -> bool {
    let mover = board.turn();
    let theirs = board.colors(!mover);
    let pawn = board.colored_pieces(mover, Piece::Pawn).has(mv.from());
    let (from, to) = (mv.from(), mv.to());
    let there = Bitboard::from(to);
    let wrong = match (pawn, diagonal) {
        (true, true) => there - theirs,
        (true, false) => there & theirs,
        _ => Bitboard::EMPTY,
    };
    let way = attacks::between(from, to) & theirs;
    (way | wrong).is_empty()
}
