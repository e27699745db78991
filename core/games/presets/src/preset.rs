//! Trait of presets: rules with hooks into the making of a move.

use std::ops::BitOr;
use std::panic::{RefUnwindSafe, UnwindSafe};

use super::action::Action;
use super::board::PieceTypeId;
use super::context::{
    AfterMove, BeforeCapture, BeforeMove, BoardRef, DescribeMove, FilterMoves, GameResult,
    HookContext, Listing, OnDamage, OnRetract, OnSpawn, Promotions, SelfCheck,
};
use super::kinds::PieceType;
use chess::Color;
use contract::error::Result;
use contract::game::Outcome;

/// A set of extension points. What a preset does not name is not called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hooks(u32);

impl Hooks {
    /// None of them.
    pub const NONE: Self = Self(0);
    /// All of them, [`IGNORES_SELF_CHECK`](Self::IGNORES_SELF_CHECK) excepted.
    pub const ALL: Self = Self(0x7fff);
    /// [`Preset::before_move`].
    pub const BEFORE_MOVE: Self = Self(1);
    /// [`Preset::before_capture`].
    pub const BEFORE_CAPTURE: Self = Self(1 << 1);
    /// [`Preset::on_damage`].
    pub const ON_DAMAGE: Self = Self(1 << 2);
    /// [`Preset::after_move`].
    pub const AFTER_MOVE: Self = Self(1 << 3);
    /// [`Preset::after_move`], which however neither moves, adds nor removes a
    /// piece, nor deals damage: a mere declaration, which makes lists of moves faster.
    pub const AFTER_MOVE_QUIETLY: Self = Self(1 << 16);
    /// [`Preset::turn_start`].
    pub const TURN_START: Self = Self(1 << 4);
    /// [`Preset::game_result`].
    pub const GAME_RESULT: Self = Self(1 << 5);
    /// [`Preset::describe_move`].
    pub const DESCRIBE_MOVE: Self = Self(1 << 6);
    /// [`Preset::on_activate`].
    pub const ON_ACTIVATE: Self = Self(1 << 7);
    /// [`Preset::on_deactivate`].
    pub const ON_DEACTIVATE: Self = Self(1 << 8);
    /// [`Preset::extra_moves`].
    pub const EXTRA_MOVES: Self = Self(1 << 9);
    /// [`Preset::filter_moves`].
    pub const FILTER_MOVES: Self = Self(1 << 10);
    /// [`Preset::on_spawn`].
    pub const ON_SPAWN: Self = Self(1 << 11);
    /// [`Preset::on_retract`].
    pub const ON_RETRACT: Self = Self(1 << 12);
    /// [`Preset::filter_self_check`].
    pub const FILTER_SELF_CHECK: Self = Self(1 << 13);
    /// [`Preset::promotions`].
    pub const PROMOTIONS: Self = Self(1 << 14);
    /// A side in scope may always leave its king in check, without being asked
    /// move by move: what [`Preset::filter_self_check`] says of every move.
    pub const IGNORES_SELF_CHECK: Self = Self(1 << 15);

    /// [`Preset::after_move`] of a preset that has not said that it is quiet.
    pub(super) const LOUDLY: Self = Self(1 << 17);

    /// The names of the hooks in the set, in the order in which they fire in a move.
    #[must_use]
    pub fn names(self) -> Vec<&'static str> {
        let all = [
            (Self::BEFORE_MOVE, "before_move"),
            (Self::BEFORE_CAPTURE, "before_capture"),
            (Self::ON_DAMAGE, "on_damage"),
            (Self::AFTER_MOVE, "after_move"),
            (Self::TURN_START, "turn_start"),
            (Self::GAME_RESULT, "game_result"),
            (Self::DESCRIBE_MOVE, "describe_move"),
            (Self::ON_ACTIVATE, "on_activate"),
            (Self::ON_DEACTIVATE, "on_deactivate"),
            (Self::EXTRA_MOVES, "extra_moves"),
            (Self::FILTER_MOVES, "filter_moves"),
            (Self::PROMOTIONS, "promotions"),
            (Self::ON_SPAWN, "on_spawn"),
            (Self::ON_RETRACT, "on_retract"),
            (
                Self(Self::FILTER_SELF_CHECK.0 | Self::IGNORES_SELF_CHECK.0),
                "filter_self_check",
            ),
        ];
        let there = all.into_iter().filter(|(hook, _)| self.meets(*hook));
        there.map(|(_, name)| name).collect()
    }

    pub(super) const fn effective(self) -> Self {
        if self.has(Self::AFTER_MOVE) && !self.has(Self::AFTER_MOVE_QUIETLY) {
            return Self(self.0 | Self::LOUDLY.0);
        }
        self
    }

    /// Returns true if the set contains all of the others.
    #[must_use]
    pub const fn has(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    /// Returns true if the set contains any of the others.
    #[must_use]
    pub const fn meets(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }
}

impl BitOr for Hooks {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The treatment of a capture by a preset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capture {
    /// The capture goes on to the next preset, and at last to the board.
    Pass,
    /// The preset has done all there is to do, moving the attacker included.
    Consumed,
}

/// Answer of a preset to damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// So much goes on to the next preset. What is left in the end kills, unless
    /// it is nothing.
    Pass(i16),
    /// The preset took it.
    Consumed {
        /// True if the piece died of it.
        died: bool,
    },
}

/// Answer of a preset to a query for the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing: the next preset is asked, and at last checkmate and stalemate decide.
    Pass,
    /// The game goes on while the side to move has a move; without one it is drawn.
    Playing,
    /// The game is over.
    Over(Outcome),
}

/// A counter in the state of a preset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// The name, of lower case letters, digits and `_`.
    pub name: String,
    /// The fields of the state for White and for Black; the same where both have one counter.
    pub fields: [String; 2],
}

/// A rule that can be switched on and off in a running game.
///
/// Hooks are called in the order in which they stand here; where several presets
/// attach to one, in the order of their activation. A hook without the `&mut` world
/// only looks. Attach with [`hooks`](Self::hooks) to what you implement.
pub trait Preset: Send + Sync + UnwindSafe + RefUnwindSafe {
    /// The stable name, in saves and by which it is chosen: lower case letters,
    /// digits and hyphens.
    fn id(&self) -> &str;

    /// The name for people.
    fn name(&self) -> &str;

    /// A sentence about the rule.
    fn description(&self) -> &str;

    /// The presets that may not be in force at once under overlapping scopes. It
    /// is enough if one of two names the other.
    fn incompatible_with(&self) -> Vec<String> {
        Vec::new()
    }

    /// The presets that must be in force under an overlapping scope.
    fn requires(&self) -> Vec<String> {
        Vec::new()
    }

    /// The attributes of pieces that it owns, as [`BoardMut::set`](super::BoardMut::set)
    /// knows them. Presets that own one of the same name share it.
    fn piece_attributes(&self) -> Vec<String> {
        Vec::new()
    }

    /// The types of pieces that it brings along.
    fn piece_types(&self) -> Vec<PieceType> {
        Vec::new()
    }

    /// The position from which a game with it starts, as FEN.
    fn start(&self) -> Option<&str> {
        None
    }

    /// Checks that the types of pieces that it names are among those of the rules.
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming what is not there.
    fn check(&self, kinds: &[PieceType]) -> Result<()> {
        let _ = kinds;
        Ok(())
    }

    /// Returns the hooks that the preset uses; by default [`Hooks::ALL`].
    fn hooks(&self) -> Hooks {
        Hooks::ALL
    }

    /// A legal move is about to be made, and nothing has changed. An error cancels
    /// it with that reason, and with it whatever the hook changed. The lists of
    /// legal moves try it on a copy. Of the presets with the mover in scope.
    ///
    /// # Errors
    ///
    /// The reason for which the move may not be made.
    fn before_move(&self, context: &mut BeforeMove<'_>) -> Result<(), String> {
        let _ = context;
        Ok(())
    }

    /// The move captures. Of the presets with the mover in scope.
    fn before_capture(&self, context: &mut BeforeCapture<'_>) -> Capture {
        let _ = context;
        Capture::Pass
    }

    /// A piece is damaged. Of the presets with its colour in scope; the first to
    /// consume has the last word.
    fn on_damage(&self, context: &mut OnDamage<'_>) -> Damage {
        Damage::Pass(context.amount)
    }

    /// Everything has moved; whose turn it is has not changed yet. Of every preset.
    fn after_move(&self, context: &mut AfterMove<'_>) {
        let _ = context;
    }

    /// Returns true if [`after_move`](Self::after_move) may move, add, remove or damage a piece
    /// after this move; other moves are listed faster.
    fn follows(&self, look: &BoardRef<'_>, action: &Action) -> bool {
        let _ = (look, action);
        true
    }

    /// A turn begins. Of the presets with the side to move in scope.
    fn turn_start(&self, context: &mut HookContext<'_>) {
        let _ = context;
    }

    /// Judges if the game is over. Of every preset; the first answer counts.
    fn game_result(&self, context: &GameResult<'_>) -> Verdict {
        let _ = context;
        Verdict::Pass
    }

    /// Returns notes on a move for its record. Called for every preset.
    fn describe_move(&self, context: &DescribeMove<'_>) -> Vec<String> {
        let _ = context;
        Vec::new()
    }

    /// The preset has come into force.
    fn on_activate(&self, context: &mut HookContext<'_>) {
        let _ = context;
    }

    /// The preset goes out of force; its state is cleared afterwards.
    fn on_deactivate(&self, context: &mut HookContext<'_>) {
        let _ = context;
    }

    /// More moves for a piece, before those of the others are known. What they
    /// take is attacked. Of the presets with the piece's colour in scope.
    fn extra_moves(&self, context: &Listing<'_>, moves: &mut Vec<Action>) {
        let _ = (context, moves);
    }

    /// Returns true if all moves that it adds go straight from one square to another, promotions
    /// to the first or the last rank, so that they have action ids.
    fn goes_straight(&self) -> bool {
        true
    }

    /// The counters in its state by which positions with the same pieces differ, for who learns
    /// from positions; see [`BoardRef::counted`].
    fn counters(&self) -> Vec<Counter> {
        Vec::new()
    }

    /// Takes moves of a piece away. What it could take stays attacked, as by a
    /// piece that is pinned. Of the presets with the piece's colour in scope.
    fn filter_moves(&self, context: &FilterMoves<'_>, moves: &mut Vec<Action>) {
        let _ = (context, moves);
    }

    /// The words for a move that [`filter_moves`](Self::filter_moves) has taken away, for
    /// whoever tries it.
    fn why_filtered(&self, context: &FilterMoves<'_>, action: &Action) -> Option<String> {
        let _ = (context, action);
        None
    }

    /// Changes the list of types to which a pawn may promote. Called for the presets with its
    /// colour in scope.
    fn promotions(&self, context: &Promotions<'_>, kinds: &mut Vec<PieceTypeId>) {
        let _ = (context, kinds);
    }

    /// A piece has appeared. Of every preset.
    fn on_spawn(&self, context: &mut OnSpawn<'_>) {
        let _ = context;
    }

    /// A piece has left the board. Of every preset.
    fn on_retract(&self, context: &mut OnRetract<'_>) {
        let _ = context;
    }

    /// Returns true if an attack on the mover's king does not count as check in this position.
    /// Called for the presets with the mover in scope.
    fn filter_self_check(&self, context: &SelfCheck<'_>) -> bool {
        let _ = context;
        false
    }

    /// Returns true if a side can never win by the rules of chess and this one, for lack of
    /// material. If all active presets say so of both sides, the game is drawn; if they say so of
    /// one, the fall of the other's flag is a draw.
    fn cannot_win(&self, look: &BoardRef<'_>, color: Color) -> bool {
        let _ = (look, color);
        false
    }

    /// Returns true if what the rule keeps of a game only grows, as a count of checks, so that no position
    /// comes again once it has changed.
    fn only_grows(&self) -> bool {
        false
    }

    /// Returns the score that the rule adds for a side in scope, in hundredths of a pawn and
    /// besides the values of its pieces; for bots. [`BoardRef::material`] takes the values.
    fn evaluate(&self, look: &BoardRef<'_>, color: Color, values: &[i32]) -> i32 {
        let _ = (look, color, values);
        0
    }
}
