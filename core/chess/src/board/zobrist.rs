//! The keys of the position hash.
//!
//! The hash is a *sum* of keys, not an exclusive or: so the pockets count as number times
//! key, with no bound and no table for the numbers, and one subtraction removes them.

use super::super::types::{Color, Piece};

/// The keys. Pieces are indexed by their code in the planes; code 0, no piece, has key 0,
/// so that a capture needs no branch.
pub(super) struct Keys {
    pub(super) men: [[[u64; 64]; 8]; 2],
    pub(super) promoted: [u64; 64],
    pub(super) castling: [u64; 64],
    pub(super) en_passant: [u64; 8],
    pub(super) pocket: [[u64; 8]; 2],
    pub(super) black_to_move: u64,
}

/// Returns the next number of the splitmix64 sequence (public domain, Vigna).
const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Generated here because saved hashes must not change with a library.
pub(super) static KEYS: Keys = {
    let mut state = 0x0062_6f61_7264_7772;
    let mut keys = Keys {
        men: [[[0; 64]; 8]; 2],
        promoted: [0; 64],
        castling: [0; 64],
        en_passant: [0; 8],
        pocket: [[0; 8]; 2],
        black_to_move: next(&mut state),
    };
    let mut color = 0;
    while color < 2 {
        let mut code = 1;
        while code < 8 {
            let mut square = 0;
            while square < 64 {
                keys.men[color][code][square] = next(&mut state);
                square += 1;
            }
            code += 1;
        }
        let mut piece = 0;
        while piece < 5 {
            // Odd, so that different counts modulo 2⁶⁴ give different sums.
            keys.pocket[color][piece] = next(&mut state) | 1;
            piece += 1;
        }
        color += 1;
    }
    let mut square = 0;
    while square < 64 {
        keys.promoted[square] = next(&mut state);
        keys.castling[square] = next(&mut state);
        square += 1;
    }
    let mut file = 0;
    while file < 8 {
        keys.en_passant[file] = next(&mut state);
        file += 1;
    }
    keys
};

impl Keys {
    /// Returns what a hash gains when the turn passes from a side to the other.
    #[inline(always)]
    pub(super) const fn passed_by(&self, color: Color) -> u64 {
        match color {
            Color::White => self.black_to_move,
            Color::Black => self.black_to_move.wrapping_neg(),
        }
    }

    /// Returns the key of one piece in a pocket.
    #[inline(always)]
    pub(super) const fn in_pocket(&self, color: Color, piece: Piece) -> u64 {
        self.pocket[color.index()][piece.index()]
    }
}
