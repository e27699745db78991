//! A position: plain data without a past.

use super::mask::Mask;
use super::settings::SEATS;

/// Kind of action that is due: a move of a piece, a task before it, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// A piece is to be moved.
    Moving,
    /// The player to move places a shield.
    Placing,
    /// The player to move gives up one of several warriors that are equally far
    /// from the Throne; the bits are the players who still have to.
    Starving(u8),
    /// The Jarl of the player to move has taken the Throne.
    Throne,
}

/// A position: pieces, terrain, whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// The pieces of each player.
    pub(super) pieces: [Mask; SEATS],
    /// Those of them all that are Jarls.
    pub(super) jarls: Mask,
    /// The holes.
    pub(super) holes: Mask,
    /// The shields.
    pub(super) shields: Mask,
    /// The radius that is left of the board.
    pub(super) radius: u8,
    /// The player to move.
    pub(super) mover: u8,
    /// The first player of the round.
    pub(super) first: u8,
    /// Kind of action that is due.
    pub(super) phase: Phase,
    /// The number of this turn, from 1.
    pub(super) turn: u32,
    /// The number of this round, from 1.
    pub(super) round: u32,
    /// Full rounds since the last elimination; -1 in the very round of one.
    pub(super) quiet: i32,
}

impl Position {
    /// All pieces.
    #[inline]
    pub(super) fn all(&self) -> Mask {
        let [a, b, c, d, e, f] = self.pieces;
        (a | b) | (c | d) | (e | f)
    }

    /// The pieces of a player.
    #[inline]
    pub(super) fn of(&self, player: u8) -> Mask {
        self.pieces
            .get(usize::from(player))
            .copied()
            .unwrap_or_default()
    }

    /// The warriors of a player.
    #[inline]
    pub(super) fn warriors(&self, player: u8) -> Mask {
        self.of(player).without(self.jarls)
    }

    /// Returns the hex of a player's Jarl; `None` if it is lost.
    #[inline]
    pub(super) fn jarl(&self, player: u8) -> Option<u8> {
        (self.of(player) & self.jarls).first()
    }

    /// Returns true if a player still has a Jarl and so is in the game.
    #[inline]
    pub(super) fn lives(&self, player: u8) -> bool {
        !(self.of(player) & self.jarls).is_empty()
    }

    /// Whose piece stands on a hex.
    #[inline]
    pub(super) fn owner(&self, hex: u8) -> Option<u8> {
        (0..)
            .zip(&self.pieces)
            .find(|(_, of)| of.has(hex))
            .map(|(player, _)| player)
    }

    /// A piece as the notation has it.
    pub(super) fn letter(&self, hex: u8) -> char {
        if self.jarls.has(hex) { 'J' } else { 'W' }
    }

    /// A key of everything that decides what moves there are and what comes of
    /// them; counters are left out.
    pub(super) fn key(&self) -> u64 {
        let phase = match self.phase {
            Phase::Moving => 0,
            Phase::Placing => 1,
            Phase::Throne => 2,
            Phase::Starving(who) => 0x100 | u64::from(who),
        };
        let small = [
            phase,
            self.radius.into(),
            self.mover.into(),
            self.first.into(),
        ]
        .iter()
        .fold(0, |sum, part: &u64| sum << 12 | part);
        let mut key = stir(0x6a61_726c_7321, small);
        for mask in self
            .pieces
            .iter()
            .chain([&self.jarls, &self.holes, &self.shields])
        {
            for word in mask.words() {
                key = stir(key, word);
            }
        }
        key ^ key >> 29
    }
}

/// A step of a multiplicative hash, the same on every machine: the constant is
/// that of SplitMix64 (Steele, Lea and Flood).
#[inline]
pub(super) const fn stir(key: u64, word: u64) -> u64 {
    let mixed = (key ^ word).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed ^ mixed >> 32).rotate_left(23)
}
