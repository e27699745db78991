//! Hooks as data: an event, conditions and effects of closed lists, which a preset of a
//! document composes without Rust.
//!
//! [`read`] has the shapes and refuses what does not fit together, [`frame`] what an event is
//! about, [`condition`] the tests, [`effect`] what follows.

mod condition;
mod effect;
mod frame;
mod read;

pub(super) use read::{Event, Hook};

use super::action::Action;
use super::context::{
    AfterMove, BeforeCapture, BeforeMove, BoardMut, BoardRef, DescribeMove, FilterMoves,
    GameResult, HookContext, OnDamage, OnRetract, OnSpawn, SelfCheck,
};
use super::preset::{Capture, Counter, Damage, Hooks, Verdict};
use chess::{Color, Square};
use condition::{Side, counter};
use contract::game::{Outcome, Seat, Seats};
use effect::{Answer, Effect};
use frame::Frame;

/// The hooks of a document, in its order.
#[derive(Clone, Debug, Default)]
pub(super) struct HookSet(Vec<Hook>);

/// Returns the sides in scope for which a hook runs.
fn sides(look: &BoardRef<'_>, hook: &Hook) -> Vec<Color> {
    let scope = look.scope();
    let all = Color::ALL.into_iter();
    all.filter(|c| hook.always || scope.has(*c)).collect()
}

impl HookSet {
    /// Collects hooks that each fit together.
    ///
    /// # Errors
    ///
    /// In words, with the number of the hook: too many, an attribute that the document does not
    /// have, a counter that nothing counts.
    pub(super) fn new(hooks: Vec<Hook>, attributes: &[&str]) -> std::result::Result<Self, String> {
        read::check_all(&hooks, attributes)?;
        Ok(Self(hooks))
    }

    /// The types of pieces that the hooks name, with the field.
    pub(super) fn named(&self) -> Vec<(String, &str)> {
        let each = self.0.iter().enumerate();
        each.flat_map(|(i, hook)| {
            let ids = hook.piece_types().into_iter();
            ids.map(move |id| (format!("hook[{i}]"), id))
        })
        .collect()
    }

    /// The extension points to which the hooks attach.
    pub(super) fn attached(&self) -> Hooks {
        let all = self.0.iter().map(Hook::attaches);
        let all = all.fold(Hooks::NONE, |all, one| all | one);
        match self.0.iter().any(Hook::ends) {
            true => all | Hooks::GAME_RESULT,
            false => all,
        }
    }

    /// The counters that they change.
    pub(super) fn counters(&self) -> Vec<Counter> {
        let mut all: Vec<Counter> = Vec::new();
        for effect in self.0.iter().flat_map(|hook| &hook.effects) {
            if let Effect::Counter(change) = effect {
                let sided = change.side.and_then(|side| side.one(Color::White));
                let side = sided.map(|_| Side::Own);
                let field = |own| counter(&change.name, side, own);
                let found = Counter {
                    name: change.name.clone(),
                    fields: Color::ALL.map(field),
                };
                if !all.contains(&found) {
                    all.push(found);
                }
            }
        }
        all
    }

    /// Returns true if hooks may move, add, remove or damage pieces after a move.
    pub(super) fn is_loud(&self) -> bool {
        self.0
            .iter()
            .any(|hook| hook.when.follows_move() && !hook.is_quiet())
    }

    /// Returns true if something may move, appear, go or be damaged after a move.
    pub(super) fn follows(&self, look: &BoardRef<'_>, action: &Action) -> bool {
        self.0
            .iter()
            .filter(|hook| hook.when.follows_move() && !hook.is_quiet())
            .any(|hook| hook.when != Event::OnCapture || look.is_capture(action))
    }

    fn of(&self, event: Event) -> impl Iterator<Item = &Hook> {
        self.0.iter().filter(move |hook| hook.when == event)
    }

    pub(super) fn before_move(
        &self,
        context: &mut BeforeMove<'_>,
    ) -> std::result::Result<(), String> {
        let from = context.action.from();
        let frame = Frame {
            piece: Some((from, context.board.piece_at(from))),
            action: Some(context.action),
            ..Frame::new(context.mover)
        };
        let mut answer = Answer::default();
        for hook in self.of(Event::BeforeMove) {
            hook.change(&mut context.board, frame.clone(), &mut answer);
            if let Some(reason) = answer.forbidden.take() {
                return Err(reason);
            }
        }
        Ok(())
    }

    pub(super) fn before_capture(&self, context: &mut BeforeCapture<'_>) -> Capture {
        let world = &mut context.board;
        let attacker = Some((context.attacker, world.piece_at(context.attacker)));
        let frame = Frame {
            piece: attacker,
            attacker,
            target: Some((context.target, world.piece_at(context.target))),
            action: Some(context.action),
            to: Some(context.to),
            ..Frame::new(context.mover)
        };
        let mut answer = Answer::default();
        for hook in self.of(Event::BeforeCapture) {
            hook.change(world, frame.clone(), &mut answer);
            if answer.consumed {
                return Capture::Consumed;
            }
        }
        Capture::Pass
    }

    /// The answer to damage; `None` where the hooks leave it as it is or lessen it to an amount
    /// that they leave in the context.
    pub(super) fn on_damage(&self, context: &mut OnDamage<'_>) -> Option<Damage> {
        for hook in self.of(Event::OnDamage) {
            let world = &mut context.board;
            let attacker = context.attacker.map(|a| (a, world.piece_at(a)));
            let frame = Frame {
                piece: Some((context.square, Some(context.piece))),
                attacker,
                damage: Some(context.kind),
                ..Frame::new(context.piece.color)
            };
            let mut answer = Answer {
                amount: context.amount,
                ..Answer::default()
            };
            hook.change(world, frame, &mut answer);
            context.amount = answer.amount;
            if let Some(died) = answer.died {
                return Some(Damage::Consumed { died });
            }
        }
        None
    }

    pub(super) fn after_move(&self, context: &mut AfterMove<'_>) {
        let from = context.action.from();
        let mover = context.mover;
        let frame = Frame {
            piece: Some((from, Some(context.piece))),
            landed: context.landed,
            action: Some(context.action),
            taken: &context.taken,
            after: true,
            ..Frame::new(mover)
        };
        let world = &mut context.board;
        let mut answer = Answer::default();
        for hook in &self.0 {
            match hook.when {
                Event::AfterMove => hook.change(world, frame.clone(), &mut answer),
                Event::OnCheck if world.read().in_check(!mover) => {
                    hook.change(world, frame.clone(), &mut answer);
                }
                Event::OnCapture => {
                    for taken in &context.taken {
                        let by = taken
                            .by
                            .map(|by| (context.landed.unwrap_or(from), Some(by)));
                        let frame = Frame {
                            target: Some((taken.square, Some(taken.piece))),
                            attacker: by,
                            ..frame.clone()
                        };
                        hook.change(world, frame, &mut answer);
                    }
                }
                _ => {}
            }
        }
    }

    pub(super) fn turn_start(&self, context: &mut HookContext<'_>) {
        let frame = Frame::new(context.turn);
        for hook in self.of(Event::TurnStart) {
            hook.change(&mut context.board, frame.clone(), &mut Answer::default());
        }
    }

    /// The hooks of a preset that comes or goes, once for each side in scope.
    pub(super) fn standing(&self, event: Event, world: &mut BoardMut<'_>) {
        for hook in self.of(event) {
            for color in sides(&world.read(), hook) {
                hook.change(world, Frame::new(color), &mut Answer::default());
            }
        }
    }

    pub(super) fn on_spawn(&self, context: &mut OnSpawn<'_>) {
        for hook in self.of(Event::OnSpawn) {
            let frame = Frame {
                piece: Some((context.square, context.board.piece_at(context.square))),
                ..Frame::new(context.piece.color)
            };
            hook.change(&mut context.board, frame, &mut Answer::default());
        }
    }

    pub(super) fn on_retract(&self, context: &mut OnRetract<'_>) {
        for hook in self.of(Event::OnRetract) {
            let frame = Frame {
                piece: Some((context.square, Some(context.piece))),
                damage: context.died_of,
                held: Some(&context.held),
                ..Frame::new(context.piece.color)
            };
            hook.change(&mut context.board, frame, &mut Answer::default());
        }
    }

    /// The verdict: an end that a hook has brought about, then that of the first hook that has
    /// one, asked of White first.
    pub(super) fn game_result(&self, context: &GameResult<'_>) -> Verdict {
        let look = &context.board;
        if let Some(verdict) = effect::ended(look) {
            return verdict;
        }
        for hook in self.of(Event::GameResult) {
            for color in sides(look, hook) {
                let mut answer = Answer::default();
                let frame = Frame {
                    turn: Some(context.turn),
                    ..Frame::new(color)
                };
                hook.look(look, frame, &mut answer);
                if let Some(verdict) = answer.verdict {
                    return verdict;
                }
            }
        }
        Verdict::Pass
    }

    pub(super) fn describe_move(&self, context: &DescribeMove<'_>) -> Vec<String> {
        let mut answer = Answer::default();
        for hook in self.of(Event::DescribeMove) {
            let frame = Frame {
                action: Some(context.action),
                ..Frame::new(context.mover)
            };
            hook.look(&context.board, frame, &mut answer);
        }
        answer.notes
    }

    /// The reason for which a move is filtered, if it is.
    pub(super) fn filtered(&self, context: &FilterMoves<'_>, action: &Action) -> Option<String> {
        let mut answer = Answer::default();
        for hook in self.of(Event::FilterMoves) {
            let frame = Frame {
                piece: Some((context.from, Some(context.piece))),
                action: Some(*action),
                ..Frame::new(context.piece.color)
            };
            hook.look(&context.board, frame, &mut answer);
            if answer.forbidden.is_some() {
                break;
            }
        }
        answer.forbidden
    }

    pub(super) fn filter_self_check(&self, context: &SelfCheck<'_>) -> bool {
        self.says_yes(Event::FilterSelfCheck, &context.board, context.mover)
    }

    pub(super) fn cannot_win(&self, look: &BoardRef<'_>, color: Color) -> bool {
        self.says_yes(Event::CannotWin, look, color)
    }

    fn says_yes(&self, event: Event, look: &BoardRef<'_>, color: Color) -> bool {
        self.of(event).any(|hook| {
            let mut answer = Answer::default();
            hook.look(look, Frame::new(color), &mut answer);
            answer.yes
        })
    }
}

impl Hook {
    /// Returns true if it runs for the side of the event.
    fn runs(&self, look: &BoardRef<'_>, own: Color) -> bool {
        self.always || look.scope().has(own)
    }

    /// The pieces for each of which it runs; one without a piece where it has no `each`.
    fn each(&self, look: &BoardRef<'_>, frame: &Frame<'_>) -> Vec<Option<Square>> {
        match &self.each {
            None => vec![None],
            Some(test) => {
                let found = test.squares(look, frame).into_iter();
                found.map(Some).collect()
            }
        }
    }

    /// Runs where the board may change.
    fn change(&self, world: &mut BoardMut<'_>, mut frame: Frame<'_>, answer: &mut Answer) {
        if !self.runs(&world.read(), frame.own) {
            return;
        }
        for it in self.each(&world.read(), &frame) {
            frame.it = it;
            // An effect may have put the preset itself out of force.
            if !world.is_in_force() {
                return;
            }
            if !self
                .conditions
                .iter()
                .all(|c| c.holds(&world.read(), &frame))
            {
                continue;
            }
            for effect in &self.effects {
                if !effect.apply(world, &frame, answer) {
                    break;
                }
            }
        }
    }

    /// Runs where the board is only read.
    fn look(&self, look: &BoardRef<'_>, mut frame: Frame<'_>, answer: &mut Answer) {
        if !self.runs(look, frame.own) {
            return;
        }
        for it in self.each(look, &frame) {
            frame.it = it;
            if self.conditions.iter().all(|c| c.holds(look, &frame)) {
                for effect in &self.effects {
                    effect.answer(look, &frame, answer);
                }
            }
        }
    }
}

/// The outcome in which a side wins, or nobody.
fn outcome(winner: Option<Color>, reason: &'static str) -> Outcome {
    match winner {
        Some(color) => Outcome::win(Seats::only(Seat(color.index() as u8)), reason),
        None => Outcome::draw(reason),
    }
}
