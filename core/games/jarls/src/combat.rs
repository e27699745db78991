//! Attacks: what counts on either side, and whether the line gives way.

use super::Jarls;
use super::hex::opposite;
use super::mask::Mask;
use super::movegen::Sides;
use super::moves::PathStep;
use super::position::Position;

/// Why an attack is blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The attack is not greater than the defence.
    Defence,
    /// A shield stands at the end of the line.
    Shield,
    /// A piece of an ally is in the line.
    Ally,
    /// A warrior would land on the Throne.
    Throne,
}

impl Stop {
    /// As a stable word.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Defence => "defence",
            Self::Shield => "shield",
            Self::Ally => "ally",
            Self::Throne => "throne",
        }
    }
}

/// The weight of one side in a fight.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Weight {
    /// The strength of the piece itself.
    pub(super) strength: u32,
    /// 1 for an attack with a run-up.
    pub(super) momentum: u32,
    /// The strength of the friends in an unbroken line behind it.
    pub(super) support: u32,
    /// The hexes on which these stand.
    pub(super) behind: Mask,
}

impl Weight {
    pub(super) const fn total(&self) -> u32 {
        self.strength + self.momentum + self.support
    }
}

/// An attack weighed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Combat {
    /// The attacker's hex, where it starts.
    pub(super) from: u8,
    /// The defender's hex.
    pub(super) at: u8,
    pub(super) attack: Weight,
    pub(super) defence: Weight,
    /// Why it is blocked; `None` if it pushes.
    pub(super) stop: Option<Stop>,
}

impl Jarls {
    /// The strength of the pieces of a set in an unbroken line from the neighbour
    /// of a hex on.
    #[inline]
    fn line(&self, position: &Position, of: Mask, hex: u8, direction: u8) -> u32 {
        let mut sum = 0;
        let mut hex = self.board.next(hex, direction);
        while of.has(hex) {
            sum += strength(position, hex);
            hex = self.board.next(hex, direction);
        }
        sum
    }

    /// Returns true if a player's support counts from where the attacker starts.
    #[inline]
    const fn supported(&self, step: PathStep) -> bool {
        step.length == 1 || self.settings.run_up_support
    }

    /// The friends of the piece on a hex whose strength counts for it against
    /// the player to move.
    #[inline]
    fn braced_by(&self, position: &Position, sides: &Sides, hex: u8) -> Mask {
        if self.settings.teams {
            // There are two teams, so all enemies are friends of each other.
            sides.enemies
        } else {
            position
                .owner(hex)
                .map_or(Mask::EMPTY, |owner| position.of(owner))
        }
    }

    /// Returns true if an attack pushes.
    #[inline]
    pub(super) fn pushes(&self, position: &Position, sides: &Sides, step: PathStep) -> bool {
        let at = self.board.end(step);
        let support = match self.supported(step) {
            true => {
                let back = opposite(step.direction);
                self.line(position, sides.friends, step.from, back)
            }
            false => 0,
        };
        let attack = strength(position, step.from) + u32::from(step.length - 1) + support;
        let friends = self.braced_by(position, sides, at);
        let brace = self.line(position, friends, at, step.direction);
        attack > strength(position, at) + brace
            && self.held(position, sides, at, step.direction).is_none()
    }

    /// Returns the piece that keeps a line from shifting, from the defender on.
    #[inline]
    fn held(&self, position: &Position, sides: &Sides, at: u8, direction: u8) -> Option<Stop> {
        let (board, throne) = (self.board, self.board.throne());
        let allies = sides.friends.without(sides.own);
        let mut hex = at;
        while sides.all.has(hex) {
            if allies.has(hex) {
                return Some(Stop::Ally);
            }
            let next = board.next(hex, direction);
            if next == throne && !position.jarls.has(hex) {
                return Some(Stop::Throne);
            }
            hex = next;
        }
        position.shields.has(hex).then_some(Stop::Shield)
    }

    /// An attack with all that counts on either side.
    pub(super) fn weigh(&self, position: &Position, sides: &Sides, step: PathStep) -> Combat {
        let at = self.board.end(step);
        let side = |of: Mask, hex: u8, direction: u8, counts: bool| {
            let mut behind = Mask::EMPTY;
            let mut next = self.board.next(hex, direction);
            while counts && of.has(next) {
                behind.insert(next);
                next = self.board.next(next, direction);
            }
            Weight {
                strength: strength(position, hex),
                momentum: 0,
                support: behind.iter().map(|h| strength(position, h)).sum(),
                behind,
            }
        };
        let back = opposite(step.direction);
        let attack = Weight {
            momentum: u32::from(step.length - 1),
            ..side(sides.friends, step.from, back, self.supported(step))
        };
        let friends = self.braced_by(position, sides, at);
        let defence = side(friends, at, step.direction, true);
        let stop = match attack.total() > defence.total() {
            true => self.held(position, sides, at, step.direction),
            false => Some(Stop::Defence),
        };
        Combat {
            from: step.from,
            at,
            attack,
            defence,
            stop,
        }
    }
}

/// The strength of a piece: 2 for a Jarl, 1 for a warrior.
#[inline]
pub(super) fn strength(position: &Position, hex: u8) -> u32 {
    1 + u32::from(position.jarls.has(hex))
}
