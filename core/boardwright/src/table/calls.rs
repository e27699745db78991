//! The calls that hosts make, by name and plain values.

use super::answers::{Changed, FillAnswer, TickAnswer, UndoAnswer};
use super::setup::{number, occupant};
use super::{Table, seat_of};
use crate::host::{MoveRef, guard};
use contract::error::{Error, Result, quoted};
use contract::game::{Effect, Seat};
use contract::text::check_seen;
use contract::value::{Dict, Serialize, Value, kind_of, to_value};

/// The calls there are, each with what it takes besides `now`, the host's clock in
/// milliseconds, which every call takes. Anything else is refused.
///
/// - `commit(seat, move, style)`: makes a move. Where a game lets a seat try what its
///   rules then refuse, `refused` in the answer says why, and the turn goes on.
/// - `resign(seat)`, `offer_draw(seat)`, `respond_draw(seat, accept)`, `claim_draw(seat)`.
/// - `message(seat, text)`: says something to the seats that it plays with, who hear
///   it as an event; at most 1000 bytes, none of them control, direction or invisible
///   characters.
/// - `tick()`: nothing but the time. `next_flag` says when the next flag falls if nobody
///   moves, `next` when a flag falls or somebody has been gone too long.
/// - `disconnected(seat)`, `reconnected(seat)`: a person has gone, or is back. Who does
///   anything else at the table is back as well.
/// - `take_over(seat, occupant)`: lets somebody else sit there.
/// - `fill(seat)`: lets a bot sit on every empty seat, or on the one named.
/// - `undo(seat, plies)`: wants plies taken back; `done` says whether all agreed.
/// - `view(seat)`, `candidates(seat)`, `events(seat, since)`: what a seat may know. Of
///   events 1000 are given at a time; `next` is where to go on, and `more` says whether
///   there are more.
/// - `reveal(since)`: the whole game, after its end: of the moves and of each seat's events
///   and thoughts 1000 at a time, with `next` and `more` as `events` has them.
/// - `outcome()`, `save()`.
///
/// What changes something answers with `since`, the number from which on the
/// seat's events are new.
pub const CALLS: &[(&str, &[&str])] = &[
    ("commit", &["seat", "move", "style"]),
    ("resign", &["seat"]),
    ("offer_draw", &["seat"]),
    ("respond_draw", &["seat", "accept"]),
    ("claim_draw", &["seat"]),
    ("message", &["seat", "text"]),
    ("tick", &[]),
    ("disconnected", &["seat"]),
    ("reconnected", &["seat"]),
    ("take_over", &["seat", "occupant"]),
    ("fill", &["seat"]),
    ("undo", &["seat", "plies"]),
    ("view", &["seat"]),
    ("candidates", &["seat"]),
    ("events", &["seat", "since"]),
    ("reveal", &["since"]),
    ("outcome", &[]),
    ("save", &[]),
];

/// What every call takes.
const ALWAYS: &str = "now";

/// The longest message between seats, in bytes.
const LONGEST_MESSAGE: usize = 1000;

struct Args<'a>(&'a Dict);

impl<'a> Args<'a> {
    /// The arguments of a call, which takes no others than it lists.
    fn of(name: &str, given: &'a Dict) -> Result<Self> {
        let Some((_, takes)) = CALLS.iter().find(|(call, _)| *call == name) else {
            let calls: Vec<_> = CALLS.iter().map(|(call, _)| *call).collect();
            return Err(Error::unsupported(format!(
                "a table has no call {}: there are {}",
                quoted(name),
                calls.join(", ")
            )));
        };
        let takes: Vec<_> = takes.iter().copied().chain([ALWAYS]).collect();
        match given.keys().find(|key| !takes.contains(&key.as_str())) {
            None => Ok(Self(given)),
            Some(key) => Err(Error::invalid_option(format!(
                "{name} has no argument {}: it takes {}",
                quoted(key),
                takes.join(", ")
            ))),
        }
    }

    fn get(&self, name: &str) -> Option<&'a Value> {
        self.0.get(name).filter(|v| !v.is_null())
    }

    fn number(&self, name: &str) -> Result<Option<u64>> {
        self.get(name).map(|value| number(name, value)).transpose()
    }

    fn text(&self, name: &str) -> Result<Option<&'a str>> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(Error::invalid_option(format!(
                "{name}: takes a string, not {}",
                kind_of(other)
            ))),
        }
    }

    fn flag(&self, name: &str) -> Result<bool> {
        self.get(name)
            .and_then(Value::as_bool)
            .ok_or_else(|| Error::invalid_option(format!("{name}: takes true or false")))
    }
}

impl Table {
    /// Makes a call by its name; see [`CALLS`].
    ///
    /// # Errors
    ///
    /// `unsupported` for a call that does not exist, `invalid_option` for its
    /// arguments, and what the game and the table answer: `illegal_move`,
    /// `not_your_turn`, `game_over`, `hidden_information`.
    pub fn call(&self, name: &str, args: &Dict) -> Result<Value> {
        guard(|| self.dispatch(name, args))
    }

    /// Whether a call may take more than a millisecond, for hosts that must not hold up
    /// the calling thread for so long: it goes through a whole game or makes a bot, or
    /// another thread is at the table, so that it would have to wait.
    #[must_use]
    pub fn is_long(&self, name: &str, args: &Dict) -> bool {
        // How many plies, or events, are gone through in well under a millisecond.
        const MANY: usize = 100;
        let Some(inner) = self.try_lock() else {
            return true;
        };
        match name {
            "save" | "reveal" | "take_over" | "fill" | "undo" => true,
            // A seat of a game that hides something is shown all that it was told.
            "view" if inner.game.hidden() => inner.line.steps().len() > MANY,
            "events" => {
                let next = seat_of(&inner.game, args).map_or(0, |seat| inner.logs.next(seat));
                let since = Args(args).number("since").ok().flatten().unwrap_or(0);
                next.saturating_sub(usize::try_from(since).unwrap_or(usize::MAX)) > MANY
            }
            _ => inner.game.slow(),
        }
    }

    fn dispatch(&self, name: &str, args: &Dict) -> Result<Value> {
        let given = Args::of(name, args)?;
        let now = given.number(ALWAYS)?;
        let game = self.lock().game.clone();
        let seat = || seat_of(&game, args);
        match name {
            "commit" => {
                let seat = seat()?;
                let style = given.text("style")?;
                let action = match given.get("move") {
                    Some(Value::String(text)) => MoveRef::Text(text),
                    Some(Value::Number(_)) => {
                        let id = given.number("move")?.unwrap_or_default();
                        MoveRef::Id(u32::try_from(id).unwrap_or(u32::MAX))
                    }
                    _ => {
                        return Err(Error::invalid_option("move: takes a text or an action id"));
                    }
                };
                self.answer(now, |inner| {
                    let since = inner.logs.next(seat);
                    inner.reconnected(seat);
                    let effect = inner.attempt(seat, action, style)?;
                    Ok(Changed {
                        since,
                        ended: inner.ended.is_some(),
                        refused: match effect {
                            Effect::Refused(why) => Some(why),
                            Effect::Moved | Effect::Continued => None,
                        },
                    })
                })
            }
            "resign" => {
                let seat = seat()?;
                self.said(now, seat, |inner| inner.resign(seat))
            }
            "offer_draw" => {
                let seat = seat()?;
                self.said(now, seat, |inner| inner.offer_draw(seat))
            }
            "respond_draw" => {
                let (seat, accept) = (seat()?, given.flag("accept")?);
                self.said(now, seat, |inner| inner.respond_draw(seat, accept))
            }
            "claim_draw" => {
                let seat = seat()?;
                self.said(now, seat, |inner| inner.claim_draw(seat))
            }
            "message" => {
                let (seat, text) = (seat()?, given.text("text")?);
                let text = text
                    .filter(|t| !t.is_empty() && t.len() <= LONGEST_MESSAGE)
                    .ok_or_else(|| {
                        Error::invalid_option(format!(
                            "text: takes a string of 1 to {LONGEST_MESSAGE} bytes"
                        ))
                    })?;
                check_seen("text", text)?;
                self.said(now, seat, |inner| inner.message(seat, text))
            }
            "tick" => self.answer(now, |inner| {
                let next = inner
                    .clocks
                    .as_ref()
                    .and_then(super::clock::Clocks::next_fall);
                Ok(TickAnswer {
                    now: inner.now,
                    next_flag: next,
                    next: inner.next_due(),
                    ended: inner.ended.is_some(),
                })
            }),
            "disconnected" => {
                let seat = seat()?;
                self.acted(now, seat, |inner| {
                    inner.disconnected(seat);
                    Ok(())
                })
            }
            "reconnected" => {
                let seat = seat()?;
                self.acted(now, seat, |inner| {
                    inner.reconnected(seat);
                    Ok(())
                })
            }
            "take_over" => {
                let seat = seat()?;
                let name = game.seats().get(seat.index()).map_or("", String::as_str);
                let by = given.get("occupant").unwrap_or(&Value::Null);
                let by = by.clone();
                self.acted(now, seat, |inner| {
                    let seed = inner.bot_seed(seat);
                    let by = occupant(&inner.game, name, &by, seed)?;
                    inner.take_over(seat, by)
                })
            }
            "fill" => {
                let only = given.get("seat").map(|_| seat()).transpose()?;
                self.answer(now, |inner| {
                    let filled = inner.fill(only)?;
                    Ok(FillAnswer { filled })
                })
            }
            "undo" => {
                let seat = seat()?;
                let plies = given.number("plies")?.unwrap_or(1);
                let plies = usize::try_from(plies).unwrap_or(usize::MAX);
                self.answer(now, |inner| {
                    let since = inner.logs.next(seat);
                    inner.reconnected(seat);
                    let done = inner.undo(seat, plies)?;
                    Ok(UndoAnswer { since, done })
                })
            }
            "view" => {
                let seat = seat()?;
                self.answer(now, |inner| inner.view(seat))
            }
            "candidates" => {
                let seat = seat()?;
                self.answer(now, |inner| inner.candidates(seat))
            }
            "events" => {
                let seat = seat()?;
                let since = given.number("since")?.unwrap_or(0);
                let since = usize::try_from(since).unwrap_or(usize::MAX);
                self.answer(now, |inner| inner.events(seat, since))
            }
            "reveal" => {
                let since = given.number("since")?.unwrap_or(0);
                let since = usize::try_from(since).unwrap_or(usize::MAX);
                self.answer(now, |inner| inner.reveal(since))
            }
            "outcome" => self.answer(now, |inner| {
                Ok(inner.ended.map(|o| o.named(inner.game.seats())))
            }),
            "save" => self.answer(now, |inner| inner.save()),
            _ => Err(Error::internal(format!("the call {name} is listed only"))),
        }
    }

    /// A change by somebody at a seat, who is there therefore.
    fn said(
        &self,
        now: Option<u64>,
        seat: Seat,
        act: impl FnOnce(&mut super::TableState) -> Result<()>,
    ) -> Result<Value> {
        self.acted(now, seat, |inner| {
            inner.reconnected(seat);
            act(inner)
        })
    }

    /// A change by a seat, answered with where its new events start.
    fn acted(
        &self,
        now: Option<u64>,
        seat: Seat,
        act: impl FnOnce(&mut super::TableState) -> Result<()>,
    ) -> Result<Value> {
        self.answer(now, |inner| {
            let since = inner.logs.next(seat);
            act(inner)?;
            Ok(Changed {
                since,
                ended: inner.ended.is_some(),
                refused: None,
            })
        })
    }

    /// What was asked of the table, as a plain value.
    fn answer<T: Serialize>(
        &self,
        now: Option<u64>,
        act: impl FnOnce(&mut super::TableState) -> Result<T>,
    ) -> Result<Value> {
        to_value(&self.change(now, act)?)
    }
}
