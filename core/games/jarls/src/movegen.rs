//! Which moves there are.
//!
//! A move onto an enemy is an attack; whether it pushes is for `combat.rs`.
//! Attacks that are blocked are moves too, but listed only where a player has no
//! other: they are never better than the plain move or a pass.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::Jarls;
use super::hex::opposite;
use super::mask::{Mask, NONE};
use super::moves::{Action, PathStep};
use super::position::{Phase, Position};
use contract::error::{Error, Result};
use contract::game::Flow;
use contract::ids::IdSet;

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

/// Ways of a piece as bits: of each direction that of one hex, then that of two.
#[derive(Clone, Copy, Debug)]
struct Ways {
    /// Onto an empty hex.
    plain: u16,
    /// Onto an enemy.
    attacks: u16,
}

/// The ways of one hex.
const EACH_ONE: u16 = 0b0101_0101_0101;

/// Returns the ways of one hex, or those of two in the places of these, that end where it is asked
/// for.
#[inline]
fn each_way(ends: &[u8; 6], wanted: impl Fn(u8) -> bool) -> u16 {
    let [a, b, c, d, e, f] = ends.map(|hex| u16::from(wanted(hex)));
    a | b << 2 | c << 4 | d << 6 | e << 8 | f << 10
}

/// Visits the bits of ways, the least first.
#[inline]
fn each_bit(ways: u16, mut visit: impl FnMut(u8) -> Flow) -> Flow {
    let mut left = ways;
    while left != 0 {
        visit(left.trailing_zeros() as u8)?;
        left &= left - 1;
    }
    ControlFlow::Continue(())
}

/// Which moves to visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
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

    /// Returns the ways that a player's piece can go or attack.
    #[inline]
    fn ways_of(&self, position: &Position, sides: &Sides, from: u8) -> Ways {
        let (one, two) = self.board.around(from);
        // A bit for each direction, for none of it could be predicted.
        let [closed, enemies, closed_beyond, enemies_beyond] = match self.board.size() {
            ..64 => {
                let (closed, enemies) = (sides.closed.words()[0], sides.enemies.words()[0]);
                // `NONE` is the last of the word, which is closed.
                let among = |word: u64| move |hex: u8| word >> (hex & 63) & 1 != 0;
                [
                    each_way(one, among(closed)),
                    each_way(one, among(enemies)),
                    each_way(two, among(closed)),
                    each_way(two, among(enemies)),
                ]
            }
            64.. => [
                each_way(one, |hex| sides.closed.has(hex)),
                each_way(one, |hex| sides.enemies.has(hex)),
                each_way(two, |hex| sides.closed.has(hex)),
                each_way(two, |hex| sides.enemies.has(hex)),
            ],
        };
        let throne = self.board.to_throne(from);
        let throne_beyond = throne >> 1;
        let (mut entered, mut attacked) = (!(closed | enemies), enemies & !closed);
        let mut beyond = entered & !closed_beyond;
        if position.jarls.has(from) {
            // It stops on the Throne, however far it could go.
            beyond &= !throne;
            let undrafted = (0..6u8).filter(|direction| {
                beyond >> (2 * direction) & 1 != 0
                    && !self.drafted(position, sides, from, *direction)
            });
            beyond = undrafted.fold(beyond, |ways, direction| ways & !(1 << (2 * direction)));
        } else {
            // It passes the Throne, and does not stop there.
            beyond &= !throne_beyond;
            entered &= !throne;
            attacked &= !throne;
        }
        // No attack is made from the Throne.
        let attacked_beyond = beyond & enemies_beyond & !throne;
        let both = |one: u16, two: u16| one & EACH_ONE | (two & EACH_ONE) << 1;
        Ways {
            plain: both(entered, beyond & !enemies_beyond),
            attacks: both(attacked, attacked_beyond),
        }
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
        for from in sides.own.iter() {
            let Ways { plain, attacks } = self.ways_of(position, sides, from);
            each_bit(plain | attacks, |way| {
                let end = match attacks >> way & 1 {
                    0 => PathEnd::Plain,
                    _ => PathEnd::Attack,
                };
                visit(PathStep::of(from, way), end)
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Visits the moves of the pieces of the player to move, piece by piece: of each direction
    /// one bit for one hex, then one for two.
    #[inline]
    fn moves(
        &self,
        position: &Position,
        which: Which,
        mut visit: impl FnMut(u8, u16) -> Flow,
    ) -> Flow {
        let sides = self.sides(position, position.mover);
        for from in sides.own.iter() {
            let Ways { plain, attacks } = self.ways_of(position, &sides, from);
            let pushing = || {
                let mut pushing = attacks;
                let _ = each_bit(attacks, |way| {
                    if !self.pushes(position, &sides, PathStep::of(from, way)) {
                        pushing &= !(1 << way);
                    }
                    ControlFlow::Continue(())
                });
                pushing
            };
            let wanted = match which {
                Which::All => plain | attacks,
                Which::Open => plain | pushing(),
                Which::Blocked => attacks & !pushing(),
            };
            if wanted != 0 {
                visit(from, wanted)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits the moves that the player to move may make of those of the pieces, as they are
    /// listed, piece by piece as [`moves`](Self::moves) has them.
    #[inline]
    fn listed_moves(&self, position: &Position, mut visit: impl FnMut(u8, u16) -> Flow) -> Flow {
        if self.settings.fog {
            // Leaving a blocked attack out would tell who stands behind.
            return self.moves(position, Which::All, visit);
        }
        let mut none = true;
        for which in [Which::Open, Which::Blocked] {
            self.moves(position, which, |from, ways| {
                none = false;
                visit(from, ways)
            })?;
            if !none {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns true if a player has any move or attack, blocked attacks included.
    pub(super) fn can_move(&self, position: &Position, player: u8) -> bool {
        let sides = self.sides(position, player);
        self.each_step(position, &sides, |_, _| ControlFlow::Break(()))
            .is_break()
    }

    /// Returns the position in which the player to move looks for what to do, under fog what that
    /// player knows of it; none of one that is decided.
    #[inline]
    fn looked_at<'p>(&self, position: &'p Position) -> Option<Cow<'p, Position>> {
        if self.decided(position) {
            None
        } else if self.settings.fog {
            let glimpse = self.glimpse(position, position.mover);
            Some(Cow::Owned(self.known_by(&glimpse)))
        } else {
            Some(Cow::Borrowed(position))
        }
    }

    /// Visits what the player to move may do, as it is listed. A position that is
    /// decided has nothing.
    #[inline]
    pub(super) fn actions(&self, position: &Position, visit: impl FnMut(Action) -> Flow) -> Flow {
        match self.looked_at(position) {
            Some(position) => self.listed(&position, visit),
            None => ControlFlow::Continue(()),
        }
    }

    /// Counts what the player to move may do.
    pub(super) fn count(&self, position: &Position) -> u64 {
        let mut count = 0;
        let Some(position) = self.looked_at(position) else {
            return count;
        };
        let _ = match position.phase {
            Phase::Moving => self.listed_moves(&position, |_, ways| {
                count += u64::from(ways.count_ones());
                ControlFlow::Continue(())
            }),
            _ => self.listed(&position, |_| {
                count += 1;
                ControlFlow::Continue(())
            }),
        };
        count
    }

    /// Visits the ids of what the player to move may do.
    #[inline]
    pub(super) fn ids(&self, position: &Position, mut visit: impl FnMut(IdSet)) {
        let Some(position) = self.looked_at(position) else {
            return;
        };
        let _ = match position.phase {
            Phase::Moving => self.listed_moves(&position, |from, ways| {
                let ids = self.board.move_ids(from);
                each_bit(ways, |way| {
                    visit(IdSet::one(ids[usize::from(way)].into()));
                    ControlFlow::Continue(())
                })
            }),
            _ => self.listed(&position, |action| {
                visit(IdSet::one(self.board.action_id(action)));
                ControlFlow::Continue(())
            }),
        };
    }

    /// Visits what [`actions`](Self::actions) does in a position of which it is not asked whether
    /// it is decided: under fog that cannot be seen of what is known.
    #[inline]
    pub(super) fn listed(
        &self,
        position: &Position,
        mut visit: impl FnMut(Action) -> Flow,
    ) -> Flow {
        match position.phase {
            Phase::Moving => {
                self.listed_moves(position, |from, ways| {
                    each_bit(ways, |way| visit(Action::Move(PathStep::of(from, way))))
                })?;
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
