//! The object-safe interface of every game, one blanket implementation each.
//!
//! Work that visits many positions is generic and stays behind one call of these
//! traits, so nothing is looked up per node. Hosts do not use the traits
//! directly but through the handles of the facade, which catches panics.

mod bot;
mod entry;
mod observation;
mod record;
mod rules;
mod state;
mod vector;

pub use bot::{DynBot, make_bot};
#[cfg(feature = "schema")]
pub use entry::GameSchemas;
pub use entry::{Entry, GameDescription, SeatCount};
pub use observation::DynObservation;
pub use record::{AnyRecord, DynRecord};
pub use rules::DynGame;
pub use state::DynState;
pub use vector::DynVector;

use std::any::Any;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

use contract::error::Result;
use contract::game::Effect;
use contract::value::{Serialize, Value, to_value};

/// Rules of any game.
pub type AnyGame = Arc<dyn DynGame>;
/// A state of any game.
pub type AnyState = Arc<dyn DynState>;
/// An observation of any game.
pub type AnyObservation = Arc<dyn DynObservation>;
/// A bot for any game.
pub type AnyBot = Arc<dyn DynBot>;
/// A move as given by a host.
#[derive(Clone, Copy, Debug)]
pub enum MoveRef<'a> {
    /// By its text.
    Text(&'a str),
    /// By its action id.
    Id(u32),
}

/// Result of a move that was committed.
pub struct Committed {
    /// The state after it.
    pub state: AnyState,
    /// The move in the game's canonical notation.
    pub text: String,
    /// The events for the seats.
    pub told: SeatEvents,
    /// The effect of the move on the turn.
    pub effect: Effect,
}

/// Result of seats leaving a game that goes on.
pub struct Left {
    /// The state without them.
    pub state: AnyState,
    /// The events for the seats.
    pub told: SeatEvents,
}

fn values<T: Serialize>(of: &[T]) -> Result<Vec<Value>> {
    of.iter().map(to_value).collect()
}

/// An event of any game, or of the layers above the games.
pub type AnyEvent = Arc<dyn DynEvent>;

/// An event for seats: kept as its own type, and a map once it is serialised.
pub trait DynEvent:
    erased_serde::Serialize + Debug + Send + Sync + UnwindSafe + RefUnwindSafe + 'static
{
}

impl<T> DynEvent for T where
    T: Serialize + Debug + Send + Sync + UnwindSafe + RefUnwindSafe + 'static
{
}

erased_serde::serialize_trait_object!(DynEvent);

/// The events that seats see of a move.
#[derive(Clone, Debug)]
pub enum SeatEvents {
    /// The same for all seats.
    All(Vec<AnyEvent>),
    /// Separate for each seat, in the order of the seats.
    Each(Vec<Vec<AnyEvent>>),
}

impl SeatEvents {
    /// Erases the events of each seat, given in the order of the seats.
    pub(crate) fn of<E: DynEvent + PartialEq>(mut seats: Vec<Vec<E>>) -> Self {
        match seats.pop() {
            Some(last) if seats.iter().all(|other| *other == last) => Self::all(last),
            last => Self::Each(seats.into_iter().chain(last).map(erased).collect()),
        }
    }

    /// Erases events that all seats see.
    pub(crate) fn all<E: DynEvent>(events: Vec<E>) -> Self {
        Self::All(erased(events))
    }
}

fn erased<E: DynEvent>(events: Vec<E>) -> Vec<AnyEvent> {
    let events = events.into_iter();
    events.map(|event| Arc::new(event) as AnyEvent).collect()
}

/// Bounds of all erased types: they cross threads and panics, and can be downcast.
pub trait Erased: Any + Send + Sync + UnwindSafe + RefUnwindSafe {}

impl<T: Any + Send + Sync + UnwindSafe + RefUnwindSafe> Erased for T {}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
