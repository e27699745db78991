//! Well-known variants as they are played on Lichess: atomic chess, racing kings,
//! horde, antichess.

use super::endings::win;
use super::manners::around;
use super::{about, list};
use crate::chess::{Bitboard, Color, Rank, Square};
use crate::game::Outcome;
use crate::presets::action::Action;
use crate::presets::board::{Kind, Man};
use crate::presets::context::{
    BeforeCapture, BeforeMove, FilterMoves, GameResult, Listing, Look, Promotions, SelfCheck,
};
use crate::presets::preset::{Capture, Hooks, Preset, Verdict};

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
        list(&["antichess", "queen-splits", "racing-kings"])
    }

    fn hooks(&self) -> Hooks {
        Hooks::BEFORE_CAPTURE | Hooks::FILTER_MOVES | Hooks::FILTER_SELF_CHECK
    }

    fn before_capture(&self, context: &mut BeforeCapture<'_>) -> Capture {
        let world = &mut context.world;
        let attacker = Some(context.attacker);
        if !world.deal_damage(context.target, 1, "capture", attacker) {
            return Capture::Consumed;
        }
        world.effect("explosion", Some(context.to), 800, serde_json::json!({}));
        let own = context.attacker;
        let exploded = world.deal_damage(own, 1, "explosion", None);
        for square in around(context.to) {
            let pawn = world.man(square).is_some_and(|m| m.kind == Kind::PAWN);
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
        if context.man.kind == Kind::KING {
            moves.retain(|action| !context.look.is_capture(action));
        }
    }

    fn filter_self_check(&self, context: &SelfCheck<'_>) -> bool {
        let position = context.look.position();
        let theirs = position.pieces(!context.mover, Kind::KING);
        position
            .pieces(context.mover, Kind::KING)
            .into_iter()
            .any(|king| around(king).meets(theirs))
    }
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
        match context.world.look().at(&after).in_check(!context.mover) {
            true => Err("nobody may give check".into()),
            false => Ok(()),
        }
    }

    fn game_result(&self, context: &GameResult<'_>) -> Verdict {
        let look = &context.look;
        let there = |c: Color| look.position().pieces(c, Kind::KING).meets(GOAL);
        match (there(Color::White), there(Color::Black)) {
            (false, false) => Verdict::Pass,
            (true, true) => Verdict::Over(Outcome::draw("both_kings_arrived")),
            (false, true) => win(Color::Black, "king_arrived"),
            (true, false) => {
                let follows = |a: &Action| {
                    let king = Man::new(Color::Black, Kind::KING);
                    look.man(a.from()) == Some(king) && GOAL.has(a.to())
                };
                if context.turn == Color::Black && look.has_move_like(follows) {
                    Verdict::Pass
                } else {
                    win(Color::White, "king_arrived")
                }
            }
        }
    }

    fn worth(&self, look: &Look<'_>, color: Color, _: &[i32]) -> i32 {
        let kings = look.position().pieces(color, Kind::KING).into_iter();
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
        list(&["racing-kings", "antichess"])
    }

    fn start(&self) -> Option<&str> {
        Some("rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1")
    }

    fn hooks(&self) -> Hooks {
        Hooks::EXTRA_MOVES | Hooks::GAME_RESULT
    }

    fn extra_moves(&self, context: &Listing<'_>, moves: &mut Vec<Action>) {
        let first = context.from.rank() == Rank::First;
        if context.man != Man::new(Color::White, Kind::PAWN) || !first {
            return;
        }
        let free = |ranks: u8| {
            let to = Square::wrap(context.from.index() as u8 + 8 * ranks);
            context.look.man(to).is_none().then_some(to)
        };
        if let (Some(_), Some(to)) = (free(1), free(2)) {
            moves.push(Action::new(context.from, to));
        }
    }

    fn game_result(&self, context: &GameResult<'_>) -> Verdict {
        match context.look.position().of(Color::White).is_empty() {
            true => win(Color::Black, "horde_destroyed"),
            false => Verdict::Pass,
        }
    }
}

/// Who loses everything wins.
pub(super) struct Antichess;

impl Preset for Antichess {
    about!(
        "antichess",
        "Antichess",
        "who can capture must; who has no piece or no move left wins; the king is an ordinary \
         piece, and pawns may become kings"
    );

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
        ])
    }

    fn start(&self) -> Option<&str> {
        Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1")
    }

    fn hooks(&self) -> Hooks {
        Hooks::FILTER_MOVES | Hooks::PROMOTIONS | Hooks::GAME_RESULT | Hooks::IGNORES_SELF_CHECK
    }

    fn filter_moves(&self, context: &FilterMoves<'_>, moves: &mut Vec<Action>) {
        let captures = |action: &Action| context.look.is_capture(action);
        if context.all.iter().any(captures) {
            moves.retain(captures);
        }
    }

    fn promotions(&self, _: &Promotions<'_>, kinds: &mut Vec<Kind>) {
        kinds.push(Kind::KING);
    }

    fn game_result(&self, context: &GameResult<'_>) -> Verdict {
        let look = &context.look;
        if let Some(color) = Color::ALL
            .into_iter()
            .find(|c| look.scope().has(*c) && look.position().of(*c).is_empty())
        {
            return win(color, "no_piece_left");
        }
        match look.scope().has(context.turn) && !look.has_move() {
            true => win(context.turn, "no_move_left"),
            false => Verdict::Playing,
        }
    }

    /// What one has is to be got rid of.
    fn worth(&self, look: &Look<'_>, color: Color, values: &[i32]) -> i32 {
        -2 * look.material(color, values)
    }
}
