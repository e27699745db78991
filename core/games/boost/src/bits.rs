//! Sets of points as bits: one word of 128 bits for boards of up to 128 points,
//! two of them for larger ones.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitOrAssign, ControlFlow, Not, Shl, Shr};
use std::panic::{RefUnwindSafe, UnwindSafe};

/// A set of points, by their indices on the board.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + UnwindSafe
    + RefUnwindSafe
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// No point.
    const EMPTY: Self;
    /// Number of words of 64 points.
    const WORDS: usize;

    /// The members among the points from 64 × `index` on, as bits.
    fn word(self, index: usize) -> u64;

    /// One point.
    fn single(point: u8) -> Self;

    /// Returns true if the point is a member.
    fn has(self, point: u8) -> bool;

    /// Returns true if there is no member.
    fn is_empty(self) -> bool;

    /// Counts the members.
    fn len(self) -> u32;

    /// The member of least index.
    fn first(self) -> Option<u8>;

    /// Those but the member of least index.
    fn without_first(self) -> Self;

    /// Those that are not members of the other.
    #[inline]
    fn without(self, other: Self) -> Self {
        self & !other
    }

    /// The members in ascending order.
    #[inline]
    fn points(self) -> Points<Self> {
        Points(self)
    }

    /// Visits the members in ascending order until the visitor breaks. Word by word, for no point
    /// need be looked for in the words before its own.
    #[inline]
    fn each<T>(self, mut visit: impl FnMut(u8) -> ControlFlow<T>) -> ControlFlow<T> {
        for index in 0..Self::WORDS {
            let mut word = self.word(index);
            while word != 0 {
                visit((index * 64) as u8 + word.trailing_zeros() as u8)?;
                word &= word - 1;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The members of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Points<B>(B);

impl<B: Bits> Iterator for Points<B> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let point = self.0.first()?;
        self.0 = self.0.without_first();
        Some(point)
    }

    /// Word by word, as [`Bits::each`].
    #[inline]
    fn fold<T, F: FnMut(T, u8) -> T>(self, init: T, mut f: F) -> T {
        let mut folded = init;
        for index in 0..B::WORDS {
            let mut word = self.0.word(index);
            while word != 0 {
                folded = f(folded, (index * 64) as u8 + word.trailing_zeros() as u8);
                word &= word - 1;
            }
        }
        folded
    }
}

impl Bits for u128 {
    const EMPTY: Self = 0;
    const WORDS: usize = 2;

    #[inline]
    fn word(self, index: usize) -> u64 {
        (self >> (64 * index)) as u64
    }

    #[inline]
    fn single(point: u8) -> Self {
        1 << (point & 127)
    }

    #[inline]
    fn has(self, point: u8) -> bool {
        self >> (point & 127) & 1 != 0
    }

    #[inline]
    fn is_empty(self) -> bool {
        self == 0
    }

    #[inline]
    fn len(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn first(self) -> Option<u8> {
        (self != 0).then(|| self.trailing_zeros() as u8)
    }

    #[inline]
    fn without_first(self) -> Self {
        self & self.wrapping_sub(1)
    }
}

/// A set of up to 256 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wide {
    low: u128,
    high: u128,
}

impl Bits for Wide {
    const EMPTY: Self = Self { low: 0, high: 0 };
    const WORDS: usize = 4;

    #[inline]
    fn word(self, index: usize) -> u64 {
        let half = if index < 2 { self.low } else { self.high };
        half.word(index % 2)
    }

    #[inline]
    fn single(point: u8) -> Self {
        let bit = 1 << (point & 127);
        if point < 128 {
            Self { low: bit, high: 0 }
        } else {
            Self { low: 0, high: bit }
        }
    }

    #[inline]
    fn has(self, point: u8) -> bool {
        let word = if point < 128 { self.low } else { self.high };
        word >> (point & 127) & 1 != 0
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.low | self.high == 0
    }

    #[inline]
    fn len(self) -> u32 {
        self.low.count_ones() + self.high.count_ones()
    }

    #[inline]
    fn first(self) -> Option<u8> {
        match (self.low, self.high) {
            (0, 0) => None,
            (0, high) => Some(128 + high.trailing_zeros() as u8),
            (low, _) => Some(low.trailing_zeros() as u8),
        }
    }

    #[inline]
    fn without_first(self) -> Self {
        match self.low {
            0 => Self {
                low: 0,
                high: self.high.without_first(),
            },
            low => Self {
                low: low.without_first(),
                high: self.high,
            },
        }
    }
}

macro_rules! word_by_word {
    ($trait:ident, $method:ident) => {
        impl $trait for Wide {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                Self {
                    low: self.low.$method(other.low),
                    high: self.high.$method(other.high),
                }
            }
        }
    };
}

word_by_word!(BitAnd, bitand);
word_by_word!(BitOr, bitor);

impl BitOrAssign for Wide {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl Not for Wide {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self {
            low: !self.low,
            high: !self.high,
        }
    }
}

/// By 1 to 127 places.
impl Shl<u32> for Wide {
    type Output = Self;

    #[inline]
    fn shl(self, by: u32) -> Self {
        Self {
            low: self.low << by,
            high: self.high << by | self.low >> (128 - by),
        }
    }
}

/// By 1 to 127 places.
impl Shr<u32> for Wide {
    type Output = Self;

    #[inline]
    fn shr(self, by: u32) -> Self {
        Self {
            low: self.low >> by | self.high << (128 - by),
            high: self.high >> by,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets<B: Bits>(size: u32) {
        let points: Vec<u8> = (0..size).step_by(7).map(|p| p as u8).collect();
        let set = points.iter().fold(B::EMPTY, |s, p| s | B::single(*p));
        assert_eq!(set.points().collect::<Vec<_>>(), points);
        let mut folded = Vec::new();
        set.points().for_each(|point| folded.push(point));
        assert_eq!(folded, points);
        let mut visited = Vec::new();
        let found = set.each(|point| {
            visited.push(point);
            match point == points[points.len() - 2] {
                true => ControlFlow::Break(point),
                false => ControlFlow::Continue(()),
            }
        });
        assert_eq!(visited, points[..points.len() - 1]);
        assert_eq!(found, ControlFlow::Break(points[points.len() - 2]));
        assert_eq!(set.len() as usize, points.len());
        assert!(set.without(set).is_empty() && !set.is_empty());
        for by in [1, 9, 16] {
            let (up, down) = (set << by, set >> by);
            for point in 0..size {
                let below = point.checked_sub(by).is_some_and(|p| set.has(p as u8));
                assert_eq!(up.has(point as u8), below, "{point} up by {by}");
                let above = point + by < size && set.has((point + by) as u8);
                assert_eq!(down.has(point as u8), above, "{point} down by {by}");
            }
        }
    }

    #[test]
    fn words_of_both_widths_are_sets() {
        sets::<u128>(128);
        sets::<Wide>(256);
    }
}
