//! The inputs of networks for chess and drop chess.
//!
//! A view has its own pieces first and is turned so that it plays up the board; where its
//! king stands on files e to h the board is mirrored, so that kings are always on a to d.
//!
//! | inputs | what |
//! |---|---|
//! | 0 to 767 | a piece on a square: own pawn to king, then those of the other side |
//! | 768 to 895 | a promoted piece on a square, own and of the other side |
//! | 896 to 959 | at least so many of a kind in hand, own and of the other side |
//! | 960 to 1223 | a piece at most two squares from the own king: eleven kinds on 24 squares |
//! | 1224 to 1487 | the same round the other king |
//! | 1488 to 1545 | threats to the own king, then to the other one |
//! | 1546 to 1587 | threats to the own pieces, then to the others |
//! | 1588 to 1715 | a passed pawn on a square, own and of the other side |
//! | 1716 to 1809 | other structure of the own side, then of the other one |
//!
//! Networks of fewer inputs have those up to 1587, or the first 768 alone.

use super::reach::Reach;
use super::structure::{STRUCTURE_BITS, structure};
use super::threats::{KING_BITS, PIECE_BITS, threats};
use chess::{Board, Color, File, Piece};
use search::network::{InputLayout, SideView};

/// Number of words of bits of a position: twelve of pieces, two of promoted ones, one of hands.
pub const PIECE_WORDS: usize = 15;
/// Number of words of pieces, of what is round kings, twelve each, and of threats, one a side.
pub const THREAT_WORDS: usize = STRUCTURE;
/// Number of words of all bits: two of the structure of each side as well.
pub const WORDS: usize = STRUCTURE + 4;
/// Number of words of threats and structure.
pub const RELATION_WORDS: usize = WORDS - THREATS;
const PROMOTED: usize = 12;
const HANDS: usize = 14;
/// Bits of one side's hand.
const HAND_BITS: usize = 32;
/// The pieces round White's king, then those round Black's.
const ROUND: usize = PIECE_WORDS;
/// The threats to White, then those to Black.
const THREATS: usize = ROUND + 24;
/// The structure of White, then that of Black.
const STRUCTURE: usize = THREATS + 2;

/// The greatest distance from a king of what is round it, and the squares of a line of that.
const REACH: usize = 2;
const SIDE: usize = 2 * REACH + 1;
/// Kinds of pieces round a king, of which it is none, and the squares round it.
const KINDS_ROUND: usize = 11;
const SQUARES_ROUND: usize = SIDE * SIDE - 1;

const FIRST_PROMOTED: usize = 12 * 64;
const FIRST_HAND: usize = FIRST_PROMOTED + 2 * 64;
/// The first input that is no piece on a square or in hand; those from it on may be
/// [narrow](search::network::NetworkHeader::narrow).
pub const FIRST_ROUND: usize = FIRST_HAND + 2 * HAND_BITS;
const FIRST_KING_THREAT: usize = FIRST_ROUND + 2 * KINDS_ROUND * SQUARES_ROUND;
const FIRST_PIECE_THREAT: usize = FIRST_KING_THREAT + 2 * KING_BITS;
const FIRST_PASSED: usize = FIRST_PIECE_THREAT + 2 * PIECE_BITS;
const FIRST_STRUCTURE: usize = FIRST_PASSED + 2 * 64;
const ALL_INPUTS: usize = FIRST_STRUCTURE + 2 * STRUCTURE_BITS;

/// The greatest number in hand that is told from less, pawn to queen.
const HAND_STEPS: [usize; 5] = [14, 5, 5, 5, 3];

/// Number of sets of output weights.
pub const BUCKETS: usize = 8;

/// The inputs that a network has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Pieces on squares alone.
    Pieces,
    /// All but structure, which networks of games with drops do without.
    Threats,
    /// All of them.
    Structure,
}

impl Layout {
    /// All layouts.
    pub const ALL: [Self; 3] = [Self::Pieces, Self::Threats, Self::Structure];

    /// Its name in the header of a network.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pieces => "board-1",
            Self::Threats => "threats-1",
            Self::Structure => "structure-1",
        }
    }

    /// The one for networks of games with drops, or without.
    #[must_use]
    pub const fn of_game(drops: bool) -> Self {
        match drops {
            true => Self::Threats,
            false => Self::Structure,
        }
    }

    /// The layout of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|layout| layout.name() == name)
    }

    /// Number of inputs.
    #[must_use]
    pub const fn inputs(self) -> usize {
        match self {
            Self::Pieces => FIRST_PROMOTED,
            Self::Threats => FIRST_PASSED,
            Self::Structure => ALL_INPUTS,
        }
    }

    /// Number of the words whose bits it has.
    #[must_use]
    pub const fn words(self) -> usize {
        match self {
            Self::Pieces => PROMOTED,
            Self::Threats => THREAT_WORDS,
            Self::Structure => WORDS,
        }
    }
}

/// The numbering of the inputs.
#[derive(Clone, Copy, Debug)]
pub struct BoardInputs;

impl<const COUNT: usize> InputLayout<COUNT> for BoardInputs {
    const NARROW: usize = ROUND;

    #[inline(always)]
    fn number(word: usize, bit: u32, view: SideView) -> usize {
        Self::number(word, bit, view)
    }
}

impl BoardInputs {
    /// The number of a bit for a view.
    #[must_use]
    #[inline(always)]
    pub fn number(word: usize, bit: u32, view: SideView) -> usize {
        let view = 2 * usize::from(view.second) + usize::from(view.mirrored);
        usize::from(NUMBERS[view][word * 64 + bit as usize])
    }
}

/// The number of each bit for the views of White and of Black, each as it is and mirrored.
static NUMBERS: [[u16; WORDS * 64]; 4] = {
    let mut numbers = [[0; WORDS * 64]; 4];
    let mut view = 0;
    while view < 4 {
        let mut at = 0;
        while at < WORDS * 64 {
            numbers[view][at] = number(at / 64, at % 64, view / 2, view % 2 == 1) as u16;
            at += 1;
        }
        view += 1;
    }
    numbers
};

/// The number of a bit, of no meaning for bits that are never set.
const fn number(word: usize, bit: usize, second: usize, mirrored: bool) -> usize {
    let square = bit ^ (56 * second) ^ if mirrored { 7 } else { 0 };
    if word < PROMOTED {
        return (word + 6 * second) % 12 * 64 + square;
    }
    if word < HANDS {
        return FIRST_PROMOTED + ((word - PROMOTED) ^ second) * 64 + square;
    }
    if word < ROUND {
        return FIRST_HAND + (bit ^ (second * HAND_BITS));
    }
    if word < THREATS {
        let king = ((word - ROUND) / 12) ^ second;
        let kind = ((word - ROUND) + 6 * second) % 12;
        // The king itself is left out.
        let kind = kind - (king == 0 && kind >= 6) as usize;
        let (y, x) = (bit / 8 % SIDE, bit % 8 % SIDE);
        let y = if second == 1 { SIDE - 1 - y } else { y };
        let x = if mirrored { SIDE - 1 - x } else { x };
        let square = y * SIDE + x;
        let square = square - (square > SQUARES_ROUND / 2) as usize;
        return FIRST_ROUND + (king * KINDS_ROUND + kind) * SQUARES_ROUND + square;
    }
    if word < STRUCTURE {
        let side = (word - THREATS) ^ second;
        return match bit < KING_BITS {
            true => FIRST_KING_THREAT + side * KING_BITS + bit,
            false => FIRST_PIECE_THREAT + side * PIECE_BITS + (bit - KING_BITS) % PIECE_BITS,
        };
    }
    let side = ((word - STRUCTURE) / 2) ^ second;
    match (word - STRUCTURE) % 2 {
        0 => FIRST_PASSED + side * 64 + square,
        _ => FIRST_STRUCTURE + side * STRUCTURE_BITS + bit % STRUCTURE_BITS,
    }
}

/// The bits of pieces on a board, and with drops of promoted ones and hands.
#[must_use]
#[inline]
pub fn piece_bits(board: &Board, drops: bool) -> [u64; PIECE_WORDS] {
    let mut words = [0; PIECE_WORDS];
    for color in [Color::White, Color::Black] {
        for piece in Piece::ALL {
            words[color.index() * 6 + piece.index()] = board.colored_pieces(color, piece).0;
        }
        if drops {
            let promoted = board.promoted() & board.colors(color);
            words[PROMOTED + color.index()] = promoted.0;
            words[HANDS] |= hand(board, color) << (color.index() * HAND_BITS);
        }
    }
    words
}

/// All bits of a board.
#[must_use]
#[inline]
pub fn bits(board: &Board, drops: bool) -> [u64; WORDS] {
    with_relations(&piece_bits(board, drops), &relations(board))
}

/// All bits of a board but those of structure.
#[must_use]
#[inline]
pub fn threat_bits(board: &Board, drops: bool) -> [u64; THREAT_WORDS] {
    let threats = threats(board, &Reach::of_both(board));
    with_relations(&piece_bits(board, drops), &threats)
}

/// The bits of threats and structure.
#[must_use]
#[inline]
pub fn relations(board: &Board) -> [u64; RELATION_WORDS] {
    let reach = Reach::of_both(board);
    let (threats, structure) = (threats(board, &reach), structure(board, &reach));
    let mut words = [0; RELATION_WORDS];
    words[..2].copy_from_slice(&threats);
    words[2..].copy_from_slice(structure.as_flattened());
    words
}

/// All bits of a board by those of its pieces and by its relations.
#[must_use]
#[inline]
pub fn with_relations<const WORDS: usize>(
    pieces: &[u64; PIECE_WORDS],
    relations: &[u64],
) -> [u64; WORDS] {
    let mut words = [0; WORDS];
    words[..PIECE_WORDS].copy_from_slice(pieces);
    for side in 0..2 {
        let king = pieces[side * 6 + Piece::King.index()].trailing_zeros() as usize % 64;
        // The king comes to the middle of the lowest five ranks and files.
        let turn = (king + 64 - REACH * 9) as u32 % 64;
        for kind in 0..12 {
            words[ROUND + side * 12 + kind] = (pieces[kind] & AREAS[king]).rotate_right(turn);
        }
    }
    words[THREATS..].copy_from_slice(relations);
    words
}

/// The squares round each square.
static AREAS: [u64; 64] = {
    let mut areas = [0; 64];
    let mut from = 0_usize;
    while from < 64 {
        let mut to = 0_usize;
        while to < 64 {
            let near = (to / 8).abs_diff(from / 8) <= REACH && (to % 8).abs_diff(from % 8) <= REACH;
            if near && to != from {
                areas[from] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    areas
};

/// For each kind as many ones as there are in hand.
#[inline]
fn hand(board: &Board, color: Color) -> u64 {
    if !board.has_pocket(color) {
        return 0;
    }
    let (mut bits, mut shift) = (0, 0);
    for (piece, steps) in Piece::DROPPABLE.into_iter().zip(HAND_STEPS) {
        let count = usize::from(board.pocket(color, piece)).min(steps);
        bits |= ((1 << count) - 1) << shift;
        shift += steps;
    }
    bits
}

/// The views of both sides.
#[must_use]
#[inline]
pub fn views(board: &Board) -> [SideView; 2] {
    [Color::White, Color::Black].map(|color| SideView {
        second: color == Color::Black,
        mirrored: board.king(color).file() >= File::E,
    })
}

/// The bucket of a board: by the number of pieces in hand, without drops by those on the board.
#[must_use]
#[inline]
pub fn bucket(board: &Board, drops: bool) -> usize {
    if !drops {
        let pieces = board.occupied().len() as usize;
        return (pieces.saturating_sub(2) / 4).min(BUCKETS - 1);
    }
    let held: u32 = [Color::White, Color::Black]
        .into_iter()
        .filter(|color| board.has_pocket(*color))
        .flat_map(|color| Piece::DROPPABLE.map(|p| u32::from(board.pocket(color, p))))
        .sum();
    match held {
        0..=2 => held as usize,
        3..=4 => 3,
        5..=6 => 4,
        7..=9 => 5,
        10..=13 => 6,
        _ => 7,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::tests::{POSITIONS, board, mirrored};

    /// The inputs of a board for either side.
    fn numbers(board: &Board) -> [Vec<usize>; 2] {
        let (bits, views) = (bits(board, true), views(board));
        views.map(|view| {
            let mut numbers = Vec::new();
            for (word, bits) in bits.iter().enumerate() {
                for bit in (0..64).filter(|bit| bits >> bit & 1 == 1) {
                    numbers.push(BoardInputs::number(word, bit, view));
                }
            }
            numbers.sort_unstable();
            numbers
        })
    }

    #[test]
    fn each_bit_has_a_number_of_its_own_and_both_sides_have_the_same() {
        for fen in POSITIONS {
            let [white, black] = numbers(&board(fen));
            for numbers in [&white, &black] {
                assert!(numbers.is_sorted_by(|a, b| a < b), "{fen}: {numbers:?}");
                assert!(numbers.last() < Some(&Layout::Structure.inputs()));
            }
            assert_eq!(numbers(&board(&mirrored(fen))), [black, white], "{fen}");
        }
    }

    #[test]
    fn pieces_round_a_king_are_told_by_their_place_from_it() {
        // A knight two files to the left and one rank ahead of the king.
        let near = |fen: &str| {
            let [white, _] = numbers(&board(fen));
            let round = FIRST_ROUND..FIRST_ROUND + KINDS_ROUND * SQUARES_ROUND;
            white
                .into_iter()
                .filter(|n| round.contains(n))
                .collect::<Vec<_>>()
        };
        let here = near("4k3/8/8/8/8/1N6/3K4/8[] w - - 0 1");
        let expected = FIRST_ROUND + SQUARES_ROUND + 3 * SIDE - 1;
        assert_eq!(here, [expected]);
        assert_eq!(near("4k3/8/8/N7/2K5/8/8/8[] w - - 0 1"), here);
        // The same for a king on the other half, whose board is mirrored.
        assert_eq!(near("k7/8/8/8/8/6N1/4K3/8[] w - - 0 1"), here);
        assert_eq!(near("k7/8/8/8/8/5N2/3K4/8[] w - - 0 1").len(), 1);
        assert_eq!(near("k7/8/8/8/8/6N1/3K4/8[] w - - 0 1").len(), 0);
    }
}
