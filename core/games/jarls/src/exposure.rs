//! The threats that a move leaves open, for the bot `heuristic`: the players that could take the
//! Throne or push out a Jarl before its player moves again. Nothing is played out but the one or
//! two moves that a player has until then, each player's by itself.

use std::ops::ControlFlow;

use super::Jarls;
use super::events::Deaf;
use super::hex::opposite;
use super::mask::Mask;
use super::movegen::{PathEnd, Sides};
use super::moves::PathStep;
use super::position::{Phase, Position};
use super::reasons::Reason;
use super::settings::SEATS;
use contract::game::Flow;

/// The game is lost before one moves again: another can take the Throne, or push
/// out one's Jarl. Less than the Throne itself, more than all else.
const LOST: i32 = 800;
/// All others are out. With what the elimination counts it stays below the Throne,
/// which is taken whenever it can be.
const WON: i32 = 700;
/// One moves again at once, and can take the Throne then.
const THRONE_NEXT: i32 = 500;
/// An ally's Jarl can be pushed out.
const ALLY_OPEN: i32 = 150;
/// A warrior of one's side can be pushed off.
const WARRIOR_OPEN: i32 = 20;

/// The number of moves of each player until one player moves again.
type TurnCounts = [u8; SEATS];

impl Jarls {
    /// Scores a move by the threats that it leaves open; `living` are the players in the game
    /// before it, as bits.
    pub(super) fn openness(&self, before: &Position, after: &Position, living: u8) -> i32 {
        let mut sum = 0;
        self.threats(before, after, living, &mut |_, eval| sum += eval);
        sum
    }

    /// Tells all that [`openness`](Self::openness) adds up.
    pub(super) fn threats(
        &self,
        before: &Position,
        after: &Position,
        living: u8,
        note: &mut impl FnMut(Reason, i32),
    ) {
        let me = before.mover;
        if after.phase == Phase::Throne || before.phase != Phase::Moving {
            return;
        }
        if !after.lives(me) {
            return note(Reason::Out, -LOST);
        }
        // Who is out was seen to go: under fog, whose Jarl is not seen lives.
        let living = (0..self.settings.players)
            .filter(|p| before.lives(*p) && !after.lives(*p))
            .fold(living, |living, p| living & !(1 << p));
        let side = self.settings.side(me);
        let others = || {
            (0..self.settings.players)
                .filter(|p| living >> p & 1 != 0 && self.settings.side(*p) != side)
        };
        if others().next().is_none() {
            return note(Reason::LastAlive, WON);
        }
        let turns = self.turns_until(before, living, me);
        if turns == [0; SEATS] && self.takes_throne(after, me) {
            note(Reason::ThroneNext, THRONE_NEXT);
        }
        let mut open = Mask::EMPTY;
        let mut throne = false;
        for player in others() {
            let times = turns[usize::from(player)];
            throne |= self.reaches_throne(after, player, times);
            open = open | self.pushed_off(after, player, times, me);
        }
        let jarls = open & after.jarls;
        if throne {
            note(Reason::ThroneOpen, -LOST);
        } else if !(jarls & after.of(me)).is_empty() {
            note(Reason::JarlOpen, -LOST);
        }
        let allies = jarls.without(after.of(me)).len() as i32;
        note(Reason::AllyOpen, -ALLY_OPEN * allies);
        let warriors = open.without(after.jarls).len() as i32;
        note(Reason::WarriorsOpen, -WARRIOR_OPEN * warriors);
    }

    /// Counts the moves of each player between this turn of a player and the next: of those later
    /// in this round, and of those before it in the next.
    fn turns_until(&self, position: &Position, living: u8, player: u8) -> TurnCounts {
        let round = |first: u8| self.round(first).filter(|p| living >> p & 1 != 0);
        let next = round(position.first).find(|p| *p != position.first);
        let mut turns = [0; SEATS];
        for later in round(position.first).skip_while(|p| *p != player).skip(1) {
            turns[usize::from(later)] += 1;
        }
        for earlier in round(next.unwrap_or(player)).take_while(|p| *p != player) {
            turns[usize::from(earlier)] += 1;
        }
        turns
    }

    /// Visits the moves of a player that come to something, with what they come to.
    fn each_open(
        &self,
        position: &Position,
        sides: &Sides,
        mut visit: impl FnMut(PathStep, PathEnd) -> Flow,
    ) -> bool {
        self.each_step(position, sides, |step, kind| {
            if kind == PathEnd::Plain || self.pushes(position, sides, step) {
                visit(step, kind)
            } else {
                ControlFlow::Continue(())
            }
        })
        .is_break()
    }

    /// The position after a step of a player, whose turn it is taken to be.
    fn stepped(&self, position: &Position, player: u8, step: PathStep) -> Position {
        let mut next = *position;
        next.mover = player;
        self.step(&mut next, step, &mut Deaf);
        next
    }

    /// Returns true if a player can take the Throne with one move.
    fn takes_throne(&self, position: &Position, player: u8) -> bool {
        let throne = self.board.throne();
        match position.jarl(player) {
            // Two steps at most, so the Throne is out of reach from farther off.
            Some(jarl) if self.board.distance(jarl) <= 2 => {
                let sides = self.sides(position, player);
                self.each_open(position, &sides, |step, _| {
                    if step.from == jarl && self.board.end(step) == throne {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                })
            }
            _ => false,
        }
    }

    /// Returns true if a player can take the Throne with so many moves in a row.
    fn reaches_throne(&self, position: &Position, player: u8, times: u8) -> bool {
        let Some(jarl) = position.jarl(player).filter(|_| times > 0) else {
            return false;
        };
        let far = self.board.distance(jarl);
        if self.takes_throne(position, player) {
            return true;
        }
        if times == 1 || far > 4 {
            return false;
        }
        let sides = self.sides(position, player);
        self.each_open(position, &sides, |step, _| {
            // From farther off the Jarl itself has to make both moves.
            let helps = step.from == jarl || far <= 2;
            if helps && self.takes_throne(&self.stepped(position, player, step), player) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
    }

    /// The pieces of a side that a player of the others can push off the board with
    /// one move, and the Jarl of one of them with two in a row.
    fn pushed_off(&self, position: &Position, player: u8, times: u8, me: u8) -> Mask {
        let mut off = Mask::EMPTY;
        let sides = self.sides(position, player);
        if times == 0 || sides.own.is_empty() {
            return off;
        }
        let ours = self.sides(position, me).friends;
        let twice = |step| {
            let next = self.stepped(position, player, step);
            match next.jarl(me) {
                Some(jarl) => self.pushes_off(&next, player, jarl),
                None => true,
            }
        };
        let _ = self.each_open(position, &sides, |step, kind| {
            if kind == PathEnd::Attack
                && let Some(victim) = self.victim(&sides, step)
            {
                off.insert(victim);
            }
            if let Some(jarl) = position.jarl(me)
                && times > 1
                && !off.has(jarl)
                && twice(step)
            {
                off.insert(jarl);
            }
            ControlFlow::Continue(())
        });
        off & ours
    }

    /// Returns true if a player can push off the piece on a hex with one move.
    fn pushes_off(&self, position: &Position, player: u8, hex: u8) -> bool {
        let board = self.board;
        let sides = self.sides(position, player);
        // Only from the side across from the edge or a hole, and that is rare.
        (0..6).any(|d| {
            sides.void.has(board.next(hex, d))
                && !(sides.own & board.axis(hex, opposite(d))).is_empty()
                && self.each_open(position, &sides, |step, kind| {
                    let hits = kind == PathEnd::Attack && step.direction == d;
                    if hits && self.victim(&sides, step) == Some(hex) {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                })
        })
    }
}
