//! Parts of events: reasons of refusals, announced kinds of pieces, directions of checks, squares
//! in sight.

use crate::rules::Detail;
use chess::{Bitboard, File, Piece, Rank, Square};

/// Why an attempt was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// It is no legal move.
    Illegal,
    /// The mover could have known.
    Nonsense,
    /// It was refused in this turn before.
    AlreadyTried,
    /// The piece is pinned, or the king would still be in check.
    WontHelp,
    /// There is no piece of one's own.
    NoSuchPiece,
    /// The piece has no legal move.
    NoLegalMoves,
}

impl Refusal {
    pub(super) const ALL: [Self; 6] = [
        Self::Illegal,
        Self::Nonsense,
        Self::AlreadyTried,
        Self::WontHelp,
        Self::NoSuchPiece,
        Self::NoLegalMoves,
    ];

    /// The stable word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Illegal => "illegal_move",
            Self::Nonsense => "nonsense",
            Self::AlreadyTried => "already_tried",
            Self::WontHelp => "wont_help",
            Self::NoSuchPiece => "no_such_piece",
            Self::NoLegalMoves => "no_legal_moves",
        }
    }
}

/// Announcement about a piece that captured or was captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PieceInfo {
    /// Nothing.
    Hidden,
    /// That it is a pawn.
    Pawn,
    /// That it is not a pawn.
    Officer,
    /// Its kind, for other pieces than pawns.
    Exactly(Piece),
}

impl PieceInfo {
    /// Returns the announcement about a piece at a level of detail.
    #[must_use]
    pub const fn of(piece: Piece, detail: Detail) -> Self {
        match (detail, piece) {
            (Detail::Hidden, _) => Self::Hidden,
            (_, Piece::Pawn) => Self::Pawn,
            (Detail::PawnOrPiece, _) => Self::Officer,
            (Detail::Exact, piece) => Self::Exactly(piece),
        }
    }

    /// The stable word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Hidden => "hidden",
            Self::Pawn => "pawn",
            Self::Officer => "piece",
            Self::Exactly(piece) => piece.name(),
        }
    }

    /// The piece, where it is known.
    #[must_use]
    pub const fn piece(self) -> Option<Piece> {
        match self {
            Self::Pawn => Some(Piece::Pawn),
            Self::Exactly(piece) => Some(piece),
            Self::Hidden | Self::Officer => None,
        }
    }

    pub(super) fn read(word: &str) -> Option<Self> {
        [Self::Hidden, Self::Pawn, Self::Officer]
            .into_iter()
            .chain(Piece::ALL.into_iter().map(Self::Exactly))
            .find(|told| told.word() == word)
    }
}

/// From where a king is in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Along its file.
    File,
    /// Along its rank.
    Rank,
    /// Along the longer of its diagonals.
    LongDiagonal,
    /// Along the shorter one.
    ShortDiagonal,
    /// By a knight.
    Knight,
}

impl Direction {
    /// All, in the order in which they are told.
    pub const ALL: [Self; 5] = [
        Self::File,
        Self::Rank,
        Self::LongDiagonal,
        Self::ShortDiagonal,
        Self::Knight,
    ];

    /// The stable word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Rank => "rank",
            Self::LongDiagonal => "long_diagonal",
            Self::ShortDiagonal => "short_diagonal",
            Self::Knight => "knight",
        }
    }

    /// The direction from a king to a piece that gives check. Diagonals are as the
    /// king sees them: in the corners of a1 and h8 the one through a1 and h8 is long.
    #[must_use]
    pub fn between(king: Square, checker: Square) -> Self {
        let (file, rank) = (king.file().index(), king.rank().index());
        let across = checker.file().index().abs_diff(file);
        let along = checker.rank().index().abs_diff(rank);
        if across == 0 {
            return Self::File;
        }
        if along == 0 {
            return Self::Rank;
        }
        if across != along {
            return Self::Knight;
        }
        let rising = (checker.file() > king.file()) == (checker.rank() > king.rank());
        if rising == ((file < 4) == (rank < 4)) {
            Self::LongDiagonal
        } else {
            Self::ShortDiagonal
        }
    }
}

/// A set of directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Directions(u8);

impl Directions {
    /// With one more.
    #[must_use]
    pub const fn with(self, direction: Direction) -> Self {
        Self(self.0 | 1 << direction as u8)
    }

    /// Returns true if the set has no direction.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// In canonical order.
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL
            .into_iter()
            .filter(move |d| self.0 >> *d as u8 & 1 == 1)
    }

    pub(super) fn words(self) -> Vec<&'static str> {
        self.iter().map(Direction::word).collect()
    }
}

/// Announcement about the captures that pawns could make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TriesTold {
    /// Number of the captures.
    Count(u8),
    /// True if there are any.
    Any(bool),
    /// From which squares.
    From(Bitboard),
}

/// Sight of a side on some squares: the other side's pieces, and the absence of any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sight {
    /// The squares in sight.
    pub seen: Bitboard,
    /// The other side's pieces on them, by kind.
    pub theirs: [Bitboard; 6],
    /// Square to which a pawn could capture en passant.
    pub passed: Option<Square>,
}

impl Sight {
    /// All of the other side's pieces in sight.
    #[must_use]
    pub fn their_pieces(&self) -> Bitboard {
        self.theirs
            .iter()
            .fold(Bitboard::EMPTY, |all, some| all | *some)
    }

    /// The other side's piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Piece::ALL
            .into_iter()
            .find(|piece| self.theirs[piece.index()].has(square))
    }

    /// Eight ranks from the eighth down: digits for squares out of sight, dots for
    /// those without a piece of the other side, letters for its pieces; then the square
    /// of a capture in passing.
    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        for rank in Rank::ALL.into_iter().rev() {
            let mut unseen = 0_u8;
            for file in File::ALL {
                let square = Square::at(file, rank);
                if !self.seen.has(square) {
                    unseen += 1;
                    continue;
                }
                if unseen > 0 {
                    out.push(char::from(b'0' + unseen));
                    unseen = 0;
                }
                out.push(self.piece_at(square).map_or('.', Piece::letter));
            }
            if unseen > 0 {
                out.push(char::from(b'0' + unseen));
            }
            if rank != Rank::First {
                out.push('/');
            }
        }
        if let Some(square) = self.passed {
            out.push('/');
            out.push_str(&square.to_string());
        }
        out
    }

    pub(super) fn read(text: &str) -> Option<Self> {
        let mut sight = Self::default();
        let mut parts = text.split('/');
        for rank in Rank::ALL.into_iter().rev() {
            let mut file = 0_u8;
            for letter in parts.next()?.chars() {
                if let Some(run) = letter.to_digit(9) {
                    file += run as u8;
                    continue;
                }
                let square = Square::at(File::wrap(file), rank);
                if file > 7 {
                    return None;
                }
                sight.seen |= square.into();
                if letter != '.' {
                    sight.theirs[Piece::from_letter(letter)?.index()] |= square.into();
                }
                file += 1;
            }
            if file != 8 {
                return None;
            }
        }
        sight.passed = match parts.next() {
            Some(square) => Some(square.parse().ok()?),
            None => None,
        };
        parts.next().is_none().then_some(sight)
    }
}
