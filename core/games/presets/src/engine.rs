//! Execution of a move: the hooks in their order around the changes of chess.

use std::sync::Arc;

use smallvec::SmallVec;

use super::action::{Action, Special};
use super::board::{ColoredPiece, PieceTypeId};
use super::breadth::MOST_GROWN;
use super::context::{
    AfterMove, BeforeCapture, BeforeMove, BoardMut, DescribeMove, OnDamage, OnRetract, OnSpawn,
    Taken,
};
use super::library::Library;
use super::log::{MoveEntry, SideEffect};
use super::position::{Counters, NOWHERE, Position};
use super::preset::{Capture, Damage, Hooks};
use super::scope::Active;
use chess::{Bitboard, Color, File, Square};
use contract::error::Error;

/// Largest depth of nested hook calls, where damage leads to damage, spawns to spawns, and so on.
const DEEPEST: u8 = 32;

/// Largest number of such calls in one move: the depth alone does not bound branching.
const MOST_CALLS: u16 = 1024;

/// Why a piece does not come about that an army has no room for.
const TOO_MANY: &str = "the pieces of a side would lead to too many squares together";

/// Notes taken while a move is made.
#[derive(Debug, Default)]
pub(super) struct MoveTrace {
    recording: bool,
    pub(super) events: Vec<SideEffect>,
    pub(super) taken: SmallVec<[Taken; 2]>,
    depth: u8,
    calls: u16,
    /// True if a piece did not appear because its army would be too large.
    crowded: bool,
}

impl MoveTrace {
    /// One that keeps the events.
    pub(super) fn recording() -> Self {
        Self {
            recording: true,
            ..Self::default()
        }
    }

    pub(super) fn note(&mut self, event: impl FnOnce() -> SideEffect) {
        if self.recording {
            self.events.push(event());
        }
    }

    /// One level deeper; `None` where it is deep enough.
    pub(super) fn deeper(&mut self) -> Option<()> {
        if self.calls > MOST_CALLS {
            return None;
        }
        self.calls += 1;
        if self.depth >= DEEPEST || self.calls > MOST_CALLS {
            self.note(|| SideEffect::Dropped {
                reason: "hooks called each other too deeply or too often".into(),
            });
            return None;
        }
        self.depth += 1;
        Some(())
    }

    /// Takes note of a piece that there is no room for.
    fn crowd(&mut self) {
        self.crowded = true;
        self.note(|| SideEffect::Dropped {
            reason: TOO_MANY.into(),
        });
    }

    /// Checks that there was room for every piece that was to appear.
    ///
    /// # Errors
    ///
    /// `invalid_option` for what was asked for, with the limit.
    pub(super) fn complete(&self, asked: &str) -> contract::Result<()> {
        match self.crowded {
            true => Err(Error::invalid_option(format!(
                "{asked}: {TOO_MANY}, and {MOST_GROWN} are the most"
            ))),
            false => Ok(()),
        }
    }

    pub(super) fn shallower(&mut self) {
        self.depth -= 1;
    }
}

/// Returns the side on which a move castles, 0 for the king's.
pub(super) fn castling_side(action: &Action) -> usize {
    usize::from(action.to().file() != castled(0).0)
}

/// Returns the files of king and rook after castling on a side, 0 for the king's side.
pub(super) const fn castled(side: usize) -> (File, File) {
    match side {
        0 => (File::G, File::F),
        _ => (File::C, File::D),
    }
}

impl Library {
    fn board_mut<'a>(
        &'a self,
        position: &'a mut Position,
        trace: &'a mut MoveTrace,
        own: Active,
    ) -> BoardMut<'a> {
        BoardMut {
            library: self,
            position,
            trace,
            own,
        }
    }

    pub(super) fn letter(&self, man: ColoredPiece) -> String {
        let letter = self.type_of(man.kind).letter;
        match man.color {
            Color::White => letter,
            Color::Black => letter.to_ascii_lowercase(),
        }
        .to_string()
    }

    pub(super) fn royals(&self, board: &super::board::PieceBoard, color: Color) -> Bitboard {
        let kings = board.pieces(color, PieceTypeId::KING);
        self.royal
            .iter()
            .fold(kings, |all, kind| all | board.pieces(color, *kind))
    }

    /// The target of a capture at a leg of a move: where it stands.
    pub(super) fn target(
        &self,
        position: &Position,
        action: &Action,
        mover: Color,
        to: Square,
    ) -> Option<Square> {
        if action.kind() == Special::EnPassant {
            let victim = Square::at(to.file(), action.from().rank());
            return position.piece_at(victim).map(|_| victim);
        }
        let man = position.piece_at(to)?;
        (man.color != mover).then_some(to)
    }

    pub(super) fn is_capture(&self, position: &Position, action: &Action) -> bool {
        let mover = position.turn;
        action.kind() != Special::Castle
            && action
                .legs()
                .any(|leg| self.target(position, action, mover, leg).is_some())
    }

    /// Asks the presets if they permit the move; what they change on the way stays changed.
    pub(super) fn permit(
        &self,
        position: &mut Position,
        trace: &mut MoveTrace,
        action: &Action,
    ) -> Result<(), String> {
        let mover = position.turn;
        for own in self.attached(position, Hooks::BEFORE_MOVE, Some(mover)) {
            let mut context = BeforeMove {
                board: self.board_mut(position, trace, own),
                mover,
                action: *action,
            };
            self.preset(own.preset).before_move(&mut context)?;
        }
        Ok(())
    }

    /// The changes of a move up to `after_move`: captures, the board, durations.
    pub(super) fn advance(&self, position: &mut Position, trace: &mut MoveTrace, action: &Action) {
        contract::work::add(1);
        let mover = position.turn;
        let from = action.from();
        let Some(man) = position.piece_at(from) else {
            return;
        };
        position.en_passant = NOWHERE;
        position.halfmove = match man.kind {
            PieceTypeId::PAWN => 0,
            _ => position.halfmove.saturating_add(1),
        };
        let mut at = from;
        if action.kind() == Special::Castle {
            self.castle(position, action, mover);
            at = action.to();
        } else {
            for leg in action.legs() {
                if !self.go(position, trace, action, at, leg) {
                    break;
                }
                at = leg;
            }
        }
        let mut landed = (at != from && position.piece_at(at) == Some(man)).then_some(at);
        if landed == Some(action.to()) {
            if let Some(kind) = action.promotion() {
                self.transform(position, trace, at, kind);
            }
            if action.kind() == Special::Double {
                let behind = (from.index() + at.index()) / 2;
                position.en_passant = behind as u8;
            }
        }
        if mover == Color::Black {
            position.fullmove = position.fullmove.saturating_add(1);
        }
        self.tick(position, trace);
        if position.hooks.has(Hooks::AFTER_MOVE) {
            let taken = trace.taken.to_vec();
            for own in self.attached(position, Hooks::AFTER_MOVE, None) {
                landed = landed.filter(|s| position.piece_at(*s).is_some_and(|m| m.color == mover));
                let mut context = AfterMove {
                    board: self.board_mut(position, trace, own),
                    mover,
                    action: *action,
                    piece: man,
                    landed,
                    taken: taken.clone(),
                };
                self.preset(own.preset).after_move(&mut context);
            }
        }
    }

    /// One leg of a move; whether the piece came there.
    pub(super) fn go(
        &self,
        position: &mut Position,
        trace: &mut MoveTrace,
        action: &Action,
        at: Square,
        to: Square,
    ) -> bool {
        let Some(man) = position.piece_at(at) else {
            return false;
        };
        let Some(target) = self.target(position, action, man.color, to) else {
            if position.piece_at(to).is_some() {
                return false;
            }
            position.relocate(at, to);
            return true;
        };
        position.halfmove = 0;
        for own in self.attached(position, Hooks::BEFORE_CAPTURE, Some(man.color)) {
            let mut context = BeforeCapture {
                board: self.board_mut(position, trace, own),
                mover: man.color,
                action: *action,
                attacker: at,
                to,
                target,
            };
            if self.preset(own.preset).before_capture(&mut context) == Capture::Consumed {
                return position.piece_at(to) == Some(man);
            }
        }
        if !self.deal_damage(position, trace, target, 1, "capture", Some(at)) {
            return false;
        }
        // A hook may have moved, killed or replaced whatever it liked.
        if position.piece_at(at) != Some(man) || position.piece_at(to).is_some() {
            return false;
        }
        position.relocate(at, to);
        true
    }

    fn castle(&self, position: &mut Position, action: &Action, mover: Color) {
        let side = castling_side(action);
        let Some(rook) = position.rook(mover, side) else {
            return;
        };
        let beside = Square::at(castled(side).1, rook.rank());
        let king = position.take(action.from());
        let rook = position.take(rook);
        for (square, lifted) in [(action.to(), king), (beside, rook)] {
            if let Some((man, held)) = lifted {
                position.put(square, man, &held);
            }
        }
    }

    /// The turn passes.
    pub(super) fn pass_on(&self, position: &mut Position, trace: &mut MoveTrace) {
        position.turn = !position.turn;
        self.turn_start(position, trace);
        // Last, for the pawn that passed may be gone by now.
        self.end_passing(position);
    }

    /// Forgets a square that was passed where nobody can take in passing.
    pub(super) fn end_passing(&self, position: &mut Position) {
        if position.en_passant != NOWHERE && !self.can_take_in_passing(position) {
            position.en_passant = NOWHERE;
        }
    }

    /// The position after a move that is legal, with what happened. A move that
    /// a preset cancels changes nothing.
    pub(super) fn played(&self, position: &Position, action: &Action) -> (Position, MoveEntry) {
        let mover = position.turn;
        let mut entry = MoveEntry {
            side: mover.name().to_owned(),
            text: self.text(action),
            piece: position
                .piece_at(action.from())
                .map(|man| self.letter(man))
                .unwrap_or_default(),
            ..MoveEntry::default()
        };
        let mut next = position.clone();
        let mut trace = MoveTrace::recording();
        if self.permit(&mut next, &mut trace, action).is_err() {
            return (position.clone(), entry);
        }
        self.advance(&mut next, &mut trace, action);
        self.pass_on(&mut next, &mut trace);
        for own in self.attached(&next, Hooks::DESCRIBE_MOVE, None) {
            let context = DescribeMove {
                board: self.board(&next, own),
                mover,
                action: *action,
                events: &trace.events,
            };
            let notes = self.preset(own.preset).describe_move(&context);
            entry.notes.extend(notes);
        }
        entry.events = trace.events;
        (next, entry)
    }

    /// As [`played`](Self::played), with the entry in the log of the position.
    pub(super) fn logged(
        &self,
        position: &Position,
        action: &Action,
    ) -> (Position, Arc<MoveEntry>) {
        let (mut next, entry) = self.played(position, action);
        let entry = Arc::new(entry);
        next.log.push(Arc::clone(&entry));
        (next, entry)
    }

    /// Returns the position after a move, before the turn passes and without `before_move`.
    pub(super) fn tried(&self, position: &Position, action: &Action) -> Position {
        let mut next = position.clone();
        self.advance(&mut next, &mut MoveTrace::default(), action);
        next
    }

    pub(super) fn after_capture(
        &self,
        position: &Position,
        from: Square,
        to: Square,
    ) -> Option<Position> {
        let action = Action::new(from, to);
        let man = position.piece_at(from)?;
        self.target(position, &action, man.color, to)?;
        contract::work::add(1);
        let mut next = position.clone();
        self.go(&mut next, &mut MoveTrace::default(), &action, from, to)
            .then_some(next)
    }

    pub(super) fn transform(
        &self,
        position: &mut Position,
        trace: &mut MoveTrace,
        square: Square,
        kind: PieceTypeId,
    ) -> bool {
        if kind.index() >= self.kinds.len() {
            return false;
        }
        let Some(old) = position.piece_at(square) else {
            return false;
        };
        if !self.has_room(position, old.color, Some(old.kind), kind) {
            trace.crowd();
            return false;
        }
        let Some((man, held)) = position.take(square) else {
            return false;
        };
        position.put(square, ColoredPiece::new(man.color, kind), &held);
        true
    }

    pub(super) fn spawn(
        &self,
        position: &mut Position,
        trace: &mut MoveTrace,
        square: Square,
        man: ColoredPiece,
    ) -> bool {
        if position.piece_at(square).is_some() || man.kind.index() >= self.kinds.len() {
            return false;
        }
        if !self.has_room(position, man.color, None, man.kind) {
            trace.crowd();
            return false;
        }
        position.put(square, man, &Counters::new());
        trace.note(|| SideEffect::Spawn {
            square: square.to_string(),
            piece: self.letter(man),
        });
        self.spawned(position, trace, square);
        true
    }

    /// Lets the presets know of a new piece.
    fn spawned(&self, position: &mut Position, trace: &mut MoveTrace, square: Square) {
        if !position.hooks.has(Hooks::ON_SPAWN) || trace.deeper().is_none() {
            return;
        }
        for own in self.attached(position, Hooks::ON_SPAWN, None) {
            let Some(man) = position.piece_at(square) else {
                break;
            };
            let mut context = OnSpawn {
                board: self.board_mut(position, trace, own),
                square,
                piece: man,
            };
            self.preset(own.preset).on_spawn(&mut context);
        }
        trace.shallower();
    }

    pub(super) fn retract(
        &self,
        position: &mut Position,
        trace: &mut MoveTrace,
        square: Square,
    ) -> Option<ColoredPiece> {
        let (man, held) = position.take(square)?;
        trace.note(|| SideEffect::Retract {
            square: square.to_string(),
            piece: self.letter(man),
        });
        self.left(position, trace, square, man, held, None);
        Some(man)
    }

    /// Lets the presets know of a piece that is gone.
    fn left(
        &self,
        position: &mut Position,
        trace: &mut MoveTrace,
        square: Square,
        man: ColoredPiece,
        held: Counters,
        died_of: Option<&str>,
    ) {
        if !position.hooks.has(Hooks::ON_RETRACT) || trace.deeper().is_none() {
            return;
        }
        for own in self.attached(position, Hooks::ON_RETRACT, None) {
            let mut context = OnRetract {
                board: self.board_mut(position, trace, own),
                square,
                piece: man,
                died_of,
                held: held.clone(),
            };
            self.preset(own.preset).on_retract(&mut context);
        }
        trace.shallower();
    }

    pub(super) fn deal_damage(
        &self,
        position: &mut Position,
        trace: &mut MoveTrace,
        square: Square,
        amount: i16,
        kind: &str,
        attacker: Option<Square>,
    ) -> bool {
        let Some(man) = position.piece_at(square) else {
            return false;
        };
        if trace.deeper().is_none() {
            return false;
        }
        let by = attacker.and_then(|a| position.piece_at(a));
        let mut amount = amount;
        let mut consumed = None;
        for own in self.attached(position, Hooks::ON_DAMAGE, Some(man.color)) {
            let mut context = OnDamage {
                board: self.board_mut(position, trace, own),
                square,
                piece: man,
                amount,
                kind,
                attacker,
            };
            match self.preset(own.preset).on_damage(&mut context) {
                Damage::Pass(rest) => amount = rest,
                Damage::Consumed { died } => {
                    consumed = Some(died);
                    break;
                }
            }
        }
        // Whoever was hit may be gone by the doing of a hook.
        let died = consumed.unwrap_or(amount > 0) && position.piece_at(square) == Some(man);
        trace.note(|| SideEffect::Damage {
            square: square.to_string(),
            piece: self.letter(man),
            damage: kind.to_owned(),
            amount,
            died,
        });
        if died && let Some((_, held)) = position.take(square) {
            let royals = self.royals(&position.board, man.color);
            if self.type_of(man.kind).royal && royals.is_empty() {
                position.lost |= 1 << man.color.index();
            }
            if kind == "capture" {
                trace.taken.push(Taken {
                    square,
                    piece: man,
                    by,
                });
            }
            self.left(position, trace, square, man, held, Some(kind));
        }
        trace.shallower();
        died
    }
}
