//! The table: what a server needs around any game. Seats, clocks, draw offers,
//! resignations, bots, events for each seat, saving.
//!
//! A table is the one mutable thing of the library. It has one mutex, under
//! which no host is called and nothing is searched: bots decide on the jobs pool
//! on a snapshot, one decision a seat at most. Time is what the host says
//! it is; each call may carry the host's clock in milliseconds, and a flag falls
//! at its instant however late the host looks.
//!
//! Hosts call it by name and plain values, [`Table::call`], so a binding need
//! not know the calls.

mod answers;
mod bots;
mod calls;
mod clock;
mod control;
mod draws;
mod event;
mod log;
mod moves;
mod names;
mod own;
mod record;
mod saved;
mod seating;
mod setup;
mod state;
#[cfg(test)]
mod tests;
mod views;

use std::collections::{BTreeMap, HashMap};
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak, mpsc};
use std::time::{Duration, Instant};

use self::bots::BotRequest;
use self::state::{SeatSlot, TableState};
use crate::host::{self, Bot, Decision, Game, State, Subject, Work};
use crate::registry;
use contract::error::{Error, Result};
use contract::fork;
use contract::game::{Seat, Seats};
use contract::jobs::{self, Class, Finished, Kind, Request};
use contract::value::{Dict, Value, whole_number};

pub use answers::{
    Changed, EndedAnswer, EventsAnswer, FillAnswer, MovesAnswer, PlayerView, Reveal, RevealedMove,
    RevealedSeat, TablePart, TableView, TickAnswer, UndoAnswer,
};
pub use calls::{CALLS, TableArgument, TableCall};
pub use clock::TimeControl;
pub use event::TableEvent;
pub use own::{
    Ask, Decider, OWN, Question, QuestionClock, QuestionDetails, QuestionKind, Questions, Refusal,
    Told, bot_failed,
};
pub use setup::{BotSeat, Occupant, OnAbandoned, OnFailure, OnRetryLimit, TableSettings, occupant};

/// A bot that steps in, tried in this order as far as the game has it.
const FALLBACKS: &[&str] = &["casual", "heuristic", "random"];

/// Called, without any lock held, after each change of a table.
pub type Listener = Box<dyn Fn() + Send + Sync>;

/// Callbacks that wait until no bot is at work, by number.
type Waiting = BTreeMap<u64, Box<dyn FnOnce(Result<()>) + Send>>;

/// Seats, clocks, bots and events around one game.
#[derive(Clone)]
pub struct Table(Arc<Shared>);

/// Dropped with the last host's handle, it ends what its bots are at: nothing but
/// weak references is held by jobs, timers and completions while they wait.
struct Shared {
    // This lock and those below are taken behind the gate of `fork`.
    inner: Mutex<TableState>,
    /// Called once when no bot is at work, and then forgotten.
    once_quiet: Mutex<Waiting>,
    listeners: Mutex<HashMap<u64, Arc<Listener>>>,
    next_number: AtomicU64,
    caller: u64,
}

/// A table that is held, for the moment of a change.
struct Locked<'a> {
    inner: MutexGuard<'a, TableState>,
    // Dropped last.
    _held: fork::ForkGuard,
}

impl Deref for Locked<'_> {
    type Target = TableState;

    fn deref(&self) -> &TableState {
        &self.inner
    }
}

impl DerefMut for Locked<'_> {
    fn deref_mut(&mut self) -> &mut TableState {
        &mut self.inner
    }
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let inner = self.lock();
        write!(
            f,
            "Table({}, {} plies)",
            inner.game.name(),
            inner.line.moves()
        )
    }
}

/// The first fall-back bot there is, the one that failed excepted.
fn fallback(game: &str, seed: u64, failed: Option<&str>) -> Option<Bot> {
    let bots = registry::find(game).ok()?.bots();
    FALLBACKS
        .iter()
        .filter(|name| bots.contains(*name) && failed != Some(**name))
        .find_map(|name| Bot::new(name, game, &Dict::new(), seed).ok())
}

/// A handle that does not keep its table: what its bots are at ends with the last
/// [`Table`].
#[derive(Clone)]
pub struct WeakTable(Weak<Shared>);

impl std::fmt::Debug for WeakTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("WeakTable")
    }
}

impl WeakTable {
    /// The table, if it is still there.
    #[must_use]
    pub fn upgrade(&self) -> Option<Table> {
        self.0.upgrade().map(Table)
    }
}

impl Table {
    /// A handle that does not keep the table.
    #[must_use]
    pub fn downgrade(&self) -> WeakTable {
        WeakTable(Arc::downgrade(&self.0))
    }

    /// A table for a game that starts from a state, with somebody at each seat.
    ///
    /// # Errors
    ///
    /// `invalid_option` unless there is one occupant a seat.
    pub fn new(state: &State, mut settings: TableSettings, seats: Vec<Occupant>) -> Result<Self> {
        let game = state.game();
        if seats.len() != game.seats().len() {
            return Err(Error::invalid_option(format!(
                "seats: {} has {} of them, not {}",
                game.name(),
                game.seats().len(),
                seats.len()
            )));
        }
        settings.check(&game)?;
        let places = seats.into_iter().map(SeatSlot::new).collect();
        settings.seeded()?;
        let now = settings.now;
        let mut inner = TableState::new(game, state.clone(), settings, places);
        inner.settle(now);
        let table = Self::wrap(inner);
        table.go_on(&mut table.lock());
        Ok(table)
    }

    /// A table around a game that it starts itself by its name; seeds of the terrain that
    /// the options leave open come from the table's own, which is drawn from the operating
    /// system where it is not given, so that nobody can foresee what is hidden. Otherwise
    /// as [`from_values`](Self::from_values).
    ///
    /// # Errors
    ///
    /// As [`host::start`] and [`from_values`](Self::from_values).
    pub fn start(game: &str, options: &Dict, seats: &Dict, settings: &Dict) -> Result<Self> {
        let mut settings = TableSettings::read(settings)?;
        let options = host::derive_seeds(game, options, settings.seeded()?)?;
        Self::seated(&host::start(game, &options)?, seats, settings)
    }

    /// A table by plain values.
    ///
    /// ```
    /// use boardwright::host;
    /// use boardwright::table::Table;
    /// use serde_json::json;
    ///
    /// let state = host::start("chess", &Default::default())?;
    /// let dict = |value: serde_json::Value| value.as_object().cloned().unwrap_or_default();
    /// let seats = dict(json!({ "black": { "bot": "random" } }));
    /// let table = Table::from_values(&state, &seats, &dict(json!({ "seed": 1 })))?;
    /// table.call("commit", &dict(json!({ "seat": "white", "move": "e2e4" })))?;
    /// let view = table.call("view", &dict(json!({ "seat": "white" })))?;
    /// assert_eq!(view["table"]["players"][1]["occupant"], "bot");
    /// # Ok::<(), boardwright::Error>(())
    /// ```
    ///
    /// Takes a map of seats to occupants, see [`occupant`], and
    /// settings, see [`TableSettings::read`]. A seat that is not named is a person's.
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming what; `unknown_bot`.
    pub fn from_values(state: &State, seats: &Dict, settings: &Dict) -> Result<Self> {
        Self::seated(state, seats, TableSettings::read(settings)?)
    }

    fn seated(state: &State, seats: &Dict, mut settings: TableSettings) -> Result<Self> {
        let game = state.game();
        let seed = settings.seeded()?;
        let mut occupants = vec![None; game.seats().len()];
        for (name, value) in seats {
            let seat = game.seat(host::SeatRef::read(name))?;
            let bot_seed = setup::bot_seed(seed, seat, 0, 0);
            let occupant = occupant(&game, name, value, bot_seed)?;
            if occupants[seat.index()].replace(occupant).is_some() {
                return Err(Error::invalid_option(format!(
                    "seats: {} is given twice",
                    game.seats()[seat.index()]
                )));
            }
        }
        let occupants = occupants.into_iter().map(|o| o.unwrap_or(Occupant::Human));
        Self::new(state, settings, occupants.collect())
    }

    fn wrap(inner: TableState) -> Self {
        Self(Arc::new(Shared {
            inner: Mutex::new(inner),
            once_quiet: Mutex::default(),
            listeners: Mutex::default(),
            next_number: AtomicU64::new(1),
            caller: jobs::new_caller(),
        }))
    }

    // Nothing that can panic half-way through a change runs under the lock but
    // the game's rules, which `host` guards.
    fn lock(&self) -> Locked<'_> {
        let held = fork::hold();
        let inner = self.0.inner.lock().unwrap_or_else(PoisonError::into_inner);
        self.locked(inner, held)
    }

    /// As [`lock`](Self::lock), unless another thread is at the table.
    fn try_lock(&self) -> Option<Locked<'_>> {
        let held = fork::hold();
        let inner = match self.0.inner.try_lock() {
            Ok(inner) => inner,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return None,
        };
        Some(self.locked(inner, held))
    }

    fn locked<'a>(&self, inner: MutexGuard<'a, TableState>, held: fork::ForkGuard) -> Locked<'a> {
        let mut locked = Locked { inner, _held: held };
        if locked.came_by_fork() {
            // Who waits does so in the other process.
            std::mem::forget(std::mem::take(&mut *self.waiting()));
            self.go_on(&mut locked);
        }
        locked
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        let waiting = self.0.once_quiet.lock();
        waiting.unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the table at a time of the host's clock, lets bots go on from
    /// there, and tells listeners.
    fn change<T>(
        &self,
        now: Option<u64>,
        act: impl FnOnce(&mut TableState) -> Result<T>,
    ) -> Result<T> {
        let mut inner = self.lock();
        let before = inner.revision;
        inner.settle(now);
        let result = act(&mut inner);
        self.go_on(&mut inner);
        let changed = inner.revision != before;
        drop(inner);
        if changed {
            self.tell_listeners();
        }
        self.tell_quiet();
        result
    }

    /// Puts the questions that are due to bots. The pool's own lock is all that
    /// is taken here besides the table's; it is never taken the other way round.
    fn go_on(&self, inner: &mut TableState) {
        for order in inner.orders() {
            let (seat, id) = (order.seat, order.id);
            let instead = order
                .replaced
                .then(|| fallback(inner.game.name(), order.seed(), Some(order.bot.name())));
            let put = match instead {
                Some(None) => Err(bot_failed("no other bot can step in")),
                instead => self.put(inner, order, instead.flatten()),
            };
            if let Err(error) = put {
                // The pool has been shut down, or the machine has no threads.
                if inner.awaits(seat, id) {
                    inner.places[seat.index()].asked = None;
                }
                inner.bot_failed(seat, &error, None);
            }
        }
    }

    fn put(
        &self,
        inner: &mut TableState,
        mut order: BotRequest,
        instead: Option<Bot>,
    ) -> Result<()> {
        let (seat, id) = (order.seat, order.id);
        let stand_in = instead.is_some();
        let question = order.question.take().filter(|_| !stand_in);
        let decider = instead.map_or_else(|| order.bot.clone(), Decider::Library);
        let asked = Instant::now();
        if let (Decider::Own(Some(host)), Some(question)) = (&decider, question) {
            let observation = order.observation.clone();
            let done = self.completion(order, decider.clone(), stand_in, asked);
            let reply = Box::new(move |result| {
                done(Finished {
                    result,
                    queued: Duration::ZERO,
                    ran: asked.elapsed(),
                });
            });
            let question = own::ask(host, question, observation, reply);
            if let Some(asked) = inner.asked_mut(seat, id) {
                asked.question = Some(question);
            }
            return Ok(());
        }
        let work = decided_by(&decider, &order);
        // A bot that cannot even be asked is as one that fails.
        let work =
            work.unwrap_or_else(|error| Work::new(Kind::Other, Class::Short, move |_| Err(error)));
        let patience = Duration::from_millis(inner.settings.bot_timeout);
        let work = work.prepared(move |control| {
            if let Some(end) = Instant::now().checked_add(patience) {
                control.set_deadline(end);
            }
        });
        let request = Request {
            caller: self.0.caller,
            deadline: None,
            patient: true,
        };
        let done = self.completion(order, decider, stand_in, asked);
        let ticket = work.submit(request, done)?.owned();
        if let Some(asked) = inner.asked_mut(seat, id) {
            asked.ticket = Some(ticket);
        }
        Ok(())
    }

    /// What is done with the answer to a question, which may have to be held back.
    fn completion(
        &self,
        order: BotRequest,
        bot: Decider,
        stand_in: bool,
        asked: Instant,
    ) -> impl FnOnce(Finished<BotAnswer>) + Send + 'static + use<> {
        let weak = Arc::downgrade(&self.0);
        move |finished: Finished<BotAnswer>| {
            let left = held(&weak, &order, stand_in, &finished.result);
            let hold = finished
                .result
                .as_ref()
                .map_or(Duration::ZERO, BotAnswer::hold);
            let wait = left.max(hold);
            if !hold.is_zero() {
                sits(&weak, &order);
            }
            if wait.is_zero() {
                return answered(&weak, order, bot, stand_in, asked, finished);
            }
            let Some(shared) = weak.upgrade() else {
                return;
            };
            let (seat, id) = (order.seat, order.id);
            let answer = move || answered(&weak, order, bot, stand_in, asked, finished);
            // Where it is not awaited any more, nothing comes of it.
            Self(shared)
                .lock()
                .holds_back(seat, id, || jobs::timer(wait, answer));
        }
    }

    /// Says who answers for a bot of the host's own that sits at a seat: the questions go to
    /// `ask`, and the one that waited since the table was made or loaded goes at once. An
    /// earlier receiver gets none any more, and the question under way is given up.
    ///
    /// # Errors
    ///
    /// `unsupported` where no bot of the host's own sits, and for a seat that does not exist
    /// as [`Game::seat`].
    pub fn attend(&self, seat: host::SeatRef<'_>, ask: Ask) -> Result<()> {
        let seat = self.lock().game.seat(seat)?;
        self.change(None, |inner| {
            let name = inner.named(seat);
            let place = &mut inner.places[seat.index()];
            match &mut place.occupant {
                Occupant::Bot(BotSeat {
                    bot: Decider::Own(here),
                    ..
                }) => *here = Some(ask),
                _ => {
                    return Err(Error::unsupported(format!(
                        "{name}: no bot of the host's own sits there"
                    )));
                }
            }
            place.stop_asking();
            // It is told everything.
            place.heard = 0;
            inner.revision += 1;
            Ok(())
        })
    }

    /// Waits until no bot is at work, up to a time if one is given. Says whether
    /// it is quiet. Blocks the calling thread.
    #[must_use]
    pub fn wait_quiet(&self, timeout: Option<Duration>) -> bool {
        let (send, told) = mpsc::sync_channel(1);
        let number = self.once_quiet(Box::new(move |_| {
            // Who has waited long enough has gone.
            let _ = send.send(());
        }));
        let Some(timeout) = timeout else {
            return told.recv().is_ok();
        };
        let quiet = told.recv_timeout(timeout).is_ok();
        if !quiet {
            let _held = fork::hold();
            let gone = self.waiting().remove(&number);
            drop(gone);
        }
        quiet
    }

    /// Calls back once when no bot is at work: at once, from this thread, if that
    /// is so already, and otherwise from a thread of the library's own.
    pub fn on_quiet(&self, call: impl FnOnce() + Send + 'static) {
        self.when_quiet(move |_| call());
    }

    /// As [`on_quiet`](Self::on_quiet), and tells how it came: `cancelled` where the
    /// table was closed meanwhile.
    pub fn when_quiet(&self, call: impl FnOnce(Result<()>) + Send + 'static) {
        self.once_quiet(Box::new(call));
    }

    fn once_quiet(&self, call: Box<dyn FnOnce(Result<()>) + Send>) -> u64 {
        // What was left by a fork is cleared before anything is added.
        drop(self.lock());
        let number = self.0.next_number.fetch_add(1, Ordering::Relaxed);
        {
            let _held = fork::hold();
            self.waiting().insert(number, call);
        }
        self.tell_quiet();
        number
    }

    fn tell_quiet(&self) {
        if !self.is_quiet() {
            return;
        }
        for call in self.take_waiting().into_values() {
            call(Ok(()));
        }
    }

    fn take_waiting(&self) -> Waiting {
        let _held = fork::hold();
        std::mem::take(&mut *self.waiting())
    }

    /// Returns true if no bot is at work; one that sits, holding its move back, is not.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.lock().is_quiet()
    }

    /// Calls the listener after each change, from whatever thread made it, with
    /// no lock held. Gives a number to stop it by.
    pub fn listen(&self, listener: Listener) -> u64 {
        let id = self.0.next_number.fetch_add(1, Ordering::Relaxed);
        let _held = fork::hold();
        let mut listeners = self
            .0
            .listeners
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        listeners.insert(id, Arc::new(listener));
        id
    }

    /// Stops calling a listener.
    pub fn unlisten(&self, id: u64) {
        let held = fork::hold();
        let mut listeners = self
            .0
            .listeners
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let gone = listeners.remove(&id);
        drop(listeners);
        drop(held);
        drop(gone);
    }

    fn tell_listeners(&self) {
        let listeners: Vec<_> = {
            let _held = fork::hold();
            let listeners = self
                .0
                .listeners
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            listeners.values().cloned().collect()
        };
        for listener in listeners {
            listener();
        }
    }

    /// The names of its seats in their order.
    #[must_use]
    pub fn seats(&self) -> Vec<String> {
        self.lock().game.seats().to_vec()
    }

    /// Ends all work of its bots, which are not asked any more; the events stay
    /// readable. What is saved afterwards goes on with the same bots where it is loaded.
    pub fn close(&self) {
        let mut inner = self.lock();
        let mut gone = Vec::new();
        inner.closed = true;
        for place in &mut inner.places {
            place.stop_asking();
            if let Occupant::Bot(seat) = &mut place.occupant {
                seat.bot = seat.bot.renewed();
                if let Decider::Own(ask) = &mut seat.bot {
                    gone.extend(ask.take());
                }
            }
        }
        inner.revision += 1;
        drop(inner);
        drop(gone);
        for call in self.take_waiting().into_values() {
            call(Err(Error::cancelled("the table was closed")));
        }
        let listeners = {
            let _held = fork::hold();
            let listeners = self.0.listeners.lock();
            std::mem::take(&mut *listeners.unwrap_or_else(PoisonError::into_inner))
        };
        drop(listeners);
    }
}

/// Answer of a bot to a table's request.
enum BotAnswer {
    /// Answer to a draw offer: true if the bot accepts it.
    Draw(bool),
    /// A move.
    Move {
        decision: Decision<String>,
        /// The notation of its text; `None` for the canonical one.
        style: Option<String>,
        /// True if a draw is offered after it.
        offer_draw: bool,
    },
    /// It gives up, and thinks so.
    Resign(Vec<String>),
    /// It claims the draw that the rules allow.
    ClaimDraw,
    /// An answer that is none, and why.
    Unreadable(String, Error),
}

impl BotAnswer {
    /// The time for which it is held back.
    const fn hold(&self) -> Duration {
        match self {
            Self::Move { decision, .. } => decision.hold,
            _ => Duration::ZERO,
        }
    }
}

/// Makes the work by which a bot of the library answers.
fn decided_by(decider: &Decider, order: &BotRequest) -> Result<Work<BotAnswer>> {
    let Decider::Library(bot) = decider else {
        return Err(bot_failed("nobody answers for it"));
    };
    if order.draw {
        let work = bot.answer_draw(&order.observation)?;
        return Ok(work.then(|accept| Ok(BotAnswer::Draw(accept))));
    }
    let subject = Subject::Observation(&order.observation);
    let work = bot.decide(&subject, order.limits.clone())?;
    Ok(work.then(|decision| {
        if decision.resign {
            return Ok(BotAnswer::Resign(decision.messages));
        }
        Ok(BotAnswer::Move {
            offer_draw: decision.offer_draw,
            decision,
            style: None,
        })
    }))
}

/// A bot sits: it is asked anew as soon as the game goes on, at once if it has.
fn sits(table: &Weak<Shared>, order: &BotRequest) {
    let Some(shared) = table.upgrade() else {
        return;
    };
    let table = Table(shared);
    let mut inner = table.lock();
    if inner.sits(order.seat, order.id, order.plies) {
        table.go_on(&mut inner);
    }
    drop(inner);
    table.tell_quiet();
}

/// Returns the time that a bot's answer is held back: zero for one that is refused or does not end
/// the turn, so that all attempts of a turn lie within one delay.
fn held(
    table: &Weak<Shared>,
    order: &BotRequest,
    stand_in: bool,
    answer: &Result<BotAnswer>,
) -> Duration {
    let left = order.left(order.began.elapsed());
    if left.is_zero() {
        return left;
    }
    let counts = match (answer, table.upgrade()) {
        (_, None) => false,
        // Who steps in answers instead; where nobody does the table moves.
        (Err(_), _) => stand_in,
        (Ok(BotAnswer::Draw(_) | BotAnswer::Unreadable(..)), _) => false,
        (Ok(BotAnswer::Resign(_) | BotAnswer::ClaimDraw), _) => true,
        (
            Ok(BotAnswer::Move {
                decision, style, ..
            }),
            Some(shared),
        ) => {
            let (text, style) = (&decision.action, style.as_deref());
            let table = Table(shared);
            let inner = table.lock();
            inner.would_end_turn(order.seat, text, style)
        }
    };
    if counts { left } else { Duration::ZERO }
}

/// An answer of a bot has come, and its artificial delay has passed.
fn answered(
    table: &Weak<Shared>,
    order: BotRequest,
    bot: Decider,
    stand_in: bool,
    asked: Instant,
    finished: Finished<BotAnswer>,
) {
    let Some(shared) = table.upgrade() else {
        return;
    };
    let table = Table(shared);
    let mut inner = table.lock();
    if !inner.awaits(order.seat, order.id) {
        return;
    }
    // The host's clock has gone on since it last told the table; where it never
    // did, there is no time.
    let now = inner
        .timed
        .then(|| order.at.saturating_add(asked.elapsed().as_millis() as u64));
    inner.settle(now);
    let (seat, id) = (order.seat, order.id);
    match finished.result {
        _ if !inner.awaits(seat, id) => {}
        Ok(BotAnswer::Draw(accept)) => {
            inner.places[seat.index()].asked = None;
            let _ = inner.respond_draw(seat, accept);
        }
        Ok(BotAnswer::Move {
            mut decision,
            style,
            offer_draw,
        }) => {
            if matches!(bot, Decider::Own(_)) {
                decision.time = finished.ran;
            }
            if stand_in {
                decision.fallback = Some(bot.name().to_owned());
            }
            inner.decided(seat, decision, style.as_deref(), offer_draw);
        }
        Ok(BotAnswer::Resign(messages)) => {
            inner.places[seat.index()].asked = None;
            inner.resigns(seat, messages);
        }
        Ok(BotAnswer::ClaimDraw) => {
            inner.places[seat.index()].asked = None;
            if let Err(error) = inner.claim_draw(seat) {
                inner.not_taken(seat, "claim_draw".into(), &error);
            }
        }
        Ok(BotAnswer::Unreadable(text, error)) => inner.not_taken(seat, text, &error),
        Err(error) if inner.loses_by_failure(seat) && !stand_in => {
            inner.places[seat.index()].asked = None;
            inner.bot_failed(seat, &error, None);
            inner.forfeit(Seats::only(seat), "bot_unavailable");
        }
        Err(error) => {
            let next = fallback(inner.game.name(), order.seed(), Some(bot.name()));
            let next = next.filter(|_| !stand_in);
            inner.bot_failed(seat, &error, next.as_ref().map(Bot::name));
            match next {
                Some(next) if !order.draw => {
                    if table.put(&mut inner, order, Some(next)).is_err() {
                        inner.places[seat.index()].asked = None;
                    }
                }
                _ => {
                    inner.places[seat.index()].asked = None;
                    if order.draw {
                        let _ = inner.respond_draw(seat, false);
                    } else {
                        inner.play_any(seat);
                    }
                }
            }
        }
    }
    table.go_on(&mut inner);
    drop(inner);
    table.tell_listeners();
    table.tell_quiet();
}

/// The seat that a host names in the arguments of a call.
fn seat_of(game: &Game, args: &Dict) -> Result<Seat> {
    use crate::host::SeatRef;
    match args.get("seat") {
        Some(Value::String(name)) => game.seat(SeatRef::Name(name)),
        Some(value @ Value::Number(_)) => {
            let index = whole_number(value).and_then(|i| i64::try_from(i).ok());
            game.seat(SeatRef::Index(index.unwrap_or(-1)))
        }
        _ => Err(Error::invalid_option(format!(
            "seat: takes a name or an index; there are {}",
            game.seats().join(", ")
        ))),
    }
}
