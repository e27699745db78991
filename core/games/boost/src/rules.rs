//! The board of a game: which points lie beside which, and the hash keys.

use std::sync::OnceLock;

use super::bits::Bits;
use super::position::{Layout, Piece};
use super::settings::{BoostSettings, PLAYERS};
use super::weights::Weights;
use contract::fork;
use contract::rng::Rng;

/// The most points of a board.
pub(super) const POINTS: usize = 256;

/// A key for each piece on each point: dragons, then the pieces of each player.
type Keys = [[u64; POINTS]; 1 + 3 * PLAYERS];

/// Number of bits of a key that tell nothing of the dragons, and as many for each player.
const PART: usize = 64 / (1 + PLAYERS);

/// The bits of a key that the dragons have no part in.
pub(super) const WITHOUT_DRAGONS: u64 = (1 << PART) - 1;

/// The bits of a key that the pieces of a player have no part in.
#[inline]
pub(super) const fn without_player(player: u8) -> u64 {
    WITHOUT_DRAGONS << (PART * (1 + player as usize % PLAYERS))
}

/// The keys, the same for boards of all sizes.
fn keys() -> &'static Keys {
    static KEYS: OnceLock<Box<Keys>> = OnceLock::new();
    let make = || {
        let mut rng = Rng::new(0x626f_6f73_7421);
        let mut keys = Box::new([[0; POINTS]; 1 + 3 * PLAYERS]);
        for (row, keys) in keys.iter_mut().enumerate() {
            let none = match row.checked_sub(1) {
                None => WITHOUT_DRAGONS,
                Some(row) => without_player((row / 3) as u8),
            };
            keys.fill_with(|| rng.next_u64() & !none);
        }
        keys
    };
    fork::once(&KEYS, make).as_ref()
}

/// The rules on a board of up to 128 or up to 256 points.
#[derive(Clone, Debug)]
pub(super) struct BoostRules<B> {
    pub(super) settings: BoostSettings,
    /// The weights of the evaluation.
    pub(super) weights: Weights,
    /// All points.
    pub(super) board: B,
    /// All but those of the first file, and all but those of the last.
    not_west: B,
    not_east: B,
    /// The points on the edge.
    pub(super) edge: B,
    beside: Vec<B>,
    /// The points within four of each, itself included.
    around: Vec<B>,
    keys: &'static Keys,
}

impl<B: Bits> BoostRules<B> {
    pub(super) fn new(settings: BoostSettings) -> Self {
        let (width, height) = (settings.width, settings.height);
        let at = |file: u8, rank: u8| (u16::from(rank) * u16::from(width) + u16::from(file)) as u8;
        let all = || (0..height).flat_map(|rank| (0..width).map(move |file| (file, rank)));
        let collect = |wanted: &dyn Fn(u8, u8) -> bool| {
            all()
                .filter(|(file, rank)| wanted(*file, *rank))
                .fold(B::EMPTY, |set, (file, rank)| {
                    set | B::single(at(file, rank))
                })
        };
        let within = |distance: u8| -> Vec<B> {
            all()
                .map(|(f, r)| {
                    collect(&|file, rank| f.abs_diff(file) + r.abs_diff(rank) <= distance)
                })
                .collect()
        };
        let beside = within(1)
            .into_iter()
            .enumerate()
            .map(|(i, set)| set.without(B::single(i as u8)))
            .collect();
        Self {
            weights: Weights::DEFAULT,
            board: collect(&|_, _| true),
            not_west: collect(&|file, _| file > 0),
            not_east: collect(&|file, _| file + 1 < width),
            edge: collect(&|file, rank| {
                file == 0 || rank == 0 || file + 1 == width || rank + 1 == height
            }),
            beside,
            around: within(4),
            keys: keys(),
            settings,
        }
    }

    /// The points beside a point.
    #[inline]
    pub(super) fn beside(&self, point: u8) -> B {
        self.beside
            .get(usize::from(point))
            .copied()
            .unwrap_or(B::EMPTY)
    }

    /// The points within four of a point, itself included.
    #[inline]
    pub(super) fn around(&self, point: u8) -> B {
        self.around
            .get(usize::from(point))
            .copied()
            .unwrap_or(B::EMPTY)
    }

    #[inline]
    pub(super) fn north(&self, set: B) -> B {
        set << u32::from(self.settings.width) & self.board
    }

    #[inline]
    pub(super) fn south(&self, set: B) -> B {
        set >> u32::from(self.settings.width)
    }

    #[inline]
    pub(super) fn west(&self, set: B) -> B {
        (set & self.not_west) >> 1
    }

    #[inline]
    pub(super) fn east(&self, set: B) -> B {
        (set & self.not_east) << 1
    }

    /// The points one step from any of a set.
    #[inline]
    pub(super) fn step(&self, set: B) -> B {
        (self.north(set) | self.south(set)) | (self.west(set) | self.east(set))
    }

    /// The points whose four neighbours all belong to a set.
    #[inline]
    pub(super) fn enclosed(&self, set: B) -> B {
        (self.north(set) & self.south(set)) & (self.west(set) & self.east(set))
    }

    /// The distance between two points in steps.
    #[inline]
    pub(super) fn distance(&self, a: u8, b: u8) -> i32 {
        let (a_file, a_rank) = self.settings.file_and_rank(a);
        let (b_file, b_rank) = self.settings.file_and_rank(b);
        i32::from(a_file.abs_diff(b_file)) + i32::from(a_rank.abs_diff(b_rank))
    }

    /// The distance from a point to the closest of a set.
    pub(super) fn closest(&self, from: u8, set: B) -> Option<i32> {
        set.points().map(|to| self.distance(from, to)).min()
    }

    /// The key of a piece on a point.
    #[inline]
    pub(super) fn zobrist(&self, piece: Piece, point: u8) -> u64 {
        self.keys_of(piece)[usize::from(point)]
    }

    /// The keys of a piece on each point.
    #[inline]
    pub(super) fn keys_of(&self, piece: Piece) -> &'static [u64; POINTS] {
        &self.keys[piece.row() % self.keys.len()]
    }

    /// Puts a piece on a point, which was empty.
    #[inline]
    pub(super) fn put(&self, layout: &mut Layout<B>, piece: Piece, point: u8) {
        let bit = B::single(point);
        match piece {
            Piece::Pawn(_) => layout.pawns |= bit,
            Piece::Knight(_) => layout.knights |= bit,
            Piece::Tower(_) => layout.towers |= bit,
            Piece::Dragon => layout.dragons |= bit,
        }
        if let Some(player) = piece.owner() {
            layout.owners[usize::from(player) % PLAYERS] |= bit;
        }
        layout.key ^= self.zobrist(piece, point);
    }

    /// Takes away what stands on a point.
    #[inline]
    pub(super) fn take(&self, layout: &mut Layout<B>, point: u8) -> Option<Piece> {
        let piece = layout.at(point)?;
        let left = !B::single(point);
        match piece {
            Piece::Pawn(_) => layout.pawns = layout.pawns & left,
            Piece::Knight(_) => layout.knights = layout.knights & left,
            Piece::Tower(_) => layout.towers = layout.towers & left,
            Piece::Dragon => layout.dragons = layout.dragons & left,
        }
        if let Some(player) = piece.owner() {
            let of = &mut layout.owners[usize::from(player) % PLAYERS];
            *of = *of & left;
        }
        layout.key ^= self.zobrist(piece, point);
        Some(piece)
    }
}
