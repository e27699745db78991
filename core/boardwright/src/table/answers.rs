//! The answers of a table to the calls of a host.

use contract::bot::Decision;
use contract::game::NamedOutcome;
use contract::plain::Plain;
use contract::value::{Dict, Value};
use serde::Serialize;
use serde_json::value::RawValue;

/// The answer to what changes something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Changed {
    /// The number from which on the seat's events are new.
    pub since: usize,
    /// True if the game has ended.
    pub ended: bool,
    /// Why the rules refused an attempt, as a stable word; the turn goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<&'static str>,
}

/// The answer to `undo` and `propose_edit`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AgreedAnswer {
    /// The number from which on the seat's events are new.
    pub since: usize,
    /// True if all have agreed, so that it is done.
    pub done: bool,
}

/// The answer to `tick`. Times are the host's, in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TickAnswer {
    /// The time that the table has been told.
    pub now: u64,
    /// When the next flag falls if nobody moves.
    pub next_flag: Option<u64>,
    /// When something happens by itself: a flag falls, or somebody has been gone too long.
    pub next: Option<u64>,
    /// True if the game has ended.
    pub ended: bool,
}

/// The answer to what the host does to the whole table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EndedAnswer {
    /// True if the game has ended.
    pub ended: bool,
}

/// The answer to `fill`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FillAnswer {
    /// The seats at which bots sit now.
    pub filled: Vec<String>,
}

/// The answer to `events`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventsAnswer {
    /// The number of the first of them.
    pub since: usize,
    /// The number from which to go on.
    pub next: usize,
    /// True if there are more already.
    pub more: bool,
    /// The events, each with its number as `seq` and, unless the
    /// seat does not hear of every move, the number of moves made by then as `ply`.
    pub events: Vec<Value>,
}

/// The answer to `moves`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MovesAnswer {
    /// The number of the first of them.
    pub since: usize,
    /// The number from which to go on.
    pub next: usize,
    /// True if there are more already.
    pub more: bool,
    /// The moves.
    pub moves: Vec<RevealedMove>,
    /// The seats that left while others played on.
    pub left: Vec<RevealedLeave>,
}

/// The answer to `view`: what the game shows the seat, with what the table knows better and
/// what it adds.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableView {
    /// The seat.
    pub seat: String,
    /// View of the game for the seat, except for the fields below.
    #[cfg_attr(feature = "schema", schemars(with = "Dict"))]
    #[serde(flatten)]
    pub game: Plain,
    /// The seats that may act, none after the end; not where something is hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub live: Option<Vec<String>>,
    /// The seat that may act, where it is one alone; not where something is hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Option<String>>,
    /// Outcome of the game: by its rules, a flag, a resignation or an agreement.
    pub outcome: Option<NamedOutcome>,
    /// Fields that belong to the table.
    pub table: TablePart,
}

/// The answer to `spectator_view` and `referee_view`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WholeView {
    /// View of the whole game, except for the fields below; nothing while spectators may see none
    /// of it.
    #[serde(flatten)]
    pub game: Dict,
    /// The seats that may act, none after the end; where `shown` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub live: Option<Vec<String>>,
    /// The seat that may act, where it is one alone; where `shown` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Option<String>>,
    /// Outcome of the game: by its rules, a flag, a resignation or an agreement.
    pub outcome: Option<NamedOutcome>,
    /// False while spectators may see nothing of the game, which hides something.
    pub shown: bool,
    /// Fields that belong to the table.
    pub table: TablePart,
}

/// Fields that a table adds to a seat's view of the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TablePart {
    /// `playing`, `waiting` while a seat is empty, `paused`, or `ended`.
    pub status: &'static str,
    /// The seats, in order.
    pub players: Vec<PlayerView>,
    /// The seat that offers a draw.
    pub draw_offer: Option<String>,
    /// The number that the seat's next event will have.
    pub next_seq: usize,
    /// The seat's events from `since` on, as `events` gives them; absent unless asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events: Option<EventsAnswer>,
}

/// One of the seats at a table, as every seat sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerView {
    /// The seat.
    pub seat: String,
    /// `human`, `external`, `empty` or `bot`.
    pub occupant: &'static str,
    /// The name of the bot, if it is one.
    pub bot: Option<String>,
    /// Name at the table, if it is a bot.
    pub name: Option<String>,
    /// All seats of the same player: its own alone, or those of a team that one bot plays.
    pub seats: Vec<String>,
    /// False while the person of the seat is gone.
    pub connected: bool,
    /// Why it has left the game, as in the event `left`; null for a seat that has not.
    pub left: Option<&'static str>,
    /// Time left on its clock, in milliseconds; none where there are no clocks, or where they would
    /// tell whose turn it is.
    pub clock: Option<u64>,
}

/// The answer to `reveal`, after the end.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reveal {
    /// The name of the game.
    pub game: String,
    /// Its options by name.
    pub options: Dict,
    /// The number of the first move, event and thought.
    pub since: usize,
    /// The number from which to go on.
    pub next: usize,
    /// True if there are more.
    pub more: bool,
    /// The first position, as text.
    pub start: String,
    /// The moves.
    pub moves: Vec<RevealedMove>,
    /// The last position, as text.
    pub notation: String,
    /// Outcome of the game.
    pub outcome: Option<NamedOutcome>,
    /// The seats that left while others played on.
    pub left: Vec<RevealedLeave>,
    /// The seats, in order.
    pub seats: Vec<RevealedSeat>,
}

/// A move that was made, or an attempt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RevealedMove {
    /// The seat that made it.
    pub seat: String,
    /// The move, as the game writes it.
    #[serde(rename = "move")]
    pub text: String,
    /// True if the seat has moved by it; false for what was refused or did not end its turn.
    pub moved: bool,
    /// When, in milliseconds of the host's clock.
    pub at: u64,
}

/// A seat that left the game while others played on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RevealedLeave {
    /// The seat.
    pub seat: String,
    /// `resigned`, `timeout`, `abandoned` or `bot_unavailable`.
    pub reason: &'static str,
    /// When, in milliseconds of the host's clock.
    pub at: u64,
    /// The number of moves and attempts before it.
    pub after: usize,
}

/// All that a seat was told, and what its bot thought.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RevealedSeat {
    /// The seat.
    pub seat: String,
    /// `human`, `external`, `empty` or `bot`.
    pub occupant: &'static str,
    /// The events, each with its number as `seq` and, unless the
    /// seat does not hear of every move, the number of moves made by then as `ply`.
    pub events: Vec<Value>,
    /// The decisions of its bot.
    pub thoughts: Vec<Value>,
}

/// A decision of a bot at a table.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Thought {
    /// Of this process.
    Made {
        /// The number of moves before it.
        ply: usize,
        /// The decision.
        #[serde(flatten)]
        decision: Box<Decision<String>>,
    },
    /// Out of a saved table, as it was written there.
    Saved(Box<RawValue>),
}
