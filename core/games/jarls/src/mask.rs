//! Sets of hexes as bits: up to 217 hexes of a board of radius 8 in four words.

use std::ops::{BitAnd, BitOr, Not};

use serde::{Deserialize, Serialize};

/// The index that stands for no hex. As a member of a set of hexes that cannot
/// be entered it stands for everything beyond the board.
pub(super) const NONE: u8 = 255;

/// A set of hexes, by their indices on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Mask([u64; 4]);

impl Mask {
    /// No hex.
    pub const EMPTY: Self = Self([0; 4]);

    /// One hex.
    #[must_use]
    pub const fn single(hex: u8) -> Self {
        let mut words = [0; 4];
        words[(hex >> 6) as usize] = 1 << (hex & 63);
        Self(words)
    }

    /// Returns true if the hex is a member.
    #[inline]
    #[must_use]
    pub const fn has(self, hex: u8) -> bool {
        self.0[(hex >> 6) as usize] >> (hex & 63) & 1 != 0
    }

    /// Adds a hex.
    #[inline]
    pub const fn insert(&mut self, hex: u8) {
        self.0[(hex >> 6) as usize] |= 1 << (hex & 63);
    }

    /// Takes a hex away.
    #[inline]
    pub const fn remove(&mut self, hex: u8) {
        self.0[(hex >> 6) as usize] &= !(1 << (hex & 63));
    }

    /// Those that are not members of the other.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a & !e, b & !f, c & !g, d & !h])
    }

    /// Returns true if there is no member.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    /// Counts the members.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        let [a, b, c, d] = self.0;
        a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
    }

    /// The member of least index.
    #[inline]
    #[must_use]
    pub fn first(self) -> Option<u8> {
        self.iter().next()
    }

    /// The members in ascending order.
    #[inline]
    pub const fn iter(self) -> Members {
        Members {
            left: self,
            word: 0,
        }
    }

    /// The bits, for keys.
    #[must_use]
    pub const fn words(self) -> [u64; 4] {
        self.0
    }
}

/// The members of a [`Mask`] in ascending order.
#[derive(Clone, Debug)]
pub struct Members {
    left: Mask,
    word: usize,
}

impl Iterator for Members {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        while self.word < 4 {
            let word = &mut self.left.0[self.word];
            if *word != 0 {
                let bit = word.trailing_zeros();
                *word &= *word - 1;
                return Some((self.word as u8) << 6 | bit as u8);
            }
            self.word += 1;
        }
        None
    }
}

impl BitOr for Mask {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a | e, b | f, c | g, d | h])
    }
}

impl BitAnd for Mask {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a & e, b & f, c & g, d & h])
    }
}

impl Not for Mask {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|w| !w))
    }
}

impl FromIterator<u8> for Mask {
    fn from_iter<T: IntoIterator<Item = u8>>(hexes: T) -> Self {
        let mut out = Self::EMPTY;
        for hex in hexes {
            out.insert(hex);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_come_in_order_whatever_word_they_are_in() {
        let members = [0, 63, 64, 127, 128, 200, 216, NONE];
        let mask: Mask = members.iter().rev().copied().collect();
        assert_eq!(mask.iter().collect::<Vec<_>>(), members);
        assert_eq!(mask.len(), 8);
        let mut less = mask;
        less.remove(128);
        assert!(mask.has(128) && !less.has(128) && less.first() == Some(0));
        assert_eq!(mask.without(less), Mask::single(128));
        assert!((mask & !mask).is_empty() && (Mask::EMPTY | mask) == mask);
    }
}
