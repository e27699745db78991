//! The move that a text names, found from its destination.
//!
//! The pieces that can go to a square are those that attack it from there, so no list of
//! moves is made. Nothing is told about a refusal; `read.rs` does that.

use super::super::attacks;
use super::super::bitboard::Bitboard;
use super::super::board::Board;
use super::super::movegen::Checks;
use super::super::moves::Move;
use super::super::rules::Rules;
use super::super::side::{Side, View, for_side};
use super::super::types::{File, Piece, Rank, Square};
use super::read::Wanted;

impl Board {
    /// Returns the legal move that a text in SAN names, as [`Self::parse_san`] reads it;
    /// `None` where that refuses the text. There must be no blanks around it.
    #[must_use]
    #[inline]
    pub fn find_san(&self, text: &[u8], rules: &Rules) -> Option<Move> {
        let wanted = Wanted::read(text)?;
        for_side!(self.turn(), S => self.find_for::<S>(&wanted, rules))
    }

    #[inline(always)]
    fn find_for<S: Side>(&self, wanted: &Wanted, rules: &Rules) -> Option<Move> {
        let view = self.view::<S>();
        match *wanted {
            Wanted::Move {
                piece,
                file,
                rank,
                to,
                promotion,
                takes,
            } => {
                let passing = piece == Piece::Pawn && self.en_passant() == Some(to);
                if view.us.has(to) || takes && !view.them.has(to) && !passing {
                    return None;
                }
                if piece == Piece::Pawn {
                    return self.find_pawn(&view, file, rank, to, promotion, takes, rules);
                }
                if promotion.is_some() {
                    return None;
                }
                let men = match piece {
                    Piece::Knight => attacks::knight(to) & view.knights(),
                    Piece::Bishop => {
                        attacks::bishop(to, view.occupied) & (view.diagonal() - view.straight())
                    }
                    Piece::Rook => {
                        attacks::rook(to, view.occupied) & (view.straight() - view.diagonal())
                    }
                    Piece::Queen => {
                        (attacks::bishop(to, view.occupied) | attacks::rook(to, view.occupied))
                            & view.diagonal()
                            & view.straight()
                    }
                    Piece::King | Piece::Pawn => attacks::king(to) & view.kings(),
                };
                let men = restricted(men & view.us, file, rank);
                if piece == Piece::King {
                    let mv = Move::normal(men.first()?, to);
                    return self.is_legal(mv, rules).then_some(mv);
                }
                let checks = Checks::under(&view, rules);
                Some(Move::normal(only(&view, &checks, men, to)?, to))
            }
            Wanted::Castle { .. } => {
                let mv = self.castle_named(wanted)?;
                self.is_legal(mv, rules).then_some(mv)
            }
            Wanted::Drop { piece, to } => {
                let mv = Move::drop(piece, to);
                self.is_legal(mv, rules).then_some(mv)
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    fn find_pawn<S: Side>(
        &self,
        view: &View<S>,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        promotion: Option<Piece>,
        takes: bool,
        rules: &Rules,
    ) -> Option<Move> {
        let pawns = view.pawns() & view.us;
        let last = Bitboard(S::LAST_RANK).has(to);
        if last != promotion.is_some() {
            return None;
        }
        if file.is_some_and(|file| file != to.file()) {
            let men = attacks::pawn(S::Other::COLOR, to) & pawns;
            let men = restricted(men, file, rank);
            if self.en_passant() == Some(to) {
                let from = (men & self.position().en_passant_sources::<S>(to)).first()?;
                return Some(Move::en_passant(from, to));
            }
            if !view.them.has(to) {
                return None;
            }
            let from = only(view, &Checks::under(view, rules), men, to)?;
            return Some(match promotion {
                Some(piece) => Move::promotion(from, to, piece),
                None => Move::normal(from, to),
            });
        }
        if takes || view.occupied.has(to) {
            return None;
        }
        let one = to.offset(-S::AHEAD);
        // A pawn that is not in the board's first rank has a square behind it.
        let reachable = Bitboard(!S::FIRST_RANK).has(to);
        let from = if !reachable {
            return None;
        } else if pawns.has(one) {
            one
        } else {
            let two = one.offset(-S::AHEAD);
            let double = S::ahead(S::ahead(two.into()) & Bitboard(S::THIRD_RANK));
            if !double.has(to) || view.occupied.has(one) || !pawns.has(two) {
                return None;
            }
            two
        };
        let men = restricted(from.into(), None, rank);
        let from = only(view, &Checks::under(view, rules), men, to)?;
        Some(match promotion {
            Some(piece) => Move::promotion(from, to, piece),
            None => Move::normal(from, to),
        })
    }
}

#[inline(always)]
fn restricted(mut men: Bitboard, file: Option<File>, rank: Option<Rank>) -> Bitboard {
    if let Some(file) = file {
        men &= Bitboard::file(file);
    }
    if let Some(rank) = rank {
        men &= Bitboard::rank(rank);
    }
    men
}

/// Returns the one piece other than a king that may go to `to`, of those that can.
#[inline(always)]
fn only<S: Side>(view: &View<S>, checks: &Checks, men: Bitboard, to: Square) -> Option<Square> {
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
