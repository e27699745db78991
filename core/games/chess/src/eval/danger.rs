//! The danger to a king: what attacks the squares round it, and what may be dropped there.

use super::terms::{DROPPED, TermEvaluator, TermTrace, files_round};
use super::weights::{
    EvalWeights, attacker, attacker_hand, bare_file, base, contact_check, defender, defender_hand,
    drop_check, hole, hole_hand, no_queen, pinned, ring_attack, ring_pawn, safe_check,
    unsafe_check, weak_ring,
};
use chess::{Bitboard, Color, Piece, attacks};

impl<T: TermTrace> TermEvaluator<'_, T> {
    /// Returns the danger of a colour's king, at least 0 where it matters.
    #[inline(always)]
    pub(super) fn danger(&mut self, color: Color) -> i32 {
        let (us, board) = (color.index(), self.board);
        let them = 1 - us;
        let attackers_hand = board.has_pocket(!color);
        let threatened = self.ring_attacks[them] > 0 || attackers_hand;
        if !threatened {
            return 0;
        }
        let mut danger = Danger {
            color,
            weights: self.weights,
            sum: 0,
        };
        let trace = &mut *self.trace;
        danger.add(trace, base, 1);
        for (i, count) in self.attackers[them].into_iter().enumerate() {
            danger.add(trace, attacker + i, count);
        }
        let ring = self.ring[us];
        danger.add(trace, ring_attack, self.ring_attacks[them]);
        let their_pawns = self.by[them][Piece::Pawn.index()];
        danger.add(trace, ring_pawn, (ring & their_pawns).len() as i32);
        // What nobody but the king defends.
        let defended = self.by[us][..5].iter().fold(Bitboard::EMPTY, |a, b| a | *b);
        let weak = ring - defended;
        danger.add(trace, weak_ring, (weak & self.all[them]).len() as i32);
        danger.add(trace, defender, (ring & self.own[us]).len() as i32 - 1);

        let king = board.king(color);
        let men = self.men[them];
        let knight = attacks::knight(king);
        let bishop = attacks::bishop(king, self.occupied);
        let rook = attacks::rook(king, self.occupied);
        let from = [knight, bishop, rook, bishop | rook];
        // A checker is safe where nobody takes it: not attacked, or only by the
        // king and defended.
        let taken = defended | (self.by[us][Piece::King.index()] - self.all[them]);
        let free = !self.own[them];
        let mut unsafe_checks = 0;
        for (i, reach) in from.into_iter().enumerate() {
            let checks = reach & self.by[them][i + 1] & free;
            if (checks - taken).any() {
                danger.add(trace, safe_check + i, 1);
            } else if checks.any() {
                unsafe_checks += 1;
            }
        }
        danger.add(trace, unsafe_check, unsafe_checks);
        danger.add(trace, pinned, board.pinned_of(color).len() as i32);
        let pawns = self.men[us][Piece::Pawn.index()];
        let bare = files_round(king).filter(|f| !Bitboard::file(*f).meets(pawns));
        danger.add(trace, bare_file, bare.count() as i32);
        let queens = men[Piece::Queen.index()].any() || board.pocket(!color, Piece::Queen) > 0;
        danger.add(trace, no_queen, i32::from(!queens));

        if attackers_hand {
            let empty = !self.occupied;
            // Against a pawn the king's own pawns' ranks matter little: any square
            // from which it would check counts.
            let drops = [
                attacks::pawn(color, king),
                knight,
                bishop,
                rook,
                bishop | rook,
            ];
            let near = self.by[us][Piece::King.index()];
            let mut in_hand = 0;
            for (i, piece) in DROPPED.into_iter().enumerate() {
                let count = i32::from(board.pocket(!color, piece));
                if count == 0 {
                    continue;
                }
                in_hand += count;
                danger.add(trace, attacker_hand + 3 * i, 1);
                danger.add(trace, attacker_hand + 3 * i + 1, i32::from(count > 1));
                danger.add(trace, attacker_hand + 3 * i + 2, (count - 2).clamp(0, 4));
                let checks = drops[i] & empty;
                if (checks - taken).any() {
                    danger.add(trace, drop_check + i, 1);
                }
                if (checks & near & (self.all[them] - defended)).any() {
                    danger.add(trace, contact_check + i, 1);
                }
            }
            let holes = (weak & empty).len() as i32;
            danger.add(trace, hole, holes);
            danger.add(trace, hole_hand, holes * in_hand.min(4));
        }
        if board.has_pocket(color) {
            for (i, piece) in DROPPED.into_iter().enumerate() {
                let count = i32::from(board.pocket(color, piece)).min(3);
                danger.add(trace, defender_hand + i, count);
            }
        }
        danger.sum
    }
}

struct Danger<'a> {
    color: Color,
    weights: &'a EvalWeights,
    sum: i32,
}

impl Danger<'_> {
    #[inline(always)]
    fn add(&mut self, trace: &mut impl TermTrace, index: usize, by: i32) {
        self.sum += self.weights.dangers[index] * by;
        trace.danger(self.color, index, by);
    }
}
