//! A seat's view, folded from its log.

use std::ops::ControlFlow;

use super::geometry::{self, ReachableSquares};
use super::own::{OwnPieces, ahead};
use crate::attempt::Attempt;
use crate::event::{Directions, Event, LogEntry, PieceInfo, Refusal, Sight, TriesTold};
use crate::rules::{Any, Audience, Nonsense, Play, RuleSet, Touch};
use chess::{Bitboard, Color, Piece, Square};
use contract::game::{Flow, Outcome};

/// Events of a turn before its move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Turn {
    /// The piece that was taken up.
    pub armed: Option<Square>,
    /// True if a pawn has to capture.
    pub bound: bool,
    /// The answer to "any?".
    pub asked: Option<bool>,
    /// Moves that were refused.
    pub tried: Vec<Attempt>,
    /// Number of refused attempts that count.
    pub refused: u16,
    /// True if the look before the move was taken or passed, where the rules have one.
    pub sensed: bool,
}

impl Turn {
    /// Returns true if a move must wait until a pawn has tried to capture: it is no capture by a
    /// pawn, or one that was refused in this turn.
    pub(crate) fn waits(
        &self,
        own: &OwnPieces,
        known: &ReachableSquares,
        attempt: Attempt,
    ) -> bool {
        let capture = || geometry::legal_shape(own, known, attempt) == Some(true);
        self.bound && (self.tried.contains(&attempt) || !capture())
    }

    /// Takes note of a move that was refused; `aside` if the mover alone is told because
    /// it could know: a pawn has to try first, or the check is not answered.
    pub(crate) fn refuse(
        &mut self,
        rules: &RuleSet,
        attempt: Attempt,
        refusal: Refusal,
        aside: bool,
    ) {
        let nonsense = refusal == Refusal::Nonsense;
        if aside || nonsense && rules.nonsense == Nonsense::Apart(Audience::Mover) {
            return;
        }
        self.refused = self.refused.saturating_add(1);
        // What can be looked at again can be tried again.
        let again = rules.play == Play::Reconnaissance;
        if !nonsense && !again && !self.tried.contains(&attempt) {
            self.tried.push(attempt);
        }
    }
}

/// Beginning of a seat's log.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LogStart {
    /// The seat's pieces.
    pub own: OwnPieces,
    /// The side to move.
    pub to_move: Color,
    /// Actions of the seat in this turn, if it is its own.
    pub turn: Turn,
    /// The other side's reserve, where it is told.
    pub reserve: [u8; 5],
    /// Announcements at the start: checks, tries, squares in sight.
    pub opening: Vec<Event>,
}

/// Information that a seat may have.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SeatView {
    pub(super) rules: &'static RuleSet,
    pub(super) own: OwnPieces,
    pub(super) to_move: Color,
    pub(super) turn: Turn,
    /// The other side's reserve, where it is told.
    pub(super) reserve: [u8; 5],
    /// The check that the side to move is in, as it was told.
    pub(super) check: Option<Directions>,
    pub(super) tries: Option<TriesTold>,
    pub(super) sight: Option<Sight>,
    pub(super) opening: Vec<Event>,
    pub(super) log: Vec<LogEntry>,
    pub(super) outcome: Option<Outcome>,
    /// The attempt whose answer is due.
    pending: Option<Attempt>,
    /// The piece that was up before it.
    armed_before: Option<Square>,
    /// Side that moved last.
    mover: Option<Color>,
}

impl SeatView {
    /// Folds a seat's log.
    #[must_use]
    pub fn fold<'a>(
        rules: &'static RuleSet,
        brief: LogStart,
        log: impl IntoIterator<Item = &'a LogEntry>,
        outcome: Option<Outcome>,
    ) -> Self {
        let mut view = Self {
            rules,
            own: brief.own,
            to_move: brief.to_move,
            turn: brief.turn,
            reserve: brief.reserve,
            check: None,
            tries: None,
            sight: None,
            opening: brief.opening,
            log: Vec::new(),
            outcome,
            pending: None,
            armed_before: None,
            mover: None,
        };
        for event in view.opening.clone() {
            view.hear(event);
        }
        for entry in log {
            view.advance(entry);
        }
        view
    }

    /// Adds an entry to the log.
    pub(crate) fn advance(&mut self, entry: &LogEntry) {
        match *entry {
            LogEntry::Own(attempt) => self.attempt(attempt),
            LogEntry::Heard(event) => self.hear(event),
        }
        self.log.push(*entry);
    }

    /// Returns true if this view is a later one of the same log.
    pub(crate) fn continues(&self, earlier: &Self) -> bool {
        self.own.color == earlier.own.color
            && self.rules == earlier.rules
            && self.opening == earlier.opening
            && self.log.starts_with(&earlier.log)
    }

    /// The other side's reserve, where it is told.
    #[must_use]
    pub const fn their_reserve(&self) -> &[u8; 5] {
        &self.reserve
    }

    /// The check that the side to move is in, as it was told.
    #[must_use]
    pub const fn check(&self) -> Option<Directions> {
        self.check
    }

    /// The captures that pawns of the side to move could make, as they were told.
    #[must_use]
    pub const fn tries_told(&self) -> Option<TriesTold> {
        self.tries
    }

    fn attempt(&mut self, attempt: Attempt) {
        self.pending = Some(attempt);
        self.armed_before = self.turn.armed;
        if let Attempt::Touch(square) = attempt {
            let again = self.turn.armed == Some(square);
            self.turn.armed = (!again).then_some(square);
        }
    }

    fn hear(&mut self, event: Event) {
        let mine = self.to_move == self.own.color;
        match event {
            Event::Moved(color) => {
                if color == self.own.color {
                    if let Some(attempt) = self.pending.take() {
                        self.own.make(attempt);
                    }
                    if self.rules.play != Play::Crazyhouse {
                        // Where a piece came from makes no difference there.
                        self.own.promoted = Bitboard::EMPTY;
                    }
                }
                self.mover = Some(color);
                self.to_move = !color;
                self.turn = Turn::default();
                self.check = None;
                self.tries = None;
            }
            Event::Rejected(refusal) => self.rejected(refusal),
            Event::Capture {
                square,
                victim,
                en_passant,
                ..
            } => self.captured(square, victim, en_passant),
            Event::Dropped(piece) if self.mover != Some(self.own.color) => {
                if let Some(held) = self.reserve.get_mut(piece.index()) {
                    *held = held.saturating_sub(1);
                }
            }
            Event::Check(directions) => self.check = Some(directions),
            Event::PawnTries(tries) => self.tries = Some(tries),
            Event::AnyAnswer(answer) if mine => self.turn.asked = Some(answer),
            Event::MustTryPawn if mine => self.turn.bound = true,
            Event::Released => self.turn.bound = false,
            Event::Sensed { .. } => self.turn.sensed = true,
            Event::MoveTaken { done, .. } => self.pending = done,
            Event::Sees(sight) => self.sight = Some(sight),
            Event::AnyAnswer(_)
            | Event::MustTryPawn
            | Event::Dropped(_)
            | Event::Promoted
            | Event::RebuffCount(_) => {}
        }
    }

    /// An attempt was refused, the seat's own or one of the other's that is heard.
    fn rejected(&mut self, refusal: Refusal) {
        let Some(attempt) = self.pending.take() else {
            self.turn.refused = self.turn.refused.saturating_add(1);
            return;
        };
        if let Attempt::Touch(_) = attempt {
            self.turn.armed = self.armed_before;
        } else if attempt.moves() {
            let aside = self.turn.waits(&self.own, &self.known(), attempt)
                || geometry::ruled_out_by_check(self.rules, &self.own, self.check, attempt);
            self.turn.refuse(self.rules, attempt, refusal, aside);
        }
    }

    fn captured(&mut self, square: Square, victim: PieceInfo, en_passant: bool) {
        let drops = self.rules.play == Play::Crazyhouse;
        if self.mover == Some(self.own.color) {
            if let Some(held) = victim
                .piece()
                .filter(|_| drops)
                .and_then(|piece| self.own.reserve.get_mut(piece.index()))
            {
                *held = held.saturating_add(1);
            }
            return;
        }
        let at = if en_passant {
            ahead(self.own.color, square)
        } else {
            Some(square)
        };
        let lost = at.and_then(|at| self.own.lose(at));
        if let Some(held) = lost
            .filter(|_| drops)
            .and_then(|piece| self.reserve.get_mut(piece.index()))
        {
            *held = held.saturating_add(1);
        }
    }

    /// Returns the seat's knowledge of the other side's pieces when it moves.
    #[must_use]
    pub fn known(&self) -> ReachableSquares {
        match (&self.sight, self.rules.play) {
            (Some(sight), Play::Fog) => ReachableSquares {
                men: sight.their_pieces(),
                free: sight.seen,
                taken: sight.their_pieces() | sight.passed.map_or(Bitboard::EMPTY, Into::into),
            },
            _ => ReachableSquares::NOTHING,
        }
    }

    /// The rule set.
    #[must_use]
    pub const fn rules(&self) -> &'static RuleSet {
        self.rules
    }

    /// The seat's own pieces.
    #[must_use]
    pub const fn own_pieces(&self) -> &OwnPieces {
        &self.own
    }

    /// The side to move.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// Returns the actions of the seat in this turn.
    #[must_use]
    pub const fn turn(&self) -> &Turn {
        &self.turn
    }

    /// Returns the squares and pieces of the other side that the seat sees, where it sees anything.
    #[must_use]
    pub const fn sight(&self) -> Option<&Sight> {
        self.sight.as_ref()
    }

    /// The seat's log; an entry's index is its number.
    #[must_use]
    pub fn log(&self) -> &[LogEntry] {
        &self.log
    }

    /// Returns the outcome, if the game has ended.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Returns true if it is the seat's turn and the game has not ended.
    #[must_use]
    pub fn may_act(&self) -> bool {
        self.outcome.is_none() && self.to_move == self.own.color
    }

    /// Returns true if a capture by a pawn is known to be impossible.
    fn no_try(&self, attempt: Attempt) -> bool {
        if self.turn.asked == Some(false) {
            return true;
        }
        match self.tries {
            Some(TriesTold::Count(count)) => count == 0,
            Some(TriesTold::Any(any)) => !any,
            Some(TriesTold::From(squares)) => attempt.from().is_none_or(|from| !squares.has(from)),
            None => false,
        }
    }

    /// Visits the moves that the seat's own pieces allow, whosever turn it is: captures
    /// by pawns left out, or those alone.
    pub fn shapes(&self, tries: bool, visit: &mut dyn FnMut(Attempt) -> Flow) -> Flow {
        let known = self.known();
        if tries {
            geometry::tries(&self.own, &known, visit)
        } else {
            geometry::candidates(&self.own, &known, visit)
        }
    }

    /// Visits what the seat may try now: what it knows to be refused is left out.
    pub fn candidates(&self, visit: &mut dyn FnMut(Attempt) -> Flow) -> Flow {
        if !self.may_act() {
            return ControlFlow::Continue(());
        }
        if self.rules.play == Play::Reconnaissance && !self.turn.sensed {
            for square in Bitboard::FULL {
                visit(Attempt::Sense(square))?;
            }
            return visit(Attempt::Pass);
        }
        self.moves(visit)
    }

    /// Visits the moves that the seat may try in this turn, in reconnaissance those after the
    /// look.
    pub(crate) fn moves(&self, visit: &mut dyn FnMut(Attempt) -> Flow) -> Flow {
        if self.rules.play == Play::Reconnaissance {
            visit(Attempt::Pass)?;
        }
        let bound_to = self
            .turn
            .armed
            .filter(|_| self.rules.touch == Touch::Binding);
        let mut open = |attempt: Attempt| {
            let refused = self.turn.tried.contains(&attempt)
                || bound_to.is_some_and(|square| attempt.from() != Some(square))
                || geometry::ruled_out_by_check(self.rules, &self.own, self.check, attempt);
            if refused {
                ControlFlow::Continue(())
            } else {
                visit(attempt)
            }
        };
        if !self.turn.bound {
            self.shapes(false, &mut open)?;
        }
        self.shapes(true, &mut |attempt| {
            if self.no_try(attempt) {
                ControlFlow::Continue(())
            } else {
                open(attempt)
            }
        })
    }

    /// Returns true if the seat may ask "any?" now.
    #[must_use]
    pub fn may_ask(&self) -> bool {
        self.may_act() && self.rules.any != Any::Never && self.turn.asked.is_none()
    }

    /// The piece of one's own on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.own.piece_at(square)
    }
}
