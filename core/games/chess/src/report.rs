//! A position and a move of one board for clients.

use serde::Serialize;

use super::variants::{PromotedCapture, Variant};
use super::{OneBoard, seat_of};
use chess::{Board, Captured, Color, Move, MoveKind, Piece, Square};
use contract::game::{Game, GameEvent, NamedOutcome};
use contract::history::{PositionHistory, WithOne};
use contract::value::Named;

/// A board for clients.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardDescription {
    /// The side to move, `white` or `black`.
    pub turn: &'static str,
    /// The number of the move, from 1.
    pub fullmove: u32,
    /// Plies since a pawn moved or something was taken.
    pub halfmove: u16,
    /// The pieces by square, as FEN has them: capitals are White's.
    pub pieces: Named<String>,
    /// The squares of the rooks that may still castle.
    pub castling_rooks: BySide<Vec<String>>,
    /// The square behind a pawn that may be taken in passing.
    pub en_passant: Option<String>,
    /// True if the side to move is in check.
    pub check: bool,
    /// The squares of the pieces that give it.
    pub checkers: Vec<String>,
    /// The part that belongs to boards with drops, or to those without.
    #[serde(flatten)]
    pub rest: DropsOrDraws,
    /// On a board of bughouse: `playing`, `frozen` in a mate that a piece from the partner could
    /// parry, `waiting` where none but such a piece can move, or `over`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<&'static str>,
}

/// The fields of a board with drops, or of one without.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum DropsOrDraws {
    /// With drops.
    Drops {
        /// The pieces in hand, by letter.
        pockets: BySide<Named<u8>>,
        /// The squares of promoted pieces, which count as pawns when they are taken.
        promoted: Vec<String>,
    },
    /// Without.
    Draws {
        /// The draw that the side to move may claim, as the reason it would have.
        claimable_draw: Option<&'static str>,
    },
}

/// Something of each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BySide<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> BySide<T> {
    /// Returns the value of a function for each side.
    pub fn of(each: impl Fn(Color) -> T) -> Self {
        Self {
            white: each(Color::White),
            black: each(Color::Black),
        }
    }
}

/// Something that a move brings about on a board. Pieces are letters as in FEN.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BoardEvent {
    /// A piece was dropped.
    Drop {
        /// The piece.
        piece: String,
        /// The square.
        to: String,
    },
    /// A king has castled.
    Castle {
        /// The way of the king.
        king: Way,
        /// The way of the rook.
        rook: Way,
    },
    /// A piece has moved.
    Move {
        /// The piece.
        piece: Option<String>,
        /// The square it left.
        from: String,
        /// The square it came to.
        to: String,
    },
    /// A piece was taken.
    Capture {
        /// The square it stood on.
        square: String,
        /// The piece.
        piece: String,
        /// True if it was taken in passing.
        en_passant: bool,
        /// The consequence in games with drops.
        #[serde(flatten)]
        gain: Option<Gain>,
    },
    /// A pawn was promoted.
    Promotion {
        /// The piece it has become.
        piece: String,
        /// The square.
        square: String,
    },
    /// The side to move is in check.
    Check {
        /// The squares of the pieces that give it.
        checkers: Vec<String>,
    },
    /// The game has ended.
    End(NamedOutcome),
    /// A seat is mated as long as its partner sends nothing.
    Frozen {
        /// The seat.
        seat: Option<String>,
    },
    /// A seat cannot move as long as its partner sends nothing.
    Waiting {
        /// The seat.
        seat: Option<String>,
    },
}

/// The way of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Way {
    /// The square it left.
    pub from: String,
    /// The square it came to.
    pub to: String,
}

/// The consequence of a capture in games with drops.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Gain {
    /// It goes into the pocket of whoever took it.
    Pocketed {
        /// True if the piece was a promoted pawn.
        promoted: bool,
        /// The piece in hand.
        pocketed: String,
    },
    /// It goes to the partner of whoever took it.
    HandedOver {
        /// True if the piece was a promoted pawn.
        promoted: bool,
        /// The piece that is handed over, which keeps its colour; none where the rules discard it.
        handed_over: Option<String>,
    },
}

impl GameEvent for BoardEvent {
    fn ends_game(&self) -> bool {
        matches!(self, Self::End(_))
    }
}

fn letter(color: Color, piece: Piece) -> String {
    piece.fen_letter(color).to_string()
}

fn squares(of: impl IntoIterator<Item = Square>) -> Vec<String> {
    of.into_iter().map(|s| s.to_string()).collect()
}

impl<V: Variant> OneBoard<V> {
    pub(super) fn description(
        &self,
        board: &Board,
        past: &dyn PositionHistory,
    ) -> BoardDescription {
        let pieces = board.occupied().into_iter().filter_map(|square| {
            let (color, piece) = board.colored_piece_at(square)?;
            Some((square.to_string(), letter(color, piece)))
        });
        let rest = if V::DROPS {
            DropsOrDraws::Drops {
                pockets: BySide::of(|c| {
                    let held = Piece::DROPPABLE
                        .into_iter()
                        .map(|p| (p, board.pocket(c, p)));
                    let held = held.filter(|(_, count)| *count > 0);
                    Named(
                        held.map(|(p, count)| (p.letter().to_string(), count))
                            .collect(),
                    )
                }),
                promoted: squares(board.promoted()),
            }
        } else {
            DropsOrDraws::Draws {
                claimable_draw: self.claim(board, past),
            }
        };
        BoardDescription {
            turn: board.turn().name(),
            fullmove: board.fullmove(),
            halfmove: board.halfmove(),
            pieces: Named(pieces.collect()),
            castling_rooks: BySide::of(|c| squares(board.castling_rooks(c).into_iter().flatten())),
            en_passant: board.en_passant().map(|s| s.to_string()),
            check: board.is_check(),
            checkers: squares(board.checkers()),
            rest,
            status: V::WAITS.then(|| self.status(board, past)),
        }
    }

    fn status(&self, board: &Board, past: &dyn PositionHistory) -> &'static str {
        let waiting = !board.has_legal(&self.settings.board);
        match (self.end(board, past), waiting) {
            (Some(_), _) => "over",
            (None, false) => "playing",
            (None, true) if board.is_frozen(&self.settings.board) => "frozen",
            (None, true) => "waiting",
        }
    }

    /// Returns the piece that the partner gets of a capture.
    pub fn handed_over(&self, taken: Captured) -> Option<Piece> {
        if taken.piece == Piece::King {
            return None;
        }
        match self.settings.promoted_capture {
            PromotedCapture::Pawn => Some(taken.demoted()),
            PromotedCapture::Steal => Some(taken.piece),
            PromotedCapture::Discard => Some(taken.piece).filter(|_| !taken.promoted),
        }
    }

    /// Lists the events of a move on its board, in order: the move or drop, the capture, the
    /// promotion, the check.
    pub fn happenings(&self, board: &Board, mv: Move) -> Vec<BoardEvent> {
        let color = board.turn();
        let (from, to) = (mv.from().to_string(), mv.to().to_string());
        let mut out = vec![match mv.kind() {
            MoveKind::Drop(piece) => BoardEvent::Drop {
                piece: letter(color, piece),
                to: to.clone(),
            },
            MoveKind::Castle => {
                let (king, rook) = mv.castled();
                BoardEvent::Castle {
                    king: Way {
                        from,
                        to: king.to_string(),
                    },
                    rook: Way {
                        from: to.clone(),
                        to: rook.to_string(),
                    },
                }
            }
            MoveKind::Normal | MoveKind::EnPassant | MoveKind::Promotion(_) => BoardEvent::Move {
                piece: board.piece_at(mv.from()).map(|p| letter(color, p)),
                from,
                to: to.clone(),
            },
        }];
        let next = board.make(mv, &self.settings.board);
        if let Some(taken) = board.captured_by(mv) {
            let square = match mv.kind() {
                MoveKind::EnPassant => Square::at(mv.to().file(), mv.from().rank()),
                _ => mv.to(),
            };
            out.push(BoardEvent::Capture {
                square: square.to_string(),
                piece: letter(!color, taken.piece),
                en_passant: mv.kind() == MoveKind::EnPassant,
                gain: V::DROPS.then(|| self.gain(color, taken)),
            });
        }
        if let MoveKind::Promotion(piece) = mv.kind() {
            out.push(BoardEvent::Promotion {
                piece: letter(color, piece),
                square: to,
            });
        }
        if next.is_check() {
            out.push(BoardEvent::Check {
                checkers: squares(next.checkers()),
            });
        }
        out
    }

    fn gain(&self, color: Color, taken: Captured) -> Gain {
        let promoted = taken.promoted;
        if V::WAITS {
            let handed = self.handed_over(taken);
            Gain::HandedOver {
                promoted,
                handed_over: handed.map(|p| letter(!color, p)),
            }
        } else {
            Gain::Pocketed {
                promoted,
                pocketed: letter(color, taken.demoted()),
            }
        }
    }

    /// Lists the events of a move, in order: on the board, then the end.
    pub(super) fn events(
        &self,
        board: &Board,
        past: &dyn PositionHistory,
        mv: Move,
    ) -> Vec<BoardEvent> {
        let mut out = self.happenings(board, mv);
        let next = board.make(mv, &self.settings.board);
        let after = WithOne::new(past, self.key(board));
        if let Some(outcome) = self.end(&next, &after) {
            out.push(BoardEvent::End(outcome.named(&self.seat_names())));
        } else if V::WAITS && self.live(&next).is_empty() {
            let seat = self.seat_names().get(seat_of(next.turn()).index()).cloned();
            out.push(if next.is_check() {
                BoardEvent::Frozen { seat }
            } else {
                BoardEvent::Waiting { seat }
            });
        }
        out
    }
}
