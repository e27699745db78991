//! Parts of a position that a side may be given: the referee's side of the view. This and
//! `referee/` are the only places that read a whole board for a seat.

use super::Blind;
use super::event::{Direction, Directions, Event, Sight, TriesTold};
use super::position::Position;
use super::rules::{Play, Tries};
use super::seat::{self, LogStart, OwnPieces, ReachableSquares, Turn};
use chess::{Bitboard, Board, Color, MoveKind, Piece, Square, Stages};
use std::ops::ControlFlow;

/// The pieces of one side.
#[inline]
pub(super) fn own_pieces(board: &Board, color: Color) -> OwnPieces {
    let mine = board.colors(color);
    OwnPieces {
        color,
        men: Piece::ALL.map(|piece| board.colored_pieces(color, piece)),
        castling: board.castling() & mine,
        promoted: board.promoted() & mine,
        reserve: Piece::DROPPABLE.map(|piece| board.pocket(color, piece)),
    }
}

/// The pieces of the other side that give check, by direction.
pub(super) fn checks(board: &Board) -> Directions {
    let king = board.king(board.turn());
    board
        .checkers()
        .into_iter()
        .fold(Directions::default(), |set, checker| {
            set.with(Direction::between(king, checker))
        })
}

impl Blind {
    /// The legal captures by pawns of the side to move, by their squares.
    pub(super) fn pawn_captures(&self, board: &Board) -> Vec<(Square, Square)> {
        let pawns = board.colored_pieces(board.turn(), Piece::Pawn);
        let mut out = Vec::new();
        let _ = board.visit(self.board_rules(), Stages::CAPTURES, |set| {
            for mv in set {
                let takes = pawns.has(mv.from())
                    && !matches!(mv.kind(), MoveKind::Drop(_))
                    && mv.from().file() != mv.to().file();
                let way = (mv.from(), mv.to());
                if takes && !out.contains(&way) {
                    out.push(way);
                }
            }
            ControlFlow::Continue(())
        });
        out
    }

    /// Returns the announcement of captures by pawns, if the rules have one.
    pub(super) fn tries_told(&self, board: &Board) -> Option<Event> {
        if self.rules.tries == Tries::Untold {
            return None;
        }
        let captures = self.pawn_captures(board);
        Some(Event::PawnTries(match self.rules.tries {
            Tries::Count => TriesTold::Count(captures.len() as u8),
            Tries::Squares => TriesTold::From(captures.iter().map(|(from, _)| *from).collect()),
            Tries::YesNo | Tries::Untold => TriesTold::Any(!captures.is_empty()),
        }))
    }

    /// Returns the full knowledge of the other side's pieces that decides a side's moves if kings
    /// may be captured.
    pub(super) fn truth(position: &Position, color: Color) -> ReachableSquares {
        let theirs = position.board.colors(!color);
        let passed = position
            .passed
            .filter(|_| position.board.turn() == color)
            .map_or(Bitboard::EMPTY, Into::into);
        ReachableSquares {
            men: theirs,
            free: Bitboard::FULL,
            taken: theirs | passed,
        }
    }

    /// Returns the sight of a side in fog: its own pieces' squares and all that they could move to,
    /// whosever turn it is.
    pub(super) fn sight(position: &Position, color: Color) -> Sight {
        let board = &position.board;
        let own = own_pieces(board, color);
        let truth = Self::truth(position, color);
        let mut seen = own.all();
        let mut look = |attempt: super::Attempt| {
            if let super::Attempt::Move { to, .. } = attempt {
                seen |= to.into();
            }
            ControlFlow::Continue(())
        };
        let _ = seat::candidates(&own, &truth, &mut look);
        let _ = seat::tries(&own, &truth, &mut look);
        let mut passed = None;
        if let Some(square) = position.passed.filter(|s| seen.has(*s))
            && board.turn() == color
        {
            // A pawn could take in passing: its victim is seen too.
            let pawns = own.of(Piece::Pawn);
            let from = chess::attacks::pawn(!color, square);
            if pawns.meets(from) {
                passed = Some(square);
                seen |= victim_of(color, square).into();
            }
        }
        Sight {
            seen,
            theirs: Piece::ALL.map(|piece| board.colored_pieces(!color, piece) & seen),
            passed,
        }
    }

    /// The nine squares around one, as a side sees them.
    pub(super) fn window(board: &Board, color: Color, around: Square) -> Sight {
        let seen = chess::attacks::king(around) | around.into();
        Sight {
            seen,
            theirs: Piece::ALL.map(|piece| board.colored_pieces(!color, piece) & seen),
            passed: None,
        }
    }

    /// Returns the beginning of a seat's log.
    pub(super) fn brief(&self, position: &Position, color: Color) -> LogStart {
        let board = &position.board;
        let turn = if board.turn() == color {
            position.turn.clone()
        } else {
            Turn {
                refused: if self.rules.rejected == super::Audience::Both {
                    position.turn.refused
                } else {
                    0
                },
                ..Turn::default()
            }
        };
        let mut opening = Vec::new();
        if self.rules.play == Play::Fog {
            opening.push(Event::Sees(Self::sight(position, color)));
        }
        if self.rules.checks && board.is_check() {
            opening.push(Event::Check(checks(board)));
        }
        opening.extend(self.tries_told(board));
        #[cfg(test)]
        super::fault_injection::into_opening(&mut opening);
        LogStart {
            own: own_pieces(board, color),
            to_move: board.turn(),
            turn,
            reserve: own_pieces(board, !color).reserve,
            opening,
        }
    }
}

/// The pawn that a capture in passing by a colour takes.
pub(super) fn victim_of(color: Color, to: Square) -> Square {
    let index = to.index() as u8;
    Square::wrap(match color {
        Color::White => index.wrapping_sub(8),
        Color::Black => index + 8,
    })
}
