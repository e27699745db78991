//! Legality of one move, and destinations of one piece.

use super::super::attacks;
use super::super::bitboard::Bitboard;
use super::super::board::Board;
use super::super::moves::{Move, MoveKind};
use super::super::rules::Rules;
use super::super::side::{Side, View, for_side};
use super::super::types::{Piece, Square};
use super::{Checks, KingMoves, PawnMoves};

impl Board {
    /// Returns true if a move is legal.
    #[inline]
    #[must_use]
    pub fn is_legal(&self, mv: Move, rules: &Rules) -> bool {
        self.is_legal_with(&self.checks_under(rules), mv, rules)
    }

    /// Tests as [`Self::is_legal`], with the checks and pins given.
    #[must_use]
    pub fn is_legal_with(&self, checks: &Checks, mv: Move, rules: &Rules) -> bool {
        for_side!(self.turn(), S => self.is_legal_for::<S>(checks, mv, rules))
    }

    /// Returns the legal destinations of the piece on a square of the side to move. A
    /// castling king goes to the square of the rook.
    #[must_use]
    pub fn legal_from(&self, from: Square, rules: &Rules) -> Bitboard {
        for_side!(self.turn(), S => {
            let view = self.view::<S>();
            let checks = Checks::under(&view, rules);
            let Some(piece) = self.piece_at(from).filter(|_| view.us.has(from)) else {
                return Bitboard::EMPTY;
            };
            let mut to = reach(&view, &checks, piece, from);
            match (piece, self.en_passant()) {
                (Piece::King, _) => to |= self.position().castling_targets(&view, &checks),
                (Piece::Pawn, Some(square)) if self.position().en_passant_sources::<S>(square).has(from) => {
                    to |= square.into();
                }
                _ => {}
            }
            to
        })
    }

    /// Returns the legal squares for a drop of a piece of the side to move.
    #[must_use]
    pub fn legal_drops(&self, piece: Piece, rules: &Rules) -> Bitboard {
        if piece == Piece::King || self.pocket(self.turn(), piece) == 0 {
            return Bitboard::EMPTY;
        }
        for_side!(self.turn(), S => {
            let view = self.view::<S>();
            self.position().drop_targets(&view, &Checks::under(&view, rules), rules, piece)
        })
    }

    fn is_legal_for<S: Side>(&self, checks: &Checks, mv: Move, rules: &Rules) -> bool {
        let view = self.view::<S>();
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::Drop(piece) => {
                self.pocket(S::COLOR, piece) > 0
                    && self
                        .position()
                        .drop_targets(&view, checks, rules, piece)
                        .has(to)
            }
            MoveKind::Castle => {
                from == view.king() && self.position().castling_targets(&view, checks).has(to)
            }
            MoveKind::EnPassant => {
                self.en_passant() == Some(to)
                    && self.position().en_passant_sources::<S>(to).has(from)
            }
            MoveKind::Normal | MoveKind::Promotion(_) => {
                let Some(piece) = self.piece_at(from).filter(|_| view.us.has(from)) else {
                    return false;
                };
                let promotes = piece == Piece::Pawn && Bitboard(S::LAST_RANK).has(to);
                promotes == mv.promoted_to().is_some() && reach(&view, checks, piece, from).has(to)
            }
        }
    }
}

/// Returns the destinations of a piece, castling and en passant excluded.
fn reach<S: Side>(view: &View<S>, checks: &Checks, piece: Piece, from: Square) -> Bitboard {
    let occupied = view.occupied;
    let reached = match piece {
        Piece::King => return KingMoves::steps(view, checks, !view.us),
        Piece::Pawn => {
            let moves = PawnMoves::new(view, checks, from.into());
            return moves.single | moves.double | moves.left | moves.right;
        }
        Piece::Knight => attacks::knight(from),
        Piece::Bishop => attacks::bishop(from, occupied),
        Piece::Rook => attacks::rook(from, occupied),
        Piece::Queen => attacks::bishop(from, occupied) | attacks::rook(from, occupied),
    };
    reached & checks.allowed(view, from, checks.mask - view.us)
}
