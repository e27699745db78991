//! The moderator: the complete answer to an attempt, made before any of it is
//! told. Who hears what is decided here and nowhere else: here what is no move, and
//! what is refused; in `legality.rs` whether a move is accepted; in `apply.rs` what
//! comes of it.

mod apply;
mod legality;

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::Blind;
use super::attempt::Attempt;
use super::event::{Event, LogEntry, Refusal};
use super::position::Position;
use super::rules::{Any, Audience, Nonsense, Play, Touch};
use super::seat::{self, ReachableSquares};
use super::sight::{checks, own_pieces};
use chess::{Color, Square};
use contract::game::Effect;

/// Record of an attempt: its additions to the log of either side and, for the first of all attempts
/// alone, the position before it, for the logs to begin there.
#[derive(Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Record {
    #[serde(default, skip_serializing_if = "str::is_empty")]
    before: Box<str>,
    heard: [Vec<LogEntry>; 2],
}

// The record of an attempt is as secret as the position.
impl std::fmt::Debug for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Record(hidden)")
    }
}

impl Record {
    /// The position that the first attempt was made in; empty in the record of any other.
    pub(super) fn before(&self) -> &str {
        &self.before
    }

    /// Returns the entries that it added to the log of a side.
    #[must_use]
    pub fn heard(&self, color: Color) -> &[LogEntry] {
        &self.heard[color.index()]
    }
}

/// The answer to an attempt.
pub(super) struct Ruling {
    pub(super) next: Position,
    pub(super) events: Vec<(Audience, Event)>,
}

impl Ruling {
    fn tell(&mut self, audience: Audience, event: Event) {
        self.events.push((audience, event));
    }
}

impl Blind {
    /// The complete answer to an attempt of the side to move.
    pub(super) fn adjudicate(&self, position: &Position, attempt: Attempt) -> Ruling {
        let mut answer = Ruling {
            next: position.clone(),
            events: Vec::new(),
        };
        match attempt {
            Attempt::Touch(square) => self.touch(position, square, &mut answer),
            Attempt::AskAny => self.ask(position, &mut answer),
            Attempt::Sense(square) => self.sense(position, Some(square), &mut answer),
            Attempt::Pass if !position.turn.sensed => self.sense(position, None, &mut answer),
            _ if self.rules.play == Play::Reconnaissance => {
                self.reconnoitre(position, attempt, &mut answer);
            }
            Attempt::Pass => self.refuse(attempt, Refusal::Illegal, Audience::Mover, &mut answer),
            Attempt::Move { .. } | Attempt::Drop { .. } => match self.judged(position, attempt) {
                Err((refusal, audience)) => {
                    self.refuse(attempt, refusal, audience, &mut answer);
                }
                Ok(mv) => self.make(position, mv, &mut answer),
            },
        }
        answer
    }

    /// The answer, as what each side adds to its log.
    pub(super) fn logged(&self, position: &Position, attempt: Attempt) -> (Position, Record) {
        let answer = self.adjudicate(position, attempt);
        let mover = position.board.turn();
        let mut heard = [Vec::new(), Vec::new()];
        heard[mover.index()].push(LogEntry::Own(attempt));
        for (audience, event) in answer.events {
            #[cfg(test)]
            let audience = super::fault_injection::audience(audience, &event);
            for color in Color::ALL {
                let told = match audience {
                    Audience::Both => true,
                    Audience::Mover => color == mover,
                    Audience::Opponent => color != mover,
                };
                if told {
                    heard[color.index()].push(LogEntry::Heard(event));
                }
            }
        }
        #[cfg(test)]
        super::fault_injection::into_logs(position, &mut heard);
        let before = Box::default();
        (answer.next, Record { before, heard })
    }

    /// Notes in the record of the first attempt where it was made.
    pub(super) fn opened(&self, position: &Position, record: &mut Record) {
        if !self.rules.open {
            record.before = self.write(position).into();
        }
    }

    /// Returns the effect of an attempt, by the announcements to the side that made it.
    pub(super) fn effect_of(mover: Color, record: &Record) -> Effect {
        let mut effect = Effect::Continued;
        for entry in record.heard(mover) {
            match entry {
                LogEntry::Heard(Event::Rejected(refusal)) => {
                    return Effect::Refused(refusal.word());
                }
                LogEntry::Heard(Event::Moved(_)) => effect = Effect::Moved,
                _ => {}
            }
        }
        effect
    }

    /// Refuses an attempt.
    fn refuse(&self, attempt: Attempt, refusal: Refusal, audience: Audience, answer: &mut Ruling) {
        answer.tell(audience, Event::Rejected(refusal));
        if !attempt.moves() {
            return;
        }
        let position = &mut answer.next;
        let own = own_pieces(&position.board, position.board.turn());
        let waits = position
            .turn
            .waits(&own, &ReachableSquares::NOTHING, attempt);
        let check = position.board.is_check().then(|| checks(&position.board));
        let aside = waits || seat::ruled_out_by_check(self.rules, &own, check, attempt);
        position.turn.refuse(self.rules, attempt, refusal, aside);
        if position.turn.bound && !waits && self.rules.any == Any::OneTry {
            position.turn.bound = false;
            answer.tell(Audience::Both, Event::Released);
        }
    }

    fn touch(&self, position: &Position, square: Square, answer: &mut Ruling) {
        let own = own_pieces(&position.board, position.board.turn());
        let mut refuse = |refusal| answer.tell(Audience::Mover, Event::Rejected(refusal));
        let armed = position.turn.armed;
        if self.rules.touch == Touch::Binding {
            if armed.is_some() {
                return refuse(Refusal::Illegal);
            }
            if own.piece_at(square).is_none() {
                return refuse(Refusal::NoSuchPiece);
            }
            let reached = position.board.legal_from(square, self.board_rules());
            if reached.is_empty() {
                return refuse(Refusal::NoLegalMoves);
            }
        } else {
            let mut any = false;
            let mut look = |attempt: Attempt| {
                if attempt.from() == Some(square) {
                    any = true;
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            };
            let known = ReachableSquares::NOTHING;
            if seat::candidates(&own, &known, &mut look).is_continue() {
                let _ = seat::tries(&own, &known, &mut look);
            }
            if !any {
                return refuse(match self.rules.nonsense {
                    Nonsense::SameWord => Refusal::Illegal,
                    Nonsense::Apart(_) => Refusal::Nonsense,
                });
            }
        }
        answer.next.turn.armed = (armed != Some(square)).then_some(square);
    }

    fn ask(&self, position: &Position, answer: &mut Ruling) {
        if position.turn.asked.is_some() {
            return answer.tell(Audience::Mover, Event::Rejected(Refusal::Nonsense));
        }
        let any = !self.pawn_captures(&position.board).is_empty();
        answer.next.turn.asked = Some(any);
        answer.tell(Audience::Both, Event::AnyAnswer(any));
        if any {
            answer.next.turn.bound = true;
            answer.tell(Audience::Both, Event::MustTryPawn);
        }
    }

    fn sense(&self, position: &Position, around: Option<Square>, answer: &mut Ruling) {
        if position.turn.sensed {
            return answer.tell(Audience::Mover, Event::Rejected(Refusal::Illegal));
        }
        let board = &position.board;
        let sight = around.map_or_else(Default::default, |square| {
            Self::window(board, board.turn(), square)
        });
        answer.next.turn.sensed = true;
        answer.tell(Audience::Mover, Event::Sensed { around, sight });
    }
}
