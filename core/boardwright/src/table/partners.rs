//! The talk between the seats of a team: what they hear and say, who decides anew for it, and
//! what bots find out for their partners after a move.

use std::sync::Weak;
use std::time::Duration;

use super::decider::Decider;
use super::event::TableEvent;
use super::occupants::Occupant;
use super::state::TableState;
use super::{Shared, Table};
use crate::host::{Bot, Heard, Said, SeatRef};
use contract::bot::{LEAST_TIME_TO_TALK, MAX_RESTARTS, make_room};
use contract::error::{Error, Result};
use contract::game::{Seat, Seats};
use contract::jobs::{Finished, Request};
use contract::text::check_message;

/// A bot that is to find out what its partners should know.
pub(super) struct Reflection {
    pub(super) seat: Seat,
    pub(super) id: u64,
    pub(super) bot: Bot,
}

impl TableState {
    /// Returns what a bot at a seat has heard from those it plays with; `None` where it does not
    /// talk, or has nobody to talk to.
    pub(super) fn heard_by(&self, seat: Seat) -> Option<Vec<Heard>> {
        self.talker(seat)?;
        Some(self.places[seat.index()].messages.clone())
    }

    /// Returns the library's bot at a seat if it talks with partners that it has.
    fn talker(&self, seat: Seat) -> Option<&Bot> {
        match &self.places[seat.index()].occupant {
            Occupant::Bot(place) => match &place.bot {
                Decider::Library(bot) if bot.talks() => {
                    (self.game.team(seat).len() > 1).then_some(bot)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the seats of the player who sits at one: it alone, or a team whose seats one bot
    /// plays.
    pub(super) fn seats_of_player(&self, seat: Seat) -> Seats {
        match &self.places[seat.index()].occupant {
            Occupant::Bot(place) if place.plays_team() => self.game.team(seat),
            _ => Seats::only(seat),
        }
    }

    /// A person, or a program of the host's, says something to those it plays with; nobody else
    /// hears of it.
    pub(super) fn message(&mut self, seat: Seat, text: &str) -> Result<()> {
        self.in_play()?;
        self.has_not_left(seat)?;
        if self.game.team(seat).len() < 2 {
            return Err(Error::unsupported(format!(
                "{} plays with nobody to talk to",
                self.name(seat)
            )));
        }
        self.tell_partners(seat, text);
        self.pass_on(seat, text, false);
        Ok(())
    }

    /// A bot says something to those it plays with, once until it says something else. What one
    /// seat of a player says the others know without a word.
    pub(super) fn bot_says(&mut self, seat: Seat, said: &Said) {
        let silent = self.seats_of_player(seat).len() > 1;
        if self.ended.is_some() || self.game.team(seat).len() < 2 {
            return;
        }
        let last = &mut self.places[seat.index()].said;
        let repeated = said.repeated || last.as_ref() == Some(&said.text);
        if !repeated {
            last.replace(said.text.clone());
            if !silent {
                self.tell_partners(seat, &said.text);
            }
        }
        self.pass_on(seat, &said.text, repeated);
    }

    fn tell_partners(&mut self, seat: Seat, text: &str) {
        let event = TableEvent::Message {
            seat: self.named(seat),
            text: text.into(),
        };
        self.logs.tell_some(self.game.team(seat), event);
        self.revision += 1;
    }

    /// Has the partners of a seat remember what it says, and decide anew where that is a reason.
    fn pass_on(&mut self, from: Seat, text: &str, repeated: bool) {
        let heard = Heard {
            from: self.named(from),
            text: text.into(),
            ply: Some(self.state.ply() as u64),
        };
        for seat in self.game.team(from).without(from).iter() {
            let place = &mut self.places[seat.index()];
            // A message that is said again counts as new.
            make_room(&mut place.messages, &heard);
            if !repeated && self.game.is_urgent(&place.messages, text) {
                self.recall(seat);
            }
            self.places[seat.index()].messages.push(heard.clone());
        }
    }

    /// Has the bot of a seat that is at a decision, or holds a move back, decide anew, a few
    /// times in a turn at most.
    fn recall(&mut self, seat: Seat) {
        let short = self.clocks.as_ref().is_some_and(|clocks| {
            let left = Duration::from_millis(clocks.left(seat, self.now));
            self.on_clock().contains(seat) && left < LEAST_TIME_TO_TALK
        });
        let listens = match &self.places[seat.index()].occupant {
            Occupant::Bot(place) => match &place.bot {
                Decider::Library(bot) => bot.talks(),
                Decider::Own(_) => true,
            },
            _ => false,
        };
        let place = &mut self.places[seat.index()];
        let Some(asked) = &mut place.asked else {
            return;
        };
        if short || !listens || asked.draw || place.renewed >= MAX_RESTARTS {
            return;
        }
        match &asked.handle {
            // Its answer has not come yet, and will not count.
            Some(handle) if asked.timer.is_none() && asked.sits.is_none() => {
                asked.recalled = true;
                handle.handle().finish_early();
            }
            _ => {
                place.stop_asking();
                place.renewed += 1;
            }
        }
    }

    /// The bots that have moved and may find out now what their partners should know.
    pub(super) fn reflections(&mut self) -> Vec<Reflection> {
        let mut out = Vec::new();
        for index in 0..self.places.len() {
            let seat = Seat(index as u8);
            let due = std::mem::take(&mut self.places[index].reflects_next);
            let idle = self.places[index].asked.is_none();
            let goes_on = self.ended.is_none() && self.paused.is_none() && !self.closed;
            let Some(bot) = self.talker(seat).filter(|_| due && idle && goes_on) else {
                continue;
            };
            let partners = self.game.team(seat).without(seat);
            if !partners.iter().any(|partner| self.listens(partner)) {
                continue;
            }
            let bot = bot.clone();
            self.asked += 1;
            let id = self.asked;
            out.push(Reflection { seat, id, bot });
        }
        out
    }

    /// Returns true if somebody sits at a seat who may make something of messages.
    fn listens(&self, seat: Seat) -> bool {
        match &self.places[seat.index()].occupant {
            Occupant::Empty => false,
            Occupant::Human | Occupant::External => true,
            Occupant::Bot(place) => match &place.bot {
                Decider::Library(bot) => bot.talks(),
                Decider::Own(_) => true,
            },
        }
    }
}

impl Table {
    /// Says something for the bot at a seat to those it plays with, once until it says something
    /// else; nothing where it plays with nobody, or the game is over.
    ///
    /// # Errors
    ///
    /// `invalid_option` for an empty or too long text, and for a character that cannot be seen; for
    /// a seat that does not exist as [`Game::seat`](crate::host::Game::seat).
    pub fn say(&self, seat: SeatRef<'_>, text: &str) -> Result<()> {
        let text = check_message("text", text)?.to_owned();
        let seat = self.lock().game.seat(seat)?;
        self.change(None, |inner| {
            inner.bot_says(
                seat,
                &Said {
                    text,
                    repeated: false,
                },
            );
            Ok(())
        })
    }

    /// Begins what bots find out for their partners after a move. A bot that is still engaged
    /// otherwise does without.
    pub(super) fn reflect(&self, inner: &mut TableState) {
        for Reflection { seat, id, bot } in inner.reflections() {
            let Ok(work) = bot.reflect() else {
                continue;
            };
            let weak = std::sync::Arc::downgrade(&self.0);
            let told = weak.clone();
            let work = work.prepared(move |control| {
                control.when_said(move |said| {
                    Self::told(&told, |inner| {
                        if inner.reflects(seat, id) {
                            inner.bot_says(seat, &said);
                        }
                    });
                });
            });
            let request = Request {
                caller: self.0.caller,
                deadline: None,
                patient: true,
            };
            let done = move |_: Finished<Vec<Said>>| {
                Self::told(&weak, |inner| {
                    if inner.reflects(seat, id) {
                        inner.places[seat.index()].reflection = None;
                    }
                });
            };
            if let Ok(handle) = work.submit(request, done) {
                inner.places[seat.index()].reflection = Some((id, handle.owned()));
            }
        }
    }

    /// Has a table told something by a bot at work, if it is still there.
    pub(super) fn told(table: &Weak<Shared>, act: impl FnOnce(&mut TableState)) {
        let Some(shared) = table.upgrade() else {
            return;
        };
        let table = Self(shared);
        let mut inner = table.lock();
        let before = inner.revision;
        act(&mut inner);
        table.go_on(&mut inner);
        let changed = inner.revision != before;
        drop(inner);
        if changed {
            table.tell_listeners();
        }
        table.tell_quiet();
    }
}

impl TableState {
    /// Returns true if that reflection of the bot at a seat is under way.
    fn reflects(&self, seat: Seat, id: u64) -> bool {
        let reflection = &self.places[seat.index()].reflection;
        reflection.as_ref().is_some_and(|(known, _)| *known == id)
    }
}
