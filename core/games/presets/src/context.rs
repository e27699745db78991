//! Arguments and powers of the hooks: one type for each hook, so that a new field breaks no
//! implementation.

use serde::{Deserialize, Serialize};

use super::action::Action;
use super::board::{ColoredPiece, PieceTypeId};
use super::engine::MoveTrace;
use super::library::Library;
use super::log::{MoveEntry, SideEffect};
use super::position::{Counters, Position};
use super::scope::{Active, Scope};
use chess::{Bitboard, Color, Square};
use contract::error::Result;
use contract::value::{Value, to_value};

/// A position as a hook may read it.
#[derive(Clone, Copy)]
pub struct BoardRef<'a> {
    pub(super) library: &'a Library,
    pub(super) position: &'a Position,
    /// The preset that looks.
    pub(super) own: Active,
}

impl<'a> BoardRef<'a> {
    /// The position.
    #[must_use]
    pub const fn position(&self) -> &'a Position {
        self.position
    }

    /// Returns the piece on a square.
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<ColoredPiece> {
        self.position.piece_at(square)
    }

    /// For whom the preset is in force.
    #[must_use]
    pub const fn scope(&self) -> Scope {
        self.own.scope
    }

    /// For how many more plies the preset is in force; without limit if none.
    #[must_use]
    pub const fn turns(&self) -> Option<u16> {
        self.own.turns
    }

    /// An attribute of the piece on a square; `None` if it has none of that name.
    #[must_use]
    pub fn attribute(&self, square: Square, name: &str) -> Option<i16> {
        let attribute = self.library.attribute(name)?;
        self.position.attributes.get(attribute, square)
    }

    /// The attributes that the active presets own.
    #[must_use]
    pub fn attributes_in_force(&self) -> Vec<&'a str> {
        self.library.attributes_of(&self.position.active)
    }

    /// The preset's own state; null where it has none.
    #[must_use]
    pub fn state(&self) -> &'a Value {
        self.position.state(self.own.preset).unwrap_or(&Value::Null)
    }

    /// The preset's own state read as a type; `None` where it has none of that form.
    #[must_use]
    pub fn state_as<T: Deserialize<'a>>(&self) -> Option<T> {
        let state = self.state();
        // Most presets have none, and this is asked of every position of a search.
        (!state.is_null()).then(|| T::deserialize(state).ok())?
    }

    /// A number in the preset's own state, where that is a map; 0 if there is none.
    #[must_use]
    pub fn counted(&self, name: &str) -> i64 {
        self.state().get(name).and_then(Value::as_i64).unwrap_or(0)
    }

    /// The moves so far, the last one first.
    pub fn log(&self) -> impl Iterator<Item = &'a MoveEntry> {
        self.position.log.backwards().map(|entry| &**entry)
    }

    /// The active presets: ids, scopes and turns left, in the order of activation.
    #[must_use]
    pub fn active(&self) -> Vec<(&'a str, Scope, Option<u16>)> {
        let active = self.position.active.iter();
        active
            .map(|a| (self.library.id(a.preset), a.scope, a.turns))
            .collect()
    }

    /// The type of an id.
    #[must_use]
    pub fn kind(&self, id: &str) -> Option<PieceTypeId> {
        self.library.kind(id)
    }

    /// Returns true if a side attacks a square.
    #[must_use]
    pub fn attacks(&self, by: Color, square: Square) -> bool {
        self.library.attacked(self.position, square, by)
    }

    /// The royal pieces of a side: its kings, unless types say otherwise.
    #[must_use]
    pub fn royals(&self, color: Color) -> Bitboard {
        self.library.royals(&self.position.board, color)
    }

    /// Returns true if a side has lost its last royal piece.
    #[must_use]
    pub const fn has_lost(&self, color: Color) -> bool {
        self.position.lost & 1 << color.index() != 0
    }

    /// Returns true if a royal piece of a side is attacked.
    #[must_use]
    pub fn in_check(&self, color: Color) -> bool {
        self.library.exposed(self.position, color)
    }

    /// Returns true if the side to move has a legal move, ignoring ends of the game.
    #[must_use]
    pub fn has_move(&self) -> bool {
        self.library.has_move(self.position)
    }

    /// Returns true if the side to move has a legal move for which `like` is true, ignoring ends of
    /// the game.
    #[must_use]
    pub fn has_move_like(&self, mut like: impl FnMut(&Action) -> bool) -> bool {
        self.library.any_move(self.position, &mut like)
    }

    /// Returns true if a move captures.
    #[must_use]
    pub fn is_capture(&self, action: &Action) -> bool {
        self.library.is_capture(self.position, action)
    }

    /// Returns the squares to which the piece on a square goes without capturing, and those on
    /// which it may capture now by its own movement; with `cylinder`, files a and h adjoin.
    #[must_use]
    pub fn targets(&self, from: Square, cylinder: bool) -> (Bitboard, Bitboard) {
        self.library.targets(self.position, from, cylinder)
    }

    /// The moves to such squares that the piece on a square would have: a pawn that
    /// comes to its last rank is promoted.
    pub fn push_moves(&self, from: Square, to: Bitboard, moves: &mut Vec<Action>) {
        self.library.push_moves(self.position, from, to, moves);
    }

    /// The position after a leg that captures, where the piece comes to the square;
    /// `None` where it does not, or no leg of the kind is possible.
    #[must_use]
    pub fn after_capture(&self, from: Square, to: Square) -> Option<Position> {
        self.library.after_capture(self.position, from, to)
    }

    /// The same, at another position.
    #[must_use]
    pub const fn at<'b>(&self, position: &'b Position) -> BoardRef<'b>
    where
        'a: 'b,
    {
        BoardRef {
            library: self.library,
            position,
            own: self.own,
        }
    }
}

/// A position as a hook may change it.
pub struct BoardMut<'a> {
    pub(super) library: &'a Library,
    pub(super) position: &'a mut Position,
    pub(super) trace: &'a mut MoveTrace,
    pub(super) own: Active,
}

impl BoardMut<'_> {
    /// Returns a read-only view of the position.
    #[must_use]
    pub const fn read(&self) -> BoardRef<'_> {
        BoardRef {
            library: self.library,
            position: self.position,
            own: self.own,
        }
    }

    /// Puts a new piece on an empty square and lets every active preset know.
    /// Whether the square was empty, and the army had room for it.
    pub fn spawn(&mut self, square: Square, man: ColoredPiece) -> bool {
        self.library.spawn(self.position, self.trace, square, man)
    }

    /// Deals damage to whoever stands on a square; whether that was the end of it.
    /// Damage that leads to damage is bounded; beyond the bound none is dealt, and the
    /// log says so.
    pub fn deal_damage(
        &mut self,
        square: Square,
        amount: i16,
        kind: &str,
        attacker: Option<Square>,
    ) -> bool {
        self.library
            .deal_damage(self.position, self.trace, square, amount, kind, attacker)
    }

    /// Takes a piece from the board that does not die.
    pub fn retract(&mut self, square: Square) -> Option<ColoredPiece> {
        self.library.retract(self.position, self.trace, square)
    }

    /// Moves a piece with its attributes to an empty square. Whether that could be done.
    pub fn relocate(&mut self, from: Square, to: Square) -> bool {
        let can = self.position.piece_at(from).is_some() && self.position.piece_at(to).is_none();
        if can {
            self.position.relocate(from, to);
        }
        can
    }

    /// Makes a piece one of another type; it keeps its attributes. Whether that could be
    /// done: an army whose pieces would lead to too many squares does not grow further.
    pub fn transform(&mut self, square: Square, kind: PieceTypeId) -> bool {
        self.library
            .transform(self.position, self.trace, square, kind)
    }

    /// Gives a piece an attribute, or takes it away. Whether there is such a piece
    /// and an active preset owns the attribute.
    pub fn set(&mut self, square: Square, name: &str, value: Option<i16>) -> bool {
        let owned = self.library.attributes_of(&self.position.active);
        let Some(attribute) = self
            .library
            .attribute(name)
            .filter(|_| owned.contains(&name) && self.position.piece_at(square).is_some())
        else {
            return false;
        };
        // The least value means that there is none.
        let value = value.map(|v| v.max(i16::MIN + 1));
        self.position.attributes.set(attribute, square, value);
        true
    }

    /// An attribute of a piece.
    #[must_use]
    pub fn attribute(&self, square: Square, name: &str) -> Option<i16> {
        self.read().attribute(square, name)
    }

    /// Returns the piece on a square.
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<ColoredPiece> {
        self.position.piece_at(square)
    }

    /// The preset's own state; null where it has none.
    #[must_use]
    pub fn state(&self) -> &Value {
        self.read().state()
    }

    /// Sets the preset's own state, which is saved with the game; null forgets it.
    pub fn set_state(&mut self, value: Value) {
        let value = (!value.is_null()).then_some(value);
        self.position.set_state(self.own.preset, value);
    }

    /// Sets the preset's own state to a value of any type; where that cannot be written, the log
    /// says so.
    pub fn set_state_as(&mut self, state: &impl Serialize) {
        match to_value(state) {
            Ok(value) => self.set_state(value),
            Err(error) => self.trace.note(|| SideEffect::Dropped {
                reason: error.to_string(),
            }),
        }
    }

    /// Adds to a number in the preset's own state, which becomes a map if it is none.
    pub fn count(&mut self, name: &str, more: i64) {
        let sum = self.read().counted(name).saturating_add(more);
        let mut map = self.state().as_object().cloned().unwrap_or_default();
        map.insert(name.to_owned(), sum.into());
        self.set_state(map.into());
    }

    /// Gives the host something to show: what, where, for how many milliseconds.
    /// It is delivered with the events of the move and dropped if nobody listens.
    pub fn effect(&mut self, kind: &str, square: Option<Square>, ttl: u32, data: Value) {
        let preset = self.library.id(self.own.preset);
        self.trace.note(|| SideEffect::Effect {
            preset: preset.to_owned(),
            effect: kind.to_owned(),
            square: square.map(|s| s.to_string()),
            ttl,
            data,
        });
    }

    /// Returns true if the preset whose hook runs is in force still.
    pub(super) fn is_in_force(&self) -> bool {
        let active = self.position.active.iter();
        active.into_iter().any(|a| a.preset == self.own.preset)
    }

    /// Puts the preset whose hook runs out of force, and those that require it.
    pub(super) fn end_own(&mut self) {
        self.library.retire(self.position, self.trace, self.own);
    }

    /// Replaces the active presets: those that are no longer there go out of
    /// force, those that are new come into force, the others stay as they are.
    ///
    /// # Errors
    ///
    /// `invalid_option` for an id that does not exist, a requirement that is not met, or presets
    /// that do not go together; then nothing has changed.
    pub fn replace_active(&mut self, set: &[(&str, Scope, Option<u16>)]) -> Result<()> {
        self.library.replace(self.position, self.trace, set)
    }
}

/// A move is about to be made.
#[non_exhaustive]
pub struct BeforeMove<'a> {
    /// The position, a copy where only a list is made.
    pub board: BoardMut<'a>,
    /// The side that moves.
    pub mover: Color,
    /// The move.
    pub action: Action,
}

impl BeforeMove<'_> {
    /// Returns the position after the move, before the turn passes and without any `before_move`.
    #[must_use]
    pub fn after(&self) -> Position {
        self.board.library.tried(self.board.position, &self.action)
    }
}

/// A capture is about to be made.
#[non_exhaustive]
pub struct BeforeCapture<'a> {
    /// The position.
    pub board: BoardMut<'a>,
    /// The side that moves.
    pub mover: Color,
    /// The move.
    pub action: Action,
    /// Square of the attacker.
    pub attacker: Square,
    /// Square to which the attacker goes.
    pub to: Square,
    /// Square of the target, in en passant not that to which the attacker goes.
    pub target: Square,
}

/// A piece is damaged.
#[non_exhaustive]
pub struct OnDamage<'a> {
    /// The position.
    pub board: BoardMut<'a>,
    /// Square of the damaged piece.
    pub square: Square,
    /// Damaged piece.
    pub piece: ColoredPiece,
    /// Amount of the damage.
    pub amount: i16,
    /// `capture`, `explosion`, `poison`, or what a preset named.
    pub kind: &'a str,
    /// Square of the attacker, if there is one.
    pub attacker: Option<Square>,
}

/// A capture that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Taken {
    /// Square of the captured piece.
    pub square: Square,
    /// Captured piece.
    pub piece: ColoredPiece,
    /// Piece that captured it, if there is one.
    pub by: Option<ColoredPiece>,
}

/// Everything has moved.
#[non_exhaustive]
pub struct AfterMove<'a> {
    /// The position.
    pub board: BoardMut<'a>,
    /// The side that moved.
    pub mover: Color,
    /// The move.
    pub action: Action,
    /// The piece that moved, as it was.
    pub piece: ColoredPiece,
    /// Square of the piece now, if it moved and is still there.
    pub landed: Option<Square>,
    /// Pieces that died of being captured.
    pub taken: Vec<Taken>,
}

/// Nothing happens but that a turn begins, or that a preset comes or goes.
#[non_exhaustive]
pub struct HookContext<'a> {
    /// The position.
    pub board: BoardMut<'a>,
    /// The side to move.
    pub turn: Color,
}

/// The question if the game is over.
#[non_exhaustive]
pub struct GameResult<'a> {
    /// The position.
    pub board: BoardRef<'a>,
    /// The side to move.
    pub turn: Color,
}

/// A move has been made and is written down.
#[non_exhaustive]
pub struct DescribeMove<'a> {
    /// The position after the move, the turn having passed.
    pub board: BoardRef<'a>,
    /// The side that moved.
    pub mover: Color,
    /// The move.
    pub action: Action,
    /// Events of the move so far.
    pub events: &'a [SideEffect],
}

/// The moves of a piece are listed.
#[non_exhaustive]
pub struct Listing<'a> {
    /// The position.
    pub board: BoardRef<'a>,
    /// Square of the piece whose moves are listed.
    pub from: Square,
    /// Piece whose moves are listed.
    pub piece: ColoredPiece,
    /// The square that is asked about, where it is one: whether it is attacked. Moves
    /// that do not touch it may be left out.
    pub goal: Option<Square>,
}

/// The moves of a piece are cut down.
#[non_exhaustive]
pub struct FilterMoves<'a> {
    /// The position.
    pub board: BoardRef<'a>,
    /// Square of the piece whose moves are filtered.
    pub from: Square,
    /// Piece whose moves are filtered.
    pub piece: ColoredPiece,
    /// The moves of all pieces of its side, before any was taken away.
    pub all: &'a [Action],
}

/// Query for the types to which a pawn may promote.
#[non_exhaustive]
pub struct Promotions<'a> {
    /// The position.
    pub board: BoardRef<'a>,
    /// The side of the pawn.
    pub color: Color,
}

/// A piece has appeared.
#[non_exhaustive]
pub struct OnSpawn<'a> {
    /// The position.
    pub board: BoardMut<'a>,
    /// Square of the new piece.
    pub square: Square,
    /// New piece.
    pub piece: ColoredPiece,
}

/// A piece has left the board.
#[non_exhaustive]
pub struct OnRetract<'a> {
    /// The position.
    pub board: BoardMut<'a>,
    /// Square on which the piece stood.
    pub square: Square,
    /// Piece that left the board.
    pub piece: ColoredPiece,
    /// Cause of death; `None` if the piece was retracted.
    pub died_of: Option<&'a str>,
    pub(super) held: Counters,
}

impl OnRetract<'_> {
    /// An attribute that the piece had.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<i16> {
        let attribute = self.board.library.attribute(name)?;
        self.held
            .iter()
            .find(|(a, _)| usize::from(*a) == attribute)
            .map(|(_, value)| *value)
    }
}

/// The question if the king may be left as it is.
#[non_exhaustive]
pub struct SelfCheck<'a> {
    /// Position that is judged: that after a move, or the current one.
    pub board: BoardRef<'a>,
    /// The side that would leave its king in check.
    pub mover: Color,
}
