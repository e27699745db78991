//! What a table is at a moment, and what can be done to it. All of it happens
//! under the table's mutex: nothing here calls a host, waits, or searches.

use serde_json::json;

use super::clock::Clocks;
use super::log::Logs;
use super::setup::{BotSeat, Occupant, OnAbandoned, OnCap, Settings};
use crate::error::{Error, Result};
use crate::game::{Effect, Outcome, Seat, Seats};
use crate::jobs::Ticket;
use crate::rim::{Bot, Game, Limits, MoveRef, Observation, State, seat_names};
use crate::rng::Rng;
use crate::value::{Dict, Value};

/// A move that was made at the table, or something that was tried.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) seat: Seat,
    pub(super) text: String,
    pub(super) at: u64,
    /// Whether the seat has moved by it; what was refused, and what does not end a
    /// turn, stands in the line as well.
    pub(super) moved: bool,
}

/// A question to a bot that is under way.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) id: u64,
    pub(super) ticket: Option<Ticket>,
    /// After how many plies it was asked, once it holds its move back.
    pub(super) sits: Option<usize>,
}

/// One seat of a table.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) occupant: Occupant,
    /// Since when its person is gone.
    pub(super) gone: Option<u64>,
    /// The one question that its bot may be at.
    pub(super) asked: Option<Asked>,
    /// Moves of its bot that were refused in this turn.
    pub(super) refused: Vec<String>,
    /// How many plies it would take back.
    pub(super) undo: Option<usize>,
    /// What its bot thought of each of its moves.
    pub(super) thoughts: Vec<Box<str>>,
}

impl Place {
    pub(super) const fn new(occupant: Occupant) -> Self {
        Self {
            occupant,
            gone: None,
            asked: None,
            refused: Vec::new(),
            undo: None,
            thoughts: Vec::new(),
        }
    }

    /// Gives up the question that its bot is at, if any.
    pub(super) fn stop_asking(&mut self) {
        if let Some(ticket) = self.asked.take().and_then(|asked| asked.ticket) {
            ticket.cancel();
        }
    }
}

/// A question that the table wants put to a bot.
pub(super) struct Order {
    pub(super) seat: Seat,
    pub(super) id: u64,
    /// After how many plies it is put.
    pub(super) plies: usize,
    pub(super) bot: Bot,
    pub(super) observation: Observation,
    pub(super) limits: Limits,
    /// The host's clock when it was put.
    pub(super) at: u64,
    /// How long the answer takes at the least, in milliseconds.
    pub(super) delay: u64,
    /// Whether it is about a draw offer and not about a move.
    pub(super) draw: bool,
}

/// Where a person sits at the table a bot takes this long, in milliseconds.
const DELAY_WITH_PEOPLE: u64 = 300;

pub(super) struct Inner {
    pub(super) game: Game,
    pub(super) start: State,
    pub(super) state: State,
    pub(super) line: Vec<Step>,
    pub(super) settings: Settings,
    pub(super) places: Vec<Place>,
    pub(super) clocks: Option<Clocks>,
    pub(super) logs: Logs,
    /// The host's clock, as far as the table was told.
    pub(super) now: u64,
    /// Whether it was told at all.
    pub(super) timed: bool,
    /// Who offered a draw, and who has accepted it.
    pub(super) draw: Option<(Seat, Seats)>,
    pub(super) ended: Option<Outcome>,
    pub(super) asked: u64,
    pub(super) revision: u64,
}

impl Inner {
    pub(super) fn new(game: Game, state: State, settings: Settings, places: Vec<Place>) -> Self {
        let seats = places.len();
        let clocks = settings.clock.map(|control| Clocks::new(control, seats));
        let mut inner = Self {
            game,
            start: state.clone(),
            state,
            line: Vec::new(),
            settings,
            places,
            clocks,
            logs: Logs::new(seats),
            now: 0,
            timed: false,
            draw: None,
            ended: None,
            asked: 0,
            revision: 0,
        };
        inner
            .logs
            .tell_all(&json!({ "kind": "started", "game": inner.game.name() }));
        inner.ended_by_rules();
        inner
    }

    pub(super) fn name(&self, seat: Seat) -> &str {
        self.game
            .seats()
            .get(seat.index())
            .map_or("?", String::as_str)
    }

    pub(super) fn live(&self) -> Seats {
        if self.ended.is_some() {
            Seats::NONE
        } else {
            self.state.live().unwrap_or_default()
        }
    }

    /// The seats whose clocks run.
    fn on_clock(&self) -> Seats {
        if self.ended.is_some() {
            Seats::NONE
        } else {
            self.state.on_clock().unwrap_or_default()
        }
    }

    fn in_play(&self) -> Result<()> {
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
        while self.ended.is_none() {
            let flag = self.clocks.as_ref().and_then(|c| c.fallen(now));
            let gone = self.first_abandoned(now);
            match (flag, gone) {
                (None, None) => break,
                (Some((at, seats)), gone) if gone.is_none_or(|(_, left)| at <= left) => {
                    self.now = at;
                    self.forfeit(seats, "timeout");
                }
                (_, Some((seat, at))) => {
                    self.now = at.max(self.now);
                    self.abandoned(seat);
                }
                (Some(_), None) => break,
            }
        }
        self.now = now;
    }

    /// The seat whose person's time away runs out first, and when.
    fn first_abandoned(&self, now: u64) -> Option<(Seat, u64)> {
        let grace = self.settings.grace?;
        let gone = self.places.iter().enumerate().filter_map(|(i, place)| {
            let at = place.gone?.saturating_add(grace);
            (at <= now).then_some((Seat(i as u8), at))
        });
        gone.min_by_key(|(_, at)| *at)
    }

    fn abandoned(&mut self, seat: Seat) {
        self.places[seat.index()].gone = None;
        let name = self.name(seat).to_owned();
        self.logs
            .tell_all(&json!({ "kind": "abandoned", "seat": name }));
        if self.settings.on_abandoned == OnAbandoned::Bot {
            match self.fallback_bot(seat) {
                Some(occupant) => return self.sit(seat, occupant),
                None => self
                    .logs
                    .tell_all(&json!({ "kind": "no_bot", "seat": name })),
            }
        }
        self.forfeit(Seats::one(seat), "abandoned");
    }

    /// The bot that takes a place where the host named none: the first there is.
    pub(super) fn fallback_bot(&self, seat: Seat) -> Option<Occupant> {
        let seed = self.settings.seed.wrapping_add(u64::from(seat.0));
        let bot = super::fallback(self.game.name(), seed, None)?;
        Some(Occupant::Bot(BotSeat {
            bot,
            name: None,
            movetime: None,
            nodes: None,
            delay: None,
        }))
    }

    /// What somebody at a seat is called, if it is a bot; a person's name is the
    /// host's business.
    fn called<'a>(&self, seat: Seat, occupant: &'a Occupant) -> Option<&'a str> {
        match occupant {
            Occupant::Bot(BotSeat {
                name: Some(name), ..
            }) => Some(name),
            Occupant::Bot(_) => Some(super::names::name(self.settings.seed, seat)),
            _ => None,
        }
    }

    /// Lets somebody sit at a seat.
    pub(super) fn sit(&mut self, seat: Seat, occupant: Occupant) {
        let bot = match &occupant {
            Occupant::Bot(bot) => Some(bot.bot.name().to_owned()),
            _ => None,
        };
        self.logs.tell_all(&json!({
            "kind": "seated",
            "seat": self.name(seat),
            "occupant": occupant.word(),
            "bot": bot,
            "name": self.called(seat, &occupant),
        }));
        let place = &mut self.places[seat.index()];
        place.stop_asking();
        place.occupant = occupant;
        place.gone = None;
        place.refused.clear();
        self.revision += 1;
    }

    pub(super) fn end(&mut self, outcome: Outcome) {
        if self.ended.is_some() {
            return;
        }
        self.ended = Some(outcome);
        self.draw = None;
        let mut event = Dict::new();
        event.insert("kind".into(), "ended".into());
        if let Value::Object(outcome) = outcome.describe(self.game.seats()) {
            event.extend(outcome);
        }
        self.logs.tell_all(&event.into());
        let now = self.now;
        if let Some(clocks) = &mut self.clocks {
            clocks.run(Seats::NONE, now);
        }
        for place in &mut self.places {
            place.gone = None;
            place.undo = None;
            place.stop_asking();
            // What its bot has learnt goes with the game.
            if let Occupant::Bot(seat) = &mut place.occupant {
                seat.bot = seat.bot.renewed();
            }
        }
        self.revision += 1;
    }

    fn ended_by_rules(&mut self) {
        if let Some(outcome) = self.state.ended() {
            self.end(outcome);
        }
    }

    pub(super) fn forfeit(&mut self, losers: Seats, reason: &'static str) {
        let outcome = self.state.forfeited(losers, reason);
        self.end(outcome);
    }

    /// Makes a move for a seat, and says what it came to.
    pub(super) fn commit(
        &mut self,
        seat: Seat,
        action: MoveRef<'_>,
        style: Option<&str>,
    ) -> Result<Effect> {
        self.in_play()?;
        let made = self.state.commit(seat, action, style)?;
        self.state = made.state;
        let step = Step {
            seat,
            text: made.text,
            at: self.now,
            moved: made.effect == Effect::Moved,
        };
        self.line.push(step);
        self.logs.tell_each(&made.told);
        self.revision += 1;
        // Otherwise the turn goes on, with its clock and with what was offered.
        if made.effect == Effect::Moved {
            self.moved(seat);
        }
        Ok(made.effect)
    }

    /// A seat has moved.
    fn moved(&mut self, seat: Seat) {
        // An offer lapses with the next move of a seat that was asked.
        if self.draw.is_some_and(|(by, _)| by != seat) {
            self.draw = None;
            self.logs.tell_all(&json!({ "kind": "draw_lapsed" }));
        }
        for place in &mut self.places {
            place.undo = None;
        }
        self.places[seat.index()].refused.clear();
        let (now, running) = (self.now, self.on_clock());
        if let Some(clocks) = self.clocks.as_mut().filter(|_| self.timed) {
            clocks.moved(seat, now);
            clocks.run(running, now);
        }
        self.ended_by_rules();
    }

    pub(super) fn resign(&mut self, seat: Seat) -> Result<()> {
        self.in_play()?;
        self.logs
            .tell_all(&json!({ "kind": "resigned", "seat": self.name(seat) }));
        self.forfeit(Seats::one(seat), "resigned");
        Ok(())
    }

    pub(super) fn offer_draw(&mut self, seat: Seat) -> Result<()> {
        self.in_play()?;
        match self.draw {
            // To offer what another has offered is to accept it.
            Some((by, _)) if by != seat => return self.respond_draw(seat, true),
            Some(_) => return Err(Error::illegal_move("a draw is offered already")),
            None => {}
        }
        self.draw = Some((seat, Seats::one(seat)));
        self.logs
            .tell_all(&json!({ "kind": "draw_offered", "seat": self.name(seat) }));
        self.revision += 1;
        Ok(())
    }

    pub(super) fn respond_draw(&mut self, seat: Seat, accept: bool) -> Result<()> {
        self.in_play()?;
        let Some((by, agreed)) = self.draw else {
            return Err(Error::illegal_move("no draw is offered"));
        };
        if by == seat {
            return Err(Error::not_your_turn("the offer is the seat's own"));
        }
        self.revision += 1;
        if !accept {
            self.draw = None;
            self.logs
                .tell_all(&json!({ "kind": "draw_declined", "seat": self.name(seat) }));
            return Ok(());
        }
        let agreed = agreed.with(seat);
        self.draw = Some((by, agreed));
        self.logs
            .tell_all(&json!({ "kind": "draw_accepted", "seat": self.name(seat) }));
        let all = self.places.iter().enumerate().all(|(i, place)| {
            agreed.contains(Seat(i as u8)) || matches!(place.occupant, Occupant::Empty)
        });
        if all {
            self.end(Outcome::draw("draw_agreed"));
        }
        Ok(())
    }

    /// A seat says something to those it plays with; nobody else hears of it.
    pub(super) fn message(&mut self, seat: Seat, text: &str) -> Result<()> {
        self.in_play()?;
        let team = self.game.team(seat);
        if team.len() < 2 {
            return Err(Error::unsupported(format!(
                "{} plays with nobody to talk to",
                self.name(seat)
            )));
        }
        let event = json!({ "kind": "message", "seat": self.name(seat), "text": text });
        for heard in team.iter() {
            self.logs.tell(heard, &event);
        }
        self.revision += 1;
        Ok(())
    }

    pub(super) fn claim_draw(&mut self, seat: Seat) -> Result<()> {
        self.in_play()?;
        if !self.live().contains(seat) {
            return Err(Error::not_your_turn(format!(
                "{} may claim a draw on its own turn only",
                self.name(seat)
            )));
        }
        match self.state.claimable() {
            Some(reason) => {
                self.end(Outcome::draw(reason));
                Ok(())
            }
            None => {
                self.logs
                    .tell_all(&json!({ "kind": "claim_refused", "seat": self.name(seat) }));
                Err(Error::illegal_move("there is no draw to claim"))
            }
        }
    }

    /// A seat would take back plies; it happens once all people agree on the
    /// number. Says whether it did.
    pub(super) fn undo(&mut self, seat: Seat, plies: usize) -> Result<bool> {
        self.in_play()?;
        if !self.settings.undo {
            return Err(Error::unsupported("moves are not taken back at this table"));
        }
        // What the other seats tried in vain is nobody's to count.
        let most = self.line.iter().filter(|step| step.moved).count();
        if plies == 0 || plies > most {
            return Err(Error::invalid_option(format!(
                "plies: takes an integer from 1 to {most}, not {plies}"
            )));
        }
        self.places[seat.index()].undo = Some(plies);
        self.logs
            .tell_all(&json!({ "kind": "undo_wanted", "seat": self.name(seat), "plies": plies }));
        let agreed = self.places.iter().all(|place| {
            matches!(place.occupant, Occupant::Bot(_) | Occupant::Empty)
                || place.undo == Some(plies)
        });
        if agreed {
            self.take_back(plies)?;
        }
        self.revision += 1;
        Ok(agreed)
    }

    fn take_back(&mut self, plies: usize) -> Result<()> {
        // It is rare, so the line is played again rather than kept.
        let mut left = plies;
        while let Some(step) = self.line.last() {
            // What was tried before a move goes with it.
            if step.moved && left == 0 {
                break;
            }
            left -= usize::from(step.moved);
            self.line.pop();
        }
        self.state = replayed(&self.start, &self.line)?;
        self.draw = None;
        for place in &mut self.places {
            place.undo = None;
            place.refused.clear();
            place.stop_asking();
        }
        self.logs
            .tell_all(&json!({ "kind": "undone", "plies": plies }));
        let (now, running) = (self.now, self.on_clock());
        if let Some(clocks) = self.clocks.as_mut().filter(|_| self.timed) {
            clocks.run(running, now);
        }
        Ok(())
    }

    /// The questions to bots that the moment calls for; each seat has one at most.
    pub(super) fn orders(&mut self) -> Vec<Order> {
        if self.ended.is_some() {
            return Vec::new();
        }
        let live = self.live();
        let people = self
            .places
            .iter()
            .any(|p| matches!(p.occupant, Occupant::Human));
        let mut orders = Vec::new();
        for i in 0..self.places.len() {
            let seat = Seat(i as u8);
            let draw = self.draw.is_some_and(|(_, agreed)| !agreed.contains(seat));
            // A seat that sits decides anew when the game has gone on.
            let (place, plies) = (&mut self.places[i], self.line.len());
            let sits = place.asked.as_ref().and_then(|asked| asked.sits);
            if sits.is_some_and(|since| draw || since < plies) {
                place.stop_asking();
            }
            let Occupant::Bot(bot) = &self.places[i].occupant else {
                continue;
            };
            if self.places[i].asked.is_some() || !(draw || live.contains(seat)) {
                continue;
            }
            let Ok(observation) = self.state.observe_seat(seat) else {
                continue;
            };
            if !draw && !observation.may_act().unwrap_or(false) {
                continue;
            }
            self.asked += 1;
            let (low, high) = bot.delay.unwrap_or_else(|| {
                let delay = if people { DELAY_WITH_PEOPLE } else { 0 };
                (delay, delay)
            });
            let span = u32::try_from(high - low)
                .unwrap_or(u32::MAX)
                .saturating_add(1);
            let mut rng =
                Rng::derived(&[self.settings.seed, self.asked, u64::from(seat.0), 0xde1a]);
            let clocks = match (&self.clocks, self.timed) {
                (Some(clocks), true) => clocks.all(self.now),
                _ => Vec::new(),
            };
            orders.push(Order {
                seat,
                plies: self.line.len(),
                id: self.asked,
                at: self.now,
                bot: bot.bot.clone(),
                observation,
                limits: Limits {
                    movetime: bot.movetime.map(std::time::Duration::from_millis),
                    nodes: bot.nodes,
                    clocks,
                    ..Limits::default()
                },
                delay: if draw {
                    0
                } else {
                    low + u64::from(rng.below(span))
                },
                draw,
            });
            self.places[i].asked = Some(Asked {
                id: self.asked,
                ticket: None,
                sits: None,
            });
        }
        orders
    }

    /// Whether no bot is at work; who holds a move back is not.
    pub(super) fn is_quiet(&self) -> bool {
        let works = |place: &Place| place.asked.as_ref().is_some_and(|a| a.sits.is_none());
        !self.places.iter().any(works)
    }

    /// Whether the answer to a question is still awaited.
    pub(super) fn awaits(&self, seat: Seat, id: u64) -> bool {
        self.places
            .get(seat.index())
            .and_then(|p| p.asked.as_ref())
            .is_some_and(|a| a.id == id)
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

    /// A bot has decided. A decision that has become stale is applied if it is
    /// still legal, and asked for again if not.
    pub(super) fn decided(&mut self, seat: Seat, decision: &Value, stand_in: Option<String>) {
        let place = &mut self.places[seat.index()];
        place.asked = None;
        let text = decision["move"].as_str().unwrap_or_default().to_owned();
        if !self.live().contains(seat) {
            return;
        }
        match self.commit(seat, MoveRef::Text(&text), None) {
            Ok(effect) => {
                let mut thought = Dict::new();
                thought.insert("ply".into(), (self.line.len() - 1).into());
                if let Value::Object(decision) = decision {
                    thought.extend(decision.clone());
                }
                if let Some(name) = stand_in {
                    thought.insert("fallback".into(), name.into());
                }
                let thought = Value::Object(thought).to_string();
                self.places[seat.index()].thoughts.push(thought.into());
                // The game itself has told the seat why.
                if matches!(effect, Effect::Refused(_)) {
                    self.refused(seat, text);
                }
            }
            Err(error) => {
                let refused = json!({
                    "kind": "refused",
                    "move": text,
                    "code": error.code(),
                    "reason": error.message(),
                });
                self.logs.tell(seat, &refused);
                self.refused(seat, text);
            }
        }
    }

    /// A bot could not answer; `next` is who answers for it.
    pub(super) fn bot_failed(&mut self, seat: Seat, error: &Error, next: Option<&str>) {
        let failed = json!({
            "kind": "bot_failed",
            "code": error.code(),
            "reason": error.message(),
            "fallback": next,
        });
        self.logs.tell(seat, &failed);
        self.revision += 1;
    }

    /// A bot's move was refused, and it has heard why: it is asked again, up to
    /// the cap.
    fn refused(&mut self, seat: Seat, text: String) {
        let cap = self.settings.retry_cap;
        let cap = cap.unwrap_or_else(|| self.game.retries());
        let place = &mut self.places[seat.index()];
        place.refused.push(text);
        if place.refused.len() <= cap as usize {
            return;
        }
        self.logs
            .tell(seat, &json!({ "kind": "retry_cap_reached" }));
        match self.settings.on_cap {
            OnCap::Resign => {
                let _ = self.resign(seat);
            }
            OnCap::Candidates => self.play_any(seat),
        }
    }

    /// Tries a seat's candidates in seeded order until one is taken.
    pub(super) fn play_any(&mut self, seat: Seat) {
        let mut rng = Rng::derived(&[
            self.settings.seed,
            self.line.len() as u64,
            u64::from(seat.0),
            0xca9,
        ]);
        let mut tried = self.places[seat.index()].refused.clone();
        loop {
            // A refusal may open what was not to be tried before.
            let candidates = self.state.observe_seat(seat).and_then(|o| o.candidates());
            let mut left = candidates.unwrap_or_default();
            left.retain(|text| !tried.contains(text));
            if left.is_empty() {
                break;
            }
            let text = left.swap_remove(rng.below(left.len() as u32) as usize);
            match self.commit(seat, MoveRef::Text(&text), None) {
                Ok(Effect::Refused(_)) | Err(_) => tried.push(text),
                Ok(Effect::Moved | Effect::Aside) => return,
            }
        }
        // Nothing that the seat may try is accepted: it cannot go on.
        self.forfeit(Seats::one(seat), "bot_unavailable");
    }

    pub(super) fn disconnected(&mut self, seat: Seat) {
        let human = matches!(self.places[seat.index()].occupant, Occupant::Human);
        if self.ended.is_none() && human && self.places[seat.index()].gone.is_none() {
            self.places[seat.index()].gone = Some(self.now);
            self.revision += 1;
            self.logs
                .tell_all(&json!({ "kind": "disconnected", "seat": self.name(seat) }));
        }
    }

    pub(super) fn reconnected(&mut self, seat: Seat) {
        if self.places[seat.index()].gone.take().is_some() {
            self.revision += 1;
            self.logs
                .tell_all(&json!({ "kind": "reconnected", "seat": self.name(seat) }));
        }
    }

    pub(super) fn take_over(&mut self, seat: Seat, by: Occupant) -> Result<()> {
        self.in_play()?;
        self.sit(seat, by);
        Ok(())
    }

    /// Lets bots sit on the empty seats; gives their names.
    pub(super) fn fill(&mut self, only: Option<Seat>) -> Result<Vec<String>> {
        self.in_play()?;
        let empty: Vec<_> = (0..self.places.len())
            .map(|i| Seat(i as u8))
            .filter(|s| only.is_none_or(|o| o == *s))
            .filter(|s| matches!(self.places[s.index()].occupant, Occupant::Empty))
            .collect();
        for seat in &empty {
            let bot = self.fallback_bot(*seat).ok_or_else(|| {
                Error::unsupported(format!("{} has no bot to sit there", self.game.name()))
            })?;
            self.sit(*seat, bot);
        }
        Ok(empty.into_iter().map(|s| self.name(s).to_owned()).collect())
    }

    /// The moves that a seat may try now.
    pub(super) fn candidates(&self, seat: Seat) -> Result<Value> {
        if self.ended.is_some() {
            return Ok(json!([]));
        }
        Ok(json!(self.state.observe_seat(seat)?.candidates()?))
    }

    /// A seat's events from a number on, and the number of the next.
    pub(super) fn events(&self, seat: Seat, since: usize) -> Value {
        json!({
            "since": since.min(self.logs.next(seat)),
            "next": self.logs.next(seat),
            "events": self.logs.since(seat, since),
        })
    }

    /// The whole game, after its end and not before.
    pub(super) fn reveal(&self) -> Result<Value> {
        if self.ended.is_none() {
            return Err(Error::hidden_information(
                "the game is revealed when it has ended",
            ));
        }
        let moves: Vec<_> = self
            .line
            .iter()
            .map(|s| json!({ "seat": self.name(s.seat), "move": s.text, "at": s.at }))
            .collect();
        let seats: Vec<_> = self
            .places
            .iter()
            .enumerate()
            .map(|(i, place)| {
                let seat = Seat(i as u8);
                json!({
                    "seat": self.name(seat),
                    "occupant": place.occupant.word(),
                    "events": self.logs.since(seat, 0),
                    "thoughts": thoughts(place),
                })
            })
            .collect();
        Ok(json!({
            "game": self.game.name(),
            "options": self.game.options(),
            "start": self.start.notation()?,
            "moves": moves,
            "notation": self.state.notation()?,
            "outcome": self.ended.map(|o| o.describe(self.game.seats())),
            "seats": seats,
        }))
    }

    /// What a seat sees of the table.
    pub(super) fn view(&self, seat: Seat) -> Result<Value> {
        let mut out = Dict::new();
        out.insert("seat".into(), self.name(seat).into());
        out.insert(
            "status".into(),
            if self.ended.is_some() {
                "ended"
            } else {
                "playing"
            }
            .into(),
        );
        if let Value::Object(seen) = self.state.describe_for(seat)? {
            out.extend(seen);
        }
        if !self.game.hidden() {
            let live = self.live();
            out.insert("live".into(), json!(seat_names(&self.game, live)));
            let single = live.single().map(|s| self.name(s));
            out.insert("to_move".into(), json!(single));
        }
        // The table's end stands before that of the rules alone.
        out.insert(
            "outcome".into(),
            json!(self.ended.map(|o| o.describe(self.game.seats()))),
        );
        let players: Vec<_> = self
            .places
            .iter()
            .enumerate()
            .map(|(i, place)| {
                let seat = Seat(i as u8);
                json!({
                    "seat": self.name(seat),
                    "occupant": place.occupant.word(),
                    "bot": match &place.occupant {
                        Occupant::Bot(bot) => Some(bot.bot.name()),
                        _ => None,
                    },
                    "name": self.called(seat, &place.occupant),
                    "connected": place.gone.is_none(),
                    "clock": self.clocks.as_ref().map(|c| c.left(seat, self.now)),
                })
            })
            .collect();
        out.insert("players".into(), players.into());
        out.insert(
            "draw_offer".into(),
            json!(self.draw.map(|(by, _)| self.name(by))),
        );
        out.insert("next_seq".into(), self.logs.next(seat).into());
        Ok(out.into())
    }
}

/// The state after a line of moves.
pub(super) fn replayed(start: &State, line: &[Step]) -> Result<State> {
    line.iter().try_fold(start.clone(), |state, step| {
        Ok(state
            .commit(step.seat, MoveRef::Text(&step.text), None)?
            .state)
    })
}

/// What a seat's bot thought, in plain values.
fn thoughts(place: &Place) -> Vec<Value> {
    let texts = place.thoughts.iter();
    texts
        .map(|text| serde_json::from_str(text).unwrap_or_default())
        .collect()
}
