//! Dense numbers for moves, for hosts that use indices instead of texts.
//!
//! `from * 64 + to` for moves on the board, castling by its text in the dialect; then the
//! promotions; then the drops. The text of a number depends on nothing else, so a host can
//! keep a table of them.

use super::bitboard::Bitboard;
use super::board::Board;
use super::movegen::MoveSet;
use super::moves::{Move, MoveKind};
use super::types::{Color, File, Piece, Rank, Square};
use super::uci::Dialect;

/// The number of ids.
pub const MOVE_IDS: u16 = DROPS + 5 * 64;

const PROMOTIONS: u16 = 64 * 64;
/// For each side the 22 pairs of files from the last rank but one to the last, for each of
/// them the four pieces.
const PROMOTIONS_OF_A_SIDE: u16 = 22 * 4;
const DROPS: u16 = PROMOTIONS + 2 * PROMOTIONS_OF_A_SIDE;

/// The first id of a drop; those after it are drops too.
pub const FIRST_DROP: u16 = DROPS;

/// The meaning of an id.
enum Parts {
    Squares(Square, Square),
    Promotion(Square, Square, Piece),
    Drop(Piece, Square),
}

fn parts(id: u16) -> Option<Parts> {
    if id < PROMOTIONS {
        let (from, to) = (Square::wrap((id / 64) as u8), Square::wrap((id % 64) as u8));
        return (from != to).then_some(Parts::Squares(from, to));
    }
    if id < DROPS {
        let rest = id - PROMOTIONS;
        let color = if rest < PROMOTIONS_OF_A_SIDE {
            Color::White
        } else {
            Color::Black
        };
        let (from_rank, to_rank) = promotion_ranks(color);
        // A pair of files has the number 2 * from + to: three for each file except the
        // first and the last, which have two, without gaps.
        let way = (rest % PROMOTIONS_OF_A_SIDE / 4) as u8;
        let from = (way + 1) / 3;
        let to = way - 2 * from;
        let square = |file, rank| Square::at(File::wrap(file), rank);
        let piece = Piece::PROMOTIONS[usize::from(rest % 4)];
        return Some(Parts::Promotion(
            square(from, from_rank),
            square(to, to_rank),
            piece,
        ));
    }
    if id < MOVE_IDS {
        let rest = id - DROPS;
        let piece = Piece::DROPPABLE[usize::from(rest / 64)];
        return Some(Parts::Drop(piece, Square::wrap((rest % 64) as u8)));
    }
    None
}

const fn promotion_ranks(color: Color) -> (Rank, Rank) {
    match color {
        Color::White => (Rank::Seventh, Rank::Eighth),
        Color::Black => (Rank::Second, Rank::First),
    }
}

impl Move {
    /// Returns the id of the move in a dialect.
    #[must_use]
    pub fn id(self, dialect: Dialect) -> u16 {
        let (from, to) = self.written(dialect);
        match self.kind() {
            MoveKind::Promotion(piece) => {
                let black = u16::from(from.rank() > to.rank());
                let way = 2 * from.file().index() + to.file().index();
                let number = way * 4 + piece.index() - Piece::Knight.index();
                PROMOTIONS + black * PROMOTIONS_OF_A_SIDE + number as u16
            }
            MoveKind::Drop(piece) => DROPS + (piece.index() * 64 + to.index()) as u16,
            _ => (from.index() * 64 + to.index()) as u16,
        }
    }

    /// Returns the text of an id, as in [`Move::uci`].
    #[must_use]
    pub fn id_text(id: u16) -> Option<String> {
        Some(match parts(id)? {
            Parts::Squares(from, to) => format!("{from}{to}"),
            Parts::Promotion(from, to, piece) => Self::promotion(from, to, piece).to_string(),
            Parts::Drop(piece, to) => Self::drop(piece, to).to_string(),
        })
    }

    /// Returns the move of an id in a position, legal or not.
    #[must_use]
    pub fn from_id(board: &Board, id: u16) -> Option<Self> {
        Some(match parts(id)? {
            Parts::Squares(from, to) => board.move_between(from, to, None),
            Parts::Promotion(from, to, piece) => Self::promotion(from, to, piece),
            Parts::Drop(piece, to) => Self::drop(piece, to),
        })
    }
}

impl MoveSet {
    /// Visits the ids of the moves in the order of iteration, in sets: `base + stride * square`
    /// for the squares of a bitboard.
    #[inline]
    pub fn each_ids(self, dialect: Dialect, mut visit: impl FnMut(i32, u32, Bitboard)) {
        match self {
            Self::Piece { from, to, .. } => visit(from.index() as i32 * 64, 1, to),
            // The square of origin lies a step before that of the target.
            Self::Pawns { step, to } => visit(-64 * i32::from(step), 65, to),
            Self::Drop { piece, to } => visit(i32::from(DROPS) + piece.index() as i32 * 64, 1, to),
            Self::Promotions { .. } | Self::EnPassant { .. } | Self::Castle { .. } => {
                for mv in self {
                    visit(i32::from(mv.id(dialect)), 1, Bitboard(1));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::ops::ControlFlow;

    use super::super::fen::FenOptions;
    use super::super::movegen::Stages;
    use super::super::rules::Rules;
    use super::*;

    #[test]
    fn ids_are_dense_and_tell_their_text() {
        let texts: HashSet<_> = (0..MOVE_IDS).filter_map(Move::id_text).collect();
        assert_eq!(texts.len(), usize::from(MOVE_IDS) - 64);
        assert_eq!(MOVE_IDS, 4592);
        assert_eq!(Move::id_text(MOVE_IDS), None);
        assert_eq!(Move::id_text(12 * 64 + 28).as_deref(), Some("e2e4"));
        assert_eq!(Move::id_text(4096).as_deref(), Some("a7a8n"));
        assert_eq!(Move::id_text(4096 + 87).as_deref(), Some("h7h8q"));
        assert_eq!(Move::id_text(4096 + 88).as_deref(), Some("a2a1n"));
        assert_eq!(Move::id_text(4271).as_deref(), Some("h2h1q"));
        assert_eq!(Move::id_text(4272).as_deref(), Some("P@a1"));
        assert_eq!(Move::id_text(4591).as_deref(), Some("Q@h8"));
    }

    #[test]
    fn promotions_and_drops_round_trip() {
        let board = Board::start();
        for id in PROMOTIONS..MOVE_IDS {
            let mv = Move::from_id(&board, id).unwrap();
            assert_eq!(mv.id(Dialect::Standard), id);
            assert_eq!(mv.id(Dialect::Chess960), id);
        }
    }

    #[test]
    fn ids_of_sets_are_those_of_their_moves() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/pP6/8/8/6pp/R3K2R b KQkq - 0 1",
            "4k3/1P6/8/3pP3/8/8/8/4K3[PNBRQpnbrq] w - d6 0 1",
        ] {
            let board = Board::from_fen(fen, &FenOptions::CRAZYHOUSE).unwrap();
            for dialect in [Dialect::Standard, Dialect::Chess960] {
                let (mut by_set, mut by_move) = (Vec::new(), Vec::new());
                let _ = board.visit(&Rules::CRAZYHOUSE, Stages::ALL, |set| {
                    set.each_ids(dialect, |base, stride, squares| {
                        let ids = squares
                            .into_iter()
                            .map(|square| (base + stride as i32 * square.index() as i32) as u16);
                        by_set.extend(ids);
                    });
                    by_move.extend(set.into_iter().map(|mv| mv.id(dialect)));
                    ControlFlow::Continue(())
                });
                assert!(!by_set.is_empty());
                assert_eq!(by_set, by_move, "{fen}");
            }
        }
    }

    #[test]
    fn castling_follows_the_dialect() {
        let board: Board = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1".parse().unwrap();
        let e8 = 60;
        for (dialect, to) in [(Dialect::Standard, 62), (Dialect::Chess960, 63)] {
            let mv = Move::from_id(&board, e8 * 64 + to).unwrap();
            assert!(mv.is_castle());
            assert_eq!(mv.id(dialect), e8 * 64 + to);
        }
    }
}
