//! The move that a text names, found from its destination.
//!
//! The pieces that can go to a square are those that attack it from there, so no list of
//! moves is made. Nothing is told about a refusal; `read.rs` does that.

use super::super::attacks;
use super::super::bitboard::Bitboard;
use super::super::board::{Board, Position};
use super::super::movegen::Checks;
use super::super::moves::Move;
use super::super::rules::Rules;
use super::super::side::{Side, View, for_side};
use super::super::types::{Piece, Square};
use super::read::{Named, Wanted};

impl Board {
    /// Returns the legal move that a text in SAN names, as [`Self::parse_san`] reads it;
    /// `None` where that refuses the text. There must be no blanks around it.
    #[must_use]
    #[inline]
    pub fn find_san(&self, text: &[u8], rules: &Rules) -> Option<Move> {
        let position = self.position();
        match Wanted::read(text)? {
            Wanted::Move(named) => for_side!(self.turn(), S => match named.piece {
                Piece::Pawn => position.find_pawn::<S>(&named, rules),
                _ => position.find_officer::<S>(&named, rules),
            }),
            Wanted::Castle { kingside } => {
                for_side!(self.turn(), S => position.find_castling::<S>(kingside, rules))
            }
            Wanted::Drop { piece, to } => {
                let mv = Move::drop(piece, to);
                self.is_legal(mv, rules).then_some(mv)
            }
        }
    }
}

impl<P, R> Position<P, R> {
    /// Returns the legal move of a piece or a king of which some parts are named.
    #[inline(always)]
    pub(in super::super) fn find_officer<S: Side>(
        &self,
        named: &Named,
        rules: &Rules,
    ) -> Option<Move> {
        let (view, to) = (self.view::<S>(), named.to);
        let nothing_taken = named.takes && !view.them.has(to);
        if view.us.has(to) || nothing_taken || named.promotion.is_some() {
            return None;
        }
        let men = reaching(&view, named.piece, to) & self.pieces(named.piece);
        let men = men & view.us & named.origin;
        Some(Move::normal(self.only::<S>(men, to, rules)?, to))
    }

    /// Returns the legal castling towards a side of the board.
    pub(in super::super) fn find_castling<S: Side>(
        &self,
        kingside: bool,
        rules: &Rules,
    ) -> Option<Move> {
        let view = self.view::<S>();
        let rook = self.castling_rooks::<S>()[usize::from(kingside)]?;
        let open = self.castling_targets(&view, &Checks::under(&view, rules));
        open.has(rook).then(|| Move::castle(view.king(), rook))
    }

    /// Returns the legal move of a pawn of which some parts are named.
    #[inline(always)]
    pub(in super::super) fn find_pawn<S: Side>(
        &self,
        named: &Named,
        rules: &Rules,
    ) -> Option<Move> {
        let view = self.view::<S>();
        let Named {
            origin,
            to,
            promotion,
            takes,
            ..
        } = *named;
        let pawns = view.pawns() & view.us & origin;
        let last = Bitboard(S::LAST_RANK).has(to);
        if last != promotion.is_some() {
            return None;
        }
        let from = if !origin.meets(Bitboard::file(to.file())) {
            let men = attacks::pawn(S::Other::COLOR, to) & pawns;
            if self.en_passant() == Some(to) {
                let from = (men & self.en_passant_sources::<S>(to)).first()?;
                return Some(Move::en_passant(from, to));
            }
            if !view.them.has(to) {
                return None;
            }
            self.only::<S>(men, to, rules)?
        } else {
            // A pawn that is not in the board's first rank has a square behind it.
            if takes || view.occupied.has(to) || Bitboard(S::FIRST_RANK).has(to) {
                return None;
            }
            let one = to.offset(-S::AHEAD);
            let mut men = pawns & one.into();
            let double = S::ahead(S::ahead(Bitboard(S::FIRST_RANK)));
            if men.is_empty() && double.has(one) && !view.occupied.has(one) {
                men = pawns & one.offset(-S::AHEAD).into();
            }
            self.only::<S>(men, to, rules)?
        };
        Some(match promotion {
            Some(piece) => Move::promotion(from, to, piece),
            None => Move::normal(from, to),
        })
    }

    /// Returns the one of some pieces that reach `to` that may go there. A single one is asked if
    /// its king is safe afterwards; only several need all checks and pins.
    #[inline(always)]
    fn only<S: Side>(&self, men: Bitboard, to: Square, rules: &Rules) -> Option<Square> {
        let from = men.first()?;
        if men.more_than_one() || rules.exposed_kings {
            return self.only_of_several::<S>(men, to, rules);
        }
        let view = self.view::<S>();
        let king = match view.king() {
            king if king == from => to,
            king => king,
        };
        let occupied = (view.occupied ^ from.into()) | to.into();
        let checkers = view.attackers(king, occupied) - to.into();
        checkers.is_empty().then_some(from)
    }

    #[inline(never)]
    fn only_of_several<S: Side>(&self, men: Bitboard, to: Square, rules: &Rules) -> Option<Square> {
        let view = self.view::<S>();
        let checks = Checks::under(&view, rules);
        if !checks.mask.has(to) {
            return None;
        }
        let mut able = men - checks.pinned;
        for from in men & checks.pinned {
            if attacks::line(view.king(), from).has(to) {
                able |= from.into();
            }
        }
        if able.more_than_one() {
            None
        } else {
            able.first()
        }
    }
}

/// Returns the squares from which an officer or the king reaches `to`. Takes the same steps for
/// each of them, for nobody can foresee which comes next.
#[inline(always)]
fn reaching<S: Side>(view: &View<S>, piece: Piece, to: Square) -> Bitboard {
    let ways = &WAYS[piece.index()];
    attacks::knight(to) & ways.knight
        | attacks::king(to) & ways.king
        | attacks::bishop(to, view.occupied) & ways.bishop
        | attacks::rook(to, view.occupied) & ways.rook
}

/// The ways in which a piece moves: everything for those that it has, nothing for others.
struct Ways {
    knight: Bitboard,
    king: Bitboard,
    bishop: Bitboard,
    rook: Bitboard,
}

impl Ways {
    const NONE: Self = Self {
        knight: Bitboard::EMPTY,
        king: Bitboard::EMPTY,
        bishop: Bitboard::EMPTY,
        rook: Bitboard::EMPTY,
    };
}

/// The ways of the pieces. A table, of which the compiler makes no branches.
static WAYS: [Ways; 6] = {
    let mut ways = [Ways::NONE; 6];
    ways[Piece::Knight as usize].knight = Bitboard::FULL;
    ways[Piece::King as usize].king = Bitboard::FULL;
    ways[Piece::Bishop as usize].bishop = Bitboard::FULL;
    ways[Piece::Rook as usize].rook = Bitboard::FULL;
    ways[Piece::Queen as usize].bishop = Bitboard::FULL;
    ways[Piece::Queen as usize].rook = Bitboard::FULL;
    ways
};
