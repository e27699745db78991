//! State of a table at a moment, its time and its end. The operations on it are in `moves.rs`,
//! `draws.rs` (with claims), `partners.rs` (messages), `seating.rs` (occupants of seats) and `bots.rs`, the
//! views of it in `views.rs`. All of it happens under the table's mutex: nothing there calls a
//! host, waits, or searches.

use std::time::Instant;

use super::answers::Thought;
use super::clock::Clocks;
use super::event::TableEvent;
use super::log::Logs;
use super::moves::MoveLog;
use super::occupants::Occupant;
use super::setup::TableSettings;
use crate::host::{Game, Heard, State};
use crate::own::{Asked, Refusal};
use contract::error::{Error, Result};
use contract::game::{Outcome, Seat, Seats};
use contract::jobs::{Owned, Timer};
use contract::value::Dict;

/// A question to a bot that is under way. Dropped, it is given up.
#[derive(Debug)]
pub(super) struct PendingRequest {
    pub(super) id: u64,
    /// The job of a library's bot.
    pub(super) handle: Option<Owned>,
    /// The question to a bot of the host's own.
    pub(super) question: Option<Asked>,
    /// Until when the answer is held back, once there is one.
    pub(super) timer: Option<Timer>,
    /// After how many plies it was asked, once it holds its move back.
    pub(super) sits: Option<usize>,
    /// Key of the information on which the answer is based.
    pub(super) basis: u64,
    /// True if it is about a draw offer.
    pub(super) draw: bool,
    /// True if a partner's message is a reason to decide anew.
    pub(super) recalled: bool,
}

/// One seat of a table.
#[derive(Debug)]
pub(super) struct SeatSlot {
    pub(super) occupant: Occupant,
    /// Since when its person is gone.
    pub(super) gone: Option<u64>,
    /// The one question that its bot may be at.
    pub(super) asked: Option<PendingRequest>,
    /// Moves of its bot that were refused in this turn.
    pub(super) refused: Vec<Refusal>,
    /// True if another bot makes this turn's move.
    pub(super) replaced: bool,
    /// The number of the first event that a bot of the host's own has not been told.
    pub(super) heard: usize,
    /// Number of times that its current decision was restarted because others had changed the basis
    /// of it.
    pub(super) renewed: u32,
    /// Attempts of its person in this turn that were no move.
    pub(super) attempts: u32,
    /// Since when its bot is at this turn, and how long it takes at the least, in
    /// milliseconds; none until it is asked for the first time in a turn.
    pub(super) turn: Option<(Instant, u64)>,
    /// The reason for which it has left the game.
    pub(super) left: Option<&'static str>,
    /// Number of plies that it would take back.
    pub(super) undo: Option<usize>,
    /// Changes of the game that it wants.
    pub(super) edit: Option<Dict>,
    /// Thoughts of its bot about each of its moves.
    pub(super) thoughts: Vec<Thought>,
    /// Messages of those it plays with, the oldest first.
    pub(super) messages: Vec<Heard>,
    /// Last message of its bot.
    pub(super) said: Option<String>,
    /// True if its bot has moved, and may find out what its partners should know.
    pub(super) reflects_next: bool,
    /// The number and the job of what its bot finds out for its partners.
    pub(super) reflection: Option<(u64, Owned)>,
}

impl SeatSlot {
    pub(super) const fn new(occupant: Occupant) -> Self {
        Self {
            occupant,
            gone: None,
            asked: None,
            refused: Vec::new(),
            replaced: false,
            heard: 0,
            renewed: 0,
            attempts: 0,
            turn: None,
            left: None,
            undo: None,
            edit: None,
            thoughts: Vec::new(),
            messages: Vec::new(),
            said: None,
            reflects_next: false,
            reflection: None,
        }
    }

    /// Returns true if nobody sits there, and somebody might.
    pub(super) const fn is_open(&self) -> bool {
        matches!(self.occupant, Occupant::Empty) && self.left.is_none()
    }

    /// Forgets what belongs to a turn, which is over or begins anew.
    pub(super) fn end_turn(&mut self) {
        self.refused.clear();
        self.replaced = false;
        self.renewed = 0;
        self.attempts = 0;
        self.turn = None;
    }

    /// Forgets what it would take back or change.
    pub(super) fn forget_wishes(&mut self) {
        self.undo = None;
        self.edit = None;
    }

    /// Gives up the question that its bot is at, if any.
    pub(super) fn stop_asking(&mut self) {
        self.asked = None;
        self.reflects_next = false;
        self.reflection = None;
    }
}

pub(super) struct TableState {
    pub(super) game: Game,
    pub(super) start: State,
    pub(super) state: State,
    pub(super) line: MoveLog,
    pub(super) settings: TableSettings,
    /// The seed of the settings, drawn where none was given.
    pub(super) seed: u64,
    pub(super) places: Vec<SeatSlot>,
    pub(super) clocks: Option<Clocks>,
    pub(super) logs: Logs,
    /// The host's clock, as far as the table was told.
    pub(super) now: u64,
    /// True if the host has ever told it the time.
    pub(super) timed: bool,
    /// Seat that offered a draw, and the seats that have accepted it.
    pub(super) draw: Option<(Seat, Seats)>,
    pub(super) ended: Option<Outcome>,
    /// Since when the host has stopped the clocks.
    pub(super) paused: Option<u64>,
    /// True if no bot is asked any more.
    pub(super) closed: bool,
    pub(super) asked: u64,
    pub(super) revision: u64,
    /// The process that its bots answer in.
    process: u32,
}

impl TableState {
    pub(super) fn new(
        game: Game,
        state: State,
        settings: TableSettings,
        places: Vec<SeatSlot>,
    ) -> Self {
        let undo = settings.undo.unwrap_or_else(|| !game.hidden());
        let seats = places.len();
        let clocks = settings.clock.map(|control| Clocks::new(control, seats));
        let mut inner = Self {
            game,
            line: MoveLog::new(),
            start: state.clone(),
            state,
            seed: settings.seed.unwrap_or_default(),
            settings: TableSettings {
                undo: Some(undo),
                ..settings
            },
            places,
            clocks,
            logs: Logs::new(seats),
            now: 0,
            timed: false,
            draw: None,
            ended: None,
            paused: None,
            closed: false,
            asked: 0,
            revision: 0,
            process: std::process::id(),
        };
        inner.logs.tell_all(TableEvent::Started {
            game: inner.game.name().into(),
        });
        inner.ended_by_rules();
        inner
    }

    /// Returns true if a fork has brought it into another process since the last call. It then
    /// drops the requests to its bots, whose threads were left behind, so that they are asked
    /// again.
    pub(super) fn came_by_fork(&mut self) -> bool {
        let process = std::process::id();
        let came = std::mem::replace(&mut self.process, process) != process;
        if came {
            for place in &mut self.places {
                place.stop_asking();
            }
        }
        came
    }

    pub(super) fn name(&self, seat: Seat) -> &str {
        self.game
            .seats()
            .get(seat.index())
            .map_or("?", String::as_str)
    }

    pub(super) fn named(&self, seat: Seat) -> String {
        self.name(seat).to_owned()
    }

    pub(super) fn live(&self) -> Seats {
        if self.ended.is_some() {
            Seats::NONE
        } else {
            self.state.live()
        }
    }

    /// The seats whose clocks run.
    pub(super) fn on_clock(&self) -> Seats {
        if self.ended.is_some() || self.paused.is_some() {
            Seats::NONE
        } else {
            let remaining = self.remaining();
            let running = self.state.on_clock().iter();
            running.filter(|seat| remaining.contains(*seat)).collect()
        }
    }

    /// Returns `Ok` while the game is on and not paused.
    pub(super) fn in_play(&self) -> Result<()> {
        self.going_on()?;
        if self.paused.is_some() {
            return Err(Error::unsupported("the table is paused"));
        }
        Ok(())
    }

    /// Returns `Ok` until the game has ended.
    pub(super) fn going_on(&self) -> Result<()> {
        match self.ended {
            None => Ok(()),
            Some(outcome) => Err(Error::game_over(format!(
                "the game has ended: {}",
                outcome.reason.replace('_', " ")
            ))),
        }
    }

    /// Takes note of the host's clock: flags that have fallen since, people who
    /// have been gone too long. Time never goes back.
    pub(super) fn settle(&mut self, now: Option<u64>) {
        let Some(now) = now else { return };
        if !self.timed {
            self.timed = true;
            self.now = now;
            let running = self.on_clock();
            if let Some(clocks) = &mut self.clocks {
                clocks.run(running, now);
            }
        }
        let now = now.max(self.now);
        while self.ended.is_none() && self.paused.is_none() {
            let flag = self.clocks.as_ref().and_then(|c| c.fallen(now));
            let gone = self.first_abandoned(now);
            match (flag, gone) {
                (None, None) => break,
                (Some((at, seats)), gone) if gone.is_none_or(|(_, left)| at <= left) => {
                    self.now = at;
                    self.flags_fall(seats);
                }
                (_, Some((seats, at))) => {
                    self.now = at.max(self.now);
                    self.abandoned(seats);
                }
                (Some(_), None) => break,
            }
        }
        self.now = now;
    }

    /// When something happens by itself if nobody does anything: a flag falls, or
    /// the time that a person may be gone runs out.
    pub(super) fn next_due(&self) -> Option<u64> {
        if self.ended.is_some() || self.paused.is_some() {
            return None;
        }
        let flag = self.clocks.as_ref().and_then(Clocks::next_fall);
        let gone = self.first_abandoned(u64::MAX).map(|(_, at)| at);
        flag.into_iter().chain(gone).min()
    }

    pub(super) fn end(&mut self, outcome: Outcome) {
        if self.ended.is_some() {
            return;
        }
        self.ended = Some(outcome);
        self.draw = None;
        let named = outcome.named(self.game.seats());
        self.logs.tell_all(TableEvent::Ended(named));
        let now = self.now;
        if let Some(clocks) = &mut self.clocks {
            clocks.run(Seats::NONE, now);
        }
        for place in &mut self.places {
            place.gone = None;
            place.forget_wishes();
            place.stop_asking();
            // What its bot has learnt goes with the game.
            if let Occupant::Bot(seat) = &mut place.occupant {
                seat.bot = seat.bot.renewed();
            }
        }
        self.revision += 1;
    }

    pub(super) fn ended_by_rules(&mut self) {
        if let Some(outcome) = self.state.ended() {
            self.end(outcome);
        }
    }
}
