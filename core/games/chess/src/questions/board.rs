//! A board of chess or drop chess that is asked about.

use super::{Asked, Parts, answer, declared};
use crate::variants::Variant;
use crate::{OneBoard, OrError};
use chess::{Bitboard, Board, Color, Demands, FenStyle, Move, MoveKind, Piece, Setup, Square};
use contract::error::{Error, Result};
use contract::game::Game;
use contract::history::{EmptyHistory, PositionHistory, WithOne};
use contract::question::{Given, Questions, action_of};
use contract::value::Value;

/// A board with its rules and its past.
struct AskedBoard<'a, V> {
    game: OneBoard<V>,
    board: Board,
    past: &'a dyn PositionHistory,
}

impl<V: Variant> OneBoard<V> {
    /// The questions about its boards.
    pub const QUESTIONS: Questions = Questions::of(declared::OF_BOARDS);

    /// Answers one of the [`QUESTIONS`](Self::QUESTIONS).
    ///
    /// # Errors
    ///
    /// As in [`answer`], and `invalid_notation` for a text that is no position.
    pub fn answer(
        &self,
        board: &Board,
        past: &dyn PositionHistory,
        given: &Given<'_>,
    ) -> Result<Value> {
        let asked = AskedBoard {
            game: *self,
            board: *board,
            past,
        };
        if let Some(answer) = answer(&asked, given)? {
            return Ok(answer);
        }
        Ok(match given.question() {
            "validity" => {
                let setup = match given.text("notation") {
                    Some(text) => Setup::from_fen(text).or_error()?,
                    None => Setup::of(board),
                };
                let demands = Demands {
                    chess960: self.settings.chess960,
                    drops: V::DROPS,
                    pawns: Color::ALL.map(|color| self.settings.board.pawn_squares(color)),
                };
                let faults = setup.faults(&demands).into_iter();
                faults.map(|fault| fault.word().to_owned()).collect()
            }
            "fen" => board
                .fen_with(&FenStyle {
                    pocket: V::DROPS,
                    shredder: given.text("castling") == Some("shredder"),
                    ..FenStyle::default()
                })
                .into(),
            "polyglot_key" => format!("{:016x}", board.polyglot_key()).into(),
            "exchange" => {
                let action = super::offered(&asked, given)?;
                board.exchange_value(action, &V::EXCHANGE).into()
            }
            other => {
                return Err(Error::internal(format!(
                    "{} does not answer {other}",
                    V::INFO.name
                )));
            }
        })
    }
}

impl<V: Variant> Asked for AskedBoard<'_, V> {
    type Action = Move;

    fn turn(&self) -> Color {
        self.board.turn()
    }

    fn fullmove(&self) -> u32 {
        self.board.fullmove()
    }

    fn colors(&self, color: Color) -> Bitboard {
        self.board.colors(color)
    }

    fn pieces(&self, piece: Piece) -> Bitboard {
        self.board.pieces(piece)
    }

    fn promoted(&self) -> Bitboard {
        self.board.promoted()
    }

    fn letter_at(&self, square: Square) -> Option<char> {
        let (color, piece) = self.board.colored_piece_at(square)?;
        Some(piece.fen_letter(color))
    }

    fn kind_at(&self, square: Square) -> Option<&str> {
        Some(self.board.piece_at(square)?.name())
    }

    fn kind_of_letter(&self, letter: char) -> Option<&str> {
        Some(Piece::from_letter(letter)?.name())
    }

    fn kinds(&self) -> Vec<&str> {
        Piece::ALL.map(Piece::name).to_vec()
    }

    fn kings(&self, color: Color) -> Bitboard {
        self.board.colored_pieces(color, Piece::King)
    }

    fn attackers(&self, square: Square, by: Color) -> Bitboard {
        self.board.attackers_to(square, self.board.occupied()) & self.board.colors(by)
    }

    fn attacks(&self, square: Square) -> Bitboard {
        self.board.attacks_from(square)
    }

    fn checkers(&self) -> Bitboard {
        self.board.checkers()
    }

    fn pin_line(&self, color: Color, square: Square) -> Option<Bitboard> {
        self.board.pin_line(color, square)
    }

    fn legal(&self) -> Vec<Move> {
        self.board.legal_moves(self.game.rules()).to_vec()
    }

    fn pseudo_legal(&self) -> Vec<Move> {
        self.board.pseudo_legal_moves(self.game.rules()).to_vec()
    }

    fn read(&self, value: &Value, style: Option<&str>) -> Result<Move> {
        action_of(&self.game, &self.board, self.past, value, style)
    }

    fn write(&self, action: Move, style: Option<&str>) -> Result<String> {
        match style {
            None => Ok(self.game.text(&action)),
            Some(style) => self.game.write(&self.board, self.past, &action, style),
        }
    }

    fn check(&self, action: Move) -> Result<()> {
        let rules = self.game.rules();
        self.board.check_legal(action, rules).or_error()
    }

    fn is_offered(&self, action: Move) -> bool {
        let rules = self.game.rules();
        self.board.is_legal(action, rules) || self.board.pseudo_legal_moves(rules).contains(&action)
    }

    fn parts(&self, action: Move) -> Parts {
        let color = self.board.turn();
        let (from, to) = (action.from(), action.to());
        let piece = action.dropped().or(self.board.piece_at(from));
        let piece = piece.unwrap_or(Piece::Pawn);
        let en_passant = action.kind() == MoveKind::EnPassant;
        let taken_on = match en_passant {
            true => Square::at(to.file(), from.rank()),
            false => to,
        };
        let captured = self.board.captured_by(action);
        let castling = action.is_castle().then_some(match to > from {
            true => "kingside",
            false => "queenside",
        });
        Parts {
            from: (!action.is_drop()).then_some(from),
            to: match action.is_castle() {
                true => action.castled().0,
                false => to,
            },
            piece: piece.fen_letter(color),
            pawn: piece == Piece::Pawn,
            captured: captured.map(|taken| (taken.piece.fen_letter(!color), taken_on)),
            en_passant,
            promotion: action.promoted_to().map(|p| p.fen_letter(Color::Black)),
            castling,
        }
    }

    fn gives_check(&self, action: Move) -> bool {
        self.board.gives_check(action, self.game.rules())
    }

    fn changes_for_good(&self, action: Move) -> bool {
        self.board.make(action, self.game.rules()).castling() != self.board.castling()
    }

    fn has_drops(&self) -> bool {
        V::DROPS
    }

    fn has_en_passant(&self) -> bool {
        self.board.en_passant().is_some()
    }

    fn notation(&self) -> String {
        self.game.notation(&self.board)
    }

    fn after(&self, action: Move) -> Self {
        AskedBoard {
            game: self.game,
            board: self.board.make(action, self.game.rules()),
            past: &EmptyHistory,
        }
    }

    fn is_insufficient(&self, color: Option<Color>) -> bool {
        V::DEAD_POSITIONS
            && match color {
                Some(color) => self.board.has_insufficient_material(color),
                None => self.board.is_insufficient_material(),
            }
    }

    fn claims(&self) -> Vec<&'static str> {
        self.game.claims(&self.board, self.past)
    }

    fn claims_after(&self, action: Move) -> Vec<&'static str> {
        let next = self.board.make(action, self.game.rules());
        let past = WithOne::new(self.past, self.game.key(&self.board));
        self.game.claims(&next, &past)
    }
}
