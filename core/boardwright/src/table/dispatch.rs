//! The calls that hosts make by name and plain values, taken apart and answered.

use super::answers::{AgreedAnswer, Changed, EndedAnswer, FillAnswer, TickAnswer};
use super::calls::CALLS;
use super::changes::SavedMark;
use super::log::Feed;
use super::setup::number;
use super::{Table, seat_of};
use crate::host::{Game, MoveRef, guard};
use contract::error::{Error, Result, quoted};
use contract::game::{Effect, Seat, Seats};
use contract::plain::Plain;
use contract::text::check_message;
use contract::value::{Dict, Serialize, Value, kind_of};
use serde::Deserialize;

/// Name of the argument that every call takes.
const ALWAYS: &str = "now";

struct Args<'a>(&'a Dict);

impl<'a> Args<'a> {
    /// The number of the first item that is wanted; 0 if not given.
    fn since(&self) -> Result<usize> {
        Ok(self.maybe_since()?.unwrap_or(0))
    }

    fn maybe_since(&self) -> Result<Option<usize>> {
        let since = self.number("since")?;
        Ok(since.map(|since| usize::try_from(since).unwrap_or(usize::MAX)))
    }

    /// The arguments of a call, which takes no others than it lists.
    fn of(name: &str, given: &'a Dict) -> Result<Self> {
        let Some(call) = CALLS.iter().find(|call| call.name == name) else {
            let calls: Vec<_> = CALLS.iter().map(|call| call.name).collect();
            return Err(Error::unsupported(format!(
                "a table has no call {}: there are {}",
                quoted(name),
                calls.join(", ")
            )));
        };
        let takes = call.takes.iter().map(|argument| argument.name);
        let takes: Vec<_> = takes.chain([ALWAYS]).collect();
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

    fn mark(&self, name: &str) -> Result<Option<SavedMark>> {
        let wrong = |e| Error::invalid_option(format!("{name}: is no mark of a table: {e}"));
        let mark = self.get(name).map(SavedMark::deserialize);
        mark.transpose().map_err(wrong)
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
        guard(|| self.dispatch(name, args)?.value())
    }

    /// The same as [`call`](Self::call), with an answer to be written in any form.
    ///
    /// # Errors
    ///
    /// As [`call`](Self::call).
    pub fn answer_to(&self, name: &str, args: &Dict) -> Result<Plain> {
        guard(|| self.dispatch(name, args))
    }

    /// Returns true if a call may take more than a millisecond, for hosts that must not block the
    /// calling thread for so long: it goes through a whole game or makes a bot, or another thread
    /// is at the table, so that it would have to wait.
    #[must_use]
    pub fn is_long(&self, name: &str, args: &Dict) -> bool {
        // How many plies, or events, are gone through in well under a millisecond.
        const MANY: usize = 100;
        let Some(inner) = self.try_lock() else {
            return true;
        };
        match name {
            "save" | "reveal" | "take_over" | "fill" | "undo" | "edit" | "propose_edit"
            | "moves" | "pgn" | "spectator_view" | "spectator_events" | "referee_events" => true,
            // A seat of a game that hides something is shown all that it was told.
            "view" if inner.game.hidden() => inner.line.steps().len() > MANY,
            "events" => {
                let next = seat_of(&inner.game, args).map_or(0, |seat| inner.logs.next(seat));
                let since = Args(args).number("since").ok().flatten().unwrap_or(0);
                next.saturating_sub(usize::try_from(since).unwrap_or(usize::MAX)) > MANY
            }
            "save_changes" if !args.contains_key("since") => true,
            _ => inner.game.slow(),
        }
    }

    fn dispatch(&self, name: &str, args: &Dict) -> Result<Plain> {
        let given = Args::of(name, args)?;
        let now = given.number(ALWAYS)?;
        let game = self.lock().game.clone();
        let seat = || seat_of(&game, args);
        match name {
            "commit" => self.commit(now, seat()?, &given),
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
            "message" => self.message(now, seat()?, &given),
            "tick" => self.tick(now),
            "disconnected" => {
                let seat = seat()?;
                self.acted(now, seat, |inner| {
                    inner.disconnected(seat);
                    Ok(())
                })
            }
            "reconnected" => {
                let seat = seat()?;
                self.said(now, seat, |_| Ok(()))
            }
            "take_over" => self.take_over(now, seat()?, &given),
            "fill" => {
                let only = given.get("seat").map(|_| seat()).transpose()?;
                let bot = given.get("occupant");
                self.answer(now, |inner| {
                    let filled = inner.fill(only, bot)?;
                    Ok(FillAnswer { filled })
                })
            }
            "undo" => self.undo(now, seat()?, &given),
            "propose_edit" => {
                let (seat, changes) = (seat()?, changes(&given)?);
                self.agrees(now, seat, |inner| inner.propose_edit(seat, changes))
            }
            "edit" => {
                let changes = changes(&given)?;
                self.host_does(now, |inner| inner.edit(changes))
            }
            "abort" => self.host_does(now, super::TableState::abort),
            "adjudicate" => {
                let winners = winners(&game, given.get("winners"))?;
                self.host_does(now, |inner| inner.adjudicate(winners))
            }
            "pause" => self.host_does(now, super::TableState::pause),
            // The time until now is what does not count.
            "resume" => self.host_does(None, |inner| inner.resume(now)),
            "moves" => {
                let (style, since) = (given.text("style")?, given.since()?);
                let seat = given.get("seat").map(|_| seat()).transpose()?;
                self.answer(now, |inner| inner.moves(seat, style, since))
            }
            "view" => {
                let (seat, since) = (seat()?, given.maybe_since()?);
                self.answer(now, |inner| inner.view(seat, since))
            }
            "candidates" => {
                let (seat, style) = (seat()?, given.text("style")?);
                self.answer(now, |inner| inner.candidates(seat, style))
            }
            "events" => {
                let (seat, since) = (seat()?, given.since()?);
                self.answer(now, |inner| inner.events(Feed::Seat(seat), since))
            }
            "spectator_view" => self.answer(now, |inner| inner.spectator_view()),
            "spectator_events" => {
                let since = given.since()?;
                self.answer(now, |inner| inner.events(inner.spectators(), since))
            }
            "referee_view" => self.answer(now, |inner| inner.referee_view()),
            "referee_events" => {
                let since = given.since()?;
                self.answer(now, |inner| inner.events(Feed::Referee, since))
            }
            "reveal" => {
                let since = given.since()?;
                self.answer(now, |inner| inner.reveal(since))
            }
            "pgn" => {
                let nothing = Dict::new();
                let tags = match given.get("tags") {
                    None => &nothing,
                    Some(Value::Object(tags)) => tags,
                    Some(other) => {
                        let got = kind_of(other);
                        return Err(Error::invalid_option(format!(
                            "tags: takes a map, not {got}"
                        )));
                    }
                };
                self.answer(now, |inner| inner.pgn(tags))
            }
            "outcome" => self.answer(now, |inner| {
                Ok(inner.ended.map(|o| o.named(inner.game.seats())))
            }),
            "save" => self.answer(now, |inner| inner.save()),
            "save_changes" => {
                let since = given.mark("since")?;
                self.answer(now, |inner| inner.save_changes(since))
            }
            _ => Err(Error::internal(format!("the call {name} is listed only"))),
        }
    }

    fn commit(&self, now: Option<u64>, seat: Seat, given: &Args<'_>) -> Result<Plain> {
        let style = given.text("style")?;
        let action = match given.get("move") {
            Some(Value::String(text)) => MoveRef::Text(text),
            Some(Value::Number(_)) => {
                let id = given.number("move")?.unwrap_or_default();
                MoveRef::Id(u32::try_from(id).unwrap_or(u32::MAX))
            }
            _ => return Err(Error::invalid_option("move: takes a text or an action id")),
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

    fn message(&self, now: Option<u64>, seat: Seat, given: &Args<'_>) -> Result<Plain> {
        let text = check_message("text", given.text("text")?.unwrap_or_default())?;
        self.said(now, seat, |inner| inner.message(seat, text))
    }

    fn tick(&self, now: Option<u64>) -> Result<Plain> {
        self.answer(now, |inner| {
            let clocks = inner.clocks.as_ref();
            Ok(TickAnswer {
                now: inner.now,
                next_flag: clocks.and_then(super::clock::Clocks::next_fall),
                next: inner.next_due(),
                ended: inner.ended.is_some(),
            })
        })
    }

    fn take_over(&self, now: Option<u64>, seat: Seat, given: &Args<'_>) -> Result<Plain> {
        let by = given.get("occupant").unwrap_or(&Value::Null);
        self.acted(now, seat, |inner| inner.take_over(seat, by))
    }

    fn undo(&self, now: Option<u64>, seat: Seat, given: &Args<'_>) -> Result<Plain> {
        let plies = given.number("plies")?.unwrap_or(1);
        let plies = usize::try_from(plies).unwrap_or(usize::MAX);
        self.agrees(now, seat, |inner| inner.undo(seat, plies))
    }

    /// A wish of a seat that comes true once all agree.
    fn agrees(
        &self,
        now: Option<u64>,
        seat: Seat,
        wish: impl FnOnce(&mut super::TableState) -> Result<bool>,
    ) -> Result<Plain> {
        self.answer(now, |inner| {
            let since = inner.logs.next(seat);
            inner.reconnected(seat);
            let done = wish(inner)?;
            Ok(AgreedAnswer { since, done })
        })
    }

    /// A change by somebody at a seat, who is there therefore.
    fn said(
        &self,
        now: Option<u64>,
        seat: Seat,
        act: impl FnOnce(&mut super::TableState) -> Result<()>,
    ) -> Result<Plain> {
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
    ) -> Result<Plain> {
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

    /// A change by the host.
    fn host_does(
        &self,
        now: Option<u64>,
        act: impl FnOnce(&mut super::TableState) -> Result<()>,
    ) -> Result<Plain> {
        self.answer(now, |inner| {
            act(inner)?;
            Ok(EndedAnswer {
                ended: inner.ended.is_some(),
            })
        })
    }

    /// Returns the result of a change of the table in any form.
    fn answer<T: Serialize + Send + 'static>(
        &self,
        now: Option<u64>,
        act: impl FnOnce(&mut super::TableState) -> Result<T>,
    ) -> Result<Plain> {
        Ok(Plain::of(self.change(now, act)?))
    }
}

/// Reads the changes of a game.
fn changes<'a>(given: &Args<'a>) -> Result<&'a Dict> {
    let changes = given.get("changes").and_then(Value::as_object);
    let changes = changes.filter(|changes| !changes.is_empty());
    changes.ok_or_else(|| {
        Error::invalid_option("changes: takes a map of changes, as `edit` of a state does")
    })
}

/// Reads the seats that win by the host's decision.
fn winners(game: &Game, given: Option<&Value>) -> Result<Seats> {
    let list = given.and_then(Value::as_array).ok_or_else(|| {
        Error::invalid_option("winners: takes a list of seats, which is empty for a draw")
    })?;
    let seats = list.iter().map(|seat| {
        let named = [("seat".to_owned(), seat.clone())];
        seat_of(game, &named.into_iter().collect())
    });
    seats.collect()
}
