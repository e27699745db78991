//! Making moves: a new board from an old one.

use super::super::bitboard::Bitboard;
use super::super::moves::{Move, MoveKind};
use super::super::rules::{Captures, Rules};
use super::super::side::{Side, View, for_side};
use super::super::types::{Piece, Square};
use super::zobrist::KEYS;
use super::{Board, CODE, MAN, NO_SQUARE};

/// What a move took off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Captured {
    /// The piece as it stood there.
    pub piece: Piece,
    /// Whether it was marked as promoted.
    pub promoted: bool,
}

impl Captured {
    /// What arrives in a pocket by the usual rule: a promoted piece is a pawn
    /// again.
    #[must_use]
    pub const fn demoted(self) -> Piece {
        if self.promoted {
            Piece::Pawn
        } else {
            self.piece
        }
    }
}

impl Board {
    /// The position after a move that must be legal: nothing is checked, and
    /// after a move that is not the result means nothing.
    #[inline]
    #[must_use]
    pub fn make(&self, mv: Move, rules: &Rules) -> Self {
        for_side!(self.turn, S => self.make_for::<S>(mv, rules))
    }

    /// As [`Self::make`], with a report of what was taken.
    #[inline]
    #[must_use]
    pub fn make_and_report(&self, mv: Move, rules: &Rules) -> (Self, Option<Captured>) {
        (self.make(mv, rules), self.captured_by(mv))
    }

    /// What a legal move takes.
    #[inline]
    #[must_use]
    pub fn captured_by(&self, mv: Move) -> Option<Captured> {
        match mv.kind() {
            MoveKind::Castle | MoveKind::Drop(_) => None,
            MoveKind::EnPassant => Some(Captured {
                piece: Piece::Pawn,
                promoted: false,
            }),
            MoveKind::Normal | MoveKind::Promotion(_) => Some(Captured {
                piece: self.piece_at(mv.to())?,
                promoted: self.promoted().has(mv.to()),
            }),
        }
    }

    /// The position after the side to move has passed; for searching only, and
    /// only without check.
    #[must_use]
    pub fn make_null(&self) -> Self {
        for_side!(self.turn, S => self.next::<S>())
    }

    #[inline(always)]
    pub(in super::super) fn make_for<S: Side>(&self, mv: Move, rules: &Rules) -> Self {
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::Normal => {
                let code = self.code_at(from);
                let mut next = self.moved::<S>(code, code, from, to, rules);
                if code == usize::from(CODE[Piece::Pawn.index()]) {
                    next.after_pawn::<S>(from, to);
                } else if code == usize::from(CODE[Piece::King.index()]) {
                    next.lose_castling(S::FIRST_RANK);
                }
                next
            }
            MoveKind::Castle => self.make_castle::<S>(from, to),
            MoveKind::EnPassant => self.make_en_passant::<S>(from, to, rules),
            MoveKind::Promotion(piece) => self.make_promotion::<S>(piece, from, to, rules),
            MoveKind::Drop(piece) => self.make_drop::<S>(piece, to),
        }
    }

    /// An ordinary move of a piece whose kind is known.
    #[inline(always)]
    pub(in super::super) fn make_piece<S: Side>(
        &self,
        piece: Piece,
        from: Square,
        to: Square,
        rules: &Rules,
    ) -> Self {
        let code = usize::from(CODE[piece.index()]);
        let mut next = self.moved::<S>(code, code, from, to, rules);
        match piece {
            Piece::Pawn => next.after_pawn::<S>(from, to),
            Piece::King => next.lose_castling(S::FIRST_RANK),
            _ => {}
        }
        next
    }

    #[inline(always)]
    pub(in super::super) fn make_promotion<S: Side>(
        &self,
        piece: Piece,
        from: Square,
        to: Square,
        rules: &Rules,
    ) -> Self {
        let pawn = usize::from(CODE[Piece::Pawn.index()]);
        let code = usize::from(CODE[piece.index()]);
        let mut next = self.moved::<S>(pawn, code, from, to, rules);
        next.halfmove = 0;
        if rules.mark_promoted {
            next.mark_promoted(to);
        }
        next
    }

    #[inline(always)]
    pub(in super::super) fn make_en_passant<S: Side>(
        &self,
        from: Square,
        to: Square,
        rules: &Rules,
    ) -> Self {
        let mut next = self.next::<S>();
        next.remove(from);
        next.remove(to.offset(-S::AHEAD));
        next.put(S::COLOR, Piece::Pawn, to);
        next.halfmove = 0;
        if rules.captures == Captures::ToPocket {
            next.pocket_one::<S>(Piece::Pawn);
        }
        next
    }

    #[inline(always)]
    pub(in super::super) fn make_castle<S: Side>(&self, king: Square, rook: Square) -> Self {
        let (king_to, rook_to) = View::<S>::castled(king, rook);
        let mut next = self.next::<S>();
        next.remove(king);
        next.remove(rook);
        next.put(S::COLOR, Piece::King, king_to);
        next.put(S::COLOR, Piece::Rook, rook_to);
        next.lose_castling(S::FIRST_RANK);
        next
    }

    #[inline(always)]
    pub(in super::super) fn make_drop<S: Side>(&self, piece: Piece, to: Square) -> Self {
        let mut next = self.next::<S>();
        let code = CODE[piece.index()];
        for (bit, plane) in next.planes.iter_mut().enumerate() {
            *plane |= u64::from(code >> bit & 1) << to.index();
        }
        if !S::WHITE {
            next.black |= to.bit();
        }
        let key = KEYS.men[S::COLOR.index()][usize::from(code)][to.index()];
        let held = KEYS.in_pocket(S::COLOR, piece);
        next.hash = next.hash.wrapping_add(key).wrapping_sub(held);
        let count = &mut next.pockets[S::COLOR.index()][piece.index()];
        *count = count.wrapping_sub(1);
        if piece == Piece::Pawn {
            next.halfmove = 0;
        }
        next
    }

    /// The same men with the other side to move.
    #[inline(always)]
    fn next<S: Side>(&self) -> Self {
        let mut next = *self;
        let turn = KEYS.black_to_move;
        next.turn = S::Other::COLOR;
        next.hash = if S::WHITE {
            next.hash.wrapping_add(turn)
        } else {
            next.hash.wrapping_sub(turn)
        };
        if let Some(square) = self.en_passant() {
            let key = KEYS.en_passant[square.file().index()];
            next.hash = next.hash.wrapping_sub(key);
            next.en_passant = NO_SQUARE;
        }
        next.halfmove = self.halfmove.saturating_add(1);
        if !S::WHITE {
            next.fullmove = self.fullmove.saturating_add(1);
        }
        next
    }

    /// A man goes from `from` to `to`, perhaps becomes another on the way, and
    /// takes what stands there.
    #[inline(always)]
    fn moved<S: Side>(
        &self,
        old: usize,
        new: usize,
        from: Square,
        to: Square,
        rules: &Rules,
    ) -> Self {
        let taken = self.code_at(to);
        let touched = from.bit() | to.bit();
        let mut next = self.next::<S>();
        for (bit, plane) in next.planes.iter_mut().enumerate() {
            *plane = *plane & !touched | ((new >> bit & 1) as u64) << to.index();
        }
        next.black = if S::WHITE {
            next.black & !to.bit()
        } else {
            next.black & !from.bit() | to.bit()
        };
        let (ours, theirs) = (
            &KEYS.men[S::COLOR.index()],
            &KEYS.men[S::Other::COLOR.index()],
        );
        next.hash = next
            .hash
            .wrapping_sub(ours[old][from.index()])
            .wrapping_add(ours[new][to.index()])
            .wrapping_sub(theirs[taken][to.index()]);
        if taken != 0 {
            next.halfmove = 0;
        }
        if self.castling & touched != 0 {
            next.lose_castling(touched);
        }
        if taken != 0 && rules.captures == Captures::ToPocket {
            let promoted = self.promoted().has(to);
            if let Some(piece) = MAN[taken] {
                next.pocket_one::<S>(Captured { piece, promoted }.demoted());
            }
        }
        if self.promoted & touched != 0 {
            next.move_mark(from, to);
        }
        next
    }

    /// The double step, and the count of a pawn's move.
    #[inline(always)]
    fn after_pawn<S: Side>(&mut self, from: Square, to: Square) {
        self.halfmove = 0;
        let between = from.offset(S::AHEAD);
        if to == between.offset(S::AHEAD) {
            let beside = super::super::attacks::pawn(S::COLOR, between);
            let view = self.view::<S::Other>();
            if beside.meets(view.pawns() & view.us) {
                self.offer_en_passant::<S::Other>(between);
            }
        }
    }

    /// The mark of promotion goes with its piece, or ends with it.
    #[cold]
    fn move_mark(&mut self, from: Square, to: Square) {
        let marked = Bitboard(self.promoted);
        if marked.has(to) {
            self.hash = self.hash.wrapping_sub(KEYS.promoted[to.index()]);
            self.promoted &= !to.bit();
        }
        if marked.has(from) {
            self.hash = self.hash.wrapping_sub(KEYS.promoted[from.index()]);
            self.promoted &= !from.bit();
            self.mark_promoted(to);
        }
    }

    /// A pocket that is full (255 of a kind) stays so.
    #[inline(always)]
    fn pocket_one<S: Side>(&mut self, piece: Piece) {
        let count = &mut self.pockets[S::COLOR.index()][piece.index()];
        if *count < u8::MAX {
            *count += 1;
            let key = KEYS.in_pocket(S::COLOR, piece);
            self.hash = self.hash.wrapping_add(key);
        }
    }
}
