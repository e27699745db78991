//! Moves of one's own pieces, given what is known of the other side's.

use std::ops::ControlFlow;

use super::own::{OwnPieces, ahead};
use crate::attempt::Attempt;
use crate::event::{Direction, Directions};
use crate::rules::RuleSet;
use chess::{Bitboard, Color, File, Piece, Rank, Square, attacks};
use contract::game::Flow;

/// Knowledge of the other side's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReachableSquares {
    /// Known squares of the pieces.
    pub men: Bitboard,
    /// Squares to which a pawn may step.
    pub free: Bitboard,
    /// Squares on which a pawn may capture.
    pub taken: Bitboard,
}

impl ReachableSquares {
    /// Nothing is known: only one's own pieces are in the way.
    pub const NOTHING: Self = Self {
        men: Bitboard::EMPTY,
        free: Bitboard::FULL,
        taken: Bitboard::FULL,
    };
}

fn emit(
    own: &OwnPieces,
    from: Square,
    to: Bitboard,
    visit: &mut dyn FnMut(Attempt) -> Flow,
) -> Flow {
    let last = Bitboard::rank((!own.color).back_rank());
    let pawn = own.of(Piece::Pawn).has(from);
    for to in to {
        if pawn && last.has(to) {
            for piece in Piece::PROMOTIONS.into_iter().rev() {
                let promotion = Some(piece);
                visit(Attempt::Move {
                    from,
                    to,
                    promotion,
                })?;
            }
        } else {
            visit(Attempt::Move {
                from,
                to,
                promotion: None,
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns the squares to which a piece could go, captures by pawns left out.
fn reach(own: &OwnPieces, known: &ReachableSquares, from: Square) -> Bitboard {
    let Some(piece) = own.piece_at(from) else {
        return Bitboard::EMPTY;
    };
    let mine = own.all();
    let occupied = mine | known.men;
    match piece {
        Piece::Pawn => {
            let open = known.free - occupied;
            let mut to = Bitboard::EMPTY;
            if let Some(one) = ahead(own.color, from).filter(|s| open.has(*s)) {
                to |= one.into();
                let start = match own.color {
                    Color::White => Rank::Second,
                    Color::Black => Rank::Seventh,
                };
                if from.rank() == start
                    && let Some(two) = ahead(own.color, one).filter(|s| open.has(*s))
                {
                    to |= two.into();
                }
            }
            to
        }
        Piece::Knight => attacks::knight(from) - mine,
        Piece::Bishop => attacks::bishop(from, occupied) - mine,
        Piece::Rook => attacks::rook(from, occupied) - mine,
        Piece::Queen => (attacks::bishop(from, occupied) | attacks::rook(from, occupied)) - mine,
        Piece::King => {
            let mut to = attacks::king(from) - mine;
            for end in [File::C, File::G] {
                let end = Square::at(end, from.rank());
                if let Some((rook, _)) = own.castled(from, end)
                    && !attacks::between(from, rook).meets(occupied)
                {
                    to |= end.into();
                }
            }
            to
        }
    }
}

/// Returns true if a piece could go from one square to another, captures by pawns left out: the
/// same result as [`reach`], but by the same steps for all pieces.
fn reaches(own: &OwnPieces, known: &ReachableSquares, from: Square, to: Square) -> bool {
    let Some(piece) = own.piece_at(from) else {
        return false;
    };
    if piece == Piece::Pawn {
        return reach(own, known, from).has(to);
    }
    let mine = own.all();
    let occupied = mine | known.men;
    let (bishop, rook) = (attacks::bishop_rays(from), attacks::rook_rays(from));
    let ways = [
        Bitboard::EMPTY,
        attacks::knight(from),
        bishop,
        rook,
        bishop | rook,
        attacks::king(from),
    ];
    let target = (ways[piece.index()] - mine).has(to);
    let free = !attacks::between(from, to).meets(occupied);
    let castles = || {
        own.castled(from, to)
            .is_some_and(|(rook, _)| !attacks::between(from, rook).meets(occupied))
    };
    target & free || piece == Piece::King && castles()
}

/// Visits every move and drop that the side's own pieces allow, captures by pawns
/// left out: for each piece, in the order of their squares, then for the reserve.
pub(crate) fn candidates(
    own: &OwnPieces,
    known: &ReachableSquares,
    visit: &mut dyn FnMut(Attempt) -> Flow,
) -> Flow {
    for from in own.all() {
        emit(own, from, reach(own, known, from), visit)?;
    }
    let empty = !(own.all() | known.men);
    for piece in Piece::DROPPABLE {
        if own.reserve[piece.index()] == 0 {
            continue;
        }
        let squares = match piece {
            Piece::Pawn => empty - Bitboard::BACK_RANKS,
            _ => empty,
        };
        for to in squares {
            visit(Attempt::Drop { piece, to })?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns the squares on which a pawn might capture.
fn takes(own: &OwnPieces, known: &ReachableSquares, from: Square) -> Bitboard {
    (attacks::pawn(own.color, from) & known.taken) - own.all()
}

/// Visits every capture that a pawn might make, in the order of the squares.
pub(crate) fn tries(
    own: &OwnPieces,
    known: &ReachableSquares,
    visit: &mut dyn FnMut(Attempt) -> Flow,
) -> Flow {
    for from in own.of(Piece::Pawn) {
        emit(own, from, takes(own, known, from), visit)?;
    }
    ControlFlow::Continue(())
}

/// Tells if an attempt is among [`candidates`] or [`tries`], and if it is among the tries.
#[must_use]
pub(crate) fn legal_shape(
    own: &OwnPieces,
    known: &ReachableSquares,
    attempt: Attempt,
) -> Option<bool> {
    match attempt {
        Attempt::Move {
            from,
            to,
            promotion,
        } => {
            let pawn = own.of(Piece::Pawn).has(from);
            let last = to.rank() == (!own.color).back_rank();
            if (pawn && last) != promotion.is_some() {
                return None;
            }
            if reaches(own, known, from, to) {
                return Some(false);
            }
            (pawn && takes(own, known, from).has(to)).then_some(true)
        }
        Attempt::Drop { piece, to } => {
            let held = own.reserve.get(piece.index()).is_some_and(|n| *n > 0);
            let pawn = piece == Piece::Pawn && Bitboard::BACK_RANKS.has(to);
            (held && !pawn && !(own.all() | known.men).has(to)).then_some(false)
        }
        _ => None,
    }
}

/// Returns true if a move, though one's own pieces allow it, counts as ruled out because it cannot
/// answer the check that was announced. The mover alone hears it.
#[must_use]
pub(crate) fn ruled_out_by_check(
    rules: &RuleSet,
    own: &OwnPieces,
    check: Option<Directions>,
    attempt: Attempt,
) -> bool {
    rules.ignored_check_is_nonsense
        && check.is_some_and(|check| ignores_check(own, check, attempt))
        && legal_shape(own, &ReachableSquares::NOTHING, attempt).is_some()
}

/// Returns true if a move cannot answer a check that was announced, whatever stands on the board: a
/// move of a piece other than the king that neither captures on a square from which the check could
/// come nor comes between, nor takes en passant a pawn that gives check; or castling.
fn ignores_check(own: &OwnPieces, check: Directions, attempt: Attempt) -> bool {
    let Some(king) = own.king() else { return false };
    // A step of a pawn and a drop take nothing; a pawn takes in passing only aslant.
    let (to, quiet, aslant) = match attempt {
        Attempt::Move { from, .. } if from == king => {
            // Nobody castles out of a check.
            return matches!(attempt, Attempt::Move { to, .. } if own.castled(from, to).is_some());
        }
        Attempt::Move { from, to, .. } => {
            let pawn = own.of(Piece::Pawn).has(from);
            let aslant = pawn && from.file() != to.file();
            (to, pawn && !aslant, aslant)
        }
        Attempt::Drop { to, .. } => (to, true, false),
        _ => return false,
    };
    let mut directions = check.iter();
    let (Some(direction), None) = (directions.next(), directions.next()) else {
        // Of two checks only the king gets away.
        return true;
    };
    // A piece that gives check stands where no piece of one's own is between.
    let lines = match direction {
        Direction::Knight => attacks::knight(king),
        Direction::File | Direction::Rank => attacks::rook(king, own.all()),
        Direction::LongDiagonal | Direction::ShortDiagonal => attacks::bishop(king, own.all()),
    };
    let on_line =
        |square: Square| lines.has(square) && Direction::between(king, square) == direction;
    if quiet {
        // Somewhere beyond must be room for the piece that gives check.
        let beyond = |from: Square| on_line(from) && attacks::between(king, from).has(to);
        return direction == Direction::Knight || !lines.into_iter().any(beyond);
    }
    let passing = aslant
        && ahead(!own.color, to)
            .is_some_and(|victim| attacks::pawn(own.color, king).has(victim) && on_line(victim));
    !on_line(to) && !passing
}
