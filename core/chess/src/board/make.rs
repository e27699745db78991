//! Making moves: a new board from an old one.

use std::marker::PhantomData;

use super::super::attacks;
use super::super::moves::{Move, MoveKind};
use super::super::rules::{Captures, Rules};
use super::super::side::{Side, for_side};
use super::super::types::{Piece, Square};
use super::zobrist::KEYS;
use super::{Board, CODE, MAN, Pockets, Position, Record};

/// The piece that a move captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Captured {
    /// The piece on the board.
    pub piece: Piece,
    /// True if it was marked as promoted.
    pub promoted: bool,
}

impl Captured {
    /// Returns the piece that goes into a pocket by the usual rule: a promoted piece is a
    /// pawn again.
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
    /// Returns the position after a legal move. Legality is not checked; the result for any
    /// other move is meaningless.
    #[inline]
    #[must_use]
    pub fn make(&self, mv: Move, rules: &Rules) -> Self {
        let next = for_side!(self.turn(), S => self.0.make::<S>(mv, rules));
        Self(match rules.exposed_kings {
            true => next.without_rights_of_the_fallen(),
            false => next,
        })
    }

    /// Makes a move as [`Self::make`] does, and also returns the captured piece.
    #[inline]
    #[must_use]
    pub fn make_and_report(&self, mv: Move, rules: &Rules) -> (Self, Option<Captured>) {
        (self.make(mv, rules), self.captured_by(mv))
    }

    /// Returns the piece that a legal move captures.
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

    /// Returns true if a legal move captures a king.
    #[must_use]
    pub fn takes_king(&self, mv: Move) -> bool {
        self.captured_by(mv)
            .is_some_and(|taken| taken.piece == Piece::King)
    }

    /// Returns the position after a null move; for search only, and only out of check.
    #[must_use]
    pub fn make_null(&self) -> Self {
        Self(for_side!(self.turn(), S => self.0.passed::<S>().0))
    }
}

impl<P: Pockets, R: Record> Position<P, R> {
    #[inline(always)]
    pub(in super::super) fn make<S: Side>(&self, mv: Move, rules: &Rules) -> Self {
        let (from, to) = (mv.from(), mv.to());
        let passed = self.passed::<S>();
        match mv.kind() {
            MoveKind::Normal => {
                let code = self.code_at(from);
                let pawn = code == code_of(Piece::Pawn);
                let mut next = passed.moved(code, code, from, to, false, rules);
                if pawn {
                    return next.after_pawn::<S>(from, to);
                }
                if code == code_of(Piece::King) {
                    next.lose_castling(S::FIRST_RANK);
                }
                next
            }
            MoveKind::Castle => passed.castle(from, to),
            MoveKind::EnPassant => passed.en_passant(from, to, rules),
            MoveKind::Promotion(piece) => passed.promotion(piece, from, to, rules),
            MoveKind::Drop(piece) => passed.drop(piece, to),
        }
    }

    /// Makes the part that all moves of a position share, so that it is done once for
    /// several moves.
    #[inline(always)]
    pub(in super::super) fn passed<S: Side>(&self) -> Passed<S, P, R> {
        let mut next = *self;
        next.withdraw_en_passant();
        next.record.pass::<S>();
        Passed(next, PhantomData)
    }

    /// Returns the position with the square of en passant, if the move that led to it was a
    /// double step of `S` and can be answered so. By value, so that only one that changes
    /// has to be in memory.
    #[inline(always)]
    fn after_pawn<S: Side>(self, from: Square, to: Square) -> Self {
        let between = from.offset(S::AHEAD);
        if to == between.offset(S::AHEAD) {
            let beside = attacks::pawn(S::COLOR, between);
            let view = self.view::<S::Other>();
            if beside.meets(view.pawns() & view.us) {
                let mut offered = self;
                offered.offer_en_passant::<S::Other>(between);
                return offered;
            }
        }
        self
    }

    /// Moves the mark of promotion with its piece, and clears that of a captured piece.
    #[inline(always)]
    fn move_mark(&mut self, from: Square, to: Square) {
        let marked = self.pockets.promoted();
        if marked.has(to) {
            self.unmark_promoted(to);
        }
        if marked.has(from) {
            self.unmark_promoted(from);
            self.mark_promoted(to);
        }
    }

    /// Adds one piece to the pocket; a full pocket (255 of a kind) stays unchanged.
    #[inline(always)]
    fn pocket_one<S: Side>(&mut self, piece: Piece) {
        if self.pocket(S::COLOR, piece) < u8::MAX {
            self.change_pocket(S::COLOR, piece, 1);
        }
    }

    /// Puts a piece that was [lifted](Passed::lift) on an empty square, as a drop does, whatever
    /// square it is on already: one position for all squares, of which only what differs is
    /// written. The piece is to be known where this is compiled.
    #[inline(always)]
    pub(in super::super) fn land<S: Side>(&mut self, lifted: &Self, piece: Piece, to: Square) {
        let code = code_of(piece);
        for (number, (plane, before)) in self.planes.iter_mut().zip(lifted.planes).enumerate() {
            if code >> number & 1 != 0 {
                *plane = before | to.bit();
            }
        }
        if !S::WHITE {
            self.black = lifted.black | to.bit();
        }
        self.record = lifted.record;
        self.record
            .add(KEYS.men[S::COLOR.index()][code][to.index()]);
    }
}

/// The position before a move of `S`, with the counters and the side to move after it.
pub(in super::super) struct Passed<S, P, R>(Position<P, R>, PhantomData<S>);

impl<S: Side, P: Pockets, R: Record> Passed<S, P, R> {
    /// Makes an ordinary move of a piece of known kind, other than a pawn. If it is known
    /// to be `quiet`, to an empty square, most of it is the same for all destinations.
    #[inline(always)]
    pub(in super::super) fn piece(
        &self,
        piece: Piece,
        from: Square,
        to: Square,
        quiet: bool,
        rules: &Rules,
    ) -> Position<P, R> {
        let code = code_of(piece);
        let mut next = self.moved(code, code, from, to, quiet, rules);
        if piece == Piece::King {
            next.lose_castling(S::FIRST_RANK);
        }
        next
    }

    /// Makes a pawn move in one direction, without promotion.
    #[inline(always)]
    pub(in super::super) fn pawn(&self, step: i8, to: Square, rules: &Rules) -> Position<P, R> {
        let from = to.offset(-step);
        let code = code_of(Piece::Pawn);
        if step != S::AHEAD && step != 2 * S::AHEAD {
            return self.moved(code, code, from, to, false, rules);
        }
        // A step ahead captures nothing, and a pawn has no mark and no castling right to
        // lose.
        let mut next = self.0;
        let touched = from.bit() | to.bit();
        next.planes[0] ^= touched;
        if !S::WHITE {
            next.black ^= touched;
        }
        let ours = &KEYS.men[S::COLOR.index()][code];
        next.record.subtract(ours[from.index()]);
        next.record.add(ours[to.index()]);
        next.record.begin_anew();
        if step == 2 * S::AHEAD {
            return next.after_pawn::<S>(from, to);
        }
        next
    }

    #[inline(always)]
    pub(in super::super) fn promotion(
        &self,
        piece: Piece,
        from: Square,
        to: Square,
        rules: &Rules,
    ) -> Position<P, R> {
        let (pawn, code) = (code_of(Piece::Pawn), code_of(piece));
        let mut next = self.moved(pawn, code, from, to, false, rules);
        if rules.mark_promoted {
            next.mark_promoted(to);
        }
        next
    }

    pub(in super::super) fn en_passant(
        &self,
        from: Square,
        to: Square,
        rules: &Rules,
    ) -> Position<P, R> {
        let mut next = self.0;
        next.record.begin_anew();
        next.remove(from);
        next.remove(to.offset(-S::AHEAD));
        next.put(S::COLOR, Piece::Pawn, to);
        if P::KEPT && rules.captures == Captures::ToPocket {
            next.pocket_one::<S>(Piece::Pawn);
        }
        next
    }

    pub(in super::super) fn castle(&self, king: Square, rook: Square) -> Position<P, R> {
        let (king_to, rook_to) = Move::castle(king, rook).castled();
        let mut next = self.0;
        next.remove(king);
        next.remove(rook);
        next.put(S::COLOR, Piece::King, king_to);
        next.put(S::COLOR, Piece::Rook, rook_to);
        next.lose_castling(S::FIRST_RANK);
        next
    }

    #[inline(always)]
    pub(in super::super) fn drop(&self, piece: Piece, to: Square) -> Position<P, R> {
        let mut next = self.lift(piece);
        let code = code_of(piece);
        next.planes = set_code(next.planes, code, to);
        if !S::WHITE {
            next.black |= to.bit();
        }
        next.record
            .add(KEYS.men[S::COLOR.index()][code][to.index()]);
        next
    }

    /// Takes a piece out of the pocket, to be [put](Position::land) on a square.
    #[inline(always)]
    pub(in super::super) fn lift(&self, piece: Piece) -> Position<P, R> {
        let mut next = self.0;
        next.pockets.add(S::COLOR, piece, 1_u64.wrapping_neg());
        next.record.subtract(KEYS.in_pocket(S::COLOR, piece));
        if piece == Piece::Pawn {
            next.record.begin_anew();
        }
        next
    }

    /// Moves a piece from `from` to `to`, promotes it if `new` differs from `old`, and
    /// captures the piece there unless the move is `quiet`.
    #[inline(always)]
    fn moved(
        &self,
        old: usize,
        new: usize,
        from: Square,
        to: Square,
        quiet: bool,
        rules: &Rules,
    ) -> Position<P, R> {
        let mut next = self.0;
        let (taken, touched) = if quiet {
            (0, from.bit())
        } else {
            (next.code_at(to), from.bit() | to.bit())
        };
        next.planes = set_code(next.planes.map(|plane| plane & !touched), new, to);
        if !S::WHITE {
            next.black = next.black & !from.bit() | to.bit();
        } else if !quiet {
            next.black &= !to.bit();
        }
        let (ours, theirs) = (
            &KEYS.men[S::COLOR.index()],
            &KEYS.men[S::Other::COLOR.index()],
        );
        next.record.subtract(ours[old][from.index()]);
        next.record.add(ours[new][to.index()]);
        next.record.subtract(theirs[taken][to.index()]);
        if old == code_of(Piece::Pawn) || taken != 0 {
            next.record.begin_anew();
        }
        next.lose_castling(touched);
        if P::KEPT {
            let promoted = next.pockets.promoted();
            if rules.captures == Captures::ToPocket
                && let Some(piece) = MAN[taken]
            {
                let promoted = promoted.has(to);
                next.pocket_one::<S>(Captured { piece, promoted }.demoted());
            }
            if promoted.0 & touched != 0 {
                next.move_mark(from, to);
            }
        }
        next
    }
}

#[inline(always)]
const fn code_of(piece: Piece) -> usize {
    CODE[piece.index()] as usize
}

/// Puts a piece on an empty square of the planes.
#[inline(always)]
fn set_code(planes: [u64; 3], code: usize, square: Square) -> [u64; 3] {
    let bit = |plane: usize| ((code >> plane & 1) as u64) << square.index();
    [planes[0] | bit(0), planes[1] | bit(1), planes[2] | bit(2)]
}
