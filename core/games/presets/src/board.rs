//! Contents of the squares, with the bitboards that make look-ups fast. Only this type changes a
//! square, and it keeps the key in step.

use chess::{Bitboard, Color, Piece, Square, attacks};

/// A type of piece, as its place in the table of types of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceTypeId(pub(super) u8);

impl PieceTypeId {
    /// The pawn.
    pub const PAWN: Self = Self::of_chess(Piece::Pawn);
    /// The knight.
    pub const KNIGHT: Self = Self::of_chess(Piece::Knight);
    /// The bishop.
    pub const BISHOP: Self = Self::of_chess(Piece::Bishop);
    /// The rook.
    pub const ROOK: Self = Self::of_chess(Piece::Rook);
    /// The queen.
    pub const QUEEN: Self = Self::of_chess(Piece::Queen);
    /// The king.
    pub const KING: Self = Self::of_chess(Piece::King);

    /// Number of types that are part of chess itself, which come first.
    pub(super) const OWN: usize = Piece::ALL.len();

    /// Returns the type of a piece of chess.
    pub(super) const fn of_chess(piece: Piece) -> Self {
        Self(piece.index() as u8)
    }

    /// Returns the piece of chess of the type; `None` for a type of a preset's.
    pub(super) fn in_chess(self) -> Option<Piece> {
        Piece::ALL.get(self.index()).copied()
    }

    /// The place in the table of types.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A piece: its side and its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ColoredPiece {
    /// The side.
    pub color: Color,
    /// The type.
    pub kind: PieceTypeId,
}

impl ColoredPiece {
    /// A piece of a side.
    #[must_use]
    pub const fn new(color: Color, kind: PieceTypeId) -> Self {
        Self { color, kind }
    }

    const fn cell(self) -> u8 {
        1 + self.kind.0 * 2 + self.color as u8
    }

    const fn from_cell(cell: u8) -> Option<Self> {
        match cell.checked_sub(1) {
            None => None,
            Some(rest) => Some(Self {
                color: if rest & 1 == 0 {
                    Color::White
                } else {
                    Color::Black
                },
                kind: PieceTypeId(rest >> 1),
            }),
        }
    }
}

/// The squares and who stands on them.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceBoard {
    cells: [u8; 64],
    colors: [u64; 2],
    kinds: [u64; PieceTypeId::OWN],
    key: u64,
}

impl PartialEq for PieceBoard {
    fn eq(&self, other: &Self) -> bool {
        self.cells == other.cells
    }
}

impl Eq for PieceBoard {}

/// Mixes a number so that each bit of it moves half of all bits (the finisher of
/// splitmix64, by Steele, Lea and Flood).
pub(super) const fn mix(number: u64) -> u64 {
    let z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl PieceBoard {
    pub(super) const EMPTY: Self = Self {
        cells: [0; 64],
        colors: [0; 2],
        kinds: [0; PieceTypeId::OWN],
        key: 0,
    };

    pub(super) const fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    pub(super) const fn piece_at(&self, square: Square) -> Option<ColoredPiece> {
        ColoredPiece::from_cell(self.cells[square.index()])
    }

    #[inline]
    pub(super) const fn of(&self, color: Color) -> Bitboard {
        Bitboard(self.colors[color.index()])
    }

    #[inline]
    pub(super) const fn occupied(&self) -> Bitboard {
        Bitboard(self.colors[0] | self.colors[1])
    }

    /// The pieces of a type of chess itself, of both sides.
    #[inline]
    const fn pieces_of(&self, kind: PieceTypeId) -> u64 {
        self.kinds[kind.index()]
    }

    /// The pieces of a side and a type.
    pub(super) fn pieces(&self, color: Color, kind: PieceTypeId) -> Bitboard {
        if kind.index() < PieceTypeId::OWN {
            return Bitboard(self.pieces_of(kind) & self.colors[color.index()]);
        }
        let cell = ColoredPiece::new(color, kind).cell();
        self.strange(color)
            .into_iter()
            .filter(|s| self.cells[s.index()] == cell)
            .collect()
    }

    /// The pieces of a side that are no chessmen.
    #[inline]
    pub(super) fn strange(&self, color: Color) -> Bitboard {
        let own = self.kinds.iter().fold(0, |a, b| a | b);
        Bitboard(self.colors[color.index()] & !own)
    }

    pub(super) fn put(&mut self, square: Square, man: ColoredPiece) {
        debug_assert!(self.piece_at(square).is_none());
        let cell = man.cell();
        self.cells[square.index()] = cell;
        self.colors[man.color.index()] |= square.bit();
        if let Some(set) = self.kinds.get_mut(man.kind.index()) {
            *set |= square.bit();
        }
        self.key ^= mix(u64::from(cell) << 6 | square.index() as u64);
    }

    pub(super) fn take(&mut self, square: Square) -> Option<ColoredPiece> {
        let cell = self.cells[square.index()];
        let man = ColoredPiece::from_cell(cell)?;
        self.cells[square.index()] = 0;
        self.colors[man.color.index()] &= !square.bit();
        if let Some(set) = self.kinds.get_mut(man.kind.index()) {
            *set &= !square.bit();
        }
        self.key ^= mix(u64::from(cell) << 6 | square.index() as u64);
        Some(man)
    }

    /// Returns true if a chess piece of a side attacks the square, with only the squares of
    /// `occupied` occupied.
    #[inline]
    pub(super) fn chessman_attacks(&self, by: Color, square: Square, occupied: Bitboard) -> bool {
        let theirs = self.colors[by.index()] & occupied.0;
        let queens = self.pieces_of(PieceTypeId::QUEEN);
        if attacks::knight(square).0 & self.pieces_of(PieceTypeId::KNIGHT) & theirs != 0
            || attacks::pawn(!by, square).0 & self.pieces_of(PieceTypeId::PAWN) & theirs != 0
            || attacks::king(square).0 & self.pieces_of(PieceTypeId::KING) & theirs != 0
        {
            return true;
        }
        let straight = (self.pieces_of(PieceTypeId::ROOK) | queens) & theirs;
        if attacks::rook_rays(square).0 & straight != 0
            && attacks::rook(square, occupied).0 & straight != 0
        {
            return true;
        }
        let slanted = (self.pieces_of(PieceTypeId::BISHOP) | queens) & theirs;
        attacks::bishop_rays(square).0 & slanted != 0
            && attacks::bishop(square, occupied).0 & slanted != 0
    }
}
