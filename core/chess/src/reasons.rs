//! Reasons for the illegality of a move, in words.

use super::attacks;
use super::board::Board;
use super::moves::{Move, MoveKind};
use super::rules::Rules;
use super::types::{Color, Piece, Rank, Square};
use crate::error::{Error, Result};

impl Board {
    /// Checks that a move is legal; the error names the reason if it is not.
    ///
    /// The reason depends on the whole board, so it must not be shown to a seat that sees
    /// only a part.
    ///
    /// # Errors
    ///
    /// `illegal_move`, with the reason.
    pub fn check_legal(&self, mv: Move, rules: &Rules) -> Result<()> {
        if self.is_legal(mv, rules) {
            return Ok(());
        }
        let reason = match mv.kind() {
            MoveKind::Drop(piece) => self.why_no_drop(piece, mv.to(), rules),
            MoveKind::Castle => self.why_no_castling(mv.from(), mv.to()),
            MoveKind::EnPassant => self.why_no_en_passant(mv.from(), mv.to()),
            MoveKind::Normal | MoveKind::Promotion(_) => self.why_no_move(mv),
        };
        Err(Error::illegal_move(format!("{mv}: {reason}")))
    }

    fn exposed(&self) -> &'static str {
        if self.is_check() {
            "the king would still be in check"
        } else {
            "the king would be in check"
        }
    }

    fn why_no_drop(&self, piece: Piece, to: Square, rules: &Rules) -> String {
        let name = piece.name();
        if self.pocket(self.turn(), piece) == 0 {
            return format!("{} has no {name} in the pocket", self.turn().name());
        }
        if self.occupied().has(to) {
            return format!("{to} is not empty");
        }
        if piece == Piece::Pawn && !rules.pawn_drops(self.turn()).has(to) {
            return format!("a pawn cannot be dropped on rank {}", to.rank().letter());
        }
        if !self.checks().mask.has(to) {
            return "the king would still be in check".into();
        }
        "a drop may not be that aggressive here".into()
    }

    fn why_no_castling(&self, king: Square, rook: Square) -> String {
        if self.colored_piece_at(king) != Some((self.turn(), Piece::King)) {
            return format!("there is no king of {} on {king}", self.turn().name());
        }
        if !self.castling().has(rook) || rook.rank() != self.turn().back_rank() {
            return "the right to castle there is lost".into();
        }
        if self.is_check() {
            return "the king is in check".into();
        }
        "the way of castling is blocked or attacked".into()
    }

    fn why_no_en_passant(&self, from: Square, to: Square) -> String {
        if self.colored_piece_at(from) != Some((self.turn(), Piece::Pawn)) {
            return format!("there is no pawn of {} on {from}", self.turn().name());
        }
        if self.en_passant() != Some(to) || !attacks::pawn(self.turn(), from).has(to) {
            return "nothing can be taken in passing there".into();
        }
        self.exposed().into()
    }

    fn why_no_move(&self, mv: Move) -> String {
        let (from, to) = (mv.from(), mv.to());
        let Some((color, piece)) = self.colored_piece_at(from) else {
            return format!("there is nothing on {from}");
        };
        if color != self.turn() {
            return format!(
                "the {} on {from} is not {}'s",
                piece.name(),
                self.turn().name()
            );
        }
        let last = (!color).back_rank();
        match (
            piece == Piece::Pawn && to.rank() == last,
            mv.promoted_to().is_some(),
        ) {
            (true, false) => return "a pawn on the last rank must become a piece".into(),
            (false, true) => return "only a pawn that reaches the last rank can promote".into(),
            _ => {}
        }
        if self.colors(color).has(to) {
            return format!("{to} is taken by a man of one's own");
        }
        if !self.can_reach(color, piece, from, to) {
            return format!("a {} cannot go there", piece.name());
        }
        if piece == Piece::King {
            return format!("the king would be in check on {to}");
        }
        self.exposed().into()
    }

    /// Returns true if the piece could go there, ignoring the safety of its king.
    pub(super) fn can_reach(&self, color: Color, piece: Piece, from: Square, to: Square) -> bool {
        let occupied = self.occupied();
        match piece {
            Piece::Pawn => {
                if from.file() != to.file() {
                    return attacks::pawn(color, from).has(to) && occupied.has(to);
                }
                let (ahead, start) = match color {
                    Color::White => (8, Rank::Second),
                    Color::Black => (-8, Rank::Seventh),
                };
                let one = from.offset(ahead);
                let two = one.offset(ahead);
                let free = !occupied.has(one);
                to == one && free || to == two && from.rank() == start && free && !occupied.has(two)
            }
            Piece::Knight => attacks::knight(from).has(to),
            Piece::Bishop => attacks::bishop(from, occupied).has(to),
            Piece::Rook => attacks::rook(from, occupied).has(to),
            Piece::Queen => {
                (attacks::bishop(from, occupied) | attacks::rook(from, occupied)).has(to)
            }
            Piece::King => attacks::king(from).has(to),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fen::FenOptions;
    use super::*;

    #[test]
    fn reasons_fit() {
        for (fen, text, expected) in [
            ("4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "e4e5", "nothing on e4"),
            ("4k3/8/8/8/8/8/4P3/4K3[] w - - 0 1", "e8e7", "not white's"),
            (
                "4k3/8/8/8/8/8/4P3/4K3[] w - - 0 1",
                "e2e5",
                "a pawn cannot go there",
            ),
            (
                "4k3/8/8/8/8/4n3/4P3/4K3[] w - - 0 1",
                "e2e4",
                "a pawn cannot go there",
            ),
            ("4k3/8/8/8/8/8/4P3/4K3[] w - - 0 1", "e1e2", "one's own"),
            (
                "4k3/4r3/8/8/8/8/4N3/4K3[] w - - 0 1",
                "e2c3",
                "the king would be in check",
            ),
            (
                "4k3/4r3/8/8/8/8/3N4/4K3[] w - - 0 1",
                "d2b3",
                "still be in check",
            ),
            (
                "4k3/4r3/8/8/8/8/3N4/5K2[] w - - 0 1",
                "f1e1",
                "in check on e1",
            ),
            (
                "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1",
                "a7a8",
                "must become a piece",
            ),
            (
                "4k3/8/8/8/8/8/P7/4K3[] w - - 0 1",
                "a2a3q",
                "reaches the last rank",
            ),
            (
                "4k3/8/8/8/8/8/8/4K2R[] w - - 0 1",
                "e1h1",
                "right to castle",
            ),
            (
                "4kr2/8/8/8/8/8/8/4K2R[] w K - 0 1",
                "e1g1",
                "blocked or attacked",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1",
                "Q@e4",
                "no queen in the pocket",
            ),
            ("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@e1", "not empty"),
            ("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@a8", "rank 8"),
            (
                "4k3/4r3/8/8/8/8/8/4K3[N] w - - 0 1",
                "N@a1",
                "still be in check",
            ),
        ] {
            let board = Board::from_fen(fen, &FenOptions::BUGHOUSE).unwrap();
            let error = board.parse_uci(text, &Rules::BUGHOUSE).unwrap_err();
            assert_eq!(error.code(), "illegal_move");
            assert!(error.message().contains(expected), "{fen} {text}: {error}");
        }
    }
}
