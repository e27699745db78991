//! Presets that give pieces attributes: hit points, shields, poison, stamina.

use super::{about, list, nothing};
use crate::action::Action;
use crate::board::{ColoredPiece, PieceTypeId};
use crate::context::{AfterMove, BoardMut, BoardRef, FilterMoves, HookContext, OnDamage, OnSpawn};
use crate::preset::{Damage, Hooks, Preset};
use chess::{Color, Square};

const HP: &str = "Hp";
const FULL_HP: i16 = 2;
const SHIELD: &str = "Shield";
const STAMINA: &str = "Stamina";
const FULL_STAMINA: i16 = 3;

/// Gives all pieces in scope an attribute.
fn seed(world: &mut BoardMut<'_>, name: &str, value: i16, fits: impl Fn(ColoredPiece) -> bool) {
    for color in Color::ALL {
        if !world.read().scope().has(color) {
            continue;
        }
        for square in world.read().position().of(color) {
            if world.piece_at(square).is_some_and(&fits) {
                world.set(square, name, Some(value));
            }
        }
    }
}

/// Every piece has hit points.
pub(super) struct PieceHp;

impl Preset for PieceHp {
    about!(
        "piece-hp",
        "Hit points",
        "every piece has 2 hit points; a capture takes one, and the attacker stays where it is \
         unless the target dies; a king in check just takes damage, and who loses it loses"
    );

    fn incompatible_with(&self) -> Vec<String> {
        list(&["antichess", "suicide"])
    }

    fn piece_attributes(&self) -> Vec<String> {
        list(&[HP])
    }

    fn hooks(&self) -> Hooks {
        Hooks::ON_ACTIVATE | Hooks::ON_SPAWN | Hooks::ON_DAMAGE | Hooks::IGNORES_SELF_CHECK
    }

    fn on_activate(&self, context: &mut HookContext<'_>) {
        seed(&mut context.board, HP, FULL_HP, |_| true);
    }

    fn on_spawn(&self, context: &mut OnSpawn<'_>) {
        if context.board.read().scope().has(context.piece.color) {
            context.board.set(context.square, HP, Some(FULL_HP));
        }
    }

    fn on_damage(&self, context: &mut OnDamage<'_>) -> Damage {
        let Some(hp) = context.board.attribute(context.square, HP) else {
            return Damage::Pass(context.amount);
        };
        let left = hp.saturating_sub(context.amount.max(0)).max(0);
        context.board.set(context.square, HP, Some(left));
        Damage::Consumed { died: left == 0 }
    }

    /// A wounded piece is worth less; a king's hit points are the game.
    fn evaluate(&self, look: &BoardRef<'_>, color: Color, values: &[i32]) -> i32 {
        let mut sum = 0;
        for square in look.position().of(color) {
            let (Some(man), Some(hp)) = (look.piece_at(square), look.attribute(square, HP)) else {
                continue;
            };
            let full = match man.kind {
                PieceTypeId::KING => 600,
                kind => values.get(kind.index()).copied().unwrap_or_default() / 2,
            };
            sum -= full * i32::from((FULL_HP - hp).max(0)) / i32::from(FULL_HP);
        }
        sum
    }
}

/// The king regains what it lost.
pub(super) struct KingHeals;

impl Preset for KingHeals {
    about!(
        "king-heals",
        "The king heals",
        "after each move of its side a king regains 1 hit point, up to 2"
    );

    fn requires(&self) -> Vec<String> {
        list(&["piece-hp"])
    }

    fn piece_attributes(&self) -> Vec<String> {
        list(&[HP])
    }

    fn hooks(&self) -> Hooks {
        Hooks::AFTER_MOVE | Hooks::AFTER_MOVE_QUIETLY
    }

    fn after_move(&self, context: &mut AfterMove<'_>) {
        let world = &mut context.board;
        if !world.read().scope().has(context.mover) {
            return;
        }
        for king in world
            .read()
            .position()
            .pieces(context.mover, PieceTypeId::KING)
        {
            if let Some(hp) = world.attribute(king, HP).filter(|hp| *hp < FULL_HP) {
                world.set(king, HP, Some(hp + 1));
            }
        }
    }
}

/// Some squares are poisoned.
pub(super) struct PoisonedSquares;

/// d4, e4, d5, e5.
const POISONED: [u8; 4] = [27, 28, 35, 36];

impl Preset for PoisonedSquares {
    about!(
        "poisoned-squares",
        "Poisoned squares",
        "a piece that ends its move on d4, d5, e4 or e5 takes 1 poison damage"
    );

    fn hooks(&self) -> Hooks {
        Hooks::AFTER_MOVE
    }

    fn follows(&self, _: &BoardRef<'_>, action: &Action) -> bool {
        POISONED.contains(&(action.to().index() as u8)) || action.len() > 1
    }

    fn after_move(&self, context: &mut AfterMove<'_>) {
        let world = &mut context.board;
        let poisoned = |s: &Square| POISONED.contains(&(s.index() as u8));
        let Some(square) = context.landed.filter(poisoned) else {
            return;
        };
        if world.read().scope().has(context.mover) {
            world.effect("poison", Some(square), 800, nothing());
            world.deal_damage(square, 1, "poison", None);
        }
    }
}

/// Every piece has a shield.
pub(super) struct PieceShield;

impl Preset for PieceShield {
    about!(
        "piece-shield",
        "Shields",
        "every piece absorbs one hit of any kind; before hit points only if it came into force \
         before them"
    );

    fn piece_attributes(&self) -> Vec<String> {
        list(&[SHIELD])
    }

    fn hooks(&self) -> Hooks {
        Hooks::ON_ACTIVATE | Hooks::ON_SPAWN | Hooks::ON_DAMAGE
    }

    fn on_activate(&self, context: &mut HookContext<'_>) {
        seed(&mut context.board, SHIELD, 1, |_| true);
    }

    fn on_spawn(&self, context: &mut OnSpawn<'_>) {
        if context.board.read().scope().has(context.piece.color) {
            context.board.set(context.square, SHIELD, Some(1));
        }
    }

    fn on_damage(&self, context: &mut OnDamage<'_>) -> Damage {
        match context.board.attribute(context.square, SHIELD) {
            Some(left) if left > 0 => {
                context.board.set(context.square, SHIELD, Some(left - 1));
                let square = Some(context.square);
                context.board.effect("shield", square, 600, nothing());
                Damage::Consumed { died: false }
            }
            _ => Damage::Pass(context.amount),
        }
    }
}

/// Pawns tire.
pub(super) struct PawnStamina;

impl Preset for PawnStamina {
    about!(
        "pawn-stamina",
        "Stamina of pawns",
        "a pawn has 3 stamina; a move costs 1, a turn in which it has not moved gives 1 back; \
         without stamina it cannot move"
    );

    fn piece_attributes(&self) -> Vec<String> {
        list(&[STAMINA])
    }

    fn hooks(&self) -> Hooks {
        Hooks::ON_ACTIVATE
            | Hooks::ON_SPAWN
            | Hooks::AFTER_MOVE
            | Hooks::AFTER_MOVE_QUIETLY
            | Hooks::FILTER_MOVES
    }

    fn on_activate(&self, context: &mut HookContext<'_>) {
        let pawn = |man: ColoredPiece| man.kind == PieceTypeId::PAWN;
        seed(&mut context.board, STAMINA, FULL_STAMINA, pawn);
    }

    fn on_spawn(&self, context: &mut OnSpawn<'_>) {
        let scope = context.board.read().scope();
        if scope.has(context.piece.color) && context.piece.kind == PieceTypeId::PAWN {
            let full = Some(FULL_STAMINA);
            context.board.set(context.square, STAMINA, full);
        }
    }

    /// A pawn that attacked and was repelled has moved, too.
    fn after_move(&self, context: &mut AfterMove<'_>) {
        let world = &mut context.board;
        if !world.read().scope().has(context.mover) {
            return;
        }
        let moved = context.landed.unwrap_or(context.action.from());
        for square in world.read().position().of(context.mover) {
            let Some(left) = world.attribute(square, STAMINA) else {
                continue;
            };
            if world
                .piece_at(square)
                .is_none_or(|m| m.kind != PieceTypeId::PAWN)
            {
                // It was promoted.
                world.set(square, STAMINA, None);
            } else if square == moved {
                world.set(square, STAMINA, Some((left - 1).max(0)));
            } else if left < FULL_STAMINA {
                world.set(square, STAMINA, Some(left + 1));
            }
        }
    }

    fn filter_moves(&self, context: &FilterMoves<'_>, moves: &mut Vec<Action>) {
        let left = context.board.attribute(context.from, STAMINA);
        if context.piece.kind == PieceTypeId::PAWN && left == Some(0) {
            moves.clear();
        }
    }

    fn why_filtered(&self, _: &FilterMoves<'_>, _: &Action) -> Option<String> {
        Some("the pawn has no stamina left".into())
    }
}
