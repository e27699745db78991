//! Requests of a table to its bots, and the use of their answers.

use std::time::{Duration, Instant};

use super::answers::Thought;
use super::decider::Decider;
use super::event::TableEvent;
use super::log::Feed;
use super::occupants::{Occupant, OnFailure};
use super::setup::OnRetryLimit;
use super::state::{PendingRequest, SeatSlot, TableState};
use crate::host::{Limits, MoveRef, Observation};
use crate::own::{QuestionDetails, QuestionKind, Refusal};
use contract::bot::{Decision, MAX_RESTARTS};
use contract::error::Error;
use contract::game::{Effect, Seat, Seats};
use contract::jobs::Timer;
use contract::rng::Rng;

/// A question that the table wants put to a bot.
pub(super) struct BotRequest {
    pub(super) seat: Seat,
    pub(super) id: u64,
    /// After how many plies it is put.
    pub(super) plies: usize,
    pub(super) bot: Decider,
    /// The question, if it goes to the host.
    pub(super) question: Option<QuestionDetails>,
    /// True if another bot answers for it.
    pub(super) replaced: bool,
    pub(super) observation: Observation,
    pub(super) limits: Limits,
    /// The host's clock when it was put.
    pub(super) at: u64,
    /// Since when its seat is at the turn.
    pub(super) began: Instant,
    /// Minimum time from then to the move, in milliseconds: the same however many attempts are
    /// refused before.
    pub(super) delay: u64,
    /// True if it is about a draw offer and not about a move.
    pub(super) draw: bool,
}

/// Default delay of a bot's move at a table with a person, in milliseconds.
const DELAY_WITH_PEOPLE: u64 = 300;

impl BotRequest {
    /// The seed of a bot that steps in.
    pub(super) fn seed(&self) -> u64 {
        Rng::derived(&[self.bot.seed(), self.id]).next_u64()
    }

    /// Returns the time that an answer that ends the turn is still held back, once its seat has
    /// been at the turn for `spent`.
    pub(super) fn left(&self, spent: Duration) -> Duration {
        Duration::from_millis(self.delay).saturating_sub(spent)
    }
}

impl TableState {
    /// The questions to bots that the moment calls for; each seat has one at most.
    pub(super) fn orders(&mut self) -> Vec<BotRequest> {
        if self.ended.is_some() || self.paused.is_some() || self.closed {
            return Vec::new();
        }
        let (live, remaining) = (self.live(), self.remaining());
        let people = self
            .places
            .iter()
            .any(|p| matches!(p.occupant, Occupant::Human));
        let mut orders = Vec::new();
        for i in 0..self.places.len() {
            let seat = Seat(i as u8);
            let draw = self.draw.is_some_and(|(_, agreed)| !agreed.contains(seat))
                && remaining.contains(seat);
            // A seat that sits decides anew when the game has gone on.
            let (place, plies) = (&mut self.places[i], self.line.len());
            let sits = place.asked.as_ref().and_then(|asked| asked.sits);
            if sits.is_some_and(|since| draw || since < plies) {
                place.stop_asking();
            }
            if self.is_outdated(seat) {
                self.hasten(seat);
            }
            let Occupant::Bot(bot) = &self.places[i].occupant else {
                continue;
            };
            let asked = self.places[i].asked.is_some() || !bot.bot.is_here();
            if asked || !(draw || live.contains(seat)) {
                continue;
            }
            let Ok(observation) = self.state.observe_seat(seat) else {
                continue;
            };
            if !draw && !observation.may_act() {
                continue;
            }
            self.asked += 1;
            let limits = Limits {
                movetime: bot.movetime.map(Duration::from_millis),
                nodes: bot.nodes,
                ..Limits::default()
            };
            // A bot of the host's own takes what time it takes.
            let own = matches!(bot.bot, Decider::Own(_));
            let (low, high) = bot.delay.unwrap_or_else(|| {
                let delay = if people && !own { DELAY_WITH_PEOPLE } else { 0 };
                (delay, delay)
            });
            let bot = bot.bot.clone();
            let span = u32::try_from(high - low)
                .unwrap_or(u32::MAX)
                .saturating_add(1);
            let mut rng = Rng::derived(&[self.seed, self.asked, u64::from(seat.0), 0xde1a]);
            // Before the host has told the time they show what there is at the start.
            let clocks = self.clocks.as_ref().map(|clocks| clocks.all(self.now));
            let drawn = low + u64::from(rng.below(span));
            let (began, delay) = if draw {
                (Instant::now(), 0)
            } else {
                let place = &mut self.places[i];
                *place.turn.get_or_insert_with(|| (Instant::now(), drawn))
            };
            let replaced = self.places[i].replaced;
            let question = (own && !replaced).then(|| self.question(seat, draw, &limits));
            let heard = match draw || replaced {
                true => None,
                false => self.heard_by(seat),
            };
            // What it found out for its partners beside is said, or too late.
            self.places[i].stop_asking();
            orders.push(BotRequest {
                seat,
                plies: self.line.len(),
                id: self.asked,
                at: self.now,
                bot,
                question,
                replaced,
                observation,
                limits: Limits {
                    clocks: clocks.unwrap_or_default(),
                    heard,
                    ..limits
                },
                began,
                delay,
                draw,
            });
            self.places[i].asked = Some(PendingRequest {
                id: self.asked,
                handle: None,
                question: None,
                timer: None,
                sits: None,
                basis: self.state.decision_key(seat),
                draw,
                recalled: false,
            });
        }
        orders
    }

    /// Has a bot whose answer would not count answer at once; a bot of the host's own is asked
    /// anew.
    fn hasten(&mut self, seat: Seat) {
        let place = &mut self.places[seat.index()];
        let Some(asked) = &place.asked else { return };
        if asked.question.is_some() {
            place.stop_asking();
            place.renewed += 1;
        } else if let Some(handle) = &asked.handle {
            handle.handle().finish_early();
        }
    }

    /// Makes the question to a bot of the host's own.
    fn question(&mut self, seat: Seat, draw: bool, limits: &Limits) -> QuestionDetails {
        let (now, heard) = (self.now, self.places[seat.index()].heard);
        let clock = self
            .clocks
            .as_ref()
            .map(|clocks| clocks.all(now)[seat.index()]);
        // What is told was serialised when it was told to others; a map it always is.
        let events = self.events_of(Feed::Seat(seat), heard).unwrap_or_default();
        let place = &mut self.places[seat.index()];
        place.heard += events.len();
        let refused = place.refused.clone();
        let kind = match draw {
            true => QuestionKind::Draw,
            false => QuestionKind::Move,
        };
        let limits = Limits {
            clock,
            ..limits.clone()
        };
        let (seat, timeout) = (self.named(seat), self.settings.bot_timeout);
        QuestionDetails {
            kind,
            refused,
            events,
            ..QuestionDetails::for_move(self.asked, seat, &limits, timeout)
        }
    }

    /// Returns true if the basis of a bot's decision has changed since it was asked, or a partner
    /// has said something urgent, so that it must decide again; false after [`MAX_RESTARTS`] restarts of one decision.
    fn is_outdated(&self, seat: Seat) -> bool {
        let place = &self.places[seat.index()];
        place.renewed < MAX_RESTARTS
            && place
                .asked
                .as_ref()
                .is_some_and(|asked| asked.recalled || asked.basis != self.state.decision_key(seat))
    }

    /// Returns true if no bot is at work; one that holds its move back is not.
    pub(super) fn is_quiet(&self) -> bool {
        let works = |place: &SeatSlot| {
            let decides = place.asked.as_ref().is_some_and(|a| a.sits.is_none());
            decides || place.reflection.is_some()
        };
        !self.places.iter().any(works)
    }

    /// The question of that number, if its answer is still awaited.
    pub(super) fn asked_mut(&mut self, seat: Seat, id: u64) -> Option<&mut PendingRequest> {
        let asked = self.places.get_mut(seat.index())?.asked.as_mut();
        asked.filter(|asked| asked.id == id)
    }

    /// Returns true if the answer to a question is still awaited.
    pub(super) fn awaits(&self, seat: Seat, id: u64) -> bool {
        self.places
            .get(seat.index())
            .and_then(|p| p.asked.as_ref())
            .is_some_and(|a| a.id == id)
    }

    /// Has the answer to a question, which has come, held back until a timer fires;
    /// false where it is not awaited.
    pub(super) fn holds_back(
        &mut self,
        seat: Seat,
        id: u64,
        timer: impl FnOnce() -> Timer,
    ) -> bool {
        let asked = self.places[seat.index()].asked.as_mut();
        let Some(asked) = asked.filter(|asked| asked.id == id) else {
            return false;
        };
        asked.timer = Some(timer());
        true
    }

    /// A bot that was asked after so many plies holds its move back; false where
    /// its answer is not awaited.
    pub(super) fn sits(&mut self, seat: Seat, id: u64, plies: usize) -> bool {
        let asked = self.places[seat.index()].asked.as_mut();
        let Some(asked) = asked.filter(|asked| asked.id == id) else {
            return false;
        };
        asked.sits = Some(plies);
        true
    }

    /// Returns true if an awaited answer would end the seat's turn, and so be seen: such an answer
    /// is held back until the turn has lasted its full delay.
    pub(super) fn would_end_turn(&self, seat: Seat, text: &str, style: Option<&str>) -> bool {
        match self.state.commit(seat, MoveRef::Text(text), style) {
            Ok(made) if made.effect == Effect::Moved => true,
            Ok(made) if made.effect == Effect::Continued => false,
            // At the cap the table moves for it.
            _ => self.places[seat.index()].refused.len() >= self.retry_cap(),
        }
    }

    /// Returns the number of refusals of a bot's moves in one turn that are tolerated: that of the
    /// settings, or else the game's.
    fn retry_cap(&self) -> usize {
        let cap = self.settings.retry_cap;
        cap.unwrap_or_else(|| self.game.max_rejections()) as usize
    }

    /// A bot has decided. A decision that has become stale is asked for again if what it
    /// rests on has changed, a few times in a turn; otherwise it is applied if it is
    /// still legal, and asked for again if not.
    pub(super) fn decided(
        &mut self,
        seat: Seat,
        decision: Decision<String>,
        style: Option<&str>,
        offer_draw: bool,
    ) {
        let outdated = self.is_outdated(seat);
        let place = &mut self.places[seat.index()];
        place.asked = None;
        if outdated {
            place.renewed += 1;
            return;
        }
        place.renewed = 0;
        let text = decision.action.clone();
        if !self.live().contains(seat) {
            return;
        }
        match self.commit(seat, MoveRef::Text(&text), style) {
            Ok(effect) => {
                let own = decision.fallback.is_none();
                self.places[seat.index()].reflects_next = own && effect == Effect::Moved;
                self.thinks(seat, decision);
                match effect {
                    // The game itself has told the seat why.
                    Effect::Refused(why) => self.refused(seat, text, why, &why.replace('_', " ")),
                    // Where an offer is open already, or the game has ended, there is nothing
                    // to offer.
                    Effect::Moved if offer_draw => drop(self.offer_draw(seat)),
                    Effect::Moved | Effect::Continued => {}
                }
            }
            Err(error) => self.not_taken(seat, text, &error),
        }
    }

    /// Keeps the thought of a bot's last move until the end.
    fn thinks(&mut self, seat: Seat, decision: Decision<String>) {
        let thought = Thought::Made {
            ply: self.line.len() - 1,
            decision: Box::new(decision),
        };
        self.places[seat.index()].thoughts.push(thought);
    }

    /// A bot's answer is not taken: its seat hears why, and it is asked again.
    pub(super) fn not_taken(&mut self, seat: Seat, text: String, error: &Error) {
        self.places[seat.index()].asked = None;
        let refused = TableEvent::Refused {
            text: text.clone(),
            code: error.code(),
            reason: error.message().into(),
        };
        self.logs.tell(seat, refused);
        self.refused(seat, text, error.code(), error.message());
    }

    /// A bot gives up.
    pub(super) fn resigns(&mut self, seat: Seat, messages: Vec<String>) {
        if !messages.is_empty() {
            let decision = Decision {
                pv: Vec::new(),
                messages,
                ..Decision::plain("resign".to_owned())
            };
            let thought = Thought::Made {
                ply: self.line.len(),
                decision: Box::new(decision),
            };
            self.places[seat.index()].thoughts.push(thought);
        }
        // The game is on: its answer was awaited.
        let _ = self.resign(seat);
    }

    /// A bot could not answer; `next` is who answers for it.
    pub(super) fn bot_failed(&mut self, seat: Seat, error: &Error, next: Option<&str>) {
        let failed = TableEvent::BotFailed {
            code: error.code(),
            reason: error.message().into(),
            fallback: next.map(str::to_owned),
        };
        self.logs.tell(seat, failed);
        self.revision += 1;
    }

    /// Returns true if a failure of its bot costs the seat the game.
    pub(super) fn loses_by_failure(&self, seat: Seat) -> bool {
        match &self.places[seat.index()].occupant {
            Occupant::Bot(bot) => bot.on_failure == OnFailure::Lose,
            _ => false,
        }
    }

    /// A bot's move was refused, and it has heard why: it is asked again, up to
    /// the cap.
    fn refused(&mut self, seat: Seat, text: String, code: &str, reason: &str) {
        let cap = self.retry_cap();
        let place = &mut self.places[seat.index()];
        place.refused.push(Refusal {
            text,
            code: code.into(),
            reason: reason.into(),
        });
        if place.refused.len() <= cap {
            return;
        }
        self.logs.tell(seat, TableEvent::RetryCapReached);
        match self.settings.on_cap {
            OnRetryLimit::Resign => {
                let _ = self.resign(seat);
            }
            // Who stands in is not stood in for.
            OnRetryLimit::Fallback if !self.places[seat.index()].replaced => {
                self.places[seat.index()].replaced = true;
            }
            OnRetryLimit::Fallback | OnRetryLimit::Candidates => self.play_any(seat),
        }
    }

    /// Tries a seat's candidates in seeded order until one is taken.
    pub(super) fn play_any(&mut self, seat: Seat) {
        let mut rng = Rng::derived(&[self.seed, self.line.len() as u64, u64::from(seat.0), 0xca9]);
        let refused = &self.places[seat.index()].refused;
        let mut tried: Vec<_> = refused.iter().map(|refusal| refusal.text.clone()).collect();
        loop {
            // A refusal may open what was not to be tried before.
            let seen = self.state.observe_seat(seat);
            let mut left = seen.map_or_else(|_| Vec::new(), |seen| seen.candidates());
            left.retain(|text| !tried.contains(text));
            if left.is_empty() {
                break;
            }
            let text = left.swap_remove(rng.below(left.len() as u32) as usize);
            match self.commit(seat, MoveRef::Text(&text), None) {
                Ok(Effect::Refused(_)) | Err(_) => tried.push(text),
                Ok(Effect::Moved | Effect::Continued) => return,
            }
        }
        // Nothing that the seat may try is accepted: it cannot go on.
        self.leave(Seats::only(seat), "bot_unavailable");
    }
}
