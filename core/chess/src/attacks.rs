//! Attacks of each piece, from tables made at compile time: a look-up is a few
//! instructions, with no check that the table is ready.

use super::bitboard::Bitboard;
use super::magics::{BISHOP_MAGICS, ROOK_MAGICS};
use super::moves::Move;
use super::side::{Side as _, for_side};
use super::types::{Color, Square};

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
const RANK_1: u64 = 0xff;
const RANK_8: u64 = RANK_1 << 56;

const fn file_line(square: usize) -> u64 {
    FILE_A << (square & 7)
}

const fn rank_line(square: usize) -> u64 {
    RANK_1 << (square & 56)
}

/// Returns the diagonal through a square that rises towards the h-file.
const fn rising_line(square: usize) -> u64 {
    steps(square, 1, 1) | steps(square, -1, -1) | 1 << square
}

/// Returns the diagonal through a square that falls towards the h-file.
const fn falling_line(square: usize) -> u64 {
    steps(square, 1, -1) | steps(square, -1, 1) | 1 << square
}

/// Returns all squares from `square` (without it) to the edge, in steps.
const fn steps(square: usize, file_step: i32, rank_step: i32) -> u64 {
    let mut set = 0;
    let mut file = (square & 7) as i32 + file_step;
    let mut rank = (square >> 3) as i32 + rank_step;
    while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        set |= 1 << (rank * 8 + file);
        file += file_step;
        rank += rank_step;
    }
    set
}

/// Returns the attacks of a slider on `square` along one line: the difference of two
/// subtractions, upwards and (with the bits reversed) downwards.
const fn line_attacks(square: usize, line: u64, occupied: u64) -> u64 {
    let blockers = occupied & line & !(1 << square);
    let up = blockers.wrapping_sub(2 << square);
    let mirrored = blockers.reverse_bits();
    let down = mirrored.wrapping_sub(2 << (63 - square)).reverse_bits();
    (up ^ down) & line & !(1 << square)
}

const fn slow_rook(square: usize, occupied: u64) -> u64 {
    line_attacks(square, file_line(square), occupied)
        | line_attacks(square, rank_line(square), occupied)
}

const fn slow_bishop(square: usize, occupied: u64) -> u64 {
    line_attacks(square, rising_line(square), occupied)
        | line_attacks(square, falling_line(square), occupied)
}

/// Index parameters in [`SLIDERS`] for one slider on one square.
#[derive(Clone, Copy)]
struct Magic {
    mask: u64,
    multiplier: u64,
    offset: u32,
    shift: u32,
}

const SLIDER_ENTRIES: usize = 107_648;
/// Size rounded up to a power of two, so that one `and` replaces a bounds check. The tail
/// is never touched.
const SLIDER_SIZE: usize = 1 << 17;

const fn magics(rook: bool, mut offset: u32) -> ([Magic; 64], u32) {
    let mut out = [Magic {
        mask: 0,
        multiplier: 0,
        offset: 0,
        shift: 0,
    }; 64];
    let mut square = 0;
    while square < 64 {
        // A piece on the edge hides nothing behind it.
        let inner_files = !(FILE_A | FILE_H) | file_line(square);
        let inner_ranks = !(RANK_1 | RANK_8) | rank_line(square);
        let mask = if rook {
            slow_rook(square, 0) & inner_files & inner_ranks
        } else {
            slow_bishop(square, 0) & !(FILE_A | FILE_H | RANK_1 | RANK_8)
        };
        let multiplier = if rook {
            ROOK_MAGICS[square]
        } else {
            BISHOP_MAGICS[square]
        };
        out[square] = Magic {
            mask,
            multiplier,
            offset,
            shift: 64 - mask.count_ones(),
        };
        offset += 1 << mask.count_ones();
        square += 1;
    }
    (out, offset)
}

const ROOK_PART: ([Magic; 64], u32) = magics(true, 0);
const BISHOP_PART: ([Magic; 64], u32) = magics(false, ROOK_PART.1);
static ROOK: [Magic; 64] = ROOK_PART.0;
static BISHOP: [Magic; 64] = BISHOP_PART.0;

const fn index(magic: &Magic, occupied: u64) -> usize {
    let hash = (occupied & magic.mask).wrapping_mul(magic.multiplier) >> (magic.shift & 63);
    (hash as usize).wrapping_add(magic.offset as usize) & (SLIDER_SIZE - 1)
}

#[allow(
    long_running_const_eval,
    reason = "a hundred thousand entries; about a second"
)]
static SLIDERS: [u64; SLIDER_SIZE] = {
    assert!(BISHOP_PART.1 as usize == SLIDER_ENTRIES);
    let mut table = [0; SLIDER_SIZE];
    let mut square = 0;
    while square < 64 {
        let magic = &ROOK_PART.0[square];
        let (file, rank) = (file_line(square), rank_line(square));
        let mut subset = 0_u64;
        loop {
            table[index(magic, subset)] =
                line_attacks(square, file, subset) | line_attacks(square, rank, subset);
            subset = subset.wrapping_sub(magic.mask) & magic.mask;
            if subset == 0 {
                break;
            }
        }
        let magic = &BISHOP_PART.0[square];
        let (rising, falling) = (rising_line(square), falling_line(square));
        loop {
            table[index(magic, subset)] =
                line_attacks(square, rising, subset) | line_attacks(square, falling, subset);
            subset = subset.wrapping_sub(magic.mask) & magic.mask;
            if subset == 0 {
                break;
            }
        }
        square += 1;
    }
    table
};

const fn leaper(offsets: &[(i32, i32)]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut each = 0;
        while each < offsets.len() {
            let file = (square & 7) as i32 + offsets[each].0;
            let rank = (square >> 3) as i32 + offsets[each].1;
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                table[square] |= 1 << (rank * 8 + file);
            }
            each += 1;
        }
        square += 1;
    }
    table
}

static KNIGHT: [u64; 64] = leaper(&[
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
]);
static KING: [u64; 64] = leaper(&[
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
]);
static PAWN: [[u64; 64]; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];

/// The file, the two diagonals, and the pairs of lines of rook and bishop through a square.
struct Lines {
    rook: u64,
    bishop: u64,
    file: u64,
    rising: u64,
    falling: u64,
}

static LINES: [Lines; 64] = {
    const NONE: Lines = Lines {
        rook: 0,
        bishop: 0,
        file: 0,
        rising: 0,
        falling: 0,
    };
    let mut table = [NONE; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Lines {
            rook: slow_rook(square, 0),
            bishop: slow_bishop(square, 0),
            file: file_line(square),
            rising: rising_line(square),
            falling: falling_line(square),
        };
        square += 1;
    }
    table
};

/// Squares from which pieces attack one of some squares on an empty board.
#[derive(Clone, Copy)]
pub(super) struct Near {
    pub(super) knights: Bitboard,
    pub(super) diagonal: Bitboard,
    pub(super) straight: Bitboard,
}

impl Near {
    const fn of(squares: u64) -> Self {
        let (mut knights, mut diagonal, mut straight) = (0, 0, 0);
        let mut rest = squares;
        while rest != 0 {
            let square = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            knights |= KNIGHT[square];
            diagonal |= slow_bishop(square, 0);
            straight |= slow_rook(square, 0);
        }
        Self {
            knights: Bitboard(knights),
            diagonal: Bitboard(diagonal),
            straight: Bitboard(straight),
        }
    }
}

static NEAR: [Near; 64] = {
    let mut table = [Near::of(0); 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Near::of(KING[square]);
        square += 1;
    }
    table
};

/// By colour: of the squares from the c-file to the g-file, on which every castling takes
/// place.
static NEAR_CASTLING: [Near; 2] = [Near::of(0x7c), Near::of(0x7c << 56)];

/// Files on the back rank that a castling needs, one bit each.
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// Files that must be empty; those of the king and the rook are left out.
    pub(super) swept: u8,
    /// Files that the king comes to; its own is left out.
    pub(super) path: u8,
}

/// By the files of king and rook.
static WAYS: [[Way; 8]; 8] = {
    let mut table = [[Way { swept: 0, path: 0 }; 8]; 8];
    let mut king = 0;
    while king < 8 {
        let mut rook = 0;
        while rook < 8 {
            let castling = Move::castle(Square::wrap(king as u8), Square::wrap(rook as u8));
            let (king_to, rook_to) = castling.castled();
            let (king_to, rook_to) = (king_to.index(), rook_to.index());
            let path = BETWEEN[king][king_to] | 1 << king_to;
            let swept = path | BETWEEN[king][rook] | BETWEEN[rook][rook_to] | 1 << rook_to;
            table[king][rook] = Way {
                swept: (swept & !(1 << king | 1 << rook)) as u8,
                path: (path & !(1 << king)) as u8,
            };
            rook += 1;
        }
        king += 1;
    }
    table
};

/// Builds the table of pairs of squares on one line: the squares between them, or the whole
/// line.
const fn pairs(whole: bool) -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let lines = [
            file_line(from),
            rank_line(from),
            rising_line(from),
            falling_line(from),
        ];
        let mut each = 0;
        while each < 4 {
            let line = lines[each];
            let mut rest = line & !(1 << from);
            while rest != 0 {
                let to = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                table[from][to] = if whole {
                    line
                } else {
                    line_attacks(from, line, 1 << to) & line_attacks(to, line, 1 << from)
                };
            }
            each += 1;
        }
        from += 1;
    }
    table
}

static BETWEEN: [[u64; 64]; 64] = pairs(false);
static LINE: [[u64; 64]; 64] = pairs(true);

/// Returns the attacks of a rook on `square`, first blockers included.
#[inline(always)]
#[must_use]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(SLIDERS[index(&ROOK[square.index()], occupied.0)])
}

/// Returns the attacks of a bishop on `square`, first blockers included.
#[inline(always)]
#[must_use]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(SLIDERS[index(&BISHOP[square.index()], occupied.0)])
}

/// Returns the attacks of a knight on `square`.
#[inline(always)]
#[must_use]
pub fn knight(square: Square) -> Bitboard {
    Bitboard(KNIGHT[square.index()])
}

/// Returns the attacks of a king on `square`.
#[inline(always)]
#[must_use]
pub fn king(square: Square) -> Bitboard {
    Bitboard(KING[square.index()])
}

/// Returns the attacks of a pawn of a colour on `square`.
#[inline(always)]
#[must_use]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    Bitboard(PAWN[color.index()][square.index()])
}

/// Returns the attacks of a set of pawns of a colour, those towards the a-file and those towards
/// the h-file.
#[inline]
#[must_use]
pub fn pawns(color: Color, set: Bitboard) -> (Bitboard, Bitboard) {
    for_side!(color, S => (S::left(set), S::right(set)))
}

/// Returns the attacks of a rook on `square` on an empty board.
#[inline(always)]
#[must_use]
pub fn rook_rays(square: Square) -> Bitboard {
    Bitboard(LINES[square.index()].rook)
}

/// Returns the attacks of a bishop on `square` on an empty board.
#[inline(always)]
#[must_use]
pub fn bishop_rays(square: Square) -> Bitboard {
    Bitboard(LINES[square.index()].bishop)
}

/// Returns the squares from which pieces attack a square beside a king on an empty board.
#[inline(always)]
pub(super) fn near(king: Square) -> Near {
    NEAR[king.index()]
}

/// Returns the squares from which pieces attack a square that a castling king comes to on
/// an empty board.
#[inline(always)]
pub(super) fn near_castling(color: Color) -> Near {
    NEAR_CASTLING[color.index()]
}

/// Returns the files that a castling needs, of a king and a rook on their back rank.
#[inline(always)]
pub(super) fn castling(king: Square, rook: Square) -> Way {
    WAYS[king.index() & 7][rook.index() & 7]
}

/// Returns the file, the rising and the falling diagonal through a square.
#[inline(always)]
pub(super) fn pawn_lines(square: Square) -> (Bitboard, Bitboard, Bitboard) {
    let lines = &LINES[square.index()];
    (
        Bitboard(lines.file),
        Bitboard(lines.rising),
        Bitboard(lines.falling),
    )
}

/// Returns the squares strictly between two squares of one line; else none.
#[inline(always)]
#[must_use]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a.index()][b.index()])
}

/// Returns the whole line through two squares, from edge to edge; else no square.
#[inline(always)]
#[must_use]
pub fn line(a: Square, b: Square) -> Bitboard {
    Bitboard(LINE[a.index()][b.index()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::Rng;

    fn walk(square: Square, occupied: u64, directions: &[(i32, i32)]) -> u64 {
        let mut set = 0;
        for &(df, dr) in directions {
            let mut file = square.file() as i32 + df;
            let mut rank = square.rank() as i32 + dr;
            while (0..8).contains(&file) && (0..8).contains(&rank) {
                let bit = 1_u64 << (rank * 8 + file);
                set |= bit;
                if occupied & bit != 0 {
                    break;
                }
                file += df;
                rank += dr;
            }
        }
        set
    }

    #[test]
    fn a_set_of_pawns_attacks_what_each_of_them_does() {
        let mut rng = Rng::new(2);
        for color in Color::ALL {
            for _ in 0..200 {
                let set = Bitboard(rng.next_u64() & rng.next_u64());
                let each = set.into_iter().map(|square| pawn(color, square));
                let (left, right) = pawns(color, set);
                assert_eq!(
                    left | right,
                    each.fold(Bitboard::EMPTY, |all, one| all | one)
                );
                assert_eq!(left & Bitboard(FILE_H), Bitboard::EMPTY);
                assert_eq!(right & Bitboard(FILE_A), Bitboard::EMPTY);
            }
        }
    }

    #[test]
    fn sliders_agree_with_walking() {
        let mut rng = Rng::new(1);
        for square in Bitboard::FULL {
            for _ in 0..500 {
                let occupied = rng.next_u64() & rng.next_u64();
                let straight = walk(square, occupied, &[(0, 1), (1, 0), (0, -1), (-1, 0)]);
                let diagonal = walk(square, occupied, &[(1, 1), (1, -1), (-1, -1), (-1, 1)]);
                assert_eq!(rook(square, Bitboard(occupied)).0, straight);
                assert_eq!(bishop(square, Bitboard(occupied)).0, diagonal);
            }
        }
    }

    #[test]
    fn lines_and_gaps() {
        let at = |text: &str| text.parse::<Square>().unwrap();
        assert_eq!(between(at("a1"), at("a4")).len(), 2);
        assert_eq!(between(at("a1"), at("h8")).len(), 6);
        assert_eq!(between(at("a1"), at("b3")).len(), 0);
        assert_eq!(line(at("c1"), at("a3")).len(), 3);
        assert_eq!(line(at("b2"), at("g7")).len(), 8);
        for a in Bitboard::FULL {
            for b in Bitboard::FULL {
                assert_eq!(between(a, b), between(b, a));
                assert_eq!(line(a, b), line(b, a));
            }
        }
    }
}
