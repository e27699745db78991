//! Game-specific part of the search.

use std::ops::ControlFlow;

use super::Jarls;
use super::board::RADII;
use super::eval::Weights;
use super::events::Deaf;
use super::mask::NONE;
use super::movegen::{PathEnd, Sides};
use super::moves::{Action, PathStep};
use super::position::{Phase, Position};
use contract::game::{Flow, Seat};
use contract::history::PositionHistory;
use search::levels::{Ladder, Rung};
use search::{EVAL_LIMIT, Searched, Stage, Unit};

/// The rungs of levels; see `docs/strength.md`. One move decides the game here, that takes the
/// Throne or pushes a Jarl off the board, so what counts most is which moves are overlooked.
const LADDER: Ladder = Ladder::new(&[
    Rung::new(100, 30, 3_000, 1000).overlooking(995),
    Rung::new(300, 90, 1_220, 600).overlooking(954),
    Rung::new(500, 170, 560, 375).overlooking(920),
    Rung::new(700, 290, 300, 210).overlooking(887),
    Rung::new(900, 410, 165, 114).overlooking(845),
    Rung::new(1100, 530, 116, 66).overlooking(808),
    Rung::new(1300, 830, 76, 30).overlooking(760),
    Rung::new(1500, 1_370, 50, 12).overlooking(700),
    Rung::new(1700, 2_450, 31, 2).overlooking(606),
    Rung::new(1900, 5_000, 18, 0).overlooking(462),
    Rung::new(2100, 12_000, 7, 0).overlooking(315),
    Rung::new(2300, 26_000, 0, 0).overlooking(158),
    Rung::new(2500, 60_000, 0, 0),
]);

/// Facts computed once for each position that is searched.
#[derive(Clone, Copy, Debug)]
pub struct JarlsNode {
    sides: Sides,
    /// True if an enemy Jarl could step onto the Throne; with more than two players, in the very
    /// next turn. If every earlier mover were in danger as well, quiescence would try all moves of
    /// all of them.
    danger: bool,
}

/// Hexes of the largest board.
const HEXES: usize = 3 * RADII.1 as usize * (RADII.1 as usize + 1) + 1;

/// Gain of pushing a Jarl off the board; taking the Throne gains twice as much.
const DECISIVE: i32 = 5_000;

impl Jarls {
    /// The piece that an attack pushes off the board, as the hex it stands on; the
    /// attack must push.
    pub(super) fn victim(&self, sides: &Sides, step: PathStep) -> Option<u8> {
        let mut hex = self.board.end(step);
        let mut last = NONE;
        while sides.all.has(hex) {
            last = hex;
            hex = self.board.next(hex, step.direction);
        }
        (last != NONE && sides.void.has(hex)).then_some(last)
    }

    /// Returns the gain of a move: that of taking the Throne, or the value of the piece that it
    /// pushes off the board, negative for a friend's; `None` if it does neither.
    fn taken(&self, position: &Position, sides: &Sides, step: PathStep) -> Option<i32> {
        let to = self.board.end(step);
        if to == self.board.throne() && position.jarls.has(step.from) {
            return Some(2 * DECISIVE);
        }
        if !sides.enemies.has(to) {
            return None;
        }
        let victim = self.victim(sides, step)?;
        let value = if position.jarls.has(victim) {
            DECISIVE
        } else {
            Weights::SHIPPED.warrior
        };
        Some(if sides.friends.has(victim) {
            -value
        } else {
            value
        })
    }

    /// Returns true if the move is one for quiescence: it takes the Throne or pushes an enemy piece
    /// off the board.
    fn takes(&self, position: &Position, sides: &Sides, step: PathStep) -> bool {
        self.taken(position, sides, step).is_some_and(|t| t > 0)
            && (!sides.enemies.has(self.board.end(step)) || self.pushes(position, sides, step))
    }
}

impl Searched for Jarls {
    type Evaluator = Weights;
    type Node = JarlsNode;

    const NODES_PER_LOOK: u64 = 16;
    const UNIT: Unit = Unit::Points;
    const LADDER: Ladder = LADDER;
    const PAIRS: usize = 2 * HEXES;
    const CHEAP_DECODE: bool = true;

    fn evaluator(&self) -> Weights {
        Weights::SHIPPED
    }

    fn evaluate(&self, weights: &mut Weights, position: &Position, seat: Seat) -> i32 {
        self.evaluate_for(weights, position, seat.0)
            .clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    fn node(&self, position: &Position) -> JarlsNode {
        let sides = self.sides(position, position.mover);
        let throne = self.board.throne();
        let mut near = self.board.beside(throne) & position.jarls & sides.enemies;
        if self.settings.players > 2 && !near.is_empty() {
            near = near & position.of(self.follower(position));
        }
        JarlsNode {
            danger: !near.is_empty() && !sides.all.has(throne),
            sides,
        }
    }

    fn to_move(&self, position: &Position) -> Seat {
        Seat(position.mover)
    }

    fn allied(&self, a: Seat, b: Seat) -> bool {
        self.settings.side(a.0) == self.settings.side(b.0)
    }

    fn in_check(&self, site: &JarlsNode) -> bool {
        site.danger
    }

    /// Passing is against the rules, and all but never better than a move; where
    /// the same player would move again it says nothing.
    fn null(&self, position: &Position, site: &JarlsNode) -> Option<Position> {
        if site.danger || position.phase != Phase::Moving || !self.settings.limited() {
            return None;
        }
        let mut next = *position;
        self.pass_on(&mut next, position.mover, &mut Deaf);
        let other = self.settings.side(next.mover) != self.settings.side(position.mover);
        other.then_some(next)
    }

    fn tactical(&self, position: &Position, action: &Action) -> bool {
        match action {
            Action::Move(step) => {
                let sides = self.sides(position, position.mover);
                self.takes(position, &sides, *step)
            }
            _ => false,
        }
    }

    fn moves(
        &self,
        position: &Position,
        site: &JarlsNode,
        past: &dyn PositionHistory,
        stage: Stage,
        out: &mut Vec<Action>,
    ) {
        let wanted = stage == Stage::Tactical;
        if position.phase != Phase::Moving || self.settings.fog {
            if !wanted {
                let _ = contract::game::Game::legal(self, position, past, |action| {
                    out.push(action);
                    Flow::Continue(())
                });
            }
            return;
        }
        let sides = &site.sides;
        let mut any = false;
        let _ = self.each_step(position, sides, |step, kind| {
            let open = kind == PathEnd::Plain || self.pushes(position, sides, step);
            any |= open;
            let takes = self.taken(position, sides, step).is_some_and(|t| t > 0);
            if open && takes == wanted {
                out.push(Action::Move(step));
            }
            ControlFlow::Continue(())
        });
        if !any && !wanted {
            let _ = self.each_step(position, sides, |step, _| {
                out.push(Action::Move(step));
                ControlFlow::Continue(())
            });
        }
    }

    fn order_score(&self, position: &Position, site: &JarlsNode, action: &Action) -> i32 {
        let Action::Move(step) = action else {
            return 0;
        };
        let board = self.board;
        if let Some(taken) = self.taken(position, &site.sides, *step) {
            return taken;
        }
        let to = board.end(*step);
        let inward = i32::from(board.distance(step.from)) - i32::from(board.distance(to));
        let push = if site.sides.enemies.has(to) { 30 } else { 0 };
        let jarl = if position.jarls.has(step.from) { 3 } else { 1 };
        push + 4 * inward * jarl
    }

    fn max_gain(&self, position: &Position, action: &Action) -> Option<i32> {
        let Action::Move(step) = action else {
            return None;
        };
        let sides = self.sides(position, position.mover);
        // What a Jarl is worth depends on who is left.
        self.taken(position, &sides, *step)
            .filter(|taken| *taken < DECISIVE)
    }

    fn slot(&self, _: &Position, action: &Action) -> usize {
        self.board.action_id(*action) as usize % Self::SLOTS
    }

    fn pair(&self, position: &Position, action: &Action) -> usize {
        match action {
            Action::Move(step) => {
                let jarl = usize::from(position.jarls.has(step.from));
                jarl * HEXES + usize::from(self.board.end(*step)) % HEXES
            }
            _ => 0,
        }
    }

    fn tt_move(&self, action: &Action) -> u16 {
        self.board.action_id(*action) as u16 + 1
    }

    fn decode(
        &self,
        position: &Position,
        _: &JarlsNode,
        _: &dyn PositionHistory,
        code: u16,
    ) -> Option<Action> {
        let action = self.board.action(u32::from(code).checked_sub(1)?)?;
        self.permitted(position, action).ok().map(|()| action)
    }
}
