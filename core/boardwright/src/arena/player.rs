//! Players of a match, and the information that they get.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use crate::host::{Game, Observation};
use contract::bot::{Clock, Heard, Limits, Score, make_room};
use contract::error::{Error, Result};
use contract::game::{Seat, Seats};
use contract::jobs::Control;

/// The game that is about to begin, for one player.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// The rules.
    pub game: &'a Game,
    /// The seat that the player takes.
    pub seat: Seat,
    /// Seed of the player's random numbers in this game.
    pub seed: u64,
}

/// Moves played so far, for a game without hidden information.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MovesSoFar {
    /// Starting position in the game's notation; `None` for the game's own start.
    pub start: Option<String>,
    /// The moves since, in the game's canonical notation.
    pub moves: Vec<String>,
}

/// Decision that a player is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The seat.
    pub seat: Seat,
    /// All that the seat may know.
    pub observation: &'a Observation,
    /// Moves so far; `None` if the game hides anything.
    pub line: Option<&'a MovesSoFar>,
    /// Within what to decide, the player's own clock included.
    pub limits: &'a Limits,
    /// The clocks of all seats, where there are clocks.
    pub clocks: &'a [Clock],
    /// After how much time the referee takes the answer no more.
    pub allowance: Duration,
    /// Messages between partners.
    pub post: &'a TeamChat,
    /// By which it hears that it is to decide anew.
    pub recall: &'a RestartSignal,
}

/// Tells a player that others have changed what it decides on: whatever it answers will
/// not be taken, and it is asked anew as soon as it has answered.
#[derive(Debug, Default)]
pub struct RestartSignal {
    came: AtomicBool,
    running: Mutex<Weak<Control>>,
}

impl RestartSignal {
    /// Tells it.
    pub fn tell(&self) {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        self.came.store(true, Ordering::Release);
        if let Some(control) = running.upgrade() {
            control.finish_early();
        }
    }

    /// Returns true if the signal was given.
    #[must_use]
    pub fn came(&self) -> bool {
        self.came.load(Ordering::Acquire)
    }

    /// Has work concluded when it is told, or at once where it was already.
    pub fn concludes(&self, control: &Arc<Control>) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        *running = Arc::downgrade(control);
        if self.came() {
            control.finish_early();
        }
    }
}

/// Messages between the seats of a team during a game: lines of text, which nobody else hears.
#[derive(Clone, Debug, Default)]
pub struct TeamChat(Arc<Vec<Inbox>>);

struct Inbox {
    partners: Seats,
    waiting: Mutex<VecDeque<Letter>>,
    bell: Mutex<Option<Bell>>,
}

/// Called with each message for a seat, on the thread of whoever sends it.
type Bell = Arc<dyn Fn(&str) + Send + Sync>;

/// A message, and who sent it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The seat that sent it.
    pub from: Seat,
    /// The words.
    pub text: String,
}

impl std::fmt::Debug for Inbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Inbox({:?})", self.partners)
    }
}

impl TeamChat {
    /// Between the partners of a game.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let seats = (0..game.seats().len()).map(|index| Seat(index as u8));
        let boxes = seats.map(|seat| Inbox {
            partners: game.team(seat).without(seat),
            waiting: Mutex::default(),
            bell: Mutex::default(),
        });
        Self(Arc::new(boxes.collect()))
    }

    /// Tells a seat's partners something.
    pub fn send(&self, from: Seat, text: &str) {
        let partners = self.0.get(from.index()).map(|own| own.partners);
        for seat in partners.unwrap_or_default().iter() {
            if let Some(of) = self.0.get(seat.index()) {
                let mut waiting = of.waiting.lock().unwrap_or_else(PoisonError::into_inner);
                // Who does not listen is not told of what is long past.
                if waiting.len() >= MOST_LETTERS {
                    waiting.pop_front();
                }
                waiting.push_back(Letter {
                    from,
                    text: text.to_owned(),
                });
                drop(waiting);
                // Not held while it is called.
                let slot = of.bell.lock().unwrap_or_else(PoisonError::into_inner);
                let bell = slot.clone();
                drop(slot);
                if let Some(bell) = bell {
                    bell(text);
                }
            }
        }
    }

    /// Has a closure called with each message for a seat until the guard is dropped. It must be
    /// quick; the message waits for the seat as well.
    #[must_use]
    pub fn listen(&self, seat: Seat, bell: impl Fn(&str) + Send + Sync + 'static) -> Listening<'_> {
        let inbox = self.0.get(seat.index());
        if let Some(inbox) = inbox {
            let mut slot = inbox.bell.lock().unwrap_or_else(PoisonError::into_inner);
            *slot = Some(Arc::new(bell));
        }
        Listening(inbox)
    }

    /// Takes the texts of the messages that a seat has received since the last call.
    #[must_use]
    pub fn take(&self, seat: Seat) -> Vec<String> {
        let letters = self.letters(seat).into_iter();
        letters.map(|letter| letter.text).collect()
    }

    /// Takes the messages that a seat has received since the last call.
    #[must_use]
    pub fn letters(&self, seat: Seat) -> Vec<Letter> {
        let Some(of) = self.0.get(seat.index()) else {
            return Vec::new();
        };
        let mut waiting = of.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.drain(..).collect()
    }
}

/// Ends the calls of a closure when it is dropped.
#[derive(Debug)]
pub struct Listening<'a>(Option<&'a Inbox>);

impl Drop for Listening<'_> {
    fn drop(&mut self) {
        if let Some(inbox) = self.0 {
            let mut bell = inbox.bell.lock().unwrap_or_else(PoisonError::into_inner);
            *bell = None;
        }
    }
}

/// Maximum number of messages that wait for a seat; the oldest are dropped.
const MOST_LETTERS: usize = 100;

impl Turn<'_> {
    /// Takes the messages that have come for the seat, as said after so many plies, adds them to those
    /// that are known, where each stands once, and returns them.
    pub(super) fn hear(&self, ply: u64, known: &mut Vec<Heard>) -> Vec<Heard> {
        let game = self.observation.game();
        let seats = game.seats();
        let new = self.post.letters(self.seat).into_iter();
        let new = new.map(|Letter { from, text }| Heard {
            from: seats.get(from.index()).cloned().unwrap_or_default(),
            text,
            ply: Some(ply),
        });
        let new: Vec<_> = new.collect();
        for heard in &new {
            make_room(known, heard);
            known.push(heard.clone());
        }
        new
    }
}

/// Decision of a player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decided {
    /// The move, in the game's canonical notation.
    pub text: String,
    /// Its value, where the player has an opinion.
    pub score: Option<Score>,
    /// Plies it looked ahead.
    pub depth: Option<u32>,
    /// Positions it looked at.
    pub nodes: Option<u64>,
    /// The player that stepped in for it, where one had to.
    pub fallback: Option<String>,
    /// Time that the player would hold the move back, unless the game goes on elsewhere meanwhile;
    /// then it is asked again. Counts where seats think at once.
    pub hold: Duration,
    /// True if it gives the game up instead; then the rest says nothing.
    pub resigns: bool,
}

/// Reason, other than a move, for which a player lost a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FaultKind {
    /// It broke down or said something that cannot be understood.
    Crash,
    /// It chose a move that the rules forbid.
    IllegalMove,
    /// It took too long.
    Timeout,
}

impl FaultKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Crash, Self::IllegalMove, Self::Timeout];

    /// The stable word for it.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::IllegalMove => "illegal_move",
            Self::Timeout => "timeout",
        }
    }
}

/// Why no decision came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The player's own fault, which costs it the game; with what happened.
    Of(FaultKind, String),
    /// The match was stopped, which is nobody's fault.
    Stopped,
}

/// Somebody who plays.
pub trait Player: Send {
    /// Returns the name of the player.
    fn name(&self) -> &str;

    /// Prepares for another game, for one seat of it, and forgets the last one.
    ///
    /// # Errors
    ///
    /// What makes it unable to play at all; that ends the match.
    fn new_game(&mut self, setup: &Setup<'_>, stop: &Stop) -> Result<()>;

    /// Decides.
    ///
    /// # Errors
    ///
    /// A [`Fault`].
    fn decide(&mut self, turn: &Turn<'_>, stop: &Stop) -> Result<Decided, Fault>;

    /// Finds out what its partners should know once its move was made, until the control is
    /// cancelled; by default nothing.
    fn reflect(&mut self, seat: Seat, post: &TeamChat, control: &Control) {
        let _ = (seat, post, control);
    }
}

/// By which a match is stopped at once, decisions under way included.
#[derive(Debug, Default)]
pub struct Stop {
    asked: AtomicBool,
    running: Mutex<Vec<Weak<Control>>>,
}

impl Stop {
    /// Nobody has asked yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops everything.
    pub fn ask(&self) {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        self.asked.store(true, Ordering::Release);
        for control in running.iter().filter_map(Weak::upgrade) {
            control.cancel();
        }
    }

    /// Returns true if a stop was requested.
    #[must_use]
    pub fn asked(&self) -> bool {
        self.asked.load(Ordering::Acquire)
    }

    /// `Ok` while the match may go on.
    ///
    /// # Errors
    ///
    /// `cancelled`.
    pub fn check(&self) -> Result<()> {
        if self.asked() {
            return Err(Error::cancelled("the match was stopped"));
        }
        Ok(())
    }

    /// A control that is cancelled with the match and stops by itself after `limit`.
    #[must_use]
    pub fn control(&self, limit: Duration) -> Arc<Control> {
        let deadline = std::time::Instant::now().checked_add(limit);
        let control = Arc::new(Control::new(deadline));
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.retain(|other| other.strong_count() > 0);
        running.push(Arc::downgrade(&control));
        if self.asked() {
            control.cancel();
        }
        control
    }
}
