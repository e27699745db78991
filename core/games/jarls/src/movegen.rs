//! Which moves there are.
//!
//! A move onto an enemy is an attack; whether it pushes is for `combat.rs`.
//! Attacks that are blocked are moves too, but listed only where a player has no
//! other: they are never better than the plain move or a pass.

use std::ops::ControlFlow;

use super::Jarls;
use super::hex::opposite;
use super::mask::{Mask, NONE};
use super::moves::{Action, PathStep};
use super::position::{Phase, Position};
use contract::error::{Error, Result};
use contract::game::Flow;

/// The pieces and terrain as one player meets them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides {
    /// All pieces.
    pub(super) all: Mask,
    /// The player's own.
    pub(super) own: Mask,
    /// Those of the player's team, the own included.
    pub(super) friends: Mask,
    /// All others.
    pub(super) enemies: Mask,
    /// The hexes into which a pushed piece falls: holes, everything beyond the board.
    pub(super) void: Mask,
    /// Hexes that the player's pieces can neither enter nor pass, apart from hexes of enemies.
    pub(super) closed: Mask,
}

/// Kind of the hex at the end of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PathEnd {
    /// Onto an empty hex.
    Plain,
    /// Onto an enemy.
    Attack,
}

/// Which moves to visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// Plain moves and attacks that push.
    Open,
    /// Attacks that are blocked.
    Blocked,
    /// All of them.
    All,
}

impl Jarls {
    /// The pieces and terrain as a player meets them.
    #[inline]
    pub(super) fn sides(&self, position: &Position, player: u8) -> Sides {
        let all = position.all();
        let own = position.of(player);
        let mut friends = own;
        if self.settings.teams {
            for other in (player % 2..self.settings.players).step_by(2) {
                friends = friends | position.of(other);
            }
        }
        let void = position.holes | !self.board.within(position.radius);
        Sides {
            all,
            own,
            friends,
            enemies: all.without(friends),
            void,
            closed: void | position.shields | friends,
        }
    }

    /// Returns true if a Jarl may move two hexes: two or more of its warriors are behind it on the
    /// line opposite to the move. Unless `adjacent` is set, gaps and holes do not matter; the first
    /// shield or other player's piece ends the line.
    pub(super) fn drafted(
        &self,
        position: &Position,
        sides: &Sides,
        jarl: u8,
        direction: u8,
    ) -> bool {
        let back = opposite(direction);
        let behind = sides.own & self.board.axis(jarl, back);
        if behind.len() < 2 {
            return false;
        }
        let mut hex = self.board.next(jarl, back);
        if self.settings.adjacent {
            return behind.has(hex) && behind.has(self.board.next(hex, back));
        }
        let stops = sides.all.without(sides.own) | position.shields;
        let mut warriors = 0;
        while hex != NONE && !stops.has(hex) {
            warriors += u32::from(behind.has(hex));
            if warriors == 2 {
                return true;
            }
            hex = self.board.next(hex, back);
        }
        false
    }

    /// Visits every way that a player's pieces can go or attack, with what it
    /// comes to.
    #[inline]
    pub(super) fn each_step(
        &self,
        position: &Position,
        sides: &Sides,
        mut visit: impl FnMut(PathStep, PathEnd) -> Flow,
    ) -> Flow {
        let board = self.board;
        let throne = board.throne();
        for from in sides.own.iter() {
            let jarl = position.jarls.has(from);
            for direction in 0..6 {
                let step = |length| PathStep {
                    from,
                    direction,
                    length,
                };
                let one = board.next(from, direction);
                if sides.closed.has(one) {
                    continue;
                }
                if sides.enemies.has(one) {
                    if jarl || one != throne {
                        visit(step(1), PathEnd::Attack)?;
                    }
                    continue;
                }
                if one == throne {
                    if jarl {
                        // It stops there, however far it could go.
                        visit(step(1), PathEnd::Plain)?;
                        continue;
                    }
                } else {
                    visit(step(1), PathEnd::Plain)?;
                }
                if jarl && !self.drafted(position, sides, from, direction) {
                    continue;
                }
                let two = board.next(one, direction);
                if sides.closed.has(two) || (two == throne && !jarl) {
                    continue;
                }
                let kind = if sides.enemies.has(two) {
                    if one == throne {
                        // The attack would be made from the Throne.
                        continue;
                    }
                    PathEnd::Attack
                } else {
                    PathEnd::Plain
                };
                visit(step(2), kind)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits the moves of the pieces of the player to move.
    #[inline]
    pub(super) fn moves(
        &self,
        position: &Position,
        which: Which,
        mut visit: impl FnMut(PathStep) -> Flow,
    ) -> Flow {
        let sides = self.sides(position, position.mover);
        self.each_step(position, &sides, |step, kind| {
            let wanted = match (which, kind) {
                (Which::All, _) => true,
                (Which::Open, PathEnd::Plain) => true,
                (Which::Blocked, PathEnd::Plain) => false,
                (Which::Open, PathEnd::Attack) => self.pushes(position, &sides, step),
                (Which::Blocked, PathEnd::Attack) => !self.pushes(position, &sides, step),
            };
            if wanted {
                visit(step)
            } else {
                ControlFlow::Continue(())
            }
        })
    }

    /// Returns true if a player has any move or attack, blocked attacks included.
    pub(super) fn can_move(&self, position: &Position, player: u8) -> bool {
        let sides = self.sides(position, player);
        self.each_step(position, &sides, |_, _| ControlFlow::Break(()))
            .is_break()
    }

    /// Visits what the player to move may do, as it is listed. A position that is
    /// decided has nothing.
    #[inline]
    pub(super) fn actions(&self, position: &Position, visit: impl FnMut(Action) -> Flow) -> Flow {
        if self.decided(position) {
            ControlFlow::Continue(())
        } else if self.settings.fog {
            self.tries(&self.glimpse(position, position.mover), visit)
        } else {
            self.listed(position, visit)
        }
    }

    /// The same for a position of which it is not asked whether it is decided:
    /// under fog that cannot be seen of what is known.
    #[inline]
    pub(super) fn listed(
        &self,
        position: &Position,
        mut visit: impl FnMut(Action) -> Flow,
    ) -> Flow {
        match position.phase {
            Phase::Moving => {
                let which = if self.settings.fog {
                    // Leaving a blocked attack out would tell who stands behind.
                    Which::All
                } else {
                    Which::Open
                };
                let mut none = true;
                self.moves(position, which, |step| {
                    none = false;
                    visit(Action::Move(step))
                })?;
                if none && which == Which::Open {
                    self.moves(position, Which::Blocked, |step| visit(Action::Move(step)))?;
                }
            }
            Phase::Placing => {
                for at in self.shield_hexes(position).iter() {
                    visit(Action::Shield(at))?;
                }
            }
            Phase::Starving(_) => {
                for at in self.farthest(position, position.mover).iter() {
                    visit(Action::GiveUp(at))?;
                }
            }
            Phase::Throne => {}
        }
        ControlFlow::Continue(())
    }

    /// The warriors of a player that are farthest from the Throne.
    pub(super) fn farthest(&self, position: &Position, player: u8) -> Mask {
        let warriors = position.warriors(player);
        (0..=position.radius)
            .rev()
            .map(|far| warriors.without(self.inside(far)))
            .find(|mask| !mask.is_empty())
            .unwrap_or_default()
    }

    /// The hexes nearer to the Throne than `distance`.
    fn inside(&self, distance: u8) -> Mask {
        match distance {
            0 => Mask::EMPTY,
            far => self.board.within(far - 1),
        }
    }

    /// Checks that the player to move may do this, listed or not.
    ///
    /// # Errors
    ///
    /// `illegal_move`, with the reason.
    pub(super) fn permitted(&self, position: &Position, action: Action) -> Result<()> {
        if self.settings.fog {
            // By what the player sees, so that a refusal tells nothing else.
            let known = self.known_by(&self.glimpse(position, position.mover));
            return self.permitted_in(&known, action);
        }
        self.permitted_in(position, action)
    }

    fn permitted_in(&self, position: &Position, action: Action) -> Result<()> {
        let wrong = |why: &str| {
            let text = self.board.text(action);
            Err(Error::illegal_move(format!("{text}: {why}")))
        };
        let step = match (position.phase, action) {
            (Phase::Moving, Action::Move(step)) => step,
            (Phase::Moving, _) => return wrong("a piece is to be moved"),
            (Phase::Placing, Action::Shield(at)) => {
                return match self.shield_hexes(position).has(at) {
                    true => Ok(()),
                    false => wrong(
                        "a shield stands on an empty hex that is not the Throne, not on the edge \
                         and not between a Jarl and the Throne",
                    ),
                };
            }
            (Phase::Placing, _) => return wrong("a shield is to be placed, as in s2,-1"),
            (Phase::Starving(_), Action::GiveUp(at)) => {
                return match self.farthest(position, position.mover).has(at) {
                    true => Ok(()),
                    false => wrong("none of the own warriors that are farthest from the Throne"),
                };
            }
            (Phase::Starving(_), _) => {
                return wrong("a warrior is to be given up to starvation, as in x2,-1");
            }
            (Phase::Throne, _) => return wrong("the game has ended"),
        };
        let sides = self.sides(position, position.mover);
        match self.obstacle(position, &sides, step) {
            None => Ok(()),
            Some(why) => wrong(why),
        }
    }

    /// Why a piece cannot go a way; `None` where it can.
    fn obstacle(&self, position: &Position, sides: &Sides, step: PathStep) -> Option<&'static str> {
        let (board, throne) = (self.board, self.board.throne());
        let (one, end) = (board.next(step.from, step.direction), board.end(step));
        let jarl = position.jarls.has(step.from);
        let empty = |hex| !sides.closed.has(hex) && !sides.enemies.has(hex);
        let long = step.length == 2;
        if !sides.own.has(step.from) {
            return Some(if sides.all.has(step.from) {
                "that is not a piece of the player to move"
            } else {
                "there is no piece"
            });
        }
        if end == NONE || !board.within(position.radius).has(end) {
            return Some("that is off the board");
        }
        if long && !empty(one) {
            return Some("something is in the way");
        }
        if sides.friends.has(end) {
            return Some("a friend stands there");
        }
        if sides.void.has(end) {
            return Some("there is a hole");
        }
        if position.shields.has(end) {
            return Some("there is a shield");
        }
        if !jarl && end == throne {
            return Some("a warrior never enters the Throne");
        }
        if !jarl && long && one == throne && sides.enemies.has(end) {
            return Some("a warrior cannot attack from the Throne");
        }
        if jarl && long && !self.drafted(position, sides, step.from, step.direction) {
            return Some("a Jarl moves two hexes only with two warriors behind it");
        }
        None
    }
}
