//! A table as text, at any moment: a bot that thinks when it is saved is asked
//! anew when it is loaded.

use std::borrow::Cow;
use std::iter::Peekable;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::Table;
use super::answers::Thought;
use super::changes::SavedMark;
use super::clock::Clocks;
use super::control::{ABORTED, ADJUDICATED};
use super::decider::Decider;
use super::leaving::LoggedLeave;
use super::log::{Logs, SavedEntry};
use super::moves::{LoggedEdit, LoggedMove};
use super::occupants::{Occupant, OnFailure, occupant};
use super::setup::TableSettings;
use super::state::{SeatSlot, TableState};
use crate::host::{self, Bot, Heard, MoveRef, guard};
use crate::own::Refusal;
use contract::error::{Error, Result};
use contract::game::{Effect, Outcome, Seat, Seats};
use contract::state::leave_reason;
use contract::value::{Dict, Value, to_value};

const FORMAT: &str = "boardwright-table";
/// Version 1 had no feeds, and no seats that left while others played on.
const OLDEST_VERSION: u64 = 1;
const VERSION: u64 = 2;

/// A table, or its changes since a mark: of the lists that grow their new ends, and all that is
/// bounded.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedTable<'a> {
    format: Cow<'a, str>,
    version: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) since: Option<SavedMark>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) start: Option<String>,
    pub(super) moves: Vec<SavedMove<'a>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) settings: Option<Dict>,
    pub(super) places: Vec<SavedPlace<'a>>,
    clocks: Option<Clocks>,
    /// The events, in order.
    #[serde(default)]
    pub(super) told: Vec<SavedEntry<'a>>,
    /// The logs of the seats, in version 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    logs: Option<Vec<Vec<Cow<'a, str>>>>,
    now: u64,
    timed: bool,
    draw: Option<SavedDraw>,
    ended: Option<SavedOutcome<'a>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    paused: Option<u64>,
    asked: u64,
    /// The seats that left while others played on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) left: Vec<SavedLeave<'a>>,
    /// The edits of the position and of the rules in force.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) edits: Vec<LoggedEdit>,
    /// Number of times that moves were taken back.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) undone: u64,
}

const fn is_zero(number: &u64) -> bool {
    *number == 0
}

#[derive(Serialize, Deserialize)]
pub(super) struct SavedLeave<'a> {
    seats: Vec<u8>,
    reason: Cow<'a, str>,
    at: u64,
    after: usize,
}

#[derive(Serialize, Deserialize)]
pub(super) struct SavedMove<'a> {
    seat: u8,
    r#move: Cow<'a, str>,
    at: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<u64>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    by_table: bool,
}

#[derive(Serialize, Deserialize)]
pub(super) struct SavedPlace<'a> {
    occupant: Value,
    gone: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    left: Option<Cow<'a, str>>,
    refused: Vec<SavedRefusal<'a>>,
    undo: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    edit: Option<Dict>,
    pub(super) thoughts: Vec<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    messages: Vec<Heard>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    said: Option<Cow<'a, str>>,
}

/// A refusal; tables of before saved the move alone.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum SavedRefusal<'a> {
    Move(Cow<'a, str>),
    Told(Cow<'a, str>, Cow<'a, str>, Cow<'a, str>),
}

impl From<&Refusal> for SavedRefusal<'_> {
    fn from(refusal: &Refusal) -> Self {
        let Refusal { text, code, reason } = refusal.clone();
        Self::Told(text.into(), code.into(), reason.into())
    }
}

impl From<SavedRefusal<'_>> for Refusal {
    fn from(saved: SavedRefusal<'_>) -> Self {
        let (text, code, reason) = match saved {
            SavedRefusal::Move(text) => (text, Cow::default(), Cow::default()),
            SavedRefusal::Told(text, code, reason) => (text, code, reason),
        };
        Self {
            text: text.into_owned(),
            code: code.into_owned(),
            reason: reason.into_owned(),
        }
    }
}

#[derive(Serialize, Deserialize)]
struct SavedDraw {
    by: u8,
    agreed: Vec<u8>,
}

#[derive(Serialize, Deserialize)]
struct SavedOutcome<'a> {
    winners: Vec<u8>,
    reason: Cow<'a, str>,
    /// The seats without a part in a draw.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    out: Vec<u8>,
}

/// An occupant as [`occupant`] reads it.
fn saved_occupant(occupant: &Occupant) -> Result<Value> {
    let Occupant::Bot(seat) = occupant else {
        return Ok(occupant.word().into());
    };
    let library = match &seat.bot {
        Decider::Library(bot) => Some(bot),
        Decider::Own(_) => None,
    };
    to_value(&SavedBot {
        bot: seat.bot.name(),
        name: seat.name.as_deref(),
        options: library.map(Bot::options),
        seed: library.map(Bot::seed),
        movetime: seat.movetime,
        nodes: seat.nodes,
        delay: seat.delay,
        on_failure: seat.on_failure,
    })
}

#[derive(Serialize)]
struct SavedBot<'a> {
    bot: &'a str,
    name: Option<&'a str>,
    options: Option<&'a Dict>,
    seed: Option<u64>,
    movetime: Option<u64>,
    nodes: Option<u64>,
    delay: Option<(u64, u64)>,
    on_failure: OnFailure,
}

impl TableState {
    pub(super) fn save(&self) -> Result<String> {
        self.saved(None)
    }

    /// Writes the table, or what has changed since a mark of its own.
    pub(super) fn saved(&self, since: Option<SavedMark>) -> Result<String> {
        let whole = since.is_none();
        let settings = match to_value(&self.settings)? {
            _ if !whole => None,
            Value::Object(settings) => Some(settings),
            _ => return Err(Error::internal("settings are a map")),
        };
        let from = since.clone().unwrap_or_else(|| SavedMark::nothing(self));
        let place = |(p, thoughts): (&SeatSlot, &usize)| -> Result<SavedPlace<'_>> {
            let thought = |thought| {
                let text = serde_json::to_string(thought);
                text.map(Cow::Owned)
                    .map_err(|e| Error::internal(e.to_string()))
            };
            Ok(SavedPlace {
                occupant: saved_occupant(&p.occupant)?,
                gone: p.gone,
                left: p.left.map(Cow::Borrowed),
                refused: p.refused.iter().map(SavedRefusal::from).collect(),
                undo: p.undo,
                edit: p.edit.clone(),
                thoughts: p.thoughts[*thoughts..]
                    .iter()
                    .map(thought)
                    .collect::<Result<_>>()?,
                messages: p.messages.clone(),
                said: p.said.clone().map(Cow::Owned),
            })
        };
        let saved = SavedTable {
            format: FORMAT.into(),
            version: VERSION,
            since,
            start: whole.then(|| self.start.save()).transpose()?,
            moves: self.line.steps()[from.moves..]
                .iter()
                .zip(self.last_step_texts(from.moves)?)
                .map(|(s, text)| SavedMove {
                    seat: s.seat.0,
                    r#move: text.into(),
                    at: s.at,
                    clock: s.clock,
                    by_table: s.by_table,
                })
                .collect(),
            settings,
            places: self
                .places
                .iter()
                .zip(&from.thoughts)
                .map(place)
                .collect::<Result<_>>()?,
            clocks: self.clocks.clone(),
            told: self.logs.saved(from.told)?,
            logs: None,
            now: self.now,
            timed: self.timed,
            draw: self.draw.map(|(by, agreed)| SavedDraw {
                by: by.0,
                agreed: agreed.iter().map(|s| s.0).collect(),
            }),
            ended: self.ended.map(|o| SavedOutcome {
                winners: o.winners.iter().map(|s| s.0).collect(),
                reason: o.reason.into(),
                out: o.out.iter().map(|s| s.0).collect(),
            }),
            paused: self.paused,
            asked: self.asked,
            left: self.line.leaves()[from.left..]
                .iter()
                .map(SavedLeave::from)
                .collect(),
            edits: self.line.edits()[from.edits..].to_vec(),
            undone: self.line.undone(),
        };
        serde_json::to_string(&saved).map_err(|e| Error::internal(e.to_string()))
    }

    fn load(saved: SavedTable<'_>) -> Result<Self> {
        let wrong = |what: &str| Error::invalid_notation(format!("saved table, {what}"));
        let (Some(start), Some(settings), None) = (&saved.start, &saved.settings, &saved.since)
        else {
            return Err(wrong("the table before its changes is missing"));
        };
        let start = host::load(start)?;
        let game = start.game();
        let settings = TableSettings::read(settings)?;
        settings.check(&game)?;
        let seats = game.seats().len();
        if saved.places.len() != seats || saved.logs.as_ref().is_some_and(|l| l.len() != seats) {
            return Err(wrong("places and logs: not one for each seat"));
        }
        if saved
            .clocks
            .as_ref()
            .is_some_and(|c| !c.fits(seats, settings.clock))
        {
            return Err(wrong("clocks: not those of the settings"));
        }
        let in_range = |seat: u8| usize::from(seat) < seats;
        let thought = |text: Cow<'_, str>| {
            let raw = RawValue::from_string(text.into_owned());
            raw.map(Thought::Saved)
                .map_err(|e| wrong(&format!("thoughts: {e}")))
        };
        let mut places = Vec::with_capacity(seats);
        for (place, name) in saved.places.into_iter().zip(game.seats()) {
            places.push(SeatSlot {
                gone: place.gone,
                left: place.left.map(|word| leave_reason(&word)).transpose()?,
                refused: place.refused.into_iter().map(Refusal::from).collect(),
                undo: place.undo,
                edit: place.edit,
                thoughts: place
                    .thoughts
                    .into_iter()
                    .map(thought)
                    .collect::<Result<_>>()?,
                messages: place.messages,
                said: place.said.map(Cow::into_owned),
                ..SeatSlot::new(occupant(&game, name, &place.occupant, 0)?)
            });
        }
        // Others were said by nobody that the seat plays with.
        for (index, place) in places.iter().enumerate() {
            let seat = Seat(index as u8);
            let partners = game.team(seat).without(seat);
            let name = |seat: Seat| game.seats()[seat.index()].as_str();
            let known = |heard: &Heard| partners.iter().any(|s| name(s) == heard.from);
            if !place.messages.iter().all(known) {
                return Err(wrong("messages: not of a partner"));
            }
        }
        let mut inner = Self::new(game, start, settings, places);
        let mut changes = (
            saved.left.into_iter().peekable(),
            saved.edits.into_iter().peekable(),
        );
        for (i, saved) in saved.moves.into_iter().enumerate() {
            if !in_range(saved.seat) {
                return Err(wrong(&format!("move {i}: no such seat")));
            }
            inner.load_changes(&mut changes)?;
            let made = inner
                .state
                .commit(Seat(saved.seat), MoveRef::Text(&saved.r#move), None)
                .map_err(|e| e.at(format_args!("saved table, move {i}")))?;
            let step = LoggedMove {
                seat: Seat(saved.seat),
                at: saved.at,
                moved: made.effect == Effect::Moved,
                by_table: saved.by_table,
                clock: saved.clock,
            };
            inner.line.push(step);
            inner.state = made.state;
        }
        inner.load_changes(&mut changes)?;
        inner.line.taken_back(saved.undone);
        if changes.0.next().is_some() || changes.1.next().is_some() {
            return Err(wrong("left and edits: no such move"));
        }
        for (i, place) in inner.places.iter_mut().enumerate() {
            place.attempts = inner.line.attempts(Seat(i as u8));
        }
        inner.logs = match saved.logs {
            Some(logs) => Logs::read_each(logs)?,
            None => Logs::read(seats, saved.told)?,
        };
        inner.logs.made_at_least(inner.line.moves());
        inner.clocks = saved.clocks;
        inner.now = saved.now;
        inner.timed = saved.timed;
        inner.asked = saved.asked;
        inner.paused = saved.paused;
        inner.draw = match saved.draw {
            Some(draw) if in_range(draw.by) && draw.agreed.iter().all(|s| in_range(*s)) => {
                Some((Seat(draw.by), draw.agreed.into_iter().map(Seat).collect()))
            }
            Some(_) => return Err(wrong("draw: no such seat")),
            None => None,
        };
        inner.ended = match saved.ended {
            Some(outcome) => {
                let mut named = outcome.winners.iter().chain(&outcome.out);
                if !named.all(|s| in_range(*s)) {
                    return Err(wrong("ended: no such seat"));
                }
                let winners: Seats = outcome.winners.into_iter().map(Seat).collect();
                let reason = known_reason(&inner, &outcome.reason)
                    .ok_or_else(|| wrong("ended: no such reason"))?;
                Some(Outcome {
                    winners,
                    reason,
                    out: outcome.out.into_iter().map(Seat).collect(),
                })
            }
            None => None,
        };
        Ok(inner)
    }

    /// Lets the seats of a saved table leave, and makes its edits, that did so after the moves made
    /// so far.
    fn load_changes<'a>(
        &mut self,
        (leaves, edits): &mut (
            Peekable<impl Iterator<Item = SavedLeave<'a>>>,
            Peekable<impl Iterator<Item = LoggedEdit>>,
        ),
    ) -> Result<()> {
        loop {
            let (after, left) = (self.line.len(), self.line.leaves().len());
            if let Some(edit) = edits.next_if(|edit| (edit.after, edit.left) == (after, left)) {
                let edited = self.state.edit(&edit.changes);
                self.state = edited.map_err(|e| e.at("saved table, edits"))?;
                self.line.edited(edit.changes);
            } else if let Some(leave) = leaves.next_if(|leave| leave.after == after) {
                self.load_leave(leave)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Lets the seats of a saved table leave that did so after the moves made so far.
    fn load_leave(&mut self, saved: SavedLeave<'_>) -> Result<()> {
        let wrong = |what: &str| Error::invalid_notation(format!("saved table, left: {what}"));
        let (after, known) = (self.line.len(), self.places.len());
        if saved.after != after || saved.seats.iter().any(|s| usize::from(*s) >= known) {
            return Err(wrong("no such move or seat"));
        }
        let seats: Seats = saved.seats.into_iter().map(Seat).collect();
        let reason = leave_reason(&saved.reason)?;
        let left = self.state.without(seats, reason)?;
        let (state, _) = left.ok_or_else(|| wrong("the game does not go on"))?;
        self.state = state;
        self.line.left(LoggedLeave {
            seats,
            reason,
            at: saved.at,
            after,
        });
        Ok(())
    }
}

impl From<&LoggedLeave> for SavedLeave<'_> {
    fn from(leave: &LoggedLeave) -> Self {
        Self {
            seats: leave.seats.iter().map(|s| s.0).collect(),
            reason: leave.reason.into(),
            at: leave.at,
            after: leave.after,
        }
    }
}

/// The reasons that a table itself ends a game with.
const REASONS: &[&str] = &[
    "resigned",
    "timeout",
    "timeout_against_insufficient_material",
    "abandoned",
    "bot_unavailable",
    "draw_agreed",
    ABORTED,
    ADJUDICATED,
];

/// The static word for a reason that was read.
fn known_reason(inner: &TableState, word: &str) -> Option<&'static str> {
    let own = REASONS.iter().copied().find(|r| *r == word);
    let rules = || inner.state.ended().map(|o| o.reason).filter(|r| *r == word);
    let claim = || inner.state.claimable().filter(|r| *r == word);
    own.or_else(rules).or_else(claim)
}

/// Reads a table, or its changes.
fn read(part: Option<serde_json::Result<Value>>) -> Result<SavedTable<'static>> {
    let wrong = |what: String| Error::invalid_notation(format!("saved table: {what}"));
    let value = part.ok_or_else(|| wrong("there is none".into()))?;
    let value = value.map_err(|e| wrong(e.to_string()))?;
    if value["format"] != FORMAT {
        return Err(wrong(format!("its format is not {FORMAT}")));
    }
    match value["version"].as_u64() {
        Some(OLDEST_VERSION..=VERSION) => {}
        Some(other) => {
            return Err(Error::unsupported(format!(
                "saved table: version {other} is not known, only {OLDEST_VERSION} to {VERSION}"
            )));
        }
        None => return Err(wrong("it has no version".into())),
    }
    serde_json::from_value(value).map_err(|e| wrong(e.to_string()))
}

impl Table {
    /// Takes up what the call `save` wrote, or `save_changes`: a whole table, and after it all
    /// changes in their order. Bots that were at work are asked anew.
    ///
    /// # Errors
    ///
    /// `invalid_notation` for a text that is no saved table, `unsupported` for one
    /// of another version, and what the saved game answers.
    pub fn load(text: &str) -> Result<Self> {
        guard(|| {
            let mut parts = serde_json::Deserializer::from_str(text).into_iter::<Value>();
            let mut saved = read(parts.next())?;
            for part in parts {
                saved = read(Some(part))?.after(saved)?;
            }
            let table = Self::wrap(TableState::load(saved)?);
            table.go_on(&mut table.lock());
            Ok(table)
        })
    }
}
