//! The rules of a preset that was defined as data.

use super::{Aim, Document, Goal, Id, Role, Worth};
use crate::action::Action;
use crate::board::{ColoredPiece, PieceTypeId};
use crate::context::{
    AfterMove, BeforeCapture, BeforeMove, BoardMut, BoardRef, DescribeMove, FilterMoves,
    GameResult, HookContext, OnDamage, OnRetract, OnSpawn, Promotions, SelfCheck,
};
use crate::hooks::{Event, HookSet};
use crate::kinds::PieceType;
use crate::preset::{Capture, Counter, Damage, Hooks, Preset, Verdict};
use chess::{Bitboard, Color, Square};
use contract::error::Result;
use contract::game::{Outcome, Seat, Seats};

/// A preset that was defined as data.
pub(super) struct Defined {
    pub(super) document: Document,
    pub(super) types: Vec<PieceType>,
    pub(super) hooks: HookSet,
}

impl Defined {
    /// The ids of types that it names without bringing them along, with the field.
    fn named(&self) -> Vec<(String, &str)> {
        let document = &self.document;
        let replaced = document.pieces.iter().enumerate();
        let mut out: Vec<(String, &str)> = replaced
            .filter_map(|(i, p)| {
                let id = p.replaces.as_ref()?;
                Some((format!("piece[{i}].replaces"), id.0.as_str()))
            })
            .collect();
        for (i, attribute) in document.attributes.iter().enumerate() {
            let field = format!("attribute[{i}].pieces");
            out.extend(attribute.pieces.iter().map(|p| (field.clone(), &*p.0)));
        }
        let promotions = document.promotion.iter().flat_map(|p| &p.to);
        out.extend(promotions.map(|p| ("promotion.to".to_owned(), &*p.0)));
        for (i, goal) in document.goals.iter().enumerate() {
            out.extend(
                goal.piece
                    .iter()
                    .map(|p| (format!("goal[{i}].piece"), &*p.0)),
            );
        }
        out.extend(self.hooks.named());
        out
    }

    fn seed(&self, world: &mut BoardMut<'_>, square: Square, man: ColoredPiece) {
        for attribute in &self.document.attributes {
            let of = |id: &Id| world.read().kind(&id.0) == Some(man.kind);
            if attribute.initial.is_some()
                && (attribute.pieces.is_empty() || attribute.pieces.iter().any(of))
            {
                world.set(square, &attribute.name, attribute.initial);
            }
        }
    }

    fn replacement(&self, look: &BoardRef<'_>, kind: PieceTypeId) -> Option<PieceTypeId> {
        self.document.pieces.iter().find_map(|piece| {
            let replaced = look.kind(&piece.replaces.as_ref()?.0)?;
            (replaced == kind).then(|| look.kind(&piece.id.0))?
        })
    }

    /// Counts checks and captures towards the goals.
    fn count_goals(&self, context: &mut AfterMove<'_>) {
        let world = &mut context.board;
        if !world.read().scope().has(context.mover) {
            return;
        }
        for (number, goal) in self.document.goals.iter().enumerate() {
            let kind = goal.piece.as_ref().map(|id| world.read().kind(&id.0));
            let more = match goal.kind {
                Aim::Checks => usize::from(world.read().in_check(!context.mover)),
                Aim::Captures => {
                    let fits = |man: ColoredPiece| kind.is_none_or(|k| k == Some(man.kind));
                    context.taken.iter().filter(|t| fits(t.piece)).count()
                }
                _ => 0,
            };
            if more > 0 {
                world.count(&goal_counter(context.mover, number), more as i64);
            }
        }
    }

    /// The side that has come to a goal.
    fn reached(
        &self,
        look: &BoardRef<'_>,
        goal: &Goal,
        number: usize,
        turn: Color,
    ) -> Option<Color> {
        let kind = goal.piece.as_ref().and_then(|id| look.kind(&id.0));
        let of = |c: Color| match kind {
            Some(kind) => look.position().pieces(c, kind),
            None => look.position().of(c),
        };
        let count = |c: Color| look.counted(&goal_counter(c, number));
        let there: Bitboard = goal.squares.iter().map(|s| s.0).collect();
        let came = |c: &Color| match goal.kind {
            Aim::Reach => of(*c).meets(there),
            Aim::Checks | Aim::Captures => count(*c) >= i64::from(goal.count.unwrap_or(u16::MAX)),
            Aim::Extinction => of(*c).is_empty(),
            Aim::Stalemate => *c == turn && !look.in_check(*c) && !look.has_move(),
        };
        // Who has just moved is asked first.
        [!turn, turn]
            .into_iter()
            .filter(|c| look.scope().has(*c))
            .find(came)
    }
}

/// The field of the state in which a side's steps towards a goal are counted.
fn goal_counter(color: Color, number: usize) -> String {
    format!("{} {number}", color.name())
}

impl Preset for Defined {
    fn id(&self) -> &str {
        &self.document.id.0
    }

    fn name(&self) -> &str {
        let document = &self.document;
        document.name.as_ref().unwrap_or(&document.id.0)
    }

    fn description(&self) -> &str {
        &self.document.description
    }

    fn incompatible_with(&self) -> Vec<String> {
        let ids = self.document.incompatible_with.iter();
        ids.map(|id| id.0.clone()).collect()
    }

    fn requires(&self) -> Vec<String> {
        self.document
            .requires
            .iter()
            .map(|id| id.0.clone())
            .collect()
    }

    fn piece_attributes(&self) -> Vec<String> {
        let attributes = self.document.attributes.iter();
        attributes.map(|a| a.name.clone()).collect()
    }

    fn piece_types(&self) -> Vec<PieceType> {
        self.types.clone()
    }

    fn start(&self) -> Option<&str> {
        self.document.start.as_deref()
    }

    fn check(&self, kinds: &[PieceType]) -> Result<()> {
        let known: Vec<&str> = kinds.iter().map(|k| k.id.as_str()).collect();
        for (field, id) in self.named() {
            if !known.contains(&id) {
                let what = format!(
                    "there is no piece type {id:?}: there are {}",
                    known.join(", ")
                );
                return Err(self.document.wrong(&field, &what));
            }
        }
        Ok(())
    }

    fn hooks(&self) -> Hooks {
        let document = &self.document;
        let mut hooks = Hooks::ON_ACTIVATE | Hooks::ON_SPAWN | Hooks::ON_DEACTIVATE;
        if document
            .attributes
            .iter()
            .any(|a| a.role == Role::HitPoints)
        {
            hooks = hooks | Hooks::ON_DAMAGE;
        }
        if document.promotion.is_some() || document.pieces.iter().any(|p| p.replaces.is_some()) {
            hooks = hooks | Hooks::PROMOTIONS;
        }
        if !document.goals.is_empty() {
            hooks = hooks | Hooks::GAME_RESULT;
        }
        let counts = |g: &Goal| matches!(g.kind, Aim::Checks | Aim::Captures);
        if document.goals.iter().any(counts) {
            hooks = hooks | Hooks::AFTER_MOVE;
        }
        hooks = hooks | self.hooks.attached();
        // Goals only count.
        if hooks.has(Hooks::AFTER_MOVE) && !self.hooks.is_loud() {
            hooks = hooks | Hooks::AFTER_MOVE_QUIETLY;
        }
        hooks
    }

    fn follows(&self, look: &BoardRef<'_>, action: &Action) -> bool {
        self.hooks.follows(look, action)
    }

    fn before_move(&self, context: &mut BeforeMove<'_>) -> std::result::Result<(), String> {
        self.hooks.before_move(context)
    }

    fn before_capture(&self, context: &mut BeforeCapture<'_>) -> Capture {
        self.hooks.before_capture(context)
    }

    fn turn_start(&self, context: &mut HookContext<'_>) {
        self.hooks.turn_start(context);
    }

    fn describe_move(&self, context: &DescribeMove<'_>) -> Vec<String> {
        self.hooks.describe_move(context)
    }

    fn on_retract(&self, context: &mut OnRetract<'_>) {
        self.hooks.on_retract(context);
    }

    fn filter_moves(&self, context: &FilterMoves<'_>, moves: &mut Vec<Action>) {
        moves.retain(|action| self.hooks.filtered(context, action).is_none());
    }

    fn why_filtered(&self, context: &FilterMoves<'_>, action: &Action) -> Option<String> {
        self.hooks.filtered(context, action)
    }

    fn filter_self_check(&self, context: &SelfCheck<'_>) -> bool {
        self.hooks.filter_self_check(context)
    }

    fn cannot_win(&self, look: &BoardRef<'_>, color: Color) -> bool {
        self.hooks.cannot_win(look, color)
    }

    fn on_activate(&self, context: &mut HookContext<'_>) {
        let world = &mut context.board;
        for square in world.read().position().occupied() {
            let Some(man) = world.piece_at(square) else {
                continue;
            };
            if !world.read().scope().has(man.color) {
                continue;
            }
            let kind = self
                .replacement(&world.read(), man.kind)
                .unwrap_or(man.kind);
            if kind != man.kind {
                world.transform(square, kind);
            }
            self.seed(world, square, ColoredPiece::new(man.color, kind));
        }
        self.hooks.standing(Event::OnActivate, world);
    }

    fn on_deactivate(&self, context: &mut HookContext<'_>) {
        let world = &mut context.board;
        self.hooks.standing(Event::OnDeactivate, world);
        for piece in self.document.pieces.iter() {
            let Some(replaced) = &piece.replaces else {
                continue;
            };
            let (new, old) = (
                world.read().kind(&piece.id.0),
                world.read().kind(&replaced.0),
            );
            let (Some(new), Some(old)) = (new, old) else {
                continue;
            };
            for color in Color::ALL {
                if world.read().scope().has(color) {
                    for square in world.read().position().pieces(color, new) {
                        world.transform(square, old);
                    }
                }
            }
        }
    }

    fn on_spawn(&self, context: &mut OnSpawn<'_>) {
        let world = &mut context.board;
        if world.read().scope().has(context.piece.color) {
            let mut man = context.piece;
            if let Some(kind) = self.replacement(&world.read(), man.kind) {
                world.transform(context.square, kind);
                man.kind = kind;
            }
            self.seed(world, context.square, man);
        }
        self.hooks.on_spawn(context);
    }

    fn on_damage(&self, context: &mut OnDamage<'_>) -> Damage {
        if let Some(answer) = self.hooks.on_damage(context) {
            return answer;
        }
        for attribute in &self.document.attributes {
            let left = context.board.attribute(context.square, &attribute.name);
            let Some(left) = left.filter(|_| attribute.role == Role::HitPoints) else {
                continue;
            };
            let left = left.saturating_sub(context.amount.max(0)).max(0);
            let world = &mut context.board;
            world.set(context.square, &attribute.name, Some(left));
            return Damage::Consumed { died: left == 0 };
        }
        Damage::Pass(context.amount)
    }

    fn promotions(&self, context: &Promotions<'_>, kinds: &mut Vec<PieceTypeId>) {
        if let Some(promotion) = &self.document.promotion {
            let to = promotion.to.iter();
            *kinds = to.filter_map(|id| context.board.kind(&id.0)).collect();
        }
        for kind in kinds {
            *kind = self.replacement(&context.board, *kind).unwrap_or(*kind);
        }
    }

    fn after_move(&self, context: &mut AfterMove<'_>) {
        self.count_goals(context);
        self.hooks.after_move(context);
    }

    fn counters(&self) -> Vec<Counter> {
        let goals = self.document.goals.iter().enumerate();
        let counts = goals.filter(|(_, goal)| matches!(goal.kind, Aim::Checks | Aim::Captures));
        let of_goals = counts.map(|(number, _)| Counter {
            name: format!("goal_{number}"),
            fields: Color::ALL.map(|color| goal_counter(color, number)),
        });
        of_goals.chain(self.hooks.counters()).collect()
    }

    fn game_result(&self, context: &GameResult<'_>) -> Verdict {
        let verdict = self.hooks.game_result(context);
        if verdict != Verdict::Pass {
            return verdict;
        }
        for (number, goal) in self.document.goals.iter().enumerate() {
            let side = self.reached(&context.board, goal, number, context.turn);
            let Some(color) = side else { continue };
            let reason = match goal.kind {
                Aim::Reach => "goal_reached",
                Aim::Checks => "checks_given",
                Aim::Captures => "captures_made",
                Aim::Extinction => "extinction",
                Aim::Stalemate => "stalemate",
            };
            let wins = |c: Color| Outcome::win(Seats::only(Seat(c.index() as u8)), reason);
            return Verdict::Over(match goal.result {
                Worth::Win => wins(color),
                Worth::Loss => wins(!color),
                Worth::Draw => Outcome::draw(reason),
            });
        }
        Verdict::Pass
    }
}
