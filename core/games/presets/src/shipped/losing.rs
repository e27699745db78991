//! Chess that is won by losing all pieces: antichess as it is played on Lichess, and suicide chess.

use std::cmp::Ordering;

use super::endings::win;
use super::list;
use crate::action::Action;
use crate::board::PieceTypeId;
use crate::context::{BoardRef, FilterMoves, GameResult, Promotions};
use crate::preset::{Hooks, Preset, Verdict};
use chess::{Bitboard, Color};
use contract::game::Outcome;

/// Preset in which a side with no piece left wins, and one with no move left by what is said of it.
pub(super) struct Losing {
    id: &'static str,
    name: &'static str,
    description: &'static str,
    other: &'static str,
    /// Without a move that side wins which has fewer pieces, instead of the one to move.
    by_count: bool,
}

impl Losing {
    pub(super) const ANTICHESS: Self = Self {
        id: "antichess",
        name: "Antichess",
        description: "who can capture must; who has no piece or no move left wins; the king is an \
                      ordinary piece, and pawns may become kings",
        other: "suicide",
        by_count: false,
    };

    pub(super) const SUICIDE: Self = Self {
        id: "suicide",
        name: "Suicide chess",
        description: "who can capture must; who has no piece left wins, and where there is no move \
                      left, who has fewer pieces; the king is an ordinary piece, and pawns may \
                      become kings",
        other: "antichess",
        by_count: true,
    };
}

impl Preset for Losing {
    fn id(&self) -> &str {
        self.id
    }

    fn name(&self) -> &str {
        self.name
    }

    fn description(&self) -> &str {
        self.description
    }

    fn incompatible_with(&self) -> Vec<String> {
        list(&[
            "piece-hp",
            "capture-to-win",
            "last-piece-standing",
            "atomic",
            "racing-kings",
            "horde",
            "king-of-the-hill",
            "three-check",
            self.other,
        ])
    }

    fn start(&self) -> Option<&str> {
        Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1")
    }

    fn hooks(&self) -> Hooks {
        Hooks::FILTER_MOVES | Hooks::PROMOTIONS | Hooks::GAME_RESULT | Hooks::IGNORES_SELF_CHECK
    }

    fn filter_moves(&self, context: &FilterMoves<'_>, moves: &mut Vec<Action>) {
        let captures = |action: &Action| context.board.is_capture(action);
        if context.all.iter().any(captures) {
            moves.retain(captures);
        }
    }

    fn why_filtered(&self, _: &FilterMoves<'_>, _: &Action) -> Option<String> {
        Some("who can capture must".into())
    }

    fn promotions(&self, _: &Promotions<'_>, kinds: &mut Vec<PieceTypeId>) {
        kinds.push(PieceTypeId::KING);
    }

    fn game_result(&self, context: &GameResult<'_>) -> Verdict {
        let look = &context.board;
        if let Some(color) = Color::ALL
            .into_iter()
            .find(|c| look.scope().has(*c) && look.position().of(*c).is_empty())
        {
            return win(color, "no_piece_left");
        }
        let turn = context.turn;
        if !look.scope().has(turn) || look.has_move() {
            return Verdict::Playing;
        }
        let count = |color| look.position().of(color).len();
        match (self.by_count, count(turn).cmp(&count(!turn))) {
            (false, _) | (true, Ordering::Less) => win(turn, "no_move_left"),
            (true, Ordering::Greater) => win(!turn, "no_move_left"),
            (true, Ordering::Equal) => Verdict::Over(Outcome::draw("stalemate")),
        }
    }

    /// One of a side's pieces that cannot be taken keeps it from winning. Among bishops alone that
    /// is one on squares that no enemy goes to; of two knights, which change the colour of their
    /// square with every move, one that the other never meets.
    fn cannot_win(&self, look: &BoardRef<'_>, color: Color) -> bool {
        let position = look.position();
        let (own, theirs) = (position.of(color), position.of(!color));
        if own.is_empty() || theirs.is_empty() {
            // Who has no piece has won.
            return theirs.is_empty();
        }
        let all = own | theirs;
        let of = |kind| position.pieces(Color::White, kind) | position.pieces(Color::Black, kind);
        if all == of(PieceTypeId::BISHOP) {
            let safe = |squares: Bitboard| (own & squares).any() && (theirs & squares).is_empty();
            return safe(Bitboard::LIGHT) || safe(!Bitboard::LIGHT);
        }
        let alike = (own & Bitboard::LIGHT).any() == (theirs & Bitboard::LIGHT).any();
        let knights = all == of(PieceTypeId::KNIGHT) && all.len() == 2;
        knights && alike != (position.turn == color)
    }

    /// Returns minus twice the material, so that the total counts pieces against their side.
    fn evaluate(&self, look: &BoardRef<'_>, color: Color, values: &[i32]) -> i32 {
        -2 * look.material(color, values)
    }
}
