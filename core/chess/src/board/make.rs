//! Making moves: a new board from an old one.

use std::marker::PhantomData;

use super::super::attacks;
use super::super::moves::{Move, MoveKind};
use super::super::rules::{Captures, Rules};
use super::super::side::{Side, for_side};
use super::super::types::{Piece, Square};
use super::zobrist::KEYS;
use super::{Board, CODE, EN_PASSANT, FULLMOVE, HALFMOVE, MAN, NO_SQUARE, pocket_shift};

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
        for_side!(self.turn(), S => self.make_for::<S>(mv, rules))
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

    /// Returns the position after a null move; for search only, and only out of check.
    #[must_use]
    pub fn make_null(&self) -> Self {
        for_side!(self.turn(), S => self.passed::<S>().0)
    }

    #[inline(always)]
    fn make_for<S: Side>(&self, mv: Move, rules: &Rules) -> Self {
        let (from, to) = (mv.from(), mv.to());
        let passed = self.passed::<S>();
        match mv.kind() {
            MoveKind::Normal => {
                let code = self.code_at(from);
                let pawn = code == code_of(Piece::Pawn);
                let mut next = passed.moved(code, code, from, to, pawn, rules);
                if pawn {
                    next.after_pawn::<S>(from, to);
                } else if code == code_of(Piece::King) {
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
    pub(in super::super) fn passed<S: Side>(&self) -> Passed<S> {
        let turn = KEYS.black_to_move;
        let mut hash = if S::WHITE {
            self.hash.wrapping_add(turn)
        } else {
            self.hash.wrapping_sub(turn)
        };
        if let Some(square) = self.en_passant() {
            let key = KEYS.en_passant[square.file().index()];
            hash = hash.wrapping_sub(key);
        }
        let halfmove = self.halfmove().saturating_add(1);
        let fullmove = self.fullmove().saturating_add(u32::from(!S::WHITE));
        let clock = u64::from(S::WHITE)
            | NO_SQUARE << EN_PASSANT
            | u64::from(halfmove) << HALFMOVE
            | u64::from(fullmove) << FULLMOVE;
        Passed(
            Self {
                hash,
                clock,
                ..*self
            },
            PhantomData,
        )
    }

    /// Sets the en passant square after a double step.
    #[inline(always)]
    fn after_pawn<S: Side>(&mut self, from: Square, to: Square) {
        let between = from.offset(S::AHEAD);
        if to == between.offset(S::AHEAD) {
            let beside = attacks::pawn(S::COLOR, between);
            let view = self.view::<S::Other>();
            if beside.meets(view.pawns() & view.us) {
                self.offer_en_passant::<S::Other>(between);
            }
        }
    }

    /// Moves the mark of promotion with its piece, and clears that of a captured piece.
    fn move_mark(&mut self, from: Square, to: Square) {
        let marked = self.promoted();
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

    /// Adds one piece to the pocket; a full pocket (255 of a kind) stays unchanged.
    #[inline(always)]
    fn pocket_one<S: Side>(&mut self, piece: Piece) {
        if self.pocket(S::COLOR, piece) < u8::MAX {
            self.pockets[S::COLOR.index()] += 1 << pocket_shift(piece);
            let key = KEYS.in_pocket(S::COLOR, piece);
            self.hash = self.hash.wrapping_add(key);
        }
    }
}

/// The pieces before a move of `S`, with the clock and the side to move after it.
pub(in super::super) struct Passed<S>(Board, PhantomData<S>);

impl<S: Side> Passed<S> {
    /// Makes an ordinary move of a piece of known kind, other than a pawn.
    #[inline(always)]
    pub(in super::super) fn piece(
        &self,
        piece: Piece,
        from: Square,
        to: Square,
        rules: &Rules,
    ) -> Board {
        let code = code_of(piece);
        let mut next = self.moved(code, code, from, to, false, rules);
        if piece == Piece::King {
            next.lose_castling(S::FIRST_RANK);
        }
        next
    }

    /// Makes a pawn move in one direction, without promotion.
    #[inline(always)]
    pub(in super::super) fn pawn(&self, step: i8, to: Square, rules: &Rules) -> Board {
        let from = to.offset(-step);
        let code = code_of(Piece::Pawn);
        if step != S::AHEAD && step != 2 * S::AHEAD {
            return self.moved(code, code, from, to, true, rules);
        }
        // A step ahead captures nothing, and a pawn has no mark and no castling right to
        // lose.
        let next = self.0;
        let touched = from.bit() | to.bit();
        let ours = &KEYS.men[S::COLOR.index()][code];
        let mut next = Board {
            planes: [next.planes[0] ^ touched, next.planes[1], next.planes[2]],
            black: if S::WHITE {
                next.black
            } else {
                next.black ^ touched
            },
            hash: next
                .hash
                .wrapping_sub(ours[from.index()])
                .wrapping_add(ours[to.index()]),
            clock: without_halfmove(next.clock),
            ..next
        };
        if step == 2 * S::AHEAD {
            next.after_pawn::<S>(from, to);
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
    ) -> Board {
        let (pawn, code) = (code_of(Piece::Pawn), code_of(piece));
        let mut next = self.moved(pawn, code, from, to, true, rules);
        if rules.mark_promoted {
            next.mark_promoted(to);
        }
        next
    }

    pub(in super::super) fn en_passant(&self, from: Square, to: Square, rules: &Rules) -> Board {
        let mut next = self.0;
        next.clock = without_halfmove(next.clock);
        next.remove(from);
        next.remove(to.offset(-S::AHEAD));
        next.put(S::COLOR, Piece::Pawn, to);
        if rules.captures == Captures::ToPocket {
            next.pocket_one::<S>(Piece::Pawn);
        }
        next
    }

    pub(in super::super) fn castle(&self, king: Square, rook: Square) -> Board {
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
    pub(in super::super) fn drop(&self, piece: Piece, to: Square) -> Board {
        let next = self.0;
        let code = code_of(piece);
        let mut pockets = next.pockets;
        let held = &mut pockets[S::COLOR.index()];
        *held = held.wrapping_sub(1 << pocket_shift(piece));
        let pawn = piece == Piece::Pawn;
        Board {
            planes: set_code(next.planes, code, to),
            black: if S::WHITE {
                next.black
            } else {
                next.black | to.bit()
            },
            pockets,
            hash: next
                .hash
                .wrapping_sub(KEYS.in_pocket(S::COLOR, piece))
                .wrapping_add(KEYS.men[S::COLOR.index()][code][to.index()]),
            clock: if pawn {
                without_halfmove(next.clock)
            } else {
                next.clock
            },
            ..next
        }
    }

    /// Moves a piece from `from` to `to`, promotes it if `new` differs from `old`, and
    /// captures the piece there.
    #[inline(always)]
    fn moved(
        &self,
        old: usize,
        new: usize,
        from: Square,
        to: Square,
        pawn: bool,
        rules: &Rules,
    ) -> Board {
        let next = self.0;
        let taken = next.code_at(to);
        let touched = from.bit() | to.bit();
        let (ours, theirs) = (
            &KEYS.men[S::COLOR.index()],
            &KEYS.men[S::Other::COLOR.index()],
        );
        let promoted = next.promoted();
        let mut next = Board {
            planes: set_code(next.planes.map(|plane| plane & !touched), new, to),
            black: if S::WHITE {
                next.black & !to.bit()
            } else {
                next.black & !from.bit() | to.bit()
            },
            hash: next
                .hash
                .wrapping_sub(ours[old][from.index()])
                .wrapping_add(ours[new][to.index()])
                .wrapping_sub(theirs[taken][to.index()]),
            clock: if pawn || taken != 0 {
                without_halfmove(next.clock)
            } else {
                next.clock
            },
            ..next
        };
        if next.castling & touched != 0 {
            next.lose_castling(touched);
        }
        if rules.captures == Captures::ToPocket
            && let Some(piece) = MAN[taken]
        {
            let promoted = promoted.has(to);
            next.pocket_one::<S>(Captured { piece, promoted }.demoted());
        }
        if next.promoted & touched != 0 {
            next.move_mark(from, to);
        }
        next
    }
}

#[inline(always)]
const fn code_of(piece: Piece) -> usize {
    CODE[piece.index()] as usize
}

#[inline(always)]
const fn without_halfmove(clock: u64) -> u64 {
    clock & !(0xffff << HALFMOVE)
}

/// Puts a piece on an empty square of the planes.
#[inline(always)]
fn set_code(planes: [u64; 3], code: usize, square: Square) -> [u64; 3] {
    let bit = |plane: usize| ((code >> plane & 1) as u64) << square.index();
    [planes[0] | bit(0), planes[1] | bit(1), planes[2] | bit(2)]
}
