//! Corrections of the static evaluation by what searches found.
//!
//! An evaluation errs alike in positions that have a part in common, such as their pawns. How
//! far the score of a search was from the static one is remembered by these parts, and the
//! sum over the parts of a position corrects its static evaluation (correction history, as
//! Caissa and Stockfish have it since 2023).

use crate::hooks::Searched;

/// Number of parts of a kind that are told apart; those with the same place share it.
const PLACES: usize = 4096;
/// No value is greater than this, nor less than its negative.
const GREATEST: i32 = 1024;

/// Errors of the static evaluation that one thread found.
pub(super) struct Corrections {
    /// For either side, by kind and part.
    values: [Vec<i16>; 2],
}

impl Corrections {
    /// Corrections of a game, none known yet.
    pub(super) fn new<G: Searched>() -> Self {
        Self {
            values: std::array::from_fn(|_| vec![0; G::STRUCTURES * PLACES]),
        }
    }

    /// Returns the correction for the side to move, `mine` if it is the root's, in 1024ths of
    /// `unit`.
    #[inline]
    pub(super) fn of<G: Searched>(
        &self,
        game: &G,
        position: &G::Position,
        mine: bool,
        unit: i32,
    ) -> i32 {
        let values = &self.values[usize::from(mine)];
        let found = (0..G::STRUCTURES).map(|kind| i32::from(values[place(game, position, kind)]));
        found.sum::<i32>() * unit / GREATEST
    }

    /// Learns that a search to a depth found a score that lies so far from the static one.
    #[inline]
    pub(super) fn learn<G: Searched>(
        &mut self,
        game: &G,
        position: &G::Position,
        mine: bool,
        depth: i32,
        miss: i32,
    ) {
        for kind in 0..G::STRUCTURES {
            let value = &mut self.values[usize::from(mine)][place(game, position, kind)];
            *value = moved(*value, depth, miss);
        }
    }
}

/// Moves a value towards a miss that a search to a depth found, by a share of the distance that
/// is left to [`GREATEST`].
#[inline]
fn moved(value: i16, depth: i32, miss: i32) -> i16 {
    const MOST: i32 = GREATEST / 4;
    let bonus = miss.saturating_mul(depth).clamp(-4 * MOST, 4 * MOST) / 4;
    let old = i32::from(value);
    (old + bonus - old * bonus.abs() / GREATEST) as i16
}

#[inline]
fn place<G: Searched>(game: &G, position: &G::Position, kind: usize) -> usize {
    kind * PLACES + game.structure(position, kind) as usize % PLACES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_follow_misses_and_stay_in_range() {
        let (mut up, mut down) = (0, 0);
        for _ in 0..1000 {
            let higher = moved(up, 8, 30);
            assert!(higher > up || i32::from(up) > GREATEST - 20);
            (up, down) = (higher, moved(down, i32::MAX, -1000));
        }
        assert!((GREATEST - 20..=GREATEST).contains(&i32::from(up)));
        assert!((-GREATEST..=20 - GREATEST).contains(&i32::from(down)));
        assert_eq!(moved(0, 12, 0), 0);
        assert!(moved(up, 8, -30) < up);
        // A deeper search is believed more.
        assert!(moved(0, 9, 20) > moved(0, 3, 20));
    }
}
