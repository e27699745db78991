//! Static exchange evaluation: the result of a sequence of captures on one square.

use crate::{Bitboard, Board, Move, MoveKind, Piece, Square, attacks};

/// Values of the pieces in exchanges, pawn to king, in centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceValues(pub [i32; 6]);

impl PieceValues {
    #[inline]
    const fn of(&self, piece: Piece) -> i32 {
        self.0[piece.index()]
    }
}

impl Board {
    /// Returns the gain of the first capture of a move.
    #[inline]
    #[must_use]
    pub fn capture_gain(&self, mv: Move, values: &PieceValues) -> i32 {
        let victim = match mv.kind() {
            MoveKind::Castle | MoveKind::Drop(_) => return 0,
            MoveKind::EnPassant => Piece::Pawn,
            MoveKind::Normal | MoveKind::Promotion(_) => match self.piece_at(mv.to()) {
                None => return promotion_gain(mv, values),
                Some(_) if self.promoted().has(mv.to()) => Piece::Pawn,
                Some(piece) => piece,
            },
        };
        values.of(victim) + promotion_gain(mv, values)
    }

    /// Returns true if the exchanges on the destination of a legal move win at least
    /// `least`, each side capturing with its least valuable piece as long as it gains. Pins
    /// do not count.
    #[must_use]
    pub fn see_at_least(&self, mv: Move, values: &PieceValues, least: i32) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let mover = match mv.kind() {
            MoveKind::Castle => return least <= 0,
            MoveKind::Drop(piece) | MoveKind::Promotion(piece) => piece,
            MoveKind::EnPassant => Piece::Pawn,
            MoveKind::Normal => match self.piece_at(from) {
                Some(piece) => piece,
                None => return least <= 0,
            },
        };
        let mut balance = self.capture_gain(mv, values) - least;
        if balance < 0 {
            return false;
        }
        let at_stake = if !mv.is_drop() && self.promoted().has(from) {
            Piece::Pawn
        } else {
            mover
        };
        balance -= values.of(at_stake);
        if balance >= 0 {
            return true;
        }
        let mut occupied = (self.occupied() - from.into()) | to.into();
        if mv.kind() == MoveKind::EnPassant {
            let victim = Square::at(to.file(), from.rank());
            occupied -= victim.into();
        }
        let diagonal = self.pieces(Piece::Bishop) | self.pieces(Piece::Queen);
        let straight = self.pieces(Piece::Rook) | self.pieces(Piece::Queen);
        let mut attackers = self.attackers_to(to, occupied) & occupied;
        if mv.is_drop() {
            // A dropped piece does not attack its own square.
            attackers -= to.into();
        }
        let mut side = !self.turn();
        let mut wins = true;
        loop {
            let ours = attackers & self.colors(side);
            if ours.is_empty() {
                return wins;
            }
            let (piece, square) = self.least(ours);
            if piece == Piece::King && (attackers & self.colors(!side)).any() {
                // The king cannot capture a defended piece.
                return wins;
            }
            wins = !wins;
            balance = -balance - 1 - values.of(piece);
            if balance >= 0 {
                return wins;
            }
            occupied -= square.into();
            attackers -= square.into();
            if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
                attackers |= attacks::bishop(to, occupied) & diagonal & occupied;
            }
            if matches!(piece, Piece::Rook | Piece::Queen) {
                attackers |= attacks::rook(to, occupied) & straight & occupied;
            }
            attackers -= to.into();
            side = !side;
        }
    }

    /// Returns what the exchanges on the destination of a legal move win at most, in the unit of
    /// the values; see [`see_at_least`](Self::see_at_least).
    #[must_use]
    pub fn exchange_value(&self, mv: Move, values: &PieceValues) -> i32 {
        let most = values.0.iter().map(|value| value.abs()).sum::<i32>();
        // The gain is at least `low` and less than `high`.
        let (mut low, mut high) = (-most, most + 1);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if self.see_at_least(mv, values, middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }

    #[inline]
    fn least(&self, of: Bitboard) -> (Piece, Square) {
        const ORDER: [Piece; 6] = [
            Piece::Pawn,
            Piece::Knight,
            Piece::Bishop,
            Piece::Rook,
            Piece::Queen,
            Piece::King,
        ];
        for piece in ORDER {
            if let Some(square) = (self.pieces(piece) & of).first() {
                return (piece, square);
            }
        }
        // `of` is not empty, and the order covers all kinds of pieces.
        (Piece::King, Square::wrap(of.0.trailing_zeros() as u8))
    }
}

fn promotion_gain(mv: Move, values: &PieceValues) -> i32 {
    mv.promoted_to()
        .map_or(0, |piece| values.of(piece) - values.of(Piece::Pawn))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FenOptions, Rules};

    const VALUES: PieceValues = PieceValues([100, 300, 300, 500, 900, 20_000]);

    /// Returns the highest threshold that the move reaches, found by trial.
    fn exchange_value(fen: &str, mv: &str) -> i32 {
        let options = FenOptions {
            rules: Rules::CRAZYHOUSE,
            allow_pocket: true,
            exposed_king: false,
        };
        let board = Board::from_fen(fen, &options).unwrap();
        let mv = board.read_uci(mv).unwrap();
        assert!(board.is_legal(mv, &Rules::CRAZYHOUSE), "{fen} {mv}");
        let tried = (-3000..=3000)
            .rev()
            .step_by(50)
            .find(|least| board.see_at_least(mv, &VALUES, *least));
        assert_eq!(Some(board.exchange_value(mv, &VALUES)), tried);
        board.exchange_value(mv, &VALUES)
    }

    #[test]
    fn exchanges_come_to_what_they_should() {
        // A free pawn; a defended pawn, captured by a rook.
        assert_eq!(
            exchange_value("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"),
            100
        );
        assert_eq!(
            exchange_value("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"),
            -400
        );
        // With a second rook behind it two pawns are won for a rook.
        assert_eq!(
            exchange_value("3rk3/8/4p3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"),
            -400
        );
        // Knight takes a pawn that a pawn defends, and the bishop recaptures.
        assert_eq!(
            exchange_value("4k3/8/2p5/3p4/5B2/4N1B1/6B1/4K3 w - - 0 1", "e3d5"),
            -100
        );
        // En passant, promotion, promotion that is recaptured.
        assert_eq!(
            exchange_value("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"),
            100
        );
        assert_eq!(
            exchange_value("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"),
            800
        );
        assert_eq!(
            exchange_value("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"),
            -100
        );
        // Drops: safe, attacked, attacked and defended.
        assert_eq!(
            exchange_value("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@d5"),
            0
        );
        assert_eq!(
            exchange_value("4k3/8/4p3/8/8/8/8/4K3[N] w - - 0 1", "N@d5"),
            -300
        );
        assert_eq!(
            exchange_value("4k3/8/4p3/8/4P3/8/8/4K3[N] w - - 0 1", "N@d5"),
            -200
        );
        // A promoted piece has the value of a pawn.
        assert_eq!(
            exchange_value("4k3/8/8/3q~4/8/8/8/3RK3 w - - 0 1", "d1d5"),
            100
        );
        // The king captures only undefended pieces.
        assert_eq!(
            exchange_value("8/8/3k4/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"),
            -400
        );
        assert_eq!(
            exchange_value("8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"),
            100
        );
    }
}
