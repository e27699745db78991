//! Basic types of chess: colours, pieces, files, ranks and squares.

use std::fmt;
use std::ops::Not;
use std::str::FromStr;

use crate::error::{Error, Result, quoted};

/// White or Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first.
    White,
    /// The other side.
    Black,
}

impl Color {
    /// Both colours, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// Returns 0 for White, 1 for Black.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the letter of the side-to-move field of a FEN.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }

    /// Returns `white` or `black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }

    /// Returns the rank on which the side's pieces start.
    #[inline]
    #[must_use]
    pub const fn back_rank(self) -> Rank {
        match self {
            Self::White => Rank::First,
            Self::Black => Rank::Eighth,
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// A kind of chess piece, pawns included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Piece {
    /// A pawn.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
    /// A queen.
    Queen,
    /// A king.
    King,
}

impl Piece {
    /// All six kinds, in the order of their declaration.
    pub const ALL: [Self; 6] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::King,
    ];

    /// The pieces that a pocket can hold.
    pub const DROPPABLE: [Self; 5] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
    ];

    /// The pieces that a pawn can promote to.
    pub const PROMOTIONS: [Self; 4] = [Self::Knight, Self::Bishop, Self::Rook, Self::Queen];

    /// Returns the place in [`Self::ALL`].
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the upper-case letter of English notation.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }

    /// Returns the letter of a FEN: upper case for White, lower case for Black.
    #[must_use]
    pub const fn fen_letter(self, color: Color) -> char {
        match color {
            Color::White => self.letter(),
            Color::Black => self.letter().to_ascii_lowercase(),
        }
    }

    /// Returns the piece of a letter in either case.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_uppercase() {
            'P' => Self::Pawn,
            'N' => Self::Knight,
            'B' => Self::Bishop,
            'R' => Self::Rook,
            'Q' => Self::Queen,
            'K' => Self::King,
            _ => return None,
        })
    }

    /// Returns the English word in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        }
    }
}

macro_rules! line {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $letter:literal),+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum $name {
            $(#[doc = concat!("`", $letter, "`")] $variant,)+
        }

        impl $name {
            /// All eight, in order.
            pub const ALL: [Self; 8] = [$(Self::$variant),+];

            /// Returns the letter or digit of notation, in lower case.
            #[must_use]
            pub const fn letter(self) -> char {
                match self {
                    $(Self::$variant => $letter,)+
                }
            }

            /// Returns the one of a letter or digit in lower case.
            #[must_use]
            pub const fn from_letter(letter: char) -> Option<Self> {
                Some(match letter {
                    $($letter => Self::$variant,)+
                    _ => return None,
                })
            }

            /// Returns the place in [`Self::ALL`].
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// Returns the one at a place, counted modulo eight.
            #[inline]
            #[must_use]
            pub const fn wrap(index: u8) -> Self {
                Self::ALL[(index & 7) as usize]
            }
        }
    };
}

line! {
    /// A column of the board.
    File { A = 'a', B = 'b', C = 'c', D = 'd', E = 'e', F = 'f', G = 'g', H = 'h' }
}

line! {
    /// A row of the board.
    Rank {
        First = '1', Second = '2', Third = '3', Fourth = '4',
        Fifth = '5', Sixth = '6', Seventh = '7', Eighth = '8'
    }
}

/// A square; a1 is 0, b1 is 1, h8 is 63.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Returns the square of a file and a rank.
    #[inline]
    #[must_use]
    pub const fn at(file: File, rank: Rank) -> Self {
        Self(rank as u8 * 8 + file as u8)
    }

    /// Returns the square of an index below 64.
    #[inline]
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// Returns the square of an index, counted modulo 64.
    #[inline]
    #[must_use]
    pub const fn wrap(index: u8) -> Self {
        Self(index & 63)
    }

    /// Returns the index: below 64, which the mask shows to the compiler, so that tables
    /// need no bounds check.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Returns the set of this square alone, as a word.
    #[inline(always)]
    #[must_use]
    pub const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// Returns the column.
    #[inline]
    #[must_use]
    pub const fn file(self) -> File {
        File::wrap(self.0)
    }

    /// Returns the row.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::wrap(self.0 >> 3)
    }

    /// Returns the square at the same place seen from the other side of the board.
    #[inline]
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self(self.0 ^ 56)
    }

    /// Returns the square `by` further on in index order, counted modulo 64.
    #[inline(always)]
    #[must_use]
    pub(super) const fn offset(self, by: i8) -> Self {
        Self::wrap(self.0.wrapping_add_signed(by))
    }

    /// Appends the two letters of a square.
    pub(super) fn push_to(self, out: &mut String) {
        out.push(self.file().letter());
        out.push(self.rank().letter());
    }

    /// Reads two bytes of notation.
    #[inline]
    #[must_use]
    pub(super) const fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let [file, rank] = *bytes else { return None };
        let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
        if (file | rank) < 8 {
            Some(Self(rank << 3 | file))
        } else {
            None
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Squares are in every event and move that is told, so this allocates nothing.
        let text = [b'a' + (self.0 & 7), b'1' + (self.0 >> 3)];
        f.pad(std::str::from_utf8(&text).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Self::from_bytes(text.as_bytes()).ok_or_else(|| {
            Error::invalid_notation(format!("square: {} is none of a1 to h8", quoted(text)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_names_and_indices() {
        for index in 0..64 {
            let square = Square::new(index).unwrap();
            assert_eq!(square.index(), usize::from(index));
            assert_eq!(square.to_string().parse::<Square>().unwrap(), square);
            assert_eq!(Square::at(square.file(), square.rank()), square);
            assert_eq!(square.flipped().file(), square.file());
        }
        assert_eq!(Square::new(64), None);
        assert_eq!(Square::at(File::E, Rank::Fourth).to_string(), "e4");
        for wrong in ["", "e", "e9", "i1", "e44", "E4", "é4"] {
            assert!(wrong.parse::<Square>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn letters_round_trip() {
        for piece in Piece::ALL {
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
            assert_eq!(
                Piece::from_letter(piece.fen_letter(Color::Black)),
                Some(piece)
            );
            assert_eq!(Piece::ALL[piece.index()], piece);
        }
        assert_eq!(Piece::from_letter('x'), None);
    }
}
