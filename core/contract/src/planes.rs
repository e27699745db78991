//! Positions as numbers for learning: planes of a grid, named and documented by each game.
//!
//! A layout belongs to the rules with their options fixed. The planes of a seat hold what its
//! observation holds, and nothing else: those of a game that hides anything are filled by the
//! seat's [`View`](crate::game::View).

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, u8x64, u64x8};
use serde::Serialize;

use crate::error::{Error, Result};
use crate::game::Game;

/// One plane of a [`PlaneLayout`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Plane {
    /// The name, the same in every version.
    pub name: String,
    /// The meaning of its values.
    pub doc: String,
    /// The value that becomes 1.0 where planes are floating-point numbers; greater values
    /// become more than that.
    pub unit: u8,
}

impl Plane {
    /// A plane of zeros and ones.
    #[must_use]
    pub fn flag(name: impl Into<String>, doc: impl Into<String>) -> Self {
        Self::count(name, doc, 1)
    }

    /// A plane of small numbers, which stay at 255 beyond it.
    #[must_use]
    pub fn count(name: impl Into<String>, doc: impl Into<String>, unit: u8) -> Self {
        Self {
            name: name.into(),
            doc: doc.into(),
            unit: unit.max(1),
        }
    }
}

/// The planes of a game: an array of planes × rows × columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlaneLayout {
    /// The rows of each plane.
    pub rows: u16,
    /// The columns of each plane.
    pub columns: u16,
    /// The meaning of rows and columns.
    pub grid: &'static str,
    /// The planes in order.
    pub planes: Vec<Plane>,
}

impl PlaneLayout {
    /// Returns the number of values in a plane.
    #[must_use]
    pub const fn area(&self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// Returns the number of values of an observation.
    #[must_use]
    pub fn size(&self) -> usize {
        self.area() * self.planes.len()
    }
}

/// Returns the layout of a game.
///
/// # Errors
///
/// `unsupported` for a game without planes.
pub fn layout_of<G: Game>(game: &G) -> Result<PlaneLayout> {
    game.planes()
        .ok_or_else(|| Error::unsupported(format!("{} has no planes for learning", G::INFO.name)))
}

/// Returns the bits of a word as bytes, the lowest first.
#[inline(always)]
pub(crate) fn spread<S: Simd>(simd: S, bits: u64) -> u8x64<S> {
    let words = u64x8::splat(simd, bits).to_bytes();
    let places: u8x64<S> = BITS.1.simd_into(simd);
    (words.swizzle_dyn_within_blocks(BITS.0) & places).min(1)
}

/// By square, the byte of a word that its bit is in, and the bit in that byte.
const BITS: ([u8; 64], [u8; 64]) = {
    let (mut bytes, mut places) = ([0; 64], [0; 64]);
    let mut square = 0;
    while square < 64 {
        bytes[square] = square as u8 / 8;
        places[square] = 1 << (square % 8);
        square += 1;
    }
    (bytes, places)
};

/// Writes planes one after the other; more than there is room for are dropped, and those that
/// are not written become zeros.
#[derive(Debug)]
pub struct PlaneWriter<'a> {
    rest: &'a mut [u8],
    area: usize,
}

impl<'a> PlaneWriter<'a> {
    /// Starts at the first plane of `out`.
    pub const fn new(out: &'a mut [u8], area: usize) -> Self {
        Self { rest: out, area }
    }

    /// The next plane, all zeros.
    #[inline]
    pub fn next_plane(&mut self) -> &mut [u8] {
        let plane = self.unwritten();
        plane.fill(0);
        plane
    }

    /// The next plane as it is.
    #[inline]
    fn unwritten(&mut self) -> &mut [u8] {
        let area = self.area.min(self.rest.len());
        let (plane, rest) = std::mem::take(&mut self.rest).split_at_mut(area);
        self.rest = rest;
        plane
    }

    /// Writes ones at some places.
    #[inline]
    pub fn points(&mut self, places: impl IntoIterator<Item = usize>) {
        let plane = self.next_plane();
        for place in places {
            if let Some(value) = plane.get_mut(place) {
                *value = 1;
            }
        }
    }

    /// Writes one number everywhere; at most 255.
    #[inline]
    pub fn everywhere(&mut self, value: u64) {
        let value = u8::try_from(value).unwrap_or(u8::MAX);
        let plane = self.unwritten();
        match <&mut [u8; 64]>::try_from(&mut *plane) {
            // In place, without a call.
            Ok(plane) => *plane = [value; 64],
            Err(_) => plane.fill(value),
        }
    }

    /// Writes the bits of a board of 64 squares, the lowest first.
    #[inline]
    pub fn bits(&mut self, bits: u64) {
        let plane = self.next_plane();
        let ones = dispatch!(Level::new(), simd => <[u8; 64]>::from(spread(simd, bits)));
        for (place, bit) in plane.iter_mut().zip(ones) {
            *place = bit;
        }
    }

    /// Writes the bits of several boards of 64 squares, a plane each.
    #[inline]
    pub fn boards<const N: usize>(&mut self, boards: [u64; N]) {
        if self.area == 64 && self.rest.len() >= 64 * N {
            let (planes, rest) = std::mem::take(&mut self.rest).split_at_mut(64 * N);
            self.rest = rest;
            let planes = planes.as_chunks_mut::<64>().0;
            dispatch!(Level::new(), simd => for (plane, bits) in planes.iter_mut().zip(boards) {
                spread(simd, bits).store_slice(plane);
            });
        } else {
            boards.into_iter().for_each(|bits| self.bits(bits));
        }
    }
}

impl Drop for PlaneWriter<'_> {
    fn drop(&mut self) {
        self.rest.fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_become_bytes() {
        for bits in [0, 1, u64::MAX, 0x8000_0000_0000_0001, 0x0123_4567_89ab_cdef] {
            let mut out = [7; 64];
            PlaneWriter::new(&mut out, 64).bits(bits);
            for (square, value) in out.iter().enumerate() {
                assert_eq!(u64::from(*value), bits >> square & 1, "{bits:x} {square}");
            }
            for room in [0, 63, 64, 200] {
                let (mut one, mut all) = ([7; 200], [7; 200]);
                let boards = [bits, !bits, bits.rotate_left(7)];
                PlaneWriter::new(&mut all[..room], 64).boards(boards);
                let mut writer = PlaneWriter::new(&mut one[..room], 64);
                boards.into_iter().for_each(|bits| writer.bits(bits));
                drop(writer);
                assert_eq!(one, all);
                assert!(one[..room].iter().all(|value| *value < 2));
                assert!(one[room..].iter().all(|value| *value == 7));
            }
        }
    }

    #[test]
    fn planes_follow_each_other_and_stop_at_the_end() {
        let mut out = [9; 8];
        let mut planes = PlaneWriter::new(&mut out, 4);
        planes.points([0, 3, 17]);
        planes.everywhere(1000);
        planes.everywhere(1);
        drop(planes);
        assert_eq!(out, [1, 0, 0, 1, 255, 255, 255, 255]);
        let mut out = [9; 250];
        let mut planes = PlaneWriter::new(&mut out, 100);
        planes.everywhere(3);
        drop(planes);
        assert!(out[..100].iter().all(|value| *value == 3));
        assert!(out[100..].iter().all(|value| *value == 0));
    }
}
