//! Presets that change movement and captures: splitting, exploding, leaping, wrapping, running
//! berserk.

use super::{about, list, nothing};
use crate::action::{Action, Special};
use crate::board::{ColoredPiece, PieceTypeId};
use crate::context::{
    AfterMove, BeforeCapture, BoardMut, BoardRef, FilterMoves, HookContext, Listing, OnSpawn,
    Promotions,
};
use crate::kinds::PieceType;
use crate::movement::Moves;
use crate::position::Position;
use crate::preset::{Capture, Hooks, Preset};
use crate::safety::OF_CAPTURES;
use chess::{Bitboard, Color, Square, attacks};
use contract::error::Result;

/// A queen that captures becomes a rook and a bishop.
pub(super) struct QueenSplits;

impl Preset for QueenSplits {
    about!(
        "queen-splits",
        "The queen splits",
        "a queen that captures leaves the board, and a rook of hers appears on the square of \
         the target, a bishop on her own"
    );

    fn incompatible_with(&self) -> Vec<String> {
        list(&["atomic"])
    }

    fn hooks(&self) -> Hooks {
        Hooks::BEFORE_CAPTURE
    }

    fn before_capture(&self, context: &mut BeforeCapture<'_>) -> Capture {
        let world = &mut context.board;
        let queen = ColoredPiece::new(context.mover, PieceTypeId::QUEEN);
        if world.piece_at(context.attacker) != Some(queen) {
            return Capture::Pass;
        }
        let attacker = Some(context.attacker);
        let died = world.deal_damage(context.target, 1, "capture", attacker);
        if died && world.piece_at(context.attacker) == Some(queen) {
            world.retract(context.attacker);
            world.spawn(
                context.to,
                ColoredPiece::new(context.mover, PieceTypeId::ROOK),
            );
            let bishop = ColoredPiece::new(context.mover, PieceTypeId::BISHOP);
            world.spawn(context.attacker, bishop);
            world.effect("split", Some(context.to), 600, nothing());
        }
        Capture::Consumed
    }
}

/// The eight squares around one.
pub(super) fn around(square: Square) -> Bitboard {
    attacks::king(square)
}

/// Rooks explode.
pub(super) struct ExplosiveRook;

impl Preset for ExplosiveRook {
    about!(
        "explosive-rook",
        "Explosive rooks",
        "a rook that captures or is captured deals 1 explosion damage to all eight neighbours \
         of the square, kings included"
    );

    fn hooks(&self) -> Hooks {
        Hooks::AFTER_MOVE
    }

    fn follows(&self, look: &BoardRef<'_>, action: &Action) -> bool {
        look.is_capture(action)
    }

    fn after_move(&self, context: &mut AfterMove<'_>) {
        let world = &mut context.board;
        let scope = world.read().scope();
        let explodes = |man: ColoredPiece| man.kind == PieceTypeId::ROOK && scope.has(man.color);
        for taken in &context.taken {
            if explodes(taken.piece) || taken.by.is_some_and(explodes) {
                world.effect("explosion", Some(taken.square), 800, nothing());
                for square in around(taken.square) {
                    world.deal_damage(square, 1, "explosion", None);
                }
            }
        }
    }
}

/// Knights cannot be taken.
pub(super) struct KnightImmunity;

impl Preset for KnightImmunity {
    about!(
        "knight-immunity",
        "Immune knights",
        "no piece may capture a knight"
    );

    fn hooks(&self) -> Hooks {
        Hooks::FILTER_MOVES
    }

    fn filter_moves(&self, context: &FilterMoves<'_>, moves: &mut Vec<Action>) {
        let knight = ColoredPiece::new(!context.piece.color, PieceTypeId::KNIGHT);
        let taken = |leg: Square| context.board.piece_at(leg) == Some(knight);
        moves.retain(|action| !action.legs().any(taken));
    }

    fn why_filtered(&self, _: &FilterMoves<'_>, _: &Action) -> Option<String> {
        Some("a knight cannot be taken".into())
    }
}

/// Knights may leap twice.
pub(super) struct KnightsLeapTwice;

impl Preset for KnightsLeapTwice {
    about!(
        "knights-leap-twice",
        "Knights leap twice",
        "a knight may make two leaps in a move, the first onto an empty square"
    );

    fn hooks(&self) -> Hooks {
        Hooks::EXTRA_MOVES
    }

    /// Over which square it goes makes no difference, so it is not said.
    fn extra_moves(&self, context: &Listing<'_>, moves: &mut Vec<Action>) {
        if context.piece.kind != PieceTypeId::KNIGHT {
            return;
        }
        let position = context.board.position();
        let first = attacks::knight(context.from);
        let mut reached = Bitboard::EMPTY;
        for square in first - position.occupied() {
            reached |= attacks::knight(square);
        }
        let new = reached - first - position.of(context.piece.color);
        moves.extend(new.into_iter().map(|to| Action::new(context.from, to)));
    }
}

/// The board is a cylinder.
pub(super) struct WrapBoard;

impl Preset for WrapBoard {
    about!(
        "wrap-board",
        "Cylinder",
        "the files a and h adjoin for every piece"
    );

    fn hooks(&self) -> Hooks {
        Hooks::EXTRA_MOVES
    }

    fn extra_moves(&self, context: &Listing<'_>, moves: &mut Vec<Action>) {
        let from = context.from;
        let (quiet, captures) = context.board.targets(from, true);
        let (near, taken) = context.board.targets(from, false);
        let more = (quiet - near) | (captures - taken);
        context.board.push_moves(from, more, moves);
        let position = context.board.position();
        let color = context.piece.color;
        let passing = position.en_passant().filter(|to| {
            // Across the edge: one rank ahead, on the file at the other side.
            let ahead = i8::from(color == Color::White) * 2 - 1;
            let ranks = to.rank().index() as i8 - from.rank().index() as i8;
            let files = to.file().index().abs_diff(from.file().index());
            ranks == ahead && files == 7
        });
        if let Some(to) = passing
            && context.piece.kind == PieceTypeId::PAWN
            && position.turn() == color
        {
            moves.push(Action::new(from, to).special(Special::EnPassant));
        }
    }
}

/// Pieces that capture may go on capturing.
pub(super) struct Berserker;

/// With how many captures from one place a piece may go on; where there are more,
/// those that come last in the order of squares do not count. In a game of chess there
/// are hardly ever as many.
const MOST_ONWARD: usize = 6;

impl Berserker {
    /// The captures that go on from what a move so far has led to; where one square is
    /// asked about, no more than may come to it.
    fn go_on(
        look: &BoardRef<'_>,
        position: &Position,
        so_far: Action,
        at: Square,
        goal: Option<Square>,
        moves: &mut Vec<Action>,
    ) {
        let left = Action::MOST_LEGS - so_far.len();
        if goal.is_some_and(|goal| !Self::may_touch(look, position, at, goal, left)) {
            return;
        }
        let here = look.at(position);
        let (_, captures) = here.targets(at, false);
        let mut onward = Vec::new();
        for to in captures.into_iter().take(MOST_ONWARD) {
            onward.clear();
            here.push_moves(at, to.into(), &mut onward);
            for next in &onward {
                let Some(mut action) = so_far.then(to) else {
                    return;
                };
                if let Some(kind) = next.promotion() {
                    action = action.promoting(kind);
                }
                moves.push(action);
                if next.promotion().is_none()
                    && left > 1
                    && let Some(then) = here.after_capture(at, to)
                {
                    Self::go_on(look, &then, action, to, goal, moves);
                }
            }
        }
    }

    /// Returns true if a piece may reach a square in at most that many captures, judged by the
    /// squares its type can reach on any board.
    fn may_touch(
        look: &BoardRef<'_>,
        position: &Position,
        at: Square,
        goal: Square,
        captures: usize,
    ) -> bool {
        let Some(man) = position.piece_at(at) else {
            return false;
        };
        let moves = &look.library.type_of(man.kind).moves;
        let mut reach = moves.may_reach(man.color, at);
        for _ in 1..captures {
            // A capture may make another piece of it.
            if OF_CAPTURES.iter().any(|hook| position.hooks.has(*hook)) {
                return true;
            }
            let taken = reach & position.of(!man.color);
            reach = taken
                .into_iter()
                .fold(reach, |all, from| all | moves.may_reach(man.color, from));
        }
        captures > 0 && reach.has(goal)
    }
}

impl Preset for Berserker {
    about!(
        "berserker",
        "Berserkers",
        "a piece that captures may capture again at once, up to three times in a move"
    );

    fn hooks(&self) -> Hooks {
        Hooks::EXTRA_MOVES
    }

    fn goes_straight(&self) -> bool {
        false
    }

    fn extra_moves(&self, context: &Listing<'_>, moves: &mut Vec<Action>) {
        let look = &context.board;
        let touches =
            |goal| Self::may_touch(look, look.position(), context.from, goal, Action::MOST_LEGS);
        if context.goal.is_some_and(|goal| !touches(goal)) {
            return;
        }
        let (_, captures) = look.targets(context.from, false);
        for to in captures.into_iter().take(MOST_ONWARD) {
            let mut first = Vec::new();
            look.push_moves(context.from, to.into(), &mut first);
            // Who is promoted stops.
            if first.iter().any(|a| a.promotion().is_some()) {
                continue;
            }
            if let Some(then) = look.after_capture(context.from, to) {
                let so_far = Action::new(context.from, to);
                Self::go_on(look, &then, so_far, to, context.goal, moves);
            }
        }
    }
}

/// Cannons in place of rooks.
pub(super) struct Cannon {
    cannon: PieceType,
}

impl Cannon {
    pub(super) fn new() -> Result<Self> {
        let cannon = PieceType::new("cannon", "Cannon", 'C', Moves::parse("mRcpR")?)?;
        Ok(Self {
            cannon: cannon.drawn("\u{1fa65}", "\u{1fa6c}").with_value(400),
        })
    }
}

/// Makes the pieces of one type in scope pieces of another.
fn replace(world: &mut BoardMut<'_>, from: PieceTypeId, to: PieceTypeId) {
    for color in Color::ALL {
        if world.read().scope().has(color) {
            for square in world.read().position().pieces(color, from) {
                world.transform(square, to);
            }
        }
    }
}

impl Preset for Cannon {
    about!(
        "cannon",
        "Cannons",
        "cannons in place of rooks: they go like rooks and take by hopping over one piece"
    );

    fn incompatible_with(&self) -> Vec<String> {
        list(&["racing-kings"])
    }

    fn piece_types(&self) -> Vec<PieceType> {
        vec![self.cannon.clone()]
    }

    fn hooks(&self) -> Hooks {
        Hooks::ON_ACTIVATE | Hooks::ON_DEACTIVATE | Hooks::ON_SPAWN | Hooks::PROMOTIONS
    }

    fn on_activate(&self, context: &mut HookContext<'_>) {
        if let Some(cannon) = context.board.read().kind("cannon") {
            replace(&mut context.board, PieceTypeId::ROOK, cannon);
        }
    }

    fn on_deactivate(&self, context: &mut HookContext<'_>) {
        if let Some(cannon) = context.board.read().kind("cannon") {
            replace(&mut context.board, cannon, PieceTypeId::ROOK);
        }
    }

    fn on_spawn(&self, context: &mut OnSpawn<'_>) {
        let world = &mut context.board;
        if context.piece.kind == PieceTypeId::ROOK
            && world.read().scope().has(context.piece.color)
            && let Some(cannon) = world.read().kind("cannon")
        {
            world.transform(context.square, cannon);
        }
    }

    fn promotions(&self, context: &Promotions<'_>, kinds: &mut Vec<PieceTypeId>) {
        if let Some(cannon) = context.board.kind("cannon") {
            for kind in kinds.iter_mut().filter(|k| **k == PieceTypeId::ROOK) {
                *kind = cannon;
            }
        }
    }
}
