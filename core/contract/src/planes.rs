//! Positions as numbers for learning: planes of a grid, named and documented by each game.
//!
//! A layout belongs to the rules with their options fixed. The planes of a seat hold what its
//! observation holds, and nothing else: those of a game that hides anything are filled by the
//! seat's [`View`](crate::game::View).

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

/// The bits of each byte as bytes, the lowest first.
static SPREAD: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Writes planes one after the other; more than there is room for are dropped.
#[derive(Debug)]
pub struct PlaneWriter<'a> {
    rest: &'a mut [u8],
    area: usize,
}

impl<'a> PlaneWriter<'a> {
    /// Starts at the first plane of `out`, which is filled with zeros.
    pub fn new(out: &'a mut [u8], area: usize) -> Self {
        out.fill(0);
        Self { rest: out, area }
    }

    /// The next plane, all zeros.
    #[inline]
    pub fn next_plane(&mut self) -> &mut [u8] {
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
        let plane = self.next_plane();
        if value > 0 {
            plane.fill(value);
        }
    }

    /// Writes the bits of a board of 64 squares, the lowest first.
    #[inline]
    pub fn bits(&mut self, bits: u64) {
        let plane = self.next_plane();
        if bits == 0 {
            return;
        }
        for (byte, row) in bits
            .to_le_bytes()
            .into_iter()
            .zip(plane.chunks_exact_mut(8))
        {
            row.copy_from_slice(&SPREAD[usize::from(byte)]);
        }
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
        }
    }

    #[test]
    fn planes_follow_each_other_and_stop_at_the_end() {
        let mut out = [9; 8];
        let mut planes = PlaneWriter::new(&mut out, 4);
        planes.points([0, 3, 17]);
        planes.everywhere(1000);
        planes.everywhere(1);
        assert_eq!(out, [1, 0, 0, 1, 255, 255, 255, 255]);
    }
}
