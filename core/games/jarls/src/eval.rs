//! The evaluation of a position for a player, in hundredths of a warrior.

use super::Jarls;
use super::mask::Mask;
use super::position::Position;
use super::race::NEVER;

/// The most turns that count in the race to the Throne.
const MOST_AHEAD: i32 = 8;

/// The weights of the evaluation.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// A player who is still in the game.
    pub jarl: i32,
    /// A warrior.
    pub warrior: i32,
    /// Each hex that the Jarl is nearer to the Throne than the edge is.
    pub near: i32,
    /// A Jarl beside the Throne, and two hexes from it.
    pub at_hand: [i32; 2],
    /// A Jarl on the edge, and next to it.
    pub edge: [i32; 2],
    /// A Jarl beside a hole, for each.
    pub jarl_hole: i32,
    /// A warrior beside a hole.
    pub warrior_hole: i32,
    /// A warrior on the edge.
    pub warrior_edge: i32,
    /// Each hex that a warrior is nearer to the Throne than the edge is.
    pub central: i32,
    /// Each direction in which the Jarl may move two hexes.
    pub draft: i32,
    /// Each direction in which a friend stands beside the Jarl.
    pub brace: i32,
    /// Each warrior with another friend beside it.
    pub together: i32,
    /// Each turn by which the Jarl could be on the Throne before those of the others,
    /// 8 at most.
    pub ahead: i32,
    /// To be ahead of them at all.
    pub lead: i32,
}

impl Weights {
    /// Those that are shipped, found by hand and checked in games.
    pub const SHIPPED: Self = Self {
        jarl: 600,
        warrior: 100,
        near: 10,
        at_hand: [60, 25],
        edge: [-45, -10],
        jarl_hole: -20,
        warrior_hole: -4,
        warrior_edge: -12,
        central: 4,
        draft: 6,
        brace: 6,
        together: 4,
        ahead: 20,
        lead: 100,
    };
}

impl Jarls {
    /// Evaluates a position for the side of a player against all others: its own value less that of
    /// the others, on average where there are several, and the race to the Throne.
    pub(super) fn evaluate_for(&self, weights: &Weights, position: &Position, player: u8) -> i32 {
        let side = self.settings.side(player);
        let (mut own, mut others, mut sides) = (0, 0, 0);
        for other in 0..self.settings.players {
            let value = self.evaluate_player(weights, position, other);
            if self.settings.side(other) == side {
                own += value;
            } else {
                others += value;
                sides += 1;
            }
        }
        let others = match self.settings.teams {
            true => others,
            false => others / sides.max(1),
        };
        own - others + self.race(weights, position, side)
    }

    /// Evaluates the race: the gain of a side one of whose Jarls could be on the Throne before all
    /// others, or the cost of another's.
    fn race(&self, weights: &Weights, position: &Position, side: u8) -> i32 {
        let (mut own, mut other) = (NEVER, NEVER);
        for (player, turn) in (0..self.settings.players).zip(self.arrivals(position)) {
            let first = match self.settings.side(player) == side {
                true => &mut own,
                false => &mut other,
            };
            *first = turn.min(*first);
        }
        let ahead = other - own;
        weights.ahead * ahead.clamp(-MOST_AHEAD, MOST_AHEAD) + weights.lead * ahead.signum()
    }

    /// Evaluates all that a player has; 0 for one who is out.
    fn evaluate_player(&self, weights: &Weights, position: &Position, player: u8) -> i32 {
        let board = self.board;
        let Some(jarl) = position.jarl(player) else {
            return 0;
        };
        let warriors = position.warriors(player);
        let sides = self.sides(position, player);
        let left = i32::from(position.radius);
        let inward = |at: u8| left - i32::from(board.distance(at));
        let on_edge = board
            .within(position.radius)
            .without(match position.radius {
                0 => Mask::EMPTY,
                radius => board.within(radius - 1),
            });
        let mut sum = weights.jarl + weights.warrior * warriors.len() as i32;

        sum += weights.near * inward(jarl);
        match board.distance(jarl) {
            1 => sum += weights.at_hand[0],
            2 => sum += weights.at_hand[1],
            _ => {}
        }
        match inward(jarl) {
            0 => sum += weights.edge[0],
            1 => sum += weights.edge[1],
            _ => {}
        }
        let beside = board.beside(jarl);
        sum += weights.jarl_hole * (beside & position.holes).len() as i32;
        sum += weights.brace * (beside & sides.friends).len() as i32;
        let drafts = (0..6)
            .filter(|d| !sides.closed.has(board.next(jarl, *d)))
            .filter(|d| self.drafted(position, &sides, jarl, *d))
            .count();
        sum += weights.draft * drafts as i32;

        sum += weights.warrior_edge * (warriors & on_edge).len() as i32;
        for at in warriors.iter() {
            sum += weights.central * inward(at);
            let beside = board.beside(at);
            sum += weights.warrior_hole * i32::from(!(beside & position.holes).is_empty());
            sum += weights.together * i32::from(!(beside & sides.friends).is_empty());
        }
        sum
    }
}
