//! Other ways to win: the first capture, the last piece, three checks, the hill.

use serde::{Deserialize, Serialize};

use super::{about, list};
use crate::board::PieceTypeId;
use crate::context::{AfterMove, BoardRef, DescribeMove, GameResult};
use crate::preset::{Counter, Hooks, Preset, Verdict};
use chess::{Bitboard, Color};
use contract::game::{Outcome, Seat, Seats};

/// A side wins.
pub(super) const fn win(color: Color, reason: &'static str) -> Verdict {
    Verdict::Over(Outcome::win(Seats::only(Seat(color.index() as u8)), reason))
}

/// The first capture wins.
pub(super) struct CaptureToWin;

/// The state of [`CaptureToWin`] once there was a capture.
#[derive(Serialize, Deserialize)]
struct FirstCapture<'a> {
    /// The side that made it.
    winner: &'a str,
}

impl Preset for CaptureToWin {
    about!(
        "capture-to-win",
        "Capture to win",
        "the first capture wins the game for who makes it"
    );

    fn incompatible_with(&self) -> Vec<String> {
        list(&["antichess", "suicide"])
    }

    fn hooks(&self) -> Hooks {
        Hooks::AFTER_MOVE | Hooks::AFTER_MOVE_QUIETLY | Hooks::GAME_RESULT
    }

    fn after_move(&self, context: &mut AfterMove<'_>) {
        let world = &mut context.board;
        let counts = world.read().scope().has(context.mover) && !context.taken.is_empty();
        if counts && world.state().is_null() {
            world.set_state_as(&FirstCapture {
                winner: context.mover.name(),
            });
        }
    }

    fn game_result(&self, context: &GameResult<'_>) -> Verdict {
        let first: Option<FirstCapture<'_>> = context.board.state_as();
        let winner = first.map(|first| first.winner);
        match Color::ALL.into_iter().find(|c| Some(c.name()) == winner) {
            Some(color) => win(color, "first_capture"),
            None => Verdict::Pass,
        }
    }
}

/// Preset in which a side without pieces loses.
pub(super) struct LastPieceStanding;

impl Preset for LastPieceStanding {
    about!(
        "last-piece-standing",
        "Last piece standing",
        "a side loses when it has no piece left and not by checkmate; its king is an ordinary piece"
    );

    fn incompatible_with(&self) -> Vec<String> {
        list(&["antichess", "suicide"])
    }

    fn hooks(&self) -> Hooks {
        Hooks::GAME_RESULT | Hooks::IGNORES_SELF_CHECK
    }

    fn game_result(&self, context: &GameResult<'_>) -> Verdict {
        let look = &context.board;
        let scope = look.scope();
        let gone = |c: Color| scope.has(c) && look.position().of(c).is_empty();
        match (gone(Color::White), gone(Color::Black)) {
            (true, true) => return Verdict::Over(Outcome::draw("no_piece_left")),
            (true, false) => return win(Color::Black, "annihilation"),
            (false, true) => return win(Color::White, "annihilation"),
            (false, false) => {}
        }
        let lost = |c: &Color| look.has_lost(*c);
        if Color::ALL.iter().any(|c| !scope.has(*c) && lost(c)) {
            return Verdict::Pass;
        }
        let turn = context.turn;
        if scope.has(turn) {
            return Verdict::Playing;
        }
        // The other side may still be mated, whatever has become of this king.
        let king_gone = Color::ALL.iter().any(|c| scope.has(*c) && lost(c));
        match king_gone {
            true if look.in_check(turn) && !look.has_move() => win(!turn, "checkmate"),
            true => Verdict::Playing,
            false => Verdict::Pass,
        }
    }
}

/// Three checks win.
pub(super) struct ThreeCheck;

const CHECKS: i64 = 3;

impl Preset for ThreeCheck {
    about!(
        "three-check",
        "Three checks",
        "who gives check for the third time wins"
    );

    fn hooks(&self) -> Hooks {
        Hooks::AFTER_MOVE | Hooks::AFTER_MOVE_QUIETLY | Hooks::GAME_RESULT | Hooks::DESCRIBE_MOVE
    }

    fn after_move(&self, context: &mut AfterMove<'_>) {
        let world = &mut context.board;
        let counts = world.read().scope().has(context.mover);
        if counts && world.read().in_check(!context.mover) {
            world.count(context.mover.name(), 1);
        }
    }

    fn game_result(&self, context: &GameResult<'_>) -> Verdict {
        let given = |c: &Color| context.board.counted(c.name());
        match Color::ALL.into_iter().find(|c| given(c) >= CHECKS) {
            Some(color) => win(color, "three_checks"),
            None => Verdict::Pass,
        }
    }

    fn counters(&self) -> Vec<Counter> {
        vec![Counter {
            name: "checks".into(),
            fields: Color::ALL.map(|color| color.name().into()),
        }]
    }

    fn describe_move(&self, context: &DescribeMove<'_>) -> Vec<String> {
        let given = context.board.counted(context.mover.name());
        let checked = context.board.in_check(!context.mover);
        match checked && context.board.scope().has(context.mover) {
            true => vec![format!("check {given} of {CHECKS}")],
            false => Vec::new(),
        }
    }

    fn only_grows(&self) -> bool {
        true
    }

    /// By anything but a king check can be given, as on Lichess.
    fn cannot_win(&self, look: &BoardRef<'_>, color: Color) -> bool {
        let kings = look.position().pieces(color, PieceTypeId::KING);
        look.position().of(color) == kings
    }

    fn evaluate(&self, look: &BoardRef<'_>, color: Color, _: &[i32]) -> i32 {
        let given = look.counted(color.name()).clamp(0, CHECKS) as i32;
        100 * given * given
    }
}

/// The king that reaches the centre wins.
pub(super) struct KingOfTheHill;

/// d4, e4, d5, e5.
const HILL: Bitboard = Bitboard(0x0000_0018_1800_0000);

impl Preset for KingOfTheHill {
    about!(
        "king-of-the-hill",
        "King of the hill",
        "the king that reaches d4, d5, e4 or e5 wins"
    );

    fn hooks(&self) -> Hooks {
        Hooks::GAME_RESULT
    }

    fn game_result(&self, context: &GameResult<'_>) -> Verdict {
        let look = &context.board;
        let there = |c: &Color| {
            let kings = look.position().pieces(*c, PieceTypeId::KING);
            look.scope().has(*c) && kings.meets(HILL)
        };
        match Color::ALL.into_iter().find(there) {
            Some(color) => win(color, "king_of_the_hill"),
            None => Verdict::Pass,
        }
    }

    fn evaluate(&self, look: &BoardRef<'_>, color: Color, _: &[i32]) -> i32 {
        let steps = |s: chess::Square| {
            let away = |i: usize| (2 * i as i32 - 7).abs() / 2;
            away(s.file().index()).max(away(s.rank().index()))
        };
        let kings = look.position().pieces(color, PieceTypeId::KING).into_iter();
        kings.map(|s| 60 - 20 * steps(s)).max().unwrap_or(0)
    }
}
