//! A position and a move of one board in plain values.

use serde_json::json;

use super::variants::{PromotedCapture, Variant};
use super::{OneBoard, seat_of};
use chess::{Board, Captured, Color, Move, MoveKind, Piece, Square};
use contract::game::Game;
use contract::history::{PositionHistory, WithOne};
use contract::value::{Dict, Value};

fn man(color: Color, piece: Piece) -> String {
    piece.fen_letter(color).to_string()
}

fn squares(of: impl IntoIterator<Item = Square>) -> Value {
    of.into_iter().map(|s| s.to_string()).collect()
}

impl<V: Variant> OneBoard<V> {
    pub(super) fn dict(&self, board: &Board, past: &dyn PositionHistory) -> Dict {
        let mut pieces = Dict::new();
        for square in board.occupied() {
            if let Some((color, piece)) = board.man_at(square) {
                pieces.insert(square.to_string(), man(color, piece).into());
            }
        }
        let castling: Dict = Color::ALL
            .into_iter()
            .map(|c| {
                (
                    c.name().into(),
                    squares(board.castling_rooks(c).into_iter().flatten()),
                )
            })
            .collect();
        let mut out = Dict::new();
        out.insert("turn".into(), board.turn().name().into());
        out.insert("fullmove".into(), board.fullmove().into());
        out.insert("halfmove".into(), board.halfmove().into());
        out.insert("pieces".into(), pieces.into());
        out.insert("castling_rooks".into(), castling.into());
        out.insert(
            "en_passant".into(),
            json!(board.en_passant().map(|s| s.to_string())),
        );
        out.insert("check".into(), board.is_check().into());
        out.insert("checkers".into(), squares(board.checkers()));
        if V::DROPS {
            let pockets: Dict = Color::ALL
                .into_iter()
                .map(|c| {
                    let of: Dict = Piece::DROPPABLE
                        .into_iter()
                        .filter(|p| board.pocket(c, *p) > 0)
                        .map(|p| (p.letter().to_string(), board.pocket(c, p).into()))
                        .collect();
                    (c.name().into(), of.into())
                })
                .collect();
            out.insert("pockets".into(), pockets.into());
            out.insert("promoted".into(), squares(board.promoted()));
        } else {
            out.insert("claimable_draw".into(), json!(self.claim(board, past)));
        }
        if V::WAITS {
            let waiting = !board.has_legal(&self.settings.board);
            let frozen = waiting && board.is_frozen(&self.settings.board);
            let status = match (waiting, frozen) {
                (false, _) => "playing",
                (true, true) => "frozen",
                (true, false) => "waiting",
            };
            let status = self.end(board, past).map_or(status, |_| "over");
            out.insert("status".into(), status.into());
        }
        out
    }

    /// What the partner gets of a capture.
    pub fn handed_over(&self, taken: Captured) -> Option<Piece> {
        match self.settings.promoted_capture {
            PromotedCapture::Pawn => Some(taken.demoted()),
            PromotedCapture::Steal => Some(taken.piece),
            PromotedCapture::Discard => Some(taken.piece).filter(|_| !taken.promoted),
        }
    }

    /// What a move brings about on its board, in order: the move or drop, the
    /// capture, the promotion, the check.
    pub fn happenings(&self, board: &Board, mv: Move) -> Vec<Value> {
        let color = board.turn();
        let mut out = Vec::new();
        let (from, to) = (mv.from().to_string(), mv.to().to_string());
        match mv.kind() {
            MoveKind::Drop(piece) => {
                out.push(json!({ "kind": "drop", "piece": man(color, piece), "to": to }));
            }
            MoveKind::Castle => {
                let (king, rook) = mv.castled();
                out.push(json!({
                    "kind": "castle",
                    "king": { "from": from, "to": king.to_string() },
                    "rook": { "from": to, "to": rook.to_string() },
                }));
            }
            MoveKind::Normal | MoveKind::EnPassant | MoveKind::Promotion(_) => {
                let piece = board.piece_at(mv.from()).map(|p| man(color, p));
                out.push(json!({ "kind": "move", "piece": piece, "from": from, "to": to }));
            }
        }
        let next = board.make(mv, &self.settings.board);
        if let Some(taken) = board.captured_by(mv) {
            let square = match mv.kind() {
                MoveKind::EnPassant => Square::at(mv.to().file(), mv.from().rank()),
                _ => mv.to(),
            };
            let mut event = json!({
                "kind": "capture",
                "square": square.to_string(),
                "piece": man(!color, taken.piece),
                "en_passant": mv.kind() == MoveKind::EnPassant,
            });
            if let (true, Value::Object(event)) = (V::DROPS, &mut event) {
                event.insert("promoted".into(), taken.promoted.into());
                if V::WAITS {
                    // On the partner's board the piece keeps its colour.
                    let handed = self.handed_over(taken);
                    event.insert("handed_over".into(), json!(handed.map(|p| man(!color, p))));
                } else {
                    event.insert("pocketed".into(), man(color, taken.demoted()).into());
                }
            }
            out.push(event);
        }
        if let MoveKind::Promotion(piece) = mv.kind() {
            out.push(json!({ "kind": "promotion", "piece": man(color, piece), "square": to }));
        }
        if next.is_check() {
            out.push(json!({ "kind": "check", "checkers": squares(next.checkers()) }));
        }
        out
    }

    /// What a move brings about, in order: what happens on the board, the end.
    pub(super) fn events(&self, board: &Board, past: &dyn PositionHistory, mv: Move) -> Vec<Value> {
        let mut out = self.happenings(board, mv);
        let next = board.make(mv, &self.settings.board);
        let after = WithOne::new(past, self.key(board));
        if let Some(outcome) = self.end(&next, &after) {
            let seats = self.seat_names();
            let mut event = Dict::new();
            event.insert("kind".into(), "end".into());
            if let Value::Object(outcome) = outcome.describe(&seats) {
                event.extend(outcome);
            }
            out.push(event.into());
        } else if V::WAITS && self.live(&next).is_empty() {
            let seat = seat_of(next.turn());
            out.push(json!({
                "kind": if next.is_check() { "frozen" } else { "waiting" },
                "seat": self.seat_names().get(seat.index()),
            }));
        }
        out
    }
}
