//! Faults of a position: all that is wrong with it, by the names of python-chess.

use super::attacks;
use super::bitboard::Bitboard;
use super::board::{Board, Setup};
use super::types::{Color, File, Piece, Rank, Square};

/// Something that no position of a game can have. A board can hold some of them: it limits
/// neither pieces nor checkers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fault {
    /// White has no king.
    NoWhiteKing,
    /// Black has no king.
    NoBlackKing,
    /// There are more than two kings.
    TooManyKings,
    /// White has more pawns than there can be.
    TooManyWhitePawns,
    /// Black has more pawns than there can be.
    TooManyBlackPawns,
    /// A pawn stands where none can.
    PawnsOnBackrank,
    /// White has more pieces than there can be.
    TooManyWhitePieces,
    /// Black has more pieces than there can be.
    TooManyBlackPieces,
    /// There is a right to castle without its king or rook.
    BadCastlingRights,
    /// No pawn can have passed the square of en passant.
    InvalidEpSquare,
    /// The side that is not to move is in check.
    OppositeCheck,
    /// There are no pieces.
    Empty,
    /// There are more checkers than one move can bring about.
    TooManyCheckers,
    /// No move can have brought about the check.
    ImpossibleCheck,
}

impl Fault {
    /// Returns the stable word: the name of python-chess in lower case.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::NoWhiteKing => "no_white_king",
            Self::NoBlackKing => "no_black_king",
            Self::TooManyKings => "too_many_kings",
            Self::TooManyWhitePawns => "too_many_white_pawns",
            Self::TooManyBlackPawns => "too_many_black_pawns",
            Self::PawnsOnBackrank => "pawns_on_backrank",
            Self::TooManyWhitePieces => "too_many_white_pieces",
            Self::TooManyBlackPieces => "too_many_black_pieces",
            Self::BadCastlingRights => "bad_castling_rights",
            Self::InvalidEpSquare => "invalid_ep_square",
            Self::OppositeCheck => "opposite_check",
            Self::Empty => "empty",
            Self::TooManyCheckers => "too_many_checkers",
            Self::ImpossibleCheck => "impossible_check",
        }
    }
}

/// Demands of a game on a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demands {
    /// True if kings and rooks castle from any files.
    pub chess960: bool,
    /// True if captured pieces return, so that pieces and pawns are counted with the pockets
    /// and for both sides together.
    pub drops: bool,
    /// Squares on which a pawn of White and of Black may stand.
    pub pawns: [Bitboard; 2],
}

impl Setup {
    /// Lists all that is wrong with the position, in the order of [`Fault`].
    #[must_use]
    pub fn faults(&self, demands: &Demands) -> Vec<Fault> {
        let men = Men::of(self);
        let mut faults = Vec::new();
        let mut note = |fault: Fault, is: bool| {
            if is {
                faults.push(fault);
            }
        };
        let kings = Color::ALL.map(|color| men.colored(color, Piece::King));
        note(Fault::NoWhiteKing, kings[0].is_empty());
        note(Fault::NoBlackKing, kings[1].is_empty());
        note(Fault::TooManyKings, (kings[0] | kings[1]).len() > 2);
        let held = |piece: Piece| -> u32 {
            let counts = self.pockets.iter().map(|of| of[piece.index()]);
            counts.map(u32::from).sum()
        };
        let pawns = Color::ALL.map(|color| men.colored(color, Piece::Pawn).len());
        let enough = demands.drops && pawns[0] + pawns[1] + held(Piece::Pawn) <= 16;
        note(Fault::TooManyWhitePawns, pawns[0] > 8 && !enough);
        note(Fault::TooManyBlackPawns, pawns[1] > 8 && !enough);
        let stray = |color: Color| {
            let pawns = men.colored(color, Piece::Pawn);
            (pawns - demands.pawns[color.index()]).any()
        };
        note(
            Fault::PawnsOnBackrank,
            stray(Color::White) || stray(Color::Black),
        );
        let all = Color::ALL.map(|color| men.colors[color.index()].len());
        let held: u32 = Piece::DROPPABLE.into_iter().map(held).sum();
        let enough = demands.drops && all[0] + all[1] + held <= 32;
        note(Fault::TooManyWhitePieces, all[0] > 16 && !enough);
        note(Fault::TooManyBlackPieces, all[1] > 16 && !enough);
        note(
            Fault::BadCastlingRights,
            self.castling_of(&men, demands.chess960) != self.castling,
        );
        let passed = self
            .en_passant
            .filter(|square| self.has_passed(&men, *square));
        note(Fault::InvalidEpSquare, self.en_passant != passed);
        let checkers = |of: Color| {
            let king = kings[of.index()].last();
            king.map_or(Bitboard::EMPTY, |king| {
                men.board.attackers_to(king, men.occupied()) & men.colors[(!of).index()]
            })
        };
        note(Fault::OppositeCheck, checkers(!self.turn).any());
        note(Fault::Empty, men.occupied().is_empty());
        let checkers = checkers(self.turn);
        note(Fault::TooManyCheckers, checkers.len() > 2);
        note(
            Fault::ImpossibleCheck,
            checkers.any() && self.is_impossible(&men, checkers, passed),
        );
        faults
    }

    /// Returns the rights to castle that king and rook are there for, in Chess960 wherever they
    /// stand on their back rank.
    #[must_use]
    pub fn sound_castling(&self, chess960: bool) -> Bitboard {
        self.castling_of(&Men::of(self), chess960)
    }

    fn castling_of(&self, men: &Men, chess960: bool) -> Bitboard {
        let mut sound = Bitboard::EMPTY;
        for color in Color::ALL {
            let home = Bitboard::rank(color.back_rank());
            let kings = men.colored(color, Piece::King) & home;
            let rooks = men.colored(color, Piece::Rook) & home & self.castling;
            if !chess960 {
                let corners = Bitboard::file(File::A) | Bitboard::file(File::H);
                if kings.has(Square::at(File::E, color.back_rank())) {
                    sound |= rooks & corners;
                }
                continue;
            }
            let (Some(king), Some(first), Some(last)) = (kings.last(), rooks.first(), rooks.last())
            else {
                continue;
            };
            for (rook, on_side) in [(first, first < king), (last, last > king)] {
                if on_side {
                    sound |= rook.into();
                }
            }
        }
        sound
    }

    /// Returns true if a pawn of the side not to move can just have passed a square.
    fn has_passed(&self, men: &Men, square: Square) -> bool {
        let (rank, ahead) = match self.turn {
            Color::White => (Rank::Sixth, 8),
            Color::Black => (Rank::Third, -8),
        };
        square.rank() == rank
            && men
                .colored(!self.turn, Piece::Pawn)
                .has(square.offset(-ahead))
            && !men.occupied().has(square)
            && !men.occupied().has(square.offset(ahead))
    }

    /// Returns true if no last move can have given the check.
    fn is_impossible(&self, men: &Men, checkers: Bitboard, passed: Option<Square>) -> bool {
        let kings = men.colored(self.turn, Piece::King);
        let Some(square) = passed else {
            let in_line = |king: Square| match (checkers.first(), checkers.last()) {
                (Some(one), Some(other)) => attacks::line(one, other).has(king),
                _ => false,
            };
            return checkers.len() > 2 || checkers.len() == 2 && kings.into_iter().any(in_line);
        };
        let ahead = if self.turn == Color::White { 8 } else { -8 };
        let (from, to) = (square.offset(ahead), square.offset(-ahead));
        let before = (men.occupied() - to.into()) | from.into();
        let attacked = |king: Square| {
            (men.board.attackers_to(king, before) & men.colors[(!self.turn).index()]).any()
        };
        checkers.more_than_one() || !checkers.has(to) && kings.into_iter().any(attacked)
    }
}

/// The pieces of a setup in words; no board that could be played.
struct Men {
    board: Board,
    colors: [Bitboard; 2],
}

impl Men {
    fn of(setup: &Setup) -> Self {
        let mut board = Board::bare(setup.turn);
        for square in Bitboard::FULL {
            if let Some((color, piece)) = setup.men[square.index()] {
                board.place(color, piece, square, false);
            }
        }
        let colors = Color::ALL.map(|color| board.colors(color));
        Self { board, colors }
    }

    fn colored(&self, color: Color, piece: Piece) -> Bitboard {
        self.board.pieces(piece) & self.colors[color.index()]
    }

    fn occupied(&self) -> Bitboard {
        self.board.occupied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use crate::tests::in_random_games;

    fn words(fen: &str) -> Vec<&'static str> {
        let setup = Setup::from_fen(fen).unwrap();
        let demands = Demands {
            chess960: false,
            drops: false,
            pawns: [Rules::CHESS.pawn_squares(Color::White); 2],
        };
        setup
            .faults(&demands)
            .into_iter()
            .map(Fault::word)
            .collect()
    }

    #[test]
    fn all_faults_are_told() {
        for (fen, expected) in [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "",
            ),
            (
                "8/8/8/8/8/8/8/8 w - - 0 1",
                "no_white_king no_black_king empty",
            ),
            ("4k3/8/8/8/8/8/8/4K1K1 w - - 0 1", "too_many_kings"),
            (
                "4k3/8/8/8/8/8/PPPPPPPP/P3K3 w - - 0 1",
                "too_many_white_pawns pawns_on_backrank",
            ),
            ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "bad_castling_rights"),
            ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "invalid_ep_square"),
            ("4k3/8/8/8/8/8/8/4K3 w - e4 0 1", "invalid_ep_square"),
            ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "opposite_check"),
            (
                "4k3/8/8/8/8/5n2/3p3r/r3K3 w - - 0 1",
                "too_many_checkers impossible_check",
            ),
            ("r3k3/8/8/8/r7/8/8/K7 w - - 0 1", ""),
            ("4k3/8/8/8/8/8/8/r3K2r w - - 0 1", "impossible_check"),
        ] {
            assert_eq!(words(fen).join(" "), expected, "{fen}");
        }
    }

    /// In chess what can be played to is sound, and texts read leniently are the same.
    #[test]
    fn nothing_is_wrong_with_positions_of_play() {
        in_random_games(6, 80, |board, variant, _| {
            let setup = Setup::from_fen(&board.bfen()).unwrap();
            assert_eq!(setup.board(&variant.options).unwrap(), *board);
            let demands = Demands {
                chess960: true,
                drops: variant.options.allow_pocket,
                pawns: Color::ALL.map(|color| variant.rules.pawn_squares(color)),
            };
            let faults = setup.faults(&demands);
            if !variant.options.allow_pocket {
                assert_eq!(faults, [], "{board:?}");
            }
            let sound = [
                Fault::BadCastlingRights,
                Fault::InvalidEpSquare,
                Fault::OppositeCheck,
            ];
            let sound = &sound[..if variant.rules.exposed_kings { 2 } else { 3 }];
            assert!(
                sound.iter().all(|fault| !faults.contains(fault)),
                "{board:?}"
            );
        });
    }
}
