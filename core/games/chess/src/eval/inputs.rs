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
//!
//! Chess without drops has the first 768 alone.

use chess::{Board, Color, File, Piece};
use search::network::{InputLayout, SideView};

/// Number of words of bits of a position: twelve of pieces, two of promoted ones, one of hands.
pub const WORDS: usize = 15;
const PROMOTED: usize = 12;
const HANDS: usize = 14;
/// Bits of one side's hand.
const HAND_BITS: usize = 32;

/// The greatest number in hand that is told from less, pawn to queen.
const HAND_STEPS: [usize; 5] = [14, 5, 5, 5, 3];

/// Number of sets of output weights.
pub const BUCKETS: usize = 8;

/// The name and the number of inputs of networks for games with or without drops.
#[must_use]
pub const fn layout(drops: bool) -> (&'static str, usize) {
    if drops {
        ("drops-1", 960)
    } else {
        ("board-1", 768)
    }
}

/// The numbering of the inputs.
#[derive(Clone, Copy, Debug)]
pub struct BoardInputs;

impl InputLayout<WORDS> for BoardInputs {
    #[inline]
    fn number(word: usize, bit: u32, view: SideView) -> usize {
        let second = usize::from(view.second);
        let bit = bit as usize;
        let square = bit ^ (56 * second) ^ (7 * usize::from(view.mirrored));
        if word < PROMOTED {
            // Words 0 to 5 are White's.
            let own = word + 6 * second;
            (own - if own < PROMOTED { 0 } else { PROMOTED }) * 64 + square
        } else if word < HANDS {
            768 + ((word - PROMOTED) ^ second) * 64 + square
        } else {
            896 + (bit ^ (second * HAND_BITS))
        }
    }
}

/// The bits of a board; without drops those of pieces alone.
#[must_use]
#[inline]
pub fn bits(board: &Board, drops: bool) -> [u64; WORDS] {
    let mut words = [0; WORDS];
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
