//! Ids of moves in sets, as games list them.

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, u8x64};

use crate::planes::spread;

/// The ids of a set of moves, such as those of one piece: `base + stride * bit` for each bit of a
/// word, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdSet {
    base: i32,
    stride: u32,
    bits: u64,
}

impl IdSet {
    /// Takes the ids `base + stride * bit`. None of them is negative, and `stride` is at least 1.
    #[inline]
    #[must_use]
    pub const fn new(base: i32, stride: u32, bits: u64) -> Self {
        Self { base, stride, bits }
    }

    /// Takes a single id, less than 2³¹.
    #[inline]
    #[must_use]
    pub const fn one(id: u32) -> Self {
        Self::new(id as i32, 1, 1)
    }

    /// Returns the number of ids.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.bits.count_ones()
    }

    /// Returns true if there is no id.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    #[inline]
    const fn id(self, bit: u32) -> u32 {
        self.base.wrapping_add((self.stride * bit) as i32) as u32
    }

    /// Returns true if an id belongs to the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, id: u32) -> bool {
        let distance = id.wrapping_sub(self.base as u32);
        let bit = match self.stride {
            // Without a division.
            1 => distance,
            stride if distance.is_multiple_of(stride) => distance / stride,
            _ => return false,
        };
        bit < 64 && self.bits >> bit & 1 != 0
    }

    /// Returns the id that so many others of the set come before.
    #[inline]
    #[must_use]
    pub const fn nth(self, n: u32) -> Option<u32> {
        if n >= self.len() {
            return None;
        }
        // Halves of what is left, for the number of turns of a loop would be hard to predict.
        let (mut place, mut before, mut width) = (0, n, 32);
        while width > 0 {
            let lower = (self.bits >> place & ((1 << width) - 1)).count_ones();
            if before >= lower {
                before -= lower;
                place += width;
            }
            width /= 2;
        }
        Some(self.id(place))
    }

    /// Appends the ids to a list.
    #[inline]
    pub fn append_to(self, out: &mut Vec<u32>) {
        let mut bits = self.bits;
        // Of a known length, so that there is room for all at once. There always is a bit, which
        // the highest says to who does not know it.
        out.extend((0..self.len()).map(|_| {
            let bit = (bits | 1 << 63).trailing_zeros();
            bits &= bits.wrapping_sub(1);
            self.id(bit)
        }));
    }

    /// Writes 1 at the place of each id of the sets, and leaves the others; those beyond the end
    /// are dropped.
    pub fn flag_all(sets: &[Self], mask: &mut [u8]) {
        dispatch!(Level::new(), simd => for set in sets {
            set.flag(simd, mask);
        });
    }

    #[inline(always)]
    fn flag<S: Simd>(self, simd: S, mask: &mut [u8]) {
        if self.stride == 1
            && self.bits != 1
            && let Some(rest) = mask.get_mut(self.base as usize..)
            && let Some(row) = rest.first_chunk_mut::<64>()
        {
            // All at once, for the number of moves of a piece is hard to predict.
            (u8x64::from_slice(simd, row) | spread(simd, self.bits)).store_slice(row);
            return;
        }
        for id in self {
            if let Some(place) = mask.get_mut(id as usize) {
                *place = 1;
            }
        }
    }
}

impl IntoIterator for IdSet {
    type Item = u32;
    type IntoIter = Ids;

    #[inline]
    fn into_iter(self) -> Ids {
        Ids(self)
    }
}

/// Iterator over the ids of an [`IdSet`].
#[derive(Clone, Debug)]
pub struct Ids(IdSet);

impl Iterator for Ids {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let bits = &mut self.0.bits;
        let bit = (*bits != 0).then(|| bits.trailing_zeros())?;
        *bits &= *bits - 1;
        Some(self.0.id(bit))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.len() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Ids {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_tell_their_ids_in_every_way() {
        let sets = [
            IdSet::one(0),
            IdSet::one(4591),
            IdSet::new(128, 1, 0),
            IdSet::new(128, 1, u64::MAX),
            IdSet::new(4095, 1, 1 << 63 | 2),
            IdSet::new(-512, 65, 0x00ff_0000_0000_ff00),
            IdSet::new(512, 65, 0x00ff_00ff),
        ];
        for set in sets {
            let ids: Vec<u32> = set.into_iter().collect();
            assert!(ids.is_sorted() && ids.len() == set.len() as usize);
            assert_eq!(set.is_empty(), ids.is_empty());
            let mut appended = vec![7];
            set.append_to(&mut appended);
            assert_eq!((appended[0], &appended[1..]), (7, &ids[..]));
            for size in [64, 4096, 5000] {
                let mut mask = vec![0; size];
                if let Some(last) = mask.last_mut() {
                    *last = 1;
                }
                let mut expected = mask.clone();
                for id in ids.iter().filter(|id| (**id as usize) < size) {
                    expected[*id as usize] = 1;
                }
                IdSet::flag_all(&[set], &mut mask);
                assert_eq!(mask, expected, "{set:?}");
            }
            for id in 0..5000 {
                assert_eq!(set.contains(id), ids.contains(&id), "{set:?} {id}");
            }
            for n in 0..65 {
                assert_eq!(set.nth(n), ids.get(n as usize).copied(), "{set:?} {n}");
            }
        }
    }
}
