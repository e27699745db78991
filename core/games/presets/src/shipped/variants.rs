//! Well-known variants as they are played on Lichess: atomic chess, racing kings, horde. Where
//! Lichess calls a position of atomic chess dead because pawns are stuck for the moment only, by a
//! king of their own that may still step aside, the game goes on here.

use super::captures::around;
use super::endings::win;
use super::{about, list, nothing};
use crate::action::Action;
use crate::board::{ColoredPiece, PieceTypeId};
use crate::context::{
    BeforeCapture, BeforeMove, BoardRef, FilterMoves, GameResult, Listing, SelfCheck,
};
use crate::position::Position;
use crate::preset::{Capture, Hooks, Preset, Verdict};
use chess::{Bitboard, Color, Rank, Square, attacks};
use contract::game::Outcome;

/// Captures explode.
pub(super) struct Atomic;

impl Preset for Atomic {
    about!(
        "atomic",
        "Atomic",
        "a capture explodes: the attacker and all neighbours but pawns go with the target; who \
         loses the king loses, kings do not capture, and kings that touch are safe from check"
    );

    fn incompatible_with(&self) -> Vec<String> {
        list(&["antichess", "suicide", "queen-splits", "racing-kings"])
    }

    fn hooks(&self) -> Hooks {
        Hooks::BEFORE_CAPTURE | Hooks::FILTER_MOVES | Hooks::FILTER_SELF_CHECK
    }

    fn before_capture(&self, context: &mut BeforeCapture<'_>) -> Capture {
        let world = &mut context.board;
        let attacker = Some(context.attacker);
        if !world.deal_damage(context.target, 1, "capture", attacker) {
            return Capture::Consumed;
        }
        world.effect("explosion", Some(context.to), 800, nothing());
        let own = context.attacker;
        let exploded = world.deal_damage(own, 1, "explosion", None);
        for square in around(context.to) {
            let pawn = world
                .piece_at(square)
                .is_some_and(|m| m.kind == PieceTypeId::PAWN);
            if !pawn && square != own {
                world.deal_damage(square, 1, "explosion", None);
            }
        }
        if !exploded {
            world.relocate(own, context.to);
        }
        Capture::Consumed
    }

    fn filter_moves(&self, context: &FilterMoves<'_>, moves: &mut Vec<Action>) {
        if context.piece.kind == PieceTypeId::KING {
            moves.retain(|action| !context.board.is_capture(action));
        }
    }

    fn why_filtered(&self, _: &FilterMoves<'_>, _: &Action) -> Option<String> {
        Some("kings do not capture".into())
    }

    /// As on Lichess: a bare king wins nothing; nobody wins with what is too little even
    /// for a mate with help, or where nothing can be captured any more.
    fn cannot_win(&self, look: &BoardRef<'_>, color: Color) -> bool {
        let position = look.position();
        let bare = position.of(color) == position.pieces(color, PieceTypeId::KING);
        bare || too_little(position) || closed(position)
    }

    fn filter_self_check(&self, context: &SelfCheck<'_>) -> bool {
        let position = context.board.position();
        let theirs = position.pieces(!context.mover, PieceTypeId::KING);
        position
            .pieces(context.mover, PieceTypeId::KING)
            .into_iter()
            .any(|king| around(king).meets(theirs))
    }
}

fn both(position: &Position, kind: PieceTypeId) -> Bitboard {
    position.pieces(Color::White, kind) | position.pieces(Color::Black, kind)
}

fn on_one_color(squares: Bitboard) -> bool {
    (squares & Bitboard::LIGHT).is_empty() || (squares - Bitboard::LIGHT).is_empty()
}

/// Returns true if in atomic chess the remaining material cannot mate and nothing can explode
/// beside a king: a bare king against a king with at most one rook or bishop or two knights, or one
/// bishop on each side, of opposite colours.
fn too_little(position: &Position) -> bool {
    let [kings, knights, bishops, rooks] = [
        PieceTypeId::KING,
        PieceTypeId::KNIGHT,
        PieceTypeId::BISHOP,
        PieceTypeId::ROOK,
    ]
    .map(|kind| both(position, kind));
    let men = position.occupied() - kings;
    if kings.len() != 2 {
        return false;
    }
    let on_both_sides = Color::ALL.iter().all(|c| men.meets(position.of(*c)));
    if on_both_sides {
        return men == bishops && men.len() == 2 && !on_one_color(bishops);
    }
    if men == knights {
        return men.len() <= 2;
    }
    men.len() == 1 && men == (knights | bishops | rooks)
}

/// Returns true if in atomic chess nothing can be captured any more: all pawns are blocked by pawns
/// and attack nothing, and besides them and the kings, which do not capture, there are at most
/// bishops of one side, on squares of one colour without enemy pawns.
fn closed(position: &Position) -> bool {
    let [kings, pawns, bishops] = [PieceTypeId::KING, PieceTypeId::PAWN, PieceTypeId::BISHOP]
        .map(|kind| both(position, kind));
    if kings.len() != 2
        || position.occupied() != kings | pawns | bishops
        || position.en_passant().is_some()
    {
        return false;
    }
    let stuck = |color: Color| {
        let ahead = match color {
            Color::White => 8,
            Color::Black => -8,
        };
        position
            .pieces(color, PieceTypeId::PAWN)
            .into_iter()
            .all(|square| {
                let next = Square::new((square.index() as i8 + ahead) as u8);
                next.is_some_and(|next| pawns.has(next))
                    && !attacks::pawn(color, square).meets(position.of(!color))
            })
    };
    if !Color::ALL.into_iter().all(stuck) {
        return false;
    }
    Color::ALL.into_iter().any(|color| {
        let own = position.pieces(color, PieceTypeId::BISHOP);
        let targets = position.pieces(!color, PieceTypeId::PAWN);
        let shade = match own.meets(Bitboard::LIGHT) {
            true => Bitboard::LIGHT,
            false => !Bitboard::LIGHT,
        };
        own == bishops && on_one_color(own) && (own.is_empty() || !targets.meets(shade))
    })
}

/// The first king on the eighth rank wins.
pub(super) struct RacingKings;

const GOAL: Bitboard = Bitboard::rank(Rank::Eighth);

impl Preset for RacingKings {
    about!(
        "racing-kings",
        "Racing kings",
        "the first king on the eighth rank wins; Black may follow at once and draw; nobody may \
         give check"
    );

    fn incompatible_with(&self) -> Vec<String> {
        list(&[
            "atomic",
            "horde",
            "antichess",
            "suicide",
            "last-piece-standing",
            "piece-hp",
            "cannon",
        ])
    }

    fn start(&self) -> Option<&str> {
        Some("8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1")
    }

    fn hooks(&self) -> Hooks {
        Hooks::BEFORE_MOVE | Hooks::GAME_RESULT
    }

    fn before_move(&self, context: &mut BeforeMove<'_>) -> Result<(), String> {
        let after = context.after();
        match context.board.read().at(&after).in_check(!context.mover) {
            true => Err("nobody may give check".into()),
            false => Ok(()),
        }
    }

    fn game_result(&self, context: &GameResult<'_>) -> Verdict {
        let look = &context.board;
        let there = |c: Color| look.position().pieces(c, PieceTypeId::KING).meets(GOAL);
        match (there(Color::White), there(Color::Black)) {
            (false, false) => Verdict::Pass,
            (true, true) => Verdict::Over(Outcome::draw("both_kings_arrived")),
            (false, true) => win(Color::Black, "king_arrived"),
            (true, false) => {
                let follows = |a: &Action| {
                    let king = ColoredPiece::new(Color::Black, PieceTypeId::KING);
                    look.piece_at(a.from()) == Some(king) && GOAL.has(a.to())
                };
                if context.turn == Color::Black && look.has_move_like(follows) {
                    Verdict::Pass
                } else {
                    win(Color::White, "king_arrived")
                }
            }
        }
    }

    fn evaluate(&self, look: &BoardRef<'_>, color: Color, _: &[i32]) -> i32 {
        let kings = look.position().pieces(color, PieceTypeId::KING).into_iter();
        kings.map(|s| 150 * s.rank().index() as i32).sum()
    }
}

/// Pawns against an army.
pub(super) struct Horde;

impl Preset for Horde {
    about!(
        "horde",
        "Horde",
        "White has 36 pawns and no king and loses when nothing is left; pawns on the first rank \
         may go two squares"
    );

    fn incompatible_with(&self) -> Vec<String> {
        list(&["racing-kings", "antichess", "suicide"])
    }

    fn start(&self) -> Option<&str> {
        Some("rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1")
    }

    fn hooks(&self) -> Hooks {
        Hooks::EXTRA_MOVES | Hooks::GAME_RESULT
    }

    fn extra_moves(&self, context: &Listing<'_>, moves: &mut Vec<Action>) {
        let first = context.from.rank() == Rank::First;
        if context.piece != ColoredPiece::new(Color::White, PieceTypeId::PAWN) || !first {
            return;
        }
        let free = |ranks: u8| {
            let to = Square::wrap(context.from.index() as u8 + 8 * ranks);
            context.board.piece_at(to).is_none().then_some(to)
        };
        if let (Some(_), Some(to)) = (free(1), free(2)) {
            moves.push(Action::new(context.from, to));
        }
    }

    fn game_result(&self, context: &GameResult<'_>) -> Verdict {
        match context.board.position().of(Color::White).is_empty() {
            true => win(Color::Black, "horde_destroyed"),
            false => Verdict::Pass,
        }
    }
}
