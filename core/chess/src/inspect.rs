//! Questions about a position that playing does not need: what a piece attacks, what pins it,
//! the moves before the safety of the king is looked at.

use super::attacks;
use super::bitboard::Bitboard;
use super::board::{Board, Setup};
use super::movegen::{MoveList, Stages};
use super::moves::Move;
use super::rules::Rules;
use super::types::{Color, Piece, Rank, Square};

/// Returns the squares that a piece attacks with `occupied` as the blockers, the first of them
/// included.
#[must_use]
pub fn attacks_of(color: Color, piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
    match piece {
        Piece::Pawn => attacks::pawn(color, from),
        Piece::Knight => attacks::knight(from),
        Piece::Bishop => attacks::bishop(from, occupied),
        Piece::Rook => attacks::rook(from, occupied),
        Piece::Queen => attacks::bishop(from, occupied) | attacks::rook(from, occupied),
        Piece::King => attacks::king(from),
    }
}

/// Returns the whole line from edge to edge on which a piece of the side of a king is pinned to
/// it, or would be if it stood on an empty `square`; `straight` and `diagonal` are the sliders
/// of the other side.
#[must_use]
pub fn pin_line(
    king: Square,
    square: Square,
    occupied: Bitboard,
    straight: Bitboard,
    diagonal: Bitboard,
) -> Option<Bitboard> {
    let line = attacks::line(king, square);
    let is_straight = king.file() == square.file() || king.rank() == square.rank();
    let snipers = line & if is_straight { straight } else { diagonal };
    let blockers = occupied | square.into();
    snipers
        .into_iter()
        .any(|sniper| blockers & attacks::between(king, sniper) == square.into())
        .then_some(line)
}

impl Board {
    /// Returns the squares that the piece on a square attacks; none of an empty square.
    #[must_use]
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        match self.colored_piece_at(square) {
            None => Bitboard::EMPTY,
            Some((color, piece)) => attacks_of(color, piece, square, self.occupied()),
        }
    }

    /// Returns the whole line from edge to edge that a piece of a side on a square must not
    /// leave, or would not be allowed to leave if it stood there.
    #[must_use]
    pub fn pin_line(&self, color: Color, square: Square) -> Option<Bitboard> {
        let theirs = self.colors(!color);
        let queens = self.pieces(Piece::Queen);
        pin_line(
            self.king(color),
            square,
            self.occupied(),
            (self.pieces(Piece::Rook) | queens) & theirs,
            (self.pieces(Piece::Bishop) | queens) & theirs,
        )
    }

    /// Returns the pieces of a side that must not leave the line to their king.
    #[must_use]
    #[inline]
    pub fn pinned_of(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let of = |piece| self.colored_pieces(!color, piece);
        let snipers = attacks::bishop_rays(king) & (of(Piece::Bishop) | of(Piece::Queen))
            | attacks::rook_rays(king) & (of(Piece::Rook) | of(Piece::Queen));
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers {
            let between = attacks::between(king, sniper) & self.occupied();
            if !between.more_than_one() {
                pinned |= between & self.colors(color);
            }
        }
        pinned
    }

    /// Returns the moves of the side to move before it is asked whether they leave its king in
    /// check. Castling and the square of en passant are those of legal moves; the limits of
    /// drops are not looked at, but for the ranks of pawns.
    #[must_use]
    pub fn pseudo_legal_moves(&self, rules: &Rules) -> MoveList {
        let mut moves = MoveList::new();
        let color = self.turn();
        for from in self.colors(color) {
            let Some(piece) = self.piece_at(from) else {
                continue;
            };
            let targets = self.pseudo_legal_from(color, piece, from);
            for to in targets {
                if piece != Piece::Pawn || to.rank() != (!color).back_rank() {
                    moves.push(Move::normal(from, to));
                    continue;
                }
                let promotions = Piece::PROMOTIONS.into_iter();
                moves.extend(promotions.map(|piece| Move::promotion(from, to, piece)));
            }
        }
        if let Some(to) = self.en_passant() {
            let pawns = attacks::pawn(!color, to) & self.colored_pieces(color, Piece::Pawn);
            moves.extend(pawns.into_iter().map(|from| Move::en_passant(from, to)));
        }
        let quiets = self.moves_of(rules, Stages::QUIETS);
        moves.extend(quiets.into_iter().filter(|mv| mv.is_castle()));
        for piece in Piece::DROPPABLE {
            if self.pocket(color, piece) == 0 {
                continue;
            }
            let mut to = !self.occupied();
            if piece == Piece::Pawn {
                to &= rules.pawn_drops(color);
            }
            moves.extend(to.into_iter().map(|to| Move::drop(piece, to)));
        }
        moves
    }

    fn pseudo_legal_from(&self, color: Color, piece: Piece, from: Square) -> Bitboard {
        let occupied = self.occupied();
        let attacked = attacks_of(color, piece, from, occupied);
        if piece != Piece::Pawn {
            return attacked - self.colors(color);
        }
        let mut targets = attacked & self.colors(!color);
        let (ahead, start) = match color {
            Color::White => (8, Rank::Second),
            Color::Black => (-8, Rank::Seventh),
        };
        let last = (!color).back_rank();
        let one = from.offset(ahead);
        if from.rank() != last && !occupied.has(one) {
            targets |= one.into();
            let two = one.offset(ahead);
            if from.rank() == start && !occupied.has(two) {
                targets |= two.into();
            }
        }
        targets
    }

    /// Returns the position seen in a mirror between the fourth and the fifth rank, the sides
    /// exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let setup = Setup::of(self);
        let flip = |square: Square| square.offset(56 - 16 * square.rank().index() as i8);
        let flipped = |set: Bitboard| Bitboard(set.0.swap_bytes());
        let mut board = Self::bare(!self.turn());
        for square in self.occupied() {
            if let Some((color, piece)) = self.colored_piece_at(square) {
                let promoted = self.promoted().has(square);
                board.place(!color, piece, flip(square), promoted);
            }
        }
        for rook in flipped(self.castling()) {
            board.allow_castling(rook);
        }
        for color in Color::ALL {
            for piece in Piece::DROPPABLE {
                board.give(!color, piece, setup.pockets[color.index()][piece.index()]);
            }
        }
        if let Some(square) = self.en_passant() {
            board.allow_en_passant(flip(square));
        }
        board.with_counters(self.halfmove(), self.fullmove())
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::DropAggression;
    use super::super::tests::in_random_games;
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn attacks_and_attackers_are_one_relation() {
        in_random_games(4, 60, |board, _, _| {
            for to in Bitboard::FULL {
                let attackers = board.attackers_to(to, board.occupied());
                let found: Bitboard = board
                    .occupied()
                    .into_iter()
                    .filter(|from| board.attacks_from(*from).has(to))
                    .collect();
                assert_eq!(attackers, found, "{to} in {board:?}");
            }
        });
    }

    /// A piece is pinned if taking it off exposes its king to a slider that it stood before.
    #[test]
    fn pins_are_those_of_trying() {
        in_random_games(4, 60, |board, _, _| {
            for color in Color::ALL {
                let king = board.king(color);
                let attackers = |occupied: Bitboard| {
                    board.attackers_to(king, occupied) & board.colors(!color) & occupied
                };
                for square in board.colors(color) - king.into() {
                    let without = board.occupied() - square.into();
                    let behind = attackers(without) - attackers(board.occupied());
                    let line = board.pin_line(color, square);
                    assert_eq!(line.is_some(), behind.any(), "{square} in {board:?}");
                    if let (Some(line), Some(sniper)) = (line, behind.first()) {
                        assert!(line.has(sniper) && line.has(king) && line.has(square));
                    }
                }
                let pinned = board.pinned_of(color);
                if color == board.turn() {
                    assert_eq!(pinned, board.pinned(), "{board:?}");
                }
            }
        });
    }

    #[test]
    fn legal_moves_are_the_pseudo_legal_ones_that_keep_the_king() {
        in_random_games(6, 60, |board, variant, _| {
            let rules = &variant.rules;
            if rules.drop_aggression != DropAggression::MateAllowed || rules.exposed_kings {
                return;
            }
            let pseudo: BTreeSet<Move> = board.pseudo_legal_moves(rules).into_iter().collect();
            let legal: BTreeSet<Move> = board.legal_moves(rules).into_iter().collect();
            let kept = |mv: &&Move| {
                let next = board.make(**mv, rules);
                !next.is_attacked(next.king(board.turn()), !board.turn())
            };
            let safe: BTreeSet<Move> = pseudo.iter().filter(kept).copied().collect();
            assert_eq!(safe, legal, "{board:?}");
        });
    }

    #[test]
    fn a_move_that_gives_check_gives_it_when_played() {
        in_random_games(3, 50, |board, variant, _| {
            let rules = &variant.rules;
            for mv in board.legal_moves(rules) {
                let next = board.make(mv, rules);
                assert_eq!(board.gives_check(mv, rules), next.checkers().any(), "{mv}");
            }
        });
    }

    #[test]
    fn the_mirror_shows_the_same_moves() {
        in_random_games(4, 60, |board, variant, _| {
            let rules = &variant.rules;
            let mirrored = board.mirrored();
            assert_eq!(mirrored.hash(), mirrored.recomputed_hash());
            assert_eq!(mirrored.mirrored(), *board);
            assert_eq!(mirrored.count_legal(rules), board.count_legal(rules));
            assert_eq!(mirrored.checkers().len(), board.checkers().len());
        });
    }
}
