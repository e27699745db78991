//! Checks and pins, computed when moves are generated and not when they are made: perft's
//! last ply and a search's cut-offs never need them.

use super::super::attacks;
use super::super::bitboard::Bitboard;
use super::super::board::Board;
use super::super::moves::{Move, MoveKind};
use super::super::rules::Rules;
use super::super::side::{Side, View, for_side};
use super::super::types::{Color, Piece, Square};

/// Checks and pins of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checks {
    /// The pieces that give check.
    pub checkers: Bitboard,
    /// Our pieces that must not leave the line to our king.
    pub pinned: Bitboard,
    /// Legal destinations of pieces other than the king: everywhere; in check, between or
    /// onto the checker; in double check, nowhere.
    pub mask: Bitboard,
    /// True if the king may go into check.
    pub(super) exposed: bool,
}

impl Checks {
    /// Returns `target`, for a pinned piece only the part on its line.
    #[inline(always)]
    pub(super) fn allowed<S: Side>(
        &self,
        view: &View<S>,
        from: Square,
        target: Bitboard,
    ) -> Bitboard {
        if self.pinned.has(from) {
            target & attacks::line(view.king(), from)
        } else {
            target
        }
    }

    #[inline(always)]
    pub(in super::super) fn new<S: Side>(view: &View<S>) -> Self {
        let king = view.king();
        let mut checkers = (attacks::knight(king) & view.knights()
            | attacks::pawn(S::COLOR, king) & view.pawns())
            & view.them;
        let snipers = (attacks::bishop_rays(king) & view.diagonal()
            | attacks::rook_rays(king) & view.straight())
            & view.them;
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers {
            let hidden = attacks::between(king, sniper) & view.occupied;
            if hidden.is_empty() {
                checkers |= sniper.into();
            } else if !hidden.more_than_one() {
                pinned |= hidden;
            }
        }
        let mask = match checkers.first() {
            None => Bitboard::FULL,
            Some(_) if checkers.more_than_one() => Bitboard::EMPTY,
            Some(checker) => attacks::between(king, checker) | checkers,
        };
        Self {
            checkers,
            pinned: pinned & view.us,
            mask,
            exposed: false,
        }
    }

    /// Returns the checks and pins as far as they forbid moves.
    #[inline(always)]
    pub(in super::super) fn under<S: Side>(view: &View<S>, rules: &Rules) -> Self {
        let checks = Self::new(view);
        if !rules.exposed_kings {
            return checks;
        }
        // Without its king a side has lost and has no move.
        let mask = match view.kings().meets(view.us) {
            true => Bitboard::FULL,
            false => Bitboard::EMPTY,
        };
        Self {
            pinned: Bitboard::EMPTY,
            mask,
            exposed: true,
            ..checks
        }
    }
}

impl Board {
    /// Returns the checks and pins of the side to move.
    #[inline]
    #[must_use]
    pub fn checks(&self) -> Checks {
        for_side!(self.turn(), S => Checks::new(&self.view::<S>()))
    }

    /// Returns the checks and pins of the side to move as far as they forbid moves: no pin where
    /// kings may be captured.
    #[inline]
    #[must_use]
    pub fn checks_under(&self, rules: &Rules) -> Checks {
        for_side!(self.turn(), S => Checks::under(&self.view::<S>(), rules))
    }

    /// Returns true if checks and pins let a piece other than the king make the move: a
    /// pseudo-legal move that is not en passant is legal if this holds. Takes the same
    /// steps for every piece.
    #[must_use]
    pub fn keeps_king(&self, mv: Move) -> bool {
        for_side!(self.turn(), S => {
            let view = self.view::<S>();
            let checks = Checks::new(&view);
            let line = attacks::line(view.king(), mv.from());
            // All squares if the piece is pinned and none if not, by arithmetic, so that
            // the compiler emits no branch.
            let pinned = checks.pinned.0 >> mv.from().index() & 1;
            let held = Bitboard(pinned.wrapping_neg());
            (checks.mask - (held - line)).has(mv.to())
        })
    }

    /// Returns the pieces that give check to the side to move; none if its king was captured.
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        for_side!(self.turn(), S => {
            let view = self.view::<S>();
            match view.kings().meets(view.us) {
                true => view.attackers(view.king(), view.occupied),
                false => Bitboard::EMPTY,
            }
        })
    }

    /// Returns true if the side to move is in check.
    #[inline]
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// Returns the pieces of the side to move that must not leave the line to their king.
    #[must_use]
    pub fn pinned(&self) -> Bitboard {
        self.checks().pinned
    }

    /// Returns the pieces of both sides that attack a square, with `occupied` as the
    /// blockers.
    #[must_use]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let white = self.view::<super::super::side::White>();
        let black = self.view::<super::super::side::Black>();
        white.attackers(square, occupied) | black.attackers(square, occupied)
    }

    /// Returns true if a piece of a colour attacks a square.
    #[must_use]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        for_side!(!by, S => self.view::<S>().attackers(square, self.occupied()).any())
    }

    /// Returns the squares from which a piece of the side to move would give check.
    #[must_use]
    pub fn check_squares(&self, piece: Piece) -> Bitboard {
        for_side!(self.turn(), S => check_squares(&self.view::<S>(), piece))
    }

    /// Returns the squares from which each piece of the side to move would give check, by
    /// the index of the piece.
    #[inline]
    #[must_use]
    pub fn all_check_squares(&self) -> [Bitboard; 6] {
        let king = self.king(!self.turn());
        let bishop = attacks::bishop(king, self.occupied());
        let rook = attacks::rook(king, self.occupied());
        [
            attacks::pawn(!self.turn(), king),
            attacks::knight(king),
            bishop,
            rook,
            bishop | rook,
            Bitboard::EMPTY,
        ]
    }

    /// Returns true if a legal move gives check.
    #[must_use]
    pub fn gives_check(&self, mv: Move, rules: &Rules) -> bool {
        self.checked_by(mv, rules).is_some()
    }

    /// Returns the position after a legal move that gives check; `None` for any other. Where kings
    /// may be captured, the other one may be in check already.
    pub(in super::super) fn checked_by(&self, mv: Move, rules: &Rules) -> Option<Self> {
        let may = rules.exposed_kings || self.may_give_check(mv);
        may.then(|| self.make(mv, rules)).filter(Self::is_check)
    }

    /// Returns false if a move cannot give check, without making it: neither does its piece, nor
    /// does it leave a line on which a piece behind it could.
    fn may_give_check(&self, mv: Move) -> bool {
        let piece = match mv.kind() {
            MoveKind::Castle | MoveKind::EnPassant | MoveKind::Promotion(_) => return true,
            MoveKind::Drop(piece) => return self.check_squares(piece).has(mv.to()),
            MoveKind::Normal => self.piece_at(mv.from()).unwrap_or(Piece::Pawn),
        };
        let king = self.king(!self.turn());
        let ours = self.colors(self.turn());
        let queens = self.pieces(Piece::Queen);
        let behind = |rays: Bitboard, sliders: Bitboard| {
            rays.has(mv.from()) && (sliders | queens).meets(rays & ours)
        };
        self.check_squares(piece).has(mv.to())
            || behind(attacks::bishop_rays(king), self.pieces(Piece::Bishop))
            || behind(attacks::rook_rays(king), self.pieces(Piece::Rook))
    }
}

#[inline(always)]
pub(super) fn check_squares<S: Side>(view: &View<S>, piece: Piece) -> Bitboard {
    let king = view.their_king();
    match piece {
        Piece::Pawn => attacks::pawn(!S::COLOR, king),
        Piece::Knight => attacks::knight(king),
        Piece::Bishop => attacks::bishop(king, view.occupied),
        Piece::Rook => attacks::rook(king, view.occupied),
        Piece::Queen => attacks::bishop(king, view.occupied) | attacks::rook(king, view.occupied),
        Piece::King => Bitboard::EMPTY,
    }
}
