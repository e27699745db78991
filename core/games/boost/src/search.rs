//! Hooks of the search into the game.

use super::bits::Bits;
use super::movegen::Sides;
use super::moves::Action;
use super::position::{Layout, Piece, Position};
use super::rules::BoostRules;
use super::{Boost, on};
use contract::game::{Flow, Game, Seat};
use contract::history::PositionHistory;
use search::levels::{Ladder, Rung};
use search::{EVAL_LIMIT, Params, Searched, Stage, Unit};

/// The rungs of levels; see `docs/strength.md`. Errors are in decitempi.
const LADDER: Ladder = Ladder::new(&[
    Rung::new(100, 20, 500, 1000),
    Rung::new(300, 30, 350, 800),
    Rung::new(500, 40, 250, 600),
    Rung::new(700, 60, 165, 420),
    Rung::new(900, 95, 113, 290),
    Rung::new(1100, 150, 78, 190),
    Rung::new(1300, 250, 54, 105),
    Rung::new(1500, 420, 40, 56),
    Rung::new(1700, 900, 27, 22),
    Rung::new(1900, 2_000, 19, 11),
    Rung::new(2100, 4_300, 12, 5),
    Rung::new(2300, 9_000, 7, 0),
    Rung::new(2500, 20_000, 3, 0),
]);

/// Facts of a searched position that are computed once.
#[derive(Clone, Copy, Debug)]
pub struct BoostNode {
    /// True if a null move is not allowed: an opponent has all but completed a circle, or not
    /// exactly two players are left.
    tense: bool,
}

/// Gain assumed for a move that completes a circle, in decitempi.
const DECISIVE: i64 = 20_000;
/// The most that an opponent who is out counts in a search.
const OUT: i64 = 4_000;
/// Kinds of pieces, and of points by which moves are kept apart.
const KINDS: usize = 4;
const PLACES: usize = 128;

impl<B: Bits> BoostRules<B> {
    /// The points on which a dragon would complete a circle of a player.
    fn goals(&self, p: &Layout<B>, sides: &Sides<B>, player: u8) -> B {
        (p.of(player) & p.towers)
            .points()
            .map(|tower| self.beside(tower))
            .filter(|near| near.len() == 4 && (*near & p.dragons).len() == 3)
            .fold(B::EMPTY, |goals, near| goals | near & sides.empty)
    }

    /// Those of the end points of a piece that take something or complete a circle.
    fn sharp(
        &self,
        p: &Layout<B>,
        sides: &Sides<B>,
        flanking: B,
        (piece, from): (Piece, u8),
        ends: B,
    ) -> B {
        if matches!(piece, Piece::Knight(_)) {
            return ends & sides.enemies;
        }
        let mut sharp = (ends & flanking)
            .points()
            .filter(|to| !self.flanked(p, sides, from, *to).is_empty())
            .fold(B::EMPTY, |all, to| all | B::single(to));
        if piece == Piece::Dragon && !(sides.own & p.towers).is_empty() {
            sharp |= ends & self.goals(p, sides, p.mover);
        }
        sharp
    }

    fn tactical(&self, p: &Layout<B>, action: Action) -> bool {
        match action {
            Action::Pass => false,
            Action::Make(_) => true,
            Action::Move { from, to } => p.at(from).is_some_and(|piece| {
                let sides = self.sides(p);
                let flanking = self.flanking(p, &sides, sides.enemies);
                let sharp = self.sharp(p, &sides, flanking, (piece, from), B::single(to));
                !sharp.is_empty()
            }),
        }
    }

    fn staged(
        &self,
        p: &Layout<B>,
        past: &dyn PositionHistory,
        stage: Stage,
        out: &mut Vec<Action>,
    ) {
        let tactical = stage == Stage::Tactical;
        if self.outcome_of(p).is_some() {
            return;
        }
        if self.out(p, p.mover) {
            if !tactical {
                out.push(Action::Pass);
            }
            return;
        }
        let sides = self.sides(p);
        let flanking = self.flanking(p, &sides, sides.enemies);
        let earlier = self.earlier(p, &sides, past);
        let earlier = earlier.as_ref();
        let before = out.len();
        let _ = self.each_piece(p, &sides, |piece, from, ends| {
            let sharp = self.sharp(p, &sides, flanking, (piece, from), ends);
            let wanted = if tactical { sharp } else { ends.without(sharp) };
            let new = self.new_ends(p, &sides, earlier, (piece, from), wanted);
            out.extend(new.points().map(|to| Action::Move { from, to }));
            Flow::Continue(())
        });
        if tactical {
            let made = self.sites(p, &sides) | self.promotable(p, &sides);
            let new = self.new_made(p, &sides, earlier, made);
            out.extend(new.points().map(Action::Make));
        } else if out.len() == before && !self.has_new(p, &sides, past) {
            // All repeat an arrangement, and so all are legal, or there are none.
            let _ = self.legal(p, past, |set| {
                set.each(|action| {
                    out.push(action);
                    Flow::Continue(())
                })
            });
        }
    }

    fn win(&self, p: &Layout<B>, action: Action) -> i64 {
        let Action::Move { from, to } = action else {
            return 0;
        };
        let Some(piece) = p.at(from) else { return 0 };
        let sides = self.sides(p);
        let circle = piece == Piece::Dragon && self.goals(p, &sides, p.mover).has(to);
        let taken = self.taken(p, &sides, piece, from, to);
        let prices = taken.points().map(|at| self.price(p.at(at)));
        prices.sum::<i64>() + if circle { DECISIVE } else { 0 }
    }

    fn promise_of(&self, p: &Layout<B>, action: Action) -> i64 {
        let w = &self.weights;
        match action {
            Action::Pass => 0,
            Action::Make(at) if p.pawns.has(at) => w.knight / 2,
            Action::Make(_) => w.tower + w.construction_site,
            Action::Move { from, to } => {
                let towers = p.of(p.mover) & p.towers;
                let foreign = p.towers.without(towers);
                let beside = |at: u8, of: B| i64::from((self.beside(at) & of).len());
                let quiet = match p.at(from) {
                    Some(Piece::Dragon) => {
                        w.circle_dragon
                            * (beside(to, towers) - beside(from, towers) + beside(from, foreign)
                                - beside(to, foreign))
                    }
                    _ => {
                        let friends = p.of(p.mover).without(B::single(from));
                        8 * (beside(to, friends) - beside(from, friends))
                    }
                };
                self.win(p, action) + quiet
            }
        }
    }

    /// Returns true if a player other than one has three dragons around a tower, with the fourth
    /// point empty.
    fn threatened(&self, p: &Layout<B>, by_others_than: u8) -> bool {
        let sides = self.sides(p);
        (0..self.settings.players)
            .filter(|player| *player != by_others_than)
            .any(|player| !self.goals(p, &sides, player).is_empty())
    }
}

impl Searched for Boost {
    type Evaluator = ();
    type Node = BoostNode;

    const NODES_PER_LOOK: u64 = 16;
    const UNIT: Unit = Unit::Decitempi;
    const LADDER: Ladder = LADDER;
    const PARAMS: Params = Params {
        window: 40,
        reverse_margin: 160,
        null_surplus: 400,
        lmp_base: 8,
        futility_base: 180,
        futility_margin: 180,
        see_quiet: 120,
        see_tactical: 40,
        delta: 320,
        ..Params::DEFAULT
    };
    const SLOTS: usize = 8192;
    const PAIRS: usize = KINDS * PLACES;
    const CHEAP_DECODE: bool = true;

    fn evaluator(&self) {}

    fn evaluate(&self, (): &mut (), position: &Position, seat: Seat) -> i32 {
        let limit = i64::from(EVAL_LIMIT);
        let value = on!(self, position, |rules, p| {
            let defeat = rules.weights.defeat.min(OUT);
            match rules.out(p, seat.0) {
                true => -limit,
                false => rules.balance(p, seat.0, defeat),
            }
        });
        value.clamp(-limit, limit) as i32
    }

    fn node(&self, position: &Position) -> BoostNode {
        on!(self, position, |rules, p| BoostNode {
            tense: rules.living(p).count_ones() != 2 || rules.threatened(p, p.mover),
        })
    }

    fn to_move(&self, position: &Position) -> Seat {
        on!(self, position, |_rules, p| Seat(p.mover))
    }

    /// Passing is against the rules for all but who cannot move, and hardly ever
    /// better than a move.
    fn null(&self, position: &Position, site: &BoostNode) -> Option<Position> {
        if site.tense {
            return None;
        }
        on!(self, position, |rules, p| {
            let can = !rules.out(p, p.mover) && rules.mobile(p);
            can.then(|| rules.made(p, Action::Pass).into())
        })
    }

    fn tactical(&self, position: &Position, action: &Action) -> bool {
        on!(self, position, |rules, p| rules.tactical(p, *action))
    }

    fn moves(
        &self,
        position: &Position,
        _: &BoostNode,
        past: &dyn PositionHistory,
        stage: Stage,
        out: &mut Vec<Action>,
    ) {
        on!(self, position, |rules, p| rules.staged(p, past, stage, out));
    }

    fn order_score(&self, position: &Position, _: &BoostNode, action: &Action) -> i32 {
        on!(self, position, |rules, p| small(
            rules.promise_of(p, *action)
        ))
    }

    fn max_gain(&self, position: &Position, action: &Action) -> Option<i32> {
        let won = on!(self, position, |rules, p| rules.win(p, *action));
        // What a tower or a circle is worth depends on the rest.
        (won > 0 && won < self.weights().tower).then(|| small(won))
    }

    fn slot(&self, _: &Position, action: &Action) -> usize {
        self.settings().action_id(*action) as usize % Self::SLOTS
    }

    fn pair(&self, position: &Position, action: &Action) -> usize {
        let Action::Move { from, to } = *action else {
            return 0;
        };
        let kind = on!(self, position, |_rules, p| match p.at(from) {
            Some(Piece::Pawn(_)) => 1,
            Some(Piece::Knight(_)) => 2,
            Some(Piece::Dragon) => 3,
            _ => 0,
        });
        kind * PLACES + usize::from(to) % PLACES
    }

    fn tt_move(&self, action: &Action) -> u16 {
        self.settings().action_id(*action) as u16 + 1
    }

    fn decode(
        &self,
        position: &Position,
        _: &BoostNode,
        past: &dyn PositionHistory,
        code: u16,
    ) -> Option<Action> {
        let action = self.action_from_id(position, u32::from(code).checked_sub(1)?)?;
        let legal = on!(self, position, |rules, p| rules.outcome_of(p).is_none()
            && rules.permits(p, past, action));
        legal.then_some(action)
    }
}

/// Within what the search reckons with.
fn small(value: i64) -> i32 {
    value.clamp(i64::from(-EVAL_LIMIT), i64::from(EVAL_LIMIT)) as i32
}
