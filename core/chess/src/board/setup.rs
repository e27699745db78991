//! Conversion of pieces on squares to a consistent [`Board`].

use super::super::bitboard::Bitboard;
use super::super::fen::FenOptions;
use super::super::side::{Side, for_side};
use super::super::types::{Color, Piece, Square};
use super::Board;
use crate::error::{Error, Result};

/// An unchecked position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The pieces, by index of the square.
    pub men: [Option<(Color, Piece)>; 64],
    /// The promoted pieces.
    pub promoted: Bitboard,
    /// The pocket counts, by colour and piece, pawn to queen.
    pub pockets: [[u8; 5]; 2],
    /// The side to move.
    pub turn: Color,
    /// The squares of the rooks that may still castle.
    pub castling: Bitboard,
    /// The square that a pawn has just passed. Left out of the board if no pawn can legally
    /// capture there.
    pub en_passant: Option<Square>,
    /// Plies since the last capture, pawn move or pawn drop.
    pub halfmove: u16,
    /// The number of the move.
    pub fullmove: u32,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            men: [None; 64],
            promoted: Bitboard::EMPTY,
            pockets: [[0; 5]; 2],
            turn: Color::White,
            castling: Bitboard::EMPTY,
            en_passant: None,
            halfmove: 0,
            fullmove: 1,
        }
    }
}

fn wrong(field: &str, what: impl AsRef<str>) -> Error {
    Error::invalid_notation(format!("{field}: {}", what.as_ref()))
}

impl Setup {
    /// Creates the setup of a board.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let mut setup = Self {
            promoted: board.promoted(),
            turn: board.turn(),
            castling: board.castling(),
            en_passant: board.en_passant(),
            halfmove: board.halfmove(),
            fullmove: board.fullmove(),
            ..Self::default()
        };
        for square in board.occupied() {
            setup.men[square.index()] = board.colored_piece_at(square);
        }
        for color in Color::ALL {
            for piece in Piece::DROPPABLE {
                setup.pockets[color.index()][piece.index()] = board.pocket(color, piece);
            }
        }
        setup
    }

    /// Returns the board, if the position can be played.
    ///
    /// The number of pieces and of checkers is not limited, because drop chess knows no
    /// such limits.
    ///
    /// # Errors
    ///
    /// `invalid_notation`, naming the wrong field of a FEN.
    pub fn board(&self, options: &FenOptions) -> Result<Board> {
        let mut board = Board::EMPTY;
        for square in Bitboard::FULL {
            if let Some((color, piece)) = self.men[square.index()] {
                board.0.put(color, piece, square);
            }
        }
        self.check_men(&board, options)?;
        for color in Color::ALL {
            for piece in Piece::DROPPABLE {
                let count = self.pockets[color.index()][piece.index()];
                if count > 0 && !options.allow_pocket {
                    return Err(wrong("pocket", "this game has none"));
                }
                board = board.with_pocket(color, piece, count)?;
            }
        }
        for square in self.promoted {
            let marked = board.piece_at(square);
            if matches!(marked, None | Some(Piece::Pawn | Piece::King)) {
                let what = format!("{square} is marked as promoted but is no knight to queen");
                return Err(wrong("placement", what));
            }
            if options.rules.mark_promoted {
                board.0.mark_promoted(square);
            }
        }
        self.grant_castling(&mut board)?;
        board.0.record.set_turn(self.turn);
        let exposed = options.exposed_king || options.rules.exposed_kings;
        if !exposed && board.is_attacked(board.king(!self.turn), self.turn) {
            let what = format!("{} is in check but not to move", (!self.turn).name());
            return Err(wrong("side to move", what));
        }
        if let Some(square) = self.en_passant {
            for_side!(self.turn, S => offer::<S>(&mut board, square));
        }
        Ok(board.with_counters(self.halfmove, self.fullmove.max(1)))
    }

    fn check_men(&self, board: &Board, options: &FenOptions) -> Result<()> {
        for color in Color::ALL {
            let kings = board.colored_pieces(color, Piece::King).len();
            // That of the side to move may just have been captured.
            let captured = options.rules.exposed_kings && color == self.turn && kings == 0;
            if kings != 1 && !captured {
                let what = format!("{} has {kings} kings, not one", color.name());
                return Err(wrong("placement", what));
            }
            let pawns = board.colored_pieces(color, Piece::Pawn);
            if let Some(square) = (pawns - options.rules.pawn_squares(color)).first() {
                let what = format!("a {} pawn cannot stand on {square}", color.name());
                return Err(wrong("placement", what));
            }
        }
        Ok(())
    }

    fn grant_castling(&self, board: &mut Board) -> Result<()> {
        for square in self.castling {
            let owner = Color::ALL
                .into_iter()
                .find(|color| color.back_rank() == square.rank());
            let Some(color) = owner else {
                return Err(wrong("castling", format!("{square} is on no back rank")));
            };
            if board.lost_its_king(color) || board.king(color).rank() != square.rank() {
                let what = format!("the {} king is not on its back rank", color.name());
                return Err(wrong("castling", what));
            }
            if board.colored_piece_at(square) != Some((color, Piece::Rook)) {
                let what = format!("there is no {} rook on {square}", color.name());
                return Err(wrong("castling", what));
            }
            let king_side = |rook: Square| rook > board.king(color);
            let rivals = self.castling & Bitboard::rank(square.rank());
            if rivals
                .into_iter()
                .any(|r| r != square && king_side(r) == king_side(square))
            {
                let what = format!("two {} rooks on one side of the king", color.name());
                return Err(wrong("castling", what));
            }
            board.0.grant_castling(square);
        }
        Ok(())
    }
}

/// Sets the en passant square if a pawn of `S` can legally capture there.
fn offer<S: Side>(board: &mut Board, square: Square) {
    let view = board.view::<S>();
    let origin = square.offset(S::AHEAD);
    let victim = square.offset(-S::AHEAD);
    // Seen from the side to move, the enemy's third rank is its own sixth.
    let passed = Bitboard(S::Other::THIRD_RANK).has(square)
        && view.kings().meets(view.us)
        && !view.occupied.has(square)
        && !view.occupied.has(origin)
        && (view.pawns() & view.them).has(victim);
    if passed {
        board.0.offer_en_passant::<S>(square);
    }
}
