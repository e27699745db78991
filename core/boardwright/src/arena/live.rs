//! A game with clocks in which several seats are live at once: everybody thinks at
//! the same time, and moves count in the order in which they arrive.
//!
//! Each player decides on a thread of its own; the referee asks, waits for whoever
//! answers first, and watches the clocks of all that are on theirs. A seat on its
//! clock that has no move (frozen, waiting for a piece) is asked as soon as it has
//! one. A player may hold its move back ([`Decided::hold`]), which is to sit: it is
//! made when that time is over, and the player decides anew if anybody moves before.
//! When others change what a player decides on ([`Game::basis`](contract::game::Game::basis):
//! a piece comes), it decides anew as well, a few times in a turn.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use super::driver::POLL;
use super::player::{
    Decided, Fault, FaultKind, MovesSoFar, Player, RestartSignal, Stop, TeamChat, Turn,
};
use super::referee::{Ended, Referee, Ruling, STACK};
use crate::host::{Observation, guard};
use contract::bot::{Clock, Limits, MAX_RESTARTS};
use contract::error::{Error, Result};
use contract::game::{Outcome, Seat, Seats};
use contract::jobs::Control;
use contract::time::Time;

/// A turn, by value.
struct TurnRequest {
    seat: Seat,
    observation: Observation,
    line: Option<MovesSoFar>,
    limits: Limits,
    clocks: Vec<Clock>,
    allowance: Duration,
    /// After how many plies it was asked.
    plies: usize,
    recall: Arc<RestartSignal>,
    /// Ends what the player does after its answer.
    rest: Arc<Control>,
}

/// The answer to a turn, with its time.
struct TurnAnswer {
    seat: Seat,
    plies: usize,
    at: Instant,
    decided: Result<Decided, Fault>,
}

/// The course of a game.
struct Live<'a, 'b> {
    referee: &'a mut Referee<'b>,
    players: Vec<Sender<TurnRequest>>,
    answers: Receiver<TurnAnswer>,
    /// Since when the clock of a seat runs.
    since: Vec<Option<Instant>>,
    /// The seats that have been asked and have not answered.
    asked: Seats,
    /// The answers that seats hold back.
    held: Vec<Option<HeldMove>>,
    /// The basis of each seat's decision; a seat is told when it changes.
    bases: Vec<(u64, Arc<RestartSignal>)>,
    /// Ends for each player the work that follows its last answer.
    rests: Vec<Arc<Control>>,
    /// Number of times that each seat has decided again in this turn.
    renewed: Vec<u32>,
}

/// A move that is held back.
struct HeldMove {
    decided: Decided,
    /// Until when.
    until: Instant,
    /// After how many plies it was decided.
    plies: usize,
}

/// Plays a game to its end.
pub(super) fn run(
    referee: &mut Referee<'_>,
    players: &mut [Box<dyn Player>],
    stop: &Stop,
) -> Result<Ended> {
    // Ends with the game those who still think.
    let end = Stop::new();
    let (post, time) = (referee.post.clone(), referee.time.clone());
    std::thread::scope(|scope| {
        let (say, answers) = mpsc::channel();
        let seats = players.len();
        let mut ask = Vec::with_capacity(seats);
        for player in players {
            let (send, asked) = mpsc::channel::<TurnRequest>();
            let (say, end, post, time) = (say.clone(), &end, &post, &time);
            std::thread::Builder::new()
                .name("boardwright-seat".into())
                .stack_size(STACK)
                .spawn_scoped(scope, move || {
                    hold_back(&mut **player, &asked, &say, end, post, time);
                })
                .map_err(|error| Error::internal(format!("no thread for a player: {error}")))?;
            ask.push(send);
        }
        let mut live = Live {
            referee,
            players: ask,
            answers,
            since: vec![None; seats],
            asked: Seats::default(),
            held: (0..seats).map(|_| None).collect(),
            bases: vec![(0, Arc::default()); seats],
            rests: (0..seats).map(|_| Arc::default()).collect(),
            renewed: vec![0; seats],
        };
        let ended = live.run(stop);
        live.rests.iter().for_each(|rest| rest.cancel());
        end.ask();
        ended
    })
}

/// Answers as long as somebody asks.
fn hold_back(
    player: &mut dyn Player,
    asked: &Receiver<TurnRequest>,
    say: &Sender<TurnAnswer>,
    end: &Stop,
    post: &TeamChat,
    time: &Time,
) {
    while let Ok(asked) = asked.recv() {
        let turn = Turn {
            seat: asked.seat,
            observation: &asked.observation,
            line: asked.line.as_ref(),
            limits: &asked.limits,
            clocks: &asked.clocks,
            allowance: asked.allowance,
            post,
            recall: &asked.recall,
        };
        let decided = guard(|| Ok(player.decide(&turn, end)))
            .unwrap_or_else(|error| Err(Fault::Of(FaultKind::Crash, error.to_string())));
        let answer = TurnAnswer {
            seat: asked.seat,
            plies: asked.plies,
            at: time.now(),
            decided,
        };
        let moves = answer.decided.as_ref().is_ok_and(|d| d.hold.is_zero());
        // Nobody listens once the game is over.
        if say.send(answer).is_err() {
            return;
        }
        // What is answered after a recall does not count.
        if moves && !asked.recall.came() {
            player.reflect(asked.seat, post, &asked.rest);
        }
    }
}

impl Live<'_, '_> {
    fn run(&mut self, stop: &Stop) -> Result<Ended> {
        loop {
            stop.check()?;
            if let Some(ended) = self.referee.over() {
                return Ok(ended);
            }
            let now = self.referee.time.now();
            let running = self.referee.state.on_clock();
            for (index, since) in self.since.iter_mut().enumerate() {
                match running.contains(Seat(index as u8)) {
                    true => *since = since.or(Some(now)),
                    false => *since = None,
                }
            }
            if let Some(ended) = self.release(now, stop)? {
                return Ok(ended);
            }
            self.recall();
            self.ask(now)?;
            if running.is_empty() && self.asked.is_empty() {
                return Ok(Outcome::draw("waiting").into());
            }
            if let Some(ended) = self.flags(now) {
                return Ok(ended);
            }
            let patience = self.until_a_flag(now).min(self.until_a_move(now)).min(POLL);
            match self.answers.recv_timeout(patience) {
                Ok(answer) => {
                    if let Some(ended) = self.hear(answer, stop)? {
                        return Ok(ended);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Error::internal("all players have left"));
                }
            }
        }
    }

    /// Tells those who think that what they decide on has changed.
    fn recall(&self) {
        for seat in self.asked.iter() {
            let Some((basis, recall)) = self.bases.get(seat.index()) else {
                continue;
            };
            let may = self
                .renewed
                .get(seat.index())
                .is_some_and(|n| *n < MAX_RESTARTS);
            if may && *basis != self.referee.state.decision_key(seat) {
                recall.tell();
            }
        }
    }

    /// Asks everybody who has a move and was not asked yet.
    fn ask(&mut self, now: Instant) -> Result<()> {
        for seat in self.referee.state.live().iter() {
            let sits = self.held[seat.index()].is_some();
            if sits || self.asked.contains(seat) || !self.referee.has_move(seat)? {
                continue;
            }
            let clocks: Vec<_> = (0..self.since.len())
                .filter_map(|index| self.clock(index, now))
                .collect();
            let own = clocks.get(seat.index()).copied();
            let (allowance, _) = self.referee.conditions.allowance(own.as_ref());
            let mut limits = self.referee.conditions.limits.clone();
            limits.clock = own;
            limits.clocks.clone_from(&clocks);
            let recall = Arc::new(RestartSignal::default());
            self.bases[seat.index()] = (self.referee.state.decision_key(seat), Arc::clone(&recall));
            let rest = Arc::new(Control::default());
            let before = std::mem::replace(&mut self.rests[seat.index()], Arc::clone(&rest));
            before.cancel();
            let asked = TurnRequest {
                recall,
                rest,
                seat,
                observation: self.referee.state.observe_seat(seat)?,
                line: self.referee.known_moves(),
                limits,
                clocks,
                allowance,
                plies: self.referee.plies.len(),
            };
            let to = self.players.get(seat.index());
            if to.is_none_or(|to| to.send(asked).is_err()) {
                return Err(Error::internal("a player has left"));
            }
            self.asked = self.asked.with(seat);
        }
        Ok(())
    }

    /// Returns the reading of a clock.
    fn clock(&self, index: usize, now: Instant) -> Option<Clock> {
        let clock = self.referee.clocks.get(index)?;
        Some(Clock {
            remaining: clock.remaining.saturating_sub(self.ran(index, now)),
            ..*clock
        })
    }

    fn ran(&self, index: usize, now: Instant) -> Duration {
        let since = self.since.get(index).copied().flatten();
        since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }

    /// The clocks that run, and how long each still has; none once it has run out.
    fn running(&self, now: Instant) -> impl Iterator<Item = (Seat, Option<Duration>)> {
        let margin = self.referee.conditions.clock_margin;
        let clocks = self.referee.clocks.iter().enumerate();
        clocks
            .filter(|(index, _)| self.since[*index].is_some())
            .map(move |(index, clock)| {
                let whole = clock.remaining.saturating_add(margin);
                (Seat(index as u8), whole.checked_sub(self.ran(index, now)))
            })
    }

    /// Returns the time until a running clock runs out.
    fn until_a_flag(&self, now: Instant) -> Duration {
        self.running(now)
            .map(|(_, left)| left.unwrap_or_default())
            .min()
            .unwrap_or(Duration::MAX)
    }

    /// The end by the clocks that have run out, all at once.
    fn flags(&self, now: Instant) -> Option<Ended> {
        let fallen: Seats = self
            .running(now)
            .filter(|(_, left)| left.is_none())
            .map(|(seat, _)| seat)
            .collect();
        let first = fallen.iter().next()?;
        Some(Ended {
            outcome: self.referee.state.forfeited(fallen, "timeout"),
            // Who had no move has sat its time out, which is no error of a program.
            fault: self
                .asked
                .contains(first)
                .then(|| (first, FaultKind::Timeout, "the flag has fallen".into())),
        })
    }

    /// Makes the moves that have been held back for long enough; forgets those that
    /// were decided before somebody else moved.
    fn release(&mut self, now: Instant, stop: &Stop) -> Result<Option<Ended>> {
        for index in 0..self.held.len() {
            let plies = self.referee.plies.len();
            let Some(held) = self.held[index].take_if(|h| h.until <= now || h.plies < plies) else {
                continue;
            };
            if held.plies < plies {
                continue;
            }
            let answer = TurnAnswer {
                seat: Seat(index as u8),
                plies,
                at: now,
                decided: Ok(held.decided),
            };
            if let Some(ended) = self.hear(answer, stop)? {
                return Ok(Some(ended));
            }
        }
        Ok(None)
    }

    /// Returns the time until a move that is held back is made.
    fn until_a_move(&self, now: Instant) -> Duration {
        let held = self.held.iter().flatten();
        held.map(|held| held.until.saturating_duration_since(now))
            .min()
            .unwrap_or(Duration::MAX)
    }

    fn hear(&mut self, answer: TurnAnswer, stop: &Stop) -> Result<Option<Ended>> {
        let TurnAnswer {
            seat,
            plies,
            at,
            decided,
        } = answer;
        self.asked = self.asked.without(seat);
        if decided.is_ok() && self.bases[seat.index()].1.came() {
            self.renewed[seat.index()] += 1;
            return Ok(None);
        }
        self.renewed[seat.index()] = 0;
        let decided = match decided {
            Ok(mut decided) if !decided.hold.is_zero() => {
                let until = at.checked_add(std::mem::take(&mut decided.hold));
                self.held[seat.index()] = Some(HeldMove {
                    decided,
                    until: until.unwrap_or(at),
                    plies,
                });
                return Ok(None);
            }
            other => other,
        };
        let took = self.ran(seat.index(), at);
        match self.referee.hear(seat, decided, took, plies, stop)? {
            Ruling::Made => self.since[seat.index()] = None,
            // It is asked once more, on the same clock.
            Ruling::Stale => {}
            Ruling::Ended(ended) => return Ok(Some(ended)),
        }
        Ok(None)
    }
}
