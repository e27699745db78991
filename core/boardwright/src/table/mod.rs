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
mod asking;
mod bots;
mod calls;
mod changes;
#[cfg(test)]
mod changes_tests;
mod clock;
mod control;
mod decider;
mod dispatch;
mod draws;
mod editing;
mod event;
mod feeds;
#[cfg(test)]
mod feeds_tests;
mod following;
mod leaving;
mod listening;
mod log;
mod moves;
mod names;
mod occupants;
#[cfg(test)]
mod own_tests;
mod partners;
mod record;
mod saved;
mod seating;
mod served;
mod setup;
mod state;
#[cfg(test)]
pub(crate) mod tests;
mod views;

use std::collections::{BTreeMap, HashMap};
use std::ops::{Deref, DerefMut};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};

use self::state::{SeatSlot, TableState};
use crate::host::{self, Game, State};
use crate::registry;
use contract::error::{Error, Result};
use contract::fork;
use contract::game::Seat;
use contract::jobs;
use contract::value::{Dict, Value, whole_number};

pub use answers::{
    AgreedAnswer, Changed, EndedAnswer, EventsAnswer, FillAnswer, MovesAnswer, PlayerView, Reveal,
    RevealedLeave, RevealedMove, RevealedSeat, TablePart, TableView, TickAnswer, WholeView,
};
pub use calls::{ArgumentKind, CALLS, TableArgument, TableCall};
pub use changes::{SavedChanges, SavedMark};
pub use clock::TimeControl;
pub use decider::Decider;
pub use event::TableEvent;
pub use following::{Follower, followed};
pub use occupants::{BotSeat, Occupant, OnFailure, occupant};
pub use served::{FeedNews, NOW, SEAT_CALLS, TableNews};
pub(crate) use setup::only;
pub use setup::{OnAbandoned, OnFlag, OnLeave, OnRetryLimit, TableSettings};

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
        occupants::check_players(&game, &seats)?;
        let places = seats.into_iter().map(SeatSlot::new).collect();
        settings.seeded()?;
        let (now, paused) = (settings.now, settings.paused);
        let mut inner = TableState::new(game, state.clone(), settings, places);
        for (seats, reason) in state.departures() {
            for seat in seats.iter() {
                inner.places[seat.index()].left = Some(reason);
            }
        }
        inner.settle(now);
        inner.turn_passes();
        if paused && inner.ended.is_none() {
            inner.pause()?;
        }
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
        setup::check_place(registry::find(game)?.info(), settings)?;
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
            let bot_seed = occupants::bot_seed(seed, seat, 0, 0);
            let occupant = occupant(&game, name, value, bot_seed)?;
            if occupants[seat.index()].replace((occupant, value)).is_some() {
                return Err(Error::invalid_option(format!(
                    "seats: {} is given twice",
                    game.seats()[seat.index()]
                )));
            }
        }
        let occupants = occupants::with_partners(&game, occupants, seed)?;
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

    /// Returns true if another thread is at the table, so that a call would wait for it.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.try_lock().is_none()
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
