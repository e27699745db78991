//! Evaluation of a position for a player, in decitempi: tenths of an extra turn.
//!
//! Where the table of the rule page leaves something open:
//!
//! - Against several opponents their value counts on average, of those who are not
//!   out.
//! - Higher values that begin where something is given up come with a fixed
//!   penalty, their most possible gain: as many knights, or towers, as the game
//!   allows towers.
//! - The closest friendly tower matters to a dragon up to half the longest way on
//!   the board.
//! - A tower is useful while circles are possible (four dragons at least), or else
//!   for each pawn that it could promote.
//! - A dragon is in a tight spot on the edge, diagonally next to a tower.
//! - A knight with nothing foreign on the board has no activity at all.
//! - Being in the opening book is a gain of whoever moves there, and no part of the
//!   static evaluation.

use super::bits::Bits;
use super::position::{Layout, Piece};
use super::rules::BoostRules;

/// Dragons that a circle needs.
const CIRCLE: u32 = 4;
/// Friends that a tower is built with.
const BUILDERS: u32 = 4;
/// Friends that make a piece one of a crowd.
const CROWD: u32 = 3;

impl<B: Bits> BoostRules<B> {
    /// Evaluates a position for a player, ends included.
    pub(super) fn static_evaluation(&self, p: &Layout<B>, player: u8) -> i64 {
        let victory = self.weights.victory;
        match self.outcome_of(p) {
            Some(outcome) if outcome.is_draw() => 0,
            Some(outcome) if outcome.winners.contains(contract::game::Seat(player)) => victory,
            Some(_) => -victory,
            None if self.out(p, player) => -victory,
            None => self.balance(p, player, self.weights.defeat),
        }
    }

    /// The value of a player against the average of the opponents who are not out,
    /// with a bonus for each that is.
    pub(super) fn balance(&self, p: &Layout<B>, player: u8, defeat: i64) -> i64 {
        let (mut others, mut living, mut out) = (0, 0, 0);
        for other in (0..self.settings.players).filter(|o| *o != player) {
            if self.out(p, other) {
                out += 1;
            } else {
                others += self.player_value(p, other);
                living += 1;
            }
        }
        self.player_value(p, player) - others / living.max(1) + defeat * out
    }

    /// Evaluates the material, formation and dragons of a player.
    fn player_value(&self, p: &Layout<B>, player: u8) -> i64 {
        self.material(p, player) + self.formation(p, player) + self.circling(p, player)
    }

    /// Evaluates the dragons around a player's towers: `victory` if the player has won by them.
    pub(super) fn circle_evaluation(&self, p: &Layout<B>, player: u8) -> i64 {
        if p.victor == player {
            self.weights.victory
        } else {
            self.circling(p, player)
        }
    }

    fn material(&self, p: &Layout<B>, player: u8) -> i64 {
        let w = &self.weights;
        let of = p.of(player);
        let (pawns, knights, towers) = (of & p.pawns, of & p.knights, of & p.towers);
        // No more than so many of either can there be to gain by.
        let most = i64::from(self.settings.towers.min(self.settings.area() as u32));
        let grown = |count: u32, value: i64, endgame: i64, late: bool| {
            if late {
                i64::from(count) * endgame - most * (endgame - value).max(0)
            } else {
                i64::from(count) * value
            }
        };
        let lacks_towers = towers.len() < self.settings.towers;
        let few = pawns.len() + knights.len() < BUILDERS;
        w.pawn * i64::from(pawns.len())
            + grown(knights.len(), w.knight, w.endgame_knight, lacks_towers)
            + grown(towers.len(), w.tower, w.endgame_tower, few)
    }

    fn formation(&self, p: &Layout<B>, player: u8) -> i64 {
        let w = &self.weights;
        let of = p.of(player);
        let foreign = p.occupied().without(of);
        let mut sum = 0;
        for at in (of & p.knights).points() {
            if let Some(distance) = self.closest(at, foreign) {
                sum += w.knight_activity * (w.zero_activity_distance - i64::from(distance));
            }
            if self.edge.has(at) {
                sum -= w.edge_knight_penalty;
            }
        }
        for at in of.points() {
            let friends = (self.around(at) & of).len() - 1;
            sum += w.crowd_member * i64::from(friends >= CROWD);
        }
        sum + w.construction_site * self.sixteenths(p, player) / 16
    }

    /// The best sites for the towers that a player can still usefully build, in
    /// sixteenths of a complete one.
    fn sixteenths(&self, p: &Layout<B>, player: u8) -> i64 {
        let of = p.of(player);
        let mobile = of & (p.pawns | p.knights);
        let mut left = self.settings.towers.saturating_sub((of & p.towers).len());
        if p.dragons.len() < CIRCLE {
            left = left.min((of & p.pawns).len());
        }
        if left == 0 || mobile.len() < BUILDERS {
            return 0;
        }
        let open = self.board.without(self.edge).without(p.occupied());
        let (a, b) = (self.north(of), self.south(of));
        let (c, d) = (self.west(of), self.east(of));
        let odd = |x: B, y: B| (x | y).without(x & y);
        let (ab, cd) = (odd(a, b), odd(c, d));
        let one = odd(ab, cd);
        let (x, y, z) = (a & b, c & d, ab & cd);
        let four = x & y;
        let two = (x | y | z).without(four);
        let mut sum = 0;
        let classes = [
            (16, four),
            (9, two & one),
            (4, two.without(one)),
            (1, one.without(two)),
        ];
        for (score, sites) in classes {
            for at in (sites & open).points() {
                if (self.around(at) & mobile).len() >= BUILDERS {
                    sum += score;
                    left -= 1;
                    if left == 0 {
                        return sum;
                    }
                }
            }
        }
        sum
    }

    /// Evaluates the dragons around a player's towers.
    fn circling(&self, p: &Layout<B>, player: u8) -> i64 {
        let w = &self.weights;
        let towers = p.of(player) & p.towers;
        let mut sum = 0;
        if towers.is_empty() {
            return sum;
        }
        let flanks = self.west(towers) | self.east(towers);
        let diagonal = self.north(flanks) | self.south(flanks);
        let tight = (p.dragons & self.edge & diagonal).len();
        sum -= w.tight_spot_penalty * i64::from(tight);
        if p.dragons.len() < CIRCLE {
            return sum;
        }
        let far = i32::from((self.settings.width + self.settings.height) / 2 - 1);
        for at in p.dragons.points() {
            let distance = self.closest(at, towers).unwrap_or(far);
            sum += w.dragon_proximity * i64::from((far - distance).max(0));
        }
        for at in towers.points() {
            sum += w.circle_dragon * i64::from((self.beside(at) & p.dragons).len());
        }
        sum
    }

    /// Returns the approximate value of capturing a piece.
    pub(super) fn price(&self, piece: Option<Piece>) -> i64 {
        let w = &self.weights;
        match piece {
            Some(Piece::Pawn(_)) => w.pawn,
            Some(Piece::Knight(_)) => w.knight,
            Some(Piece::Tower(_)) => w.tower.max(w.endgame_tower),
            Some(Piece::Dragon) | None => 0,
        }
    }
}
