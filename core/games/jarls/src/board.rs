//! The tables of a board of each radius: indices of hexes, neighbours, distances
//! and the dense ids of moves. Made once for a process and shared.

use std::sync::OnceLock;

use super::hex::{DIRECTIONS, Hex};
use super::mask::{Mask, NONE};
use contract::fork;

/// The least and the greatest radius.
pub(super) const RADII: (u8, u8) = (2, 8);

const WIDEST: usize = 2 * RADII.1 as usize + 1;

/// A board. Its hexes have indices in the order of q, then r.
#[derive(Debug)]
pub struct HexBoard {
    radius: u8,
    hexes: Vec<Hex>,
    index: [[u8; WIDEST]; WIDEST],
    // One row for every u8, so that no index needs to be checked.
    next: [[u8; 6]; 256],
    /// The hexes two steps away.
    far: [[u8; 6]; 256],
    distance: [u8; 256],
    within: [Mask; RADII.1 as usize + 1],
    beside: Vec<Mask>,
    sight: Vec<Mask>,
    axes: Vec<[Mask; 6]>,
    moves: Vec<(u8, u8, u8)>,
    move_ids: Vec<[u16; 12]>,
    /// The ways that end on the Throne.
    to_throne: [u16; 256],
}

/// The id of a way that leads off the board.
const NO_WAY: u16 = u16::MAX;

/// Range of sight under fog, in steps.
pub(super) const SIGHT: u8 = 4;

impl HexBoard {
    /// The board of a radius; one out of range counts as the nearest that is not.
    #[must_use]
    pub fn of(radius: u8) -> &'static Self {
        static BOARDS: [OnceLock<HexBoard>; RADII.1 as usize + 1] =
            [const { OnceLock::new() }; RADII.1 as usize + 1];
        let radius = radius.clamp(RADII.0, RADII.1);
        fork::once(&BOARDS[usize::from(radius)], || Self::new(radius))
    }

    fn new(radius: u8) -> Self {
        let span = radius as i8;
        let mut hexes: Vec<Hex> = (-span..=span)
            .flat_map(|q| (-span..=span).map(move |r| Hex { q, r }))
            .filter(|h| h.distance(Hex::THRONE) <= radius)
            .collect();
        hexes.sort();
        let mut board = Self {
            radius,
            index: [[NONE; WIDEST]; WIDEST],
            next: [[NONE; 6]; 256],
            far: [[NONE; 6]; 256],
            distance: [NONE; 256],
            within: [Mask::EMPTY; RADII.1 as usize + 1],
            beside: Vec::new(),
            sight: Vec::new(),
            axes: Vec::new(),
            moves: Vec::new(),
            move_ids: Vec::new(),
            to_throne: [0; 256],
            hexes,
        };
        for (i, hex) in (0..).zip(&board.hexes) {
            let [column, row] = Self::place(*hex);
            board.index[column][row] = i;
        }
        for (i, hex) in (0..).zip(board.hexes.clone()) {
            for (d, step) in DIRECTIONS.iter().enumerate() {
                board.next[usize::from(i)][d] = board.index_of(hex + *step).unwrap_or(NONE);
            }
            let distance = hex.distance(Hex::THRONE);
            board.distance[usize::from(i)] = distance;
            for k in distance..=RADII.1 {
                board.within[usize::from(k)].insert(i);
            }
            let around = |far: u8| -> Mask {
                (0..)
                    .zip(&board.hexes)
                    .filter(|(j, h)| *j != i && h.distance(hex) <= far)
                    .map(|(j, _)| j)
                    .collect()
            };
            let (beside, sight) = (around(1), around(SIGHT) | Mask::single(i));
            board.beside.push(beside);
            board.sight.push(sight);
        }
        let throne = board.throne();
        for from in 0..board.size() {
            let axis = |d: u8| {
                std::iter::successors(Some(board.next(from, d)), |h| Some(board.next(*h, d)))
                    .take_while(|h| *h != NONE)
                    .collect()
            };
            board.axes.push([0, 1, 2, 3, 4, 5].map(axis));
            board.far[usize::from(from)] = [0, 1, 2, 3, 4, 5].map(|d| board.walk(from, d, 2));
            let mut ids = [NO_WAY; 12];
            for direction in 0..6 {
                for length in 1..=2 {
                    let way = direction * 2 + length - 1;
                    let to = board.walk(from, direction, length);
                    if to != NONE {
                        ids[usize::from(way)] = board.moves.len() as u16;
                        board.moves.push((from, direction, length));
                    }
                    board.to_throne[usize::from(from)] |= u16::from(to == throne) << way;
                }
            }
            board.move_ids.push(ids);
        }
        board
    }

    /// Returns the place of a hex of any board in the table of indices.
    const fn place(hex: Hex) -> [usize; 2] {
        let wide = WIDEST as i8 / 2;
        [
            hex.q.wrapping_add(wide) as u8 as usize,
            hex.r.wrapping_add(wide) as u8 as usize,
        ]
    }

    /// The radius.
    #[must_use]
    pub const fn radius(&self) -> u8 {
        self.radius
    }

    /// Counts the hexes.
    #[must_use]
    pub fn size(&self) -> u8 {
        self.hexes.len() as u8
    }

    /// The hexes in the order of their indices.
    #[must_use]
    pub fn hexes(&self) -> &[Hex] {
        &self.hexes
    }

    /// The hex of an index; the Throne for an index that is none.
    #[must_use]
    pub fn hex(&self, index: u8) -> Hex {
        self.hexes
            .get(usize::from(index))
            .copied()
            .unwrap_or(Hex::THRONE)
    }

    /// The index of a hex; `None` beyond the board.
    #[must_use]
    pub fn index_of(&self, hex: Hex) -> Option<u8> {
        let [column, row] = Self::place(hex);
        let index = *self.index.get(column)?.get(row)?;
        (index != NONE).then_some(index)
    }

    /// The index of the Throne.
    #[inline]
    #[must_use]
    pub const fn throne(&self) -> u8 {
        // The hexes are symmetric around the Throne, so it is in the middle.
        (3 * self.radius as u32 * (self.radius as u32 + 1) / 2) as u8
    }

    /// The neighbour in a direction, or `NONE`.
    #[inline]
    #[must_use]
    pub const fn next(&self, hex: u8, direction: u8) -> u8 {
        self.next[hex as usize][direction as usize % 6]
    }

    /// Returns the neighbours of a hex in all directions, and the hexes behind these; `NONE`
    /// beyond the board.
    #[inline]
    pub(super) const fn around(&self, hex: u8) -> (&[u8; 6], &[u8; 6]) {
        (&self.next[hex as usize], &self.far[hex as usize])
    }

    /// Returns the ways of a hex that end on the Throne, as bits: of each direction that of one
    /// step, then that of two.
    #[inline]
    pub(super) const fn to_throne(&self, hex: u8) -> u16 {
        self.to_throne[hex as usize]
    }

    /// Returns the hex one or two steps in a direction, or `NONE`.
    #[inline]
    #[must_use]
    pub const fn walk(&self, hex: u8, direction: u8, steps: u8) -> u8 {
        let one = self.next(hex, direction);
        if steps == 2 {
            self.next(one, direction)
        } else {
            one
        }
    }

    /// The direction and length of the straight way of one or two steps from a
    /// hex to another, if there is one.
    #[must_use]
    pub fn way(&self, from: u8, to: u8) -> Option<(u8, u8)> {
        (0..6)
            .flat_map(|d| [(d, 1), (d, 2)])
            .find(|(d, n)| to != NONE && self.walk(from, *d, *n) == to)
    }

    /// Returns the distance of a hex from the Throne, in steps.
    #[inline]
    #[must_use]
    pub const fn distance(&self, hex: u8) -> u8 {
        self.distance[hex as usize]
    }

    /// The hexes at most so far from the Throne.
    #[inline]
    #[must_use]
    pub fn within(&self, distance: u8) -> Mask {
        self.within[usize::from(distance.min(RADII.1))]
    }

    /// The neighbours of a hex.
    #[inline]
    #[must_use]
    pub fn beside(&self, hex: u8) -> Mask {
        self.beside
            .get(usize::from(hex))
            .copied()
            .unwrap_or_default()
    }

    /// Returns the hexes that a piece on a hex sees under fog, its own included.
    #[must_use]
    pub fn sight(&self, hex: u8) -> Mask {
        self.sight
            .get(usize::from(hex))
            .copied()
            .unwrap_or_default()
    }

    /// All hexes that lie in a direction, up to the edge.
    #[inline]
    #[must_use]
    pub fn axis(&self, hex: u8, direction: u8) -> Mask {
        match self.axes.get(usize::from(hex)) {
            Some(axes) => axes[usize::from(direction % 6)],
            None => Mask::EMPTY,
        }
    }

    /// All ways of one or two steps on the board: from, direction, length. The
    /// place in this list is the id of the move.
    #[must_use]
    pub fn moves(&self) -> &[(u8, u8, u8)] {
        &self.moves
    }

    /// The id of a way of [`moves`](Self::moves); 0 for one that is not there.
    #[must_use]
    pub fn move_id(&self, from: u8, direction: u8, length: u8) -> u32 {
        let way = direction % 6 * 2 + (length.clamp(1, 2) - 1);
        let id = self.move_ids(from)[usize::from(way)];
        if id == NO_WAY { 0 } else { u32::from(id) }
    }

    /// Returns the ids of the ways of a hex: of each direction that of one step, then that of two.
    #[inline]
    pub(super) fn move_ids(&self, from: u8) -> &[u16; 12] {
        self.move_ids
            .get(usize::from(from))
            .unwrap_or(&[NO_WAY; 12])
    }
}

#[cfg(test)]
mod tests {
    use super::super::hex::opposite;
    use super::*;

    #[test]
    fn every_radius_has_its_tables() {
        for radius in RADII.0..=RADII.1 {
            let board = HexBoard::of(radius);
            let r = usize::from(radius);
            assert_eq!(usize::from(board.size()), 3 * r * r + 3 * r + 1);
            assert_eq!(board.hex(board.throne()), Hex::THRONE);
            assert_eq!(board.within(radius).len() as usize, board.hexes().len());
            assert_eq!(board.within(1).len(), 7);
            let mut ways = 0;
            for i in 0..board.size() {
                let hex = board.hex(i);
                assert_eq!(board.index_of(hex), Some(i));
                assert_eq!(board.distance(i), hex.distance(Hex::THRONE));
                for d in 0..6 {
                    let there = board.next(i, d);
                    let expected = board.index_of(hex + DIRECTIONS[usize::from(d)]);
                    assert_eq!(there, expected.unwrap_or(NONE));
                    assert!(there == NONE || board.next(there, opposite(d)) == i);
                    assert_eq!(board.axis(i, d).has(there), there != NONE);
                    for length in 1..=2 {
                        let to = board.walk(i, d, length);
                        if to != NONE {
                            assert_eq!(board.way(i, to), Some((d, length)));
                            let id = board.move_id(i, d, length) as usize;
                            assert_eq!(board.moves()[id], (i, d, length));
                            ways += 1;
                        }
                    }
                }
            }
            assert_eq!(ways, board.moves().len());
        }
        assert_eq!(HexBoard::of(8).index_of(Hex { q: 9, r: 0 }), None);
        assert_eq!(HexBoard::of(8).index_of(Hex { q: -128, r: 127 }), None);
    }
}
