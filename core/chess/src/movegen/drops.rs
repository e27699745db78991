//! Drop targets, and the ends of a game by check.

use super::super::bitboard::Bitboard;
use super::super::board::{Board, Pockets, Position, Record};
use super::super::rules::{DropAggression, Rules};
use super::super::side::{Side, View, for_side};
use super::super::types::Piece;
use super::Stages;
use super::checks::{Checks, check_squares};

impl<P: Pockets, R: Record> Position<P, R> {
    /// Returns the legal squares for a drop of a piece, assumed to be in the pocket.
    #[inline(always)]
    pub(super) fn drop_targets<S: Side>(
        &self,
        view: &View<S>,
        checks: &Checks,
        rules: &Rules,
        piece: Piece,
    ) -> Bitboard {
        let mut to = checks.mask - view.occupied;
        if piece == Piece::Pawn {
            to &= rules.pawn_drops(S::COLOR);
        }
        if rules.drop_aggression != DropAggression::MateAllowed {
            to = self.tame_drops(view, rules, piece, to);
        }
        to
    }

    /// Returns the drops that the drop aggression allows.
    #[cold]
    fn tame_drops<S: Side>(
        &self,
        view: &View<S>,
        rules: &Rules,
        piece: Piece,
        to: Bitboard,
    ) -> Bitboard {
        let checking = to & check_squares(view, piece);
        let passed = self.passed::<S>();
        let forbidden = match rules.drop_aggression {
            DropAggression::MateAllowed => Bitboard::EMPTY,
            DropAggression::NoCheck => checking,
            DropAggression::NoChessMate => checking
                .into_iter()
                .filter(|&square| {
                    passed
                        .drop(piece, square)
                        .is_without_reply::<S::Other>(rules)
                })
                .collect(),
            DropAggression::NoBughouseMate => checking
                .into_iter()
                .filter(|&square| passed.drop(piece, square).is_bughouse_mate::<S::Other>())
                .collect(),
        };
        to - forbidden
    }

    /// Returns true if the side to move has no legal move. Drops that parry are not tested
    /// for aggression themselves, because that would never end.
    fn is_without_reply<S: Side>(&self, rules: &Rules) -> bool {
        let rules = rules.drop_aggression(DropAggression::MateAllowed);
        !self.has_move::<S>(
            &Checks::under(&self.view::<S>(), &rules),
            &rules,
            Stages::ALL,
        )
    }

    fn is_bughouse_mate<S: Side>(&self) -> bool {
        let checks = Checks::new(&self.view::<S>());
        checks.checkers.any()
            && (checks.mask - checks.checkers).is_empty()
            && !self.has_move::<S>(&checks, &Rules::CHESS, Stages::BOARD)
    }
}

impl Board {
    /// Returns true if the side to move is mated by these rules: in check without a legal
    /// move, its own drops included, and if it has a partner, without hope of a drop from
    /// there either. There is no mate where kings may be captured.
    #[must_use]
    pub fn is_mate(&self, rules: &Rules) -> bool {
        if rules.exposed_kings {
            false
        } else if rules.partner {
            self.is_bughouse_mate()
        } else {
            self.is_check() && !self.has_legal(rules)
        }
    }

    /// Returns true if the side to move has no legal move, its own drops included, and is
    /// not in check, or where kings may be captured, in check or not.
    #[must_use]
    pub fn is_stalemate(&self, rules: &Rules) -> bool {
        (rules.exposed_kings || !self.is_check()) && !self.has_legal(rules)
    }

    /// Returns true if the side to move is in check and could not parry it even with a
    /// pocket full of all pieces: the mate of bughouse. Any square between king and checker
    /// admits some piece, so the pocket need not be tried.
    #[must_use]
    pub fn is_bughouse_mate(&self) -> bool {
        for_side!(self.turn(), S => self.position().is_bughouse_mate::<S>())
    }

    /// Returns true if the side to move is in check and has no legal move, but could
    /// continue if its partner handed over the right piece.
    #[must_use]
    pub fn is_frozen(&self, rules: &Rules) -> bool {
        rules.partner
            && !rules.exposed_kings
            && self.is_check()
            && !self.has_legal(rules)
            && !self.is_bughouse_mate()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::fen::FenOptions;
    use super::super::super::moves::Move;
    use super::*;

    fn board(text: &str) -> Board {
        Board::from_fen(text, &FenOptions::BUGHOUSE).unwrap()
    }

    #[test]
    fn frozen_is_not_mate() {
        let rules = Rules::BUGHOUSE;
        let frozen = board("4R1k1/5ppp/8/8/8/8/5PPP/6K1[] b - - 0 1");
        assert!(!frozen.is_mate(&rules) && frozen.is_frozen(&rules));
        assert!(!frozen.is_bughouse_mate() && frozen.is_mate(&Rules::CRAZYHOUSE));
        let parried = board("4R1k1/5ppp/8/8/8/8/5PPP/6K1[n] b - - 0 1");
        assert!(!parried.is_mate(&rules) && !parried.is_frozen(&rules));
        let contact = board("5Rk1/5ppp/6N1/8/8/8/5PPP/6K1[] b - - 0 1");
        assert!(contact.is_bughouse_mate() && contact.is_mate(&rules));
        let smothered = board("6rk/5Npp/8/8/8/8/5PPP/6K1[qrbnp] b - - 0 1");
        assert!(smothered.is_bughouse_mate() && !smothered.is_frozen(&rules));
    }

    #[test]
    fn aggression_limits_drops() {
        let position = board("6k1/5ppp/8/8/8/8/5PPP/6K1[RN] w - - 0 1");
        let legal = |aggression, text: &str| {
            let rules = Rules::BUGHOUSE.drop_aggression(aggression);
            let mv = match text.split_once('@') {
                Some(("R", to)) => Move::drop(Piece::Rook, to.parse().unwrap()),
                Some(("N", to)) => Move::drop(Piece::Knight, to.parse().unwrap()),
                _ => unreachable!("a test names rooks and knights only"),
            };
            position.is_legal(mv, &rules)
        };
        use DropAggression::*;
        for (text, expected) in [
            ("R@a8", [true, false, false, true]),
            ("R@f8", [true, false, true, true]),
            ("R@a7", [true; 4]),
            ("N@e7", [true, false, true, true]),
        ] {
            let found = [MateAllowed, NoCheck, NoChessMate, NoBughouseMate]
                .map(|aggression| legal(aggression, text));
            assert_eq!(found, expected, "{text}");
        }
        let corner = board("6rk/6pp/8/8/8/8/5PPP/6K1[N] w - - 0 1");
        let smother = Move::drop(Piece::Knight, "f7".parse().unwrap());
        let rules = Rules::BUGHOUSE.drop_aggression(NoBughouseMate);
        assert!(corner.is_legal(smother, &Rules::BUGHOUSE));
        assert!(!corner.is_legal(smother, &rules));
    }
}
