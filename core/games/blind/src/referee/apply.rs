//! A move that is accepted, and what everybody is told of it.

use super::Ruling;
use crate::Blind;
use crate::attempt::Attempt;
use crate::event::{Event, PieceInfo, Refusal};
use crate::position::Position;
use crate::rules::{Audience, InPassing, Play, Tries};
use crate::seat::{self, ReachableSquares};
use crate::sight::{checks, own_pieces, victim_of};
use chess::{Board, Move, MoveKind, Piece, Square, attacks};
use contract::history::EmptyHistory;

impl Blind {
    /// A move of reconnaissance: sliding pieces stop at the first piece in the way and
    /// take it, and what cannot be done costs the turn.
    pub(super) fn reconnoitre(&self, position: &Position, attempt: Attempt, answer: &mut Ruling) {
        let board = &position.board;
        let mover = board.turn();
        let own = own_pieces(board, mover);
        let shaped = seat::legal_shape(&own, &ReachableSquares::NOTHING, attempt).is_some();
        if !position.turn.sensed || !(shaped || attempt == Attempt::Pass) {
            return self.refuse(attempt, Refusal::Illegal, Audience::Mover, answer);
        }
        let truth = Self::truth(position, mover);
        let fits = |attempt: &Attempt| seat::legal_shape(&own, &truth, *attempt).is_some();
        let done = match attempt {
            Attempt::Move {
                from,
                to,
                promotion,
            } => {
                let shorter = attacks::between(from, to)
                    .into_iter()
                    .filter(|_| own.piece_at(from) != Some(Piece::King))
                    .map(|to| Attempt::Move {
                        from,
                        to,
                        promotion,
                    });
                let ways: Vec<_> = shorter.chain([attempt]).filter(fits).collect();
                let length = |way: &Attempt| match way {
                    Attempt::Move { to, .. } => attacks::between(from, *to).len(),
                    _ => 0,
                };
                ways.into_iter().max_by_key(length)
            }
            _ => None,
        };
        let asked = (attempt != Attempt::Pass).then_some(attempt);
        answer.tell(Audience::Mover, Event::MoveTaken { asked, done });
        match done.and_then(|done| self.resolved(position, done)) {
            Some(mv) => self.make(position, mv, answer),
            None => {
                answer.next = Position::new(board.make_null(), None);
                answer.tell(Audience::Both, Event::Moved(mover));
            }
        }
    }

    pub(super) fn make(&self, position: &Position, mv: Move, answer: &mut Ruling) {
        let events = &mut answer.events;
        answer.next = self.made(position, mv, &mut |audience, event| {
            events.push((audience, event));
        });
    }

    /// A move that is accepted is made, and everybody told what the rules say; what
    /// was attempted before it counts only for how often it was in vain.
    pub(crate) fn made(
        &self,
        position: &Position,
        mv: Move,
        tell: &mut dyn FnMut(Audience, Event),
    ) -> Position {
        let (rules, board) = (self.rules, &position.board);
        let mover = board.turn();
        let captured = board.captured_by(mv);
        tell(Audience::Both, Event::Moved(mover));
        if let (true, MoveKind::Drop(piece)) = (rules.drops, mv.kind()) {
            tell(Audience::Both, Event::Dropped(piece));
        }
        if let Some(captured) = captured {
            self.tell_capture(position, mv, captured.demoted(), captured.piece, tell);
        }
        if captured.is_some_and(|captured| captured.piece == Piece::King) {
            // No board is without a king: it stays as it was.
            return Position {
                won: Some(mover),
                ..Position::new(*board, position.passed)
            };
        }
        if rules.promotion && mv.promoted_to().is_some() {
            tell(Audience::Both, Event::Promoted);
        }
        let next = board.make(mv, self.board_rules());
        let passed = rules.takes_kings().then(|| passed_by(board, mv)).flatten();
        let after = Position::new(next, passed);
        if rules.checks && next.is_check() {
            tell(Audience::Both, Event::Check(checks(&next)));
        }
        if rules.tries != Tries::Untold
            && self.outcome_of(&after, &EmptyHistory).is_none()
            && let Some(tries) = self.tries_told(&next)
        {
            tell(Audience::Both, tries);
        }
        if rules.rebuffs {
            tell(Audience::Both, Event::RebuffCount(position.turn.refused));
        }
        if rules.play == Play::Fog {
            for (audience, color) in [(Audience::Mover, mover), (Audience::Opponent, !mover)] {
                let sight = Self::sight(&after, color);
                tell(audience, Event::Sees(sight));
            }
        }
        after
    }

    fn tell_capture(
        &self,
        position: &Position,
        mv: Move,
        demoted: Piece,
        piece: Piece,
        tell: &mut dyn FnMut(Audience, Event),
    ) {
        let (rules, board) = (self.rules, &position.board);
        let mover = board.turn();
        let in_passing = mv.kind() == MoveKind::EnPassant;
        let named = in_passing && rules.in_passing == InPassing::Named;
        let square = if in_passing && !named {
            victim_of(mover, mv.to())
        } else {
            mv.to()
        };
        // What goes into a reserve is told as what it is there.
        let shown = if rules.play == Play::Crazyhouse {
            demoted
        } else {
            piece
        };
        let by = board.piece_at(mv.from()).unwrap_or(Piece::Pawn);
        let told = |victim, by| Event::Capture {
            square,
            victim,
            by,
            en_passant: named,
        };
        let by = PieceInfo::of(by, rules.captor);
        if rules.play == Play::Fog {
            // The captor has seen what it takes; the other side knows what it loses.
            tell(
                Audience::Mover,
                told(PieceInfo::of(shown, rules.victim), by),
            );
            tell(Audience::Opponent, told(PieceInfo::Hidden, by));
        } else {
            tell(Audience::Both, told(PieceInfo::of(shown, rules.victim), by));
        }
    }
}

/// The square that a double step has passed.
fn passed_by(board: &Board, mv: Move) -> Option<Square> {
    let pawn = board.piece_at(mv.from()) == Some(Piece::Pawn);
    let (from, to) = (mv.from(), mv.to());
    (pawn && !mv.is_drop() && from.rank().index().abs_diff(to.rank().index()) == 2)
        .then(|| attacks::between(from, to).first())
        .flatten()
}
