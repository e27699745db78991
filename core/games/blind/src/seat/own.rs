//! The pieces of one side alone.

use crate::attempt::Attempt;
use chess::{Bitboard, Color, File, Piece, Rank, Square};

/// The pieces, castling rights and reserve of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OwnPieces {
    /// Whose they are.
    pub color: Color,
    /// The pieces, by kind.
    pub men: [Bitboard; 6],
    /// The rooks that may still castle.
    pub castling: Bitboard,
    /// The pieces that came from promotions.
    pub promoted: Bitboard,
    /// Numbers of pieces that can be dropped, pawn to queen.
    pub reserve: [u8; 5],
}

/// The square one step ahead of another, as a colour sees it.
pub(super) fn ahead(color: Color, square: Square) -> Option<Square> {
    let index = square.index() as u8;
    match color {
        Color::White => Square::new(index + 8),
        Color::Black => index.checked_sub(8).and_then(Square::new),
    }
}

impl OwnPieces {
    /// All pieces.
    #[must_use]
    pub fn all(&self) -> Bitboard {
        self.men
            .iter()
            .fold(Bitboard::EMPTY, |all, some| all | *some)
    }

    /// The pieces of a kind.
    #[must_use]
    pub const fn of(&self, piece: Piece) -> Bitboard {
        self.men[piece.index()]
    }

    /// The piece on a square. All kinds are looked through, whichever it is: that
    /// takes the same time for all of them.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Piece::ALL.into_iter().fold(None, |found, piece| {
            let here = self.men[piece.index()].has(square);
            if here { Some(piece) } else { found }
        })
    }

    /// Returns the square of the king.
    #[must_use]
    pub fn king(&self) -> Option<Square> {
        self.of(Piece::King).first()
    }

    /// The material in pawns: 1, 3, 3, 5 and 9, the reserve included.
    #[must_use]
    pub fn material(&self) -> u32 {
        const WORTH: [u32; 5] = [1, 3, 3, 5, 9];
        Piece::DROPPABLE
            .into_iter()
            .map(|piece| {
                let held = u32::from(self.reserve[piece.index()]);
                WORTH[piece.index()] * (self.of(piece).len() + held)
            })
            .sum()
    }

    /// Takes a piece off.
    pub(super) fn remove(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square)?;
        self.men[piece.index()] -= square.into();
        self.castling -= square.into();
        Some(piece)
    }

    /// The other side has taken a piece: what it gets into its reserve.
    pub(super) fn lose(&mut self, square: Square) -> Option<Piece> {
        let piece = self.remove(square)?;
        let promoted = self.promoted.has(square);
        self.promoted -= square.into();
        Some(if promoted { Piece::Pawn } else { piece })
    }

    /// Makes a move that was accepted.
    pub(super) fn make(&mut self, attempt: Attempt) {
        match attempt {
            Attempt::Move {
                from,
                to,
                promotion,
            } => self.carry(from, to, promotion),
            Attempt::Drop { piece, to } => {
                if let Some(held) = self.reserve.get_mut(piece.index()) {
                    *held = held.saturating_sub(1);
                }
                self.men[piece.index()] |= to.into();
            }
            _ => {}
        }
    }

    fn carry(&mut self, from: Square, to: Square, promotion: Option<Piece>) {
        let castling = self.castled(from, to);
        let Some(piece) = self.remove(from) else {
            return;
        };
        if piece == Piece::King {
            self.castling = Bitboard::EMPTY;
        }
        let marked = self.promoted.has(from);
        self.promoted -= from.into();
        let arrived = promotion.unwrap_or(piece);
        if marked || promotion.is_some() {
            self.promoted |= to.into();
        }
        self.men[arrived.index()] |= to.into();
        if let Some((rook, end)) = castling {
            self.remove(rook);
            self.men[Piece::Rook.index()] |= end.into();
        }
    }

    /// Returns the squares from and to which the rook goes, if a move is castling.
    #[must_use]
    pub fn castled(&self, from: Square, to: Square) -> Option<(Square, Square)> {
        let rank = from.rank();
        let at_home = self.of(Piece::King) & Bitboard::file(File::E);
        if !at_home.has(from) || to.rank() != rank {
            return None;
        }
        let (rook, end) = match to.file() {
            File::G => (File::H, File::F),
            File::C => (File::A, File::D),
            _ => return None,
        };
        let rook = Square::at(rook, rank);
        self.castling
            .has(rook)
            .then_some((rook, Square::at(end, rank)))
    }

    /// The placement field of a FEN with this side's pieces alone.
    #[must_use]
    pub fn placement(&self) -> String {
        let mut out = String::with_capacity(40);
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0_u8;
            for file in File::ALL {
                let square = Square::at(file, rank);
                let Some(piece) = self.piece_at(square) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    out.push(char::from(b'0' + empty));
                    empty = 0;
                }
                out.push(piece.fen_letter(self.color));
                if self.promoted.has(square) {
                    out.push('~');
                }
            }
            if empty > 0 {
                out.push(char::from(b'0' + empty));
            }
            if rank != Rank::First {
                out.push('/');
            }
        }
        out
    }
}
